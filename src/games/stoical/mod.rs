//! Stoical Go (Luis Bolaños Mures, 2013): Go where a capture can't be answered by a capture, instead of a ko rule.

mod boards;
mod diagram;
mod features;
mod handicap;
mod inputs;
mod lesson;
mod likelihood;
mod playout;
mod prior;
mod rule_sets;
mod uniform;

use crate::board::{Geometry, Point, Shape};
use crate::game::{Drawing, Game, Planes, Prior, Repetition, Trace};
use crate::games::Visitor;
use crate::games::chains::drawing::{LIBERTIES, liberties};
use crate::games::chains::{Cell, Chains, EMPTY, Fights, Freed, Look, WALL};
use crate::setup::{Diagram, DiagramError, GameInfo, KindInfo, Rule as _, Setup, TestBoards, rule};
use crate::states::Boards;
use crate::words::{Action, Ending, Margin, Move, Outcome, Rng, Seat, Stone, split_mix};

pub use handicap::{fixed_handicap, most_fixed};

/// The constant facts of Stoical Go.
pub static INFO: GameInfo = GameInfo {
    id: "stoical",
    title: "Stoical Go",
    summary: "Go without ko: instead you may not capture right after your opponent captured. Suicide is illegal, area is \
        counted. Points can be blocked. Ordinary Go's ko rules can be chosen, for playing Go programs.",
    gogui_id: "Stoicalgo",
    katago_rules: Some(katago_rules),
    sizes: 2..=25,
    default_size: 9,
    rectangular: true,
    rules: &[Ko::INFO, Repeats::INFO],
    kinds: &[KindInfo { name: "own", stone: None }],
    own_stones: [Stone::Black, Stone::White],
    stones: &[Stone::Black, Stone::White, Stone::Blocked],
    first: Seat::Black,
    passes: true,
    komi: true,
    blocking: true,
    rule_sets: rule_sets::RULE_SETS,
    handicap: true,
    star_points: true,
    dead_stones: true,
    swap: None,
    prior: features::TABLES,
    inputs: inputs::INPUTS,
    playout: &[],
    weights: include_str!("../../../weights/stoical.toml"),
    geometry: |setup| Geometry::rectangle(Shape::Square, setup.width(), setup.height()),
    lesson: &lesson::LESSON,
    check: |_| true,
    test_boards: TestBoards {
        small: &["2", "3", "2x3 komi=0.5", "4x3", "3x4 block=B2", "4 block=A1,D4,B3 komi=-2", "5x2", "5"],
        large: &[
            "9 komi=7.5",
            "9 ko=bigger komi=7.5",
            "9 ko=snapback komi=7.5",
            "9 ko=simple komi=7.5",
            "9 ko=positional komi=7.5",
            "7x10 repetition=none block=A1,C3,D3,D4,G10",
            "7x10 ko=bigger repetition=none block=A1,C3,D3,D4,G10",
            "7x10 ko=snapback repetition=none block=A1,C3,D3,D4,G10",
            "7x10 ko=simple repetition=none block=A1,C3,D3,D4,G10",
            "7x10 ko=positional repetition=none block=A1,C3,D3,D4,G10",
            "25",
            "19x25 ko=positional",
            "25x2 ko=simple",
        ],
    },
};

rule! {
    /// Which captures are illegal.
    Ko = "ko" {
        /// Any, after a capture.
        Stoical = "stoical",
        /// Of no more stones than the capture before it.
        Bigger = "bigger",
        /// Any after a capture, but of several stones after that of a single one.
        Snapback = "snapback",
        /// Taking back a single stone at once where that would repeat the position.
        Simple = "simple",
        /// Those that repeat a board, which is left to the history.
        Positional = "positional",
    }
}

rule! {
    /// What a board means that a seat leaves behind for the second time.
    Repeats = "repetition" {
        /// The game is drawn.
        Draw = "draw",
        /// Nothing.
        None = "none",
    }
}

/// The rules in KataGo's words, which has none for captures that are illegal.
fn katago_rules(setup: &Setup) -> String {
    let ko = setup.rule(Ko::INFO.name).to_ascii_uppercase();
    format!(
        r#"{{"hasButton":false,"ko":"{ko}","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"0"}}"#
    )
}

/// Does a visitor's work with the type that plays this setup: a small board is copied faster.
pub fn visit<V: Visitor>(setup: &Setup, visitor: V) -> V::Output {
    match setup.width().max(setup.height()) {
        ..=9 => visitor.visit::<Stoical<10, 128>>(setup),
        10..=13 => visitor.visit::<Stoical<14, 256>>(setup),
        14..=19 => visitor.visit::<Stoical<20, 512>>(setup),
        _ => visitor.visit::<Stoical<26, 1024>>(setup),
    }
}

