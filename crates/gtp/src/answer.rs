//! Answers. All output goes through this module, which enforces GTP framing.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};

use quintet_core::board::ParseVertexError;
use quintet_core::diagram::DiagramError;
use quintet_core::game::CannotUndo;
use quintet_core::notation::move_words::ParseMoveError;
use quintet_core::setup::SetupError;
use quintet_core::types::IllegalMove;
use quintet_record::setup_words::ReadSetupError;

/// The error of a command, which the client reads after the `?`. The session is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct CommandError(String);

/// The result of a command: the text after the `=`, or an error.
pub type Answer = Result<String, CommandError>;

impl CommandError {
    /// Returns an error with a message that says what is wrong and what is accepted.
    pub fn new(message: impl Into<String>) -> CommandError {
        CommandError(message.into())
    }

    /// Returns the error for unreadable arguments: `syntax error: ` and what is accepted.
    pub fn syntax(accepted: impl Display) -> CommandError {
        CommandError(format!("syntax error: {accepted}"))
    }

    /// Returns the error for an unknown command.
    pub fn unknown_command() -> CommandError {
        CommandError::new("unknown command")
    }

    /// Returns the error for an impossible size.
    pub fn size() -> CommandError {
        SetupError::Size.into()
    }

    /// Returns the error for a score that is not known yet.
    pub fn cannot_score() -> CommandError {
        CommandError::new("cannot score")
    }

    /// Returns the error for a file that cannot be read.
    pub fn cannot_load() -> CommandError {
        CommandError::new("cannot load file")
    }

    pub fn message(&self) -> &str {
        &self.0
    }
}

impl From<IllegalMove> for CommandError {
    fn from(error: IllegalMove) -> CommandError {
        CommandError(error.to_string())
    }
}

impl From<CannotUndo> for CommandError {
    fn from(error: CannotUndo) -> CommandError {
        CommandError(error.to_string())
    }
}

impl From<SetupError> for CommandError {
    fn from(error: SetupError) -> CommandError {
        CommandError(error.to_string())
    }
}

/// The standard fixes the words for an impossible size; unreadable komi is a syntax error.
impl From<ReadSetupError> for CommandError {
    fn from(error: ReadSetupError) -> CommandError {
        match error {
            ReadSetupError::Size { .. } => CommandError::size(),
            ReadSetupError::Komi(_) => CommandError::syntax(error),
            error => CommandError(error.to_string()),
        }
    }
}

impl From<DiagramError> for CommandError {
    fn from(error: DiagramError) -> CommandError {
        CommandError(error.to_string())
    }
}

impl From<ParseVertexError> for CommandError {
    fn from(error: ParseVertexError) -> CommandError {
        CommandError::syntax(error)
    }
}

impl From<ParseMoveError> for CommandError {
    fn from(error: ParseMoveError) -> CommandError {
        CommandError::syntax(error)
    }
}

/// Removes empty lines and control characters, which would break the framing. The first line may be
/// empty if it follows the head of the answer.
fn cleaned(text: &str, behind_head: bool) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte >= 0x20 && byte != 0x7f) {
        return Cow::Borrowed(text);
    }
    let clean = |line: &str| line.chars().filter(|c| !c.is_ascii_control()).collect::<String>();
    let lines = text.split('\n').map(clean).enumerate().filter(|(i, line)| behind_head && *i == 0 || !line.is_empty());
    Cow::Owned(lines.map(|(_, line)| line).collect::<Vec<_>>().join("\n"))
}

/// The destination of the answers, buffered until [`Output::flush`].
pub struct Output<'a> {
    out: &'a mut dyn Write,
    /// The first error. Nothing is written after it.
    error: Option<io::Error>,
}

impl<'a> Output<'a> {
    /// Writes answers to `out`, which should be buffered.
    pub fn new(out: &'a mut dyn Write) -> Output<'a> {
        Output { out, error: None }
    }

    /// Sends everything that was written.
    pub fn flush(&mut self) {
        if self.error.is_none() {
            self.error = self.out.flush().err();
        }
    }

    /// Returns the first error of writing, if any.
    pub fn error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    /// Returns whether writing has failed, because nobody reads the answers any more.
    pub fn is_closed(&self) -> bool {
        self.error.is_some()
    }
}

/// The output of a reply, which hides its lifetime.
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

/// The answer to one command. It can begin before the command has ended.
pub struct Reply<'a> {
    output: &'a mut (dyn Sink + 'a),
    id: Option<u32>,
    begun: bool,
}

impl<'a> Reply<'a> {
    /// Returns the answer to a command with this id.
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

    /// Sends earlier answers, because this one may take long.
    pub fn expect_delay(&mut self) {
        self.output.flush();
    }

    /// Begins a successful answer of several lines.
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
        // An answer that has begun has already ended its line.
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
    fn an_answer_ends_with_one_empty_line_and_keeps_its_space() {
        assert_eq!(sent(None, &[], Ok(String::new())), "= \n\n");
        assert_eq!(sent(Some(7), &[], Ok("a\nb".into())), "=7 a\nb\n\n");
        assert_eq!(sent(Some(0), &[], Err(CommandError::unknown_command())), "?0 unknown command\n\n");
    }

    #[test]
    fn no_text_can_put_an_empty_line_or_a_control_character_inside_an_answer() {
        assert_eq!(sent(None, &[], Ok("\n\na\n\n\r\nb\x07\n".into())), "= \na\nb\n\n");
        assert_eq!(sent(None, &["x\n\ny\n", ""], Ok("z".into())), "= \nx\ny\nz\n\n");
        assert_eq!(sent(Some(3), &["\n"], Ok(String::new())), "=3 \n\n");
    }
}
