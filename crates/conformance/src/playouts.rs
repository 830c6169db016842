//! Tests of playouts.

use rand::Rng as _;

use quintet_core::position::{AnyPosition, FirstPlays, PlayoutObserver};
use quintet_core::random::{Rng, seeded};
use quintet_core::types::{Margin, Move, Seat};
use quintet_core::weights::Weights;

use super::{CheckResult, Kit, Promise, ensure, legal};

/// The two kinds of playout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Uniform,
    Informed,
}

impl Kind {
    fn play(
        self,
        position: &mut dyn AnyPosition,
        weights: &Weights,
        rng: &mut Rng,
        observer: PlayoutObserver<'_>,
    ) -> f64 {
        match self {
            Kind::Uniform => position.playout(rng, observer),
            Kind::Informed => position.informed_playout(weights, rng, observer),
        }
    }
}

/// The result of a playout that is observed.
#[derive(PartialEq)]
struct Observed {
    margin: f64,
    moves: Vec<(Seat, Move)>,
}

fn observe(position: &mut dyn AnyPosition, kind: Kind, weights: &Weights, rng: &mut Rng) -> Observed {
    let mut moves = Vec::new();
    let margin = kind.play(position, weights, rng, PlayoutObserver::Each(&mut |seat, mv| moves.push((seat, mv))));
    Observed { margin, moves }
}

impl Kit<'_> {
    pub(super) fn playouts(&mut self, position: &dyn AnyPosition) -> CheckResult {
        if !self.moves.is_empty() && !self.one_in(3) {
            return Ok(());
        }
        self.playout(position, Kind::Uniform)?;
        self.playout(position, Kind::Informed)?;

        let set_up = self.read_diagram(&position.diagram())?;
        let seed = self.rng.next_u64();
        let mut playouts = Vec::new();
        for start in [position, &*set_up] {
            let mut start = start.boxed_clone();
            start.normalize();
            ensure(*start == *position, Promise::Playout, || "normalize makes another position".into())?;
            for kind in [Kind::Uniform, Kind::Informed] {
                let generator = || seeded(seed);
                let observed = observe(&mut *start.clone(), kind, self.weights, &mut generator());
                let mut first_plays = FirstPlays::new(false);
                for observer in [PlayoutObserver::None, PlayoutObserver::FirstPlays(&mut first_plays)] {
                    let margin = kind.play(&mut *start.clone(), self.weights, &mut generator(), observer);
                    ensure(observed.margin == margin, Promise::Playout, || {
                        format!("it returns {} to one observer, {margin} to another", observed.margin)
                    })?;
                }
                playouts.push(observed);
            }
        }
        ensure(playouts[..2] == playouts[2..], Promise::Playout, || {
            "the same seed gives another playout of an equal position".into()
        })
    }

    /// Tests that a playout is a legal game with the margin that it returns. A uniform playout goes
    /// on to the end and leaves its final board; an informed playout may stop when one side is
    /// hopelessly behind.
    fn playout(&mut self, position: &dyn AnyPosition, kind: Kind) -> CheckResult {
        let mut ended = position.boxed_clone();
        let Observed { margin, moves } = observe(&mut *ended, kind, self.weights, &mut self.rng);
        let mut replay = position.boxed_clone();
        for &(seat, mv) in &moves {
            ensure(seat == replay.to_move(), Promise::Playout, || format!("{seat:?} plays {mv:?} out of turn"))?;
            ensure(replay.play(mv).is_ok(), Promise::Playout, || format!("{mv:?} is played and illegal"))?;
        }
        let score = replay.score().unwrap_or(Margin::DRAW);
        ensure(score == margin, Promise::Playout, || format!("it returns {margin}; its moves lead to {score}"))?;
        let points = self.geometry.len();
        // A side that moves out of turn can be without a legal move before the end.
        let stuck = legal(&*replay).is_empty();
        let stopped = kind == Kind::Informed && score != Margin::DRAW;
        ensure(stuck || stopped || moves.len() >= 3 * points, Promise::Playout, || {
            format!("it stops after {} moves on {points} points, before the end", moves.len())
        })?;
        let same = self.geometry.points().all(|point| ended.stone(point) == replay.stone(point));
        ensure(same || kind == Kind::Informed, Promise::Playout, || "its final board is not that of its moves".into())
    }
}
