//! Plays one game between two engines: hands the moves on word for word, checks each by the rules, keeps the clocks
//! and decides how the game ended.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::time::{SystemTime, UNIX_EPOCH};

use super::config::{Adjudication, MatchConfig};
use super::results::{GameRecord, Reason, Seeds, SetupRecord};
use super::schedule::{Job, derived_seed};
use crate::driver::clock::{Clock, TimeControl};
use crate::driver::player::{Assignment, Player, Trouble};
use crate::driver::process::ProcessError;
use crate::games;
use crate::history::AnyHistory;
use crate::record::move_words;
use crate::setup::Setup;
use crate::words::{Margin, Move, Seat};

/// What all games of a match have in common.
pub struct Terms<'a> {
    /// The match.
    pub config: &'a MatchConfig,
    /// Its game, size and rules.
    pub setup: &'a Setup,
    /// Its [`MatchConfig::fingerprint`].
    pub fingerprint: &'a str,
}

/// How a game ended.
struct Ending {
    reason: Reason,
    winner: Option<Seat>,
    margin: Option<Margin>,
    culprit: Option<Seat>,
    detail: String,
}

impl Ending {
    fn lost(reason: Reason, loser: Seat, detail: String) -> Ending {
        Ending { reason, winner: Some(loser.other()), margin: None, culprit: Some(loser), detail }
    }

    fn counted(reason: Reason, margin: Margin, detail: String) -> Ending {
        Ending { reason, winner: margin.winner(), margin: Some(margin), culprit: None, detail }
    }

    fn result(&self) -> String {
        let Some(winner) = self.winner else {
            return if self.reason.is_void() { "Void" } else { "0" }.to_owned();
        };
        let letter = winner.letter().to_ascii_uppercase();
        match (self.reason, self.margin) {
            (Reason::Resign, _) => format!("{letter}+R"),
            (Reason::Time, _) => format!("{letter}+T"),
            (Reason::Illegal, _) => format!("{letter}+F"),
            (_, Some(margin)) => margin.to_string(),
            (_, None) => format!("{letter}+"),
        }
    }
}

/// Why a game does not go on.
enum Stop {
    /// It ended.
    Ended(Ending),
    /// It was given up.
    Cancelled,
}

impl From<Ending> for Stop {
    fn from(ending: Ending) -> Stop {
        Stop::Ended(ending)
    }
}

/// What trouble with an engine does to the game.
fn void(culprit: Seat, trouble: &Trouble) -> Stop {
    let reason = match trouble {
        Trouble::Process(ProcessError::Cancelled) => return Stop::Cancelled,
        Trouble::Process(ProcessError::Timeout { .. }) => Reason::Timeout,
        Trouble::Process(ProcessError::Protocol(_)) | Trouble::Refused { .. } | Trouble::NoWord(_) => Reason::Protocol,
        Trouble::Process(_) => Reason::Crash,
    };
    Ending { reason, winner: None, margin: None, culprit: Some(culprit), detail: trouble.to_string() }.into()
}

/// What one of the two engines is at the moment.
struct Side<'a> {
    player: &'a mut Player,
    control: Option<TimeControl>,
    clock: Option<Clock>,
}

/// A game in progress.
struct Table<'a> {
    terms: &'a Terms<'a>,
    history: Box<dyn AnyHistory>,
    sides: [Side<'a>; 2],
    moves: Vec<String>,
    times: Vec<f64>,
    /// For how many plies in a row Black has led by enough, counted down below 0 where White has.
    lead: i64,
}

/// The game is to be given up: the match was interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cancelled;

/// Plays a game. `players` are Black's and White's engine, `opening` legal moves from the start. Returns the record
/// and the game as it stood at the end.
///
/// # Errors
/// [`Cancelled`] if the engines' cancel flag was raised.
pub fn play_game(
    terms: &Terms<'_>,
    job: &Job,
    players: [&mut Player; 2],
    opening: &[Move],
) -> Result<(GameRecord, Box<dyn AnyHistory>), Cancelled> {
    let config = terms.config;
    let started = now();
    let names = [job.black, job.white].map(|index| &config.engines[index]);
    let seeds = Seeds {
        opening: super::openings::Openings::seed(config, job.round),
        black: derived_seed(config.seed, 1, job.number) & 0x7fff_ffff,
        white: derived_seed(config.seed, 2, job.number) & 0x7fff_ffff,
    };
    let mut controls = names.iter().map(|engine| engine.clock.or(config.clock));
    let sides = players.map(|player| {
        let control = controls.next().flatten();
        Side { player, control, clock: control.map(|control| Clock::new(control, config.margin)) }
    });
    let mut table =
        Table { terms, history: games::start(terms.setup), sides, moves: Vec::new(), times: Vec::new(), lead: 0 };
    let first = table.history.to_move();
    let mut play = || -> Result<Infallible, Stop> {
        for (seat, engine) in Seat::BOTH.into_iter().zip(names) {
            let assignment = Assignment {
                setup: terms.setup,
                seed: [seeds.black, seeds.white][seat.index()],
                visits: engine.visits.or(config.visits),
                clock: engine.clock.or(config.clock),
                send: &engine.send,
            };
            let set_up = table.sides[seat.index()].player.new_game(&assignment);
            set_up.map_err(|trouble| void(seat, &trouble))?;
        }
        table.open(opening)?;
        loop {
            table.check_end()?;
            table.turn()?;
        }
    };
    let Err(stop) = play();
    let Stop::Ended(ending) = stop else { return Err(Cancelled) };
    let transcript = ending.reason.is_void().then(|| {
        let lines = Seat::BOTH.map(|seat| table.sides[seat.index()].player.transcript());
        names.iter().map(|engine| engine.name.clone()).zip(lines).collect::<BTreeMap<_, _>>()
    });
    let record = GameRecord {
        fingerprint: terms.fingerprint.to_owned(),
        number: job.number,
        pair: job.pair,
        black: names[0].name.clone(),
        white: names[1].name.clone(),
        result: ending.result(),
        reason: ending.reason,
        winner: ending.winner,
        margin: ending.margin,
        culprit: ending.culprit.map(|seat| names[seat.index()].name.clone()),
        detail: ending.detail,
        setup: SetupRecord::from(terms.setup),
        first,
        opening: opening.len().min(table.moves.len()),
        moves: table.moves,
        times: table.times,
        seeds,
        started,
        ended: now(),
        transcript,
    };
    Ok((record, table.history))
}

