//! A person against the engine, or two persons against each other, in a plain terminal.

mod typed;

use std::fs::OpenOptions;
use std::io::{self, BufRead, Read as _, Write};
use std::time::SystemTime;

use crate::engine::{AnyPlayer, Choice, Request, Settings};
use crate::history::AnyHistory;
use crate::players::player;
use crate::record::sgf::{self, Notes};
use crate::record::{move_words, text};
use crate::search::{Interrupt, Limits, Proof, Report};
use crate::setup::Setup;
use crate::words::{Move, Seat};

use typed::Typed;

/// The longest line that is read at once.
const LONGEST: u64 = 1 << 16;

/// How a game at the terminal is played.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// The game, its size and rules.
    pub setup: Setup,
    /// The person's seat; `None`: persons play both.
    pub person: Option<Seat>,
    /// How the engine thinks.
    pub settings: Settings,
    /// What bounds its searches; without any bound, a second each.
    pub limits: Limits,
    /// Whether to write a prompt before each line is read.
    pub prompt: bool,
}

/// Plays at a terminal until `quit` or the end of the input.
///
/// # Errors
/// If the input can't be read or the output not written; a reader of the output that has gone is no error.
pub fn play(options: PlayOptions, input: impl BufRead, output: impl Write) -> io::Result<()> {
    let player = player(&options.setup, None).expect("every setup has a first position");
    match (TerminalGame { player, options, output, resigned: None }).run(input) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// A game in progress at a terminal.
struct TerminalGame<W> {
    player: Box<dyn AnyPlayer>,
    options: PlayOptions,
    output: W,
    /// Who gave up.
    resigned: Option<Seat>,
}

impl<W: Write> TerminalGame<W> {
    fn run(&mut self, mut input: impl BufRead) -> io::Result<()> {
        self.welcome()?;
        self.engine_moves()?;
        self.show()?;
        loop {
            if self.options.prompt {
                let prompt = if self.is_over() { "over".to_owned() } else { self.seat_name(self.game().to_move()) };
                write!(self.output, "{prompt}> ")?;
            }
            self.output.flush()?;
            let mut line = Vec::new();
            if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            match typed::read(self.game(), &line) {
                Ok(Typed::Quit) => return Ok(()),
                Ok(typed) => self.obey(typed)?,
                Err(message) => writeln!(self.output, "{message}")?,
            }
        }
    }

    fn game(&self) -> &dyn AnyHistory {
        self.player.history()
    }

    fn is_over(&self) -> bool {
        self.resigned.is_some() || self.game().is_over()
    }

    /// The seat and its stone: `black (X)`.
    fn seat_name(&self, seat: Seat) -> String {
        format!("{} ({})", seat.name(), text::sign(self.game().info().own_stone(seat)))
    }

    fn word(&self, mv: Move) -> String {
        move_words::format(self.game().info(), self.game().geometry(), mv)
    }

    fn welcome(&mut self) -> io::Result<()> {
        let title = self.game().info().title;
        match self.options.person {
            Some(seat) => {
                let (you, engine) = (self.seat_name(seat), self.seat_name(seat.other()));
                writeln!(self.output, "{title}: you play {you}, quintet {engine}. Type help for help.")
            }
            None => writeln!(self.output, "{title} for two. Type help for help."),
        }
    }

    fn show(&mut self) -> io::Result<()> {
        let board = text::board(self.game());
        writeln!(self.output, "\n{board}")?;
        if let Some(seat) = self.resigned {
            writeln!(self.output, "{} resigned: {} wins", seat.name(), seat.other().name())?;
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
            Typed::Save(file) => self.save(&file),
            Typed::Undo => self.undo(),
            Typed::New => {
                let count = self.game().moves().len();
                self.player.history_mut().undo(count).expect("so many moves were played");
                self.player.clear_tree();
                self.resigned = None;
                self.engine_moves()?;
                self.show()
            }
            _ if self.is_over() => writeln!(self.output, "the game is over; new starts another, undo takes back"),
            Typed::Moves => {
                let moves = self.game().legal_moves(self.game().to_move());
                let words: Vec<String> = moves.into_iter().map(|mv| self.word(mv)).collect();
                writeln!(self.output, "{}", words.join(" "))
            }
            Typed::Hint => {
                let choice = self.think();
                let variation: Vec<Move> = choice.report.candidates.first().map_or(Vec::new(), |best| best.pv.clone());
                let variation: Vec<String> = variation.into_iter().take(6).map(|mv| self.word(mv)).collect();
                match choice.mv {
                    Some(mv) if variation.len() > 1 => {
                        writeln!(self.output, "quintet would play {}, expecting {}", self.word(mv), variation.join(" "))
                    }
                    Some(mv) => writeln!(self.output, "quintet would play {}", self.word(mv)),
                    None => writeln!(self.output, "there is no legal move"),
                }
            }
            Typed::Value => {
                let report = self.think().report;
                let value = self.value(&report);
                writeln!(self.output, "{value}")
            }
            Typed::Resign => {
                self.resigned = Some(self.options.person.unwrap_or(self.game().to_move()));
                self.show()
            }
            Typed::Move(mv) => {
                let seat = self.game().to_move();
                if self.player.history_mut().play(seat, mv).is_err() {
                    let why = typed::why_illegal(self.game(), mv);
                    return writeln!(self.output, "{why}");
                }
                self.engine_moves()?;
                self.show()
            }
        }
    }

    /// What a search says of the position.
    fn value(&self, report: &Report) -> String {
        let seat = report.seat.name();
        let known = match report.proof {
            Some(Proof::Win) => format!("{seat} wins, with best play"),
            Some(Proof::Loss) => format!("{seat} loses, with best play"),
            Some(Proof::Draw) => "a draw, with best play".to_owned(),
            None => {
                format!("{seat} wins {:.0} of 100, as {} simulations see it", 100.0 * report.win_rate, report.visits)
            }
        };
        let best = report.candidates.iter().filter(|candidate| candidate.visits > 0).take(3);
        let best: Vec<String> = best.map(|c| format!("{} {:.0}", self.word(c.mv), 100.0 * c.win_rate)).collect();
        if best.is_empty() { known } else { format!("{known}: {}", best.join(", ")) }
    }

    fn think(&mut self) -> Choice {
        let limits = self.options.limits.or_default();
        let interrupt = Interrupt::default();
        let request = Request::new(self.game().to_move(), limits, &self.options.settings, &interrupt);
        self.player.choose(&request, &mut |_| {})
    }

    /// Lets the engine move for as long as it is its turn.
    fn engine_moves(&mut self) -> io::Result<()> {
        while let Some(person) = self.options.person
            && !self.is_over()
            && self.game().to_move() != person
        {
            self.output.flush()?;
            let engine = self.game().to_move();
            let choice = self.think();
            match choice.mv {
                Some(mv) if !choice.resigns => {
                    let word = self.word(mv);
                    if self.player.history_mut().play(engine, mv).is_err() {
                        // The search only chooses among legal moves.
                        log::error!("{word} was chosen and is illegal");
                        break;
                    }
                    writeln!(self.output, "quintet plays {word}")?;
                }
                _ => self.resigned = Some(engine),
            }
        }
        Ok(())
    }

    /// Takes back the person's latest move and what came after it.
    fn undo(&mut self) -> io::Result<()> {
        if self.resigned.take().is_some() {
            return self.show();
        }
        let moves = self.game().moves();
        let latest = moves.iter().rposition(|&(seat, _)| self.options.person.is_none_or(|person| person == seat));
        match latest {
            Some(latest) => {
                let count = moves.len() - latest;
                self.player.history_mut().undo(count).expect("so many moves were played");
                self.show()
            }
            None => writeln!(self.output, "there is nothing to take back"),
        }
    }

    fn save(&mut self, file: &str) -> io::Result<()> {
        let name = |seat| match self.options.person {
            Some(person) if person != seat => Some("quintet".to_owned()),
            _ => None,
        };
        let notes = Notes {
            black: name(Seat::Black),
            white: name(Seat::White),
            date: Some(sgf::date(SystemTime::now())),
            result: self.resigned.map(|seat| format!("{}+R", seat.other().letter().to_ascii_uppercase())),
            ..Notes::default()
        };
        let record = sgf::write(self.game(), &notes);
        let written = OpenOptions::new().write(true).create_new(true).open(file);
        match written.and_then(|mut open| open.write_all(record.as_bytes())) {
            Ok(()) => writeln!(self.output, "saved to {file}"),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                writeln!(self.output, "{file} is there already; choose another name")
            }
            Err(error) => writeln!(self.output, "cannot write {file}: {error}"),
        }
    }
}
