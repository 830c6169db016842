//! Runs a study: several games at a time, kept in the order of their numbers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use quintet_arena::matches::balance::Judge;
use quintet_arena::matches::openings::Openings;
use quintet_arena::matches::schedule::Shard;
use quintet_arena::matches::seeds::{derived_seed, opening_seed};
use quintet_core::types::Seat;
use quintet_engine::Knowledge;
use quintet_search::{Interrupt, Urgency};
use quintet_system::exhaustion;

use crate::config::{GridCell, Strength, StudyConfig, StudyOpenings};
use crate::play::play;
use crate::report::StudyReport;
use crate::store::{Store, StudyError, differences, kept_config, read};
use crate::trace::GameTrace;

/// The interval at which a run looks whether it is interrupted.
const INTERRUPT_CHECK: Duration = Duration::from_millis(50);

/// The options of a run; they do not change the games.
#[derive(Clone, Copy)]
pub struct StudyOptions<'a> {
    /// The directory for the results.
    pub out: &'a Path,
    /// `true` to resume the study in the directory.
    pub resume: bool,
    /// The number of games at a time.
    pub concurrency: usize,
    /// The judge of positions for balanced openings.
    pub judge: &'a dyn Judge,
    /// Weights and exact values of the engines.
    pub knowledge: &'a Knowledge,
}

/// Observer of a study while it runs.
pub trait StudyObserver {
    /// Called before the first game, with the number of all games and of those that were played
    /// before.
    fn started(&mut self, total: u64, done: u64);

    /// Called after each game, in their order, with the board.
    fn game_over(&mut self, trace: &GameTrace, cell: &GridCell);

    /// Called after the last game.
    fn ended(&mut self);
}

/// The result of a run.
pub struct StudyOutcome {
    /// The number of games that are played, including those of earlier runs.
    pub played: u64,
    /// The number of games of the study.
    pub total: u64,
    /// The report on these games.
    pub report: StudyReport,
}

/// A game to be played. Everything about it follows from the study and its number.
#[derive(Clone, Debug)]
pub struct Job {
    /// The number of the game in the study, from 1.
    pub number: u64,
    /// The index of the board in the grid.
    pub cell: usize,
    /// As in [`GameTrace::doubling`].
    pub doubling: u32,
    /// The number of the opening on its board.
    pub round: u64,
    /// The strengths of Black and White.
    pub strengths: [Strength; 2],
    /// The side that thinks more.
    pub stronger: Option<Seat>,
    /// The seed of the engines.
    pub seed: u64,
}

impl Job {
    /// Returns the game with a number: board by board, first the games between equals, then those
    /// of each doubling, in pairs with the same opening and exchanged colours.
    fn new(config: &StudyConfig, number: u64) -> Job {
        let (index, kinds) = (number - 1, u64::from(config.doublings) + 1);
        let (game, kind) = (index % config.games, index / config.games);
        let doubling = (kind % kinds) as u32;
        let stronger = (doubling > 0).then_some(if game % 2 == 0 { Seat::Black } else { Seat::White });
        let half = config.strength.doubled(doubling.saturating_sub(1));
        let strengths =
            Seat::BOTH.map(|seat| if stronger == Some(seat) { config.strength.doubled(doubling) } else { half });
        Job {
            number,
            cell: (kind / kinds) as usize,
            doubling,
            round: if doubling > 0 { game / 2 } else { game },
            strengths,
            stronger,
            seed: derived_seed(config.seed, 1, number),
        }
    }
}

/// The numbers of the games that a study plays: all, or those of a shard. Shards get pairs of games
/// in turn, so that games of a doubling stay together.
#[derive(Clone, Copy)]
pub struct Numbers {
    shard: Shard,
    /// The number of games of all shards.
    whole: u64,
}

impl Numbers {
    /// # Errors
    /// Returns an error if the shard cannot be read.
    pub fn new(config: &StudyConfig, cells: usize) -> Result<Numbers, StudyError> {
        let shard = config.shard.as_deref().map_or(Ok(Shard::ALL), str::parse)?;
        let kinds = u64::from(config.doublings) + 1;
        Ok(Numbers { shard, whole: config.games.saturating_mul(kinds).saturating_mul(cells as u64) })
    }

    /// Returns the number of the game at an index, from 0; `None` past the last one.
    pub fn get(self, index: u64) -> Option<u64> {
        let Shard { index: part, count } = self.shard;
        let pair = (index / 2).checked_mul(count)?.checked_add(part - 1)?;
        let number = pair.checked_mul(2)?.checked_add(index % 2 + 1)?;
        (number <= self.whole).then_some(number)
    }

