//! Canonical keys: positions that a symmetry of the board, or an exchange of the colours, maps to
//! each other have one key.

use quintet_core::board::{Point, hash};
use quintet_core::position::{AnyPosition, Planes};
use quintet_core::setup::Setup;
use quintet_core::types::{Seat, Stone};

/// The number of points in a chunk: images are looked up chunk by chunk.
const CHUNK_BITS: usize = 7;

/// Boards with more points have no symmetries here.
const MOST_POINTS: usize = 32;

/// The symmetries of a setup.
pub struct Symmetries {
    /// For each symmetry but the identity, and for each chunk of points, the image of any set of
    /// these points.
    images: Vec<[u32; 1 << CHUNK_BITS]>,
    /// The number of chunks of the board.
    chunks: usize,
    /// Whether positions that differ by an exchange of the colours have one key.
    exchange: bool,
    points: Vec<Point>,
}

impl Symmetries {
    /// Creates the symmetries of a setup that keep its blocked points in place and, without komi,
    /// the exchange of the colours.
    pub fn new(setup: &Setup) -> Symmetries {
        let exchange = !setup.info().komi || setup.komi() == 0.0;
        let points: Vec<Point> = setup.geometry().points().collect();
        let chunks = points.len().div_ceil(CHUNK_BITS);
        let mut images = Vec::new();
        if points.len() <= MOST_POINTS {
            let blocked = setup.blocked();
            let keeps_blocked =
                |map: &&Vec<u16>| blocked.iter().all(|point| blocked.contains(Point(map[point.index()])));
            for map in (setup.info().solving.symmetries)(setup).iter().filter(keeps_blocked) {
                images.extend(chunk_images(&points, map));
            }
        }
        Symmetries { images, chunks, exchange, points }
    }

    /// Returns the key of a position, the same for all its images.
    pub fn key(&self, position: &dyn AnyPosition) -> u64 {
        self.key_for(position, position.to_move())
    }

    /// Does the same, given the side to move.
    #[inline]
    pub fn key_for(&self, position: &dyn AnyPosition, seat: Seat) -> u64 {
        match position.planes() {
            Some(planes) => self.canonical_key(planes, seat),
            None => position.key(),
        }
    }

    /// Returns a key of the stones and the side to move, the same for all images of a position;
    /// everything else is ignored. For boards of at most 32 points.
    pub fn board_key(&self, position: &dyn AnyPosition) -> u64 {
        self.canonical_key(Planes { sets: self.stones(position), rest: 0 }, position.to_move())
    }

    /// Returns the points with Black's stones, and with White's; others are in both.
    fn stones(&self, position: &dyn AnyPosition) -> [u32; 2] {
        let mut sets = [0; 2];
        for (bit, &point) in self.points.iter().enumerate() {
            let [black, white] = match position.stone(point) {
                None => [0, 0],
                Some(Stone::Black) => [1, 0],
                Some(Stone::White) => [0, 1],
                Some(_) => [1, 1],
            };
            sets[0] |= black << bit;
            sets[1] |= white << bit;
        }
        sets
    }

    /// Returns the least image of the stones, and everything else, without a hash; only positions
    /// that a symmetry of the board maps to each other have the same. For boards of at most 32
    /// points.
    pub fn image(&self, position: &dyn AnyPosition) -> [u64; 2] {
        let Planes { sets: [a, b], rest } =
            position.planes().unwrap_or_else(|| Planes { sets: self.stones(position), rest: 0 });
        [self.least_image(a, b), rest << 1 | position.to_move() as u64]
    }

    /// Returns the hash of the least image.
    #[inline]
    fn canonical_key(&self, Planes { sets: [mut a, mut b], rest }: Planes, mut seat: Seat) -> u64 {
        if self.exchange && seat == Seat::White {
            (a, b, seat) = (b, a, Seat::Black);
        }
        hash([self.least_image(a, b), rest << 1 | seat as u64])
    }

    /// Returns the least of the images of two sets of points.
    #[inline]
    fn least_image(&self, a: u32, b: u32) -> u64 {
        let join = |a: u32, b: u32| u64::from(a) << 32 | u64::from(b);
        let mut least = join(a, b);
        for images in self.images.chunks_exact(self.chunks) {
            let (mut x, mut y) = (0, 0);
            for (i, chunk) in images.iter().enumerate() {
                let part = |set: u32| chunk[(set >> (i * CHUNK_BITS)) as usize & ((1 << CHUNK_BITS) - 1)];
                (x, y) = (x | part(a), y | part(b));
            }
            least = least.min(join(x, y));
        }
        least
    }
}

/// Returns the images of all sets of points under a symmetry, chunk by chunk.
fn chunk_images(points: &[Point], map: &[u16]) -> Vec<[u32; 1 << CHUNK_BITS]> {
    let image = |at: usize| points.iter().position(|point| point.0 == map[points[at].index()]);
    let images: Vec<u32> = (0..points.len()).map(|at| 1 << image(at).expect("a point of the board")).collect();
    let union = |chunk: &[u32], set: usize| {
        chunk.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, image)| image).sum()
    };
    images.chunks(CHUNK_BITS).map(|chunk| std::array::from_fn(|set| union(chunk, set))).collect()
}
