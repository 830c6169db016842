//! Convolutions with integers of 16 bits, twice as fast as with floating-point numbers.
//!
//! Activations are rounded to multiples of a power of two that fits the largest one of a layer.
//! Their transform by Winograd's minimal filtering is exact. The transformed kernel is rounded,
//! with a scale for each position of a window and each output channel. Sums of products are exact,
//! so that they do not depend on the processor; everything after them is computed as in
//! [`convolution`].
//!
//! [`convolution`]: super::convolution

use super::Grid;
use super::convolution::{BackTransform, LANES, Output, with_vectors};
use super::winograd::{POSITIONS, WINDOW, transformed};
use crate::grid::TILES_PER_BLOCK;
use quintet_system::cpu::{BitOps, Kernel, dispatch_wide};

/// The largest rounded activation. The transform of a window adds activations that are not negative
/// with factors whose sum is at most 18, so that it fits into 16 bits.
const MAX_ACTIVATION: f32 = 1820.0;

/// The largest rounded weight.
const MAX_WEIGHT: f32 = 32_767.0;

/// The largest sum of the absolute rounded weights of an output channel: with transformed
/// activations of at most 2¹⁵ sums stay below 2³¹. The rest is for rounding.
const MAX_SUM: f32 = 65_000.0;

/// Added to a number from 0 to 2²², this rounds it to an integer, which is then in the lowest bits.
const ROUNDING: f32 = 12_582_912.0;

/// Returns the number of output channels whose weights are stored together, so that they are read
/// in their order: with AVX2 as many as are summed at once.
const fn group_size(channels: usize) -> usize {
    if channels.is_multiple_of(16) { 16 } else { channels }
}

/// A [transformed] kernel whose weights are rounded.
#[derive(Clone, PartialEq, Debug)]
pub struct QuantizedKernel {
    /// For each position of a window, each [group](group_size) of output channels and each pair of
    /// input channels the two weights of each output channel.
    weights: Vec<[i16; 2]>,
    /// The value of a unit for each position and each output channel.
    units: Vec<f32>,
}

impl QuantizedKernel {
    /// Transforms and rounds a kernel with this number of output channels.
    pub fn new(kernel: &[f32], channels: usize) -> QuantizedKernel {
        let weights = transformed(kernel);
        let mut quantized = QuantizedKernel { weights: Vec::new(), units: Vec::new() };
        for position in weights.chunks_exact(weights.len() / POSITIONS) {
            let column = |c: usize| position.iter().skip(c).step_by(channels).map(|weight| weight.abs());
            let unit = |c: usize| (column(c).fold(0.0, f32::max) / MAX_WEIGHT).max(column(c).sum::<f32>() / MAX_SUM);
            // A unit of 0 is that of weights that are all 0.
            let units: Vec<f32> = (0..channels).map(unit).map(|unit| if unit > 0.0 { unit } else { 1.0 }).collect();
            let rounded = |weight: f32, c: usize| (weight / units[c]).round() as i16;
            for group in (0..channels).step_by(group_size(channels)) {
                for pair in position.chunks_exact(2 * channels) {
                    let pair = |c: usize| [rounded(pair[c], c), rounded(pair[channels + c], c)];
                    quantized.weights.extend((group..group + group_size(channels)).map(pair));
                }
            }
            quantized.units.extend(&units);
        }
        quantized
    }
}

/// Buffers of convolutions on boards of one size.
#[derive(Clone, Debug)]
pub struct QuantizedBuffers {
    /// The rounded activations.
    cells: Vec<i16>,
    /// The transformed inputs: for each position of a window and each tile the pairs of input
    /// channels.
    inputs: Vec<i16>,
    /// The products: the same with output channels.
    products: Vec<f32>,
}

impl QuantizedBuffers {
    /// Creates buffers for at most this number of channels.
    pub fn new(grid: Grid, channels: usize) -> QuantizedBuffers {
        let tiles = POSITIONS * grid.slots() * channels;
        QuantizedBuffers { cells: vec![0; grid.cells() * channels], inputs: vec![0; tiles], products: vec![0.0; tiles] }
    }
}

/// A convolution with a rounded kernel.
#[derive(Debug)]
pub struct QuantizedConvolution<'a> {
    /// The size of the board.
    pub grid: Grid,
    /// The numbers of vectors of input and output channels.
    pub vectors: (usize, usize),
    /// The input activations, none of them negative.
    pub from: &'a [f32],
    pub kernel: &'a QuantizedKernel,
    /// The bias of each output channel.
    pub bias: &'a [f32],
    /// The use of the results.
    pub output: Output,
    /// The output activations.
    pub to: &'a mut [f32],
    /// Buffers for this size of board.
    pub buffers: &'a mut QuantizedBuffers,
}

