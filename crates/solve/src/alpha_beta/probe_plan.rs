//! The probes that solve a position, and their order: first probes of its value, then of what each
//! of its moves gives. All threads work on one probe together.

use quintet_core::position::AnyPosition;
use quintet_core::types::Move;

use super::probe::{Answer, Probe};
use crate::play::{after, legal_moves};
use crate::value_scale::{ValueScale, seen_by};

/// The number of nodes for the first probe of what a move gives, so that one hard move does not hide
/// those that are easily proved to keep the value.
const MOVE_PATIENCE: u64 = 1 << 10;

/// Which of the moves that keep a position's value are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// All of them.
    AllMoves,
    FirstMove,
}

/// A move and the bounds of the position after it.
struct Successor {
    mv: Move,
    position: Box<dyn AnyPosition>,
    /// The bounds of the value for the side to move there.
    bounds: [i32; 2],
    /// `true` if a probe of it had no answer.
    is_given_up: bool,
    /// `true` if a probe of it ran out of patience.
    is_postponed: bool,
}

/// The moves that keep a position's value.
#[derive(Default)]
pub struct Keeping {
    /// Those that do.
    pub proved: Vec<Move>,
    /// Those of which that is not proved: probes of them had no answer, or the search was stopped.
    pub undecided: Vec<Move>,
}

/// The probes of one position.
pub struct ProbePlan {
    position: Box<dyn AnyPosition>,
    /// The bounds of its value for the side to move.
    bounds: [i32; 2],
    successors: Vec<Successor>,
    goal: Goal,
    /// The latest value with an answer, and whether it was a yes.
    last: Option<(i32, bool)>,
    /// The distance of the next value from it.
    step: i32,
    /// The number of nodes for a probe of the value.
    patience: u64,
    /// The number of nodes for a probe of what a move gives.
    move_patience: u64,
    /// Values whose probes had no answer since the latest one that had.
    passed_over: Vec<i32>,
    /// Whether a probe was postponed because it ran out of patience.
    is_postponed: bool,
}

impl ProbePlan {
    /// Plans the probes of a position whose value has these bounds for its side to move. A probe of
    /// the value that has no answer after `patience` nodes is postponed. If all moves are wanted,
    /// probes of hard ones are postponed, too.
    pub fn new(
        position: &dyn AnyPosition,
        bounds: [i32; 2],
        goal: Goal,
        patience: u64,
        scale: ValueScale,
    ) -> ProbePlan {
        let opponent = position.to_move().other();
        let successors = legal_moves(position).into_iter().map(|mv| {
            let position = after(position, mv);
            let exact = |margin: f64| seen_by([scale.value_of(margin); 2], opponent);
            let bounds = position.outcome().map_or([i32::MIN, i32::MAX], |outcome| exact(outcome.margin.points()));
            Successor { mv, position, bounds, is_given_up: false, is_postponed: false }
        });
        ProbePlan {
            bounds,
            successors: successors.collect(),
            goal,
            last: None,
            step: 1,
            patience: patience.max(1),
            move_patience: if goal == Goal::AllMoves { MOVE_PATIENCE } else { u64::MAX },
            passed_over: Vec::new(),
            is_postponed: false,
            position: position.boxed_clone(),
        }
    }

    /// The bounds of the value for the side to move.
    pub fn bounds(&self) -> [i32; 2] {
        self.bounds
    }

    /// Returns the position that a probe is about.
    pub fn position(&self, probe: Probe) -> &dyn AnyPosition {
        match probe.after {
            None => &*self.position,
            Some(index) => &*self.successors[index].position,
        }
    }

    /// Returns the number of nodes for the next probe.
    pub fn patience(&self) -> u64 {
        if self.is_value_known() { self.move_patience } else { self.patience }
    }

    fn is_value_known(&self) -> bool {
        self.bounds[0] == self.bounds[1]
    }

    /// Returns the next probe; `None` if there is none left.
    pub fn next(&mut self) -> Option<Probe> {
        if self.is_value_known() { self.next_for_moves(self.bounds[0]) } else { self.next_for_value() }
    }

    /// Returns the probe of the value that helps most, or one of the easiest, next to the bounds.
    fn next_for_value(&mut self) -> Option<Probe> {
        let [low, high] = self.bounds;
        let values = [self.near_last(), low + 1, high];
        let open = |plan: &Self| values.into_iter().find(|value| !plan.passed_over.contains(value));
        let value = open(self).or_else(|| {
            if !self.is_postponed {
                return None;
            }
            self.patience = self.patience.saturating_mul(2);
            self.resume_postponed();
            open(self)
        });
        value.map(|value| Probe { after: None, value })
    }

