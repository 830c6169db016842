//! Boards, stones and the legal moves.

use std::collections::HashMap;

use super::round;
use crate::messages::{BoardView, CellView, KindView, StonesView};
use quintet_core::board::{Geometry, Point, Shape};
use quintet_core::game::{Change, Game};
use quintet_core::types::Move;
use quintet_record::svg::{Layout, UNIT, corners, empty_board, symbols};

/// Returns the empty board of a game.
pub fn board(start: &Game) -> BoardView {
    let geometry = start.geometry();
    let layout = Layout::new(geometry);
    let px = |value: f64| round(value * UNIT);
    let outline = match geometry.shape() {
        Shape::Ring => Vec::new(),
        shape => corners(shape, (0.0, 0.0)).into_iter().map(|(x, y)| [px(x), px(y)]).collect(),
    };
    let cells = geometry.points().map(|point| {
        let (x, y) = layout.centre(point);
        let row = if geometry.shape() == Shape::Line { 0 } else { geometry.xy(point).1 };
        CellView { name: geometry.vertex(point).to_string(), x: px(x), y: px(y), row }
    });
    BoardView {
        view: [layout.left, layout.top, layout.right - layout.left, layout.bottom - layout.top].map(px),
        svg: empty_board(start),
        symbols: symbols(start),
        stone: px(layout.stone),
        outline,
        reach: px(0.5),
        cells: cells.collect(),
    }
}

/// The indices of points in [`BoardView::cells`].
pub struct Cells(HashMap<Point, usize>);

impl Cells {
    /// Numbers the cells of a board.
    pub fn new(geometry: &Geometry) -> Cells {
        Cells(geometry.points().zip(0..).collect())
    }

    /// Returns the index of a point.
    pub fn index(&self, point: Point) -> Option<usize> {
        self.0.get(&point).copied()
    }

    /// Returns the indices of points.
    pub fn all(&self, points: impl IntoIterator<Item = Point>) -> Vec<usize> {
        points.into_iter().filter_map(|point| self.index(point)).collect()
    }
}

/// Sorts the changes of a move by their distance from the placed stone, which is the order in which
/// stones fall.
pub(super) fn nearest_first(geometry: &Geometry, mv: Move, mut changes: Vec<Change>) -> Vec<Change> {
    let Some(from) = mv.point().filter(|point| geometry.contains(*point)) else { return changes };
    let mut distance = HashMap::from([(from, 0)]);
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&point) = reached.get(next) {
        next += 1;
        let far = distance[&point] + 1;
        for neighbour in geometry.neighbours(point) {
            distance.entry(neighbour).or_insert_with(|| {
                reached.push(neighbour);
                far
            });
        }
    }
    changes.sort_by_key(|change| distance.get(&change.point).copied());
    changes
}

/// Returns the stones on the board and the effect of the latest move.
pub fn scene(game: &Game, cells: &Cells) -> StonesView {
    let geometry = game.geometry();
    let letter = |point| game.stone(point).map_or('.', |stone| stone.letter());
    let mut scene = StonesView {
        stones: geometry.points().map(letter).collect(),
        barred: cells.all(game.barred()),
        ..StonesView::default()
    };
    let Some(&(_, mv)) = game.moves().last() else { return scene };
    for change in nearest_first(geometry, mv, game.latest_changes()) {
        let Some(index) = cells.index(change.point) else { continue };
        match (change.before, change.after) {
            (Some(before), None) => scene.taken.push((index, before.letter())),
            _ if mv.point() == Some(change.point) || mv == Move::SWAP => scene.last.push(index),
            _ => scene.fell.push(index),
        }
    }
    scene
}

/// Returns the kinds of stone with the cells where they may be placed, and the list of reasons why
/// not elsewhere.
pub fn kinds(game: &Game, over: bool) -> (Vec<KindView>, Vec<String>) {
    let (info, seat) = (game.info(), game.to_move());
    let mut reasons: Vec<String> = Vec::new();
    let mut index = |reason: &str| {
        let found = reasons.iter().position(|known| known == reason);
        found.unwrap_or_else(|| {
            reasons.push(reason.to_owned());
            reasons.len() - 1
        }) as i32
    };
    let legal = game.legal_moves(seat);
    let kinds = (0..info.kinds.len() as u8).map(|kind| {
        let why = game.geometry().points().map(|point| {
            let mv = Move::place(kind, point);
            if over {
                return index("the game is over");
            }
            match legal.binary_search(&mv) {
                Ok(_) => -1,
                Err(_) => index(game.why_illegal(seat, mv).unwrap_or("not now")),
            }
        });
        KindView {
            name: info.kinds[usize::from(kind)].name,
            stone: info.placed_stone(seat, kind).name(),
            why: why.collect(),
        }
    });
    let kinds = kinds.collect();
    (kinds, reasons)
}
