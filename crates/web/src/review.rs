//! The review of a game: classes of moves by what they lost.
//!
//! All thresholds are here; `docs/web.md` lists them for users.

use crate::messages::{Grade, ValueView};
use quintet_core::types::Seat;

/// The least number of visits of a value that is used.
const TRUSTED_VISITS: u64 = 50;

/// The losses of expected result from which on a move is not the best, an inaccuracy, a mistake and
/// a blunder.
const NOT_BEST: f64 = 0.02;
const INACCURACY: f64 = 0.06;
const MISTAKE: f64 = 0.12;
const BLUNDER: f64 = 0.25;

/// Returns the class of a move that lost some expected result.
fn of_loss(lost: f64) -> Grade {
    match lost {
        lost if lost >= BLUNDER => Grade::Blunder,
        lost if lost >= MISTAKE => Grade::Mistake,
        lost if lost >= INACCURACY => Grade::Inaccuracy,
        lost if lost >= NOT_BEST => Grade::Good,
        _ => Grade::Best,
    }
}

/// The review of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Review {
    /// Its class.
    pub grade: Grade,
    /// The expected result that it lost, from 0 to 1.
    pub lost: f64,
}

/// Reviews a move of `seat` by the values of the positions before and after it, if both are known
/// well enough.
pub fn review(before: Option<ValueView>, after: Option<ValueView>, seat: Seat) -> Option<Review> {
    let trusted = |value: &ValueView| value.exact || value.visits >= TRUSTED_VISITS;
    let (before, after) = (before.filter(trusted)?, after.filter(trusted)?);
    let lost = ((before.rate - after.rate) * seat.sign()).max(0.0);
    let points = exact_margin(&before).zip(exact_margin(&after)).map(|(before, after)| (before - after) * seat.sign());
    let grade = match points {
        Some(points) if points > 0.0 => of_loss(lost).max(Grade::Inaccuracy),
        _ => of_loss(lost),
    };
    Some(Review { grade, lost })
}

/// Returns the margin of a value if it is exact: computed or final, not estimated by a search.
fn exact_margin(value: &ValueView) -> Option<f64> {
    value.lead.filter(|_| value.exact && value.visits == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(rate: f64) -> Option<ValueView> {
        Some(ValueView { rate, lead: None, exact: false, visits: 1000 })
    }

    fn exact(rate: f64, lead: f64) -> Option<ValueView> {
        Some(ValueView { rate, lead: Some(lead), exact: true, visits: 0 })
    }

    #[test]
    fn moves_are_classified_by_the_expected_result_that_they_lose() {
        let grade = |before, after, seat| review(estimate(before), estimate(after), seat).unwrap().grade;
        assert_eq!(grade(0.60, 0.59, Seat::Black), Grade::Best);
        assert_eq!(grade(0.60, 0.57, Seat::Black), Grade::Good);
        assert_eq!(grade(0.60, 0.53, Seat::Black), Grade::Inaccuracy);
        assert_eq!(grade(0.60, 0.45, Seat::Black), Grade::Mistake);
        assert_eq!(grade(0.60, 0.30, Seat::Black), Grade::Blunder);
        assert_eq!(grade(0.30, 0.60, Seat::White), Grade::Blunder, "values are for Black");
        assert_eq!(grade(0.30, 0.60, Seat::Black), Grade::Best, "a value that rises loses nothing");
    }

    #[test]
    fn an_exact_margin_that_shrinks_is_an_inaccuracy_and_a_lost_win_a_blunder() {
        let grade = |before, after| review(before, after, Seat::Black).unwrap().grade;
        assert_eq!(grade(exact(1.0, 5.0), exact(1.0, 5.0)), Grade::Best);
        assert_eq!(grade(exact(1.0, 5.0), exact(1.0, 3.0)), Grade::Inaccuracy);
        assert_eq!(grade(exact(1.0, 5.0), exact(0.0, -1.0)), Grade::Blunder);
        assert_eq!(grade(exact(0.5, 0.0), exact(0.0, -1.0)), Grade::Blunder);
    }

    #[test]
    fn values_of_few_visits_are_not_used() {
        let rough = Some(ValueView { visits: 10, ..estimate(0.2).unwrap() });
        assert_eq!(review(estimate(0.9), rough, Seat::Black), None);
        assert_eq!(review(None, estimate(0.9), Seat::Black), None);
    }
}
