//! Proofs of yes or no by proof-number search (Nagai's df-pn, 2002).
//!
//! It shares nothing with the program's own solver but the rules. A seat has proved a result when it has an answer, on points where
//! it is let play or by a pass, to everything that the other may do; play that comes round counts against the seat that has to prove. So what
//! is proved is true whatever endless play is worth, and nothing is said where neither seat can prove its side. The other seat has to be
//! let play everywhere: to fill an own eye can be a move to wait by, where a pass could end the game.

use quintet::board::Point;
use quintet::game::Game;
use quintet::groups::groups;
use quintet::setup::{Diagram, Setup};
use quintet::words::{Move, Seat};
use rustc_hash::FxHashMap;

/// The points on which the fight of a board is: all but walls with two eyes or more, and these eyes.
pub fn region(setup: &Setup, diagram: &Diagram) -> Vec<bool> {
    let geometry = setup.geometry();
    let mut region = vec![true; geometry.len()];
    for group in groups(&geometry, |point| diagram.stones[point.index()]) {
        let is_eye = |liberty: &&Point| geometry.neighbours(**liberty).iter().all(|next| group.points.contains(next));
        let eyes: Vec<&Point> = group.liberties.iter().filter(is_eye).collect();
        if eyes.len() >= 2 {
            group.points.iter().chain(eyes).for_each(|point| region[point.index()] = false);
        }
    }
    region
}

/// What is known of a question: how much is still to be done to prove it, and to disprove it. 0 is done.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
    /// How long the other seat can put the end off, where it is proved.
    plies: u16,
}

/// As good as never.
const NEVER: u32 = 1 << 30;

const UNSEEN: Numbers = Numbers { proof: 1, disproof: 1, plies: 0 };
const PROVED: Numbers = Numbers { proof: 0, disproof: NEVER, plies: 0 };
const DISPROVED: Numbers = Numbers { proof: NEVER, disproof: 0, plies: 0 };

/// Longer lines are not followed.
const LONGEST_LINE: usize = 60;

/// A search for proofs that a seat gets so many points more than the other, or more.
pub struct Prover<'a> {
    region: &'a [bool],
    seat: Seat,
    wanted: f64,
    table: FxHashMap<u64, Numbers>,
    path: Vec<u64>,
    /// Positions that may still be looked at.
    left: u64,
}

impl<'a> Prover<'a> {
    /// A search in which the seat plays on the points of `region` alone, by their numbers, and which looks at `most` positions in
    /// all.
    pub fn new(region: &'a [bool], seat: Seat, wanted: f64, most: u64) -> Prover<'a> {
        Prover { region, seat, wanted, table: FxHashMap::default(), path: Vec::new(), left: most }
    }

    /// Whether the seat is proved to get what is wanted from a position; `None` where that takes too long to say.
    pub fn proves<G: Game>(&mut self, position: &G) -> Option<bool> {
        let numbers = self.at_a_glance(position).unwrap_or_else(|| self.search(position, NEVER, NEVER));
        (numbers.proof == 0 || numbers.disproof == 0).then_some(numbers.proof == 0)
    }

    /// A line in which the seat proves it as soon as it can, and the other puts that off; from a position that is proved.
    pub fn line<G: Game>(&self, position: &G) -> Vec<Move> {
        let (mut position, mut line) = (position.clone(), Vec::new());
        while self.at_a_glance(&position).is_none() && line.len() < LONGEST_LINE {
            let own = position.to_move() == self.seat;
            let plies = |(_, next): &(Move, G)| self.known(next).plies;
            let proved = self.moves(&position).into_iter().filter(|(_, next)| self.known(next).proof == 0);
            let Some((mv, next)) = (if own { proved.min_by_key(plies) } else { proved.max_by_key(plies) }) else {
                break;
            };
            line.push(mv);
            position = next;
        }
        line
    }

    fn moves<G: Game>(&self, position: &G) -> Vec<(Move, G)> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let own = position.to_move() == self.seat;
        moves.retain(|mv| !own || mv.point().is_none_or(|point| self.region[point.index()]));
        let after = |mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            next.settle();
            (mv, next)
        };
        moves.into_iter().map(after).collect()
    }

    /// What the end of the game says, or what is safe for good.
    fn at_a_glance<G: Game>(&self, position: &G) -> Option<Numbers> {
        let sign = self.seat.sign();
        let [low, high] = match position.outcome() {
            Some(outcome) => [outcome.margin.points(); 2],
            None => position.value_bounds(),
        };
        let [low, high] = if sign > 0.0 { [low, high] } else { [-high, -low] };
        if low >= self.wanted {
            Some(PROVED)
        } else if high < self.wanted {
            Some(DISPROVED)
        } else {
            None
        }
    }

    fn known<G: Game>(&self, position: &G) -> Numbers {
        let glance = || self.at_a_glance(position);
        self.table.get(&position.key()).copied().or_else(glance).unwrap_or(UNSEEN)
    }

    fn search<G: Game>(&mut self, position: &G, most_proof: u32, most_disproof: u32) -> Numbers {
        let key = position.key();
        if self.path.contains(&key) || self.path.len() >= LONGEST_LINE {
            // What another line finds is another matter: this isn't kept.
            return DISPROVED;
        }
        let own = position.to_move() == self.seat;
        let children = self.moves(position);
        self.path.push(key);
        let mut known: Vec<Numbers> = children.iter().map(|(_, next)| self.known(next)).collect();
        self.left = self.left.saturating_sub(children.len() as u64);
        let numbers = loop {
            let numbers = joined(&known, own);
            if numbers.proof >= most_proof || numbers.disproof >= most_disproof || self.left == 0 {
                break numbers;
            }
            // The seat to move looks at its most promising move, until another is more so.
            let cost = |numbers: &Numbers| if own { numbers.proof } else { numbers.disproof };
            let best = (0..known.len()).min_by_key(|&i| cost(&known[i])).expect("one can always pass");
            let second = (0..known.len()).filter(|&i| i != best).map(|i| cost(&known[i])).min().unwrap_or(NEVER);
            let limit = second.saturating_add(1 + second / 4).min(NEVER);
            let rest = |most: u32, sum: u32, one: u32| if most >= NEVER { NEVER } else { most - sum + one };
            let at = known[best];
            known[best] = if own {
                let most = rest(most_disproof, numbers.disproof, at.disproof);
                self.search(&children[best].1, most_proof.min(limit), most)
            } else {
                let most = rest(most_proof, numbers.proof, at.proof);
                self.search(&children[best].1, most, most_disproof.min(limit))
            };
        };
        self.path.pop();
        self.table.insert(key, numbers);
        numbers
    }
}

/// What the moves of a position say of it.
fn joined(children: &[Numbers], own: bool) -> Numbers {
    let sum = |count: fn(&Numbers) -> u32| children.iter().map(count).fold(0, |sum: u32, one| (sum + one).min(NEVER));
    let least = |count: fn(&Numbers) -> u32| children.iter().map(count).min().unwrap_or(NEVER);
    let proved = children.iter().filter(|child| child.proof == 0).map(|child| child.plies + 1);
    if own {
        let disproof = sum(|child| child.disproof);
        Numbers { proof: least(|child| child.proof), disproof, plies: proved.min().unwrap_or(0) }
    } else {
        let proof = sum(|child| child.proof);
        Numbers { proof, disproof: least(|child| child.disproof), plies: proved.max().unwrap_or(0) }
    }
}
