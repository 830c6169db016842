//! The transforms of Winograd's minimal filtering with tiles of 3 × 3 points (A. Lavin and S. Gray,
//! *Fast Algorithms for Convolutional Neural Networks*, 2015). The interpolation points are 0, 1,
//! −1, 2 and ∞.

use super::TAPS;

/// The number of channels in one vector register.
pub const LANES: usize = 8;

/// One vector of channels.
pub type Lanes = [f32; LANES];

/// The number of rows and columns of a tile.
pub const TILE: usize = 3;

/// The number of rows and columns of the window that decides a tile.
pub const WINDOW: usize = TILE + 2;

/// The number of positions of a window.
pub const POSITIONS: usize = WINDOW * WINDOW;

/// A linear transform of `N` vectors to `M`, lane by lane.
///
/// This is a trait because closures are not always inlined into code for the detected processor.
pub trait Transform<const N: usize, const M: usize> {
    /// Transforms one lane.
    fn transform(from: [f32; N]) -> [f32; M];

    /// Transforms each lane.
    #[inline(always)]
    fn lanes(from: &[Lanes; N]) -> [Lanes; M] {
        let mut to = [[0.0; LANES]; M];
        for c in 0..LANES {
            let mut lane = [0.0; N];
            for i in 0..N {
                lane[i] = from[i][c];
            }
            let lane = Self::transform(lane);
            for i in 0..M {
                to[i][c] = lane[i];
            }
        }
        to
    }

    /// Transforms all columns and then all rows.
    #[inline(always)]
    fn square(from: &[[Lanes; N]; N]) -> [[Lanes; M]; M] {
        let mut half = [[[0.0; LANES]; N]; M];
        for x in 0..N {
            let mut column = [[0.0; LANES]; N];
            for y in 0..N {
                column[y] = from[y][x];
            }
            let column = Self::lanes(&column);
            for y in 0..M {
                half[y][x] = column[y];
            }
        }
        let mut to = [[[0.0; LANES]; M]; M];
        for y in 0..M {
            to[y] = Self::lanes(&half[y]);
        }
        to
    }
}

/// The transform of a window's row or column (Bᵀ).
pub struct InputTransform;

impl Transform<WINDOW, WINDOW> for InputTransform {
    #[inline(always)]
    fn transform([a, b, c, d, e]: [f32; WINDOW]) -> [f32; WINDOW] {
        let (ac, bd, cd) = (a - c, d - b, d - c);
        [ac + ac + bd, cd - b - b, b + b - c - c + cd, bd, e - c - bd - bd]
    }
}

/// The transform of products to a tile's row or column (Aᵀ).
pub struct OutputTransform;

impl Transform<WINDOW, TILE> for OutputTransform {
    #[inline(always)]
    fn transform([a, b, c, d, e]: [f32; WINDOW]) -> [f32; TILE] {
        let (sum, difference) = (b + c, b - c);
        [a + sum + d, difference + d + d, sum + 4.0 * d + e]
    }
}

/// The transposed transform of [`OutputTransform`], for gradients (A).
pub struct ErrorTransform;

impl Transform<TILE, WINDOW> for ErrorTransform {
    #[inline(always)]
    fn transform([a, b, c]: [f32; TILE]) -> [f32; WINDOW] {
        let even = a + c;
        [a, even + b, even - b, a + b + b + 4.0 * c, c]
    }
}

/// The transform of a kernel's row or column (G).
struct KernelTransform;

impl Transform<TILE, WINDOW> for KernelTransform {
    #[inline(always)]
    fn transform([a, b, c]: [f32; TILE]) -> [f32; WINDOW] {
        [0.5 * a, -0.5 * (a + b + c), (b - a - c) / 6.0, (a + b + b + 4.0 * c) / 6.0, c]
    }
}

/// The transposed transform of [`KernelTransform`], for gradients (Gᵀ).
struct KernelErrorTransform;

impl Transform<WINDOW, TILE> for KernelErrorTransform {
    #[inline(always)]
    fn transform([a, b, c, d, e]: [f32; WINDOW]) -> [f32; TILE] {
        let even = 0.5 * b + c / 6.0;
        [0.5 * a - even + d / 6.0, c / 6.0 - 0.5 * b + d / 3.0, d / 1.5 - even + e]
    }
}

/// Returns the transform of a kernel: for each of the nine taps one weight for each pair of input
/// and output channel becomes one for each position of a window.
pub fn transformed(kernel: &[f32]) -> Vec<f32> {
    let pairs = kernel.len() / TAPS;
    let mut to = vec![0.0; pairs * POSITIONS];
    for pair in (0..pairs).step_by(LANES) {
        let at = |tap: usize| -> Lanes { std::array::from_fn(|c| kernel[tap * pairs + pair + c]) };
        let window = KernelTransform::square(&std::array::from_fn(|y| std::array::from_fn(|x| at(y * TILE + x))));
        for (i, lanes) in window.as_flattened().iter().enumerate() {
            to[i * pairs + pair..][..LANES].copy_from_slice(lanes);
        }
    }
    to
}

/// Adds to the gradient of a kernel what follows from the gradient of its transform.
pub fn add_transformed_back(transformed: &[f32], gradient: &mut [f32]) {
    let pairs = gradient.len() / TAPS;
    for pair in (0..pairs).step_by(LANES) {
        let at = |i: usize| -> Lanes { std::array::from_fn(|c| transformed[i * pairs + pair + c]) };
        let window =
            KernelErrorTransform::square(&std::array::from_fn(|y| std::array::from_fn(|x| at(y * WINDOW + x))));
        for (tap, lanes) in window.as_flattened().iter().enumerate() {
            for (sum, more) in gradient[tap * pairs + pair..].iter_mut().zip(lanes) {
                *sum += more;
            }
        }
    }
}
