//! The network's inputs for each point: stones and their liberties, the effect of a stone, illegal
//! captures.

use quintet_network::{Evaluation, Network};

use super::{Ko, Stoical};
use crate::chains::{EMPTY, LibertyBoard, WALL};
use crate::networks::evaluate;

/// The inputs, in the order of their bits.
pub const INPUTS: &[&str] = &[
    "point",
    "own stone",
    "the opponent's stone",
    "own chain with one liberty",
    "own chain with two",
    "own chain with more",
    "the opponent's chain with one liberty",
    "the opponent's chain with two",
    "the opponent's chain with more",
    "the latest stone",
    "a stone here captures",
    "a stone here has one liberty",
    "a stone here has two",
    "captures are restricted now",
    "captures are restricted after captures",
    "a stone here is illegal",
];

impl<const S: usize, const N: usize, const W: usize> Stoical<S, N, W> {
    /// Implements `Heuristics::inputs`.
    pub(super) fn add_inputs(&self, board: &LibertyBoard<S, N, W>, inputs: &mut Vec<u16>) {
        let (me, seat) = (self.to_move as u8, self.to_move);
        let bans = matches!(self.ko.rule, Ko::Stoical | Ko::Bigger | Ko::Snapback);
        let everywhere = 1 | u16::from(self.ko.captured_before(seat) > 0) << 13 | u16::from(bans) << 14;
        inputs.extend(self.board.cells().map(|cell| {
            let content = self.board.content(cell);
            if content == WALL {
                return 0;
            }
            let mut bits = everywhere | u16::from(cell == self.last) << 9;
            if content == EMPTY {
                let effect = board.preview(cell, me);
                bits |= u16::from(effect.captured > 0) << 10;
                bits |= u16::from(effect.liberties == 1) << 11 | u16::from(effect.liberties == 2) << 12;
                bits |= u16::from(!self.is_legal_at(cell)) << 15;
            } else {
                let owner = u32::from(content != me);
                bits |= 1 << (1 + owner) | 1 << (u32::from(board.chain(cell).count.clamp(1, 3)) + 2 + 3 * owner);
            }
            bits
        }));
    }

    /// Returns the network's evaluation of the position, seen by the side to move; `None` on
    /// boards that are too narrow for a network.
    pub(super) fn evaluate(&self, network: &Network, board: &LibertyBoard<S, N, W>) -> Option<Evaluation> {
        let komi = -self.to_move.sign() * self.komi;
        evaluate(network, self.board.size(), komi, |inputs| self.add_inputs(board, inputs))
    }
}

#[cfg(test)]
mod tests {
    use quintet_core::board::Vertex;
    use quintet_core::position::{AnyPosition as _, Heuristics as _};
    use quintet_core::setup::Setup;
    use quintet_core::types::Move;

    use super::super::INFO;
    use super::*;

    type Board = Stoical<10, 128, 2>;

    /// Returns a position after moves, Black's first.
    fn after(setup: &Setup, played: &str) -> Board {
        let geometry = setup.geometry();
        let mut position = Board::new(setup);
        for text in played.split_whitespace() {
            let vertex = text.parse::<Vertex>().unwrap();
            position.play(Move::place(0, geometry.point(vertex).unwrap())).unwrap();
        }
        position
    }

    /// Returns the names of the inputs of a point, but for the one of all points.
    fn names(position: &Board, setup: &Setup, vertex: &str) -> Vec<&'static str> {
        let mut inputs = Vec::new();
        position.inputs(&mut inputs);
        assert_eq!(inputs.len(), setup.geometry().len());
        let bits = inputs[setup.geometry().point(vertex.parse().unwrap()).unwrap().index()];
        INPUTS.iter().enumerate().filter(|&(i, _)| i > 0 && bits >> i & 1 == 1).map(|(_, &name)| name).collect()
    }

    #[test]
    fn stones_liberties_and_effects_are_inputs() {
        let setup = Setup::new(&INFO).with_rule("ko", "positional").unwrap();
        let position = after(&setup, "B1 A1 E5 E4");
        assert_eq!(names(&position, &setup, "A1"), ["the opponent's stone", "the opponent's chain with one liberty"]);
        assert_eq!(names(&position, &setup, "B1"), ["own stone", "own chain with two"]);
        let latest = ["the opponent's stone", "the opponent's chain with more", "the latest stone"];
        assert_eq!(names(&position, &setup, "E4"), latest);
        assert_eq!(names(&position, &setup, "A2"), ["a stone here captures"]);
        assert_eq!(names(&position, &setup, "J9"), ["a stone here has two"]);
        assert_eq!(names(&position, &setup, "G7"), [""; 0]);
    }

    #[test]
    fn a_ban_on_captures_is_an_input_of_every_point() {
        let setup = Setup::new(&INFO);
        let restricted = "captures are restricted after captures";
        let position = after(&setup, "B1 A1 E5 E4");
        assert_eq!(names(&position, &setup, "G7"), [restricted]);
        // Black takes A1 while D4 is in atari.
        let position = after(&setup, "B1 A1 D4 C4 E9 D3 F9 D5 A2");
        assert_eq!(names(&position, &setup, "G7"), ["captures are restricted now", restricted]);
        let ban = ["a stone here captures", "captures are restricted now", restricted, "a stone here is illegal"];
        assert_eq!(names(&position, &setup, "E4"), ban);
    }

    #[test]
    fn blocked_points_have_no_inputs() {
        let setup = Setup::new(&INFO);
        let blocked = std::iter::once(setup.geometry().point("D4".parse().unwrap()).unwrap()).collect();
        let setup = setup.with_blocked(blocked).unwrap();
        let mut inputs = Vec::new();
        Board::new(&setup).inputs(&mut inputs);
        assert_eq!(inputs.iter().filter(|&&bits| bits == 0).count(), 1);
    }
}
