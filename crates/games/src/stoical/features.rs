//! Features of moves for learned weights: what a stone captures, saves, threatens and risks, where
//! it is, and what surrounds it.
//!
//! The kinds of features are those of R. Coulom, *Computing Elo ratings of move patterns in the
//! game of Go* (2007).

use quintet_core::types::Move;
use quintet_core::weights::TableInfo;

use super::Stoical;
use crate::chains::move_features::{self, MoveFeatures};
use crate::chains::pattern_classes::{CLASSES, PatternClasses};
use crate::chains::semeai;
use crate::chains::{Cell, LibertyBoard, PlacementEffect};

/// The tables of weights. Entry 0 of each table is for moves without the feature.
pub const TABLES: &[TableInfo] = &[
    TableInfo { name: "captures", len: 1 + 4 * 2 * 2 * 2 },
    TableInfo { name: "rescues", len: move_features::RESCUES_LEN },
    TableInfo { name: "self_atari", len: move_features::SELF_ATARI_LEN },
    TableInfo { name: "atari", len: move_features::ATARI_LEN },
    TableInfo { name: "double_atari", len: 2 },
    TableInfo { name: "liberties", len: semeai::LIBERTIES_LEN },
    TableInfo { name: "line", len: 2 + move_features::LINE_LEN },
    TableInfo { name: "distance", len: move_features::DISTANCE_LEN },
    TableInfo { name: "around", len: CLASSES },
    TableInfo { name: "beyond", len: move_features::TWO_AWAY_LEN },
    TableInfo { name: "eyes", len: 5 },
];

/// The index of the table for 3×3 patterns.
pub const PATTERN_TABLE: usize = 8;

/// The index of the table for lines, which has an entry for passes.
const LINE_TABLE: usize = 6;

/// A position prepared for its moves.
struct Placements<'a, const S: usize, const N: usize, const W: usize>(MoveFeatures<'a, S, N, W>);

impl<const S: usize, const N: usize, const W: usize> Placements<'_, S, N, W> {
    /// Returns the features of a stone.
    fn features(&self, cell: Cell) -> [usize; TABLES.len()] {
        let shared = &self.0;
        let effect = shared.board.preview(cell, shared.me);
        let (atari, is_double_atari) = shared.atari(cell, effect);
        [
            self.captures(cell, effect),
            move_features::rescues(effect),
            move_features::self_atari(effect),
            atari,
            usize::from(is_double_atari),
            shared.liberties(cell, effect),
            2 + shared.line(cell),
            shared.distance(cell),
            shared.pattern_class(cell),
            shared.two_away(cell),
            self.eyes(cell),
        ]
    }

    /// Returns the feature of the number of captured stones, whether the capture saves own stones
    /// or takes the latest stone, and whether the capturing stone stays in atari.
    fn captures(&self, cell: Cell, effect: PlacementEffect) -> usize {
        if effect.captured == 0 {
            return 0;
        }
        let MoveFeatures { board, last, .. } = self.0;
        let takes_last = last != 0 && {
            let chain = board.chain(last);
            chain.count == 1 && chain.liberties.first() == cell
        };
        let stones = usize::from(effect.captured.min(4)) - 1;
        let flags = [effect.in_atari > 0, takes_last, effect.liberties == 1];
        1 + flags.into_iter().fold(stones, |feature, flag| 2 * feature + usize::from(flag))
    }

    /// Returns the feature of own and opponent's eyes, and of the vital points of small eye spaces.
    fn eyes(&self, cell: Cell) -> usize {
        let MoveFeatures { board, me, .. } = self.0;
        let facts = board.pattern_facts(cell);
        if facts.is_eye(me) {
            1
        } else if facts.is_eye(1 - me) {
            2
        } else if board.vital_point(cell) == Some(cell) {
            let mut neighbours = MoveFeatures::<S, N, W>::orthogonal(cell);
            3 + usize::from(neighbours.any(|neighbour| board.content(neighbour) == me))
        } else {
            0
        }
    }
}

fn pass_features() -> [usize; TABLES.len()] {
    let mut features = [0; TABLES.len()];
    features[LINE_TABLE] = 1;
    features
}

