//! Cancer (Mark Steere, 2012): red and white groups, and cancer stones that take their liberties.

mod features;
mod lesson;
mod playout;

use rand::Rng as _;

use crate::board::{Geometry, Point, Shape};
use crate::game::{Drawing, Game, Marks, Planes, Prior, Trace};
use crate::games::Visitor;
use crate::games::chains::drawing::{LIBERTIES, liberties};
use crate::games::chains::evidence::add_learnt;
use crate::games::chains::{Cell, Chains, Chances, EMPTY, Empties, Freed, Look, WALL};
use crate::setup::{Diagram, DiagramError, GameInfo, KindInfo, Rule as _, Setup, TestBoards, rule};
use crate::weights::Weights;
use crate::words::{Action, Ending, Margin, Move, Outcome, Rng, Seat, Stone, split_mix};

/// The constant facts of Cancer.
pub static INFO: GameInfo = GameInfo {
    id: "cancer",
    title: "Cancer",
    summary: "Red and White each place a stone of their own, which never captures, or a black cancer stone, which must \
        capture or fill an eye. Cancer stones stay for ever and give no liberty. Wipe the opponent out. Pie rule; no \
        draws.",
    gogui_id: "Cancer",
    katago_rules: None,
    sizes: 2..=25,
    default_size: 9,
    rectangular: true,
    rules: &[Eye::INFO, Pie::INFO],
    kinds: &[KindInfo { name: "own", stone: None }, KindInfo { name: "cancer", stone: Some(Stone::Cancer) }],
    own_stones: [Stone::Red, Stone::White],
    stones: &[Stone::Red, Stone::White, Stone::Cancer],
    first: Seat::Black,
    passes: false,
    komi: false,
    blocking: false,
    rule_sets: &[],
    handicap: false,
    star_points: false,
    dead_stones: false,
    swap: Some(Pie::INFO.name),
    prior: features::TABLES,
    inputs: &[],
    playout: &[],
    weights: include_str!("../../../weights/cancer.toml"),
    geometry: |setup| Geometry::rectangle(Shape::Square, setup.width(), setup.height()),
    lesson: &lesson::LESSON,
    check: |_| true,
    test_boards: TestBoards {
        small: &["2", "3", "4", "2x3", "5x2", "5x4"],
        large: &["9", "25 eye=group", "7x12 eye=strict pie=off", "2x25"],
    },
};

rule! {
    /// Which enclosed points are eyes, where a cancer stone may be put without capturing.
    Eye = "eye" {
        /// Those whose coloured neighbours are all of one colour.
        Any = "any",
        /// And that have no cancer stone beside them.
        Strict = "strict",
        /// And whose coloured neighbours are all in one group.
        Group = "group",
    }
}

rule! {
    /// Whether White may take over Red's first stone.
    Pie = "pie" {
        /// It may.
        On = "on",
        /// It may not.
        Off = "off",
    }
}

/// Does a visitor's work with the type that plays this setup: a small board is copied faster.
pub fn visit<V: Visitor>(setup: &Setup, visitor: V) -> V::Output {
    match setup.width().max(setup.height()) {
        ..=9 => visitor.visit::<Cancer<10, 128>>(setup),
        10..=13 => visitor.visit::<Cancer<14, 256>>(setup),
        14..=19 => visitor.visit::<Cancer<20, 512>>(setup),
        _ => visitor.visit::<Cancer<26, 1024>>(setup),
    }
}

/// A kind of stone that a seat places, by its index in [`GameInfo::kinds`].
const OWN: u8 = 0;
const CANCER: u8 = 1;

/// A position of Cancer on a board of up to `S` − 1 rows and columns. Cancer stones are the walls of its board.
#[derive(Clone, Copy)]
pub struct Cancer<const S: usize, const N: usize> {
    board: Chains<S, N>,
    eye: Eye,
    pie: bool,
    to_move: Seat,
    winner: Option<Seat>,
    /// Where the latest stone was placed; 0 at the start and after a swap. Nothing legal depends on it.
    last: Cell,
}

impl<const S: usize, const N: usize> Cancer<S, N> {
    fn state_key(&self) -> u64 {
        let winner = self.winner.map_or(0, |seat| 1 + seat as u64);
        split_mix(0, winner << 1 | self.to_move as u64)
    }

