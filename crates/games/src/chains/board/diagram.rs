//! Boards from diagrams.

use quintet_core::diagram::{Diagram, DiagramError};
use quintet_core::setup::Setup;
use quintet_core::types::Stone;

use super::ChainBoard;
use crate::chains::cell::{EMPTY, WALL};

impl<const S: usize, const N: usize> ChainBoard<S, N> {
    /// Reads the board of a diagram. `content` returns the content of a cell with a stone; `None`
    /// for stones that the game does not have.
    ///
    /// # Errors
    /// Returns an error if the diagram is of another size, or has a stone that the game does not
    /// have, a stone on a blocked point, or a chain without liberties.
    pub fn from_diagram(
        setup: &Setup,
        diagram: &Diagram,
        content: impl Fn(Stone) -> Option<u8>,
    ) -> Result<Self, DiagramError> {
        let geometry = setup.geometry();
        let mut board = ChainBoard::new(setup.width(), setup.height(), setup.blocked());
        diagram.place_stones(&geometry, |point, stone| {
            let cell = board.cell(point);
            match (content(stone), board.content(cell)) {
                (Some(content), EMPTY) => board.set(cell, content),
                (None, WALL) if stone == Stone::Blocked => {}
                _ => return false,
            }
            true
        })?;
        match board.dead_chain() {
            Some(cell) => Err(DiagramError::NoLiberty(geometry.vertex(board.point(cell)).to_string())),
            None => Ok(board),
        }
    }
}
