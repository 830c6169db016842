//! Which passes of the engine are faults.

use quintet_core::types::{Move, Seat};
use quintet_search::{Proof, Report};

use crate::slow::Slow;

/// On smaller boards one side often owns everything with less than half of the points filled.
const FEWEST_POINTS: usize = 36;

/// A pass while at least half of the points are empty, on boards of fewer than 64 points two thirds:
/// there, everything can be settled when half of the points are filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EarlyPass {
    /// There is no other legal move.
    Forced,
    /// The opponent has just passed, and the side that passes wins the game thereby.
    Wins,
    /// The search has proved that no move is better.
    Proved,
    /// Anything else.
    Fault,
}

/// Returns why a side passes early; `None` if a pass is not early. No pass is on a board of fewer
/// than 36 points.
pub fn judge(game: &Slow, seat: Seat, points: usize, report: &Report) -> Option<EarlyPass> {
    if points < FEWEST_POINTS || !is_early(game, points) {
        return None;
    }
    let after_pass = game.turns.last().is_some_and(|turn| turn.mv == Move::PASS);
    Some(if game.legal_moves(seat) == [Move::PASS] {
        EarlyPass::Forced
    } else if after_pass && game.score().is_some_and(|margin| margin * seat.sign() > 0.0) {
        EarlyPass::Wins
    } else if is_proved(report) {
        EarlyPass::Proved
    } else {
        EarlyPass::Fault
    })
}

/// Returns whether so many points are empty that the side to move should not pass.
fn is_early(game: &Slow, points: usize) -> bool {
    let empty: usize = game.board().groups(None).iter().map(Vec::len).sum();
    if points < 64 { 3 * empty >= 2 * points } else { 2 * empty >= points }
}

/// Returns whether the search has proved that no move is better than a pass.
fn is_proved(report: &Report) -> bool {
    let pass = report.candidates.iter().find(|candidate| candidate.mv == Move::PASS);
    match report.proof {
        Some(Proof::Loss) => true,
        Some(value) => pass.is_some_and(|pass| pass.proof >= Some(value)),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setups::setup;
    use quintet_core::board::Point;

    /// Plays moves of both sides in turn.
    fn game(line: &str, moves: &[Move]) -> Slow {
        let mut game = Slow::new(&setup(line));
        for &mv in moves {
            assert!(game.play(game.to_move(), mv));
        }
        game
    }

    fn proved(seat: Seat, proof: Proof) -> Report {
        Report { proof: Some(proof), ..Report::empty(seat) }
    }

    #[test]
    fn a_pass_on_an_empty_board_is_a_fault_unless_it_is_proved_or_wins() {
        let (black, white) = (Seat::Black, Seat::White);
        let start = game("stoical 6 komi=7.5", &[]);
        assert_eq!(judge(&start, black, 36, &Report::empty(black)), Some(EarlyPass::Fault));
        assert_eq!(judge(&start, black, 36, &proved(black, Proof::Loss)), Some(EarlyPass::Proved));
        // A proved win must be the pass itself.
        assert_eq!(judge(&start, black, 36, &proved(black, Proof::Win)), Some(EarlyPass::Fault));
        let after = game("stoical 6 komi=7.5", &[Move::PASS]);
        assert_eq!(judge(&after, white, 36, &Report::empty(white)), Some(EarlyPass::Wins));
        let drawn = game("stoical 6", &[Move::PASS]);
        assert_eq!(judge(&drawn, white, 36, &Report::empty(white)), Some(EarlyPass::Fault));
        let small = game("stoical 5", &[]);
        assert_eq!(judge(&small, black, 25, &Report::empty(black)), None);
    }

    #[test]
    fn a_pass_on_a_board_that_is_filled_enough_is_none() {
        // Columns of one colour each.
        let stones = |count| (0..count).map(|point| Move::place(0, Point(point))).collect::<Vec<_>>();
        for (size, enough) in [(6, 13), (8, 33)] {
            let judged = |count| {
                let game = game(&format!("stoical {size}"), &stones(count));
                judge(&game, game.to_move(), size * size, &Report::empty(game.to_move()))
            };
            assert_eq!(judged(enough - 1), Some(EarlyPass::Fault));
            assert_eq!(judged(enough), None);
        }
    }
}
