//! Parsers by nom that small grammars share, and errors that name the place.

use std::fmt;
use std::str::FromStr;

use nom::bytes::complete::{tag, take};
use nom::character::complete::{digit1, space0};
use nom::combinator::{all_consuming, map_opt, verify};
use nom::error::{ContextError, ErrorKind, FromExternalError, ParseError, context};
use nom::number::complete::recognize_float;
use nom::sequence::delimited;
use nom::{Finish as _, IResult, Parser};

use super::{decimal, quote};

/// The result of a parser: the rest of the input, and the value that was parsed.
pub type Parsed<'a, T> = IResult<&'a str, T, Unexpected<'a>>;

/// The place from which a text does not follow the grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unexpected<'a> {
    rest: &'a str,
    expected: Expected,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    /// The end, or something that the grammar does not name.
    End,
    /// A part of the grammar.
    Part(&'static str),
    /// These characters.
    Text(&'static str),
}

impl<'a> ParseError<&'a str> for Unexpected<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Self {
        Unexpected { rest, expected: Expected::End }
    }

    fn append(_: &'a str, _: ErrorKind, inner: Self) -> Self {
        inner
    }

    /// Of two alternatives the one that follows the text farther counts, of equal ones the last.
    fn or(self, other: Self) -> Self {
        if other.rest.len() <= self.rest.len() { other } else { self }
    }
}

impl<'a> ContextError<&'a str> for Unexpected<'a> {
    fn add_context(rest: &'a str, expected: &'static str, inner: Self) -> Self {
        match inner.expected {
            Expected::End => Unexpected { rest, expected: Expected::Part(expected) },
            _ => inner,
        }
    }
}

impl<'a, E> FromExternalError<&'a str, E> for Unexpected<'a> {
    fn from_external_error(rest: &'a str, kind: ErrorKind, _: E) -> Self {
        Unexpected::from_error_kind(rest, kind)
    }
}

/// The error for a text that does not follow a grammar: what is expected, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GrammarError {
    expected: Expected,
    rest: String,
}

impl std::error::Error for GrammarError {}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.expected {
            Expected::End => f.write_str("the end")?,
            Expected::Part(name) => f.write_str(name)?,
            Expected::Text(text) => write!(f, "'{text}'")?,
        }
        match self.rest.trim_start() {
            "" => f.write_str(" is missing at the end"),
            rest => write!(f, " is expected at '{}'", quote(rest)),
        }
    }
}

/// Reads a whole text.
///
/// # Errors
/// Returns an error if the text does not follow the grammar, or goes on after it.
pub fn parse_all<'a, T>(
    text: &'a str,
    grammar: impl Parser<&'a str, Output = T, Error = Unexpected<'a>>,
) -> Result<T, GrammarError> {
    match all_consuming(grammar).parse(text).finish() {
        Ok((_, value)) => Ok(value),
        Err(Unexpected { rest, expected }) => Err(GrammarError { expected, rest: rest.to_owned() }),
    }
}

/// Reads these characters, with spaces around them.
pub fn symbol<'a>(text: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = Unexpected<'a>> {
    move |input: &'a str| {
        let here = |_| Unexpected { rest: input, expected: Expected::Text(text) };
        spaced(tag(text)).parse(input).map_err(|error: nom::Err<Unexpected<'a>>| error.map(here))
    }
}

/// Reads a word of ASCII letters, ignoring case.
pub fn any_case<'a>(word: &str) -> impl Parser<&'a str, Output = &'a str, Error = Unexpected<'a>> {
    verify(take(word.len()), move |text: &str| text.eq_ignore_ascii_case(word))
}

/// Reads what a grammar reads, with spaces around it.
pub fn spaced<'a, T>(
    grammar: impl Parser<&'a str, Output = T, Error = Unexpected<'a>>,
) -> impl Parser<&'a str, Output = T, Error = Unexpected<'a>> {
    delimited(space0, grammar, space0)
}

/// Reads a finite number, with spaces around it.
///
/// # Errors
/// Returns an error if there is none.
pub fn number(input: &str) -> Parsed<'_, f64> {
    context("a number", spaced(map_opt(recognize_float, decimal))).parse(input)
}

/// Reads an integer without a sign, with spaces around it.
///
/// # Errors
/// Returns an error if there is none, or it is too large.
pub fn count<T: FromStr>(input: &str) -> Parsed<'_, T> {
    context("an integer", spaced(map_opt(digit1, |digits: &str| digits.parse().ok()))).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nom::branch::alt;

    fn error(text: &str) -> String {
        let sum = (number, symbol("+"), count::<u8>).map(|_| ());
        let single = (symbol("just"), number).map(|_| ());
        parse_all(text, alt((single, sum))).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_place_and_what_is_expected_there() {
        assert!(parse_all(" 1.5e3+ 255 ", (number, symbol("+"), count::<u8>)).is_ok());
        assert_eq!(error("1.5"), "'+' is missing at the end");
        assert_eq!(error("1.5-2"), "'+' is expected at '-2'");
        assert_eq!(error("1.5+x"), "an integer is expected at 'x'");
        assert_eq!(error("1.5+256"), "an integer is expected at '256'");
        assert_eq!(error("1.5+25 6"), "the end is expected at '6'");
    }

    #[test]
    fn of_alternatives_the_one_that_goes_farthest_is_named() {
        assert_eq!(error("just so"), "a number is expected at 'so'");
        assert_eq!(error("so"), "a number is expected at 'so'");
        assert_eq!(error("nan+1"), "a number is expected at 'nan+1'");
    }
}
