//! The lines that gtp2ogs and other bridges to Go servers read on standard error after a move: win
//! rate, visits and variation in the format of Leela Zero (`Training.cpp` and `UCTSearch.cpp`).

use std::fmt::Write as _;

use quintet_core::types::Move;
use quintet_search::{Candidate, Report};

/// The number of moves that are listed.
const MOST_MOVES: usize = 5;

/// Returns the lines about a search, with `word` as the notation of moves; empty if no move was
/// searched.
pub fn lines(report: &Report, word: &dyn Fn(Move) -> String) -> String {
    let mut text = String::new();
    let listed = report.candidates.iter().filter(|candidate| candidate.visits > 0).take(MOST_MOVES);
    for candidate in listed {
        let Candidate { mv, visits, win_rate, prior, .. } = *candidate;
        let pv: Vec<String> = candidate.pv.iter().map(|&mv| word(mv)).collect();
        // Writing to a string cannot fail.
        _ = writeln!(
            text,
            "{:>4} -> {visits:>7} (V: {:>5.2}%) (LCB: {:>5.2}%) (N: {:>5.2}%) PV: {}",
            word(mv),
            100.0 * win_rate,
            100.0 * candidate.lower_bound(),
            100.0 * prior,
            pv.join(" ")
        );
    }
    if text.is_empty() {
        return text;
    }
    let seconds = report.time.as_secs_f64();
    let speed = if seconds > 0.0 { (report.simulations as f64 / seconds) as u64 } else { 0 };
    // Bridges read the number of nodes and do not use it.
    let (visits, simulations) = (report.visits, report.simulations);
    _ = writeln!(text, "{visits} visits, {visits} nodes, {simulations} playouts, {speed} n/s\n");
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use quintet_core::board::Point;
    use quintet_core::types::Seat;

    use super::*;

    #[test]
    fn lines_have_the_format_of_leela_zero() {
        let mv = Move::place(0, Point(0));
        let candidate = Candidate {
            mv,
            visits: 90,
            win_rate: 0.5,
            lead: 0.0,
            prior: 0.0125,
            proof: None,
            pv: vec![mv, Move::PASS],
            pv_visits: vec![90, 1],
            ownership: Vec::new(),
        };
        let report = Report {
            candidates: vec![candidate.clone(), Candidate { visits: 0, ..candidate }],
            visits: 100,
            simulations: 80,
            time: Duration::from_millis(500),
            ..Report::empty(Seat::Black)
        };
        let word = |mv| if mv == Move::PASS { "pass".to_owned() } else { "A1".to_owned() };
        assert_eq!(
            lines(&report, &word),
            "  A1 ->      90 (V: 50.00%) (LCB: 39.46%) (N:  1.25%) PV: A1 pass\n100 visits, 100 nodes, 80 playouts, 160 n/s\n\n"
        );
        assert_eq!(lines(&Report::empty(Seat::Black), &word), "");
    }
}
