//! The report as one self-contained page.
//!
//! Tables and charts are plain HTML and SVG. A short script assembles the boards from the pieces of
//! [`super::boards`], as `quintet svg` draws them, and only those that are looked at, so that the
//! page can hold ten thousand games.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use quintet_core::setup::Setup;
use quintet_record::xml::escape;
use quintet_system::atomic_file::AtomicFile;
use serde::Serialize;

use super::boards::{BoardDrawing, board, moves};
use super::chart::{histogram, lines};
use super::series;
use super::standings::Standings;
use super::standings_table::{self, Column, PairingRow};
use crate::matches::game_index::GameIndex;
use crate::matches::results::{GameRecord, SetupRecord};
use crate::matches::results_error::ResultsError;
use crate::matches::stats::sprt::Sprt;

/// The stylesheet of reports.
pub const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = concat!(include_str!("viewer.js"), include_str!("page.js"));
/// Stands for a value that there is not.
const NONE: &str = "–";
/// The largest Elo difference that is drawn.
const DRAWN_ELO: f64 = 800.0;
/// The number of lines of a void game's traffic that are shown for each engine.
const SHOWN_TRAFFIC: usize = 60;

/// The error for a report that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The games cannot be read.
    #[error(transparent)]
    Read(#[from] ResultsError),
    /// The page cannot be written.
    #[error("cannot write the report {0}: {1}")]
    Write(PathBuf, io::Error),
}

/// A game as the page reads it.
#[derive(Serialize)]
struct GameEntry {
    /// The number in the match.
    n: u64,
    /// The index of the board.
    g: usize,
    /// The indices of Black's and White's engine.
    b: usize,
    w: usize,
    /// Result and reason.
    r: String,
    e: &'static str,
    /// An explanation of the end.
    d: String,
    /// The side with the first move: 0 is Black.
    f: usize,
    /// Opening plies.
    o: usize,
    /// Moves and changes.
    m: String,
    c: String,
    /// The milliseconds that each move took.
    t: String,
    /// The traffic of a void game.
    #[serde(skip_serializing_if = "String::is_empty")]
    x: String,
}

/// Writes the page; `title` is its heading. The games are read and written one by one.
///
/// # Errors
/// Returns an error if the page cannot be written or the games cannot be read again; then the file
/// at `path` stays as it was.
pub fn write(path: &Path, title: &str, index: &GameIndex, sprt: Option<&Sprt>) -> Result<(), ReportError> {
    let cannot = |error| ReportError::Write(path.to_owned(), error);
    let mut out = AtomicFile::create(path).map_err(cannot)?;
    let setups: Vec<(&SetupRecord, Setup)> =
        // A game of another version cannot be drawn.
        index.setups().iter().filter_map(|record| Some((record, record.setup().ok()?))).collect();
    let boards: Vec<BoardDrawing> =
        setups.iter().enumerate().map(|(index, (record, setup))| board(index, setup, record)).collect();
    let engines: Vec<&str> = index.standings().engines().iter().map(|engine| engine.name.as_str()).collect();
    let body = body(title, index, &boards, sprt);
    let mut head = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{}</title><style>{STYLE}</style></head><body>{body}\
         <script type=\"application/json\" id=\"data\">",
        escape(title)
    );
    let _ = write!(head, "{{\"engines\":{},\"boards\":{},\"games\":[", json(&engines), json(&boards));
    out.write_all(head.as_bytes()).map_err(cannot)?;
    let mut comma = "";
    index.for_each(&mut |record| {
        if let Some(entry) = entry(&record, &setups, &engines) {
            write!(out, "{comma}{}", json(&entry)).map_err(cannot)?;
            comma = ",";
        }
        Ok::<(), ReportError>(())
    })?;
    writeln!(out, "]}}</script><script>{SCRIPT}</script></body></html>").map_err(cannot)?;
    out.commit().map_err(cannot)
}

/// Returns a value as JSON that can stand in a script element, which a `<` could end.
pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data").replace('<', "\\u003c")
}

