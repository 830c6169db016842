//! Reports on a run of suites: lines as from GNU Go's `eval.sh` and `regress.sh`, a summary, JUnit
//! XML.

use std::fmt::Write as _;
use std::time::Duration;

use quintet_record::xml::escape;

use super::run::{Event, FailedCommand, Reaction, StartError, TestOutcome, TestResult};
use super::suite::BadExpectation;
use crate::driver::framing::Response;

/// The longest response shown in a line, in characters.
const SHOWN: usize = 300;

/// The results of a suite.
#[derive(Clone, Debug, Default)]
pub struct SuiteReport {
    /// The name on the command line.
    pub name: String,
    /// The results of the tests, in the order of the suite.
    pub tests: Vec<TestResult>,
    /// Commands that are not tests and did not succeed.
    pub troubles: Vec<FailedCommand>,
    /// The number of restarts of the engine.
    pub restarts: usize,
    /// The reason why the suite was not run to its end, if so.
    pub stopped: Option<StartError>,
    /// The time from the engine's start to its end.
    pub time: Duration,
}

impl SuiteReport {
    /// Returns an empty report.
    pub fn new(name: &str) -> SuiteReport {
        SuiteReport { name: name.to_owned(), ..SuiteReport::default() }
    }

    /// Adds an event.
    pub fn add(&mut self, event: Event) {
        match event {
            Event::Test(test) => self.tests.push(test),
            Event::FailedCommand(trouble) => self.troubles.push(trouble),
            Event::Restart => self.restarts += 1,
        }
    }

    /// Returns the number of tests with an outcome.
    pub fn count(&self, outcome: TestOutcome) -> usize {
        self.tests.iter().filter(|test| test.outcome == outcome).count()
    }

    /// Returns whether all outcomes are as expected and all other commands succeeded.
    pub fn is_expected(&self) -> bool {
        self.stopped.is_none() && self.troubles.is_empty() && self.tests.iter().all(|test| test.outcome.is_expected())
    }
}

/// Formats an event as one line; with `quiet`, only unexpected outcomes.
pub fn line(event: &Event, quiet: bool) -> Option<String> {
    let test = match event {
        Event::Test(test) => test,
        Event::FailedCommand(trouble) => {
            return Some(format!("line {}: {:?} {}", trouble.line, trouble.command, describe(&trouble.found)));
        }
        Event::Restart => return Some("the engine was started again".to_owned()),
    };
    let number = &test.name;
    let detail = match &test.found {
        _ if test.unreadable.is_some() => test.unreadable.as_ref().map(BadExpectation::to_string).unwrap_or_default(),
        Reaction::Response(_) => format!("Correct '{}', got '{}'", test.expected, shown(&test.found)),
        Reaction::Fault(fault) => format!("Correct '{}', but the engine: {fault}", test.expected),
    };
    match (test.outcome, quiet) {
        (TestOutcome::Passed, false) => Some(format!("{number} passed")),
        (TestOutcome::UnexpectedPass, false) => Some(format!("{number} PASSED")),
        (TestOutcome::KnownFailure, false) => Some(format!("{number} failed: {detail}")),
        (TestOutcome::Failed, false) => Some(format!("{number} FAILED: {detail}")),
        (TestOutcome::Ignored, false) => Some(format!("{number} {}", shown(&test.found))),
        (TestOutcome::UnexpectedPass, true) => Some(format!("{number} unexpected PASS!")),
        (TestOutcome::Failed, true) => Some(format!("{number} unexpected FAIL: {detail}")),
        (TestOutcome::Passed | TestOutcome::KnownFailure | TestOutcome::Ignored, true) => None,
    }
}

