//! The report as text.

use std::fmt::Write as _;

use super::standings::Standings;
use super::standings_table::{self, Column, PairingRow};
use crate::matches::stats::sprt::Sprt;

/// Stands for a value that there is not.
const NONE: &str = "-";

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
            .expect("writing to a string cannot fail");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

fn engines_table(standings: &Standings) -> String {
    let heading = |column: Column| if column == Column::Elo { "Elo" } else { column.heading() }.to_owned();
    let mut rows = vec![Column::ALL.map(heading).to_vec()];
    for row in standings_table::engines(standings) {
        rows.push(Column::ALL.map(|column| row.cell(column, NONE)).to_vec());
    }
    columns(&rows)
}

fn pairings_table(standings: &Standings) -> String {
    let headings = ["pairing", "won", "drawn", "lost", "Elo ± 95 %", "superior", "pairs 0 ½ 1 1½ 2"];
    let mut rows = vec![headings.map(str::to_owned).to_vec()];
    for PairingRow { engines: [first, second], cells } in standings_table::pairings(standings) {
        rows.push([format!("{first} - {second}")].into_iter().chain(cells).collect());
    }
    columns(&rows)
}

pub fn report(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let [black, drawn, white] = standings.seats();
    let mut out = format!("{}\n{}\n", engines_table(standings), pairings_table(standings));
    let reasons = standings_table::reasons(standings, NONE);
    let _ = writeln!(out, "{} games ended by: {reasons}", standings.count());
    let _ = writeln!(out, "won by black {black}, drawn {drawn}, won by white {white}, void {}", standings.voids());
    if let Some(test) = sprt.and_then(|sprt| standings_table::sequential_test(standings, sprt)) {
        let _ = writeln!(out, "{test}");
    }
    out
}

#[cfg(test)]
mod tests {
    use quintet_core::types::Seat;

    use super::super::standings::tests::game;
    use super::*;
    use crate::driver::referee::Reason;

    #[test]
    fn the_report_has_engines_endings_and_the_test() {
        let games =
            [game(1, "A", "B", Some(Seat::Black), Reason::Score), game(2, "B", "A", Some(Seat::White), Reason::Time)];
        let text = report(&Standings::of(&games), Some(&Sprt::default()));
        assert!(text.contains("A - B      2      0     0"), "{text}");
        let rows: Vec<Vec<&str>> = text.lines().take(3).map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[0][..6], ["engine", "games", "won", "drawn", "lost", "score"], "{text}");
        // The stronger engine comes first.
        assert_eq!(rows[1][..7], ["A", "2", "2", "0", "0", "100.0", "%"], "{text}");
        assert_eq!(rows[2][..7], ["B", "2", "0", "0", "2", "0.0", "%"], "{text}");
        assert!(text.contains("2 games ended by: 1 score, 1 time"), "{text}");
        assert!(text.contains("[0, 0, 0, 0, 1]") && text.contains("open"), "{text}");
    }

    #[test]
    fn no_games_give_an_empty_table() {
        assert!(report(&Standings::default(), None).contains("0 games ended by: -"));
    }
}
