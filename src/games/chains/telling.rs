//! What the games of chains tell of a placement, for weights that are learnt: what it saves, threatens and risks, where it
//! lies, and what stands around it. (The kinds are those of R. Coulom, *Computing Elo ratings of move patterns in the game of
//! Go*, 2007.) Each number is an entry of a table; the tables' lengths are beside them.

use super::neighbourhoods::Neighbourhoods;
use super::{Cell, EMPTY, Fights, Outlook, WALL};

/// Entries of [`rescues`].
pub const RESCUES: usize = 1 + 3 * 4;
/// Entries of [`self_atari`].
pub const SELF_ATARI: usize = 1 + 4;
/// Entries of [`Telling::atari`].
pub const ATARI: usize = 1 + 4 * 3 * 3 * 2;
/// Entries of [`Telling::liberties`].
pub const LIBERTIES: usize = 5 * 6 * 5;
/// Entries of [`Telling::line`].
pub const LINES: usize = STAGES * NEAR_LINES;
/// Entries of [`Telling::distance`]; larger ones are alike (see [`Fights::distance`]).
pub const DISTANCES: usize = 18;
/// Entries of [`Telling::beyond`].
pub const BEYOND: usize = 5 * 5 * 3;

/// Lines from the edge; farther ones are alike.
const NEAR_LINES: usize = 5;
/// Parts of a game, by how full the board is.
const STAGES: usize = 3;

/// A position, looked at for all of its moves.
pub struct Telling<'a, const S: usize, const N: usize, const W: usize> {
    pub board: &'a Fights<S, N, W>,
    /// The colour that is to move.
    pub me: u8,
    /// The latest stone; 0 where there is none.
    pub last: Cell,
    neighbourhoods: &'static Neighbourhoods,
    stage: usize,
}

impl<'a, const S: usize, const N: usize, const W: usize> Telling<'a, S, N, W> {
    /// A board of so many points.
    pub fn new(
        board: &'a Fights<S, N, W>,
        points: usize,
        me: u8,
        last: Cell,
        neighbourhoods: &'static Neighbourhoods,
    ) -> Self {
        let empty = board.empties().len();
        let stage = match () {
            () if 5 * empty > 4 * points => 0,
            () if 5 * empty > 2 * points => 1,
            () => 2,
        };
        Telling { board, me, last, neighbourhoods, stage }
    }

    /// The four cells beside one.
    pub fn four(cell: Cell) -> impl Iterator<Item = Cell> {
        Fights::<S, N, W>::four(cell.into()).map(|beside| beside as Cell)
    }

    /// The line by thirds of the game.
    pub fn line(&self, cell: Cell) -> usize {
        self.stage * NEAR_LINES + self.board.line(cell).min(NEAR_LINES - 1)
    }

    /// How far it is from the latest stone.
    pub fn distance(&self, cell: Cell) -> usize {
        match self.last {
            0 => 0,
            last => Fights::<S, N, W>::distance(cell, last).min(DISTANCES - 1),
        }
    }

    /// The class of the eight points around it.
    pub fn around(&self, cell: Cell) -> usize {
        self.neighbourhoods.class(self.board.around(cell), self.me).into()
    }

    /// The largest of the chains that come into atari: its stones, the liberties of the stone that does it and of the chain
    /// if it runs, and whether it has the latest stone. And whether there are two.
    pub fn atari(&self, cell: Cell, outlook: Outlook) -> (usize, bool) {
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
            let last = self.last;
            let is_last = last != 0 && self.board.head(last) == head;
            let stones = usize::from(chain.stones.min(4)) - 1;
            entry = entry.max(1 + ((stones * 3 + own) * 3 + run) * 2 + usize::from(is_last));
        }
        (entry, double)
    }

    /// The fewest liberties of own chains beside it, its own afterwards, and the fewest of the opponent's beside it.
    pub fn liberties(&self, cell: Cell, outlook: Outlook) -> usize {
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

    /// The four points two lines away: how many stones of each colour, and whether they are beyond the edge.
    pub fn beyond(&self, cell: Cell) -> usize {
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
}

/// How many own stones in atari are saved without a capture, and their liberties afterwards.
pub fn rescues(outlook: Outlook) -> usize {
    match (outlook.threatened, outlook.captured) {
        (1.., 0) => {
            1 + (usize::from(outlook.threatened.min(3)) - 1) * 4 + usize::from(outlook.liberties.clamp(1, 4)) - 1
        }
        _ => 0,
    }
}

/// How many stones put themselves in atari without a capture.
pub fn self_atari(outlook: Outlook) -> usize {
    match (outlook.liberties, outlook.captured, outlook.stones) {
        (1, 0, 1..=2) => usize::from(outlook.stones),
        (1, 0, 3..=4) => 3,
        (1, 0, _) => 4,
        _ => 0,
    }
}

/// Plays random games on 9 × 9 beside the same ones turned and with the colours exchanged: features must not differ, nor be
/// beyond their tables.
#[cfg(test)]
pub fn assert_turned_and_exchanged_are_alike<G: crate::game::Game>(setup: &crate::setup::Setup) {
    use crate::board::Point;
    use crate::words::{Action, Move, Rng, Seat, random_below};
    use rand::SeedableRng as _;

    let tables = setup.info().prior;
    let features = |position: &G, moves: &[Move]| {
        let mut features = Vec::new();
        position.features(moves, &mut features);
        assert_eq!(features.len(), moves.len() * tables.len());
        features
    };
    // Columns from the right, and rows for columns.
    let turned = |mv: Move| match mv.action() {
        Action::Place { kind, point: Point(point) } => Move::place(kind, Point(9 * (8 - point % 9) + point / 9)),
        _ => mv,
    };
    for seed in 0..20 {
        let mut rng = Rng::seed_from_u64(seed);
        let (mut position, mut other) = (G::new(setup), G::new(setup));
        other.set_to_move(Seat::White);
        for _ in 0..120 {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let others: Vec<Move> = moves.iter().copied().map(turned).collect();
            let told = features(&position, &moves);
            assert_eq!(told, features(&other, &others));
            for (table, &entry) in told.chunks(tables.len()).flat_map(|entries| tables.iter().zip(entries)) {
                assert!(usize::from(entry) < table.len, "{}", table.name);
            }
            let mv = moves[random_below(&mut rng, moves.len() as u32) as usize];
            position.play_unchecked(mv);
            other.play_unchecked(turned(mv));
        }
    }
}
