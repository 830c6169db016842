//! Rules that are changed during a game.

use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_engine::Engine;
use quintet_record::tree::GameTree;

use super::{Session, Start};
use crate::answer::CommandError;

impl Session {
    /// Changes the rules of a game with moves, which stay; so do the clock and the seed.
    ///
    /// # Errors
    /// Returns an error, and leaves the session as it was, if a move is illegal by the new rules, or
    /// the board is another one, or the game was loaded from a file, whose variations have its rules.
    pub fn change_rules(&mut self, setup: &Setup) -> Result<(), CommandError> {
        if self.tree.is_read() || setup.geometry() != self.setup().geometry() {
            return self.require_no_moves("such rules are chosen");
        }
        let mut game = match self.start {
            Start::Diagram => Game::from_diagram(setup.clone(), &self.game().start_diagram())?,
            Start::Setup => Game::new(setup.clone()),
        };
        for (number, &(seat, mv)) in (1..).zip(self.game().moves()) {
            let reason = game.why_illegal(seat, mv);
            if game.play(seat, mv).is_err() {
                let (word, reason) = (game.word(mv), reason.unwrap_or("it is another side's turn"));
                return Err(CommandError::new(format!("move {number}, {word}, is illegal by these rules: {reason}")));
            }
        }
        self.tree = GameTree::new(game);
        self.node = self.tree.end();
        self.engine = Engine::new(self.tree.game_at(self.node), &self.knowledge);
        self.client.begin(self.tree.setup(), self.tree.steps(self.node));
        self.pondering = None;
        self.latest_moves.clear();
        Ok(())
    }
}
