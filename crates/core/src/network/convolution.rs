//! 3 × 3 convolutions over the channels of a network, and their gradients for training.
//!
//! A grid of activations is padded with a frame of zeros, so that every point has eight neighbours.
//! The order of additions does not depend on the processor: each channel is summed on its own, with
//! vectors of any length and without fused multiply-add.

use super::{CHANNELS, TAPS};

/// The activations of the channels at one point.
pub type Activations = [f32; CHANNELS];

/// The weights of a convolution: for each of the nine taps and each input channel, one weight for
/// every output channel.
pub type Kernel = [[Activations; CHANNELS]; TAPS];

/// The number of channels in one vector register.
const LANES: usize = 8;
type Lanes = [[f32; LANES]; CHANNELS / LANES];

/// The number of adjacent points that are processed together, so that a loaded row of weights is
/// used several times (register blocking).
const POINTS_PER_BLOCK: usize = 3;

/// The layout of a board with a frame of one cell, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The number of points in a row, at least [`Grid::MIN_WIDTH`].
    pub width: usize,
    /// The number of rows.
    pub height: usize,
}

impl Grid {
    /// The smallest number of points in a row.
    pub const MIN_WIDTH: usize = POINTS_PER_BLOCK;

    /// Returns the distance between vertically adjacent cells.
    const fn stride(self) -> usize {
        self.width + 2
    }

    /// Returns the number of cells, including the frame.
    pub const fn cells(self) -> usize {
        self.stride() * (self.height + 2)
    }

    /// Returns the cell of the first point of row `y`.
    #[inline(always)]
    pub const fn row(self, y: usize) -> usize {
        (y + 1) * self.stride() + 1
    }

    /// Returns the cells of all points.
    pub fn points(self) -> impl Iterator<Item = usize> {
        (0..self.height).flat_map(move |y| self.row(y)..self.row(y) + self.width)
    }

    /// Returns the cell at position `tap` (0 to 8, row by row) of the 3 × 3 window around a cell.
    #[inline(always)]
    pub const fn neighbour(self, cell: usize, tap: usize) -> usize {
        cell + tap / 3 * self.stride() + tap % 3 - self.stride() - 1
    }

    /// Returns the first cells of blocks of [`POINTS_PER_BLOCK`] points that cover all points, some
    /// of them twice.
    fn blocks(self) -> impl Iterator<Item = usize> {
        let places = self.width.div_ceil(POINTS_PER_BLOCK);
        (0..self.height).flat_map(move |y| {
            (0..places).map(move |i| self.row(y) + (i * POINTS_PER_BLOCK).min(self.width - POINTS_PER_BLOCK))
        })
    }
}

#[inline(always)]
fn to_lanes(row: &Activations) -> Lanes {
    std::array::from_fn(|j| std::array::from_fn(|c| row[j * LANES + c]))
}

#[inline(always)]
fn add_scaled(sum: &mut Lanes, factor: f32, row: &Activations) {
    for (j, sum) in sum.iter_mut().enumerate() {
        for (c, sum) in sum.iter_mut().enumerate() {
            *sum += factor * row[j * LANES + c];
        }
    }
}

#[inline(always)]
fn block_at(cells: &[Activations], at: usize) -> &[Activations; POINTS_PER_BLOCK] {
    cells[at..at + POINTS_PER_BLOCK].try_into().expect("the slice has this length")
}

/// Computes a convolution: sets `to` at every point to `bias` plus the weighted activations of
/// `from`.
#[inline(always)]
pub fn convolve(grid: Grid, from: &[Activations], kernel: &Kernel, bias: &Activations, to: &mut [Activations]) {
    for at in grid.blocks() {
        let mut sums = [to_lanes(bias); POINTS_PER_BLOCK];
        for (tap, rows) in kernel.iter().enumerate() {
            let near = block_at(from, grid.neighbour(at, tap));
            for (i, row) in rows.iter().enumerate() {
                for (sum, near) in sums.iter_mut().zip(near) {
                    add_scaled(sum, near[i], row);
                }
            }
        }
        for (to, sum) in to[at..at + POINTS_PER_BLOCK].iter_mut().zip(&sums) {
            for c in 0..CHANNELS {
                to[c] = sum[c / LANES][c % LANES];
            }
        }
    }
}

