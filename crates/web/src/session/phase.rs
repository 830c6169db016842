//! The phase of a session: who may move.

/// The phase of a session.
///
/// | from | event | to |
/// |---|---|---|
/// | any | a new game, other players, [`Phase::resume`] | `Playing` |
/// | `Playing` | "stop", a failed engine, another position is shown | `Paused` |
/// | `Playing`, `Paused` | "try moves" | `Exploring` |
/// | `Exploring` | "try moves" off | `Playing` or `Paused`, as before |
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// Each side is played by its player.
    #[default]
    Playing,
    /// The engine to move waits until a person lets it go on, or moves for it.
    Paused,
    /// A person tries moves for both sides; engines do not answer.
    Exploring {
        /// Whether engines wait afterwards.
        paused: bool,
    },
}

impl Phase {
    /// Returns whether the engines play.
    pub fn engines_play(self) -> bool {
        self == Phase::Playing
    }

    /// Returns whether engines wait, now or after exploring.
    pub fn is_paused(self) -> bool {
        matches!(self, Phase::Paused | Phase::Exploring { paused: true })
    }

    /// Returns whether a person tries moves for both sides.
    pub fn is_exploring(self) -> bool {
        matches!(self, Phase::Exploring { .. })
    }

    /// Lets engines wait, or not.
    pub fn set_paused(&mut self, paused: bool) {
        *self = match self {
            Phase::Exploring { .. } => Phase::Exploring { paused },
            _ if paused => Phase::Paused,
            _ => Phase::Playing,
        };
    }

    /// Begins or ends exploring.
    pub fn set_exploring(&mut self, on: bool) {
        *self = match (on, self.is_paused()) {
            (true, paused) => Phase::Exploring { paused },
            (false, true) => Phase::Paused,
            (false, false) => Phase::Playing,
        };
    }

    /// Lets the players play.
    pub fn resume(&mut self) {
        *self = Phase::Playing;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exploring_remembers_whether_engines_wait() {
        let mut phase = Phase::default();
        phase.set_exploring(true);
        assert!(phase.is_exploring() && !phase.engines_play() && !phase.is_paused());
        phase.set_paused(true);
        assert!(phase.is_exploring() && phase.is_paused());
        phase.set_exploring(false);
        assert_eq!(phase, Phase::Paused);
        phase.set_paused(false);
        assert!(phase.engines_play());
    }
}
