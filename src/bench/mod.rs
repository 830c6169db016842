//! Measuring speed, and a fingerprint of behaviour.

mod fingerprint;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use rand::SeedableRng as _;

use crate::engine::{AnyPlayer as _, Player, Request, Settings};
use crate::game::{Game, Trace, perft};
use crate::games::{self, Visitor};
use crate::history::History;
use crate::search::{Interrupt, Limits};
use crate::setup::Setup;
use crate::words::{Move, Rng, Seat};

pub use fingerprint::Fingerprint;

/// What to measure.
#[derive(Args, Clone, Debug)]
pub struct BenchArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Clone, Debug)]
enum What {
    /// Random games from the start to the end.
    Playouts {
        /// So many for each thread, instead of as many as the time allows.
        #[arg(long, value_name = "N")]
        count: Option<u64>,
        /// Playouts as the search makes them, by what the game knows of good play, in the place of uniform ones.
        #[arg(long)]
        informed: bool,
    },
    /// The search for a first move.
    Search {
        /// So many simulations, instead of as many as the time allows.
        #[arg(long, value_name = "N")]
        count: Option<u64>,
    },
    /// Sequences of legal moves from the start, each played to its last move; earlier boards count for nothing.
    Perft {
        /// The length of the sequences.
        #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
        depth: u32,
    },
    /// A number that changes when rules, playouts or the search's choices change, and not otherwise.
    Fingerprint,
}

