//! 3 × 3 convolutions over the channels of a network.
//!
//! They are computed by Winograd's minimal filtering (`winograd`): a tile of
//! 3 × 3 points is the transform of 25 products instead of 81, one for each position of a window of
//! 5 × 5 points.
//!
//! A grid of activations is padded with a frame of zeros, so that every point has eight neighbours,
//! and to whole tiles. The order of additions does not depend on the processor: each channel is
//! summed on its own, with vectors of any length and without fused multiply-add.

use super::TAPS;
use super::grid::{Grid, TILES_PER_BLOCK};
use super::winograd::{InputTransform, OutputTransform, POSITIONS, TILE, Transform, WINDOW};
pub use super::winograd::{LANES, Lanes, add_transformed_back, transformed};
use quintet_system::cpu::{BitOps, Kernel, dispatch_wide};

/// The activations of `V` × [`LANES`] channels at one point.
pub type Activations<const V: usize> = [Lanes; V];

/// Returns activations as vectors of `V` × [`LANES`] channels.
#[inline(always)]
pub fn view<const V: usize>(activations: &[f32]) -> &[Activations<V>] {
    activations.as_chunks::<LANES>().0.as_chunks::<V>().0
}

/// Returns activations for changing, as vectors of `V` × [`LANES`] channels.
#[inline(always)]
pub fn view_mut<const V: usize>(activations: &mut [f32]) -> &mut [Activations<V>] {
    activations.as_chunks_mut::<LANES>().0.as_chunks_mut::<V>().0
}

/// Returns the kernel of the transposed convolution, which propagates gradients backwards: taps
/// mirrored, input and output channels exchanged.
pub fn transposed(kernel: &[f32], channels: usize) -> Vec<f32> {
    let mut to = vec![0.0; kernel.len()];
    for tap in 0..TAPS {
        for i in 0..channels {
            for c in 0..channels {
                to[((TAPS - 1 - tap) * channels + c) * channels + i] = kernel[(tap * channels + i) * channels + c];
            }
        }
    }
    to
}

/// Buffers of convolutions on boards of one size.
#[derive(Clone, Debug)]
pub struct Buffers {
    /// The transformed inputs: for each position of a window and each tile all input channels.
    pub(super) inputs: Vec<f32>,
    /// The products, or the transformed gradients: the same with output channels.
    pub(super) products: Vec<f32>,
}

impl Buffers {
    /// Creates buffers for at most this number of channels.
    pub fn new(grid: Grid, channels: usize) -> Buffers {
        let zeros = vec![0.0; POSITIONS * grid.slots() * channels];
        Buffers { inputs: zeros.clone(), products: zeros }
    }
}

/// Work with a fixed number of vectors of channels.
struct OfVectors<T, const V: usize>(T);

/// The transform of the windows of all tiles.
pub(super) struct WindowTransform<'a> {
    pub grid: Grid,
    pub from: &'a [f32],
    pub to: &'a mut [f32],
}

impl WindowTransform<'_> {
    pub fn compute(self, vectors: usize) {
        match vectors {
            2 => dispatch_wide(OfVectors::<_, 2>(self)),
            3 => dispatch_wide(OfVectors::<_, 3>(self)),
            4 => dispatch_wide(OfVectors::<_, 4>(self)),
            6 => dispatch_wide(OfVectors::<_, 6>(self)),
            _ => dispatch_wide(OfVectors::<_, 8>(self)),
        }
    }
}

impl<const V: usize> Kernel for OfVectors<WindowTransform<'_>, V> {
    type Output = ();

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) {
        transform_windows::<V>(self.0.grid, self.0.from, self.0.to);
    }
}

