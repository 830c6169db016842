//! The network's inputs for each point: stones, and the groups that they form directly and by
//! bridges.

use quintet_core::board::Bits;
use quintet_core::types::Seat;
use quintet_network::{Evaluation, Network};

use super::Bracket;
use super::hex_board::{HexBoard, RING};
use crate::networks;

/// The inputs, in the order of their bits.
pub const INPUTS: &[&str] = &[
    "cell",
    "own stone",
    "the opponent's stone",
    "own group of three or more",
    "own group of six or more",
    "own group of ten or more",
    "own group of fifteen or more",
    "the opponent's group of three or more",
    "the opponent's group of six or more",
    "the opponent's group of ten or more",
    "the opponent's group of fifteen or more",
    "the largest own group",
    "the opponent's largest group",
    "connects own stones by a bridge",
    "connects the opponent's stones by a bridge",
    "the side to move is Black",
];

/// The numbers of stones that the inputs of a group tell apart.
const SIZES: [u32; 4] = [3, 6, 10, 15];

/// The stones of a side as groups, in which bridges connect too.
struct BridgedGroups<const W: usize> {
    groups: Vec<Bits<W>>,
    /// The empty cells of the bridges.
    bridges: Bits<W>,
}

impl<const W: usize> BridgedGroups<W> {
    fn new(position: &Bracket<W>, seat: Seat) -> BridgedGroups<W> {
        let (own, empty) = (position.stones[seat.index()], position.empty());
        let has = |set: &Bits<W>, cell: u16| cell != HexBoard::NONE && set.contains(cell);
        let mut found = BridgedGroups { groups: Vec::new(), bridges: Bits::EMPTY };
        let (mut rest, mut stack) = (own, Vec::new());
        while let Some(start) = rest.lowest() {
            let mut group = Bits::EMPTY;
            rest.remove(start);
            stack.push(start);
            while let Some(cell) = stack.pop() {
                group.insert(cell);
                let around = &position.board.around[cell];
                let mut connect = |to: u16| {
                    if has(&rest, to) {
                        rest.remove(to);
                        stack.push(to.into());
                    }
                };
                for i in 0..RING {
                    let (near, next, far) = (around.near[i], around.near[(i + 1) % RING], around.far[i]);
                    connect(near);
                    if has(&own, far) && has(&empty, near) && has(&empty, next) {
                        found.bridges.insert(near);
                        found.bridges.insert(next);
                        connect(far);
                    }
                }
            }
            found.groups.push(group);
        }
        found
    }
}

impl<const W: usize> Bracket<W> {
    /// Implements `Heuristics::inputs`.
    pub(super) fn add_inputs(&self, inputs: &mut Vec<u16>) {
        let from = inputs.len();
        let of_cell = 1 | u16::from(self.to_move == Seat::Black) << 15;
        inputs.extend(self.board.cells.iter().map(|&cell| if cell == HexBoard::NONE { 0 } else { of_cell }));
        let mut add = |cells: Bits<W>, bits: u16| {
            cells.for_each(|cell| inputs[from + self.point(cell).index()] |= bits);
        };
        for (side, seat) in (0..).zip([self.to_move, self.to_move.other()]) {
            let BridgedGroups { groups, bridges } = BridgedGroups::new(self, seat);
            let largest = groups.iter().map(Bits::count).max();
            for group in groups {
                let count = group.count();
                let sizes = SIZES.iter().filter(|&&size| count >= size).count();
                let is_largest = u16::from(Some(count) == largest);
                add(group, 1 << (1 + side) | ((1 << sizes) - 1) << (3 + 4 * side) | is_largest << (11 + side));
            }
            add(bridges, 1 << (13 + side));
        }
    }

