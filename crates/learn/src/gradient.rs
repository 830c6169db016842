//! Gradients of a network's loss by backpropagation, from the heads to the first layer. (D.
//! Rumelhart, G. Hinton and R. Williams, *Learning representations by back-propagating errors*,
//! 1986.)

use std::fmt;

use quintet_core::network::convolution::{self, Kernel};
use quintet_core::network::{
    Activations, BLOCKS, CHANNELS, ForwardPass, Grid, LEAD_UNIT, Parameters, VALUE_INPUTS, add, inputs_near, isru,
};

use super::examples::Variant;

/// The losses of a network: sums over examples.
#[derive(Clone, Copy, Default, Debug)]
pub struct Losses {
    /// The number of examples.
    pub count: f64,
    /// The cross-entropy of the played moves, in nats.
    pub moves: f64,
    /// The number of examples in which no move was more probable than the played one.
    pub first: f64,
    /// The cross-entropy of the result.
    pub result: f64,
    /// The cross-entropy of the owners of points, the mean of each example.
    pub owners: f64,
}

impl Losses {
    /// Adds other losses.
    pub fn add(&mut self, other: &Losses) {
        self.count += other.count;
        self.moves += other.moves;
        self.first += other.first;
        self.result += other.result;
        self.owners += other.owners;
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count < 1.0 {
            return f.write_str("none");
        }
        let [moves, first, result, owners] =
            [self.moves, self.first, self.result, self.owners].map(|sum| sum / self.count);
        let first = 100.0 * first;
        write!(f, "{first:.1} % of moves predicted, log loss {moves:.3}, of results {result:.3}, of owners {owners:.3}")
    }
}

/// The transposed kernels for the backward pass, made once for many examples.
pub struct Transposed(Vec<Box<Kernel>>);

impl Transposed {
    pub fn new(net: &Parameters) -> Transposed {
        Transposed(net.layers.iter().map(|layer| convolution::transposed(&layer.kernel)).collect())
    }
}

/// Returns the cross-entropy of a probability given by a head's output `x`, and its derivative by
/// `x`.
#[inline(always)]
fn cross_entropy(x: f32, truth: f32) -> (f32, f32) {
    let probability = (0.5 + 0.5 * isru(x)).clamp(1e-6, 1.0 - 1e-6);
    let error = -truth * probability.ln() - (1.0 - truth) * (1.0 - probability).ln();
    (error, 2.0 * (probability - truth) / (1.0 + x * x).sqrt())
}

/// Workspaces for boards of different sizes.
#[derive(Default)]
pub struct Workspaces(Vec<Workspace>);

impl Workspaces {
    /// Returns the workspace for a size of board.
    pub fn of(&mut self, grid: Grid) -> &mut Workspace {
        let at = self.0.iter().position(|workspace| workspace.grid == grid).unwrap_or_else(|| {
            self.0.push(Workspace::new(grid));
            self.0.len() - 1
        });
        &mut self.0[at]
    }
}

/// The values computed for an example; reused for the next one.
pub struct Workspace {
    grid: Grid,
    forward: ForwardPass,
    /// The derivative of the loss by each activation.
    back: Vec<Vec<Activations>>,
    carried: Vec<Activations>,
    by_move: Vec<f32>,
    by_owner: Vec<f32>,
}

impl Workspace {
    pub fn new(grid: Grid) -> Workspace {
        let cells = vec![[0.0; CHANNELS]; grid.cells()];
        let back = vec![cells.clone(); 1 + 2 * BLOCKS];
        Workspace {
            grid,
            forward: ForwardPass::new(grid),
            back,
            carried: cells,
            by_move: Vec::new(),
            by_owner: Vec::new(),
        }
    }

    /// Returns the losses of the network for a variant.
    #[inline(always)]
    pub fn test(&mut self, net: &Parameters, variant: &Variant) -> Losses {
        self.forward.run(net, &variant.view(self.grid));
        self.weigh(variant).0
    }

