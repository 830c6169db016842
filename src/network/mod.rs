//! A small convolutional network: how promising each point looks for a move, whose it will be, and who wins.
//!
//! It looks at a board of any size by 3 × 3 convolutions with residual blocks (K. He and others, *Deep residual learning for
//! image recognition*, 2015), and tells three things as the Go programs do that learn from their own games (D. Silver and others,
//! 2017; D. Wu, *Accelerating self-play learning in Go*, 2019, for owners): a policy, the owner of each point, and the result,
//! which it works out from the owners, the komi and the mean of what it sees.
//!
//! It is made for one core, and for less than a tenth of a millisecond a position of 9 × 9 points. All sums are taken in a fixed order, and nothing is used but
//! sums, products, quotients and square roots, which every processor rounds alike.

pub mod convolution;
mod parameters;

use std::collections::BTreeMap;

pub use convolution::{Activations, Grid};
pub use parameters::{Layer, NetworkError, Parameters};

use crate::board::cpu::{BitOps, Kernel, dispatch};

/// Channels of each layer.
pub const CHANNELS: usize = 24;

/// What can be told of a point, a bit each.
pub const INPUTS: usize = 16;

/// A point and its neighbours.
pub const TAPS: usize = 9;

/// Residual blocks, of two convolutions each.
pub const BLOCKS: usize = 2;

/// Units of the layer that weighs the result.
pub const HIDDEN: usize = 16;

/// What that layer sees: the mean of each channel, and the lead.
pub const SUMMARY: usize = CHANNELS + 1;

/// Points of lead in the unit of [`Forward::summary`].
pub const LEAD_UNIT: f32 = 10.0;

/// A board as the network sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Its points.
    pub grid: Grid,
    /// Of each point, row by row, the inputs that hold, a bit each; 0 for what is no point of the game.
    pub inputs: &'a [u16],
    /// Points that the seat to move is given when the board is counted.
    pub komi: f32,
}

/// What the network makes of a board, seen by the seat to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Judgement {
    /// By how much each point's move is the likelier one, as a natural logarithm, beside what else is known of it.
    pub moves: Vec<f32>,
    /// Who wins: 0 the opponent, 1 the seat to move.
    pub result: f32,
}

/// Between −1 and 1, steepest at 0; in the place of the hyperbolic tangent, which machines round differently.
#[inline(always)]
pub fn squash(x: f32) -> f32 {
    x / (1.0 + x * x).sqrt()
}

/// Adds activations. By a loop: what closures do here is not always compiled for the processor that there is.
#[inline(always)]
pub fn add(sum: &mut Activations, more: &Activations) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}

/// Cuts off what is negative.
#[inline(always)]
fn rectify(activations: &mut Activations) {
    for activation in activations {
        *activation = if *activation > 0.0 { *activation } else { 0.0 };
    }
}

/// All that the network works out for a board, layer by layer.
#[derive(Clone, Debug)]
pub struct Forward {
    grid: Grid,
    /// The activations after the entry and after each layer.
    pub layers: Vec<Vec<Activations>>,
    /// Of each point: the logarithm of its move's strength.
    pub moves: Vec<f32>,
    /// Of each point, before [`squash`]: whose it will be, positive the seat to move's.
    pub owners: Vec<f32>,
    /// What the result is weighed by.
    pub summary: [f32; SUMMARY],
    /// The units that weigh it.
    pub hidden: [f32; HIDDEN],
    /// The result before [`squash`], positive the seat to move's.
    pub result: f32,
}

impl Forward {
    /// Room for boards of this size.
    pub fn new(grid: Grid) -> Forward {
        Forward {
            grid,
            layers: vec![vec![[0.0; CHANNELS]; grid.cells()]; 1 + 2 * BLOCKS],
            moves: Vec::new(),
            owners: Vec::new(),
            summary: [0.0; SUMMARY],
            hidden: [0.0; HIDDEN],
            result: 0.0,
        }
    }

    /// Works all of it out.
    #[inline(always)]
    pub fn run(&mut self, net: &Parameters, view: &View) {
        debug_assert!(self.grid == view.grid && view.inputs.len() == view.grid.width * view.grid.height);
        self.enter(net, view);
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
                rectify(to);
            }
        }
        self.conclude(net, view);
    }

    /// The first layer: few inputs hold at a point, so that its rows are added up.
    #[inline(always)]
    fn enter(&mut self, net: &Parameters, view: &View) {
        let grid = self.grid;
        let to = &mut self.layers[0];
        for y in 0..grid.height {
            for x in 0..grid.width {
                let mut sum = net.entry_bias;
                for (tap, rows) in net.entry.iter().enumerate() {
                    for input in inputs_near(view, x, y, tap) {
                        add(&mut sum, &rows[input]);
                    }
                }
                rectify(&mut sum);
                to[grid.row(y) + x] = sum;
            }
        }
    }

    /// The heads.
    #[inline(always)]
    fn conclude(&mut self, net: &Parameters, view: &View) {
        self.moves.clear();
        self.owners.clear();
        self.summary = [0.0; SUMMARY];
        let (mut lead, mut points) = (view.komi, 0.0);
        let last = &self.layers[2 * BLOCKS];
        for (at, &inputs) in self.grid.points().zip(view.inputs) {
            let head = |k: usize| {
                let row = &net.heads[k];
                (0..CHANNELS).fold(net.head_bias[k], |sum, c| sum + row[c] * last[at][c])
            };
            self.moves.push(head(0));
            self.owners.push(head(1));
            if inputs != 0 {
                add(self.summary.first_chunk_mut().expect("a mean of each channel"), &last[at]);
                lead += squash(self.owners[self.owners.len() - 1]);
                points += 1.0;
            }
        }
        // A board may have no point that isn't blocked.
        self.summary[..CHANNELS].iter_mut().for_each(|sum| *sum /= f32::max(points, 1.0));
        self.summary[CHANNELS] = lead / LEAD_UNIT;
        self.result = net.value_bias[0] + net.value_lead[0] * self.summary[CHANNELS];
        for (unit, row) in net.hidden.iter().enumerate() {
            let sum = row.iter().zip(&self.summary).fold(net.hidden_bias[unit], |sum, (w, x)| sum + w * x);
            self.hidden[unit] = if sum > 0.0 { sum } else { 0.0 };
            self.result += net.value[unit] * self.hidden[unit];
        }
    }
}

