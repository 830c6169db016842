//! The solver proves every puzzle.

use std::collections::BTreeSet;

use quintet_core::game::Game;
use quintet_games::GAMES;
use quintet_puzzles::puzzle::{self, Puzzle};
use quintet_solve::{Limits, Solution, ValueStore};

/// The number of puzzles that every game has at least.
const LEAST: usize = 20;

/// The nodes within which each position of a solution is solved: twice those of `quintet puzzles`.
const NODES: u64 = 60_000;

fn solve(game: &Game, store: &ValueStore) -> Solution {
    let limits = Limits { memory: 64 << 20, nodes: Some(NODES), ..Limits::default() };
    quintet_solve::solve(game.setup(), game.position(), limits, store, &|_| true)
}

/// Checks that each own move of a solution is the only one that keeps the value, and that the
/// replies keep it.
fn check(puzzle: &Puzzle, store: &ValueStore) {
    let line = puzzle.write();
    let mut game = Game::from_diagram(puzzle.setup.clone(), &puzzle.diagram).unwrap();
    for (ply, &mv) in puzzle.solution.iter().enumerate() {
        let solution = solve(&game, store);
        assert_eq!(solution.text(), puzzle.value.text(), "{line}: after {ply} moves");
        if ply % 2 == 0 {
            assert_eq!(solution.best, [mv], "{line}: after {ply} moves");
            assert!(game.legal_moves(game.to_move()).len() > 1, "{line}: after {ply} moves");
        } else {
            assert!(solution.best.contains(&mv), "{line}: after {ply} moves");
        }
        game.play(game.to_move(), mv).unwrap();
    }
}

#[test]
fn every_game_has_puzzles_and_each_is_proved() {
    for info in GAMES {
        let puzzles = puzzle::of_game(info);
        assert!(puzzles.len() >= LEAST, "{} has {} puzzles", info.id, puzzles.len());
        let ids: BTreeSet<String> = puzzles.iter().map(Puzzle::id).collect();
        assert_eq!(ids.len(), puzzles.len(), "{}: two puzzles have one position", info.id);
        let store = ValueStore::default();
        for puzzle in &puzzles {
            assert_eq!(puzzle.setup.info().id, info.id);
            assert_ne!(puzzle.value.winner(), Some(puzzle.diagram.to_move.other()), "{}", puzzle.write());
            assert!(puzzle.solution.len() >= 3, "{}", puzzle.write());
            check(puzzle, &store);
        }
    }
}
