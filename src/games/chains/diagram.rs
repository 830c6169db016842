//! Boards from diagrams.

use super::{Chains, EMPTY, WALL};
use crate::setup::{Diagram, DiagramError, Setup};
use crate::words::Stone;

impl<const S: usize, const N: usize> Chains<S, N> {
    /// The board of a diagram; `content` tells what a cell with a stone holds, or `None` for stones that the game
    /// hasn't got.
    ///
    /// # Errors
    /// The diagram is of another size, has such a stone or one on a blocked point, or a chain without liberties.
    pub fn from_diagram(
        setup: &Setup,
        diagram: &Diagram,
        content: impl Fn(Stone) -> Option<u8>,
    ) -> Result<Self, DiagramError> {
        let geometry = setup.geometry();
        if diagram.stones.len() != geometry.len() {
            return Err(DiagramError::Size(geometry.len(), diagram.stones.len()));
        }
        let mut board = Chains::new(setup.width(), setup.height(), setup.blocked());
        for (point, &stone) in geometry.points().zip(&diagram.stones) {
            let Some(stone) = stone else { continue };
            let cell = board.cell(point);
            match (content(stone), board.content(cell)) {
                (Some(content), EMPTY) => board.set(cell, content),
                (None, WALL) if stone == Stone::Blocked => {}
                _ => return Err(DiagramError::Stone(stone.name(), geometry.vertex(point).to_string())),
            }
        }
        match board.dead_chain() {
            Some(cell) => Err(DiagramError::NoLiberty(geometry.vertex(board.point(cell)).to_string())),
            None => Ok(board),
        }
    }
}