/// Returns the elements of the page.
fn body(title: &str, index: &GameIndex, boards: &[BoardDrawing], sprt: Option<&Sprt>) -> String {
    let standings = index.standings();
    let mut body = String::new();
    let _ = write!(body, "<h1>{}</h1>", escape(title));
    for board in boards {
        let _ = write!(body, "<p class=\"setup\">{}</p>", escape(board.title()));
    }
    body += &engines_table(standings);
    body += &cross_table(standings);
    body += &pairings_table(standings);
    body += &test(standings, sprt);
    body += &ends(standings);
    body += "<h2>Elo over time</h2>";
    body += &lines("Elo with 95 % intervals", "games", &series::ratings(index), DRAWN_ELO);
    if let Some(sprt) = sprt {
        let ratio = series::ratio(index, sprt);
        let (low, high) = sprt.bounds();
        body += "<h2>The test over time</h2>";
        body += &lines("Log-likelihood ratio", "games", &ratio, 1.5 * high.max(-low));
    }
    body += "<div class=\"pair\"><div><h2>Length of games</h2>";
    body += &histogram("Length of games", "moves", &index.lengths());
    body += "</div>";
    for (number, engine) in standings.engines().iter().enumerate() {
        let _ = write!(body, "<div><h2>Time a move: {}</h2>", escape(&engine.name));
        body += &histogram("Time a move", "seconds", &index.times(number));
        body += "</div>";
    }
    body += "</div><h2>Games</h2><form id=\"filter\"></form><div id=\"viewer\" hidden></div><div id=\"pager\"></div>\
             <div id=\"games\"></div><noscript>The boards need JavaScript; everything above does not.</noscript>";
    body
}

/// Returns a game as the page reads it; `None` if its board cannot be drawn.
fn entry(record: &GameRecord, setups: &[(&SetupRecord, Setup)], engines: &[&str]) -> Option<GameEntry> {
    let index = |name: &str| engines.iter().position(|engine| *engine == name).unwrap_or(0);
    let g = setups.iter().position(|(known, _)| **known == record.setup)?;
    let (m, c) = moves(&setups[g].1, record);
    let t: Vec<String> = record.times.iter().map(|time| format!("{:.0}", time * 1000.0)).collect();
    let traffic = record.transcript.iter().flatten().map(|(name, lines)| {
        let from = lines.len().saturating_sub(SHOWN_TRAFFIC);
        format!("{name}:\n{}\n", lines[from..].join("\n"))
    });
    Some(GameEntry {
        n: record.number,
        g,
        b: index(&record.black),
        w: index(&record.white),
        r: record.result.clone(),
        e: record.reason.name(),
        d: record.detail.clone(),
        f: record.first.index(),
        o: record.opening,
        m,
        c,
        t: t.join(" "),
        x: traffic.collect(),
    })
}

fn row(tag: &str, cells: impl IntoIterator<Item = String>) -> String {
    let cells: String = cells.into_iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(&cell))).collect();
    format!("<tr>{cells}</tr>")
}

fn head(cells: &[&str]) -> String {
    row("th", cells.iter().map(|cell| (*cell).to_owned()))
}

fn engines_table(standings: &Standings) -> String {
    let mut out = "<h2>Engines</h2><table>".to_owned();
    out += &head(&Column::ALL.map(Column::heading));
    for engine in standings_table::engines(standings) {
        out += &row("td", Column::ALL.map(|column| engine.cell(column, NONE)));
    }
    out + "</table>"
}

/// Returns the points of the row's engine against the column's.
fn cross_table(standings: &Standings) -> String {
    let engines = standings.engines();
    let mut out = "<h2>Cross table</h2><table id=\"cross\">".to_owned();
    out += &row("th", std::iter::once(String::new()).chain(engines.iter().map(|engine| engine.name.clone())));
    for a in engines {
        let cells = engines.iter().map(|b| {
            let tally = standings.tally(&a.name, &b.name);
            match tally.count() {
                _ if a.name == b.name => "·".to_owned(),
                0 => NONE.to_owned(),
                count => format!("{} / {count}", tally.points()),
            }
        });
        out += &row("td", std::iter::once(a.name.clone()).chain(cells));
    }
    out + "</table>"
}

