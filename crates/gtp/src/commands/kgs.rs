//! Commands of KGS, which bridges to Go servers send.

use super::Command;
use crate::PROGRAM;
use crate::answer::Answer;
use crate::call::Call;
use crate::session::Session;

/// The commands of this family.
pub const COMMANDS: &[Command] = &[
    Command::new("kgs-game_over", "kgs-game_over", "the server's game has ended", |_, _| Ok(String::new())),
    Command::new("kgs-chat", "kgs-chat game|private NAME MESSAGE", "answers a chat message", chat),
];

fn chat(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let (Some(_), Some(_)) = (call.args.word(0), call.args.word(1)) else { return Err(call.usage()) };
    let title = session.setup().info().title;
    Ok(format!("I am {PROGRAM}, playing {title}"))
}
