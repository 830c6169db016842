//! Values of options. The errors say what is accepted.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::str::FromStr;

use anyhow::Context as _;
use clap::builder::{OsStringValueParser, PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use quintet_arena::driver::command_line;
use quintet_core::notation::decimal;
use quintet_games::GAMES;

/// Returns a parser of whole numbers from `min` to `max`, for `value_parser`.
pub fn whole<T: TryFrom<u64> + 'static>(
    min: u64,
    max: u64,
) -> impl Fn(&str) -> anyhow::Result<T> + Clone + Send + Sync + 'static {
    move |text: &str| {
        let number = text.parse::<u64>().ok().filter(|number| (min..=max).contains(number));
        number.and_then(|number| T::try_from(number).ok()).with_context(|| match max {
            u64::MAX => format!("expected a whole number of at least {min}"),
            _ => format!("expected a whole number from {min} to {max}"),
        })
    }
}

/// Returns a parser of command lines and descriptions of engines, for `value_parser`.
pub fn engine_text() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(|line| command_line::text(&line))
}

/// A parser that accepts every text, with the values that shells complete. The text is checked
/// together with other options, and in more spellings.
#[derive(Clone, Copy)]
pub struct Completed(fn() -> Vec<PossibleValue>);

impl TypedValueParser for Completed {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter()))
    }
}

/// Completes the identifiers of the games.
pub const GAME: Completed =
    Completed(|| GAMES.iter().map(|info| PossibleValue::new(info.id).help(info.title)).collect());

/// Completes the rules of all games, `NAME=VALUE`.
pub const RULE: Completed = Completed(|| {
    let mut titles: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for info in GAMES {
        for (rule, value) in info.rules.iter().flat_map(|rule| rule.values.iter().map(move |value| (rule, value))) {
            titles.entry(format!("{}={value}", rule.name)).or_default().push(info.title);
        }
    }
    titles.into_iter().map(|(words, titles)| PossibleValue::new(words).help(titles.join(", "))).collect()
});

/// Parses a learning rate: above 0, at most 0.1.
pub fn learning_rate(text: &str) -> anyhow::Result<f32> {
    let rate = text.parse::<f32>().ok().filter(|rate| *rate > 0.0 && *rate <= 0.1);
    rate.context("expected a number above 0, at most 0.1")
}

/// Parses the share of one of two networks: above 0, below 1.
pub fn share(text: &str) -> anyhow::Result<f32> {
    let share = text.parse::<f32>().ok().filter(|share| *share > 0.0 && *share < 1.0);
    share.context("expected a number above 0 and below 1")
}

/// Parses a part of a whole: from 0 to 1.
pub fn part<T: FromStr + PartialOrd + From<i8>>(text: &str) -> anyhow::Result<T> {
    let part = text.parse::<T>().ok().filter(|part| (T::from(0)..=T::from(1)).contains(part));
    part.context("expected a number from 0 to 1")
}

/// Parses a number of seconds above 0.
pub fn positive_seconds(text: &str) -> anyhow::Result<f64> {
    let seconds = decimal(text).filter(|seconds| *seconds > 0.0);
    seconds.context("expected a number of seconds above 0")
}

/// Parses a number of seconds, 0 or more.
pub fn seconds(text: &str) -> anyhow::Result<f64> {
    let seconds = decimal(text).filter(|seconds| *seconds >= 0.0);
    seconds.context("expected a number of seconds, 0 or more")
}

/// Parses a time limit: seconds, above 0, at most a million.
pub fn time_limit(text: &str) -> anyhow::Result<f64> {
    let seconds = decimal(text).filter(|seconds| *seconds > 0.0 && *seconds <= 1e6);
    seconds.context("expected a number of seconds above 0, at most 1000000")
}

#[cfg(test)]
mod tests {
    use quintet_search::{MAX_THREADS, THREAD_RANGE};

    use super::*;

    #[test]
    fn the_protocols_name_the_range_of_threads() {
        assert_eq!(THREAD_RANGE, format!("1 to {MAX_THREADS}"));
    }

    #[test]
    fn a_number_out_of_range_is_refused_with_the_range() {
        let parse = whole::<u16>(1, 256);
        assert_eq!((parse("1").unwrap(), parse("256").unwrap()), (1, 256));
        for text in ["0", "257", "-1", "abc", "", "1.5"] {
            assert_eq!(parse(text).unwrap_err().to_string(), "expected a whole number from 1 to 256", "{text}");
        }
        assert_eq!(whole::<u64>(0, u64::MAX)("abc").unwrap_err().to_string(), "expected a whole number of at least 0");
    }

    #[test]
    fn seconds_are_finite() {
        for text in ["0", "-1", "inf", "nan", "x"] {
            assert!(positive_seconds(text).is_err(), "{text}");
        }
        assert_eq!((positive_seconds("0.5").unwrap(), seconds("0").unwrap()), (0.5, 0.0));
    }
}
