//! Matches that `quintet match` plays or has played, as they stand in their directories.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::messages::{Film, Match, MatchLine, Played, Update};
use super::view;
use crate::matches::config::MatchConfig;
use crate::matches::report::chart::lines;
use crate::matches::report::series;
use crate::matches::report::standings::{Standings, elo_text, rating_text};
use crate::matches::report::table::verdict_text;
use crate::matches::results::{self, GameRecord, Store};
use crate::matches::schedule::jobs;
use crate::matches::stats::elo::estimate;
use crate::record::move_words;
use crate::record::sgf::{self, Notes};

/// Elo differences are drawn up to here.
const DRAWN_ELO: f64 = 800.0;
/// So many games are listed, the latest first.
const LISTED: usize = 500;

/// What a page looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Looking {
    List,
    At(usize),
}

/// By what a change of a file is seen: its length and when it was written.
type Sign = Option<(u64, SystemTime)>;

/// The matches that a page may look at, and what it has seen of them.
pub struct Watch {
    directories: Vec<PathBuf>,
    looking: Option<Looking>,
    seen: Vec<Sign>,
}

fn sign(directory: &Path) -> Sign {
    let data = fs::metadata(Store::games_file(directory)).ok()?;
    Some((data.len(), data.modified().ok()?))
}

impl Watch {
    /// Of these directories; nothing is looked at yet.
    pub fn new(directories: Vec<PathBuf>) -> Watch {
        Watch { directories, looking: None, seen: Vec::new() }
    }

    fn signs(&self) -> Vec<Sign> {
        self.directories.iter().map(|directory| sign(directory)).collect()
    }

    /// What is new in what is looked at, if anything is.
    pub fn look(&mut self) -> Option<Update> {
        let looking = self.looking?;
        let now = self.signs();
        let changed = match looking {
            Looking::List => now != self.seen,
            Looking::At(index) => now.get(index) != self.seen.get(index),
        };
        self.seen = now;
        if !changed {
            return None;
        }
        match looking {
            Looking::List => Some(self.lines()),
            Looking::At(index) => self.found(index).ok(),
        }
    }

    /// The list, which is looked at from now on.
    pub fn list(&mut self) -> Update {
        self.seen = self.signs();
        self.looking = Some(Looking::List);
        self.lines()
    }

    fn lines(&self) -> Update {
        Update::Matches { matches: self.directories.iter().map(|directory| Found::read(directory).line()).collect() }
    }

    /// A match, which is looked at from now on.
    ///
    /// # Errors
    /// If there is no such match.
    pub fn watch(&mut self, index: usize) -> Result<Update, String> {
        self.seen = self.signs();
        let reply = self.found(index)?;
        self.looking = Some(Looking::At(index));
        Ok(reply)
    }

    fn found(&self, index: usize) -> Result<Update, String> {
        let directory = self.directories.get(index).ok_or("there is no such match")?;
        Ok(Update::Match(Box::new(Found::read(directory).whole(index))))
    }

    /// Nothing is looked at any more.
    pub fn unwatch(&mut self) {
        self.looking = None;
    }

    /// A game of a match.
    ///
    /// # Errors
    /// If there is no such game, or it is of a game that this version does not know.
    pub fn film(&self, index: usize, number: u64) -> Result<Film, String> {
        let directory = self.directories.get(index).ok_or("there is no such match")?;
        let found = Found::read(directory);
        let record = found.records.iter().find(|record| record.number == number).ok_or("there is no such game")?;
        film(record)
    }
}

/// A match as it stands on the disk.
struct Found {
    name: String,
    records: Vec<GameRecord>,
    config: Option<MatchConfig>,
    running: bool,
    /// Why it can't be read.
    problem: Option<String>,
}

impl Found {
    fn read(directory: &Path) -> Found {
        let file = Store::games_file(directory);
        let absolute = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
        let name = absolute.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let mut found = Found { name, records: Vec::new(), config: None, running: false, problem: None };
        match Store::kept_config(directory) {
            Ok(config) => found.config = config,
            Err(error) => found.problem = Some(error.to_string()),
        }
        match results::read(&file) {
            Ok(read) => found.records = read.records,
            // A match that has only just begun has no file yet.
            Err(_) if !file.exists() => {}
            Err(error) => found.problem = Some(error.to_string()),
        }
        found.running = Store::is_in_use(directory);
        found
    }

