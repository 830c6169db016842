//! The cells of the matrix: board, rules, komi and player of a game.

use std::fmt;

use quintet_core::setup::GameInfo;
use quintet_engine::Level;
use quintet_games::GAMES;

use crate::setups::try_setup;

/// The player of both sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Player {
    /// Full strength with few visits.
    Full,
    /// A level of play.
    Level(Level),
}

impl Player {
    fn all() -> [Player; 4] {
        let level = |number| Player::Level(Level::new(number).expect("a level"));
        [Player::Full, level(1), level(6), level(12)]
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Full => f.write_str("full strength"),
            Player::Level(level) => write!(f, "level {level}"),
        }
    }
}

/// A game of the matrix.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The place in the list of all cells, and the seed of the game.
    pub number: usize,
    pub info: &'static GameInfo,
    /// The setup, as [`crate::setups::setup`] reads it.
    pub line: String,
    /// The number of points that can be played on.
    pub points: usize,
    pub player: Player,
    pub extent: Extent,
    /// The number of plies after which the game is broken off, if it is not played to its end.
    pub longest: Option<usize>,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.line, self.player)
    }
}

/// How much of the matrix is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// A sample of boards, each with every value of every rule.
    Short,
    /// All boards and combinations.
    Long,
}

/// The sizes of the matrix, as far as a game has them, besides its smallest, default and largest.
const SIZES: [u16; 17] = [2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 17, 19, 21, 25, 31, 40];

/// The rectangles of the matrix, for games that have some.
const RECTANGLES: [(u16, u16); 7] = [(2, 5), (3, 7), (7, 4), (5, 13), (13, 8), (9, 19), (25, 2)];

/// Boards with blocked points, for games that have some: scattered, with walled-in points and
/// corners, cut in two, single files.
const BLOCKED: [&str; 10] = [
    "4 block=B2",
    "4 block=A4,C4,D4,C3,D3,C2,A1,D1",
    "5 block=A2,B1",
    "3x9 block=B1,B2,B3,B4,B5,B6,B7,B8,B9",
    "6 block=A2,B2,B1,E6,E5,F5,C4",
    "7 block=A4,B4,C4,D4,E4,F4,G4",
    "9 block=C3,G7,E5",
    "8x7 block=A2,B1,H6,G7,D3,D4,E4,E5",
    "13 block=A2,B1,N12,M13,G7,D4,K10,D10,K4",
    "19 block=D4,D16,Q4,Q16,K10,A2,B1",
];

/// Boards of the sample besides the smallest, the default and the largest of each game.
const SAMPLE: [&str; 10] = ["3", "5", "7", "2x5", "25x2", "9x19", BLOCKED[1], BLOCKED[2], BLOCKED[4], BLOCKED[6]];

/// Of larger boards the sample has the opening alone.
const SAMPLE_POINTS: usize = 50;

/// The number of plies of an opening.
const OPENING: usize = 2;

/// Komi of games that have it: none, usual, odd.
const KOMI: [f64; 3] = [0.0, 7.5, -11.25];

/// Returns every combination of a game's rules, as words of a line.
fn rules(info: &GameInfo) -> Vec<String> {
    info.rules.iter().fold(vec![String::new()], |lines, rule| {
        let with = |line: &String| rule.values.iter().map(|value| format!("{line} {}={value}", rule.name)).collect();
        lines.iter().flat_map(|line| -> Vec<String> { with(line) }).collect()
    })
}

/// Returns the boards of a game.
fn boards(info: &GameInfo) -> Vec<String> {
    let ends = [*info.sizes.start(), info.default_size, *info.sizes.end()];
    let mut sizes: Vec<u16> = SIZES.into_iter().chain(ends).filter(|size| info.sizes.contains(size)).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut boards: Vec<String> = sizes.iter().map(u16::to_string).collect();
    if info.rectangular {
        boards.extend(RECTANGLES.iter().map(|(width, height)| format!("{width}x{height}")));
    }
    if info.blocking {
        boards.extend(BLOCKED.map(str::to_owned));
    }
    boards
}

