//! The test harness of the probes: the engine under test, legal moves, and a record of the traffic.

use std::collections::HashSet;
use std::ffi::OsString;
use std::time::Duration;

use super::wire::{self, FramedReply, MOST_BYTES, Wire, WireError};
use crate::driver::process::ProcessError;

/// The reason why a probe ended early.
#[derive(Debug)]
pub enum Shortfall {
    /// The engine does not meet the requirement, for this reason.
    Broken(String),
    /// The engine lacks this feature.
    NotOffered(String),
}

/// The result of a probe; `Ok` means that the requirement holds.
pub type Finding = Result<(), Shortfall>;

/// A need of checks which assume that Black's first move puts a stone on its vertex.
pub const A_STONE: &str = "a stone";

/// Returns a finding that the requirement does not hold.
pub fn broken<T>(why: impl Into<String>) -> Result<T, Shortfall> {
    Err(Shortfall::Broken(why.into()))
}

/// Bytes sent, and the complete response of the engine.
#[derive(Clone, Debug, Default)]
pub struct Exchange {
    /// The bytes sent to the engine.
    pub sent: Vec<u8>,
    /// The bytes from the engine.
    pub seen: Vec<u8>,
}

/// The engine under test.
pub struct Harness {
    words: Vec<OsString>,
    limit: Duration,
    wire: Option<Wire>,
    /// The result of `list_commands`.
    offered: HashSet<String>,
    /// A legal first move of Black and a legal answer of White, in the engine's notation.
    moves: [String; 2],
    /// Whether that first move only selects a kind of stone, which Black's next move places.
    picks: bool,
    log: Vec<Exchange>,
}

impl Harness {
    /// Starts the engine and asks for its commands.
    ///
    /// # Errors
    /// Returns an error if it cannot be started or does not speak the protocol.
    pub fn new(words: Vec<OsString>, limit: Duration) -> Result<Harness, ProcessError> {
        let wire = Some(Wire::start(&words, limit)?);
        let moves = ["D4".to_owned(), "F6".to_owned()];
        let mut harness = Harness { words, limit, wire, offered: HashSet::new(), moves, picks: false, log: Vec::new() };
        if let Ok(list) = harness.success("list_commands") {
            harness.offered = list.split_whitespace().map(str::to_owned).collect();
        }
        harness.learn_moves();
        Ok(harness)
    }

    /// Asks the engine for two moves of its game.
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

    /// Returns whether Black's first move does not change the board, and Black's second move does.
    fn learn_picks(&mut self) -> Result<bool, Shortfall> {
        let empty = self.board()?;
        self.success("genmove black")?;
        if self.board()? != empty {
            return Ok(false);
        }
        self.success("genmove black")?;
        Ok(self.board()? != empty)
    }

    /// Returns whether the engine lists a command.
    pub fn offers(&self, command: &str) -> bool {
        self.offered.contains(command)
    }

    /// Prepares an empty 9×9 board for the next probe. Restarts the engine if necessary.
    pub fn prepare(&mut self) {
        let _ = self.line("boardsize 9");
        let _ = self.line("clear_board");
        self.log.clear();
    }

    /// Ends the engine. The next exchange starts a new one.
    pub fn restart(&mut self) {
        self.wire = None;
    }

    /// Returns the traffic since [`Harness::prepare`].
    pub fn log(&self) -> &[Exchange] {
        &self.log
    }

    /// Returns the connection to the engine, which is started if necessary.
    ///
    /// # Errors
    /// Returns an error if it does not start.
    pub fn wire(&mut self) -> Result<&mut Wire, Shortfall> {
        if self.wire.is_none() {
            let wire = Wire::start(&self.words, self.limit);
            self.wire = Some(wire.map_err(|error| Shortfall::Broken(format!("it does not start again: {error}")))?);
        }
        Ok(self.wire.as_mut().expect("was just started"))
    }

    /// Returns the engine's command line.
    pub fn words(&self) -> &[OsString] {
        &self.words
    }

    /// Returns the time limit for a response.
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// Replaces `{b}` and `{w}` by a legal first move of Black and a legal answer of White.
    pub fn fill(&self, line: &str) -> String {
        line.replace("{b}", &self.moves[0]).replace("{w}", &self.moves[1])
    }

