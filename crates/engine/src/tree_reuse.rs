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
    /// Set if one thread built the tree from scratch within limits of visits: the tree is then the
    /// beginning of a repeatable search of the same kind.
    repeatable: Option<Repeatable>,
}

/// The options that repeatable searches of one tree must have in common.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Repeatable {
    /// The limit of visits.
    pub visits: u64,
    /// `true` if the searches used up their limit.
    pub to_the_limit: bool,
}

impl KeptTree {
    pub fn new(tree: Tree, game: &Game, seat: Seat, settings: &Settings, repeatable: Option<Repeatable>) -> KeptTree {
        KeptTree {
            tree,
            setup: game.setup().clone(),
            start: game.start().boxed_clone(),
            moves: game.moves().to_vec(),
            seat,
            seed: settings.seed,
            hash_mib: settings.hash_mib,
            params: settings.params,
            repeatable,
        }
    }

    /// Returns the part of the tree that can be used for the current position with `seat` to move;
    /// `None` if there is none, or it is not copied in full when `go_on` returns `false`.
    /// A search that must be repeatable can only use what it would have built itself.
    pub fn reuse(
        self,
        game: &Game,
        seat: Seat,
        settings: &Settings,
        repeatable: Option<Repeatable>,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Tree> {
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
            let fits = match (repeatable, self.repeatable) {
                (None, _) => true,
                (Some(now), Some(then)) => then == now,
                (Some(_), None) => false,
            };
            return (fits && self.seat == seat).then_some(self.tree);
        }
        if repeatable.is_some() {
            return None;
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
