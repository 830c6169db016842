//! Conformance checks: requirements of the GTP standard, and probes that test whether an engine
//! meets them.

pub mod harness;
mod probes;
pub mod table;
pub mod wire;

use self::harness::{Exchange, Finding, Harness, Shortfall, broken};

pub use probes::all;

/// A requirement of the standard and its test.
pub struct Check {
    /// The unique name, words joined by hyphens.
    pub name: &'static str,
    /// The requirement as a sentence.
    pub says: &'static str,
    /// The source of the requirement: a section of the GTP 2 specification (draft 2, 2002), or a
    /// program that relies on it.
    pub source: &'static str,
    /// Optional commands without which the check does not apply.
    pub needs: &'static [&'static str],
    /// The test.
    pub probe: Probe,
}

/// The test of a check.
pub enum Probe {
    /// Lines to send in turn, each with the expected response. `{b}` and `{w}` stand for a legal
    /// first move of Black and a legal answer of White.
    Script(&'static [(&'static str, Expect)]),
    /// A function.
    Run(fn(&mut Harness) -> Finding),
}

/// The expected response to a line.
#[derive(Clone, Copy, Debug)]
pub enum Expect {
    Success,
    /// A success with exactly this text.
    Text(&'static str),
    /// A success or a failure.
    Answer,
    Failure,
    /// A failure with exactly this message.
    Message(&'static str),
    /// A failure with a message that begins with this text.
    Begins(&'static str),
    /// No response.
    Nothing,
}

/// The verdict on a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compliance {
    /// The engine meets the requirement.
    Held,
    /// The engine does not meet the requirement.
    Broken,
    /// The engine does not have the feature.
    NotOffered,
}

impl Compliance {
    /// Returns the verdict in words.
    pub fn name(self) -> &'static str {
        match self {
            Compliance::Held => "held",
            Compliance::Broken => "broken",
            Compliance::NotOffered => "not offered",
        }
    }
}

/// The result of a check.
pub struct CheckResult {
    pub check: &'static Check,
    pub verdict: Compliance,
    /// The reason, if it is not held.
    pub why: String,
    /// The traffic; the last exchange was decisive.
    pub exchanges: Vec<Exchange>,
}

impl Check {
    /// Runs the check. After a broken one the engine is restarted.
    pub fn run(&'static self, harness: &mut Harness) -> CheckResult {
        harness.prepare();
        let needed = self.needs.iter().try_for_each(|command| harness.need(command));
        let finding = needed.and_then(|()| match self.probe {
            Probe::Script(lines) => lines.iter().try_for_each(|(line, expect)| expect.check(harness, line)),
            Probe::Run(probe) => probe(harness),
        });
        let (verdict, why) = match finding {
            Ok(()) => (Compliance::Held, String::new()),
            Err(Shortfall::NotOffered(why)) => (Compliance::NotOffered, why),
            Err(Shortfall::Broken(why)) => {
                harness.restart();
                (Compliance::Broken, why)
            }
        };
        CheckResult { check: self, verdict, why, exchanges: harness.log().to_vec() }
    }
}

impl Expect {
    fn check(self, harness: &mut Harness, line: &str) -> Finding {
        match self {
            Expect::Success => harness.success(line).map(drop),
            Expect::Text(text) => equal(&harness.success(line)?, text),
            Expect::Answer => harness.reply(line).map(drop),
            Expect::Failure => harness.failure(line).map(drop),
            Expect::Message(message) => equal(&harness.failure(line)?, message),
            Expect::Begins(start) => {
                let message = harness.failure(line)?;
                if message.starts_with(start) {
                    Ok(())
                } else {
                    broken(format!("expected a message that begins {start:?}"))
                }
            }
            Expect::Nothing => match harness.line(line)?.len() {
                0 => Ok(()),
                count => broken(format!("expected no answer, got {count}")),
            },
        }
    }
}

/// Compares a text with the expected one.
pub fn equal(text: &str, expected: &str) -> Finding {
    if text == expected { Ok(()) } else { broken(format!("expected {expected:?}")) }
}
