//! The reader thread and what it shares with the session: lines that wait, and calls that must not wait for them.
//!
//! Every line of input has a number. A call to end searches (`# interrupt`, `stop`) concerns the commands on lines before it
//! and no later one; the end of input, or `quit`, concerns all that wait.

use std::collections::VecDeque;
use std::io::Read;
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::wire::{self, MAX_LINE};
use crate::search::{Interrupt, Urgency};

/// How many bytes of input may wait; the reader pauses beyond.
const MAX_WAITING: usize = 256 << 20;

/// How much of a line that is too long is kept, for its id.
const KEPT: usize = 64;

/// A command line, preprocessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputLine<'a> {
    /// Its number, from 1, empty lines and comments counted.
    pub number: u64,
    /// What it says; of a line that is too long, the beginning.
    pub text: &'a str,
    /// Whether it was longer than [`MAX_LINE`].
    pub too_long: bool,
}

/// Some lines, read at once.
#[derive(Default)]
pub struct Batch {
    text: String,
    lines: Vec<(u64, Range<usize>, bool)>,
}

impl Batch {
    /// The lines, in order.
    pub fn lines(&self) -> impl Iterator<Item = InputLine<'_>> {
        let line = |(number, range, too_long): &(u64, Range<usize>, bool)| InputLine {
            number: *number,
            text: &self.text[range.clone()],
            too_long: *too_long,
        };
        self.lines.iter().map(line)
    }
}

#[derive(Default)]
struct State {
    batches: VecDeque<Batch>,
    waiting: usize,
    /// The number of the latest line.
    latest: u64,
    /// Commands on lines before this one have been told to end their searches.
    interrupted: u64,
    ended: bool,
    /// The search that runs now.
    searching: Option<SearchCall>,
}

/// A search, as far as the reader thread cares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchCall {
    /// The line of the command that searches.
    pub number: u64,
    /// Whether every later line ends it.
    pub until_any_line: bool,
    /// Whether nothing but a call can end it, so that it must not outlast the input.
    pub endless: bool,
}

impl SearchCall {
    /// How urgently it has to end when the input ends.
    fn urgency_at_end(self) -> Urgency {
        if self.endless { Urgency::Now } else { Urgency::Soon }
    }
}

/// What the reader thread and the session share.
#[derive(Default)]
pub struct Inbox {
    state: Mutex<State>,
    changed: Condvar,
    interrupt: Interrupt,
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a thread that reads `input` to its end, or to `quit`.
    pub fn read(input: impl Read + Send + 'static) -> Arc<Inbox> {
        let inbox = Arc::new(Inbox::default());
        let shared = Arc::clone(&inbox);
        std::thread::spawn(move || Reader::new(input, &shared).run());
        inbox
    }

