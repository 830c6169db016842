//! The thread that reads ahead, and what it shares with the session: lines that wait, and
//! interrupts that do not.
//!
//! Every line of input has a number. An interrupt (`# interrupt`, `stop`) concerns the commands on
//! earlier lines and no later one; the end of input, or `quit`, concerns all waiting commands.

mod thread;

use std::collections::VecDeque;
use std::io::Read;
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quintet_system::exhaustion;

use quintet_search::{Interrupt, Urgency, pause};

use thread::ReaderThread;

/// The memory in bytes that waiting lines may take before the reader pauses.
const MAX_WAITING: usize = 64 << 20;

/// The number of bytes that are kept of a line that is too long, for its id.
const KEPT: usize = 64;

/// A preprocessed line of input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputLine<'a> {
    /// The line number from 1, including empty lines and comments.
    pub number: u64,
    /// The text; only the beginning if the line is too long.
    pub text: &'a str,
    /// The bytes, if they are not UTF-8.
    pub bytes: Option<&'a [u8]>,
    /// Whether the line is longer than [`MAX_LINE`].
    pub too_long: bool,
}

/// Lines that were read at once.
#[derive(Default)]
pub struct Batch {
    text: String,
    lines: Vec<(u64, Range<usize>, bool)>,
    /// The bytes of lines that are not UTF-8, by their numbers.
    bytes: Vec<(u64, Vec<u8>)>,
}

impl Batch {
    /// Returns the memory that the batch takes, in bytes. A short line takes more for its record
    /// than for its text.
    fn memory(&self) -> usize {
        let lines = self.lines.capacity() * size_of::<(u64, Range<usize>, bool)>();
        let records = self.bytes.capacity() * size_of::<(u64, Vec<u8>)>();
        let bytes: usize = self.bytes.iter().map(|(_, bytes)| bytes.capacity()).sum();
        size_of::<Batch>() + self.text.capacity() + lines + records + bytes
    }

    fn bytes_of(&self, number: u64) -> Option<&[u8]> {
        let at = self.bytes.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        Some(&self.bytes[at].1)
    }

    /// Returns the lines in order.
    pub fn lines(&self) -> impl Iterator<Item = InputLine<'_>> {
        let line = |(number, range, too_long): &(u64, Range<usize>, bool)| InputLine {
            number: *number,
            text: &self.text[range.clone()],
            bytes: self.bytes_of(*number),
            too_long: *too_long,
        };
        self.lines.iter().map(line)
    }
}

#[derive(Default)]
struct Queue {
    batches: VecDeque<Batch>,
    /// The memory of the batches, in bytes.
    waiting: usize,
    /// Whether the reader waits until the session has taken lines. It sees no interrupt meanwhile.
    paused: bool,
    /// The number of the latest line.
    latest: u64,
    /// Searches of commands on lines before this one have been interrupted.
    interrupted: u64,
    /// Whether the input has ended.
    ended: bool,
    /// The running search.
    searching: Option<RunningSearch>,
    /// The running command waits for a line after this one.
    awaited: Option<u64>,
}

/// A running search, as far as the reader needs to know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunningSearch {
    /// The line number of the command that searches.
    pub number: u64,
    /// Whether every later line stops it.
    pub until_any_line: bool,
    /// Whether only an interrupt can stop it, so that it must not outlast the input.
    pub endless: bool,
}

impl RunningSearch {
    /// Returns how soon it has to stop when the input ends.
    fn urgency_at_end(self) -> Urgency {
        if self.endless { Urgency::Now } else { Urgency::Soon }
    }
}

/// The session's end of the reader thread: commands to take, and a flag that stops searches.
///
/// The reader pauses when waiting lines take much memory, and the client's writes block in turn. An
/// endless search then stops, because nothing that the client writes could interrupt it.
pub struct CommandReader {
    queue: Mutex<Queue>,
    changed: Condvar,
    interrupt: Interrupt,
    /// The memory in bytes that waiting lines may take.
    limit: usize,
    /// The time between pauses of a search; `None` if another thread reads the input.
    slice: Option<Duration>,
}

impl Default for CommandReader {
    fn default() -> Self {
        CommandReader::with_limit(MAX_WAITING)
    }
}

impl CommandReader {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with_limit(limit: usize) -> CommandReader {
        CommandReader {
            queue: Mutex::default(),
            changed: Condvar::new(),
            interrupt: Interrupt::default(),
            limit,
            slice: None,
        }
    }

    /// Starts a thread that reads `input` to its end, or to `quit`.
    pub fn spawn(input: impl Read + Send + 'static) -> Arc<CommandReader> {
        CommandReader::default().start(input)
    }

    fn start(self, input: impl Read + Send + 'static) -> Arc<CommandReader> {
        let reader = Arc::new(self);
        let shared = Arc::clone(&reader);
        exhaustion::spawn(move || ReaderThread::new(input, &shared).run());
        reader
    }

