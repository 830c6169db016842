//! Random lines of play, for openings.

use quintet_core::game::Game;
use quintet_core::random::{random_below, seeded};
use quintet_core::setup::Setup;
use quintet_core::types::{Action, Move};

/// Returns up to `plies` random placements; fewer if the game would be over.
pub fn random_line(setup: &Setup, seed: u64, plies: u32) -> Vec<Move> {
    let mut rng = seeded(seed);
    let mut game = Game::new(setup.clone());
    let mut line = Vec::new();
    for _ in 0..plies {
        let mut moves = game.legal_moves(game.to_move());
        moves.retain(|mv| matches!(mv.action(), Action::Place { .. }));
        if moves.is_empty() {
            break;
        }
        let mv = moves[random_below(&mut rng, moves.len() as u32) as usize];
        if game.play(game.to_move(), mv).is_err() || game.is_over() {
            break;
        }
        line.push(mv);
    }
    line
}
