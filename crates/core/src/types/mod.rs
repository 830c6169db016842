//! Basic types: seats, stones, moves and outcomes.

mod margin;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::Point;

pub use margin::{Margin, ParseMarginError, winner};

/// A player. The stones that a player places can have other colours.
///
/// ```
/// use quintet_core::types::Seat;
///
/// assert_eq!(Seat::Black.other(), Seat::White);
/// assert_eq!(Seat::BOTH.map(Seat::name), ["black", "white"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Seat {
    /// The player that is `b` in GTP, even if its stones have another colour.
    #[serde(rename = "b")]
    Black = 0,
    /// The player that is `w` in GTP.
    #[serde(rename = "w")]
    White = 1,
}

impl Seat {
    /// Both seats, Black first.
    pub const BOTH: [Seat; 2] = [Seat::Black, Seat::White];

    /// Returns the opponent.
    #[inline]
    pub const fn other(self) -> Seat {
        match self {
            Seat::Black => Seat::White,
            Seat::White => Seat::Black,
        }
    }

    /// Returns 0 for Black and 1 for White, an index into per-seat tables.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Seat::Black => "black",
            Seat::White => "white",
        }
    }

    /// Returns `b` or `w`.
    pub const fn letter(self) -> char {
        match self {
            Seat::Black => 'b',
            Seat::White => 'w',
        }
    }

    /// Returns +1 for Black and −1 for White, which converts between margins for Black and for the
    /// seat.
    pub const fn sign(self) -> f64 {
        match self {
            Seat::Black => 1.0,
            Seat::White => -1.0,
        }
    }
}

/// A stone or another piece on a point.
///
/// ```
/// use quintet_core::types::Stone;
///
/// assert_eq!(Stone::Cancer.letter(), 'c');
/// assert_eq!(Stone::from_letter('%'), Some(Stone::Blocked));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Stone {
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// A red stone.
    Red,
    /// A cancer stone, drawn black.
    Cancer,
    /// A neutral piece that blocks the point.
    Blocked,
}

impl Stone {
    /// All stones.
    pub const ALL: [Stone; 5] = [Stone::Black, Stone::White, Stone::Red, Stone::Cancer, Stone::Blocked];

    /// Returns the name in commands: `black`, `white`, `red`, `cancer`, `blocked`.
    pub const fn name(self) -> &'static str {
        match self {
            Stone::Black => "black",
            Stone::White => "white",
            Stone::Red => "red",
            Stone::Cancer => "cancer",
            Stone::Blocked => "blocked",
        }
    }

    /// Returns the letter in position lines and text diagrams.
    pub const fn letter(self) -> char {
        match self {
            Stone::Black => 'x',
            Stone::White => 'o',
            Stone::Red => 'r',
            Stone::Cancer => 'c',
            Stone::Blocked => '%',
        }
    }

    /// Returns the stone with a given [`Stone::letter`].
    pub fn from_letter(letter: char) -> Option<Stone> {
        Stone::ALL.into_iter().find(|stone| stone.letter() == letter)
    }
}

/// A move in 16 bits: the placement of a stone on a point, a pass or a swap.
///
/// The kind of stone is an index into [`GameInfo::kinds`](crate::setup::GameInfo::kinds); games
/// with a single kind use 0.
///
/// ```
/// use quintet_core::board::Point;
/// use quintet_core::types::{Action, Move};
///
/// let mv = Move::place(1, Point(12));
/// assert_eq!(mv.action(), Action::Place { kind: 1, point: Point(12) });
/// assert_eq!(Move::from_code(mv.code()), mv);
/// assert_eq!(Move::PASS.point(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

/// The parts of a [`Move`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Places a stone on a point.
    Place {
        /// The kind of stone, an index into [`GameInfo::kinds`](crate::setup::GameInfo::kinds).
        kind: u8,
        point: Point,
    },
    /// Passes. In games without passes this is accepted only after the end.
    Pass,
    /// Swaps sides after the first move (`swap-pieces`, the pie rule).
    Swap,
}

impl Move {
    pub const PASS: Move = Move(0xffff);
    /// A swap of sides (`swap-pieces`).
    pub const SWAP: Move = Move(0xfffe);

    /// Returns the placement of a stone of a kind (0 to 6) on `point`.
    #[inline]
    pub const fn place(kind: u8, point: Point) -> Move {
        Move((kind as u16) << 10 | point.0)
    }

