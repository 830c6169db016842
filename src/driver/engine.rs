//! An engine that takes part in games: what it can do, and the commands that set it up.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::clock::{GameClock, TimeControl, seconds_text};
use super::entrant::{Entrant, MoveSpelling};
use super::framing::Response;
use super::process::{Process, ProcessError};
use crate::board::{Geometry, Vertex};
use crate::record::{coded, move_words};
use crate::setup::Setup;
use crate::words::Seat;

/// By how much an engine may exceed its limit before it is killed.
pub const GRACE: Duration = Duration::from_secs(5);

/// Why an engine can't go on with a game.
#[derive(Debug, thiserror::Error)]
pub enum EngineFault {
    /// It ended, was silent, or broke the protocol.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// It refused what it can't do without.
    #[error("it answers {command:?} with the error {message:?}")]
    Refused {
        /// What it was told.
        command: String,
        /// What it said.
        message: String,
    },
    /// Its answer to `genmove` is no word.
    #[error("its answer to genmove is not one word: {0:?}")]
    NoWord(String),
    /// Its answer to `genmove` is a word, but no coded move.
    #[error("its answer to genmove is no coded move: {0:?}")]
    NotCoded(String),
}

/// What an engine is to play.
pub struct Assignment<'a> {
    /// Game, size, rules and komi.
    pub setup: &'a Setup,
    /// For `set_random_seed`, below 2³¹.
    pub seed: u64,
    /// Visits a move.
    pub visits: Option<u64>,
    /// Its clock.
    pub clock: Option<TimeControl>,
    /// Its own commands, after all others.
    pub send: &'a [String],
}

/// A running engine with what is known of it.
pub struct GtpEngine {
    process: Process,
    commands: BTreeSet<String>,
    identity: String,
    timeout: Duration,
    moves: MoveSpelling,
    /// What it plays.
    setup: Option<Setup>,
    /// It refused decimals in times.
    whole_seconds: bool,
    /// It was told byo-yomi as one move a period, for want of a better command.
    single_stone: bool,
}

impl GtpEngine {
    /// Starts an engine and asks what it can do. `timeout` bounds every command that no clock bounds.
    ///
    /// # Errors
    /// If it can't be started or doesn't answer as it should.
    pub fn start(config: &Entrant, timeout: Duration, cancel: Arc<AtomicBool>) -> Result<GtpEngine, EngineFault> {
        let mut process = Process::start(&config.words()?)?;
        process.set_cancel(cancel);
        let mut engine = GtpEngine {
            process,
            commands: BTreeSet::new(),
            identity: String::new(),
            timeout,
            moves: config.moves,
            setup: None,
            whole_seconds: false,
            single_stone: false,
        };
        let listed = engine.ask("list_commands")?.success().unwrap_or_default();
        engine.commands = listed.split_whitespace().map(str::to_owned).collect();
        let name = engine.ask("name")?.success().unwrap_or_default();
        let version = engine.ask("version")?.success().unwrap_or_default();
        engine.identity = format!("{name} {version}").trim().to_owned();
        Ok(engine)
    }

