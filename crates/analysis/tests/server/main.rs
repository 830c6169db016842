//! Analysis servers in this process.

mod panics;
mod priors;
mod repeatable;

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use quintet_analysis::{AnalysisOptions, serve};
use quintet_core::setup::Setup;
use quintet_engine::Knowledge;
use serde_json::Value;

/// An output that keeps what is written.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns options with a small search tree.
fn options(setup: Setup) -> AnalysisOptions {
    let mut options = AnalysisOptions::new(setup);
    options.settings.hash_mib = 8;
    options
}

/// Returns all answers to queries.
fn answers(options: AnalysisOptions, queries: &[Value]) -> Vec<Value> {
    let input: String = queries.iter().map(|query| format!("{query}\n")).collect();
    let output = Output::default();
    serve(options, Knowledge::default(), io::Cursor::new(input), output.clone()).unwrap();
    let text = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
