//! The fields of a query, read with the messages that KataGo gives for them.

use serde_json::{Map, Value};

use crate::record::quote;
use crate::words::Seat;

/// What is wrong with a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The field, where one is to blame.
    pub field: Option<String>,
    /// In one line, what is accepted.
    pub message: String,
}

impl Refusal {
    /// A query that is no query at all.
    pub fn of_line(message: impl Into<String>) -> Refusal {
        Refusal { field: None, message: message.into() }
    }

    /// A field that can't be taken.
    pub fn new(field: &str, message: impl Into<String>) -> Refusal {
        Refusal { field: Some(field.to_owned()), message: message.into() }
    }
}

/// A JSON object and how its fields are read.
#[derive(Clone, Copy)]
pub struct Fields<'a>(pub &'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// Whether there is such a field.
    pub fn has(self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The field as it is.
    pub fn get(self, name: &str) -> Option<&'a Value> {
        self.0.get(name)
    }

    /// An integer from `least` to `most`.
    ///
    /// # Errors
    /// `message`, if it is anything else.
    pub fn integer(self, name: &str, least: i64, most: i64, message: &str) -> Result<Option<i64>, Refusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let value = value.as_i64().filter(|value| (least..=most).contains(value));
        value.map(Some).ok_or_else(|| Refusal::new(name, message))
    }

    /// A number from `least` to `most`.
    ///
    /// # Errors
    /// `message`, if it is anything else.
    pub fn number(self, name: &str, least: f64, most: f64, message: &str) -> Result<Option<f64>, Refusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let value = value.as_f64().filter(|value| (least..=most).contains(value));
        value.map(Some).ok_or_else(|| Refusal::new(name, message))
    }

    /// A switch, off where it isn't there.
    ///
    /// # Errors
    /// If it is no truth value.
    pub fn switch(self, name: &str) -> Result<bool, Refusal> {
        let Some(value) = self.get(name) else { return Ok(false) };
        value.as_bool().ok_or_else(|| Refusal::new(name, "Must be a boolean"))
    }

    /// A list of integers.
    ///
    /// # Errors
    /// `message`, if it is anything else.
    pub fn integers(self, name: &str, message: &str) -> Result<Option<Vec<i64>>, Refusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let list = value.as_array().and_then(|list| list.iter().map(Value::as_i64).collect());
        list.map(Some).ok_or_else(|| Refusal::new(name, message))
    }

    /// A seat.
    ///
    /// # Errors
    /// If it is none.
    pub fn seat(self, name: &str) -> Result<Option<Seat>, Refusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let seat = value.as_str().and_then(seat);
        seat.map(Some).ok_or_else(|| Refusal::new(name, "Must be \"b\" or \"w\""))
    }
}

/// A seat as KataGo's clients name it.
pub fn seat(word: &str) -> Option<Seat> {
    let is = |letter: &str, name: &str| word.eq_ignore_ascii_case(letter) || word.eq_ignore_ascii_case(name);
    Seat::BOTH.into_iter().find(|seat| is(&seat.letter().to_string(), seat.name()))
}

/// A JSON value as messages quote it.
pub fn quoted(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text),
        other => quote(&other.to_string()),
    }
}
