//! The threads of the server: one reads lines, some search, one writes answers; the caller's thread
//! processes the lines.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::JoinHandle;
use std::time::Instant;

use serde_json::{Value, json};

use super::answer::{self, Writer};
use super::fields::QueryError;
use super::options::AnalysisOptions;
use super::query::{self, Command, Query};
use super::queue::{QueryPosition, Queue};
use super::send_queue::SendQueue;
use quintet_engine::{Engine, Knowledge, Request, Settings};
use quintet_search::{Report, SearchOptions};
use quintet_system::exhaustion;
use quintet_system::panics::panic_message;

/// The longest line that is read, in bytes.
const MAX_LINE: usize = 1 << 24;

/// The number of lines that are read ahead.
const LINES_AHEAD: usize = 1024;

/// An event for the thread that processes lines.
enum Event {
    /// A line of input.
    Line(String),
    /// A line that is too long.
    TooLong,
    /// The end of the input.
    End,
    /// An error of the output.
    Closed(io::Error),
}

/// Answers the queries of `input` on `output`; returns when all queries before the end of the input
/// are answered.
///
/// A panic in a search is answered as an error of its query. If the output fails, the thread that
/// reads the input outlives the call.
///
/// # Errors
/// Returns an error if the answers cannot be written; a closed pipe is not an error.
pub fn serve(
    options: AnalysisOptions,
    knowledge: Knowledge,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let (events, happened) = mpsc::sync_channel(LINES_AHEAD);
    let answers = Arc::new(SendQueue::default());
    let queue = Arc::new(Queue::default());
    let writer = {
        let (events, queue, answers) = (events.clone(), Arc::clone(&queue), Arc::clone(&answers));
        exhaustion::spawn(move || write(&answers, output, &queue, &events))
    };
    exhaustion::spawn(move || read(BufReader::new(input), &events));
    let threads: Vec<JoinHandle<()>> = (0..options.positions.max(1))
        .map(|_| {
            let (queue, answers) = (Arc::clone(&queue), Arc::clone(&answers));
            let (options, knowledge) = (options.clone(), knowledge.clone());
            exhaustion::spawn(move || search(&queue, &answers, &options, &knowledge))
        })
        .collect();
    let error = process(&options, &queue, &answers, &happened);
    for thread in threads {
        // Panics in a search are caught in the thread; any other one is printed to standard error.
        let _ = thread.join();
    }
    answers.close();
    let written = writer.join().unwrap_or(Ok(()));
    match error.map_or(written, Err) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Reads lines up to the end of the input or a read error.
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

/// Skips the rest of a line.
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

/// Writes answers, one per line, until there can be no more.
fn write(answers: &SendQueue, mut output: impl Write, queue: &Queue, events: &SyncSender<Event>) -> io::Result<()> {
    while let Some(line) = answers.pop() {
        let written = output.write_all(line.as_bytes()).and_then(|()| output.flush());
        if let Err(error) = written {
            queue.abandon();
            answers.break_off();
            // If the receiver is gone, the server is ending already.
            let _ = events.try_send(Event::Closed(io::Error::new(error.kind(), error.to_string())));
            return Err(error);
        }
    }
    Ok(())
}

/// Processes lines up to the last one; returns the output error that stopped it, if any.
fn process(
    options: &AnalysisOptions,
    queue: &Queue,
    answers: &SendQueue,
    events: &Receiver<Event>,
) -> Option<io::Error> {
    // The thread that writes answers notices a closed output.
    let send = |answer: Value| answers.push(&answer);
    for event in events {
        match event {
            Event::Line(text) if text.trim().is_empty() => {}
            Event::Line(text) => process_line(text.trim(), options, queue, &send),
            Event::TooLong => {
                let message = format!("Request line is longer than {MAX_LINE} bytes");
                send(answer::error(None, &QueryError::of_line(message)));
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

/// Processes a line.
fn process_line(text: &str, options: &AnalysisOptions, queue: &Queue, send: &impl Fn(Value)) {
    let line = match query::read(text, options) {
        Ok(line) => line,
        Err(error) => return send(answer::error(None, &error)),
    };
    let mut object = line.object;
    match line.command {
        Err(error) => return send(answer::error(Some(&line.id), &error)),
        Ok(Command::Analyze(query)) => {
            line.warnings.iter().for_each(|warning| send(answer::warning(&line.id, warning)));
            let query = Arc::new(*query);
            return queue.push(
                query.turns.iter().map(|&(turn, priority)| QueryPosition::new(Arc::clone(&query), turn, priority)),
            );
        }
        Ok(Command::Version) => {
            object.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
            object.insert("git_hash".to_owned(), "<omitted>".into());
        }
        Ok(Command::Models) => _ = object.insert("models".to_owned(), json!([])),
        // Every search begins with an empty tree, so there is nothing to clear.
        Ok(Command::ClearCache) => {}
        Ok(Command::Terminate(termination)) => {
            let removed = queue.terminate(|job| termination.includes(&job.query, job.turn));
            removed.iter().for_each(|job| send(answer::no_results(&job.query, job.turn)));
        }
    }
    send(Value::Object(object));
}

/// Searches positions until the queue is closed and empty.
fn search(queue: &Queue, answers: &SendQueue, options: &AnalysisOptions, knowledge: &Knowledge) {
    while let Some((number, job)) = queue.pop() {
        let send = |report: Value| answers.push_report(&report);
        let answer = catch_unwind(AssertUnwindSafe(|| analyze(&job, options, knowledge, &send)));
        let answer = answer.unwrap_or_else(|panic| {
            log::error!("the search of query {} panicked: {}", job.query.id, panic_message(&*panic));
            let message = format!("Internal error in the search of turn {}", job.turn);
            answer::error(Some(&job.query.id), &QueryError::of_line(message))
        });
        queue.done(number);
        if !(options.quits_at_end && queue.is_abandoned()) {
            answers.push(&answer);
        }
    }
}

/// Searches a position and returns the last answer; sends reports during the search if the query
/// asks for them.
fn analyze(job: &QueryPosition, options: &AnalysisOptions, knowledge: &Knowledge, send: &dyn Fn(Value)) -> Value {
    let query: &Query = &job.query;
    let seed = if options.random { rand::random() } else { options.settings.seed };
    let settings = Settings { threads: query.threads, seed, ..options.settings.clone() };
    let mut engine = Engine::new(query.game_at(job.turn), knowledge);
    let writer = Writer::new(query, job.turn, &engine, &settings);
    let mut request = Request::new(engine.game().to_move(), query.limits, &settings, &job.interrupt);
    request.fresh = true;
    request.options = SearchOptions {
        report_every: query.report.map(|(first, every)| first.min(every)),
        ownership: query.ownership,
        move_ownership: query.move_ownership,
        to_the_limit: true,
        wide_root: query.wide_root,
        restrictions: &query.restrictions,
        ..request.options
    };
    let started = Instant::now();
    let mut due = query.report.and_then(|(first, _)| started.checked_add(first));
    let choice = engine.choose(&request, &mut |report| {
        let now = Instant::now();
        if due.is_some_and(|due| now >= due) {
            due = query.report.and_then(|(_, every)| now.checked_add(every));
            send(writer.answer(report, true));
        }
    });
    let mut report = choice.report;
    if job.is_terminated() && report.visits == 0 && !engine.game().is_over() {
        return answer::no_results(query, job.turn);
    }
    if let Some(visits) = query.limits.visits.filter(|_| !job.is_terminated()) {
        let ended_early = query.limits.time.is_none() || report.proof.is_some();
        count_missing(&mut report, if ended_early { visits } else { 0 });
    }
    writer.answer(&report, false)
}

/// Counts visits up to `visits` for the best move of a search that ended before, because nothing
/// was left to find out. Clients of KataGo wait for the visits that they asked for.
fn count_missing(report: &mut Report, visits: u64) {
    let missing = visits.saturating_sub(report.visits);
    if let Some(best) = report.candidates.first_mut() {
        report.visits += missing;
        best.visits += missing;
        if let Some(first) = best.pv_visits.first_mut() {
            *first += missing;
        }
    }
}
