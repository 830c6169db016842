//! Strict splitting of an engine's output into GTP responses.

use std::fmt;

/// The response to one command. Lines are separated by LF, without one at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// The text after `=`.
    Success(String),
    /// The message after `?`.
    Failure(String),
}

impl Response {
    /// Returns the text of a success.
    pub fn success(self) -> Option<String> {
        match self {
            Response::Success(text) => Some(text),
            Response::Failure(_) => None,
        }
    }
}

/// The response as it is sent, without the empty line.
impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Response::Success(text) => write!(f, "= {text}"),
            Response::Failure(text) => write!(f, "? {text}"),
        }
    }
}

/// Output that is not a GTP response.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FramingError {
    /// A line that is not part of a response.
    #[error("expected an answer that begins with = or ?, found {0:?}")]
    Start(String),
    /// Something other than a space after `=` or `?`.
    #[error("expected a space after {0}, found {1:?}")]
    Space(char, String),
    /// Output although no command is pending.
    #[error("output without a command: {0:?}")]
    Unasked(String),
    /// More bytes than a response may have.
    #[error("more than {0} bytes of output without an end")]
    Flood(usize),
}

/// A buffer of output from which responses are taken. Control characters other than LF and HT are
/// dropped, bytes that are not UTF-8 become replacement characters, and empty lines before a
/// response are skipped.
pub struct Framer {
    bytes: Vec<u8>,
    /// The number of bytes that were searched for the end of the response.
    scanned: usize,
    /// The number of bytes that were skipped since the latest response.
    skipped: usize,
    /// The limit for `bytes` and `skipped` together.
    limit: usize,
}

impl Framer {
    /// Creates an empty buffer for responses of at most `limit` bytes.
    pub fn new(limit: usize) -> Framer {
        Framer { bytes: Vec::new(), scanned: 0, skipped: 0, limit }
    }

    /// Adds output of the engine.
    pub fn feed(&mut self, bytes: &[u8]) {
        let before = self.bytes.len();
        self.bytes.extend(bytes.iter().filter(|&&byte| byte >= b' ' && byte != 0x7f || byte == b'\n' || byte == b'\t'));
        self.skipped += bytes.len() - (self.bytes.len() - before);
    }

    /// Returns the bytes after the latest complete response, without leading empty lines.
    pub fn rest(&self) -> &[u8] {
        self.bytes.trim_ascii_start()
    }

    /// Skips empty lines before a response.
    fn skip_empty_lines(&mut self) {
        if self.scanned == 0 {
            let empty = self.bytes.len() - self.rest().len();
            self.bytes.drain(..empty);
            self.skipped += empty;
        }
    }

    fn check_limit(&self) -> Result<(), FramingError> {
        if self.bytes.len() + self.skipped > self.limit { Err(FramingError::Flood(self.limit)) } else { Ok(()) }
    }

    /// Checks that there is no output but a limited number of empty lines.
    ///
    /// # Errors
    /// Returns an error if there is anything else, or more than a response may have.
    pub fn check_silence(&mut self) -> Result<(), FramingError> {
        self.skip_empty_lines();
        self.check_limit()?;
        if self.bytes.is_empty() { Ok(()) } else { Err(FramingError::Unasked(excerpt(&self.bytes))) }
    }

    /// Takes the next response; `None` until it is complete.
    ///
    /// # Errors
    /// Returns an error as soon as the output cannot become a response.
    pub fn take(&mut self) -> Result<Option<Response>, FramingError> {
        self.skip_empty_lines();
        self.check_limit()?;
        let Some(&first) = self.bytes.first() else { return Ok(None) };
        if first != b'=' && first != b'?' {
            return Err(FramingError::Start(excerpt(&self.bytes)));
        }
        if self.bytes.get(1).is_some_and(|&second| second != b' ' && second != b'\n' && second != b'\t') {
            return Err(FramingError::Space(char::from(first), excerpt(&self.bytes)));
        }
        let from = self.scanned.saturating_sub(1);
        let Some(end) = self.bytes[from..].windows(2).position(|pair| pair == b"\n\n") else {
            self.scanned = self.bytes.len();
            return Ok(None);
        };
        let text = String::from_utf8_lossy(&self.bytes[1..from + end]).trim_ascii().to_owned();
        self.bytes.drain(..from + end + 2);
        (self.scanned, self.skipped) = (0, 0);
        Ok(Some(if first == b'=' { Response::Success(text) } else { Response::Failure(text) }))
    }
}

/// Returns the first line, cut to 40 characters.
pub fn excerpt(bytes: &[u8]) -> String {
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let text = String::from_utf8_lossy(&line[..line.len().min(160)]);
    let mut short: String = text.chars().take(40).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, step: usize) -> Result<Vec<Response>, FramingError> {
        let mut framer = Framer::new(100);
        let mut responses = Vec::new();
        for chunk in text.as_bytes().chunks(step) {
            framer.feed(chunk);
            while let Some(response) = framer.take()? {
                responses.push(response);
            }
        }
        Ok(responses)
    }

    #[test]
    fn responses_do_not_depend_on_how_the_bytes_arrive() {
        let text = "= \n\n\n=\n\n? no\r\n\r\n= a\nb\n\n";
        let expected = [
            Response::Success(String::new()),
            Response::Success(String::new()),
            Response::Failure("no".to_owned()),
            Response::Success("a\nb".to_owned()),
        ];
        for step in 1..=text.len() {
            assert_eq!(all(text, step).unwrap(), expected, "in pieces of {step}");
        }
    }

    #[test]
    fn output_that_is_not_a_response_is_refused_at_once() {
        assert_eq!(all("hello", 1), Err(FramingError::Start("h".to_owned())));
        assert_eq!(all("=C3\n\n", 9), Err(FramingError::Space('=', "=C3".to_owned())));
    }

    #[test]
    fn a_response_without_an_end_is_a_flood() {
        assert_eq!(all(&format!("= {}", "x\n".repeat(60)), 7), Err(FramingError::Flood(100)));
        assert_eq!(all(&"\n".repeat(101), 7), Err(FramingError::Flood(100)));
        assert_eq!(all(&"\r".repeat(101), 7), Err(FramingError::Flood(100)), "dropped bytes count too");
    }

    #[test]
    fn silence_allows_a_limited_number_of_empty_lines() {
        let check = |text: &str| {
            let mut framer = Framer::new(100);
            framer.feed(text.as_bytes());
            framer.check_silence()
        };
        assert_eq!(check(""), Ok(()));
        assert_eq!(check(&"\r\n".repeat(50)), Ok(()));
        assert_eq!(check(&"\n".repeat(101)), Err(FramingError::Flood(100)));
        assert_eq!(check("\n= x"), Err(FramingError::Unasked("= x".to_owned())));
    }
}
