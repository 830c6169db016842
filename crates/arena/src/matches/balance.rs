//! Balanced openings: random plies after which both sides have about the same chances.
//!
//! Where one side wins most games whoever plays, the two games of a pair usually have the same
//! winner and do not distinguish the engines. Balanced openings need far fewer games to do so.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use quintet_core::game::Game;
use quintet_core::random::split_mix;
use quintet_core::setup::Setup;
use quintet_core::types::Move;

use super::random_line::random_line;
use crate::driver::referee::Cancelled;

/// How far from one half Black's expected result may be.
const TOLERANCE: f64 = 0.05;

/// The number of random lines of which the most balanced is taken if none is within the tolerance.
const TRIES: u64 = 60;

/// The number of random plies of a balanced opening, unless another one is given: after fewer, some
/// games have no balanced position.
pub(crate) const PLIES: u32 = 4;

/// The number of openings in the cache. All games of a round have the same opening, and rounds are
/// played in order.
const CACHE_SIZE: usize = 64;

/// How carefully a position is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Care {
    /// In little time: to reject most of the positions that are not balanced.
    Quick,
    /// In much more time, and more reliably.
    Careful,
}

/// Judges positions, so that a match can begin from balanced ones.
///
/// The arena knows the rules but no way to judge; whoever runs the match supplies it. Equal
/// positions get equal values, so that the openings of a match depend on its seed alone.
pub trait Judge: Sync {
    /// Returns Black's expected result, from 0 to 1.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if the flag was raised.
    fn expected_result(&self, game: &Game, care: Care, cancel: &AtomicBool) -> Result<f64, Cancelled>;
}

/// The opening of a seed, if it was found; locked while it is looked for.
type Slot = Arc<Mutex<Option<Vec<Move>>>>;

/// Finds balanced openings.
pub struct BalancedOpenings<'a> {
    judge: &'a dyn Judge,
    plies: u32,
    /// The last seeds, oldest first. The games of a round usually begin at the same time.
    slots: Mutex<VecDeque<(u64, Slot)>>,
}

