//! Positions whose values are all known: from retrograde analysis in memory, or from a table on disk.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::retrograde::{self, Analysis, Question};
use super::table::{self, Sidecar, TableError, Values};
use super::{LONGEST_LINE, Limits, Progress, Solution};
use crate::game::Game;
use crate::setup::Setup;
use crate::states::States;
use crate::words::{Move, Seat};

/// The values of all positions of a setup.
pub struct Known {
    setup: Setup,
    states: Box<dyn States>,
    values: Values,
}

/// What was worked out lately, for all games of this process.
static LATELY: Mutex<Vec<Arc<Known>>> = Mutex::new(Vec::new());

/// So many are kept.
const KEPT: usize = 3;

/// What was read from tables on disk: kept to the end.
static OPENED: Mutex<Vec<Arc<Known>>> = Mutex::new(Vec::new());

/// The largest margin of a setup's positions.
pub fn largest_margin(setup: &Setup) -> i32 {
    setup.geometry().len() as i32
}

/// Whether all values of a setup are known already.
pub fn is_kept(setup: &Setup) -> bool {
    kept(setup).is_some()
}

fn kept(setup: &Setup) -> Option<Arc<Known>> {
    // Komi, which some clients set in every game, changes nothing where margins are known without it.
    let name = table::name(setup);
    [&OPENED, &LATELY].into_iter().find_map(|list| {
        let list = list.lock().expect("no thread fails");
        list.iter().find(|known| table::name(&known.setup) == name).cloned()
    })
}

/// The values of a setup's positions, worked out now where that fits the memory; `None` where it doesn't, or the work was
/// ended.
pub fn find<G: Game>(setup: &Setup, limits: Limits, watch: &(dyn Fn(Progress) -> bool + Sync)) -> Option<Arc<Known>> {
    if let Some(known) = kept(setup) {
        return Some(known);
    }
    let states = G::states(setup)?;
    if retrograde::memory(states.len(), Question::Values, limits.threads) > limits.memory {
        return None;
    }
    let begun = Instant::now();
    let largest = largest_margin(setup);
    let mut analysis = Analysis::new(&*states, Question::Values, largest, limits.threads);
    let mut go_on = |at: retrograde::Progress| {
        let margin = f64::from(largest);
        let progress =
            Progress { low: -margin, high: margin, nodes: at.decided, of: Some(at.of), time: begun.elapsed() };
        watch(progress)
    };
    analysis.run(1, &mut go_on).ok()?;
    let (values, ranks) = analysis.into_values();
    let known = Arc::new(Known { setup: setup.clone(), states, values: Values::new(values, ranks) });
    remember(&known);
    Some(known)
}

/// The values of a setup's positions, if they are kept already or there are at most `most` of them.
pub fn within<G: Game>(setup: &Setup, most: u64) -> Option<Arc<Known>> {
    if let Some(known) = kept(setup) {
        return Some(known);
    }
    if !G::may_number(setup, most) {
        return None;
    }
    find::<G>(setup, Limits { memory: u64::MAX, ..Limits::default() }, &|_| true)
}

/// Takes a setup's values from a table on disk, for all that asks for them later.
///
/// # Errors
/// If it isn't that setup's table, or the game can't number its positions.
pub fn open<G: Game>(path: &Path, setup: &Setup) -> Result<Arc<Known>, TableError> {
    let missing = || {
        TableError::Other(
            path.to_owned(),
            table::header(path).map_or_else(|e| e.to_string(), |h| h.0),
            table::name(setup),
        )
    };
    let states = G::states(setup).ok_or_else(missing)?;
    let values = Values::open(path, setup, states.len())?;
    let known = Arc::new(Known { setup: setup.clone(), states, values });
    OPENED.lock().expect("no thread fails").push(known.clone());
    Ok(known)
}

fn remember(known: &Arc<Known>) {
    let mut lately = LATELY.lock().expect("no thread fails");
    lately.truncate(KEPT - 1);
    lately.insert(0, known.clone());
}

/// The best ends that each seat can force from a position, endless play being worth less than any: margins for the seat itself
/// and plies. `None` where that doesn't fit the memory, or the work was ended, or the position
/// has no number.
pub fn ends<G: Game>(
    setup: &Setup,
    position: &G,
    limits: Limits,
    watch: &(dyn Fn(Progress) -> bool + Sync),
) -> Option<Ends> {
    let states = G::states(setup)?;
    let state = states.number(&position.diagram())?;
    if retrograde::memory(states.len(), Question::Finishes, limits.threads) > limits.memory {
        return None;
    }
    let (begun, largest) = (Instant::now(), largest_margin(setup));
    let mut analysis = Analysis::new(&*states, Question::Finishes, largest, limits.threads);
    let margin = f64::from(largest);
    let mut go_on = |at: retrograde::Progress| {
        watch(Progress { low: -margin, high: margin, nodes: at.decided, of: Some(at.of), time: begun.elapsed() })
    };
    analysis.run(-largest, &mut go_on).ok()?;
    let [own, other] = analysis.finishes(state).map(|end| end.map(|(margin, plies)| (margin, Some(plies))));
    Some(if position.to_move() == Seat::Black { [own, other] } else { [other, own] })
}