    /// Returns how many there are.
    pub fn len(self) -> u64 {
        let Shard { index: part, count } = self.shard;
        let pairs = |pairs: u64| pairs / count + u64::from(pairs % count >= part);
        let odd = self.whole % 2 == 1 && self.whole / 2 % count == part - 1;
        2 * pairs(self.whole / 2) + u64::from(odd)
    }
}

/// Runs a study, or the rest of it. `interrupt` ends it soon after it is raised.
///
/// # Errors
/// Returns an error if the configuration is not acceptable or the directory cannot be used.
pub fn run(
    config: &StudyConfig,
    options: &StudyOptions<'_>,
    interrupt: &AtomicBool,
    observer: &mut dyn StudyObserver,
) -> Result<StudyOutcome, StudyError> {
    let cells = config.grid()?;
    let paths = match config.openings {
        StudyOpenings::Random => Vec::new(),
        StudyOpenings::Balanced => vec!["balanced".into()],
    };
    let opening = |cell: &GridCell| Openings::of(&cell.setup, &paths, Some(config.plies(cell)), Some(options.judge));
    let openings = cells.iter().map(opening).collect::<Result<Vec<_>, _>>()?;
    let numbers = Numbers::new(config, cells.len())?;
    let total = numbers.len();
    let (store, traces) = Store::open(options.out, config, options.resume, numbers)?;
    observer.started(total, traces.len() as u64);
    let study = Study { config, options, cells: &cells, openings: &openings, numbers };
    let mut collector = Collector { store, traces, numbers, waiting: BTreeMap::new() };
    let collected = study.play(&mut collector, interrupt, observer);
    observer.ended();
    collected?;
    let report = StudyReport::new(config, &cells, &collector.traces);
    Ok(StudyOutcome { played: collector.traces.len() as u64, total, report })
}

/// Keeps finished games until all before them are finished, so that the file has them in order.
struct Collector {
    store: Store,
    traces: Vec<GameTrace>,
    numbers: Numbers,
    waiting: BTreeMap<u64, GameTrace>,
}

impl Collector {
    fn add(&mut self, trace: GameTrace, on_game: &mut dyn FnMut(&GameTrace)) -> Result<(), StudyError> {
        self.waiting.insert(trace.number, trace);
        let next = |traces: &[GameTrace]| self.numbers.get(traces.len() as u64);
        while let Some(trace) = next(&self.traces).and_then(|number| self.waiting.remove(&number)) {
            self.store.add(&trace)?;
            on_game(&trace);
            self.traces.push(trace);
        }
        Ok(())
    }
}

/// The values that the workers share.
struct Study<'a> {
    config: &'a StudyConfig,
    options: &'a StudyOptions<'a>,
    cells: &'a [GridCell],
    openings: &'a [Openings<'a>],
    numbers: Numbers,
}

impl Study<'_> {
    /// Runs the workers and collects their games.
    fn play(
        &self,
        collector: &mut Collector,
        interrupt: &AtomicBool,
        observer: &mut dyn StudyObserver,
    ) -> Result<(), StudyError> {
        let next = AtomicU64::new(collector.traces.len() as u64);
        let (cancel, stop) = (AtomicBool::new(false), Interrupt::default());
        let (sender, results) = mpsc::sync_channel(self.options.concurrency.max(1));
        thread::scope(|scope| {
            for _ in 0..self.options.concurrency.max(1) {
                let sender = sender.clone();
                let (next, cancel, stop) = (&next, &cancel, &stop);
                exhaustion::spawn_scoped(scope, move || self.work(next, cancel, stop, &sender));
            }
            drop(sender);
            let mut failure = None;
            loop {
                if interrupt.load(Ordering::Relaxed) || failure.is_some() {
                    cancel.store(true, Ordering::Relaxed);
                    stop.call(Urgency::Now);
                }
                match results.recv_timeout(INTERRUPT_CHECK) {
                    Ok(trace) if failure.is_none() => {
                        let mut on_game = |trace: &GameTrace| observer.game_over(trace, &self.cells[trace.cell]);
                        failure = collector.add(trace, &mut on_game).err();
                    }
                    Ok(_) | Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
            }
            failure.map_or(Ok(()), Err)
        })
    }

    /// Plays games until none is left.
    fn work(&self, next: &AtomicU64, cancel: &AtomicBool, stop: &Interrupt, results: &mpsc::SyncSender<GameTrace>) {
        while !cancel.load(Ordering::Relaxed) {
            let Some(number) = self.numbers.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let job = Job::new(self.config, number);
            let cell = &self.cells[job.cell];
            let seed = opening_seed(derived_seed(self.config.seed, 3, job.cell as u64), job.round);
            let Ok(opening) = self.openings[job.cell].line(&cell.setup, seed, job.round, cancel) else { break };
            let Some(trace) = play(cell, &job, &opening, self.options.knowledge, stop) else { break };
            if results.send(trace).is_err() {
                break;
            }
        }
    }
}

