//! What a person types: a move or a command.

use crate::board::Point;
use crate::history::AnyHistory;
use crate::record::{move_words, quote};
use crate::words::{Action, Move};

/// A line, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// An empty line.
    Nothing,
    /// A move on the board; not yet known to be legal.
    Move(Move),
    /// What the engine would do.
    Hint,
    /// Who stands how well.
    Value,
    /// Which moves are legal.
    Moves,
    /// The board again.
    Board,
    /// Take a move back.
    Undo,
    /// Give up.
    Resign,
    /// Begin again.
    New,
    /// Write the game to a file.
    Save(String),
    /// What can be typed.
    Help,
    /// Leave.
    Quit,
}

/// Reads a line for the seat to move.
///
/// # Errors
/// A message in one line that says what was not understood.
pub fn read(game: &dyn AnyHistory, line: &str) -> Result<Typed, String> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let command = match &*first.to_ascii_lowercase() {
        "" => Typed::Nothing,
        "hint" => Typed::Hint,
        "value" => Typed::Value,
        "moves" => Typed::Moves,
        "board" => Typed::Board,
        "undo" => Typed::Undo,
        "resign" => Typed::Resign,
        "new" => Typed::New,
        "help" | "?" => Typed::Help,
        "quit" | "exit" => Typed::Quit,
        "save" if rest.trim().is_empty() => return Err("save to which file? save NAME.sgf".to_owned()),
        "save" => Typed::Save(rest.trim().to_owned()),
        _ => return read_move(game, line).map(Typed::Move),
    };
    if rest.trim().is_empty() || matches!(command, Typed::Save(_)) {
        Ok(command)
    } else {
        Err(format!("'{}' stands alone; help lists what can be typed", quote(first)))
    }
}

/// Reads a move: a word, or a vertex and a kind of stone in either order.
fn read_move(game: &dyn AnyHistory, line: &str) -> Result<Move, String> {
    let (info, geometry, seat) = (game.info(), game.geometry(), game.to_move());
    let parts: Vec<&str> = line.split_whitespace().collect();
    let has_digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let word = match parts[..] {
        [word] if word.eq_ignore_ascii_case("swap") => move_words::SWAP.to_owned(),
        [word] => word.to_owned(),
        [vertex, kind] if has_digit(vertex) => format!("{kind}@{vertex}"),
        [kind, vertex] => format!("{kind}@{vertex}"),
        _ => return Err(unknown(line)),
    };
    let spoken = move_words::parse(info, seat, &word).map_err(|error| match error {
        move_words::ParseMoveError::Kind(_) => error.to_string(),
        move_words::ParseMoveError::Vertex(_) => unknown(line),
    })?;
    if let move_words::Spoken::Place { kind, vertex } = spoken {
        let own = info.own_kind();
        let point =
            geometry.point(vertex).ok_or_else(|| format!("{} is not on this board", quote(&vertex.to_string())))?;
        return kind.or(own).map(|kind| Move::place(kind, point)).ok_or_else(|| {
            let words: Vec<String> = info.kinds.iter().map(|kind| format!("{}@{vertex}", kind.name)).collect();
            format!("say which stone: {}", words.join(", "))
        });
    }
    move_words::resolve(info, geometry, spoken, None).ok_or_else(|| unknown(line))
}

fn unknown(line: &str) -> String {
    format!("'{}' is no move and no command; help lists what can be typed", quote(line))
}

/// Why a move can't be played, as far as it is easily said.
pub fn why_illegal(game: &dyn AnyHistory, mv: Move) -> String {
    let word = move_words::format(game.info(), game.geometry(), mv);
    let vertex = |point: Point| game.geometry().vertex(point);
    match mv.action() {
        Action::Place { point, .. } if game.stone(point).is_some() => format!("{} is taken", vertex(point)),
        Action::Place { point, .. } if game.barred().contains(&point) => {
            format!("{word} is illegal: {} is barred this turn", vertex(point))
        }
        _ => {
            let why = game.why_illegal(game.to_move(), mv).unwrap_or("not now");
            format!("{word} is illegal: {why}; moves lists what is legal")
        }
    }
}

/// What can be typed, with moves of this game as examples.
pub fn help(game: &dyn AnyHistory) -> String {
    let info = game.info();
    let points: Vec<Point> = game.geometry().points().collect();
    let middle = points[points.len() / 2];
    let moves = (0..info.kinds.len()).map(|kind| Move::place(kind as u8, middle));
    let mut examples: Vec<String> = moves.map(|mv| move_words::format(info, game.geometry(), mv)).collect();
    if info.passes {
        examples.push("pass".to_owned());
    }
    if game.setup().has_swap() {
        examples.push(move_words::SWAP.to_owned());
    }
    format!(
        "a move    {}\n\
         hint      what quintet would play\n\
         value     who stands how well, and the best moves\n\
         moves     all legal moves\n\
         board     the board again\n\
         undo      take back your latest move and the answer to it\n\
         save F    write the game to the file F, as SGF\n\
         new       start again\n\
         resign    give up\n\
         quit      leave",
        examples.join(", ")
    )
}
