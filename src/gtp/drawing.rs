//! Lines of graphics for GoGui, and how a position looks in them.

use std::fmt::{Display, Write};

use crate::board::Vertex;
use crate::gtp::session::Session;
use crate::gtp::spelling::{Style, current_kind, kind_cell, swap_cell};
use crate::history::AnyHistory;
use crate::words::{Seat, Stone};

/// Lines of graphics, in the making.
#[derive(Default)]
pub struct Canvas(String);

impl Canvas {
    /// A line of a command and words behind it; nothing where there are no words.
    pub fn line<T: Display>(&mut self, command: &str, words: impl IntoIterator<Item = T>) {
        let mut words = words.into_iter().peekable();
        if words.peek().is_none() {
            return;
        }
        self.0.push_str(command);
        for word in words {
            // Writing to a string can't fail.
            _ = write!(self.0, " {word}");
        }
        self.0.push('\n');
    }

    /// A short label (of three letters at most) on a vertex.
    pub fn label(&mut self, vertex: impl Display, text: impl Display) {
        _ = writeln!(self.0, "LABEL {vertex} {text}");
    }

    /// A line of text for the status bar.
    pub fn text_line(&mut self, text: impl Display) {
        _ = writeln!(self.0, "TEXT {text}");
    }

    /// The lines.
    pub fn text(self) -> String {
        self.0
    }
}

/// Whether a stone is drawn by GoGui's black one: it has two.
pub fn is_dark(stone: Stone) -> bool {
    matches!(stone, Stone::Black | Stone::Cancer)
}

/// The letter by which GoGui knows a stone.
fn letter(stone: Option<Stone>) -> char {
    match stone {
        None | Some(Stone::Blocked) => '.',
        Some(stone) if is_dark(stone) => 'X',
        Some(_) => 'O',
    }
}

/// The letter that names a stone to a player.
pub fn letter_of(stone: Stone) -> char {
    stone.name().chars().next().unwrap_or('?').to_ascii_uppercase()
}

/// Whether the client's board has a palette.
fn has_palette(session: &Session) -> bool {
    session.spelling().has_palette(session.setup().info())
}

/// The client's board, top row first.
pub fn letters(session: &Session) -> String {
    let history = session.history();
    let setup = history.setup();
    let (width, height) = session.spelling().client_size(setup);
    let mut rows = vec![vec!['?'; width as usize]; height as usize];
    let mut put = |vertex: Vertex, letter| {
        // A spelling whose vertices lie off its board would be a fault of its own.
        if let Some(cell) = rows.get_mut(vertex.y as usize).and_then(|row| row.get_mut(vertex.x as usize)) {
            *cell = letter;
        }
    };
    for point in history.geometry().points() {
        let stone = history.stone(point);
        if let Ok(vertex) = session.spelling().vertex(history, point, stone).parse() {
            put(vertex, letter(stone));
        }
    }
    if has_palette(session) {
        let info = setup.info();
        for kind in 0..info.kinds.len() as u8 {
            put(kind_cell(setup, kind), letter(Some(info.placed_stone(history.to_move(), kind))));
        }
        if is_swap_legal(session) {
            put(swap_cell(setup), '.');
        }
    }
    let line = |row: &Vec<char>| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    rows.iter().rev().map(line).collect::<Vec<_>>().join("\n")
}

fn is_swap_legal(session: &Session) -> bool {
    let history = session.history();
    history.is_legal(history.to_move(), crate::words::Move::SWAP)
}

