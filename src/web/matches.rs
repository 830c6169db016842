//! Matches that `quintet match` plays or has played, as they stand in their directories.

use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use super::messages::{Film, Match, MatchLine, Played, Playing, Update};
use super::view;
use crate::matches::config::MatchConfig;
use crate::matches::live::{self, LiveGame};
use crate::matches::report::chart::lines;
use crate::matches::report::series;
use crate::matches::report::standings::{Standings, elo_text, rating_text};
use crate::matches::report::table::verdict_text;
use crate::matches::results::{Follower, GameRecord, SetupRecord, Store};
use crate::matches::schedule::jobs;
use crate::matches::stats::elo::estimate;
use crate::matches::stats::sprt::Verdict;
use crate::record::move_words;
use crate::record::sgf::{self, Notes};
use crate::words::Seat;

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

/// By what a change of a match is seen: its file's length, when that was written, and whether somebody plays on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Sign {
    file: Option<(u64, SystemTime)>,
    running: bool,
}

/// The game in progress that a page looks at.
struct Followed {
    number: u64,
    /// How many of its moves were told.
    moves: usize,
}

/// The matches that a page may look at, and what it has seen of them.
pub struct Watch {
    found: Vec<WatchedMatch>,
    looking: Option<Looking>,
    /// Whether something new was read on another occasion than [`Watch::look`], and is still to be told.
    untold: bool,
    followed: Option<Followed>,
    playing: Vec<Playing>,
}

impl Watch {
    /// Of these directories; nothing is looked at yet.
    pub fn new(directories: Vec<PathBuf>) -> Watch {
        let found = directories.into_iter().map(WatchedMatch::new).collect();
        Watch { found, looking: None, untold: false, followed: None, playing: Vec::new() }
    }

    /// What is new in what is looked at.
    pub fn look(&mut self) -> Vec<Update> {
        let untold = std::mem::take(&mut self.untold);
        match self.looking {
            None => Vec::new(),
            Some(Looking::List) => {
                let changed = self.found.iter_mut().map(WatchedMatch::refresh).fold(untold, |any, one| any | one);
                if changed { vec![self.lines()] } else { Vec::new() }
            }
            Some(Looking::At(index)) => {
                let mut replies = Vec::new();
                if self.found[index].refresh() || untold {
                    replies.push(self.whole(index));
                }
                let games = self.found[index].playing();
                let playing = list_of(&games);
                if playing != self.playing {
                    self.playing = playing;
                    replies.push(self.told_playing(index));
                }
                replies.extend(self.follow(index, &games));
                replies
            }
        }
    }

    /// The game that is followed, where it has new moves or is over.
    fn follow(&mut self, index: usize, games: &[LiveGame]) -> Option<Update> {
        let followed = self.followed.as_mut()?;
        let film = match games.iter().find(|game| game.head.number == followed.number) {
            Some(game) if game.moves.len() == followed.moves => return None,
            Some(game) => {
                followed.moves = game.moves.len();
                live_film(game, true)
            }
            None => {
                let (found, number) = (&self.found[index], followed.number);
                let film = match found.record(number) {
                    Some(record) => film(record),
                    // It is about to be written down.
                    None if found.is_running() => return None,
                    None => live_film(found.left().iter().find(|game| game.head.number == number)?, false),
                };
                self.followed = None;
                film
            }
        };
        film.ok().map(Update::Film)
    }

    /// The list, which is looked at from now on.
    pub fn list(&mut self) -> Update {
        for found in &mut self.found {
            found.refresh();
        }
        self.looking = Some(Looking::List);
        self.followed = None;
        self.lines()
    }

    fn lines(&self) -> Update {
        Update::Matches { matches: self.found.iter().map(WatchedMatch::line).collect() }
    }

    /// A match, which is looked at from now on.
    ///
    /// # Errors
    /// If there is no such match.
    pub fn watch(&mut self, index: usize) -> Result<Vec<Update>, String> {
        let found = self.found.get_mut(index).ok_or("there is no such match")?;
        found.refresh();
        self.playing = list_of(&found.playing());
        self.looking = Some(Looking::At(index));
        self.followed = None;
        Ok(vec![self.whole(index), self.told_playing(index)])
    }

    fn whole(&self, index: usize) -> Update {
        Update::Match(Box::new(self.found[index].whole(index)))
    }

    fn told_playing(&self, index: usize) -> Update {
        Update::Playing { index, playing: self.playing.clone() }
    }

    /// Nothing is looked at any more.
    pub fn unwatch(&mut self) {
        self.looking = None;
        self.followed = None;
    }

    /// A game of a match; one that is being played is followed from now on. `None` where it has just ended and is about to be
    /// written down: it is told then.
    ///
    /// # Errors
    /// If there is no such game, or it is of a game that this version does not know.
    pub fn film(&mut self, index: usize, number: u64) -> Result<Option<Film>, String> {
        let found = self.found.get_mut(index).ok_or("there is no such match")?;
        self.untold |= found.refresh();
        self.followed = None;
        if let Some(record) = found.record(number) {
            return film(record).map(Some);
        }
        let games = found.playing();
        let game = games.iter().find(|game| game.head.number == number);
        if game.is_none() && !(found.is_running() && (1..=found.total()).contains(&number)) {
            return Err("there is no such game".to_owned());
        }
        let film = game.map(|game| live_film(game, true)).transpose()?;
        self.followed = Some(Followed { number, moves: game.map_or(0, |game| game.moves.len()) });
        Ok(film)
    }
}

fn list_of(games: &[LiveGame]) -> Vec<Playing> {
    let line = |game: &LiveGame| Playing {
        number: game.head.number,
        black: game.head.black.clone(),
        white: game.head.white.clone(),
        moves: game.moves.len(),
    };
    games.iter().map(line).collect()
}

