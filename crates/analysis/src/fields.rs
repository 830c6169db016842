//! The fields of a query, with KataGo's error messages.

use serde_json::{Map, Value};

use quintet_core::notation::quote;
use quintet_core::types::Seat;

/// An error in a query.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct QueryError {
    /// The field that causes it, if there is one.
    pub field: Option<String>,
    /// The message, one line that says what is accepted.
    pub message: String,
}

impl QueryError {
    /// Creates an error about a whole line.
    pub fn of_line(message: impl Into<String>) -> QueryError {
        QueryError { field: None, message: message.into() }
    }

    /// Creates an error about a field.
    pub fn new(field: &str, message: impl Into<String>) -> QueryError {
        QueryError { field: Some(field.to_owned()), message: message.into() }
    }
}

/// Typed access to the fields of a JSON object.
#[derive(Clone, Copy)]
pub struct Fields<'a>(pub &'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// Returns whether the object has this field.
    pub fn has(self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns the raw value of a field.
    pub fn get(self, name: &str) -> Option<&'a Value> {
        self.0.get(name)
    }

    /// Returns an integer from `least` to `most`.
    ///
    /// # Errors
    /// Returns `message` if the field is anything else.
    pub fn integer(self, name: &str, least: i64, most: i64, message: &str) -> Result<Option<i64>, QueryError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let value = value.as_i64().filter(|value| (least..=most).contains(value));
        value.map(Some).ok_or_else(|| QueryError::new(name, message))
    }

    /// Returns a number from `least` to `most`.
    ///
    /// # Errors
    /// Returns `message` if the field is anything else.
    pub fn number(self, name: &str, least: f64, most: f64, message: &str) -> Result<Option<f64>, QueryError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let value = value.as_f64().filter(|value| (least..=most).contains(value));
        value.map(Some).ok_or_else(|| QueryError::new(name, message))
    }

    /// Returns a boolean, `false` if the field is missing.
    ///
    /// # Errors
    /// Returns an error if the field is not a boolean.
    pub fn switch(self, name: &str) -> Result<bool, QueryError> {
        let Some(value) = self.get(name) else { return Ok(false) };
        value.as_bool().ok_or_else(|| QueryError::new(name, "Must be a boolean"))
    }

    /// Returns an array of integers.
    ///
    /// # Errors
    /// Returns `message` if the field is anything else.
    pub fn integers(self, name: &str, message: &str) -> Result<Option<Vec<i64>>, QueryError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let list = value.as_array().and_then(|list| list.iter().map(Value::as_i64).collect());
        list.map(Some).ok_or_else(|| QueryError::new(name, message))
    }

    /// Returns a player.
    ///
    /// # Errors
    /// Returns an error if the field is not a player.
    pub fn seat(self, name: &str) -> Result<Option<Seat>, QueryError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let seat = value.as_str().and_then(seat);
        seat.map(Some).ok_or_else(|| QueryError::new(name, "Must be \"b\" or \"w\""))
    }
}

/// Reads a player as KataGo's clients write it: a letter or a colour, in any case.
pub fn seat(word: &str) -> Option<Seat> {
    let is = |letter: &str, name: &str| word.eq_ignore_ascii_case(letter) || word.eq_ignore_ascii_case(name);
    Seat::BOTH.into_iter().find(|seat| is(&seat.letter().to_string(), seat.name()))
}

/// Quotes a JSON value for a message.
pub fn quoted(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text),
        other => quote(&other.to_string()),
    }
}
