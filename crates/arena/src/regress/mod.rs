//! Regression suites in the `.tst` format of GNU Go and GoGui, on any GTP engine.

pub mod report;
pub mod run;
pub mod suite;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use quintet_system::exhaustion;

use self::report::SuiteReport;
use self::run::{Event, SuiteOptions};
use self::suite::Suite;

/// Runs suites, `jobs` at a time, and returns their reports in the order of the suites. `print`
/// gets the lines of the suites, one suite after the other; with `quiet`, only unexpected outcomes.
pub fn run_all(
    suites: &[Suite],
    options: &SuiteOptions,
    jobs: usize,
    quiet: bool,
    print: &mut dyn FnMut(&str),
) -> Vec<SuiteReport> {
    let mut printer = Printer::new(suites, quiet, print);
    let next = AtomicUsize::new(0);
    let (sender, messages) = mpsc::channel();
    let mut reports: Vec<Option<SuiteReport>> = suites.iter().map(|_| None).collect();
    thread::scope(|scope| {
        for _ in 0..jobs.min(suites.len()) {
            let (sender, next) = (sender.clone(), &next);
            exhaustion::spawn_scoped(scope, move || {
                while let Some((index, suite)) = take(suites, next) {
                    let report = run_one(suite, options, |event| drop(sender.send((index, Message::Event(event)))));
                    let _ = sender.send((index, Message::End(Box::new(report))));
                }
            });
        }
        drop(sender);
        for (index, message) in messages {
            match message {
                Message::Event(event) => printer.event(index, &event),
                Message::End(report) => {
                    printer.end(index, &report);
                    reports[index] = Some(*report);
                }
            }
        }
    });
    reports.into_iter().flatten().collect()
}

/// A message of a worker.
enum Message {
    Event(Event),
    End(Box<SuiteReport>),
}

fn take<'a>(suites: &'a [Suite], next: &AtomicUsize) -> Option<(usize, &'a Suite)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    suites.get(index).map(|suite| (index, suite))
}

fn run_one(suite: &Suite, options: &SuiteOptions, on_event: impl Fn(Event)) -> SuiteReport {
    let mut report = SuiteReport::new(&suite.name);
    let from = options.time.now();
    let result = run::run(suite, options, |event| {
        report.add(event.clone());
        on_event(event);
    });
    report.stopped = result.err();
    report.time = options.time.since(from);
    report
}

/// Prints the suites in order: the first unfinished one as it runs, later ones when their turn
/// comes.
struct Printer<'a> {
    quiet: bool,
    print: &'a mut dyn FnMut(&str),
    /// The prefix of each line of a suite.
    prefixes: Vec<String>,
    /// The lines of later suites.
    held: Vec<Vec<String>>,
    ended: Vec<bool>,
    /// The suite whose lines are printed at once.
    current: usize,
}

impl<'a> Printer<'a> {
    fn new(suites: &[Suite], quiet: bool, print: &'a mut dyn FnMut(&str)) -> Printer<'a> {
        let prefix = |suite: &Suite| if suites.len() > 1 { format!("{} ", suite.name) } else { String::new() };
        let count = suites.len();
        Printer {
            quiet,
            print,
            prefixes: suites.iter().map(prefix).collect(),
            held: vec![Vec::new(); count],
            ended: vec![false; count],
            current: 0,
        }
    }

    fn event(&mut self, index: usize, event: &Event) {
        if let Some(line) = report::line(event, self.quiet) {
            self.line(index, &line);
        }
    }

    fn end(&mut self, index: usize, report: &SuiteReport) {
        if let Some(stopped) = &report.stopped {
            self.line(index, &stopped.to_string());
        }
        self.line(index, &report::summary([report]));
        self.ended[index] = true;
        while self.ended.get(self.current) == Some(&true) {
            self.current += 1;
            for line in self.held.get_mut(self.current).map(std::mem::take).unwrap_or_default() {
                (self.print)(&line);
            }
        }
    }

    fn line(&mut self, index: usize, line: &str) {
        let line = format!("{}{line}", self.prefixes[index]);
        if index == self.current {
            (self.print)(&line);
        } else {
            self.held[index].push(line);
        }
    }
}
