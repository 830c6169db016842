//! Probes: null-window questions, and their answers.

/// Asks whether the side to move, in the position or after one of its moves, can get a value or
/// more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The index of the move; `None` for the position itself.
    pub after: Option<usize>,
    /// The value for that side.
    pub value: i32,
}

/// The answer to a probe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The side to move can get the value.
    Yes,
    /// It cannot.
    No,
    /// No answer within the horizon, or before the search was stopped.
    Unknown,
}

impl Answer {
    /// Returns the answer that bounds of the value give, if they do.
    #[inline]
    pub fn by_bounds([low, high]: [i32; 2], value: i32) -> Option<Answer> {
        if low >= value {
            Some(Answer::Yes)
        } else if high < value {
            Some(Answer::No)
        } else {
            None
        }
    }
}
