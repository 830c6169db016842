//! Positions in a form that can be drawn, written down and set up.

use std::collections::BTreeMap;

use crate::board::{Geometry, Point, hash};
use crate::types::{Seat, Stone};

/// A position in game-independent form: stones, side to move and named state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The stone on each cell of the bounding rectangle, in the order of [`Point`].
    pub stones: Vec<Option<Stone>>,
    /// The side to move.
    pub to_move: Seat,
    /// Everything else that legality and the result depend on, by name, unless it has its default
    /// value: `passes=1`, `barred-b=A1,B1`.
    pub state: BTreeMap<String, String>,
}

impl Diagram {
    /// Returns a hash of the whole diagram.
    pub fn key(&self) -> u64 {
        let stones = self.stones.iter().map(|stone| stone.map_or(0, |stone| 1 + stone as u64));
        let state = self.state.iter().flat_map(|(name, value)| name.bytes().chain([0]).chain(value.bytes()));
        hash(stones.chain([self.to_move as u64]).chain(state.map(u64::from)))
    }

    /// Calls `place` with every stone and its point. It returns `false` if the stone cannot stand
    /// there.
    ///
    /// # Errors
    /// Returns an error if the diagram has another number of cells than the bounding rectangle, or
    /// for the first stone that cannot stand where it is.
    pub fn place_stones(
        &self,
        board: &Geometry,
        mut place: impl FnMut(Point, Stone) -> bool,
    ) -> Result<(), DiagramError> {
        let cells = usize::from(board.width()) * usize::from(board.height());
        if self.stones.len() != cells {
            return Err(DiagramError::Size(cells, self.stones.len()));
        }
        let stones = (0..).map(Point).zip(&self.stones).filter_map(|(point, stone)| Some((point, (*stone)?)));
        for (point, stone) in stones {
            if !place(point, stone) {
                return Err(DiagramError::Stone(stone.name(), board.vertex(point).to_string()));
            }
        }
        Ok(())
    }

    /// Calls `read` with the name and the value of everything else in the diagram. It returns
    /// `None` if it cannot be read.
    ///
    /// # Errors
    /// Returns an error for the first that cannot be read.
    pub fn read_state(&self, mut read: impl FnMut(&str, &str) -> Option<()>) -> Result<(), DiagramError> {
        for (name, value) in &self.state {
            read(name, value).ok_or_else(|| DiagramError::State(name.clone(), value.clone()))?;
        }
        Ok(())
    }

    /// Returns the points with this stone.
    pub fn points_with(&self, stone: Stone) -> impl Iterator<Item = Point> + '_ {
        (0..).map(Point).zip(&self.stones).filter(move |(_, s)| **s == Some(stone)).map(|(point, _)| point)
    }
}

/// The error for a diagram that is not a position of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DiagramError {
    /// The game has no such stone, or the cell does not exist.
    #[error("no {0} stone can stand on {1}")]
    Stone(&'static str, String),
    /// A chain has no liberty.
    #[error("the chain at {0} has no liberty")]
    NoLiberty(String),
    /// A state is unknown or has an invalid value.
    #[error("cannot read the state {0}={1}")]
    State(String, String),
    /// The number of cells does not fit the board.
    #[error("the board has {0} cells, the diagram {1}")]
    Size(usize, usize),
}
