//! The threads: one reads lines, some search, one writes answers; the caller's own decides what lines mean.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::answer::{self, Writer};
use super::config::{Override, Perspective};
use super::fields::Refusal;
use super::query::{self, Asked, Query};
use super::queue::{QueryPosition, Queue};
use crate::engine::{Request, Settings};
use crate::search::Limits;
use crate::setup::Setup;

/// How queries are answered that don't say otherwise.
#[derive(Clone, Debug)]
pub struct AnalysisOptions {
    /// The game of queries that name none, and its komi.
    pub setup: Setup,
    /// How each search thinks.
    pub settings: Settings,
    /// Whether each query is searched with a random seed of its own.
    pub random: bool,
    /// Positions searched at once, 1 or more.
    pub positions: usize,
    /// Simulations a position.
    pub visits: Option<u64>,
    /// Time a position.
    pub time: Option<Duration>,
    /// By whose eyes values are told.
    pub perspective: Perspective,
    /// How many moves of a variation are told after its first.
    pub pv_length: usize,
    /// Whether fields that nobody knows are complained of.
    pub warn_unused: bool,
    /// Whether the end of input ends all searches at once, their answers unwritten.
    pub quits_at_end: bool,
}

/// The usual length of a variation, its first move not counted: KataGo's.
const PV_LENGTH: usize = 15;

/// A longer line is refused.
const MAX_LINE: usize = 1 << 24;

/// Lines that are read ahead.
const LINES_AHEAD: usize = 1024;

impl AnalysisOptions {
    /// The usual ones, for queries that name no game.
    pub fn new(setup: Setup) -> AnalysisOptions {
        AnalysisOptions {
            setup,
            settings: Settings::default(),
            random: false,
            positions: 1,
            visits: None,
            time: None,
            perspective: Perspective::default(),
            pv_length: PV_LENGTH,
            warn_unused: true,
            quits_at_end: false,
        }
    }

    /// The same with some settings replaced.
    pub fn with(mut self, settings: &Override) -> AnalysisOptions {
        if settings.visits.is_some() || settings.time.is_some() {
            (self.visits, self.time) = (settings.visits, settings.time);
        }
        self.perspective = settings.perspective.unwrap_or(self.perspective);
        self.pv_length = settings.pv_length.unwrap_or(self.pv_length);
        self.positions = settings.positions.unwrap_or(self.positions);
        self.settings.threads = settings.search_threads.unwrap_or(self.settings.threads);
        self.warn_unused = settings.warn_unused.unwrap_or(self.warn_unused);
        self
    }

    /// What bounds a search for which a query gives these bounds.
    pub(super) fn limits(&self, visits: Option<u64>, time: Option<Duration>) -> Limits {
        let visits = visits.or(self.visits);
        let time = time.or(self.time);
        Limits { visits, time }.or_default()
    }
}

/// What happens to the thread that decides.
enum Event {
    /// A line came.
    Line(String),
    /// A line came that is too long.
    TooLong,
    /// No more lines will come.
    End,
    /// Nobody reads the answers any more.
    Closed(io::Error),
}

/// Answers the queries of `input` on `output` until all that were read before the end of the input are answered. The thread that
/// reads outlives the call where the answers can't be written.
///
/// # Errors
/// If the answers can't be written; a reader of them that has gone is no error.
pub fn serve(
    options: AnalysisOptions,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let (events, happened) = mpsc::sync_channel(LINES_AHEAD);
    let (answers, to_write) = mpsc::channel();
    let queue = Arc::new(Queue::default());
    let writer = {
        let (events, queue) = (events.clone(), Arc::clone(&queue));
        std::thread::spawn(move || write(&to_write, output, &queue, &events))
    };
    std::thread::spawn(move || read(BufReader::new(input), &events));
    let threads: Vec<JoinHandle<()>> = (0..options.positions.max(1))
        .map(|_| {
            let (queue, answers, options) = (Arc::clone(&queue), answers.clone(), options.clone());
            std::thread::spawn(move || search(&queue, &answers, &options))
        })
        .collect();
    let error = decide(&options, &queue, &answers, &happened);
    for thread in threads {
        // A thread that panicked has said so on standard error.
        let _ = thread.join();
    }
    drop(answers);
    let written = writer.join().unwrap_or(Ok(()));
    match error.map_or(written, Err) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Reads lines to the end of the input; an error of reading ends it too.
fn read(mut input: impl BufRead, events: &SyncSender<Event>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let event = match (&mut input).take(MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => Event::End,
            Ok(_) if bytes.len() > MAX_LINE && bytes.last() != Some(&b'\n') => {
                let _ = skip_line(&mut input);
                Event::TooLong
            }
            Ok(_) => Event::Line(String::from_utf8_lossy(&bytes).into_owned()),
        };
        let ended = matches!(event, Event::End);
        if events.send(event).is_err() || ended {
            break;
        }
    }
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, ended) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if ended {
            return Ok(());
        }
    }
}