impl Ko {
    /// How much of the number of stones just captured legality depends on.
    fn remembered(self, captured: u16) -> u16 {
        match self {
            Ko::Stoical => captured.min(1),
            Ko::Bigger => captured,
            Ko::Snapback => captured.min(2),
            Ko::Simple | Ko::Positional => 0,
        }
    }
}

/// A position of Stoical Go on a board of up to `S` − 1 rows and columns.
#[derive(Clone, Copy)]
pub struct Stoical<const S: usize, const N: usize> {
    board: Chains<S, N>,
    komi: f64,
    ko_rule: Ko,
    draws: bool,
    to_move: Seat,
    /// Passes in a row just before, 2 at most.
    passes: u8,
    /// The size of the capture by each seat's latest move, as far as legality depends on it.
    captured: [u16; 2],
    /// Where a stone was just taken that mustn't be taken back now, with `ko=simple`; else 0.
    ko: Cell,
    /// Where the latest stone was placed; 0 at the start and after a pass. Nothing legal depends on it.
    last: Cell,
}

impl<const S: usize, const N: usize> Stoical<S, N> {
    /// What the key mixes in besides the board.
    fn state_key(&self) -> u64 {
        let captured = u64::from(self.captured[0]) << 16 | u64::from(self.captured[1]);
        let turn = u64::from(self.to_move == Seat::White) | u64::from(self.passes) << 1;
        split_mix(0, captured << 32 | u64::from(self.ko) << 8 | turn)
    }

    /// Whether a placement by the seat to move captures against the ban.
    fn is_barred(&self, look: &Look) -> bool {
        let other = self.to_move.other();
        self.board.foresee(look).dead(other as u8) && !self.may_capture(look)
    }

    /// Whether the seat to move may make a placement that captures.
    #[inline]
    fn may_capture(&self, look: &Look) -> bool {
        match self.captured[self.to_move.other().index()] {
            0 => !self.is_ko(look),
            before => self.may_recapture(look.cell(), before),
        }
    }

    #[cold]
    fn may_recapture(&self, cell: Cell, before: u16) -> bool {
        let doomed = || self.board.count_doomed(&self.board.look(cell), self.to_move.other() as u8);
        match self.ko_rule {
            Ko::Bigger => doomed() > before,
            Ko::Snapback => before == 1 && doomed() >= 2,
            Ko::Stoical | Ko::Simple | Ko::Positional => false,
        }
    }

    /// Whether the seat to move would take a stone back against the simple ko rule.
    #[inline]
    fn is_ko(&self, look: &Look) -> bool {
        look.cell() == self.ko && look.touches(self.to_move.other() as u8)
    }

    fn is_legal_at(&self, cell: Cell) -> bool {
        if self.board.content(cell) != EMPTY {
            return false;
        }
        let (me, other) = (self.to_move as u8, self.to_move.other() as u8);
        let look = self.board.look(cell);
        if self.captured[usize::from(other)] == 0 && look.has_liberty() {
            return true;
        }
        let chances = self.board.foresee(&look);
        if chances.dead(other) { self.may_capture(&look) } else { look.has_liberty() || chances.alive(me) }
    }

    /// Places a stone of the colour of `me`, the seat to move; whether something is captured shows on the way.
    #[inline(always)]
    fn put<const HASH: bool>(&mut self, look: &Look, me: Seat, freed: &mut impl Freed) {
        self.board.put_stone::<HASH>(look, me as u8);
        self.captured[me.index()] = 0;
        self.ko = 0;
        self.last = look.cell();
        self.passes = 0;
        self.to_move = me.other();
        if self.board.may_capture(look) {
            self.capture::<HASH>(look.cell(), me, freed);
        }
    }

    /// Takes what a stone just placed captures.
    #[inline(never)]
    fn capture<const HASH: bool>(&mut self, cell: Cell, me: Seat, freed: &mut impl Freed) {
        let taken = self.board.capture::<HASH>(cell, me.other() as u8, freed);
        self.captured[me.index()] = self.ko_rule.remembered(taken);
        if taken == 1 && self.ko_rule == Ko::Simple {
            self.ko = self.board.lone_liberty(cell).unwrap_or(0);
        }
    }

    fn pass(&mut self) {
        self.captured[self.to_move.index()] = 0;
        self.ko = 0;
        self.last = 0;
        self.passes = (self.passes + 1).min(2);
        self.to_move = self.to_move.other();
    }

    fn margin(&self) -> f64 {
        f64::from(self.board.area()) - self.komi
    }
}