/// A match as it stands on the disk.
struct WatchedMatch {
    directory: PathBuf,
    name: String,
    follower: Follower,
    records: Vec<GameRecord>,
    config: Option<MatchConfig>,
    sign: Option<Sign>,
    /// Why it can't be read.
    problem: Option<String>,
}

impl WatchedMatch {
    fn new(directory: PathBuf) -> WatchedMatch {
        let absolute = directory.canonicalize().unwrap_or_else(|_| directory.clone());
        let name = absolute.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let follower = Follower::new(&Store::games_file(&directory));
        WatchedMatch { directory, name, follower, records: Vec::new(), config: None, sign: None, problem: None }
    }

    fn sign(&self) -> Sign {
        let data = fs::metadata(Store::games_file(&self.directory));
        let file = data.and_then(|data| Ok((data.len(), data.modified()?))).ok();
        Sign { file, running: Store::is_in_use(&self.directory) }
    }

    /// Reads what is new; whether anything is.
    fn refresh(&mut self) -> bool {
        let sign = Some(self.sign());
        if sign == self.sign {
            return false;
        }
        self.sign = sign;
        self.problem = None;
        match Store::kept_config(&self.directory) {
            Ok(config) => self.config = config,
            Err(error) => self.problem = Some(error.to_string()),
        }
        match self.follower.news() {
            Ok(news) => {
                if news.afresh {
                    self.records.clear();
                }
                self.records.extend(news.records);
            }
            Err(error) => self.problem = Some(error.to_string()),
        }
        true
    }

    fn is_running(&self) -> bool {
        self.sign.as_ref().is_some_and(|sign| sign.running)
    }

    /// The games that are being played; a match that was killed plays none, whatever it left.
    fn playing(&self) -> Vec<LiveGame> {
        if self.is_running() { self.left() } else { Vec::new() }
    }

    /// The games that have begun and are not over.
    fn left(&self) -> Vec<LiveGame> {
        live::games(&self.directory)
    }

    fn record(&self, number: u64) -> Option<&GameRecord> {
        self.records.iter().find(|record| record.number == number)
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
        let games = [self.records.len() as u64, self.total()];
        let decided = self.config.as_ref().is_some_and(|config| self.standings().verdict(config) != Verdict::Open);
        MatchLine { name: self.name.clone(), text, games, running: self.is_running(), decided }
    }

    /// How many games there are to be.
    fn total(&self) -> u64 {
        self.config.as_ref().map_or(0, |config| jobs(config).len() as u64)
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
    let last = record.moves.len();
    let text = |index: usize| match index.checked_sub(1) {
        None => String::new(),
        Some(ply) if ply < record.opening => "opening".to_owned(),
        Some(ply) => {
            let time = record.times.get(ply).map_or_else(String::new, |time| format!("{time:.2} s"));
            if index == last { format!("{time} · {}: {}", record.result, record.detail) } else { time }
        }
    };
    let told = MatchGame {
        number: record.number,
        names: [&record.black, &record.white],
        setup: &record.setup,
        first: record.first,
        moves: &record.moves,
        result: Some(&record.result),
    };
    told.film(&record.result, text)
}

/// A game that is being played, or was when its match was ended.
fn live_film(game: &LiveGame, running: bool) -> Result<Film, String> {
    let told = MatchGame {
        number: game.head.number,
        names: [&game.head.black, &game.head.white],
        setup: &game.head.setup,
        first: game.head.first,
        moves: &game.moves,
        result: None,
    };
    let state = if running { "being played" } else { "broken off" };
    let film = told.film(state, |_| String::new())?;
    Ok(Film { live: running, ..film })
}

/// A game of a match, as far as it is known.
struct MatchGame<'a> {
    number: u64,
    names: [&'a str; 2],
    setup: &'a SetupRecord,
    first: Seat,
    moves: &'a [String],
    result: Option<&'a str>,
}

impl MatchGame<'_> {
    /// The game move by move: `state` says how it stands, `text` what there is to say of each move.
    fn film(&self, state: &str, text: impl Fn(usize) -> String) -> Result<Film, String> {
        let setup = self.setup.setup().map_err(|error| error.to_string())?;
        let mut game = crate::games::start(&setup);
        let mut seat = self.first;
        for (ply, word) in self.moves.iter().enumerate() {
            let mv = move_words::read(setup.info(), game.geometry(), seat, word).ok_or("a move can't be read")?;
            game.play(seat, mv).map_err(|_| format!("move {} is illegal by the rules of this version", ply + 1))?;
            seat = seat.other();
        }
        let [black, white] = self.names;
        let notes = Notes {
            black: Some(black.to_owned()),
            white: Some(white.to_owned()),
            result: self.result.map(str::to_owned),
            ..Notes::default()
        };
        let title =
            format!("Game {}: {black} (black) – {white} (white), {state}. {}", self.number, view::title(&setup));
        let film = view::film(&*game, title, sgf::write(&*game, &notes), text);
        Ok(Film { number: self.number, ..film })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_for_a_game_of_a_match_is_told_of_the_match_as_well() {
        let directory = std::env::temp_dir().join(format!("quintet-{}-watch", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let mut watch = Watch::new(vec![directory.clone()]);
        watch.watch(0).unwrap();
        assert!(watch.look().is_empty(), "nothing is new");
        fs::write(Store::games_file(&directory), "").unwrap();
        watch.film(0, 1).unwrap_err();
        let told = watch.look();
        assert!(matches!(told[..], [Update::Match(_)]), "{told:?}");
        assert!(watch.look().is_empty(), "it is told once");
        fs::remove_dir_all(directory).unwrap();
    }
}
