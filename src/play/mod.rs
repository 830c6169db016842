//! A game in the terminal: a user against the engine, or two people.

mod input;
mod record;
mod typed;
mod unsaved;

use std::io::{self, Write};
use std::path::Path;

use quintet_core::game::Game;
use quintet_core::setup::GameInfo;
use quintet_core::types::{Move, Seat, Stone};
use quintet_engine::{Choice, Engine, Knowledge, Level, Request, Settings};
use quintet_record::sgf::{self, Reading};
use quintet_record::text;
use quintet_search::{Interrupt, Limits, Proof, Report};
use quintet_system::atomic_file;

pub use input::{EditedLines, Lines, PlainLines};
pub use record::PlayRecord;
use typed::Typed;
pub use unsaved::Unsaved;

/// The options of a game at the terminal.
pub struct PlayOptions {
    /// The game to start from.
    pub record: PlayRecord,
    /// The user's side; `None` if two people play.
    pub user: Option<Seat>,
    /// The settings of the engine.
    pub settings: Settings,
    /// The level of its moves; `None`: as well as the limits allow.
    pub level: Option<Level>,
    /// The limits of its searches; without any, a second each. A level needs none.
    pub limits: Limits,
    /// The game as far as it is in no file.
    pub unsaved: Unsaved,
    /// Whether a person is at the terminal: then a game that is left, or that another one replaces,
    /// is saved.
    pub is_watched: bool,
}

/// Plays at a terminal until `quit` or the end of the input. Returns `false` if it was interrupted.
///
/// # Errors
/// Returns an error if the input cannot be read or the output cannot be written; a closed output is
/// not an error.
pub fn play(options: PlayOptions, knowledge: &Knowledge, input: impl Lines, output: impl Write) -> io::Result<bool> {
    let engine = Engine::new(options.record.game(), knowledge);
    let (unsaved, is_watched) = (options.unsaved.clone(), options.is_watched);
    let result = TerminalGame { engine, knowledge, options, output }.run(input);
    let kept = if is_watched { unsaved.save() } else { None };
    if let Some(message) = kept {
        // A terminal that was closed shows nothing.
        _ = writeln!(io::stderr(), "{message}");
    }
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(false),
        result => result.map(|()| true),
    }
}

/// Returns the name of a side, which is the colour of its stones.
pub fn seat_word(info: &GameInfo, seat: Seat) -> &'static str {
    match info.own_stone(seat) {
        Stone::Red => Stone::Red.name(),
        _ => seat.name(),
    }
}

/// A game in progress at a terminal.
struct TerminalGame<'a, W> {
    engine: Engine,
    knowledge: &'a Knowledge,
    options: PlayOptions,
    output: W,
}

