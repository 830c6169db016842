//! Learning: self-play games, fitting or training, and a check against the present weights.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use quintet_arena::matches::config::MatchConfig;
use quintet_arena::matches::results::{self, GameRecord, Store};
use quintet_arena::matches::seeds::derived_seed;
use quintet_arena::matches::stats::sprt::Sprt;
use quintet_core::setup::GameInfo;
use quintet_core::time::TimeSource;
use quintet_core::weights::{Provenance, Weights};
use quintet_network::{Network, Shape};
use quintet_system::input_file;
use quintet_system::new_folder::NewFolder;

use super::examples::{self, Example};
use super::fit::{Quality, fit, quality};
use super::reanalysis::{Method, Reanalysis};
use super::samples::Samples;
use super::searched::{SearchedGame, recorded};
use super::self_play::{LearnError, SelfPlay, weights_option, write_file};
use super::training::{self, Plan, Progress, Start};
use super::training_file;

/// The options of learning.
#[derive(Clone, Debug)]
pub struct LearnOptions {
    /// The directory for games, weights and the check.
    pub out: PathBuf,
    /// Whether to resume what is in the directory.
    pub resume: bool,
    /// The number of self-play games.
    pub games: u64,
    /// Result files or directories of matches to learn from, instead of self-play.
    pub from: Vec<PathBuf>,
    /// Whether to train the network instead of fitting weights.
    pub network: bool,
    /// How often a network sees each position.
    pub epochs: u32,
    /// Visits of the searches from which a network learns at a quarter of the positions; 0: it
    /// learns the played moves alone.
    pub reanalyze: u32,
    /// The command line of an engine whose network evaluates the positions for the network to
    /// learn from.
    pub teacher: Option<String>,
    /// Train a network on recorded visit counts and win rates instead of on played moves and
    /// results alone.
    pub from_searches: bool,
    /// The share of a recorded win rate in the result that a network learns; the rest is the result
    /// of the game.
    pub win_rate_share: f32,
    /// Whether to train the present network further.
    pub refine: bool,
    /// The share of the present network in the mean of it and the refined one, which is then the
    /// new network; `None`: the refined one alone.
    pub original_share: Option<f32>,
    /// The largest learning rate in the training of a network; `None`: the usual one.
    pub learning_rate: Option<f32>,
    /// The shape of a new network.
    pub shape: Shape,
    /// The maximum number of games of the check; 0: no check.
    pub check_games: u64,
    /// The sequential test of the check.
    pub sprt: Sprt,
    /// The file to which the weights are copied if the check finds them stronger.
    pub install: Option<PathBuf>,
    /// The command line, which is kept in the weights file.
    pub command: String,
}

/// The files in the directory with the searches of a reanalysis, and with a training.
const SEARCHES: &str = "searches.txt";
const TRAINING: &str = "training.bin";

/// One in this number of games is held out to measure predictions.
const HELD_OUT: usize = 10;

