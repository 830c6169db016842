//! Whole games of the engine against itself, on boards from the smallest to the largest, with
//! rectangles and blocked points, every rule, several komi, at full strength and at levels.
//!
//! Each game is judged while it is played, by the second implementation of the rules: legal moves,
//! early passes, length, result. `cargo test` plays a sample. All of them, with a table:
//! `cargo test --release --test whole_games -- --ignored --nocapture`; with words in the variable
//! `WHOLE_GAMES`, such as `stoical 9 ko=simple`, only the games whose setups have them.

mod game;
mod matrix;
mod passes;
mod table;

#[allow(dead_code, reason = "the tests of the rules use the rest")]
#[path = "../rules/setups.rs"]
mod setups;
#[allow(dead_code, reason = "the tests of the rules use the rest")]
#[path = "../rules/slow/mod.rs"]
mod slow;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use quintet_engine::Knowledge;

use game::Played;
use matrix::{Cell, Extent};

/// The environment variable with words of the games to play, such as `stoical 9 ko=simple`.
const PART: &str = "WHOLE_GAMES";

/// Returns the faults of a game as the end of a line.
fn faults(game: &Played) -> String {
    game.faults.iter().map(|fault| format!("; FAULT: {fault}")).collect()
}

/// Plays all cells, as many at a time as there are processors. Returns the games in the same order.
fn play_all(cells: &[Cell]) -> Vec<Played> {
    let (next, played) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let knowledge = Knowledge::default();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(cell) = cells.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let game = game::play(cell, &knowledge);
                    if cell.extent == Extent::Long || !game.faults.is_empty() {
                        println!("{cell}: {} plies, {:?}{}", game.plies, game.outcome, faults(&game));
                    }
                    played.lock().unwrap().push((cell.number, game));
                }
            });
        }
    });
    let mut played = played.into_inner().unwrap();
    played.sort_by_key(|&(number, _)| number);
    played.into_iter().map(|(_, game)| game).collect()
}

/// Plays the games of the matrix and fails if one of them has a fault.
fn play_matrix(extent: Extent) {
    let mut cells = matrix::cells(extent);
    if let Ok(part) = std::env::var(PART) {
        cells.retain(|cell| {
            let words = cell.to_string().replace(", ", " ");
            part.split(' ').all(|word| words.split(' ').any(|known| known == word))
        });
        assert!(!cells.is_empty(), "no game of the matrix has all words of '{part}'");
    }
    let games = play_all(&cells);
    println!("{}", table::markdown(&cells, &games));
    let faulty = games.iter().filter(|game| !game.faults.is_empty()).count();
    assert!(faulty == 0, "{faulty} of {} games have faults", games.len());
}

#[test]
fn whole_games_of_a_sample_of_boards_have_no_faults() {
    play_matrix(Extent::Short);
}

/// `cargo test --release --test whole_games -- --ignored --nocapture`
#[test]
#[ignore = "takes hours"]
fn whole_games_of_all_boards_have_no_faults() {
    play_matrix(Extent::Long);
}