impl QuantizedConvolution<'_> {
    /// Computes the convolution.
    ///
    /// # Panics
    /// Panics if no network has these numbers of vectors.
    pub fn compute(self) {
        let QuantizedConvolution { grid, vectors, from, kernel, bias, output, to, buffers } = self;
        let inputs = Inputs { grid, from, cells: &mut buffers.cells, to: &mut buffers.inputs };
        let unit = match vectors.0 {
            2 => dispatch_wide(OfChannels::<_, 16, 16>(inputs)),
            3 => dispatch_wide(OfChannels::<_, 24, 8>(inputs)),
            4 => dispatch_wide(OfChannels::<_, 32, 16>(inputs)),
            6 => dispatch_wide(OfChannels::<_, 48, 16>(inputs)),
            _ => dispatch_wide(OfChannels::<_, 64, 16>(inputs)),
        };
        Product { grid, vectors, kernel, unit, inputs: &buffers.inputs, to: &mut buffers.products }.compute();
        BackTransform { grid, products: &buffers.products, bias, output, to }.compute();
    }
}

/// The rounding and the transform of activations.
struct Inputs<'a> {
    grid: Grid,
    from: &'a [f32],
    /// Set to the rounded activations.
    cells: &'a mut [i16],
    /// Set to the transformed windows.
    to: &'a mut [i16],
}

/// Work with a fixed number `C` of channels, `L` at a time.
struct OfChannels<T, const C: usize, const L: usize>(T);

impl<const C: usize, const L: usize> Kernel for OfChannels<Inputs<'_>, C, L> {
    type Output = f32;

    /// Returns the value of a unit.
    #[inline(always)]
    fn run<B: BitOps>(self, _: B) -> f32 {
        let Inputs { grid, from, cells, to } = self.0;
        let unit = quantize(from, cells);
        transform_windows::<C, L>(grid, cells, to);
        unit
    }
}

/// Rounds activations and returns the value of a unit, a power of two.
#[inline(always)]
fn quantize(from: &[f32], to: &mut [i16]) -> f32 {
    let mut most = [0.0; 16];
    for chunk in from.as_chunks::<16>().0 {
        for (most, &activation) in most.iter_mut().zip(chunk) {
            *most = if activation > *most { activation } else { *most };
        }
    }
    let most = most.into_iter().chain(from.as_chunks::<16>().1.iter().copied()).fold(f32::MIN_POSITIVE, f32::max);
    // The largest power of two that is not too large: the mantissa is cleared.
    let scale = f32::from_bits((MAX_ACTIVATION / most).min(1e30).to_bits() & 0xff80_0000);
    for (to, &activation) in to.iter_mut().zip(from) {
        *to = (activation * scale + ROUNDING).to_bits() as i16;
    }
    1.0 / scale
}

/// Sets `to` to the transformed windows of all tiles, `L` channels at a time.
#[inline(always)]
fn transform_windows<const C: usize, const L: usize>(grid: Grid, from: &[i16], to: &mut [i16]) {
    let (stride, slots) = (grid.stride(), grid.slots());
    for (tile, (x, y)) in grid.corners().enumerate() {
        let first = y * stride + x;
        for channel in (0..C).step_by(L) {
            let mut columns = [[[0; L]; WINDOW]; WINDOW];
            for (x, column) in columns.iter_mut().enumerate() {
                let mut cells = [[0; L]; WINDOW];
                for (y, lanes) in cells.iter_mut().enumerate() {
                    let at = (first + y * stride + x) * C + channel;
                    *lanes = *from[at..].first_chunk().expect("channels are whole");
                }
                *column = transform(&cells);
            }
            for y in 0..WINDOW {
                let mut row = [[0; L]; WINDOW];
                for (lanes, column) in row.iter_mut().zip(&columns) {
                    *lanes = column[y];
                }
                for (x, lanes) in transform(&row).iter().enumerate() {
                    let at = ((y * WINDOW + x) * slots + tile) * C + channel;
                    to[at..at + L].copy_from_slice(lanes);
                }
            }
        }
    }
}

/// The transform of a window's row or column (Bᵀ), lane by lane.
#[inline(always)]
fn transform<const L: usize>([a, b, c, d, e]: &[[i16; L]; WINDOW]) -> [[i16; L]; WINDOW] {
    let mut to = [[0; L]; WINDOW];
    for i in 0..L {
        let (a, b, c, d, e) = (a[i], b[i], c[i], d[i], e[i]);
        let sub = i16::wrapping_sub;
        let (ac, bd, cd) = (sub(a, c), sub(d, b), sub(d, c));
        to[0][i] = ac.wrapping_add(ac).wrapping_add(bd);
        to[1][i] = sub(sub(cd, b), b);
        to[2][i] = sub(b.wrapping_add(b), c.wrapping_add(c)).wrapping_add(cd);
        to[3][i] = bd;
        to[4][i] = sub(sub(sub(e, c), bd), bd);
    }
    to
}