    /// Whether a cancer stone on an empty point would fill an eye.
    #[inline]
    fn is_eye(&self, look: &Look) -> bool {
        look.encloser().is_some()
            && match self.eye {
                Eye::Any => true,
                Eye::Strict => !look.touches(WALL),
                Eye::Group => self.board.touches_one_chain(look),
            }
    }

    /// Whether the seat to move may put its own stone and a cancer stone on a point, from how the chains of both
    /// colours beside it then are.
    #[inline]
    fn legal_kinds(&self, look: &Look, me: Seat, chances: Chances) -> [bool; 2] {
        let (mine, theirs) = (me as u8, me.other() as u8);
        let captures = chances.dead(mine) | chances.dead(theirs);
        [
            !chances.dead(theirs) & (look.has_liberty() | chances.alive(mine)),
            self.board.stones(me) != 0 && (captures || self.is_eye(look)),
        ]
    }

    fn legal_at(&self, cell: Cell) -> [bool; 2] {
        if self.board.content(cell) != EMPTY {
            return [false; 2];
        }
        let look = self.board.look(cell);
        self.legal_kinds(&look, self.to_move, self.board.foresee(&look))
    }

    fn may_swap(&self) -> bool {
        self.pie
            && self.to_move == Seat::White
            && self.winner.is_none()
            && self.board.stones(Seat::Black) == 1
            && self.board.is_empty_but(1)
    }

    fn swap(&mut self) {
        if let Some(cell) = self.board.cells().find(|&cell| self.board.content(cell) == Seat::Black as u8) {
            self.board.turn_stone(cell);
        }
        self.to_move = Seat::Black;
        self.last = 0;
    }

    /// Who has won where each colour has so many stones left after a capture by `me`.
    fn winner_by_stones(stones: [u16; 2], me: Seat) -> Option<Seat> {
        match stones {
            [0, 0] => Some(me),
            [0, _] => Some(Seat::White),
            [_, 0] => Some(Seat::Black),
            _ => None,
        }
    }

    /// Places a stone for `me`, the seat to move.
    #[inline(always)]
    fn put<const HASH: bool>(&mut self, look: &Look, me: Seat, kind: u8, freed: &mut impl Freed) {
        if kind == OWN {
            self.board.put_stone::<HASH>(look, me as u8);
        } else {
            self.board.put_wall::<HASH>(look);
            if self.board.may_capture(look) && self.board.capture_all::<HASH>(look, freed) != 0 {
                self.winner = Self::winner_by_stones(Seat::BOTH.map(|seat| self.board.stones(seat)), me);
            }
        }
        self.to_move = me.other();
    }

    /// Makes a random legal placement for `me`, the seat to move: from a random empty point on, the first where
    /// something can be placed. `random` is uniform over all its values.
    #[inline(always)]
    fn turn(&mut self, me: Seat, empties: &mut Empties<N>, random: u32) -> Option<(Cell, u8)> {
        let count = empties.len();
        if count == 0 {
            return None;
        }
        let choice = (random & 1) as u8;
        let start = ((u64::from(random) * count as u64) >> 32) as usize;
        let mut index = start;
        loop {
            let cell = empties.get(index);
            let look = self.board.look(cell);
            let [own, cancer] = self.legal_kinds(&look, me, self.board.foresee(&look));
            if own | cancer {
                let kind = if own & cancer { choice } else { cancer as u8 };
                empties.remove(index);
                self.put::<false>(&look, me, kind, empties);
                return Some((cell, kind));
            }
            index = if index + 1 == count { 0 } else { index + 1 };
            if index == start {
                return None;
            }
        }
    }

    #[inline(always)]
    fn turn_of<const SENSIBLE: bool>(&mut self, me: Seat, empties: &mut Empties<N>, random: u32) -> Option<(Cell, u8)> {
        if SENSIBLE { self.sensible_turn(me, empties, random) } else { self.turn(me, empties, random) }
    }

