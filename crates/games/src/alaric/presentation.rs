//! Explanations for people.

use quintet_core::board::{Geometry, Point};
use quintet_core::position::Presentation;
use quintet_core::types::{Move, Outcome, Seat};

use super::{Alaric, Cells, for_each};

impl<C: Cells> Presentation for Alaric<C> {
    fn why_illegal(&self, _mv: Move) -> &'static str {
        "this cell is barred until your next turn: stones of yours were taken from it just now"
    }

    fn barred(&self) -> Vec<Point> {
        let mut points = Vec::new();
        for_each(self.mover.bars, |point| points.push(point));
        points
    }

    fn explain_outcome(&self, _geometry: &Geometry, _outcome: &Outcome) -> String {
        let loser = match self.to_move {
            Seat::Black => "Black",
            Seat::White => "White",
        };
        let [black, white] = self.stone_counts();
        format!(
            "{loser} has no cell left to play on, which ends the game. There are {black} black and {white} white stones."
        )
    }

    fn explain_score(&self, _geometry: &Geometry) -> Option<String> {
        let [black, white] = self.stone_counts();
        Some(format!("stones: Black {black}, White {white}"))
    }
}
