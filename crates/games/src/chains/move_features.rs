//! Features of placements that both games learn weights for: what a stone saves, threatens and
//! risks, where it is, and what surrounds it. Each feature is an index into a table of weights.
//!
//! The kinds of features are those of R. Coulom, *Computing Elo ratings of move patterns in the
//! game of Go* (2007).

use super::cell::{Cell, WALL};
use super::liberty_board::{LibertyBoard, PlacementEffect};
use super::pattern_classes::PatternClasses;

/// The length of the table of [`rescues`].
pub const RESCUES_LEN: usize = 1 + 3 * 4;
/// The length of the table of [`self_atari`].
pub const SELF_ATARI_LEN: usize = 1 + 4;
/// The length of the table of [`MoveFeatures::atari`].
pub const ATARI_LEN: usize = 1 + 4 * 3 * 3 * 2;
/// The length of the table of [`MoveFeatures::line`].
pub const LINE_LEN: usize = STAGES * NEAR_LINES;
/// The length of the table of [`MoveFeatures::distance`]; larger distances share the last entry.
pub const DISTANCE_LEN: usize = 18;
/// The length of the table of [`MoveFeatures::two_away`].
pub const TWO_AWAY_LEN: usize = 5 * 5 * 3;

/// The number of lines from the edge with features of their own; lines farther in count as the
/// last.
const NEAR_LINES: usize = 5;

/// The stages of a game, by how full the board is.
const STAGES: usize = 3;

/// A position prepared for computing the features of its moves.
pub struct MoveFeatures<'a, const S: usize, const N: usize, const W: usize> {
    pub board: &'a LibertyBoard<S, N, W>,
    /// The colour to move.
    pub me: u8,
    /// The latest stone; 0 if there is none.
    pub last: Cell,
    classes: &'static PatternClasses,
    stage: usize,
}

impl<'a, const S: usize, const N: usize, const W: usize> MoveFeatures<'a, S, N, W> {
    /// Prepares a position on a board of `points` points.
    pub fn new(
        board: &'a LibertyBoard<S, N, W>,
        points: usize,
        me: u8,
        last: Cell,
        classes: &'static PatternClasses,
    ) -> Self {
        let empty = board.empty_points().len();
        let stage = match () {
            () if 5 * empty > 4 * points => 0,
            () if 5 * empty > 2 * points => 1,
            () => 2,
        };
        MoveFeatures { board, me, last, classes, stage }
    }

    /// Returns the four neighbours of a cell.
    pub fn orthogonal(cell: Cell) -> impl Iterator<Item = Cell> {
        LibertyBoard::<S, N, W>::orthogonal(cell.into()).map(|neighbour| neighbour as Cell)
    }

    /// Returns the stage of the game and the line of a point.
    pub fn line(&self, cell: Cell) -> usize {
        self.stage * NEAR_LINES + self.board.line(cell).min(NEAR_LINES - 1)
    }

    /// Returns the distance from the latest stone (see [`LibertyBoard::distance`]).
    pub fn distance(&self, cell: Cell) -> usize {
        match self.last {
            0 => 0,
            last => LibertyBoard::<S, N, W>::distance(cell, last).min(DISTANCE_LEN - 1),
        }
    }

    /// Returns the class of the 3×3 pattern around a point.
    pub fn pattern_class(&self, cell: Cell) -> usize {
        self.classes.class(self.board.pattern(cell), self.me).into()
    }

