//! Which passes of the engine are faults.

use std::collections::BTreeSet;

use quintet_core::types::{Move, Seat, Stone};
use quintet_search::{Proof, Report};

use crate::slow::{Board, Cell, Slow};

/// On smaller boards one side often owns everything with less than half of the points filled.
const FEWEST_POINTS: usize = 36;

/// Of all stones around a surrounded region at most one in this many is the opponent's: dead or
/// lonely ones.
const OTHER_STONES: usize = 4;

/// A pass while at least half of the points are empty, on boards of fewer than 64 points two thirds,
/// and a quarter of all points are unsettled.
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

/// Returns whether so much is empty and unsettled that the side to move should not pass.
fn is_early(game: &Slow, points: usize) -> bool {
    let regions = game.board().groups(None);
    let unsettled = regions.iter().filter(|region| !is_surrounded(game.board(), region));
    let unsettled: usize = unsettled.map(Vec::len).sum();
    let empty: usize = regions.iter().map(Vec::len).sum();
    let much = if points < 64 { 3 * empty >= 2 * points } else { 2 * empty >= points };
    much && 4 * unsettled >= points
}

/// Returns whether a region of empty points is the territory of one side as far as its border
/// shows.
fn is_surrounded(board: &Board, region: &[Cell]) -> bool {
    let border: BTreeSet<_> = region.iter().flat_map(|&cell| board.neighbours(cell)).collect();
    let count = |stone| border.iter().filter(|&&cell| board.get(cell) == Some(stone)).count();
    let (black, white) = (count(Stone::Black), count(Stone::White));
    black + white > 0 && OTHER_STONES * black.min(white) <= black + white
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
    use quintet_record::position_line;

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

    /// Judges a pass of Black in a position of ordinary Go.
    fn judged(rows: &str) -> Option<EarlyPass> {
        let points = rows.len() - rows.matches('/').count();
        let line = format!("stoical 8 ko=simple repetition=none komi=0 {rows} b");
        let (setup, diagram) = position_line::read(&line).unwrap();
        let game = Slow::set_up(&setup, &diagram.stones).unwrap();
        judge(&game, Seat::Black, points, &Report::empty(Seat::Black))
    }

    #[test]
    fn a_pass_is_early_until_half_of_the_board_is_filled_or_the_regions_are_surrounded() {
        // A line of Black's, one of White's, and between them nothing.
        let walls = "......../......../......../xxxxxxxx/oooooooo/......../......../........";
        assert_eq!(judged(walls), None);
        // A hole in the walls joins the regions.
        assert_eq!(judged(&walls.replace("/xxx", "/xx.").replace("/ooo", "/oo.")), Some(EarlyPass::Fault));
        // One white stone beside the eight of the border of Black's region is taken for a dead one;
        // four are a fight.
        let one = walls.replacen("......../", "......../...o..../", 1).replacen("......../", "", 1);
        assert_eq!(judged(&one), None);
        assert_eq!(judged(&one.replace("...o....", "..oooo..")), Some(EarlyPass::Fault));
        // Half of the points are filled.
        let half = "xoxoxoxo/......../oxoxoxox/......../xoxoxoxo/......../oxoxoxox/........";
        assert_eq!(judged(half), Some(EarlyPass::Fault));
        assert_eq!(judged(&half.replacen('.', "x", 1)), None);
    }
}
