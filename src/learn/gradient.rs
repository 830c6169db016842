//! How the error of a network changes with its numbers: back from the heads to the entry, layer by layer.
//! (D. Rumelhart, G. Hinton and R. Williams, *Learning representations by back-propagating errors*, 1986.)

use std::fmt;

use super::examples::Variant;
use crate::network::convolution::{self, Kernel};
use crate::network::{
    Activations, BLOCKS, CHANNELS, Forward, Grid, LEAD_UNIT, Parameters, SUMMARY, add, inputs_near, squash,
};

/// How far a network is from examples: sums over them.
#[derive(Clone, Copy, Default, Debug)]
pub struct Losses {
    /// Examples.
    pub count: f64,
    /// Natural logarithms of one over the probability of the move that was played.
    pub moves: f64,
    /// Examples in which no move was more probable.
    pub first: f64,
    /// The same of the result.
    pub result: f64,
    /// The same of the owners of points, by example the mean.
    pub owners: f64,
}

impl Losses {
    /// Adds another sum.
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
        write!(f, "{first:.1} % of moves foretold, log loss {moves:.3}, of results {result:.3}, of owners {owners:.3}")
    }
}

/// Kernels for the way back, made once for many examples.
pub struct Reversed(Vec<Box<Kernel>>);

impl Reversed {
    pub fn new(net: &Parameters) -> Reversed {
        Reversed(net.layers.iter().map(|layer| convolution::reversed(&layer.kernel)).collect())
    }
}

/// The error of a probability that a head tells, and how it changes with what the head says.
#[inline(always)]
fn chance(x: f32, truth: f32) -> (f32, f32) {
    let probability = (0.5 + 0.5 * squash(x)).clamp(1e-6, 1.0 - 1e-6);
    let error = -truth * probability.ln() - (1.0 - truth) * (1.0 - probability).ln();
    (error, 2.0 * (probability - truth) / (1.0 + x * x).sqrt())
}

/// Room for examples on boards of different sizes.
#[derive(Default)]
pub struct Workspaces(Vec<Workspace>);

impl Workspaces {
    /// That of boards of a size.
    pub fn of(&mut self, grid: Grid) -> &mut Workspace {
        let at = self.0.iter().position(|workspace| workspace.grid == grid).unwrap_or_else(|| {
            self.0.push(Workspace::new(grid));
            self.0.len() - 1
        });
        &mut self.0[at]
    }
}

/// What is worked out for an example, kept from one to the next.
pub struct Workspace {
    grid: Grid,
    forward: Forward,
    /// How the error changes with each activation.
    back: Vec<Vec<Activations>>,
    carried: Vec<Activations>,
    by_move: Vec<f32>,
    by_owner: Vec<f32>,
}

impl Workspace {
    pub fn new(grid: Grid) -> Workspace {
        let cells = vec![[0.0; CHANNELS]; grid.cells()];
        let back = vec![cells.clone(); 1 + 2 * BLOCKS];
        Workspace { grid, forward: Forward::new(grid), back, carried: cells, by_move: Vec::new(), by_owner: Vec::new() }
    }

    /// How far the network is from a variant.
    #[inline(always)]
    pub fn test(&mut self, net: &Parameters, variant: &Variant) -> Losses {
        self.forward.run(net, &variant.view(self.grid));
        self.weigh(variant).0
    }

    /// The losses, and how they change with the result; `by_move` and `by_owner` are set.
    #[inline(always)]
    fn weigh(&mut self, variant: &Variant) -> (Losses, f32) {
        let forward = &self.forward;
        let strength =
            |&(point, known): &(Option<u16>, f32)| known + point.map_or(0.0, |at| forward.moves[usize::from(at)]);
        let strengths: Vec<f32> = variant.moves.iter().map(strength).collect();
        let most = strengths.iter().copied().fold(f32::MIN, f32::max);
        let sum: f32 = strengths.iter().map(|strength| (strength - most).exp()).sum();
        let played = strengths[variant.played];
        self.by_move.clear();
        self.by_move.resize(forward.moves.len(), 0.0);
        for (i, (&(point, _), strength)) in variant.moves.iter().zip(&strengths).enumerate() {
            if let Some(at) = point {
                self.by_move[usize::from(at)] +=
                    (strength - most).exp() / sum - f32::from(u8::from(i == variant.played));
            }
        }
        self.by_owner.clear();
        let points = variant.inputs.iter().filter(|&&inputs| inputs != 0).count() as f32;
        let mut owners = 0.0;
        for ((&x, &owner), &inputs) in forward.owners.iter().zip(&variant.owners).zip(&variant.inputs) {
            let (error, gradient) = chance(x, 0.5 + 0.5 * f32::from(owner));
            let counts = f32::from(u8::from(inputs != 0));
            owners += counts * error / points;
            self.by_owner.push(counts * gradient / points);
        }
        let (result, by_result) = chance(forward.result, variant.result);
        let losses = Losses {
            count: 1.0,
            moves: f64::from(most + sum.ln() - played),
            first: f64::from(u8::from(played >= most)),
            result: result.into(),
            owners: owners.into(),
        };
        (losses, by_result)
    }