/// Sets `to` to the transformed windows of all tiles.
#[inline(always)]
fn transform_windows<const V: usize>(grid: Grid, from: &[f32], to: &mut [f32]) {
    let (from, to) = (view::<V>(from), view_mut::<V>(to));
    let (stride, slots) = (grid.stride(), grid.slots());
    for (tile, (x, y)) in grid.corners().enumerate() {
        let first = y * stride + x;
        for v in 0..V {
            let mut window = [[[0.0; LANES]; WINDOW]; WINDOW];
            for y in 0..WINDOW {
                for (x, cell) in from[first + y * stride..][..WINDOW].iter().enumerate() {
                    window[y][x] = cell[v];
                }
            }
            let window = InputTransform::square(&window);
            for (i, lanes) in window.as_flattened().iter().enumerate() {
                to[i * slots + tile][v] = *lanes;
            }
        }
    }
}

/// Adds a factor times a row to sums.
#[inline(always)]
pub(super) fn add_scaled<const L: usize, const G: usize>(sum: &mut [[f32; L]; G], factor: f32, row: &[[f32; L]; G]) {
    for g in 0..G {
        for c in 0..L {
            sum[g][c] += factor * row[g][c];
        }
    }
}

/// Multiplies the transformed inputs by the weights, `G` vectors of `L` output channels at a time.
#[inline(always)]
fn multiply<const I: usize, const O: usize, const L: usize, const G: usize>(
    grid: Grid,
    weights: &[f32],
    buffers: &mut Buffers,
) {
    let (inputs, channels) = (view::<I>(&buffers.inputs), O * LANES);
    let products = &mut buffers.products;
    let slots = grid.slots();
    for i in 0..POSITIONS {
        let rows = &weights[i * I * LANES * channels..(i + 1) * I * LANES * channels];
        for first in (i * slots..(i + 1) * slots).step_by(TILES_PER_BLOCK) {
            let inputs: &[Activations<I>; TILES_PER_BLOCK] = inputs[first..].first_chunk().expect("blocks are whole");
            for group in (0..channels).step_by(G * L) {
                let mut sums = [[[0.0; L]; G]; TILES_PER_BLOCK];
                for (channel, row) in rows.chunks_exact(channels).enumerate() {
                    let row: &[[f32; L]; G] = row[group..].as_chunks().0.first_chunk().expect("groups are whole");
                    for k in 0..TILES_PER_BLOCK {
                        add_scaled(&mut sums[k], inputs[k][channel / LANES][channel % LANES], row);
                    }
                }
                for (k, sum) in sums.iter().enumerate() {
                    products[(first + k) * channels + group..][..G * L].copy_from_slice(sum.as_flattened());
                }
            }
        }
    }
}

/// Does work with the numbers of vectors that a network can have. Each case is a function of its
/// own: compilers optimise smaller functions better.
macro_rules! with_vectors {
    ($work:expr) => {{
        use ::quintet_system::cpu::dispatch_wide;
        match $work.vectors {
            (2, 3) => dispatch_wide(WithVectors::<_, 2, 3>($work)),
            (3, 3) => dispatch_wide(WithVectors::<_, 3, 3>($work)),
            (2, 4) => dispatch_wide(WithVectors::<_, 2, 4>($work)),
            (4, 4) => dispatch_wide(WithVectors::<_, 4, 4>($work)),
            (2, 6) => dispatch_wide(WithVectors::<_, 2, 6>($work)),
            (6, 6) => dispatch_wide(WithVectors::<_, 6, 6>($work)),
            (2, 8) => dispatch_wide(WithVectors::<_, 2, 8>($work)),
            (8, 8) => dispatch_wide(WithVectors::<_, 8, 8>($work)),
            vectors => panic!("no network has {vectors:?} vectors"),
        }
    }};
}
pub(super) use with_vectors;

/// The use of a convolution's results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    /// Stores them.
    Plain,
    /// Applies the rectifier (ReLU).
    Rectified,
    /// Adds them to the previous values, and applies the rectifier.
    Residual,
}