/// What the letters of the board can't tell: red and blocked points, what the latest move did besides, cells barred
/// to the side to move, and the palette.
pub fn position(session: &Session, canvas: &mut Canvas) {
    let history = session.history();
    let vertex = |point, stone| session.spelling().vertex(history, point, stone);
    let with = |wanted: Stone| {
        let points = history.geometry().points().filter(move |&point| history.stone(point) == Some(wanted));
        points.map(move |point| vertex(point, Some(wanted)))
    };
    let setup = history.setup();
    let palette: Vec<(Vertex, Stone)> = match has_palette(session) {
        true => (0..setup.info().kinds.len() as u8)
            .map(|kind| (kind_cell(setup, kind), setup.info().placed_stone(history.to_move(), kind)))
            .collect(),
        false => Vec::new(),
    };
    let reds = || {
        let picks = palette.iter().filter(|(_, stone)| *stone == Stone::Red).map(|(vertex, _)| vertex.to_string());
        with(Stone::Red).chain(picks)
    };
    canvas.line("COLOR red", reds());
    canvas.line("LABEL", reds().flat_map(|vertex| [vertex, "R".to_owned()]));
    canvas.line("COLOR black", with(Stone::Blocked));
    // Cells that are none, and the palette, are no part of the board. On hexagons GoGui leaves them out by itself.
    if session.style() == Style::Gogui && !session.client_has_hexagons() {
        let picks = palette.iter().filter(|(_, stone)| *stone != Stone::Red).map(|(vertex, _)| *vertex);
        canvas.line("COLOR gray", unused(session).into_iter().chain(picks));
    }
    latest(history, canvas, &vertex);
    let barred = history.barred();
    canvas.line("MARK", barred.into_iter().map(|point| vertex(point, None)));
    if session.style() == Style::Gogui && setup.height() == 1 {
        ring_labels(session, canvas);
    }
    if let Some(decision) = history.decision() {
        canvas.line("SQUARE", decision.points.into_iter().map(|point| vertex(point, history.stone(point))));
    }
    if has_palette(session) {
        let picked = current_kind(session.view(), history.to_move()).filter(|_| !history.is_over());
        canvas.line("SQUARE", picked.map(|kind| kind_cell(setup, kind)));
        for (cell, stone) in palette.iter().filter(|(_, stone)| *stone != Stone::Red) {
            canvas.label(cell, letter_of(*stone));
        }
        if is_swap_legal(session) {
            canvas.label(swap_cell(setup), "swp");
        }
    }
}

/// The cells of a square client board that are no points, nor on the palette.
fn unused(session: &Session) -> Vec<Vertex> {
    let letters = letters(session);
    let rows = letters.lines().rev().zip(0..);
    let cells = rows.flat_map(|(row, y)| row.split(' ').zip(0..).map(move |(cell, x)| (cell, Vertex { x, y })));
    cells.filter(|(cell, _)| *cell == "?").map(|(_, vertex)| vertex).collect()
}

/// Marks for the stone that was placed and for what followed from it.
fn latest<F: Fn(crate::board::Point, Option<Stone>) -> String>(
    history: &dyn AnyHistory,
    canvas: &mut Canvas,
    vertex: &F,
) {
    let Some((_, mv)) = history.moves().last() else { return };
    let placed = mv.point();
    let changes = history.latest_changes();
    canvas.line("CIRCLE", placed.map(|point| vertex(point, history.stone(point))));
    let automatic = changes.iter().filter(|change| Some(change.point) != placed && change.after.is_some());
    canvas.line("TRIANGLE", automatic.map(|change| vertex(change.point, change.after)));
}

/// Numbers on the cells of a circle that is drawn as the sides of a square, where it can't be seen which cells are
/// next to each other.
fn ring_labels(session: &Session, canvas: &mut Canvas) {
    let history = session.history();
    let even = session.setup().width() >= 6 && session.setup().width().is_multiple_of(2);
    if even || session.setup().geometry().shape() != crate::board::Shape::Ring {
        return;
    }
    let name = |point: crate::board::Point| history.geometry().vertex(point).to_string();
    for point in history.geometry().points() {
        let label = name(point);
        let label = label.strip_suffix('1').unwrap_or(&label).to_owned();
        canvas.label(session.spelling().vertex(history, point, None), label);
    }
}

/// Whose turn it is and what they may have picked, in a line.
pub fn status(session: &Session) -> String {
    let history = session.history();
    let info = history.info();
    if let Some(outcome) = history.outcome() {
        let decision = history.decision().map_or(String::new(), |decision| format!("; {}", decision.words));
        return format!("game over: {}{decision}", outcome.ending.name());
    }
    let seat = history.to_move();
    let own = info.own_stone(seat).name();
    let captured = history.captured();
    let mut text = format!("{own} to move");
    if has_palette(session) {
        match current_kind(session.view(), seat) {
            Some(kind) => text += &format!(", placing {}", info.placed_stone(seat, kind).name()),
            None => text += ": pick a stone in the top row first",
        }
    }
    if captured != [0, 0] {
        let [first, second] = Seat::BOTH.map(|seat| info.own_stone(seat).name());
        text += &format!("; captured by {first} {}, by {second} {}", captured[0], captured[1]);
    }
    text
}
