//! `quintet bench`: measurements of speed, and a fingerprint of behaviour.

use std::time::Duration;

use anyhow::bail;
use clap::{Args, Subcommand};
use quintet_engine::Settings;
use quintet_system::cpu;

use super::option_values::whole;
use super::options::{
    CommonArgs, KomiArg, LevelArg, SearchArgs, SecondsArg, SeedArg, SetupArgs, ThreadsArg, TreeArgs, VisitsArg,
    WeightsArg, check_weights,
};
use super::output::exit_of_output;
use super::{Outcome, PerftArgs};
use crate::bench::{self, Benchmark};

/// The options of `quintet bench`.
#[derive(Args, Clone, Debug)]
#[command(arg_required_else_help = false)]
pub struct BenchArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Clone, Debug)]
enum What {
    /// Measure playouts: random games from the start to the end.
    #[command(mut_arg("threads", |arg| arg.help("Threads [default: 1]")))]
    #[command(mut_arg("seconds", |arg| arg.help(SECONDS)))]
    Playouts {
        /// Playouts per thread [default: as many as fit into --seconds].
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
        count: Option<u64>,
        /// Informed playouts, with the game's heuristics, instead of uniform ones.
        #[arg(long)]
        informed: bool,
        #[command(flatten)]
        measured: MeasuredArgs,
    },
    /// Measure the search for a first move.
    #[command(mut_arg("seconds", |arg| arg.help(SECONDS)))]
    Search {
        /// Simulations [default: as many as fit into --seconds].
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
        count: Option<u64>,
        #[command(flatten)]
        measured: MeasuredArgs,
        #[command(flatten)]
        tree: TreeArgs,
    },
    /// Measure move generation: count the sequences of legal moves from the start, ignoring
    /// repetition.
    Perft(PerftArgs),
    /// Measure the evaluation of positions by the network that the engine uses on a board.
    #[command(mut_arg("seconds", |arg| arg.help(SECONDS)))]
    Network {
        /// Evaluations [default: as many as fit into --seconds].
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
        count: Option<u64>,
        /// SIMD instructions to use [default: the best ones that the processor has].
        #[arg(long, value_name = "NAME")]
        simd: Option<Simd>,
        #[command(flatten)]
        measured: TimedArgs,
    },
    /// Print hashes that change if and only if rules, playouts or the choices of the search change.
    Fingerprint {
        #[command(flatten)]
        weights: WeightsArg,
        #[command(flatten)]
        _common: CommonArgs,
    },
}

/// SIMD instructions.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Simd {
    /// AVX2, without AVX-512.
    Avx2,
    /// AVX-512 with VNNI.
    Avx512,
}

/// The options of playouts and searches.
#[derive(Args, Clone, Debug, Default)]
struct MeasuredArgs {
    #[command(flatten)]
    timed: TimedArgs,
    #[command(flatten)]
    threads: ThreadsArg,
}

/// The options of all measurements of time.
#[derive(Args, Clone, Debug, Default)]
struct TimedArgs {
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    seconds: SecondsArg,
    #[command(flatten)]
    weights: WeightsArg,
    #[command(flatten)]
    _common: CommonArgs,
}

/// Disables the instructions beyond the chosen ones.
fn choose_simd(chosen: Option<Simd>) -> anyhow::Result<()> {
    let has = cpu::simd();
    let is_missing = match chosen {
        None => false,
        Some(Simd::Avx2) => has == "portable",
        Some(Simd::Avx512) => has != "avx512",
    };
    if is_missing {
        bail!("--simd: this processor has {has} at most");
    }
    if chosen == Some(Simd::Avx2) {
        cpu::disable_avx512();
    }
    Ok(())
}

/// Help for `--seconds`.
const SECONDS: &str = "Seconds for which to measure [default: 2]";

/// The time for which playouts and searches are measured by default.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// Runs a benchmark.
pub fn run(args: &BenchArgs) -> Outcome {
    let mut measured = MeasuredArgs::default();
    let mut tree_args = TreeArgs::default();
    let benchmark = match args.what.clone() {
        What::Playouts { count, informed, measured: given } => {
            measured = given;
            Benchmark::Playouts { count, informed }
        }
        What::Search { count, measured: given, tree } => {
            (measured, tree_args) = (given, tree);
            Benchmark::Search { count }
        }
        What::Network { count, simd, measured: timed } => {
            choose_simd(simd)?;
            measured.timed = timed;
            Benchmark::Network { count }
        }
        What::Perft(PerftArgs { depth, board, block, .. }) => {
            measured.timed.setup = SetupArgs { board, block, komi: KomiArg::default() };
            Benchmark::Perft { depth }
        }
        What::Fingerprint { weights, .. } => {
            measured.timed.weights = weights;
            Benchmark::Fingerprint
        }
    };
    let MeasuredArgs { threads, timed: TimedArgs { setup, seed, seconds, weights, .. } } = measured;
    let search = SearchArgs { seed, threads, visits: VisitsArg::default(), seconds, tree: tree_args, weights };
    let (setup, knowledge) = (setup.setup()?, search.weights.knowledge()?);
    let engine = search.options(&LevelArg::default())?;
    if !matches!(benchmark, Benchmark::Fingerprint) {
        check_weights(&knowledge, setup.info())?;
    }
    if matches!(benchmark, Benchmark::Network { .. }) && !bench::has_network(&setup, &knowledge) {
        let info = setup.info();
        bail!("{} has no network for this board and these rules; docs/speed.md lists boards that have one", info.title);
    }
    let time = engine.time.unwrap_or(DEFAULT_TIME);
    // Only the search is measured, without exact values.
    let settings = Settings { exact: false, ..engine.settings };
    let written = bench::run(&benchmark, &setup, &settings, &knowledge, time, &mut std::io::stdout());
    Ok(exit_of_output(written, "figures"))
}