    /// Returns the value that helps most: near the last answer at first, then halfway.
    fn near_last(&self) -> i32 {
        let [low, high] = self.bounds;
        let near = match self.last {
            None => 1.clamp(low + 1, high),
            Some((value, true)) => value.saturating_add(self.step),
            Some((value, false)) => value.saturating_sub(self.step),
        };
        if near <= low || near > high { low + 1 + (high - low - 1) / 2 } else { near }
    }

    /// Returns a probe that asks whether a move keeps a value: of the first move that is open, or,
    /// with more patience, of the first one that was postponed.
    fn next_for_moves(&mut self, value: i32) -> Option<Probe> {
        let mut postponed = None;
        for (index, successor) in self.successors.iter().enumerate() {
            match successor.keeps(value) {
                Some(true) if self.goal == Goal::FirstMove => return None,
                None if successor.is_postponed => postponed = postponed.or(Some(index)),
                None if !successor.is_given_up => return Some(Probe { after: Some(index), value: 1 - value }),
                _ => {}
            }
        }
        let probe = Probe { after: Some(postponed?), value: 1 - value };
        self.move_patience = self.move_patience.saturating_mul(2);
        self.successors.iter_mut().for_each(|successor| successor.is_postponed = false);
        Some(probe)
    }

    /// Records the answer to a probe.
    pub fn record(&mut self, probe: Probe, answer: Answer) {
        let value = probe.value;
        let bounds = match probe.after {
            None => &mut self.bounds,
            Some(index) => &mut self.successors[index].bounds,
        };
        match answer {
            Answer::Yes => bounds[0] = bounds[0].max(value),
            Answer::No => bounds[1] = bounds[1].min(value - 1),
            Answer::Unknown => match probe.after {
                None => return self.passed_over.push(value),
                Some(index) => self.successors[index].is_given_up = true,
            },
        }
        if probe.after.is_none() {
            let is_yes = answer == Answer::Yes;
            self.step =
                if self.last.is_some_and(|(_, before)| before == is_yes) { self.step.saturating_mul(2) } else { 1 };
            self.last = Some((value, is_yes));
            self.resume_postponed();
        }
    }

    /// Postpones a probe that ran out of patience.
    pub fn postpone(&mut self, probe: Probe) {
        if let Some(index) = probe.after {
            self.successors[index].is_postponed = true;
        } else {
            self.passed_over.push(probe.value);
            self.is_postponed = true;
        }
    }

    fn resume_postponed(&mut self) {
        self.passed_over.clear();
        self.is_postponed = false;
    }

    /// Returns the moves that keep the value in ascending order, or the first of them; `None` if
    /// the value is not known, or none of them was found before the search was stopped.
    pub fn keeping(&self) -> Option<Keeping> {
        let value = self.bounds[0];
        let mut keeping = Keeping::default();
        for successor in &self.successors {
            match successor.keeps(value) {
                Some(true) => keeping.proved.push(successor.mv),
                Some(false) => {}
                None if self.goal == Goal::FirstMove && !successor.is_given_up => return None,
                None => keeping.undecided.push(successor.mv),
            }
            if self.goal == Goal::FirstMove && !keeping.proved.is_empty() {
                break;
            }
        }
        let is_stopped = self.successors.iter().any(|one| !one.is_given_up && one.keeps(value).is_none());
        (self.is_value_known() && !(is_stopped && keeping.proved.is_empty())).then_some(keeping)
    }
}

impl Successor {
    /// Returns whether the move keeps a value of the side that made it; `None` if that is not
    /// known.
    fn keeps(&self, value: i32) -> Option<bool> {
        let [low, high] = self.bounds;
        if high <= -value {
            Some(true)
        } else if low > -value {
            Some(false)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use quintet_core::game::Game;
    use quintet_core::setup::Setup;

    use super::*;

    /// The bounds can close in by one step per probe, if probes elsewhere have no answer.
    #[test]
    fn many_equal_answers_leave_the_next_probe_within_the_bounds() {
        let setup = Setup::new(quintet_games::find("stoical").expect("a known game"));
        let game = Game::new(setup.clone());
        let scale = ValueScale::new(&setup);
        let mut plan = ProbePlan::new(game.position(), [-100, 100], Goal::AllMoves, 1, scale);
        for high in (0..=100).rev() {
            let probe = Probe { after: None, value: high };
            plan.record(probe, Answer::No);
            let next = plan.next().expect("the value is not known").value;
            assert!((-99..high).contains(&next), "{next} after {high}");
        }
    }
}