    /// Returns the losses and the derivative by the result's output; sets `by_move` and `by_owner`.
    #[inline(always)]
    fn weigh(&mut self, variant: &Variant) -> (Losses, f32) {
        let forward = &self.forward;
        let strength =
            |&(point, known): &(Option<u16>, f32)| known + point.map_or(0.0, |at| forward.policy[usize::from(at)]);
        let strengths: Vec<f32> = variant.moves.iter().map(strength).collect();
        let most = strengths.iter().copied().fold(f32::MIN, f32::max);
        let sum: f32 = strengths.iter().map(|strength| (strength - most).exp()).sum();
        let played = strengths[variant.played];
        self.by_move.clear();
        self.by_move.resize(forward.policy.len(), 0.0);
        for (i, (&(point, _), strength)) in variant.moves.iter().zip(&strengths).enumerate() {
            if let Some(at) = point {
                self.by_move[usize::from(at)] +=
                    (strength - most).exp() / sum - f32::from(u8::from(i == variant.played));
            }
        }
        self.by_owner.clear();
        let points = variant.inputs.iter().filter(|&&inputs| inputs != 0).count() as f32;
        let mut owners = 0.0;
        for ((&x, &owner), &inputs) in forward.ownership.iter().zip(&variant.owners).zip(&variant.inputs) {
            let (error, gradient) = cross_entropy(x, 0.5 + 0.5 * f32::from(owner));
            let counts = f32::from(u8::from(inputs != 0));
            owners += counts * error / points;
            self.by_owner.push(counts * gradient / points);
        }
        let (result, by_result) = cross_entropy(forward.value, variant.result);
        let losses = Losses {
            count: 1.0,
            moves: f64::from(most + sum.ln() - played),
            first: f64::from(u8::from(played >= most)),
            result: result.into(),
            owners: owners.into(),
        };
        (losses, by_result)
    }

    /// Adds the derivative of a variant's loss by each number of the network to `gradient`. Returns
    /// the losses.
    #[inline(always)]
    pub fn learn(
        &mut self,
        net: &Parameters,
        transposed: &Transposed,
        variant: &Variant,
        gradient: &mut Parameters,
    ) -> Losses {
        self.forward.run(net, &variant.view(self.grid));
        let (losses, by_result) = self.weigh(variant);
        self.back_through_heads(net, variant, by_result, gradient);
        let grid = self.grid;
        for i in (0..2 * BLOCKS).rev() {
            let mut error = std::mem::take(&mut self.back[i + 1]);
            let mut carried = std::mem::take(&mut self.carried);
            mask(grid, &self.forward.layers[i + 1], &mut error);
            convolution::add_gradient(grid, &self.forward.layers[i], &error, &mut gradient.layers[i].kernel);
            convolution::convolve(grid, &error, &transposed.0[i], &[0.0; CHANNELS], &mut carried);
            for at in grid.points() {
                for c in 0..CHANNELS {
                    gradient.layers[i].bias[c] += error[at][c];
                    self.back[i][at][c] += carried[at][c];
                    if i % 2 == 1 {
                        self.back[i - 1][at][c] += error[at][c];
                    }
                }
            }
            (self.back[i + 1], self.carried) = (error, carried);
        }
        mask(grid, &self.forward.layers[0], &mut self.back[0]);
        let view = variant.view(grid);
        for y in 0..grid.height {
            for x in 0..grid.width {
                let error = &self.back[0][grid.row(y) + x];
                add(&mut gradient.entry_bias, error);
                for (tap, rows) in gradient.entry.iter_mut().enumerate() {
                    for input in inputs_near(&view, x, y, tap) {
                        add(&mut rows[input], error);
                    }
                }
            }
        }
        losses
    }

