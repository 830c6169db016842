//! The last lines of a log, in bounded memory.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Mutex, PoisonError};

/// The number of lines that are kept.
const KEPT_LINES: usize = 4000;

/// The number of bytes of a line that are kept.
const KEPT_BYTES: usize = 500;

/// The last lines of a log; long lines are cut.
#[derive(Clone, Default)]
pub struct LogTail(VecDeque<String>);

impl LogTail {
    /// Adds the lines of a text, each behind a prefix.
    pub fn push(&mut self, prefix: &str, text: &str) {
        for line in text.lines() {
            if self.0.len() == KEPT_LINES {
                self.0.pop_front();
            }
            let mut end = line.len().min(KEPT_BYTES);
            while !line.is_char_boundary(end) {
                end -= 1;
            }
            let more = if end < line.len() { "…" } else { "" };
            self.0.push_back(format!("{prefix}{}{more}", &line[..end]));
        }
    }

    /// Returns the lines, the oldest first.
    pub fn lines(&self) -> Vec<String> {
        self.0.iter().cloned().collect()
    }

    /// Removes all lines.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// Reads a stream to its end and keeps its last lines.
pub fn keep_tail(mut log: impl Read, tail: &Mutex<LogTail>) {
    let mut buffer = [0; 4096];
    let mut line = Vec::new();
    loop {
        match log.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                for &byte in &buffer[..count] {
                    if byte != b'\n' && line.len() <= KEPT_BYTES {
                        line.push(byte);
                    }
                    if byte == b'\n' {
                        push_line(tail, &mut line);
                    }
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    if !line.is_empty() {
        push_line(tail, &mut line);
    }
}

fn push_line(tail: &Mutex<LogTail>, line: &mut Vec<u8>) {
    let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
    tail.push("", &String::from_utf8_lossy(line));
    line.clear();
}
