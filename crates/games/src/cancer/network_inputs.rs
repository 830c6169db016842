//! The network's inputs for each point: stones and their liberties, and what may be placed on it.

use quintet_network::{Evaluation, Network};

use super::{CANCER, Cancer, OWN};
use crate::chains::{EMPTY, LibertyBoard, WALL};
use crate::networks::evaluate;

/// The inputs, in the order of their bits.
pub const INPUTS: &[&str] = &[
    "point",
    "own stone",
    "the opponent's stone",
    "cancer stone",
    "own chain with one liberty",
    "own chain with two",
    "own chain with more",
    "the opponent's chain with one liberty",
    "the opponent's chain with two",
    "the opponent's chain with more",
    "the latest stone",
    "an own stone may be placed",
    "a cancer stone may be placed",
    "a cancer stone captures own stones",
    "a cancer stone captures the opponent's stones",
    "the opponent may place its own stone",
];

impl<const S: usize, const N: usize, const W: usize> Cancer<S, N, W> {
    /// Implements `Heuristics::inputs`.
    pub(super) fn add_inputs(&self, board: &LibertyBoard<S, N, W>, inputs: &mut Vec<u16>) {
        let (me, opponent) = (self.to_move as u8, self.to_move.other() as u8);
        inputs.extend(self.board.cells().map(|cell| {
            let content = self.board.content(cell);
            let mut bits = 1 | u16::from(cell == self.last) << 10;
            if content == WALL {
                bits |= 1 << 3;
            } else if content == EMPTY {
                let neighbours = self.board.neighbours(cell);
                let chains = self.board.preview(&neighbours);
                let mine = self.legal_kinds(&neighbours, self.to_move, chains);
                let theirs = self.legal_kinds(&neighbours, self.to_move.other(), chains);
                bits |= u16::from(mine[usize::from(OWN)]) << 11 | u16::from(mine[usize::from(CANCER)]) << 12;
                bits |= u16::from(chains.any_dead(me)) << 13 | u16::from(chains.any_dead(opponent)) << 14;
                bits |= u16::from(theirs[usize::from(OWN)]) << 15;
            } else {
                let owner = u32::from(content != me);
                bits |= 1 << (1 + owner) | 1 << (u32::from(board.chain(cell).count.clamp(1, 3)) + 3 + 3 * owner);
            }
            bits
        }));
    }

    /// Returns the network's evaluation of the position, seen by the side to move; `None` on
    /// boards that are too narrow for a network.
    pub(super) fn evaluate(&self, network: &Network, board: &LibertyBoard<S, N, W>) -> Option<Evaluation> {
        evaluate(network, self.board.size(), 0.0, |inputs| self.add_inputs(board, inputs))
    }
}

#[cfg(test)]
mod tests {
    use quintet_core::position::{Heuristics as _, Position as _};
    use quintet_core::types::Seat;

    use super::super::tests::{at, position};
    use super::*;

    /// Returns the names of the inputs of a point, but for the one of all points.
    fn names(rows: &str, seat: Seat, vertex: &str) -> Vec<&'static str> {
        let mut game = position(rows, &[]);
        game.set_to_move(seat);
        let mut inputs = Vec::new();
        game.inputs(&mut inputs);
        let point = at(&game, OWN, vertex).point().unwrap();
        let bits = inputs[point.index()];
        assert_eq!(bits & 1, 1);
        INPUTS.iter().enumerate().filter(|&(i, _)| i > 0 && bits >> i & 1 == 1).map(|(_, &name)| name).collect()
    }

    #[test]
    fn stones_and_their_liberties_are_inputs() {
        // B1 is the last liberty of three white stones and of a red one.
        let rows = "... c.. oc. orc o..";
        assert_eq!(names(rows, Seat::Black, "B2"), ["own stone", "own chain with one liberty"]);
        assert_eq!(names(rows, Seat::White, "B2"), ["the opponent's stone", "the opponent's chain with one liberty"]);
        assert_eq!(names(rows, Seat::White, "A1"), ["own stone", "own chain with one liberty"]);
        assert_eq!(names(rows, Seat::White, "C2"), ["cancer stone"]);
        assert_eq!(names("... ... o..", Seat::White, "A1"), ["own stone", "own chain with two"]);
        assert_eq!(names("... .o. ...", Seat::Black, "B2"), ["the opponent's stone", "the opponent's chain with more"]);
    }

    #[test]
    fn what_may_be_placed_and_what_it_captures_are_inputs() {
        let rows = "... c.. oc. orc o..";
        let captures = ["a cancer stone captures own stones", "a cancer stone captures the opponent's stones"];
        // Red's own stone would take White's last liberty; White's would take Red's, which is
        // surrounded by White and cancer.
        let red = names(rows, Seat::Black, "B1");
        assert_eq!(red, [&["a cancer stone may be placed"][..], &captures].concat());
        assert_eq!(names(rows, Seat::White, "B1"), red);
        assert_eq!(
            names("... ... o..", Seat::White, "C3"),
            ["an own stone may be placed", "the opponent may place its own stone"]
        );
    }
}
