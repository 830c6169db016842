//! What holds of playouts.

use rand::{Rng as _, SeedableRng as _};

use super::{CheckResult, Kit, Promise, hold, legal};
use crate::game::{Game, Trace};
use crate::words::{Margin, Move, Rng, Seat};

/// Keeps what is played.
#[derive(Default, PartialEq)]
struct Recorder(Vec<(Seat, Move)>);

impl Trace for Recorder {
    fn played(&mut self, seat: Seat, mv: Move) {
        self.0.push((seat, mv));
    }
}

impl<G: Game> Kit<'_, G> {
    pub(super) fn playouts(&mut self, position: &G) -> CheckResult {
        if !self.moves.is_empty() && !self.one_in(3) {
            return Ok(());
        }
        self.playout(position, G::playout, true)?;
        self.playout(position, G::informed_playout, false)?;

        let set_up = G::from_diagram(self.setup, &position.diagram())
            .map_err(|error| (Promise::Diagram, format!("its own diagram is refused: {error}")))?;
        let seed = self.rng.next_u64();
        let mut playouts = Vec::new();
        for start in [position, &set_up] {
            let mut start = start.clone();
            start.normalize();
            hold(start == *position, Promise::Playout, || "normalized, it is another position".into())?;
            let mut kept = Recorder::default();
            let (mut silent, mut informed) = (start.clone(), start.clone());
            let margin = start.playout(&mut Rng::seed_from_u64(seed), &mut kept);
            let unseen = silent.playout(&mut Rng::seed_from_u64(seed), &mut ());
            hold(margin == unseen, Promise::Playout, || format!("it gives {margin} if watched, {unseen} if not"))?;
            informed.informed_playout(&mut Rng::seed_from_u64(seed), &mut kept);
            playouts.push(kept);
        }
        hold(playouts[0] == playouts[1], Promise::Playout, || {
            "the same seed makes another playout of the same position".into()
        })
    }

    /// A playout of either kind: a legal game that ends as it says. The plain kind goes on to the end and leaves its
    /// board; the informed kind may stop where one side is hopelessly behind.
    fn playout(&mut self, position: &G, play: fn(&mut G, &mut Rng, &mut Recorder) -> f64, plain: bool) -> CheckResult {
        let mut kept = Recorder::default();
        let mut ended = position.clone();
        let margin = play(&mut ended, &mut self.rng, &mut kept);
        let mut replay = position.clone();
        for &(seat, mv) in &kept.0 {
            hold(seat == replay.to_move(), Promise::Playout, || format!("{seat:?} plays {mv:?} out of turn"))?;
            hold(replay.play(mv).is_ok(), Promise::Playout, || format!("{mv:?} is played, and illegal"))?;
        }
        let score = replay.score().unwrap_or(Margin::DRAW);
        hold(score == margin, Promise::Playout, || format!("it gives {margin}; its moves lead to {score}"))?;
        let points = self.geometry.len();
        // Out of turn a seat may find nothing to play before the end.
        let stuck = legal(&replay).is_empty();
        let given_up = !plain && score != Margin::DRAW;
        hold(stuck || given_up || kept.0.len() >= 3 * points, Promise::Playout, || {
            format!("it stops after {} moves on {points} points, before the end", kept.0.len())
        })?;
        let same = self.geometry.points().all(|point| ended.stone(point) == replay.stone(point));
        hold(same || !plain, Promise::Playout, || "it leaves another board than its moves do".into())
    }
}
