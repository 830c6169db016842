//! Positions as diagrams: the state beside the stones is a list of words.

use std::collections::BTreeMap;

use quintet_core::board::{Geometry, Vertex};
use quintet_core::diagram::{Diagram, DiagramError};
use quintet_core::position::Position;
use quintet_core::setup::Setup;
use quintet_core::types::{Seat, Stone};

use super::{Ko, KoState, Stoical};
use crate::chains::{ChainBoard, EMPTY};

/// The state words of Black's and White's latest captures.
const CAPTURED: [&str; 2] = ["captured-b", "captured-w"];

impl<const S: usize, const N: usize, const W: usize> Stoical<S, N, W> {
    /// Reads a diagram.
    pub(super) fn from_diagram(setup: &Setup, diagram: &Diagram) -> Result<Self, DiagramError> {
        let mut position = Self::new(setup);
        position.board = ChainBoard::from_diagram(setup, diagram, |stone| match stone {
            Stone::Black => Some(Seat::Black as u8),
            Stone::White => Some(Seat::White as u8),
            _ => None,
        })?;
        let geometry = setup.geometry();
        diagram.read_state(|word, value| position.read_state(&geometry, word, value))?;
        position.to_move = diagram.to_move;
        position.normalize();
        Ok(position)
    }

    fn read_state(&mut self, geometry: &Geometry, word: &str, value: &str) -> Option<()> {
        match word {
            _ if CAPTURED.contains(&word) => {
                let seat = if word == CAPTURED[0] { Seat::Black } else { Seat::White };
                let count = value.parse().ok().filter(|count| (1..=geometry.len()).contains(count))?;
                self.ko.captured[seat.index()] = self.ko.rule.remembered(count as u16);
                (self.ko.captured[seat.index()] != 0).then_some(())
            }
            "passes" => {
                self.passes = value.parse().ok().filter(|passes| (1..=2).contains(passes))?;
                Some(())
            }
            "ko" if self.ko.rule == Ko::Simple => {
                let point = geometry.point(value.parse::<Vertex>().ok()?)?;
                let cell = self.board.cell(point);
                self.ko.point = cell;
                let is_enclosed = self.board.content(cell) == EMPTY && self.board.neighbours(cell).encloser().is_some();
                is_enclosed.then_some(())
            }
            _ => None,
        }
    }

    /// Returns the position as a diagram.
    pub(super) fn write_diagram(&self) -> Diagram {
        let mut state = BTreeMap::new();
        let KoState { captured, point, .. } = self.ko;
        for (captured, word) in captured.into_iter().zip(CAPTURED) {
            if captured != 0 {
                state.insert(word.to_owned(), captured.to_string());
            }
        }
        if self.passes != 0 {
            state.insert("passes".to_owned(), self.passes.to_string());
        }
        if point != 0 {
            let (x, y) = (usize::from(point) % S - 1, usize::from(point) / S - 1);
            state.insert("ko".to_owned(), Vertex { x: x as u32, y: y as u32 }.to_string());
        }
        let stones = self.board.cells().map(|cell| self.stone(self.board.point(cell))).collect();
        Diagram { stones, to_move: self.to_move, state }
    }
}
