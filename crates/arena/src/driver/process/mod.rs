//! An engine as a child process: started without a shell, asked with a time limit, ended together
//! with its children.
//!
//! Reading, writing and the engine's stderr have a thread each, so that no engine can make the
//! caller wait longer than the caller allows.

mod command;
#[cfg(all(test, unix))]
mod tests;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use quintet_core::time::{SystemTime, TimeSource};
use quintet_system::exhaustion;

use super::framing::{Framer, FramingError, Response, excerpt};
use super::log_tail::{LogTail, keep_tail};
use command::{kill_group, set_own_group};

pub use command::describe_status;

/// The longest response, in bytes; anything longer is a flood.
pub const RESPONSE_LIMIT: usize = 4 << 20;

/// The number of stderr lines that the description of an ended engine quotes.
const LAST_WORDS: usize = 6;

/// The interval at which a waiting caller checks the cancel flag.
const POLL: Duration = Duration::from_millis(50);

/// A failure of an engine as a process; it says nothing about how well the engine plays.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// The command line cannot be split, or is empty.
    #[error("cannot read the command line {0:?}: a quote is open, or it is empty")]
    CommandLine(String),
    /// The program cannot be started.
    #[error("cannot start {0}: {1}")]
    Start(String, io::Error),
    /// The process ended, or closed its output.
    #[error("{0}")]
    Crash(String),
    /// There was no complete response in time.
    #[error("no answer to {command:?} within {seconds:.1} seconds")]
    Timeout {
        /// The command without a response.
        command: String,
        /// The time that the caller waited.
        seconds: f64,
    },
    /// The output is not a response, or too long.
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

/// Bytes of the engine's output and the time at which they were read.
type Chunk = (Duration, Vec<u8>);

/// The result of [`Process::read_raw`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Raw {
    /// Bytes as the engine wrote them.
    Bytes(Vec<u8>),
    /// Nothing in the given time.
    Silence,
    /// The engine closed its output.
    End,
}

/// A running engine. Dropping it kills it and its children.
pub struct Process {
    child: Child,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Chunk>,
    framer: Framer,
    stderr: Arc<Mutex<LogTail>>,
    stderr_reader: JoinHandle<()>,
    transcript: LogTail,
    /// Commands that were sent and have no response yet.
    pending: VecDeque<String>,
    cancel: Arc<AtomicBool>,
    time: Arc<dyn TimeSource>,
    /// The time at which the latest response was complete.
    answered: Duration,
    ended: Option<ExitStatus>,
    killed: bool,
}

impl Process {
    /// Starts an engine in a process group of its own. `words` is the program and its arguments.
    ///
    /// # Errors
    /// Returns an error if `words` is empty or the program cannot be started.
    pub fn start(words: &[OsString]) -> Result<Process, ProcessError> {
        Process::start_in(words, None, Arc::new(SystemTime))
    }

