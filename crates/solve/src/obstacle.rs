//! The reasons why something is not proved.

use quintet_core::position::{AnyPosition, Repetition};
use quintet_core::setup::{Setup, SetupError};

use crate::limits::Limits;
use crate::solution::Solution;

/// The reason why a value, or whether a move keeps it, is not proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// The limit of nodes was reached.
    Nodes,
    /// The limit of time was reached.
    Time,
    /// The work was interrupted.
    Interrupted,
    /// A rule makes the result depend on earlier boards, which the solver does not look at beyond a
    /// capture.
    EarlierBoards {
        /// The rules that forbid or end repetition.
        by: String,
        /// The rules with which repetition has no effect, if the game has any.
        without: Option<String>,
    },
    /// It takes lines that are longer than the solver follows.
    Depth,
}

impl std::fmt::Display for Obstacle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Obstacle::Nodes => f.write_str("the node limit was reached"),
            Obstacle::Time => f.write_str("the time limit was reached"),
            Obstacle::Interrupted => f.write_str("interrupted"),
            Obstacle::EarlierBoards { by, without } => {
                write!(f, "earlier boards can matter by {by}")?;
                without.as_ref().map_or(Ok(()), |rules| write!(f, "; they do not by {rules}"))
            }
            Obstacle::Depth => f.write_str("only longer lines than the solver follows decide"),
        }
    }
}

/// How a computation ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    Time,
    Interrupted,
}

/// Returns the reason why something about a solution is not proved, if anything is not.
pub fn of_solution(
    solution: &Solution,
    setup: &Setup,
    position: &dyn AnyPosition,
    limits: Limits,
    stop: Option<Stop>,
) -> Option<Obstacle> {
    let is_over = position.is_over() || position.count_legal() == 0;
    let is_proved = solution.value().is_some() && solution.undecided.is_empty();
    if is_over || is_proved && !solution.best.is_empty() {
        return None;
    }
    Some(match stop {
        Some(Stop::Time) => Obstacle::Time,
        Some(Stop::Interrupted) => Obstacle::Interrupted,
        None if limits.nodes.is_some_and(|most| solution.nodes >= most) => Obstacle::Nodes,
        None if position.repetition() != Repetition::Ignored => earlier_boards(setup),
        None => Obstacle::Depth,
    })
}

/// Names the rules because of which earlier boards matter, and those by which they do not.
fn earlier_boards(setup: &Setup) -> Obstacle {
    let without = without_repetition(setup);
    let differs = |(name, value): &(&str, &str)| {
        without.as_ref().is_none_or(|other| other.rules().any(|(rule, chosen)| rule == *name && chosen != *value))
    };
    let words = |setup: &Setup, differs: &dyn Fn(&(&str, &str)) -> bool| {
        let words: Vec<String> =
            setup.rules().filter(|rule| differs(rule)).map(|(name, value)| format!("{name}={value}")).collect();
        words.join(" ")
    };
    let by = words(setup, &differs);
    let rules = without.as_ref().map(|other| {
        let changed = |(name, value): &(&str, &str)| setup.rules().any(|(rule, old)| rule == *name && old != *value);
        words(other, &changed)
    });
    Obstacle::EarlierBoards { by: if by.is_empty() { "the rules".to_owned() } else { by }, without: rules }
}

/// Returns a setup that differs in as few rules as possible, and in which repetition has no effect.
fn without_repetition(setup: &Setup) -> Option<Setup> {
    let changes = |setup: &Setup| -> Vec<Setup> {
        let rules = setup.info().rules.iter();
        let all = rules.flat_map(|rule| rule.values.iter().map(|value| setup.with_rule(rule.name, value)));
        all.filter_map(Result::<Setup, SetupError>::ok).collect()
    };
    let is_free = |setup: &Setup| setup.start().repetition() == Repetition::Ignored;
    let one = changes(setup);
    let two = || one.iter().flat_map(changes).find(is_free);
    one.iter().find(|setup| is_free(setup)).cloned().or_else(two)
}
