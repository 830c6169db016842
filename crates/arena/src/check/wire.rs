//! The connection to an engine under test: bytes as they are sent and received, and their strict
//! splitting into responses.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use crate::driver::framing::excerpt;
use crate::driver::process::{Process, ProcessError, RESPONSE_LIMIT, Raw};

/// The first id of the harness's own commands; they stay below GTP's limit of 2³¹−1.
const FIRST_MARK: u32 = 2_000_000_000;
/// The silence that marks the end of a response if the engine does not return ids.
const SILENCE: Duration = Duration::from_millis(500);
/// The largest number of bytes of one exchange; more is a flood.
pub const MOST_BYTES: usize = RESPONSE_LIMIT;

/// A response as it was framed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FramedReply {
    /// Whether it begins with `=`; otherwise with `?`.
    pub success: bool,
    /// The digits after the sign.
    pub id: Option<String>,
    /// Whether a space follows the sign and the id.
    pub spaced: bool,
    /// The text up to the empty line.
    pub text: String,
    /// The number of empty lines beyond the one that ends it.
    pub extra_lines: usize,
}

/// The error for output that is not a sequence of responses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SplitError {
    /// There is an empty line before the first response.
    #[error("an empty line stands before the answer")]
    EmptyLine,
    /// A line begins with neither `=` nor `?`.
    #[error("output that begins with neither = nor ?")]
    Start,
    /// The last response has no empty line at its end.
    #[error("an answer without an empty line at its end")]
    NoEnd,
}

/// Splits output into responses. CR before LF is allowed and dropped.
///
/// # Errors
/// Returns an error if something is not part of a response.
pub fn split(bytes: &[u8]) -> Result<Vec<FramedReply>, SplitError> {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    let mut rest = text.as_str();
    let mut replies: Vec<FramedReply> = Vec::new();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('\n') {
            let reply = replies.last_mut().ok_or(SplitError::EmptyLine)?;
            reply.extra_lines += 1;
            rest = after;
            continue;
        }
        let success = rest.starts_with('=');
        let body = rest.strip_prefix(['=', '?']).ok_or(SplitError::Start)?;
        let end = body.find("\n\n").ok_or(SplitError::NoEnd)?;
        let (answer, after) = (&body[..end], &body[end + 2..]);
        let digits = answer.len() - answer.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (id, answer) = answer.split_at(digits);
        let spaced = answer.starts_with(' ');
        replies.push(FramedReply {
            success,
            id: (digits > 0).then(|| id.to_owned()),
            spaced,
            text: answer.strip_prefix(' ').unwrap_or(answer).to_owned(),
            extra_lines: 0,
        });
        rest = after;
    }
    Ok(replies)
}

/// The way to find the end of the responses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sync {
    /// The response to a command with an id of our own follows all others.
    Id,
    /// The engine does not return ids: nothing more comes for a while.
    Silence,
}

/// The reason why an exchange failed.
#[derive(Debug)]
pub enum WireError {
    /// The engine did not respond in time.
    Timeout,
    /// The engine wrote more than [`MOST_BYTES`].
    Flood,
    /// The engine ended, as described.
    End(String),
}

/// A connection to an engine.
pub struct Wire {
    process: Process,
    limit: Duration,
    sync: Sync,
    mark: u32,
    buffer: Vec<u8>,
}

impl Wire {
    /// Starts an engine and finds out whether it returns ids.
    ///
    /// # Errors
    /// Returns an error if it cannot be started, or does not respond to `protocol_version` at all.
    pub fn start(words: &[OsString], limit: Duration) -> Result<Wire, ProcessError> {
        let process = Process::start(words)?;
        let mut wire = Wire { process, limit, sync: Sync::Id, mark: FIRST_MARK, buffer: Vec::new() };
        let (seen, result) = wire.exchange(b"");
        match result {
            Ok(()) => Ok(wire),
            Err(WireError::End(how)) => Err(ProcessError::Crash(how)),
            Err(WireError::Timeout) if has_response(&seen) => {
                wire.sync = Sync::Silence;
                Ok(wire)
            }
            Err(WireError::Timeout) if seen.trim_ascii().is_empty() => {
                let command = "protocol_version".to_owned();
                Err(ProcessError::Timeout { command, seconds: limit.as_secs_f64() })
            }
            Err(WireError::Timeout | WireError::Flood) => {
                let found = excerpt(seen.trim_ascii_start());
                Err(ProcessError::Protocol(format!("it does not answer protocol_version by GTP, but writes {found:?}")))
            }
        }
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: &[u8]) {
        self.process.write(bytes.to_vec());
    }

    /// Sends bytes and returns the complete output of the engine.
    pub fn exchange(&mut self, bytes: &[u8]) -> (Vec<u8>, Result<(), WireError>) {
        self.send(bytes);
        self.settle()
    }