    /// Returns the waiting lines, or waits for the next ones; `None` after the end.
    pub fn next(&self) -> Option<Batch> {
        let mut queue = self.lock();
        loop {
            if let Some(batch) = self.pop(&mut queue) {
                return Some(batch);
            }
            if queue.ended {
                return None;
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns the waiting lines, if any.
    pub fn try_next(&self) -> Option<Batch> {
        let mut queue = self.lock();
        self.pop(&mut queue)
    }

    /// Returns whether lines are waiting.
    pub fn has_lines(&self) -> bool {
        !self.lock().batches.is_empty()
    }

    fn pop(&self, queue: &mut Queue) -> Option<Batch> {
        let batch = queue.batches.pop_front()?;
        queue.waiting -= batch.memory();
        self.changed.notify_all();
        Some(batch)
    }

    /// The flag that stops searches.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Begins a search that [`CommandReader::interrupt`] can stop.
    pub fn begin_search(&self, search: RunningSearch) {
        let mut queue = self.lock();
        queue.searching = Some(search);
        self.interrupt.clear();
        let is_outdated = search.until_any_line && queue.latest > search.number;
        if queue.interrupted > search.number || is_outdated || queue.paused && search.endless {
            self.interrupt.call(Urgency::Now);
        } else if queue.ended {
            self.interrupt.call(search.urgency_at_end());
        }
    }

    /// Begins a search that any later line stops, if no line waits and the input has not ended.
    pub fn begin_pondering(&self) -> Option<&Interrupt> {
        let mut queue = self.lock();
        if !queue.batches.is_empty() || queue.ended {
            return None;
        }
        queue.searching = Some(RunningSearch { number: queue.latest, until_any_line: true, endless: true });
        self.interrupt.clear();
        Some(&self.interrupt)
    }

    /// Ends the search, and returns how soon it had to stop.
    pub fn end_search(&self) -> Urgency {
        self.lock().searching = None;
        self.interrupt.urgency()
    }

    /// Returns a reader for a single command: no interrupt ever comes, and an analysis ends at
    /// once.
    pub fn detached() -> CommandReader {
        let reader = CommandReader::default();
        reader.lock().latest = u64::MAX;
        reader
    }

    /// Returns a reader for lines that the thread of the session [feeds](CommandReader::feed)
    /// between the slices of its searches.
    pub fn fed(slice: Duration) -> CommandReader {
        CommandReader { slice: Some(slice), ..CommandReader::with_limit(usize::MAX) }
    }

    /// The time between pauses of a search; `None` for searches without pauses.
    pub fn slice(&self) -> Option<Duration> {
        self.slice
    }

    /// Takes a line of input.
    pub fn feed(&self, line: &[u8]) {
        let mut thread = ReaderThread::new(std::io::empty(), self);
        thread.number = self.lock().latest;
        thread.line(line);
        thread.send();
    }

    /// Returns whether the running command goes on only when a line is fed.
    pub fn needs_line(&self) -> bool {
        let queue = self.lock();
        queue.awaited.is_some_and(|number| queue.latest <= number)
    }

    /// Waits until a line after `number` comes or the input ends.
    pub async fn wait_for_line_after(&self, number: u64) {
        if self.slice.is_some() {
            self.lock().awaited = Some(number);
            while self.needs_line() {
                pause().await;
            }
            self.lock().awaited = None;
            return;
        }
        let mut queue = self.lock();
        while queue.latest <= number && !queue.ended {
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::MAX_LINE;

    fn lines(input: &[u8]) -> Vec<(u64, String, bool)> {
        let reader = CommandReader::spawn(std::io::Cursor::new(input.to_vec()));
        std::iter::from_fn(|| reader.next())
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

    /// Input without end that counts what was read of it.
    struct Endless(Arc<std::sync::atomic::AtomicUsize>);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let text = b"x\n".iter().cycle();
            buffer.iter_mut().zip(text).for_each(|(byte, &next)| *byte = next);
            self.0.fetch_add(buffer.len(), std::sync::atomic::Ordering::Relaxed);
            Ok(buffer.len())
        }
    }

    /// Waits until the reader pauses.
    fn wait_for_pause(reader: &CommandReader) {
        let mut queue = reader.lock();
        while !queue.paused {
            queue = reader.changed.wait(queue).unwrap();
        }
    }

    #[test]
    fn the_records_of_waiting_lines_are_counted_and_reading_stops_at_the_limit() {
        let read = Arc::default();
        let limit = 4 << 20;
        let reader = CommandReader::with_limit(limit).start(Endless(Arc::clone(&read)));
        wait_for_pause(&reader);
        let memory = reader.lock().batches.iter().map(Batch::memory).sum::<usize>();
        assert_eq!(memory, reader.lock().waiting);
        assert!((limit..2 * limit).contains(&memory), "{memory}");
        // Two bytes of input take at least as much memory as the record of their line.
        let lines = read.load(std::sync::atomic::Ordering::Relaxed) / 2;
        assert!(lines * size_of::<(u64, Range<usize>, bool)>() < 2 * limit, "{lines} lines were read");
        // Reading goes on when lines are taken.
        for _ in 0..2 * lines {
            if reader.next().unwrap().lines().last().unwrap().number > lines as u64 {
                return;
            }
        }
        panic!("the reader did not go on");
    }

    #[test]
    fn an_endless_search_ends_when_no_interrupt_could_be_read() {
        let search = RunningSearch { number: u64::MAX, until_any_line: false, endless: true };
        let reader = CommandReader::with_limit(1 << 16).start(Endless(Arc::default()));
        wait_for_pause(&reader);
        reader.begin_search(search);
        assert_eq!(reader.end_search(), Urgency::Now);
        reader.begin_search(RunningSearch { endless: false, ..search });
        assert_eq!(reader.end_search(), Urgency::None, "it ends by itself, and the reader goes on");
    }

    #[test]
    fn an_interrupt_concerns_earlier_lines_only() {
        let reader = CommandReader::spawn(std::io::Cursor::new(b"genmove b\n# interrupt\ngenmove w\n".to_vec()));
        while reader.next().is_some() {}
        let search = RunningSearch { number: 1, until_any_line: false, endless: false };
        reader.begin_search(search);
        assert_eq!(reader.end_search(), Urgency::Now);
        reader.begin_search(RunningSearch { number: 3, ..search });
        assert_eq!(reader.end_search(), Urgency::Soon, "the input has ended");
        reader.begin_search(RunningSearch { number: 3, endless: true, ..search });
        assert_eq!(reader.end_search(), Urgency::Now, "nothing else would end it");
    }
}
