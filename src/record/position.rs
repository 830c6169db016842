//! A position in one line: game, size, rules, komi, board, seat to move, and what else legality depends on.
//!
//! ```text
//! stoical 5 ko=stoical repetition=draw komi=6.5 ...../..x../.xo../..%../..... w captured-b=1
//! ```
//!
//! The fields stand in this order, a space between them. The size is `9`, or `9x7` where the sides differ; all
//! rules of the game follow in the game's order, then komi where it counts. The board is given row by row from the
//! top, each from the left, the rows parted by `/`: `.` is an empty point, `x` black, `o` white, `r` red, `c` cancer and `%`
//! blocked; cells that do not exist have no letter. The words after the seat are the game's own.
//!
//! The earlier boards are not in it: a position that is read back starts afresh for rules of repetition.

use std::collections::BTreeMap;

use super::quote;
use super::setup_words::{self, ReadSetupError, Size, komi_text};
use crate::board::{Geometry, Point, PointSet};
use crate::games;
use crate::history::AnyHistory;
use crate::setup::{Diagram, DiagramError, GameInfo, Setup, SetupError};
use crate::words::{Seat, Stone};

/// The longest line that is read: several times what the largest board needs.
const LONGEST: usize = 1 << 14;

/// A line that is no position; it says what is wrong and what is accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParsePositionError {
    /// More characters than any position has.
    #[error("a position has at most {LONGEST} characters")]
    Long,
    /// The line ends before all is told.
    #[error("a position is: game, size, rules, komi where it counts, board, seat to move, state; no {0} here")]
    Missing(&'static str),
    /// No game of ours.
    #[error(transparent)]
    Words(#[from] ReadSetupError),
    /// No size at all, or not as sizes are written.
    #[error("unacceptable size '{0}'; a size is like 9, or 9x7 where the sides differ")]
    SizeText(String),
    /// A size or rule that the game hasn't.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A rule out of its place.
    #[error("'{0}' stands where {1} has {2}=")]
    Field(String, &'static str, &'static str),
    /// Komi that is no plain finite number.
    #[error("komi is a plain number, not '{0}'")]
    Komi(String),
    /// Too few or too many rows.
    #[error("the board has {wanted} rows, the line {found}")]
    Rows {
        /// Rows of the board.
        wanted: usize,
        /// Rows of the line.
        found: usize,
    },
    /// A row too short or too long.
    #[error("row {row} has {wanted} cells, the line {found}")]
    Row {
        /// Row number from the bottom, from 1.
        row: u16,
        /// Cells of that row.
        wanted: usize,
        /// Letters of the line.
        found: usize,
    },
    /// A letter that is no stone of this game.
    #[error("'{0}' is no stone of {1}; cells are {2}")]
    Letter(String, &'static str, String),
    /// No seat.
    #[error("the seat to move is b or w, not '{0}'")]
    Seat(String),
    /// A state word that the game hasn't, that stands twice, or that does not go with this board.
    #[error("'{0}' is no state of this position")]
    State(String),
    /// A board that the game can't have.
    #[error(transparent)]
    Diagram(DiagramError),
}

/// The position as a line: equal positions give equal lines.
pub fn write(history: &dyn AnyHistory) -> String {
    format(history.setup(), &history.diagram())
}

/// A diagram of a setup as a line.
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

/// The points of a row, from the left.
fn row(geometry: &Geometry, y: u16) -> Vec<Point> {
    (0..geometry.width()).filter_map(|x| geometry.at(x.into(), y.into())).collect()
}

/// Reads a line that [`write()`] wrote, in a time that its length bounds. Where a game's own rules complete a board
/// that was changed by hand (Cascade), the diagram is the completed one.
///
/// ```
/// use quintet::record::position;
///
/// let line = "cascade 2 fill=down .r/o. b";
/// let (setup, diagram) = position::read(line).unwrap();
/// assert_eq!((setup.info().title, position::format(&setup, &diagram).as_str()), ("Cascade", line));
/// assert!(position::read("cascade 2 fill=down .r/o.").is_err());
/// ```
///
/// # Errors
/// [`ParsePositionError`] for any other text: another spelling or order, another game's stones, a board or a state
/// that can't be.
pub fn read(line: &str) -> Result<(Setup, Diagram), ParsePositionError> {
    if line.len() > LONGEST {
        return Err(ParsePositionError::Long);
    }
    let mut fields = line.split_ascii_whitespace();
    let mut next = |what| fields.next().ok_or(ParsePositionError::Missing(what));

    let info = read_game(next("game")?)?;
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
    let blocked = Diagram { stones, ..Diagram::empty(&setup) };
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

/// Lets the game judge the diagram; its state has to be what the game itself would write.
fn complete(setup: Setup, diagram: Diagram) -> Result<(Setup, Diagram), ParsePositionError> {
    let history = games::start_from(&setup, &diagram).map_err(|error| match error {
        DiagramError::State(name, value) => ParsePositionError::State(quote(&format!("{name}={value}"))),
        error => ParsePositionError::Diagram(error),
    })?;
    let full = history.diagram();
    if full.state != diagram.state || full.to_move != diagram.to_move {
        let told = |(name, value): (&String, &String)| format!("{name}={value}");
        let odd = diagram.state.iter().find(|(name, value)| full.state.get(*name) != Some(*value)).map(told);
        let missing = full.state.iter().find(|(name, _)| !diagram.state.contains_key(*name)).map(told);
        return Err(match (odd, missing) {
            (Some(odd), _) => ParsePositionError::State(quote(&odd)),
            (None, Some(missing)) => ParsePositionError::State(format!("without {missing}")),
            (None, None) => ParsePositionError::Seat(diagram.to_move.letter().to_string()),
        });
    }
    Ok((setup, full))
}

fn read_game(field: &str) -> Result<&'static GameInfo, ParsePositionError> {
    let info = setup_words::game(field)?;
    if info.id == field { Ok(info) } else { Err(setup_words::unknown_game(field).into()) }
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

/// What stands after `name=` in a field.
fn value_of<'a>(info: &GameInfo, field: &'a str, name: &'static str) -> Result<&'a str, ParsePositionError> {
    let value = field.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
    value.ok_or_else(|| ParsePositionError::Field(quote(field), info.title, name))
}

fn read_board(setup: &Setup, field: &str) -> Result<Vec<Option<Stone>>, ParsePositionError> {
    let info = setup.info();
    let geometry = setup.geometry();
    let mut stones = Diagram::empty(setup).stones;
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
