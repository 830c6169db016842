//! Training a network: stochastic gradient descent by Adam (D. Kingma and J. Ba, 2015), with weights that decay (I. Loshchilov
//! and F. Hutter, 2019).

use rand::SeedableRng as _;

use super::examples::{Example, Lesson};
use super::slopes::{Errors, Student, WayBack};
use crate::board::cpu::{BitOps, Kernel, dispatch};
use crate::network::{CHANNELS, INPUTS, Parameters, TAPS};
use crate::words::{Rng, random_below};

/// Lessons between two steps.
const BATCH: usize = 256;

/// Parts of a batch whose slopes are summed apart, then in order: the same for any number of threads.
const PARTS: usize = 8;

/// The largest step; it is reached after so many steps, and falls to nothing at the end.
const RATE: f32 = 0.004;
const WARM_UP: usize = 100;

/// Adam's memory of slopes and of their squares, and what keeps it from dividing by nothing.
const MEMORY: [f32; 2] = [0.9, 0.999];
const LEAST: f32 = 1e-8;

/// What a number loses at each step, in steps.
const DECAY: f32 = 1e-3;

/// Half of the lessons have a komi that is up to so many points off.
const KOMI_RANGE: u32 = 12;

/// What a network is trained with.
pub struct Plan {
    /// How often each example is seen, on average.
    pub rounds: u32,
    pub seed: u64,
    pub threads: usize,
}

/// Trains a network on examples; `told` hears how far it is from the lessons of each of `rounds` and from the examples that
/// were kept out, and stops it by answering false: `None` then.
pub fn train(
    examples: &[Example],
    kept_out: &[Example],
    plan: &Plan,
    told: &mut dyn FnMut(u32, &Errors, &Errors) -> bool,
) -> Option<Parameters> {
    let mut rng = Rng::seed_from_u64(plan.seed);
    let mut net = beginner(&mut rng);
    let (mut slopes, mut squares) = (Parameters::zero(), Parameters::zero());
    let steps_a_round = examples.len().div_ceil(BATCH);
    let steps = steps_a_round * plan.rounds as usize;
    let mut step = 0;
    for round in 1..=plan.rounds {
        let mut errors = Errors::default();
        for _ in 0..steps_a_round {
            let lessons: Vec<(usize, usize, f32)> = (0..BATCH)
                .map(|_| {
                    let which = random_below(&mut rng, examples.len() as u32) as usize;
                    let way = random_below(&mut rng, 8) as usize;
                    let off = random_below(&mut rng, 2) * random_below(&mut rng, 2 * KOMI_RANGE + 1);
                    (which, way, if off == 0 { 0.0 } else { off as f32 - KOMI_RANGE as f32 })
                })
                .collect();
            let (sum, slope) = learn(&net, examples, &lessons, plan.threads);
            errors.add(&sum);
            step += 1;
            let rate = RATE * (step as f32 / WARM_UP as f32).min(1.0) * (1.0 - (step - 1) as f32 / steps as f32);
            descend(&mut net, &slope, &mut slopes, &mut squares, rate, step);
        }
        if !told(round, &errors, &test(&net, kept_out)) {
            return None;
        }
    }
    Some(net)
}

/// How far a network is from examples.
pub fn test(net: &Parameters, examples: &[Example]) -> Errors {
    dispatch(Testing { net, examples })
}

/// A network that was told nothing: kernels at random as K. He and others (2015) scale them, heads that say nothing.
fn beginner(rng: &mut Rng) -> Parameters {
    let mut net = Parameters::zero();
    let mut fill = |block: &mut [f32], inputs: usize| {
        // A sum of twelve is normal enough.
        let scale = (2.0 / inputs as f32).sqrt() / 65_536.0;
        for number in block {
            let sum: i64 = (0..12).map(|_| i64::from(random_below(rng, 65_536)) - 32_768).sum();
            *number = sum as f32 * scale;
        }
    };
    // A point has some five inputs at a time.
    fill(net.entry.as_flattened_mut().as_flattened_mut(), TAPS * INPUTS / 3);
    for layer in &mut net.layers {
        fill(layer.kernel.as_flattened_mut().as_flattened_mut(), 2 * TAPS * CHANNELS);
    }
    fill(net.hidden.as_flattened_mut(), CHANNELS);
    fill(net.heads.as_flattened_mut(), 8 * CHANNELS);
    fill(&mut net.value, 64);
    net.value_lead = [1.0];
    net
}

