//! The count at the end of a game by rules that remove dead stones.

use std::sync::{Arc, OnceLock};

use super::Game;
use crate::board::PointSet;
use crate::position::AnyPosition;

/// Judges which stones are dead at the end of a game.
pub trait LifeAndDeath: Send + Sync {
    /// Returns the dead stones of a game that has ended. The answer depends on the game alone.
    fn dead_stones(&self, game: &Game) -> PointSet;
}

/// The count of a game that has ended, made when it is first needed.
#[derive(Clone, Default)]
pub(super) struct Count {
    judge: Option<Arc<dyn LifeAndDeath>>,
    made: OnceLock<Counted>,
}

/// The dead stones, and the position without them; `None` if there are none.
#[derive(Clone)]
struct Counted {
    dead: PointSet,
    position: Option<Box<dyn AnyPosition>>,
}

impl Count {
    /// Forgets the count, because the game has changed.
    pub fn forget(&mut self) {
        self.made = OnceLock::new();
    }
}

impl Game {
    /// Sets who judges the dead stones, where the rules of the setup remove them after two passes.
    /// Without a judge all stones count.
    pub fn set_judge(&mut self, judge: Arc<dyn LifeAndDeath>) {
        self.count = Count { judge: Some(judge), made: OnceLock::new() };
    }

    /// Returns the dead stones that were removed before the points were counted; none before the
    /// end of the game.
    pub fn dead_stones(&self) -> PointSet {
        self.counted().map_or(PointSet::EMPTY, |counted| counted.dead)
    }

    /// The position whose points count: the current one, at the end without dead stones.
    pub fn counted_position(&self) -> &dyn AnyPosition {
        let cleared = self.counted().and_then(|counted| counted.position.as_deref());
        cleared.unwrap_or(&*self.current)
    }

    fn counted(&self) -> Option<&Counted> {
        let judge = self.count.judge.as_ref()?;
        let has_ended = self.repeated_at.is_none() && self.current.is_over();
        (has_ended && self.setup.removes_dead_stones()).then(|| {
            self.count.made.get_or_init(|| {
                let dead = judge.dead_stones(self);
                let mut diagram = self.current.diagram();
                dead.iter().for_each(|point| diagram.stones[point.index()] = None);
                let position = if dead.is_empty() { None } else { self.setup.position(&diagram).ok() };
                Counted { dead: if position.is_some() { dead } else { PointSet::EMPTY }, position }
            })
        })
    }
}