/// Black's and White's best ends: the margin for that seat and, where that is known, the plies; `None` where it can't force the game to
/// end.
pub type Ends = [Option<(i32, Option<u32>)>; 2];

/// A move and what it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValuedMove {
    /// The move.
    pub mv: Move,
    /// The margin for the seat that moves.
    pub value: i32,
    /// In how many plies, this one counted, the better side can force it; 0 where the value is 0.
    pub plies: u32,
    /// How many of the opponent's answers are worse for it than its best.
    pub traps: u32,
}

impl Known {
    /// Writes them as a table.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn write<G: Game>(&self, path: &Path) -> Result<Sidecar, TableError> {
        let start = self.states.number(&G::new(&self.setup).diagram()).expect("the start is a position of play");
        self.values.write(path, &self.setup, start)
    }

    /// How many positions there are.
    pub fn len(&self) -> u64 {
        self.states.len()
    }

    /// Whether there are none; no game is so.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The value for the seat to move, and the plies in which it can be forced. A position that play doesn't lead to
    /// is looked up through its moves, as long as these lead back soon.
    pub fn value<G: Game>(&self, position: &G) -> Option<(i32, u32)> {
        self.value_within(position, 3)
    }

    fn value_within<G: Game>(&self, position: &G, plies: u32) -> Option<(i32, u32)> {
        if let Some(outcome) = position.outcome() {
            return Some((outcome.margin.for_seat(position.to_move()) as i32, 0));
        }
        if let Some(state) = self.states.number(&position.diagram()) {
            return Some(self.values.get(state));
        }
        let left = plies.checked_sub(1)?;
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let values = moves.into_iter().map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            self.value_within(&next, left).map(|(value, plies)| (-value, plies))
        });
        let values: Vec<(i32, u32)> = values.collect::<Option<_>>()?;
        values.into_iter().max_by_key(|&told| rating(told)).map(|(value, plies)| (value, next_rank(value, plies)))
    }

    /// What every move leads to, in the order of the moves.
    pub fn moves<G: Game>(&self, position: &G) -> Option<Vec<ValuedMove>> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let told = moves.into_iter().map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            let (value, plies) = self.value(&next)?;
            Some(ValuedMove { mv, value: -value, plies: next_rank(value, plies), traps: self.traps(&next, value)? })
        });
        told.collect()
    }

    /// How many moves in a position are worse than the best.
    fn traps<G: Game>(&self, position: &G, value: i32) -> Option<u32> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut traps = 0;
        for mv in moves {
            let mut next = position.clone();
            next.play_unchecked(mv);
            traps += u32::from(-self.value(&next)?.0 < value);
        }
        Some(traps)
    }

    /// The solution of a position; `None` if it isn't among those known.
    pub fn solution<G: Game>(&self, position: &G, begun: Instant) -> Option<Solution> {
        let (value, plies) = self.value(position)?;
        let moves = self.moves(position)?;
        let best = moves.iter().filter(|told| told.value == value).map(|told| told.mv).collect();
        let margin = position.to_move().sign() * f64::from(value) + 0.0;
        Some(Solution {
            low: margin,
            high: margin,
            margins: true,
            best,
            traps: Vec::new(),
            line: self.line(position.clone()),
            plies: (value != 0).then_some(plies),
            ends: None,
            nodes: self.len(),
            time: begun.elapsed(),
        })
    }

    /// The best move of those told: it keeps the value, wins soonest or holds out longest, and sets the most traps.
    pub fn choice(moves: &[ValuedMove]) -> Option<ValuedMove> {
        moves
            .iter()
            .copied()
            .max_by_key(|told| (rating((told.value, told.plies)), told.traps, std::cmp::Reverse(told.mv.code())))
    }

    /// Best play from a position, until the end or until a position comes again.
    fn line<G: Game>(&self, mut position: G) -> Vec<Move> {
        let mut line = Vec::new();
        let mut seen = vec![position.key()];
        while !position.is_over() && line.len() < LONGEST_LINE {
            let Some(told) = self.moves(&position).and_then(|moves| Known::choice(&moves)) else { break };
            position.play_unchecked(told.mv);
            line.push(told.mv);
            if seen.contains(&position.key()) {
                break;
            }
            seen.push(position.key());
        }
        line
    }
}

/// How good it is for a seat to get a value in so many plies: more is better, a win soon and a loss late.
fn rating((value, plies): (i32, u32)) -> (i32, i64) {
    (value, if value > 0 { -i64::from(plies) } else { plies.into() })
}

/// The rank of a position one ply before one with a value and a rank.
fn next_rank(value: i32, plies: u32) -> u32 {
    if value == 0 { 0 } else { plies + 1 }
}