/// Learns. `weights` are the present weights. Returns whether the new weights are stronger, or no
/// check was requested; `false` also if the run was interrupted.
///
/// # Errors
/// Returns an error if the game has nothing to learn, or files or matches fail.
pub fn learn(
    options: &LearnOptions,
    info: &'static GameInfo,
    weights: &Weights,
    mut self_play: SelfPlay<'_>,
    clock: &dyn TimeSource,
) -> Result<bool, LearnError> {
    check(options, info, weights)?;
    let started = clock.now();
    let seed = self_play.config.seed;
    let file = options.out.join("weights.toml");
    let kept = ["weights.toml", "games", SEARCHES, TRAINING];
    if !options.resume && kept.iter().any(|name| options.out.join(name).exists()) {
        return Err(LearnError::Exists(options.out.clone()));
    }
    let directory = |error| LearnError::Directory(options.out.clone(), error);
    let _folder = NewFolder::create(&options.out).map_err(directory)?;
    let Some(records) = games(options, &mut self_play)? else { return Ok(false) };
    // A resumed run keeps the weights that it has: the check is of that file.
    if !(options.resume && file.exists()) {
        let mut pupil = Pupil { options, info, weights, records: &records, self_play: &mut self_play };
        let learned = if options.network { pupil.train()? } else { Some(pupil.fit()?) };
        let Some((learned, games)) = learned else { return Ok(false) };
        let played: f64 = records.iter().map(|record| record.ended - record.started).sum();
        let spent: Duration = clock.since(started);
        let seconds = played as u64 + spent.as_secs();
        let learned = learned.with_provenance(Provenance { command: options.command.clone(), seed, games, seconds });
        write_weights(&file, info, &learned)?;
        // The training is complete: what could resume it is of no use any more.
        let _ = std::fs::remove_file(options.out.join(TRAINING));
    }
    self_play.observer.result(&format!("new weights in {}", file.display()));
    if options.check_games == 0 {
        return Ok(true);
    }
    let present = self_play.present_options();
    let engines = [self_play.engine("new", &[weights_option(&file)])?, self_play.engine("old", &present)?];
    let out = options.out.join("check");
    let check_seed = derived_seed(seed, 3, 0) >> 11;
    let Some(stronger) = self_play.test(engines, options.check_games, options.sprt, check_seed, &out)? else {
        return Ok(false);
    };
    self_play.observer.result(if stronger {
        "the new weights are stronger"
    } else {
        "the new weights were not shown to be stronger"
    });
    if let (true, Some(to)) = (stronger, &options.install) {
        let bytes = input_file::read(&file).map_err(|error| LearnError::Write(to.clone(), error))?;
        write_file(to, &bytes)?;
    }
    Ok(stronger)
}

/// Writes a weights file.
pub fn write_weights(file: &Path, info: &GameInfo, weights: &Weights) -> Result<(), LearnError> {
    let text = weights.write(&info.heuristics, &format!("What {} has learnt from its own games.", info.title));
    write_file(file, text.as_bytes())
}

/// Checks that the game has what is to be learned.
fn check(options: &LearnOptions, info: &'static GameInfo, weights: &Weights) -> Result<(), LearnError> {
    if info.heuristics.prior.is_empty() {
        return Err(LearnError::NoFeatures(info.title));
    }
    if options.network {
        check_inputs(info)?;
    }
    if options.refine && weights.network().is_none() {
        return Err(LearnError::NoNetwork);
    }
    Ok(())
}

/// Checks that the game has inputs for a network.
fn check_inputs(info: &GameInfo) -> Result<(), LearnError> {
    if !info.heuristics.inputs.is_empty() {
        return Ok(());
    }
    let with_network = quintet_games::GAMES.iter().filter(|info| !info.heuristics.inputs.is_empty());
    let titles: Vec<&str> = with_network.map(|info| info.title).collect();
    let verb = if titles.len() == 1 { "does" } else { "do" };
    Err(LearnError::NoInputs(info.title, format!("{} {verb}", titles.join(" and "))))
}

/// Returns the games to learn from; `None` if self-play was interrupted.
fn games(options: &LearnOptions, self_play: &mut SelfPlay<'_>) -> Result<Option<Vec<GameRecord>>, LearnError> {
    if !options.from.is_empty() {
        return read_games(&options.from).map(Some);
    }
    let present = self_play.present_options();
    let engines = [self_play.engine("self", &present)?, self_play.engine("itself", &present)?];
    let out = options.out.join("games");
    let config = MatchConfig {
        games: options.games,
        engines: engines.into(),
        record_searches: options.from_searches,
        ..self_play.config.clone()
    };
    if self_play.run(&config, &out)?.is_none() {
        return Ok(None);
    }
    let mut records = read_games(&[out])?;
    // Which games are held out must not depend on the order in which they ended.
    records.sort_by_key(|record| record.number);
    Ok(Some(records))
}

