//! An engine as a child process: started without a shell, asked with a time limit, ended with its children.
//!
//! Reading, writing and the engine's stderr have a thread each, so that no engine, whatever it does, can make the
//! caller wait for longer than the caller allows.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::framing::{Framer, FramingError, Response, excerpt};
use super::tail::{Tail, keep_tail};

/// The longest answer, in bytes; whatever exceeds it is a flood.
pub const ANSWER_LIMIT: usize = 4 << 20;
/// So many of the last lines of its stderr are told of an engine that ended.
const LAST_WORDS: usize = 6;
/// How often a waiting caller looks whether it was cancelled.
const POLL: Duration = Duration::from_millis(50);

/// What went wrong with an engine. None of it says anything about how well it plays.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// The command line can't be split, or is empty.
    #[error("cannot read the command line {0:?}: a quote is open, or it is empty")]
    CommandLine(String),
    /// The program can't be started.
    #[error("cannot start {0}: {1}")]
    Start(String, io::Error),
    /// The process ended, or closed its output.
    #[error("{0}")]
    Crash(String),
    /// No complete answer in time.
    #[error("no answer to {command:?} within {seconds:.1} seconds")]
    Timeout {
        /// What was asked.
        command: String,
        /// How long the caller waited.
        seconds: f64,
    },
    /// Output that is no answer, or too much of it.
    #[error("{0}")]
    Protocol(String),
    /// The caller's cancel flag was raised.
    #[error("interrupted")]
    Cancelled,
}

impl From<FramingError> for ProcessError {
    fn from(error: FramingError) -> Self {
        ProcessError::Protocol(error.to_string())
    }
}

/// Splits a command line into words as a POSIX shell would, without expansions.
///
/// # Errors
/// If a quote is left open or no word is there.
pub fn split_command(line: &str) -> Result<Vec<String>, ProcessError> {
    let words = shlex::split(line).filter(|words| !words.is_empty());
    words.ok_or_else(|| ProcessError::CommandLine(line.to_owned()))
}

/// Bytes of the engine's output with the time at which they were read.
type Chunk = (Instant, Vec<u8>);

/// What [`Process::read_raw`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Raw {
    /// Bytes as the engine wrote them.
    Bytes(Vec<u8>),
    /// Nothing in the time given.
    Silence,
    /// The engine has closed its output.
    End,
}

/// A running engine. Dropping it kills it and its children.
pub struct Process {
    child: Child,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Chunk>,
    framer: Framer,
    stderr: Arc<Mutex<Tail>>,
    stderr_reader: JoinHandle<()>,
    transcript: Tail,
    /// Commands sent and not answered yet.
    waiting: VecDeque<String>,
    cancel: Arc<AtomicBool>,
    /// When the latest answer was complete.
    answered: Instant,
    ended: Option<ExitStatus>,
    killed: bool,
}

impl Process {
    /// Starts an engine in a process group of its own. `words` is the program and its arguments.
    ///
    /// # Errors
    /// If `words` is empty or the program can't be started.
    pub fn start(words: &[String]) -> Result<Process, ProcessError> {
        Process::start_in(words, None)
    }

