//! `quintet puzzles`: makes puzzles, as the page has them.

use std::sync::atomic::Ordering;

use clap::Args;
use quintet_core::setup::Setup;
use quintet_engine::Knowledge;

use super::option_values::whole;
use super::output::{print_message, print_result};
use super::{Exit, interrupt};
use crate::puzzles::{PuzzleOptions, make};

/// The options of `quintet puzzles`.
#[derive(Args, Debug)]
pub struct PuzzlesArgs {
    /// Number of puzzles.
    #[arg(long, value_name = "N", default_value_t = 20, allow_negative_numbers = true, value_parser = whole::<usize>(1, 10_000))]
    count: usize,
    /// Node limit for the solution of each position.
    #[arg(long, value_name = "N", default_value_t = 30_000, allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
    nodes: u64,
}

/// Makes puzzles and prints one per line. Fails if there are fewer than were asked for.
pub fn run(args: &PuzzlesArgs, setup: &Setup, seed: u64, knowledge: &Knowledge) -> Exit {
    let stop = interrupt::flag();
    let go_on = || !stop.load(Ordering::Relaxed);
    let options = PuzzleOptions { setup, count: args.count, seed, nodes: args.nodes, knowledge };
    let made = make(&options, &go_on, &mut |puzzle| print_result(puzzle.write()));
    if made == args.count {
        return Exit::Success;
    }
    print_message(format!("quintet: {made} of {} puzzles found; another size may have more", args.count));
    Exit::Failure
}
