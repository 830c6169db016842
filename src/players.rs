//! Players for games that are known only at run time.

use crate::engine::{AnyPlayer, Player};
use crate::game::Game;
use crate::games::{self, Visitor};
use crate::history::History;
use crate::setup::{Diagram, DiagramError, Setup};

/// A player for a new game of a setup, from its first position or from another.
///
/// # Errors
/// If the diagram is no position of the game.
pub fn player(setup: &Setup, start: Option<&Diagram>) -> Result<Box<dyn AnyPlayer>, DiagramError> {
    struct Make<'a>(Option<&'a Diagram>);
    impl Visitor for Make<'_> {
        type Output = Result<Box<dyn AnyPlayer>, DiagramError>;
        fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
            let start = match self.0 {
                Some(diagram) => G::from_diagram(setup, diagram)?,
                None => G::new(setup),
            };
            Ok(Box::new(Player::new(History::new(setup.clone(), start))))
        }
    }
    games::visit(setup, Make(start))
}
