//! Plays the players of a list against each other, neighbours and neighbours but one, and prints
//! the results: for the tables of levels (`levels` in `crates/games/src/ID/mod.rs`).

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Parser;
use quintet_arena::matches::stats::Tally;
use quintet_arena::matches::stats::elo::of_score;
use quintet_arena::matches::stats::rating::{Tallies, ratings};
use quintet_levels::{Player, play};
use quintet_record::setup_words::{SetupWords, rule};
use quintet_system::exit_status;

/// Plays the players of a list against each other.
#[derive(Parser)]
struct Args {
    /// The game.
    #[arg(long, value_name = "GAME")]
    game: String,
    /// The size of the board.
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// A rule of the game; can be given several times.
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    rules: Vec<String>,
    /// Points that White is given.
    #[arg(long, value_name = "NUMBER")]
    komi: Option<f64>,
    /// The games between two players, half of them with exchanged colours.
    #[arg(long, value_name = "N", default_value_t = 40)]
    games: u64,
    /// The distance in the list up to which players meet.
    #[arg(long, value_name = "N", default_value_t = 2)]
    distance: usize,
    /// The random moves at the beginning of a game.
    #[arg(long, value_name = "N", default_value_t = 2)]
    opening: u32,
    /// The seed of the first game.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// The players, weakest first: random, greedy, level-N, visits-N, or VISITS/OVERSIGHT/MAX_LOSS.
    players: Vec<Player>,
}

fn main() -> ExitCode {
    exit_status(env!("CARGO_PKG_NAME"), run())
}

fn run() -> anyhow::Result<()> {
    let args = Args::parse();
    let rules = args.rules.iter().map(|text| rule(text).map(|(name, value)| (name.to_owned(), value.to_owned())));
    let words = SetupWords {
        game: Some(args.game.clone()),
        size: args.size.clone(),
        rules: rules.collect::<Result<_, _>>()?,
        komi: args.komi,
        blocked: Vec::new(),
    };
    let setup = words.read().context("the board")?;
    let count = args.players.len();
    let mut tallies = Tallies::new();
    let mut seed = args.seed;
    let mut out = std::io::stdout();
    let pairs = (1..count)
        .flat_map(|upper| (upper.saturating_sub(args.distance)..upper).rev().map(move |lower| (upper, lower)));
    for (upper, lower) in pairs {
        let players = [args.players[upper], args.players[lower]];
        let mut tally = Tally::default();
        for _ in 0..args.games.div_ceil(2) {
            seed += 1;
            let first = play(&setup, players, args.opening, seed);
            let second = 2 - play(&setup, [players[1], players[0]], args.opening, seed);
            [first, second].into_iter().for_each(|points| tally.add_game(points));
            tally.add_pair(first + second);
        }
        let [won, drawn, lost] = tally.games;
        let elo = of_score(tally.points() / tally.count() as f64);
        writeln!(out, "{} – {}: {won}–{drawn}–{lost}, {elo:.0} Elo", players[0], players[1])?;
        tallies.insert((upper, lower), tally);
    }
    for (player, rating) in args.players.iter().zip(ratings(count, &tallies)) {
        writeln!(out, "{player}: {:.0} ± {:.0}", rating.elo, rating.error)?;
    }
    Ok(())
}
