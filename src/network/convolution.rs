//! Convolutions of three by three points over the channels of a network, and what training needs of them.
//!
//! A grid of activations has a frame of zeros, so that every point has eight neighbours. Sums are taken in one order
//! whatever the processor: each channel adds up for itself, by vectors of any length, and nothing is fused.

use super::{CHANNELS, TAPS};

/// The activations of a point.
pub type Activations = [f32; CHANNELS];

/// What a point and its eight neighbours give to each channel: for each neighbour, and for each of its channels, a row.
pub type Kernel = [[Activations; CHANNELS]; TAPS];

/// Channels that are worked on together: what fits a vector register.
const LANES: usize = 8;
type Lanes = [[f32; LANES]; CHANNELS / LANES];

/// Points that are worked on together, side by side, so that a row that was loaded is used several times.
const ABREAST: usize = 3;

/// A board with a frame, by rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Points in a row, [`Grid::LEAST_WIDTH`] at least.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Grid {
    /// No board has fewer points in a row.
    pub const LEAST_WIDTH: usize = ABREAST;

    const fn stride(self) -> usize {
        self.width + 2
    }

    /// Cells, the frame counted in.
    pub const fn cells(self) -> usize {
        self.stride() * (self.height + 2)
    }

    /// The cell of the first point of a row.
    #[inline(always)]
    pub const fn row(self, y: usize) -> usize {
        (y + 1) * self.stride() + 1
    }

    /// The cells of all points.
    pub fn points(self) -> impl Iterator<Item = usize> {
        (0..self.height).flat_map(move |y| self.row(y)..self.row(y) + self.width)
    }

    /// The neighbour of a cell by its place among the nine.
    #[inline(always)]
    pub const fn neighbour(self, cell: usize, tap: usize) -> usize {
        cell + tap / 3 * self.stride() + tap % 3 - self.stride() - 1
    }

    /// Where rows of [`ABREAST`] points begin that cover all points, some of them twice.
    fn stretches(self) -> impl Iterator<Item = usize> {
        let places = self.width.div_ceil(ABREAST);
        (0..self.height)
            .flat_map(move |y| (0..places).map(move |i| self.row(y) + (i * ABREAST).min(self.width - ABREAST)))
    }
}

#[inline(always)]
fn spread(row: &Activations) -> Lanes {
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
fn triple(cells: &[Activations], at: usize) -> &[Activations; ABREAST] {
    cells[at..at + ABREAST].try_into().expect("as many as were asked for")
}

/// Sets `to` to what `from` gives through a kernel, at every point.
#[inline(always)]
pub fn convolve(grid: Grid, from: &[Activations], kernel: &Kernel, bias: &Activations, to: &mut [Activations]) {
    for at in grid.stretches() {
        let mut sums = [spread(bias); ABREAST];
        for (tap, rows) in kernel.iter().enumerate() {
            let near = triple(from, grid.neighbour(at, tap));
            for (i, row) in rows.iter().enumerate() {
                for (sum, near) in sums.iter_mut().zip(near) {
                    add_scaled(sum, near[i], row);
                }
            }
        }
        for (to, sum) in to[at..at + ABREAST].iter_mut().zip(&sums) {
            for c in 0..CHANNELS {
                to[c] = sum[c / LANES][c % LANES];
            }
        }
    }
}

/// Adds to `gradient` how a kernel's entries change an error, whose gradients at the points that the kernel gave to are `error`.
#[inline(always)]
pub fn add_gradient(grid: Grid, from: &[Activations], error: &[Activations], gradient: &mut Kernel) {
    for (tap, rows) in gradient.iter_mut().enumerate() {
        for (group, rows) in rows.chunks_exact_mut(ABREAST).enumerate() {
            let mut sums: [Lanes; ABREAST] = std::array::from_fn(|i| spread(&rows[i]));
            for at in grid.points() {
                let near = &from[grid.neighbour(at, tap)];
                for (i, sum) in sums.iter_mut().enumerate() {
                    add_scaled(sum, near[group * ABREAST + i], &error[at]);
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

/// The kernel that carries gradients back: neighbours mirrored, channels exchanged.
pub fn reversed(kernel: &Kernel) -> Box<Kernel> {
    let mut back = Box::new([[[0.0; CHANNELS]; CHANNELS]; TAPS]);
    for (tap, rows) in kernel.iter().enumerate() {
        for (i, row) in rows.iter().enumerate() {
            for (c, &entry) in row.iter().enumerate() {
                back[TAPS - 1 - tap][c][i] = entry;
            }
        }
    }
    back
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { width: 4, height: 3 };

    /// Numbers that look random, 0 on the frame.
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

    /// The same by the definition, in another order.
    fn plainly(from: &[Activations], kernel: &Kernel) -> Vec<Activations> {
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
    fn a_convolution_is_the_sum_over_nine_points_and_all_channels() {
        let (from, kernel) = (noise(1), kernel());
        let mut to = vec![[0.0; CHANNELS]; GRID.cells()];
        convolve(GRID, &from, &kernel, &[0.25; CHANNELS], &mut to);
        for (at, expected) in GRID.points().zip(GRID.points().map(|at| plainly(&from, &kernel)[at])) {
            for c in 0..CHANNELS {
                assert!((to[at][c] - expected[c] - 0.25).abs() < 1e-3, "{at} {c}: {} {}", to[at][c], expected[c]);
            }
        }
    }

    /// The scalar product of two grids.
    fn product(a: &[Activations], b: &[Activations]) -> f64 {
        a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| f64::from(a * b)).sum()
    }

    #[test]
    fn the_gradient_is_what_small_changes_make() {
        // ⟨error, K·from⟩ is linear in the kernel and in `from`: its gradients are exact.
        let (from, error, kernel) = (noise(1), noise(5), kernel());
        let value = product(&error, &plainly(&from, &kernel));
        let mut gradient = Box::new([[[0.0; CHANNELS]; CHANNELS]; TAPS]);
        add_gradient(GRID, &from, &error, &mut gradient);
        let by_kernel: f64 = gradient.iter().zip(&*kernel).map(|(a, b)| product(a, b)).sum();
        assert!((by_kernel - value).abs() < 1e-3 * value.abs().max(1.0), "{by_kernel} {value}");
        let mut back = vec![[0.0; CHANNELS]; GRID.cells()];
        convolve(GRID, &error, &reversed(&kernel), &[0.0; CHANNELS], &mut back);
        let by_input = product(&back, &from);
        assert!((by_input - value).abs() < 1e-3 * value.abs().max(1.0), "{by_input} {value}");
    }
}
