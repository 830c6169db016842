//! The kinds of stone that players pick on a palette.

use quintet_core::types::Seat;

/// A step that can be taken back. Picks are steps, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Move,
    Pick { seat: Seat, before: Option<u8> },
}

/// The kinds of stone that the players have picked, and the order of their picks and moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PickedStones {
    picked: [Option<u8>; 2],
    steps: Vec<Step>,
}

impl PickedStones {
    /// Returns no picks, after a number of moves.
    pub fn after_moves(moves: usize) -> PickedStones {
        PickedStones { picked: [None; 2], steps: vec![Step::Move; moves] }
    }

    /// Returns the latest pick of a side.
    pub fn picked(&self, seat: Seat) -> Option<u8> {
        self.picked[seat.index()]
    }

    /// Records a pick.
    pub fn pick(&mut self, seat: Seat, kind: u8) {
        self.steps.push(Step::Pick { seat, before: self.picked(seat) });
        self.picked[seat.index()] = Some(kind);
    }

    /// Records a move.
    pub fn moved(&mut self) {
        self.steps.push(Step::Move);
    }

    /// Takes back `count` steps and returns how many of them were moves; `None` if there are fewer
    /// steps.
    pub fn undo(&mut self, count: usize) -> Option<usize> {
        let left = self.steps.len().checked_sub(count)?;
        let mut moves = 0;
        for step in self.steps.drain(left..).rev() {
            match step {
                Step::Move => moves += 1,
                Step::Pick { seat, before } => self.picked[seat.index()] = before,
            }
        }
        Some(moves)
    }
}
