//! The network's inputs for each cell of a row: stones, runs that one more stone captures, and what
//! a stone on the cell captures. There are none for circles, which a network cannot see as closed.

use quintet_network::{Evaluation, Network};

use super::{Alaric, Cells};
use crate::networks;

/// The inputs, in the order of their bits.
pub const INPUTS: &[&str] = &[
    "cell",
    "own stone",
    "the opponent's stone",
    "barred to the side to move",
    "barred to the opponent",
    "own run that one stone captures",
    "the opponent's run that one stone captures",
    "own run that cannot be bounded at one end",
    "the opponent's run that cannot be bounded at one end",
    "a stone here captures",
    "a stone here captures several",
    "the opponent's stone here would capture",
    "the opponent's stone here would capture several",
    "a stone here could be captured at once",
    "a stone here joins own stones",
    "the ends are walls",
];

/// The cells of runs: those that one more stone of the other side captures, and those with an end
/// that no stone can bound.
#[derive(Default)]
struct Runs {
    captured_by_one: u64,
    without_an_end: u64,
}

impl<C: Cells> Alaric<C> {
    /// Looks at the runs of `stones`; `open` are the cells where the other side may play.
    fn runs(&self, stones: u64, others: u64, open: u64) -> Runs {
        let mut runs = Runs::default();
        let mut rest = open;
        while rest != 0 {
            let cell = rest & rest.wrapping_neg();
            rest ^= cell;
            runs.captured_by_one |= self.cells.captures(others | cell, stones, cell);
        }
        // A run next to an end of the row that bounds nothing.
        let count = self.cells.count() as i32;
        for (end, step) in [(-1, 1), (count, -1)] {
            if self.cells.is_wall(end) {
                continue;
            }
            let mut at = end + step;
            while let Some(cell) = self.cells.at(at).filter(|cell| stones & cell != 0) {
                runs.without_an_end |= cell;
                at += step;
            }
        }
        runs
    }

    /// Implements `Heuristics::inputs`.
    pub(super) fn add_inputs(&self, inputs: &mut Vec<u16>) {
        let (mine, theirs) = (self.mover.stones, self.waiting.stones);
        let (mine_open, theirs_open) = (self.open(), self.empty() & !self.waiting.bars);
        let (own, enemy) = (self.runs(mine, theirs, theirs_open), self.runs(theirs, mine, mine_open));
        let walls = u16::from(self.cells.is_wall(-1));
        inputs.extend((0..self.cells.count()).map(|i| {
            let cell = 1 << i;
            let has = |cells: u64| u16::from(cells & cell != 0);
            let mut bits = 1 | has(mine) << 1 | has(theirs) << 2 | walls << 15;
            bits |= has(own.captured_by_one) << 5 | has(enemy.captured_by_one) << 6;
            bits |= has(own.without_an_end) << 7 | has(enemy.without_an_end) << 8;
            if self.empty() & cell != 0 {
                bits |= has(self.mover.bars) << 3 | has(self.waiting.bars) << 4;
                let captured = self.cells.captures(mine | cell, theirs, cell).count_ones();
                let lost = self.cells.captures(theirs | cell, mine, cell).count_ones();
                bits |= u16::from(captured > 0) << 9 | u16::from(captured > 1) << 10;
                bits |= u16::from(lost > 0) << 11 | u16::from(lost > 1) << 12;
                let mut after = self.clone();
                after.place(cell);
                // After the stone the opponent moves.
                let bounds = after.runs(after.waiting.stones, after.mover.stones, after.open());
                bits |= has(bounds.captured_by_one) << 13;
                let beside = [i as i32 - 1, i as i32 + 1].map(|at| self.cells.at(at).unwrap_or(0));
                bits |= u16::from((beside[0] | beside[1]) & mine != 0) << 14;
            }
            bits
        }));
    }