/// Returns whether a board is in the sample.
fn is_in_sample(info: &GameInfo, board: &str) -> bool {
    let ends = [*info.sizes.start(), info.default_size, *info.sizes.end()].map(|size| size.to_string());
    SAMPLE.contains(&board) || ends.iter().any(|end| end == board)
}

/// Returns whether a game is in the matrix, by the indices of its board, rules, komi and player.
///
/// On a small board every combination of rules meets every komi and every player. On a medium one
/// each two of rules, komi and player meet. On a large one each combination of rules has one game at
/// full strength and one at a level; komi and level change from board to board.
fn is_played(extent: Extent, points: usize, [board, rules, komi, player]: [usize; 4], komi_count: usize) -> bool {
    match (extent, points) {
        (Extent::Long, ..=30) => true,
        (Extent::Long, ..=100) => (rules + komi + player).is_multiple_of(komi_count),
        _ => (player == 0 || player == 1 + (board + rules) % 3) && komi == (board + rules) % komi_count,
    }
}

/// Returns the cells of the matrix.
pub fn cells(extent: Extent) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &info in GAMES {
        let komi: Vec<String> =
            if info.komi { KOMI.iter().map(|komi| format!(" komi={komi}")).collect() } else { vec![String::new()] };
        let boards = boards(info);
        let boards = boards.iter().filter(|board| extent == Extent::Long || is_in_sample(info, board));
        for (b, board) in boards.enumerate() {
            for (r, rules) in rules(info).iter().enumerate() {
                for (k, komi_word) in komi.iter().enumerate() {
                    let line = format!("{} {board}{rules}{komi_word}", info.id);
                    // Some sizes go with some rules alone.
                    let Ok(setup) = try_setup(&line) else { continue };
                    let points = setup.geometry().points().filter(|&point| !setup.blocked().contains(point)).count();
                    if setup.komi().abs() >= points as f64 {
                        // Nothing is at stake.
                        continue;
                    }
                    let opening = extent == Extent::Short && points > SAMPLE_POINTS;
                    for (p, player) in Player::all().into_iter().enumerate() {
                        let is_in = match opening {
                            true => player == Player::Full && (b + r) % komi.len() == k,
                            false => is_played(extent, points, [b, r, k, p], komi.len()),
                        };
                        if is_in {
                            let longest = opening.then_some(OPENING);
                            let (number, line) = (cells.len(), line.clone());
                            cells.push(Cell { number, info, line, points, player, extent, longest });
                        }
                    }
                }
            }
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_rule_komi_and_player_of_every_game_is_in_the_matrix() {
        for extent in [Extent::Short, Extent::Long] {
            let cells = cells(extent);
            let some = |info: &GameInfo, what: &str, is_it: &dyn Fn(&Cell) -> bool| {
                let found = cells.iter().any(|cell| cell.info.id == info.id && is_it(cell));
                assert!(found, "{extent:?}: no game of {} {what}", info.title);
            };
            for info in GAMES {
                for player in Player::all() {
                    some(info, &format!("at {player}"), &|cell| cell.player == player);
                }
                for rule in info.rules {
                    for value in rule.values {
                        for player in Player::all() {
                            let word = format!(" {}={value}", rule.name);
                            some(info, &format!("with{word} at {player}"), &|cell| {
                                cell.player == player && format!("{} ", cell.line).contains(&format!("{word} "))
                            });
                        }
                    }
                }
                for size in [*info.sizes.start(), info.default_size, *info.sizes.end()] {
                    let word = format!("{} {size} ", info.id);
                    some(info, &format!("of size {size}"), &|cell| format!("{} ", cell.line).starts_with(&word));
                }
                if info.rectangular {
                    some(info, "on a rectangle", &|cell| cell.line.split(' ').nth(1).unwrap().contains('x'));
                }
                if info.blocking {
                    some(info, "with walled-in points", &|cell| cell.line.contains("block=A2,B1"));
                }
                for komi in KOMI {
                    let word = format!(" komi={komi}");
                    let with_komi = |cell: &Cell| cell.line.ends_with(&word);
                    if info.komi {
                        some(info, &word, &with_komi);
                    }
                }
            }
        }
    }
}
