//! Graphics for GoGui: lines of graphics commands, and the position drawn with them.

use std::fmt::{Display, Write};

use quintet_core::board::{Point, Shape, Vertex};
use quintet_core::game::Game;
use quintet_core::types::{Move, Seat, Stone};

use crate::notation::{Style, current_kind, kind_cell, swap_cell};
use crate::session::Session;

/// Lines of graphics commands.
#[derive(Default)]
pub struct Canvas(String);

impl Canvas {
    /// Adds a line of a command and words; nothing if there are no words.
    pub fn line<T: Display>(&mut self, command: &str, words: impl IntoIterator<Item = T>) {
        let mut words = words.into_iter().peekable();
        if words.peek().is_none() {
            return;
        }
        self.0.push_str(command);
        for word in words {
            // Writing to a string cannot fail.
            _ = write!(self.0, " {word}");
        }
        self.0.push('\n');
    }

    /// Adds a label of at most three letters on a vertex.
    pub fn label(&mut self, vertex: impl Display, text: impl Display) {
        _ = writeln!(self.0, "LABEL {vertex} {text}");
    }

    /// Adds a line of text for the status bar.
    pub fn text_line(&mut self, text: impl Display) {
        _ = writeln!(self.0, "TEXT {text}");
    }

    /// Returns the lines.
    pub fn text(self) -> String {
        self.0
    }
}

/// Returns whether a stone is drawn as GoGui's black stone, otherwise as its white one.
pub fn is_dark(stone: Stone) -> bool {
    matches!(stone, Stone::Black | Stone::Cancer)
}

/// Returns GoGui's letter for a stone.
fn letter(stone: Option<Stone>) -> char {
    match stone {
        None | Some(Stone::Blocked) => '.',
        Some(stone) if is_dark(stone) => 'X',
        Some(_) => 'O',
    }
}

/// Returns the letter that stands for a stone in labels.
pub fn letter_of(stone: Stone) -> char {
    stone.name().chars().next().unwrap_or('?').to_ascii_uppercase()
}

/// Returns whether the client's board has a palette.
fn has_palette(session: &Session) -> bool {
    session.notation().has_palette(session.setup().info())
}

/// Returns the client's board as letters, top row first.
pub fn letters(session: &Session) -> String {
    let game = session.game();
    let setup = game.setup();
    let (width, height) = session.notation().client_size(setup);
    let mut rows = vec![vec!['?'; width as usize]; height as usize];
    let mut put = |vertex: Vertex, letter| {
        // All vertices of a notation are on its board.
        if let Some(cell) = rows.get_mut(vertex.y as usize).and_then(|row| row.get_mut(vertex.x as usize)) {
            *cell = letter;
        }
    };
    for point in game.geometry().points() {
        let stone = game.stone(point);
        if let Ok(vertex) = session.notation().vertex(game, point, stone).parse() {
            put(vertex, letter(stone));
        }
    }
    if has_palette(session) {
        let info = setup.info();
        for kind in 0..info.kinds.len() as u8 {
            put(kind_cell(setup, kind), letter(Some(info.placed_stone(game.to_move(), kind))));
        }
        if is_swap_legal(session) {
            put(swap_cell(setup), '.');
        }
    }
    let line = |row: &Vec<char>| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    rows.iter().rev().map(line).collect::<Vec<_>>().join("\n")
}

fn is_swap_legal(session: &Session) -> bool {
    let game = session.game();
    game.is_legal(game.to_move(), Move::SWAP)
}

