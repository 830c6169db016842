//! Ko rules: which captures are illegal.

use quintet_core::rule;
use quintet_core::types::Seat;

use crate::chains::Cell;

rule! {
    /// Which captures are illegal.
    Ko = "ko" {
        /// Any capture right after a capture.
        Stoical = "stoical",
        /// A capture of no more stones than the capture before it.
        Bigger = "bigger",
        /// Any capture right after a capture, except of several stones after that of a single one.
        Snapback = "snapback",
        /// Recapturing a single stone at once if that would repeat the position.
        Simple = "simple",
        /// A capture that repeats an earlier board (positional superko), which the game history
        /// decides.
        Positional = "positional",
    }
}

impl Ko {
    /// Returns the part of the number of stones just captured that legality depends on.
    pub fn remembered(self, captured: u16) -> u16 {
        match self {
            Ko::Stoical => captured.min(1),
            Ko::Bigger => captured,
            Ko::Snapback => captured.min(2),
            Ko::Simple | Ko::Positional => 0,
        }
    }

    /// Returns the rule that playouts follow. They do not remember boards: simple ko is the part of
    /// positional superko that they keep.
    pub fn in_playouts(self) -> Ko {
        if self == Ko::Positional { Ko::Simple } else { self }
    }
}

/// A ko rule with what it remembers of the latest moves.
#[derive(Clone, Copy, PartialEq)]
pub struct KoState {
    pub rule: Ko,
    /// The size of the capture by each side's latest move, as far as legality depends on it.
    pub captured: [u16; 2],
    /// The point that may not be retaken now with [`Ko::Simple`]; 0 if there is none.
    pub point: Cell,
}

impl KoState {
    /// Creates the state at the start of a game.
    pub fn new(rule: Ko) -> KoState {
        KoState { rule, captured: [0; 2], point: 0 }
    }

    /// Returns the size of the capture by the latest move of `seat`'s opponent, as far as legality
    /// depends on it.
    #[inline(always)]
    pub fn captured_before(&self, seat: Seat) -> u16 {
        self.captured[seat.other().index()]
    }

    /// Returns whether `seat`, the side to move, may play at `cell`, which captures the number of
    /// stones that `stones` returns.
    #[inline(always)]
    pub fn allows_capture(&self, seat: Seat, cell: Cell, stones: impl FnOnce() -> u16) -> bool {
        match self.captured_before(seat) {
            0 => cell != self.point,
            before => match self.rule {
                Ko::Bigger => stones() > before,
                Ko::Snapback => before == 1 && stones() >= 2,
                Ko::Stoical | Ko::Simple | Ko::Positional => false,
            },
        }
    }

    /// Records a move of `seat` that captures nothing, or whose captures are recorded next.
    #[inline(always)]
    pub fn record_move(&mut self, seat: Seat) {
        self.captured[seat.index()] = 0;
        self.point = 0;
    }

    /// Records that a stone of `seat` captured. `lone_liberty` returns the liberty of the stone if
    /// its chain has one stone and one liberty.
    #[inline(always)]
    pub fn record_capture(&mut self, seat: Seat, captured: u16, lone_liberty: impl FnOnce() -> Option<Cell>) {
        self.captured[seat.index()] = self.rule.remembered(captured);
        if captured == 1 && self.rule == Ko::Simple {
            self.point = lone_liberty().unwrap_or(0);
        }
    }
}
