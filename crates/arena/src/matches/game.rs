//! One game of a match between two engines, and its record.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};

use super::config::MatchConfig;
use super::record::{GameRecord, Seeds, SetupRecord};
use super::schedule::ScheduledGame;
use super::seeds::{derived_seed, opening_seed};
use crate::driver::engine::{Assignment, EngineFault, GeneratedMove, GtpEngine};
use crate::driver::engine_config::EngineConfig;
use crate::driver::recorded_search::RecordedSearch;
use crate::driver::referee::{Cancelled, Referee, Terms};

/// The values that all games of a match share.
pub struct MatchTerms<'a> {
    /// The match.
    pub config: &'a MatchConfig,
    /// Its game, size and rules.
    pub setup: &'a Setup,
    /// Its [`MatchConfig::fingerprint`].
    pub fingerprint: &'a str,
}

/// A record, and the game as it stood at its end.
pub type PlayedGame = (GameRecord, Game);

/// Returns the settings of an engine for a game.
pub fn assignment<'a>(config: &MatchConfig, engine: &'a EngineConfig, setup: &'a Setup, seed: u64) -> Assignment<'a> {
    Assignment {
        setup,
        seed,
        visits: engine.visits.or(config.visits),
        clock: engine.clock.or(config.clock),
        send: &engine.send,
    }
}

/// Plays a game. `engines` are Black's and White's, `opening` legal moves from the start; `on_move`
/// is called with each move that is played, including the opening.
///
/// # Errors
/// Returns [`Cancelled`] if the engines' cancel flag was raised.
pub fn play(
    terms: &MatchTerms<'_>,
    job: &ScheduledGame,
    mut engines: [&mut GtpEngine; 2],
    opening: &[Move],
    on_move: &mut dyn FnMut(&str),
) -> Result<PlayedGame, Cancelled> {
    let config = terms.config;
    let started = now();
    let (configs, seeds) = (engine_configs(config, job), seeds(config, job));
    let own = [seeds.black, seeds.white];
    let assignments = Seat::BOTH.map(|seat| assignment(config, configs[seat.index()], terms.setup, own[seat.index()]));
    let mut referee = referee(terms, job);
    let mut searches = Vec::new();
    let has_searches = config.record_searches;
    drive(&mut referee, &mut engines, &assignments, opening, has_searches.then_some(&mut searches), on_move)?;
    let transcript = || {
        let lines = engines.map(|engine| engine.transcript());
        configs.iter().map(|config| config.name.clone()).zip(lines).collect()
    };
    let (mut record, game) = record(terms, job, referee, opening.len(), started, transcript);
    if has_searches {
        // Without those of a move that was not played.
        searches.resize(record.moves.len(), None);
        record.searches = searches;
    }
    Ok((record, game))
}

/// Returns the record of a game that is void because one of its engines does not start.
///
/// # Errors
/// Returns [`Cancelled`] if the engine's cancel flag was raised.
pub fn not_started(
    terms: &MatchTerms<'_>,
    job: &ScheduledGame,
    seat: Seat,
    fault: &EngineFault,
) -> Result<PlayedGame, Cancelled> {
    let mut referee = referee(terms, job);
    referee.fault(seat, fault)?;
    Ok(record(terms, job, referee, 0, now(), BTreeMap::new))
}

fn engine_configs<'a>(config: &'a MatchConfig, job: &ScheduledGame) -> [&'a EngineConfig; 2] {
    [job.black, job.white].map(|index| &config.engines[index])
}

fn seeds(config: &MatchConfig, job: &ScheduledGame) -> Seeds {
    Seeds {
        opening: opening_seed(config.seed, job.round),
        black: derived_seed(config.seed, 1, job.number) & 0x7fff_ffff,
        white: derived_seed(config.seed, 2, job.number) & 0x7fff_ffff,
    }
}

fn referee<'a>(terms: &MatchTerms<'a>, job: &ScheduledGame) -> Referee<'a> {
    let config = terms.config;
    Referee::new(Terms {
        setup: terms.setup,
        clocks: engine_configs(config, job).map(|engine| engine.clock.or(config.clock)),
        margin: config.margin(),
        max_moves: config.max_moves(terms.setup),
        adjudication: config.adjudicate,
    })
}

/// Returns the record of a game that has ended, with the traffic if it is void.
fn record(
    terms: &MatchTerms<'_>,
    job: &ScheduledGame,
    referee: Referee<'_>,
    opening: usize,
    started: f64,
    transcript: impl FnOnce() -> BTreeMap<String, Vec<String>>,
) -> PlayedGame {
    let engines = engine_configs(terms.config, job);
    let decision = referee.decision().expect("the game has ended").clone();
    let transcript = decision.reason.is_void().then(transcript);
    let record = GameRecord {
        fingerprint: terms.fingerprint.to_owned(),
        number: job.number,
        pair: job.pair,
        black: engines[0].name.clone(),
        white: engines[1].name.clone(),
        result: decision.result(),
        reason: decision.reason,
        winner: decision.winner,
        margin: decision.margin,
        culprit: decision.culprit.map(|seat| engines[seat.index()].name.clone()),
        detail: decision.detail,
        setup: SetupRecord::from(terms.setup),
        first: referee.first(),
        opening: opening.min(referee.moves().len()),
        moves: referee.moves().to_vec(),
        times: referee.times().to_vec(),
        searches: Vec::new(),
        seeds: seeds(terms.config, job),
        started,
        ended: now(),
        transcript,
    };
    (record, referee.into_game())
}

/// Passes moves between engines and referee until the game has ended. `searches` gets a
/// search result for each move, of engines that report it; without it they are not asked.
fn drive(
    referee: &mut Referee<'_>,
    engines: &mut [&mut GtpEngine; 2],
    assignments: &[Assignment<'_>; 2],
    opening: &[Move],
    mut searches: Option<&mut Vec<Option<RecordedSearch>>>,
    on_move: &mut dyn FnMut(&str),
) -> Result<(), Cancelled> {
    for seat in Seat::BOTH {
        if let Err(fault) = engines[seat.index()].new_game(&assignments[seat.index()]) {
            return referee.fault(seat, &fault);
        }
    }
    for &mv in opening {
        let Some(seat) = referee.turn() else { break };
        let word = referee.open(mv);
        if let Some(searches) = &mut searches {
            searches.push(None);
        }
        on_move(&word);
        for receiver in Seat::BOTH {
            if let Err(fault) = engines[receiver.index()].play(seat, &word) {
                return referee.fault(receiver, &fault);
            }
        }
    }
    while let Some(seat) = referee.turn() {
        let (engine, clock) = (&mut *engines[seat.index()], referee.clock(seat));
        let answer =
            if searches.is_some() { engine.genmove_with_search(seat, clock) } else { engine.genmove(seat, clock) };
        let GeneratedMove { word, time, search } = match answer {
            Ok(generated) => generated,
            Err(fault) => return referee.fault(seat, &fault),
        };
        if let Some(searches) = &mut searches {
            searches.push(search);
        }
        if referee.answer(&word, time).is_none() {
            continue;
        }
        // The opponent gets the move in standard spelling, whatever the engine wrote.
        let Some(played) = referee.moves().last().cloned() else { continue };
        on_move(&played);
        // The last move of a game is not passed on.
        if referee.turn().is_some()
            && let Err(fault) = engines[seat.other().index()].play(seat, &played)
        {
            return referee.fault(seat.other(), &fault);
        }
    }
    Ok(())
}

/// Returns the seconds since 1970.
fn now() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as f64 / 1000.0
}
