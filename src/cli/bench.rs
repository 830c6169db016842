//! `quintet bench`: measurements of speed, and a fingerprint of behaviour.

use std::time::Duration;

use clap::{Args, Subcommand};
use quintet_core::setup::Setup;
use quintet_engine::{Knowledge, Settings};

use super::option_values::whole;
use super::options::EngineOptions;
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
    /// Random games from the start to the end.
    Playouts {
        /// So many for each thread, instead of as many as the time allows.
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
        count: Option<u64>,
        /// Playouts as the search makes them, by what the game knows of good play, in the place of
        /// uniform ones.
        #[arg(long)]
        informed: bool,
    },
    /// The search for a first move.
    Search {
        /// So many simulations, instead of as many as the time allows.
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
        count: Option<u64>,
    },
    /// Sequences of legal moves from the start, each played to its last move; earlier boards count
    /// for nothing.
    Perft {
        /// The length of the sequences.
        #[arg(value_parser = whole::<u32>(0, 100))]
        depth: u32,
    },
    /// A number that changes when rules, playouts or the search's choices change, and not
    /// otherwise.
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
    let written = bench::run(&benchmark, &setup, &settings, knowledge, time, &mut std::io::stdout());
    Ok(exit_of_output(written, "figures"))
}
