//! Judges positions for the balanced openings of matches.

use quintet_arena::matches::balance::Judge;
use quintet_core::game::Game;
use quintet_core::types::Seat;
use quintet_engine::{Engine, Knowledge, Request, Settings};
use quintet_search::{Interrupt, Limits};

/// The number of simulations of a search.
const VISITS: u64 = 5_000;

/// Memory for its tree, in MiB.
const HASH_MIB: usize = 32;

/// A short search with the shipped weights, whatever engines play: the openings of a match depend
/// on its seed alone.
pub struct ShortSearch;

impl Judge for ShortSearch {
    fn expected_result(&self, game: &Game) -> f64 {
        let seat = game.to_move();
        let settings = Settings { hash_mib: HASH_MIB, ..Settings::default() };
        let limits = Limits { visits: Some(VISITS), time: None };
        let interrupt = Interrupt::default();
        let mut request = Request::new(seat, limits, &settings, &interrupt);
        // All of the visits, also where the choice of a move needs fewer.
        request.options.to_the_limit = true;
        let report = Engine::new(game.clone(), &Knowledge::default()).choose(&request, &mut |_| {}).report;
        match seat {
            Seat::Black => report.win_rate,
            Seat::White => 1.0 - report.win_rate,
        }
    }
}
