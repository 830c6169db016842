//! Prior knowledge about moves as equivalent experience: a number of simulations won and lost, as
//! in the Go programs since MoGo (S. Gelly and D. Silver, 2007).

use quintet_core::position::Prior;
use quintet_core::weights::Weights;

/// Simulations for and against a move.
#[derive(Clone, Copy, Default)]
pub struct EquivalentExperience {
    /// Simulations won.
    pub won: f32,
    /// Simulations lost.
    pub lost: f32,
}

impl EquivalentExperience {
    /// Returns the prior of this experience and an exploration weight.
    pub fn prior(self, weight: f32) -> Prior {
        let samples = self.won + self.lost;
        Prior { weight, value: if samples > 0.0 { self.won / samples } else { 0.0 }, samples: samples as u32 }
    }
}

/// The exponent, as a fraction, with which learned weights enter the exploration weight.
const WEIGHT_EXPONENT: (i32, i32) = (7, 10);

/// The number of simulations that learned weights are worth, averaged over the moves of a position.
const LEARNED_SAMPLES: f32 = 20.0;

/// Adds learned weights to priors. `sums` are the sums of the moves' table entries.
///
/// Moves above the average of the position count as won and moves below it as lost, with more
/// simulations the farther they are from it, as Fuego takes the values of its features (M.
/// Enzenberger et al.).
pub fn add_learned(weights: &Weights, sums: &[i32], priors: &mut [Prior]) {
    let mean = sums.iter().map(|&sum| weights.factor(sum)).sum::<f32>() / sums.len().max(1) as f32;
    let mean = weights.log_factor(mean);
    let deviations = || sums.iter().map(|&sum| sum - mean);
    let (least, most) = (deviations().fold(-1, i32::min), deviations().fold(1, i32::max));
    let total = deviations().map(|deviation| deviation.abs()).sum::<i32>();
    let samples_per_step = LEARNED_SAMPLES * sums.len() as f32 / total.max(1) as f32;
    for (prior, deviation) in priors.iter_mut().zip(deviations()) {
        let samples = samples_per_step * deviation.abs() as f32;
        let value = if deviation < 0 {
            0.5 * (1.0 - deviation as f32 / least as f32)
        } else {
            0.5 * (1.0 + deviation as f32 / most as f32)
        };
        let known = prior.samples as f32;
        let won = prior.value * known + value * samples;
        let lost = known + samples - won;
        let experience = EquivalentExperience { won, lost };
        *prior = experience.prior(weights.factor(deviation * WEIGHT_EXPONENT.0 / WEIGHT_EXPONENT.1));
    }
}
