//! The Go Text Protocol: words in, calls to the library, words out.
//!
//! `wire` reads lines, `answer` writes answers, `inbox` holds the thread that reads ahead, `session` the game in progress,
//! `spelling` the ways of writing moves, and [`commands`] what there is to be asked, one file a family; `dispatch` leads
//! from a line to its command. What commands have in common stands below them: a `call` and its arguments, `lists` of
//! points, the `scene` of a search, its `reports` and the `drawing` of a position for GoGui, and what a `bridge` to a server reads.

mod answer;
mod args;
mod bridge;
mod call;
mod commands;
mod dispatch;
mod drawing;
mod inbox;
mod lists;
mod reports;
mod scene;
mod session;
mod spelling;
mod wire;

use std::io::{self, BufWriter, Read, Write};

pub use answer::{Answer, Failure};
pub use commands::{Command, all as commands};
pub use session::{Options, Session};
pub use spelling::Style;

use answer::Output;
use inbox::Inbox;

/// Answers the commands of `input` on `output` until `quit` or the end of the input. All that was read before is answered.
/// The thread that reads outlives the call where the input hasn't ended.
///
/// ```
/// use std::io::Cursor;
///
/// use quintet::games;
/// use quintet::gtp::{self, Options, Session};
/// use quintet::setup::Setup;
///
/// let mut session = Session::new(Options::new(Setup::new(games::DEFAULT))).unwrap();
/// let mut answers = Vec::new();
/// gtp::serve(&mut session, Cursor::new("name\nboardsize 5\nquit\n"), &mut answers)?;
/// assert_eq!(String::from_utf8_lossy(&answers), "= quintet\n\n= \n\n= \n\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If the answers can't be written; a reader of them that has gone is no error.
pub fn serve(session: &mut Session, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let inbox = Inbox::read(input);
    let mut buffer = BufWriter::with_capacity(1 << 16, output);
    let mut output = Output::new(&mut buffer);
    'session: loop {
        let batch = match inbox.try_next() {
            Some(batch) => batch,
            None => {
                // No more input waits, so the client may be waiting for the answers.
                output.flush();
                if output.is_closed() {
                    break;
                }
                session.ponder(&inbox);
                match inbox.next() {
                    Some(batch) => batch,
                    None => break,
                }
            }
        };
        for line in batch.lines() {
            dispatch::answer(session, line, &inbox, &mut output);
            if session.has_quit() || output.is_closed() {
                break 'session;
            }
        }
    }
    output.flush();
    let error = output.error();
    // What a closed pipe did not take is not tried again.
    let _ = buffer.into_parts();
    match error {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}
