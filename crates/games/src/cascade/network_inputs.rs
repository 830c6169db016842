//! The network's inputs for each square: its stone, or what a stone gains and fills there.

use quintet_core::board::Bits;
use quintet_core::types::Seat;
use quintet_network::{Evaluation, Network};

use super::Cascade;
use crate::networks;

/// The inputs, in the order of their bits.
pub const INPUTS: &[&str] = &[
    "square",
    "own stone",
    "the opponent's stone",
    "red stone",
    "a stone gains two or more",
    "a stone gains four or more",
    "a stone gains seven or more",
    "a stone gains eleven or more",
    "a stone of the opponent gains two or more",
    "a stone of the opponent gains four or more",
    "a stone of the opponent gains seven or more",
    "a stone of the opponent gains eleven or more",
    "a stone fills one or more other squares",
    "a stone fills three or more other squares",
    "a stone fills six or more other squares",
    "squares fill upwards too",
];

/// The gains, in stones of the lead, that the inputs tell apart.
const GAINS: [i32; 4] = [2, 4, 7, 11];

/// The numbers of other squares filled that the inputs tell apart.
const FILLED: [u16; 3] = [1, 3, 6];

impl<const W: usize> Cascade<W> {
    /// Implements `Heuristics::inputs`.
    pub(super) fn add_inputs(&self, inputs: &mut Vec<u16>) {
        let from = inputs.len();
        let of_square = 1 | u16::from(self.both) << 15;
        let colours = if self.to_move == Seat::White { [1, 2, 3] } else { [2, 1, 3] };
        inputs.extend((0..self.squares()).map(|square| match self.kind(square) {
            Some(kind) => of_square | 1 << colours[usize::from(kind)],
            None => of_square,
        }));
        let before = self.lead_of(self.to_move);
        let empty: Bits<W> = !self.filled() & self.board();
        empty.for_each(|point| {
            let mut boards = [0, 1, 2].map(|kind| {
                let mut board = self.clone();
                board.place(point.index(), kind);
                board
            });
            Cascade::fill_alike(&mut boards);
            let gains = boards.each_ref().map(|board| board.lead_of(self.to_move) - before);
            let filled = self.empty - boards[0].empty - 1;
            let reached = |most: i32| GAINS.iter().filter(|&&gain| most >= gain).count();
            let own = reached(gains.into_iter().max().unwrap_or(0));
            let others = reached(gains.into_iter().map(|gain| -gain).max().unwrap_or(0));
            let filled = FILLED.iter().filter(|&&count| filled >= count).count();
            inputs[from + point.index()] |=
                ((1 << own) - 1) << 4 | ((1 << others) - 1) << 8 | ((1 << filled) - 1) << 12;
        });
    }

    /// Returns the network's evaluation of the position, seen by the side to move; `None` on boards
    /// that are too narrow for a network.
    pub(super) fn evaluate(&self, network: &Network) -> Option<Evaluation> {
        let width = self.width.into();
        networks::evaluate(network, (width, width), 0.0, |inputs| self.add_inputs(inputs))
    }
}

#[cfg(test)]
mod tests {
    use quintet_core::position::{Heuristics as _, Position as _};
    use quintet_core::setup::Setup;
    use quintet_core::types::Move;

    use super::super::INFO;
    use super::*;

    /// A board of 4 after moves, each a colour and a square; White begins.
    fn after(setup: &Setup, played: &[(u8, &str)]) -> Cascade<1> {
        let mut position = Cascade::new(setup);
        for &(kind, vertex) in played {
            position.play_unchecked(Move::place(kind, setup.geometry().point(vertex.parse().unwrap()).unwrap()));
        }
        position
    }

    fn setup(fill: &str) -> Setup {
        Setup::new(&INFO).with_size(4).unwrap().with_rule("fill", fill).unwrap()
    }

    /// Returns the names of the inputs of a square, but for the one of all squares.
    fn names(setup: &Setup, position: &Cascade<1>, vertex: &str) -> Vec<&'static str> {
        let mut inputs = Vec::new();
        position.inputs(&mut inputs);
        assert_eq!(inputs.len(), 16);
        let bits = inputs[setup.geometry().point(vertex.parse().unwrap()).unwrap().index()];
        assert_eq!(bits & 1, 1);
        INPUTS.iter().enumerate().filter(|&(i, _)| i > 0 && bits >> i & 1 == 1).map(|(_, &name)| name).collect()
    }

    #[test]
    fn stones_are_seen_by_the_side_to_move() {
        let setup = setup("down");
        let position = after(&setup, &[(0, "D4"), (1, "A4"), (2, "D1")]);
        assert_eq!(position.to_move(), Seat::Black);
        assert_eq!(names(&setup, &position, "D4"), ["the opponent's stone"]);
        assert_eq!(names(&setup, &position, "A4"), ["own stone"]);
        assert_eq!(names(&setup, &position, "D1"), ["red stone"]);
        assert_eq!(names(&setup, &position, "A1"), [""; 0], "a stone there fills no other square");
    }

    #[test]
    fn the_gain_of_a_stone_counts_all_squares_that_it_fills() {
        // A white stone on C4 makes C3 white, below it and D3: two more for White. A black one makes
        // it red, as a red one makes it black.
        let setup = setup("down");
        let position = after(&setup, &[(0, "D3"), (2, "A1")]);
        let gains = ["a stone gains two or more", "a stone fills one or more other squares"];
        assert_eq!(names(&setup, &position, "C4"), gains);
        let position = after(&setup, &[(0, "D3")]);
        assert_eq!(
            names(&setup, &position, "C4"),
            ["a stone of the opponent gains two or more", "a stone fills one or more other squares"]
        );
    }

    #[test]
    fn filling_upwards_is_an_input_of_every_square() {
        let setup = setup("both");
        assert_eq!(names(&setup, &after(&setup, &[]), "B2"), ["squares fill upwards too"]);
    }
}
