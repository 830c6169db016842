//! The result of solving a position.

use std::time::Duration;

use quintet_core::position::AnyPosition;
use quintet_core::types::{Margin, Move};
use quintet_system::clock::Instant;

use crate::obstacle::Obstacle;
use crate::value_scale::ValueScale;

/// The maximum length of a line of best play.
pub(crate) const LONGEST_LINE: usize = 500;

/// The best ends that Black and White can force, each for itself: the margin for that side and, if
/// known, the plies until then; `None` for a side that cannot force the game to end.
pub type Ends = [Option<(i32, Option<u32>)>; 2];

/// The value of a position, as far as it is known. Margins are Black's; for games without margins
/// they are 1, 0 and −1.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The lower bound of the value.
    pub low: f64,
    /// The upper bound of the value.
    pub high: f64,
    /// Whether the numbers are margins; otherwise they only say who wins.
    pub margins: bool,
    /// All moves that are proved to keep the value, ascending; empty if the value is unknown.
    pub best: Vec<Move>,
    /// The moves of which it is not proved whether they keep the value, ascending: because earlier
    /// boards matter, or because a limit stopped the solver.
    pub undecided: Vec<Move>,
    /// The reason why the value, or whether a move keeps it, is not proved; `None` if both are.
    pub obstacle: Option<Obstacle>,
    /// For each of the best moves the number of replies that give something away; empty if not
    /// computed.
    pub traps: Vec<u32>,
    /// A line of best play, to the end of the game or until a position repeats.
    pub line: Vec<Move>,
    /// The number of plies in which the better side can force its margin, if retrograde analysis
    /// computed it.
    pub plies: Option<u32>,
    /// The best ends that each side can force, endless play being worth less than any; `None` if
    /// not computed.
    pub ends: Option<Ends>,
    /// The number of nodes of an alpha-beta search, of positions decided by retrograde analysis or
    /// of boards iterated over.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

impl Solution {
    /// Creates a solution that has bounds and nothing else.
    pub(crate) fn bounds([low, high]: [f64; 2], margins: bool, nodes: u64, begun: Instant) -> Solution {
        Solution {
            low,
            high,
            margins,
            best: Vec::new(),
            undecided: Vec::new(),
            obstacle: None,
            traps: Vec::new(),
            line: Vec::new(),
            plies: None,
            ends: None,
            nodes,
            time: begun.elapsed(),
        }
    }

    /// Creates the solution of a position in which the game is over, or no move is legal.
    pub(crate) fn of_ended_game(position: &dyn AnyPosition, scale: ValueScale, begun: Instant) -> Solution {
        let value = position.outcome().map_or(0, |outcome| scale.value_of(outcome.margin.points()));
        let margin = scale.margin(value);
        Solution { plies: Some(0), ..Solution::bounds([margin; 2], scale.has_margins(), 1, begun) }
    }

    /// Returns the value in words: `B+3`, `W+` if only the winner counts, `0`, or `unknown LOW
    /// HIGH`.
    pub fn text(&self) -> String {
        let text = |value: f64| match (value, self.margins) {
            (0.0, _) => "0".to_owned(),
            (value, true) => Margin::new(value).to_string(),
            (value, false) => (if value > 0.0 { "B+" } else { "W+" }).to_owned(),
        };
        match self.value() {
            Some(value) => text(value),
            None => format!("unknown {} {}", text(self.low), text(self.high)),
        }
    }

    /// Returns the value for Black, if it is known.
    pub fn value(&self) -> Option<f64> {
        (self.low == self.high).then_some(self.low)
    }
}

/// A move and the value of the position after it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValuedMove {
    /// The move.
    pub mv: Move,
    /// The margin for Black; 1, 0 or −1 in games without margins.
    pub value: f64,
    /// The number of plies, this one included, in which the better side can force it; 0 if no side
    /// can.
    pub plies: u32,
    /// The number of the opponent's replies that are worse for it than its best one.
    pub traps: u32,
}

/// The values of all legal moves of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveValues {
    /// The moves in ascending order.
    pub moves: Vec<ValuedMove>,
    /// Whether the values are proved; otherwise a rule against repetition might change them.
    pub proved: bool,
}
