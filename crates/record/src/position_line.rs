//! A position in one line: game, size, rules, komi, board, side to move, and other state that
//! legality depends on.
//!
//! ```text
//! stoical 5 ko=stoical repetition=draw komi=6.5 ...../..x../.xo../..%../..... w captured-b=1
//! ```
//!
//! The fields are in this order, separated by spaces. The size is `9`, or `9x7` if the sides
//! differ; all rules of the game follow in the game's order, then komi if the game has it. The
//! board is given row by row from the top, each row from the left, rows separated by `/`: `.` is an
//! empty point, `x` black, `o` white, `r` red, `c` cancer and `%` blocked; cells that do not exist
//! have no letter. The words after the side are the game's own.
//!
//! Earlier boards are not included: for rules of repetition, a position that is read back starts a
//! new game.

use std::collections::BTreeMap;

use quintet_core::board::{Geometry, Point, PointSet};
use quintet_core::diagram::{Diagram, DiagramError};
use quintet_core::game::Game;
use quintet_core::notation::quote;
use quintet_core::setup::{GameInfo, Setup, SetupError};
use quintet_core::types::{Seat, Stone};
use quintet_games::GAMES;

use crate::setup_words::{self, ReadSetupError, Size, komi_text};

/// The length of the longest line that is read: several times what the largest board needs.
const LONGEST: usize = 1 << 14;

