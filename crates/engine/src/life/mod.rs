//! Life and death: which stones are dead at the end and whose the points are, for servers and GUIs.
//!
//! The rules of the game itself count every stone on the board, and so does Tromp-Taylor. By the
//! other rule sets of ordinary Go dead stones are removed before the points are counted.

use std::collections::BTreeMap;

use quintet_core::board::Point;
use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::groups::{Group, groups};
use quintet_core::position::{AnyPosition, PlayoutObserver};
use quintet_core::random::Rng;
use quintet_core::types::{Margin, Seat};
use rand::SeedableRng as _;

use crate::seki::in_seki;

/// The number of playouts that estimate the owners of all points.
const PLAYOUTS: u32 = 256;

/// A group is dead if its points end as its own in less than this fraction of the playouts.
const ALIVE: f64 = 0.3;

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
    /// Returns life and death of a game as it stands.
    pub fn of(game: &Game) -> Life {
        let groups = groups(game.geometry(), &|point| game.stone(point));
        let none = vec![false; groups.len()];
        let may_be_dead = game.info().presentation.dead_stones && (!game.is_over() || removes_dead(game));
        let dead = if may_be_dead { dead(game, &groups) } else { none.clone() };
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

/// Returns the score of a game as it stands. After its end dead stones count as the opponent's
/// points if the rules remove them.
pub fn score(game: &Game) -> Option<Margin> {
    // A game that is over by repetition has no points.
    let agreed = game.info().presentation.dead_stones && game.position().is_over() && removes_dead(game);
    if agreed { Life::of(game).score() } else { game.score() }
}

/// Returns whether dead stones leave the board after the end, by the rule set of the game.
fn removes_dead(game: &Game) -> bool {
    game.setup().rule_set().is_some_and(|set| set.removes_dead)
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

/// Returns for each group whether it is dead: whether most playouts from here lose its points.
fn dead(game: &Game, groups: &[Group]) -> Vec<bool> {
    let Some(owned) = count_owners(game) else { return vec![false; groups.len()] };
    let info = game.info();
    let is_dead = |group: &Group| {
        let Some(seat) = Seat::BOTH.into_iter().find(|&seat| info.own_stone(seat) == group.stone) else { return false };
        let own: u32 = group.points.iter().map(|point| owned[point.index()][seat.index()]).sum();
        f64::from(own) < ALIVE * f64::from(PLAYOUTS) * group.points.len() as f64
    };
    groups.iter().map(is_dead).collect()
}

/// Returns for each point the numbers of playouts at whose end it was Black's and White's.
fn count_owners(game: &Game) -> Option<Vec<[u32; 2]>> {
    let diagram = open_diagram(game);
    let start = game.setup().position(&diagram).ok()?;
    let mut owned = vec![[0; 2]; diagram.stones.len()];
    let mut rng = Rng::seed_from_u64(0);
    let mut position = start.clone();
    for playout in 0..PLAYOUTS {
        position.clone_from(&start);
        position.set_to_move(Seat::BOTH[playout as usize % 2]);
        position.playout(&mut rng, PlayoutObserver::None);
        for point in game.geometry().points() {
            if let Some(seat) = position.owner(point) {
                owned[point.index()][seat.index()] += 1;
            }
        }
    }
    Some(owned)
}