    /// Returns the network's evaluation of the position, seen by the side to move; `None` on
    /// circles, and on rows that are too short for a network.
    pub(super) fn evaluate(&self, network: &Network) -> Option<Evaluation> {
        let size = (self.cells.count() as usize, 1);
        let evaluate = || networks::evaluate(network, size, 0.0, |inputs| self.add_inputs(inputs));
        if C::HAS_ENDS { evaluate() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use quintet_core::position::Heuristics as _;
    use quintet_core::setup::Setup;
    use quintet_core::types::Seat;

    use super::super::cells::{Ring, Row};
    use super::super::{INFO, Side};
    use super::*;

    /// A row with stones of the side to move as `x` and of the opponent as `o`.
    fn row(rules: &[(&str, &str)], stones: &str) -> Alaric<Row> {
        let start = Setup::new(&INFO).with_size(stones.len() as u16).unwrap().with_rule("board", "line").unwrap();
        let setup = rules.iter().fold(start, |setup, (name, value)| setup.with_rule(name, value).unwrap());
        let cells = |of: char| stones.char_indices().filter(|it| it.1 == of).fold(0, |sum, (i, _)| sum | 1 << i);
        let side = |of| Side { stones: cells(of), bars: 0 };
        Alaric { mover: side('x'), waiting: side('o'), cells: Row::new(&setup), to_move: Seat::White }
    }

    /// Returns the names of the inputs of a cell, but for the one of all cells.
    fn names(position: &Alaric<Row>, cell: usize) -> Vec<&'static str> {
        let mut inputs = Vec::new();
        position.inputs(&mut inputs);
        assert!(inputs.iter().all(|bits| bits & 1 == 1));
        INPUTS.iter().enumerate().filter(|&(i, _)| i > 0 && inputs[cell] >> i & 1 == 1).map(|(_, &name)| name).collect()
    }

    #[test]
    fn stones_and_runs_in_danger_are_inputs() {
        let position = row(&[], "xoo..xx.o");
        assert_eq!(names(&position, 0), ["own stone", "own run that cannot be bounded at one end"]);
        assert_eq!(names(&position, 1), ["the opponent's stone", "the opponent's run that one stone captures"]);
        assert_eq!(names(&position, 5), ["own stone"], "two cells are empty around it");
        assert_eq!(names(&position, 6), ["own stone"]);
        let end = ["the opponent's stone", "the opponent's run that cannot be bounded at one end"];
        assert_eq!(names(&position, 8), end);
        let position = row(&[("edge", "wall")], "xoo..xx.o");
        let walls = "the ends are walls";
        assert_eq!(names(&position, 0), ["own stone", walls], "it is bounded on both sides already");
        assert_eq!(names(&position, 8), ["the opponent's stone", "the opponent's run that one stone captures", walls]);
    }

    #[test]
    fn captures_are_inputs_of_empty_cells() {
        let position = row(&[], "xoo..xx.o");
        let captures = ["a stone here captures", "a stone here captures several"];
        assert_eq!(names(&position, 3), captures);
        assert_eq!(names(&position, 4), ["a stone here joins own stones"]);
        assert_eq!(names(&position, 7), ["a stone here could be captured at once", "a stone here joins own stones"]);
        let position = row(&[], "oxx..o...");
        let would = ["the opponent's stone here would capture", "the opponent's stone here would capture several"];
        assert_eq!(
            names(&position, 3),
            [&would[..], &["a stone here could be captured at once", "a stone here joins own stones"]].concat()
        );
    }

    #[test]
    fn barred_cells_are_inputs() {
        let mut position = row(&[], ".oo.x....");
        (position.mover.bars, position.waiting.bars) = (1 << 8, 1 << 7);
        assert_eq!(names(&position, 8), ["barred to the side to move"]);
        assert_eq!(names(&position, 7), ["barred to the opponent"]);
        // A barred cell cannot be used for a capture.
        let position = row(&[], "xoo......");
        let mut barred = position.clone();
        barred.mover.bars = 1 << 3;
        let danger = "the opponent's run that one stone captures";
        assert!(names(&position, 1).contains(&danger) && !names(&barred, 1).contains(&danger));
    }

    #[test]
    fn circles_and_short_rows_are_not_evaluated() {
        let weights = INFO.shipped_weights();
        let network = weights.network().expect("a network");
        let is_evaluated = |count: usize| row(&[], &".".repeat(count)).evaluate(network).is_some();
        assert!(is_evaluated(8) && !is_evaluated(2));
        assert!(Alaric::<Ring>::new(&Setup::new(&INFO).with_size(31).unwrap()).evaluate(network).is_none());
    }
}