    /// Plays to the end by turns, sensible ones or any; the winner's margin, or 0 where the game takes too long.
    #[inline(always)]
    fn random_game<T: Trace, const SENSIBLE: bool>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        let mut empties = self.board.empties();
        let mut left = 3 * self.board.points();
        let mut random = rng.next_u64();
        while left > 0 && !self.is_over() {
            left -= 1;
            let seat = self.to_move;
            // The seat is a constant for each of the two, and one random number serves both.
            let played = match seat {
                Seat::Black => {
                    random = rng.next_u64();
                    self.turn_of::<SENSIBLE>(Seat::Black, &mut empties, random as u32)
                }
                Seat::White => self.turn_of::<SENSIBLE>(Seat::White, &mut empties, (random >> 32) as u32),
            };
            let Some((cell, kind)) = played else { break };
            trace.played(seat, Move::place(kind, self.board.point(cell)));
        }
        self.margin()
    }

    fn margin(&self) -> f64 {
        self.winner.map_or(0.0, Seat::sign)
    }

    /// Eyes as `eye`, other points where the seat to move may put a cancer stone as `c`.
    fn draw_eyes(&self, _: &Geometry) -> Vec<Marks> {
        let empties = || self.board.cells().filter(|&cell| self.board.content(cell) == EMPTY);
        let is_eye = |cell: &Cell| self.is_eye(&self.board.look(*cell));
        let kills = |cell: &Cell| !self.is_over() && self.legal_at(*cell)[usize::from(CANCER)] && !is_eye(cell);
        let label = |cells: Vec<Cell>, text: &str| {
            Marks::Labels(cells.into_iter().map(|cell| (self.board.point(cell), text.to_owned())).collect())
        };
        vec![label(empties().filter(is_eye).collect(), "eye"), label(empties().filter(kills).collect(), "c")]
    }

    fn read_state(&mut self, word: &str, value: &str) -> Option<()> {
        let winner = match (word, value) {
            ("winner", "b") => Seat::Black,
            ("winner", "w") => Seat::White,
            _ => return None,
        };
        self.winner = Some(winner);
        // The last move put down a cancer stone and took the last of the loser's.
        let cancer = self.board.cells().any(|cell| self.board.content(cell) == WALL);
        (cancer && self.board.stones(winner.other()) == 0).then_some(())
    }
}

impl<const S: usize, const N: usize> PartialEq for Cancer<S, N> {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && (self.eye, self.pie, self.to_move, self.winner) == (other.eye, other.pie, other.to_move, other.winner)
    }
}

impl<const S: usize, const N: usize> Game for Cancer<S, N> {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn new(setup: &Setup) -> Self {
        Cancer {
            board: Chains::new(setup.width(), setup.height(), setup.blocked()),
            eye: setup.choice(),
            pie: setup.choice::<Pie>() == Pie::On,
            to_move: Seat::Black,
            winner: None,
            last: 0,
        }
    }

    fn from_diagram(setup: &Setup, diagram: &Diagram) -> Result<Self, DiagramError> {
        let mut position = Self::new(setup);
        position.board = Chains::from_diagram(setup, diagram, |stone| match stone {
            Stone::Red => Some(Seat::Black as u8),
            Stone::White => Some(Seat::White as u8),
            Stone::Cancer => Some(WALL),
            _ => None,
        })?;
        for (word, value) in &diagram.state {
            let read = position.read_state(word, value);
            read.ok_or_else(|| DiagramError::State(word.clone(), value.clone()))?;
        }
        position.to_move = diagram.to_move;
        position.normalize();
        Ok(position)
    }

    fn diagram(&self) -> Diagram {
        let winner = self.winner.map(|seat| ("winner".to_owned(), seat.letter().to_string()));
        let stones = self.board.cells().map(|cell| self.stone(self.board.point(cell))).collect();
        Diagram { stones, to_move: self.to_move, state: winner.into_iter().collect() }
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        match self.board.content(self.board.cell(point)) {
            0 => Some(Stone::Red),
            1 => Some(Stone::White),
            WALL => Some(Stone::Cancer),
            _ => None,
        }
    }

    fn to_move(&self) -> Seat {
        self.to_move
    }

    fn set_to_move(&mut self, seat: Seat) {
        self.to_move = seat;
    }