/// Reads the games of result files; a game in several files counts once.
fn read_games(files: &[PathBuf]) -> Result<Vec<GameRecord>, LearnError> {
    let (mut records, mut seen) = (Vec::new(), std::collections::BTreeSet::new());
    for path in files {
        let file = if path.is_dir() { Store::games_file(path) } else { path.clone() };
        let read = results::read(&file)?;
        records.extend(read.records.into_iter().filter(|r| seen.insert((r.fingerprint.clone(), r.number))));
    }
    Ok(records)
}

/// The positions of games that a network learns from, and of games that are held out.
#[derive(Default)]
struct Positions {
    training: Vec<Example>,
    held_out: Vec<Example>,
    games: u64,
}

/// Learns from games.
struct Pupil<'a, 'b> {
    options: &'a LearnOptions,
    info: &'static GameInfo,
    /// The present weights.
    weights: &'a Weights,
    records: &'a [GameRecord],
    self_play: &'a mut SelfPlay<'b>,
}

impl Pupil<'_, '_> {
    /// Fits tables to the games and returns also the number of games.
    fn fit(&mut self) -> Result<(Weights, u64), LearnError> {
        let tables = self.info.heuristics.prior;
        let (mut samples, mut held_out) = (Samples::new(tables.len()), Samples::new(tables.len()));
        let mut games = 0;
        for (i, record) in self.records.iter().enumerate() {
            let into = if is_held_out(i) { &mut held_out } else { &mut samples };
            games += u64::from(into.add_game(self.info, record));
        }
        if samples.is_empty() {
            return Err(LearnError::NoChoices(self.info.title));
        }
        let observer = &mut *self.self_play.observer;
        observer.warn(&format!("{} choices of {games} games", samples.len() + held_out.len()));
        let lengths: Vec<usize> = tables.iter().map(|table| table.len).collect();
        let fitted = fit(&samples, &lengths);
        let before: Vec<Vec<i16>> = (0..lengths.len()).map(|i| self.weights.prior(i).to_vec()).collect();
        for (name, tables) in [("old", &before), ("new", &fitted)] {
            let Quality { first, gain } = quality(&held_out, tables);
            observer.result(&format!(
                "{name} weights predict {:.1} % of the moves of other games, {gain:.2} times as well as guessing",
                100.0 * first
            ));
        }
        Ok((self.weights.clone().with_prior(fitted), games))
    }

    /// Returns the positions of the games; `None` if a reanalysis was interrupted.
    fn positions(&mut self) -> Result<Option<Positions>, LearnError> {
        if self.options.from_searches && self.records.iter().all(|record| record.searches.is_empty()) {
            return Err(LearnError::NoSearches);
        }
        let Some(reanalysis) = self.reanalyze()? else { return Ok(None) };
        let (info, weights, win_rate_share) = (self.info, self.weights, self.options.win_rate_share);
        let mut positions = Positions::default();
        for (i, record) in self.records.iter().enumerate() {
            let into = if is_held_out(i) { &mut positions.held_out } else { &mut positions.training };
            // Held-out games measure how well a teacher's evaluations are predicted, or without one
            // played moves and results.
            let searched = match reanalysis.game(record) {
                Some(searched) if !is_held_out(i) || self.options.teacher.is_some() => searched.clone(),
                None if !is_held_out(i) && self.options.from_searches => recorded(record),
                _ => SearchedGame::new(),
            };
            positions.games += u64::from(examples::add_game(into, info, weights, record, &searched, win_rate_share));
        }
        if positions.training.is_empty() {
            return Err(LearnError::NoPositions(self.info.title));
        }
        let Positions { training, held_out, games } = &positions;
        let count = training.len() + held_out.len();
        self.self_play.observer.warn(&format!("{count} positions of {games} games"));
        Ok(Some(positions))
    }

