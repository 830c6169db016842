//! Features of moves, for weights that are learnt: what a cancer stone takes and fills, what a stone saves and threatens,
//! who else may use the point, where it lies and what stands around it.

use super::{CANCER, Cancer, INFO, OWN};
use crate::games::chains::neighbourhoods::{Neighbourhoods, WALLED_CLASSES};
use crate::games::chains::telling::{self, Telling};
use crate::games::chains::{Cell, EMPTY, Fights, Outlook};
use crate::setup::TableInfo;
use crate::weights::Weights;
use crate::words::{Action, Move};

/// What weights are learnt for. Entry 0 of each table is for moves of which it has nothing to tell.
pub const TABLES: &[TableInfo] = &[
    TableInfo { name: "line", len: 1 + 2 * telling::LINES },
    TableInfo { name: "distance", len: 2 * telling::DISTANCES },
    TableInfo { name: "captures", len: 5 * 4 },
    TableInfo { name: "presses", len: 3 * 3 },
    TableInfo { name: "eyes", len: 1 + 3 * 4 },
    TableInfo { name: "users", len: 2 * 2 * 2 },
    TableInfo { name: "rescues", len: telling::RESCUES },
    TableInfo { name: "self_atari", len: telling::SELF_ATARI },
    TableInfo { name: "atari", len: telling::ATARI },
    TableInfo { name: "double_atari", len: 2 },
    TableInfo { name: "liberties", len: telling::LIBERTIES },
    TableInfo { name: "around", len: WALLED_CLASSES },
    TableInfo { name: "beyond", len: telling::BEYOND },
];

/// Makes the tables that priors need, once: a search may have no time for it.
pub fn prepare() {
    Neighbourhoods::walled();
    Weights::of(&INFO);
}

/// A position, looked at for its moves.
struct Placements<'a, const S: usize, const N: usize, const W: usize>(Telling<'a, S, N, W>);

/// What the chains beside a point lose when a cancer stone fills it, own and the opponent's.
#[derive(Default)]
struct Harm {
    /// Stones that leave the board.
    dead: [usize; 2],
    /// Stones that are left with one liberty.
    pressed: [usize; 2],
    /// The fewest liberties that a chain had.
    fewest: u16,
}

impl<const S: usize, const N: usize, const W: usize> Placements<'_, S, N, W> {
    /// The entries of a placement.
    fn entries(&self, kind: u8, cell: Cell) -> [usize; TABLES.len()] {
        let told = &self.0;
        let harm = self.harm(cell);
        let mut entries = [0; TABLES.len()];
        entries[0] = 1 + usize::from(kind) * telling::LINES + told.line(cell);
        entries[1] = usize::from(kind) * telling::DISTANCES + told.distance(cell);
        entries[4] = self.eyes(kind, cell, &harm);
        entries[5] = self.users(kind, cell, &harm);
        if kind == CANCER {
            entries[2] = harm.dead[1].min(4) * 4 + harm.dead[0].min(3);
            entries[3] = harm.pressed[1].min(2) * 3 + harm.pressed[0].min(2);
        } else {
            let outlook = told.board.outlook(cell, told.me);
            let (atari, double) = told.atari(cell, outlook);
            entries[6] = telling::rescues(outlook);
            entries[7] = telling::self_atari(outlook);
            entries[8] = atari;
            entries[9] = usize::from(double);
            entries[10] = told.liberties(cell, outlook);
            entries[11] = told.around(cell);
            entries[12] = told.beyond(cell);
        }
        entries
    }

    fn harm(&self, cell: Cell) -> Harm {
        let Telling { board, me, .. } = self.0;
        let mut harm = Harm { fewest: u16::MAX, ..Harm::default() };
        let mut heads = [Cell::MAX; 4];
        for (i, beside) in Telling::<S, N, W>::four(cell).enumerate() {
            let content = board.content(beside);
            let head = board.head(beside);
            if content >= EMPTY || heads.contains(&head) {
                continue;
            }
            heads[i] = head;
            let chain = board.chain(beside);
            let whose = usize::from(content != me);
            harm.fewest = harm.fewest.min(chain.count);
            match chain.count {
                1 => harm.dead[whose] += usize::from(chain.stones),
                2 => harm.pressed[whose] += usize::from(chain.stones),
                _ => {}
            }
        }
        harm
    }

    /// Whose eye is filled, with what, and how few liberties a chain around it had.
    fn eyes(&self, kind: u8, cell: Cell, harm: &Harm) -> usize {
        let Telling { board, me, .. } = self.0;
        let (mut open, mut beside) = (false, [false; 2]);
        for content in Telling::<S, N, W>::four(cell).map(|four| board.content(four)) {
            open |= content == EMPTY;
            if content < EMPTY {
                beside[usize::from(content != me)] = true;
            }
        }
        let whose = match (open, beside, kind) {
            (false, [true, false], OWN) => 0,
            (false, [true, false], _) => 1,
            (false, [false, true], _) => 2,
            _ => return 0,
        };
        1 + whose * 4 + usize::from(harm.fewest.clamp(1, 4)) - 1
    }

    /// Whether the opponent could put its own stone here, and whether a cancer stone could capture.
    fn users(&self, kind: u8, cell: Cell, harm: &Harm) -> usize {
        let Telling { board, me, .. } = self.0;
        let Outlook { liberties, captured, .. } = board.outlook(cell, 1 - me);
        let theirs = captured == 0 && liberties > 0;
        let captures = harm.dead != [0, 0];
        (usize::from(kind) * 2 + usize::from(theirs)) * 2 + usize::from(captures)
    }
}

