//! The lines that a user types.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read as _, Write as _};

use rustyline::Editor;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;

/// The longest line that is read at once, in bytes.
const LONGEST: u64 = 1 << 16;

/// A source of lines.
pub trait Lines {
    /// Returns the bytes of the next line; `None` at the end of the input.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read; one of the kind [`io::ErrorKind::Interrupted`]
    /// after Ctrl-C.
    fn next(&mut self, prompt: &str) -> io::Result<Option<Vec<u8>>>;
}

/// Lines of a pipe or a file, without prompts.
pub struct PlainLines<R>(pub R);

impl<R: BufRead> Lines for PlainLines<R> {
    fn next(&mut self, _prompt: &str) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let length = self.0.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        Ok((length > 0).then_some(line))
    }
}

/// Lines that a user edits at a terminal, with the earlier lines on the arrow keys.
pub struct EditedLines {
    editor: Editor<(), MemHistory>,
    /// The further lines of a text that was pasted.
    pasted: VecDeque<String>,
}

impl EditedLines {
    /// Prepares the terminal of standard input and output.
    ///
    /// # Errors
    /// Returns an error if there is no such terminal.
    pub fn new() -> io::Result<EditedLines> {
        let config = rustyline::Config::builder().auto_add_history(true).build();
        let editor = Editor::with_history(config.clone(), MemHistory::with_config(&config)).map_err(to_io)?;
        Ok(EditedLines { editor, pasted: VecDeque::new() })
    }
}

impl Lines for EditedLines {
    fn next(&mut self, prompt: &str) -> io::Result<Option<Vec<u8>>> {
        if let Some(line) = self.pasted.pop_front() {
            writeln!(io::stdout(), "{prompt}{line}")?;
            return Ok(Some(line.into_bytes()));
        }
        match self.editor.readline(prompt) {
            Ok(text) => {
                let mut lines = text.lines().map(str::to_owned);
                let first = lines.next().unwrap_or_default();
                self.pasted.extend(lines);
                Ok(Some(first.into_bytes()))
            }
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Interrupted) => Err(io::ErrorKind::Interrupted.into()),
            Err(error) => Err(to_io(error)),
        }
    }
}

fn to_io(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        error => io::Error::other(error),
    }
}
