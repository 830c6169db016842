//! Games in a compact form, from which the page draws its boards. The page has no rules: it gets
//! the stones that each move adds, changes or removes.

use std::collections::BTreeMap;

use quintet_core::board::Geometry;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::Stone;
use quintet_record::svg::{Layout, UNIT, empty_board, symbols_called};
use serde::Serialize;

use crate::matches::results::{GameRecord, SetupRecord};

/// A board without moves. Lengths are those of [`quintet_record::svg`], which draws everything.
#[derive(Serialize)]
pub struct BoardDrawing {
    /// Game, size and rules.
    title: String,
    /// The left and top edge, width and height of the picture.
    view: [f64; 4],
    /// The radius of stones.
    stone: f64,
    /// The centres of the cells.
    cells: Vec<[f64; 2]>,
    /// The vertices of the cells.
    names: Vec<String>,
    /// The empty board with its labels, as SVG elements.
    board: String,
    /// Stones and marks as SVG symbols; their names begin with the board's [`prefix`].
    symbols: String,
    /// The names of stones in the symbols, by their letters.
    stones: BTreeMap<char, &'static str>,
    /// The stones at the start, one letter for each cell.
    start: String,
}

impl BoardDrawing {
    /// Returns game, size and rules.
    pub fn title(&self) -> &str {
        &self.title
    }
}

/// Returns the prefix of the names of a board's symbols.
fn prefix(index: usize) -> String {
    format!("b{index}-")
}

fn px(units: f64) -> f64 {
    (units * UNIT * 10.0).round() / 10.0
}

/// Returns the stone of each cell as its letter in position lines; `.` for an empty cell.
fn stones(game: &Game) -> String {
    let geometry = game.geometry();
    geometry.points().map(|point| game.stone(point).map_or('.', |stone| stone.letter())).collect()
}

/// Returns the empty board of a setup, the `index`-th of the page.
pub fn board(index: usize, setup: &Setup, record: &SetupRecord) -> BoardDrawing {
    let size = if record.height == 1 || record.width == record.height {
        record.width.to_string()
    } else {
        format!("{}×{}", record.width, record.height)
    };
    let rules: Vec<_> = record.rules.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let komi = if setup.info().komi { format!(", komi {}", record.komi) } else { String::new() };
    let title = format!("{} {size}, {}{komi}", setup.info().title, rules.join(" "));
    drawing(index, &Game::new(setup.clone()), title)
}

/// Returns the board of a game at its start, the `index`-th of the page.
pub fn drawing(index: usize, game: &Game, title: String) -> BoardDrawing {
    let geometry: &Geometry = game.geometry();
    let layout = Layout::new(geometry);
    BoardDrawing {
        title,
        view: [layout.left, layout.top, layout.right - layout.left, layout.bottom - layout.top].map(px),
        stone: px(layout.stone),
        cells: geometry.points().map(|point| layout.centre(point)).map(|(x, y)| [px(x), px(y)]).collect(),
        names: geometry.points().map(|point| geometry.vertex(point).to_string()).collect(),
        board: empty_board(game),
        symbols: symbols_called(&prefix(index), game),
        stones: Stone::ALL.into_iter().map(|stone| (stone.letter(), stone.name())).collect(),
        start: stones(game),
    }
}

/// Returns a game's moves: the words, separated by spaces, and for each move the cells that
/// changed, each as its index in base 36 (two digits) and the letter of the new stone. Stops at an
/// illegal move, as in an edited file.
pub fn moves(setup: &Setup, record: &GameRecord) -> (String, String) {
    let mut game = Game::new(setup.clone());
    let mut shown = stones(&game);
    let (mut spoken, mut changed) = (Vec::new(), Vec::new());
    for (ply, word) in record.moves.iter().enumerate() {
        let seat = record.mover(ply);
        let mv = game.read_word(seat, word);
        if mv.is_none_or(|mv| game.play(seat, mv).is_err()) {
            break;
        }
        let now = stones(&game);
        spoken.push(word.as_str());
        changed.push(changes(&shown, &now));
        shown = now;
    }
    (spoken.join(" "), changed.join(" "))
}

/// Returns the same for the positions of a game from its start.
pub fn moves_of(positions: &[Game]) -> (String, String) {
    let steps = positions.windows(2).filter_map(|pair| {
        let &(_, mv) = pair[1].moves().last()?;
        Some((pair[1].word(mv), changes(&stones(&pair[0]), &stones(&pair[1]))))
    });
    let (spoken, changed): (Vec<String>, Vec<String>) = steps.unzip();
    (spoken.join(" "), changed.join(" "))
}

/// Returns the cells that differ, with the new letters.
fn changes(before: &str, after: &str) -> String {
    let mut text = String::new();
    for (cell, (before, after)) in before.chars().zip(after.chars()).enumerate() {
        if before != after {
            let digit = |value: usize| char::from_digit(value as u32, 36).expect("a board has below 36² cells");
            text.extend([digit(cell / 36), digit(cell % 36), after]);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use quintet_games as games;

    use super::super::standings::tests;
    use super::*;
    use crate::driver::referee::Reason;

    #[test]
    fn changes_add_up_to_the_final_board() {
        for info in games::GAMES {
            let setup = Setup::new(info);
            let mut record = tests::game(1, "A", "B", None, Reason::Score);
            let mut game = Game::new(setup.clone());
            record.first = game.to_move();
            record.moves.clear();
            for step in 0..40 {
                let legal = game.legal_moves(game.to_move());
                let Some(&mv) = legal.get(step * 7 % legal.len().max(1)) else { break };
                record.moves.push(game.word(mv));
                game.play(game.to_move(), mv).unwrap();
            }
            let (spoken, changed) = moves(&setup, &record);
            assert_eq!(spoken.split(' ').count(), record.moves.len(), "{}", info.id);
            let mut shown: Vec<char> = board(0, &setup, &SetupRecord::from(&setup)).start.chars().collect();
            for change in changed.split(' ') {
                for three in change.as_bytes().chunks(3) {
                    let index = usize::from_str_radix(std::str::from_utf8(&three[..2]).unwrap(), 36).unwrap();
                    shown[index] = char::from(three[2]);
                }
            }
            assert_eq!(shown.into_iter().collect::<String>(), stones(&game), "{}", info.id);
        }
    }

    #[test]
    fn cells_lie_in_the_picture_as_far_apart_as_on_the_board_under_them() {
        let setup = Setup::new(games::DEFAULT).with_size(5).unwrap();
        let drawing = board(0, &setup, &SetupRecord::from(&setup));
        let at = |name: &str| drawing.cells[drawing.names.iter().position(|other| other == name).unwrap()];
        let ([left, bottom], [right, top]) = (at("A1"), at("E5"));
        assert_eq!((right - left, bottom - top), (4.0 * UNIT, 4.0 * UNIT));
        let [x, y, width, height] = drawing.view;
        assert!(x < left && right < x + width && y < top && bottom < y + height, "{:?}", drawing.view);
        assert!(drawing.stone > UNIT / 4.0 && drawing.stone <= UNIT / 2.0, "{}", drawing.stone);
        for column in ["A", "B", "C", "D", "E"] {
            assert!(drawing.board.contains(&format!(">{column}</text>")), "{column}: {}", drawing.board);
        }
        assert!(drawing.title.starts_with("Stoical Go 5, "), "{}", drawing.title);
    }
}
