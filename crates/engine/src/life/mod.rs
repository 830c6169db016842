//! Life and death: which stones are dead at the end and whose the points are.
//!
//! The rules of the game itself count every stone on the board, and so does Tromp-Taylor. By the
//! other rule sets of ordinary Go dead stones are removed before the points are counted.
//!
//! A group is judged by playouts, if they agree that it lives, and otherwise by a search in which
//! all that counts is who owns its points in the end (`fight`), once with either side to move first.
//! A group that its owner can save only by moving first is as alive as it is dead then, and one
//! that needs less than that lives. Everything is limited by visits and takes its random numbers
//! from the position, so that the same position gets the same answer every time.

mod fates;
mod fight;
mod seki;

use std::collections::BTreeMap;
use std::sync::Arc;

use quintet_core::board::{Point, PointSet};
use quintet_core::diagram::Diagram;
use quintet_core::game::{Game, LifeAndDeath};
use quintet_core::groups::{Group, groups};
use quintet_core::position::AnyPosition;
use quintet_core::types::{Margin, Seat};
use quintet_core::weights::Weights;

use crate::knowledge::Knowledge;
use fates::Fates;
use fight::Fight;
use seki::in_seki;

/// A group is alive if the chance of its owner to keep its points, with either side to move first,
/// is at least this on average.
const ALIVE: f64 = 0.5;

/// The status of a point, in the words of GNU Go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// A stone that stays.
    Alive,
    /// A stone that is taken off before the points are counted.
    Dead,
    /// A stone of a group in seki, which stays although it has no two eyes.
    Seki,
    /// A point of White.
    WhiteTerritory,
    /// A point of Black.
    BlackTerritory,
    /// A point of nobody.
    Dame,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 6] =
        [Status::Alive, Status::Seki, Status::Dead, Status::WhiteTerritory, Status::BlackTerritory, Status::Dame];

    /// The name in the protocol.
    pub fn name(self) -> &'static str {
        match self {
            Status::Alive => "alive",
            Status::Dead => "dead",
            Status::Seki => "seki",
            Status::WhiteTerritory => "white_territory",
            Status::BlackTerritory => "black_territory",
            Status::Dame => "dame",
        }
    }
}

/// The groups of a position, which of them are dead, and the position without the dead ones.
pub struct Life {
    groups: Vec<Group>,
    dead: Vec<bool>,
    seki: Vec<bool>,
    cleared: Box<dyn AnyPosition>,
}

impl Life {
    /// Returns life and death of a game as it stands. At the end of a game whose rules count all
    /// stones, no stone is dead.
    pub fn of(game: &Game, knowledge: &Knowledge) -> Life {
        let groups = groups(game.geometry(), &|point| game.stone(point));
        let may_be_dead =
            game.info().presentation.dead_stones && (!game.is_over() || game.setup().removes_dead_stones());
        let none = vec![false; groups.len()];
        let dead =
            if may_be_dead { dead(game, &groups, &knowledge.general_weights(game.setup())) } else { none.clone() };
        let gone = groups.iter().zip(&dead).filter(|(_, dead)| **dead).map(|(group, _)| group);
        let (dead, cleared) = match without(game, gone) {
            Some(cleared) => (dead, cleared),
            None => (none.clone(), game.position().boxed_clone()),
        };
        let seki = if may_be_dead { in_seki(game, &groups, &dead) } else { none };
        Life { groups, dead, seki, cleared }
    }

    /// Returns the groups with this status.
    pub fn groups(&self, status: Status) -> impl Iterator<Item = &Group> {
        self.groups.iter().enumerate().filter(move |&(i, _)| self.group_status(i) == status).map(|(_, group)| group)
    }

    fn group_status(&self, index: usize) -> Status {
        match (self.dead[index], self.seki[index]) {
            (true, _) => Status::Dead,
            (false, true) => Status::Seki,
            (false, false) => Status::Alive,
        }
    }

    /// Returns the status of a point of the game.
    pub fn status(&self, game: &Game, point: Point) -> Status {
        if game.stone(point).is_some() {
            let index = self.groups.iter().position(|group| group.points.contains(&point));
            return index.map_or(Status::Alive, |index| self.group_status(index));
        }
        match self.cleared.owner(point) {
            Some(Seat::Black) => Status::BlackTerritory,
            Some(Seat::White) => Status::WhiteTerritory,
            None => Status::Dame,
        }
    }

    /// Returns the margin without the dead stones.
    pub fn score(&self) -> Option<Margin> {
        self.cleared.score()
    }
}

impl LifeAndDeath for Knowledge {
    fn dead_stones(&self, game: &Game) -> PointSet {
        let life = Life::of(game, self);
        life.groups(Status::Dead).flat_map(|group| &group.points).copied().collect()
    }
}

/// Returns a game that counts without dead stones at its end, if its rules remove them.
#[must_use]
pub fn judged(mut game: Game, knowledge: &Knowledge) -> Game {
    if game.info().presentation.dead_stones {
        game.set_judge(Arc::new(knowledge.clone()));
    }
    game
}

/// Returns the position without some groups, as if play went on; `None` if there is none.
fn without<'a>(game: &Game, gone: impl Iterator<Item = &'a Group>) -> Option<Box<dyn AnyPosition>> {
    let mut diagram = open_diagram(game);
    let mut any = false;
    for point in gone.flat_map(|group| &group.points) {
        diagram.stones[point.index()] = None;
        any = true;
    }
    if any { game.setup().position(&diagram).ok() } else { Some(game.position().boxed_clone()) }
}

/// Returns the stones of a game without its passes and earlier captures, so that play goes on.
pub fn open_diagram(game: &Game) -> Diagram {
    Diagram { state: BTreeMap::new(), ..game.diagram() }
}

/// Returns for each group whether it is dead.
fn dead(game: &Game, groups: &[Group], weights: &Weights) -> Vec<bool> {
    let mut dead = vec![false; groups.len()];
    let Ok(start) = game.setup().position(&open_diagram(game)) else { return dead };
    let fates = Fates::of(game, groups, &*start, weights);
    let mut judged: Vec<bool> = (0..groups.len()).map(|group| fates.is_safe(group)).collect();
    for group in 0..groups.len() {
        let Some(owner) = fates.owner(group).filter(|_| !judged[group]) else { continue };
        let (near, met) = fates.surroundings(group);
        // Groups that live and die together are judged once.
        let together = met.into_iter().filter(|&other| fates.are_alike(group, other));
        let together: Vec<usize> = std::iter::once(group).chain(together).collect();
        let stakes: Vec<Point> = together.iter().flat_map(|&member| &groups[member].points).copied().collect();
        let fight = Fight::new(&*start, &stakes, near);
        let chances = Seat::BOTH.map(|first| fight.chance(game.setup(), owner, first, weights));
        for member in together {
            judged[member] = true;
            dead[member] = chances[0] + chances[1] < 2.0 * ALIVE;
        }
    }
    dead
}
