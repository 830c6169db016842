//! The record of a game at the terminal: all lines that were tried, and who plays.

use std::time::SystemTime;

use quintet_core::game::Game;
use quintet_core::types::{Move, Seat};
use quintet_engine::Level;
use quintet_record::sgf;
use quintet_record::tree::{Forfeit, ForfeitReason, GameTree, NodeId, Step};

/// The name of the engine in records; at a level, [`LEVEL`] and a number follow.
const ENGINE: &str = "quintet";
const LEVEL: &str = "-level-";

/// A game with its variations, and the node that is played from.
pub struct PlayRecord {
    tree: GameTree,
    node: NodeId,
}

impl PlayRecord {
    /// Returns a record that goes on from the end of the main line.
    pub fn new(tree: GameTree) -> PlayRecord {
        PlayRecord { node: tree.end(), tree }
    }

    /// Returns the record of a game that may have ended by resignation.
    pub fn resumed(mut tree: GameTree) -> PlayRecord {
        let loser = match tree.fact("RE").and_then(|result| result.split_once("+R")) {
            Some(("B", _)) => Some(Seat::White),
            Some(("W", _)) => Some(Seat::Black),
            _ => None,
        };
        tree.set_forfeit(tree.end(), loser.map(resignation));
        PlayRecord::new(tree)
    }

    /// Returns the game since the stones that were set up last.
    pub fn game(&self) -> Game {
        self.tree.game_at(self.node)
    }

    /// Adds a move that was played.
    pub fn add(&mut self, seat: Seat, mv: Move) {
        self.node = self.tree.add(self.node, seat, mv, true);
    }

    /// Returns whether a side has moved.
    pub fn has_move_of(&self, seat: Seat) -> bool {
        self.tree.moves(self.node).iter().any(|&(mover, _)| mover == seat)
    }

    /// Returns the side that resigned.
    pub fn resigned(&self) -> Option<Seat> {
        self.tree.forfeit(self.node).map(|forfeit| forfeit.loser)
    }

    /// Ends the game by a resignation, or takes it back.
    pub fn set_resigned(&mut self, seat: Option<Seat>) {
        self.tree.set_forfeit(self.node, seat.map(resignation));
    }

    /// Goes back to the position before the latest move of a side, or of any. What was played since
    /// stays as a variation. Returns whether there is such a move.
    pub fn undo(&mut self, user: Option<Seat>, game: &mut Game) -> bool {
        let is_own = |node: &NodeId| match *self.tree.step(*node) {
            Step::Move(seat, _) => user.is_none_or(|user| user == seat),
            _ => false,
        };
        let latest = self.tree.path(self.node).into_iter().rfind(is_own);
        let Some(to) = latest.and_then(|node| self.tree.parent(node)) else { return false };
        self.tree.travel(game, self.node, to);
        self.node = to;
        true
    }

    /// Begins a new game from the start of this one.
    pub fn start_again(&mut self) {
        *self = PlayRecord::new(GameTree::new(self.tree.start().clone()));
    }

    /// Returns the record as SGF. `game` is the game at the node, with its judge of dead stones.
    pub fn text(&self, game: &Game, user: Option<Seat>, level: Option<Level>) -> String {
        let mut tree = self.tree.clone();
        for (name, seat) in [("PB", Seat::Black), ("PW", Seat::White)] {
            if user.is_some_and(|user| user != seat) {
                tree.add_fact(name, &engine_name(level));
            }
        }
        // A record that was made on another day keeps its date.
        if !tree.is_read() {
            tree.add_fact("DT", &sgf::date(SystemTime::now()));
        }
        let is_new = tree.added() > 0 && self.node == tree.end();
        if is_new { sgf::write_up_to(&tree, self.node, game) } else { sgf::write(&tree) }
    }

    /// Returns the side of the person who played against the engine, and the engine's level; `None`
    /// if the record has not the engine on one side.
    pub fn players(&self) -> Option<(Seat, Option<Level>)> {
        let levels = [("PB", Seat::White), ("PW", Seat::Black)]
            .map(|(name, other)| Some((other, engine_level(self.tree.fact(name)?)?)));
        match levels {
            [Some(players), None] | [None, Some(players)] => Some(players),
            _ => None,
        }
    }
}

fn resignation(loser: Seat) -> Forfeit {
    Forfeit { loser, reason: ForfeitReason::Resignation }
}

fn engine_name(level: Option<Level>) -> String {
    level.map_or(ENGINE.to_owned(), |level| format!("{ENGINE}{LEVEL}{}", level.number()))
}

/// Returns the level of the engine in its name; `None` if it is another player's.
fn engine_level(name: &str) -> Option<Option<Level>> {
    match name.strip_prefix(ENGINE)? {
        "" => Some(None),
        rest => Some(Some(Level::new(rest.strip_prefix(LEVEL)?.parse().ok()?).ok()?)),
    }
}
