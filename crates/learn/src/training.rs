//! Training of a network: stochastic gradient descent by Adam (D. Kingma and J. Ba, 2015) with
//! decoupled weight decay (I. Loshchilov and F. Hutter, 2019).

use quintet_arena::matches::seeds::derived_seed;
use quintet_core::random::{Rng, random_below, seeded};
use quintet_network::{INPUTS, Kernels, Parameters, Shape, TAPS};
use quintet_system::cpu::{BitOps, Kernel, dispatch};
use quintet_system::exhaustion;

use super::examples::{Example, SYMMETRIES};
use super::gradient::{GradientSum, Losses, Pass, Workspaces};

/// The number of examples in a batch.
const BATCH: usize = 256;

/// The number of parts of a batch. Their gradients are summed separately and then added in order,
/// so that the result does not depend on the number of threads.
const PARTS: usize = 8;

/// The largest learning rate if none is given. Refining uses smaller steps, to keep what the network
/// has learned.
const RATE: f32 = 0.004;
const REFINING_RATE: f32 = 0.001;

/// The number of steps after which the largest learning rate is reached.
const WARM_UP: usize = 100;

/// Adam's β₁ and β₂, and ε, which avoids division by 0.
const MEMORY: [f32; 2] = [0.9, 0.999];
const LEAST: f32 = 1e-8;

/// The number that distinguishes the seeds of training from others of the same run.
const SEEDS: u64 = 5;

/// The weight decay, relative to the learning rate.
const DECAY: f32 = 1e-3;

/// Some of the examples get another komi, up to this many points more or less: every second one,
/// and every eighth one of which only the expected result is learned, because that is better than
/// the result that another komi would have made of the game.
const KOMI_RANGE: u32 = 12;
const KOMI_CHANGES: [u32; 2] = [2, 8];

/// A random choice of an example, a symmetry and additional komi.
struct Draw {
    example: usize,
    symmetry: usize,
    more_komi: f32,
}

impl Draw {
    fn new(rng: &mut Rng, examples: &[Example]) -> Draw {
        let example = random_below(rng, examples.len() as u32) as usize;
        let symmetry = random_below(rng, SYMMETRIES) as usize;
        let every = KOMI_CHANGES[usize::from(examples[example].ignores_result())];
        let is_changed = random_below(rng, every) == 1;
        let off = u32::from(is_changed) * random_below(rng, 2 * KOMI_RANGE + 1);
        let more_komi = if off == 0 { 0.0 } else { off as f32 - KOMI_RANGE as f32 };
        Draw { example, symmetry, more_komi }
    }
}

/// The network that a training begins with.
#[derive(Clone, Copy)]
pub enum Start<'a> {
    /// A new network of this shape.
    New(Shape),
    /// A network to train further.
    Refined(&'a Parameters),
}

impl Start<'_> {
    /// Returns the largest learning rate if none is given.
    pub fn usual_rate(self) -> f32 {
        match self {
            Start::New(_) => RATE,
            Start::Refined(_) => REFINING_RATE,
        }
    }
}

/// The settings of a training.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// The network to begin with.
    pub start: Start<'a>,
    /// The largest learning rate, which is reached after a warm-up and falls to 0 at the end.
    pub rate: f32,
    /// The average number of times that each example is used.
    pub epochs: u32,
    pub seed: u64,
    pub threads: usize,
}

/// A training after some epochs.
#[derive(Clone)]
pub struct Progress {
    /// The number of epochs that are done.
    pub epoch: u32,
    /// The network.
    pub net: Parameters,
    /// The mean of the gradients and of their squares, as Adam weights them.
    pub means: Parameters,
    pub squares: Parameters,
}

impl Progress {
    /// Returns a training before its first epoch.
    pub fn new(plan: &Plan<'_>) -> Progress {
        let net = match plan.start {
            Start::New(shape) => new_network(shape, &mut seeded(plan.seed)),
            Start::Refined(net) => net.clone(),
        };
        let zero = Parameters::zero(net.shape());
        Progress { epoch: 0, net, means: zero.clone(), squares: zero }
    }
}

/// Trains a network on examples for one epoch. The random choices depend on the seed and the number
/// of the epoch, so that a resumed training goes on as it would have. Returns the losses on the
/// examples; `None` if `goes_on` returned `false`, and then the progress is of no use.
pub fn train_epoch(
    examples: &[Example],
    plan: &Plan<'_>,
    progress: &mut Progress,
    goes_on: &dyn Fn() -> bool,
) -> Option<Losses> {
    let mut rng = seeded(derived_seed(plan.seed, SEEDS, progress.epoch.into()));
    let steps_an_epoch = examples.len().div_ceil(BATCH);
    let steps = steps_an_epoch * plan.epochs as usize;
    let mut step = steps_an_epoch * progress.epoch as usize;
    let Progress { net, means, squares, .. } = progress;
    let mut losses = Losses::default();
    for _ in 0..steps_an_epoch {
        if !goes_on() {
            return None;
        }
        let draws: Vec<Draw> = (0..BATCH).map(|_| Draw::new(&mut rng, examples)).collect();
        let (sum, gradient) = learn(net, examples, &draws, plan.threads);
        losses.add(&sum);
        step += 1;
        let rate = plan.rate * (step as f32 / WARM_UP as f32).min(1.0) * (1.0 - (step - 1) as f32 / steps as f32);
        descend(net, &gradient, means, squares, rate, step);
    }
    progress.epoch += 1;
    Some(losses)
}

