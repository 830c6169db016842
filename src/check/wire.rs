//! The wire as it is: bytes to an engine and the bytes that come back, cut into answers without mercy and without
//! losing what doesn't fit.

use std::time::{Duration, Instant};

use crate::driver::process::{Process, ProcessError, Raw};

/// Ids of the probes' own commands begin here; they fit GTP's limit of 2³¹−1.
const FIRST_MARK: u32 = 2_000_000_000;
/// Without ids the end of an answer shows by silence alone.
const SILENCE: Duration = Duration::from_millis(500);

/// One answer as it was framed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FramedReply {
    /// `=` or `?`.
    pub success: bool,
    /// The digits behind the sign.
    pub id: Option<String>,
    /// Whether a space follows the sign and the id.
    pub spaced: bool,
    /// What follows, up to the empty line.
    pub text: String,
    /// How many empty lines follow beyond the one that ends it.
    pub extra_lines: usize,
}

/// Cuts output into answers. CR before LF is allowed and dropped.
///
/// # Errors
/// What is wrong, where something isn't part of an answer.
pub fn split(bytes: &[u8]) -> Result<Vec<FramedReply>, String> {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    let mut rest = text.as_str();
    let mut replies: Vec<FramedReply> = Vec::new();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('\n') {
            let reply = replies.last_mut().ok_or("an empty line stands before the answer")?;
            reply.extra_lines += 1;
            rest = after;
            continue;
        }
        let success = rest.starts_with('=');
        let body = rest.strip_prefix(['=', '?']).ok_or("output that begins with neither = nor ?")?;
        let end = body.find("\n\n").ok_or("an answer without an empty line at its end")?;
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

/// How a probe knows that an engine is through with what it was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sync {
    /// The answer to a command with an id of our own comes behind all others.
    Id,
    /// The engine doesn't give ids back: nothing more comes for a while.
    Silence,
}

/// Why an exchange came to nothing.
#[derive(Debug)]
pub enum WireError {
    /// The engine did not get through in time.
    Timeout,
    /// The engine ended. In words.
    End(String),
}

/// An engine on the wire.
pub struct Wire {
    process: Process,
    limit: Duration,
    sync: Sync,
    mark: u32,
    buffer: Vec<u8>,
}

impl Wire {
    /// Starts an engine and learns whether it gives ids back.
    ///
    /// # Errors
    /// If it can't be started, or doesn't answer `protocol_version` at all.
    pub fn start(words: &[String], limit: Duration) -> Result<Wire, ProcessError> {
        let process = Process::start(words)?;
        let mut wire = Wire { process, limit, sync: Sync::Id, mark: FIRST_MARK, buffer: Vec::new() };
        match wire.exchange(b"") {
            (_, Ok(())) => Ok(wire),
            (seen, Err(WireError::Timeout)) if !seen.is_empty() => {
                wire.sync = Sync::Silence;
                Ok(wire)
            }
            (_, Err(WireError::Timeout)) => {
                let command = "protocol_version".to_owned();
                Err(ProcessError::Timeout { command, seconds: limit.as_secs_f64() })
            }
            (_, Err(WireError::End(how))) => Err(ProcessError::Crash(how)),
        }
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: &[u8]) {
        self.process.write(bytes.to_vec());
    }

    /// Sends bytes and returns all that the engine wrote until it was through with them.
    pub fn exchange(&mut self, bytes: &[u8]) -> (Vec<u8>, Result<(), WireError>) {
        self.send(bytes);
        self.settle()
    }

    /// All that the engine writes until it is through with what it was sent so far.
    pub fn settle(&mut self) -> (Vec<u8>, Result<(), WireError>) {
        if self.sync == Sync::Silence {
            return self.read(|_, quiet| quiet >= SILENCE);
        }
        self.mark += 1;
        let mark = self.mark;
        self.send(format!("{mark} protocol_version\n").as_bytes());
        let (mut seen, result) = self.read(|seen, _| marked(seen, mark).is_some());
        if let Some((start, end)) = marked(&seen, mark) {
            self.buffer = seen.split_off(end);
            seen.truncate(start);
        }
        (seen, result)
    }

    /// What the engine writes during `time`, whatever it is.
    pub fn listen(&mut self, time: Duration) -> Vec<u8> {
        let from = Instant::now();
        self.read(|_, _| from.elapsed() >= time).0
    }

    /// Ends the engine's input and returns what it still wrote, and where it did not end well, how.
    pub fn finish(&mut self) -> (Vec<u8>, Result<(), WireError>) {
        self.process.close_input();
        let (seen, result) = self.read(|_, _| false);
        match self.process.wait(Duration::from_secs(1)) {
            Some(status) if status.success() => (seen, Ok(())),
            _ => (seen, result),
        }
    }

    /// Reads until `done(bytes so far, time since the last byte)`, the time limit or the end.
    fn read(&mut self, done: impl Fn(&[u8], Duration) -> bool) -> (Vec<u8>, Result<(), WireError>) {
        let mut seen = std::mem::take(&mut self.buffer);
        let from = Instant::now();
        let mut last = from;
        loop {
            if done(&seen, last.elapsed()) {
                return (seen, Ok(()));
            }
            if from.elapsed() >= self.limit {
                return (seen, Err(WireError::Timeout));
            }
            match self.process.read_raw(Duration::from_millis(20)) {
                Raw::Bytes(bytes) => {
                    seen.extend(bytes);
                    last = Instant::now();
                }
                Raw::Silence => {}
                Raw::End => {
                    return (seen, Err(WireError::End(self.process.describe_end())));
                }
            }
        }
    }
}

/// Where the answer with that id begins and ends.
fn marked(seen: &[u8], id: u32) -> Option<(usize, usize)> {
    let head = |sign: char| format!("{sign}{id} ").into_bytes();
    let heads = [head('='), head('?')];
    let is_head = |at: usize| heads.iter().any(|head| seen[at..].starts_with(head));
    let start = (0..seen.len()).rev().find(|&at| is_head(at) && (at == 0 || seen[at - 1] == b'\n'))?;
    let tail = &seen[start..];
    let end = |pattern: &[u8]| tail.windows(pattern.len()).position(|w| w == pattern).map(|at| at + pattern.len());
    let end = end(b"\n\n").or_else(|| end(b"\r\n\r\n"))?;
    Some((start, start + end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_cut_and_their_parts_told() {
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
    fn what_is_no_answer_is_told() {
        assert_eq!(split(b"hello\n\n").unwrap_err(), "output that begins with neither = nor ?");
        assert_eq!(split(b"= a\n").unwrap_err(), "an answer without an empty line at its end");
        assert_eq!(split(b"\n= a\n\n").unwrap_err(), "an empty line stands before the answer");
        assert_eq!(split(b"= a\r\n\r\n").unwrap().len(), 1);
    }

    #[test]
    fn the_mark_is_found_behind_other_output() {
        assert_eq!(marked(b"= x\n\n=7 2\n\n= ", 7), Some((5, 11)));
        assert_eq!(marked(b"= =7 2\n\n", 7), None);
        assert_eq!(marked(b"=7 2\n", 7), None);
    }
}
