//! Features of moves for learned weights: what a cancer stone captures and fills, what a stone
//! saves and threatens, who else could use the point, where it is, and what surrounds it.

use quintet_core::types::{Action, Move};
use quintet_core::weights::TableInfo;

use super::{CANCER, Cancer, OWN};
use crate::chains::move_features::{self, MoveFeatures};
use crate::chains::pattern_classes::{CLASSES_WITH_WALLS, PatternClasses};
use crate::chains::semeai;
use crate::chains::{Cell, EMPTY, LibertyBoard, PlacementEffect};

/// The tables of weights. Entry 0 of each table is for moves without the feature.
pub const TABLES: &[TableInfo] = &[
    TableInfo { name: "line", len: 1 + 2 * move_features::LINE_LEN },
    TableInfo { name: "distance", len: 2 * move_features::DISTANCE_LEN },
    TableInfo { name: "captures", len: 5 * 4 },
    TableInfo { name: "presses", len: 3 * 3 },
    TableInfo { name: "eyes", len: 1 + 3 * 4 },
    TableInfo { name: "users", len: 2 * 2 * 2 },
    TableInfo { name: "rescues", len: move_features::RESCUES_LEN },
    TableInfo { name: "self_atari", len: move_features::SELF_ATARI_LEN },
    TableInfo { name: "atari", len: move_features::ATARI_LEN },
    TableInfo { name: "double_atari", len: 2 },
    TableInfo { name: "liberties", len: semeai::LIBERTIES_LEN },
    TableInfo { name: "around", len: CLASSES_WITH_WALLS },
    TableInfo { name: "beyond", len: move_features::TWO_AWAY_LEN },
];

/// A position prepared for its moves.
struct Placements<'a, const S: usize, const N: usize, const W: usize>(MoveFeatures<'a, S, N, W>);

/// The losses of the chains next to a point if a cancer stone fills it: own ones, then the
/// opponent's.
#[derive(Default)]
struct Harm {
    /// The stones that leave the board.
    captured: [usize; 2],
    /// The stones that are left with one liberty.
    in_atari: [usize; 2],
    /// The fewest liberties of a chain before.
    fewest_liberties: u16,
}

impl<const S: usize, const N: usize, const W: usize> Placements<'_, S, N, W> {
    /// Returns the features of a placement.
    fn features(&self, kind: u8, cell: Cell) -> [usize; TABLES.len()] {
        let shared = &self.0;
        let harm = self.harm(cell);
        let mut features = [0; TABLES.len()];
        features[0] = 1 + usize::from(kind) * move_features::LINE_LEN + shared.line(cell);
        features[1] = usize::from(kind) * move_features::DISTANCE_LEN + shared.distance(cell);
        features[4] = self.eyes(kind, cell, &harm);
        features[5] = self.users(kind, cell, &harm);
        if kind == CANCER {
            features[2] = harm.captured[1].min(4) * 4 + harm.captured[0].min(3);
            features[3] = harm.in_atari[1].min(2) * 3 + harm.in_atari[0].min(2);
        } else {
            let effect = shared.board.preview(cell, shared.me);
            let (atari, is_double_atari) = shared.atari(cell, effect);
            features[6] = move_features::rescues(effect);
            features[7] = move_features::self_atari(effect);
            features[8] = atari;
            features[9] = usize::from(is_double_atari);
            features[10] = shared.liberties(cell, effect);
            features[11] = shared.pattern_class(cell);
            features[12] = shared.two_away(cell);
        }
        features
    }

    fn harm(&self, cell: Cell) -> Harm {
        let MoveFeatures { board, me, .. } = self.0;
        let mut harm = Harm { fewest_liberties: u16::MAX, ..Harm::default() };
        let mut heads = [Cell::MAX; 4];
        for (i, neighbour) in MoveFeatures::<S, N, W>::orthogonal(cell).enumerate() {
            let content = board.content(neighbour);
            let head = board.head(neighbour);
            if content >= EMPTY || heads.contains(&head) {
                continue;
            }
            heads[i] = head;
            let chain = board.chain(neighbour);
            let owner = usize::from(content != me);
            harm.fewest_liberties = harm.fewest_liberties.min(chain.count);
            match chain.count {
                1 => harm.captured[owner] += usize::from(chain.stones),
                2 => harm.in_atari[owner] += usize::from(chain.stones),
                _ => {}
            }
        }
        harm
    }

    /// Returns the feature of the owner of a filled eye, the kind of stone, and the fewest
    /// liberties of a chain around it.
    fn eyes(&self, kind: u8, cell: Cell, harm: &Harm) -> usize {
        let MoveFeatures { board, me, .. } = self.0;
        let (mut is_open, mut touches) = (false, [false; 2]);
        for content in MoveFeatures::<S, N, W>::orthogonal(cell).map(|neighbour| board.content(neighbour)) {
            is_open |= content == EMPTY;
            if content < EMPTY {
                touches[usize::from(content != me)] = true;
            }
        }
        let case = match (is_open, touches, kind) {
            (false, [true, false], OWN) => 0,
            (false, [true, false], _) => 1,
            (false, [false, true], _) => 2,
            _ => return 0,
        };
        1 + case * 4 + usize::from(harm.fewest_liberties.clamp(1, 4)) - 1
    }

    /// Returns the feature of whether the opponent could place its own stone on the point, and
    /// whether a cancer stone could capture there.
    fn users(&self, kind: u8, cell: Cell, harm: &Harm) -> usize {
        let MoveFeatures { board, me, .. } = self.0;
        let PlacementEffect { liberties, captured, .. } = board.preview(cell, 1 - me);
        let theirs = captured == 0 && liberties > 0;
        let captures = harm.captured != [0, 0];
        (usize::from(kind) * 2 + usize::from(theirs)) * 2 + usize::from(captures)
    }
}

