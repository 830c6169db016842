//! How the error of a network changes with its numbers: back from the heads to the entry, layer by layer.
//! (D. Rumelhart, G. Hinton and R. Williams, *Learning representations by back-propagating errors*, 1986.)

use std::fmt;

use super::examples::Lesson;
use crate::network::convolution::{self, Kernel};
use crate::network::{Activations, BLOCKS, CHANNELS, Grid, Parameters, Pass, SUMMARY, inputs_near, squash};

/// How far a network is from lessons: sums over them.
#[derive(Clone, Copy, Default, Debug)]
pub struct Errors {
    /// Lessons.
    pub count: f64,
    /// Natural logarithms of one over the probability of the move that was played.
    pub moves: f64,
    /// Lessons in which no move was more probable.
    pub first: f64,
    /// The same of the result.
    pub result: f64,
    /// The same of the owners of points, by lesson the mean.
    pub owners: f64,
}

impl Errors {
    /// Adds another sum.
    pub fn add(&mut self, other: &Errors) {
        self.count += other.count;
        self.moves += other.moves;
        self.first += other.first;
        self.result += other.result;
        self.owners += other.owners;
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [moves, first, result, owners] =
            [self.moves, self.first, self.result, self.owners].map(|sum| sum / self.count.max(1.0));
        let first = 100.0 * first;
        write!(f, "{first:.1} % of moves foretold, log loss {moves:.3}, of results {result:.3}, of owners {owners:.3}")
    }
}

/// Kernels for the way back, made once for many lessons.
pub struct WayBack(Vec<Box<Kernel>>);

impl WayBack {
    pub fn new(net: &Parameters) -> WayBack {
        WayBack(net.layers.iter().map(|layer| convolution::reversed(&layer.kernel)).collect())
    }
}

/// The error of a probability that a head tells, and how it changes with what the head says.
#[inline(always)]
fn chance(x: f32, truth: f32) -> (f32, f32) {
    let probability = (0.5 + 0.5 * squash(x)).clamp(1e-6, 1.0 - 1e-6);
    let error = -truth * probability.ln() - (1.0 - truth) * (1.0 - probability).ln();
    (error, 2.0 * (probability - truth) / (1.0 + x * x).sqrt())
}

/// What is worked out for a lesson, kept from one to the next.
pub struct Student {
    grid: Grid,
    pass: Pass,
    /// How the error changes with each activation.
    back: Vec<Vec<Activations>>,
    carried: Vec<Activations>,
    by_move: Vec<f32>,
    by_owner: Vec<f32>,
}

impl Student {
    pub fn new(grid: Grid) -> Student {
        let cells = vec![[0.0; CHANNELS]; grid.cells()];
        let back = vec![cells.clone(); 1 + 2 * BLOCKS];
        Student { grid, pass: Pass::new(grid), back, carried: cells, by_move: Vec::new(), by_owner: Vec::new() }
    }

    /// The size of boards that it is for.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// How far the network is from a lesson.
    #[inline(always)]
    pub fn test(&mut self, net: &Parameters, lesson: &Lesson) -> Errors {
        self.pass.run(net, &lesson.view(self.grid));
        self.weigh(lesson).0
    }

    /// The errors, and how they change with the result; `by_move` and `by_owner` are set.
    #[inline(always)]
    fn weigh(&mut self, lesson: &Lesson) -> (Errors, f32) {
        let pass = &self.pass;
        let strength =
            |&(point, known): &(Option<u16>, f32)| known + point.map_or(0.0, |at| pass.moves[usize::from(at)]);
        let strengths: Vec<f32> = lesson.moves.iter().map(strength).collect();
        let most = strengths.iter().copied().fold(f32::MIN, f32::max);
        let sum: f32 = strengths.iter().map(|strength| (strength - most).exp()).sum();
        let played = strengths[lesson.played];
        self.by_move.clear();
        self.by_move.resize(pass.moves.len(), 0.0);
        for (i, (&(point, _), strength)) in lesson.moves.iter().zip(&strengths).enumerate() {
            if let Some(at) = point {
                self.by_move[usize::from(at)] +=
                    (strength - most).exp() / sum - f32::from(u8::from(i == lesson.played));
            }
        }
        self.by_owner.clear();
        let points = lesson.inputs.iter().filter(|&&inputs| inputs != 0).count() as f32;
        let mut owners = 0.0;
        for ((&x, &owner), &inputs) in pass.owners.iter().zip(&lesson.owners).zip(&lesson.inputs) {
            let (error, slope) = chance(x, 0.5 + 0.5 * f32::from(owner));
            let counts = f32::from(u8::from(inputs != 0));
            owners += counts * error / points;
            self.by_owner.push(counts * slope / points);
        }
        let (result, by_result) = chance(pass.result, lesson.result);
        let errors = Errors {
            count: 1.0,
            moves: f64::from(most + sum.ln() - played),
            first: f64::from(u8::from(played >= most)),
            result: result.into(),
            owners: owners.into(),
        };
        (errors, by_result)
    }

