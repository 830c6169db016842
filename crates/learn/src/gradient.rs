//! Gradients of a network's loss by backpropagation, from the heads to the first layer. (D.
//! Rumelhart, G. Hinton and R. Williams, *Learning representations by back-propagating errors*,
//! 1986.)

use std::fmt;

use quintet_network::convolution::{
    Activations, Buffers, Convolution, LANES, Output, add_transformed_back, transformed, transposed, view, view_mut,
};
use quintet_network::{
    ForwardPass, Grid, INPUT_VECTORS, KernelGradient, Kernels, LEAD_UNIT, LayersKept, Parameters, Shape, isru,
};

use super::examples::Variant;
use super::searched::OWNED;

/// The losses of a network: sums over examples.
#[derive(Clone, Copy, Default, Debug)]
pub struct Losses {
    /// The number of examples.
    pub count: f64,
    /// The cross-entropy of the played moves, or of what a search found instead, in nats.
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

/// The transformed kernels of a network, made once for many examples.
pub struct Pass {
    forward: Kernels,
    /// The transposed kernels of the layers after the first.
    backward: Vec<Vec<f32>>,
}

impl Pass {
    pub fn new(net: &Parameters) -> Pass {
        let back = |kernel: &[f32]| transformed(&transposed(kernel, net.shape().channels()));
        Pass { forward: Kernels::new(net), backward: net.layers.iter().map(|layer| back(&layer.kernel)).collect() }
    }
}

/// A sum of gradients: of kernels with respect to their transforms.
pub struct GradientSum {
    parameters: Parameters,
    kernels: Kernels,
}

impl GradientSum {
    pub fn new(shape: Shape) -> GradientSum {
        let parameters = Parameters::zero(shape);
        GradientSum { kernels: Kernels::new(&parameters), parameters }
    }

