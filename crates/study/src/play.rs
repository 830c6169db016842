//! Plays a game of a study, inside this process.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use quintet_core::game::Game;
use quintet_core::random::split_mix;
use quintet_core::types::{Move, Seat};
use quintet_engine::{Engine, Knowledge, Level, Request, Settings};
use quintet_search::{Interrupt, Limits, Report, Urgency};

use crate::config::{GridCell, Strength};
use crate::run::Job;
use crate::trace::GameTrace;

/// Memory for the tree of a search, in MiB: there may be many at a time.
const HASH_MIB: usize = 64;
/// The largest difference to the expected result of the best move with which a move keeps the value.
const KEPT: f64 = 0.05;
/// A move counts as examined if it has this share of the visits of the most visited one.
const EXAMINED: f64 = 0.05;

/// Returns the number of plies after which a game is a draw, as in matches.
fn longest(cell: &GridCell) -> usize {
    (4 * cell.setup.geometry().len()).max(400)
}

/// Plays a game from its opening; `None` if it was interrupted.
pub fn play(
    cell: &GridCell,
    job: &Job,
    opening: &[Move],
    knowledge: &Knowledge,
    interrupt: &Interrupt,
) -> Option<GameTrace> {
    let mut engine = Engine::new(Game::new(cell.setup.clone()), knowledge);
    let mut recorder = Recorder::default();
    for &mv in opening {
        let game = engine.game_mut();
        recorder.before(game);
        let seat = game.to_move();
        game.play(seat, mv).expect("an opening is legal");
        recorder.after(game);
    }
    let settings = Seat::BOTH.map(|seat| Settings {
        seed: split_mix(job.seed, 1 + seat.index() as u64),
        hash_mib: HASH_MIB,
        ..Settings::default()
    });
    while !engine.game().is_over() && engine.game().moves().len() < longest(cell) {
        let seat = engine.game().to_move();
        recorder.before(engine.game());
        let request = request(cell, job, seat, &settings[seat.index()], interrupt);
        let choice = engine.choose(&request, &mut |_| {});
        if interrupt.urgency() != Urgency::None {
            return None;
        }
        let Some(mv) = choice.mv else { break };
        recorder.search(&choice.report);
        let game = engine.game_mut();
        game.play(seat, mv).expect("the engine makes legal moves");
        recorder.after(game);
    }
    Some(recorder.trace(engine.game(), job, opening.len()))
}

/// Returns the request for a move. Every search begins anew, so that a move depends on the position
/// and the seed alone.
fn request<'a>(
    cell: &GridCell,
    job: &Job,
    seat: Seat,
    settings: &'a Settings,
    interrupt: &'a Interrupt,
) -> Request<'a> {
    let (mut limits, mut level) = (Limits::default(), None);
    match job.strengths[seat.index()] {
        Strength::Level(number) => level = Level::new(number.into()).ok().map(|level| level.of(cell.setup.info())),
        Strength::Visits(visits) => limits.visits = Some(visits),
        Strength::Seconds(seconds) => limits.time = Some(Duration::from_secs_f64(seconds)),
    }
    Request { fresh: true, ..Request::new(seat, limits, settings, interrupt).at_level(level) }
}

/// Collects what a trace has of the moves.
#[derive(Default)]
struct Recorder {
    choices: Vec<u32>,
    values: Vec<f64>,
    keeping: Vec<u32>,
    positions: HashSet<(u64, Seat)>,
    repeated: u32,
}

impl Recorder {
    fn before(&mut self, game: &Game) {
        self.choices.push(game.legal_moves(game.to_move()).len() as u32);
        self.positions.insert((game.key(), game.to_move()));
    }

    fn after(&mut self, game: &Game) {
        self.repeated += u32::from(self.positions.contains(&(game.key(), game.to_move())));
    }

    fn search(&mut self, report: &Report) {
        let value = match report.seat {
            Seat::Black => report.win_rate,
            Seat::White => 1.0 - report.win_rate,
        };
        // Four decimals are more than searches are worth.
        self.values.push((value * 1e4).round() / 1e4);
        let most = report.candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(0);
        let is_examined = |visits: u64| visits > 0 && visits as f64 >= EXAMINED * most as f64;
        let examined = || report.candidates.iter().filter(|candidate| is_examined(candidate.visits));
        let best = examined().map(|candidate| candidate.win_rate).fold(0.0, f64::max);
        let keeping = examined().filter(|candidate| candidate.win_rate > best - KEPT).count();
        self.keeping.push(keeping.max(1) as u32);
    }

    fn trace(self, game: &Game, job: &Job, opening: usize) -> GameTrace {
        let mut stones = BTreeMap::new();
        for stone in game.geometry().points().filter_map(|point| game.stone(point)) {
            *stones.entry(stone.name().to_owned()).or_insert(0) += 1;
        }
        let outcome = game.outcome();
        GameTrace {
            number: job.number,
            cell: job.cell,
            doubling: job.doubling,
            stronger: job.stronger.map(Into::into),
            first: game.info().first.into(),
            moves: words(game),
            opening,
            winner: outcome.and_then(|outcome| outcome.winner()).map(Into::into),
            margin: outcome.map_or(0.0, |outcome| outcome.margin.for_seat(Seat::Black)),
            ending: outcome.map_or("too long", |outcome| outcome.ending.name()).to_owned(),
            swapped: game.moves().iter().any(|(_, mv)| *mv == Move::SWAP),
            choices: self.choices,
            values: self.values,
            keeping: self.keeping,
            captured: game.captured().iter().sum(),
            repeated: self.repeated,
            stones,
        }
    }
}

/// Returns the words of a game's moves.
fn words(game: &Game) -> Vec<String> {
    game.moves().iter().map(|(_, mv)| game.word(*mv)).collect()
}