    /// Adds to `slope` how the error of a lesson changes with each number of the network; the errors.
    #[inline(always)]
    pub fn learn(&mut self, net: &Parameters, way: &WayBack, lesson: &Lesson, slope: &mut Parameters) -> Errors {
        self.pass.run(net, &lesson.view(self.grid));
        let (errors, by_result) = self.weigh(lesson);
        self.back_through_heads(net, lesson, by_result, slope);
        let grid = self.grid;
        for i in (0..2 * BLOCKS).rev() {
            let mut error = std::mem::take(&mut self.back[i + 1]);
            let mut carried = std::mem::take(&mut self.carried);
            mask(grid, &self.pass.layers[i + 1], &mut error);
            convolution::add_slope(grid, &self.pass.layers[i], &error, &mut slope.layers[i].kernel);
            convolution::convolve(grid, &error, &way.0[i], &[0.0; CHANNELS], &mut carried);
            for at in grid.points() {
                for c in 0..CHANNELS {
                    slope.layers[i].bias[c] += error[at][c];
                    self.back[i][at][c] += carried[at][c];
                    if i % 2 == 1 {
                        self.back[i - 1][at][c] += error[at][c];
                    }
                }
            }
            (self.back[i + 1], self.carried) = (error, carried);
        }
        mask(grid, &self.pass.layers[0], &mut self.back[0]);
        let view = lesson.view(grid);
        for y in 0..grid.height {
            for x in 0..grid.width {
                let error = &self.back[0][grid.row(y) + x];
                (0..CHANNELS).for_each(|c| slope.entry_bias[c] += error[c]);
                for (tap, rows) in slope.entry.iter_mut().enumerate() {
                    for input in inputs_near(&view, x, y, tap) {
                        (0..CHANNELS).for_each(|c| rows[input][c] += error[c]);
                    }
                }
            }
        }
        errors
    }

    /// Through the heads to the last layer.
    #[inline(always)]
    fn back_through_heads(&mut self, net: &Parameters, lesson: &Lesson, by_result: f32, slope: &mut Parameters) {
        let pass = &self.pass;
        let mut by_summary = [0.0; SUMMARY];
        by_summary[CHANNELS] = by_result * net.value_lead[0];
        slope.value_lead[0] += by_result * pass.summary[CHANNELS];
        slope.value_bias[0] += by_result;
        for (unit, row) in net.hidden.iter().enumerate() {
            slope.value[unit] += by_result * pass.hidden[unit];
            if pass.hidden[unit] > 0.0 {
                let by_unit = by_result * net.value[unit];
                slope.hidden_bias[unit] += by_unit;
                for i in 0..SUMMARY {
                    slope.hidden[unit][i] += by_unit * pass.summary[i];
                    by_summary[i] += by_unit * row[i];
                }
            }
        }
        self.back.iter_mut().flatten().for_each(|cell| *cell = [0.0; CHANNELS]);
        let points = lesson.inputs.iter().filter(|&&inputs| inputs != 0).count() as f32;
        let (last, back) = (&pass.layers[2 * BLOCKS], &mut self.back[2 * BLOCKS]);
        for (point, at) in self.grid.points().enumerate() {
            let is_point = lesson.inputs[point] != 0;
            let x = pass.owners[point];
            let root = (1.0 + x * x).sqrt();
            let by_lead = if is_point { by_summary[CHANNELS] * Pass::lead_slope() / (root * root * root) } else { 0.0 };
            let by = [self.by_move[point], self.by_owner[point] + by_lead];
            for (k, by) in by.into_iter().enumerate() {
                slope.head_bias[k] += by;
                for c in 0..CHANNELS {
                    slope.heads[k][c] += by * last[at][c];
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

    fn lesson() -> Lesson {
        let inputs = (0..12).map(|point: u32| 1 | (point * 0x9e5 % 0x1000) as u16).collect();
        let moves = vec![(Some(3), 0.5), (None, -1.0), (Some(7), 0.0), (Some(11), 0.25)];
        let owners = (0..12).map(|point| (point % 3) as i8 - 1).collect();
        Lesson { inputs, moves, played: 2, owners, komi: -2.0, result: 1.0 }
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
        let errors = Student::new(GRID).test(net, &lesson());
        errors.moves + errors.owners + errors.result
    }

    #[test]
    fn slopes_are_those_that_small_changes_show() {
        let net = any();
        let mut slope = Parameters::zero();
        Student::new(GRID).learn(&net, &WayBack::new(&net), &lesson(), &mut slope);
        for (block, name) in Parameters::names().iter().enumerate() {
            let slopes = slope.blocks()[block].to_vec();
            // The steepest number of each block.
            let at = (0..slopes.len()).max_by(|&a, &b| slopes[a].abs().total_cmp(&slopes[b].abs())).unwrap();
            let changed = |by: f32| {
                let mut net = net.clone();
                net.blocks_mut()[block][at] += by;
                error(&net)
            };
            let step = 2e-3;
            let seen = (changed(step) - changed(-step)) / (2.0 * f64::from(step));
            let told = f64::from(slopes[at]);
            assert!(told != 0.0 && (seen - told).abs() <= 0.03 * told.abs() + 2e-3, "{name} {at}: {seen} {told}");
        }
    }
}
