//! The evaluation of a network, layer by layer.

use super::convolution::{Activations, LANES, Output, view};
use super::kernels::{ForwardBuffers, ForwardKernels, ForwardStep};
use super::pooling::Pooling;
use super::{Grid, INPUTS, LEAD_UNIT, NetworkInput, Parameters, Shape, VALUE_HIDDEN, isru};
use quintet_system::cpu::{BitOps, Kernel, dispatch};

pub const INPUT_VECTORS: usize = INPUTS / LANES;

/// Which layers a [`ForwardPass`] keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayersKept {
    /// All layers, for gradients.
    All,
    Last,
}

/// The activations of a network for one board, in buffers that can be reused.
#[derive(Clone, Debug)]
pub struct ForwardPass {
    grid: Grid,
    shape: Shape,
    kept: LayersKept,
    /// The inputs of each cell, 0 or 1.
    pub inputs: Vec<f32>,
    /// The activations after the first convolution and after each further one, or two buffers that
    /// take turns.
    layers: Vec<Vec<f32>>,
    buffers: ForwardBuffers,
    /// The mean of each channel after the first convolution of each block, then the maximum of
    /// each; empty without global pooling.
    pub pooled: Vec<Vec<f32>>,
    /// The bias of a convolution after global pooling.
    pooled_bias: Vec<f32>,
    /// The policy logit of each point.
    pub policy: Vec<f32>,
    /// The ownership of each point before [`isru`]; positive for the side to move.
    pub ownership: Vec<f32>,
    /// The inputs of the value head: the mean of each channel, and the lead.
    pub value_inputs: Vec<f32>,
    /// The activations of the hidden layer of the value head.
    pub value_hidden: [f32; VALUE_HIDDEN],
    /// The value before [`isru`]; positive for the side to move.
    pub value: f32,
}

impl ForwardPass {
    /// Creates buffers for boards of one size and networks of one shape.
    pub fn new(grid: Grid, shape: Shape, kept: LayersKept) -> ForwardPass {
        let layers = if kept == LayersKept::All { 1 + shape.layers() } else { 2 };
        ForwardPass {
            grid,
            shape,
            kept,
            inputs: vec![0.0; INPUTS * grid.cells()],
            layers: vec![vec![0.0; shape.channels() * grid.cells()]; layers],
            buffers: ForwardBuffers::new(grid, shape.channels()),
            pooled: vec![vec![0.0; shape.pooled_values()]; shape.poolings()],
            pooled_bias: vec![0.0; shape.channels()],
            policy: Vec::new(),
            ownership: Vec::new(),
            value_inputs: vec![0.0; shape.value_inputs()],
            value_hidden: [0.0; VALUE_HIDDEN],
            value: 0.0,
        }
    }

    /// Returns whether the buffers are of this size and shape.
    pub fn fits(&self, grid: Grid, shape: Shape) -> bool {
        (self.grid, self.shape) == (grid, shape)
    }

    /// Returns the activations after a convolution, 0 for the first one.
    ///
    /// # Panics
    /// Panics if they were not kept.
    pub fn layer(&self, i: usize) -> &[f32] {
        assert!(self.kept == LayersKept::All || i == self.shape.layers());
        &self.layers[self.place(i)]
    }

    /// Returns the index of a layer's buffer.
    fn place(&self, i: usize) -> usize {
        if self.kept == LayersKept::All { i } else { i % 2 }
    }

    /// The expected lead of the side to move in points, komi included.
    pub fn lead(&self) -> f32 {
        self.value_inputs.last().expect("the lead is an input") * LEAD_UNIT
    }

    /// Evaluates the network on a board.
    pub fn run(&mut self, net: &Parameters, kernels: &impl ForwardKernels, input: &NetworkInput<'_>) {
        debug_assert!(self.fits(input.grid, net.shape()));
        debug_assert!(input.inputs.len() == input.grid.width * input.grid.height);
        let (grid, channels) = (self.grid, self.shape.vectors());
        for (at, &bits) in grid.points().zip(input.inputs) {
            for (bit, cell) in self.inputs[at * INPUTS..(at + 1) * INPUTS].iter_mut().enumerate() {
                *cell = f32::from(bits >> bit & 1);
            }
        }
        let (from, bias, vectors) = (&self.inputs, &net.entry.bias, (INPUT_VECTORS, channels));
        let (output, to, buffers) = (Output::Rectified, &mut self.layers[0], &mut self.buffers);
        kernels.convolve(0, ForwardStep { grid, vectors, from, bias, output, to, buffers });
        for (i, layer) in net.layers.iter().enumerate() {
            let place = self.place(i + 1);
            let mut after = std::mem::take(&mut self.layers[place]);
            let output = if i % 2 == 0 { Output::Rectified } else { Output::Residual };
            if output == Output::Residual && self.kept == LayersKept::All {
                after.copy_from_slice(&self.layers[i - 1]);
            }
            let (from, mut bias) = (&self.layers[self.place(i)], &layer.bias);
            if i % 2 == 1
                && let Some(weights) = net.pooling.get(i / 2)
            {
                let (inputs, pooled, to) = (input.inputs, &mut self.pooled[i / 2], &mut self.pooled_bias);
                Pooling { grid, inputs, from, weights, bias, pooled, to }.compute();
                bias = &self.pooled_bias;
            }
            let (to, buffers, vectors) = (&mut after, &mut self.buffers, (channels, channels));
            kernels.convolve(i + 1, ForwardStep { grid, vectors, from, bias, output, to, buffers });
            self.layers[place] = after;
        }
        match channels {
            3 => dispatch(Heads::<3> { forward: self, net, input }),
            4 => dispatch(Heads::<4> { forward: self, net, input }),
            6 => dispatch(Heads::<6> { forward: self, net, input }),
            _ => dispatch(Heads::<8> { forward: self, net, input }),
        }
    }