    /// Returns the encoding: `kind << 10 | point`, 0xffff for a pass and 0xfffe for a swap.
    #[inline]
    pub const fn code(self) -> u16 {
        self.0
    }

    /// Returns the move with a given [`Move::code`].
    #[inline]
    pub const fn from_code(code: u16) -> Move {
        Move(code)
    }

    /// Returns the parts of the move.
    #[inline]
    pub const fn action(self) -> Action {
        match self {
            Move::PASS => Action::Pass,
            Move::SWAP => Action::Swap,
            Move(code) => Action::Place { kind: (code >> 10) as u8, point: Point(code & 0x3ff) },
        }
    }

    /// Returns the point of a placement; `None` for a pass or a swap.
    #[inline]
    pub const fn point(self) -> Option<Point> {
        match self.action() {
            Action::Place { point, .. } => Some(point),
            Action::Pass | Action::Swap => None,
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action() {
            Action::Place { kind, point } => write!(f, "{kind}@{}", point.0),
            Action::Pass => f.write_str("pass"),
            Action::Swap => f.write_str("swap"),
        }
    }
}

/// The reason why a game ended.
///
/// The common reasons are constants; a game adds its own with [`Ending::new`].
///
/// ```
/// use quintet_core::types::Ending;
///
/// assert_eq!(Ending::FULL_BOARD.name(), "full board");
/// const CONNECTED: Ending = Ending::new("connected edges");
/// assert_ne!(CONNECTED, Ending::FULL_BOARD);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending(&'static str);

impl Ending {
    pub const FULL_BOARD: Ending = Ending("full board");
    /// The side to move has no legal move.
    pub const NO_LEGAL_MOVE: Ending = Ending("no legal move");
    /// Two passes in a row.
    pub const TWO_PASSES: Ending = Ending("two passes");
    /// A position occurred again.
    pub const REPETITION: Ending = Ending("repetition");

    /// Creates a reason; `name` is a few words in lower case.
    pub const fn new(name: &'static str) -> Ending {
        Ending(name)
    }

    /// Returns the reason in words, as `quintet-outcome` reports it.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// The margin for Black.
    pub margin: Margin,
    /// The reason why it ended.
    pub ending: Ending,
}

impl Outcome {
    /// A draw by repetition.
    pub const REPETITION: Outcome = Outcome { margin: Margin::DRAW, ending: Ending::REPETITION };

    /// Returns the winner; `None` for a draw.
    pub fn winner(&self) -> Option<Seat> {
        self.margin.winner()
    }
}

/// The error for an illegal move; the position is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal move")]
pub struct IllegalMove;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_equal_if_their_names_are() {
        const CONNECTED: Ending = Ending::new("connected edges");
        assert_eq!(CONNECTED, Ending::new("connected edges"));
        assert_eq!(Ending::new("full board"), Ending::FULL_BOARD);
        let common = [Ending::FULL_BOARD, Ending::NO_LEGAL_MOVE, Ending::TWO_PASSES, Ending::REPETITION, CONNECTED];
        for (i, ending) in common.iter().enumerate() {
            assert_eq!(common.iter().position(|other| other == ending), Some(i), "{}", ending.name());
        }
    }

    #[test]
    fn a_repetition_is_a_draw() {
        assert_eq!(Outcome::REPETITION.winner(), None);
        assert_eq!(Outcome::REPETITION.ending.name(), "repetition");
        let won = Outcome { margin: Margin::new(-0.5), ending: Ending::TWO_PASSES };
        assert_eq!(won.winner(), Some(Seat::White));
    }

    #[test]
    fn every_move_is_decoded_from_its_code() {
        for kind in 0..7 {
            for point in [0, 1, 624, 1023].map(Point) {
                let mv = Move::place(kind, point);
                assert_eq!(mv.action(), Action::Place { kind, point });
                assert_eq!(mv.point(), Some(point));
                assert_eq!(Move::from_code(mv.code()), mv);
            }
        }
        assert_eq!([Move::PASS, Move::SWAP].map(Move::action), [Action::Pass, Action::Swap]);
        assert_eq!([Move::PASS, Move::SWAP].map(Move::point), [None; 2]);
    }

    #[test]
    fn names_and_letters_of_stones_are_unique() {
        for stone in Stone::ALL {
            assert_eq!(Stone::from_letter(stone.letter()), Some(stone));
            assert_eq!(Stone::ALL.iter().filter(|other| other.name() == stone.name()).count(), 1);
        }
        assert_eq!(Stone::from_letter('.'), None);
    }
}
