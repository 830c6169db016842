//! Features of moves, for weights that are learnt: what a stone takes, saves, threatens and risks, where it lies, and what
//! stands around it. (Their kinds are those of R. Coulom, *Computing Elo ratings of move patterns in the game of Go*, 2007.)

use super::{INFO, Stoical};
use crate::games::chains::neighbourhoods::{CLASSES, Neighbourhoods};
use crate::games::chains::{Cell, EMPTY, Fights, Outlook, WALL};
use crate::setup::TableInfo;
use crate::weights::Weights;
use crate::words::Move;

/// What weights are learnt for. Entry 0 of each table is for moves of which it has nothing to tell.
pub const TABLES: &[TableInfo] = &[
    TableInfo { name: "captures", len: 1 + 4 * 2 * 2 * 2 },
    TableInfo { name: "rescues", len: 1 + 3 * 4 },
    TableInfo { name: "self_atari", len: 1 + 4 },
    TableInfo { name: "atari", len: 1 + 4 * 3 * 3 * 2 },
    TableInfo { name: "double_atari", len: 2 },
    TableInfo { name: "liberties", len: 5 * 6 * 5 },
    TableInfo { name: "line", len: 2 + 3 * LINES },
    TableInfo { name: "distance", len: DISTANCES },
    TableInfo { name: "around", len: CLASSES },
    TableInfo { name: "beyond", len: 5 * 5 * 3 },
    TableInfo { name: "eyes", len: 5 },
];

/// Lines from the edge; farther ones are alike.
const LINES: usize = 5;
/// Distances from the latest stone (see [`Fights::distance`]); larger ones are alike.
const DISTANCES: usize = 18;

/// Makes the tables that priors need, once: a search may have no time for it.
pub fn prepare() {
    Neighbourhoods::get();
    Weights::of(&INFO);
}

/// A position, looked at for all of its moves.
struct Telling<'a, const S: usize, const N: usize, const W: usize> {
    position: &'a Stoical<S, N>,
    board: &'a Fights<S, N, W>,
    neighbourhoods: &'static Neighbourhoods,
    me: u8,
    /// A third of the game: how full the board is.
    stage: usize,
}

impl<const S: usize, const N: usize, const W: usize> Telling<'_, S, N, W> {
    /// The entries of a stone at a cell.
    fn entries(&self, cell: Cell) -> [usize; TABLES.len()] {
        let outlook = self.board.outlook(cell, self.me);
        let (atari, double) = self.atari(cell, outlook);
        [
            self.captures(cell, outlook),
            rescues(outlook),
            self_atari(outlook),
            atari,
            usize::from(double),
            self.liberties(cell, outlook),
            2 + self.stage * LINES + self.board.line(cell).min(LINES - 1),
            self.distance(cell),
            self.neighbourhoods.class(self.board.around(cell), self.me).into(),
            self.beyond(cell),
            self.eyes(cell),
        ]
    }

    /// The entries of a pass.
    fn pass() -> [usize; TABLES.len()] {
        let mut entries = [0; TABLES.len()];
        entries[6] = 1;
        entries
    }

    fn four(cell: Cell) -> impl Iterator<Item = Cell> {
        Fights::<S, N, W>::four(cell.into()).into_iter().map(|beside| beside as Cell)
    }

    /// How many stones are taken, whether that saves own ones or takes the latest, and whether the taker stays in atari.
    fn captures(&self, cell: Cell, outlook: Outlook) -> usize {
        if outlook.captured == 0 {
            return 0;
        }
        let last = self.position.last;
        let takes_last = last != 0 && {
            let chain = self.board.chain(last);
            chain.count == 1 && chain.liberties.first() == cell
        };
        let stones = usize::from(outlook.captured.min(4)) - 1;
        let flags = [outlook.threatened > 0, takes_last, outlook.liberties == 1];
        1 + flags.into_iter().fold(stones, |entry, flag| 2 * entry + usize::from(flag))
    }

    /// The largest of the chains that come into atari: its stones, the liberties of the stone that does it and of the chain
    /// if it runs, and whether it has the latest stone. And whether there are two.
    fn atari(&self, cell: Cell, outlook: Outlook) -> (usize, bool) {
        let (mut entry, mut before) = (0, 0);
        let mut double = false;
        for beside in Self::four(cell).filter(|&beside| self.board.content(beside) == 1 - self.me) {
            let (chain, head) = (self.board.chain(beside), self.board.head(beside));
            if chain.count != 2 || head == before {
                continue;
            }
            double |= before != 0;
            before = head;
            let way_out = chain.liberties.iter().find(|&liberty| liberty != cell).unwrap_or(cell);
            // The cell itself is among its liberties still.
            let run = usize::from(self.board.outlook(way_out, 1 - self.me).liberties.clamp(1, 3)) - 1;
            let own = usize::from(outlook.liberties.clamp(1, 3)) - 1;
            let last = self.position.last;
            let is_last = last != 0 && self.board.head(last) == head;
            let stones = usize::from(chain.stones.min(4)) - 1;
            entry = entry.max(1 + ((stones * 3 + own) * 3 + run) * 2 + usize::from(is_last));
        }
        (entry, double)
    }

    /// The fewest liberties of own chains beside it, its own afterwards, and the fewest of the opponent's beside it.
    fn liberties(&self, cell: Cell, outlook: Outlook) -> usize {
        let mut fewest = [u16::MAX; 2];
        for beside in Self::four(cell) {
            let content = self.board.content(beside);
            if content < EMPTY {
                let fewest = &mut fewest[usize::from(content)];
                *fewest = (*fewest).min(self.board.chain(beside).count);
            }
        }
        let class = |count: u16| if count == u16::MAX { 0 } else { usize::from(count.clamp(1, 4)) };
        let [own, theirs] = [self.me, 1 - self.me].map(|colour| class(fewest[usize::from(colour)]));
        (own * 6 + usize::from(outlook.liberties.min(5))) * 5 + theirs
    }

    fn distance(&self, cell: Cell) -> usize {
        match self.position.last {
            0 => 0,
            last => Fights::<S, N, W>::distance(cell, last).min(DISTANCES - 1),
        }
    }

    /// The four points two lines away: how many stones of each colour, and whether they are beyond the edge.
    fn beyond(&self, cell: Cell) -> usize {
        let mut counts = [0; 4];
        let at = usize::from(cell);
        // Where the point between is beyond the edge, so is this one.
        for (far, near) in [(2 * S, S), (2, 1)] {
            for (far, near) in [(at.wrapping_sub(far), at - near), (at + far, at + near)] {
                let content =
                    if self.board.is_on_board(near) { self.board.content((far & (N - 1)) as Cell) } else { WALL };
                counts[usize::from(content)] += 1;
            }
        }
        (counts[usize::from(self.me)] * 5 + counts[usize::from(1 - self.me)]) * 3 + counts[usize::from(WALL)].min(2)
    }

    /// Own eyes and the opponent's, and the points that decide about a small eye space of either.
    fn eyes(&self, cell: Cell) -> usize {
        let shape = self.board.shape(cell);
        if shape.is_eye(self.me) {
            1
        } else if shape.is_eye(1 - self.me) {
            2
        } else if self.board.vital_point(cell) == Some(cell) {
            3 + usize::from(Self::four(cell).any(|beside| self.board.content(beside) == self.me))
        } else {
            0
        }
    }
}

