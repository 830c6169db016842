//! First-play urgency (FPU; S. Gelly and Y. Wang, 2006): the value that is assumed for a move
//! before it has any visits.

use crate::params::SearchParams;

/// The assumed value of the untried moves of a node, which enters their RAVE value.
#[derive(Clone, Copy, Default)]
pub(crate) struct FirstPlayUrgency {
    /// The assumed reward of the side to move, 0 or more.
    pub value: f32,
    /// The number of RAVE samples that the value counts as.
    pub samples: f32,
}

impl FirstPlayUrgency {
    /// Returns the urgency of the moves of a node with this value for the side to move.
    pub fn new(params: &SearchParams, node_value: f32) -> FirstPlayUrgency {
        FirstPlayUrgency { value: (node_value - params.fpu_reduction).max(0.0), samples: params.fpu_weight }
    }
}