/// Writes answers, a line each, as long as there can be more.
fn write(
    answers: &Receiver<Value>,
    mut output: impl Write,
    queue: &Queue,
    events: &SyncSender<Event>,
) -> io::Result<()> {
    for answer in answers {
        let written = output.write_all(format!("{answer}\n").as_bytes()).and_then(|()| output.flush());
        if let Err(error) = written {
            queue.abandon();
            // Where nobody listens any more, all is being ended already.
            let _ = events.try_send(Event::Closed(io::Error::new(error.kind(), error.to_string())));
            return Err(error);
        }
    }
    Ok(())
}

/// Does what lines say until the last of them. The error that made an end of it, if one did.
fn decide(
    options: &AnalysisOptions,
    queue: &Queue,
    answers: &Sender<Value>,
    events: &Receiver<Event>,
) -> Option<io::Error> {
    // Who reads answers no more is noticed by the thread that writes them.
    let tell = |answer: Value| _ = answers.send(answer);
    for event in events {
        match event {
            Event::Line(text) if text.trim().is_empty() => {}
            Event::Line(text) => take(text.trim(), options, queue, &tell),
            Event::TooLong => {
                let message = format!("Request line is longer than {MAX_LINE} bytes");
                tell(answer::error(None, &Refusal::of_line(message)));
            }
            Event::Closed(error) => return Some(error),
            Event::End => break,
        }
    }
    if options.quits_at_end {
        queue.abandon();
    } else {
        queue.close();
    }
    None
}

fn take(text: &str, options: &AnalysisOptions, queue: &Queue, tell: &impl Fn(Value)) {
    let line = match query::read(text, options) {
        Ok(line) => line,
        Err(refusal) => return tell(answer::error(None, &refusal)),
    };
    let mut object = line.object;
    match line.asked {
        Err(refusal) => return tell(answer::error(Some(&line.id), &refusal)),
        Ok(Asked::Analyze(query)) => {
            line.warnings.iter().for_each(|warning| tell(answer::warning(&line.id, warning)));
            let query = Arc::new(*query);
            return queue.push(
                query.turns.iter().map(|&(turn, priority)| QueryPosition::new(Arc::clone(&query), turn, priority)),
            );
        }
        Ok(Asked::Version) => {
            object.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
            object.insert("git_hash".to_owned(), "<omitted>".into());
        }
        Ok(Asked::Models) => _ = object.insert("models".to_owned(), json!([])),
        // Every search begins with an empty tree, so nothing is kept that could be cleared.
        Ok(Asked::ClearCache) => {}
        Ok(Asked::Terminate(termination)) => {
            let given_up = queue.terminate(|job| termination.concerns(&job.query, job.turn));
            given_up.iter().for_each(|job| tell(answer::no_results(&job.query, job.turn)));
        }
    }
    tell(Value::Object(object));
}

/// Searches positions as long as there are any.
fn search(queue: &Queue, answers: &Sender<Value>, options: &AnalysisOptions) {
    while let Some((number, job)) = queue.pop() {
        let answer = catch_unwind(AssertUnwindSafe(|| analyze(&job, options, &|answer| _ = answers.send(answer))));
        let answer = answer.unwrap_or_else(|_| {
            let message = format!("Internal error in the search of turn {}", job.turn);
            answer::error(Some(&job.query.id), &Refusal::of_line(message))
        });
        queue.done(number);
        if !(options.quits_at_end && queue.is_abandoned()) && answers.send(answer).is_err() {
            queue.abandon();
        }
    }
}

/// Searches a position, telling how far it has come where that is asked for; the last answer.
fn analyze(job: &QueryPosition, options: &AnalysisOptions, tell: &dyn Fn(Value)) -> Value {
    let query: &Query = &job.query;
    let mut player = query.record.player(job.turn);
    let writer = Writer::new(query, job.turn, &*player);
    let seed = if options.random { rand::random() } else { options.settings.seed };
    let settings = Settings { threads: query.threads, seed, ..options.settings };
    let request = Request {
        fresh: true,
        report_every: query.report.map(|(first, every)| first.min(every)),
        ownership: query.ownership,
        move_ownership: query.move_ownership,
        to_the_limit: true,
        restrictions: &query.restrictions,
        ..Request::new(player.history().to_move(), query.limits, &settings, &job.interrupt)
    };
    let started = Instant::now();
    let mut due = query.report.and_then(|(first, _)| started.checked_add(first));
    let choice = player.choose(&request, &mut |report| {
        let now = Instant::now();
        if due.is_some_and(|due| now >= due) {
            due = query.report.and_then(|(_, every)| now.checked_add(every));
            tell(writer.answer(report, true));
        }
    });
    if job.is_terminated() && choice.report.visits == 0 && !player.history().is_over() {
        return answer::no_results(query, job.turn);
    }
    writer.answer(&choice.report, false)
}
