//! Features of moves: what stands around a cell, and which bridges a stone there makes or breaks.

use std::sync::LazyLock;

use super::Bracket;
use super::score::{HexBoard, RING};
use crate::setup::TableInfo;
use crate::words::Move;

/// What weights are learnt for.
pub const TABLES: &[TableInfo] = &[TableInfo { name: "around", len: RINGS }, TableInfo { name: "bridges", len: 4 * 4 }];

/// The ways to fill the six cells around a cell (empty, own, the opponent's, off the board), turned and mirrored ones
/// alike.
const RINGS: usize = 430;

/// States of a cell in two bits: 0 is empty.
const OWN: usize = 1;
const THEIRS: usize = 2;
const OFF: usize = 3;

/// The number of each way to fill a ring, written as two bits a cell.
static RING_NUMBERS: LazyLock<[u16; 1 << 12]> = LazyLock::new(|| {
    let cell = |ring: usize, i: usize| ring >> (2 * (i % 6)) & 3;
    let write = |cells: [usize; 6]| cells.iter().rev().fold(0, |ring, cell| ring << 2 | cell);
    let mut numbers = [u16::MAX; 1 << 12];
    let mut next = 0;
    for ring in 0..numbers.len() {
        if numbers[ring] == u16::MAX {
            for turn in 0..6 {
                numbers[write(std::array::from_fn(|i| cell(ring, i + turn)))] = next;
                numbers[write(std::array::from_fn(|i| cell(ring, 6 + turn - i)))] = next;
            }
            next += 1;
        }
    }
    numbers
});

impl<const W: usize> Bracket<W> {
    /// See [`crate::game::Game::features`].
    pub(super) fn tell_features(&self, moves: &[Move], features: &mut Vec<u16>) {
        let numbers = &*RING_NUMBERS;
        let (mine, theirs) = (self.stones[self.to_move.index()], self.stones[self.to_move.other().index()]);
        let state = |cell: u16| match usize::from(cell) {
            _ if cell == HexBoard::NONE => OFF,
            cell if mine.contains(cell) => OWN,
            cell if theirs.contains(cell) => THEIRS,
            _ => 0,
        };
        for mv in moves {
            let around = mv.point().and_then(|point| self.cell(point)).map(|cell| &self.board.around[cell]);
            let Some(around) = around else { continue };
            let near: [usize; RING] = std::array::from_fn(|i| state(around.near[i]));
            let ring = near.iter().rev().fold(0, |ring, state| ring << 2 | state);
            let mut bridges = [0; 4];
            for i in 0..RING {
                if near[i] == 0 && near[(i + 1) % RING] == 0 {
                    bridges[state(around.far[i])] += 1;
                }
            }
            features.push(numbers[ring]);
            features.push(4 * bridges[OWN].min(3) + bridges[THEIRS].min(3));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_that_are_turned_or_mirrored_have_one_number() {
        let numbers = &*RING_NUMBERS;
        assert_eq!(usize::from(*numbers.iter().max().unwrap()) + 1, RINGS);
        assert_eq!(numbers[0b01], numbers[0b01_00_00]);
        // Own, the opponent's, empty: mirrored.
        assert_eq!(numbers[0b10_01], numbers[0b01_10]);
        assert_ne!(numbers[0b01_01], numbers[0b01_00_01]);
    }
}