    fn lists(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    fn ask(&mut self, command: &str) -> Result<Response, EngineFault> {
        Ok(self.process.ask(command, self.timeout + GRACE)?)
    }

    /// Whether the engine took a command.
    fn takes(&mut self, command: &str) -> Result<bool, EngineFault> {
        Ok(matches!(self.ask(command)?, Response::Success(_)))
    }

    fn tell(&mut self, command: &str) -> Result<(), EngineFault> {
        match self.ask(command)? {
            Response::Success(_) => Ok(()),
            Response::Failure(message) => Err(EngineFault::Refused { command: command.to_owned(), message }),
        }
    }

    /// Sets up a new game. Returns what the engine has no command for and so was not told.
    ///
    /// # Errors
    /// If the engine refuses the board, or fails.
    pub fn new_game(&mut self, assignment: &Assignment<'_>) -> Result<Vec<String>, EngineFault> {
        self.process.clear_transcript();
        let setup = assignment.setup;
        self.setup = Some(setup.clone());
        let mut untold = Vec::new();
        let five_games = self.lists("set_game");
        if five_games {
            self.tell(&format!("set_game {}", setup.info().id))?;
            if self.lists("quintet-set_rule") {
                let coded = self.moves == MoveSpelling::Coded;
                // Where moves are coded, nobody swaps, and an engine may refuse to be told so.
                for (name, value) in setup.rules().filter(|(name, _)| !(coded && setup.info().swap == Some(name))) {
                    self.tell(&format!("quintet-set_rule {name} {value}"))?;
                }
            }
        }
        let factor = match self.moves {
            MoveSpelling::Words => 1,
            MoveSpelling::Coded => coded::factor(setup.info()),
        };
        let (width, height) = (factor * setup.width(), factor * setup.height());
        if setup.info().rectangular && width != height {
            self.tell(&format!("rectangular_boardsize {width} {height}"))?;
        } else {
            self.tell(&format!("boardsize {width}"))?;
        }
        if !setup.blocked().is_empty() {
            let geometry: Geometry = setup.geometry();
            let words: Vec<_> = setup.blocked().iter().map(|point| geometry.vertex(point).to_string()).collect();
            if five_games {
                self.tell(&format!("quintet-block {}", words.join(" ")))?;
            } else {
                untold.push("blocked points".to_owned());
            }
        }
        self.tell("clear_board")?;
        if setup.info().komi {
            self.tell(&format!("komi {}", setup.komi()))?;
        }
        if self.lists("set_random_seed") {
            self.takes(&format!("set_random_seed {}", assignment.seed & 0x7fff_ffff))?;
        }
        if let Some(visits) = assignment.visits
            && !self.set_visits(visits)?
        {
            untold.push("visits".to_owned());
        }
        if let Some(clock) = assignment.clock
            && !self.set_clock(clock)?
        {
            untold.push("its time".to_owned());
        }
        for command in assignment.send {
            self.tell(command)?;
        }
        Ok(untold)
    }

    /// Tells the engine a start that is not the usual one, after [`GtpEngine::new_game`]: by a position line, or where it
    /// doesn't take these, by its handicap stones, if that is all there is.
    ///
    /// # Errors
    /// If the engine has no command for it, or fails.
    pub fn set_up(&mut self, line: &str, handicap: &[String]) -> Result<(), EngineFault> {
        if handicap.is_empty() || self.lists("quintet-set_position") {
            return self.tell(&format!("quintet-set_position {line}"));
        }
        self.tell(&format!("set_free_handicap {}", handicap.join(" ")))
    }

    fn set_visits(&mut self, visits: u64) -> Result<bool, EngineFault> {
        for (command, line) in [
            ("kata-set-param", format!("kata-set-param maxVisits {visits}")),
            ("param", format!("param visits {visits}")),
        ] {
            if self.lists(command) && self.takes(&line)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tells the time control by the best command that the engine takes: with decimals, else in whole seconds.
    fn set_clock(&mut self, control: TimeControl) -> Result<bool, EngineFault> {
        self.single_stone = false;
        for (command, line) in clock_commands(control) {
            if !self.lists(command) {
                continue;
            }
            let exact = format!("{command} {}", line(false));
            let whole = format!("{command} {}", line(true));
            if !self.whole_seconds && self.takes(&exact)? {
                self.single_stone = command == "time_settings";
                return Ok(true);
            }
            if (self.whole_seconds || whole != exact) && self.takes(&whole)? {
                self.whole_seconds = true;
                self.single_stone = command == "time_settings";
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tells the engine a move, in the words of whoever made it, or coded where that is what it knows.
    ///
    /// # Errors
    /// If it refuses or fails.
    pub fn play(&mut self, seat: Seat, word: &str) -> Result<(), EngineFault> {
        let word = self.spoken(seat, word).unwrap_or_else(|| word.to_owned());
        self.tell(&format!("play {} {word}", seat.letter()))
    }

    /// A move as the engine wants to hear it; `None` where that is as it was said.
    fn spoken(&self, seat: Seat, word: &str) -> Option<String> {
        let setup = self.setup.as_ref().filter(|_| self.moves == MoveSpelling::Coded)?;
        let geometry = setup.geometry();
        coded::format(&geometry, move_words::read(setup.info(), &geometry, seat, word)?)
    }

    /// What an engine of coded moves said, in the program's own words. A vertex that stands for nothing stays as it is:
    /// no game has such a point.
    fn heard(&self, word: String) -> Result<String, EngineFault> {
        let Some(setup) = self.setup.as_ref().filter(|_| self.moves == MoveSpelling::Coded) else { return Ok(word) };
        let geometry = setup.geometry();
        match coded::read(setup.info(), &geometry, &word) {
            Some(mv) => Ok(move_words::format(setup.info(), &geometry, mv)),
            None if word.eq_ignore_ascii_case("resign") || word.parse::<Vertex>().is_ok() => Ok(word),
            None => Err(EngineFault::NotCoded(word)),
        }
    }

    /// Asks for a move: the word, and how long it took.
    ///
    /// # Errors
    /// If the engine fails, or answers with an error or with no word.
    pub fn genmove(&mut self, seat: Seat, clock: Option<&GameClock>) -> Result<(String, Duration), EngineFault> {
        if let Some((control, clock)) = clock.map(|clock| (clock.control(), clock))
            && !matches!(control, TimeControl::PerMove(_))
            && self.lists("time_left")
        {
            let (seconds, count) = clock.time_left();
            let is_byo_yomi = matches!(control, TimeControl::ByoYomi { .. });
            let count = if is_byo_yomi && self.single_stone { count.min(1) } else { count };
            let line = |whole| format!("time_left {} {} {count}", seat.letter(), seconds_text(seconds, whole));
            if self.whole_seconds || !self.takes(&line(false))? {
                self.whole_seconds |= self.takes(&line(true))? && line(true) != line(false);
            }
        }
        let limit = clock.map_or(self.timeout, |clock| Duration::from_secs_f64(clock.limit()));
        let command = format!("genmove {}", seat.letter());
        let (answer, time) = self.process.ask_timed(&command, limit + GRACE)?;
        match answer {
            Response::Failure(message) => Err(EngineFault::Refused { command, message }),
            Response::Success(text) if text.split_whitespace().count() == 1 => Ok((self.heard(text)?, time)),
            Response::Success(text) => Err(EngineFault::NoWord(text)),
        }
    }

    /// The traffic of this game and the engine's last words on stderr.
    pub fn transcript(&self) -> Vec<String> {
        let mut lines = self.process.transcript();
        let stderr = self.process.stderr();
        lines.extend(stderr.iter().skip(stderr.len().saturating_sub(100)).map(|line| format!("stderr: {line}")));
        lines
    }

    /// Lets the engine end by itself, for a while.
    pub fn quit(self) {
        self.process.quit(Duration::from_secs(2));
    }
}

type Line = Box<dyn Fn(bool) -> String>;

/// The commands by which a time control can be told, best first, each with what stands behind it (`true`: in whole
/// seconds). Where a command can't say all, what it says is no more time than there is.
fn clock_commands(control: TimeControl) -> Vec<(&'static str, Line)> {
    let three = |a: f64, b: f64, count: u32| -> Line {
        Box::new(move |whole| format!("{} {} {count}", seconds_text(a, whole), seconds_text(b, whole)))
    };
    let system = |name: &'static str, a: f64, b: f64, count: Option<u32>| -> Line {
        Box::new(move |whole| {
            let count = count.map_or(String::new(), |count| format!(" {count}"));
            format!("{name} {} {}{count}", seconds_text(a, whole), seconds_text(b, whole))
        })
    };
    match control {
        TimeControl::PerMove(seconds) => vec![("time_settings", three(0.0, seconds, 1))],
        TimeControl::Absolute(main) => vec![("time_settings", three(main, 0.0, 0))],
        TimeControl::Canadian { main, period, stones } => vec![("time_settings", three(main, period, stones))],
        TimeControl::ByoYomi { main, period, periods } => vec![
            ("kata-time_settings", system("byoyomi", main, period, Some(periods))),
            ("kgs-time_settings", system("byoyomi", main, period, Some(periods))),
            ("time_settings", three(main, period, 1)),
        ],
        TimeControl::Fischer { main, increment } => vec![
            ("kata-time_settings", system("fischer", main, increment, None)),
            ("time_settings", three(main, 0.0, 0)),
        ],
    }
}