/// A convolution: `bias` plus the weighted activations of `from`.
#[derive(Debug)]
pub struct Convolution<'a> {
    /// The size of the board.
    pub grid: Grid,
    /// The numbers of vectors of input and output channels.
    pub vectors: (usize, usize),
    /// The input activations.
    pub from: &'a [f32],
    /// The [transformed] kernel.
    pub weights: &'a [f32],
    /// The bias of each output channel.
    pub bias: &'a [f32],
    /// The use of the results.
    pub output: Output,
    /// The output activations.
    pub to: &'a mut [f32],
    /// Buffers for this size of board.
    pub buffers: &'a mut Buffers,
}

impl Convolution<'_> {
    /// Computes the convolution.
    ///
    /// # Panics
    /// Panics if no network has these numbers of vectors.
    pub fn compute(self) {
        let Convolution { grid, vectors, from, weights, bias, output, to, buffers } = self;
        WindowTransform { grid, from, to: &mut buffers.inputs }.compute(vectors.0);
        Product { grid, vectors, weights, buffers }.compute();
        BackTransform { grid, products: &buffers.products, bias, output, to }.compute();
    }
}

/// The product of transformed inputs and weights.
struct Product<'a> {
    grid: Grid,
    vectors: (usize, usize),
    weights: &'a [f32],
    buffers: &'a mut Buffers,
}

impl Product<'_> {
    fn compute(self) {
        with_vectors!(self)
    }
}

/// Work with fixed numbers of vectors of input and output channels.
struct WithVectors<T, const I: usize, const O: usize>(T);

impl<const I: usize, const O: usize> Kernel for WithVectors<Product<'_>, I, O> {
    type Output = ();

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) {
        let Product { grid, weights, buffers, .. } = self.0;
        match (B::VECTOR, O) {
            (16, 4) => multiply::<I, O, 16, 2>(grid, weights, buffers),
            (16, 6) => multiply::<I, O, 16, 3>(grid, weights, buffers),
            (16, 8) => multiply::<I, O, 16, 4>(grid, weights, buffers),
            (_, 4 | 8) => multiply::<I, O, 8, 2>(grid, weights, buffers),
            _ => multiply::<I, O, 8, 3>(grid, weights, buffers),
        }
    }
}

/// The transform of products to the results of all tiles, and their use.
pub(super) struct BackTransform<'a> {
    pub grid: Grid,
    pub products: &'a [f32],
    pub bias: &'a [f32],
    pub output: Output,
    pub to: &'a mut [f32],
}

impl BackTransform<'_> {
    pub fn compute(self) {
        match self.bias.len() / LANES {
            3 => dispatch_wide(OfVectors::<_, 3>(self)),
            4 => dispatch_wide(OfVectors::<_, 4>(self)),
            6 => dispatch_wide(OfVectors::<_, 6>(self)),
            _ => dispatch_wide(OfVectors::<_, 8>(self)),
        }
    }
}

