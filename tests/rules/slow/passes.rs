//! A game of the second implementation that two passes draw, without a score.

use quintet_core::setup::Setup;
use quintet_core::types::{Ending, Move, Seat};

use super::{Board, Rules, SQUARE, Shows, Slow, Why};

/// Passes are the only moves.
struct Idle;

impl Rules for Idle {
    fn empty(&self) -> Board {
        Board::new(1, 1, SQUARE)
    }

    fn may(&self, _: &Slow, _: Seat, mv: Move) -> Result<(), Why> {
        if mv == Move::PASS { Ok(()) } else { Err(Why::Nonsense) }
    }

    fn after(&self, game: &Slow, _: Seat, _: Move) -> Board {
        game.board().clone()
    }

    fn result(&self, game: &Slow) -> Option<(f64, Ending)> {
        (game.turns.len() == 2).then_some((0.0, Ending::TWO_PASSES))
    }

    fn state(&self, _: &Slow) -> String {
        String::new()
    }

    fn shows(&self) -> Shows {
        Shows::default()
    }
}

#[test]
fn two_passes_can_draw_a_game_without_a_score() {
    let mut game = Slow::by_rules(Box::new(Idle), &Setup::new(quintet_games::DEFAULT));
    assert!(game.play(Seat::Black, Move::PASS) && game.play(Seat::White, Move::PASS));
    assert_eq!((game.outcome(), game.score()), (Some((0.0, Ending::TWO_PASSES)), Some(0.0)));
}
