//! Games from and to files, and positions that are set up stone by stone.

use std::path::Path;

use quintet_core::board::Vertex;
use quintet_core::notation::quote;
use quintet_core::types::{IllegalMove, Seat};
use quintet_record::sgf::{self, RawGame, Reading};
use quintet_record::svg;
use quintet_record::tree::GameTree;
use quintet_system::atomic_file;

use super::Command;
use crate::answer::{Answer, CommandError};
use crate::args;
use crate::call::Call;
use crate::notation::Style;
use crate::session::{Options, Session};

/// The commands of this family.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "loadsgf",
        "loadsgf FILE [N|VERTEX]",
        "takes a game from a file, up to the move before the N-th or before the first one at a vertex",
        loadsgf,
    ),
    Command::new("printsgf", "printsgf [FILE]", "the game as SGF, or writes it to a file other than -", printsgf),
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

/// The place in a file up to which a game is taken.
#[derive(Clone, Copy)]
enum Until {
    End,
    /// The move before the one with this number.
    Number(usize),
    /// The move before the first one at this vertex, as in GNU Go.
    Vertex(Vertex),
}

/// Removes the quotes around a name.
fn unquoted(name: &str) -> &str {
    name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name)
}

/// Splits the arguments of `loadsgf`. A file name may contain spaces, with quotes around it or
/// without; a last word that is a number is not part of it, nor a vertex, unless there is such a
/// file.
fn file_and_place<'a>(call: &Call<'a>) -> Result<(&'a str, Until), CommandError> {
    let line = call.args.line();
    let Some((name, last)) = line.rsplit_once(' ') else { return Ok((unquoted(line), Until::End)) };
    let name = unquoted(name.trim_end_matches(' '));
    if let Some(number) = args::integer(last) {
        let number = usize::try_from(number).ok().filter(|&number| number > 0);
        return Ok((name, Until::Number(number.ok_or_else(|| CommandError::syntax("moves are numbered from 1"))?)));
    }
    match last.parse() {
        Ok(vertex) if !call.args.path(unquoted(line)).exists() => Ok((name, Until::Vertex(vertex))),
        _ => Ok((unquoted(line), Until::End)),
    }
}

/// Returns the number of the first move of the main line at a vertex, if there is one.
fn number_of_move_at(tree: &GameTree, vertex: Vertex) -> Option<usize> {
    let point = tree.setup().geometry().point(vertex)?;
    let moves = tree.moves(tree.end());
    moves.iter().position(|(_, mv)| mv.point() == Some(point)).map(|index| index + 1)
}

fn loadsgf(session: &mut Session, call: &mut Call<'_>) -> Answer {
    if call.args.is_empty() {
        return Err(call.usage());
    }
    let (file, until) = file_and_place(call)?;
    let path = call.args.path(file);
    let load = |stop_before| {
        let reading = Reading { stop_before, present: Some(session.setup()), ..Reading::default() };
        sgf::load(&path, reading).map_err(|error| {
            log::warn!("{file}: {error}");
            CommandError::cannot_load()
        })
    };
    let stop_before = match until {
        Until::End => None,
        Until::Number(number) => Some(number),
        Until::Vertex(vertex) => number_of_move_at(&load(None)?.tree, vertex),
    };
    if let Some(clicks) = clicks(session, &path) {
        return play_clicks(session, &clicks, stop_before);
    }
    let record = load(stop_before)?;
    record.warnings.iter().for_each(|warning| log::warn!("{file}: {warning}"));
    session.load(record.tree).map_err(|failure| {
        log::warn!("{file}: {}", failure.message());
        CommandError::cannot_load()
    })?;
    Ok(String::new())
}

/// Returns the moves of a file that GoGui saved, if they are clicks on the client's board: the file
/// names no rules, and the session's game is not the one that such files are otherwise read as.
fn clicks(session: &Session, path: &Path) -> Option<RawGame> {
    if session.style() != Style::Gogui || std::ptr::eq(session.setup().info(), sgf::unnamed_game()) {
        return None;
    }
    let bytes = sgf::contents(path).ok()?;
    sgf::read_raw(&bytes).ok().filter(|game| game.application.starts_with("GoGui") && game.rules.is_empty())
}

/// Plays clicks from the start of the session's game, all or none.
fn play_clicks(session: &mut Session, clicks: &RawGame, stop_before: Option<usize>) -> Answer {
    let (width, height) = session.notation().client_size(session.setup());
    let size = if clicks.size.is_empty() { "19" } else { &clicks.size };
    if clicks.has_setup || width != height || size != width.to_string() {
        log::warn!("GoGui saved a board of size {size}, with stones set up or without; this one is {width}x{height}");
        return Err(CommandError::cannot_load());
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
    let play = |session: &mut Session| -> Result<(), CommandError> {
        for (seat, word) in &words {
            let meaning = session.read_move(*seat, word, None)?;
            session.play(*seat, meaning)?;
        }
        Ok(())
    };
    let setup = session.setup().clone();
    let mut trial = Session::new(Options {
        style: session.style(),
        knowledge: session.knowledge().clone(),
        ..Options::new(setup.clone())
    })?;
    play(&mut trial).map_err(|failure| {
        log::warn!("a click that GoGui saved: {}", failure.message());
        CommandError::cannot_load()
    })?;
    session.restart(&setup, None, &[])?;
    play(session)?;
    Ok(String::new())
}

fn printsgf(session: &mut Session, call: &mut Call<'_>) -> Answer {
    deliver(call, session.sgf())
}

fn quintet_svg(session: &mut Session, call: &mut Call<'_>) -> Answer {
    deliver(call, svg::picture(session.game(), &svg::PictureOptions::default()))
}

/// Writes a text to the named file, or returns it as the answer without a name or for `-`.
fn deliver(call: &Call<'_>, text: String) -> Answer {
    if call.args.is_empty() || call.args.line() == "-" {
        return Ok(text);
    }
    let file = unquoted(call.args.line());
    atomic_file::write(&call.args.path(file), text.as_bytes())
        .map_err(|error| CommandError::new(format!("cannot write the file '{}': {error}", quote(file))))?;
    Ok(String::new())
}

fn set_position(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let setup = session.setup().clone();
    let mut diagram = setup.empty_diagram();
    let mut words = call.args.words();
    while let Some(word) = words.next() {
        let stone = args::stone(setup.info(), word)?;
        let vertex = words.next().ok_or_else(|| call.usage())?;
        let point = session.notation().point(session.game(), vertex)?.ok_or(IllegalMove)?;
        if diagram.stones[point.index()].is_some() {
            return Err(CommandError::new(format!("'{}' is taken already", quote(vertex))));
        }
        diagram.stones[point.index()] = Some(stone);
    }
    let [black, white] = Seat::BOTH.map(|seat| diagram.points_with(setup.info().own_stone(seat)).count());
    // The side that begins is to move, unless it has more stones than the other.
    let first = setup.info().first;
    let (own, other) = if first == Seat::Black { (black, white) } else { (white, black) };
    diagram.to_move = if own > other { first.other() } else { first };
    session.change_setup(&setup, Some(&diagram))?;
    Ok(String::new())
}
