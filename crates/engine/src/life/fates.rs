//! The fates of groups in playouts, and what is near an unsettled group.

use quintet_core::board::PointSet;
use quintet_core::game::Game;
use quintet_core::groups::Group;
use quintet_core::position::{AnyPosition, PlayoutObserver};
use quintet_core::random::seeded;
use quintet_core::types::{Seat, Stone};
use quintet_core::weights::Weights;

/// The number of playouts: as many as a fate has bits.
const PLAYOUTS: u32 = u128::BITS;

/// A group is safe if it is lost in at most this many playouts.
const RARELY_LOST: u32 = 3;

/// Groups share their fate if it differs in at most this many playouts.
const RARELY_DIFFERENT: u32 = 4;

/// How many empty points away from a group moves can matter to it.
const REACH: usize = 4;

/// The fates of a game's groups in playouts.
pub struct Fates<'a> {
    game: &'a Game,
    groups: &'a [Group],
    owners: Vec<Option<Seat>>,
    /// For each group the playouts, as bits, at whose end its owner owned most of its points.
    kept: Vec<u128>,
}

impl<'a> Fates<'a> {
    /// Returns the fates in playouts from `start`, in which each side is first in half of them.
    pub fn of(game: &'a Game, groups: &'a [Group], start: &dyn AnyPosition, weights: &Weights) -> Fates<'a> {
        let owner = |group: &Group| Seat::BOTH.into_iter().find(|&seat| game.info().own_stone(seat) == group.stone);
        let owners: Vec<Option<Seat>> = groups.iter().map(owner).collect();
        let mut kept = vec![0; groups.len()];
        let mut rng = seeded(0);
        let mut position = start.boxed_clone();
        for playout in 0..PLAYOUTS as usize {
            position.copy_from(start);
            position.set_to_move(Seat::BOTH[playout % 2]);
            position.informed_playout(weights, &mut rng, PlayoutObserver::None);
            for ((kept, group), &owner) in kept.iter_mut().zip(groups).zip(&owners) {
                let own = group.points.iter().filter(|&&point| owner.is_some() && position.owner(point) == owner);
                *kept |= u128::from(2 * own.count() > group.points.len()) << playout;
            }
        }
        Fates { game, groups, owners, kept }
    }

    /// Returns the side whose stones a group has; `None` if it is neither's.
    pub fn owner(&self, group: usize) -> Option<Seat> {
        self.owners[group]
    }

    /// Returns whether playouts leave no doubt that a group lives.
    pub fn is_safe(&self, group: usize) -> bool {
        self.owners[group].is_none() || self.kept[group].count_zeros() <= RARELY_LOST
    }

    /// Returns whether two groups of one side live and die together.
    pub fn are_alike(&self, group: usize, other: usize) -> bool {
        self.owners[group] == self.owners[other]
            && (self.kept[group] ^ self.kept[other]).count_ones() <= RARELY_DIFFERENT
    }

    /// Returns the points near a group where moves can matter to it, over empty points and groups
    /// that are not safe, and these groups.
    pub fn surroundings(&self, group: usize) -> (PointSet, Vec<usize>) {
        let geometry = self.game.geometry();
        let mut near: PointSet = self.groups[group].points.iter().copied().collect();
        let (mut seen, mut met) = (near, Vec::new());
        let mut front = self.groups[group].points.clone();
        for _ in 0..=REACH {
            let mut next = Vec::new();
            while let Some(point) = front.pop() {
                for neighbour in geometry.neighbours(point) {
                    if !seen.insert(neighbour) {
                        continue;
                    }
                    match self.game.stone(neighbour) {
                        None => {
                            near.insert(neighbour);
                            next.push(neighbour);
                        }
                        Some(Stone::Blocked) => {}
                        Some(_) => {
                            let found = self.groups.iter().position(|group| group.points.contains(&neighbour));
                            let Some(other) = found.filter(|&other| !self.is_safe(other)) else { continue };
                            met.push(other);
                            // Stones are no step on the way.
                            for &stone in &self.groups[other].points {
                                near.insert(stone);
                                seen.insert(stone);
                                front.push(stone);
                            }
                        }
                    }
                }
            }
            front = next;
        }
        (near, met)
    }
}
