//! Values as integers.

use quintet_core::position::AnyPosition;
use quintet_core::setup::Setup;
use quintet_core::types::Seat;

/// Bounds of values are clamped to this many points.
const LARGEST_MARGIN: f64 = 15_000.0;

/// Converts margins to integers and back. An integer value is a margin for Black without komi, or
/// says who wins.
#[derive(Clone, Copy, Debug)]
pub struct ValueScale {
    /// The value of endless play.
    endless: f64,
    /// Whether margins count.
    margins: bool,
    komi: f64,
    /// Steps per point: 2 if komi is fractional, so that endless play lies one step between two
    /// scores.
    steps: i32,
}

impl ValueScale {
    /// Creates the scale of a setup.
    pub fn new(setup: &Setup) -> ValueScale {
        let info = setup.info();
        let komi = if info.komi { setup.komi() } else { 0.0 };
        let is_whole = komi == komi.round();
        let endless = if is_whole { komi } else { 2.0 * komi.floor() + 1.0 };
        let margins = info.solving.values_are_margins;
        let steps = if is_whole { 1 } else { 2 };
        ValueScale { endless: if margins { endless } else { 0.0 }, margins, komi, steps }
    }

    /// Returns the value of endless play for Black.
    pub fn endless(self) -> f64 {
        self.endless
    }

    /// Returns whether values are margins.
    pub fn has_margins(self) -> bool {
        self.margins
    }

    /// Returns the number of steps per point of score.
    pub fn steps(self) -> i32 {
        self.steps
    }

    /// Converts a margin for Black.
    pub fn value_of(self, margin: f64) -> i32 {
        if self.margins {
            (margin + self.komi).round() as i32 * self.steps
        } else {
            (margin > 0.0) as i32 - (margin < 0.0) as i32
        }
    }

    /// Converts a value to a margin for Black, or to 1, 0 or −1 for a winner.
    pub fn margin(self, value: i32) -> f64 {
        if !self.margins {
            f64::from(value)
        } else if value % self.steps != 0 {
            // No score lies there: endless play.
            0.0
        } else {
            f64::from(value / self.steps) - self.komi
        }
    }

    /// Converts bounds of a value to bounds of the margin for Black. The search bisects the range of
    /// values, so a bound can lie between two scores; only endless play can have such a value.
    pub fn margins(self, [low, high]: [i32; 2]) -> [f64; 2] {
        let is_no_value = |bound: i32| self.margins && bound % self.steps != 0 && f64::from(bound) != self.endless;
        [low + i32::from(is_no_value(low)), high - i32::from(is_no_value(high))].map(|bound| self.margin(bound))
    }

    /// Returns the static bounds of a position's value for Black.
    pub fn bounds(self, position: &dyn AnyPosition) -> [i32; 2] {
        self.value_bounds(position.value_bounds())
    }

    /// Converts bounds of a margin for Black, which may be infinite.
    pub fn value_bounds(self, [low, high]: [f64; 2]) -> [i32; 2] {
        if self.margins {
            let whole =
                |margin: f64| (margin + self.komi).round().clamp(-LARGEST_MARGIN, LARGEST_MARGIN) as i32 * self.steps;
            [whole(low), whole(high)]
        } else {
            let low = if low >= 0.0 { i32::from(low > 0.0) } else { -1 };
            let high = if high <= 0.0 { -i32::from(high < 0.0) } else { 1 };
            [low, high]
        }
    }
}

/// Converts bounds for Black to bounds for a side, or back.
pub fn seen_by([low, high]: [i32; 2], seat: Seat) -> [i32; 2] {
    match seat {
        Seat::Black => [low, high],
        Seat::White => [-high, -low],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractional_komi_puts_endless_play_between_two_scores() {
        let scale = ValueScale { endless: 7.0, margins: true, komi: 3.5, steps: 2 };
        assert_eq!([-0.5, 0.5].map(|margin| scale.value_of(margin)), [6, 8]);
        assert_eq!([6, 7, 8].map(|value| scale.margin(value)), [-0.5, 0.0, 0.5]);
    }

    #[test]
    fn bounds_between_two_scores_are_those_of_the_scores_inside() {
        let scale = ValueScale { endless: 7.0, margins: true, komi: 3.5, steps: 2 };
        assert_eq!(scale.margins([1, 5]), [-2.5, -1.5]);
        assert_eq!(scale.margins([-3, 9]), [-4.5, 0.5]);
        // Endless play.
        assert_eq!(scale.margins([7, 8]), [0.0, 0.5]);
        assert_eq!(scale.margins([6, 7]), [-0.5, 0.0]);
    }

    #[test]
    fn bounds_of_white_are_those_of_black_negated() {
        assert_eq!(seen_by([-3, 5], Seat::Black), [-3, 5]);
        assert_eq!(seen_by([-3, 5], Seat::White), [-5, 3]);
        assert_eq!(seen_by(seen_by([-3, 5], Seat::White), Seat::White), [-3, 5]);
    }
}
