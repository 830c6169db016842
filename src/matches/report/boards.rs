//! Games in the compact form from which the page draws its boards: the page knows no rules, only which stones each
//! move put down, changed or took away.

use serde::Serialize;

use crate::board::{Geometry, Shape};
use crate::games;
use crate::history::AnyHistory;
use crate::matches::results::{GameRecord, SetupRecord};
use crate::record::move_words;
use crate::record::svg::{Layout, corners};
use crate::setup::Setup;

/// A board without moves. Lengths are in the distance between neighbours.
#[derive(Serialize)]
pub struct Board {
    /// Game, size and rules in words.
    title: String,
    /// Left, top, width and height of the picture.
    view: [f64; 4],
    /// The radius of stones.
    stone: f64,
    /// Middles of cells.
    cells: Vec<[f64; 2]>,
    /// Their vertices.
    names: Vec<String>,
    /// The corners of a cell around its middle; none where the board is drawn as lines.
    outline: Vec<[f64; 2]>,
    /// Lines between the middles of cells, by their indices.
    lines: Vec<[usize; 2]>,
    /// The radius of the ring that cells lie on; 0 without one.
    ring: f64,
    /// Texts beside the board.
    labels: Vec<(f64, f64, String)>,
    /// The stones at the start, a letter a cell.
    start: String,
}

impl Board {
    /// Game, size and rules in words.
    pub fn title(&self) -> &str {
        &self.title
    }
}

fn round(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}

/// The stone of each cell, a letter a cell: that of position lines, `.` where there is none.
fn stones(history: &dyn AnyHistory) -> String {
    let geometry = history.geometry();
    geometry.points().map(|point| history.stone(point).map_or('.', |stone| stone.letter())).collect()
}

/// The empty board of a setup.
pub fn board(setup: &Setup, record: &SetupRecord) -> Board {
    let history = games::start(setup);
    let geometry: &Geometry = history.geometry();
    let layout = Layout::new(geometry);
    let points: Vec<_> = geometry.points().collect();
    let index = |point| points.iter().position(|p| *p == point).expect("a neighbour is on the board");
    let is_lines = matches!(geometry.shape(), Shape::Square);
    let mut lines = Vec::new();
    if is_lines {
        for (i, &point) in points.iter().enumerate() {
            lines.extend(geometry.neighbours(point).into_iter().map(index).filter(|&j| j > i).map(|j| [i, j]));
        }
    }
    let outline = match geometry.shape() {
        Shape::Square | Shape::Ring => Vec::new(),
        shape => corners(shape, (0.0, 0.0)).into_iter().map(|(x, y)| [round(x), round(y)]).collect(),
    };
    let size = if record.height == 1 || record.width == record.height {
        record.width.to_string()
    } else {
        format!("{}×{}", record.width, record.height)
    };
    let rules: Vec<_> = record.rules.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let komi = if setup.info().komi { format!(", komi {}", record.komi) } else { String::new() };
    Board {
        title: format!("{} {size}, {}{komi}", setup.info().title, rules.join(" ")),
        view: [layout.left, layout.top, layout.right - layout.left, layout.bottom - layout.top].map(round),
        stone: layout.stone,
        cells: points.iter().map(|point| layout.centre(*point)).map(|(x, y)| [round(x), round(y)]).collect(),
        names: points.iter().map(|point| geometry.vertex(*point).to_string()).collect(),
        outline,
        lines,
        ring: if geometry.shape() == Shape::Ring { round(layout.radius) } else { 0.0 },
        labels: layout.labels.iter().map(|((x, y), text)| (round(*x), round(*y), text.clone())).collect(),
        start: stones(&*history),
    }
}

/// A game's moves: the words, separated by spaces, and for each move the cells that changed, each as its index in
/// base 36 (two digits) and the letter of the stone that stands there now. Stops at a move that the rules don't
/// allow, as in a file that somebody edited.
pub fn moves(setup: &Setup, record: &GameRecord) -> (String, String) {
    let mut history = games::start(setup);
    let mut shown = stones(&*history);
    let (mut spoken, mut changed) = (Vec::new(), Vec::new());
    for (ply, word) in record.moves.iter().enumerate() {
        let seat = record.mover(ply);
        let mv = move_words::read(history.info(), history.geometry(), seat, word);
        if mv.is_none_or(|mv| history.play(seat, mv).is_err()) {
            break;
        }
        let now = stones(&*history);
        let mut text = String::new();
        for (cell, (before, after)) in shown.chars().zip(now.chars()).enumerate() {
            if before != after {
                let digit = |value: usize| char::from_digit(value as u32, 36).expect("a board has below 36² cells");
                text.extend([digit(cell / 36), digit(cell % 36), after]);
            }
        }
        spoken.push(word.as_str());
        changed.push(text);
        shown = now;
    }
    (spoken.join(" "), changed.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_add_up_to_the_final_board() {
        for info in games::GAMES {
            let setup = Setup::new(info);
            let record = SetupRecord::from(&setup);
            let mut game =
                super::super::standings::tests::game(1, "A", "B", None, crate::matches::results::Reason::Score);
            let mut history = games::start(&setup);
            game.first = history.to_move();
            game.moves.clear();
            for step in 0..40 {
                let legal = history.legal_moves(history.to_move());
                let Some(&mv) = legal.get(step * 7 % legal.len().max(1)) else { break };
                game.moves.push(move_words::format(info, history.geometry(), mv));
                history.play(history.to_move(), mv).unwrap();
            }
            let (spoken, changed) = moves(&setup, &game);
            assert_eq!(spoken.split(' ').count(), game.moves.len(), "{}", info.id);
            let mut shown: Vec<char> = board(&setup, &record).start.chars().collect();
            for change in changed.split(' ') {
                for three in change.as_bytes().chunks(3) {
                    let index = usize::from_str_radix(std::str::from_utf8(&three[..2]).unwrap(), 36).unwrap();
                    shown[index] = char::from(three[2]);
                }
            }
            assert_eq!(shown.into_iter().collect::<String>(), stones(&*history), "{}", info.id);
        }
    }
}
