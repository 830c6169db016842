//! One game of a match between two engines, and what is written down of it.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use super::config::MatchConfig;
use super::openings::Openings;
use super::results::{GameRecord, Seeds, SetupRecord};
use super::schedule::{ScheduledGame, derived_seed};
use crate::driver::engine::{Assignment, EngineFault, GtpEngine};
use crate::driver::entrant::Entrant;
use crate::driver::referee::{Cancelled, Referee, Terms};
use crate::history::AnyHistory;
use crate::setup::Setup;
use crate::words::{Move, Seat};

/// What all games of a match have in common.
pub struct MatchTerms<'a> {
    /// The match.
    pub config: &'a MatchConfig,
    /// Its game, size and rules.
    pub setup: &'a Setup,
    /// Its [`MatchConfig::fingerprint`].
    pub fingerprint: &'a str,
}

/// A game that was played, and as it stood at its end.
pub type PlayedGame = (GameRecord, Box<dyn AnyHistory>);

/// What an engine of a match is told before a game.
pub fn assignment<'a>(config: &MatchConfig, entrant: &'a Entrant, setup: &'a Setup, seed: u64) -> Assignment<'a> {
    Assignment {
        setup,
        seed,
        visits: entrant.visits.or(config.visits),
        clock: entrant.clock.or(config.clock),
        send: &entrant.send,
    }
}

/// Plays a game. `engines` are Black's and White's, `opening` legal moves from the start; `told` is called with each move
/// that is played, the opening's too.
///
/// # Errors
/// [`Cancelled`] if the engines' cancel flag was raised.
pub fn play(
    terms: &MatchTerms<'_>,
    job: &ScheduledGame,
    mut engines: [&mut GtpEngine; 2],
    opening: &[Move],
    told: &mut dyn FnMut(&str),
) -> Result<PlayedGame, Cancelled> {
    let config = terms.config;
    let started = now();
    let (entrants, seeds) = (entrants(config, job), seeds(config, job));
    let own = [seeds.black, seeds.white];
    let assignments = Seat::BOTH.map(|seat| assignment(config, entrants[seat.index()], terms.setup, own[seat.index()]));
    let mut referee = referee(terms, job);
    drive(&mut referee, &mut engines, &assignments, opening, told)?;
    let transcript = || {
        let lines = engines.map(|engine| engine.transcript());
        entrants.iter().map(|entrant| entrant.name.clone()).zip(lines).collect()
    };
    Ok(written_down(terms, job, referee, opening.len(), started, transcript))
}

/// A game that comes to nothing because an engine of it doesn't start.
///
/// # Errors
/// [`Cancelled`] if the engine's cancel flag was raised.
pub fn not_started(
    terms: &MatchTerms<'_>,
    job: &ScheduledGame,
    seat: Seat,
    fault: &EngineFault,
) -> Result<PlayedGame, Cancelled> {
    let mut referee = referee(terms, job);
    referee.fault(seat, fault)?;
    Ok(written_down(terms, job, referee, 0, now(), BTreeMap::new))
}

fn entrants<'a>(config: &'a MatchConfig, job: &ScheduledGame) -> [&'a Entrant; 2] {
    [job.black, job.white].map(|index| &config.engines[index])
}

fn seeds(config: &MatchConfig, job: &ScheduledGame) -> Seeds {
    Seeds {
        opening: Openings::seed(config, job.round),
        black: derived_seed(config.seed, 1, job.number) & 0x7fff_ffff,
        white: derived_seed(config.seed, 2, job.number) & 0x7fff_ffff,
    }
}

fn referee<'a>(terms: &MatchTerms<'a>, job: &ScheduledGame) -> Referee<'a> {
    let config = terms.config;
    Referee::new(Terms {
        setup: terms.setup,
        clocks: entrants(config, job).map(|entrant| entrant.clock.or(config.clock)),
        margin: config.margin,
        max_moves: config.max_moves(terms.setup),
        adjudication: config.adjudicate,
    })
}

/// The record of a game that has ended, with the traffic where it was void.
fn written_down(
    terms: &MatchTerms<'_>,
    job: &ScheduledGame,
    referee: Referee<'_>,
    opening: usize,
    started: f64,
    transcript: impl FnOnce() -> BTreeMap<String, Vec<String>>,
) -> PlayedGame {
    let entrants = entrants(terms.config, job);
    let decision = referee.decision().expect("the game has ended").clone();
    let transcript = decision.reason.is_void().then(transcript);
    let record = GameRecord {
        fingerprint: terms.fingerprint.to_owned(),
        number: job.number,
        pair: job.pair,
        black: entrants[0].name.clone(),
        white: entrants[1].name.clone(),
        result: decision.result(),
        reason: decision.reason,
        winner: decision.winner,
        margin: decision.margin,
        culprit: decision.culprit.map(|seat| entrants[seat.index()].name.clone()),
        detail: decision.detail,
        setup: SetupRecord::from(terms.setup),
        first: referee.first(),
        opening: opening.min(referee.moves().len()),
        moves: referee.moves().to_vec(),
        times: referee.times().to_vec(),
        seeds: seeds(terms.config, job),
        started,
        ended: now(),
        transcript,
    };
    (record, referee.into_game())
}

/// Carries words between engines and referee until the game has ended.
fn drive(
    referee: &mut Referee<'_>,
    engines: &mut [&mut GtpEngine; 2],
    assignments: &[Assignment<'_>; 2],
    opening: &[Move],
    told: &mut dyn FnMut(&str),
) -> Result<(), Cancelled> {
    for seat in Seat::BOTH {
        if let Err(fault) = engines[seat.index()].new_game(&assignments[seat.index()]) {
            return referee.fault(seat, &fault);
        }
    }
    for &mv in opening {
        let Some(seat) = referee.turn() else { break };
        let word = referee.open(mv);
        told(&word);
        for hearer in Seat::BOTH {
            if let Err(fault) = engines[hearer.index()].play(seat, &word) {
                return referee.fault(hearer, &fault);
            }
        }
    }
    while let Some(seat) = referee.turn() {
        let (word, time) = match engines[seat.index()].genmove(seat, referee.clock(seat)) {
            Ok(answer) => answer,
            Err(fault) => return referee.fault(seat, &fault),
        };
        if referee.answer(&word, time).is_some()
            && let Some(played) = referee.moves().last()
        {
            told(played);
        }
        // After the last move nobody needs to hear of it.
        if referee.turn().is_some()
            && let Err(fault) = engines[seat.other().index()].play(seat, &word)
        {
            return referee.fault(seat.other(), &fault);
        }
    }
    Ok(())
}

fn now() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as f64 / 1000.0
}