/// Draws what the letters of the board cannot show: red and blocked points, effects of the latest
/// move, cells barred to the side to move, and the palette.
pub fn position(session: &Session, canvas: &mut Canvas) {
    let game = session.game();
    let vertex = |point, stone| session.notation().vertex(game, point, stone);
    let with = |wanted: Stone| {
        let points = game.geometry().points().filter(move |&point| game.stone(point) == Some(wanted));
        points.map(move |point| vertex(point, Some(wanted)))
    };
    let setup = game.setup();
    let palette: Vec<(Vertex, Stone)> = match has_palette(session) {
        true => (0..setup.info().kinds.len() as u8)
            .map(|kind| (kind_cell(setup, kind), setup.info().placed_stone(game.to_move(), kind)))
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
    // Cells without a point, and the palette, are not part of the board. On hexagons GoGui leaves
    // them out by itself.
    if session.style() == Style::Gogui && !session.client_has_hexagons() {
        let picks = palette.iter().filter(|(_, stone)| *stone != Stone::Red).map(|(vertex, _)| *vertex);
        canvas.line("COLOR gray", unused(session).into_iter().chain(picks));
    }
    canvas.line("COLOR green", won(game).map(|point| vertex(point, game.stone(point))));
    latest(game, canvas, &vertex);
    let barred = game.barred();
    canvas.line("MARK", barred.into_iter().map(|point| vertex(point, None)));
    if session.style() == Style::Gogui && setup.height() == 1 {
        ring_labels(session, canvas);
    }
    if let Some(decision) = game.decision() {
        canvas.line("SQUARE", decision.points.into_iter().map(|point| vertex(point, game.stone(point))));
    }
    if has_palette(session) {
        let picked = current_kind(session.context(), game.to_move()).filter(|_| !game.is_over());
        canvas.line("SQUARE", picked.map(|kind| kind_cell(setup, kind)));
        for (cell, stone) in palette.iter().filter(|(_, stone)| *stone != Stone::Red) {
            canvas.label(cell, letter_of(*stone));
        }
        if is_swap_legal(session) {
            canvas.label(swap_cell(setup), "swp");
        }
    }
}

/// Returns the stones and points of the winner of a finished game.
fn won(game: &Game) -> impl Iterator<Item = Point> {
    let winner = game.outcome().and_then(|outcome| outcome.winner());
    let is_won = move |point: Point, seat: Seat| match game.stone(point) {
        Some(stone) => stone == game.info().own_stone(seat),
        None => game.owner(point) == Some(seat),
    };
    game.geometry().points().filter(move |&point| winner.is_some_and(|seat| is_won(point, seat)))
}

/// Returns the cells of a square client board that are neither points nor on the palette.
fn unused(session: &Session) -> Vec<Vertex> {
    let letters = letters(session);
    let rows = letters.lines().rev().zip(0..);
    let cells = rows.flat_map(|(row, y)| row.split(' ').zip(0..).map(move |(cell, x)| (cell, Vertex { x, y })));
    cells.filter(|(cell, _)| *cell == "?").map(|(_, vertex)| vertex).collect()
}

/// Marks the stone that the latest move placed, and the stones that the rules filled in.
fn latest(game: &Game, canvas: &mut Canvas, vertex: &dyn Fn(Point, Option<Stone>) -> String) {
    let Some((_, mv)) = game.moves().last() else { return };
    let placed = mv.point();
    let changes = game.latest_changes();
    canvas.line("CIRCLE", placed.map(|point| vertex(point, game.stone(point))));
    let automatic = changes.iter().filter(|change| Some(change.point) != placed && change.after.is_some());
    canvas.line("TRIANGLE", automatic.map(|change| vertex(change.point, change.after)));
}

/// Labels the cells of a ring that is drawn as the sides of a square, which does not show which
/// cells are adjacent.
fn ring_labels(session: &Session, canvas: &mut Canvas) {
    let game = session.game();
    let even = session.setup().width() >= 6 && session.setup().width().is_multiple_of(2);
    if even || session.setup().geometry().shape() != Shape::Ring {
        return;
    }
    let name = |point: Point| game.geometry().vertex(point).to_string();
    for point in game.geometry().points() {
        let label = name(point);
        let label = label.strip_suffix('1').unwrap_or(&label).to_owned();
        canvas.label(session.notation().vertex(game, point, None), label);
    }
}

/// Returns the result of a finished game in words.
pub fn result(session: &Session) -> Option<String> {
    let game = session.game();
    let outcome = game.outcome()?;
    let decision = game.decision().map_or(String::new(), |decision| format!(", {}", decision.words));
    let how = format!("{}{decision}", outcome.ending.name());
    Some(match outcome.winner() {
        None => format!("Draw ({how})"),
        Some(seat) => {
            // The players are called by the colours of their stones.
            let name = game.info().own_stone(seat).name();
            let name = name[..1].to_uppercase() + &name[1..];
            let margin = outcome.margin.abs();
            if !game.info().has_margin {
                format!("{name} wins ({how})")
            } else if margin == 1.0 {
                format!("{name} wins by 1 point ({how})")
            } else {
                format!("{name} wins by {margin} points ({how})")
            }
        }
    })
}

/// Returns a line with the side to move and the kind of stone that it has picked, or the result.
pub fn status(session: &Session) -> String {
    let game = session.game();
    let info = game.info();
    if let Some(result) = result(session) {
        return format!("game over: {result}");
    }
    let seat = game.to_move();
    let own = info.own_stone(seat).name();
    let captured = game.captured();
    let mut text = format!("{own} to move");
    if has_palette(session) {
        match current_kind(session.context(), seat) {
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
