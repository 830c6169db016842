//! A small convolutional network with policy, ownership and value heads.
//!
//! The trunk has 3 × 3 convolutions with residual blocks (K. He et al., *Deep Residual Learning for
//! Image Recognition*, 2015), optionally with global pooling, and works on boards of any size. As in
//! Go programs that learn from self-play (D. Silver et al., 2017; D. Wu, *Accelerating Self-Play
//! Learning in Go*, 2019, for ownership and pooling), there are three outputs: a policy, the owner of
//! each point and the expected result. The value head combines the sum of the owners, komi and the
//! mean activation of each channel.
//!
//! The numbers of channels and blocks are those of the weights file. Convolutions round activations
//! and kernels to integers of 16 bits (`quantized`), except in training. All other sums have a
//! fixed order, and only additions, multiplications, divisions and square roots are used, which
//! IEEE 754 rounds alike on every processor: evaluations are identical everywhere.
//!
//! ```
//! use quintet_network::{Grid, Network, NetworkInput, Parameters};
//!
//! let network = Network::new(&Parameters::zero("24x2".parse().unwrap()));
//! let grid = Grid { width: 9, height: 9 };
//! let evaluation = network.evaluate(&NetworkInput { grid, inputs: &[0; 81], komi: 0.0 });
//! assert_eq!((evaluation.policy.len(), evaluation.value), (81, 0.5));
//! ```

pub mod convolution;
mod forward;
mod grid;
mod kernel_gradient;
mod kernels;
mod parameters;
mod pooling;
mod quantized;
mod shape;
mod winograd;

use std::cell::RefCell;
use std::collections::BTreeMap;

pub use forward::{ForwardPass, INPUT_VECTORS, LayersKept};
pub use grid::Grid;
pub use kernel_gradient::KernelGradient;
pub use kernels::{ForwardKernels, Kernels, QuantizedKernels};
pub use parameters::{Layer, NetworkError, Parameters};
pub use shape::{Shape, ShapeError};

/// The largest number of inputs of a point, one bit each.
pub const INPUTS: usize = 16;

/// The number of points in the window of a 3 × 3 convolution.
pub const TAPS: usize = 9;

/// The number of units in the hidden layer of the value head.
pub const VALUE_HIDDEN: usize = 16;

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
    /// The expected lead in points, komi included.
    pub lead: f32,
}

/// The expected result and lead of a position, seen by Black.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expectation {
    /// The result, from 0 (White wins) to 1 (Black wins).
    pub result: f32,
    /// Black's lead at the end in points, komi included.
    pub lead: f32,
}

impl Evaluation {
    /// Returns the expectation for Black; `is_to_move` is `true` if Black is the side to move.
    pub fn for_black(&self, is_to_move: bool) -> Expectation {
        if is_to_move {
            Expectation { result: self.value, lead: self.lead }
        } else {
            Expectation { result: 1.0 - self.value, lead: -self.lead }
        }
    }
}

/// Returns `x / √(1 + x²)`, a sigmoid from −1 to 1 (inverse square root unit, ISRU).
///
/// Used instead of the hyperbolic tangent, which is not rounded alike on all machines.
#[inline(always)]
pub fn isru(x: f32) -> f32 {
    x / (1.0 + x * x).sqrt()
}

/// A network whose parameters are multiples of 1/[`Parameters::UNIT`], as files represent them.
#[derive(Clone, PartialEq, Debug)]
pub struct Network(Box<Evaluator>);

/// The parameters of a network, ready for evaluations.
#[derive(Clone, PartialEq, Debug)]
struct Evaluator {
    parameters: Parameters,
    kernels: QuantizedKernels,
    /// The inputs that count.
    mask: u16,
}

impl Network {
    /// Creates a network with rounded parameters.
    pub fn new(parameters: &Parameters) -> Network {
        Network::with(parameters.rounded())
    }

    fn with(parameters: Parameters) -> Network {
        Network(Box::new(Evaluator { kernels: QuantizedKernels::new(&parameters), parameters, mask: !0 }))
    }

    /// Parses the texts of all blocks of parameters.
    ///
    /// # Errors
    /// Returns the errors of [`Parameters::read`].
    pub fn read(texts: BTreeMap<String, String>) -> Result<Network, NetworkError> {
        Parameters::read(texts).map(Network::with)
    }

    pub fn parameters(&self) -> &Parameters {
        &self.0.parameters
    }

    /// Returns the network with some inputs, given as bits, that are always 0.
    #[must_use]
    pub fn without_inputs(mut self, bits: u16) -> Network {
        self.0.mask &= !bits;
        self
    }

    /// Evaluates a board.
    ///
    /// # Panics
    /// Panics if the number of inputs is not that of the points, or if a row has fewer than
    /// [`Grid::MIN_WIDTH`] points.
    pub fn evaluate(&self, input: &NetworkInput<'_>) -> Evaluation {
        assert!(input.grid.width >= Grid::MIN_WIDTH && input.inputs.len() == input.grid.width * input.grid.height);
        FORWARD.with_borrow_mut(|forward| {
            let shape = self.parameters().shape();
            let fitting = forward.take().filter(|forward| forward.fits(input.grid, shape));
            let forward =
                forward.insert(fitting.unwrap_or_else(|| ForwardPass::new(input.grid, shape, LayersKept::Last)));
            let masked: Vec<u16>;
            let mut input = *input;
            if self.0.mask != !0 {
                masked = input.inputs.iter().map(|bits| bits & self.0.mask).collect();
                input.inputs = &masked;
            }
            forward.run(&self.0.parameters, &self.0.kernels, &input);
            Evaluation { policy: forward.policy.clone(), value: 0.5 + 0.5 * isru(forward.value), lead: forward.lead() }
        })
    }
}

