//! A GTP engine that takes part in games: its commands, and the dialogue of a game.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quintet_core::board::{Geometry, Vertex};
use quintet_core::notation::move_words;
use quintet_core::setup::Setup;
use quintet_core::time_control::TimeControl;
use quintet_core::types::Seat;
use quintet_record::coded;

use super::engine_config::{EngineConfig, MoveNotation};
use super::framing::Response;
use super::loss_on_time::{PlayerClock, seconds_text};
use super::network_evaluation::NetworkEvaluation;
use super::process::{Process, ProcessError};
use super::recorded_search::RecordedSearch;

/// The command that reports on the search for a move, the time between its reports in centiseconds,
/// and the largest number of moves in one.
const GENMOVE_ANALYZE: &str = "kata-genmove_analyze";
const REPORT_INTERVAL: u32 = 100;
const REPORTED_MOVES: u32 = 40;

/// The command that evaluates the position by the network alone.
const RAW_NETWORK: &str = "kata-raw-nn";

/// The number of characters of a wrong answer that are quoted.
const MAX_QUOTED: usize = 200;

/// The time by which an engine may exceed its limit before it is killed.
pub const GRACE: Duration = Duration::from_secs(5);

/// The reason why an engine cannot continue a game.
#[derive(Debug, thiserror::Error)]
pub enum EngineFault {
    /// It ended, was silent, or broke the protocol.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// It refused a required command.
    #[error("it answers {command:?} with the error {message:?}")]
    Refused {
        command: String,
        /// The error message.
        message: String,
    },
    /// Its response to `genmove` is not a single word.
    #[error("its answer to genmove is not one word: {0:?}")]
    NoWord(String),
    /// It has no command that evaluates a position by its network.
    #[error("it lacks {RAW_NETWORK}, which --teacher needs")]
    NoNetwork,
    /// Its evaluation of a position cannot be read.
    #[error("its answer to {RAW_NETWORK} cannot be read: {0:?}")]
    NoEvaluation(String),
    /// Its response to `genmove` is a word, but not a coded move.
    #[error("its answer to genmove is not a coded move: {0:?}")]
    NotCoded(String),
}

/// The settings of a game for one engine.
pub struct Assignment<'a> {
    /// Game, size, rules and komi.
    pub setup: &'a Setup,
    /// The seed for `set_random_seed`, below 2³¹.
    pub seed: u64,
    /// Visits per move.
    pub visits: Option<u64>,
    /// The time control.
    pub clock: Option<TimeControl>,
    /// The engine's own commands, after all others.
    pub send: &'a [String],
}

/// A move that an engine chose.
pub struct GeneratedMove {
    /// The move in the program's own words, or `resign`.
    pub word: String,
    /// The time that it took.
    pub time: Duration,
    /// The visits and the win rate of its search, if the engine was asked for them and reports
    /// them.
    pub search: Option<RecordedSearch>,
}

/// A running engine.
pub struct GtpEngine {
    process: Process,
    /// The result of `list_commands`.
    commands: BTreeSet<String>,
    identity: String,
    timeout: Duration,
    moves: MoveNotation,
    /// The setup of the current game.
    setup: Option<Setup>,
    /// Whether it refused decimals in times.
    whole_seconds: bool,
    /// Whether byo-yomi was described as one move per period, for want of a better command.
    single_stone: bool,
}

