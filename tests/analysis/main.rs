//! KataGo's JSON analysis protocol, with the program as a process.

mod actions;
mod errors;
mod fields;
mod games;
mod many;
mod records;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// A running program.
pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// The time limit for an answer.
const PATIENCE: Duration = Duration::from_secs(120);

impl Client {
    /// Starts `quintet analysis` with a seed, a small tree and these arguments.
    pub fn start(args: &[&str]) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quintet"))
            .args(["analysis", "--seed", "1", "--hash", "8"])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let stdout = child.stdout.take().expect("it has a standard output");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Client { stdin: child.stdin.take(), child, lines }
    }

    /// Sends a line.
    pub fn send_text(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("the input is open");
        writeln!(stdin, "{line}").and_then(|()| stdin.flush()).expect("the program reads");
    }

    /// Sends a query.
    pub fn send(&mut self, query: &Value) {
        self.send_text(&query.to_string());
    }

    /// Waits for the next answer.
    pub fn next(&self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("an answer comes");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    /// Sends a query and waits for the next answer.
    pub fn ask(&mut self, query: &Value) -> Value {
        self.send(query);
        self.next()
    }

    /// Ends the input and returns the remaining answers; the program must succeed.
    pub fn finish(mut self) -> Vec<Value> {
        drop(self.stdin.take());
        let read = |line: String| serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let answers = std::iter::from_fn(|| self.lines.recv_timeout(PATIENCE).ok()).map(read).collect();
        assert!(self.child.wait().expect("the program ends").success());
        answers
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // For tests that fail.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a query about an empty Go board with few visits, with more fields.
pub fn query(more: Value) -> Value {
    let mut query = json!({"id": "q", "boardXSize": 5, "boardYSize": 5, "rules": "chinese", "komi": 0.5, "moves": [], "maxVisits": 50});
    let fields = query.as_object_mut().expect("it is an object");
    fields.extend(more.as_object().expect("it is an object").clone());
    fields.retain(|_, value| !value.is_null());
    query
}

/// Returns the only answer to a query.
pub fn answer(more: Value) -> Value {
    Client::start(&[]).ask(&query(more))
}

/// Returns a number of an answer by its path.
pub fn number(answer: &Value, path: &str) -> f64 {
    answer.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("no number {path} in {answer}"))
}