/// Formats the sums over some suites as one line.
pub fn summary<'a>(suites: impl IntoIterator<Item = &'a SuiteReport>) -> String {
    let [mut passed, mut unexpected, mut known, mut failed, mut troubles, mut restarts] = [0; 6];
    for suite in suites {
        passed += suite.count(TestOutcome::Passed);
        unexpected += suite.count(TestOutcome::UnexpectedPass);
        known += suite.count(TestOutcome::KnownFailure);
        failed += suite.count(TestOutcome::Failed);
        troubles += suite.troubles.len();
        restarts += suite.restarts;
    }
    let passes = passed + unexpected;
    let mut text = format!(
        "Summary: {passes}/{} passes. {}, {}",
        passes + known + failed,
        counted(unexpected, "unexpected pass", "unexpected passes"),
        counted(failed, "unexpected failure", "unexpected failures"),
    );
    if troubles > 0 {
        let _ = write!(text, ", {}", counted(troubles, "set-up command failed", "set-up commands failed"));
    }
    if restarts > 0 {
        let _ = write!(text, ", {}", counted(restarts, "restart of the engine", "restarts of the engine"));
    }
    text
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn describe(found: &Reaction) -> String {
    match found {
        Reaction::Response(answer) => format!("was answered with '{}'", one_line(&answer.to_string())),
        Reaction::Fault(fault) => format!("got no answer: {fault}"),
    }
}

/// Formats a reaction: the text of a success, a failure with its `?`.
fn shown(found: &Reaction) -> String {
    match found {
        Reaction::Response(Response::Success(text)) => one_line(text),
        Reaction::Response(failure) => one_line(&failure.to_string()),
        Reaction::Fault(fault) => one_line(fault),
    }
}

fn one_line(text: &str) -> String {
    let mut line: String = text.chars().take(SHOWN).collect();
    if line.len() < text.len() {
        line.push('…');
    }
    line.replace('\n', "\\n").replace('\t', "\\t")
}

/// Formats a run as JUnit XML. Known failures are `skipped`; an unexpected pass is a `failure`,
/// because it makes the run fail; crashes, hangs and refused set-up commands are `error`s.
pub fn junit(suites: &[SuiteReport]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for suite in suites {
        junit_suite(&mut out, suite);
    }
    out.push_str("</testsuites>\n");
    out
}

/// The contents of a test case.
enum Case {
    Plain,
    Skipped(String),
    Failure(String),
    Error(String),
}

fn junit_suite(out: &mut String, suite: &SuiteReport) {
    let mut cases: Vec<(String, Duration, Case)> = Vec::new();
    for test in &suite.tests {
        cases.push((format!("{} {}", test.name, test.command), test.time, case(test)));
    }
    for trouble in &suite.troubles {
        let name = format!("line {} {}", trouble.line, trouble.command);
        cases.push((name, Duration::ZERO, Case::Error(describe(&trouble.found))));
    }
    if let Some(stopped) = &suite.stopped {
        cases.push(("run".to_owned(), Duration::ZERO, Case::Error(stopped.to_string())));
    }
    let count = |wanted: fn(&Case) -> bool| cases.iter().filter(|(_, _, case)| wanted(case)).count();
    let _ = writeln!(
        out,
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3}\">",
        escape(&suite.name),
        cases.len(),
        count(|case| matches!(case, Case::Failure(_))),
        count(|case| matches!(case, Case::Error(_))),
        count(|case| matches!(case, Case::Skipped(_))),
        suite.time.as_secs_f64(),
    );
    for (name, time, case) in &cases {
        let (name, class, time) = (escape(name), escape(&suite.name), time.as_secs_f64());
        let _ = write!(out, "    <testcase name=\"{name}\" classname=\"{class}\" time=\"{time:.3}\"");
        let (tag, message) = match case {
            Case::Plain => {
                out.push_str("/>\n");
                continue;
            }
            Case::Skipped(message) => ("skipped", message),
            Case::Failure(message) => ("failure", message),
            Case::Error(message) => ("error", message),
        };
        let _ = writeln!(out, ">\n      <{tag} message=\"{}\"/>\n    </testcase>", escape(message));
    }
    out.push_str("  </testsuite>\n");
}

