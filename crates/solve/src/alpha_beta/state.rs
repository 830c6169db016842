//! The state of a search, for checkpoints.

use std::borrow::Borrow;
use std::io::{self, Write};

use super::transposition_table::TranspositionTable;
use crate::checkpoint::{Checkpoint, CheckpointError, Saved};

/// The knowledge of a search. The table is owned, or borrowed from a search that goes on.
pub struct State<T> {
    /// The bounds of the value for the side to move.
    pub bounds: [i32; 2],
    /// The number of nodes so far.
    pub nodes: u64,
    pub table: T,
}

impl State<TranspositionTable> {
    /// Reads a checkpoint; its table can grow to `bytes` bytes. `None` if there is no file.
    pub fn read(checkpoint: &Checkpoint, bytes: u64) -> Result<Option<Self>, CheckpointError> {
        let Some(mut reader) = checkpoint.read::<4>()? else { return Ok(None) };
        let [low, high, nodes, words] = reader.numbers;
        reader.expect_words(words, 8)?;
        let words = reader.read_u64s(words as usize)?;
        reader.finish()?;
        let table = TranspositionTable::from_words(&words, bytes).ok_or(CheckpointError::Format)?;
        Ok(Some(State { bounds: [low as i32, high as i32], nodes: nodes as u64, table }))
    }
}

impl<T: Borrow<TranspositionTable>> Saved for State<T> {
    fn numbers(&self) -> Vec<i64> {
        let [low, high] = self.bounds;
        vec![low.into(), high.into(), self.nodes as i64, self.table.borrow().words().len() as i64]
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.table.borrow().words().try_for_each(|word| out.write_all(&word.to_le_bytes()))
    }
}