impl<const S: usize, const N: usize> PartialEq for Stoical<S, N> {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && (self.ko_rule, self.draws, self.to_move) == (other.ko_rule, other.draws, other.to_move)
            && (self.passes, self.captured, self.ko) == (other.passes, other.captured, other.ko)
    }
}

impl<const S: usize, const N: usize> Game for Stoical<S, N> {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn new(setup: &Setup) -> Self {
        Stoical {
            board: Chains::new(setup.width(), setup.height(), setup.blocked()),
            komi: Margin::new(setup.komi()).points(),
            ko_rule: setup.choice(),
            draws: setup.choice::<Repeats>() == Repeats::Draw,
            to_move: Seat::Black,
            passes: 0,
            captured: [0; 2],
            ko: 0,
            last: 0,
        }
    }

    fn from_diagram(setup: &Setup, diagram: &Diagram) -> Result<Self, DiagramError> {
        Self::read(setup, diagram)
    }

    fn boards(setup: &Setup) -> Option<Box<dyn Boards>> {
        Some(Box::new(boards::StoicalBoards::new(setup)?))
    }

    fn diagram(&self) -> Diagram {
        self.written()
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        match self.board.content(self.board.cell(point)) {
            0 => Some(Stone::Black),
            1 => Some(Stone::White),
            WALL => Some(Stone::Blocked),
            _ => None,
        }
    }

    fn to_move(&self) -> Seat {
        self.to_move
    }

    fn set_to_move(&mut self, seat: Seat) {
        self.to_move = seat;
    }

    fn set_komi(&mut self, komi: f64) {
        self.komi = Margin::new(komi).points();
    }