    /// Returns the output of the engine until it has responded to everything that was sent.
    pub fn settle(&mut self) -> (Vec<u8>, Result<(), WireError>) {
        if self.sync == Sync::Silence {
            return self.read(|_, quiet| quiet >= SILENCE);
        }
        self.mark += 1;
        let mark = self.mark;
        self.send(format!("{mark} protocol_version\n").as_bytes());
        let mut search = MarkSearch::new(mark);
        let (mut seen, result) = self.read(|seen, _| search.find(seen).is_some());
        if let Some((start, end)) = search.find(&seen) {
            self.buffer = seen.split_off(end);
            seen.truncate(start);
        }
        (seen, result)
    }

    /// Returns the output of the engine during `time`.
    pub fn listen(&mut self, time: Duration) -> Vec<u8> {
        let clock = Arc::clone(self.process.time());
        let from = clock.now();
        self.read(|_, _| clock.since(from) >= time).0
    }

    /// Ends the engine's input and returns the rest of its output, and how the engine ended if it
    /// failed.
    pub fn finish(&mut self) -> (Vec<u8>, Result<(), WireError>) {
        self.process.close_input();
        let (seen, result) = self.read(|_, _| false);
        match self.process.wait(Duration::from_secs(1)) {
            Some(status) if status.success() => (seen, Ok(())),
            _ => (seen, result),
        }
    }

    /// Reads until `done(bytes so far, time since the last byte)` is true, the limit on time or
    /// bytes, or the end.
    fn read(&mut self, mut done: impl FnMut(&[u8], Duration) -> bool) -> (Vec<u8>, Result<(), WireError>) {
        let mut seen = std::mem::take(&mut self.buffer);
        let clock = Arc::clone(self.process.time());
        let from = clock.now();
        let mut last = from;
        loop {
            if done(&seen, clock.since(last)) {
                return (seen, Ok(()));
            }
            if clock.since(from) >= self.limit {
                return (seen, Err(WireError::Timeout));
            }
            if seen.len() > MOST_BYTES {
                return (seen, Err(WireError::Flood));
            }
            match self.process.read_raw(Duration::from_millis(20)) {
                Raw::Bytes(bytes) => {
                    seen.extend(bytes);
                    last = clock.now();
                }
                Raw::Silence => {}
                Raw::End => {
                    return (seen, Err(WireError::End(self.process.describe_end())));
                }
            }
        }
    }
}

/// Returns whether a line of the output begins as a response does.
fn has_response(seen: &[u8]) -> bool {
    seen.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"=") || line.starts_with(b"?"))
}

/// A search for the response with an id in output that grows.
struct MarkSearch {
    heads: [Vec<u8>; 2],
    /// The start of the first line that may still begin the response.
    from: usize,
}

impl MarkSearch {
    fn new(id: u32) -> MarkSearch {
        MarkSearch { heads: ['=', '?'].map(|sign| format!("{sign}{id} ").into_bytes()), from: 0 }
    }

    /// Returns the start and the end of the response, once it is complete.
    fn find(&mut self, seen: &[u8]) -> Option<(usize, usize)> {
        loop {
            let tail = &seen[self.from..];
            if self.heads.iter().any(|head| tail.starts_with(head)) {
                let end =
                    |pattern: &[u8]| Some(tail.windows(pattern.len()).position(|w| w == pattern)? + pattern.len());
                let end = end(b"\n\n").or_else(|| end(b"\r\n\r\n"))?;
                return Some((self.from, self.from + end));
            }
            self.from += tail.iter().position(|&byte| byte == b'\n')? + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_split_into_responses_with_their_parts() {
        let replies = split(b"= a\n\n?7 no\n\n\n=\n\n=12 \nx\ny\n\n").unwrap();
        let parts: Vec<_> =
            replies.iter().map(|r| (r.success, r.id.as_deref(), r.spaced, r.text.as_str(), r.extra_lines)).collect();
        let expected = [
            (true, None, true, "a", 0),
            (false, Some("7"), true, "no", 1),
            (true, None, false, "", 0),
            (true, Some("12"), true, "\nx\ny", 0),
        ];
        assert_eq!(parts, expected);
    }

    #[test]
    fn output_that_is_not_a_response_is_refused() {
        assert_eq!(split(b"hello\n\n"), Err(SplitError::Start));
        assert_eq!(split(b"= a\n"), Err(SplitError::NoEnd));
        assert_eq!(split(b"\n= a\n\n"), Err(SplitError::EmptyLine));
        assert_eq!(split(b"= a\r\n\r\n").unwrap().len(), 1);
    }

    #[test]
    fn the_mark_is_found_after_other_output() {
        let marked = |seen: &[u8]| MarkSearch::new(7).find(seen);
        assert_eq!(marked(b"= x\n\n=7 2\n\n= "), Some((5, 11)));
        assert_eq!(marked(b"= =7 2\n\n"), None);
        assert_eq!(marked(b"=7 2\n"), None);
        let (output, mut search) = (b"hello\n\n?7 no\r\n\r\n", MarkSearch::new(7));
        for length in 0..output.len() {
            assert_eq!(search.find(&output[..length]), None);
        }
        assert_eq!(search.find(output), Some((7, 16)));
    }

    #[test]
    fn a_banner_is_distinguished_from_a_response() {
        assert!(has_response(b"hello\n= 2\n\n") && has_response(b"? no\n\n"));
        assert!(!has_response(b"2000000001 protocol_version\n") && !has_response(b""));
    }
}