    /// As [`Process::start`], with a working directory of its own for the engine.
    ///
    /// # Errors
    /// As [`Process::start`].
    pub fn start_in(words: &[String], directory: Option<&Path>) -> Result<Process, ProcessError> {
        let (program, arguments) = words.split_first().ok_or_else(|| ProcessError::CommandLine(String::new()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        own_group(&mut command);
        let mut child = command.spawn().map_err(|error| ProcessError::Start(program.clone(), error))?;

        let (input, commands) = mpsc::channel::<Vec<u8>>();
        let mut stdin = child.stdin.take().expect("stdin is piped");
        thread::spawn(move || {
            // An engine that went away shows on its output, so an error here only ends the writing.
            while let Ok(bytes) = commands.recv() {
                if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        // The short queue holds an engine that floods its output back.
        let (chunks, output) = mpsc::sync_channel::<Chunk>(16);
        let stdout = child.stdout.take().expect("stdout is piped");
        thread::spawn(move || forward(stdout, &chunks));
        let stderr = Arc::new(Mutex::new(Tail::default()));
        let log = child.stderr.take().expect("stderr is piped");
        let stderr_reader = thread::spawn({
            let stderr = Arc::clone(&stderr);
            move || keep_tail(log, &stderr)
        });
        Ok(Process {
            child,
            input: Some(input),
            output,
            framer: Framer::new(ANSWER_LIMIT),
            stderr,
            stderr_reader,
            transcript: Tail::default(),
            waiting: VecDeque::new(),
            cancel: Arc::default(),
            answered: Instant::now(),
            ended: None,
            killed: false,
        })
    }

    /// Makes every wait for an answer end with [`ProcessError::Cancelled`] soon after the flag is raised.
    pub fn set_cancel(&mut self, cancel: Arc<AtomicBool>) {
        self.cancel = cancel;
    }

    /// Sends one command (without newline). It never waits.
    ///
    /// # Errors
    /// [`ProcessError::Protocol`] if the engine has written something though no command was open.
    pub fn send(&mut self, command: &str) -> Result<(), ProcessError> {
        if self.waiting.is_empty() {
            while let Ok((_, bytes)) = self.output.try_recv() {
                self.framer.feed(&bytes);
                if !self.framer.rest().is_empty() {
                    break;
                }
            }
            if !self.framer.rest().is_empty() {
                let found = excerpt(self.framer.rest());
                self.transcript.push("< ", &found);
                return Err(ProcessError::Protocol(format!("output without a command: {found:?}")));
            }
        }
        self.transcript.push("> ", command);
        self.waiting.push_back(command.to_owned());
        self.write(format!("{command}\n").into_bytes());
        Ok(())
    }

    /// Waits for the answer to the oldest open command.
    ///
    /// # Errors
    /// If the engine ends, breaks GTP's framing, or hasn't answered after `limit`.
    pub fn receive(&mut self, limit: Duration) -> Result<Response, ProcessError> {
        let result = self.receive_until(Instant::now(), limit);
        match &result {
            Ok(answer) => {
                self.waiting.pop_front();
                self.transcript.push("< ", &answer.to_string());
            }
            Err(error) => {
                let rest = excerpt(self.framer.rest());
                self.transcript.push("< ", &rest);
                self.transcript.push("! ", &error.to_string());
            }
        }
        result
    }

    fn receive_until(&mut self, from: Instant, limit: Duration) -> Result<Response, ProcessError> {
        loop {
            if let Some(answer) = self.framer.take()? {
                return Ok(answer);
            }
            let left = limit.saturating_sub(from.elapsed());
            match self.output.recv_timeout(left.min(POLL)) {
                Ok((at, bytes)) => {
                    self.framer.feed(&bytes);
                    self.answered = at;
                }
                Err(RecvTimeoutError::Timeout) if self.cancel.load(Ordering::Relaxed) => {
                    return Err(ProcessError::Cancelled);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let command = self.waiting.front().cloned().unwrap_or_default();
                    return Err(ProcessError::Timeout { command, seconds: limit.as_secs_f64() });
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(ProcessError::Crash(self.describe_end())),
            }
        }
    }

    /// Sends a command and waits for its answer.
    ///
    /// # Errors
    /// As [`Process::send`] and [`Process::receive`].
    pub fn ask(&mut self, command: &str, limit: Duration) -> Result<Response, ProcessError> {
        self.send(command)?;
        self.receive(limit)
    }

    /// As [`Process::ask`], with the time from the sending of the command to the last byte of its answer.
    ///
    /// # Errors
    /// As [`Process::ask`].
    pub fn ask_timed(&mut self, command: &str, limit: Duration) -> Result<(Response, Duration), ProcessError> {
        let from = Instant::now();
        let answer = self.ask(command, limit)?;
        Ok((answer, self.answered.saturating_duration_since(from)))
    }

    /// Writes bytes as they are, without waiting for them to be read. For callers that test the wire itself; they
    /// read with [`Process::read_raw`].
    pub fn write(&mut self, bytes: Vec<u8>) {
        if let Some(input) = &self.input {
            let _ = input.send(bytes);
        }
    }

    /// Closes the engine's input once all that was written is through.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next bytes of output as they are.
    pub fn read_raw(&mut self, limit: Duration) -> Raw {
        match self.output.recv_timeout(limit) {
            Ok((_, bytes)) => Raw::Bytes(bytes),
            Err(RecvTimeoutError::Timeout) => Raw::Silence,
            Err(RecvTimeoutError::Disconnected) => Raw::End,
        }
    }

    /// Waits for the process to end by itself; `None` if it hasn't after `limit`.
    pub fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let from = Instant::now();
        let mut pause = Duration::from_millis(1);
        while self.ended.is_none() {
            self.ended = self.child.try_wait().ok().flatten();
            if self.ended.is_none() {
                if from.elapsed() >= limit {
                    break;
                }
                // Its output has to be taken off for it to come to its end.
                match self.output.try_recv() {
                    Ok(_) => {}
                    Err(TryRecvError::Empty | TryRecvError::Disconnected) => thread::sleep(pause),
                }
                pause = (pause * 2).min(Duration::from_millis(20));
            }
        }
        self.ended
    }

    /// Ends the engine: `quit`, then the end of its input, and after `limit` by force. Its children are killed in
    /// any case. Returns the status if it ended by itself.
    pub fn quit(mut self, limit: Duration) -> Option<ExitStatus> {
        self.write(b"quit\n".to_vec());
        self.close_input();
        let status = self.wait(limit);
        self.kill();
        status
    }

    /// Kills the engine and its children.
    pub fn kill(&mut self) {
        self.close_input();
        if self.killed {
            return;
        }
        self.killed = true;
        kill_group(&self.child);
        if self.ended.is_none() {
            let _ = self.child.kill();
            self.ended = self.child.wait().ok();
        }
    }

    /// The last lines that the engine wrote to its stderr.
    pub fn stderr(&self) -> Vec<String> {
        let tail = self.stderr.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        tail.lines()
    }

    /// The last lines of traffic: `> ` sent, `< ` received, `! ` what went wrong.
    pub fn transcript(&self) -> Vec<String> {
        self.transcript.lines()
    }

    /// Forgets the traffic so far.
    pub fn clear_transcript(&mut self) {
        self.transcript.clear();
    }

    /// Waits until all of its stderr is read; not for long, as a child of the engine may hold it open.
    fn await_stderr(&self) {
        let from = Instant::now();
        while !self.stderr_reader.is_finished() && from.elapsed() < Duration::from_millis(300) {
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// How the engine ended, once it has closed its output: its status, and what it wrote to its stderr last, which is
    /// mostly the reason. In one line.
    pub fn describe_end(&mut self) -> String {
        let how = match self.wait(Duration::from_secs(1)) {
            None => "closed its output without ending".to_owned(),
            Some(status) => format!("ended with {}", describe_status(status)),
        };
        self.await_stderr();
        let lines = self.stderr();
        let told: Vec<&str> = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
        if told.is_empty() {
            return how;
        }
        let last = told[told.len().saturating_sub(LAST_WORDS)..].join(" / ");
        format!("{how}; it wrote to its stderr: {last}")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn forward(mut output: impl Read, chunks: &SyncSender<Chunk>) {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match output.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => {
                if chunks.send((Instant::now(), buffer[..count].to_vec())).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// Reads a time limit as options give it: seconds, more than 0, at most a million.
///
/// # Errors
/// What is accepted.
pub fn read_limit(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0 && *seconds <= 1e6);
    seconds.ok_or_else(|| "expected a number of seconds above 0, at most 1000000".to_owned())
}

/// An exit status in words.
pub fn describe_status(status: ExitStatus) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        if let Some(signal) = status.signal() {
            return format!("signal {signal}");
        }
    }
    status.code().map_or_else(|| status.to_string(), |code| format!("status {code}"))
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn own_group(_command: &mut Command) {}

#[cfg(not(unix))]
fn kill_group(_child: &Child) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn shell(script: &str) -> Process {
        Process::start(&["sh".to_owned(), "-c".to_owned(), script.to_owned()]).unwrap()
    }

    #[test]
    fn a_command_line_is_split_as_a_shell_would() {
        assert_eq!(split_command("a 'b c' \"d\" e\\ f").unwrap(), ["a", "b c", "d", "e f"]);
        assert!(split_command("a 'b").is_err());
        assert!(split_command("  ").is_err());
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = Process::start(&["/no/such/program".to_owned()]).err().unwrap();
        assert!(error.to_string().starts_with("cannot start /no/such/program: "), "{error}");
    }

    #[test]
    fn answers_come_back_and_the_traffic_is_kept() {
        let mut engine = shell("read a; printf '= one\\n\\n'; read a; printf '? two\\n\\n'; echo log >&2; read a");
        assert_eq!(engine.ask("x", SECOND).unwrap(), Response::Success("one".to_owned()));
        assert_eq!(engine.ask("y", SECOND).unwrap(), Response::Failure("two".to_owned()));
        assert_eq!(engine.transcript(), ["> x", "< = one", "> y", "< ? two"]);
        let stderr = engine.stderr.clone();
        assert!(engine.quit(SECOND).unwrap().success());
        let from = Instant::now();
        while stderr.lock().unwrap().lines().is_empty() && from.elapsed() < SECOND {
            thread::sleep(POLL);
        }
        assert_eq!(stderr.lock().unwrap().lines(), ["log"]);
    }

    #[test]
    fn silence_is_a_timeout_and_an_end_is_a_crash() {
        let mut engine = shell("sleep 9");
        assert!(matches!(engine.ask("x", SECOND / 10), Err(ProcessError::Timeout { .. })));
        let mut engine = shell("read a; exit 3");
        let error = engine.ask("x", SECOND).unwrap_err();
        assert!(matches!(&error, ProcessError::Crash(text) if text == "ended with status 3"), "{error}");
        let mut engine = shell("echo 'no such option' >&2; echo >&2; echo 'try --help' >&2; exit 2");
        let error = engine.ask("x", SECOND).unwrap_err().to_string();
        assert_eq!(error, "ended with status 2; it wrote to its stderr: no such option / try --help");
    }

    #[test]
    fn a_flood_and_output_without_a_command_are_protocol_errors() {
        let mut engine = shell("read a; yes '= flood'");
        assert!(matches!(engine.ask("x", 9 * SECOND), Err(ProcessError::Protocol(_))));
        let mut engine = shell("read a; printf '= \\n\\n= \\n\\n'; read a; read a");
        engine.ask("x", SECOND).unwrap();
        thread::sleep(SECOND / 5);
        assert!(matches!(engine.ask("x", SECOND), Err(ProcessError::Protocol(_))));
    }

    #[test]
    fn children_die_with_the_engine() {
        let mut engine = shell("sleep 77 & echo \"= $!\"; echo; read a; wait");
        engine.waiting.push_back("start".to_owned());
        let child = engine.receive(SECOND).unwrap().success().unwrap();
        let alive = || std::fs::read_to_string(format!("/proc/{child}/stat")).is_ok_and(|stat| !stat.contains(") Z "));
        assert!(alive());
        drop(engine);
        let from = Instant::now();
        while alive() && from.elapsed() < SECOND {
            thread::sleep(POLL);
        }
        assert!(!alive());
    }

    #[test]
    fn a_raised_flag_ends_the_waiting() {
        let mut engine = shell("sleep 9");
        engine.set_cancel(Arc::new(AtomicBool::new(true)));
        assert!(matches!(engine.ask("x", 9 * SECOND), Err(ProcessError::Cancelled)));
    }
}
