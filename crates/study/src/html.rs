//! The report as one self-contained page: a table, a chart for each measure, and for each board its
//! lengths and a heat map. Plain HTML and SVG, without scripts.

use std::fmt::Write as _;

use quintet_arena::matches::report::chart::histogram;
use quintet_arena::matches::report::html::STYLE;
use quintet_record::svg::Layout;
use quintet_record::xml::escape;

use crate::config::{GridCell, GridError};
use crate::measures::{MEASURES, Measure, Unit};
use crate::report::{CellReport, StudyReport};

/// The width of a chart and of its part with the names of boards.
const WIDTH: f64 = 640.0;
const NAMES: f64 = 200.0;
const ROW: f64 = 22.0;

/// Returns the page.
///
/// # Errors
/// Returns an error if the boards of the configuration cannot be drawn.
pub fn page(report: &StudyReport) -> Result<String, GridError> {
    let cells = report.config.grid()?;
    let title = format!("Study of {}", cells.first().map_or("nothing", |cell| cell.setup.info().title));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1>"
    );
    let config = &report.config;
    let openings = serde_json::to_string(&config.openings).unwrap_or_default();
    let _ = write!(
        page,
        "<p>{} games on each board at {}, {} openings, seed {}; quintet {}. Each value has its 95 % \
         interval.</p>",
        config.games,
        config.strength,
        openings.trim_matches('"'),
        config.seed,
        report.version
    );
    page += &table(report);
    for (name, title) in report.measures() {
        let info = MEASURES.iter().find(|info| info.name == name);
        let definition = info.map_or("the Elo of twice the thinking per move against once", |info| info.definition);
        let _ = write!(page, "<h2>{}</h2><p>{}.</p>{}", escape(title), escape(definition), chart(report, name));
    }
    page += "<h2>Length and use of the board</h2><div class=\"pair\">";
    for (cell, report) in cells.iter().zip(&report.cells) {
        let lengths: Vec<(f64, u64)> = report.lengths.iter().map(|&length| (length as f64, 1)).collect();
        let title = escape(&report.title);
        let _ =
            write!(page, "<div><h3>{title}</h3>{}{}</div>", histogram("Length", "plies", &lengths), map(cell, report));
    }
    Ok(page + "</div></body></html>\n")
}

/// Returns the table of all measures, a column for each board.
fn table(report: &StudyReport) -> String {
    let mut out = "<table><tr><th>measure</th>".to_owned();
    for cell in &report.cells {
        let _ = write!(out, "<th>{}</th>", escape(&cell.title));
    }
    for (name, title) in report.measures() {
        let _ = write!(out, "</tr><tr><td>{}</td>", escape(title));
        for cell in &report.cells {
            let words = cell.measure(name).map_or("–".to_owned(), Measure::words);
            let _ = write!(out, "<td>{}</td>", escape(&words));
        }
    }
    out + "</tr></table>"
}

/// Draws a measure: a line for each board, with a dot and its interval.
fn chart(report: &StudyReport, name: &str) -> String {
    let rows: Vec<(&CellReport, &Measure)> =
        report.cells.iter().filter_map(|cell| Some((cell, cell.measure(name)?))).collect();
    let low = rows.iter().map(|(_, measure)| measure.interval.low).fold(0.0, f64::min);
    let is_share = rows.first().is_some_and(|(_, measure)| measure.unit == Unit::Share);
    let least = if is_share { 1.0 } else { 1e-9 };
    let high = rows.iter().map(|(_, measure)| measure.interval.high).fold(least, f64::max);
    let x = |value: f64| NAMES + (WIDTH - NAMES - 10.0) * (value - low) / (high - low);
    let height = ROW * rows.len() as f64;
    let mut out = format!("<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">");
    let mut line = |at: f64, class: &str| {
        let _ = write!(out, "<path class=\"{class}\" d=\"M{at:.1} 0V{height}\"/>");
    };
    line(x(0.0), "zero");
    if is_share {
        line(x(0.5), "grid");
        line(x(1.0), "grid");
    }
    for (number, (cell, measure)) in rows.iter().enumerate() {
        let (y, interval) = (ROW * (number as f64 + 0.5), measure.interval);
        let _ = write!(
            out,
            "<text class=\"axis\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text><path stroke=\"#1f6f8b\" \
             d=\"M{:.1} {y}H{:.1}\"/><circle cx=\"{:.1}\" cy=\"{y}\" r=\"4\" fill=\"#1f6f8b\"><title>{}</title></circle>",
            NAMES - 8.0,
            y + 4.0,
            escape(&cell.title),
            x(interval.low),
            x(interval.high),
            x(interval.value),
            escape(&measure.words())
        );
    }
    out + "</svg>"
}

/// Draws how often stones are placed on each point: the darker, the more games.
fn map(cell: &GridCell, report: &CellReport) -> String {
    let geometry = cell.setup.geometry();
    let layout = Layout::new(&geometry);
    let (width, height) = (layout.right - layout.left, layout.bottom - layout.top);
    let mut out = format!(
        "<svg class=\"chart\" viewBox=\"{:.3} {:.3} {width:.3} {height:.3}\" style=\"max-width:240px\" role=\"img\">",
        layout.left, layout.top
    );
    for (point, (vertex, share)) in geometry.points().zip(&report.heat) {
        let (x, y) = layout.centre(point);
        let _ = write!(
            out,
            "<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"{:.3}\" fill=\"#c1502e\" fill-opacity=\"{share:.3}\" stroke=\"#bbb\" \
             stroke-width=\".02\"><title>{vertex}: {:.0} %</title></circle>",
            layout.stone,
            100.0 * share
        );
    }
    out + "</svg>"
}
