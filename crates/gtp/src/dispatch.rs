//! From a line of input to its answer: finds the command, runs it, and recovers if it panics.

use std::panic::{AssertUnwindSafe, catch_unwind};

use quintet_search::complete;
use quintet_system::panics::caught;

use crate::answer::{CommandError, Output, Reply};
use crate::args::Args;
use crate::call::Call;
use crate::commands::{self, Run};
use crate::reader::{CommandReader, InputLine};
use crate::session::Session;
use crate::wire;

impl Session {
    /// Executes a single line of input and returns the answer as a client reads it; an empty text
    /// for an empty line.
    ///
    /// Searches cannot be interrupted, and an analysis ends at once.
    pub fn execute(&mut self, line: &str) -> String {
        let mut text = String::new();
        wire::preprocess(line.as_bytes(), &mut text);
        let mut bytes = Vec::new();
        let too_long = line.len() > wire::MAX_LINE;
        let reader = CommandReader::detached();
        let line = InputLine { number: 0, text: &text, bytes: None, too_long };
        complete(answer(self, line, &reader, &mut Output::new(&mut bytes)));
        String::from_utf8(bytes).unwrap_or_default()
    }
}

/// Answers one line of input. The future is pending at the pauses of searches.
pub async fn answer(session: &mut Session, line: InputLine<'_>, reader: &CommandReader, output: &mut Output<'_>) {
    let request = match wire::parse(line.text) {
        Ok(request) => request,
        Err(error) => return Reply::new(output, None).end(&Err(CommandError::new(error.to_string()))),
    };
    let reply = Reply::new(output, request.id);
    if line.too_long {
        return reply.end(&Err(CommandError::new(format!("a line has at most {} bytes", wire::MAX_LINE))));
    }
    if request.name.is_empty() {
        return;
    }
    let Some(command) = commands::find(request.name) else {
        return reply.end(&Err(CommandError::unknown_command()));
    };
    let bytes = line.bytes.map(|bytes| wire::argument_bytes(bytes, line.text, &request));
    let args = Args { line: request.arguments, bytes };
    let mut call = Call::new(args, command.syntax, reply, reader, line.number);
    let answer = match command.run {
        Run::Now(run) => catch_unwind(AssertUnwindSafe(|| run(session, &mut call))),
        Run::Thinking(run) => caught(run(session, &mut call)).await,
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(_) => {
            reader.end_search();
            session.recover();
            Err(CommandError::new("internal error; the game is as it was before this command"))
        }
    };
    call.reply.end(&answer);
}