    /// Starts an engine in a working directory, with a clock that measures its time.
    ///
    /// # Errors
    /// Returns an error if `words` is empty or the program cannot be started.
    pub fn start_in(
        words: &[OsString],
        directory: Option<&Path>,
        time: Arc<dyn TimeSource>,
    ) -> Result<Process, ProcessError> {
        let (program, arguments) = words.split_first().ok_or_else(|| ProcessError::CommandLine(String::new()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        set_own_group(&mut command);
        let mut child =
            command.spawn().map_err(|error| ProcessError::Start(program.to_string_lossy().into_owned(), error))?;

        let (input, commands) = mpsc::channel::<Vec<u8>>();
        let mut stdin = child.stdin.take().expect("stdin is piped");
        exhaustion::spawn(move || {
            // The output shows that an engine has gone, so an error here only ends the writing.
            while let Ok(bytes) = commands.recv() {
                if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        // The short queue slows down an engine that floods its output.
        let (chunks, output) = mpsc::sync_channel::<Chunk>(16);
        let stdout = child.stdout.take().expect("stdout is piped");
        exhaustion::spawn({
            let time = Arc::clone(&time);
            move || forward(stdout, &chunks, &*time)
        });
        let stderr = Arc::new(Mutex::new(LogTail::default()));
        let log = child.stderr.take().expect("stderr is piped");
        let stderr_reader = exhaustion::spawn({
            let stderr = Arc::clone(&stderr);
            move || keep_tail(log, &stderr)
        });
        Ok(Process {
            child,
            input: Some(input),
            output,
            framer: Framer::new(RESPONSE_LIMIT),
            stderr,
            stderr_reader,
            transcript: LogTail::default(),
            pending: VecDeque::new(),
            cancel: Arc::default(),
            answered: time.now(),
            time,
            ended: None,
            killed: false,
        })
    }

    /// Makes every wait for a response end with [`ProcessError::Cancelled`] soon after the flag is
    /// raised.
    pub fn set_cancel(&mut self, cancel: Arc<AtomicBool>) {
        self.cancel = cancel;
    }

    /// Returns the clock that measures the engine's time.
    pub fn time(&self) -> &Arc<dyn TimeSource> {
        &self.time
    }

    /// Sends one command (without newline). It never waits.
    ///
    /// # Errors
    /// Returns [`ProcessError::Protocol`] if the engine wrote something although no command was
    /// pending. Some empty lines are allowed.
    pub fn send(&mut self, command: &str) -> Result<(), ProcessError> {
        if self.pending.is_empty() {
            self.check_silence()?;
        }
        self.transcript.push("> ", command);
        self.pending.push_back(command.to_owned());
        self.write(format!("{command}\n").into_bytes());
        Ok(())
    }

    /// Reads what the engine wrote without a command. The limit on bytes ends this even if the
    /// engine writes without a pause.
    fn check_silence(&mut self) -> Result<(), ProcessError> {
        loop {
            if let Err(error) = self.framer.check_silence() {
                self.transcript.push("< ", &excerpt(self.framer.rest()));
                return Err(error.into());
            }
            let Ok((_, bytes)) = self.output.try_recv() else { return Ok(()) };
            self.framer.feed(&bytes);
        }
    }

    /// Waits for the response to the oldest pending command.
    ///
    /// # Errors
    /// Returns an error if the engine ends, breaks GTP's framing, or does not respond within
    /// `limit`.
    pub fn receive(&mut self, limit: Duration) -> Result<Response, ProcessError> {
        let result = self.receive_until(self.time.now(), limit);
        match &result {
            Ok(response) => {
                self.pending.pop_front();
                self.transcript.push("< ", &response.to_string());
            }
            Err(error) => {
                let rest = excerpt(self.framer.rest());
                self.transcript.push("< ", &rest);
                self.transcript.push("! ", &error.to_string());
            }
        }
        result
    }

    /// Waits until `limit` after `from`. An engine that writes without a pause, or now and then,
    /// cannot make this longer.
    fn receive_until(&mut self, from: Duration, limit: Duration) -> Result<Response, ProcessError> {
        loop {
            if let Some(response) = self.framer.take()? {
                return Ok(response);
            }
            if self.cancel.load(Ordering::Relaxed) {
                return Err(ProcessError::Cancelled);
            }
            let left = limit.saturating_sub(self.time.since(from));
            match self.output.recv_timeout(left.min(POLL)) {
                Ok((at, bytes)) if at.saturating_sub(from) <= limit => {
                    self.framer.feed(&bytes);
                    self.answered = at;
                }
                Err(RecvTimeoutError::Timeout) if !left.is_zero() => {}
                Err(RecvTimeoutError::Disconnected) => return Err(ProcessError::Crash(self.describe_end())),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {
                    let command = self.pending.front().cloned().unwrap_or_default();
                    return Err(ProcessError::Timeout { command, seconds: limit.as_secs_f64() });
                }
            }
        }
    }

    /// Sends a command and waits for the response.
    ///
    /// # Errors
    /// Returns the errors of [`Process::send`] and [`Process::receive`].
    pub fn ask(&mut self, command: &str, limit: Duration) -> Result<Response, ProcessError> {
        self.send(command)?;
        self.receive(limit)
    }

    /// Does the same and returns also the time from the sending of the command to the last byte of
    /// the response.
    ///
    /// # Errors
    /// Returns the errors of [`Process::ask`].
    pub fn ask_timed(&mut self, command: &str, limit: Duration) -> Result<(Response, Duration), ProcessError> {
        let from = self.time.now();
        let response = self.ask(command, limit)?;
        Ok((response, self.answered.saturating_sub(from)))
    }

    /// Writes bytes as they are, without waiting for them to be read. For callers that test the
    /// wire itself; they read with [`Process::read_raw`].
    pub fn write(&mut self, bytes: Vec<u8>) {
        if let Some(input) = &self.input {
            let _ = input.send(bytes);
        }
    }

    /// Closes the engine's input after everything that was written.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Returns the next bytes of output as they are.
    pub fn read_raw(&mut self, limit: Duration) -> Raw {
        match self.output.recv_timeout(limit) {
            Ok((_, bytes)) => Raw::Bytes(bytes),
            Err(RecvTimeoutError::Timeout) => Raw::Silence,
            Err(RecvTimeoutError::Disconnected) => Raw::End,
        }
    }

    /// Waits for the process to end by itself; `None` if it has not after `limit`.
    pub fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let from = self.time.now();
        let mut pause = Duration::from_millis(1);
        while self.ended.is_none() {
            self.ended = self.child.try_wait().ok().flatten();
            if self.ended.is_none() {
                if self.time.since(from) >= limit {
                    break;
                }
                // An engine whose output is not read may be unable to end.
                match self.output.try_recv() {
                    Ok(_) => {}
                    Err(TryRecvError::Empty | TryRecvError::Disconnected) => thread::sleep(pause),
                }
                pause = (pause * 2).min(Duration::from_millis(20));
            }
        }
        self.ended
    }

    /// Ends the engine by `quit`, then by the end of its input, and after `limit` by force. Its
    /// children are killed in any case. Returns the status if the engine ended by itself.
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

    /// Returns the last lines that the engine wrote to its stderr.
    pub fn stderr(&self) -> Vec<String> {
        self.stderr.lock().unwrap_or_else(PoisonError::into_inner).lines()
    }

    /// Returns the last lines of traffic: `> ` sent, `< ` received, `! ` an error.
    pub fn transcript(&self) -> Vec<String> {
        self.transcript.lines()
    }

    /// Forgets the traffic so far.
    pub fn clear_transcript(&mut self) {
        self.transcript.clear();
    }

    /// Waits until all of the stderr is read; not for long, because a child of the engine may keep
    /// it open.
    fn await_stderr(&self) {
        let from = self.time.now();
        while !self.stderr_reader.is_finished() && self.time.since(from) < Duration::from_millis(300) {
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Describes in one line how the engine ended, once it has closed its output: its status, and
    /// the last lines of its stderr, which are mostly the reason.
    pub fn describe_end(&mut self) -> String {
        let how = match self.wait(Duration::from_secs(1)) {
            None => "closed its output without ending".to_owned(),
            Some(status) => format!("ended with {}", describe_status(status)),
        };
        self.await_stderr();
        let lines = self.stderr();
        let written: Vec<&str> = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
        if written.is_empty() {
            return how;
        }
        let last = written[written.len().saturating_sub(LAST_WORDS)..].join(" / ");
        format!("{how}; it wrote to its stderr: {last}")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Forwards an engine's output until its end.
fn forward(mut output: impl Read, chunks: &SyncSender<Chunk>, time: &dyn TimeSource) {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match output.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => {
                if chunks.send((time.now(), buffer[..count].to_vec())).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
