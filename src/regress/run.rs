//! Running one suite on one engine, from its first command to its last, whatever the engine does.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::suite::{Expectation, Suite, SuiteCommand, Test};
use crate::driver::framing::Response;
use crate::driver::process::{Process, ProcessError};

/// How long an engine may take to end after `quit`.
const QUIT_LIMIT: Duration = Duration::from_secs(2);

/// How suites are run.
#[derive(Clone, Debug)]
pub struct SuiteOptions {
    /// The engine's program and arguments, as given; see [`resolve`].
    pub engine: Vec<String>,
    /// For each command.
    pub timeout: Duration,
    /// Commands sent before each suite.
    pub prelude: Vec<String>,
    /// Whether the traffic goes to stderr.
    pub verbose: bool,
}

/// The four outcomes of GNU Go's regression tests, and the result that is not judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestOutcome {
    /// `passed`: as expected.
    Passed,
    /// `PASSED`: a known failure that passed.
    UnexpectedPass,
    /// `failed`: a known failure.
    KnownFailure,
    /// `FAILED`.
    Failed,
    /// Marked `&`.
    Ignored,
}

impl TestOutcome {
    /// Whether the test came out as the suite says.
    pub fn is_expected(self) -> bool {
        !matches!(self, TestOutcome::UnexpectedPass | TestOutcome::Failed)
    }
}

/// What a test came to.
#[derive(Clone, Debug)]
pub struct TestResult {
    /// The test's number in its suite.
    pub number: u32,
    /// What was asked.
    pub command: String,
    /// The expression, without brackets; empty where success was enough.
    pub expected: String,
    /// The verdict.
    pub outcome: TestOutcome,
    /// What came back.
    pub found: Reaction,
    /// How long the answer took.
    pub time: Duration,
}

/// What came back from the engine.
#[derive(Clone, Debug)]
pub enum Reaction {
    /// An answer.
    Response(Response),
    /// No answer: the engine crashed, hung or broke the protocol. In words.
    Fault(String),
}

/// A command that is no test and did not succeed.
#[derive(Clone, Debug)]
pub struct FailedCommand {
    /// The line of the command, counted from 1.
    pub line: usize,
    /// What was asked.
    pub command: String,
    /// What came back.
    pub found: Reaction,
}

/// What happened, as it happens.
#[derive(Clone, Debug)]
pub enum Event {
    /// A test was judged.
    Test(TestResult),
    /// A command that is no test did not succeed.
    FailedCommand(FailedCommand),
    /// The engine was started again after a fault.
    Restart,
}

/// The engine can't be started, or not again after a fault.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the engine cannot be run: {0}")]
pub struct StartError(String);

/// Runs a suite and tells `report` of everything that happens.
///
/// After a fault the engine is started again and gets the prelude and the suite's set-up commands that had succeeded.
///
/// # Errors
/// If the engine can't be started, or breaks again while it is set up anew.
pub fn run(suite: &Suite, options: &SuiteOptions, mut report: impl FnMut(Event)) -> Result<(), StartError> {
    let mut setup: Vec<&str> = options.prelude.iter().map(String::as_str).collect();
    let mut engine = Some(start(suite, options, &setup)?);
    for step in &suite.steps {
        let running = match &mut engine {
            Some(running) => running,
            gone => {
                report(Event::Restart);
                gone.insert(start(suite, options, &setup)?)
            }
        };
        let from = Instant::now();
        let found = match ask(running, &step.command, options) {
            Ok(answer) => Reaction::Response(answer),
            Err(error) => {
                running.kill();
                engine = None;
                Reaction::Fault(error.to_string())
            }
        };
        let time = from.elapsed();
        match &step.test {
            Some(test) => report(Event::Test(judge(step, test, found, time))),
            None if matches!(found, Reaction::Response(Response::Success(_))) => setup.push(&step.command),
            None => {
                report(Event::FailedCommand(FailedCommand { line: step.line, command: step.command.clone(), found }))
            }
        }
    }
    if let Some(engine) = engine {
        engine.quit(QUIT_LIMIT);
    }
    Ok(())
}

/// Starts the engine in the suite's directory and brings it to where the suite stands.
fn start(suite: &Suite, options: &SuiteOptions, setup: &[&str]) -> Result<Process, StartError> {
    let fail = |error: ProcessError| StartError(error.to_string());
    let directory = if suite.directory.as_os_str().is_empty() { Path::new(".") } else { &suite.directory };
    let words = resolve(&options.engine, directory);
    let mut engine = Process::start_in(&words, Some(directory)).map_err(fail)?;
    // Whether it speaks the protocol at all; what it answers doesn't matter.
    ask(&mut engine, "name", options).map_err(fail)?;
    for command in setup {
        if let Response::Failure(message) = ask(&mut engine, command, options).map_err(fail)? {
            return Err(StartError(format!("{command:?} was answered with {message:?}")));
        }
    }
    Ok(engine)
}

fn ask(engine: &mut Process, command: &str, options: &SuiteOptions) -> Result<Response, ProcessError> {
    if options.verbose {
        eprintln!("> {command}");
    }
    let answer = engine.ask(command, options.timeout);
    if options.verbose {
        match &answer {
            Ok(answer) => eprintln!("< {answer}"),
            Err(error) => eprintln!("! {error}"),
        }
    }
    answer
}

/// The engine runs in the suite's directory. So a program given by a relative path is made absolute, and so is an
/// argument that names a file seen from here and none seen from there.
pub fn resolve(words: &[String], directory: &Path) -> Vec<String> {
    let Ok(here) = std::env::current_dir() else { return words.to_vec() };
    let absolute = |word: &String| here.join(word).to_string_lossy().into_owned();
    let is_file_here = |word: &str| {
        word.contains(['/', '.'])
            && Path::new(word).is_relative()
            && here.join(word).is_file()
            && !directory.join(word).exists()
    };
    let mut resolved = words.to_vec();
    if let Some((program, arguments)) = resolved.split_first_mut() {
        if program.contains('/') && PathBuf::from(&*program).is_relative() {
            *program = absolute(program);
        }
        for argument in arguments.iter_mut().filter(|argument| is_file_here(argument)) {
            *argument = absolute(argument);
        }
    }
    resolved
}

fn judge(step: &SuiteCommand, test: &Test, found: Reaction, time: Duration) -> TestResult {
    let outcome = match (&test.expected, &found) {
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
        number: test.number,
        command: step.command.clone(),
        expected: test.expected.as_ref().map(Expectation::to_string).unwrap_or_default(),
        outcome,
        found,
        time,
    }
}

/// An error message can be what a suite asks for, but is never "anything but D4".
fn passes(expected: &Expectation, answer: &Response) -> bool {
    match answer {
        Response::Success(text) => expected.holds(text),
        Response::Failure(message) => !expected.negated() && expected.holds(message),
    }
}
