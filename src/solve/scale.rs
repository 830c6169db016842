//! Values as whole numbers.

use crate::game::Game;
use crate::words::Seat;

/// What a value is in whole numbers, seen by Black: margins without komi, or who wins.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// What endless play is worth on this scale.
    pub endless: f64,
    /// Whether margins count.
    margins: bool,
    komi: f64,
    /// Steps a point: 2 where komi isn't whole, and endless play is worth a step between two scores.
    steps: i32,
}

impl Scale {
    /// The scale of a game.
    pub fn new<G: Game>(komi: f64) -> Scale {
        let komi = if G::info().komi { komi } else { 0.0 };
        let whole = komi == komi.round();
        let endless = if whole { komi } else { 2.0 * komi.floor() + 1.0 };
        let margins = G::knows_margin();
        Scale { endless: if margins { endless } else { 0.0 }, margins, komi, steps: if whole { 1 } else { 2 } }
    }

    /// A margin, seen by Black, on this scale.
    pub fn of(self, margin: f64) -> i32 {
        if self.margins {
            (margin + self.komi).round() as i32 * self.steps
        } else {
            (margin > 0.0) as i32 - (margin < 0.0) as i32
        }
    }

    /// Steps a point of score.
    pub fn steps(self) -> i32 {
        self.steps
    }

    /// The margin, or 1, 0 and −1 for a winner, of a value on this scale.
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

    /// The bounds that a position has at a glance, seen by Black.
    pub fn bounds<G: Game>(self, position: &G) -> [i32; 2] {
        let [low, high] = position.value_bounds();
        if self.margins {
            let whole = |margin: f64| (margin + self.komi).round().clamp(-15_000.0, 15_000.0) as i32 * self.steps;
            [whole(low), whole(high)]
        } else {
            [if low >= 0.0 { i32::from(low > 0.0) } else { -1 }, if high <= 0.0 { -i32::from(high < 0.0) } else { 1 }]
        }
    }
}

/// Black's bounds as a seat sees them; and a seat's as Black does.
pub fn seen_by([low, high]: [i32; 2], seat: Seat) -> [i32; 2] {
    match seat {
        Seat::Black => [low, high],
        Seat::White => [-high, -low],
    }
}