    /// Returns the network's evaluation of the position, seen by the side to move; `None` on boards
    /// that are too narrow for a network.
    pub(super) fn evaluate(&self, network: &Network) -> Option<Evaluation> {
        let width = self.board.rows.len();
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

    /// A hexagon of 9 with stones of both sides, Black to move.
    fn position(black: &[&str], white: &[&str]) -> (Setup, Bracket<1>) {
        let setup = Setup::new(&INFO);
        let mut position = Bracket::new(&setup);
        for (seat, vertices) in [(Seat::Black, black), (Seat::White, white)] {
            for vertex in vertices {
                position.set_to_move(seat);
                position.play_unchecked(Move::place(0, setup.geometry().point(vertex.parse().unwrap()).unwrap()));
            }
        }
        position.set_to_move(Seat::Black);
        (setup, position)
    }

    /// Returns the names of the inputs of a point, but for the one of all cells.
    fn names((setup, position): &(Setup, Bracket<1>), seat: Seat, vertex: &str) -> Vec<&'static str> {
        let (mut position, mut inputs) = (position.clone(), Vec::new());
        position.set_to_move(seat);
        position.inputs(&mut inputs);
        assert_eq!(inputs.len(), 81);
        let bits = inputs[setup.geometry().point(vertex.parse().unwrap()).unwrap().index()];
        assert_eq!(bits & 1, 1);
        INPUTS.iter().enumerate().filter(|&(i, _)| i > 0 && bits >> i & 1 == 1).map(|(_, &name)| name).collect()
    }

    #[test]
    fn points_that_are_no_cells_have_no_inputs() {
        let (setup, position) = position(&["E5"], &[]);
        let mut inputs = Vec::new();
        position.inputs(&mut inputs);
        assert_eq!(inputs.iter().filter(|&&bits| bits == 0).count(), 81 - setup.geometry().len());
    }

    #[test]
    fn stones_are_seen_by_the_side_to_move() {
        let position = position(&["E5"], &["C3"]);
        assert_eq!(
            names(&position, Seat::Black, "E5"),
            ["own stone", "the largest own group", "the side to move is Black"]
        );
        assert_eq!(names(&position, Seat::White, "E5"), ["the opponent's stone", "the opponent's largest group"]);
        assert_eq!(names(&position, Seat::White, "C3"), ["own stone", "the largest own group"]);
        assert_eq!(names(&position, Seat::Black, "A1"), ["the side to move is Black"]);
    }

    #[test]
    fn a_bridge_makes_one_group_of_stones_until_a_cell_of_it_is_taken() {
        // D4 and E4 are neighbours; E4 and F6 share the empty cells E5 and F5.
        let position = position(&["D4", "E4", "F6"], &[]);
        let group = ["own stone", "own group of three or more", "the largest own group", "the side to move is Black"];
        for vertex in ["D4", "E4", "F6"] {
            assert_eq!(names(&position, Seat::Black, vertex), group, "{vertex}");
        }
        for vertex in ["E5", "F5"] {
            assert_eq!(names(&position, Seat::White, vertex), ["connects the opponent's stones by a bridge"]);
        }
        let broken = self::position(&["D4", "E4", "F6"], &["F5"]);
        assert_eq!(names(&broken, Seat::Black, "F6"), ["own stone", "the side to move is Black"]);
        assert_eq!(names(&broken, Seat::Black, "E5"), ["the side to move is Black"]);
    }

    #[test]
    fn the_size_of_a_group_counts_up_to_fifteen() {
        let row: Vec<String> = "ABCDE".chars().map(|column| format!("{column}1")).collect();
        let five: Vec<&str> = row.iter().map(String::as_str).collect();
        let of_five = names(&position(&five, &[]), Seat::White, "A1");
        assert_eq!(
            of_five,
            ["the opponent's stone", "the opponent's group of three or more", "the opponent's largest group"]
        );
        let more: Vec<String> = "ABCDEF".chars().map(|column| format!("{column}2")).collect();
        let rows: Vec<&str> = row.iter().chain(&more).map(String::as_str).collect();
        let of_eleven = names(&position(&rows, &[]), Seat::White, "A1");
        assert!(of_eleven.contains(&"the opponent's group of ten or more"));
        assert!(!of_eleven.contains(&"the opponent's group of fifteen or more"));
    }
}
