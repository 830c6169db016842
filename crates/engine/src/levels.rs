//! Levels of play: moves of a player who sees little, overlooks moves, and looks again before it
//! plays.
//!
//! All of it is limited by visits and takes its random choices from the seed and the position, so
//! that a move at a level is the same on every machine.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use quintet_core::random::split_mix;
use quintet_core::setup::{GameInfo, LEVELS, LevelInfo};
use quintet_core::types::{Move, Seat};
use quintet_search::{Limits, Report, Restriction, SearchOptions, SearchResult, Tree, Urgency};

use crate::engine::Engine;
use crate::leads::Leads;
use crate::settings::{Choice, Request, Settings};

/// The simulations with which the chosen move is compared with the best one.
const COMPARISON_VISITS: u64 = 100;

/// Passing and swapping.
const MOVES_WITHOUT_POINT: usize = 2;

/// The most memory of the tree of a search at a level, in MiB.
const MAX_TREE_MIB: usize = 32;

/// A level of play, from 1 (weakest) to 12.
///
/// ```
/// use quintet_engine::Level;
///
/// let level: Level = "3".parse().unwrap();
/// assert!(Level::LOWEST < level && level < Level::HIGHEST);
/// assert_eq!("13".parse::<Level>().unwrap_err().to_string(), "a level is a number from 1 to 12");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// The error for a text or number that is not a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a level is a number from 1 to {LEVELS}")]
pub struct LevelError;

impl Level {
    /// The weakest level.
    pub const LOWEST: Level = Level(1);

    /// The strongest level.
    pub const HIGHEST: Level = Level(LEVELS as u8);

