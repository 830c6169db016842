//! Counts the forced cycles of Stoical Go on a board of up to 21 points: the table of
//! docs/solved.md. Memory: five bytes a board, 13 GB for 3×7.
//!
//! `cargo run --release -p quintet-cycles -- 2x6`

use std::process::ExitCode;

use anyhow::Context as _;
use clap::Parser;
use quintet_core::notation::move_words;
use quintet_core::types::{Margin, Move};
use quintet_cycles::{Iteration, StoicalBoards, can_repeat, empty_board};
use quintet_record::position_line;
use quintet_system::exit_status;

/// The iterations are checked against the rules in all positions of this many random games.
const CHECKED_GAMES: u64 = 2000;

/// The number of examples that are printed.
const EXAMPLES: usize = 10;

/// Counts the forced cycles of Stoical Go: the positions whose value depends on the value of
/// endless play.
#[derive(Parser)]
struct Options {
    /// The size of the board, or a first position as the GTP command quintet-position prints it.
    board: String,
    /// Threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

fn main() -> ExitCode {
    exit_status(env!("CARGO_PKG_NAME"), run())
}

fn run() -> anyhow::Result<()> {
    let options = Options::parse();
    let (setup, start) = if options.board.contains(' ') {
        let (setup, diagram) = position_line::read(&options.board)?;
        let start = setup.position(&diagram)?;
        (setup, start)
    } else {
        let setup = empty_board(&options.board)?;
        let start = setup.start();
        (setup, start)
    };
    let boards = StoicalBoards::new(&setup)
        .context("only stoical with ko=stoical repetition=none on up to 21 points is looked at")?;
    let iteration = Iteration::run(&setup, boards, options.threads, |changed| eprintln!("{changed} boards changed"));
    let counts = iteration.count(&*start);
    if let Some(position) = iteration.contradiction(&*start, CHECKED_GAMES) {
        let line = position_line::format(&setup, &position.diagram());
        anyhow::bail!("what can be forced contradicts the moves of '{line}'");
    }
    let geometry = setup.geometry();
    let words = |moves: &[Move]| {
        moves.iter().map(|&mv| format!(" {}", move_words::format(setup.info(), &geometry, mv))).collect::<String>()
    };
    let [black, white] =
        iteration.ends(&*start).map(|end| end.map_or_else(|| "none".to_owned(), |end| format!("{end:+}")));
    println!("value {}, best{}", Margin::new(iteration.value(&*start)), words(&iteration.best(&*start)));
    println!("positions {}", if can_repeat(&*start) { "can repeat" } else { "were not seen to repeat" });
    // The same line as that of scripts/forced-cycles.
    println!(
        "{}x{}: {} positions, {} depend on endless play, ends from the start: black {black}, white {white}",
        setup.width(),
        setup.height(),
        counts.positions,
        counts.open
    );
    for way in iteration.ways(&*start, EXAMPLES) {
        println!("after{}", words(&way));
    }
    Ok(())
}
