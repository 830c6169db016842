//! What bridges to Go servers send.

use super::Command;
use crate::gtp::answer::Answer;
use crate::gtp::call::Call;
use crate::gtp::session::Session;

/// The family's commands.
pub const COMMANDS: &[Command] = &[
    Command::new("kgs-game_over", "kgs-game_over", "the server's game has ended", |_, _| Ok(String::new())),
    Command::new("kgs-chat", "kgs-chat game|private NAME MESSAGE", "answers a chat message", chat),
];

fn chat(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let (Some(_), Some(_)) = (call.args.word(0), call.args.word(1)) else { return Err(call.usage()) };
    let title = session.setup().info().title;
    Ok(format!("I am {}, playing {title}", env!("CARGO_PKG_NAME")))
}
