//! Features of moves: the stones that a move captures, the run that it becomes a part of, and its
//! surroundings.

use quintet_core::types::Move;
use quintet_core::weights::TableInfo;

use super::{Alaric, Cells};

/// The tables of weights.
pub const TABLES: &[TableInfo] = &[
    TableInfo { name: "captures", len: CAPTURES },
    TableInfo { name: "run", len: 3 * RUN },
    TableInfo { name: "around", len: 4 * 4 * 4 * 4 },
];

/// Captures of this many stones less one, and more, are alike.
const CAPTURES: usize = 8;
/// Runs of this many stones and more are alike.
const RUN: usize = 8;

/// Appends the features of moves.
pub fn append<C: Cells>(position: &Alaric<C>, moves: &[Move], features: &mut Vec<u16>) {
    let cells = position.cells;
    let count = cells.count() as i32;
    let (mine, theirs) = (position.mover.stones, position.waiting.stones);
    // Empty, own, the opponent's, off the board; cells of a circle wrap around.
    let state = |cell: i32| match cells.at(cell) {
        None => 3,
        Some(bit) if mine & bit != 0 => 1,
        Some(bit) if theirs & bit != 0 => 2,
        Some(_) => 0,
    };
    for mv in moves {
        let cell = i32::from(mv.code() & 63);
        let captured = cells.captures(mine | 1 << cell, theirs, 1 << cell).count_ones() as usize;
        let (mut run, mut bounded) = (1, 0);
        for step in [-1, 1] {
            let mut at = cell + step;
            while state(at) == 1 && run < count {
                run += 1;
                at += step;
            }
            bounded += usize::from(state(at) == 2);
        }
        let around = [-2, -1, 1, 2].into_iter().fold(0, |sum, step| 4 * sum + state(cell + step));
        features.extend([
            captured.min(CAPTURES - 1) as u16,
            (3 * (run as usize).min(RUN) - 3 + bounded) as u16,
            around as u16,
        ]);
    }
}
