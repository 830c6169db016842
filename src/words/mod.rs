//! The words of play: seats, stones, moves, and how a game ended.

mod margin;

use std::fmt;

use rand::Rng as _;
use serde::{Deserialize, Serialize};

use crate::board::Point;

pub use margin::{Margin, ParseMarginError, winner};

/// The random generator of playouts, openings and seeds: portable, so that a seed means the same on every machine.
pub type Rng = rand::rngs::Xoshiro256PlusPlus;

/// A random number below `bound` (which must not be 0), by multiplication: no division, a bias below 2⁻²².
///
/// ```
/// use quintet::words::{Rng, random_below};
/// use rand::SeedableRng as _;
///
/// let mut rng = Rng::seed_from_u64(1);
/// let dice: Vec<u32> = (0..100).map(|_| random_below(&mut rng, 6)).collect();
/// assert!((0..6).all(|side| dice.contains(&side)));
/// ```
#[inline]
pub fn random_below(rng: &mut Rng, bound: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(bound)) >> 32) as u32
}

/// The `number`-th number of the sequence that SplitMix64 (by Steele, Lea and Flood) makes of a seed: spreads small
/// numbers over 64 bits.
#[inline]
pub const fn split_mix(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Who moves. In three of the five games this differs from the colour of the stones that are placed.
///
/// ```
/// use quintet::words::Seat;
///
/// assert_eq!(Seat::Black.other(), Seat::White);
/// assert_eq!(Seat::BOTH.map(Seat::name), ["black", "white"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Seat {
    /// `b` in GTP: Black, and Red in Cancer.
    #[serde(rename = "b")]
    Black = 0,
    /// `w` in GTP.
    #[serde(rename = "w")]
    White = 1,
}

impl Seat {
    /// Both seats, Black first.
    pub const BOTH: [Seat; 2] = [Seat::Black, Seat::White];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Seat {
        match self {
            Seat::Black => Seat::White,
            Seat::White => Seat::Black,
        }
    }

    /// 0 for Black, 1 for White: an index into per-seat tables.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Seat::Black => "black",
            Seat::White => "white",
        }
    }

    /// `b` or `w`.
    pub const fn letter(self) -> char {
        match self {
            Seat::Black => 'b',
            Seat::White => 'w',
        }
    }

    /// +1 for Black, −1 for White: turns a margin seen by Black into the seat's own, and back.
    pub const fn sign(self) -> f64 {
        match self {
            Seat::Black => 1.0,
            Seat::White => -1.0,
        }
    }
}

/// What stands on a point.
///
/// ```
/// use quintet::words::Stone;
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
    /// A red stone (Cancer, Cascade).
    Red,
    /// A cancer stone, drawn black (Cancer).
    Cancer,
    /// A neutral blocking piece (Stoical Go).
    Blocked,
}

impl Stone {
    /// All kinds of stone.
    pub const ALL: [Stone; 5] = [Stone::Black, Stone::White, Stone::Red, Stone::Cancer, Stone::Blocked];

    /// The stone's name in commands: `black`, `white`, `red`, `cancer`, `blocked`.
    pub const fn name(self) -> &'static str {
        match self {
            Stone::Black => "black",
            Stone::White => "white",
            Stone::Red => "red",
            Stone::Cancer => "cancer",
            Stone::Blocked => "blocked",
        }
    }

    /// The stone's letter in position lines and plain pictures.
    pub const fn letter(self) -> char {
        match self {
            Stone::Black => 'x',
            Stone::White => 'o',
            Stone::Red => 'r',
            Stone::Cancer => 'c',
            Stone::Blocked => '%',
        }
    }

    /// The stone of a letter as [`Stone::letter`] gives it.
    pub fn from_letter(letter: char) -> Option<Stone> {
        Stone::ALL.into_iter().find(|stone| stone.letter() == letter)
    }
}

/// A move in 16 bits: the placing of a stone of some kind on a point, a pass, or Cancer's swap.
///
/// The kinds are those of `GameInfo::kinds`, by index; games with a single kind use 0.
///
/// ```
/// use quintet::board::Point;
/// use quintet::words::{Action, Move};
///
/// let mv = Move::place(1, Point(12));
/// assert_eq!(mv.action(), Action::Place { kind: 1, point: Point(12) });
/// assert_eq!(Move::from_code(mv.code()), mv);
/// assert_eq!(Move::PASS.point(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

/// A [`Move`], taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A stone of the `kind`-th kind is put on a point.
    Place {
        /// Index into `GameInfo::kinds`.
        kind: u8,
        /// Where.
        point: Point,
    },
    /// Stoical Go's pass; in the other games only after the end.
    Pass,
    /// Cancer's `swap-pieces`.
    Swap,
}

impl Move {
    /// A pass.
    pub const PASS: Move = Move(0xffff);
    /// Cancer's `swap-pieces`.
    pub const SWAP: Move = Move(0xfffe);

    /// Placing a stone of the `kind`-th kind (0..7) on `point`.
    #[inline]
    pub const fn place(kind: u8, point: Point) -> Move {
        Move((kind as u16) << 10 | point.0)
    }

    /// The move as a number: `kind << 10 | point`, or one of the two highest values for a pass and a swap.
    #[inline]
    pub const fn code(self) -> u16 {
        self.0
    }

    /// The move of a number that [`Move::code`] gave.
    #[inline]
    pub const fn from_code(code: u16) -> Move {
        Move(code)
    }

    /// What the move does.
    #[inline]
    pub const fn action(self) -> Action {
        match self {
            Move::PASS => Action::Pass,
            Move::SWAP => Action::Swap,
            Move(code) => Action::Place { kind: (code >> 10) as u8, point: Point(code & 0x3ff) },
        }
    }

    /// The point that a placement fills.
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

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The board is full.
    FullBoard,
    /// The side to move has no legal move.
    NoMove,
    /// Two passes in a row.
    Passes,
    /// One side, or both, has no stone left (Cancer).
    Annihilation,
    /// A position came again.
    Repetition,
}

impl Ending {
    /// The reason in words, as `quintet-outcome` tells it.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::FullBoard => "full board",
            Ending::NoMove => "no legal move",
            Ending::Passes => "two passes",
            Ending::Annihilation => "annihilation",
            Ending::Repetition => "repetition",
        }
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// By how much Black wins.
    pub margin: Margin,
    /// How it ended.
    pub ending: Ending,
}

impl Outcome {
    /// A draw because a position came again.
    pub const REPETITION: Outcome = Outcome { margin: Margin::DRAW, ending: Ending::Repetition };

    /// Who won; `None` for a draw.
    pub fn winner(&self) -> Option<Seat> {
        self.margin.winner()
    }
}

/// The move is not legal in this position; the position is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal move")]
pub struct IllegalMove;
