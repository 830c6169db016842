//! A file that is being read: errors and warnings with the lines that they refer to.

use std::collections::BTreeSet;

use quintet_core::notation::quote;
use quintet_core::types::Seat;

use super::error::{SgfError, SgfProblem};
use super::parse::{self, Property};

/// The number of warnings after which the rest is left out.
const MOST_WARNINGS: usize = 100;

/// Properties of the format that change nothing for this reader: remarks, marks, times, facts about
/// the file.
const REMARKS: &[&str] = &[
    "AN", "AP", "AR", "BL", "BM", "BR", "BT", "C", "CA", "CP", "CR", "DD", "DM", "DO", "DT", "EV", "FF", "FG", "GB",
    "GC", "GM", "GN", "GW", "HA", "HO", "IT", "KM", "KO", "L", "LB", "LN", "MA", "MN", "N", "OB", "ON", "OT", "OW",
    "PB", "PC", "PM", "PW", "QK", "RE", "RO", "RU", "SL", "SO", "SQ", "ST", "SZ", "TB", "TE", "TM", "TR", "TW", "UC",
    "US", "V", "VW", "WL", "WR", "WT",
];

/// Properties that define the game. They count in the first node only.
const ROOT_ONLY: &[&str] = &["GM", "SZ", "RU", "KM", "HA"];

/// The file and the warnings so far.
pub struct Context<'a> {
    bytes: &'a [u8],
    warnings: Vec<String>,
    /// Properties that a warning named.
    warned: BTreeSet<String>,
}

impl<'a> Context<'a> {
    /// Starts to read a file.
    pub fn new(bytes: &'a [u8]) -> Context<'a> {
        Context { bytes, warnings: Vec::new(), warned: BTreeSet::new() }
    }

    /// Returns the warnings.
    pub fn into_warnings(self) -> Vec<String> {
        self.warnings
    }

    /// Returns an error at a property.
    pub fn error(&self, property: &Property, problem: impl Into<SgfProblem>) -> SgfError {
        self.error_at(property.at, problem)
    }

    /// Returns an error at an index into the file.
    pub fn error_at(&self, at: usize, problem: impl Into<SgfProblem>) -> SgfError {
        parse::error(self.bytes, at, problem.into())
    }

    /// Returns the error for a value that a property does not take.
    pub fn value_error(&self, property: &Property, value: &str, accepted: &'static str) -> SgfError {
        let (name, value) = (property.name.clone(), quote(value));
        self.error(property, SgfProblem::Value { property: name, value, accepted })
    }

    /// Adds a warning about the whole file.
    pub fn warn_of_file(&mut self, text: String) {
        self.warnings.push(text);
    }

    /// Adds a warning about a property.
    pub fn warn(&mut self, property: &Property, text: &str) {
        if self.warnings.len() >= MOST_WARNINGS {
            if self.warnings.len() == MOST_WARNINGS {
                self.warnings.push("more of the like".to_owned());
            }
            return;
        }
        let line = parse::line_of(self.bytes, property.at);
        self.warnings.push(format!("line {line}: {}: {text}", property.quote()));
    }

    /// Warns about a property that is unknown or does not count at its place, once for each name.
    pub fn check_remark(&mut self, property: &Property, root: bool) {
        let text = match &*property.name {
            name if !root && ROOT_ONLY.contains(&name) => "counts in the first node only",
            name if REMARKS.contains(&name) => return,
            _ => "unknown, not read",
        };
        if self.warned.insert(property.name.clone()) {
            self.warn(property, text);
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
