//! Balanced openings: random plies after which both sides have about the same chances.
//!
//! Where one side wins most games whoever plays, the two games of a pair usually have the same
//! winner and do not distinguish the engines. Balanced openings need far fewer games to do so.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use quintet_core::game::Game;
use quintet_core::random::split_mix;
use quintet_core::setup::Setup;
use quintet_core::types::Move;

use super::random_line::random_line;

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

/// Judges positions, so that a match can begin from balanced ones.
///
/// The arena knows the rules but no way to judge; whoever runs the match supplies it. Equal
/// positions get equal values, so that the openings of a match depend on its seed alone.
pub trait Judge: Sync {
    /// Returns Black's expected result, from 0 to 1.
    fn expected_result(&self, game: &Game) -> f64;
}

/// Finds balanced openings.
pub(crate) struct BalancedOpenings<'a> {
    judge: &'a dyn Judge,
    plies: u32,
    /// The seeds and lines that were found last, oldest first.
    found: Mutex<VecDeque<(u64, Vec<Move>)>>,
}

impl<'a> BalancedOpenings<'a> {
    pub fn new(judge: &'a dyn Judge, plies: u32) -> BalancedOpenings<'a> {
        BalancedOpenings { judge, plies, found: Mutex::default() }
    }

    /// Returns the opening of a seed: the first of [`TRIES`] random lines that is balanced, or else
    /// the one that is nearest to it.
    pub fn line(&self, setup: &Setup, seed: u64) -> Vec<Move> {
        let found = || self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, line)) = found().iter().find(|(of, _)| *of == seed) {
            return line.clone();
        }
        let mut best = (f64::INFINITY, Vec::new());
        for number in 0..TRIES {
            let line = random_line(setup, split_mix(seed, number), self.plies);
            let off = self.imbalance(setup, &line);
            if off < best.0 {
                best = (off, line);
            }
            if best.0 <= TOLERANCE {
                break;
            }
        }
        let mut found = found();
        if found.len() == CACHE_SIZE {
            found.pop_front();
        }
        found.push_back((seed, best.1.clone()));
        best.1
    }

    /// Returns how far from one half Black's expected result is after a line.
    fn imbalance(&self, setup: &Setup, line: &[Move]) -> f64 {
        let mut game = Game::new(setup.clone());
        for &mv in line {
            game.play(game.to_move(), mv).expect("a random line is legal");
        }
        (self.judge.expected_result(&game) - 0.5).abs()
    }
}

#[cfg(test)]
mod tests {
    use quintet_games as games;

    use super::*;

    /// Finds positions balanced whose key leaves this rest, and others lost for Black.
    struct Rest(u64);

    impl Judge for Rest {
        fn expected_result(&self, game: &Game) -> f64 {
            if game.key() % 8 == self.0 { 0.52 } else { 0.1 + (game.key() % 8) as f64 / 100.0 }
        }
    }

    fn key_after(setup: &Setup, line: &[Move]) -> u64 {
        let mut game = Game::new(setup.clone());
        line.iter().for_each(|&mv| game.play(game.to_move(), mv).unwrap());
        game.key()
    }

    #[test]
    fn an_opening_is_balanced_and_the_same_for_the_same_seed() {
        let setup = Setup::new(games::find("bracket").unwrap());
        let openings = BalancedOpenings::new(&Rest(3), PLIES);
        let again = BalancedOpenings::new(&Rest(3), PLIES);
        for seed in 0..20 {
            let line = openings.line(&setup, seed);
            assert_eq!(line.len(), PLIES as usize);
            assert_eq!(key_after(&setup, &line) % 8, 3, "seed {seed}");
            assert_eq!([openings.line(&setup, seed), again.line(&setup, seed)], [line.clone(), line]);
        }
    }

    #[test]
    fn few_openings_are_kept_however_many_rounds_are_played() {
        let setup = Setup::new(games::find("bracket").unwrap());
        let openings = BalancedOpenings::new(&Rest(3), PLIES);
        let first = openings.line(&setup, 0);
        for seed in 1..200 {
            openings.line(&setup, seed);
        }
        assert_eq!(openings.found.lock().unwrap().len(), CACHE_SIZE);
        assert_eq!(openings.line(&setup, 0), first);
    }

    #[test]
    fn without_a_balanced_line_the_nearest_one_is_taken() {
        let setup = Setup::new(games::find("bracket").unwrap());
        // No key leaves the rest 9: the values are 0.10 to 0.17.
        let line = BalancedOpenings::new(&Rest(9), PLIES).line(&setup, 1);
        assert_eq!(key_after(&setup, &line) % 8, 7);
    }
}
