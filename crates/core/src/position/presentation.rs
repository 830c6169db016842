//! Explanations and drawings for people.

use super::Position;
use crate::board::{Geometry, Point};
use crate::types::{Move, Outcome};

/// Marks of one kind on points of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Marks {
    /// Short texts of at most three letters.
    Labels(Vec<(Point, String)>),
    /// Points in one tint.
    Tint(Tint, Vec<Point>),
}

/// A tint for points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    /// The tint of points that count for White.
    Yellow,
    /// The tint of points that count for Black.
    Green,
}

/// The group of points that decided a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The points of the deciding group.
    pub points: Vec<Point>,
    /// The reason in a few words.
    pub words: String,
}

/// Explains a position to people. Every method has a default.
pub trait Presentation: Position {
    /// Returns the reason why the side to move may not play `mv`, an illegal move to an empty
    /// point, as a clause that teaches the rule.
    fn why_illegal(&self, _mv: Move) -> &'static str {
        "the rules of this game do not allow it"
    }

    /// Returns the empty points that a rule forbids to the side to move for now although they look
    /// playable: Alaric's barred cells, captures under Stoical Go's ban.
    fn barred(&self) -> Vec<Point> {
        Vec::new()
    }

    /// Returns what decided a finished game, if the board does not show it at a glance.
    fn decision(&self, _geometry: &Geometry) -> Option<Decision> {
        None
    }

    /// Returns sentences that say why a finished game ended and how its result was reached, for a
    /// newcomer.
    fn explain_outcome(&self, _geometry: &Geometry, outcome: &Outcome) -> String {
        let name = outcome.ending.name();
        format!("The game has ended: {name}.")
    }

    /// Returns the state of the score as a short clause while the game goes on, if there is
    /// no margin yet.
    fn explain_score(&self, _geometry: &Geometry) -> Option<String> {
        None
    }

    /// Draws one of [`PresentationInfo::drawings`](crate::setup::PresentationInfo::drawings); no
    /// marks if there is no drawing of that name.
    fn draw(&self, _name: &str, _geometry: &Geometry) -> Vec<Marks> {
        Vec::new()
    }
}