/// One step of Adam.
fn descend(
    net: &mut Parameters,
    slope: &Parameters,
    slopes: &mut Parameters,
    squares: &mut Parameters,
    rate: f32,
    step: usize,
) {
    let corrections = MEMORY.map(|memory| 1.0 - memory.powi(step.min(100_000) as i32));
    let blocks = net.blocks_mut().into_iter().zip(slope.blocks()).zip(slopes.blocks_mut()).zip(squares.blocks_mut());
    for (((numbers, slope), slopes), squares) in blocks {
        for (((number, slope), mean), square) in numbers.iter_mut().zip(slope).zip(slopes).zip(squares) {
            let slope = slope / BATCH as f32;
            *mean = MEMORY[0] * *mean + (1.0 - MEMORY[0]) * slope;
            *square = MEMORY[1] * *square + (1.0 - MEMORY[1]) * slope * slope;
            let step = *mean / corrections[0] / ((*square / corrections[1]).sqrt() + LEAST);
            *number -= rate * (step + DECAY * *number);
        }
    }
}

/// The errors of a batch, and how they change with each number: sums.
fn learn(
    net: &Parameters,
    examples: &[Example],
    lessons: &[(usize, usize, f32)],
    threads: usize,
) -> (Errors, Parameters) {
    let way = WayBack::new(net);
    let parts: Vec<_> = lessons.chunks(BATCH / PARTS).collect();
    let work = |part: &[(usize, usize, f32)]| dispatch(Learning { net, way: &way, examples, lessons: part });
    let threads = threads.clamp(1, PARTS);
    let mut done: Vec<(Errors, Parameters)> = std::thread::scope(|scope| {
        let hands: Vec<_> = parts
            .chunks(parts.len().div_ceil(threads))
            .skip(1)
            .map(|parts| scope.spawn(|| parts.iter().map(|part| work(part)).collect::<Vec<_>>()))
            .collect();
        let own = parts.iter().take(parts.len().div_ceil(threads)).map(|part| work(part));
        let mut all: Vec<_> = own.collect();
        all.extend(hands.into_iter().flat_map(|hand| hand.join().expect("no panic")));
        all
    });
    let (mut errors, mut slope) = done.remove(0);
    for (more, by) in &done {
        errors.add(more);
        for (sum, by) in slope.blocks_mut().into_iter().zip(by.blocks()) {
            sum.iter_mut().zip(by).for_each(|(sum, by)| *sum += by);
        }
    }
    (errors, slope)
}

struct Learning<'a> {
    net: &'a Parameters,
    way: &'a WayBack,
    examples: &'a [Example],
    lessons: &'a [(usize, usize, f32)],
}

impl Kernel for Learning<'_> {
    type Output = (Errors, Parameters);

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) -> Self::Output {
        let mut slope = Parameters::zero();
        let mut errors = Errors::default();
        let mut student: Option<Student> = None;
        for &(which, way, komi) in self.lessons {
            let example = &self.examples[which];
            let lesson = example.lesson(way, komi);
            let fitting = student.take().filter(|student| student.grid() == example.grid());
            let student = student.insert(fitting.unwrap_or_else(|| Student::new(example.grid())));
            errors.add(&student.learn(self.net, self.way, &lesson, &mut slope));
        }
        (errors, slope)
    }
}

struct Testing<'a> {
    net: &'a Parameters,
    examples: &'a [Example],
}

impl Kernel for Testing<'_> {
    type Output = Errors;

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) -> Errors {
        let mut errors = Errors::default();
        let mut student: Option<Student> = None;
        for example in self.examples {
            let lesson: Lesson = example.lesson(0, 0.0);
            let fitting = student.take().filter(|student| student.grid() == example.grid());
            let student = student.insert(fitting.unwrap_or_else(|| Student::new(example.grid())));
            errors.add(&student.test(self.net, &lesson));
        }
        errors
    }
}
