//! Running one suite on one engine, from the first command to the last, even if the engine fails.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use quintet_core::time::TimeSource;

use super::suite::{BadExpectation, Expectation, Suite, SuiteCommand, Test};
use crate::driver::framing::Response;
use crate::driver::process::{Process, ProcessError};

/// The time for an engine to end after `quit`.
const QUIT_LIMIT: Duration = Duration::from_secs(2);

/// The options of a run.
#[derive(Clone)]
pub struct SuiteOptions {
    /// The engine's program and arguments; see [`resolve`].
    pub engine: Vec<OsString>,
    /// The time limit for each command.
    pub timeout: Duration,
    /// The commands to send before each suite.
    pub prelude: Vec<String>,
    /// Whether to print the traffic to stderr.
    pub verbose: bool,
    /// The clock that measures the time of tests.
    pub time: Arc<dyn TimeSource>,
}

/// The four outcomes of GNU Go's regression tests, and tests that are ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestOutcome {
    /// `passed`: the test passed as expected.
    Passed,
    /// `PASSED`: a known failure passed.
    UnexpectedPass,
    /// `failed`: a known failure failed.
    KnownFailure,
    /// `FAILED`: the test failed unexpectedly.
    Failed,
    /// The test is marked `&`: its result does not count.
    Ignored,
}

impl TestOutcome {
    /// Returns whether the outcome is as expected.
    pub fn is_expected(self) -> bool {
        !matches!(self, TestOutcome::UnexpectedPass | TestOutcome::Failed)
    }
}

/// The result of a test.
#[derive(Clone, Debug)]
pub struct TestResult {
    /// The test's number in its suite, or `line N` if it has none.
    pub name: String,
    pub command: String,
    /// The expression, without brackets; empty if the command only had to succeed.
    pub expected: String,
    /// The reason why the expression cannot be read, if so.
    pub unreadable: Option<BadExpectation>,
    pub outcome: TestOutcome,
    /// The reaction of the engine.
    pub found: Reaction,
    /// The time of the response.
    pub time: Duration,
}

/// The reaction of the engine to a command.
#[derive(Clone, Debug)]
pub enum Reaction {
    Response(Response),
    /// The engine crashed, hung or broke the protocol, as described.
    Fault(String),
}

/// A command that is not a test and did not succeed.
#[derive(Clone, Debug)]
pub struct FailedCommand {
    /// The number of its line, from 1.
    pub line: usize,
    pub command: String,
    /// The reaction of the engine.
    pub found: Reaction,
}

/// An event of a run.
#[derive(Clone, Debug)]
pub enum Event {
    /// A test was judged.
    Test(TestResult),
    /// A command that is not a test did not succeed.
    FailedCommand(FailedCommand),
    /// The engine was started again after a fault.
    Restart,
}

/// The error for an engine that cannot be started, or not restarted after a fault.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the engine cannot be run: {0}")]
pub struct StartError(String);

/// Runs a suite and passes all events to `report`.
///
/// After a fault the engine is restarted and gets the prelude and the set-up commands of the suite
/// that succeeded before.
///
/// # Errors
/// Returns an error if the engine cannot be started, or fails again while it is set up.
pub fn run(suite: &Suite, options: &SuiteOptions, mut report: impl FnMut(Event)) -> Result<(), StartError> {
    let mut setup: Vec<&str> = options.prelude.iter().map(String::as_str).collect();
    let mut engine = Some(start(suite, options, &setup)?);
    for step in &suite.steps {
        if let (true, Some(test)) = (step.command.is_empty(), &step.test) {
            let nothing = Reaction::Response(Response::Failure(String::new()));
            report(Event::Test(judge(step, test, nothing, Duration::ZERO)));
            continue;
        }
        let running = match &mut engine {
            Some(running) => running,
            gone => {
                report(Event::Restart);
                gone.insert(start(suite, options, &setup)?)
            }
        };
        let from = options.time.now();
        let found = match ask(running, &step.command, options) {
            Ok(answer) => Reaction::Response(answer),
            Err(error) => {
                running.kill();
                engine = None;
                Reaction::Fault(error.to_string())
            }
        };
        let time = options.time.since(from);
        // Commands with a number change nothing, or their effect is lost.
        let is_setup = step.test.as_ref().is_none_or(|test| test.number.is_none());
        if is_setup && matches!(found, Reaction::Response(Response::Success(_))) {
            setup.push(&step.command);
        } else if step.test.is_none() {
            let (line, command, found) = (step.line, step.command.clone(), found.clone());
            report(Event::FailedCommand(FailedCommand { line, command, found }));
        }
        if let Some(test) = &step.test {
            report(Event::Test(judge(step, test, found, time)));
        }
    }
    if let Some(engine) = engine {
        engine.quit(QUIT_LIMIT);
    }
    Ok(())
}