/// How many own stones in atari are saved without a capture, and their liberties afterwards.
fn rescues(outlook: Outlook) -> usize {
    match (outlook.threatened, outlook.captured) {
        (1.., 0) => {
            1 + (usize::from(outlook.threatened.min(3)) - 1) * 4 + usize::from(outlook.liberties.clamp(1, 4)) - 1
        }
        _ => 0,
    }
}

/// How many stones put themselves in atari without a capture.
fn self_atari(outlook: Outlook) -> usize {
    match (outlook.liberties, outlook.captured, outlook.stones) {
        (1, 0, 1..=2) => usize::from(outlook.stones),
        (1, 0, 3..=4) => 3,
        (1, 0, _) => 4,
        _ => 0,
    }
}

impl<const S: usize, const N: usize> Stoical<S, N> {
    /// See [`crate::game::Game::features`].
    pub(super) fn tell_features<const W: usize>(
        &self,
        board: &Fights<S, N, W>,
        moves: &[Move],
        features: &mut Vec<u16>,
    ) {
        let (empty, points) = (board.empties().len(), self.board.points());
        let stage = match () {
            () if 5 * empty > 4 * points => 0,
            () if 5 * empty > 2 * points => 1,
            () => 2,
        };
        let neighbourhoods = Neighbourhoods::get();
        let telling = Telling { position: self, board, neighbourhoods, me: self.to_move as u8, stage };
        for mv in moves {
            let entries = match mv.point() {
                Some(point) => telling.entries(self.board.cell(point)),
                None => Telling::<S, N, W>::pass(),
            };
            features.extend(entries.map(|entry| entry as u16));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, Vertex};
    use crate::game::Game as _;
    use crate::setup::Setup;
    use crate::words::{Rng, Seat, random_below};
    use rand::SeedableRng as _;

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
        let setup = Setup::new(&super::super::INFO);
        for seed in 0..20 {
            let mut rng = Rng::seed_from_u64(seed);
            let (mut position, mut other) = (Board::new(&setup), Board::new(&setup));
            other.set_to_move(Seat::White);
            // Columns from the right, and rows for columns.
            let turned = |mv: Move| match mv.point() {
                Some(Point(point)) => Move::place(0, Point(9 * (8 - point % 9) + point / 9)),
                None => mv,
            };
            for _ in 0..120 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let others: Vec<Move> = moves.iter().copied().map(turned).collect();
                let told = features(&position, &moves);
                assert_eq!(told, features(&other, &others));
                for (info, entry) in told.iter().flat_map(|entries| TABLES.iter().zip(entries)) {
                    assert!(usize::from(*entry) < info.len, "{}", info.name);
                }
                let mv = moves[random_below(&mut rng, moves.len() as u32) as usize];
                position.play_unchecked(mv);
                other.play_unchecked(turned(mv));
            }
        }
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
