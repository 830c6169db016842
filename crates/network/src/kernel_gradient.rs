//! The gradient of a convolution's kernel, for training.

use super::Grid;
use super::convolution::{Buffers, LANES, WindowTransform, add_scaled, view, view_mut, with_vectors};
use super::winograd::{ErrorTransform, TILE, Transform as _};
use quintet_system::cpu::{BitOps, Kernel};

/// The number of rows of a kernel's gradient that are processed together.
const ROWS_PER_BLOCK: usize = 4;

/// The gradient of the loss with respect to the [transformed] kernel of a convolution.
///
/// [transformed]: super::convolution::transformed
#[derive(Debug)]
pub struct KernelGradient<'a> {
    /// The size of the board.
    pub grid: Grid,
    /// The numbers of vectors of input and output channels.
    pub vectors: (usize, usize),
    /// The input of the convolution.
    pub from: &'a [f32],
    /// The gradient with respect to its output, 0 beyond the board.
    pub error: &'a [f32],
    /// The sum to which the gradient is added.
    pub sum: &'a mut [f32],
    /// Buffers for this size of board.
    pub buffers: &'a mut Buffers,
}

impl KernelGradient<'_> {
    /// Adds the gradient to the sum.
    ///
    /// # Panics
    /// Panics if no network has these numbers of vectors.
    pub fn add(self) {
        let KernelGradient { grid, vectors, from, error, sum, buffers } = self;
        WindowTransform { grid, from, to: &mut buffers.inputs }.compute(vectors.0);
        ErrorProduct { grid, vectors, error, sum, buffers }.add();
    }
}

/// The sum over all tiles of the products of transformed inputs and transformed gradients.
pub(super) struct ErrorProduct<'a> {
    pub grid: Grid,
    pub vectors: (usize, usize),
    pub error: &'a [f32],
    pub sum: &'a mut [f32],
    pub buffers: &'a mut Buffers,
}

impl ErrorProduct<'_> {
    fn add(self) {
        with_vectors!(self)
    }
}

/// Work with fixed numbers of vectors of input and output channels.
pub(super) struct WithVectors<T, const I: usize, const O: usize>(pub T);

impl<const I: usize, const O: usize> Kernel for WithVectors<ErrorProduct<'_>, I, O> {
    type Output = ();

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) {
        let ErrorProduct { grid, error, sum, buffers, .. } = self.0;
        transform_errors::<O>(grid, error, &mut buffers.products);
        match (B::VECTOR, O) {
            (16, 4) => add_products::<I, O, 16, 2>(grid, sum, buffers),
            (16, 6) => add_products::<I, O, 16, 3>(grid, sum, buffers),
            (16, 8) => add_products::<I, O, 16, 4>(grid, sum, buffers),
            (_, 4 | 8) => add_products::<I, O, 8, 2>(grid, sum, buffers),
            _ => add_products::<I, O, 8, 3>(grid, sum, buffers),
        }
    }
}

/// Sets `to` to the transformed gradients of all tiles.
#[inline(always)]
fn transform_errors<const V: usize>(grid: Grid, error: &[f32], to: &mut [f32]) {
    let (error, to) = (view::<V>(error), view_mut::<V>(to));
    let slots = grid.slots();
    for (tile, (left, top)) in grid.corners().enumerate() {
        for v in 0..V {
            let mut window = [[[0.0; LANES]; TILE]; TILE];
            for y in 0..TILE {
                for (x, cell) in error[grid.row(top + y) + left..][..TILE].iter().enumerate() {
                    window[y][x] = cell[v];
                }
            }
            let window = ErrorTransform::square(&window);
            for (i, lanes) in window.as_flattened().iter().enumerate() {
                to[i * slots + tile][v] = *lanes;
            }
        }
    }
}

/// Adds the products of transformed inputs and gradients, summed over tiles, `G` vectors of `L`
/// output channels at a time.
#[inline(always)]
fn add_products<const I: usize, const O: usize, const L: usize, const G: usize>(
    grid: Grid,
    gradient: &mut [f32],
    buffers: &Buffers,
) {
    let (inputs, errors) = (view::<I>(&buffers.inputs), &buffers.products);
    let (slots, tiles, channels) = (grid.slots(), grid.tiles(), O * LANES);
    let blocks = gradient.chunks_exact_mut(ROWS_PER_BLOCK * channels).enumerate();
    for (block, rows) in blocks {
        let (i, channel) = (block * ROWS_PER_BLOCK / (I * LANES), block * ROWS_PER_BLOCK % (I * LANES));
        let inputs = &inputs[i * slots..i * slots + tiles];
        let errors = &errors[i * slots * channels..(i * slots + tiles) * channels];
        for group in (0..channels).step_by(G * L) {
            let mut sums = [[[0.0; L]; G]; ROWS_PER_BLOCK];
            for (sum, row) in sums.iter_mut().zip(rows.chunks_exact(channels)) {
                sum.as_flattened_mut().copy_from_slice(&row[group..group + G * L]);
            }
            for (input, error) in inputs.iter().zip(errors.chunks_exact(channels)) {
                let error: &[[f32; L]; G] = error[group..].as_chunks().0.first_chunk().expect("groups are whole");
                for (row, sum) in sums.iter_mut().enumerate() {
                    let channel = channel + row;
                    add_scaled(sum, input[channel / LANES][channel % LANES], error);
                }
            }
            for (row, sum) in rows.chunks_exact_mut(channels).zip(&sums) {
                row[group..group + G * L].copy_from_slice(sum.as_flattened());
            }
        }
    }
}