impl GtpEngine {
    /// Starts an engine and asks for its commands. `timeout` limits every command without a clock.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started or does not respond correctly.
    pub fn start(config: &EngineConfig, timeout: Duration, cancel: Arc<AtomicBool>) -> Result<GtpEngine, EngineFault> {
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

    /// Returns the engine's name and version.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// Returns whether the engine has a command to set the game; otherwise its command line must.
    pub fn can_set_game(&self) -> bool {
        self.has_command("set_game")
    }

    fn has_command(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    fn ask(&mut self, command: &str) -> Result<Response, EngineFault> {
        Ok(self.process.ask(command, self.timeout + GRACE)?)
    }

    /// Sends an optional command and returns whether it succeeded.
    fn try_command(&mut self, command: &str) -> Result<bool, EngineFault> {
        Ok(matches!(self.ask(command)?, Response::Success(_)))
    }

    /// Sends a required command.
    fn run(&mut self, command: &str) -> Result<(), EngineFault> {
        match self.ask(command)? {
            Response::Success(_) => Ok(()),
            Response::Failure(message) => Err(EngineFault::Refused { command: command.to_owned(), message }),
        }
    }

    /// Sets up a new game. Returns the settings for which the engine has no command.
    ///
    /// # Errors
    /// Returns an error if the engine refuses the board, or fails.
    pub fn new_game(&mut self, assignment: &Assignment<'_>) -> Result<Vec<String>, EngineFault> {
        self.process.clear_transcript();
        self.setup = Some(assignment.setup.clone());
        let mut unset = Vec::new();
        self.set_board(assignment.setup, &mut unset)?;
        if self.has_command("set_random_seed") {
            self.try_command(&format!("set_random_seed {}", assignment.seed & 0x7fff_ffff))?;
        }
        if let Some(visits) = assignment.visits
            && !self.set_visits(visits)?
        {
            unset.push("visits".to_owned());
        }
        if let Some(clock) = assignment.clock
            && !self.set_clock(clock)?
        {
            unset.push("its time".to_owned());
        }
        for command in assignment.send {
            self.run(command)?;
        }
        Ok(unset)
    }

    /// Sets game, rules, size, blocked points and komi.
    fn set_board(&mut self, setup: &Setup, unset: &mut Vec<String>) -> Result<(), EngineFault> {
        let five_games = self.can_set_game();
        if five_games {
            self.run(&format!("set_game {}", setup.info().id))?;
            if self.has_command("quintet-set_rule") {
                let coded = self.moves == MoveNotation::Coded;
                // Coded moves have no swap, and an engine may refuse the rule.
                for (name, value) in setup.rules().filter(|(name, _)| !(coded && setup.info().swap == Some(name))) {
                    self.run(&format!("quintet-set_rule {name} {value}"))?;
                }
            }
        }
        let factor = match self.moves {
            MoveNotation::Words => 1,
            MoveNotation::Coded => coded::factor(setup.info()),
        };
        let (width, height) = (factor * setup.width(), factor * setup.height());
        if setup.info().rectangular && width != height {
            self.run(&format!("rectangular_boardsize {width} {height}"))?;
        } else {
            self.run(&format!("boardsize {width}"))?;
        }
        if !setup.blocked().is_empty() {
            let geometry: Geometry = setup.geometry();
            let words: Vec<_> = setup.blocked().iter().map(|point| geometry.vertex(point).to_string()).collect();
            if five_games {
                self.run(&format!("quintet-block {}", words.join(" ")))?;
            } else {
                unset.push("blocked points".to_owned());
            }
        }
        self.run("clear_board")?;
        if setup.info().komi {
            self.run(&format!("komi {}", setup.komi()))?;
        }
        Ok(())
    }

    /// Sets an unusual starting position, after [`GtpEngine::new_game`]: by a position line, or by
    /// handicap stones if the engine does not take these and there is nothing else.
    ///
    /// # Errors
    /// Returns an error if the engine has no command for it, or fails.
    pub fn set_up(&mut self, line: &str, handicap: &[String]) -> Result<(), EngineFault> {
        if handicap.is_empty() || self.has_command("quintet-set_position") {
            return self.run(&format!("quintet-set_position {line}"));
        }
        self.run(&format!("set_free_handicap {}", handicap.join(" ")))
    }

    fn set_visits(&mut self, visits: u64) -> Result<bool, EngineFault> {
        for (command, line) in [
            ("kata-set-param", format!("kata-set-param maxVisits {visits}")),
            ("param", format!("param visits {visits}")),
        ] {
            if self.has_command(command) && self.try_command(&line)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Sets the time control by the best command that the engine takes: with decimals, or else in
    /// whole seconds.
    fn set_clock(&mut self, control: TimeControl) -> Result<bool, EngineFault> {
        self.single_stone = false;
        for (command, line) in clock_commands(control) {
            if !self.has_command(command) {
                continue;
            }
            let exact = format!("{command} {}", line(false));
            let whole = format!("{command} {}", line(true));
            if !self.whole_seconds && self.try_command(&exact)? {
                self.single_stone = command == "time_settings";
                return Ok(true);
            }
            if (self.whole_seconds || whole != exact) && self.try_command(&whole)? {
                self.whole_seconds = true;
                self.single_stone = command == "time_settings";
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Sends a move to the engine, in the notation of its author, or coded if the engine uses that.
    ///
    /// # Errors
    /// Returns an error if the engine refuses it or fails.
    pub fn play(&mut self, seat: Seat, word: &str) -> Result<(), EngineFault> {
        let word = self.encode(seat, word).unwrap_or_else(|| word.to_owned());
        self.run(&format!("play {} {word}", seat.letter()))
    }

    /// Converts a move to the engine's notation; `None` if it stays as it is.
    fn encode(&self, seat: Seat, word: &str) -> Option<String> {
        let setup = self.setup.as_ref().filter(|_| self.moves == MoveNotation::Coded)?;
        let geometry = setup.geometry();
        coded::format(&geometry, move_words::read(setup.info(), &geometry, seat, word)?)
    }

    /// Converts the engine's move to the program's own words. A vertex without a meaning stays as
    /// it is: it is not on the board of any game.
    fn decode(&self, word: String) -> Result<String, EngineFault> {
        let Some(setup) = self.setup.as_ref().filter(|_| self.moves == MoveNotation::Coded) else { return Ok(word) };
        let geometry = setup.geometry();
        match coded::read(setup.info(), &geometry, &word) {
            Some(mv) => Ok(move_words::format(setup.info(), &geometry, mv)),
            None if word.eq_ignore_ascii_case("resign") || word.parse::<Vertex>().is_ok() => Ok(word),
            None => Err(EngineFault::NotCoded(word)),
        }
    }

    /// Returns whether the engine can report visits and win rates, with moves in the program's own
    /// words.
    pub fn reports_searches(&self) -> bool {
        self.moves == MoveNotation::Words && self.has_command(GENMOVE_ANALYZE)
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// Returns an error if the engine fails, or responds with an error or not with a single word.
    pub fn genmove(&mut self, seat: Seat, clock: Option<&PlayerClock>) -> Result<GeneratedMove, EngineFault> {
        let (text, time) = self.ask_for_move(&format!("genmove {}", seat.letter()), seat, clock)?;
        Ok(GeneratedMove { word: self.single_word(Some(&text), &text)?, time, search: None })
    }

    /// Asks for a move, and for the visits and win rate of its search if the engine reports them.
    ///
    /// # Errors
    /// Returns an error if the engine fails, or responds with an error or without a single word.
    pub fn genmove_with_search(
        &mut self,
        seat: Seat,
        clock: Option<&PlayerClock>,
    ) -> Result<GeneratedMove, EngineFault> {
        if !self.reports_searches() {
            return self.genmove(seat, clock);
        }
        let command = format!("{GENMOVE_ANALYZE} {} {REPORT_INTERVAL} maxmoves {REPORTED_MOVES}", seat.letter());
        let (text, time) = self.ask_for_move(&command, seat, clock)?;
        let word = text.lines().last().and_then(|line| line.strip_prefix("play "));
        Ok(GeneratedMove { word: self.single_word(word, &text)?, time, search: self.search_result(seat, &text) })
    }

    /// Checks that the engine can [evaluate](GtpEngine::evaluate) positions.
    ///
    /// # Errors
    /// Returns an error if it has no command for it.
    pub fn check_network(&self) -> Result<(), EngineFault> {
        if self.has_command(RAW_NETWORK) { Ok(()) } else { Err(EngineFault::NoNetwork) }
    }

    /// Evaluates the position, on a board of this number of points, by the engine's network alone.
    ///
    /// # Errors
    /// Returns an error if the engine refuses or fails, or if its answer cannot be read.
    pub fn evaluate(&mut self, points: usize) -> Result<NetworkEvaluation, EngineFault> {
        let command = format!("{RAW_NETWORK} 0");
        match self.ask(&command)? {
            Response::Success(text) => NetworkEvaluation::of_answer(&text, points)
                .ok_or_else(|| EngineFault::NoEvaluation(text.chars().take(MAX_QUOTED).collect())),
            Response::Failure(message) => Err(EngineFault::Refused { command, message }),
        }
    }

    /// Sends a command that asks for a move. Returns the answer and the time that it took.
    fn ask_for_move(
        &mut self,
        command: &str,
        seat: Seat,
        clock: Option<&PlayerClock>,
    ) -> Result<(String, Duration), EngineFault> {
        if let Some(clock) = clock {
            self.send_time_left(seat, clock)?;
        }
        let limit = clock.map_or(self.timeout, PlayerClock::limit);
        match self.process.ask_timed(command, limit + GRACE)? {
            (Response::Success(text), time) => Ok((text, time)),
            (Response::Failure(message), _) => Err(EngineFault::Refused { command: command.to_owned(), message }),
        }
    }

    /// Returns the move in the program's own words, if it is a single word of the answer.
    fn single_word(&self, word: Option<&str>, answer: &str) -> Result<String, EngineFault> {
        match word.map(str::trim).filter(|word| word.split_whitespace().count() == 1) {
            Some(word) => self.decode(word.to_owned()),
            None => Err(EngineFault::NoWord(answer.chars().take(MAX_QUOTED).collect())),
        }
    }

    /// Reads the visits and the win rate of a search, with moves in standard spelling.
    fn search_result(&self, seat: Seat, answer: &str) -> Option<RecordedSearch> {
        let setup = self.setup.as_ref()?;
        let geometry = setup.geometry();
        let mut search = RecordedSearch::of_report(answer)?;
        for (word, _) in &mut search.visits {
            let mv = move_words::read(setup.info(), &geometry, seat, word)?;
            *word = move_words::format(setup.info(), &geometry, mv);
        }
        Some(search)
    }

    fn send_time_left(&mut self, seat: Seat, clock: &PlayerClock) -> Result<(), EngineFault> {
        if matches!(clock.control(), TimeControl::PerMove(_)) || !self.has_command("time_left") {
            return Ok(());
        }
        let left = clock.time_left();
        let is_byo_yomi = matches!(clock.control(), TimeControl::Byoyomi { .. });
        let count = if is_byo_yomi && self.single_stone { left.count.min(1) } else { left.count };
        let line = |whole| format!("time_left {} {} {count}", seat.letter(), seconds_text(left.time, whole));
        if self.whole_seconds || !self.try_command(&line(false))? {
            self.whole_seconds |= self.try_command(&line(true))? && line(true) != line(false);
        }
        Ok(())
    }

    /// Returns the traffic of this game and the engine's last lines on stderr.
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

/// Formats the arguments of a command; `true`: in whole seconds.
type Arguments = Box<dyn Fn(bool) -> String>;

/// Returns the commands that can set a time control, the best first, with their arguments. A
/// command that cannot express the time control gives the engine less time than there is, never
/// more.
fn clock_commands(control: TimeControl) -> Vec<(&'static str, Arguments)> {
    let three = |a: Duration, b: Duration, count: u32| -> Arguments {
        Box::new(move |whole| format!("{} {} {count}", seconds_text(a, whole), seconds_text(b, whole)))
    };
    let system = |name: &'static str, a: Duration, b: Duration, count: Option<u32>| -> Arguments {
        Box::new(move |whole| {
            let count = count.map_or(String::new(), |count| format!(" {count}"));
            format!("{name} {} {}{count}", seconds_text(a, whole), seconds_text(b, whole))
        })
    };
    match control {
        // GTP 2: a period without stones means no time limit.
        TimeControl::Unlimited => vec![("time_settings", three(Duration::ZERO, Duration::from_secs(1), 0))],
        TimeControl::PerMove(time) => vec![("time_settings", three(Duration::ZERO, time, 1))],
        TimeControl::Absolute { main } => vec![("time_settings", three(main, Duration::ZERO, 0))],
        TimeControl::Canadian { main, period, stones } => vec![("time_settings", three(main, period, stones))],
        TimeControl::Byoyomi { main, period, periods } => vec![
            ("kata-time_settings", system("byoyomi", main, period, Some(periods))),
            ("kgs-time_settings", system("byoyomi", main, period, Some(periods))),
            ("time_settings", three(main, period, 1)),
        ],
        TimeControl::Fischer { main, increment } => vec![
            ("kata-time_settings", system("fischer", main, increment, None)),
            ("time_settings", three(main, Duration::ZERO, 0)),
        ],
    }
}
