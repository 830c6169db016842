//! Measurements of speed, and a fingerprint of behaviour.

mod fingerprint;
mod network;

use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use quintet_core::game::Game;
use quintet_core::position::{AnyPosition, PlayoutObserver, perft};
use quintet_core::random::seeded;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_core::weights::Weights;
use quintet_engine::{Engine, Knowledge, Request, Settings};
use quintet_network::Grid;
use quintet_search::{Interrupt, Limits};
use quintet_system::exhaustion;

use fingerprint::Fingerprint;

/// A benchmark.
#[derive(Clone, Copy, Debug)]
pub enum Benchmark {
    /// Playouts from the start of a game.
    Playouts {
        /// The number for each thread; by time if absent.
        count: Option<u64>,
        /// Whether they are informed playouts.
        informed: bool,
    },
    /// The search for a first move.
    Search {
        /// The number of simulations; by time if absent.
        count: Option<u64>,
    },
    /// Sequences of legal moves from the start, each played to its last move, without earlier
    /// boards.
    Perft {
        /// The length of the sequences.
        depth: u32,
    },
    /// The evaluation of positions by the network for a board.
    Network {
        /// The number of evaluations; by time if absent.
        count: Option<u64>,
    },
    /// The fingerprint of behaviour.
    Fingerprint,
}

/// Returns whether the engine evaluates positions of a setup by a network.
pub fn has_network(setup: &Setup, knowledge: &Knowledge) -> bool {
    usize::from(setup.width()) >= Grid::MIN_WIDTH && knowledge.weights(setup).network().is_some()
}

/// Runs a benchmark, with the threads, memory and seed of `settings`, and writes lines of a name
/// and a value.
///
/// # Errors
/// Returns the errors of `out`.
///
/// # Panics
/// Panics if a network is to be measured and there is none.
pub fn run(
    benchmark: &Benchmark,
    setup: &Setup,
    settings: &Settings,
    knowledge: &Knowledge,
    time: Duration,
    out: &mut dyn Write,
) -> io::Result<()> {
    if !matches!(benchmark, Benchmark::Fingerprint) {
        writeln!(out, "game {}", setup.info().id)?;
        writeln!(out, "size {}", setup.width())?;
        setup.rules().try_for_each(|(name, value)| writeln!(out, "rule {name}={value}"))?;
    }
    match *benchmark {
        Benchmark::Playouts { count, informed } => {
            let start = setup.start();
            let weights = informed.then(|| knowledge.weights(setup));
            let playouts = Playouts {
                start: &*start,
                weights: weights.as_deref(),
                count,
                time,
                threads: settings.threads,
                seed: settings.seed,
            };
            let measured = playouts.measure();
            writeln!(out, "threads {}", settings.threads)?;
            writeln!(out, "playouts {}", measured.playouts)?;
            writeln!(out, "seconds {:.3}", measured.seconds)?;
            writeln!(out, "moves_per_playout {:.2}", measured.moves_per_playout)?;
            writeln!(out, "mean_margin {:.4}", measured.mean_margin)?;
            let rate = measured.playouts as f64 / measured.seconds;
            writeln!(out, "playouts_per_second {rate:.0}")?;
            writeln!(out, "moves_per_second {:.0}", rate * measured.moves_per_playout)?;
            writeln!(out, "best_playouts_per_second {:.0}", measured.best_rate)
        }
        Benchmark::Search { count } => {
            let limits = Limits { visits: count, time: count.is_none().then_some(time) };
            let (simulations, seconds) = search(setup, limits, settings, knowledge);
            writeln!(out, "threads {}", settings.threads)?;
            writeln!(out, "simulations {simulations}")?;
            writeln!(out, "seconds {seconds:.3}")?;
            writeln!(out, "simulations_per_second {:.0}", simulations as f64 / seconds)
        }
        Benchmark::Perft { depth } => {
            let start = setup.start();
            let begun = Instant::now();
            let count = perft(&*start, depth, false);
            let seconds = begun.elapsed().as_secs_f64();
            writeln!(out, "depth {depth}")?;
            writeln!(out, "sequences {count}")?;
            writeln!(out, "seconds {seconds:.3}")?;
            writeln!(out, "positions_per_second {:.0}", count as f64 / seconds)
        }
        Benchmark::Network { count } => {
            let weights = knowledge.weights(setup);
            network::measure(setup, weights.network().expect("checked"), count, time, settings.seed, out)
        }
        Benchmark::Fingerprint => write!(out, "{}", Fingerprint::take(knowledge)),
    }
}

