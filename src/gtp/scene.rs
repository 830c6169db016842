//! A position as its client sees it, kept apart from the session: for reports while a search has the player.

use super::session::Session;
use super::spelling::{BareVertex, Picks, Spelling, View};
use crate::board::{Point, Vertex};
use crate::history::AnyHistory;
use crate::setup::GameInfo;
use crate::words::{Action, Move, Seat, Stone};

/// The game as it was when the scene was set, and how its moves are spelt.
pub struct Scene {
    history: Box<dyn AnyHistory>,
    picks: Picks,
    spelling: &'static dyn Spelling,
}

impl Scene {
    /// The scene of a session's position.
    pub fn new(session: &Session) -> Scene {
        let view = session.view();
        Scene { history: view.history.boxed_clone(), picks: view.picks.clone(), spelling: session.spelling() }
    }

    /// The game.
    pub fn history(&self) -> &dyn AnyHistory {
        &*self.history
    }

    /// Its constant facts.
    pub fn info(&self) -> &'static GameInfo {
        self.history.info()
    }

    /// The word for a move.
    pub fn word(&self, mv: Move) -> String {
        let view = View { history: &*self.history, picks: &self.picks, bare: BareVertex::Nothing };
        self.spelling.word(view, mv)
    }

    /// The words for moves, the first `most` of them.
    pub fn words(&self, moves: &[Move], most: usize) -> String {
        moves.iter().take(most).map(|&mv| self.word(mv)).collect::<Vec<_>>().join(" ")
    }

    /// The vertex of a point, and of the stone on it where the client's board has a place for each kind.
    pub fn vertex(&self, point: Point, stone: Option<Stone>) -> String {
        self.spelling.vertex(&*self.history, point, stone)
    }

    /// The vertex that a seat's move fills, and the stone that it puts there.
    pub fn placed(&self, seat: Seat, mv: Move) -> Option<(String, Stone)> {
        match mv.action() {
            Action::Place { kind, point } => {
                let stone = self.info().placed_stone(seat, kind);
                Some((self.vertex(point, Some(stone)), stone))
            }
            Action::Pass | Action::Swap => None,
        }
    }

    /// A value for each cell of the client's board, row by row from the top: of the points those that `of` gives, else 0.
    pub fn cells(&self, of: impl Fn(Point) -> f64) -> Vec<f64> {
        let (width, height) = self.spelling.client_size(self.history.setup());
        let mut rows = vec![vec![0.0; width as usize]; height as usize];
        for point in self.history.geometry().points() {
            let vertex: Option<Vertex> = self.vertex(point, self.history.stone(point)).parse().ok();
            let cell = vertex.and_then(|vertex| rows.get_mut(vertex.y as usize)?.get_mut(vertex.x as usize));
            if let Some(cell) = cell {
                *cell = of(point);
            }
        }
        rows.into_iter().rev().flatten().collect()
    }
}
