//! A position of any game as a trait object.

use std::any::Any;

use super::{Heuristics, PlayoutObserver, Position, Presentation, Solvable};
use crate::random::Rng;
use crate::types::{IllegalMove, Move, Seat};
use crate::weights::Weights;

/// The result of a move for a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The side to move now.
    pub to_move: Seat,
    /// Whether the game has ended.
    pub is_over: bool,
}

/// A position of any game. Implemented for every type that has the four traits, [`Clone`] and
/// [`PartialEq`].
pub trait AnyPosition: Position + Heuristics + Solvable + Presentation {
    /// Returns an independent copy.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;

    /// Becomes a copy of `other` without allocating.
    ///
    /// # Panics
    /// If `other` is a position of another type.
    fn copy_from(&mut self, other: &dyn AnyPosition);

    /// Returns whether both are equal positions of one type.
    fn equals(&self, other: &dyn AnyPosition) -> bool;

    /// The position as [`Any`], for a game that needs its own type.
    fn as_any(&self) -> &dyn Any;

    /// The memory of one position, in bytes.
    fn size(&self) -> usize;

    /// Plays a legal move, like [`Position::play_unchecked`], and returns what follows from it in
    /// the same call.
    fn step(&mut self, mv: Move) -> Step;

    /// Becomes the position after a legal move in `other`, like [`Solvable::advance`], and returns
    /// its [`Solvable::known_bounds`] in the same call.
    ///
    /// # Panics
    /// If `other` is a position of another type.
    fn advance_from(&mut self, other: &dyn AnyPosition, mv: Move) -> [f64; 2];

    /// Runs `count` playouts from this position, informed ones if there are weights, and returns
    /// the sum of the margins for Black. Faster than a loop over [`Heuristics::playout`] through a
    /// trait object.
    fn playouts(&self, count: u64, weights: Option<&Weights>, rng: &mut Rng) -> f64;

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// Returns [`IllegalMove`], and leaves the position as it was, if it is not.
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove>;
}

impl<P: Position + Heuristics + Solvable + Presentation + Clone + PartialEq + 'static> AnyPosition for P {
    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    #[inline]
    fn copy_from(&mut self, other: &dyn AnyPosition) {
        match other.as_any().downcast_ref::<P>() {
            Some(other) => self.clone_from(other),
            None => panic!("positions of two types"),
        }
    }

    fn equals(&self, other: &dyn AnyPosition) -> bool {
        other.as_any().downcast_ref::<P>() == Some(self)
    }

    #[inline]
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn size(&self) -> usize {
        size_of::<P>()
    }

    #[inline]
    fn step(&mut self, mv: Move) -> Step {
        self.play_unchecked(mv);
        Step { to_move: self.to_move(), is_over: self.is_over() }
    }

    fn advance_from(&mut self, other: &dyn AnyPosition, mv: Move) -> [f64; 2] {
        self.copy_from(other);
        self.advance(mv);
        self.known_bounds()
    }

    fn playouts(&self, count: u64, weights: Option<&Weights>, rng: &mut Rng) -> f64 {
        let mut position = self.clone();
        let mut sum = 0.0;
        for _ in 0..count {
            position.clone_from(self);
            sum += match weights {
                Some(weights) => position.informed_playout(weights, rng, PlayoutObserver::None),
                None => position.playout(rng, PlayoutObserver::None),
            };
        }
        sum
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove);
        }
        self.play_unchecked(mv);
        Ok(())
    }
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }

    fn clone_from(&mut self, source: &Self) {
        (**self).copy_from(&**source);
    }
}

impl PartialEq for dyn AnyPosition + '_ {
    fn eq(&self, other: &Self) -> bool {
        self.equals(other)
    }
}
