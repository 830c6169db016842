//! Answers: the only way by which text gets to a client, so that none can break the protocol's framing.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};

use crate::board::ParseVertexError;
use crate::history::CannotUndo;
use crate::record::move_words::ParseMoveError;
use crate::record::setup_words::ReadSetupError;
use crate::setup::{DiagramError, SetupError};
use crate::words::IllegalMove;

/// Why a command failed, as the client reads it after the `?`. The session is then as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure(String);

/// What a command gives: the text after the `=`, or why it failed.
pub type Answer = Result<String, Failure>;

impl Failure {
    /// A failure with a message of its own: what was wrong and what is accepted.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure(message.into())
    }

    /// Arguments that can't be read: `syntax error: ` and what is accepted.
    pub fn syntax(accepted: impl Display) -> Failure {
        Failure(format!("syntax error: {accepted}"))
    }

    /// There is no such command.
    pub fn unknown_command() -> Failure {
        Failure::new("unknown command")
    }

    /// No such board.
    pub fn size() -> Failure {
        SetupError::Size.into()
    }

    /// No score before the end.
    pub fn cannot_score() -> Failure {
        Failure::new("cannot score")
    }

    /// A file that can't be read, or not as a game.
    pub fn cannot_load() -> Failure {
        Failure::new("cannot load file")
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.0
    }
}

impl From<IllegalMove> for Failure {
    fn from(error: IllegalMove) -> Failure {
        Failure(error.to_string())
    }
}

impl From<CannotUndo> for Failure {
    fn from(error: CannotUndo) -> Failure {
        Failure(error.to_string())
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Failure {
        Failure(error.to_string())
    }
}

/// A size that a board hasn't has fixed words; a komi that can't be read is a syntax error.
impl From<ReadSetupError> for Failure {
    fn from(error: ReadSetupError) -> Failure {
        match error {
            ReadSetupError::Size { .. } => Failure::size(),
            ReadSetupError::Komi(_) => Failure::syntax(error),
            error => Failure(error.to_string()),
        }
    }
}

impl From<DiagramError> for Failure {
    fn from(error: DiagramError) -> Failure {
        Failure(error.to_string())
    }
}

impl From<ParseVertexError> for Failure {
    fn from(error: ParseVertexError) -> Failure {
        Failure::syntax(error)
    }
}

impl From<ParseMoveError> for Failure {
    fn from(error: ParseMoveError) -> Failure {
        Failure::syntax(error)
    }
}

/// A text without what would end the answer early: empty lines and control characters. Its first line may be empty where
/// it stands behind the head of the answer.
fn cleaned(text: &str, behind_head: bool) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte >= 0x20 && byte != 0x7f) {
        return Cow::Borrowed(text);
    }
    let clean = |line: &str| line.chars().filter(|c| !c.is_ascii_control()).collect::<String>();
    let lines = text.split('\n').map(clean).enumerate().filter(|(i, line)| behind_head && *i == 0 || !line.is_empty());
    Cow::Owned(lines.map(|(_, line)| line).collect::<Vec<_>>().join("\n"))
}

/// Where the answers go. What is written waits in a buffer until [`Output::flush`].
pub struct Output<'a> {
    out: &'a mut dyn Write,
    /// The first error, after which nothing more is written.
    error: Option<io::Error>,
}

impl<'a> Output<'a> {
    /// Answers go to `out`, which should be buffered.
    pub fn new(out: &'a mut dyn Write) -> Output<'a> {
        Output { out, error: None }
    }

    /// Sends what was written on its way.
    pub fn flush(&mut self) {
        if self.error.is_none() {
            self.error = self.out.flush().err();
        }
    }

    /// The first error of writing, if there was one.
    pub fn error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    /// Whether writing has failed: nobody reads the answers any more.
    pub fn is_closed(&self) -> bool {
        self.error.is_some()
    }
}

/// What a reply writes to, its lifetime hidden.
trait Sink {
    fn put(&mut self, text: &str);
    fn flush(&mut self);
}

impl Sink for Output<'_> {
    fn put(&mut self, text: &str) {
        if self.error.is_none() {
            self.error = self.out.write_all(text.as_bytes()).err();
        }
    }

    fn flush(&mut self) {
        Output::flush(self);
    }
}

/// The answer to one command, which can be begun before the command has ended.
pub struct Reply<'a> {
    output: &'a mut (dyn Sink + 'a),
    id: Option<u32>,
    begun: bool,
}

impl<'a> Reply<'a> {
    /// An answer to a command with this id.
    pub fn new(output: &'a mut Output<'_>, id: Option<u32>) -> Reply<'a> {
        Reply { output, id, begun: false }
    }

    fn head(&mut self, status: char) {
        match self.id {
            Some(id) => self.output.put(&format!("{status}{id} ")),
            None if status == '=' => self.output.put("= "),
            None => self.output.put("? "),
        }
    }

    /// Sends earlier answers on their way, because this one may take long.
    pub fn expect_delay(&mut self) {
        self.output.flush();
    }

    /// Begins a successful answer of several lines and sends its first on their way.
    pub fn begin(&mut self) {
        if !self.begun {
            self.head('=');
            self.output.put("\n");
            self.begun = true;
            self.output.flush();
        }
    }

    /// Sends a line of a successful answer at once.
    pub fn line(&mut self, line: &str) {
        self.begin();
        let line = cleaned(line, false);
        if !line.is_empty() {
            self.output.put(&line);
            self.output.put("\n");
            self.output.flush();
        }
    }

    /// Ends the answer.
    pub fn end(mut self, answer: &Answer) {
        let (status, text) = match answer {
            Ok(text) => ('=', text.as_str()),
            Err(failure) => ('?', failure.message()),
        };
        if !self.begun {
            self.head(status);
        }
        let text = cleaned(text, !self.begun);
        self.output.put(&text);
        // What was begun has ended its line already.
        self.output.put(if self.begun && text.is_empty() { "\n" } else { "\n\n" });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(id: Option<u32>, lines: &[&str], answer: Answer) -> String {
        let mut bytes = Vec::new();
        let mut output = Output::new(&mut bytes);
        let mut reply = Reply::new(&mut output, id);
        lines.iter().for_each(|line| reply.line(line));
        reply.end(&answer);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn an_answer_ends_with_one_empty_line_and_keeps_its_blank() {
        assert_eq!(sent(None, &[], Ok(String::new())), "= \n\n");
        assert_eq!(sent(Some(7), &[], Ok("a\nb".into())), "=7 a\nb\n\n");
        assert_eq!(sent(Some(0), &[], Err(Failure::unknown_command())), "?0 unknown command\n\n");
    }

    #[test]
    fn no_text_can_put_an_empty_line_or_a_control_character_inside_an_answer() {
        assert_eq!(sent(None, &[], Ok("\n\na\n\n\r\nb\x07\n".into())), "= \na\nb\n\n");
        assert_eq!(sent(None, &["x\n\ny\n", ""], Ok("z".into())), "= \nx\ny\nz\n\n");
        assert_eq!(sent(Some(3), &["\n"], Ok(String::new())), "=3 \n\n");
    }
}
