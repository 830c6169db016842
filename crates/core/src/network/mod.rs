//! A small convolutional network with policy, ownership and value heads.
//!
//! The trunk has 3 × 3 convolutions with residual blocks (K. He et al., *Deep Residual Learning for
//! Image Recognition*, 2015) and works on boards of any size. As in Go programs that learn from
//! self-play (D. Silver et al., 2017; D. Wu, *Accelerating Self-Play Learning in Go*, 2019, for
//! ownership), there are three outputs: a policy, the owner of each point and the expected result.
//! The value head combines the sum of the owners, komi and the mean activation of each channel.
//!
//! An evaluation takes less than 0.1 ms on one core for a board of 9 × 9 points. All sums have a
//! fixed order, and only additions, multiplications, divisions and square roots are used, which
//! IEEE 754 rounds alike on every processor: evaluations are identical everywhere.

pub mod convolution;
mod parameters;

use std::collections::BTreeMap;

pub use convolution::{Activations, Grid};
pub use parameters::{Layer, NetworkError, Parameters};

use crate::board::cpu::{BitOps, Kernel, dispatch};

/// The number of channels of each layer.
pub const CHANNELS: usize = 24;

/// The largest number of inputs of a point, one bit each.
pub const INPUTS: usize = 16;

/// The number of points in the window of a 3 × 3 convolution.
pub const TAPS: usize = 9;

/// The number of residual blocks, each of two convolutions.
pub const BLOCKS: usize = 2;

/// The number of units in the hidden layer of the value head.
pub const VALUE_HIDDEN: usize = 16;

/// The number of inputs of the value head: the mean of each channel, and the lead.
pub const VALUE_INPUTS: usize = CHANNELS + 1;

/// The lead, in points, that is 1.0 in [`ForwardPass::value_inputs`].
pub const LEAD_UNIT: f32 = 10.0;

/// The input of a network: a board, seen by the side to move.
#[derive(Clone, Copy, Debug)]
pub struct NetworkInput<'a> {
    /// The size of the board.
    pub grid: Grid,
    /// The inputs of each point, row by row, one bit each; 0 for cells that are not points of the
    /// game.
    pub inputs: &'a [u16],
    /// The komi of the side to move, in points; negative if the opponent receives it.
    pub komi: f32,
}

/// The outputs of a network, seen by the side to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Evaluation {
    /// The policy logit of the move on each point, to be added to the logarithms of other priors.
    pub policy: Vec<f32>,
    /// The expected result: 0 is a loss, 1 a win.
    pub value: f32,
}

/// Returns `x / √(1 + x²)`, a sigmoid from −1 to 1 (inverse square root unit, ISRU).
///
/// Used instead of the hyperbolic tangent, which is not rounded alike on all machines.
#[inline(always)]
pub fn isru(x: f32) -> f32 {
    x / (1.0 + x * x).sqrt()
}

/// Adds activations.
///
/// This is a loop because closures are not always inlined into code for the detected processor.
#[inline(always)]
pub fn add(sum: &mut Activations, addend: &Activations) {
    for (sum, addend) in sum.iter_mut().zip(addend) {
        *sum += addend;
    }
}

/// Applies the rectifier (ReLU) to each activation.
#[inline(always)]
fn relu(activations: &mut Activations) {
    for activation in activations {
        *activation = if *activation > 0.0 { *activation } else { 0.0 };
    }
}

/// The activations of all layers for one board, in buffers that can be reused.
#[derive(Clone, Debug)]
pub struct ForwardPass {
    grid: Grid,
    /// The activations after the first convolution and after each further one.
    pub layers: Vec<Vec<Activations>>,
    /// The policy logit of each point.
    pub policy: Vec<f32>,
    /// The ownership of each point before [`isru`]; positive for the side to move.
    pub ownership: Vec<f32>,
    /// The inputs of the value head.
    pub value_inputs: [f32; VALUE_INPUTS],
    /// The activations of the hidden layer of the value head.
    pub value_hidden: [f32; VALUE_HIDDEN],
    /// The value before [`isru`]; positive for the side to move.
    pub value: f32,
}