impl<const S: usize, const N: usize> Cancer<S, N> {
    /// See [`crate::game::Game::features`].
    pub(super) fn tell_features<const W: usize>(&self, moves: &[Move], features: &mut Vec<u16>) {
        let board = Fights::<S, N, W>::new(&self.board);
        let neighbourhoods = Neighbourhoods::walled();
        let told = Telling::new(&board, self.board.points(), self.to_move as u8, self.last, neighbourhoods);
        let placements = Placements(told);
        for mv in moves {
            let entries = match mv.action() {
                Action::Place { kind, point } => placements.entries(kind, self.board.cell(point)),
                _ => [0; TABLES.len()],
            };
            features.extend(entries.map(|entry| entry as u16));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Small, at, position, setup};
    use super::*;
    use crate::game::Game as _;
    use crate::words::Seat;

    /// The entry of a move in a table, where this seat is to move.
    fn entry(rows: &str, seat: Seat, kind: u8, vertex: &str, table: &str) -> u16 {
        let mut game = position(rows, &[]);
        game.set_to_move(seat);
        let table = TABLES.iter().position(|info| info.name == table).unwrap();
        let mut features = Vec::new();
        game.features(&[at(&game, kind, vertex)], &mut features);
        features[table]
    }

    #[test]
    fn turned_boards_and_exchanged_colours_have_the_same_features() {
        telling::assert_turned_and_exchanged_are_alike::<Small>(&setup(9, 9, &[("pie", "off")]));
    }

    #[test]
    fn a_cancer_stone_is_told_by_what_it_takes_of_either_side_and_leaves_with_one_liberty() {
        // B1 is the last liberty of three white stones and of a red one.
        let rows = "... c.. oc. orc o..";
        assert_eq!(entry(rows, Seat::Black, CANCER, "B1", "captures"), 3 * 4 + 1, "three of theirs, one own");
        assert_eq!(entry(rows, Seat::White, CANCER, "B1", "captures"), 4 + 3, "one of theirs, three own");
        assert_eq!(entry(rows, Seat::White, CANCER, "B1", "presses"), 0);
        let corner = "... ... o..";
        assert_eq!(entry(corner, Seat::Black, CANCER, "A2", "captures"), 0);
        assert_eq!(entry(corner, Seat::Black, CANCER, "A2", "presses"), 3, "one of theirs");
        assert_eq!(entry(corner, Seat::White, CANCER, "A2", "presses"), 1, "one own");
    }

    #[test]
    fn eyes_are_told_by_whose_they_are_what_fills_them_and_how_short_of_liberties_they_are() {
        // A1 is an eye of White's group of two chains: one has two liberties, A1 and B3, the other three.
        let rows = ".... .... o... .o..";
        assert_eq!(entry(rows, Seat::White, OWN, "A1", "eyes"), 1 + 2, "own, with an own stone");
        assert_eq!(entry(rows, Seat::White, CANCER, "A1", "eyes"), 1 + 4 + 2, "own, with a cancer stone");
        assert_eq!(entry(rows, Seat::Black, CANCER, "A1", "eyes"), 1 + 8 + 2, "the opponent's");
        assert_eq!(entry(rows, Seat::Black, OWN, "C3", "eyes"), 0);
    }

    #[test]
    fn points_are_told_by_who_else_could_use_them() {
        let users = |rows, kind, vertex| entry(rows, Seat::Black, kind, vertex, "users");
        assert_eq!(users("... ... ...", OWN, "B2"), 2, "White with a stone of its own");
        assert_eq!(users("... r.. .r.", OWN, "A1"), 0, "nobody: White would have no liberty");
        assert_eq!(users("... c.. o..", OWN, "B1"), 2 + 1, "White, by running; and a cancer stone would capture");
        assert_eq!(users("... c.. o..", CANCER, "B1"), 4 + 2 + 1);
    }
}