    /// Records an exchange that a probe made directly.
    pub fn record(&mut self, sent: &[u8], seen: &[u8]) {
        self.log.push(Exchange { sent: sent.to_vec(), seen: seen.to_vec() });
    }

    /// Sends bytes as they are and returns the bytes that came back.
    ///
    /// # Errors
    /// Returns `Broken`, and restarts the engine, if it ends or does not respond in time.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<Vec<u8>, Shortfall> {
        let (seen, result) = self.wire()?.exchange(bytes);
        self.record(bytes, &seen);
        match result {
            Ok(()) => Ok(seen),
            Err(error) => {
                self.restart();
                broken(match error {
                    WireError::Timeout => format!("no end of the answers within {:?}", self.limit),
                    WireError::Flood => format!("more than {MOST_BYTES} bytes of output"),
                    WireError::End(how) => format!("the engine {how}"),
                })
            }
        }
    }

    /// Sends bytes as they are and returns the responses.
    ///
    /// # Errors
    /// Returns `Broken` as [`Harness::bytes`] does, or if the output is not a sequence of
    /// responses.
    pub fn replies(&mut self, bytes: &[u8]) -> Result<Vec<FramedReply>, Shortfall> {
        let seen = self.bytes(bytes)?;
        wire::split(&seen).map_err(|error| Shortfall::Broken(error.to_string()))
    }

    /// Sends one line and returns the responses.
    ///
    /// # Errors
    /// Returns the errors of [`Harness::replies`].
    pub fn line(&mut self, line: &str) -> Result<Vec<FramedReply>, Shortfall> {
        let line = self.fill(line) + "\n";
        self.replies(line.as_bytes())
    }

    /// Sends one line and returns the response.
    ///
    /// # Errors
    /// Returns `Broken` if there is no response, or more than one.
    pub fn reply(&mut self, line: &str) -> Result<FramedReply, Shortfall> {
        let mut replies = self.line(line)?;
        match (replies.pop(), replies.len()) {
            (Some(reply), 0) => Ok(reply),
            (None, _) => broken(format!("no answer to {:?}", excerpt(line))),
            (Some(_), more) => broken(format!("{} answers to one line", more + 1)),
        }
    }

    /// Sends one line that has to succeed and returns the text.
    ///
    /// # Errors
    /// Returns `Broken` if it fails.
    pub fn success(&mut self, line: &str) -> Result<String, Shortfall> {
        let reply = self.reply(line)?;
        if reply.success { Ok(reply.text) } else { broken(format!("{:?} was refused", excerpt(&self.fill(line)))) }
    }

    /// Sends one line that has to fail and returns the message.
    ///
    /// # Errors
    /// Returns `Broken` if it succeeds.
    pub fn failure(&mut self, line: &str) -> Result<String, Shortfall> {
        let reply = self.reply(line)?;
        if reply.success { broken(format!("{:?} was accepted", excerpt(&self.fill(line)))) } else { Ok(reply.text) }
    }

    /// Returns the board as the engine draws it.
    ///
    /// # Errors
    /// Returns `Broken` if `showboard` fails, and `NotOffered` if it is not listed.
    pub fn board(&mut self) -> Result<String, Shortfall> {
        self.need("showboard")?;
        self.success("showboard")
    }

    /// Requires a command, or [`A_STONE`].
    ///
    /// # Errors
    /// Returns `NotOffered` if the command is not listed, or the first move only selects a kind of
    /// stone.
    pub fn need(&self, command: &str) -> Finding {
        if command == A_STONE {
            let why = "the first move only picks a kind of stone";
            return if self.picks { Err(Shortfall::NotOffered(why.to_owned())) } else { Ok(()) };
        }
        if self.offers(command) { Ok(()) } else { Err(Shortfall::NotOffered(format!("no {command}"))) }
    }

    /// Requires passes.
    ///
    /// # Errors
    /// Returns `NotOffered` if Black cannot pass at the start.
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

/// Returns the first 40 characters.
fn excerpt(line: &str) -> String {
    line.chars().take(40).collect()
}
