//! The configuration of a study, and the grid of boards that it spans.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use quintet_core::setup::Setup;
use quintet_engine::Level;
use quintet_record::setup_words::{SetupWords, Size};
use serde::{Deserialize, Serialize};

/// The largest number of doublings of the thinking per move.
const MOST_DOUBLINGS: u32 = 20;

/// The configuration of a study. Two runs with equal values play the same games, if the strength is
/// not in seconds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyConfig {
    /// The game's id; the default game if `None`.
    pub game: Option<String>,
    /// The sizes, each `N` or `WxH`; the game's default size if empty.
    pub sizes: Vec<String>,
    /// The values of each rule that is varied or differs from the game's default.
    pub rules: BTreeMap<String, Vec<String>>,
    /// The number of games on each board, and of each comparison of strengths there.
    pub games: u64,
    /// The strength of both players.
    pub strength: Strength,
    /// The number of times that the thinking per move is doubled, each with games against half of it.
    pub doublings: u32,
    /// The openings of the games.
    pub openings: StudyOpenings,
    /// The number of random plies at the beginning; if `None`, that of [`StudyConfig::plies`].
    pub opening_plies: Option<u32>,
    /// The seed of everything random.
    pub seed: u64,
    /// The part of the games that is played, `I/N`; all of them if `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
}

/// The strength of the players of a study.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// A level of play.
    Level(u8),
    /// Simulations per move.
    Visits(u64),
    /// Seconds per move.
    Seconds(f64),
}

impl Strength {
    /// Returns the strength with the thinking per move doubled `count` times. A level stays as it is.
    #[must_use]
    pub fn doubled(self, count: u32) -> Strength {
        match self {
            Strength::Level(level) => Strength::Level(level),
            Strength::Visits(visits) => Strength::Visits(visits.saturating_mul(1 << count)),
            Strength::Seconds(seconds) => Strength::Seconds(seconds * f64::from(1 << count)),
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Level(level) => write!(f, "level {level}"),
            Strength::Visits(visits) => write!(f, "{visits} visits a move"),
            Strength::Seconds(seconds) => write!(f, "{seconds} s a move"),
        }
    }
}

/// The openings of a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StudyOpenings {
    /// Random plies.
    Random,
    /// Random plies after which a search gives both sides about the same chances.
    Balanced,
}

/// A board of the grid.
#[derive(Clone, Debug)]
pub struct GridCell {
    /// The game, size and rules.
    pub setup: Setup,
    /// The size as it is written.
    pub size: String,
    /// The rules that the study gives, with the value on this board.
    pub rules: Vec<(String, String)>,
}

impl GridCell {
    /// Returns whether the second player may swap.
    pub fn has_swap(&self) -> bool {
        let rule = self.setup.info().swap;
        rule.is_some_and(|name| self.setup.rules().any(|(rule, value)| rule == name && value == "on"))
    }

    /// Returns size and rules in words.
    pub fn title(&self) -> String {
        let rules = self.rules.iter().map(|(name, value)| format!(" {name}={value}"));
        format!("{}{}", self.size, rules.collect::<String>())
    }
}

/// Everything that is wrong with the configuration of a study.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .0.join("; "))]
pub struct GridError(pub Vec<String>);

impl StudyConfig {
    /// Returns the number of random plies at the beginning of a game: by default 2, or 4 of balanced
    /// openings, but only 1 where the second player may swap, because later nobody can.
    pub fn plies(&self, cell: &GridCell) -> u32 {
        self.opening_plies.unwrap_or(match self.openings {
            _ if cell.has_swap() => 1,
            StudyOpenings::Random => 2,
            StudyOpenings::Balanced => 4,
        })
    }

    /// Returns the boards of the study: all sizes for each combination of rules.
    ///
    /// # Errors
    /// Returns all problems at once, each with what is accepted.
    pub fn grid(&self) -> Result<Vec<GridCell>, GridError> {
        let mut problems = self.problems();
        let mut seen = BTreeSet::new();
        let mut cells = Vec::new();
        for rules in self.combinations() {
            let sizes: Vec<_> = self.sizes.iter().map(|size| Some(size.clone())).collect();
            for size in if sizes.is_empty() { vec![None] } else { sizes } {
                let words = SetupWords { game: self.game.clone(), size, rules: rules.clone(), ..SetupWords::default() };
                match words.read() {
                    Ok(setup) => {
                        cells.push(GridCell { size: Size::written(&setup).to_string(), setup, rules: rules.clone() });
                    }
                    Err(error) => {
                        let problem = error.to_string();
                        if seen.insert(problem.clone()) {
                            problems.push(problem);
                        }
                    }
                }
            }
        }
        for (number, cell) in cells.iter().enumerate() {
            if cells[..number].iter().any(|other| other.title() == cell.title()) {
                problems.push(format!("the board {} is given twice", cell.title()));
            }
        }
        if problems.is_empty() { Ok(cells) } else { Err(GridError(problems)) }
    }