impl<const S: usize, const N: usize, const W: usize> Stoical<S, N, W> {
    /// Implements `Heuristics::features`.
    pub(super) fn add_features(&self, board: &LibertyBoard<S, N, W>, moves: &[Move], features: &mut Vec<u16>) {
        let classes = PatternClasses::without_walls();
        let me = self.to_move as u8;
        let placements = Placements(MoveFeatures::new(board, self.board.point_count(), me, self.last, classes));
        for mv in moves {
            let found = match mv.point() {
                Some(point) => placements.features(self.board.cell(point)),
                None => pass_features(),
            };
            features.extend(found.map(|feature| feature as u16));
        }
    }
}

#[cfg(test)]
mod tests {
    use quintet_core::board::Vertex;
    use quintet_core::position::{AnyPosition as _, Heuristics as _};
    use quintet_core::setup::Setup;

    use super::super::INFO;
    use super::*;

    type Board = Stoical<10, 128, 2>;

    fn features(position: &Board, moves: &[Move]) -> Vec<Vec<u16>> {
        let mut features = Vec::new();
        position.features(moves, &mut features);
        assert_eq!(features.len(), moves.len() * TABLES.len());
        features.chunks(TABLES.len()).map(<[u16]>::to_vec).collect()
    }

    /// Returns a feature of a move after other moves, Black's first.
    fn feature(played: &str, mv: &str, table: &str) -> u16 {
        let setup = Setup::new(&INFO);
        let geometry = setup.geometry();
        let read = |text: &str| Move::place(0, geometry.point(text.parse::<Vertex>().unwrap()).unwrap());
        let mut position = Board::new(&setup);
        played.split_whitespace().for_each(|text| position.play(read(text)).unwrap());
        let table = TABLES.iter().position(|info| info.name == table).unwrap();
        features(&position, &[read(mv)])[0][table]
    }

    #[test]
    fn features_are_symmetric() {
        move_features::assert_features_are_symmetric(&Setup::new(&INFO));
    }

    #[test]
    fn captures_differ_by_stones_rescue_and_latest_stone() {
        let captures = |played, mv| feature(played, mv, "captures");
        assert_eq!(captures("B1 A1", "A2"), 1 + 0b010, "one stone, the latest");
        assert_eq!(captures("B1 A1 C9 D9", "A2"), 1, "one stone, not the latest");
        assert_eq!(captures("B1 A1 B2 A2", "A3"), 1 + 0b1010, "two stones, the latest among them");
        assert_eq!(captures("A1 B1 B3 A3 A4 J9", "A2"), 1 + 0b100, "one stone, which saves one");
        assert_eq!(captures("B1 A1", "E5"), 0);
    }

    #[test]
    fn atari_and_self_atari_are_recognised() {
        assert_eq!(feature("E5 A2 E4 B1", "A1", "self_atari"), 0, "no liberty at all: not legal");
        assert_eq!(feature("E5 A2 E4 C1", "A1", "self_atari"), 1, "one stone with one liberty");
        assert_eq!(feature("A1 B1", "A2", "rescues"), 2, "one stone, two liberties afterwards");
        assert_eq!(feature("A1 B1", "C3", "rescues"), 0);
        // One stone in atari; the attacker has two liberties, and so has the chain if it extends.
        assert_eq!(feature("E5 A1 E4 C9", "A2", "atari"), 1 + (3 + 2) * 2, "not the latest");
        assert_eq!(feature("E5 C9 E4 A1", "A2", "atari"), 1 + (3 + 2) * 2 + 1, "the latest");
        assert_eq!(feature("E5 C9 E4 A1", "A2", "double_atari"), 0);
    }

    #[test]
    fn distance_is_from_the_latest_stone() {
        assert_eq!(feature("E5", "E6", "distance"), 2);
        assert_eq!(feature("E5", "F6", "distance"), 3);
        assert_eq!(feature("E5", "A1", "distance"), 12);
        assert_eq!(feature("", "A1", "distance"), 0);
        assert_eq!([feature("", "A1", "line"), feature("", "E5", "line")], [2, 6]);
    }
}
