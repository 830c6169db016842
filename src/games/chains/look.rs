//! What a cell holds, in a word, and what four words together tell of the point between them.

use super::{Cell, EMPTY, WALL};
use crate::words::Seat;

/// What a cell holds is a counter of four bits in its word that is 1, above 16 bits for the head of its chain (the
/// cell itself where there is no stone). So the sum of four words counts what they hold. The frame counts nothing.
pub const fn one(content: u8) -> u32 {
    1 << (16 + 4 * content)
}

/// The counter of a content in a sum of words.
const fn field(content: u8) -> u32 {
    0xf << (16 + 4 * content)
}

/// How many of the cells whose words were added up hold this.
pub const fn count(sum: u32, content: u8) -> u32 {
    (sum >> (16 + 4 * content)) & 0xf
}

/// What a cell with this word holds.
pub const fn content_of(word: u32) -> u8 {
    (((word >> 16) | 1 << (4 * WALL)).trailing_zeros() / 4) as u8
}

/// A point and its four neighbours, at one moment.
#[derive(Clone, Copy)]
pub struct Look {
    pub(super) cell: Cell,
    /// The words of its neighbours.
    pub(super) beside: [u32; 4],
    /// Their sum.
    pub(super) sum: u32,
}

impl Look {
    /// The point itself.
    #[inline]
    pub fn cell(&self) -> Cell {
        self.cell
    }

    /// Whether an empty point is next to it.
    #[inline]
    pub fn has_liberty(&self) -> bool {
        self.sum & field(EMPTY) != 0
    }

    /// Whether a stone of this colour, or a wall that isn't the frame, is next to it.
    #[inline]
    pub fn touches(&self, content: u8) -> bool {
        self.sum & field(content) != 0
    }

    /// Whether nothing but stones of this colour and walls are next to it.
    #[inline]
    pub fn is_enclosed_by(&self, colour: u8) -> bool {
        self.sum & (field(EMPTY) | field(1 - colour)) == 0
    }

    /// The colour of all stones next to it, where there is one and no empty point.
    #[inline]
    pub fn encloser(&self) -> Option<Seat> {
        match (self.has_liberty(), self.touches(0), self.touches(1)) {
            (false, true, false) => Some(Seat::Black),
            (false, false, true) => Some(Seat::White),
            _ => None,
        }
    }
}

/// How the chains next to a point are once it is filled: the words of its neighbours are added up in two parts.
#[derive(Clone, Copy)]
pub struct Chances {
    pub(super) dead: u32,
    pub(super) alive: u32,
}

impl Chances {
    /// Whether a chain of this colour has no liberty left.
    #[inline(always)]
    pub fn dead(self, colour: u8) -> bool {
        self.dead & field(colour) != 0
    }

    /// Whether a chain of this colour has one.
    #[inline(always)]
    pub fn alive(self, colour: u8) -> bool {
        self.alive & field(colour) != 0
    }
}
