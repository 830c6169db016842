//! The report as one self-contained page.
//!
//! Tables and charts are plain HTML and SVG. A short script assembles the boards from the pieces of
//! [`super::boards`], as `quintet svg` draws them, and only those that are looked at, so that the
//! page can hold ten thousand games.

use std::fmt::Write as _;

use quintet_core::setup::Setup;
use quintet_core::types::Seat;
use quintet_record::xml::escape;
use serde::Serialize;

use super::boards::{BoardDrawing, board, moves};
use super::chart::{histogram, lines};
use super::series;
use super::standings::Standings;
use super::standings_table::{self, Column, PairingRow};
use crate::matches::results::{GameRecord, SetupRecord};
use crate::matches::stats::sprt::Sprt;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Stands for a value that there is not.
const NONE: &str = "–";
/// The largest Elo difference that is drawn.
const DRAWN_ELO: f64 = 800.0;
/// The number of lines of a void game's traffic that are shown for each engine.
const SHOWN_TRAFFIC: usize = 60;

#[derive(Serialize)]
struct Data {
    engines: Vec<String>,
    boards: Vec<BoardDrawing>,
    games: Vec<GameEntry>,
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

/// Returns the page; `title` is its heading.
pub fn page(title: &str, records: &[GameRecord], sprt: Option<&Sprt>) -> String {
    let standings = Standings::of(records);
    let mut body = String::new();
    let _ = write!(body, "<h1>{}</h1>", escape(title));
    let (data, setups) = data(records, &standings);
    for board in &setups {
        let _ = write!(body, "<p class=\"setup\">{}</p>", escape(board));
    }
    body += &engines_table(&standings);
    body += &cross_table(&standings);
    body += &pairings_table(&standings);
    body += &test(&standings, sprt);
    body += &ends(&standings);
    body += "<h2>Elo over time</h2>";
    body += &lines("Elo with 95 % intervals", "games", &series::ratings(records), DRAWN_ELO);
    if let Some(sprt) = sprt {
        let ratio = series::ratio(records, sprt);
        let (low, high) = sprt.bounds();
        body += "<h2>The test over time</h2>";
        body += &lines("Log-likelihood ratio", "games", &ratio, 1.5 * high.max(-low));
    }
    body += "<div class=\"pair\"><div><h2>Length of games</h2>";
    let lengths: Vec<f64> = records.iter().filter(|r| !r.is_void()).map(|r| r.moves.len() as f64).collect();
    body += &histogram("Length of games", "moves", &lengths);
    body += "</div>";
    for engine in standings.engines() {
        let _ = write!(body, "<div><h2>Time a move: {}</h2>", escape(&engine.name));
        body += &histogram("Time a move", "seconds", &times(records, &engine.name));
        body += "</div>";
    }
    body += "</div><h2>Games</h2><form id=\"filter\"></form><div id=\"viewer\" hidden></div><div id=\"pager\"></div>\
             <div id=\"games\"></div><noscript>The boards need JavaScript; everything above does not.</noscript>";
    // A `<` could end the script element.
    let json = serde_json::to_string(&data).expect("plain data").replace('<', "\\u003c");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{}</title><style>{STYLE}</style></head><body>{body}\
         <script type=\"application/json\" id=\"data\">{json}</script><script>{SCRIPT}</script></body></html>\n",
        escape(title)
    )
}

fn data(records: &[GameRecord], standings: &Standings) -> (Data, Vec<String>) {
    let engines: Vec<String> = standings.engines().iter().map(|engine| engine.name.clone()).collect();
    let index = |name: &str| engines.iter().position(|engine| engine == name).unwrap_or(0);
    let mut setups: Vec<(SetupRecord, Setup)> = Vec::new();
    let mut games = Vec::new();
    for record in records {
        let g = match setups.iter().position(|(known, _)| *known == record.setup) {
            Some(found) => found,
            None => match record.setup.setup() {
                Ok(setup) => {
                    setups.push((record.setup.clone(), setup));
                    setups.len() - 1
                }
                // A game of another version cannot be drawn.
                Err(_) => continue,
            },
        };
        let (m, c) = moves(&setups[g].1, record);
        let t: Vec<String> = record.times.iter().map(|time| format!("{:.0}", time * 1000.0)).collect();
        let traffic = record.transcript.iter().flatten().map(|(name, lines)| {
            let from = lines.len().saturating_sub(SHOWN_TRAFFIC);
            format!("{name}:\n{}\n", lines[from..].join("\n"))
        });
        games.push(GameEntry {
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
        });
    }
    let drawn = setups.iter().zip(0..).map(|((record, setup), index)| board(index, setup, record));
    let boards: Vec<BoardDrawing> = drawn.collect();
    let titles = boards.iter().map(|board| board.title().to_owned()).collect();
    (Data { engines, boards, games }, titles)
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

/// Returns the seconds of each move of an engine.
fn times(records: &[GameRecord], name: &str) -> Vec<f64> {
    let mut times = Vec::new();
    for record in records {
        let of_engine = |seat: Seat| record.engine(seat) == name;
        let moves = record.times.iter().enumerate().skip(record.opening);
        times.extend(moves.filter(|(ply, _)| of_engine(record.mover(*ply))).map(|(_, time)| *time));
    }
    times
}

#[cfg(test)]
mod tests {
    use super::super::standings::tests::game;
    use super::*;
    use crate::driver::referee::Reason;

    #[test]
    fn the_page_is_self_contained_and_escapes_names() {
        let evil = "</script><b>&";
        let games = [game(1, evil, "B", Some(Seat::Black), Reason::Score), game(2, "B", evil, None, Reason::Crash)];
        let page = page("A – B", &games, Some(&Sprt::default()));
        assert!(!page.contains(evil));
        assert_eq!(page.matches("</script>").count(), 2);
        for outside in ["http://", "https://", "src=", "@import", "url("] {
            // A name space, and gradients of the page itself.
            let kept = page.replace("http://www.w3.org/2000/svg", "").replace("url(#", "");
            assert!(!kept.contains(outside), "{outside}");
        }
    }

    #[test]
    fn a_page_of_nothing_is_a_page() {
        let page = page("nothing", &[], None);
        assert!(page.contains("0 games") && !page.contains("NaN"));
    }
}
