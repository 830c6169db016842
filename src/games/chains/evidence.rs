//! Knowledge of moves as simulations that were won or lost, as in the Go programs since MoGo (S. Gelly and D. Silver, 2007).

use crate::game::Prior;
use crate::weights::Weights;

/// Simulations for and against a move.
#[derive(Clone, Copy, Default)]
pub struct Evidence {
    pub won: f32,
    pub lost: f32,
}

impl Evidence {
    /// The same as a prior of this weight.
    pub fn prior(self, weight: f32) -> Prior {
        let samples = self.won + self.lost;
        Prior { weight, value: if samples > 0.0 { self.won / samples } else { 0.0 }, samples: samples as u32 }
    }
}

/// A learnt weight counts to the power of this fraction.
const WEIGHT: (i32, i32) = (7, 10);

/// So many simulations a move, on average over a position's moves, what was learnt counts for.
const LEARNT: f32 = 20.0;

/// Adds what was learnt to what is known. A move above the average of its position counts as won, one below as lost,
/// the more simulations the farther it is from it: as Fuego takes the values of its features (M. Enzenberger et al.).
pub fn add_learnt(weights: &Weights, sums: impl Iterator<Item = i32>, priors: &mut [Prior]) {
    let sums: Vec<i32> = sums.collect();
    let mean = sums.iter().map(|&sum| weights.factor(sum)).sum::<f32>() / sums.len().max(1) as f32;
    let mean = weights.octaves(mean);
    let apart = || sums.iter().map(|&sum| sum - mean);
    let (least, most) = (apart().fold(-1, i32::min), apart().fold(1, i32::max));
    let share = LEARNT * sums.len() as f32 / apart().map(|apart| apart.abs()).sum::<i32>().max(1) as f32;
    for (prior, apart) in priors.iter_mut().zip(apart()) {
        let samples = share * apart.abs() as f32;
        let value = if apart < 0 {
            0.5 * (1.0 - apart as f32 / least as f32)
        } else {
            0.5 * (1.0 + apart as f32 / most as f32)
        };
        let known = prior.samples as f32;
        let won = prior.value * known + value * samples;
        let lost = known + samples - won;
        *prior = Evidence { won, lost }.prior(weights.factor(apart * WEIGHT.0 / WEIGHT.1));
    }
}
