//! The tables of a report, as rows of cells: for the text, the HTML report and the page of `quintet
//! web`.

use super::standings::{EngineSummary, Standings, elo_text, pairs_text, rating_text};
use crate::matches::stats::elo::estimate;
use crate::matches::stats::rating::Rating;
use crate::matches::stats::sprt::{Sprt, Verdict};

/// A column of the table of engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// The name.
    Engine,
    /// Games that count.
    Games,
    /// Games won.
    Won,
    /// Games drawn.
    Drawn,
    /// Games lost.
    Lost,
    /// The share of the points.
    Score,
    /// The rating with its interval.
    Elo,
    /// The mean time of a move in seconds.
    SecondsPerMove,
    /// The longest time of a move in seconds.
    Slowest,
    /// Games that ended by a fault of the engine, by reason.
    Faults,
}

impl Column {
    /// All columns.
    pub const ALL: [Column; 10] = [
        Column::Engine,
        Column::Games,
        Column::Won,
        Column::Drawn,
        Column::Lost,
        Column::Score,
        Column::Elo,
        Column::SecondsPerMove,
        Column::Slowest,
        Column::Faults,
    ];

    pub fn heading(self) -> &'static str {
        match self {
            Column::Engine => "engine",
            Column::Games => "games",
            Column::Won => "won",
            Column::Drawn => "drawn",
            Column::Lost => "lost",
            Column::Score => "score",
            Column::Elo => "Elo ± 95 %",
            Column::SecondsPerMove => "s/move",
            Column::Slowest => "slowest",
            Column::Faults => "faults",
        }
    }
}

/// A row of the table of engines.
pub struct EngineRow<'a> {
    /// The results of the engine.
    pub engine: &'a EngineSummary,
    pub rating: Rating,
}

/// Returns the table of engines, the strongest first.
pub fn engines(standings: &Standings) -> Vec<EngineRow<'_>> {
    let mut rows: Vec<EngineRow<'_>> = standings
        .engines()
        .iter()
        .zip(standings.ratings())
        .map(|(engine, rating)| EngineRow { engine, rating })
        .collect();
    rows.sort_by(|a, b| b.rating.elo.total_cmp(&a.rating.elo));
    rows
}

impl EngineRow<'_> {
    /// Returns a cell; `none` stands for a value that there is not.
    pub fn cell(&self, column: Column, none: &str) -> String {
        let EngineRow { engine, rating } = self;
        let [won, drawn, lost] = engine.games;
        let games = won + drawn + lost;
        match column {
            Column::Engine => engine.name.clone(),
            Column::Games => games.to_string(),
            Column::Won => won.to_string(),
            Column::Drawn => drawn.to_string(),
            Column::Lost => lost.to_string(),
            Column::Score | Column::Elo if games == 0 => none.to_owned(),
            Column::Score => format!("{:.1} %", 100.0 * engine.points() / games as f64),
            Column::Elo => rating_text(rating),
            Column::SecondsPerMove => format!("{:.3}", engine.seconds / engine.moves.max(1) as f64),
            Column::Slowest => format!("{:.3}", engine.slowest),
            Column::Faults => list(engine.faults.iter().map(|(reason, count)| (reason.name(), *count)), none),
        }
    }
}

/// A row of the table of pairings.
pub struct PairingRow<'a> {
    /// The two engines.
    pub engines: [&'a str; 2],
    /// Won, drawn, lost, Elo, likelihood of superiority and pairs by points, seen by the first
    /// engine.
    pub cells: [String; 6],
}

/// Returns the table of pairings.
pub fn pairings(standings: &Standings) -> Vec<PairingRow<'_>> {
    let row = |(first, second, tally): (_, _, crate::matches::stats::Tally)| {
        let sample = tally.sample();
        let found = estimate(&sample);
        let [won, drawn, lost] = tally.games.map(|count| count.to_string());
        let superior = format!("{:.1} %", 100.0 * found.superiority);
        PairingRow {
            engines: [first, second],
            cells: [won, drawn, lost, elo_text(&found), superior, pairs_text(&sample)],
        }
    };
    standings.pairings().map(row).collect()
}

/// Returns how often games ended for which reason, `2 score, 1 time`.
pub fn reasons(standings: &Standings, none: &str) -> String {
    list(standings.reasons().iter().map(|(reason, count)| (reason.name(), *count)), none)
}

fn list<'a>(counts: impl Iterator<Item = (&'a str, u64)>, none: &str) -> String {
    let counts: Vec<String> = counts.map(|(name, count)| format!("{count} {name}")).collect();
    if counts.is_empty() { none.to_owned() } else { counts.join(", ") }
}

/// Describes a sequential test and its state, from `test of 0 against 10 Elo` on; `None` unless
/// there are two engines.
pub fn sequential_test(standings: &Standings, sprt: &Sprt) -> Option<String> {
    let [first, second] = standings.engines() else { return None };
    let sample = standings.tally(&first.name, &second.name).sample();
    let (low, high) = sprt.bounds();
    Some(format!(
        "test of {} against {} Elo: log-likelihood ratio {:.2} ({low:.2} to {high:.2}), {}",
        sprt.elo0,
        sprt.elo1,
        sprt.log_likelihood_ratio(&sample),
        verdict_text(sprt.verdict(&sample)),
    ))
}

/// Returns the verdict of a test in words.
pub fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Open => "open",
        Verdict::H0 => "H0 accepted",
        Verdict::H1 => "H1 accepted",
    }
}
