//! Settings as `key = value`: from the command line, KataGo's configuration files, or a query.

use std::time::Duration;

use serde_json::Value;

use super::fields::quoted;
use quintet_core::notation::{decimal, quote};
use quintet_core::time_control::seconds;
use quintet_core::types::Seat;
use quintet_search::{MAX_THREADS, THREAD_RANGE};

/// The player from whose point of view values are reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Perspective {
    /// The side to move at the root: KataGo's default.
    #[default]
    SideToMove,
    /// Always the same player.
    Fixed(Seat),
}

impl Perspective {
    /// Reads `SIDETOMOVE`, `BLACK` or `WHITE`, in any case.
    pub fn parse(text: &str) -> Option<Perspective> {
        match text.to_ascii_uppercase().as_str() {
            "SIDETOMOVE" | "SIDE_TO_MOVE" => Some(Perspective::SideToMove),
            "BLACK" | "B" => Some(Perspective::Fixed(Seat::Black)),
            "WHITE" | "W" => Some(Perspective::Fixed(Seat::White)),
            _ => None,
        }
    }

    /// Returns the player whose point of view applies if it is `to_move`'s turn.
    pub fn seat(self, to_move: Seat) -> Seat {
        match self {
            Perspective::SideToMove => to_move,
            Perspective::Fixed(seat) => seat,
        }
    }
}

/// Settings that replace others; a missing one leaves them unchanged.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Override {
    /// `maxVisits`.
    pub visits: Option<u64>,
    /// `maxTime`, in seconds.
    pub time: Option<Duration>,
    /// `reportAnalysisWinratesAs`.
    pub perspective: Option<Perspective>,
    /// `analysisPVLen`: the number of moves of a variation after its first.
    pub pv_length: Option<usize>,
    /// `numAnalysisThreads`: the number of positions searched at once.
    pub positions: Option<usize>,
    /// `numSearchThreads`, `numSearchThreadsPerAnalysisThread`: the number of threads of one
    /// search.
    pub search_threads: Option<usize>,
    /// `wideRootNoise`, `analysisWideRootNoise`: the share of the visits for moves beside the best.
    pub wide_root: Option<f32>,
    /// `warnUnusedFields`.
    pub warn_unused: Option<bool>,
}

/// A setting that is not accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConfigError {
    /// A line of a file without `=`.
    #[error("line {0} is no 'key = value'")]
    Line(usize),
    /// A value that the key does not accept: key, accepted values, value.
    #[error("{0} takes {1}, not '{2}'")]
    Value(&'static str, &'static str, String),
}

/// More of the visits than this are never taken from the best move, whatever KataGo's range allows.
const MAX_WIDE_ROOT: f32 = 0.5;