/// The product of transformed inputs and a kernel.
struct Product<'a> {
    grid: Grid,
    /// The numbers of vectors of input and output channels.
    vectors: (usize, usize),
    kernel: &'a QuantizedKernel,
    /// The value of a unit of the inputs.
    unit: f32,
    inputs: &'a [i16],
    /// Set to the products.
    to: &'a mut [f32],
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
    fn run<B: BitOps>(self, bits: B) {
        match (B::VECTOR, O) {
            (16, 6) => multiply::<B, I, O, 16, 3>(bits, self.0),
            (16, 8) => multiply::<B, I, O, 16, 4>(bits, self.0),
            #[cfg(target_arch = "wasm32")]
            (4, _) => multiply::<B, I, O, 4, 2>(bits, self.0),
            (_, 4 | 6 | 8) => multiply::<B, I, O, 8, 2>(bits, self.0),
            _ => multiply::<B, I, O, 8, 3>(bits, self.0),
        }
    }
}

/// Multiplies the transformed inputs by the weights, `G` vectors of `L` output channels at a time.
#[inline(always)]
fn multiply<B: BitOps, const I: usize, const O: usize, const L: usize, const G: usize>(bits: B, product: Product<'_>) {
    let Product { grid, kernel, unit, inputs, to, .. } = product;
    let (pairs, channels, slots, inputs) = (I * LANES / 2, O * LANES, grid.slots(), inputs.as_chunks::<2>().0);
    let size = group_size(channels);
    // The first weights of an output channel.
    let start = |channel: usize| channel / size * size * pairs + channel % size;
    for i in 0..POSITIONS {
        let rows = &kernel.weights[i * pairs * channels..(i + 1) * pairs * channels];
        let units = &kernel.units[i * channels..(i + 1) * channels];
        for group in (0..channels).step_by(G * L) {
            let rows = &rows[start(group)..];
            for first in (i * slots..(i + 1) * slots).step_by(TILES_PER_BLOCK) {
                let inputs = &inputs[first * pairs..(first + TILES_PER_BLOCK) * pairs];
                let mut sums = [[[0; L]; G]; TILES_PER_BLOCK];
                for pair in 0..pairs {
                    for g in 0..G {
                        let row = &rows[start(g * L) + pair * size..];
                        let row: &[[i16; 2]; L] = row.first_chunk().expect("groups are whole");
                        for k in 0..TILES_PER_BLOCK {
                            bits.add_products(&mut sums[k][g], inputs[k * pairs + pair], row);
                        }
                    }
                }
                let units: &[[f32; L]; G] = units[group..].as_chunks().0.first_chunk().expect("groups are whole");
                for (k, sums) in sums.iter().enumerate() {
                    let to = to[(first + k) * channels + group..].as_chunks_mut().0;
                    let to: &mut [[f32; L]; G] = to.first_chunk_mut().expect("groups are whole");
                    for g in 0..G {
                        let mut products = [0.0; L];
                        for c in 0..L {
                            products[c] = sums[g][c] as f32 * (units[g][c] * unit);
                        }
                        to[g] = products;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::convolution::tests::{GRIDS, run};
    use super::super::convolution::{Buffers, Convolution};
    use super::*;

    /// Pseudo-random activations that are not negative, 0 on the frame.
    fn activations(grid: Grid, channels: usize) -> Vec<f32> {
        let mut cells = vec![0.0; grid.cells() * channels];
        for at in grid.points() {
            for c in 0..channels {
                cells[at * channels + c] = f32::max(((1 + at * 31 + c * 17) % 23) as f32 / 4.3 - 2.0, 0.0);
            }
        }
        cells
    }

    /// Weights of both signs; those of one output channel are all 0.
    fn weights(inputs: usize, outputs: usize) -> Vec<f32> {
        let weight = |i: usize| match i % outputs {
            7 => 0.0,
            c => ((i / outputs * 5 + c * 3) % 13) as f32 / 16.0 - 0.4,
        };
        (0..super::super::TAPS * inputs * outputs).map(weight).collect()
    }

    /// Compares with exact convolutions; the largest activation is above 1.78 and below 3.55.
    fn assert_close_to_exact(grid: Grid, vectors: (usize, usize), from: &[f32], weights: &[f32]) {
        let (inputs, outputs) = (vectors.0 * LANES, vectors.1 * LANES);
        let bias = &vec![0.25; outputs];
        for output in [Output::Plain, Output::Rectified, Output::Residual] {
            let [mut exact, mut quantized] = [(); 2].map(|()| vec![0.5; grid.cells() * outputs]);
            let (buffers, to) = (&mut Buffers::new(grid, inputs.max(outputs)), &mut exact);
            let kernel = &transformed(weights);
            Convolution { grid, vectors, from, weights: kernel, bias, output, to, buffers }.compute();
            let (buffers, to) = (&mut QuantizedBuffers::new(grid, inputs.max(outputs)), &mut quantized);
            let kernel = &QuantizedKernel::new(weights, outputs);
            QuantizedConvolution { grid, vectors, from, kernel, bias, output, to, buffers }.compute();
            // A unit is 1/512, and an error at most half of it; as much again for the rounding of
            // weights.
            let error = weights.iter().copied().map(f32::abs).sum::<f32>() / outputs as f32 / 512.0;
            for (i, (exact, quantized)) in exact.iter().zip(&quantized).enumerate() {
                assert!((exact - quantized).abs() < error, "{i}: {exact} {quantized}, error {error}");
            }
        }
    }

    #[test]
    fn rounded_convolutions_are_close_to_exact_ones() {
        for grid in GRIDS {
            for vectors in [(2, 3), (3, 3), (2, 4), (4, 4), (2, 6), (6, 6), (2, 8), (8, 8)] {
                let (inputs, outputs) = (vectors.0 * LANES, vectors.1 * LANES);
                assert_close_to_exact(grid, vectors, &activations(grid, inputs), &weights(inputs, outputs));
            }
        }
    }

    #[test]
    fn activations_that_are_all_0_give_the_bias() {
        let (grid, vectors) = (GRIDS[0], (3, 3));
        let (from, kernel) = (vec![0.0; grid.cells() * 24], QuantizedKernel::new(&weights(24, 24), 24));
        let (mut to, bias) = (vec![0.0; from.len()], (0..24).map(|c| c as f32 - 3.0).collect::<Vec<_>>());
        let (buffers, output) = (&mut QuantizedBuffers::new(grid, 24), Output::Plain);
        QuantizedConvolution { grid, vectors, from: &from, kernel: &kernel, bias: &bias, output, to: &mut to, buffers }
            .compute();
        assert!(grid.points().all(|at| to[at * 24..(at + 1) * 24] == bias));
    }

    /// All factors of the first position of a window that are positive meet the largest activation,
    /// and all weights of an output channel are equal.
    #[test]
    fn the_largest_sums_do_not_overflow() {
        for vectors in [6, 8] {
            check_largest_sums(vectors);
        }
    }

    fn check_largest_sums(vectors: usize) {
        let (grid, channels) = (GRIDS[2], vectors * LANES);
        let mut from = vec![0.0; grid.cells() * channels];
        for (i, at) in grid.points().enumerate() {
            let [is_outer, is_inner] =
                [[2, 5], [3, 4]].map(|of: [usize; 2]| of.contains(&(i % 9)) && of.contains(&(i / 9)));
            from[at * channels..(at + 1) * channels].fill(if is_outer || is_inner { 3.55 } else { 0.0 });
        }
        for weight in [0.01, -0.01] {
            assert_close_to_exact(
                grid,
                (vectors, vectors),
                &from,
                &vec![weight; super::super::TAPS * channels * channels],
            );
        }
    }

    fn check_processors<const V: usize, const C: usize, const L: usize>() {
        let grid = Grid { width: 9, height: 7 };
        let (from, kernel) = (&activations(grid, C), &QuantizedKernel::new(&weights(C, C), C));
        let results = [0, 1, 2].map(|way| {
            let QuantizedBuffers { mut cells, mut inputs, mut products } = QuantizedBuffers::new(grid, C);
            let unit = run(way, OfChannels::<_, C, L>(Inputs { grid, from, cells: &mut cells, to: &mut inputs }));
            let product = Product { grid, vectors: (V, V), kernel, unit, inputs: &inputs, to: &mut products };
            run(way, WithVectors::<_, V, V>(product));
            products
        });
        assert!(results[0] == results[1] && results[1] == results[2], "{C} channels");
    }

    #[test]
    fn rounded_convolutions_are_identical_on_all_processors() {
        check_processors::<3, 24, 8>();
        check_processors::<4, 32, 16>();
        check_processors::<6, 48, 16>();
        check_processors::<8, 64, 16>();
    }
}
