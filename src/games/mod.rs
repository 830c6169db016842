//! The five games, listed once. Each has a folder of its own, with all that is particular to it.

pub mod alaric;
pub mod bracket;
pub mod cancer;
pub mod cascade;
mod chains;
#[cfg(test)]
mod hedge;
pub mod stoical;

use crate::game::Game;
use crate::history::{AnyHistory, History};
use crate::setup::{Diagram, DiagramError, GameInfo, Setup};

/// Work to be done with the type that plays a setup, which is known only at run time.
pub trait Visitor {
    /// What the work gives.
    type Output;

    /// Does the work with the game `G`.
    fn visit<G: Game>(self, setup: &Setup) -> Self::Output;
}

/// Lists the games: for each its module, which has `INFO` and `visit`. `hedge` is the worked example of a new one.
macro_rules! games {
    ($($(#[$when:meta])? $module:ident),+ $(,)?) => {
        /// All games, in the order in which they are listed to clients.
        pub static GAMES: &[&GameInfo] = &[$($(#[$when])? &$module::INFO),+];

        /// Does a visitor's work with the type that plays `setup`.
        pub fn visit<V: Visitor>(setup: &Setup, visitor: V) -> V::Output {
            match setup.info().id {
                $($(#[$when])? id if id == $module::INFO.id => $module::visit(setup, visitor),)+
                id => unreachable!("no game is called {id}"),
            }
        }
    };
}

games!(
    alaric,
    bracket,
    cancer,
    cascade,
    stoical,
    #[cfg(test)]
    hedge,
);

/// The game that is played where none is named.
pub static DEFAULT: &GameInfo = &stoical::INFO;

/// The game of a name, in any case.
///
/// ```
/// use quintet::games;
///
/// assert_eq!(games::find("Stoical").unwrap().title, "Stoical Go");
/// assert!(games::find("chess").is_none());
/// let ids: Vec<&str> = games::GAMES.iter().map(|info| info.id).collect();
/// assert_eq!(ids, ["alaric", "bracket", "cancer", "cascade", "stoical"]);
/// ```
pub fn find(id: &str) -> Option<&'static GameInfo> {
    GAMES.iter().copied().find(|info| info.id.eq_ignore_ascii_case(id))
}

/// A game of `setup`, before its first move.
///
/// ```
/// use quintet::games;
/// use quintet::setup::Setup;
/// use quintet::words::{Move, Seat};
///
/// let mut game = games::start(&Setup::new(games::find("stoical").unwrap()));
/// game.play(Seat::Black, Move::PASS)?;
/// game.play(Seat::White, Move::PASS)?;
/// assert_eq!(game.outcome().unwrap().ending.name(), "two passes");
/// # Ok::<(), quintet::words::IllegalMove>(())
/// ```
pub fn start(setup: &Setup) -> Box<dyn AnyHistory> {
    struct Start;
    impl Visitor for Start {
        type Output = Box<dyn AnyHistory>;
        fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
            Box::new(History::new(setup.clone(), G::new(setup)))
        }
    }
    visit(setup, Start)
}

/// A game of `setup` that starts from a diagram.
///
/// ```
/// use quintet::games;
/// use quintet::record::position;
///
/// let (setup, diagram) = position::read("alaric 5 board=ring edge=open x.o.. b").unwrap();
/// let game = games::start_from(&setup, &diagram).unwrap();
/// assert_eq!(game.legal_moves(game.to_move()).len(), 3);
/// ```
///
/// # Errors
/// If the diagram is no position of the game.
pub fn start_from(setup: &Setup, diagram: &Diagram) -> Result<Box<dyn AnyHistory>, DiagramError> {
    struct StartFrom<'a>(&'a Diagram);
    impl Visitor for StartFrom<'_> {
        type Output = Result<Box<dyn AnyHistory>, DiagramError>;
        fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
            Ok(Box::new(History::new(setup.clone(), G::from_diagram(setup, self.0)?)))
        }
    }
    visit(setup, StartFrom(diagram))
}
