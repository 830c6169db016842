//! Output of the program: results go to standard output, messages to standard error.
//!
//! Nothing panics if a stream is closed or full. A message that cannot be written is lost. The
//! first error of writing results is kept until the end of the program, so that other work, such as
//! the files that a command writes, is still done; then [`exit_status`] reports it. A pipe whose reader
//! has read enough, such as `head`, needs no message.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::OnceLock;

use anstream::AutoStream;
use anstream::stream::RawStream;
use clap::ColorChoice;

use super::Exit;

/// The first error of writing results.
static RESULT_ERROR: OnceLock<io::Error> = OnceLock::new();

/// Sets whether there are colours, if the user chose.
pub fn set_color(choice: Option<ColorChoice>) {
    match choice {
        Some(ColorChoice::Always) => anstream::ColorChoice::Always.write_global(),
        Some(ColorChoice::Never) => anstream::ColorChoice::Never.write_global(),
        Some(ColorChoice::Auto) => anstream::ColorChoice::Auto.write_global(),
        None => {}
    }
}

/// Returns whether a stream gets colours.
pub fn has_color(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != anstream::ColorChoice::Never
}

/// Returns whether standard error is a terminal on which a line can be drawn again.
pub fn can_redraw() -> bool {
    // Windows' own terminals do not set the variable.
    let is_able = std::env::var_os("TERM").map_or(cfg!(windows), |terminal| terminal != "dumb");
    is_able && io::stderr().is_terminal()
}

/// Writes bytes of results to standard output.
pub fn write_result(bytes: &[u8]) {
    if RESULT_ERROR.get().is_none() {
        let mut stdout = io::stdout().lock();
        if let Err(error) = stdout.write_all(bytes).and_then(|()| stdout.flush()) {
            // Another thread may have been first.
            _ = RESULT_ERROR.set(error);
        }
    }
}

/// Writes a line of results to standard output.
pub fn print_result(line: impl Display) {
    write_result(format!("{line}\n").as_bytes());
}

/// Writes a text to standard error, without a line end.
pub fn write_message(text: impl Display) {
    _ = io::stderr().write_all(text.to_string().as_bytes());
}

/// Writes a line to standard error.
pub fn print_message(line: impl Display) {
    write_message(format!("{line}\n"));
}

/// Returns whether results could not be written, so that more of them are in vain.
pub fn is_unwritten() -> bool {
    RESULT_ERROR.get().is_some()
}

/// Returns the exit status of the program: a failure if results could not be written.
pub fn exit_status(exit: Exit) -> Exit {
    match RESULT_ERROR.get().map(|error| failure("results", error)) {
        Some(failure) if exit == Exit::Success => failure,
        _ => exit,
    }
}

/// Returns success, or a failure if the output could not be written.
pub fn exit_of_output(result: io::Result<()>, what: &str) -> Exit {
    result.map_or_else(|error| failure(what, &error), |()| Exit::Success)
}

/// Prints that output could not be written, unless its reader has closed the pipe.
fn failure(what: &str, error: &io::Error) -> Exit {
    if error.kind() != io::ErrorKind::BrokenPipe {
        print_message(format!("quintet: cannot write the {what}: {error}"));
    }
    Exit::Failure
}