/// The inputs that hold at a neighbour of a point; none beyond the edge.
#[inline(always)]
pub fn inputs_near(view: &View, x: usize, y: usize, tap: usize) -> impl Iterator<Item = usize> + use<> {
    let (near_x, near_y) = (x + tap % 3, y + tap / 3);
    let is_on_board = (1..=view.grid.width).contains(&near_x) && (1..=view.grid.height).contains(&near_y);
    let mut bits = if is_on_board { view.inputs[(near_y - 1) * view.grid.width + near_x - 1] } else { 0 };
    std::iter::from_fn(move || {
        let input = bits.trailing_zeros() as usize;
        let found = bits != 0;
        bits &= bits.wrapping_sub(1);
        found.then_some(input)
    })
}

/// The parameters of a network, as whole numbers of [`Parameters::UNIT`], and what they make of boards.
#[derive(Clone, PartialEq, Debug)]
pub struct Network(Box<Parameters>);

impl Network {
    /// Parameters rounded to what a file holds.
    pub fn new(parameters: &Parameters) -> Network {
        Network(Box::new(parameters.rounded()))
    }

    /// Reads the texts of all blocks of numbers.
    ///
    /// # Errors
    /// Those of [`Parameters::read`].
    pub fn read(texts: BTreeMap<String, String>) -> Result<Network, NetworkError> {
        Ok(Network(Box::new(Parameters::read(texts)?)))
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.0
    }

    /// What the network makes of a board.
    ///
    /// # Panics
    /// If there are not as many inputs as points, or fewer than [`Grid::LEAST_WIDTH`] points in a row.
    pub fn judge(&self, view: &View) -> Judgement {
        assert!(view.grid.width >= Grid::LEAST_WIDTH && view.inputs.len() == view.grid.width * view.grid.height);
        dispatch(Judging { net: &self.0, view })
    }
}

struct Judging<'a> {
    net: &'a Parameters,
    view: &'a View<'a>,
}

impl Kernel for Judging<'_> {
    type Output = Judgement;

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) -> Judgement {
        let mut forward = Forward::new(self.view.grid);
        forward.run(self.net, self.view);
        Judgement { result: 0.5 + 0.5 * squash(forward.result), moves: forward.moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network of small numbers that look random.
    fn any() -> Parameters {
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
    fn all_processors_make_the_same_of_a_board() {
        let grid = Grid { width: 9, height: 7 };
        let (net, inputs) = (any(), inputs(grid));
        let view = View { grid, inputs: &inputs, komi: -7.0 };
        let mut forward = Forward::new(grid);
        forward.run(&net, &view);
        let judged = dispatch(Judging { net: &net, view: &view });
        assert_eq!(judged, Judgement { result: 0.5 + 0.5 * squash(forward.result), moves: forward.moves });
        assert!(judged.moves.windows(2).any(|pair| pair[0] != pair[1]), "and not the same of all points");
    }

    #[test]
    fn what_is_rounded_and_written_is_read_again() {
        let network = Network::new(&any());
        let written = network.parameters().write();
        let texts = written.iter().map(|(name, text)| (name.to_string(), text.clone())).collect();
        assert_eq!(Network::read(texts), Ok(network));
    }

    #[test]
    fn a_network_that_is_cut_or_has_what_is_no_number_is_refused() {
        let written = Network::new(&Parameters::zero()).parameters().write();
        let texts = || -> BTreeMap<String, String> {
            written.iter().map(|(name, text)| (name.to_string(), text.clone())).collect()
        };
        let refused = |change: &dyn Fn(&mut BTreeMap<String, String>)| {
            let mut texts = texts();
            change(&mut texts);
            Parameters::read(texts).unwrap_err().to_string()
        };
        assert_eq!(refused(&|texts| _ = texts.remove("heads")), "network.heads is missing");
        assert_eq!(
            refused(&|texts| *texts.get_mut("heads").unwrap() = "1 2".to_owned()),
            "network.heads has 2 numbers in place of 48"
        );
        assert_eq!(
            refused(&|texts| texts.get_mut("heads").unwrap().push_str(" x")),
            "network.heads: 'x' is no whole number from -1000000 to 1000000"
        );
        assert_eq!(refused(&|texts| _ = texts.insert("tail".to_owned(), String::new())), "there is no network.tail");
    }
}