thread_local! {
    /// The buffers of the last evaluation of a thread; they are as good as new ones.
    static FORWARD: RefCell<Option<ForwardPass>> = const { RefCell::new(None) };
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: [&str; 5] = ["24x2", "32x4", "48x1", "32x1-pooling", "64x1-pooling"];

    /// A network with small pseudo-random parameters.
    fn pseudo_random(shape: &str) -> Parameters {
        let mut net = Parameters::zero(shape.parse().unwrap());
        let mut number = 1_u32;
        for block in net.blocks_mut() {
            for entry in block {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *entry = ((number >> 16) as f32 / 65_536.0 - 0.5) * 0.25;
            }
        }
        net
    }

    fn inputs(grid: Grid) -> Vec<u16> {
        (0..grid.width * grid.height).map(|point| 1 | (point * 0x9e5 % 0x10000) as u16).collect()
    }

    fn texts(network: &Network) -> BTreeMap<String, String> {
        network.parameters().write().into_iter().collect()
    }

    #[test]
    fn evaluations_do_not_depend_on_those_before() {
        let networks = SHAPES.map(|shape| Network::new(&pseudo_random(shape)));
        let mut found = Vec::new();
        for _ in 0..2 {
            for (network, (width, height)) in networks.iter().zip([(9, 9), (7, 8), (8, 7), (9, 8), (7, 9)]) {
                let grid = Grid { width, height };
                found.push(network.evaluate(&NetworkInput { grid, inputs: &inputs(grid), komi: 0.5 }));
            }
        }
        assert_eq!(found[..5], found[5..]);
    }

    #[test]
    fn written_networks_are_read_back_unchanged() {
        for shape in SHAPES {
            let network = Network::new(&pseudo_random(shape));
            assert_eq!(Network::read(texts(&network)), Ok(network));
        }
    }

    /// A network with a number that does not fit 16 bits, which is written in decimal numbers.
    fn with_large_number() -> Parameters {
        let mut net = Parameters::zero(Shape::UNNAMED);
        net.layers[1].kernel[0] = 9.0;
        net
    }

    #[test]
    fn kernels_are_written_in_base64_if_they_have_16_bits() {
        let mut net = Parameters::zero(Shape::UNNAMED);
        net.entry.kernel[0] = -1.5;
        net.value_lead = [9.0];
        let written = texts(&Network::new(&net));
        assert_eq!(written["encoding"], "base64\n");
        // −1.5 · 4096 = −6144 = 0xe800, little-endian.
        assert!(written["entry"].starts_with("AOgAAAAA"), "{}", written["entry"]);
        assert_eq!(written["value_lead"], "36864\n");
        assert_eq!(Parameters::read(written), Ok(net));
        let large = texts(&Network::new(&with_large_number()));
        assert_eq!(large.get("encoding"), None);
        assert!(large["layer2"].starts_with("36864 0 0 "));
        assert_eq!(Parameters::read(large), Ok(with_large_number()));
    }

    #[test]
    fn damaged_base64_is_rejected() {
        let written = texts(&Network::new(&Parameters::zero(Shape::UNNAMED)));
        let error = |name: &str, text: &str| {
            let mut texts = written.clone();
            texts.insert(name.to_owned(), text.to_owned());
            Parameters::read(texts).unwrap_err().to_string()
        };
        assert_eq!(error("encoding", "hex"), "network.encoding: 'hex' is unknown; 'base64' is accepted");
        assert_eq!(error("entry", "AAAA"), "network.entry is not base64 of 16-bit integers: 3 bytes");
        assert_eq!(error("entry", "AAAAAA=="), "network.entry has 2 numbers in place of 3456");
        for text in ["A*A=", "AAA", "1 2 3", "-5", "AA=A"] {
            let message = error("layer4", text);
            assert!(message.starts_with("network.layer4 is not base64 of 16-bit integers: "), "{message}");
        }
    }

    #[test]
    fn networks_without_a_shape_have_two_blocks_of_24_channels() {
        let network = Network::new(&pseudo_random("24x2"));
        let mut texts = texts(&network);
        assert_eq!(texts.remove("shape"), Some("24 2\n".to_owned()));
        assert_eq!(Network::read(texts), Ok(network));
    }

    #[test]
    fn damaged_networks_are_rejected() {
        let written = texts(&Network::new(&with_large_number()));
        let error = |change: &dyn Fn(&mut BTreeMap<String, String>)| {
            let mut texts = written.clone();
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
            "network.heads: 'x' is not a whole number from -1000000 to 1000000"
        );
        assert_eq!(error(&|texts| _ = texts.insert("tail".to_owned(), String::new())), "there is no network.tail");
        for shape in ["", "24", "24 2 1", "24 0", "40 4", "24x2", "-24 2", "24 2 pooling 1"] {
            let message = error(&|texts| _ = texts.insert("shape".to_owned(), shape.to_owned()));
            assert_eq!(message, format!("network.shape: {ShapeError}"));
        }
        // The numbers are those of another shape.
        let message = error(&|texts| _ = texts.insert("shape".to_owned(), "32 2".to_owned()));
        assert_eq!(message, "network.entry has 3456 numbers in place of 4608");
    }
}
