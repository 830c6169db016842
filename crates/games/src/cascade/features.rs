//! Features of moves: the stones that fall and the gain by them, the height of the square, and its
//! neighbours.

use quintet_core::position::Position as _;
use quintet_core::types::{Action, Move, Seat};
use quintet_core::weights::TableInfo;
use quintet_system::cpu::{BitOps, Kernel, dispatch};

use super::Cascade;

/// The tables of weights.
pub const TABLES: &[TableInfo] = &[
    TableInfo { name: "gain", len: 2 * GAIN as usize + 1 },
    TableInfo { name: "falls", len: FALLS },
    TableInfo { name: "height", len: HEIGHT * 3 },
    TableInfo { name: "beside", len: 81 * 4 },
];

/// Gains of this many stones and more are alike.
const GAIN: i32 = 10;
/// Numbers of fallen stones are alike from this less one on.
const FALLS: usize = 10;
/// Distances from the upper edges are alike from this less one on.
const HEIGHT: usize = 8;

/// Computes the features of moves; most of the time goes into counting stones.
struct MoveFeatures<'a, const W: usize> {
    position: &'a Cascade<W>,
    moves: &'a [Move],
    features: &'a mut Vec<u16>,
}

impl<const W: usize> Kernel for MoveFeatures<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) {
        let MoveFeatures { position, moves, features } = self;
        let before = position.lead_of(position.to_move);
        let own = if position.to_move == Seat::White { 0 } else { 1 };
        let filled = position.filled();
        let width = i32::from(position.width);
        for &mv in moves {
            let Action::Place { kind, point } = mv.action() else { continue };
            let mut after = position.clone();
            after.play_unchecked(mv);
            let gain = after.lead_of(position.to_move) - before;
            let fallen = usize::from(position.empty - after.empty - 1);
            let (x, y) = (i32::from(point.0) % width, i32::from(point.0) / width);
            let height = (width - 1 - x.max(y)) as usize;
            // Own, the opponent's, red.
            let colour = if kind == 2 { 2 } else { usize::from(kind != own) };
            let state = |x: i32, y: i32| match (0..width).contains(&x) && (0..width).contains(&y) {
                true => usize::from(filled.contains((y * width + x) as usize)),
                false => 2,
            };
            let row = [(-1, 1), (-2, 2), (1, -1), (2, -2)];
            let row = row.into_iter().fold(0, |sum, (dx, dy)| 3 * sum + state(x + dx, y + dy));
            let above = usize::from(state(x + 1, y) == 1) + 2 * usize::from(state(x, y + 1) == 1);
            features.extend([
                (gain.clamp(-GAIN, GAIN) + GAIN) as u16,
                fallen.min(FALLS - 1) as u16,
                (height.min(HEIGHT - 1) * 3 + colour) as u16,
                (4 * row + above) as u16,
            ]);
        }
    }
}

/// Appends the features of moves.
pub fn append<const W: usize>(position: &Cascade<W>, moves: &[Move], features: &mut Vec<u16>) {
    dispatch(MoveFeatures { position, moves, features });
}
