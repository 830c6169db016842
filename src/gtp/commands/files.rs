//! Games from files and into files, and positions set up stone by stone.

use std::path::Path;

use super::Command;
use crate::board::Vertex;
use crate::games;
use crate::gtp::answer::{Answer, Failure};
use crate::gtp::args;
use crate::gtp::call::Call;
use crate::gtp::session::{Options, Session};
use crate::gtp::spelling::Style;
use crate::record::sgf::{self, Reading, Written};
use crate::record::{quote, svg};
use crate::setup::Diagram;
use crate::words::{IllegalMove, Seat};

/// The family's commands.
pub const COMMANDS: &[Command] = &[
    Command::new("loadsgf", "loadsgf FILE [N]", "takes a game from a file, up to the move before the N-th", loadsgf),
    Command::new("printsgf", "printsgf [FILE]", "the game as SGF, or writes it to a file", printsgf),
    Command::new(
        "quintet-svg",
        "quintet-svg [FILE]",
        "a picture of the position as SVG, or writes it to a file",
        quintet_svg,
    ),
    Command::new(
        "set_position",
        "set_position [STONE VERTEX]...",
        "starts from a position with these stones on the board",
        set_position,
    ),
];

fn loadsgf(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let mut file = call.args.line();
    if file.is_empty() {
        return Err(call.usage());
    }
    let mut stop_before = None;
    // A name may have blanks in it, so only a last word that is a number is not part of it.
    if let Some((name, last)) = file.rsplit_once(' ')
        && let Some(number) = args::integer(last)
    {
        file = name.trim_end_matches(' ');
        let number = usize::try_from(number).ok().filter(|&number| number > 0);
        stop_before = Some(number.ok_or_else(|| Failure::syntax("moves are numbered from 1"))?);
    }
    if let Some(clicks) = clicks(session, Path::new(file)) {
        return play_clicks(session, &clicks, stop_before);
    }
    let reading = Reading { stop_before, present: Some(session.setup()) };
    let record = sgf::load(Path::new(file), reading).map_err(|error| {
        log::warn!("{file}: {error}");
        Failure::cannot_load()
    })?;
    record.warnings.iter().for_each(|warning| log::warn!("{file}: {warning}"));
    let start = (record.start != games::start(&record.setup).start_diagram()).then_some(&record.start);
    let setup = session.with_own_komi(record.setup.clone());
    session.restart(&setup, start, &record.moves).map_err(|failure| {
        log::warn!("{file}: {}", failure.message());
        Failure::cannot_load()
    })?;
    Ok(String::new())
}

/// The clicks of a game of the session's kind that GoGui saved: it tells no rules, and its vertices are the client's board's.
fn clicks(session: &Session, path: &Path) -> Option<Written> {
    if session.style() != Style::Gogui || std::ptr::eq(session.setup().info(), games::DEFAULT) {
        return None;
    }
    let bytes = sgf::contents(path).ok()?;
    sgf::written(&bytes).ok().filter(|written| written.application.starts_with("GoGui") && written.rules.is_empty())
}

/// Plays clicks from the start of the session's game, all of them or none.
fn play_clicks(session: &mut Session, clicks: &Written, stop_before: Option<usize>) -> Answer {
    let (width, height) = session.spelling().client_size(session.setup());
    let size = if clicks.size.is_empty() { "19" } else { &clicks.size };
    if clicks.has_setup || width != height || size != width.to_string() {
        log::warn!("GoGui saved a board of size {size}, with stones set up or without; this one is {width}x{height}");
        return Err(Failure::cannot_load());
    }
    let count = stop_before.map_or(usize::MAX, |stop| stop - 1);
    let words: Vec<(Seat, String)> = clicks
        .moves
        .iter()
        .take(count)
        .map(|&(seat, point)| {
            let vertex = point.filter(|&(_, row)| row < height).map(|(x, row)| Vertex { x, y: height - 1 - row });
            (seat, vertex.map_or("pass".to_owned(), |vertex| vertex.to_string()))
        })
        .collect();
    let play = |session: &mut Session| -> Result<(), Failure> {
        for (seat, word) in &words {
            let meaning = session.read_move(*seat, word, None)?;
            session.play(*seat, meaning)?;
        }
        Ok(())
    };
    let setup = session.setup().clone();
    let mut trial = Session::new(Options { style: session.style(), ..Options::new(setup.clone()) })?;
    play(&mut trial).map_err(|failure| {
        log::warn!("a click that GoGui saved: {}", failure.message());
        Failure::cannot_load()
    })?;
    session.restart(&setup, None, &[])?;
    play(session)?;
    Ok(String::new())
}

fn printsgf(session: &mut Session, call: &mut Call<'_>) -> Answer {
    deliver(call, sgf::write(session.history(), &sgf::Notes::default()))
}

fn quintet_svg(session: &mut Session, call: &mut Call<'_>) -> Answer {
    deliver(call, svg::picture(session.history(), &svg::PictureOptions::default()))
}

/// Writes a text to the file that was named, or answers with it.
fn deliver(call: &Call<'_>, text: String) -> Answer {
    if call.args.is_empty() {
        return Ok(text);
    }
    let file = call.args.line();
    std::fs::write(file, text)
        .map_err(|error| Failure::new(format!("cannot write the file '{}': {error}", quote(file))))?;
    Ok(String::new())
}

fn set_position(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let setup = session.setup().clone();
    let mut diagram = Diagram::empty(&setup);
    let mut words = call.args.words();
    while let Some(word) = words.next() {
        let stone = args::stone(setup.info(), word)?;
        let vertex = words.next().ok_or_else(|| call.usage())?;
        let point = session.spelling().point(session.history(), vertex)?.ok_or(IllegalMove)?;
        if diagram.stones[point.index()].is_some() {
            return Err(Failure::new(format!("'{}' is taken already", quote(vertex))));
        }
        diagram.stones[point.index()] = Some(stone);
    }
    let [black, white] = Seat::BOTH.map(|seat| diagram.points_with(setup.info().own_stone(seat)).count());
    // As many stones each: the seat that begins is to move; one more of its own: the other.
    let first = setup.info().first;
    let (own, other) = if first == Seat::Black { (black, white) } else { (white, black) };
    diagram.to_move = if own > other { first.other() } else { first };
    session.change_setup(&setup, Some(&diagram))?;
    Ok(String::new())
}
