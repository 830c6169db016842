//! Features of moves, for weights that are learnt: what a stone takes, saves, threatens and risks, where it lies, and what
//! stands around it. (Their kinds are those of R. Coulom, *Computing Elo ratings of move patterns in the game of Go*, 2007.)

use super::Stoical;
use super::likelihood::Likelihoods;
use crate::games::chains::neighbourhoods::{CLASSES, Neighbourhoods};
use crate::games::chains::telling::{self, Telling};
use crate::games::chains::{Cell, Fights, Outlook};
use crate::setup::TableInfo;
use crate::words::Move;

/// What weights are learnt for. Entry 0 of each table is for moves of which it has nothing to tell.
pub const TABLES: &[TableInfo] = &[
    TableInfo { name: "captures", len: 1 + 4 * 2 * 2 * 2 },
    TableInfo { name: "rescues", len: telling::RESCUES },
    TableInfo { name: "self_atari", len: telling::SELF_ATARI },
    TableInfo { name: "atari", len: telling::ATARI },
    TableInfo { name: "double_atari", len: 2 },
    TableInfo { name: "liberties", len: telling::LIBERTIES },
    TableInfo { name: "line", len: 2 + telling::LINES },
    TableInfo { name: "distance", len: telling::DISTANCES },
    TableInfo { name: "around", len: CLASSES },
    TableInfo { name: "beyond", len: telling::BEYOND },
    TableInfo { name: "eyes", len: 5 },
];

/// Which of them tells what stands around a point.
pub const AROUND: usize = 8;

/// Makes the tables that priors and playouts need, once: a search may have no time for it.
pub fn prepare() {
    Neighbourhoods::on_board();
    Likelihoods::get();
}

/// A position, looked at for its moves.
struct Placements<'a, const S: usize, const N: usize, const W: usize>(Telling<'a, S, N, W>);

impl<const S: usize, const N: usize, const W: usize> Placements<'_, S, N, W> {
    /// The entries of a stone at a cell.
    fn entries(&self, cell: Cell) -> [usize; TABLES.len()] {
        let told = &self.0;
        let outlook = told.board.outlook(cell, told.me);
        let (atari, double) = told.atari(cell, outlook);
        [
            self.captures(cell, outlook),
            telling::rescues(outlook),
            telling::self_atari(outlook),
            atari,
            usize::from(double),
            told.liberties(cell, outlook),
            2 + told.line(cell),
            told.distance(cell),
            told.around(cell),
            told.beyond(cell),
            self.eyes(cell),
        ]
    }

    /// How many stones are taken, whether that saves own ones or takes the latest, and whether the taker stays in atari.
    fn captures(&self, cell: Cell, outlook: Outlook) -> usize {
        if outlook.captured == 0 {
            return 0;
        }
        let Telling { board, last, .. } = self.0;
        let takes_last = last != 0 && {
            let chain = board.chain(last);
            chain.count == 1 && chain.liberties.first() == cell
        };
        let stones = usize::from(outlook.captured.min(4)) - 1;
        let flags = [outlook.threatened > 0, takes_last, outlook.liberties == 1];
        1 + flags.into_iter().fold(stones, |entry, flag| 2 * entry + usize::from(flag))
    }

    /// Own eyes and the opponent's, and the points that decide about a small eye space of either.
    fn eyes(&self, cell: Cell) -> usize {
        let Telling { board, me, .. } = self.0;
        let shape = board.shape(cell);
        if shape.is_eye(me) {
            1
        } else if shape.is_eye(1 - me) {
            2
        } else if board.vital_point(cell) == Some(cell) {
            3 + usize::from(Telling::<S, N, W>::four(cell).any(|beside| board.content(beside) == me))
        } else {
            0
        }
    }
}

/// The entries of a pass.
fn pass() -> [usize; TABLES.len()] {
    let mut entries = [0; TABLES.len()];
    entries[6] = 1;
    entries
}