/// A line that is not a position. The message says what is wrong and what is accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParsePositionError {
    /// The line is longer than any position.
    #[error("a position has at most {LONGEST} characters")]
    Long,
    /// The line ends before this field.
    #[error("a position is: game, size, rules, komi where it counts, board, seat to move, state; no {0} here")]
    Missing(&'static str),
    /// The game is unknown.
    #[error(transparent)]
    Words(#[from] ReadSetupError),
    /// The size cannot be read, or is not written in the canonical way.
    #[error("unacceptable size '{0}'; a size is like 9, or 9x7 where the sides differ")]
    SizeText(String),
    /// The game does not have this size or rule.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A rule is out of its place.
    #[error("'{0}' stands where {1} has {2}=")]
    Field(String, &'static str, &'static str),
    /// Komi is not a plain finite number.
    #[error("komi is a plain number, not '{0}'")]
    Komi(String),
    /// The board has too few or too many rows.
    #[error("the board has {wanted} rows, the line {found}")]
    Rows {
        /// The number of rows of the board.
        wanted: usize,
        /// The number of rows of the line.
        found: usize,
    },
    /// A row is too short or too long.
    #[error("row {row} has {wanted} cells, the line {found}")]
    Row {
        /// The row's number, from 1 at the bottom.
        row: u16,
        /// The number of cells of that row.
        wanted: usize,
        /// The number of letters in the line.
        found: usize,
    },
    /// A letter is not a stone of this game.
    #[error("'{0}' is not a stone of {1}; cells are {2}")]
    Letter(String, &'static str, String),
    /// The side to move cannot be read.
    #[error("the seat to move is b or w, not '{0}'")]
    Seat(String),
    /// A state word is unknown, occurs twice, or does not go with this board.
    #[error("'{0}' is not a state of this position")]
    State(String),
    /// The board is impossible in this game.
    #[error(transparent)]
    Diagram(DiagramError),
}

/// Returns the position of a game as a line. Equal positions give equal lines.
pub fn write(game: &Game) -> String {
    format(game.setup(), &game.diagram())
}

/// Returns a diagram of a setup as a line.
pub fn format(setup: &Setup, diagram: &Diagram) -> String {
    let info = setup.info();
    let mut fields = vec![info.id.to_owned(), Size::written(setup).to_string()];
    fields.extend(setup.rules().map(|(name, value)| format!("{name}={value}")));
    if info.komi {
        fields.push(format!("komi={}", komi_text(setup.komi())));
    }
    fields.push(rows(&setup.geometry(), setup.blocked(), diagram).join("/"));
    fields.push(diagram.to_move.letter().to_string());
    fields.extend(diagram.state.iter().map(|(name, value)| format!("{name}={value}")));
    fields.join(" ")
}

fn rows(geometry: &Geometry, blocked: PointSet, diagram: &Diagram) -> Vec<String> {
    let letter = |point: Point| match diagram.stones[point.index()] {
        _ if blocked.contains(point) => Stone::Blocked.letter(),
        Some(stone) => stone.letter(),
        None => '.',
    };
    (0..geometry.height()).rev().map(|y| row(geometry, y).into_iter().map(letter).collect()).collect()
}

/// Returns the points of a row, from the left.
fn row(geometry: &Geometry, y: u16) -> Vec<Point> {
    (0..geometry.width()).filter_map(|x| geometry.at(x.into(), y.into())).collect()
}

/// Parses a line that [`write()`] wrote, in time bounded by its length.
///
/// Some games complete a board that was edited by hand (Cascade fills cells); the diagram is the
/// completed one.
///
/// ```
/// use quintet_record::position_line;
///
/// let line = "cascade 2 fill=down .r/o. b";
/// let (setup, diagram) = position_line::read(line).unwrap();
/// assert_eq!((setup.info().title, position_line::format(&setup, &diagram).as_str()), ("Cascade", line));
/// assert!(position_line::read("cascade 2 fill=down .r/o.").is_err());
/// ```
///
/// # Errors
/// Returns [`ParsePositionError`] for any other text: another notation or order, another game's
/// stones, an impossible board or state.
pub fn read(line: &str) -> Result<(Setup, Diagram), ParsePositionError> {
    read_among(GAMES, line)
}

/// Parses a line of one of these games, as [`read`] does.
///
/// # Errors
/// Returns [`ParsePositionError`] if it is not a position of one of these games.
pub fn read_among(games: &[&'static GameInfo], line: &str) -> Result<(Setup, Diagram), ParsePositionError> {
    if line.len() > LONGEST {
        return Err(ParsePositionError::Long);
    }
    let mut fields = line.split_ascii_whitespace();
    let mut next = |what| fields.next().ok_or(ParsePositionError::Missing(what));

    let id = next("game")?;
    let info = games.iter().copied().find(|info| info.id == id).ok_or_else(|| setup_words::unknown_game(id))?;
    let size_field = next("size")?;
    let mut setup = Setup::new(info);
    for rule in info.rules {
        let value = value_of(info, next(rule.name)?, rule.name)?;
        setup = setup.with_rule(rule.name, value)?;
        if setup.rule(rule.name) != value {
            return Err(SetupError::RuleValue(rule.name, rule.values.join(", ")).into());
        }
    }
    setup = read_size(&setup, size_field)?;
    if info.komi {
        setup.set_komi(read_komi(value_of(info, next("komi")?, "komi")?)?);
    }
    let stones = read_board(&setup, next("board")?)?;
    let blocked = Diagram { stones, ..setup.empty_diagram() };
    setup = setup.with_blocked(blocked.points_with(Stone::Blocked).collect())?;
    let to_move = match next("seat to move")? {
        "b" => Seat::Black,
        "w" => Seat::White,
        other => return Err(ParsePositionError::Seat(quote(other))),
    };
    let mut state = BTreeMap::new();
    for field in fields {
        let unknown = || ParsePositionError::State(quote(field));
        let (name, value) = field.split_once('=').ok_or_else(unknown)?;
        if state.insert(name.to_owned(), value.to_owned()).is_some() {
            return Err(unknown());
        }
    }
    complete(setup, Diagram { to_move, state, ..blocked })
}

/// Lets the game check and complete the diagram. Its state must be what the game itself would
/// write.
fn complete(setup: Setup, diagram: Diagram) -> Result<(Setup, Diagram), ParsePositionError> {
    let position = setup.position(&diagram).map_err(|error| match error {
        DiagramError::State(name, value) => ParsePositionError::State(quote(&format!("{name}={value}"))),
        error => ParsePositionError::Diagram(error),
    })?;
    let full = position.diagram();
    if full.state != diagram.state || full.to_move != diagram.to_move {
        let word = |(name, value): (&String, &String)| format!("{name}={value}");
        let wrong = diagram.state.iter().find(|(name, value)| full.state.get(*name) != Some(*value)).map(word);
        let missing = full.state.iter().find(|(name, _)| !diagram.state.contains_key(*name)).map(word);
        return Err(match (wrong, missing) {
            (Some(wrong), _) => ParsePositionError::State(quote(&wrong)),
            (None, Some(missing)) => ParsePositionError::State(format!("without {missing}")),
            (None, None) => ParsePositionError::Seat(diagram.to_move.letter().to_string()),
        });
    }
    Ok((setup, full))
}

fn read_size(setup: &Setup, field: &str) -> Result<Setup, ParsePositionError> {
    let bad = || ParsePositionError::SizeText(quote(field));
    let size = field.parse::<Size>().ok().filter(|size| size.to_string() == field).ok_or_else(bad)?;
    let sized = size.of(setup)?;
    if Size::written(&sized) == size { Ok(sized) } else { Err(bad()) }
}

fn read_komi(value: &str) -> Result<f64, ParsePositionError> {
    let komi = setup_words::komi(value).ok().filter(|komi| komi_text(*komi) == value);
    komi.ok_or_else(|| ParsePositionError::Komi(quote(value)))
}

/// Returns the part of a field after `name=`.
fn value_of<'a>(info: &GameInfo, field: &'a str, name: &'static str) -> Result<&'a str, ParsePositionError> {
    let value = field.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
    value.ok_or_else(|| ParsePositionError::Field(quote(field), info.title, name))
}

fn read_board(setup: &Setup, field: &str) -> Result<Vec<Option<Stone>>, ParsePositionError> {
    let info = setup.info();
    let geometry = setup.geometry();
    let mut stones = setup.empty_diagram().stones;
    let rows = field.split('/').count();
    if rows != usize::from(geometry.height()) {
        return Err(ParsePositionError::Rows { wanted: geometry.height().into(), found: rows });
    }
    for (y, letters) in (0..geometry.height()).rev().zip(field.split('/')) {
        let cells = row(&geometry, y);
        let found = letters.chars().count();
        if found != cells.len() {
            return Err(ParsePositionError::Row { row: y + 1, wanted: cells.len(), found });
        }
        for (point, letter) in cells.into_iter().zip(letters.chars()) {
            stones[point.index()] = read_stone(info, letter)?;
        }
    }
    Ok(stones)
}

fn read_stone(info: &GameInfo, letter: char) -> Result<Option<Stone>, ParsePositionError> {
    let allowed = |stone: &Stone| info.stones.contains(stone);
    match Stone::from_letter(letter).filter(allowed) {
        _ if letter == '.' => Ok(None),
        Some(stone) => Ok(Some(stone)),
        None => {
            let known = Stone::ALL.into_iter().filter(allowed).map(Stone::letter).chain(['.']);
            let known = known.map(String::from).collect::<Vec<_>>().join(" ");
            Err(ParsePositionError::Letter(quote(&letter.to_string()), info.title, known))
        }
    }
}