fn pairings_table(standings: &Standings) -> String {
    let mut out = "<h2>Pairings</h2><table>".to_owned();
    out += &head(&["pairing", "won", "drawn", "lost", "Elo ± 95 %", "likely superior", "pairs by points 0 ½ 1 1½ 2"]);
    for PairingRow { engines: [first, second], cells } in standings_table::pairings(standings) {
        out += &row("td", [format!("{first} – {second}")].into_iter().chain(cells));
    }
    out + "</table>"
}

fn test(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let test = sprt.and_then(|sprt| standings_table::sequential_test(standings, sprt));
    test.map_or(String::new(), |test| format!("<p>Sequential {test}.</p>"))
}

fn ends(standings: &Standings) -> String {
    let [black, drawn, white] = standings.seats();
    format!(
        "<p>{} games, ended by: {}. Won by black {black}, drawn {drawn}, won by white {white}, void {}.</p>",
        standings.count(),
        standings_table::reasons(standings, NONE),
        standings.voids()
    )
}

#[cfg(test)]
mod tests {
    use std::fs;

    use quintet_core::types::Seat;

    use super::super::standings::tests::game;
    use super::*;
    use crate::driver::referee::Reason;
    use crate::matches::game_index::tests::TemporaryResults;

    /// Returns the page of these games.
    fn page(name: &str, games: &[GameRecord], sprt: Option<&Sprt>) -> String {
        let results = TemporaryResults::new(name, games);
        let path = std::env::temp_dir().join(format!("quintet-page-{}-{name}.html", std::process::id()));
        write(&path, "A – B", &results.index(), sprt).unwrap();
        let page = fs::read_to_string(&path).unwrap();
        fs::remove_file(path).unwrap();
        page
    }

    #[test]
    fn the_page_is_self_contained_and_escapes_names() {
        let evil = "</script><b>&";
        let games = [game(1, evil, "B", Some(Seat::Black), Reason::Score), game(2, "B", evil, None, Reason::Crash)];
        let page = page("evil", &games, Some(&Sprt::default()));
        assert!(!page.contains(evil));
        assert_eq!(page.matches("</script>").count(), 2);
        for outside in ["http://", "https://", "src=", "@import", "url("] {
            // A name space, and gradients of the page itself.
            let kept = page.replace("http://www.w3.org/2000/svg", "").replace("url(#", "");
            assert!(!kept.contains(outside), "{outside}");
        }
    }

    #[test]
    fn the_tables_have_a_row_for_each_engine() {
        let games = [
            game(1, "A", "B", Some(Seat::White), Reason::Score),
            game(2, "B", "A", None, Reason::Score),
            game(3, "A", "C", Some(Seat::Black), Reason::Score),
        ];
        let page = page("tables", &games, None);
        let rows = |heading: &str| -> Vec<Vec<String>> {
            let table = page.split(heading).nth(1).unwrap().split("</table>").next().unwrap();
            let cells = |row: &str| -> Vec<String> {
                row.split("</t").filter_map(|cell| Some(cell.rsplit_once('>')?.1.to_owned())).collect()
            };
            table.split("<tr>").skip(1).map(cells).collect()
        };
        let engines = rows("<h2>Engines</h2>");
        let first: Vec<&str> = engines.iter().map(|row| &*row[0]).collect();
        assert_eq!(first, ["engine", "B", "A", "C"], "{engines:?}");
        assert_eq!(engines[1][1..5], ["2", "1", "1", "0"], "{engines:?}");
        let cross = rows("<table id=\"cross\">");
        let cells: Vec<Vec<&str>> = cross.iter().map(|row| row.iter().map(|cell| &**cell).take(4).collect()).collect();
        assert_eq!(cells[0], ["", "A", "B", "C"]);
        assert_eq!(cells[1], ["A", "·", "0.5 / 2", "1 / 1"]);
        assert_eq!(cells[2], ["B", "1.5 / 2", "·", NONE]);
        assert_eq!(cells[3], ["C", "0 / 1", NONE, "·"]);
        assert!(page.contains("<p class=\"setup\">Bracket 3, "), "a board with as many rows as columns has one number");
    }

    #[test]
    fn a_page_of_nothing_is_a_page() {
        let page = page("nothing", &[], None);
        assert!(page.contains("0 games") && !page.contains("NaN"));
    }
}
