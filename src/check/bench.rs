//! What a probe stands on: an engine to ask, legal moves to ask with, and a record of what went over the wire.

use std::collections::HashSet;
use std::time::Duration;

use super::wire::{self, FramedReply, Wire, WireError};
use crate::driver::process::ProcessError;

/// Why a probe ended early.
#[derive(Debug)]
pub enum Shortfall {
    /// The engine did otherwise than the standard says. How, in words.
    Broken(String),
    /// The engine has no such thing. What is missing, in words.
    NotOffered(String),
}

/// What a probe comes to; `Ok` is "held".
pub type Finding = Result<(), Shortfall>;

/// What a check needs that takes it that a stone stands where black's first move was played.
pub const A_STONE: &str = "a stone";

/// A finding that something is broken.
pub fn broken<T>(why: impl Into<String>) -> Result<T, Shortfall> {
    Err(Shortfall::Broken(why.into()))
}

/// Bytes sent, and bytes seen until the engine was through with them.
#[derive(Clone, Debug, Default)]
pub struct Exchange {
    /// To the engine.
    pub sent: Vec<u8>,
    /// From the engine.
    pub seen: Vec<u8>,
}

/// An engine under test.
pub struct Bench {
    words: Vec<String>,
    limit: Duration,
    wire: Option<Wire>,
    /// What `list_commands` told.
    offered: HashSet<String>,
    /// A legal first move of black and white's legal answer, as the engine spelt them.
    moves: [String; 2],
    /// Whether that first move only picks a kind of stone, which black's next one then puts down.
    picks: bool,
    log: Vec<Exchange>,
}

impl Bench {
    /// Starts the engine and learns what it offers.
    ///
    /// # Errors
    /// If it can't be started or does not speak the protocol.
    pub fn new(words: Vec<String>, limit: Duration) -> Result<Bench, ProcessError> {
        let wire = Some(Wire::start(&words, limit)?);
        let moves = ["D4".to_owned(), "F6".to_owned()];
        let mut bench = Bench { words, limit, wire, offered: HashSet::new(), moves, picks: false, log: Vec::new() };
        if let Ok(list) = bench.success("list_commands") {
            bench.offered = list.split_whitespace().map(str::to_owned).collect();
        }
        bench.learn_moves();
        Ok(bench)
    }

    /// Asks the engine for two moves of the game it plays, whatever game that is.
    fn learn_moves(&mut self) {
        self.prepare();
        self.picks = self.learn_picks().unwrap_or(false);
        self.prepare();
        for (index, seat) in ["black", "white"].into_iter().enumerate() {
            match self.success(&format!("genmove {seat}")) {
                Ok(word) if !word.is_empty() && !word.contains(char::is_whitespace) && !is_pass(&word) => {
                    self.moves[index] = word;
                }
                _ => break,
            }
        }
    }

    /// Whether black's first move shows nowhere, and black's second one does.
    fn learn_picks(&mut self) -> Result<bool, Shortfall> {
        let empty = self.board()?;
        self.success("genmove black")?;
        if self.board()? != empty {
            return Ok(false);
        }
        self.success("genmove black")?;
        Ok(self.board()? != empty)
    }

    /// Whether `list_commands` names it.
    pub fn offers(&self, command: &str) -> bool {
        self.offered.contains(command)
    }

    /// Brings the engine to an empty 9×9 board for the next probe, started again where need be.
    pub fn prepare(&mut self) {
        let _ = self.line("boardsize 9");
        let _ = self.line("clear_board");
        self.log.clear();
    }

    /// Ends the engine; the next exchange starts a new one.
    pub fn restart(&mut self) {
        self.wire = None;
    }

    /// What went over the wire since [`Bench::prepare`].
    pub fn log(&self) -> &[Exchange] {
        &self.log
    }

    /// The running engine, started where there is none.
    ///
    /// # Errors
    /// If it doesn't start.
    pub fn wire(&mut self) -> Result<&mut Wire, Shortfall> {
        if self.wire.is_none() {
            let wire = Wire::start(&self.words, self.limit);
            self.wire = Some(wire.map_err(|error| Shortfall::Broken(format!("it does not start again: {error}")))?);
        }
        Ok(self.wire.as_mut().expect("was just started"))
    }

