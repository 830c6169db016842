//! A teacher: an engine whose network evaluates the positions of games, for another network to learn
//! from. (G. Hinton, O. Vinyals and J. Dean, *Distilling the Knowledge in a Neural Network*, 2015.)

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quintet_arena::driver::engine::{Assignment, EngineFault, GtpEngine};
use quintet_arena::driver::engine_config::EngineConfig;
use quintet_arena::driver::network_evaluation::NetworkEvaluation;
use quintet_arena::driver::recorded_search::MIN_VISITS;
use quintet_arena::matches::results::GameRecord;
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Move, Seat};

use super::replay::{End, Learner, Turn, replay};
use super::searched::{OWNED, Searched, SearchedGame};

/// The time in which a teacher has to answer.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A probability of 1 as a number of visits.
const CERTAIN: f32 = 10_000.0;

/// A running teacher.
pub struct Teacher(GtpEngine);

impl Teacher {
    /// Starts an engine from its command line.
    ///
    /// # Errors
    /// Returns an error if it cannot be started, does not respond correctly, or has no network.
    pub fn start(command: &str, interrupt: &Arc<AtomicBool>) -> Result<Teacher, EngineFault> {
        let config = EngineConfig { name: "teacher".to_owned(), cmd: command.to_owned(), ..EngineConfig::default() };
        let engine = GtpEngine::start(&config, TIMEOUT, interrupt.clone())?;
        engine.check_network()?;
        Ok(Teacher(engine))
    }

    /// Returns the teacher's evaluations of the positions of a game in which engines chose a move:
    /// of all of them, or of those before a move that it refuses as illegal.
    ///
    /// # Errors
    /// Returns an error if the engine fails, or cannot evaluate positions.
    pub fn game(&mut self, info: &GameInfo, record: &GameRecord) -> Result<SearchedGame, EngineFault> {
        let Ok(setup) = record.setup.setup() else { return Ok(SearchedGame::new()) };
        self.0.new_game(&Assignment { setup: &setup, seed: 0, visits: None, clock: None, send: &[] })?;
        let mut lesson = Lesson { engine: &mut self.0, record, played: 0, game: SearchedGame::new(), fault: None };
        replay(info, record, &mut lesson);
        match lesson.fault {
            None | Some(EngineFault::Refused { .. }) => Ok(lesson.game),
            Some(fault) => Err(fault),
        }
    }

    /// Lets the engine end by itself.
    pub fn quit(self) {
        self.0.quit();
    }
}

/// Evaluates the positions of one game.
struct Lesson<'a> {
    engine: &'a mut GtpEngine,
    record: &'a GameRecord,
    /// The number of moves that the engine has been told.
    played: usize,
    game: SearchedGame,
    fault: Option<EngineFault>,
}

impl Lesson<'_> {
    fn evaluate(&mut self, turn: &Turn<'_>) -> Result<Option<Searched>, EngineFault> {
        while self.played < turn.ply {
            self.engine.play(self.record.mover(self.played), &self.record.moves[self.played])?;
            self.played += 1;
        }
        let geometry = turn.game.geometry();
        let evaluation = self.engine.evaluate(usize::from(geometry.width()) * usize::from(geometry.height()))?;
        Ok(searched(&evaluation, turn))
    }
}

impl Learner for Lesson<'_> {
    fn add_position(&mut self, turn: &Turn<'_>) {
        if self.fault.is_some() {
            return;
        }
        match self.evaluate(turn) {
            Ok(searched) => self.game.extend(searched.map(|searched| (turn.ply, searched))),
            Err(fault) => self.fault = Some(fault),
        }
    }

    fn end_game(&mut self, _: &Setup, _: Option<End>) -> bool {
        true
    }
}

/// Returns an evaluation as the result of a search; `None` if no legal move is probable.
fn searched(evaluation: &NetworkEvaluation, turn: &Turn<'_>) -> Option<Searched> {
    let geometry = turn.game.geometry();
    // The engine's rows begin at the top of the board, the cells of a position at the bottom.
    let (width, height) = (usize::from(geometry.width()), usize::from(geometry.height()));
    let from_top = |cell: usize| (height - 1 - cell / width) * width + cell % width;
    let visits = |mv: &Move| {
        let probability = match mv.point() {
            Some(point) => evaluation.policy[from_top(point.index())],
            None => evaluation.pass,
        };
        (*mv, (CERTAIN * probability).round() as u32)
    };
    let visits: Vec<_> = turn.moves.iter().map(visits).filter(|(_, visits)| *visits >= MIN_VISITS).collect();
    let is_white = turn.seat == Seat::White;
    let win_rate = if is_white { evaluation.white_wins } else { 1.0 - evaluation.white_wins };
    let sign = if is_white { 1.0 } else { -1.0 };
    let owner = |cell: usize| (sign * evaluation.owners[from_top(cell)] * f32::from(OWNED)).round() as i8;
    let owners = (0..width * height).map(owner).collect();
    (!visits.is_empty()).then_some(Searched { win_rate, visits, owners: Some(owners) })
}
