//! A file that is being read: errors and warnings with the lines that they refer to.

use std::cell::Cell;
use std::collections::BTreeSet;

use quintet_core::notation::quote;
use quintet_core::types::Seat;

use super::error::{SgfError, SgfProblem};
use super::parse::{self, Property};

/// The number of warnings after which the rest is left out.
const MOST_WARNINGS: usize = 100;

/// Properties that define the game. They count in the first node only.
const ROOT_ONLY: &[&str] = &["GM", "SZ", "RU", "KM", "HA"];

/// The file and the warnings so far.
pub struct Context<'a> {
    bytes: &'a [u8],
    /// The latest index that was asked for, and its line: most questions are in the file's order.
    line: Cell<(usize, usize)>,
    warnings: Vec<String>,
    /// Properties that a warning named.
    warned: BTreeSet<String>,
}

impl<'a> Context<'a> {
    /// Starts to read a file.
    pub fn new(bytes: &'a [u8]) -> Context<'a> {
        Context { bytes, line: Cell::new((0, 1)), warnings: Vec::new(), warned: BTreeSet::new() }
    }

    pub fn into_warnings(self) -> Vec<String> {
        self.warnings
    }

    /// Returns an error at a property.
    pub fn error(&self, property: &Property, problem: impl Into<SgfProblem>) -> SgfError {
        self.error_at(property.at, problem)
    }

    /// Returns an error at an index into the file.
    pub fn error_at(&self, at: usize, problem: impl Into<SgfProblem>) -> SgfError {
        SgfError { line: self.line_of(at), problem: problem.into() }
    }

    /// Returns the number of the line at an index into the file, from 1.
    fn line_of(&self, at: usize) -> usize {
        let (from, line) = Some(self.line.get()).filter(|&(from, _)| from <= at).unwrap_or((0, 1));
        let line = line + parse::line_breaks(self.bytes.get(from..at).unwrap_or_default());
        self.line.set((at, line));
        line
    }

    /// Returns the error for a value that a property does not take.
    pub fn value_error(&self, property: &Property, value: &str, accepted: &'static str) -> SgfError {
        let (name, value) = (property.name.clone(), quote(value));
        self.error(property, SgfProblem::Value { property: name, value, accepted })
    }

    /// Adds a warning about the whole file.
    pub fn warn_of_file(&mut self, text: String) {
        match self.warnings.len() {
            0..MOST_WARNINGS => self.warnings.push(text),
            MOST_WARNINGS => self.warnings.push("more of the like".to_owned()),
            _ => {}
        }
    }

    /// Adds a warning about a property.
    pub fn warn(&mut self, property: &Property, text: &str) {
        if self.warnings.len() <= MOST_WARNINGS {
            let line = self.line_of(property.at);
            self.warn_of_file(format!("line {line}: {}: {text}", property.quote()));
        }
    }

    /// Warns about a property that counts in the first node only, once for each name.
    pub fn check_place(&mut self, property: &Property) {
        if ROOT_ONLY.contains(&&*property.name) && self.warned.insert(property.name.clone()) {
            self.warn(property, "counts in the first node only");
        }
    }

    /// Reads the side of `PL`; `None` with a warning if the value is not a side.
    pub fn side(&mut self, property: &Property) -> Option<Seat> {
        match property.value() {
            "B" | "b" | "black" | "Black" => Some(Seat::Black),
            "W" | "w" | "white" | "White" => Some(Seat::White),
            // As in the first versions of the format.
            number @ ("1" | "2") => {
                let side = if number == "1" { Seat::Black } else { Seat::White };
                self.warn(property, &format!("read as {}", side.name()));
                Some(side)
            }
            _ => {
                self.warn(property, "not a side, not read; it takes B or W");
                None
            }
        }
    }
}