    fn is_over(&self) -> bool {
        self.passes >= 2
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome { margin: Margin::new(self.margin()), ending: Ending::Passes })
    }

    fn score(&self) -> Option<Margin> {
        Some(Margin::new(self.margin()))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.is_over() {
            return;
        }
        let points = (0..).map(Point).zip(self.board.cells());
        moves.extend(points.filter(|&(_, cell)| self.is_legal_at(cell)).map(|(point, _)| Move::place(0, point)));
        moves.push(Move::PASS);
    }

    fn is_legal(&self, mv: Move) -> bool {
        !self.is_over()
            && match mv.action() {
                Action::Place { kind: 0, point } if point.index() < self.board.points() => {
                    self.is_legal_at(self.board.cell(point))
                }
                Action::Pass => true,
                _ => false,
            }
    }

    fn why_illegal(&self, mv: Move) -> &'static str {
        let Some(point) = mv.point().filter(|point| point.index() < self.board.points()) else {
            return "there is no such move in this game";
        };
        let look = self.board.look(self.board.cell(point));
        if !self.board.foresee(&look).dead(self.to_move.other() as u8) {
            return "suicide is illegal: the stone, and what it joins, would have no liberty";
        }
        match self.ko_rule {
            Ko::Stoical => {
                "this captures right after a capture: your opponent has just captured, so you may not on this turn"
            }
            Ko::Bigger => "right after a capture only a larger one is allowed: more stones than were just taken",
            Ko::Snapback => {
                "right after a capture you may not capture, unless a single stone was taken and you take two or more"
            }
            Ko::Simple | Ko::Positional => "ko: a stone that has just taken one may not be taken back at once",
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        match mv.point() {
            Some(point) => self.put::<true>(&self.board.look(self.board.cell(point)), self.to_move, &mut ()),
            None => self.pass(),
        }
    }

    fn key(&self) -> u64 {
        self.board.hash() ^ self.state_key()
    }

    fn recomputed_key(&self) -> u64 {
        self.board.recomputed_hash() ^ self.state_key()
    }

    fn repetition(&self) -> Repetition {
        match self.ko_rule {
            Ko::Positional => Repetition::Forbidden,
            _ if self.draws => Repetition::Draws,
            _ => Repetition::Free,
        }
    }

    fn occurrence(&self, mover: Option<Seat>) -> Option<u64> {
        match (self.repetition(), mover) {
            (Repetition::Forbidden, _) => Some(self.board.hash()),
            (Repetition::Draws, Some(seat)) => Some(self.board.hash() ^ split_mix(0, seat as u64)),
            _ => None,
        }
    }

    fn normalize(&mut self) {
        self.board = self.board.normalized();
        // Which of its stones came last is no part of a position: a search from it must not depend on that.
        self.last = 0;
    }

    fn plies_to_end(&self) -> u32 {
        2 - u32::from(self.passes)
    }

    /// The board scores at most its points.
    fn margins_left(&self) -> [f64; 2] {
        let points = f64::from(self.board.points() as u16);
        [-points - self.komi, points - self.komi]
    }

    /// A seat that only passes keeps what is unconditionally alive. Where repetition draws, the other might bring an earlier
    /// board about meanwhile. And an empty board is worth no less than 0 to the seat to move: either a stone gives it that, or
    /// it passes, and to the other a stone gives no more than it would have given here.
    fn value_bounds(&self) -> [f64; 2] {
        let safe = if self.draws { None } else { self.board.safe_bounds() };
        let [low, high] = safe.map_or(self.margins_left(), |bounds| bounds.map(|lead| f64::from(lead) - self.komi));
        let is_empty = || self.board.cells().all(|cell| matches!(self.board.content(cell), EMPTY | WALL));
        if self.komi != 0.0 || self.draws || !is_empty() {
            return [low, high];
        }
        if self.to_move == Seat::Black { [low.max(0.0), high] } else { [low, high.min(0.0)] }
    }

    fn planes(&self) -> Option<Planes> {
        if self.ko != 0 {
            return None;
        }
        let captured = [self.to_move, self.to_move.other()].map(|seat| u64::from(self.captured[seat.index()]));
        let rest = captured[0] << 32 | captured[1] << 16 | u64::from(self.passes);
        Some(Planes { sets: self.board.planes()?, rest })
    }

    /// The seat to move has answered whatever it captured itself.
    fn settle(&mut self) {
        self.captured[self.to_move.index()] = 0;
    }

    fn is_reopened(&self) -> bool {
        self.captured[self.to_move.other().index()] != 0
    }

    fn prior(&self, mv: Move) -> f32 {
        let Some(point) = mv.point() else {
            // The second pass ends the game: it is worth a look.
            return if self.passes == 1 { 1.0 } else { 0.02 };
        };
        let look = self.board.look(self.board.cell(point));
        if self.board.is_eye(&look, self.to_move as u8) {
            return 0.01;
        }
        if self.board.foresee(&look).dead(self.to_move.other() as u8) { 4.0 } else { 1.0 }
    }

    fn playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        self.play_uniformly(rng, trace)
    }

    fn prepare() {
        features::prepare();
    }

    fn features(&self, moves: &[Move], features: &mut Vec<u16>) {
        match N {
            128 => self.tell_features(&Fights::<S, N, 2>::new(&self.board), moves, features),
            256 => self.tell_features(&Fights::<S, N, 4>::new(&self.board), moves, features),
            512 => self.tell_features(&Fights::<S, N, 8>::new(&self.board), moves, features),
            _ => self.tell_features(&Fights::<S, N, 16>::new(&self.board), moves, features),
        }
    }

    fn inputs(&self, inputs: &mut Vec<u16>) {
        match N {
            128 => self.tell_inputs(&Fights::<S, N, 2>::new(&self.board), inputs),
            256 => self.tell_inputs(&Fights::<S, N, 4>::new(&self.board), inputs),
            512 => self.tell_inputs(&Fights::<S, N, 8>::new(&self.board), inputs),
            _ => self.tell_inputs(&Fights::<S, N, 16>::new(&self.board), inputs),
        }
    }

    fn priors(&self, moves: &[Move], priors: &mut Vec<Prior>) -> Option<f32> {
        match N {
            128 => self.judge::<2>(moves, priors),
            256 => self.judge::<4>(moves, priors),
            512 => self.judge::<8>(moves, priors),
            _ => self.judge::<16>(moves, priors),
        }
    }

    fn informed_playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        match N {
            128 => self.play_on::<2, T>(rng, trace),
            256 => self.play_on::<4, T>(rng, trace),
            512 => self.play_on::<8, T>(rng, trace),
            _ => self.play_on::<16, T>(rng, trace),
        }
    }

    fn owner(&self, point: Point) -> Option<Seat> {
        let cell = self.board.cell(point);
        match self.board.content(cell) {
            0 => Some(Seat::Black),
            1 => Some(Seat::White),
            EMPTY => self.board.region_owner(cell),
            _ => None,
        }
    }

    fn drawings() -> &'static [Drawing<Self>] {
        const {
            &[Drawing {
                name: LIBERTIES.0,
                label: LIBERTIES.1,
                draw: |game, geometry| liberties(geometry, |point| game.stone(point)),
            }]
        }
    }

    fn barred(&self) -> Vec<Point> {
        if self.is_over() {
            return Vec::new();
        }
        let empties = self.board.cells().filter(|&cell| self.board.content(cell) == EMPTY);
        empties.filter(|&cell| self.is_barred(&self.board.look(cell))).map(|cell| self.board.point(cell)).collect()
    }
}

#[cfg(test)]
mod tests;