    fn standings(&self) -> Standings {
        let mut standings = match &self.config {
            Some(config) => Standings::new(config.engines.iter().map(|engine| engine.name.as_str())),
            None => Standings::default(),
        };
        self.records.iter().for_each(|record| standings.add(record));
        standings
    }

    fn line(&self) -> MatchLine {
        let text = match (&self.problem, &self.config) {
            (Some(problem), _) => problem.clone(),
            (None, Some(_)) if self.records.is_empty() => "no game is over yet".to_owned(),
            (None, Some(config)) => self.standings().line(config),
            (None, None) => "no match has been played here".to_owned(),
        };
        let total = self.config.as_ref().map_or(0, |config| jobs(config).len() as u64);
        MatchLine { name: self.name.clone(), text, games: [self.records.len() as u64, total], running: self.running }
    }

    fn whole(&self, index: usize) -> Match {
        let title = self.config.as_ref().and_then(|config| config.setup().ok());
        let mut played: Vec<&GameRecord> = self.records.iter().collect();
        played.sort_by(|a, b| b.ended.total_cmp(&a.ended).then(b.number.cmp(&a.number)));
        Match {
            index,
            line: self.line(),
            title: title.map_or_else(String::new, |setup| view::title(&setup)),
            table: self.table(),
            curves: self.curves(),
            played: played.into_iter().take(LISTED).map(line_of_game).collect(),
        }
    }

    fn table(&self) -> Vec<Vec<String>> {
        let standings = self.standings();
        let head = ["engine", "games", "won", "drawn", "lost", "score", "Elo ± 95 %", "s/move", "faults"];
        let mut table = vec![head.map(str::to_owned).to_vec()];
        let mut order: Vec<_> = standings.engines().iter().zip(standings.ratings()).collect();
        order.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
        for (engine, rating) in order {
            let [won, drawn, lost] = engine.games;
            let games = won + drawn + lost;
            let faults: Vec<_> =
                engine.faults.iter().map(|(reason, count)| format!("{count} {}", reason.name())).collect();
            let share =
                if games == 0 { "–".to_owned() } else { format!("{:.1} %", 100.0 * engine.points() / games as f64) };
            table.push(vec![
                engine.name.clone(),
                games.to_string(),
                won.to_string(),
                drawn.to_string(),
                lost.to_string(),
                share,
                if games == 0 { "–".to_owned() } else { rating_text(&rating) },
                format!("{:.3}", engine.seconds / engine.moves.max(1) as f64),
                if faults.is_empty() { "–".to_owned() } else { faults.join(", ") },
            ]);
        }
        table
    }

    /// Elo, and the sequential test's log-likelihood ratio, as they developed.
    fn curves(&self) -> Vec<(String, String)> {
        let mut curves = vec![(
            "Elo with 95 % intervals".to_owned(),
            lines("Elo", "games", &series::ratings(&self.records), DRAWN_ELO),
        )];
        let standings = self.standings();
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
            let ratio = series::ratio(&self.records, sprt);
            curves.push((title, lines("Log-likelihood ratio", "games", &ratio, 12.0)));
        }
        curves
    }
}

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

fn film(record: &GameRecord) -> Result<Film, String> {
    let setup = record.setup.setup().map_err(|error| error.to_string())?;
    let mut game = crate::games::start(&setup);
    for (ply, word) in record.moves.iter().enumerate() {
        let seat = record.mover(ply);
        let mv = move_words::read(setup.info(), game.geometry(), seat, word).ok_or("a move can't be read")?;
        game.play(seat, mv).map_err(|_| format!("move {} is illegal by the rules of this version", ply + 1))?;
    }
    let notes = Notes {
        black: Some(record.black.clone()),
        white: Some(record.white.clone()),
        result: Some(record.result.clone()),
        ..Notes::default()
    };
    let title = format!(
        "Game {}: {} (black) – {} (white), {}. {}",
        record.number,
        record.black,
        record.white,
        record.result,
        view::title(&setup)
    );
    let last = record.moves.len();
    let text = |index: usize| match index.checked_sub(1) {
        None => String::new(),
        Some(ply) if ply < record.opening => "opening".to_owned(),
        Some(ply) => {
            let time = record.times.get(ply).map_or_else(String::new, |time| format!("{time:.2} s"));
            if index == last { format!("{time} · {}: {}", record.result, record.detail) } else { time }
        }
    };
    Ok(view::film(&*game, title, sgf::write(&*game, &notes), text))
}