/// Puts the games of all shards of a study together, into a directory of their own.
///
/// # Errors
/// Returns an error if the directories are not all shards of one study, or games are missing.
pub fn merge(shards: &[PathBuf], out: &Path) -> Result<StudyOutcome, StudyError> {
    let mut whole: Option<StudyConfig> = None;
    let mut found = BTreeMap::new();
    for directory in shards {
        let kept = kept_config(directory)?.ok_or_else(|| StudyError::Nothing(directory.clone()))?;
        let config = StudyConfig { shard: None, ..kept.clone() };
        let whole = whole.get_or_insert_with(|| config.clone());
        if *whole != config {
            return Err(StudyError::Differs(directory.clone(), differences(whole, &config).join(", ")));
        }
        let numbers = Numbers::new(&kept, config.grid()?.len())?;
        let (traces, _) = read(&directory.join("games.jsonl"), numbers)?;
        if (traces.len() as u64) < numbers.len() {
            return Err(StudyError::Unfinished(directory.clone(), numbers.len() - traces.len() as u64));
        }
        found.extend(traces.into_iter().map(|trace| (trace.number, trace)));
    }
    let config = whole.ok_or_else(|| StudyError::Nothing(out.to_owned()))?;
    let cells = config.grid()?;
    let numbers = Numbers::new(&config, cells.len())?;
    let total = numbers.len();
    if (found.len() as u64) < total {
        return Err(StudyError::Missing(total - found.len() as u64));
    }
    let (mut store, _) = Store::open(out, &config, false, numbers)?;
    let traces: Vec<GameTrace> = found.into_values().collect();
    traces.iter().try_for_each(|trace| store.add(trace))?;
    let report = StudyReport::new(&config, &cells, &traces);
    Ok(StudyOutcome { played: total, total, report })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tests::config;

    #[test]
    fn shards_share_the_games_out_in_pairs() {
        for games in 1..20 {
            for count in 1..5 {
                let mut all = Vec::new();
                for part in 1..=count {
                    let config =
                        StudyConfig { games, shard: Some(format!("{part}/{count}")), ..config("bracket", &["3"]) };
                    let numbers = Numbers::new(&config, 1).unwrap();
                    let part: Vec<u64> = (0..).map_while(|index| numbers.get(index)).collect();
                    assert_eq!(part.len() as u64, numbers.len(), "{games} games in {count}");
                    all.extend(part);
                }
                all.sort_unstable();
                assert_eq!(all, (1..=games).collect::<Vec<_>>(), "{count}");
            }
        }
    }

    #[test]
    fn games_of_a_doubling_come_in_pairs_against_half_of_the_thinking() {
        let config = StudyConfig { games: 4, doublings: 2, ..config("bracket", &["3", "5"]) };
        let jobs: Vec<Job> = (1..=24).map(|number| Job::new(&config, number)).collect();
        assert!(jobs[..12].iter().all(|job| job.cell == 0) && jobs[12..].iter().all(|job| job.cell == 1));
        let visits = |job: &Job| job.strengths;
        let [same, double, quadruple] = [20, 40, 80].map(Strength::Visits);
        assert!(jobs[..4].iter().all(|job| visits(job) == [same, same] && job.stronger.is_none()));
        assert_eq!([4, 5].map(|number| visits(&jobs[number])), [[double, same], [same, double]]);
        assert_eq!([8, 9].map(|number| visits(&jobs[number])), [[quadruple, double], [double, quadruple]]);
        assert_eq!(jobs[..8].iter().map(|job| job.round).collect::<Vec<_>>(), [0, 1, 2, 3, 0, 0, 1, 1]);
        let seeds: std::collections::BTreeSet<u64> = jobs.iter().map(|job| job.seed).collect();
        assert_eq!(seeds.len(), jobs.len());
    }
}