impl<W: Write> TerminalGame<'_, W> {
    fn run(&mut self, mut input: impl Lines) -> io::Result<()> {
        self.welcome()?;
        self.engine_moves()?;
        self.show()?;
        loop {
            self.output.flush()?;
            let prompt = if self.is_over() { "over".to_owned() } else { self.seat_name(self.game().to_move()) };
            let Some(line) = input.next(&format!("{prompt}> "))? else { return Ok(()) };
            match typed::read(self.game(), &line) {
                Ok(Typed::Quit) => return Ok(()),
                Ok(typed) => self.obey(typed)?,
                Err(message) => writeln!(self.output, "{message}")?,
            }
        }
    }

    fn game(&self) -> &Game {
        self.engine.game()
    }

    fn is_over(&self) -> bool {
        self.options.record.resigned().is_some() || self.game().is_over()
    }

    /// Returns a side and its stone: `black (X)`.
    fn seat_name(&self, seat: Seat) -> String {
        format!("{} ({})", self.seat_word(seat), text::sign(self.game().info().own_stone(seat)))
    }

    fn seat_word(&self, seat: Seat) -> &'static str {
        seat_word(self.game().info(), seat)
    }

    fn word(&self, mv: Move) -> String {
        self.game().word(mv)
    }

    fn welcome(&mut self) -> io::Result<()> {
        let title = self.game().info().title;
        match self.options.user {
            Some(seat) => {
                let (you, engine) = (self.seat_name(seat), self.seat_name(seat.other()));
                let level = self.level();
                writeln!(self.output, "{title}: you play {you}, quintet {engine} at {level}. Type help for help.")
            }
            None => writeln!(self.output, "{title} for two. Type help for help."),
        }
    }

    /// Describes the strength of the engine.
    fn level(&self) -> String {
        self.options.level.map_or("full strength".to_owned(), |level| format!("level {}", level.number()))
    }

    fn show(&mut self) -> io::Result<()> {
        let mut board = text::board(self.game());
        for seat in [Seat::Black, Seat::White] {
            let stone = text::sign(self.game().info().own_stone(seat));
            board = board.replace(&format!("{} ({stone})", self.seat_word(seat)), &self.seat_name(seat));
        }
        writeln!(self.output, "\n{board}")?;
        if let Some(seat) = self.options.record.resigned() {
            let (loser, winner) = (self.seat_word(seat), self.seat_word(seat.other()));
            writeln!(self.output, "{loser} resigned: {winner} wins")?;
        }
        writeln!(self.output)
    }

    fn obey(&mut self, typed: Typed) -> io::Result<()> {
        match typed {
            Typed::Nothing | Typed::Quit => Ok(()),
            Typed::Help => {
                let help = typed::help(self.game());
                writeln!(self.output, "{help}")
            }
            Typed::Board => self.show(),
            Typed::Rules => {
                let rules = typed::rules(self.game());
                writeln!(self.output, "{rules}")
            }
            Typed::Save(file) => self.save(&file),
            Typed::Load(file) => self.load(&file),
            Typed::Undo => self.undo(),
            Typed::Level(level) => {
                self.options.level = level.unwrap_or(self.options.level);
                let level = self.level();
                writeln!(self.output, "quintet plays at {level}")
            }
            Typed::New => {
                self.leave_game()?;
                self.options.record.start_again();
                self.engine = Engine::new(self.options.record.game(), self.knowledge);
                self.engine_moves()?;
                self.show()
            }
            _ if self.is_over() => {
                writeln!(self.output, "the game is over; type new for another game, or undo to take back")
            }
            Typed::Moves => {
                let moves = self.game().legal_moves(self.game().to_move());
                let words: Vec<String> = moves.into_iter().map(|mv| self.word(mv)).collect();
                writeln!(self.output, "{}", words.join(" "))
            }
            Typed::Hint => {
                let choice = self.think(true);
                let variation: Vec<Move> = choice.report.candidates.first().map_or(Vec::new(), |best| best.pv.clone());
                let variation: Vec<String> = variation.into_iter().take(6).map(|mv| self.word(mv)).collect();
                match choice.mv {
                    Some(mv) if variation.len() > 1 => {
                        writeln!(self.output, "quintet would play {}, expecting {}", self.word(mv), variation.join(" "))
                    }
                    Some(mv) => writeln!(self.output, "quintet would play {}", self.word(mv)),
                    None => writeln!(self.output, "there is not a legal move"),
                }
            }
            Typed::Value => {
                let report = self.think(true).report;
                let value = self.value(&report);
                writeln!(self.output, "{value}")
            }
            Typed::Resign => {
                let seat = self.options.user.unwrap_or(self.game().to_move());
                self.options.record.set_resigned(Some(seat));
                self.keep();
                self.show()
            }
            Typed::Move(mv) => {
                let seat = self.game().to_move();
                if self.engine.game_mut().play(seat, mv).is_err() {
                    let why = typed::why_illegal(self.game(), mv);
                    return writeln!(self.output, "{why}");
                }
                self.options.record.add(seat, mv);
                self.keep();
                self.engine_moves()?;
                self.show()
            }
        }
    }

    /// Describes the evaluation of a search: `black 41 % (1616 visits); best moves by visits: E6 42 %`.
    fn value(&self, report: &Report) -> String {
        let seat = self.seat_word(report.seat);
        let known = match report.proof {
            Some(Proof::Win) => format!("{seat} wins, with best play"),
            Some(Proof::Loss) => format!("{seat} loses, with best play"),
            Some(Proof::Draw) => "a draw, with best play".to_owned(),
            None => {
                format!("{seat} {:.0} % ({} visits)", 100.0 * report.win_rate, report.visits)
            }
        };
        let best = report.candidates.iter().filter(|candidate| candidate.visits > 0).take(3);
        let best: Vec<String> = best.map(|c| format!("{} {:.0} %", self.word(c.mv), 100.0 * c.win_rate)).collect();
        if best.is_empty() { known } else { format!("{known}; best moves by visits: {}", best.join(", ")) }
    }

    fn think(&mut self, tentative: bool) -> Choice {
        let limits = self.options.limits.or_default();
        let interrupt = Interrupt::default();
        let request = Request::new(self.game().to_move(), limits, &self.options.settings, &interrupt);
        let request = Request { tentative, ..request };
        self.engine.choose(&request, &mut |_| {})
    }

    /// Chooses a move of the engine.
    fn choose(&mut self) -> Choice {
        let PlayOptions { level: Some(level), limits, .. } = self.options else { return self.think(false) };
        let level = level.of(self.game().info());
        let interrupt = Interrupt::default();
        let request = Request::new(self.game().to_move(), limits, &self.options.settings, &interrupt);
        self.engine.choose(&request.at_level(Some(level)), &mut |_| {})
    }

    /// Lets the engine move while it is its turn.
    fn engine_moves(&mut self) -> io::Result<()> {
        while let Some(user) = self.options.user
            && !self.is_over()
            && self.game().to_move() != user
        {
            self.output.flush()?;
            let seat = self.game().to_move();
            let choice = self.choose();
            match choice.mv {
                Some(mv) if !choice.resigns => {
                    let word = self.word(mv);
                    if self.engine.game_mut().play(seat, mv).is_err() {
                        // The search chooses only among legal moves.
                        log::error!("{word} was chosen and is illegal");
                        break;
                    }
                    self.options.record.add(seat, mv);
                    writeln!(self.output, "quintet plays {word}")?;
                }
                _ => self.options.record.set_resigned(Some(seat)),
            }
            if self.options.record.has_move_of(user) {
                self.keep();
            }
        }
        Ok(())
    }

    /// Takes back the user's latest move and all later moves.
    fn undo(&mut self) -> io::Result<()> {
        if self.options.record.resigned().is_some() {
            self.options.record.set_resigned(None);
        } else if !self.options.record.undo(self.options.user, self.engine.game_mut()) {
            return writeln!(self.output, "there is nothing to take back");
        }
        if self.options.unsaved.is_set() {
            self.keep();
        }
        self.show()
    }

    /// Returns the game as SGF.
    fn sgf(&self) -> String {
        self.options.record.text(self.game(), self.options.user, self.options.level)
    }

    /// Notes a change of the game, which is not in a file.
    fn keep(&self) {
        self.options.unsaved.set(self.game().info().id, self.sgf());
    }

    /// Saves a game that another one replaces.
    fn leave_game(&mut self) -> io::Result<()> {
        let kept = if self.options.is_watched { self.options.unsaved.save() } else { None };
        self.options.unsaved.clear();
        kept.map_or(Ok(()), |message| writeln!(self.output, "{message}"))
    }

    fn save(&mut self, file: &Path) -> io::Result<()> {
        let name = file.display();
        match atomic_file::write_new(file, self.sgf().as_bytes()) {
            Ok(()) => {
                self.options.unsaved.clear();
                writeln!(self.output, "saved to {name}")
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                writeln!(self.output, "{name} exists already; choose another name")
            }
            Err(error) => writeln!(self.output, "cannot write {name}: {error}"),
        }
    }

    /// Continues the game of a file, with the sides and the level that it names.
    fn load(&mut self, file: &Path) -> io::Result<()> {
        let reading = Reading { present: Some(self.game().setup()), ..Reading::default() };
        let record = match sgf::load(file, reading) {
            Ok(record) => record,
            Err(error) => return writeln!(self.output, "cannot load {}: {error}", file.display()),
        };
        for warning in &record.warnings {
            writeln!(self.output, "{}: {warning}", file.display())?;
        }
        self.leave_game()?;
        self.options.record = PlayRecord::resumed(record.tree);
        if let Some((user, level)) = self.options.record.players() {
            self.options.user = Some(user);
            self.options.level = level;
        }
        self.engine = Engine::new(self.options.record.game(), self.knowledge);
        self.welcome()?;
        self.engine_moves()?;
        self.show()
    }
}
