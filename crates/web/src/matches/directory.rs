//! The directory of a match.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::messages::{Match, MatchLine, Played};
use crate::view;
use quintet_arena::matches::config::MatchConfig;
use quintet_arena::matches::game_index::GameIndex;
use quintet_arena::matches::in_progress::{self, GameInProgress};
use quintet_arena::matches::report::chart::lines;
use quintet_arena::matches::report::series;
use quintet_arena::matches::report::standings::elo_text;
use quintet_arena::matches::report::standings_table::{self, Column, verdict_text};
use quintet_arena::matches::results::{Follower, GameRecord, Store, Update};
use quintet_arena::matches::schedule::Schedule;
use quintet_arena::matches::stats::elo::estimate;
use quintet_arena::matches::stats::sprt::Verdict;

/// The largest Elo difference in the curves.
const MOST_ELO: f64 = 800.0;
/// The number of games that are listed, latest first.
const LISTED: usize = 500;

/// The columns of the standings.
const COLUMNS: [Column; 9] = [
    Column::Engine,
    Column::Games,
    Column::Won,
    Column::Drawn,
    Column::Lost,
    Column::Score,
    Column::Elo,
    Column::SecondsPerMove,
    Column::Faults,
];

/// The state of the files of a match, by which a change is noticed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Stamp {
    /// Length and modification time of the results file.
    file: Option<(u64, SystemTime)>,
    running: bool,
}

/// A match as it stands in its directory.
pub struct MatchDirectory {
    directory: PathBuf,
    name: String,
    follower: Follower,
    index: GameIndex,
    config: Option<MatchConfig>,
    stamp: Option<Stamp>,
    /// The error that kept it from being read.
    problem: Option<String>,
}

impl MatchDirectory {
    /// Creates the match of a directory; nothing is read yet.
    pub fn new(directory: PathBuf) -> MatchDirectory {
        let absolute = directory.canonicalize().unwrap_or_else(|_| directory.clone());
        let name = absolute.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let follower = Follower::new(&Store::games_file(&directory));
        MatchDirectory {
            directory,
            name,
            follower,
            index: GameIndex::default(),
            config: None,
            stamp: None,
            problem: None,
        }
    }

    fn current_stamp(&self) -> Stamp {
        let data = fs::metadata(Store::games_file(&self.directory));
        let file = data.and_then(|data| Ok((data.len(), data.modified()?))).ok();
        Stamp { file, running: Store::is_in_use(&self.directory) }
    }

    /// Reads what is new, and returns whether anything is.
    pub fn refresh(&mut self) -> bool {
        let stamp = Some(self.current_stamp());
        if stamp == self.stamp {
            return false;
        }
        self.stamp = stamp;
        self.problem = None;
        match Store::kept_config(&self.directory) {
            Ok(config) => self.config = config,
            Err(error) => self.problem = Some(error.to_string()),
        }
        if self.index.is_empty() {
            self.index = empty_index(&self.directory, self.config.as_ref());
        }
        let MatchDirectory { directory, config, index, follower, .. } = self;
        let polled = follower.poll(&mut |update| match update {
            Update::Replaced => *index = empty_index(directory, config.as_ref()),
            Update::Game(place, record) => index.add(place, &record),
        });
        if let Err(error) = polled {
            self.problem = Some(error.to_string());
        }
        true
    }

    /// Returns whether a process plays the match.
    pub fn is_running(&self) -> bool {
        self.stamp.as_ref().is_some_and(|stamp| stamp.running)
    }

    /// Returns the games that are being played; none if the match was killed.
    pub fn games_in_progress(&self) -> Vec<GameInProgress> {
        if self.is_running() { self.unfinished_games() } else { Vec::new() }
    }

    /// Returns the games that have begun and have not ended.
    pub fn unfinished_games(&self) -> Vec<GameInProgress> {
        in_progress::games(&self.directory)
    }

    /// Returns the record of a finished game.
    pub fn record(&self, number: u64) -> Option<GameRecord> {
        let game = self.index.games().iter().find(|game| game.number == number)?;
        self.index.record(game).ok()
    }

    /// Returns the number of games that the match will have.
    pub fn total(&self) -> u64 {
        self.config.as_ref().map_or(0, |config| Schedule::new(config).len())
    }

    /// Returns the line of the match in the list.
    pub fn line(&self) -> MatchLine {
        let text = match (&self.problem, &self.config) {
            (Some(problem), _) => problem.clone(),
            (None, Some(_)) if self.index.is_empty() => "no game is over yet".to_owned(),
            (None, Some(config)) => self.index.standings().line(config),
            (None, None) => "no match has been played here".to_owned(),
        };
        let games = [self.index.len() as u64, self.total()];
        let decided =
            self.config.as_ref().is_some_and(|config| self.index.standings().verdict(config) != Verdict::Open);
        MatchLine { name: self.name.clone(), text, games, running: self.is_running(), decided }
    }

    /// Returns the whole match, which is the `index`-th of the server.
    pub fn view(&self, index: usize) -> Match {
        let setup = self.config.as_ref().and_then(|config| config.setup().ok());
        let latest = self.index.by_end().into_iter().rev().take(LISTED);
        Match {
            index,
            line: self.line(),
            title: setup.map_or_else(String::new, |setup| view::title(&setup)),
            table: self.table(),
            curves: self.curves(),
            played: latest.filter_map(|game| Some(line_of_game(&self.index.record(&game).ok()?))).collect(),
        }
    }

    fn table(&self) -> Vec<Vec<String>> {
        let standings = self.index.standings();
        let mut table = vec![COLUMNS.iter().map(|column| column.heading().to_owned()).collect()];
        for row in standings_table::engines(standings) {
            table.push(COLUMNS.iter().map(|&column| row.cell(column, "–")).collect());
        }
        table
    }

    /// Returns the curves of Elo and of the log-likelihood ratio, as titles and SVG.
    fn curves(&self) -> Vec<(String, String)> {
        let mut curves = vec![(
            "Elo with 95 % intervals".to_owned(),
            lines("Elo", "games", &series::ratings(&self.index), MOST_ELO),
        )];
        let standings = self.index.standings();
        let sprt = self.config.as_ref().and_then(|config| config.sprt.as_ref());
        if let (Some(sprt), [first, second]) = (sprt, standings.engines()) {
            let sample = standings.tally(&first.name, &second.name).sample();
            let title = format!(
                "Sequential test of {} against {} Elo: {}, {}",
                sprt.elo0,
                sprt.elo1,
                verdict_text(sprt.verdict(&sample)),
                elo_text(&estimate(&sample))
            );
            let ratio = series::ratio(&self.index, sprt);
            curves.push((title, lines("Log-likelihood ratio", "games", &ratio, 12.0)));
        }
        curves
    }
}

/// Returns the index of a match before its first game.
fn empty_index(directory: &Path, config: Option<&MatchConfig>) -> GameIndex {
    let engines = config.into_iter().flat_map(|config| &config.engines);
    GameIndex::new(&Store::games_file(directory), engines.map(|engine| engine.name.as_str()))
}

/// Returns the line of a finished game.
fn line_of_game(record: &GameRecord) -> Played {
    Played {
        number: record.number,
        black: record.black.clone(),
        white: record.white.clone(),
        result: record.result.clone(),
        reason: record.reason.name().to_owned(),
        moves: record.moves.len(),
    }
}