fn case(test: &TestResult) -> Case {
    if let Reaction::Fault(fault) = &test.found {
        return Case::Error(fault.clone());
    }
    let detail = match &test.unreadable {
        Some(error) => error.to_string(),
        None => format!("correct '{}', got '{}'", test.expected, shown(&test.found)),
    };
    match test.outcome {
        TestOutcome::Passed | TestOutcome::Ignored => Case::Plain,
        TestOutcome::UnexpectedPass => Case::Failure(format!("unexpected pass: {detail}")),
        TestOutcome::KnownFailure => Case::Skipped(format!("known failure: {detail}")),
        TestOutcome::Failed => Case::Failure(detail),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(number: u32, outcome: TestOutcome, found: Reaction) -> TestResult {
        let (command, expected) = ("name".to_owned(), "a<b".to_owned());
        let (name, time) = (number.to_string(), Duration::from_millis(1500));
        TestResult { name, command, expected, unreadable: None, outcome, found, time }
    }

    fn success(text: &str) -> Reaction {
        Reaction::Response(Response::Success(text.to_owned()))
    }

    #[test]
    fn lines_are_worded_as_in_gnu_go() {
        let line = |outcome, found, quiet| line(&Event::Test(test(7, outcome, found)), quiet);
        assert_eq!(line(TestOutcome::Passed, success("x"), false).unwrap(), "7 passed");
        assert_eq!(line(TestOutcome::UnexpectedPass, success("x"), false).unwrap(), "7 PASSED");
        let failed = line(TestOutcome::KnownFailure, success("x\ny"), false).unwrap();
        assert_eq!(failed, "7 failed: Correct 'a<b', got 'x\\ny'");
        let refused = Reaction::Response(Response::Failure("no".to_owned()));
        assert_eq!(line(TestOutcome::Failed, refused, false).unwrap(), "7 FAILED: Correct 'a<b', got '? no'");
        assert_eq!(line(TestOutcome::Ignored, success("x"), false).unwrap(), "7 x");
        assert_eq!(line(TestOutcome::UnexpectedPass, success("x"), true).unwrap(), "7 unexpected PASS!");
        let quiet = line(TestOutcome::Failed, success("x"), true).unwrap();
        assert_eq!(quiet, "7 unexpected FAIL: Correct 'a<b', got 'x'");
        assert_eq!(line(TestOutcome::KnownFailure, success("x"), true), None);
    }

    #[test]
    fn the_summary_counts_known_failures_as_failures_and_not_ignored_tests() {
        let mut suite = SuiteReport::new("s");
        let outcomes =
            [TestOutcome::Passed, TestOutcome::UnexpectedPass, TestOutcome::KnownFailure, TestOutcome::Ignored];
        for outcome in outcomes {
            suite.add(Event::Test(test(1, outcome, success("x"))));
        }
        assert_eq!(summary([&suite]), "Summary: 2/3 passes. 1 unexpected pass, 0 unexpected failures");
        suite.add(Event::Restart);
        assert_eq!(
            summary([&suite, &suite]),
            "Summary: 4/6 passes. 2 unexpected passes, 0 unexpected failures, 2 restarts of the engine"
        );
    }

    #[test]
    fn xml_is_escaped_and_counts_are_right() {
        let mut suite = SuiteReport::new("a&b.tst");
        suite.add(Event::Test(test(1, TestOutcome::Passed, success("x"))));
        suite.add(Event::Test(test(2, TestOutcome::Failed, success("\"q\"\u{1}\n"))));
        suite.add(Event::Test(test(3, TestOutcome::KnownFailure, success("x"))));
        suite.add(Event::Test(test(4, TestOutcome::Failed, Reaction::Fault("ended with signal 6".to_owned()))));
        let xml = junit(&[suite]);
        assert!(xml.contains("<testsuite name=\"a&amp;b.tst\" tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\""));
        assert!(xml.contains("<failure message=\"correct 'a&lt;b', got '&quot;q&quot;\u{fffd}\\n'\"/>"), "{xml}");
        assert!(xml.contains("<error message=\"ended with signal 6\"/>"));
        assert!(xml.contains("time=\"1.500\""));
    }
}