fn now() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as f64 / 1000.0
}

impl Table<'_> {
    /// Plays the opening for both.
    fn open(&mut self, opening: &[Move]) -> Result<(), Stop> {
        for &mv in opening {
            let seat = self.history.to_move();
            let word = move_words::format(self.history.info(), self.history.geometry(), mv);
            for hearer in Seat::BOTH {
                let told = self.sides[hearer.index()].player.play(seat, &word);
                told.map_err(|trouble| void(hearer, &trouble))?;
            }
            self.history.play(seat, mv).expect("an opening is legal");
            self.moves.push(word);
            self.times.push(0.0);
        }
        Ok(())
    }

    /// Stops if the game is over, or is to be ended.
    fn check_end(&mut self) -> Result<(), Stop> {
        if let Some(outcome) = self.history.outcome() {
            let detail = outcome.ending.name().to_owned();
            return Err(Ending::counted(Reason::Score, outcome.margin, detail).into());
        }
        if let Some(Adjudication { lead, plies }) = self.terms.config.adjudicate
            && let Some(score) = self.history.score()
        {
            let leads = |seat| score.for_seat(seat) >= lead;
            self.lead = match self.lead {
                count if leads(Seat::Black) => count.max(0) + 1,
                count if leads(Seat::White) => count.min(0) - 1,
                _ => 0,
            };
            if self.lead.unsigned_abs() >= u64::from(plies) {
                let detail = format!("led by {lead} or more for {plies} plies");
                return Err(Ending::counted(Reason::Adjudicated, score, detail).into());
            }
        }
        let most = self.terms.config.max_moves(self.terms.setup);
        if self.moves.len() >= most {
            let detail = format!("not over after {most} moves");
            let ending = Ending { reason: Reason::MaxMoves, winner: None, margin: None, culprit: None, detail };
            return Err(ending.into());
        }
        Ok(())
    }

    /// One move: asked for, checked, and told to the other engine.
    fn turn(&mut self) -> Result<(), Stop> {
        let seat = self.history.to_move();
        let side = &mut self.sides[seat.index()];
        let answer = side.player.genmove(seat, side.control, side.clock.as_ref());
        let (word, time) = answer.map_err(|trouble| void(seat, &trouble))?;
        let seconds = time.as_secs_f64();
        let side = &mut self.sides[seat.index()];
        if let Some(clock) = &mut side.clock {
            let limit = clock.limit();
            if !clock.spend(seconds) {
                let detail = format!("{seconds:.3} seconds for a move that could take {limit:.3}");
                return Err(Ending::lost(Reason::Time, seat, detail).into());
            }
        }
        if word.eq_ignore_ascii_case("resign") {
            let winner = Some(seat.other());
            let detail = "resignation".to_owned();
            return Err(Ending { reason: Reason::Resign, winner, margin: None, culprit: None, detail }.into());
        }
        let mv = move_words::read(self.history.info(), self.history.geometry(), seat, &word);
        let played = mv.filter(|mv| self.history.play(seat, *mv).is_ok());
        let Some(mv) = played else {
            let shown: String = word.chars().take(40).collect();
            return Err(Ending::lost(Reason::Illegal, seat, format!("illegal move {shown}")).into());
        };
        self.moves.push(move_words::format(self.history.info(), self.history.geometry(), mv));
        self.times.push((seconds * 1e4).round() / 1e4);
        // After the last move nobody needs to hear of it.
        if !self.history.is_over() {
            let told = self.sides[seat.other().index()].player.play(seat, &word);
            told.map_err(|trouble| void(seat.other(), &trouble))?;
        }
        Ok(())
    }
}