impl ForwardPass {
    /// Creates buffers for boards of one size.
    pub fn new(grid: Grid) -> ForwardPass {
        ForwardPass {
            grid,
            layers: vec![vec![[0.0; CHANNELS]; grid.cells()]; 1 + 2 * BLOCKS],
            policy: Vec::new(),
            ownership: Vec::new(),
            value_inputs: [0.0; VALUE_INPUTS],
            value_hidden: [0.0; VALUE_HIDDEN],
            value: 0.0,
        }
    }

    /// Evaluates the network on a board.
    #[inline(always)]
    pub fn run(&mut self, net: &Parameters, input: &NetworkInput<'_>) {
        debug_assert!(self.grid == input.grid && input.inputs.len() == input.grid.width * input.grid.height);
        self.first_layer(net, input);
        for (i, layer) in net.layers.iter().enumerate() {
            let (before, after) = self.layers.split_at_mut(i + 1);
            let (from, to) = (&before[i], &mut after[0]);
            convolution::convolve(self.grid, from, &layer.kernel, &layer.bias, to);
            let skipped = (i % 2 == 1).then(|| &before[i - 1]);
            for at in self.grid.points() {
                let to = &mut to[at];
                if let Some(skipped) = skipped {
                    add(to, &skipped[at]);
                }
                relu(to);
            }
        }
        self.heads(net, input);
    }

    /// Evaluates the first convolution as a sum of rows of weights: few of a point's input bits are
    /// set.
    #[inline(always)]
    fn first_layer(&mut self, net: &Parameters, input: &NetworkInput<'_>) {
        let grid = self.grid;
        let to = &mut self.layers[0];
        for y in 0..grid.height {
            for x in 0..grid.width {
                let mut sum = net.entry_bias;
                for (tap, rows) in net.entry.iter().enumerate() {
                    for bit in inputs_near(input, x, y, tap) {
                        add(&mut sum, &rows[bit]);
                    }
                }
                relu(&mut sum);
                to[grid.row(y) + x] = sum;
            }
        }
    }

    /// Evaluates the policy, ownership and value heads.
    #[inline(always)]
    fn heads(&mut self, net: &Parameters, input: &NetworkInput<'_>) {
        self.policy.clear();
        self.ownership.clear();
        self.value_inputs = [0.0; VALUE_INPUTS];
        let (mut lead, mut points) = (input.komi, 0.0);
        let last = &self.layers[2 * BLOCKS];
        for (at, &inputs) in self.grid.points().zip(input.inputs) {
            let head = |k: usize| {
                let row = &net.heads[k];
                (0..CHANNELS).fold(net.head_bias[k], |sum, c| sum + row[c] * last[at][c])
            };
            self.policy.push(head(0));
            self.ownership.push(head(1));
            if inputs != 0 {
                add(self.value_inputs.first_chunk_mut().expect("there are more inputs than channels"), &last[at]);
                lead += isru(self.ownership[self.ownership.len() - 1]);
                points += 1.0;
            }
        }
        // All points of a board may be blocked.
        self.value_inputs[..CHANNELS].iter_mut().for_each(|sum| *sum /= f32::max(points, 1.0));
        self.value_inputs[CHANNELS] = lead / LEAD_UNIT;
        self.value = net.value_bias[0] + net.value_lead[0] * self.value_inputs[CHANNELS];
        for (unit, row) in net.hidden.iter().enumerate() {
            let sum = row.iter().zip(&self.value_inputs).fold(net.hidden_bias[unit], |sum, (w, x)| sum + w * x);
            self.value_hidden[unit] = if sum > 0.0 { sum } else { 0.0 };
            self.value += net.value[unit] * self.value_hidden[unit];
        }
    }
}

/// Returns the set input bits at position `tap` of the 3 × 3 window around a point; none beyond the
/// edge.
#[inline(always)]
pub fn inputs_near(input: &NetworkInput<'_>, x: usize, y: usize, tap: usize) -> impl Iterator<Item = usize> + use<> {
    let (near_x, near_y) = (x + tap % 3, y + tap / 3);
    let is_on_board = (1..=input.grid.width).contains(&near_x) && (1..=input.grid.height).contains(&near_y);
    let mut bits = if is_on_board { input.inputs[(near_y - 1) * input.grid.width + near_x - 1] } else { 0 };
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros() as usize;
        let found = bits != 0;
        bits &= bits.wrapping_sub(1);
        found.then_some(lowest)
    })
}

