//! What a network is told of each point: stones and their liberties, what a stone there would bring, what is banned.

use super::{Ko, Stoical};
use crate::games::chains::{EMPTY, Fights, WALL};
use crate::network::{Grid, Judgement, Network, View};

/// The inputs, by the bits that tell them.
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

/// Boards that a network is asked about: rows and columns. Those that it learnt from lie between.
const SIZES: std::ops::RangeInclusive<usize> = 7..=13;

impl<const S: usize, const N: usize> Stoical<S, N> {
    /// See [`crate::game::Game::inputs`].
    pub(super) fn tell_inputs<const W: usize>(&self, board: &Fights<S, N, W>, inputs: &mut Vec<u16>) {
        let (me, them) = (self.to_move as u8, self.to_move.other());
        let bans = matches!(self.ko_rule, Ko::Stoical | Ko::Bigger | Ko::Snapback);
        let everywhere = 1 | u16::from(self.captured[them.index()] > 0) << 13 | u16::from(bans) << 14;
        inputs.extend(self.board.cells().map(|cell| {
            let content = self.board.content(cell);
            if content == WALL {
                return 0;
            }
            let mut told = everywhere | u16::from(cell == self.last) << 9;
            if content == EMPTY {
                let outlook = board.outlook(cell, me);
                told |= u16::from(outlook.captured > 0) << 10;
                told |= u16::from(outlook.liberties == 1) << 11 | u16::from(outlook.liberties == 2) << 12;
                told |= u16::from(!self.is_legal_at(cell)) << 15;
            } else {
                let seat = u32::from(content != me);
                told |= 1 << (1 + seat) | 1 << (u32::from(board.chain(cell).count.clamp(1, 3)) + 2 + 3 * seat);
            }
            told
        }));
    }

    /// What the network makes of the position, seen by the seat to move; `None` on boards that it doesn't know.
    pub(super) fn judged_by<const W: usize>(&self, network: &Network, board: &Fights<S, N, W>) -> Option<Judgement> {
        let (width, height) = self.board.size();
        if !SIZES.contains(&width) || !SIZES.contains(&height) {
            return None;
        }
        let mut inputs = Vec::with_capacity(width * height);
        self.tell_inputs(board, &mut inputs);
        let komi = -self.to_move.sign() * self.komi;
        Some(network.judge(&View { grid: Grid { width, height }, inputs: &inputs, komi: komi as f32 }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::INFO;
    use super::*;
    use crate::board::Vertex;
    use crate::game::Game as _;
    use crate::setup::Setup;
    use crate::words::Move;

    type Board = Stoical<10, 128>;

    /// A position after these moves, Black's first.
    fn after(setup: &Setup, played: &str) -> Board {
        let geometry = setup.geometry();
        let mut position = Board::new(setup);
        for text in played.split_whitespace() {
            let vertex = text.parse::<Vertex>().unwrap();
            position.play(Move::place(0, geometry.point(vertex).unwrap())).unwrap();
        }
        position
    }

    /// The names of what is told of a point, without what is told of all.
    fn told(position: &Board, setup: &Setup, vertex: &str) -> Vec<&'static str> {
        let mut inputs = Vec::new();
        position.inputs(&mut inputs);
        assert_eq!(inputs.len(), setup.geometry().len());
        let bits = inputs[setup.geometry().point(vertex.parse().unwrap()).unwrap().index()];
        INPUTS.iter().enumerate().filter(|&(i, _)| i > 0 && bits >> i & 1 == 1).map(|(_, &name)| name).collect()
    }

    #[test]
    fn stones_liberties_and_what_a_stone_would_bring_are_told() {
        let setup = Setup::new(&INFO).with_rule("ko", "positional").unwrap();
        let position = after(&setup, "B1 A1 E5 E4");
        assert_eq!(told(&position, &setup, "A1"), ["the opponent's stone", "the opponent's chain with one liberty"]);
        assert_eq!(told(&position, &setup, "B1"), ["own stone", "own chain with two"]);
        let latest = ["the opponent's stone", "the opponent's chain with more", "the latest stone"];
        assert_eq!(told(&position, &setup, "E4"), latest);
        assert_eq!(told(&position, &setup, "A2"), ["a stone here captures"]);
        assert_eq!(told(&position, &setup, "J9"), ["a stone here has two"]);
        assert_eq!(told(&position, &setup, "G7"), [""; 0]);
    }

    #[test]
    fn a_ban_on_captures_is_told_of_every_point_and_what_is_illegal_of_its_own() {
        let setup = Setup::new(&INFO);
        let restricted = "captures are restricted after captures";
        let position = after(&setup, "B1 A1 E5 E4");
        assert_eq!(told(&position, &setup, "G7"), [restricted]);
        // Black takes A1 while D4 is in atari.
        let position = after(&setup, "B1 A1 D4 C4 E9 D3 F9 D5 A2");
        assert_eq!(told(&position, &setup, "G7"), ["captures are restricted now", restricted]);
        let ban = ["a stone here captures", "captures are restricted now", restricted, "a stone here is illegal"];
        assert_eq!(told(&position, &setup, "E4"), ban);
    }

    #[test]
    fn blocked_points_are_no_points() {
        let setup = Setup::new(&INFO);
        let blocked = std::iter::once(setup.geometry().point("D4".parse().unwrap()).unwrap()).collect();
        let setup = setup.with_blocked(blocked).unwrap();
        let mut inputs = Vec::new();
        Board::new(&setup).inputs(&mut inputs);
        assert_eq!(inputs.iter().filter(|&&bits| bits == 0).count(), 1);
    }
}