    /// Returns the feature of the largest chain that a stone puts in atari, and whether it puts two
    /// in atari.
    ///
    /// The feature combines the chain's stones, the liberties of the new stone and of the chain if
    /// it extends, and whether the chain has the latest stone.
    pub fn atari(&self, cell: Cell, effect: PlacementEffect) -> (usize, bool) {
        let (mut feature, mut previous) = (0, 0);
        let mut is_double = false;
        for neighbour in Self::orthogonal(cell).filter(|&neighbour| self.board.content(neighbour) == 1 - self.me) {
            let (chain, head) = (self.board.chain(neighbour), self.board.head(neighbour));
            if chain.count != 2 || head == previous {
                continue;
            }
            is_double |= previous != 0;
            previous = head;
            let extension = chain.liberties.iter().find(|&liberty| liberty != cell).unwrap_or(cell);
            // The cell itself is still among the liberties.
            let extended = usize::from(self.board.preview(extension, 1 - self.me).liberties.clamp(1, 3)) - 1;
            let own = usize::from(effect.liberties.clamp(1, 3)) - 1;
            let has_last = self.last != 0 && self.board.head(self.last) == head;
            let stones = usize::from(chain.stones.min(4)) - 1;
            feature = feature.max(1 + ((stones * 3 + own) * 3 + extended) * 2 + usize::from(has_last));
        }
        (feature, is_double)
    }

    /// Returns the feature of the four points at two lines' distance: the numbers of stones of each
    /// colour and of points beyond the edge.
    pub fn two_away(&self, cell: Cell) -> usize {
        let mut counts = [0; 4];
        let at = usize::from(cell);
        // If the point between is beyond the edge, so is this one.
        for (far, near) in [(2 * S, S), (2, 1)] {
            for (far, near) in [(at.wrapping_sub(far), at - near), (at + far, at + near)] {
                let content =
                    if self.board.is_on_board(near) { self.board.content((far & (N - 1)) as Cell) } else { WALL };
                counts[usize::from(content)] += 1;
            }
        }
        (counts[usize::from(self.me)] * 5 + counts[usize::from(1 - self.me)]) * 3 + counts[usize::from(WALL)].min(2)
    }
}

/// Returns the feature of the own stones in atari that a stone saves without a capture, and their
/// liberties afterwards.
pub fn rescues(effect: PlacementEffect) -> usize {
    match (effect.in_atari, effect.captured) {
        (1.., 0) => 1 + (usize::from(effect.in_atari.min(3)) - 1) * 4 + usize::from(effect.liberties.clamp(1, 4)) - 1,
        _ => 0,
    }
}

/// Returns the feature of the stones that put themselves in atari without a capture.
pub fn self_atari(effect: PlacementEffect) -> usize {
    match (effect.liberties, effect.captured, effect.stones) {
        (1, 0, 1..=2) => usize::from(effect.stones),
        (1, 0, 3..=4) => 3,
        (1, 0, _) => 4,
        _ => 0,
    }
}

/// Plays random games on 9 × 9 next to the same games rotated and with exchanged colours. Checks
/// that the features are equal and within their tables.
#[cfg(test)]
pub fn assert_features_are_symmetric(setup: &quintet_core::setup::Setup) {
    use quintet_core::board::Point;
    use quintet_core::position::AnyPosition;
    use quintet_core::random::{random_below, seeded};
    use quintet_core::types::{Action, Move, Seat};

    let tables = setup.info().heuristics.prior;
    let features = |position: &dyn AnyPosition, moves: &[Move]| {
        let mut features = Vec::new();
        position.features(moves, &mut features);
        assert_eq!(features.len(), moves.len() * tables.len());
        features
    };
    // Mirrors the columns and exchanges columns and rows.
    let rotated = |mv: Move| match mv.action() {
        Action::Place { kind, point: Point(point) } => Move::place(kind, Point(9 * (8 - point % 9) + point / 9)),
        _ => mv,
    };
    for seed in 0..20 {
        let mut rng = seeded(seed);
        let (mut position, mut other) = (setup.start(), setup.start());
        other.set_to_move(Seat::White);
        for _ in 0..120 {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let rotated_moves: Vec<Move> = moves.iter().copied().map(rotated).collect();
            let found = features(&*position, &moves);
            assert_eq!(found, features(&*other, &rotated_moves));
            for (table, &feature) in found.chunks(tables.len()).flat_map(|features| tables.iter().zip(features)) {
                assert!(usize::from(feature) < table.len, "{}", table.name);
            }
            let mv = moves[random_below(&mut rng, moves.len() as u32) as usize];
            position.play_unchecked(mv);
            other.play_unchecked(rotated(mv));
        }
    }
}
