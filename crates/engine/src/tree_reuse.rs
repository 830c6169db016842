//! Reuse of the tree of an earlier search.

use quintet_core::game::Game;
use quintet_core::position::AnyPosition;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_search::{ParamOverrides, Tree};

use crate::settings::Settings;

/// A tree that an earlier search built, and the conditions under which it can be used again.
pub(crate) struct KeptTree {
    pub tree: Tree,
    setup: Setup,
    start: Box<dyn AnyPosition>,
    moves: Vec<(Seat, Move)>,
    seat: Seat,
    seed: u64,
    hash_mib: usize,
    params: ParamOverrides,
}

impl KeptTree {
    pub fn new(tree: Tree, game: &Game, seat: Seat, settings: &Settings) -> KeptTree {
        KeptTree {
            tree,
            setup: game.setup().clone(),
            start: game.start().boxed_clone(),
            moves: game.moves().to_vec(),
            seat,
            seed: settings.seed,
            hash_mib: settings.hash_mib,
            params: settings.params,
        }
    }

    /// Returns the part of the tree that can be used for the current position with `seat` to move;
    /// `None` if there is none, or it is not copied in full when `go_on` returns `false`.
    pub fn reuse(self, game: &Game, seat: Seat, settings: &Settings, go_on: &dyn Fn() -> bool) -> Option<Tree> {
        let moves = game.moves();
        let same_game = (self.seed, self.hash_mib) == (settings.seed, settings.hash_mib)
            && self.params == settings.params
            && self.setup == *game.setup()
            && self.start.equals(game.start())
            && moves.starts_with(&self.moves);
        if !same_game {
            return None;
        }
        let since = &moves[self.moves.len()..];
        if since.is_empty() {
            return (self.seat == seat).then_some(self.tree);
        }
        let mut turn = self.seat;
        for &(mover, _) in since {
            if mover != turn {
                return None;
            }
            turn = turn.other();
        }
        let moves: Vec<Move> = since.iter().map(|&(_, mv)| mv).collect();
        (turn == seat).then(|| self.tree.descend(&moves, go_on)).flatten()
    }
}
