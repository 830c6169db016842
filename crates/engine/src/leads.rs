//! Leads that agree with what is proved, and with the end of the game.

use quintet_core::game::Game;
use quintet_core::types::{Move, Seat};
use quintet_search::{Proof, Report};

/// The margins of the moves that end the game at once.
pub(crate) struct Leads(Vec<(Move, f64)>);

impl Leads {
    /// Finds the moves of a side that end the game, and their margins for it.
    pub fn of(game: &Game, seat: Seat) -> Leads {
        let root = game.search_position(seat);
        let mut ends = Vec::new();
        if root.is_over() || root.position().plies_to_end() > 1 {
            return Leads(ends);
        }
        let mut next = root.clone();
        for mv in game.legal_moves(seat) {
            next.clone_from(&root);
            next.play_unchecked(mv);
            if let Some(outcome) = next.outcome() {
                ends.push((mv, outcome.margin.for_seat(seat)));
            }
        }
        Leads(ends)
    }

    /// Corrects the leads of a report. A move that ends the game leads to its margin, also if no
    /// simulation tried it; a proven draw has no lead, and a proven winner is not behind.
    pub fn align(&self, report: &mut Report) {
        for candidate in &mut report.candidates {
            if let Some(&(_, margin)) = self.0.iter().find(|(mv, _)| *mv == candidate.mv) {
                candidate.lead = margin + 0.0;
            }
            candidate.lead = match candidate.proof {
                Some(Proof::Draw) => 0.0,
                Some(Proof::Win) => candidate.lead.max(0.0),
                Some(Proof::Loss) => candidate.lead.min(0.0),
                None => continue,
            };
        }
    }
}