    fn is_over(&self) -> bool {
        self.winner.is_some()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(|winner| Outcome { margin: Margin::new(winner.sign()), ending: Ending::Annihilation })
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.is_over() {
            return;
        }
        let mut cancer = [Move::PASS; N];
        let mut count = 0;
        for (point, cell) in (0..).map(Point).zip(self.board.cells()) {
            let legal = self.legal_at(cell);
            if legal[0] {
                moves.push(Move::place(OWN, point));
            }
            if legal[1] {
                cancer[count] = Move::place(CANCER, point);
                count += 1;
            }
        }
        moves.extend_from_slice(&cancer[..count]);
        if self.may_swap() {
            moves.push(Move::SWAP);
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        !self.is_over()
            && match mv.action() {
                Action::Place { kind: kind @ (OWN | CANCER), point } if point.index() < self.board.points() => {
                    self.legal_at(self.board.cell(point))[usize::from(kind)]
                }
                Action::Swap => self.may_swap(),
                _ => false,
            }
    }

    fn why_illegal(&self, mv: Move) -> &'static str {
        let me = self.to_move;
        match mv.action() {
            Action::Place { kind: OWN, point } if point.index() < self.board.points() => {
                let look = self.board.look(self.board.cell(point));
                match (self.board.foresee(&look).dead(me.other() as u8), me) {
                    (true, Seat::Black) => {
                        "a red stone may not capture: it would take a white group's last liberty (a cancer stone may)"
                    }
                    (true, Seat::White) => {
                        "a white stone may not capture: it would take a red group's last liberty (a cancer stone may)"
                    }
                    (false, _) => "a stone of yours would have no liberty there: no empty point beside its group",
                }
            }
            Action::Place { .. } if self.board.stones(me) == 0 => {
                "first put down a stone of your own colour; then cancer stones are yours to use as well"
            }
            Action::Place { .. } => "a cancer stone has to capture or to fill an eye, and does neither here",
            Action::Swap if !self.pie => "the pie rule is off in this game",
            Action::Swap => "only White can swap, as its first turn, right after Red's first stone",
            Action::Pass => "there is no passing in Cancer",
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        match mv.action() {
            Action::Place { kind, point } => {
                let look = self.board.look(self.board.cell(point));
                self.put::<true>(&look, self.to_move, kind, &mut ());
                self.last = look.cell();
            }
            Action::Swap => self.swap(),
            Action::Pass => self.to_move = self.to_move.other(),
        }
    }

    fn key(&self) -> u64 {
        self.board.hash() ^ self.state_key()
    }

    fn recomputed_key(&self) -> u64 {
        self.board.recomputed_hash() ^ self.state_key()
    }

    fn normalize(&mut self) {
        self.board = self.board.normalized();
        // As in every position that is read: a search must not depend on how it came about.
        self.last = 0;
    }

    fn plies_to_end(&self) -> u32 {
        // A seat without stones has to place one before it can capture anything.
        let absent = |seat| self.board.stones(seat) == 0;
        match self.is_over() {
            true => 0,
            false if !absent(self.to_move) => 1,
            false => 2 + u32::from(absent(self.to_move.other())),
        }
    }

    /// Who may swap has no counterpart with the colours exchanged.
    fn planes(&self) -> Option<Planes> {
        if self.may_swap() || self.is_over() {
            return None;
        }
        Some(Planes { sets: self.board.planes()?, rest: 0 })
    }

    fn comes_round() -> bool {
        false
    }

    fn knows_margin() -> bool {
        false
    }

    fn prepare() {
        features::prepare();
    }

    fn features(&self, moves: &[Move], features: &mut Vec<u16>) {
        match N {
            128 => self.tell_features::<2>(moves, features),
            256 => self.tell_features::<4>(moves, features),
            512 => self.tell_features::<8>(moves, features),
            _ => self.tell_features::<16>(moves, features),
        }
    }

    fn priors(&self, moves: &[Move], priors: &mut Vec<Prior>) -> Option<f32> {
        let weights = Weights::of(&INFO);
        let from = priors.len();
        priors.resize(from + moves.len(), Prior { weight: 1.0, value: 0.0, samples: 0 });
        if !weights.is_even() {
            let mut features = Vec::new();
            self.features(moves, &mut features);
            add_learnt(weights, weights.sums(&features), &mut priors[from..]);
        }
        None
    }

    fn playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        self.random_game::<T, false>(rng, trace)
    }

    fn informed_playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        self.random_game::<T, true>(rng, trace)
    }

    fn drawings() -> &'static [Drawing<Self>] {
        const {
            &[
                Drawing {
                    name: LIBERTIES.0,
                    label: LIBERTIES.1,
                    // Cancer stones have no liberties, nor do they need any.
                    draw: |game, geometry| {
                        liberties(geometry, |point| game.stone(point).filter(|&stone| stone != Stone::Cancer))
                    },
                },
                Drawing { name: "eyes", label: "Eyes and Cancer Placements", draw: Self::draw_eyes },
            ]
        }
    }
}

#[cfg(test)]
mod tests;