    /// Evaluates the policy, ownership and value heads.
    #[inline(always)]
    fn heads<const V: usize>(&mut self, net: &Parameters, input: &NetworkInput<'_>) {
        let last = view::<V>(&self.layers[self.place(self.shape.layers())]);
        let heads = view::<V>(&net.heads);
        self.policy.clear();
        self.ownership.clear();
        let mut sums: Activations<V> = [[0.0; LANES]; V];
        let (mut lead, mut points) = (input.komi, 0.0);
        for (at, &inputs) in self.grid.points().zip(input.inputs) {
            self.policy.push(net.head_bias[0] + dot(&heads[0], &last[at]));
            let ownership = net.head_bias[1] + dot(&heads[1], &last[at]);
            self.ownership.push(ownership);
            if inputs != 0 {
                for (sum, more) in sums.iter_mut().zip(&last[at]) {
                    for c in 0..LANES {
                        sum[c] += more[c];
                    }
                }
                lead += isru(ownership);
                points += 1.0;
            }
        }
        // All points of a board may be blocked.
        let (lead_input, means) = self.value_inputs.split_last_mut().expect("the lead is an input");
        for (mean, sum) in means.iter_mut().zip(sums.as_flattened()) {
            *mean = sum / f32::max(points, 1.0);
        }
        *lead_input = lead / LEAD_UNIT;
        self.value = net.value_bias[0] + net.value_lead[0] * *lead_input;
        for (unit, row) in net.hidden.chunks_exact(self.value_inputs.len()).enumerate() {
            let (lead_weight, weights) = row.split_last().expect("the lead is an input");
            let (weights, means) = (view::<V>(weights), view::<V>(&self.value_inputs));
            let lead = lead_weight * self.value_inputs[V * LANES];
            let sum = net.hidden_bias[unit] + dot(&weights[0], &means[0]) + lead;
            self.value_hidden[unit] = if sum > 0.0 { sum } else { 0.0 };
            self.value += net.value[unit] * self.value_hidden[unit];
        }
    }
}

/// The evaluation of the heads as a [`Kernel`].
struct Heads<'a, const V: usize> {
    forward: &'a mut ForwardPass,
    net: &'a Parameters,
    input: &'a NetworkInput<'a>,
}

impl<const V: usize> Kernel for Heads<'_, V> {
    type Output = ();

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) {
        self.forward.heads::<V>(self.net, self.input);
    }
}

/// Returns the scalar product.
#[inline(always)]
fn dot<const V: usize>(a: &Activations<V>, b: &Activations<V>) -> f32 {
    let mut sums = [0.0; LANES];
    for v in 0..V {
        for c in 0..LANES {
            sums[c] += a[v][c] * b[v][c];
        }
    }
    let halves: [f32; 4] = std::array::from_fn(|c| sums[c] + sums[c + 4]);
    (halves[0] + halves[2]) + (halves[1] + halves[3])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kernels;
    use quintet_system::cpu::run_portable;

    #[test]
    fn heads_are_identical_on_all_processors() {
        let grid = Grid { width: 9, height: 7 };
        let mut net = Parameters::zero("32x1".parse().unwrap());
        for (i, number) in net.blocks_mut().into_iter().flatten().enumerate() {
            *number = (i * 37 % 101) as f32 / 400.0 - 0.12;
        }
        let inputs: Vec<u16> = (0..63).map(|point| 1 | (point * 0x9e5 % 0x10000) as u16).collect();
        let input = NetworkInput { grid, inputs: &inputs, komi: -7.0 };
        let mut forward = ForwardPass::new(grid, net.shape(), LayersKept::Last);
        forward.run(&net, &Kernels::new(&net), &input);
        let found = (forward.policy.clone(), forward.ownership.clone(), forward.value);
        run_portable(Heads::<4> { forward: &mut forward, net: &net, input: &input });
        assert_eq!(found, (forward.policy, forward.ownership, forward.value));
        assert!(found.0.windows(2).any(|pair| pair[0] != pair[1]), "logits differ between points");
    }
}
