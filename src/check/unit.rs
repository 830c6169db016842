//! What a check is: a sentence of the standard, and a probe that finds out whether an engine holds it.

use super::bench::{Bench, Exchange, Finding, Shortfall, broken};

/// One thing that the standard says, and how to find out whether it holds.
pub struct Check {
    /// Unique, in words joined by hyphens.
    pub name: &'static str,
    /// What has to hold, as a sentence.
    pub says: &'static str,
    /// Where it stands: a section of the GTP 2 specification (draft 2, 2002), or the program whose use made it one.
    pub source: &'static str,
    /// Optional commands without which there is nothing to check.
    pub needs: &'static [&'static str],
    /// How to find out.
    pub probe: Probe,
}

/// How to find out.
pub enum Probe {
    /// Lines to send, one after the other, and what each is to be answered with. `{b}` and `{w}` stand for a legal first
    /// move of black and white's legal answer to it.
    Script(&'static [(&'static str, Expect)]),
    /// Anything else.
    Run(fn(&mut Bench) -> Finding),
}

/// What a line is to be answered with.
#[derive(Clone, Copy, Debug)]
pub enum Expect {
    /// One success.
    Success,
    /// One success with exactly this text.
    Text(&'static str),
    /// One success or failure.
    Answer,
    /// One failure.
    Failure,
    /// One failure with exactly this message.
    Message(&'static str),
    /// One failure whose message begins so.
    Begins(&'static str),
    /// No answer.
    Nothing,
}

/// What came of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compliance {
    /// The engine does as the standard says.
    Held,
    /// It does otherwise.
    Broken,
    /// It has nothing that the check is about.
    NotOffered,
}

impl Compliance {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Compliance::Held => "held",
            Compliance::Broken => "broken",
            Compliance::NotOffered => "not offered",
        }
    }
}

/// A check that was made.
pub struct CheckResult {
    /// Which.
    pub check: &'static Check,
    /// What came of it.
    pub verdict: Compliance,
    /// Why, where it isn't held.
    pub why: String,
    /// All that went over the wire; the last exchange decided.
    pub exchanges: Vec<Exchange>,
}

impl Check {
    /// Makes the check. A broken one leaves a fresh engine behind.
    pub fn run(&'static self, bench: &mut Bench) -> CheckResult {
        bench.prepare();
        let needed = self.needs.iter().try_for_each(|command| bench.need(command));
        let finding = needed.and_then(|()| match self.probe {
            Probe::Script(lines) => lines.iter().try_for_each(|(line, expect)| expect.hold(bench, line)),
            Probe::Run(probe) => probe(bench),
        });
        let (verdict, why) = match finding {
            Ok(()) => (Compliance::Held, String::new()),
            Err(Shortfall::NotOffered(why)) => (Compliance::NotOffered, why),
            Err(Shortfall::Broken(why)) => {
                bench.restart();
                (Compliance::Broken, why)
            }
        };
        CheckResult { check: self, verdict, why, exchanges: bench.log().to_vec() }
    }
}

impl Expect {
    fn hold(self, bench: &mut Bench, line: &str) -> Finding {
        match self {
            Expect::Success => bench.success(line).map(drop),
            Expect::Text(text) => equal(&bench.success(line)?, text),
            Expect::Answer => bench.reply(line).map(drop),
            Expect::Failure => bench.failure(line).map(drop),
            Expect::Message(message) => equal(&bench.failure(line)?, message),
            Expect::Begins(start) => {
                let message = bench.failure(line)?;
                if message.starts_with(start) {
                    Ok(())
                } else {
                    broken(format!("expected a message that begins {start:?}"))
                }
            }
            Expect::Nothing => match bench.line(line)?.len() {
                0 => Ok(()),
                count => broken(format!("expected no answer, got {count}")),
            },
        }
    }
}

/// Whether a text is to the letter what it should be.
pub fn equal(text: &str, expected: &str) -> Finding {
    if text == expected { Ok(()) } else { broken(format!("expected {expected:?}")) }
}
