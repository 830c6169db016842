//! What is asked to solve a position, and in which order: questions for its value first, then what each of its moves gives.
//! All threads look for the answer to one question together.

use super::forward::Finding;
use super::scale::{Scale, seen_by};
use crate::game::Game;
use crate::words::Move;

/// Whether the seat to move, in the position or after one of its moves, can get a value or more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The number of the move; `None` for the position itself.
    pub after: Option<usize>,
    /// The value, as that seat sees it.
    pub value: i32,
}

/// Which of the moves that keep a position's value are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// All.
    All,
    /// The first of them.
    First,
}

/// What a move leads to.
struct Reply<G> {
    mv: Move,
    position: G,
    /// What is known of the value there, seen by its seat to move.
    bounds: [i32; 2],
    /// A question for it had no answer.
    given_up: bool,
}

/// The questions for one position.
pub struct Agenda<G> {
    position: G,
    /// What is known of its value, seen by the seat to move.
    bounds: [i32; 2],
    replies: Vec<Reply<G>>,
    goal: Goal,
    /// The latest value asked for and whether it can be had, and how far from it the next one is.
    last: Option<(i32, bool)>,
    step: i32,
    /// How many nodes a question for the value gets.
    patience: u64,
    /// Values whose questions had no answer since the latest that had one.
    passed_over: Vec<i32>,
    /// Whether one of them had none for want of patience.
    is_put_off: bool,
}

impl<G: Game> Agenda<G> {
    /// For a position whose value lies within bounds, seen by the seat to move. A question for the value that isn't answered
    /// after `patience` nodes is put off.
    pub fn new(position: &G, bounds: [i32; 2], goal: Goal, patience: u64, scale: Scale) -> Agenda<G> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let replies = moves.into_iter().map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            let exact = |margin: f64| seen_by([scale.of(margin); 2], position.to_move().other());
            let bounds = next.outcome().map_or([i32::MIN, i32::MAX], |outcome| exact(outcome.margin.points()));
            Reply { mv, position: next, bounds, given_up: false }
        });
        Agenda {
            bounds,
            replies: replies.collect(),
            goal,
            last: None,
            step: 1,
            patience: patience.max(1),
            passed_over: Vec::new(),
            is_put_off: false,
            position: position.clone(),
        }
    }

    /// What is known of the value, seen by the seat to move.
    pub fn bounds(&self) -> [i32; 2] {
        self.bounds
    }

    /// The position that a question is about.
    pub fn position(&self, question: Question) -> &G {
        question.after.map_or(&self.position, |i| &self.replies[i].position)
    }

    /// How many nodes a question gets.
    pub fn patience(&self) -> u64 {
        if self.is_value_known() { u64::MAX } else { self.patience }
    }

    fn is_value_known(&self) -> bool {
        self.bounds[0] == self.bounds[1]
    }

    /// The next question; `None` where there is no other.
    pub fn next(&mut self) -> Option<Question> {
        if self.is_value_known() { self.for_moves(self.bounds[0]) } else { self.for_value() }
    }

    /// The question for the value that helps most, then those that are easiest because they lie next to the bounds.
    fn for_value(&mut self) -> Option<Question> {
        let [low, high] = self.bounds;
        let values = [self.near(), low + 1, high];
        let open = |agenda: &Self| values.into_iter().find(|value| !agenda.passed_over.contains(value));
        let value = open(self).or_else(|| {
            if !self.is_put_off {
                return None;
            }
            self.patience = self.patience.saturating_mul(2);
            self.take_up_again();
            open(self)
        });
        value.map(|value| Question { after: None, value })
    }

    /// The value that helps most: near the last answer at first, then halfway.
    fn near(&self) -> i32 {
        let [low, high] = self.bounds;
        let near = match self.last {
            None => 1.clamp(low + 1, high),
            Some((value, true)) => value.saturating_add(self.step),
            Some((value, false)) => value.saturating_sub(self.step),
        };
        if near <= low || near > high { low + 1 + (high - low - 1) / 2 } else { near }
    }

    /// A question for whether a move keeps a value.
    fn for_moves(&self, value: i32) -> Option<Question> {
        for (i, reply) in self.replies.iter().enumerate() {
            match reply.keeps(value) {
                Some(true) if self.goal == Goal::First => return None,
                None => return Some(Question { after: Some(i), value: 1 - value }),
                _ => {}
            }
        }
        None
    }

    /// Notes the answer to a question; [`Finding::Unknown`] where it has none.
    pub fn note(&mut self, question: Question, finding: Finding) {
        let value = question.value;
        let bounds = question.after.map_or(&mut self.bounds, |i| &mut self.replies[i].bounds);
        match finding {
            Finding::Yes => bounds[0] = bounds[0].max(value),
            Finding::No => bounds[1] = bounds[1].min(value - 1),
            Finding::Unknown => match question.after {
                None => return self.passed_over.push(value),
                Some(i) => self.replies[i].given_up = true,
            },
        }
        if question.after.is_none() {
            let answer = finding == Finding::Yes;
            self.step = if self.last.is_some_and(|(_, before)| before == answer) { self.step * 2 } else { 1 };
            self.last = Some((value, answer));
            self.take_up_again();
        }
    }

    /// Puts off a question for the value that ran out of patience.
    pub fn put_off(&mut self, question: Question) {
        self.passed_over.push(question.value);
        self.is_put_off = true;
    }

    fn take_up_again(&mut self) {
        self.passed_over.clear();
        self.is_put_off = false;
    }

    /// The moves that keep the value, ascending, or the first of them; `None` where it isn't known of all.
    pub fn keeping(&self) -> Option<Vec<Move>> {
        let value = self.bounds[0];
        let mut keeping = Vec::new();
        for reply in &self.replies {
            if reply.keeps(value)? {
                keeping.push(reply.mv);
                if self.goal == Goal::First {
                    break;
                }
            }
        }
        self.is_value_known().then_some(keeping)
    }
}

impl<G> Reply<G> {
    /// Whether the move keeps a value of the seat that made it; `None` where that isn't known.
    fn keeps(&self, value: i32) -> Option<bool> {
        let [low, high] = self.bounds;
        if high <= -value {
            Some(true)
        } else if low > -value || self.given_up {
            Some(false)
        } else {
            None
        }
    }
}
