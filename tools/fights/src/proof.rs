//! Proofs by depth-first proof-number search (df-pn; Nagai, 2002).
//!
//! It shares nothing with the program's own solver but the rules. A side has proved a result if it
//! has an answer, in its region or by a pass, to everything that the other side may do. Repetition
//! counts against the side that has to prove, so a proof holds however endless play is scored, and
//! some questions have no proof for either side. The other side may play everywhere: to fill an own
//! eye can be a waiting move if a pass would end the game.

use quintet_core::board::Point;
use quintet_core::diagram::Diagram;
use quintet_core::groups::groups;
use quintet_core::position::AnyPosition;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use rustc_hash::FxHashMap;

/// Returns the points of a fight: all but walls with two or more eyes, and these eyes.
pub fn region(setup: &Setup, diagram: &Diagram) -> Vec<bool> {
    let geometry = setup.geometry();
    let mut region = vec![true; geometry.len()];
    for group in groups(&geometry, &|point| diagram.stones[point.index()]) {
        let is_eye = |liberty: &&Point| geometry.neighbours(**liberty).iter().all(|next| group.points.contains(next));
        let eyes: Vec<&Point> = group.liberties.iter().filter(is_eye).collect();
        if eyes.len() >= 2 {
            group.points.iter().chain(eyes).for_each(|point| region[point.index()] = false);
        }
    }
    region
}

/// The proof and disproof number of a position; 0 means proved or disproved.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
    /// The number of plies for which the other side can delay the end, if it is proved.
    plies: u16,
}

/// Infinity.
const INFINITE: u32 = 1 << 30;

const UNSEEN: Numbers = Numbers { proof: 1, disproof: 1, plies: 0 };
const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE, plies: 0 };
const DISPROVED: Numbers = Numbers { proof: INFINITE, disproof: 0, plies: 0 };

/// The longest line that is searched.
const LONGEST_LINE: usize = 60;

/// A search for proofs that a side wins by at least a number of points.
pub struct Prover<'a> {
    region: &'a [bool],
    seat: Seat,
    target: f64,
    table: FxHashMap<u64, Numbers>,
    path: Vec<u64>,
    /// The number of positions that may still be searched.
    left: u64,
}

impl<'a> Prover<'a> {
    /// Creates a search in which `seat` plays only in `region`, and which visits at most `most`
    /// positions.
    pub fn new(region: &'a [bool], seat: Seat, target: f64, most: u64) -> Prover<'a> {
        Prover { region, seat, target, table: FxHashMap::default(), path: Vec::new(), left: most }
    }

    /// Returns whether the side reaches its target from a position; `None` if that takes too long.
    pub fn proves(&mut self, position: &dyn AnyPosition) -> Option<bool> {
        let numbers = self.static_value(position).unwrap_or_else(|| self.search(position, INFINITE, INFINITE));
        (numbers.proof == 0 || numbers.disproof == 0).then_some(numbers.proof == 0)
    }

    /// Returns a line from a proved position in which the side wins as soon as possible, and the
    /// other side delays it.
    pub fn line(&self, position: &dyn AnyPosition) -> Vec<Move> {
        let (mut position, mut line) = (position.boxed_clone(), Vec::new());
        while self.static_value(&*position).is_none() && line.len() < LONGEST_LINE {
            let own = position.to_move() == self.seat;
            let plies = |(_, next): &(Move, Box<dyn AnyPosition>)| self.known(&**next).plies;
            let proved = self.moves(&*position).into_iter().filter(|(_, next)| self.known(&**next).proof == 0);
            let Some((mv, next)) = (if own { proved.min_by_key(plies) } else { proved.max_by_key(plies) }) else {
                break;
            };
            line.push(mv);
            position = next;
        }
        line
    }

    /// Returns the moves that are searched, with the positions after them.
    fn moves(&self, position: &dyn AnyPosition) -> Vec<(Move, Box<dyn AnyPosition>)> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let own = position.to_move() == self.seat;
        moves.retain(|mv| !own || mv.point().is_none_or(|point| self.region[point.index()]));
        let after = |mv| {
            let mut next = position.boxed_clone();
            next.advance(mv);
            (mv, next)
        };
        moves.into_iter().map(after).collect()
    }

    /// Returns the numbers of a position that is decided by the end of the game or by
    /// unconditionally safe points.
    fn static_value(&self, position: &dyn AnyPosition) -> Option<Numbers> {
        let sign = self.seat.sign();
        let [low, high] = match position.outcome() {
            Some(outcome) => [outcome.margin.points(); 2],
            None => position.value_bounds(),
        };
        let [low, high] = if sign > 0.0 { [low, high] } else { [-high, -low] };
        if low >= self.target {
            Some(PROVED)
        } else if high < self.target {
            Some(DISPROVED)
        } else {
            None
        }
    }

    fn known(&self, position: &dyn AnyPosition) -> Numbers {
        let decided = || self.static_value(position);
        self.table.get(&position.key()).copied().or_else(decided).unwrap_or(UNSEEN)
    }

    fn search(&mut self, position: &dyn AnyPosition, most_proof: u32, most_disproof: u32) -> Numbers {
        let key = position.key();
        if self.path.contains(&key) || self.path.len() >= LONGEST_LINE {
            // Depends on the path, so it is not stored.
            return DISPROVED;
        }
        let own = position.to_move() == self.seat;
        let children = self.moves(position);
        self.path.push(key);
        let mut known: Vec<Numbers> = children.iter().map(|(_, next)| self.known(&**next)).collect();
        self.left = self.left.saturating_sub(children.len() as u64);
        let numbers = loop {
            let numbers = combine(&known, own);
            if numbers.proof >= most_proof || numbers.disproof >= most_disproof || self.left == 0 {
                break numbers;
            }
            // Searches the most promising move until another is more promising.
            let cost = |numbers: &Numbers| if own { numbers.proof } else { numbers.disproof };
            let best = (0..known.len()).min_by_key(|&i| cost(&known[i])).expect("one can always pass");
            let second = (0..known.len()).filter(|&i| i != best).map(|i| cost(&known[i])).min().unwrap_or(INFINITE);
            let limit = second.saturating_add(1 + second / 4).min(INFINITE);
            let rest = |most: u32, sum: u32, one: u32| if most >= INFINITE { INFINITE } else { most - sum + one };
            let at = known[best];
            known[best] = if own {
                let most = rest(most_disproof, numbers.disproof, at.disproof);
                self.search(&*children[best].1, most_proof.min(limit), most)
            } else {
                let most = rest(most_proof, numbers.proof, at.proof);
                self.search(&*children[best].1, most, most_disproof.min(limit))
            };
        };
        self.path.pop();
        self.table.insert(key, numbers);
        numbers
    }
}

/// Combines the numbers of the moves of a position.
fn combine(children: &[Numbers], own: bool) -> Numbers {
    let sum =
        |count: fn(&Numbers) -> u32| children.iter().map(count).fold(0, |sum: u32, one| (sum + one).min(INFINITE));
    let least = |count: fn(&Numbers) -> u32| children.iter().map(count).min().unwrap_or(INFINITE);
    let proved = children.iter().filter(|child| child.proof == 0).map(|child| child.plies + 1);
    if own {
        let disproof = sum(|child| child.disproof);
        Numbers { proof: least(|child| child.proof), disproof, plies: proved.min().unwrap_or(0) }
    } else {
        let proof = sum(|child| child.proof);
        Numbers { proof, disproof: least(|child| child.disproof), plies: proved.max().unwrap_or(0) }
    }
}
