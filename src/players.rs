//! Players for games that are known only at run time.

use crate::engine::{AnyPlayer, Player};
use crate::game::Game;
use crate::games::{self, Visitor};
use crate::history::History;
use crate::setup::{Diagram, DiagramError, Setup};

/// A player for a new game of a setup, from its first position or from another.
///
/// ```
/// use quintet::engine::{Request, Settings};
/// use quintet::games;
/// use quintet::players::player;
/// use quintet::search::{Interrupt, Limits};
/// use quintet::setup::Setup;
///
/// let setup = Setup::new(games::find("cascade").unwrap()).with_size(3).unwrap();
/// let mut player = player(&setup, None).unwrap();
/// let (limits, settings) = (Limits { visits: Some(200), time: None }, Settings::default());
/// let interrupt = Interrupt::default();
/// let seat = player.history().to_move();
/// let choice = player.choose(&Request::new(seat, limits, &settings, &interrupt), &mut |_| {});
/// player.history_mut().play(seat, choice.mv.unwrap()).unwrap();
/// println!("{:.0} of 100 for {}", 100.0 * choice.report.win_rate, seat.name());
/// ```
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