/// A measurement of playouts.
struct Playouts<'a> {
    start: &'a dyn AnyPosition,
    /// For informed playouts.
    weights: Option<&'a Weights>,
    count: Option<u64>,
    time: Duration,
    threads: usize,
    seed: u64,
}

struct Measured {
    playouts: u64,
    /// Wall-clock time.
    seconds: f64,
    /// Counted in a few playouts that are not timed.
    moves_per_playout: f64,
    /// The mean margin for Black.
    mean_margin: f64,
    /// Playouts per second in each thread's fastest [`WINDOW`], which are hardly affected by other
    /// programs.
    best_rate: f64,
}

/// The results of one thread.
#[derive(Clone, Copy, Default)]
struct ThreadResult {
    playouts: u64,
    /// The sum of the margins.
    sum: f64,
    best_rate: f64,
}

/// The number of playouts between two readings of the clock.
const BATCH: u64 = 64;

/// The shortest time for which a rate is computed.
const WINDOW: Duration = Duration::from_millis(1);

/// The number of playouts whose moves are counted.
const COUNTED: u32 = 256;

impl Playouts<'_> {
    fn measure(&self) -> Measured {
        let moves = self.count_moves();
        let begun = Instant::now();
        let results: Vec<ThreadResult> = std::thread::scope(|scope| {
            let threads: Vec<_> = (1..self.threads)
                .map(|thread| exhaustion::spawn_scoped(scope, move || self.play(thread, begun)))
                .collect();
            let own = self.play(0, begun);
            let others = threads.into_iter().map(|thread| thread.join().expect("a playout does not panic"));
            std::iter::once(own).chain(others).collect()
        });
        let seconds = begun.elapsed().as_secs_f64();
        let playouts = results.iter().map(|result| result.playouts).sum();
        let sum: f64 = results.iter().map(|result| result.sum).sum();
        Measured {
            playouts,
            seconds,
            moves_per_playout: moves as f64 / f64::from(COUNTED),
            mean_margin: sum / playouts as f64,
            best_rate: results.iter().map(|result| result.best_rate).sum(),
        }
    }

    /// Counts the moves of [`COUNTED`] playouts.
    fn count_moves(&self) -> u64 {
        let mut rng = seeded(self.seed);
        let mut position = self.start.boxed_clone();
        let mut moves = 0;
        for _ in 0..COUNTED {
            position.copy_from(self.start);
            let mut count = |_: Seat, _: Move| moves += 1;
            let observer = PlayoutObserver::Each(&mut count);
            match self.weights {
                Some(weights) => position.informed_playout(weights, &mut rng, observer),
                None => position.playout(&mut rng, observer),
            };
        }
        moves
    }

    /// Plays the playouts of one thread.
    fn play(&self, thread: usize, begun: Instant) -> ThreadResult {
        let mut rng = seeded(self.seed.wrapping_add(thread as u64));
        let mut result = ThreadResult::default();
        let (mut window, mut before) = (Instant::now(), 0);
        while self.count.map_or_else(|| begun.elapsed() < self.time, |count| result.playouts < count) {
            let batch = self.count.map_or(BATCH, |count| BATCH.min(count - result.playouts));
            result.sum += black_box(self.start).playouts(batch, self.weights, &mut rng);
            result.playouts += batch;
            let taken = window.elapsed();
            if taken >= WINDOW {
                result.best_rate = result.best_rate.max((result.playouts - before) as f64 / taken.as_secs_f64());
                (window, before) = (Instant::now(), result.playouts);
            }
        }
        result
    }
}

/// Searches a first move. Returns the number of simulations and the seconds.
fn search(setup: &Setup, limits: Limits, settings: &Settings, knowledge: &Knowledge) -> (u64, f64) {
    let mut engine = Engine::new(Game::new(setup.clone()), knowledge);
    let interrupt = Interrupt::default();
    let request = Request { fresh: true, ..Request::new(setup.info().first, limits, settings, &interrupt) };
    let begun = Instant::now();
    let choice = engine.choose(&request, &mut |_| {});
    (choice.report.simulations, begun.elapsed().as_secs_f64())
}
