//! The report on a terminal.

use std::fmt::Write as _;

use super::standings::{Standings, elo_text, pairs_text, rating_text};
use crate::matches::stats::elo::estimate;
use crate::matches::stats::sprt::{Sprt, Verdict};

/// Lines up columns: the first to the left, the others to the right.
fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count)
        .map(|i| rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (i, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[i] - cell.chars().count());
            match i {
                0 => write!(line, "{cell}{pad}"),
                _ => write!(line, "  {pad}{cell}"),
            }
            .expect("a string takes all");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

fn row(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

/// The verdict of a test in words.
pub fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Open => "open",
        Verdict::H0 => "H0 accepted",
        Verdict::H1 => "H1 accepted",
    }
}

/// The report as text.
pub fn text(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let engines = standings.engines();
    let mut out = String::new();
    let mut rows =
        vec![row(&["engine", "games", "won", "drawn", "lost", "score", "Elo", "s/move", "slowest", "faults"])];
    let mut order: Vec<_> = engines.iter().zip(standings.ratings()).collect();
    order.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
    for (engine, rating) in order {
        let [won, drawn, lost] = engine.games;
        let games = won + drawn + lost;
        let share = if games == 0 { 0.0 } else { 100.0 * engine.points() / games as f64 };
        let faults: Vec<_> = engine.faults.iter().map(|(reason, count)| format!("{count} {}", reason.name())).collect();
        rows.push(vec![
            engine.name.clone(),
            games.to_string(),
            won.to_string(),
            drawn.to_string(),
            lost.to_string(),
            format!("{share:.1} %"),
            rating_text(&rating),
            format!("{:.3}", if engine.moves == 0 { 0.0 } else { engine.seconds / engine.moves as f64 }),
            format!("{:.3}", engine.slowest),
            if faults.is_empty() { "-".to_owned() } else { faults.join(", ") },
        ]);
    }
    out += &columns(&rows);
    out.push('\n');

    let mut rows = vec![row(&["pairing", "won", "drawn", "lost", "Elo ± 95 %", "superior", "pairs 0 ½ 1 1½ 2"])];
    for (first, second, tally) in standings.pairings() {
        let sample = tally.sample();
        let found = estimate(&sample);
        let [won, drawn, lost] = tally.games.map(|count| count.to_string());
        let superior = format!("{:.1} %", 100.0 * found.superiority);
        rows.push(vec![
            format!("{first} - {second}"),
            won,
            drawn,
            lost,
            elo_text(&found),
            superior,
            pairs_text(&sample),
        ]);
    }
    out += &columns(&rows);
    out.push('\n');

    let ends: Vec<_> = standings.reasons().iter().map(|(reason, count)| format!("{count} {}", reason.name())).collect();
    let [black, drawn, white] = standings.seats();
    let _ = writeln!(
        out,
        "{} games ended by: {}",
        standings.count(),
        if ends.is_empty() { "-".to_owned() } else { ends.join(", ") }
    );
    let _ = writeln!(out, "won by black {black}, drawn {drawn}, won by white {white}, void {}", standings.voids());
    if let (Some(sprt), [first, second]) = (sprt, engines) {
        let sample = standings.tally(&first.name, &second.name).sample();
        let (low, high) = sprt.bounds();
        let _ = writeln!(
            out,
            "test of {} against {} Elo: log-likelihood ratio {:.2} ({low:.2} to {high:.2}), {}",
            sprt.elo0,
            sprt.elo1,
            sprt.log_likelihood_ratio(&sample),
            verdict_text(sprt.verdict(&sample)),
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::standings::tests::game;
    use super::*;
    use crate::driver::referee::Reason;
    use crate::words::Seat;

    #[test]
    fn the_table_names_engines_ends_and_the_test() {
        let games =
            [game(1, "A", "B", Some(Seat::Black), Reason::Score), game(2, "B", "A", Some(Seat::White), Reason::Time)];
        let text = text(&Standings::of(&games), Some(&Sprt::default()));
        assert!(text.contains("A - B      2      0     0"), "{text}");
        assert!(text.contains("2 games ended by: 1 score, 1 time"), "{text}");
        assert!(text.contains("[0, 0, 0, 0, 1]") && text.contains("open"), "{text}");
    }

    #[test]
    fn no_games_give_an_empty_table() {
        assert!(text(&Standings::default(), None).contains("0 games ended by: -"));
    }
}
