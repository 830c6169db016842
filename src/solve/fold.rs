//! Positions that a symmetry of the board carries into each other, or an exchange of the colours, looked up as one.

use crate::board::{Point, hash};
use crate::game::{Game, Planes};
use crate::setup::Setup;
use crate::words::Seat;

/// Points are looked up so many at a time.
const BITS: usize = 7;

/// The symmetries of a setup. Boards of more than 32 points have none here.
pub struct Folds {
    /// For each symmetry but the identity, and each chunk of points, where any set of these points goes.
    turns: Vec<[u32; 1 << BITS]>,
    /// How many chunks the board has.
    chunks: usize,
    /// Whether positions that differ by an exchange of the colours count as one too.
    exchange: bool,
}

impl Folds {
    /// The symmetries of a setup of the game `G` that keep its blocked points in place, and, if nobody is given komi, the
    /// exchange of the colours.
    pub fn new<G: Game>(setup: &Setup) -> Folds {
        let exchange = !G::info().komi || setup.komi() == 0.0;
        let points: Vec<Point> = setup.geometry().points().collect();
        let chunks = points.len().div_ceil(BITS);
        let mut folds = Folds { turns: Vec::new(), chunks, exchange };
        if points.len() > 32 {
            return folds;
        }
        let blocked = setup.blocked();
        let keeps = |turn: &Vec<u16>| blocked.iter().all(|point| blocked.contains(Point(turn[point.index()])));
        for turn in G::symmetries(setup).iter().filter(|turn| keeps(turn)) {
            let image = |at: usize| points.iter().position(|point| point.0 == turn[points[at].index()]);
            let images: Vec<u32> = (0..points.len()).map(|at| 1 << image(at).expect("a point of the board")).collect();
            for chunk in images.chunks(BITS) {
                let union =
                    |set: usize| chunk.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, to)| to).sum();
                folds.turns.push(std::array::from_fn(union));
            }
        }
        folds
    }

    /// A key that is the same for all images of a position.
    #[inline]
    pub fn key<G: Game>(&self, position: &G) -> u64 {
        match position.planes() {
            Some(planes) => self.least(planes, position.to_move()),
            None => position.key(),
        }
    }

    /// The same for what symmetries see of a position.
    pub fn least(&self, Planes { sets: [mut a, mut b], rest }: Planes, mut seat: Seat) -> u64 {
        if self.exchange && seat == Seat::White {
            (a, b, seat) = (b, a, Seat::Black);
        }
        let join = |a: u32, b: u32| u64::from(a) << 32 | u64::from(b);
        let mut least = join(a, b);
        for turn in self.turns.chunks_exact(self.chunks) {
            let (mut x, mut y) = (0, 0);
            for (i, images) in turn.iter().enumerate() {
                let part = |set: u32| images[(set >> (i * BITS)) as usize & ((1 << BITS) - 1)];
                (x, y) = (x | part(a), y | part(b));
            }
            least = least.min(join(x, y));
        }
        hash([least, rest << 1 | seat as u64])
    }
}
