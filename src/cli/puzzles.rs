//! `quintet puzzles`: makes puzzles, as the page has them.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::{Context as _, bail};
use clap::Args;
use quintet_core::diagram::Diagram;
use quintet_core::setup::Setup;
use quintet_puzzles::{PuzzleOptions, make};
use quintet_record::position_line;
use quintet_system::input_file;

use super::option_values::whole;
use super::options::{CommonArgs, SeedArg, SetupArgs, TableArg, WeightsArg, with_tables};
use super::output::{is_unwritten, print_message, print_result};
use super::{Exit, Outcome, interrupt};

/// The options of `quintet puzzles`.
#[derive(Args, Debug)]
pub struct PuzzlesArgs {
    /// Number of puzzles.
    #[arg(long, value_name = "N", default_value_t = 20, allow_negative_numbers = true, value_parser = whole::<usize>(1, 10_000))]
    count: usize,
    /// Node limit for the solution of each position.
    #[arg(long, value_name = "N", default_value_t = 30_000, allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
    nodes: u64,
    /// Files with fights to make puzzles from, instead of games: position lines, or GTP test suites
    /// with quintet-set_position. Game and rules are those of the command line.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    fights: Vec<PathBuf>,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    weights: WeightsArg,
    #[command(flatten)]
    tables: TableArg,
    #[command(flatten)]
    _common: CommonArgs,
}

/// Makes puzzles and prints one per line. Fails if there are fewer than were asked for.
pub fn run(args: &PuzzlesArgs) -> Outcome {
    let knowledge = &with_tables(args.weights.knowledge()?, &args.tables.table)?;
    let setup = &args.setup.setup()?;
    let seed = args.seed.seed.unwrap_or_else(rand::random);
    let stop = interrupt::flag();
    let go_on = || !stop.load(Ordering::Relaxed) && !is_unwritten();
    let mut fights = Vec::new();
    for path in &args.fights {
        fights.extend(read_fights(path, setup)?);
    }
    if fights.is_empty() && !args.fights.is_empty() {
        bail!("--fights: no position of {} in the files", setup.info().title);
    }
    let options = PuzzleOptions { setup, count: args.count, seed, nodes: args.nodes, fights: &fights, knowledge };
    let made = make(&options, &go_on, &mut |puzzle| print_result(puzzle.write()));
    if made == args.count {
        return Ok(Exit::Success);
    }
    if is_unwritten() {
        return Ok(Exit::Failure);
    }
    let why = if go_on() { "another --size or more --nodes may find more" } else { "interrupted" };
    print_message(format!("quintet: {made} of {} puzzles found; {why}", args.count));
    Ok(Exit::Failure)
}

/// Reads the positions of a file, with the rules of a setup.
fn read_fights(path: &Path, setup: &Setup) -> anyhow::Result<Vec<(Setup, Diagram)>> {
    let text = input_file::read_to_string(path).with_context(|| path.display().to_string())?;
    let lines = text.lines().filter_map(|line| {
        let line = line.trim().strip_prefix("quintet-set_position ").unwrap_or(line.trim());
        line.starts_with(setup.info().id).then_some(line)
    });
    let read = |line| -> anyhow::Result<(Setup, Diagram)> {
        let (found, diagram) = position_line::read(line)?;
        Ok((setup.with_rectangle(found.width(), found.height())?, diagram))
    };
    lines.map(|line| read(line).with_context(|| format!("{}: {line}", path.display()))).collect()
}
