//! Cancer's eye rule: the enclosed points that a cancer stone may fill without capturing.

use quintet_core::rule;
use quintet_core::setup::{Rule as _, RuleInfo};

use super::Cancer;
use crate::chains::{Neighbours, WALL};

rule! {
    /// Which enclosed points are eyes, where a cancer stone may be placed without capturing.
    Eye = "eye" {
        /// Those whose coloured neighbours are all of one colour.
        Any = "any",
        /// Those that also have no cancer stone next to them.
        Strict = "strict",
        /// Those whose coloured neighbours are all in one group.
        Group = "group",
        /// None; not for Cancer.
        None = "none",
    }
}

/// The rule as it can be chosen in Cancer.
pub const CHOICE: RuleInfo = RuleInfo { values: Eye::INFO.values.split_at(3).0, ..Eye::INFO };

impl<const S: usize, const N: usize, const W: usize> Cancer<S, N, W> {
    /// Returns whether a cancer stone on an empty point would fill an eye.
    #[inline]
    pub(super) fn is_eye(&self, neighbours: &Neighbours) -> bool {
        neighbours.encloser().is_some() && (self.eye == Eye::Any || self.is_narrow_eye(neighbours))
    }

    /// Returns whether an enclosed point is an eye by one of the narrower readings.
    fn is_narrow_eye(&self, neighbours: &Neighbours) -> bool {
        match self.eye {
            Eye::Any => true,
            Eye::Strict => !neighbours.touches(WALL),
            Eye::Group => self.board.touches_one_chain(neighbours),
            Eye::None => false,
        }
    }
}