/// A network whose parameters are multiples of 1/[`Parameters::UNIT`], as files represent them.
#[derive(Clone, PartialEq, Debug)]
pub struct Network(Box<Parameters>);

impl Network {
    /// Creates a network with rounded parameters.
    pub fn new(parameters: &Parameters) -> Network {
        Network(Box::new(parameters.rounded()))
    }

    /// Parses the texts of all blocks of parameters.
    ///
    /// # Errors
    /// Returns the errors of [`Parameters::read`].
    pub fn read(texts: BTreeMap<String, String>) -> Result<Network, NetworkError> {
        Ok(Network(Box::new(Parameters::read(texts)?)))
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.0
    }

    /// Evaluates a board.
    ///
    /// # Panics
    /// Panics if the number of inputs is not that of the points, or if a row has fewer than
    /// [`Grid::MIN_WIDTH`] points.
    pub fn evaluate(&self, input: &NetworkInput<'_>) -> Evaluation {
        assert!(input.grid.width >= Grid::MIN_WIDTH && input.inputs.len() == input.grid.width * input.grid.height);
        dispatch(EvaluationKernel { net: &self.0, input })
    }
}

/// An evaluation as a [`Kernel`].
struct EvaluationKernel<'a> {
    net: &'a Parameters,
    input: &'a NetworkInput<'a>,
}

impl Kernel for EvaluationKernel<'_> {
    type Output = Evaluation;

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) -> Evaluation {
        let mut forward = ForwardPass::new(self.input.grid);
        forward.run(self.net, self.input);
        Evaluation { value: 0.5 + 0.5 * isru(forward.value), policy: forward.policy }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network with small pseudo-random parameters.
    fn pseudo_random() -> Parameters {
        let mut net = Parameters::zero();
        let mut number = 1_u32;
        for block in net.blocks_mut() {
            for entry in block {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *entry = ((number >> 16) as f32 / 65_536.0 - 0.5) * 0.4;
            }
        }
        net
    }

    fn inputs(grid: Grid) -> Vec<u16> {
        (0..grid.width * grid.height).map(|point| 1 | (point * 0x9e5 % 0x10000) as u16).collect()
    }

    #[test]
    fn evaluations_are_identical_on_all_processors() {
        let grid = Grid { width: 9, height: 7 };
        let (net, inputs) = (pseudo_random(), inputs(grid));
        let input = NetworkInput { grid, inputs: &inputs, komi: -7.0 };
        let mut forward = ForwardPass::new(grid);
        forward.run(&net, &input);
        let evaluation = dispatch(EvaluationKernel { net: &net, input: &input });
        assert_eq!(evaluation, Evaluation { value: 0.5 + 0.5 * isru(forward.value), policy: forward.policy });
        assert!(evaluation.policy.windows(2).any(|pair| pair[0] != pair[1]), "logits differ between points");
    }

    #[test]
    fn written_networks_are_read_back_unchanged() {
        let network = Network::new(&pseudo_random());
        let written = network.parameters().write();
        let texts = written.iter().map(|(name, text)| (name.to_string(), text.clone())).collect();
        assert_eq!(Network::read(texts), Ok(network));
    }

    #[test]
    fn damaged_networks_are_rejected() {
        let written = Network::new(&Parameters::zero()).parameters().write();
        let texts = || -> BTreeMap<String, String> {
            written.iter().map(|(name, text)| (name.to_string(), text.clone())).collect()
        };
        let error = |change: &dyn Fn(&mut BTreeMap<String, String>)| {
            let mut texts = texts();
            change(&mut texts);
            Parameters::read(texts).unwrap_err().to_string()
        };
        assert_eq!(error(&|texts| _ = texts.remove("heads")), "network.heads is missing");
        assert_eq!(
            error(&|texts| *texts.get_mut("heads").unwrap() = "1 2".to_owned()),
            "network.heads has 2 numbers in place of 48"
        );
        assert_eq!(
            error(&|texts| texts.get_mut("heads").unwrap().push_str(" x")),
            "network.heads: 'x' is no whole number from -1000000 to 1000000"
        );
        assert_eq!(error(&|texts| _ = texts.insert("tail".to_owned(), String::new())), "there is no network.tail");
    }
}
