//! The commands and moves that a user types.

use std::path::PathBuf;

use anyhow::{Context as _, anyhow, bail};
use quintet_core::board::Point;
use quintet_core::game::Game;
use quintet_core::notation::{move_words, quote};
use quintet_core::types::{Action, Move};
use quintet_engine::Level;
use quintet_system::os_bytes;

/// A line that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// An empty line.
    Nothing,
    /// A move; it may be illegal.
    Move(Move),
    /// Show the engine's move.
    Hint,
    /// Show the engine's evaluation.
    Value,
    /// Show the level of the engine, or change it: to a level, or (`None`) to full strength.
    Level(Option<Option<Level>>),
    /// List the legal moves.
    Moves,
    /// Explain the rules.
    Rules,
    /// Show the board.
    Board,
    /// Take back a move.
    Undo,
    Resign,
    /// Start again.
    New,
    /// Write the game to a file.
    Save(PathBuf),
    /// Continue the game of a file.
    Load(PathBuf),
    /// List the commands.
    Help,
    Quit,
}

/// Reads a line for the side to move.
///
/// # Errors
/// Returns an error, in one line, that says what was not understood.
pub fn read(game: &Game, line: &[u8]) -> anyhow::Result<Typed> {
    let text = String::from_utf8_lossy(line);
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let command = match &*first.to_ascii_lowercase() {
        "" => Typed::Nothing,
        "hint" => Typed::Hint,
        "value" => Typed::Value,
        "moves" => Typed::Moves,
        "rules" => Typed::Rules,
        "board" => Typed::Board,
        "undo" => Typed::Undo,
        "resign" => Typed::Resign,
        "new" => Typed::New,
        "help" | "?" => Typed::Help,
        "quit" | "exit" => Typed::Quit,
        "save" if rest.trim().is_empty() => bail!("save to which file? save NAME.sgf"),
        "save" => Typed::Save(file(line)),
        "load" if rest.trim().is_empty() => bail!("load which file? load NAME.sgf"),
        "load" => Typed::Load(file(line)),
        "level" => return level(rest.trim()).map(Typed::Level),
        _ => return read_move(game, text).map(Typed::Move),
    };
    if rest.trim().is_empty() || matches!(command, Typed::Save(_) | Typed::Load(_)) {
        Ok(command)
    } else {
        Err(anyhow!("'{}' takes no argument; type help for a list of commands", quote(first)))
    }
}

/// Reads the level that a line names, if it names one.
fn level(text: &str) -> anyhow::Result<Option<Option<Level>>> {
    match text {
        "" => Ok(None),
        "full" => Ok(Some(None)),
        _ => {
            let level = text.parse().ok().and_then(|number| Level::new(number).ok());
            let level =
                level.with_context(|| format!("level takes 1 to {} or full, not '{}'", Level::HIGHEST, quote(text)));
            Ok(Some(Some(level?)))
        }
    }
}

/// Returns the file that a line names behind a command. Its name need not be UTF-8.
fn file(line: &[u8]) -> PathBuf {
    let is_part = |byte: &u8| !byte.is_ascii_whitespace();
    let command = line.trim_ascii().iter().take_while(|byte| is_part(byte)).count();
    os_bytes::name(line.trim_ascii()[command..].trim_ascii().to_vec()).into()
}

/// Reads a move: a word, or a vertex and a kind of stone in either order.
fn read_move(game: &Game, line: &str) -> anyhow::Result<Move> {
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
    let parsed = move_words::parse(info, seat, &word).map_err(|error| match error {
        move_words::ParseMoveError::Kind(_) => error.into(),
        move_words::ParseMoveError::Vertex(_) => unknown(line),
    })?;
    if let move_words::ParsedMove::Place { kind, vertex } = parsed {
        let own = info.own_kind();
        let point =
            geometry.point(vertex).with_context(|| format!("{} is not on this board", quote(&vertex.to_string())))?;
        return kind.or(own).map(|kind| Move::place(kind, point)).ok_or_else(|| {
            let words: Vec<String> = info.kinds.iter().map(|kind| format!("{}@{vertex}", kind.name)).collect();
            anyhow!("which stone? {}", words.join(", "))
        });
    }
    move_words::resolve(info, geometry, parsed, None).ok_or_else(|| unknown(line))
}

fn unknown(line: &str) -> anyhow::Error {
    anyhow!("'{}' is neither a move nor a command; type help for a list", quote(line))
}

/// Explains why a move is illegal.
pub fn why_illegal(game: &Game, mv: Move) -> String {
    let word = game.word(mv);
    let vertex = |point: Point| game.geometry().vertex(point);
    match mv.action() {
        Action::Place { point, .. } if game.stone(point).is_some() => format!("{} is occupied", vertex(point)),
        _ => {
            let why = game.why_illegal(game.to_move(), mv).unwrap_or("not now");
            format!("{word} is illegal: {why}; type moves for a list of legal moves")
        }
    }
}

/// Lists the commands, with moves of this game as examples.
pub fn help(game: &Game) -> String {
    let info = game.info();
    let points: Vec<Point> = game.geometry().points().collect();
    let middle = points[points.len() / 2];
    let moves = (0..info.kinds.len()).map(|kind| Move::place(kind as u8, middle));
    let mut examples: Vec<String> = moves.map(|mv| game.word(mv)).collect();
    if info.passes {
        examples.push("pass".to_owned());
    }
    if game.setup().has_swap() {
        examples.push(move_words::SWAP.to_owned());
    }
    format!(
        "a move    {}\n\
         hint      what quintet would play\n\
         value     the win rate of the side to move, and the best moves by visits\n\
         level N   play at level N, or full: at full strength; level alone shows it\n\
         moves     all legal moves\n\
         rules     the rules of the game\n\
         board     the board again\n\
         undo      take back your latest move and the reply to it\n\
         save F    save the game to the file F (SGF)\n\
         load F    continue the game of the file F\n\
         new       start a new game\n\
         resign    resign the game\n\
         quit      leave the program",
        examples.join(", ")
    )
}

/// Explains the rules of a game, with the chosen optional rules.
pub fn rules(game: &Game) -> String {
    let tutorial = game.info().presentation.tutorial;
    let mut paragraphs: Vec<String> = tutorial.rules.iter().map(|text| (*text).to_owned()).collect();
    for ((name, value), (rule, choice)) in game.setup().rules().zip(game.info().rules.iter().zip(tutorial.choices)) {
        let index = rule.values.iter().position(|known| *known == value).unwrap_or(0);
        paragraphs.push(format!("{name}={value}. {}: {}.", choice.about, choice.values[index].trim_end_matches('.')));
    }
    paragraphs.iter().map(|text| wrap(text)).collect::<Vec<_>>().join("\n")
}

/// The width of explanations, in characters.
const WIDTH: usize = 80;

/// Breaks a paragraph into lines.
fn wrap(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= WIDTH {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join("\n")
}
