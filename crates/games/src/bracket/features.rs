//! Features of moves: the cells around a stone, and the bridges that it makes or breaks.

use std::sync::LazyLock;

use quintet_core::types::Move;
use quintet_core::weights::TableInfo;

use super::Bracket;
use super::hex_board::{HexBoard, RING};

/// The tables of weights.
pub const TABLES: &[TableInfo] = &[TableInfo { name: "around", len: RINGS }, TableInfo { name: "bridges", len: 4 * 4 }];

/// The number of ways to fill the six cells around a cell (empty, own, the opponent's, off the
/// board), up to rotation and reflection.
const RINGS: usize = 430;

/// States of a cell in two bits: 0 is empty.
const OWN: usize = 1;
const THEIRS: usize = 2;
const OFF: usize = 3;

/// The number of each way to fill a ring, which is written as two bits per cell.
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

/// Appends the features of moves.
pub fn append<const W: usize>(position: &Bracket<W>, moves: &[Move], features: &mut Vec<u16>) {
    let numbers = &*RING_NUMBERS;
    let to_move = position.to_move;
    let (mine, theirs) = (position.stones[to_move.index()], position.stones[to_move.other().index()]);
    let state = |cell: u16| match usize::from(cell) {
        _ if cell == HexBoard::NONE => OFF,
        cell if mine.contains(cell) => OWN,
        cell if theirs.contains(cell) => THEIRS,
        _ => 0,
    };
    for mv in moves {
        let around = mv.point().and_then(|point| position.cell(point)).map(|cell| &position.board.around[cell]);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotated_and_reflected_rings_have_the_same_number() {
        let numbers = &*RING_NUMBERS;
        assert_eq!(usize::from(*numbers.iter().max().unwrap()) + 1, RINGS);
        assert_eq!(numbers[0b01], numbers[0b01_00_00]);
        // Own, the opponent's, empty: reflected.
        assert_eq!(numbers[0b10_01], numbers[0b01_10]);
        assert_ne!(numbers[0b01_01], numbers[0b01_00_01]);
    }
}
