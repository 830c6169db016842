//! The program itself: its name, its commands, its end.

use quintet_core::notation::quote;

use super::Command;
use crate::PROGRAM;
use crate::answer::{Answer, CommandError};
use crate::call::Call;
use crate::session::Session;

/// The commands of this family.
pub const COMMANDS: &[Command] = &[
    Command::new("protocol_version", "protocol_version", "the version of the protocol, 2", |_, _| Ok("2".into())),
    Command::new("name", "name", "the program's name", |_, _| Ok(PROGRAM.into())),
    Command::new("version", "version", "the program's version", |_, _| Ok(env!("CARGO_PKG_VERSION").into())),
    Command::new(
        "known_command",
        "known_command NAME",
        "whether there is such a command: true or false",
        known_command,
    ),
    Command::new("list_commands", "list_commands", "all commands, one a line", |session, _| Ok(list(session))),
    Command::new("help", "help [NAME]", "all commands, or the syntax of one and what it does", help),
    Command::new("quit", "quit", "ends the program when all before is answered", quit),
    Command::new("cputime", "cputime", "the processor time that the program has used, in seconds", cputime),
    Command::new("gomill-cpu_time", "gomill-cpu_time", "the same under gomill's name", cputime),
];

fn list(session: &Session) -> String {
    let names = super::all().filter(|command| (command.listed)(session)).map(|command| command.name);
    names.collect::<Vec<_>>().join("\n")
}

fn known_command(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let known = super::find(call.word(0)?).is_some_and(|command| (command.listed)(session));
    Ok(known.to_string())
}

fn help(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let Some(name) = call.args.word(0) else { return Ok(list(session)) };
    match super::find(name) {
        Some(command) => Ok(format!("{}: {}", command.syntax, command.help)),
        None => Err(CommandError::new(format!("'{}' is not a command; list_commands lists all", quote(name)))),
    }
}

fn quit(session: &mut Session, _: &mut Call<'_>) -> Answer {
    session.quit();
    Ok(String::new())
}

fn cputime(_: &mut Session, _: &mut Call<'_>) -> Answer {
    #[cfg(not(target_family = "wasm"))]
    return Ok(format!("{:.3}", cpu_time::ProcessTime::now().as_duration().as_secs_f64()));
    #[cfg(target_family = "wasm")]
    Err(CommandError::new("the processor time is not known here"))
}
