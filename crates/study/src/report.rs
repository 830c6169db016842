//! The results of a study: the measures of each board, as values and as text.

use std::fmt::Write as _;

use serde::Serialize;

use crate::config::{GridCell, StudyConfig};
use crate::interval::Interval;
use crate::measures::{Measure, Unit, heat, measures};
use crate::trace::GameTrace;

/// The report on a study.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StudyReport {
    /// The version of the program.
    pub version: &'static str,
    /// The configuration.
    pub config: StudyConfig,
    /// The boards, in the order of the grid.
    pub cells: Vec<CellReport>,
}

/// The results on one board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CellReport {
    /// Size and rules in words.
    pub title: String,
    pub size: String,
    /// The rules of the grid with their values here.
    pub rules: Vec<(String, String)>,
    /// The number of games between equals that were played.
    pub games: usize,
    /// The measures that the games show.
    pub measures: Vec<Measure>,
    /// The lengths of the games between equals, in plies.
    pub lengths: Vec<usize>,
    /// For each point the share of games in which a stone was placed on it.
    pub heat: Vec<(String, f64)>,
}

impl StudyReport {
    /// Computes the report on the games that are played.
    pub fn new(config: &StudyConfig, cells: &[GridCell], traces: &[GameTrace]) -> StudyReport {
        let report = |(index, cell): (usize, &GridCell)| {
            let traces: Vec<&GameTrace> = traces.iter().filter(|trace| trace.cell == index).collect();
            let equals = || traces.iter().filter(|trace| trace.doubling == 0);
            CellReport {
                title: cell.title(),
                size: cell.size.clone(),
                rules: cell.rules.clone(),
                games: equals().count(),
                measures: measures(cell, &traces),
                lengths: equals().map(|trace| trace.moves.len()).collect(),
                heat: heat(cell, &traces),
            }
        };
        let cells = cells.iter().enumerate().map(report).collect();
        StudyReport { version: env!("CARGO_PKG_VERSION"), config: config.clone(), cells }
    }

    /// Returns the report as JSON.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report is plain data") + "\n"
    }

    /// Returns the names and titles of the measures that some board has, in the order of reports.
    pub fn measures(&self) -> Vec<(&str, &str)> {
        let mut names: Vec<(&str, &str)> = Vec::new();
        for measure in self.cells.iter().flat_map(|cell| &cell.measures) {
            if !names.iter().any(|(name, _)| *name == measure.name) {
                names.push((&measure.name, &measure.title));
            }
        }
        names
    }

    /// Returns the report as text: a block of lines for each board.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let width = self.measures().iter().map(|(_, title)| title.chars().count()).max().unwrap_or(0);
        for cell in &self.cells {
            let _ = writeln!(text, "{}, {} games", cell.title, cell.games);
            for measure in &cell.measures {
                let _ = writeln!(text, "  {:width$}  {}", measure.title, measure.words());
            }
        }
        text
    }
}

impl CellReport {
    /// Returns a measure of the board.
    pub fn measure(&self, name: &str) -> Option<&Measure> {
        self.measures.iter().find(|measure| measure.name == name)
    }
}

impl Measure {
    /// Returns the value with its interval in words.
    pub fn words(&self) -> String {
        let Interval { value, low, high } = self.interval;
        let [value, low, high] = [value, low, high].map(|number| self.number(number));
        format!("{value} ({low} to {high})")
    }

    fn number(&self, value: f64) -> String {
        // No minus zero.
        let round = |value: f64, factor: f64| (value * factor).round() / factor + 0.0;
        match self.unit {
            Unit::Share => format!("{:.1} %", round(100.0 * value, 10.0)),
            Unit::Elo => format!("{:+.0} Elo", round(value, 1.0)),
            Unit::Number if value.abs() < 10.0 => format!("{:.2}", round(value, 100.0)),
            Unit::Number => format!("{:.1}", round(value, 10.0)),
        }
    }
}
