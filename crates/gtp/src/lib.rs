//! The Go Text Protocol (GTP): reads commands, carries them out, and writes the answers.
//!
//! - `reader` reads lines ahead in a thread of its own, `wire` parses them, `answer` writes
//!   answers;
//! - `session` is the game in progress with everything that a client has set;
//! - `notation` contains the ways of writing moves, and what the client has said about them;
//! - [`commands`] has a file for each family of commands, and `dispatch` finds the command of a
//!   line;
//! - what several commands need is below them: the `call` with its `args`, lists of vertices
//!   (`vertex_list`), a `snapshot` of the game for reports, graphics
//!   of positions (`drawing`) and of searches (`gogui_graphics`) for GoGui, and the lines that
//!   `gtp2ogs` reads;
//! - `sliced` is a session on a thread that has other things to do between the slices of a search;
//! - `ugi` is another protocol over the same session, that of cutegames.

mod answer;
mod args;
mod call;
mod commands;
mod dispatch;
mod drawing;
mod gogui_graphics;
mod gtp2ogs;
mod notation;
mod reader;
mod session;
mod sliced;
mod snapshot;
#[cfg(test)]
mod tests;
mod ugi;
mod vertex_list;
mod wire;

use std::io::{self, BufWriter, Read, Write};

pub use answer::{Answer, CommandError};
pub use commands::{Command, all as commands};
pub use notation::{ParseStyleError, Style};
pub use session::{Options, Session};
pub use sliced::SlicedSession;
pub use ugi::serve_ugi;

use quintet_search::complete;

use answer::Output;
use reader::CommandReader;

/// The name of the program, which clients see.
const PROGRAM: &str = "quintet";

/// Answers the commands of `input` on `output` until `quit` or the end of the input.
///
/// All lines that were read are answered. The thread that reads outlives the call if the input has
/// not ended.
///
/// ```
/// use std::io::Cursor;
///
/// use quintet_core::setup::Setup;
/// use quintet_gtp::{Options, Session, serve};
///
/// let mut session = Session::new(Options::new(Setup::new(quintet_games::DEFAULT))).unwrap();
/// let mut answers = Vec::new();
/// serve(&mut session, Cursor::new("name\nboardsize 5\nquit\n"), &mut answers)?;
/// assert_eq!(String::from_utf8_lossy(&answers), "= quintet\n\n= \n\n= \n\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Returns an error if the answers cannot be written. A client that has gone away is not an error.
pub fn serve(session: &mut Session, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let reader = CommandReader::spawn(input);
    let mut buffer = BufWriter::with_capacity(1 << 16, output);
    let mut output = Output::new(&mut buffer);
    'session: loop {
        let batch = match reader.try_next() {
            Some(batch) => batch,
            None => {
                // The client may be waiting for the answers.
                output.flush();
                if output.is_closed() {
                    break;
                }
                complete(session.ponder(&reader));
                match reader.next() {
                    Some(batch) => batch,
                    None => break,
                }
            }
        };
        for line in batch.lines() {
            complete(dispatch::answer(session, line, &reader, &mut output));
            if session.has_quit() || output.is_closed() {
                break 'session;
            }
        }
    }
    output.flush();
    let error = output.error();
    // Drops what a closed pipe did not take, instead of trying again.
    let _ = buffer.into_parts();
    match error {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}