impl<const S: usize, const N: usize> Stoical<S, N> {
    /// See [`crate::game::Game::features`].
    pub(super) fn tell_features<const W: usize>(
        &self,
        board: &Fights<S, N, W>,
        moves: &[Move],
        features: &mut Vec<u16>,
    ) {
        let neighbourhoods = Neighbourhoods::on_board();
        let told = Telling::new(board, self.board.points(), self.to_move as u8, self.last, neighbourhoods);
        let placements = Placements(told);
        for mv in moves {
            let entries = match mv.point() {
                Some(point) => placements.entries(self.board.cell(point)),
                None => pass(),
            };
            features.extend(entries.map(|entry| entry as u16));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Vertex;
    use crate::game::Game as _;
    use crate::setup::Setup;

    type Board = Stoical<10, 128>;

    fn features(position: &Board, moves: &[Move]) -> Vec<Vec<u16>> {
        let mut features = Vec::new();
        position.features(moves, &mut features);
        assert_eq!(features.len(), moves.len() * TABLES.len());
        features.chunks(TABLES.len()).map(<[u16]>::to_vec).collect()
    }

    /// After these moves, Black's first, the entry of a move in a table.
    fn entry(played: &str, mv: &str, table: &str) -> u16 {
        let setup = Setup::new(&super::super::INFO);
        let geometry = setup.geometry();
        let read = |text: &str| Move::place(0, geometry.point(text.parse::<Vertex>().unwrap()).unwrap());
        let mut position = Board::new(&setup);
        played.split_whitespace().for_each(|text| position.play(read(text)).unwrap());
        let table = TABLES.iter().position(|info| info.name == table).unwrap();
        features(&position, &[read(mv)])[0][table]
    }

    #[test]
    fn turned_boards_and_exchanged_colours_have_the_same_features() {
        telling::assert_turned_and_exchanged_are_alike::<Board>(&Setup::new(&super::super::INFO));
    }

    #[test]
    fn captures_are_told_by_stones_rescue_and_what_was_played_last() {
        let captures = |played, mv| entry(played, mv, "captures");
        assert_eq!(captures("B1 A1", "A2"), 1 + 0b010, "one stone, the latest");
        assert_eq!(captures("B1 A1 C9 D9", "A2"), 1, "one stone, not the latest");
        assert_eq!(captures("B1 A1 B2 A2", "A3"), 1 + 0b1010, "two stones, the latest among them");
        assert_eq!(captures("A1 B1 B3 A3 A4 J9", "A2"), 1 + 0b100, "one stone, which saves one");
        assert_eq!(captures("B1 A1", "E5"), 0);
    }

    #[test]
    fn what_runs_into_atari_or_out_of_it_is_told() {
        assert_eq!(entry("E5 A2 E4 B1", "A1", "self_atari"), 0, "no liberty at all: not legal");
        assert_eq!(entry("E5 A2 E4 C1", "A1", "self_atari"), 1, "one stone with one liberty");
        assert_eq!(entry("A1 B1", "A2", "rescues"), 2, "one stone, two liberties afterwards");
        assert_eq!(entry("A1 B1", "C3", "rescues"), 0);
        // One stone; that which does it has two liberties, and so has the chain if it runs.
        assert_eq!(entry("E5 A1 E4 C9", "A2", "atari"), 1 + (3 + 2) * 2, "not the latest");
        assert_eq!(entry("E5 C9 E4 A1", "A2", "atari"), 1 + (3 + 2) * 2 + 1, "the latest");
        assert_eq!(entry("E5 C9 E4 A1", "A2", "double_atari"), 0);
    }

    #[test]
    fn distance_is_from_the_latest_stone_and_nothing_without_one() {
        assert_eq!(entry("E5", "E6", "distance"), 2);
        assert_eq!(entry("E5", "F6", "distance"), 3);
        assert_eq!(entry("E5", "A1", "distance"), 12);
        assert_eq!(entry("", "A1", "distance"), 0);
        assert_eq!([entry("", "A1", "line"), entry("", "E5", "line")], [2, 6]);
    }
}
