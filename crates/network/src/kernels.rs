//! The kernels of all convolutions of a network: exact ones for training, and rounded ones.

use super::convolution::{Buffers, Convolution, Output, transformed};
use super::quantized::{QuantizedBuffers, QuantizedConvolution, QuantizedKernel};
use super::{Grid, Parameters};

/// The [transformed] kernels of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Kernels {
    /// The kernel of the first convolution.
    pub entry: Vec<f32>,
    /// The kernels of the residual blocks.
    pub layers: Vec<Vec<f32>>,
}

impl Kernels {
    /// Transforms the kernels of a network.
    pub fn new(net: &Parameters) -> Kernels {
        Kernels {
            entry: transformed(&net.entry.kernel),
            layers: net.layers.iter().map(|layer| transformed(&layer.kernel)).collect(),
        }
    }
}

/// The kernels of a network, rounded for faster evaluations.
#[derive(Clone, PartialEq, Debug)]
pub struct QuantizedKernels(Vec<QuantizedKernel>);

impl QuantizedKernels {
    /// Transforms and rounds the kernels of a network.
    pub fn new(net: &Parameters) -> QuantizedKernels {
        let channels = net.shape().channels();
        let kernels = std::iter::once(&net.entry).chain(&net.layers);
        QuantizedKernels(kernels.map(|layer| QuantizedKernel::new(&layer.kernel, channels)).collect())
    }
}

/// A convolution of a forward pass, without its kernel.
pub struct ForwardStep<'a> {
    pub(super) grid: Grid,
    pub(super) vectors: (usize, usize),
    pub(super) from: &'a [f32],
    pub(super) bias: &'a [f32],
    pub(super) output: Output,
    pub(super) to: &'a mut [f32],
    pub(super) buffers: &'a mut ForwardBuffers,
}

/// The buffers of convolutions with either kind of kernels.
#[derive(Clone, Debug)]
pub struct ForwardBuffers {
    exact: Buffers,
    quantized: QuantizedBuffers,
}

impl ForwardBuffers {
    /// Creates buffers for boards of one size and at most this number of channels.
    pub(super) fn new(grid: Grid, channels: usize) -> ForwardBuffers {
        ForwardBuffers { exact: Buffers::new(grid, channels), quantized: QuantizedBuffers::new(grid, channels) }
    }
}

/// The kernels of a forward pass.
pub trait ForwardKernels {
    /// Computes a convolution, that of the entry (0) or of one of the other layers.
    fn convolve(&self, layer: usize, step: ForwardStep<'_>);
}

impl ForwardKernels for Kernels {
    fn convolve(&self, layer: usize, step: ForwardStep<'_>) {
        let weights = if layer == 0 { &self.entry } else { &self.layers[layer - 1] };
        let ForwardStep { grid, vectors, from, bias, output, to, buffers } = step;
        Convolution { grid, vectors, from, weights, bias, output, to, buffers: &mut buffers.exact }.compute();
    }
}

impl ForwardKernels for QuantizedKernels {
    fn convolve(&self, layer: usize, step: ForwardStep<'_>) {
        let (kernel, ForwardStep { grid, vectors, from, bias, output, to, buffers }) = (&self.0[layer], step);
        let buffers = &mut buffers.quantized;
        QuantizedConvolution { grid, vectors, from, kernel, bias, output, to, buffers }.compute();
    }
}
