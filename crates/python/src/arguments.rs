//! Arguments from Python.

use std::time::Duration;

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use quintet_core::game::Game;
use quintet_core::notation::move_words::{self, ParsedMove};
use quintet_core::notation::quote;
use quintet_core::time_control;
use quintet_core::types::{Move, Seat};

use crate::actions;
use crate::error::ModuleError;

/// The size of a board.
#[derive(FromPyObject)]
pub enum SizeArgument {
    /// The side.
    Side(i64),
    /// A text, such as `9x7`.
    Text(String),
    /// Width and height.
    Sides((i64, i64)),
}

impl SizeArgument {
    /// Returns the size as text.
    pub fn text(self) -> String {
        match self {
            SizeArgument::Side(side) => side.to_string(),
            SizeArgument::Text(text) => text,
            SizeArgument::Sides((width, height)) => format!("{width}x{height}"),
        }
    }
}

/// A move.
#[derive(FromPyObject)]
pub enum MoveArgument {
    /// Its action.
    Action(i64),
    /// Its word.
    Word(String),
}

impl MoveArgument {
    /// Returns the move, which need not be legal.
    ///
    /// # Errors
    /// Returns an error if it is no move of this board.
    pub fn read(&self, game: &Game, seat: Seat) -> Result<Move, ModuleError> {
        match self {
            MoveArgument::Action(action) => actions::to_move(game.setup(), *action),
            MoveArgument::Word(word) => read_word(game, seat, word),
        }
    }
}

/// Reads the word of a move; a vertex without a kind means the side's own stone.
fn read_word(game: &Game, seat: Seat, word: &str) -> Result<Move, ModuleError> {
    let (info, geometry) = (game.info(), game.geometry());
    let parsed = move_words::parse(info, seat, word.trim());
    let parsed = parsed.map_err(|error| ModuleError::Word(quote(word), error))?;
    move_words::resolve(info, geometry, parsed, info.own_kind()).ok_or_else(|| {
        let off_board = matches!(parsed, ParsedMove::Place { vertex, .. } if geometry.point(vertex).is_none());
        let reason = if off_board { "there is no such point on this board" } else { "it does not name the stone" };
        ModuleError::Illegal(quote(word), reason)
    })
}

/// Returns a side; the one to move if none is given.
///
/// # Errors
/// Returns an error if the text is not a side.
pub fn seat(game: &Game, text: Option<&str>) -> Result<Seat, ModuleError> {
    let Some(text) = text else { return Ok(game.to_move()) };
    let named = |seat: &Seat| text.eq_ignore_ascii_case(seat.name()) || text.eq_ignore_ascii_case(&seat.name()[..1]);
    Seat::BOTH.into_iter().find(named).ok_or_else(|| ModuleError::Seat(quote(text)))
}

/// Returns a whole number within a range.
///
/// # Errors
/// Returns `ValueError` if it is out of range, `TypeError` if it is no whole number.
pub fn whole(name: &'static str, value: &Bound<'_, PyAny>, least: u64, most: u64) -> PyResult<u64> {
    let out_of_range = || ModuleError::Whole(name, least, most);
    match value.extract::<i128>() {
        Ok(number) => {
            let number = u64::try_from(number).ok().filter(|number| (least..=most).contains(number));
            Ok(number.ok_or_else(out_of_range)?)
        }
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Err(out_of_range().into()),
        Err(error) => Err(error),
    }
}

/// Returns a number of seconds above 0.
///
/// # Errors
/// Returns an error for any other number.
pub fn seconds(value: f64) -> Result<Duration, ModuleError> {
    let is_accepted = value > 0.0 && value.is_finite();
    is_accepted.then(|| time_control::seconds(value)).flatten().ok_or(ModuleError::Seconds)
}