    /// The lines that wait, or the next that come; `None` after the end.
    pub fn next(&self) -> Option<Batch> {
        let mut state = self.lock();
        loop {
            if let Some(batch) = self.pop(&mut state) {
                return Some(batch);
            }
            if state.ended {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The lines that wait, if there are any.
    pub fn try_next(&self) -> Option<Batch> {
        let mut state = self.lock();
        self.pop(&mut state)
    }

    fn pop(&self, state: &mut State) -> Option<Batch> {
        let batch = state.batches.pop_front()?;
        state.waiting -= batch.text.len();
        self.changed.notify_all();
        Some(batch)
    }

    /// Begins a search, to be ended through the returned flag.
    pub fn begin_search(&self, search: SearchCall) -> &Interrupt {
        let mut state = self.lock();
        state.searching = Some(search);
        self.interrupt.clear();
        if state.interrupted > search.number || search.until_any_line && state.latest > search.number {
            self.interrupt.call(Urgency::Now);
        } else if state.ended {
            self.interrupt.call(search.urgency_at_end());
        }
        &self.interrupt
    }

    /// Begins a search that any further line ends, if none waits and the input hasn't ended.
    pub fn begin_pondering(&self) -> Option<&Interrupt> {
        let mut state = self.lock();
        if !state.batches.is_empty() || state.ended {
            return None;
        }
        state.searching = Some(SearchCall { number: state.latest, until_any_line: true, endless: true });
        self.interrupt.clear();
        Some(&self.interrupt)
    }

    /// The search has ended; tells how urgently that was asked for.
    pub fn end_search(&self) -> Urgency {
        self.lock().searching = None;
        self.interrupt.urgency()
    }

    /// An inbox for a command by itself: no call ever comes, and an analysis ends at once.
    pub fn detached() -> Inbox {
        let inbox = Inbox::default();
        inbox.lock().latest = u64::MAX;
        inbox
    }

    /// Waits until any line after `number` comes, or the input ends, or the search is told to end.
    pub fn wait_for_line_after(&self, number: u64) {
        let mut state = self.lock();
        while state.latest <= number && !state.ended {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

struct Reader<'a, R> {
    input: R,
    inbox: &'a Inbox,
    number: u64,
    batch: Batch,
    quit: bool,
}

impl<'a, R: Read> Reader<'a, R> {
    fn new(input: R, inbox: &'a Inbox) -> Self {
        Reader { input, inbox, number: 0, batch: Batch::default(), quit: false }
    }

    fn run(mut self) {
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
        let mut state = self.inbox.lock();
        state.ended = true;
        if let Some(search) = state.searching {
            self.inbox.interrupt.call(search.urgency_at_end());
        }
        self.inbox.changed.notify_all();
    }

    /// Takes a whole line, or the kept part of one that is too long.
    fn line(&mut self, raw: &[u8]) {
        self.number += 1;
        let too_long = raw.len() > MAX_LINE;
        let start = self.batch.text.len();
        wire::preprocess(raw, &mut self.batch.text);
        let text = &self.batch.text[start..];
        let name = match wire::parse(text) {
            Ok(request) if !too_long => request.name,
            _ => "",
        };
        self.quit = name == "quit";
        let interrupts = name == "stop" || wire::is_interrupt(raw);
        if interrupts {
            let mut state = self.inbox.lock();
            state.interrupted = self.number;
            if state.searching.is_some() {
                self.inbox.interrupt.call(Urgency::Now);
            }
        }
        if text.bytes().all(|byte| byte == b' ') {
            self.batch.text.truncate(start);
            return;
        }
        if too_long {
            let end = (0..=KEPT.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
            self.batch.text.truncate(start + end);
        }
        self.batch.lines.push((self.number, start..self.batch.text.len(), too_long));
    }

    fn send(&mut self) {
        let mut state = self.inbox.lock();
        while state.waiting > MAX_WAITING && !state.batches.is_empty() {
            state = self.inbox.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if self.number > state.latest {
            state.latest = self.number;
            if state.searching.is_some_and(|search| search.until_any_line) {
                self.inbox.interrupt.call(Urgency::Now);
            }
        }
        let batch = std::mem::take(&mut self.batch);
        if !batch.lines.is_empty() {
            state.waiting += batch.text.len();
            state.batches.push_back(batch);
        }
        self.inbox.changed.notify_all();
    }
}

/// Appends to a line that has no end yet, up to one byte more than a line may have.
fn keep(partial: &mut Vec<u8>, more: &[u8]) {
    let room = (MAX_LINE + 1).saturating_sub(partial.len());
    partial.extend_from_slice(&more[..more.len().min(room)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<(u64, String, bool)> {
        let inbox = Inbox::read(std::io::Cursor::new(input.to_vec()));
        std::iter::from_fn(|| inbox.next())
            .flat_map(|batch| batch.lines().map(|l| (l.number, l.text.to_owned(), l.too_long)).collect::<Vec<_>>())
            .collect()
    }

    #[test]
    fn lines_are_numbered_and_a_last_one_without_newline_counts() {
        let expected = [(1, "name", false), (4, "version", false)].map(|(n, text, long)| (n, text.to_owned(), long));
        assert_eq!(lines(b"name\n\n# comment\nversion"), expected);
    }

    #[test]
    fn nothing_is_read_after_quit() {
        assert_eq!(lines(b"1 quit\nname\n").len(), 1);
        assert_eq!(lines(b"99999999999 quit\n1 2 quit\nknown_command quit\n").len(), 3, "none of these is the command");
    }

    #[test]
    fn a_line_may_have_a_mebibyte_and_no_more() {
        for (length, too_long) in [(MAX_LINE, false), (MAX_LINE + 1, true), (3 * MAX_LINE, true)] {
            let mut input = b"3 ".to_vec();
            input.resize(length, b'x');
            input.extend_from_slice(b"\nname\n");
            let lines = lines(&input);
            assert_eq!((lines[0].2, lines.len()), (too_long, 2));
            assert!(lines[0].1.starts_with("3 xxx"));
        }
    }

    #[test]
    fn a_comment_however_long_is_no_command() {
        let mut input = b"#".to_vec();
        input.resize(2 * MAX_LINE, b'x');
        assert_eq!(lines(&input), []);
    }

    #[test]
    fn a_call_concerns_earlier_lines_only() {
        let inbox = Inbox::read(std::io::Cursor::new(b"genmove b\n# interrupt\ngenmove w\n".to_vec()));
        while inbox.next().is_some() {}
        let search = SearchCall { number: 1, until_any_line: false, endless: false };
        inbox.begin_search(search);
        assert_eq!(inbox.end_search(), Urgency::Now);
        inbox.begin_search(SearchCall { number: 3, ..search });
        assert_eq!(inbox.end_search(), Urgency::Soon, "the input has ended");
        inbox.begin_search(SearchCall { number: 3, endless: true, ..search });
        assert_eq!(inbox.end_search(), Urgency::Now, "nothing else would end it");
    }
}
