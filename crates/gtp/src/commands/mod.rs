//! The commands: one file for each family, with a table of its commands.

mod admin;
mod analysis;
mod board;
mod files;
mod gnugo;
mod gogui;
mod gogui_analyze;
mod handicap;
mod kgs;
mod params;
mod play;
mod position;
mod rules;
mod status;
mod time;

use std::pin::Pin;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::answer::Answer;
use crate::call::Call;
use crate::session::Session;

/// A command that searches, as a future that is pending between the slices of its searches.
pub type Thought<'a> = Pin<Box<dyn Future<Output = Answer> + 'a>>;

/// A function that carries out a command. An error leaves the session as it was.
#[derive(Clone, Copy)]
pub enum Run {
    /// At once.
    Now(fn(&mut Session, &mut Call<'_>) -> Answer),
    /// With searches.
    Thinking(for<'a> fn(&'a mut Session, &'a mut Call<'_>) -> Thought<'a>),
}

/// A command of the protocol.
pub struct Command {
    pub name: &'static str,
    /// Name and arguments, for messages and the manual.
    pub syntax: &'static str,
    /// The purpose, in one line.
    pub help: &'static str,
    /// Runs the command.
    pub run: Run,
    /// Returns whether the command is listed in this session.
    pub listed: fn(&Session) -> bool,
}

impl Command {
    /// Returns a command that is always listed.
    pub const fn new(
        name: &'static str,
        syntax: &'static str,
        help: &'static str,
        run: fn(&mut Session, &mut Call<'_>) -> Answer,
    ) -> Command {
        Command { name, syntax, help, run: Run::Now(run), listed: |_| true }
    }

    /// Returns a command that searches and is always listed.
    pub const fn thinking(
        name: &'static str,
        syntax: &'static str,
        help: &'static str,
        run: for<'a> fn(&'a mut Session, &'a mut Call<'_>) -> Thought<'a>,
    ) -> Command {
        Command { name, syntax, help, run: Run::Thinking(run), listed: |_| true }
    }
}

/// The families in the order in which their commands are listed.
static FAMILIES: &[&[Command]] = &[
    admin::COMMANDS,
    board::COMMANDS,
    rules::COMMANDS,
    play::COMMANDS,
    position::COMMANDS,
    gogui::COMMANDS,
    gogui_analyze::COMMANDS,
    status::COMMANDS,
    gnugo::COMMANDS,
    handicap::COMMANDS,
    time::COMMANDS,
    files::COMMANDS,
    params::COMMANDS,
    analysis::COMMANDS,
    kgs::COMMANDS,
];

static BY_NAME: LazyLock<FxHashMap<&'static str, &'static Command>> =
    LazyLock::new(|| all().map(|command| (command.name, command)).collect());

/// Returns all commands.
pub fn all() -> impl Iterator<Item = &'static Command> {
    FAMILIES.iter().copied().flatten()
}

/// Returns the command with this name.
pub fn find(name: &str) -> Option<&'static Command> {
    BY_NAME.get(name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_begin_their_syntax() {
        assert_eq!(BY_NAME.len(), all().count());
        for command in all() {
            assert_eq!(command.syntax.split(' ').next(), Some(command.name));
            assert!(!command.help.is_empty() && !command.help.contains('\n'), "{}", command.name);
        }
    }
}