    /// Returns all levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (Level::LOWEST.0..=Level::HIGHEST.0).map(Level)
    }

    /// Returns the level of a number.
    ///
    /// # Errors
    /// Returns an error if the number is not from 1 to 12.
    pub fn new(number: u64) -> Result<Level, LevelError> {
        let number = u8::try_from(number).map_err(|_| LevelError)?;
        let level = Level(number);
        (Level::LOWEST..=Level::HIGHEST).contains(&level).then_some(level).ok_or(LevelError)
    }

    /// Returns the number, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns how a game is played at this level.
    pub fn of(self, info: &GameInfo) -> LevelInfo {
        info.levels[usize::from(self.0) - 1]
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        text.parse().map_err(|_| LevelError).and_then(Level::new)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The seed of what is overlooked in a position.
struct Oversight {
    seed: u64,
    /// A move is overlooked if its random number is below this, of 2³².
    threshold: u64,
}

impl Oversight {
    fn new(level: LevelInfo, seed: u64, position: u64) -> Oversight {
        let threshold = (f64::from(level.oversight) * 4_294_967_296.0) as u64;
        Oversight { seed: split_mix(seed, 1) ^ position, threshold }
    }

    /// Returns the random number of a move, which decides whether it is overlooked.
    fn number(&self, mv: Move) -> u64 {
        split_mix(self.seed, mv.code().into()) >> 32
    }

    fn overlooks(&self, mv: Move) -> bool {
        self.number(mv) < self.threshold
    }

    /// Returns the moves of a list that are overlooked: never all of them.
    fn overlooked(&self, moves: &[Move]) -> Vec<Move> {
        let seen = moves.iter().copied().max_by_key(|&mv| self.number(mv));
        moves.iter().copied().filter(|&mv| self.overlooks(mv) && Some(mv) != seen).collect()
    }
}

/// The searches for one move at a level.
struct Thought<'a, 'e> {
    engine: &'e mut Engine,
    request: Request<'a>,
    settings: &'e Settings,
    started: Duration,
}

impl Thought<'_, '_> {
    /// Searches with more restrictions than the request has.
    async fn search(
        &mut self,
        visits: u64,
        more: Vec<Restriction>,
        on_report: &mut dyn FnMut(&Report),
    ) -> Option<SearchResult> {
        let options = self.request.options;
        let restrictions = [options.restrictions, &more].concat();
        let used = options.time.since(self.started);
        let limits = Limits {
            visits: Some(options.limits.visits.map_or(visits, |limit| limit.min(visits))),
            time: options.limits.time.map(|time| time.saturating_sub(used)),
        };
        let options = SearchOptions {
            limits,
            reserve: Duration::ZERO,
            fixed_time: false,
            to_the_limit: false,
            restrictions: &restrictions,
            ..options
        };
        let request = Request { options, settings: self.settings, fresh: true, level: None, ..self.request };
        self.engine.search(&request, on_report).await
    }

    /// Returns whether to play the best move known so far. The few visits of a level take no time
    /// to speak of, so that the end of the input alone does not change the move.
    fn is_interrupted(&self) -> bool {
        let options = &self.request.options;
        match options.interrupt.urgency() {
            Urgency::None => false,
            Urgency::Soon => options.limits.time.is_some(),
            Urgency::Now => true,
        }
    }

    /// Returns the move that a player chooses who overlooks some moves; `best` is the best known
    /// one.
    async fn overlooking(&mut self, level: LevelInfo, best: Move) -> Move {
        let seat = self.request.seat;
        let game = self.engine.game();
        let oversight = Oversight::new(level, self.settings.seed, game.position().key());
        let admits = |mv: &Move| {
            let restrictions = self.request.options.restrictions;
            mv.point().is_some() && restrictions.iter().all(|restriction| restriction.admits(seat, *mv, 0))
        };
        let own: Vec<Move> = game.legal_moves(seat).into_iter().filter(admits).collect();
        let replies = game.legal_moves(seat.other());
        let mut hidden = oversight.overlooked(&own);
        // Passing and swapping are only chosen as the best known move.
        hidden.extend([Move::PASS, Move::SWAP]);
        let replies = replies.into_iter().filter(|&mv| oversight.overlooks(mv)).collect();
        let exclude = |seat: Seat, moves: Vec<Move>, plies| Restriction { seat, moves, others: false, plies };
        let restrictions = vec![exclude(seat, hidden, 1), exclude(seat.other(), replies, 2)];
        self.search(level.visits.into(), restrictions, &mut |_| {}).await.map_or(best, |found| found.mv)
    }

    /// Returns whether a move loses more than the level permits, compared with the best known one.
    async fn loses_too_much(&mut self, level: LevelInfo, mv: Move, best: Move) -> bool {
        if level.max_loss >= 1.0 {
            return false;
        }
        let seat = self.request.seat;
        let both = vec![Restriction { seat, moves: vec![mv, best], others: true, plies: 1 }];
        let Some(found) = self.search(COMPARISON_VISITS, both, &mut |_| {}).await else { return false };
        let rate = |mv| found.report.candidates.iter().find(|candidate| candidate.mv == mv).map(|c| c.win_rate);
        // A move that the comparison does not even try is the worse one, by the expected result of
        // the position.
        let loss = rate(best).unwrap_or(found.report.win_rate) - rate(mv).unwrap_or(0.0);
        loss > f64::from(level.max_loss)
    }
}

impl Engine {
    /// Chooses a move at a level.
    pub(crate) async fn choose_at_level(
        &mut self,
        request: &Request<'_>,
        level: LevelInfo,
        on_report: &mut dyn FnMut(&Report),
    ) -> Choice {
        let given = request.settings;
        // Providing the memory of a large tree takes longer than a few visits.
        let setup = self.game().setup();
        let moves = setup.geometry().len() * setup.info().kinds.len() + MOVES_WITHOUT_POINT;
        let tree_mib = Tree::mib_for(level.visits.max(COMPARISON_VISITS as u32).into(), moves).min(MAX_TREE_MIB);
        let settings = Settings { threads: 1, hash_mib: given.hash_mib.min(tree_mib), ..given.clone() };
        let started = request.options.time.now();
        let mut thought = Thought { engine: self, request: *request, settings: &settings, started };
        let Some(SearchResult { mv: best, mut report }) =
            thought.search(level.visits.into(), Vec::new(), on_report).await
        else {
            return Choice { mv: None, resigns: false, report: Report::empty(request.seat) };
        };
        let mut mv = best;
        if level.oversight > 0.0 && best.point().is_some() && !thought.is_interrupted() {
            let other = thought.overlooking(level, best).await;
            if other != best && !thought.is_interrupted() && !thought.loses_too_much(level, other, best).await {
                mv = other;
            }
        }
        report.put_first(mv, &|mv| self.prior(request.seat, &settings, mv));
        Leads::of(self.game(), request.seat).align(&mut report);
        let resigns = self.resigns(request, &report);
        Choice { mv: Some(mv), resigns, report }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_core::board::Point;

    fn moves(count: u16) -> Vec<Move> {
        (0..count).map(|point| Move::place(0, Point(point))).collect()
    }

    fn level(oversight: f32) -> LevelInfo {
        LevelInfo { visits: 10, oversight, max_loss: 1.0 }
    }

    #[test]
    fn about_the_given_share_of_moves_is_overlooked() {
        for share in [0.0, 0.25, 0.9] {
            let hidden: usize =
                (0..50).map(|position| Oversight::new(level(share), 1, position).overlooked(&moves(200)).len()).sum();
            let found = hidden as f32 / 10_000.0;
            assert!((found - share).abs() < 0.02, "{share}: {found}");
        }
    }

    #[test]
    fn one_move_is_always_seen() {
        for position in 0..100 {
            let oversight = Oversight::new(level(1.0), 7, position);
            assert_eq!(oversight.overlooked(&moves(5)).len(), 4);
            assert_eq!(oversight.overlooked(&moves(1)), []);
        }
    }

    #[test]
    fn seed_and_position_decide_what_is_overlooked() {
        let hidden = |seed, position| Oversight::new(level(0.5), seed, position).overlooked(&moves(100));
        assert_eq!(hidden(1, 2), hidden(1, 2));
        assert_ne!(hidden(1, 2), hidden(2, 2));
        assert_ne!(hidden(1, 2), hidden(1, 3));
    }

    #[test]
    fn levels_are_numbers_from_1_to_12() {
        assert_eq!(Level::all().map(Level::number).collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
        for text in ["0", "13", "-1", "1.5", "", "256", "easy"] {
            assert_eq!(text.parse::<Level>(), Err(LevelError), "{text}");
        }
    }
}
