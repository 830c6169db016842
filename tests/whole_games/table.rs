//! The results of the matrix as a table.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::game::Played;
use crate::matrix::Cell;

/// Returns a table in Markdown with a row for each game and player.
pub fn markdown(cells: &[Cell], games: &[Played]) -> String {
    let mut rows: BTreeMap<_, Vec<(&Cell, &Played)>> = BTreeMap::new();
    for (cell, game) in cells.iter().zip(games) {
        rows.entry((cell.info.title, cell.player)).or_default().push((cell, game));
    }
    let mut text =
        "| game | player | games | plies | most plies a point | draws | early passes | with faults |\n".to_owned();
    text.push_str("|---|---|---|---|---|---|---|---|\n");
    for ((title, player), row) in rows {
        let plies: usize = row.iter().map(|(_, game)| game.plies).sum();
        let whole = row.iter().filter(|(_, game)| game.outcome.is_some());
        let longest = whole.map(|(cell, game)| game.plies as f64 / cell.points as f64).fold(0.0, f64::max);
        let draws = row.iter().filter(|(_, game)| game.outcome.is_some_and(|(margin, _)| margin == 0.0)).count();
        let early: usize = row.iter().map(|(_, game)| game.early_passes).sum();
        let faulty = row.iter().filter(|(_, game)| !game.faults.is_empty()).count();
        let games = row.len();
        let _ =
            writeln!(text, "| {title} | {player} | {games} | {plies} | {longest:.1} | {draws} | {early} | {faulty} |");
    }
    text
}
