//! The result of a search in a game record: the win rate and the visit count of each move.

use std::fmt;
use std::str::FromStr;

use nom::Parser as _;
use nom::bytes::complete::take_till1;
use nom::character::complete::{char, digit1};
use nom::combinator::map_opt;
use nom::multi::many1;
use nom::number::complete::recognize_float;
use nom::sequence::{preceded, separated_pair};
use quintet_core::notation::grammar::{Parsed, parse_all};
use serde::{Deserialize, Serialize};

/// The minimum visits of a move that counts: every move may get one.
pub const MIN_VISITS: u32 = 2;

/// The result of the search for a move. Its text is the expected result, then each move with its
/// visits: `0.53 E5:120 D4:31`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RecordedSearch {
    /// The expected result for the side to move, from 0 to 1.
    pub win_rate: f32,
    /// The moves in the program's own words and their visits, at least [`MIN_VISITS`].
    pub visits: Vec<(String, u32)>,
}

/// The error for a text that is not the result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a search is a number from 0 to 1 and moves with their visits, such as 0.53 E5:120 D4:31")]
pub struct RecordedSearchError;

impl RecordedSearch {
    /// Reads the last report in an engine's answer to `kata-genmove_analyze`; `None` if there is
    /// none, or no move was visited often enough.
    pub fn of_report(answer: &str) -> Option<RecordedSearch> {
        let line = answer.lines().rfind(|line| line.starts_with("info "))?;
        let (mut visits, mut total, mut sum) = (Vec::new(), 0.0, 0.0);
        for candidate in line.split("info move ").skip(1) {
            let mut words = candidate.split_whitespace();
            let mv = words.next()?;
            let (mut number, mut win_rate) = (None, None);
            while let (Some(key), Some(value)) = (words.next(), words.next()) {
                match key {
                    "visits" => number = value.parse::<u32>().ok(),
                    "winrate" => win_rate = value.parse::<f32>().ok(),
                    // The variation is a list without an end.
                    "pv" => break,
                    _ => {}
                }
            }
            let (number, win_rate) = (number?, win_rate.filter(|rate| (0.0..=1.0).contains(rate))?);
            total += number as f32;
            sum += number as f32 * win_rate;
            if number >= MIN_VISITS {
                visits.push((mv.to_owned(), number));
            }
        }
        // Three digits are more than a search knows.
        let win_rate = (1000.0 * sum / total).round() / 1000.0;
        (!visits.is_empty()).then_some(RecordedSearch { win_rate, visits })
    }
}

impl fmt::Display for RecordedSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.win_rate)?;
        self.visits.iter().try_for_each(|(mv, visits)| write!(f, " {mv}:{visits}"))
    }
}

impl From<RecordedSearch> for String {
    fn from(search: RecordedSearch) -> String {
        search.to_string()
    }
}

impl FromStr for RecordedSearch {
    type Err = RecordedSearchError;

    fn from_str(text: &str) -> Result<RecordedSearch, RecordedSearchError> {
        parse_all(text, search).map_err(|_| RecordedSearchError)
    }
}

fn search(input: &str) -> Parsed<'_, RecordedSearch> {
    let rate = |text: &str| text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate));
    let many = |digits: &str| digits.parse().ok().filter(|visits| *visits >= MIN_VISITS);
    let move_and_visits =
        separated_pair(take_till1(|c| c == ':' || c == ' ').map(str::to_owned), char(':'), map_opt(digit1, many));
    (map_opt(recognize_float, rate), many1(preceded(char(' '), move_and_visits)))
        .map(|(win_rate, visits)| RecordedSearch { win_rate, visits })
        .parse(input)
}

impl TryFrom<String> for RecordedSearch {
    type Error = RecordedSearchError;

    fn try_from(text: String) -> Result<RecordedSearch, RecordedSearchError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back() {
        for text in ["0.53 E5:120 D4:31", "1 cancer@B1:2", "0 pass:4294967295"] {
            assert_eq!(text.parse::<RecordedSearch>().unwrap().to_string(), text);
        }
        for text in
            ["", "0.5", "2 E5:3", "NaN E5:3", "0.5 E5", "0.5 E5:1", "0.5  E5:3", "0.5 E5:-3", "0.5 E5:4294967296"]
        {
            assert_eq!(text.parse::<RecordedSearch>(), Err(RecordedSearchError), "{text}");
        }
    }

    #[test]
    fn the_last_report_of_an_answer_counts() {
        let answer = "\ninfo move E5 visits 2 winrate 0.1 order 0 pv E5\n\
            info move E5 visits 30 utility 0.1 winrate 0.6 prior 0.2 order 0 pv E5 visits D4 \
            info move D4 visits 9 winrate 0.2 order 1 pv D4 info move C3 visits 1 winrate 0.0 order 2 pv C3 \
            rootInfo visits 40 winrate 0.9 ownership 0.5\nplay E5";
        let found = RecordedSearch::of_report(answer).unwrap();
        assert_eq!(found.visits, [("E5".to_owned(), 30), ("D4".to_owned(), 9)]);
        assert_eq!(found.win_rate, 0.495, "the mean of all visits");
        for answer in ["\nplay E5", "", "\ninfo move E5 visits 1 winrate 0.5\nplay E5", "\ninfo move E5\nplay E5"] {
            assert_eq!(RecordedSearch::of_report(answer), None, "{answer}");
        }
        // Leela Zero's win rates are hundredths of a per cent.
        assert_eq!(RecordedSearch::of_report("\ninfo move E5 visits 9 winrate 5100 pv E5\nplay E5"), None);
    }
}
