//! What a client can ask for: one file a family, each a table of commands, and everything that lists or finds
//! commands made from the tables.

mod admin;
mod analysis;
mod board;
mod files;
mod gogui;
mod handicap;
mod knowledge;
mod params;
mod play;
mod rules;
mod servers;
mod status;
mod time;
mod views;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::answer::Answer;
use super::call::Call;
use super::session::Session;

/// A command of the protocol.
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// Name and arguments, as messages and the manual show them.
    pub syntax: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// Carries it out. A failure leaves the session as it was.
    pub run: fn(&mut Session, &mut Call<'_>) -> Answer,
    /// Whether the session's game has it; where not, it is not listed.
    pub listed: fn(&Session) -> bool,
}

impl Command {
    /// A command that every game has.
    pub const fn new(
        name: &'static str,
        syntax: &'static str,
        help: &'static str,
        run: fn(&mut Session, &mut Call<'_>) -> Answer,
    ) -> Command {
        Command { name, syntax, help, run, listed: |_| true }
    }
}

/// The families, in the order in which their commands are listed.
static FAMILIES: &[&[Command]] = &[
    admin::COMMANDS,
    board::COMMANDS,
    rules::COMMANDS,
    play::COMMANDS,
    knowledge::COMMANDS,
    gogui::COMMANDS,
    views::COMMANDS,
    status::COMMANDS,
    handicap::COMMANDS,
    time::COMMANDS,
    files::COMMANDS,
    params::COMMANDS,
    analysis::COMMANDS,
    servers::COMMANDS,
];

static BY_NAME: LazyLock<FxHashMap<&'static str, &'static Command>> =
    LazyLock::new(|| all().map(|command| (command.name, command)).collect());

/// All commands.
pub fn all() -> impl Iterator<Item = &'static Command> {
    FAMILIES.iter().copied().flatten()
}

/// The command of a name.
pub fn find(name: &str) -> Option<&'static Command> {
    BY_NAME.get(name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_stand_first_in_their_syntax() {
        assert_eq!(BY_NAME.len(), all().count());
        for command in all() {
            assert_eq!(command.syntax.split(' ').next(), Some(command.name));
            assert!(!command.help.is_empty() && !command.help.contains('\n'), "{}", command.name);
        }
    }
}
