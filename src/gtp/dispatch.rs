//! From a line of input to its answer: what is asked, who carries it out, and what happens where that goes wrong.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::answer::{Failure, Output, Reply};
use super::args::Args;
use super::call::Call;
use super::commands;
use super::inbox::{Inbox, InputLine};
use super::session::Session;
use super::wire;

impl Session {
    /// Carries out one line of input, by itself: no search can be ended from outside, and an analysis ends at once.
    /// Gives the answer as a client reads it; nothing for an empty line.
    pub fn execute(&mut self, line: &str) -> String {
        let mut text = String::new();
        wire::preprocess(line.as_bytes(), &mut text);
        let mut bytes = Vec::new();
        let too_long = line.len() > wire::MAX_LINE;
        answer(self, InputLine { number: 0, text: &text, too_long }, &Inbox::detached(), &mut Output::new(&mut bytes));
        String::from_utf8(bytes).unwrap_or_default()
    }
}

/// Answers one line of input.
pub fn answer(session: &mut Session, line: InputLine<'_>, inbox: &Inbox, output: &mut Output<'_>) {
    let request = match wire::parse(line.text) {
        Ok(request) => request,
        Err(error) => return Reply::new(output, None).end(&Err(Failure::new(error.to_string()))),
    };
    let reply = Reply::new(output, request.id);
    if line.too_long {
        return reply.end(&Err(Failure::new(format!("a line has at most {} bytes", wire::MAX_LINE))));
    }
    if request.name.is_empty() {
        return;
    }
    let Some(command) = commands::find(request.name) else {
        return reply.end(&Err(Failure::unknown_command()));
    };
    let mut call = Call::new(Args(request.arguments), command.syntax, reply, inbox, line.number);
    let answer = match catch_unwind(AssertUnwindSafe(|| (command.run)(session, &mut call))) {
        Ok(answer) => answer,
        Err(_) => {
            inbox.end_search();
            session.recover();
            Err(Failure::new("internal error; the game goes on as it was before this command"))
        }
    };
    call.reply.end(&answer);
}