    /// Adds to `gradient` how the error of a variant changes with each number of the network; the losses.
    #[inline(always)]
    pub fn learn(
        &mut self,
        net: &Parameters,
        reversed: &Reversed,
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
            convolution::convolve(grid, &error, &reversed.0[i], &[0.0; CHANNELS], &mut carried);
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

    /// Through the heads to the last layer.
    #[inline(always)]
    fn back_through_heads(&mut self, net: &Parameters, variant: &Variant, by_result: f32, gradient: &mut Parameters) {
        let forward = &self.forward;
        let mut by_summary = [0.0; SUMMARY];
        by_summary[CHANNELS] = by_result * net.value_lead[0];
        gradient.value_lead[0] += by_result * forward.summary[CHANNELS];
        gradient.value_bias[0] += by_result;
        for (unit, row) in net.hidden.iter().enumerate() {
            gradient.value[unit] += by_result * forward.hidden[unit];
            if forward.hidden[unit] > 0.0 {
                let by_unit = by_result * net.value[unit];
                gradient.hidden_bias[unit] += by_unit;
                for i in 0..SUMMARY {
                    gradient.hidden[unit][i] += by_unit * forward.summary[i];
                    by_summary[i] += by_unit * row[i];
                }
            }
        }
        self.back.iter_mut().flatten().for_each(|cell| *cell = [0.0; CHANNELS]);
        let points = variant.inputs.iter().filter(|&&inputs| inputs != 0).count() as f32;
        let (last, back) = (&forward.layers[2 * BLOCKS], &mut self.back[2 * BLOCKS]);
        for (point, at) in self.grid.points().enumerate() {
            let is_point = variant.inputs[point] != 0;
            let x = forward.owners[point];
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

/// No error passes where nothing was active.
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
            // Small enough for no probability to come near 0 or 1.
            *entry = ((number >> 16) as f32 / 65_536.0 - 0.48) * 0.15;
        }
        net
    }

    /// What is made small: the error of all that a network tells.
    fn error(net: &Parameters) -> f64 {
        let losses = Workspace::new(GRID).test(net, &variant());
        losses.moves + losses.owners + losses.result
    }

    #[test]
    fn losses_of_no_example_are_not_told_as_if_all_were_foretold() {
        assert_eq!(Losses::default().to_string(), "none");
        let told = Losses { count: 2.0, moves: 3.0, first: 1.0, result: 0.5, owners: 1.0 }.to_string();
        assert_eq!(told, "50.0 % of moves foretold, log loss 1.500, of results 0.250, of owners 0.500");
    }

    #[test]
    fn gradients_are_those_that_small_changes_show() {
        let net = any();
        let mut gradient = Parameters::zero();
        Workspace::new(GRID).learn(&net, &Reversed::new(&net), &variant(), &mut gradient);
        for (block, name) in Parameters::names().iter().enumerate() {
            let gradients = gradient.blocks()[block].to_vec();
            // The steepest number of each block.
            let at = (0..gradients.len()).max_by(|&a, &b| gradients[a].abs().total_cmp(&gradients[b].abs())).unwrap();
            let changed = |by: f32| {
                let mut net = net.clone();
                net.blocks_mut()[block][at] += by;
                error(&net)
            };
            let step = 2e-3;
            let seen = (changed(step) - changed(-step)) / (2.0 * f64::from(step));
            let told = f64::from(gradients[at]);
            assert!(told != 0.0 && (seen - told).abs() <= 0.03 * told.abs() + 2e-3, "{name} {at}: {seen} {told}");
        }
    }
}
