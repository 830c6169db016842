//! A command while it is carried out: its arguments, its answer, and how it is told to end.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::answer::{Failure, Reply};
use super::args::Args;
use super::inbox::{Inbox, SearchCall};
use crate::search::Urgency;

/// How long a computation that is no search may go on after the end of the input.
const REST: Duration = Duration::from_secs(10);

/// A command that is being carried out.
pub struct Call<'a> {
    /// What stands behind the command's name.
    pub args: Args<'a>,
    /// The answer, for what has to be sent before the command has ended.
    pub reply: Reply<'a>,
    syntax: &'static str,
    pub(super) inbox: &'a Inbox,
    pub(super) number: u64,
    /// How urgently the latest search was told to end.
    pub(super) urgency: Urgency,
}

impl<'a> Call<'a> {
    /// A command of this syntax on a line of input.
    pub(super) fn new(
        args: Args<'a>,
        syntax: &'static str,
        reply: Reply<'a>,
        inbox: &'a Inbox,
        number: u64,
    ) -> Call<'a> {
        Call { args, syntax, reply, inbox, number, urgency: Urgency::None }
    }

    /// The failure of a command whose arguments are too few or of no use.
    pub fn usage(&self) -> Failure {
        Failure::syntax(format_args!("expected {}", self.syntax))
    }

    /// The word at an index from 0.
    ///
    /// # Errors
    /// `syntax error` and the command's syntax, if there is none.
    pub fn word(&self, index: usize) -> Result<&'a str, Failure> {
        self.args.word(index).ok_or_else(|| self.usage())
    }

    /// The word at an index, read by `read`.
    ///
    /// # Errors
    /// `syntax error` and the command's syntax, if there is none or it can't be read.
    pub fn parsed<T>(&self, index: usize, read: impl FnOnce(&str) -> Option<T>) -> Result<T, Failure> {
        read(self.word(index)?).ok_or_else(|| self.usage())
    }

    /// Whether a further line, or a call, ended the latest search.
    pub fn was_cancelled(&self) -> bool {
        self.urgency == Urgency::Now
    }

    /// Waits until a further line comes or the input ends.
    pub fn wait_for_line(&self) {
        self.inbox.wait_for_line_after(self.number);
    }

    /// Runs a long computation that asks, now and then, whether it should go on; earlier answers are sent first.
    pub fn interruptible<T>(&mut self, work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T) -> T {
        self.reply.expect_delay();
        let search = SearchCall { number: self.number, until_any_line: false, endless: false };
        let interrupt = self.inbox.begin_search(search);
        let ended = OnceLock::new();
        let result = work(&|| match interrupt.urgency() {
            Urgency::None => true,
            Urgency::Soon => ended.get_or_init(Instant::now).elapsed() < REST,
            Urgency::Now => false,
        });
        self.inbox.end_search();
        result
    }
}