/// How long playouts and searches are measured where nothing says so.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// Measures what `args` asks, with the threads, memory and seed of `settings`, and writes lines of a name and a value.
///
/// # Errors
/// Those of `out`.
pub fn run(
    args: &BenchArgs,
    setup: &Setup,
    settings: &Settings,
    time: Option<Duration>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let time = time.unwrap_or(DEFAULT_TIME);
    if !matches!(args.what, What::Fingerprint) {
        writeln!(out, "game {}", setup.info().id)?;
        writeln!(out, "size {}", setup.width())?;
        setup.rules().try_for_each(|(name, value)| writeln!(out, "rule {name}={value}"))?;
    }
    match args.what {
        What::Playouts { count, informed } => {
            let measured =
                games::visit(setup, Playouts { count, informed, time, threads: settings.threads, seed: settings.seed });
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
        What::Search { count } => {
            let limits = Limits { visits: count, time: count.is_none().then_some(time) };
            let (simulations, seconds) = games::visit(setup, TimedSearch { limits, settings });
            writeln!(out, "threads {}", settings.threads)?;
            writeln!(out, "simulations {simulations}")?;
            writeln!(out, "seconds {seconds:.3}")?;
            writeln!(out, "simulations_per_second {:.0}", simulations as f64 / seconds)
        }
        What::Perft { depth } => {
            let (count, seconds) = games::visit(setup, Perft { depth });
            writeln!(out, "depth {depth}")?;
            writeln!(out, "sequences {count}")?;
            writeln!(out, "seconds {seconds:.3}")?;
            writeln!(out, "positions_per_second {:.0}", count as f64 / seconds)
        }
        What::Fingerprint => write!(out, "{}", Fingerprint::take()),
    }
}

/// Plays random games.
struct Playouts {
    count: Option<u64>,
    informed: bool,
    time: Duration,
    threads: usize,
    seed: u64,
}

struct Measured {
    playouts: u64,
    /// Wall-clock time.
    seconds: f64,
    /// Counted over a few games apart from those that are timed.
    moves_per_playout: f64,
    /// Seen by Black.
    mean_margin: f64,
    /// Playouts a second in each thread's fastest [`WINDOW`]: what is left where other programs take their share.
    best_rate: f64,
}

/// Between two looks at the clock.
const BATCH: u64 = 64;

/// The shortest time for which a rate is told.
const WINDOW: Duration = Duration::from_millis(1);

/// Games whose moves are counted.
const COUNTED: u32 = 256;

struct MoveCount(u64);

impl Trace for MoveCount {
    #[inline]
    fn played(&mut self, _: Seat, _: Move) {
        self.0 += 1;
    }
}

/// Looks at nothing. A type for each of the two loops that are timed, so that a playout is compiled into its loop as into
/// the search.
struct Untraced<const INFORMED: bool>;

impl<const INFORMED: bool> Trace for Untraced<INFORMED> {
    const SILENT: bool = true;

    #[inline]
    fn played(&mut self, _: Seat, _: Move) {}
}

impl Visitor for Playouts {
    type Output = Measured;

    fn visit<G: Game>(self, setup: &Setup) -> Measured {
        if self.informed {
            let play_out = |game: &mut G, rng: &mut Rng| game.informed_playout(rng, &mut Untraced::<true>);
            self.measure::<G>(setup, G::informed_playout, play_out)
        } else {
            let play_out = |game: &mut G, rng: &mut Rng| game.playout(rng, &mut Untraced::<false>);
            self.measure::<G>(setup, G::playout, play_out)
        }
    }
}

impl Playouts {
    fn measure<G: Game>(
        &self,
        setup: &Setup,
        count_moves: impl Fn(&mut G, &mut Rng, &mut MoveCount) -> f64,
        play_out: impl Fn(&mut G, &mut Rng) -> f64 + Sync,
    ) -> Measured {
        let start = G::new(setup);
        let mut moves = MoveCount(0);
        let mut rng = Rng::seed_from_u64(self.seed);
        for _ in 0..COUNTED {
            count_moves(&mut start.clone(), &mut rng, &mut moves);
        }
        let begun = Instant::now();
        let play = |thread: usize| {
            let mut rng = Rng::seed_from_u64(self.seed.wrapping_add(thread as u64));
            let (mut done, mut sum, mut best) = (0, 0.0, 0.0_f64);
            let (mut window, mut before) = (Instant::now(), 0);
            while self.count.map_or_else(|| begun.elapsed() < self.time, |count| done < count) {
                let batch = self.count.map_or(BATCH, |count| BATCH.min(count - done));
                for _ in 0..batch {
                    sum += play_out(&mut std::hint::black_box(&start).clone(), &mut rng);
                }
                done += batch;
                let taken = window.elapsed();
                if taken >= WINDOW {
                    best = best.max((done - before) as f64 / taken.as_secs_f64());
                    (window, before) = (Instant::now(), done);
                }
            }
            (done, sum, best)
        };
        let results: Vec<(u64, f64, f64)> = std::thread::scope(|scope| {
            let play = &play;
            let threads: Vec<_> = (1..self.threads).map(|thread| scope.spawn(move || play(thread))).collect();
            let own = play(0);
            let others = threads.into_iter().map(|thread| thread.join().expect("a playout does not panic"));
            std::iter::once(own).chain(others).collect()
        });
        let seconds = begun.elapsed().as_secs_f64();
        let playouts = results.iter().map(|(done, ..)| done).sum();
        let sum: f64 = results.iter().map(|(_, sum, _)| sum).sum();
        Measured {
            playouts,
            seconds,
            moves_per_playout: moves.0 as f64 / f64::from(COUNTED),
            mean_margin: sum / playouts as f64,
            best_rate: results.iter().map(|(.., best)| best).sum(),
        }
    }
}

/// Searches a first move; gives simulations and seconds.
struct TimedSearch<'a> {
    limits: Limits,
    settings: &'a Settings,
}

impl Visitor for TimedSearch<'_> {
    type Output = (u64, f64);

    fn visit<G: Game>(self, setup: &Setup) -> (u64, f64) {
        let mut player = Player::new(History::new(setup.clone(), G::new(setup)));
        let interrupt = Interrupt::default();
        let request = Request::new(setup.info().first, self.limits, self.settings, &interrupt);
        let request = Request { fresh: true, ..request };
        let begun = Instant::now();
        let choice = player.choose(&request, &mut |_| {});
        (choice.report.simulations, begun.elapsed().as_secs_f64())
    }
}

/// Counts sequences of moves; gives their number and seconds.
struct Perft {
    depth: u32,
}

impl Visitor for Perft {
    type Output = (u64, f64);

    fn visit<G: Game>(self, setup: &Setup) -> (u64, f64) {
        let start = G::new(setup);
        let begun = Instant::now();
        let count = perft(&start, self.depth, false);
        (count, begun.elapsed().as_secs_f64())
    }
}