impl<const S: usize, const N: usize, const W: usize> Cancer<S, N, W> {
    /// Implements `Heuristics::features`.
    pub(super) fn add_features(&self, board: &LibertyBoard<S, N, W>, moves: &[Move], features: &mut Vec<u16>) {
        let (me, classes) = (self.to_move as u8, PatternClasses::with_walls());
        let placements = Placements(MoveFeatures::new(board, self.board.point_count(), me, self.last, classes));
        for mv in moves {
            let found = match mv.action() {
                Action::Place { kind, point } => placements.features(kind, self.board.cell(point)),
                _ => [0; TABLES.len()],
            };
            features.extend(found.map(|feature| feature as u16));
        }
    }
}

#[cfg(test)]
mod tests {
    use quintet_core::position::{Heuristics as _, Position as _};
    use quintet_core::types::Seat;

    use super::super::tests::{at, position, setup};
    use super::*;

    /// Returns a feature of a move of a side.
    fn feature(rows: &str, seat: Seat, kind: u8, vertex: &str, table: &str) -> u16 {
        let mut game = position(rows, &[]);
        game.set_to_move(seat);
        let table = TABLES.iter().position(|info| info.name == table).unwrap();
        let mut features = Vec::new();
        game.features(&[at(&game, kind, vertex)], &mut features);
        features[table]
    }

    #[test]
    fn features_are_symmetric() {
        move_features::assert_features_are_symmetric(&setup(9, 9, &[("pie", "off")]));
    }

    #[test]
    fn cancer_stones_differ_by_what_they_capture_and_put_in_atari() {
        // B1 is the last liberty of three white stones and of a red one.
        let rows = "... c.. oc. orc o..";
        assert_eq!(feature(rows, Seat::Black, CANCER, "B1", "captures"), 3 * 4 + 1, "three of theirs, one own");
        assert_eq!(feature(rows, Seat::White, CANCER, "B1", "captures"), 4 + 3, "one of theirs, three own");
        assert_eq!(feature(rows, Seat::White, CANCER, "B1", "presses"), 0);
        let corner = "... ... o..";
        assert_eq!(feature(corner, Seat::Black, CANCER, "A2", "captures"), 0);
        assert_eq!(feature(corner, Seat::Black, CANCER, "A2", "presses"), 3, "one of theirs");
        assert_eq!(feature(corner, Seat::White, CANCER, "A2", "presses"), 1, "one own");
    }

    #[test]
    fn eyes_differ_by_owner_kind_and_liberties() {
        // A1 is an eye of White's group of two chains: one has two liberties, A1 and B3, the other
        // three.
        let rows = ".... .... o... .o..";
        assert_eq!(feature(rows, Seat::White, OWN, "A1", "eyes"), 1 + 2, "own, with an own stone");
        assert_eq!(feature(rows, Seat::White, CANCER, "A1", "eyes"), 1 + 4 + 2, "own, with a cancer stone");
        assert_eq!(feature(rows, Seat::Black, CANCER, "A1", "eyes"), 1 + 8 + 2, "the opponent's");
        assert_eq!(feature(rows, Seat::Black, OWN, "C3", "eyes"), 0);
    }

    #[test]
    fn points_differ_by_who_else_could_use_them() {
        let users = |rows, kind, vertex| feature(rows, Seat::Black, kind, vertex, "users");
        assert_eq!(users("... ... ...", OWN, "B2"), 2, "White with a stone of its own");
        assert_eq!(users("... r.. .r.", OWN, "A1"), 0, "nobody: White would have no liberty");
        assert_eq!(users("... c.. o..", OWN, "B1"), 2 + 1, "White, by extending; and a cancer stone would capture");
        assert_eq!(users("... c.. o..", CANCER, "B1"), 4 + 2 + 1);
    }
}
