//! Global pooling: the mean and the maximum of each channel over the whole board are added, with
//! weights, to every point (D. Wu, *Accelerating Self-Play Learning in Go*, 2019, section 3.3).

use super::Grid;
use super::convolution::{Activations, LANES, view, view_mut};
use quintet_system::cpu::{BitOps, Kernel, dispatch};

/// The pooling between the convolutions of a block.
pub struct Pooling<'a> {
    /// The size of the board.
    pub grid: Grid,
    /// The inputs of each point; cells without any are not pooled.
    pub inputs: &'a [u16],
    /// The activations after the first convolution.
    pub from: &'a [f32],
    /// The weights: a row of output channels for each mean, then for each maximum.
    pub weights: &'a [f32],
    /// The bias of the second convolution.
    pub bias: &'a [f32],
    /// Set to the means and maxima.
    pub pooled: &'a mut [f32],
    /// Set to the bias of the second convolution on this board.
    pub to: &'a mut [f32],
}

impl Pooling<'_> {
    /// Sets `pooled` and `to`.
    pub fn compute(self) {
        match self.bias.len() / LANES {
            3 => dispatch(WithVectors::<3>(self)),
            4 => dispatch(WithVectors::<4>(self)),
            6 => dispatch(WithVectors::<6>(self)),
            _ => dispatch(WithVectors::<8>(self)),
        }
    }
}

struct WithVectors<'a, const V: usize>(Pooling<'a>);

impl<const V: usize> Kernel for WithVectors<'_, V> {
    type Output = ();

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) {
        let Pooling { grid, inputs, from, weights, bias, pooled, to } = self.0;
        pool::<V>(grid, inputs, from, pooled);
        let mut sums = view::<V>(bias)[0];
        for (&factor, row) in pooled.iter().zip(view::<V>(weights)) {
            for v in 0..V {
                for c in 0..LANES {
                    sums[v][c] += factor * row[v][c];
                }
            }
        }
        view_mut::<V>(to)[0] = sums;
    }
}

/// Sets `pooled` to the mean and the maximum of each channel. Activations are not negative.
#[inline(always)]
fn pool<const V: usize>(grid: Grid, inputs: &[u16], from: &[f32], pooled: &mut [f32]) {
    let from = view::<V>(from);
    let (mut sums, mut most): (Activations<V>, Activations<V>) = ([[0.0; LANES]; V], [[0.0; LANES]; V]);
    let mut points = 0.0;
    for (at, &inputs) in grid.points().zip(inputs) {
        if inputs == 0 {
            continue;
        }
        for v in 0..V {
            for c in 0..LANES {
                let activation = from[at][v][c];
                sums[v][c] += activation;
                most[v][c] = if activation > most[v][c] { activation } else { most[v][c] };
            }
        }
        points += 1.0;
    }
    // All points of a board may be blocked.
    let points = f32::max(points, 1.0);
    let (means, maxima) = pooled.split_at_mut(V * LANES);
    for (mean, sum) in means.iter_mut().zip(sums.as_flattened()) {
        *mean = sum / points;
    }
    maxima.copy_from_slice(most.as_flattened());
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_system::cpu::run_portable;

    const GRID: Grid = Grid { width: 3, height: 3 };

    #[test]
    fn means_and_maxima_of_the_points_are_added_with_their_weights() {
        let mut from = vec![0.0; 24 * GRID.cells()];
        for (i, at) in GRID.points().enumerate() {
            from[at * 24 + 1] = i as f32;
        }
        // The last cell, whose activation is 8, is no point: the mean is 3.5, the maximum 7.
        let inputs = [1, 1, 1, 1, 1, 1, 1, 1, 0];
        let mut weights = vec![0.0; 2 * 24 * 24];
        weights[24 + 5] = 2.0;
        weights[25 * 24 + 5] = 10.0;
        weights[25 * 24 + 6] = -1.0;
        let bias = vec![0.5; 24];
        let (mut pooled, mut to) = (vec![9.0; 48], vec![9.0; 24]);
        Pooling {
            grid: GRID,
            inputs: &inputs,
            from: &from,
            weights: &weights,
            bias: &bias,
            pooled: &mut pooled,
            to: &mut to,
        }
        .compute();
        assert_eq!((pooled[0], pooled[1], pooled[24], pooled[25]), (0.0, 3.5, 0.0, 7.0));
        assert_eq!(to[4..8], [0.5, 0.5 + 7.0 + 70.0, 0.5 - 7.0, 0.5]);
    }

    #[test]
    fn boards_without_points_have_means_and_maxima_of_0() {
        let from = vec![1.0; 24 * GRID.cells()];
        let mut pooled = vec![9.0; 48];
        pool::<3>(GRID, &[0; 9], &from, &mut pooled);
        assert_eq!(pooled, [0.0; 48]);
    }

    #[test]
    fn pooling_is_identical_on_all_processors() {
        let number = |i: usize| (i * 37 % 101) as f32 / 400.0;
        let from: Vec<f32> = (0..48 * GRID.cells()).map(number).collect();
        let weights: Vec<f32> = (0..2 * 48 * 48).map(|i| number(i) - 0.12).collect();
        let bias = vec![0.25; 48];
        let results = [false, true].map(|portable| {
            let (mut pooled, mut to) = (vec![0.0; 96], vec![0.0; 48]);
            let pooling = Pooling {
                grid: GRID,
                inputs: &[1; 9],
                from: &from,
                weights: &weights,
                bias: &bias,
                pooled: &mut pooled,
                to: &mut to,
            };
            if portable {
                run_portable(WithVectors::<6>(pooling))
            } else {
                pooling.compute()
            }
            (pooled, to)
        });
        assert_eq!(results[0], results[1]);
    }
}