    /// Propagates through the heads to the last layer.
    #[inline(always)]
    fn back_through_heads(&mut self, net: &Parameters, variant: &Variant, by_result: f32, gradient: &mut Parameters) {
        let forward = &self.forward;
        let mut by_summary = [0.0; VALUE_INPUTS];
        by_summary[CHANNELS] = by_result * net.value_lead[0];
        gradient.value_lead[0] += by_result * forward.value_inputs[CHANNELS];
        gradient.value_bias[0] += by_result;
        for (unit, row) in net.hidden.iter().enumerate() {
            gradient.value[unit] += by_result * forward.value_hidden[unit];
            if forward.value_hidden[unit] > 0.0 {
                let by_unit = by_result * net.value[unit];
                gradient.hidden_bias[unit] += by_unit;
                for i in 0..VALUE_INPUTS {
                    gradient.hidden[unit][i] += by_unit * forward.value_inputs[i];
                    by_summary[i] += by_unit * row[i];
                }
            }
        }
        self.back.iter_mut().flatten().for_each(|cell| *cell = [0.0; CHANNELS]);
        let points = variant.inputs.iter().filter(|&&inputs| inputs != 0).count() as f32;
        let (last, back) = (&forward.layers[2 * BLOCKS], &mut self.back[2 * BLOCKS]);
        for (point, at) in self.grid.points().enumerate() {
            let is_point = variant.inputs[point] != 0;
            let x = forward.ownership[point];
            let root = (1.0 + x * x).sqrt();
            let by_lead = if is_point { by_summary[CHANNELS] / LEAD_UNIT / (root * root * root) } else { 0.0 };
            let by = [self.by_move[point], self.by_owner[point] + by_lead];
            for (k, by) in by.into_iter().enumerate() {
                gradient.head_bias[k] += by;
                for c in 0..CHANNELS {
                    gradient.heads[k][c] += by * last[at][c];
                    back[at][c] += by * net.heads[k][c];
                }
            }
            if is_point {
                (0..CHANNELS).for_each(|c| back[at][c] += by_summary[c] / points);
            }
        }
    }
}

/// Stops gradients at inactive units (the derivative of ReLU).
#[inline(always)]
fn mask(grid: Grid, active: &[Activations], error: &mut [Activations]) {
    for at in grid.points() {
        (0..CHANNELS).for_each(|c| error[at][c] = if active[at][c] > 0.0 { error[at][c] } else { 0.0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { width: 4, height: 3 };

    fn variant() -> Variant {
        let inputs = (0..12).map(|point: u32| 1 | (point * 0x9e5 % 0x1000) as u16).collect();
        let moves = vec![(Some(3), 0.5), (None, -1.0), (Some(7), 0.0), (Some(11), 0.25)];
        let owners = (0..12).map(|point| (point % 3) as i8 - 1).collect();
        Variant { inputs, moves, played: 2, owners, komi: -2.0, result: 1.0 }
    }

    fn any() -> Parameters {
        let mut net = Parameters::zero();
        let mut number = 1_u32;
        for entry in net.blocks_mut().into_iter().flatten() {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Small enough to keep probabilities away from 0 and 1.
            *entry = ((number >> 16) as f32 / 65_536.0 - 0.48) * 0.15;
        }
        net
    }

    /// Returns the total loss.
    fn error(net: &Parameters) -> f64 {
        let losses = Workspace::new(GRID).test(net, &variant());
        losses.moves + losses.owners + losses.result
    }

    #[test]
    fn losses_without_examples_are_formatted_as_none() {
        assert_eq!(Losses::default().to_string(), "none");
        let text = Losses { count: 2.0, moves: 3.0, first: 1.0, result: 0.5, owners: 1.0 }.to_string();
        assert_eq!(text, "50.0 % of moves predicted, log loss 1.500, of results 0.250, of owners 0.500");
    }

    #[test]
    fn gradients_match_finite_differences() {
        let net = any();
        let mut gradient = Parameters::zero();
        Workspace::new(GRID).learn(&net, &Transposed::new(&net), &variant(), &mut gradient);
        for (block, name) in Parameters::names().iter().enumerate() {
            let gradients = gradient.blocks()[block].to_vec();
            // The number of each block with the largest derivative.
            let at = (0..gradients.len()).max_by(|&a, &b| gradients[a].abs().total_cmp(&gradients[b].abs())).unwrap();
            let changed = |by: f32| {
                let mut net = net.clone();
                net.blocks_mut()[block][at] += by;
                error(&net)
            };
            let step = 2e-3;
            let difference = (changed(step) - changed(-step)) / (2.0 * f64::from(step));
            let derivative = f64::from(gradients[at]);
            assert!(
                derivative != 0.0 && (difference - derivative).abs() <= 0.03 * derivative.abs() + 2e-3,
                "{name} {at}: {difference} {derivative}"
            );
        }
    }
}