/// Returns the losses of a network on examples.
pub fn test(net: &Parameters, examples: &[Example]) -> Losses {
    dispatch(Testing { net, kernels: &Kernels::new(net), examples })
}

/// Returns a new network: random kernels, scaled as by K. He and others (2015), and heads with
/// small random numbers.
fn new_network(shape: Shape, rng: &mut Rng) -> Parameters {
    let (mut net, channels) = (Parameters::zero(shape), shape.channels());
    let mut fill = |block: &mut [f32], inputs: usize| {
        // A sum of twelve uniform numbers is close to normal.
        let scale = (2.0 / inputs as f32).sqrt() / 65_536.0;
        for number in block {
            let sum: i64 = (0..12).map(|_| i64::from(random_below(rng, 65_536)) - 32_768).sum();
            *number = sum as f32 * scale;
        }
    };
    // A point has about five active inputs.
    fill(&mut net.entry.kernel, TAPS * INPUTS / 3);
    for layer in &mut net.layers {
        fill(&mut layer.kernel, 2 * TAPS * channels);
    }
    fill(&mut net.hidden, channels);
    fill(&mut net.heads, 8 * channels);
    fill(&mut net.value, 64);
    net.value_lead = [1.0];
    net
}

/// Makes one step of Adam.
fn descend(
    net: &mut Parameters,
    gradient: &Parameters,
    means: &mut Parameters,
    squares: &mut Parameters,
    rate: f32,
    step: usize,
) {
    let corrections = MEMORY.map(|memory| 1.0 - memory.powi(step.min(100_000) as i32));
    let blocks = net.blocks_mut().into_iter().zip(gradient.blocks()).zip(means.blocks_mut()).zip(squares.blocks_mut());
    for (((numbers, gradient), means), squares) in blocks {
        for (((number, gradient), mean), square) in numbers.iter_mut().zip(gradient).zip(means).zip(squares) {
            let gradient = gradient / BATCH as f32;
            *mean = MEMORY[0] * *mean + (1.0 - MEMORY[0]) * gradient;
            *square = MEMORY[1] * *square + (1.0 - MEMORY[1]) * gradient * gradient;
            let step = *mean / corrections[0] / ((*square / corrections[1]).sqrt() + LEAST);
            *number -= rate * (step + DECAY * *number);
        }
    }
}

/// Returns the losses of a batch and their gradient, as sums.
fn learn(net: &Parameters, examples: &[Example], draws: &[Draw], threads: usize) -> (Losses, Parameters) {
    let pass = Pass::new(net);
    let parts: Vec<_> = draws.chunks(BATCH / PARTS).collect();
    let work = |part: &[Draw]| dispatch(Learning { net, pass: &pass, examples, draws: part });
    let threads = threads.clamp(1, PARTS);
    let mut done: Vec<(Losses, Parameters)> = std::thread::scope(|scope| {
        let hands: Vec<_> = parts
            .chunks(parts.len().div_ceil(threads))
            .skip(1)
            .map(|parts| exhaustion::spawn_scoped(scope, || parts.iter().map(|part| work(part)).collect::<Vec<_>>()))
            .collect();
        let own = parts.iter().take(parts.len().div_ceil(threads)).map(|part| work(part));
        let mut all: Vec<_> = own.collect();
        all.extend(hands.into_iter().flat_map(|hand| hand.join().expect("no panic")));
        all
    });
    let (mut losses, mut gradient) = done.remove(0);
    for (more, by) in &done {
        losses.add(more);
        for (sum, by) in gradient.blocks_mut().into_iter().zip(by.blocks()) {
            sum.iter_mut().zip(by).for_each(|(sum, by)| *sum += by);
        }
    }
    (losses, gradient)
}

struct Learning<'a> {
    net: &'a Parameters,
    pass: &'a Pass,
    examples: &'a [Example],
    draws: &'a [Draw],
}

impl Kernel for Learning<'_> {
    type Output = (Losses, Parameters);

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) -> Self::Output {
        let (mut gradient, mut losses) = (GradientSum::new(self.net.shape()), Losses::default());
        let mut workspaces = Workspaces::new(self.net.shape());
        for draw in self.draws {
            let example = &self.examples[draw.example];
            let variant = example.variant(draw.symmetry, draw.more_komi);
            let workspace = workspaces.of(example.grid());
            losses.add(&workspace.learn(self.net, self.pass, &variant, &mut gradient));
        }
        (losses, gradient.into_parameters())
    }
}

struct Testing<'a> {
    net: &'a Parameters,
    kernels: &'a Kernels,
    examples: &'a [Example],
}

impl Kernel for Testing<'_> {
    type Output = Losses;

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) -> Losses {
        let (mut losses, mut workspaces) = (Losses::default(), Workspaces::new(self.net.shape()));
        for example in self.examples {
            losses.add(&workspaces.of(example.grid()).test(self.net, self.kernels, &example.variant(0, 0.0)));
        }
        losses
    }
}
