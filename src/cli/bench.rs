//! `quintet bench`: measurements of speed, and a fingerprint of behaviour.

use std::time::Duration;

use clap::{Args, Subcommand};
use quintet_core::setup::Setup;
use quintet_engine::{Knowledge, Settings};

use super::option_values::whole;
use super::options::{EngineOptions, check_weights};
use super::{Outcome, exit_of_output};
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
    Playouts {
        /// Playouts per thread [default: as many as fit into --seconds].
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
        count: Option<u64>,
        /// Informed playouts, with the game's heuristics, instead of uniform ones.
        #[arg(long)]
        informed: bool,
    },
    /// Measure the search for a first move.
    Search {
        /// Simulations [default: as many as fit into --seconds].
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
        count: Option<u64>,
    },
    /// Measure move generation: count the sequences of legal moves from the start, ignoring
    /// repetition.
    Perft {
        /// Number of moves in a sequence.
        #[arg(value_parser = whole::<u32>(0, 100))]
        depth: u32,
    },
    /// Print hashes that change if and only if rules, playouts or the choices of the search change.
    Fingerprint,
}

/// The time for which playouts and searches are measured by default.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// Runs a benchmark.
pub fn run(args: &BenchArgs, setup: Setup, engine: EngineOptions, knowledge: &Knowledge) -> Outcome {
    let time = engine.time.unwrap_or(DEFAULT_TIME);
    // Only the search is measured, without exact values.
    let settings = Settings { exact: false, ..engine.settings };
    let benchmark = match args.what {
        What::Playouts { count, informed } => Benchmark::Playouts { count, informed },
        What::Search { count } => Benchmark::Search { count },
        What::Perft { depth } => Benchmark::Perft { depth },
        What::Fingerprint => Benchmark::Fingerprint,
    };
    if !matches!(benchmark, Benchmark::Fingerprint) {
        check_weights(knowledge, setup.info())?;
    }
    let written = bench::run(&benchmark, &setup, &settings, knowledge, time, &mut std::io::stdout());
    Ok(exit_of_output(written, "figures"))
}