    /// Returns what is wrong apart from the boards.
    fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        if self.games == 0 {
            problems.push("a study needs games: --games takes a number from 1 on".to_owned());
        }
        let is_level = matches!(self.strength, Strength::Level(_));
        if self.doublings > 0 && is_level {
            problems
                .push("the thinking of a level cannot be doubled: --doublings needs --visits or --seconds".to_owned());
        }
        if self.doublings > MOST_DOUBLINGS {
            problems.push(format!("--doublings takes a number from 0 to {MOST_DOUBLINGS}"));
        }
        if let Strength::Level(level) = self.strength
            && let Err(error) = Level::new(level.into())
        {
            problems.push(error.to_string());
        }
        for (name, values) in self.rules.iter().filter(|(_, values)| values.is_empty()) {
            problems.push(format!("the rule {name} has no value among {values:?}"));
        }
        problems
    }

    /// Returns the combinations of rules, the values of the last rule changing first.
    fn combinations(&self) -> Vec<Vec<(String, String)>> {
        let mut combinations = vec![Vec::new()];
        for (name, values) in &self.rules {
            let with = |rules: &Vec<(String, String)>, value: &String| {
                rules.iter().cloned().chain([(name.clone(), value.clone())]).collect()
            };
            combinations =
                combinations.iter().flat_map(|rules| values.iter().map(move |value| with(rules, value))).collect();
        }
        combinations
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Returns a small study of a game.
    pub fn config(game: &str, sizes: &[&str]) -> StudyConfig {
        StudyConfig {
            game: Some(game.to_owned()),
            sizes: sizes.iter().map(|size| (*size).to_owned()).collect(),
            rules: BTreeMap::new(),
            games: 4,
            strength: Strength::Visits(20),
            doublings: 0,
            openings: StudyOpenings::Random,
            opening_plies: None,
            seed: 7,
            shard: None,
        }
    }

    fn rules(config: StudyConfig, rules: &[(&str, &[&str])]) -> StudyConfig {
        let owned = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect();
        StudyConfig {
            rules: rules.iter().map(|(name, values)| ((*name).to_owned(), owned(values))).collect(),
            ..config
        }
    }

    #[test]
    fn the_grid_has_every_size_by_every_combination_of_rules() {
        let config = rules(config("cancer", &["4", "5x3"]), &[("pie", &["on", "off"]), ("eye", &["any", "group"])]);
        // Rules in the order of their names.
        let titles: Vec<String> = config.grid().unwrap().iter().map(GridCell::title).collect();
        let of_eye = |eye| ["on", "off"].map(|pie| ["4", "5x3"].map(|size| format!("{size} eye={eye} pie={pie}")));
        let expected = ["any", "group"].map(of_eye);
        assert_eq!(titles, expected.as_flattened().as_flattened());
        let default = StudyConfig { sizes: Vec::new(), rules: BTreeMap::new(), ..config }.grid().unwrap();
        assert_eq!(default.iter().map(GridCell::title).collect::<Vec<_>>(), ["9"]);
    }

    #[test]
    fn all_problems_are_reported_at_once_with_what_is_accepted() {
        let config =
            StudyConfig { games: 0, doublings: 1, strength: Strength::Level(13), ..config("cancer", &["9", "77"]) };
        let GridError(problems) = rules(config, &[("pie", &["on", "maybe"])]).grid().unwrap_err();
        let has = |words: &[&str]| problems.iter().any(|problem| words.iter().all(|word| problem.contains(word)));
        assert!(has(&["--games"]) && has(&["--doublings", "--visits"]) && has(&["from 1 to 12"]), "{problems:?}");
        assert!(has(&["77", "2 to 25"]) && has(&["pie takes on, off"]), "{problems:?}");
    }

    #[test]
    fn openings_leave_room_for_a_swap() {
        let config = rules(config("cancer", &["5"]), &[("pie", &["on", "off"])]);
        let plies =
            |config: &StudyConfig| config.grid().unwrap().iter().map(|cell| config.plies(cell)).collect::<Vec<_>>();
        assert_eq!(plies(&config), [1, 2]);
        assert_eq!(plies(&StudyConfig { openings: StudyOpenings::Balanced, ..config.clone() }), [1, 4]);
        assert_eq!(plies(&StudyConfig { opening_plies: Some(3), ..config }), [3, 3]);
    }

    #[test]
    fn a_board_that_is_given_twice_is_refused() {
        let error = config("cancer", &["5", "5x5"]).grid().unwrap_err().to_string();
        assert_eq!(error, "the board 5 is given twice");
    }
}
