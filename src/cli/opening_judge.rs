//! Judges positions for the balanced openings of matches.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quintet_arena::driver::referee::Cancelled;
use quintet_arena::matches::balance::{Care, Judge};
use quintet_core::game::Game;
use quintet_core::types::Seat;
use quintet_engine::{Engine, Knowledge, Request, Settings};
use quintet_search::{Interrupt, Limits, Urgency};

/// The number of simulations of a quick search.
const QUICK_VISITS: u64 = 5_000;

/// The number of simulations of a careful search. Of 400 openings of Bracket that quick searches
/// found balanced, 49 % were won by one colour in both games of a pair; of those that careful searches
/// found balanced too, 42 %.
const CAREFUL_VISITS: u64 = 100_000;

/// Memory for a search's tree, in MiB: there may be many at a time.
const HASH_MIB: usize = 64;

/// How often a search looks whether it is cancelled.
const CANCEL_CHECK: Duration = Duration::from_millis(50);

/// A search with the shipped weights, whatever engines play: the openings of a match depend on its
/// seed alone.
pub struct SearchJudge;

impl Judge for SearchJudge {
    fn expected_result(&self, game: &Game, care: Care, cancel: &AtomicBool) -> Result<f64, Cancelled> {
        let seat = game.to_move();
        let settings = Settings { hash_mib: HASH_MIB, ..Settings::default() };
        let visits = match care {
            Care::Quick => QUICK_VISITS,
            Care::Careful => CAREFUL_VISITS,
        };
        let limits = Limits { visits: Some(visits), time: None };
        let interrupt = Interrupt::default();
        let mut request = Request::new(seat, limits, &settings, &interrupt);
        // All of the visits, also where the choice of a move needs fewer.
        request.options.to_the_limit = true;
        request.options.report_every = Some(CANCEL_CHECK);
        let is_cancelled = || cancel.load(Ordering::Relaxed);
        let on_report = &mut |_: &_| {
            if is_cancelled() {
                interrupt.call(Urgency::Now);
            }
        };
        let report = Engine::new(game.clone(), &Knowledge::default()).choose(&request, on_report).report;
        if is_cancelled() {
            return Err(Cancelled);
        }
        Ok(match seat {
            Seat::Black => report.win_rate,
            Seat::White => 1.0 - report.win_rate,
        })
    }
}

#[cfg(test)]
mod tests {
    use quintet_core::setup::Setup;

    use super::*;

    #[test]
    fn a_cancelled_search_judges_nothing() {
        let game = Game::new(Setup::new(quintet_games::find("alaric").unwrap()).with_size(7).unwrap());
        let judged = |cancelled| SearchJudge.expected_result(&game, Care::Quick, &AtomicBool::new(cancelled));
        assert!(judged(true).is_err());
        assert!((0.0..=1.0).contains(&judged(false).unwrap()));
    }
}
