//! The reading of input: numbers of lines, interrupts, and a bound for what waits.

use std::io::Read;
use std::sync::PoisonError;

use quintet_search::Urgency;

use super::{Batch, CommandReader, KEPT};
use crate::wire::{self, MAX_LINE};

/// The reading of input, on a thread of its own or line by line.
pub(super) struct ReaderThread<'a, R> {
    input: R,
    reader: &'a CommandReader,
    pub number: u64,
    batch: Batch,
    quit: bool,
}

impl<'a, R: Read> ReaderThread<'a, R> {
    pub fn new(input: R, reader: &'a CommandReader) -> Self {
        ReaderThread { input, reader, number: 0, batch: Batch::default(), quit: false }
    }

    /// Reads to the end of the input, or to `quit`.
    pub fn run(mut self) {
        let mut chunk = vec![0; 1 << 16];
        let mut partial = Vec::new();
        while !self.quit {
            let count = match self.input.read(&mut chunk) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    log::error!("cannot read the input: {error}");
                    break;
                }
            };
            let mut rest = &chunk[..count];
            while let Some(end) = rest.iter().position(|&byte| byte == b'\n')
                && !self.quit
            {
                let (line, after) = (&rest[..end], &rest[end + 1..]);
                rest = after;
                if partial.is_empty() {
                    self.line(line);
                } else {
                    keep(&mut partial, line);
                    self.line(&partial);
                    partial.clear();
                }
            }
            keep(&mut partial, rest);
            self.send();
        }
        if !self.quit && !partial.is_empty() {
            self.line(&partial);
            self.send();
        }
        let mut queue = self.reader.lock();
        queue.ended = true;
        if let Some(search) = queue.searching {
            self.reader.interrupt.call(search.urgency_at_end());
        }
        self.reader.changed.notify_all();
    }

    /// Takes a whole line, or the beginning of one that is too long.
    pub fn line(&mut self, raw: &[u8]) {
        self.number += 1;
        let too_long = raw.len() > MAX_LINE;
        let start = self.batch.text.len();
        let bytes = wire::preprocess(raw, &mut self.batch.text);
        let text = &self.batch.text[start..];
        let name = match wire::parse(text) {
            Ok(request) if !too_long => request.name,
            _ => "",
        };
        self.quit = name == "quit";
        let interrupts = name == "stop" || wire::is_interrupt(raw);
        if interrupts {
            let mut queue = self.reader.lock();
            queue.interrupted = self.number;
            if queue.searching.is_some() {
                self.reader.interrupt.call(Urgency::Now);
            }
        }
        if text.bytes().all(|byte| byte == b' ') {
            self.batch.text.truncate(start);
            return;
        }
        if too_long {
            let end = (0..=KEPT.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
            self.batch.text.truncate(start + end);
        } else if let Some(bytes) = bytes {
            self.batch.bytes.push((self.number, bytes));
        }
        self.batch.lines.push((self.number, start..self.batch.text.len(), too_long));
    }

    /// Hands the lines that were taken to the session, and waits while too many are waiting.
    pub fn send(&mut self) {
        let mut queue = self.reader.lock();
        while queue.waiting > self.reader.limit && !queue.batches.is_empty() {
            if !std::mem::replace(&mut queue.paused, true) && queue.searching.is_some_and(|search| search.endless) {
                self.reader.interrupt.call(Urgency::Now);
            }
            self.reader.changed.notify_all();
            queue = self.reader.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        queue.paused = false;
        if self.number > queue.latest {
            queue.latest = self.number;
            if queue.searching.is_some_and(|search| search.until_any_line) {
                self.reader.interrupt.call(Urgency::Now);
            }
        }
        let batch = std::mem::take(&mut self.batch);
        if !batch.lines.is_empty() {
            queue.waiting += batch.memory();
            queue.batches.push_back(batch);
        }
        self.reader.changed.notify_all();
    }
}

/// Appends to an unfinished line, up to one byte more than a line may have.
fn keep(partial: &mut Vec<u8>, more: &[u8]) {
    let room = (MAX_LINE + 1).saturating_sub(partial.len());
    partial.extend_from_slice(&more[..more.len().min(room)]);
}