impl Override {
    /// Applies a setting and returns whether the key is known.
    ///
    /// # Errors
    /// Returns an error if the value is not accepted.
    pub fn set(&mut self, key: &str, value: &Value) -> Result<bool, ConfigError> {
        let text = match value {
            Value::String(text) => text.trim().to_owned(),
            other => other.to_string(),
        };
        let refused = |key, accepted| ConfigError::Value(key, accepted, quoted(value));
        let threads = |key| {
            let number = text.parse().ok().filter(|number| (1..=MAX_THREADS).contains(number));
            number.map(Some).ok_or_else(|| refused(key, THREAD_RANGE))
        };
        match key {
            "maxVisits" => {
                let visits = text.parse().ok().filter(|visits| (1..=1 << 50).contains(visits));
                self.visits = Some(visits.ok_or_else(|| refused("maxVisits", "an integer from 1 to 2^50"))?);
            }
            "maxTime" => {
                let time = decimal(&text).filter(|time| *time > 0.0).and_then(seconds);
                self.time = Some(time.ok_or_else(|| refused("maxTime", "a number of seconds above 0"))?);
            }
            "reportAnalysisWinratesAs" => {
                let read = Perspective::parse(&text);
                let key = "reportAnalysisWinratesAs";
                self.perspective = Some(read.ok_or_else(|| refused(key, "BLACK, WHITE or SIDETOMOVE"))?);
            }
            "analysisPVLen" => {
                let length = text.parse().ok().filter(|length| (1..=1000).contains(length));
                self.pv_length = Some(length.ok_or_else(|| refused("analysisPVLen", "an integer from 1 to 1000"))?);
            }
            "wideRootNoise" | "analysisWideRootNoise" => {
                let share = text.parse().ok().filter(|share| (0.0..=5.0).contains(share));
                let share: f32 = share.ok_or_else(|| refused("wideRootNoise", "a number from 0 to 5"))?;
                self.wide_root = Some(share.min(MAX_WIDE_ROOT));
            }
            "numAnalysisThreads" => self.positions = threads("numAnalysisThreads")?,
            "numSearchThreads" => self.search_threads = threads("numSearchThreads")?,
            "numSearchThreadsPerAnalysisThread" => {
                self.search_threads = threads("numSearchThreadsPerAnalysisThread")?;
            }
            "warnUnusedFields" => {
                let truth = text.to_ascii_lowercase().parse().ok();
                self.warn_unused = Some(truth.ok_or_else(|| refused("warnUnusedFields", "true or false"))?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Applies the settings of a KataGo configuration file (lines `key = value`, comments after
    /// `#`) and returns the unknown keys in order.
    ///
    /// # Errors
    /// Returns an error if a line is not a setting, or a value is not accepted.
    pub fn read_file(&mut self, text: &str) -> Result<Vec<String>, ConfigError> {
        let mut others = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() || line.starts_with('@') {
                continue;
            }
            let (key, value) = line.split_once('=').ok_or(ConfigError::Line(number))?;
            let value = value.trim();
            let bare = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
            if !self.set(key.trim(), &Value::from(bare))? {
                others.push(quote(key.trim()));
            }
        }
        Ok(others)
    }

    /// Limits the numbers of threads to `most`: files are often written for graphics cards, which
    /// many threads share.
    pub fn capped(mut self, most: usize) -> Override {
        self.positions = self.positions.map(|threads| threads.min(most));
        self.search_threads = self.search_threads.map(|threads| threads.min(most));
        self
    }

    /// Applies the settings of a command line (`key=value,key=value`) and returns the unknown keys
    /// in order.
    ///
    /// # Errors
    /// Returns the errors of [`Override::read_file`].
    pub fn read_list(&mut self, text: &str) -> Result<Vec<String>, ConfigError> {
        self.read_file(&text.replace(',', "\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_katago_file_is_read_and_unknown_keys_are_returned() {
        let mut settings = Override::default();
        let text =
            "# comment\nreportAnalysisWinratesAs = BLACK\nmaxVisits=500 # comment\nnnCacheSizePowerOfTwo = 23\n\n";
        assert_eq!(settings.read_file(text), Ok(vec!["nnCacheSizePowerOfTwo".to_owned()]));
        assert_eq!(settings.perspective, Some(Perspective::Fixed(Seat::Black)));
        assert_eq!(settings.visits, Some(500));
    }

    #[test]
    fn errors_name_the_value_and_what_is_accepted() {
        let mut settings = Override::default();
        let error = settings.read_list("maxVisits=0").unwrap_err();
        assert_eq!(error.to_string(), "maxVisits takes an integer from 1 to 2^50, not '0'");
        assert_eq!(settings.read_list("maxTime"), Err(ConfigError::Line(1)));
        assert!(settings.read_list("maxTime=nan").is_err());
    }

    #[test]
    fn the_perspective_is_that_of_the_side_to_move_by_default() {
        assert_eq!(Perspective::default().seat(Seat::White), Seat::White);
        assert_eq!(Perspective::parse("black").unwrap().seat(Seat::White), Seat::Black);
        assert_eq!(Perspective::parse("red"), None);
    }
}
