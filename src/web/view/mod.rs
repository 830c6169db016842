//! What the page is shown of a game: everything that it would have to know rules for is worked out here.
//!
//! `words` says in sentences what a person wants to know; `thought` tells what searches found.

mod thought;
mod words;

use std::collections::HashMap;

use super::messages::{BoardView, CellLabel, CellView, Counted, Film, Frame, Insight, KindView, StonesView};
use crate::board::{Geometry, Point, Shape};
use crate::game::{Marks, Tint};
use crate::history::{AnyHistory, Change};
use crate::record::svg::{Layout, UNIT, corners, empty_board, symbols};
use crate::record::{move_words, position};
use crate::setup::GameInfo;
use crate::words::{Move, Seat};

pub use thought::{candidates, exact, exact_value, exact_values, final_value, ownership, value};
pub use words::{GIVEN_UP, news, reason, score, seat_name, status, title};

fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// The empty board of a game before its first move.
pub fn board(start: &dyn AnyHistory) -> BoardView {
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

/// Where cells stand in [`BoardView::cells`].
pub struct Cells(HashMap<Point, usize>);

impl Cells {
    /// Of a board.
    pub fn new(geometry: &Geometry) -> Cells {
        Cells(geometry.points().zip(0..).collect())
    }

    fn index(&self, point: Point) -> Option<usize> {
        self.0.get(&point).copied()
    }

    fn all(&self, points: impl IntoIterator<Item = Point>) -> Vec<usize> {
        points.into_iter().filter_map(|point| self.index(point)).collect()
    }
}

/// The changes of a move, the nearest to the stone that was put down first: the order in which stones fall.
fn nearest_first(geometry: &Geometry, mv: Move, mut changes: Vec<Change>) -> Vec<Change> {
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

/// What stands on the board and what the latest move did.
pub fn scene(game: &dyn AnyHistory, cells: &Cells) -> StonesView {
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

/// The kinds of stone with where they may be put, and the reasons why not.
pub fn kinds(game: &dyn AnyHistory, over: bool) -> (Vec<KindView>, Vec<String>) {
    let (info, seat) = (game.info(), game.to_move());
    let mut reasons: Vec<String> = Vec::new();
    let mut index = |reason: &str| {
        let found = reasons.iter().position(|known| known == reason);
        found.unwrap_or_else(|| {
            reasons.push(reason.to_owned());
            reasons.len() - 1
        }) as i32
    };
    let mut legal = game.legal_moves(seat);
    legal.sort();
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

/// What a game has to show of a position beside its stones.
pub fn insight(game: &dyn AnyHistory, cells: &Cells) -> Insight {
    let mut seen = Insight::default();
    // Liberties are for whoever asks for them: here they would only hide the stones.
    for (name, _) in game.drawings().into_iter().filter(|(name, _)| *name != "groups") {
        for marks in game.draw(name) {
            match marks {
                // A group's size: told once.
                Marks::Labels(labels) if labels.len() > 1 && labels[0].1.parse::<usize>().is_ok() => {
                    let points: Vec<Point> = labels.iter().map(|(point, _)| *point).collect();
                    let size = &labels[0].1;
                    seen.labels
                        .extend(cells.index(middle(game.geometry(), &points)).map(|cell| group_label(cell, size)));
                }
                Marks::Labels(labels) => {
                    let known = labels.into_iter().filter_map(|(point, text)| Some((cells.index(point)?, text)));
                    seen.labels.extend(known.map(|(cell, text)| cell_label(game.info(), cell, text)));
                }
                Marks::Tint(tint, points) => {
                    let seat = match tint {
                        Tint::Yellow => Seat::White,
                        Tint::Green => Seat::Black,
                    };
                    let about = format!("counts for {}", seat_name(game.info(), seat));
                    seen.counted.push(Counted { seat: seat.letter(), cells: cells.all(points), about });
                }
            }
        }
    }
    seen
}

/// The size of a group on a cell of it.
fn group_label(cell: usize, size: &str) -> CellLabel {
    CellLabel { cell, text: size.to_owned(), sign: None, about: format!("group of {size}") }
}

/// What a label of a cell means, its game knows; a number is the size of a group of one stone.
fn cell_label(info: &GameInfo, cell: usize, text: String) -> CellLabel {
    let Some(sign) = info.lesson.labels.iter().find(|sign| sign.label == text) else { return group_label(cell, &text) };
    CellLabel { cell, text, sign: Some(sign.shape.name()), about: sign.about.to_owned() }
}

/// The point of a group that lies nearest to its middle.
fn middle(geometry: &Geometry, group: &[Point]) -> Point {
    let layout = Layout::new(geometry);
    let places: Vec<(f64, f64)> = group.iter().map(|&point| layout.centre(point)).collect();
    let count = places.len() as f64;
    let (x, y) = places.iter().fold((0.0, 0.0), |(x, y), place| (x + place.0 / count, y + place.1 / count));
    let far = |place: (f64, f64)| (place.0 - x).hypot(place.1 - y);
    let nearest = group.iter().zip(places).min_by(|a, b| far(a.1).total_cmp(&far(b.1)));
    *nearest.expect("a group has points").0
}

/// A game move by move; `text` says what there is to say of the start and of each move, by its index.
pub fn film(game: &dyn AnyHistory, title: String, sgf: String, text: impl Fn(usize) -> String) -> Film {
    let moves = game.moves().to_vec();
    let mut shown = game.boxed_clone();
    shown.undo(moves.len()).expect("so many moves were played");
    let cells = Cells::new(game.geometry());
    let board = board(&*shown);
    let frame = |shown: &dyn AnyHistory, word: String, seat: Seat, index: usize| Frame {
        word,
        seat: seat.letter(),
        scene: scene(shown, &cells),
        text: text(index),
        status: status(shown, None),
    };
    let mut frames = vec![frame(&*shown, String::new(), shown.to_move(), 0)];
    for (index, &(seat, mv)) in moves.iter().enumerate() {
        shown.play(seat, mv).expect("the move was legal before");
        let word = move_words::format(game.info(), game.geometry(), mv);
        frames.push(frame(&*shown, word, seat, index + 1));
    }
    Film { number: 0, live: false, title, board, frames, sgf }
}

/// The position line of a game.
pub fn position_line(game: &dyn AnyHistory) -> String {
    position::write(game)
}