    /// Returns the sum with respect to the parameters.
    pub fn into_parameters(mut self) -> Parameters {
        add_transformed_back(&self.kernels.entry, &mut self.parameters.entry.kernel);
        for (layer, kernel) in self.parameters.layers.iter_mut().zip(&self.kernels.layers) {
            add_transformed_back(kernel, &mut layer.kernel);
        }
        self.parameters
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
pub struct Workspaces {
    shape: Shape,
    workspaces: Vec<Workspace>,
}

impl Workspaces {
    /// Creates no workspaces yet, for networks of one shape.
    pub fn new(shape: Shape) -> Workspaces {
        Workspaces { shape, workspaces: Vec::new() }
    }

    /// Returns the workspace for a size of board.
    pub fn of(&mut self, grid: Grid) -> &mut Workspace {
        let at = self.workspaces.iter().position(|workspace| workspace.grid == grid).unwrap_or_else(|| {
            self.workspaces.push(Workspace::new(grid, self.shape));
            self.workspaces.len() - 1
        });
        &mut self.workspaces[at]
    }
}

/// The values computed for an example; reused for the next one.
pub struct Workspace {
    grid: Grid,
    shape: Shape,
    forward: ForwardPass,
    /// The derivative of the loss by each activation.
    back: Vec<Vec<f32>>,
    carried: Vec<f32>,
    buffers: Buffers,
    by_move: Vec<f32>,
    by_owner: Vec<f32>,
}

impl Workspace {
    pub fn new(grid: Grid, shape: Shape) -> Workspace {
        let cells = vec![0.0; shape.channels() * grid.cells()];
        Workspace {
            grid,
            shape,
            forward: ForwardPass::new(grid, shape, LayersKept::All),
            back: vec![cells.clone(); 1 + shape.layers()],
            carried: cells,
            buffers: Buffers::new(grid, shape.channels()),
            by_move: Vec::new(),
            by_owner: Vec::new(),
        }
    }

    /// Returns the losses of the network for a variant.
    #[inline(always)]
    pub fn test(&mut self, net: &Parameters, kernels: &Kernels, variant: &Variant) -> Losses {
        self.forward.run(net, kernels, &variant.view(self.grid));
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
        let target = |i: usize| {
            let played = f32::from(u8::from(i == variant.played));
            variant.policy.as_ref().map_or(played, |policy| policy[i])
        };
        let moves: f32 =
            strengths.iter().enumerate().map(|(i, strength)| target(i) * (most + sum.ln() - strength)).sum();
        self.by_move.clear();
        self.by_move.resize(forward.policy.len(), 0.0);
        for (i, (&(point, _), strength)) in variant.moves.iter().zip(&strengths).enumerate() {
            if let Some(at) = point {
                self.by_move[usize::from(at)] += (strength - most).exp() / sum - target(i);
            }
        }
        self.by_owner.clear();
        let points = variant.inputs.iter().filter(|&&inputs| inputs != 0).count() as f32;
        let mut owners = 0.0;
        for ((&x, &owner), &inputs) in forward.ownership.iter().zip(&variant.owners).zip(&variant.inputs) {
            let (error, gradient) = cross_entropy(x, 0.5 + 0.5 * f32::from(owner) / f32::from(OWNED));
            let counts = f32::from(u8::from(inputs != 0));
            owners += counts * error / points;
            self.by_owner.push(counts * gradient / points);
        }
        let (result, by_result) = cross_entropy(forward.value, variant.result);
        let losses = Losses {
            count: 1.0,
            moves: moves.into(),
            first: f64::from(u8::from(strengths[variant.played] >= most)),
            result: result.into(),
            owners: owners.into(),
        };
        (losses, by_result)
    }

    /// Adds the derivative of a variant's loss by each number of the network to `gradient`. Returns
    /// the losses.
    #[inline(always)]
    pub fn learn(&mut self, net: &Parameters, pass: &Pass, variant: &Variant, gradient: &mut GradientSum) -> Losses {
        self.forward.run(net, &pass.forward, &variant.view(self.grid));
        let (losses, by_result) = self.weigh(variant);
        match self.shape.vectors() {
            3 => self.propagate::<3>(net, pass, variant, by_result, gradient),
            4 => self.propagate::<4>(net, pass, variant, by_result, gradient),
            6 => self.propagate::<6>(net, pass, variant, by_result, gradient),
            _ => self.propagate::<8>(net, pass, variant, by_result, gradient),
        }
        losses
    }

    /// Propagates gradients from the heads to the first layer.
    #[inline(always)]
    fn propagate<const V: usize>(
        &mut self,
        net: &Parameters,
        pass: &Pass,
        variant: &Variant,
        by_result: f32,
        gradient: &mut GradientSum,
    ) {
        let GradientSum { parameters, kernels } = gradient;
        self.back_through_heads::<V>(net, variant, by_result, parameters);
        let grid = self.grid;
        let zeros = [0.0; LANES].repeat(V);
        for i in (0..self.shape.layers()).rev() {
            let mut error = std::mem::take(&mut self.back[i + 1]);
            let by_bias = mask::<V>(grid, self.forward.layer(i + 1), &mut error, &mut parameters.layers[i].bias);
            let (vectors, from, sum) = ((V, V), self.forward.layer(i), &mut kernels.layers[i]);
            KernelGradient { grid, vectors, from, error: &error, sum, buffers: &mut self.buffers }.add();
            let (weights, bias, output) = (&pass.backward[i], &zeros, Output::Plain);
            let (from, to, buffers) = (&error, &mut self.carried, &mut self.buffers);
            Convolution { grid, vectors, from, weights, bias, output, to, buffers }.compute();
            add_activations::<V>(grid, &mut self.back[i], &self.carried);
            if i % 2 == 1 {
                add_activations::<V>(grid, &mut self.back[i - 1], &error);
                if let Some(weights) = net.pooling.get(i / 2) {
                    let gradient = &mut parameters.pooling[i / 2];
                    self.back_through_pooling::<V>(i, variant, weights, &by_bias, gradient);
                }
            }
            self.back[i + 1] = error;
        }
        let error = &mut self.back[0];
        mask::<V>(grid, self.forward.layer(0), error, &mut parameters.entry.bias);
        let (vectors, from, sum) = ((INPUT_VECTORS, V), &self.forward.inputs, &mut kernels.entry);
        KernelGradient { grid, vectors, from, error, sum, buffers: &mut self.buffers }.add();
    }

    /// Propagates through the global pooling before convolution `i`, by whose bias the loss has the
    /// derivative `by_bias`.
    #[inline(always)]
    fn back_through_pooling<const V: usize>(
        &mut self,
        i: usize,
        variant: &Variant,
        weights: &[f32],
        by_bias: &Activations<V>,
        gradient: &mut [f32],
    ) {
        let pooled = &self.forward.pooled[i / 2];
        let mut by_pooled = vec![0.0; pooled.len()];
        let rows = view::<V>(weights).iter().zip(view_mut::<V>(gradient));
        for ((by, &factor), (row, gradients)) in by_pooled.iter_mut().zip(pooled).zip(rows) {
            for v in 0..V {
                for c in 0..LANES {
                    gradients[v][c] += factor * by_bias[v][c];
                    *by += row[v][c] * by_bias[v][c];
                }
            }
        }
        let points = variant.inputs.iter().filter(|&&inputs| inputs != 0).count() as f32;
        by_pooled[..V * LANES].iter_mut().for_each(|by| *by /= points);
        let (from, back) = (view::<V>(self.forward.layer(i)), view_mut::<V>(&mut self.back[i]));
        let (means, maxima) = (view::<V>(&by_pooled)[0], view::<V>(&by_pooled)[1]);
        // The first point with the maximum of a channel has its whole derivative.
        let mut missing = view::<V>(pooled)[1];
        for (at, _) in self.grid.points().zip(&variant.inputs).filter(|&(_, &inputs)| inputs != 0) {
            add_to(&mut back[at], &means);
            for v in 0..V {
                for c in 0..LANES {
                    if from[at][v][c] == missing[v][c] {
                        back[at][v][c] += maxima[v][c];
                        missing[v][c] = f32::NAN;
                    }
                }
            }
        }
    }

    /// Propagates through the heads to the last layer.
    #[inline(always)]
    fn back_through_heads<const V: usize>(
        &mut self,
        net: &Parameters,
        variant: &Variant,
        by_result: f32,
        gradient: &mut Parameters,
    ) {
        let forward = &self.forward;
        let inputs = &forward.value_inputs;
        let mut by_inputs = vec![0.0; inputs.len()];
        by_inputs[V * LANES] = by_result * net.value_lead[0];
        gradient.value_lead[0] += by_result * inputs[V * LANES];
        gradient.value_bias[0] += by_result;
        let rows = net.hidden.chunks_exact(inputs.len()).zip(gradient.hidden.chunks_exact_mut(inputs.len()));
        for (unit, (row, gradients)) in rows.enumerate() {
            gradient.value[unit] += by_result * forward.value_hidden[unit];
            if forward.value_hidden[unit] > 0.0 {
                let by_unit = by_result * net.value[unit];
                gradient.hidden_bias[unit] += by_unit;
                for (i, input) in inputs.iter().enumerate() {
                    gradients[i] += by_unit * input;
                    by_inputs[i] += by_unit * row[i];
                }
            }
        }
        self.back.iter_mut().for_each(|layer| layer.fill(0.0));
        let points = variant.inputs.iter().filter(|&&inputs| inputs != 0).count() as f32;
        let by_mean: Activations<V> =
            std::array::from_fn(|v| std::array::from_fn(|c| by_inputs[v * LANES + c] / points));
        let layers = self.shape.layers();
        let (last, back) = (view::<V>(forward.layer(layers)), view_mut::<V>(&mut self.back[layers]));
        let (heads, by_heads) = (view::<V>(&net.heads), view_mut::<V>(&mut gradient.heads));
        for (point, at) in self.grid.points().enumerate() {
            let is_point = variant.inputs[point] != 0;
            let x = forward.ownership[point];
            let root = (1.0 + x * x).sqrt();
            let by_lead = if is_point { by_inputs[V * LANES] / LEAD_UNIT / (root * root * root) } else { 0.0 };
            let by = [self.by_move[point], self.by_owner[point] + by_lead];
            for (k, by) in by.into_iter().enumerate() {
                gradient.head_bias[k] += by;
                for v in 0..V {
                    for c in 0..LANES {
                        by_heads[k][v][c] += by * last[at][v][c];
                        back[at][v][c] += by * heads[k][v][c];
                    }
                }
            }
            if is_point {
                add_to(&mut back[at], &by_mean);
            }
        }
    }
}

/// Adds activations.
#[inline(always)]
fn add_to<const V: usize>(sum: &mut Activations<V>, addend: &Activations<V>) {
    for v in 0..V {
        for c in 0..LANES {
            sum[v][c] += addend[v][c];
        }
    }
}

/// Adds the activations of all points.
#[inline(always)]
fn add_activations<const V: usize>(grid: Grid, sums: &mut [f32], addends: &[f32]) {
    let (sums, addends) = (view_mut::<V>(sums), view::<V>(addends));
    for at in grid.points() {
        add_to(&mut sums[at], &addends[at]);
    }
}

/// Stops gradients at inactive units (the derivative of ReLU). Returns the sum of the others, and
/// adds it to the gradient of the bias.
#[inline(always)]
fn mask<const V: usize>(grid: Grid, active: &[f32], error: &mut [f32], bias: &mut [f32]) -> Activations<V> {
    let (active, error) = (view::<V>(active), view_mut::<V>(error));
    let mut sum = [[0.0; LANES]; V];
    for at in grid.points() {
        for v in 0..V {
            for c in 0..LANES {
                error[at][v][c] = if active[at][v][c] > 0.0 { error[at][v][c] } else { 0.0 };
            }
        }
        add_to(&mut sum, &error[at]);
    }
    add_to(&mut view_mut::<V>(bias)[0], &sum);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { width: 4, height: 3 };

    /// Returns an example, in which the network learns the played move or what a search found.
    fn variant(policy: Option<Vec<f32>>) -> Variant {
        let inputs = (0..12).map(|point: u32| 1 | (point * 0x9e5 % 0x1000) as u16).collect();
        let moves = vec![(Some(3), 0.5), (None, -1.0), (Some(7), 0.0), (Some(11), 0.25)];
        let owners = (0..12).map(|point| OWNED * ((point % 3) as i8 - 1)).collect();
        Variant { inputs, moves, played: 2, policy, owners, komi: -2.0, result: 1.0 }
    }

    fn any(shape: &str) -> Parameters {
        let mut net = Parameters::zero(shape.parse().unwrap());
        let mut number = 1_u32;
        for entry in net.blocks_mut().into_iter().flatten() {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Small enough to keep probabilities away from 0 and 1.
            *entry = ((number >> 16) as f32 / 65_536.0 - 0.48) * 0.15;
        }
        net
    }

    /// Returns the total loss.
    fn error(net: &Parameters, variant: &Variant) -> f64 {
        let losses = Workspace::new(GRID, net.shape()).test(net, &Kernels::new(net), variant);
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
        check_gradients(&any("24x2"), &variant(None));
        check_gradients(&any("24x2"), &variant(Some(vec![0.1, 0.2, 0.1, 0.6])));
        check_gradients(&any("32x1"), &variant(None));
        check_gradients(&any("48x1"), &variant(None));
        check_gradients(&any("64x1-pooling"), &variant(None));
        check_gradients(&any("32x2-pooling"), &variant(None));
    }

    #[test]
    fn the_loss_of_moves_is_the_cross_entropy_of_the_policy() {
        let net = any("24x2");
        let moves = |policy: Option<Vec<f32>>| {
            let variant = variant(policy);
            Workspace::new(GRID, net.shape()).test(&net, &Kernels::new(&net), &variant).moves
        };
        let of_move = |index: usize| moves(Some((0..4).map(|i| f32::from(u8::from(i == index))).collect()));
        assert!((of_move(2) - moves(None)).abs() < 1e-6, "the played move");
        let mixed = moves(Some(vec![0.5, 0.25, 0.25, 0.0]));
        assert!((mixed - 0.5 * of_move(0) - 0.25 * of_move(1) - 0.25 * of_move(2)).abs() < 1e-6, "{mixed}");
    }

    fn check_gradients(net: &Parameters, variant: &Variant) {
        let mut sum = GradientSum::new(net.shape());
        Workspace::new(GRID, net.shape()).learn(net, &Pass::new(net), variant, &mut sum);
        let gradient = sum.into_parameters();
        for (block, name) in net.names().iter().enumerate() {
            let gradients = gradient.blocks()[block].to_vec();
            // The number of each block with the largest derivative.
            let at = (0..gradients.len()).max_by(|&a, &b| gradients[a].abs().total_cmp(&gradients[b].abs())).unwrap();
            let changed = |by: f32| {
                let mut net = net.clone();
                net.blocks_mut()[block][at] += by;
                error(&net, variant)
            };
            let step = 2e-3;
            let difference = (changed(step) - changed(-step)) / (2.0 * f64::from(step));
            let derivative = f64::from(gradients[at]);
            assert!(
                derivative != 0.0 && (difference - derivative).abs() <= 0.03 * derivative.abs() + 2e-3,
                "{} {name} {at}: {difference} {derivative}",
                net.shape()
            );
        }
    }
}
