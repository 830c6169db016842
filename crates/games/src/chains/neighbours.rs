//! The word of a cell, and the four neighbours of a point in one value.

use quintet_core::types::Seat;

use super::cell::{Cell, EMPTY, WALL};

/// Returns the part of a cell's word that stands for its content.
///
/// A word has a counter of four bits for each content, one of them 1, above the 16 bits for the
/// head of the cell's chain (the cell itself if it holds no stone). So the sum of four words counts
/// the contents of four cells. The frame counts as nothing.
pub const fn content_word(content: u8) -> u32 {
    1 << (16 + 4 * content)
}

/// The mask of a content's counter in a sum of words.
const fn counter_mask(content: u8) -> u32 {
    0xf << (16 + 4 * content)
}

/// Returns the number of cells with a content, from the sum of their words.
pub const fn count(sum: u32, content: u8) -> u32 {
    (sum >> (16 + 4 * content)) & 0xf
}

/// Returns the content of the cell with this word.
pub const fn content_of(word: u32) -> u8 {
    (((word >> 16) | 1 << (4 * WALL)).trailing_zeros() / 4) as u8
}

/// A point and its four neighbours at one moment.
#[derive(Clone, Copy)]
pub struct Neighbours {
    pub(super) cell: Cell,
    /// The words of the four neighbours.
    pub(super) words: [u32; 4],
    /// The sum of the words.
    pub(super) sum: u32,
}

impl Neighbours {
    /// Returns the point itself.
    #[inline]
    pub fn cell(&self) -> Cell {
        self.cell
    }

    /// Returns whether a neighbour is empty.
    #[inline]
    pub fn has_liberty(&self) -> bool {
        self.sum & counter_mask(EMPTY) != 0
    }

    /// Returns whether a neighbour is a stone of this colour, or a wall other than the frame.
    #[inline]
    pub fn touches(&self, content: u8) -> bool {
        self.sum & counter_mask(content) != 0
    }

    /// Returns whether all neighbours are stones of this colour or walls.
    #[inline]
    pub fn is_enclosed_by(&self, colour: u8) -> bool {
        self.sum & (counter_mask(EMPTY) | counter_mask(1 - colour)) == 0
    }

    /// Returns the owner of all neighbouring stones if there is only one and no neighbour is empty.
    #[inline]
    pub fn encloser(&self) -> Option<Seat> {
        match (self.has_liberty(), self.touches(0), self.touches(1)) {
            (false, true, false) => Some(Seat::Black),
            (false, false, true) => Some(Seat::White),
            _ => None,
        }
    }
}

/// The chains next to a point as they would be if it were filled: the words of its neighbours,
/// added up in two parts.
#[derive(Clone, Copy)]
pub struct ChainLiberties {
    pub(super) dead: u32,
    pub(super) alive: u32,
}

impl ChainLiberties {
    /// Returns whether a chain of this colour has no liberty left.
    #[inline(always)]
    pub fn any_dead(self, colour: u8) -> bool {
        self.dead & counter_mask(colour) != 0
    }

    /// Returns whether a chain of this colour still has a liberty.
    #[inline(always)]
    pub fn any_alive(self, colour: u8) -> bool {
        self.alive & counter_mask(colour) != 0
    }
}