impl<'a> BalancedOpenings<'a> {
    pub fn new(judge: &'a dyn Judge, plies: u32) -> BalancedOpenings<'a> {
        BalancedOpenings { judge, plies, slots: Mutex::default() }
    }

    /// Returns the opening of a seed: the first of some random lines that is balanced by a
    /// quick and a careful judgement, or else the one that is nearest to it.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if the flag was raised.
    pub fn line(&self, setup: &Setup, seed: u64, cancel: &AtomicBool) -> Result<Vec<Move>, Cancelled> {
        let slot = self.slot(seed);
        let mut found = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = &*found {
            return Ok(line.clone());
        }
        let mut best = (f64::INFINITY, Vec::new());
        for number in 0..TRIES {
            let line = random_line(setup, split_mix(seed, number), self.plies);
            let mut off = self.imbalance(setup, &line, Care::Quick, cancel)?;
            if off <= TOLERANCE {
                off = self.imbalance(setup, &line, Care::Careful, cancel)?;
            }
            if off < best.0 {
                best = (off, line);
            }
            if off <= TOLERANCE {
                break;
            }
        }
        Ok(found.insert(best.1).clone())
    }

    /// Returns the place of a seed's opening in the cache.
    fn slot(&self, seed: u64) -> Slot {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, slot)) = slots.iter().find(|(of, _)| *of == seed) {
            return Arc::clone(slot);
        }
        if slots.len() == CACHE_SIZE {
            slots.pop_front();
        }
        let slot = Slot::default();
        slots.push_back((seed, Arc::clone(&slot)));
        slot
    }

    /// Returns how far from one half Black's expected result is after a line.
    fn imbalance(&self, setup: &Setup, line: &[Move], care: Care, cancel: &AtomicBool) -> Result<f64, Cancelled> {
        let mut game = Game::new(setup.clone());
        for &mv in line {
            game.play(game.to_move(), mv).expect("a random line is legal");
        }
        Ok((self.judge.expected_result(&game, care, cancel)? - 0.5).abs())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use quintet_games as games;

    use super::*;

    /// Finds positions balanced whose key leaves this rest, and others lost for Black. A quick
    /// judgement also finds those balanced that leave the next rest.
    #[derive(Default)]
    struct Rest {
        rest: u64,
        careful: AtomicUsize,
    }

    impl Rest {
        fn of(rest: u64) -> Rest {
            Rest { rest, ..Rest::default() }
        }
    }

    impl Judge for Rest {
        fn expected_result(&self, game: &Game, care: Care, cancel: &AtomicBool) -> Result<f64, Cancelled> {
            if cancel.load(Ordering::Relaxed) {
                return Err(Cancelled);
            }
            let is_careful = care == Care::Careful;
            self.careful.fetch_add(usize::from(is_careful), Ordering::Relaxed);
            let rest = game.key() % 8;
            let is_balanced = rest == self.rest || !is_careful && rest == self.rest + 1;
            Ok(if is_balanced { 0.52 } else { 0.1 + rest as f64 / 100.0 })
        }
    }

    /// Judges only when all games have begun.
    struct SlowStart {
        rest: Rest,
        started: AtomicUsize,
    }

    impl SlowStart {
        const GAMES: usize = 4;
    }

    impl Judge for SlowStart {
        fn expected_result(&self, game: &Game, care: Care, cancel: &AtomicBool) -> Result<f64, Cancelled> {
            while self.started.load(Ordering::Relaxed) < SlowStart::GAMES {
                std::thread::yield_now();
            }
            self.rest.expected_result(game, care, cancel)
        }
    }

    fn line(openings: &BalancedOpenings<'_>, setup: &Setup, seed: u64) -> Vec<Move> {
        openings.line(setup, seed, &AtomicBool::new(false)).unwrap()
    }

    fn key_after(setup: &Setup, line: &[Move]) -> u64 {
        let mut game = Game::new(setup.clone());
        line.iter().for_each(|&mv| game.play(game.to_move(), mv).unwrap());
        game.key()
    }

    #[test]
    fn an_opening_is_balanced_by_careful_judgement_and_the_same_for_the_same_seed() {
        let setup = Setup::new(games::find("bracket").unwrap());
        let judge = Rest::of(3);
        let openings = BalancedOpenings::new(&judge, PLIES);
        let again = BalancedOpenings::new(&judge, PLIES);
        for seed in 0..20 {
            let found = line(&openings, &setup, seed);
            assert_eq!(found.len(), PLIES as usize);
            assert_eq!(key_after(&setup, &found) % 8, 3, "seed {seed}");
            assert_eq!([line(&openings, &setup, seed), line(&again, &setup, seed)], [found.clone(), found]);
        }
    }

    #[test]
    fn only_lines_that_seem_balanced_are_judged_carefully() {
        let setup = Setup::new(games::find("bracket").unwrap());
        let judge = Rest::of(9);
        line(&BalancedOpenings::new(&judge, PLIES), &setup, 1);
        assert_eq!(judge.careful.into_inner(), 0, "no key leaves the rest 9");
    }

    #[test]
    fn games_that_begin_at_the_same_time_look_for_an_opening_once() {
        let setup = Setup::new(games::find("bracket").unwrap());
        let alone = Rest::of(3);
        line(&BalancedOpenings::new(&alone, PLIES), &setup, 5);
        let shared = SlowStart { rest: Rest::of(3), started: AtomicUsize::new(0) };
        let openings = BalancedOpenings::new(&shared, PLIES);
        std::thread::scope(|scope| {
            for _ in 0..SlowStart::GAMES {
                scope.spawn(|| {
                    shared.started.fetch_add(1, Ordering::Relaxed);
                    line(&openings, &setup, 5)
                });
            }
        });
        assert_eq!(shared.rest.careful.into_inner(), alone.careful.into_inner());
    }

    #[test]
    fn a_cancelled_search_for_an_opening_can_be_repeated() {
        let setup = Setup::new(games::find("bracket").unwrap());
        let judge = Rest::of(3);
        let openings = BalancedOpenings::new(&judge, PLIES);
        assert!(openings.line(&setup, 1, &AtomicBool::new(true)).is_err());
        assert_eq!(key_after(&setup, &line(&openings, &setup, 1)) % 8, 3);
    }

    #[test]
    fn few_openings_are_kept_however_many_rounds_are_played() {
        let setup = Setup::new(games::find("bracket").unwrap());
        let judge = Rest::of(3);
        let openings = BalancedOpenings::new(&judge, PLIES);
        let first = line(&openings, &setup, 0);
        for seed in 1..200 {
            line(&openings, &setup, seed);
        }
        assert_eq!(openings.slots.lock().unwrap().len(), CACHE_SIZE);
        assert_eq!(line(&openings, &setup, 0), first);
    }

    #[test]
    fn without_a_balanced_line_the_nearest_one_is_taken() {
        let setup = Setup::new(games::find("bracket").unwrap());
        // No key leaves the rest 9: the values are 0.10 to 0.17.
        let judge = Rest::of(9);
        let found = line(&BalancedOpenings::new(&judge, PLIES), &setup, 1);
        assert_eq!(key_after(&setup, &found) % 8, 7);
    }
}
