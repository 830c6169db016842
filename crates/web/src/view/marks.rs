//! The drawings of a game beside its stones: groups with their sizes, eyes, cells that count.

use super::board::Cells;
use super::words::seat_name;
use crate::messages::{CellLabel, Counted, Insight, LineView, MarkView, RemarksView};
use quintet_core::board::{Geometry, Point};
use quintet_core::game::Game;
use quintet_core::position::{Marks, Tint};
use quintet_core::setup::GameInfo;
use quintet_core::types::Seat;
use quintet_record::sgf::Markup;
use quintet_record::svg::Layout;

/// The drawing of liberties, which is left out: it would only hide the stones.
const LIBERTIES: &str = "groups";

/// Returns the drawings of a game for its position.
pub fn insight(game: &Game, cells: &Cells) -> Insight {
    let mut insight = Insight::default();
    let drawings = game.info().presentation.drawings.iter().filter(|(name, _)| *name != LIBERTIES);
    for marks in drawings.flat_map(|(name, _)| game.draw(name)) {
        match marks {
            // The size of a group, which is shown once.
            Marks::Labels(labels) if labels.len() > 1 && labels[0].1.parse::<usize>().is_ok() => {
                let points: Vec<Point> = labels.iter().map(|(point, _)| *point).collect();
                let size = &labels[0].1;
                let cell = cells.index(middle(game.geometry(), &points));
                insight.labels.extend(cell.map(|cell| group_label(cell, size)));
            }
            Marks::Labels(labels) => {
                let known = labels.into_iter().filter_map(|(point, text)| Some((cells.index(point)?, text)));
                insight.labels.extend(known.map(|(cell, text)| cell_label(game.info(), cell, text)));
            }
            Marks::Tint(tint, points) => {
                let seat = match tint {
                    Tint::Yellow => Seat::White,
                    Tint::Green => Seat::Black,
                };
                let about = format!("counts for {}", seat_name(game.info(), seat));
                insight.counted.push(Counted { seat, cells: cells.all(points), about });
            }
        }
    }
    if game.is_over() {
        insight.owned = Seat::BOTH.map(|seat| {
            let own = Some(game.info().own_stone(seat));
            let points = game.geometry().points();
            cells.all(points.filter(|&point| game.owner(point) == Some(seat) && game.stone(point) != own))
        });
    }
    insight.deciding = game.decision().map_or_else(Vec::new, |decision| cells.all(decision.points));
    insight
}

/// Returns the comments, marks and lines of a position in a record.
pub fn remarks(markup: Markup, cells: &Cells) -> RemarksView {
    let mark = |(point, mark, text)| Some(MarkView { cell: cells.index(point)?, mark, text });
    let marks = markup.marks.into_iter().map(|(point, mark)| (point, mark.name(), String::new()));
    let labels = markup.labels.into_iter().map(|(point, text)| (point, "label", text));
    let line = |(from, to, arrow)| Some(LineView { from: cells.index(from)?, to: cells.index(to)?, arrow });
    RemarksView {
        comment: markup.comment,
        marks: marks.chain(labels).filter_map(mark).collect(),
        lines: markup.lines.into_iter().filter_map(line).collect(),
    }
}

/// Returns the label of a group with its size.
fn group_label(cell: usize, size: &str) -> CellLabel {
    CellLabel { cell, text: size.to_owned(), sign: None, about: format!("group of {size}") }
}

/// Returns a label with the meaning that the tutorial of the game gives; a number is the size of a
/// group of one stone.
fn cell_label(info: &GameInfo, cell: usize, text: String) -> CellLabel {
    let sign = info.presentation.tutorial.labels.iter().find(|sign| sign.label == text);
    let Some(sign) = sign else { return group_label(cell, &text) };
    CellLabel { cell, text, sign: Some(sign.shape.name()), about: sign.about.to_owned() }
}

/// Returns the point of a group that is nearest to its centre.
fn middle(geometry: &Geometry, group: &[Point]) -> Point {
    let layout = Layout::new(geometry);
    let places: Vec<(f64, f64)> = group.iter().map(|&point| layout.centre(point)).collect();
    let count = places.len() as f64;
    let (x, y) = places.iter().fold((0.0, 0.0), |(x, y), place| (x + place.0 / count, y + place.1 / count));
    let far = |place: (f64, f64)| (place.0 - x).hypot(place.1 - y);
    let nearest = group.iter().zip(places).min_by(|a, b| far(a.1).total_cmp(&far(b.1)));
    *nearest.expect("a group has points").0
}
