//! Games in the compact form from which the page draws its boards: the page knows no rules, only which stones each
//! move put down, changed or took away.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::board::Geometry;
use crate::games;
use crate::history::AnyHistory;
use crate::matches::results::{GameRecord, SetupRecord};
use crate::record::move_words;
use crate::record::svg::{Layout, UNIT, empty_board, symbols_called};
use crate::setup::Setup;
use crate::words::Stone;

/// A board without moves. Lengths are those of [`crate::record::svg`], which draws all that is drawn here.
#[derive(Serialize)]
pub struct BoardDrawing {
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
    /// The empty board with its labels, as SVG elements.
    board: String,
    /// Stones and marks as SVG symbols, each of which [`prefix`] tells from those of other boards.
    symbols: String,
    /// By the letters of stones, what they are called in the symbols.
    stones: BTreeMap<char, &'static str>,
    /// The stones at the start, a letter a cell.
    start: String,
}

impl BoardDrawing {
    /// Game, size and rules in words.
    pub fn title(&self) -> &str {
        &self.title
    }
}

/// What the names of a board's symbols begin with.
fn prefix(index: usize) -> String {
    format!("b{index}-")
}

fn px(units: f64) -> f64 {
    (units * UNIT * 10.0).round() / 10.0
}

/// The stone of each cell, a letter a cell: that of position lines, `.` where there is none.
fn stones(history: &dyn AnyHistory) -> String {
    let geometry = history.geometry();
    geometry.points().map(|point| history.stone(point).map_or('.', |stone| stone.letter())).collect()
}

/// The empty board of a setup, the `index`-th of the page.
pub fn board(index: usize, setup: &Setup, record: &SetupRecord) -> BoardDrawing {
    let history = games::start(setup);
    let geometry: &Geometry = history.geometry();
    let layout = Layout::new(geometry);
    let size = if record.height == 1 || record.width == record.height {
        record.width.to_string()
    } else {
        format!("{}×{}", record.width, record.height)
    };
    let rules: Vec<_> = record.rules.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let komi = if setup.info().komi { format!(", komi {}", record.komi) } else { String::new() };
    BoardDrawing {
        title: format!("{} {size}, {}{komi}", setup.info().title, rules.join(" ")),
        view: [layout.left, layout.top, layout.right - layout.left, layout.bottom - layout.top].map(px),
        stone: px(layout.stone),
        cells: geometry.points().map(|point| layout.centre(point)).map(|(x, y)| [px(x), px(y)]).collect(),
        names: geometry.points().map(|point| geometry.vertex(point).to_string()).collect(),
        board: empty_board(&*history),
        symbols: symbols_called(&prefix(index), &*history),
        stones: Stone::ALL.into_iter().map(|stone| (stone.letter(), stone.name())).collect(),
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
                super::super::standings::tests::game(1, "A", "B", None, crate::driver::referee::Reason::Score);
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
            let mut shown: Vec<char> = board(0, &setup, &record).start.chars().collect();
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
