//! A snapshot of the game and its notation, for reports while a search borrows the session.

use quintet_core::board::{Point, Vertex};
use quintet_core::game::Game;
use quintet_core::setup::GameInfo;
use quintet_core::types::{Action, Move, Seat, Stone};

use crate::notation::{BareVertex, Context, Notation, PickedStones};
use crate::session::Session;

/// The game and its notation at one moment.
pub struct Snapshot {
    game: Game,
    picks: PickedStones,
    notation: &'static dyn Notation,
}

impl Snapshot {
    /// Copies a session's game.
    pub fn new(session: &Session) -> Snapshot {
        let context = session.context();
        Snapshot { game: context.game.clone(), picks: context.picks.clone(), notation: session.notation() }
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The constant facts of the game.
    pub fn info(&self) -> &'static GameInfo {
        self.game.info()
    }

    /// Returns the word for a move.
    pub fn word(&self, mv: Move) -> String {
        let context = Context { game: &self.game, picks: &self.picks, bare: BareVertex::Nothing };
        self.notation.word(context, mv)
    }

    /// Returns the words for the first `most` moves.
    pub fn words(&self, moves: &[Move], most: usize) -> String {
        moves.iter().take(most).map(|&mv| self.word(mv)).collect::<Vec<_>>().join(" ")
    }

    /// Returns the vertex of a point with a stone, on client boards with a vertex for each kind.
    pub fn vertex(&self, point: Point, stone: Option<Stone>) -> String {
        self.notation.vertex(&self.game, point, stone)
    }

    /// Returns the vertex that a side's move fills and the stone that it places; `None` if it
    /// places none.
    pub fn placed(&self, seat: Seat, mv: Move) -> Option<(String, Stone)> {
        match mv.action() {
            Action::Place { kind, point } => {
                let stone = self.info().placed_stone(seat, kind);
                Some((self.vertex(point, Some(stone)), stone))
            }
            Action::Pass | Action::Swap => None,
        }
    }

    /// Returns a value for each cell of the client's board, row by row from the top: `value` of the
    /// points, 0 elsewhere.
    pub fn cells(&self, value: impl Fn(Point) -> f64) -> Vec<f64> {
        let (width, height) = self.notation.client_size(self.game.setup());
        let mut rows = vec![vec![0.0; width as usize]; height as usize];
        for point in self.game.geometry().points() {
            let vertex: Option<Vertex> = self.vertex(point, self.game.stone(point)).parse().ok();
            let cell = vertex.and_then(|vertex| rows.get_mut(vertex.y as usize)?.get_mut(vertex.x as usize));
            if let Some(cell) = cell {
                *cell = value(point);
            }
        }
        rows.into_iter().rev().flatten().collect()
    }
}