impl<const V: usize> Kernel for OfVectors<BackTransform<'_>, V> {
    type Output = ();

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) {
        let BackTransform { grid, products, bias, output, to } = self.0;
        let (products, bias, to) = (view::<V>(products), &view::<V>(bias)[0], view_mut::<V>(to));
        let slots = grid.slots();
        for (tile, (left, top)) in grid.corners().enumerate() {
            let columns = TILE.min(grid.width - left);
            for v in 0..V {
                let mut window = [[[0.0; LANES]; WINDOW]; WINDOW];
                for y in 0..WINDOW {
                    for x in 0..WINDOW {
                        window[y][x] = products[(y * WINDOW + x) * slots + tile][v];
                    }
                }
                let results: [[Lanes; TILE]; TILE] = OutputTransform::square(&window);
                for (y, results) in (top..grid.height).zip(&results) {
                    let at = grid.row(y) + left;
                    for (to, result) in to[at..at + columns].iter_mut().zip(results) {
                        store(&mut to[v], result, &bias[v], output);
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn store(to: &mut Lanes, result: &Lanes, bias: &Lanes, output: Output) {
    for c in 0..LANES {
        let sum = result[c] + bias[c] + if output == Output::Residual { to[c] } else { 0.0 };
        to[c] = if sum > 0.0 || output == Output::Plain { sum } else { 0.0 };
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::kernel_gradient::{self, ErrorProduct, KernelGradient};
    use super::*;
    use quintet_system::cpu::{dispatch, run_portable};

    /// Boards with and without padding to whole tiles.
    pub const GRIDS: [Grid; 3] =
        [Grid { width: 4, height: 3 }, Grid { width: 3, height: 7 }, Grid { width: 9, height: 9 }];

    /// Pseudo-random activations of `channels` channels, 0 on the frame.
    fn noise(grid: Grid, channels: usize, seed: usize) -> Vec<f32> {
        let mut cells = vec![0.0; grid.cells() * channels];
        for at in grid.points() {
            for c in 0..channels {
                cells[at * channels + c] = ((seed + at * 31 + c * 17) % 23) as f32 / 8.0 - 1.0;
            }
        }
        cells
    }

    fn kernel(inputs: usize, outputs: usize) -> Vec<f32> {
        (0..TAPS * inputs * outputs).map(|i| ((i / outputs * 5 + i % outputs * 3) % 13) as f32 / 16.0 - 0.4).collect()
    }

    /// The convolution by its definition.
    fn reference(grid: Grid, from: &[f32], kernel: &[f32], inputs: usize, outputs: usize) -> Vec<f32> {
        let mut to = vec![0.0; grid.cells() * outputs];
        for at in grid.points() {
            for c in 0..outputs {
                let mut sum = 0.0;
                for tap in 0..TAPS {
                    let near = at + tap / 3 * grid.stride() + tap % 3 - grid.stride() - 1;
                    for i in 0..inputs {
                        sum += from[near * inputs + i] * kernel[(tap * inputs + i) * outputs + c];
                    }
                }
                to[at * outputs + c] = sum;
            }
        }
        to
    }

    fn assert_close(found: &[f32], expected: &[f32]) {
        assert_eq!(found.len(), expected.len());
        for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
            assert!((found - expected).abs() < 1e-3, "{i}: {found} {expected}");
        }
    }

    fn check_convolution<const I: usize, const O: usize>(grid: Grid) {
        let (inputs, outputs) = (I * LANES, O * LANES);
        let (from, kernel) = (noise(grid, inputs, 1), kernel(inputs, outputs));
        let mut to = vec![0.0; grid.cells() * outputs];
        let mut buffers = Buffers::new(grid, inputs.max(outputs));
        let weights = transformed(&kernel);
        let bias = vec![0.25; outputs];
        let mut convolve = |output: Output, to: &mut [f32]| {
            let (from, weights, bias, buffers) = (&from, &weights, &bias, &mut buffers);
            Convolution { grid, vectors: (I, O), from, weights, bias, output, to, buffers }.compute();
        };
        convolve(Output::Plain, &mut to);
        let mut expected = reference(grid, &from, &kernel, inputs, outputs);
        for at in grid.points() {
            expected[at * outputs..(at + 1) * outputs].iter_mut().for_each(|sum| *sum += 0.25);
        }
        assert_close(&to, &expected);
        convolve(Output::Residual, &mut to);
        assert_close(&to, &expected.iter().map(|sum| f32::max(2.0 * sum, 0.0)).collect::<Vec<_>>());
        convolve(Output::Rectified, &mut to);
        assert_close(&to, &expected.iter().map(|sum| f32::max(*sum, 0.0)).collect::<Vec<_>>());
    }

    #[test]
    fn convolutions_match_their_definition() {
        for grid in GRIDS {
            check_convolution::<2, 3>(grid);
            check_convolution::<3, 3>(grid);
            check_convolution::<4, 4>(grid);
            check_convolution::<6, 6>(grid);
            check_convolution::<8, 8>(grid);
        }
    }

    /// Runs kernels without vectors, with short and with long ones.
    pub fn run<K: Kernel>(way: usize, kernel: K) -> K::Output {
        match way {
            0 => run_portable(kernel),
            1 => dispatch(kernel),
            _ => dispatch_wide(kernel),
        }
    }

    fn check_vectors<const V: usize>() {
        let (grid, channels) = (Grid { width: 9, height: 7 }, V * LANES);
        let (from, error) = (&noise(grid, channels, 1), &noise(grid, channels, 5));
        let (weights, bias) = (&transformed(&kernel(channels, channels)), &vec![0.25; channels]);
        let results = [0, 1, 2].map(|way| {
            let (mut to, mut sum) = (vec![0.0; from.len()], vec![0.5; weights.len()]);
            let (vectors, output, buffers) = ((V, V), Output::Plain, &mut Buffers::new(grid, channels));
            run(way, OfVectors::<_, V>(WindowTransform { grid, from, to: &mut buffers.inputs }));
            run(way, WithVectors::<_, V, V>(Product { grid, vectors, weights, buffers }));
            let products = &buffers.products;
            run(way, OfVectors::<_, V>(BackTransform { grid, products, bias, output, to: &mut to }));
            let sums = ErrorProduct { grid, vectors, error, sum: &mut sum, buffers };
            run(way, kernel_gradient::WithVectors::<_, V, V>(sums));
            [to, sum]
        });
        assert!(results[0] == results[1] && results[1] == results[2], "{channels} channels");
    }

    #[test]
    fn convolutions_and_gradients_are_identical_on_all_processors() {
        check_vectors::<3>();
        check_vectors::<4>();
        check_vectors::<6>();
        check_vectors::<8>();
    }

    /// The scalar product.
    fn dot(a: &[f32], b: &[f32]) -> f64 {
        a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum()
    }

    fn check_gradients<const V: usize>(grid: Grid) {
        // ⟨error, K·from⟩ is linear in the kernel and in `from`, so its gradients are exact.
        let channels = V * LANES;
        let (from, error, kernel) = (noise(grid, channels, 1), noise(grid, channels, 5), kernel(channels, channels));
        let mut buffers = Buffers::new(grid, channels);
        let expected = dot(&error, &reference(grid, &from, &kernel, channels, channels));
        let is_close = |value: f64| (value - expected).abs() < 1e-4 * expected.abs().max(100.0);
        let mut by_transformed = vec![0.0; kernel.len() / TAPS * POSITIONS];
        let (vectors, sum) = ((V, V), &mut by_transformed);
        KernelGradient { grid, vectors, from: &from, error: &error, sum, buffers: &mut buffers }.add();
        let by_transformed_kernel = dot(&by_transformed, &transformed(&kernel));
        assert!(is_close(by_transformed_kernel), "{by_transformed_kernel} {expected}");
        let mut gradient = vec![0.0; kernel.len()];
        add_transformed_back(&by_transformed, &mut gradient);
        let by_kernel = dot(&gradient, &kernel);
        assert!(is_close(by_kernel), "{by_kernel} {expected}");
        let mut back = vec![0.0; from.len()];
        let (weights, zeros) = (transformed(&transposed(&kernel, channels)), vec![0.0; channels]);
        let (weights, bias, to, buffers) = (&weights, &zeros, &mut back, &mut buffers);
        Convolution { grid, vectors, from: &error, weights, bias, output: Output::Plain, to, buffers }.compute();
        let by_input = dot(&back, &from);
        assert!(is_close(by_input), "{by_input} {expected}");
    }

    #[test]
    fn gradients_match_the_linear_form() {
        for grid in GRIDS {
            check_gradients::<3>(grid);
            check_gradients::<4>(grid);
            check_gradients::<6>(grid);
            check_gradients::<8>(grid);
        }
    }
}