/// Starts the engine in the suite's directory and repeats the set-up commands.
fn start(suite: &Suite, options: &SuiteOptions, setup: &[&str]) -> Result<Process, StartError> {
    let fail = |error: ProcessError| StartError(error.to_string());
    let directory = if suite.directory.as_os_str().is_empty() { Path::new(".") } else { &suite.directory };
    let words = resolve(&options.engine, directory);
    let mut engine = Process::start_in(&words, Some(directory), Arc::clone(&options.time)).map_err(fail)?;
    // Tests that it speaks the protocol; the response does not matter.
    ask(&mut engine, "name", options).map_err(fail)?;
    for command in setup {
        if let Response::Failure(message) = ask(&mut engine, command, options).map_err(fail)? {
            return Err(StartError(format!("{command:?} was answered with {message:?}")));
        }
    }
    Ok(engine)
}

/// Prints a line to standard error; a closed or full stream does not end the work.
fn print_line(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

fn ask(engine: &mut Process, command: &str, options: &SuiteOptions) -> Result<Response, ProcessError> {
    if options.verbose {
        print_line(format_args!("> {command}"));
    }
    let answer = engine.ask(command, options.timeout);
    if options.verbose {
        match &answer {
            Ok(answer) => print_line(format_args!("< {answer}")),
            Err(error) => print_line(format_args!("! {error}")),
        }
    }
    answer
}

/// Converts an engine's command line for running in the suite's directory: a program with a
/// relative path becomes absolute, and so does an argument that names a file in the current
/// directory but not in the suite's.
pub fn resolve(words: &[OsString], directory: &Path) -> Vec<OsString> {
    let Ok(here) = std::env::current_dir() else { return words.to_vec() };
    let has = |word: &OsStr, marks: &[u8]| word.as_encoded_bytes().iter().any(|byte| marks.contains(byte));
    let absolute = |word: &OsStr| here.join(word).into_os_string();
    let is_file_here = |word: &OsStr| {
        has(word, b"/.") && Path::new(word).is_relative() && here.join(word).is_file() && !directory.join(word).exists()
    };
    let mut resolved = words.to_vec();
    if let Some((program, arguments)) = resolved.split_first_mut() {
        if has(program, b"/") && PathBuf::from(&*program).is_relative() {
            *program = absolute(program);
        }
        for argument in arguments.iter_mut().filter(|argument| is_file_here(argument)) {
            *argument = absolute(argument);
        }
    }
    resolved
}

fn judge(step: &SuiteCommand, test: &Test, found: Reaction, time: Duration) -> TestResult {
    let (expected, unreadable) = match &test.expected {
        Some(Err(error)) => (None, Some(error.clone())),
        Some(Ok(expected)) => (Some(expected), None),
        None => (None, None),
    };
    let outcome = match (expected, &found) {
        _ if unreadable.is_some() => TestOutcome::Failed,
        (Some(expected), _) if expected.ignored => TestOutcome::Ignored,
        (_, Reaction::Fault(_)) => TestOutcome::Failed,
        (None, Reaction::Response(Response::Success(_))) => TestOutcome::Passed,
        (None, Reaction::Response(Response::Failure(_))) => TestOutcome::Failed,
        (Some(expected), Reaction::Response(answer)) => match (passes(expected, answer), expected.known_failure) {
            (true, false) => TestOutcome::Passed,
            (true, true) => TestOutcome::UnexpectedPass,
            (false, true) => TestOutcome::KnownFailure,
            (false, false) => TestOutcome::Failed,
        },
    };
    TestResult {
        name: test.number.map_or_else(|| format!("line {}", step.line), |number| number.to_string()),
        command: step.command.clone(),
        expected: expected.map(Expectation::to_string).unwrap_or_default(),
        unreadable,
        outcome,
        found,
        time,
    }
}

/// Returns whether a response is as expected.
fn passes(expected: &Expectation, answer: &Response) -> bool {
    match answer {
        Response::Success(text) => expected.matches(text),
        Response::Failure(message) => expected.matches_error(message),
    }
}