    /// Trains a network on the games and returns also the number of games; `None` if it was
    /// interrupted.
    fn train(&mut self) -> Result<Option<(Weights, u64)>, LearnError> {
        let Some(Positions { training, held_out, games }) = self.positions()? else { return Ok(None) };
        let SelfPlay { config, concurrency, interrupt, observer, .. } = &mut *self.self_play;
        let before = self.weights.network().map(Network::parameters);
        if let Some(before) = before {
            let losses = training::test(before, &held_out);
            observer.warn(&format!("the network that there is: other games: {losses}"));
        }
        let epochs = self.options.epochs;
        let refined = before.filter(|_| self.options.refine);
        let start = refined.map_or(Start::New(self.options.shape), Start::Refined);
        let rate = self.options.learning_rate.unwrap_or(start.usual_rate());
        let plan = Plan { start, rate, epochs, seed: config.seed, threads: *concurrency };
        let path = self.options.out.join(TRAINING);
        let kept = if self.options.resume { training_file::read(&path, &plan, training.len())? } else { None };
        let mut progress = kept.unwrap_or_else(|| Progress::new(&plan));
        while progress.epoch < epochs {
            let goes_on = || !interrupt.load(Ordering::Relaxed);
            let Some(losses) = training::train_epoch(&training, &plan, &mut progress, &goes_on) else {
                observer.warn("interrupted; continue with --resume");
                return Ok(None);
            };
            training_file::write(&path, &plan, training.len(), &progress)?;
            let others = training::test(&progress.net, &held_out);
            observer.warn(&format!("epoch {} of {epochs}: {losses}; other games: {others}", progress.epoch));
        }
        let mut net = progress.net;
        if let (Some(before), Some(share)) = (refined, self.options.original_share) {
            net.mix(before, share);
            let others = training::test(&net, &held_out);
            observer.warn(&format!("the mean with a share of {share} of the present network: other games: {others}"));
        }
        Ok(Some((self.weights.clone().with_network(Some(Network::new(&net))), games)))
    }

    /// Searches positions of the games that are not held out, or has a teacher evaluate all games;
    /// `None` if it was interrupted.
    fn reanalyze(&mut self) -> Result<Option<Reanalysis>, LearnError> {
        let SelfPlay { config, concurrency, interrupt, observer, .. } = &mut *self.self_play;
        let method = match &self.options.teacher {
            Some(command) => Method::Teacher(command.clone()),
            None => Method::Search { visits: self.options.reanalyze, seed: config.seed },
        };
        let path = self.options.out.join(SEARCHES);
        if matches!(method, Method::Search { visits: 0, .. }) {
            return Ok(Some(Reanalysis::new(method, &path)));
        }
        let mut reanalysis = Reanalysis::read(method, &path, self.records)?;
        let (info, weights, has_teacher) = (self.info, self.weights, self.options.teacher.is_some());
        // Games that teach nothing are not searched.
        let records =
            self.records.iter().enumerate().filter(|(i, record)| {
                (has_teacher || !is_held_out(*i)) && examples::can_teach(info, record, has_teacher)
            });
        let records: Vec<&GameRecord> = records.map(|(_, record)| record).collect();
        let on_progress =
            &mut |done| observer.warn(&format!("positions of {done} of {} games searched", records.len()));
        let is_done = reanalysis.search(info, weights, &records, *concurrency, interrupt, on_progress)?;
        if !is_done {
            observer.warn("interrupted; continue with --resume");
        }
        Ok(is_done.then_some(reanalysis))
    }
}

fn is_held_out(game: usize) -> bool {
    game % HELD_OUT == HELD_OUT - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_without_network_inputs_learns_no_network() {
        let info = GameInfo { title: "Hex", ..GameInfo::BASE };
        let message = check_inputs(&info).unwrap_err().to_string();
        assert!(
            message.starts_with("Hex has no inputs for a network; ") && message.contains("Stoical Go"),
            "{message}"
        );
    }
}