/// Adds to `gradient` the gradient of the loss with respect to the kernel.
///
/// `from` is the input of the convolution, `error` the gradient with respect to its output.
#[inline(always)]
pub fn add_gradient(grid: Grid, from: &[Activations], error: &[Activations], gradient: &mut Kernel) {
    for (tap, rows) in gradient.iter_mut().enumerate() {
        for (group, rows) in rows.chunks_exact_mut(POINTS_PER_BLOCK).enumerate() {
            let mut sums: [Lanes; POINTS_PER_BLOCK] = std::array::from_fn(|i| to_lanes(&rows[i]));
            for at in grid.points() {
                let near = &from[grid.neighbour(at, tap)];
                for (i, sum) in sums.iter_mut().enumerate() {
                    add_scaled(sum, near[group * POINTS_PER_BLOCK + i], &error[at]);
                }
            }
            for (row, sum) in rows.iter_mut().zip(&sums) {
                for c in 0..CHANNELS {
                    row[c] = sum[c / LANES][c % LANES];
                }
            }
        }
    }
}

/// Returns the kernel of the transposed convolution, which propagates gradients backwards: taps
/// mirrored, input and output channels exchanged.
pub fn transposed(kernel: &Kernel) -> Box<Kernel> {
    let mut transposed = Box::new([[[0.0; CHANNELS]; CHANNELS]; TAPS]);
    for (tap, rows) in kernel.iter().enumerate() {
        for (i, row) in rows.iter().enumerate() {
            for (c, &entry) in row.iter().enumerate() {
                transposed[TAPS - 1 - tap][c][i] = entry;
            }
        }
    }
    transposed
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { width: 4, height: 3 };

    /// Pseudo-random activations, 0 on the frame.
    fn noise(seed: usize) -> Vec<Activations> {
        let mut cells = vec![[0.0; CHANNELS]; GRID.cells()];
        for at in GRID.points() {
            cells[at] = std::array::from_fn(|c| ((seed + at * 31 + c * 17) % 23) as f32 / 8.0 - 1.0);
        }
        cells
    }

    fn kernel() -> Box<Kernel> {
        let mut kernel = Box::new([[[0.0; CHANNELS]; CHANNELS]; TAPS]);
        for (tap, rows) in kernel.iter_mut().enumerate() {
            for (i, row) in rows.iter_mut().enumerate() {
                *row = std::array::from_fn(|c| ((tap * 7 + i * 5 + c * 3) % 13) as f32 / 16.0 - 0.4);
            }
        }
        kernel
    }

    /// The convolution by its definition, in another order.
    fn reference(from: &[Activations], kernel: &Kernel) -> Vec<Activations> {
        let mut to = vec![[0.0; CHANNELS]; GRID.cells()];
        for (y, x, c) in (0..3).flat_map(|y| (0..4).flat_map(move |x| (0..CHANNELS).map(move |c| (y, x, c)))) {
            let mut sum = 0.0;
            for (dy, dx, i) in (0..3).flat_map(|dy| (0..3).flat_map(move |dx| (0..CHANNELS).map(move |i| (dy, dx, i))))
            {
                if (1..=3).contains(&(y + dy)) && (1..=4).contains(&(x + dx)) {
                    sum += from[GRID.row(y + dy - 1) + x + dx - 1][i] * kernel[dy * 3 + dx][i][c];
                }
            }
            to[GRID.row(y) + x][c] = sum;
        }
        to
    }

    #[test]
    fn convolution_matches_its_definition() {
        let (from, kernel) = (noise(1), kernel());
        let mut to = vec![[0.0; CHANNELS]; GRID.cells()];
        convolve(GRID, &from, &kernel, &[0.25; CHANNELS], &mut to);
        for (at, expected) in GRID.points().zip(GRID.points().map(|at| reference(&from, &kernel)[at])) {
            for c in 0..CHANNELS {
                assert!((to[at][c] - expected[c] - 0.25).abs() < 1e-3, "{at} {c}: {} {}", to[at][c], expected[c]);
            }
        }
    }

    /// The scalar product of two grids.
    fn dot(a: &[Activations], b: &[Activations]) -> f64 {
        a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| f64::from(a * b)).sum()
    }

    #[test]
    fn gradients_match_the_linear_form() {
        // ⟨error, K·from⟩ is linear in the kernel and in `from`, so its gradients are exact.
        let (from, error, kernel) = (noise(1), noise(5), kernel());
        let value = dot(&error, &reference(&from, &kernel));
        let mut gradient = Box::new([[[0.0; CHANNELS]; CHANNELS]; TAPS]);
        add_gradient(GRID, &from, &error, &mut gradient);
        let by_kernel: f64 = gradient.iter().zip(&*kernel).map(|(a, b)| dot(a, b)).sum();
        assert!((by_kernel - value).abs() < 1e-3 * value.abs().max(1.0), "{by_kernel} {value}");
        let mut back = vec![[0.0; CHANNELS]; GRID.cells()];
        convolve(GRID, &error, &transposed(&kernel), &[0.0; CHANNELS], &mut back);
        let by_input = dot(&back, &from);
        assert!((by_input - value).abs() < 1e-3 * value.abs().max(1.0), "{by_input} {value}");
    }
}
