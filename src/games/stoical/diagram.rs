//! Positions as diagrams: what of the state isn't seen on the board stands beside it in words.

use super::{Ko, Stoical};
use crate::board::{Geometry, Vertex};
use crate::game::Game;
use crate::games::chains::{Chains, EMPTY};
use crate::setup::{Diagram, DiagramError, Setup};
use crate::words::{Seat, Stone};

impl<const S: usize, const N: usize> Stoical<S, N> {
    /// See [`Game::from_diagram`].
    pub(super) fn read(setup: &Setup, diagram: &Diagram) -> Result<Self, DiagramError> {
        let mut position = Self::new(setup);
        position.board = Chains::from_diagram(setup, diagram, |stone| match stone {
            Stone::Black => Some(Seat::Black as u8),
            Stone::White => Some(Seat::White as u8),
            _ => None,
        })?;
        let geometry = setup.geometry();
        for (word, value) in &diagram.state {
            let read = position.read_state(&geometry, word, value);
            read.ok_or_else(|| DiagramError::State(word.clone(), value.clone()))?;
        }
        position.to_move = diagram.to_move;
        position.normalize();
        Ok(position)
    }

    fn read_state(&mut self, geometry: &Geometry, word: &str, value: &str) -> Option<()> {
        match word {
            "captured-b" | "captured-w" => {
                let count = value.parse().ok().filter(|count| (1..=geometry.len()).contains(count))?;
                let captured = self.ko_rule.remembered(count as u16);
                self.captured[usize::from(word == "captured-w")] = captured;
                (captured != 0).then_some(())
            }
            "passes" => {
                self.passes = value.parse().ok().filter(|passes| (1..=2).contains(passes))?;
                Some(())
            }
            "ko" if self.ko_rule == Ko::Simple => {
                let point = geometry.point(value.parse::<Vertex>().ok()?)?;
                self.ko = self.board.cell(point);
                let enclosed = self.board.content(self.ko) == EMPTY && self.board.look(self.ko).encloser().is_some();
                enclosed.then_some(())
            }
            _ => None,
        }
    }

    /// See [`Game::diagram`].
    pub(super) fn written(&self) -> Diagram {
        let mut state = std::collections::BTreeMap::new();
        for (captured, word) in self.captured.into_iter().zip(["captured-b", "captured-w"]) {
            if captured != 0 {
                state.insert(word.to_owned(), captured.to_string());
            }
        }
        if self.passes != 0 {
            state.insert("passes".to_owned(), self.passes.to_string());
        }
        if self.ko != 0 {
            let (x, y) = (usize::from(self.ko) % S - 1, usize::from(self.ko) / S - 1);
            state.insert("ko".to_owned(), Vertex { x: x as u32, y: y as u32 }.to_string());
        }
        let stones = self.board.cells().map(|cell| self.stone(self.board.point(cell))).collect();
        Diagram { stones, to_move: self.to_move, state }
    }
}
