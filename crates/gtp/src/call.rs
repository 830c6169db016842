//! A command in progress: its arguments, its answer and its interruption.

use std::sync::OnceLock;
use std::time::Duration;

use quintet_search::{Interrupt, Urgency};
use quintet_system::clock::Instant;

use crate::answer::{CommandError, Reply};
use crate::args::Args;
use crate::reader::{CommandReader, RunningSearch};

/// How long a computation other than a search may go on if nothing can interrupt it: after the end
/// of the input, or if the thread of the session takes the input.
const GRACE: Duration = Duration::from_secs(10);

/// A command in progress.
pub struct Call<'a> {
    /// The arguments.
    pub args: Args<'a>,
    /// The answer, for parts of it that are sent before the command has ended.
    pub reply: Reply<'a>,
    syntax: &'static str,
    pub(super) reader: &'a CommandReader,
    /// The number of the command's line.
    pub(super) number: u64,
    /// How soon the latest search had to stop.
    pub(super) urgency: Urgency,
}

impl<'a> Call<'a> {
    pub(super) fn new(
        args: Args<'a>,
        syntax: &'static str,
        reply: Reply<'a>,
        reader: &'a CommandReader,
        number: u64,
    ) -> Call<'a> {
        Call { args, syntax, reply, reader, number, urgency: Urgency::None }
    }

    /// Returns the error for arguments that are missing or unusable.
    pub fn usage(&self) -> CommandError {
        CommandError::syntax(format_args!("expected {}", self.syntax))
    }

    /// Returns the word at an index from 0.
    ///
    /// # Errors
    /// Returns a syntax error with the command's syntax if there is none.
    pub fn word(&self, index: usize) -> Result<&'a str, CommandError> {
        self.args.word(index).ok_or_else(|| self.usage())
    }

    /// Returns the word at an index, parsed by `parse`.
    ///
    /// # Errors
    /// Returns a syntax error with the command's syntax if there is none or it cannot be parsed.
    pub fn parsed<T>(&self, index: usize, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, CommandError> {
        parse(self.word(index)?).ok_or_else(|| self.usage())
    }

    /// The flag that stops the command's searches.
    pub fn interrupt(&self) -> &'a Interrupt {
        self.reader.interrupt()
    }

    /// Returns whether a later line, or an interrupt, stopped the latest search.
    pub fn was_cancelled(&self) -> bool {
        self.urgency == Urgency::Now
    }

    /// Waits until a later line comes or the input ends.
    pub async fn wait_for_line(&self) {
        self.reader.wait_for_line_after(self.number).await;
    }

    /// Runs a long computation that regularly asks whether to go on. Earlier answers are sent
    /// first.
    pub fn interruptible<T>(&mut self, work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T) -> T {
        self.reply.expect_delay();
        let search = RunningSearch { number: self.number, until_any_line: false, endless: false };
        self.reader.begin_search(search);
        let interrupt = self.interrupt();
        let ended = OnceLock::new();
        if self.reader.slice().is_some() {
            interrupt.call(Urgency::Soon);
        }
        let result = work(&|| match interrupt.urgency() {
            Urgency::None => true,
            Urgency::Soon => ended.get_or_init(Instant::now).elapsed() < GRACE,
            Urgency::Now => false,
        });
        self.reader.end_search();
        result
    }
}