    /// The engine's command line.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// How long an answer may take.
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// `{b}` and `{w}` become a legal first move of black and white's answer to it.
    pub fn fill(&self, line: &str) -> String {
        line.replace("{b}", &self.moves[0]).replace("{w}", &self.moves[1])
    }

    /// Keeps an exchange that a probe made on the wire by itself.
    pub fn record(&mut self, sent: &[u8], seen: &[u8]) {
        self.log.push(Exchange { sent: sent.to_vec(), seen: seen.to_vec() });
    }

    /// Sends bytes as they are, and returns the bytes that came back.
    ///
    /// # Errors
    /// Broken, if the engine ends or isn't through in time. It is started again then.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<Vec<u8>, Shortfall> {
        let (seen, result) = self.wire()?.exchange(bytes);
        self.record(bytes, &seen);
        match result {
            Ok(()) => Ok(seen),
            Err(error) => {
                self.restart();
                broken(match error {
                    WireError::Timeout => format!("no end of the answers within {:?}", self.limit),
                    WireError::End(how) => format!("the engine {how}"),
                })
            }
        }
    }

    /// As [`Bench::bytes`], with what came back cut into answers.
    ///
    /// # Errors
    /// Broken, also where something is no answer.
    pub fn replies(&mut self, bytes: &[u8]) -> Result<Vec<FramedReply>, Shortfall> {
        let seen = self.bytes(bytes)?;
        wire::split(&seen).map_err(Shortfall::Broken)
    }

    /// Sends one line and returns what came back.
    ///
    /// # Errors
    /// As [`Bench::replies`].
    pub fn line(&mut self, line: &str) -> Result<Vec<FramedReply>, Shortfall> {
        let line = self.fill(line) + "\n";
        self.replies(line.as_bytes())
    }

    /// Sends one line that is to have one answer.
    ///
    /// # Errors
    /// Broken, if it has none or several.
    pub fn reply(&mut self, line: &str) -> Result<FramedReply, Shortfall> {
        let mut replies = self.line(line)?;
        match (replies.pop(), replies.len()) {
            (Some(reply), 0) => Ok(reply),
            (None, _) => broken(format!("no answer to {:?}", excerpt(line))),
            (Some(_), more) => broken(format!("{} answers to one line", more + 1)),
        }
    }

    /// The text of the success that a line is to have.
    ///
    /// # Errors
    /// Broken, if it fails.
    pub fn success(&mut self, line: &str) -> Result<String, Shortfall> {
        let reply = self.reply(line)?;
        if reply.success { Ok(reply.text) } else { broken(format!("{:?} was refused", excerpt(&self.fill(line)))) }
    }

    /// The message of the failure that a line is to have.
    ///
    /// # Errors
    /// Broken, if it succeeds.
    pub fn failure(&mut self, line: &str) -> Result<String, Shortfall> {
        let reply = self.reply(line)?;
        if reply.success { broken(format!("{:?} was accepted", excerpt(&self.fill(line)))) } else { Ok(reply.text) }
    }

    /// The board as the engine draws it.
    ///
    /// # Errors
    /// Broken, if `showboard` fails; not offered, if it isn't listed.
    pub fn board(&mut self) -> Result<String, Shortfall> {
        self.need("showboard")?;
        self.success("showboard")
    }

    /// # Errors
    /// Not offered, if the command isn't listed; for [`A_STONE`], if a first move is but the pick of a kind of stone.
    pub fn need(&self, command: &str) -> Finding {
        if command == A_STONE {
            let why = "the first move only picks a kind of stone";
            return if self.picks { Err(Shortfall::NotOffered(why.to_owned())) } else { Ok(()) };
        }
        if self.offers(command) { Ok(()) } else { Err(Shortfall::NotOffered(format!("no {command}"))) }
    }

    /// # Errors
    /// Not offered, if the game knows no pass at its start.
    pub fn need_pass(&mut self) -> Finding {
        match self.reply("play black pass")?.success {
            true => Ok(()),
            false => Err(Shortfall::NotOffered("no pass in this game".to_owned())),
        }
    }
}

fn is_pass(word: &str) -> bool {
    word.eq_ignore_ascii_case("pass") || word.eq_ignore_ascii_case("resign")
}

/// The first 40 characters.
fn excerpt(line: &str) -> String {
    line.chars().take(40).collect()
}
