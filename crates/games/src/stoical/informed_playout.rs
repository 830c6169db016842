//! Informed playouts: random games that answer the latest move.
//!
//! The order of the rules is that of Go programs since MoGo (S. Gelly et al., 2006): chains in
//! atari, vital points of eye spaces, chains with two liberties, patterns around the latest move.
//! If none of them applies, the playout compares two random points by the likelihood of their
//! patterns, and avoids self-atari and filling eyes.
//!
//! Each capture is checked against the ko rule: under Stoical Go's ban a capture may not be
//! answered by a capture.

use quintet_core::position::{MoveObserver as _, PlayoutObserver};
use quintet_core::random::Rng;
use quintet_core::types::{Move, Seat};
use rand::Rng as _;

use super::likelihoods::Likelihoods;
use super::{KoState, Stoical};
use crate::chains::candidates::Candidates;
use crate::chains::{Cell, EMPTY, LibertyBoard, PlacementEffect};

/// The probability of answering atari, in 256ths.
const ATARI_RATE: u64 = 235;
/// The probability of playing vital points, in 256ths.
const VITAL_RATE: u64 = 200;
/// The probability of answering attacks on chains with two liberties, in 256ths.
const TWO_LIBERTIES_RATE: u64 = 160;
/// The probability of playing patterns, in 256ths.
const PATTERN_RATE: u64 = 230;

/// The largest chain that may always put itself in atari next to a chain that is short of
/// liberties.
const LARGEST_SACRIFICE: u16 = 3;

/// The largest chain that may do so in a nakade shape.
const LARGEST_NAKADE: u16 = 6;

/// A playout in progress.
struct Playout<'w, const S: usize, const N: usize, const W: usize> {
    board: LibertyBoard<S, N, W>,
    ko: KoState,
    to_move: Seat,
    /// The cell of the latest stone; 0 after a pass.
    last: Cell,
    /// The number of stones that it captured.
    last_captured: u16,
    likelihoods: &'w Likelihoods,
}

impl<const S: usize, const N: usize, const W: usize> Playout<'_, S, N, W> {
    /// Returns whether the side to move may capture this number of stones with a stone at a cell.
    #[inline(always)]
    fn may_capture(&self, cell: Cell, stones: u16) -> bool {
        self.ko.allows_capture(self.to_move, cell, || stones)
    }

    #[inline(always)]
    fn is_legal(&self, cell: Cell, effect: PlacementEffect) -> bool {
        if effect.captured > 0 { self.may_capture(cell, effect.captured) } else { effect.liberties > 0 }
    }

    /// Returns whether a stone is legal and neither fills an own eye nor gives stones away.
    #[inline(always)]
    fn is_sensible(&self, cell: Cell, me: u8) -> bool {
        let facts = self.board.pattern_facts(cell);
        let is_banned = self.ko.captured[usize::from(1 - me)] != 0;
        // All conditions are computed for every point because branches would be unpredictable.
        let lives =
            (facts.empty_neighbours() >= 2) | (self.board.joins_three_liberties(cell, me) & (cell != self.ko.point));
        let is_eye = facts.is_eye(me);
        if is_eye | (lives & !is_banned) {
            return !is_eye;
        }
        let effect = self.board.preview(cell, me);
        if effect.captured > 0 {
            return self.may_capture(cell, effect.captured);
        }
        match effect.liberties {
            0 => false,
            1 => self.is_sacrifice(cell, me, effect.stones) && self.touches_weak_chain(cell, 1 - me),
            _ => true,
        }
    }

    /// Returns whether a stone may put itself and its chain, `stones` in all, in atari: the space
    /// that their capture leaves can be reduced to one eye.
    #[inline(always)]
    fn is_sacrifice(&self, cell: Cell, me: u8, stones: u16) -> bool {
        stones <= LARGEST_SACRIFICE || (stones <= LARGEST_NAKADE && self.board.makes_nakade(cell, me))
    }

    /// Returns whether a chain of this colour with at most two liberties is next to a point.
    fn touches_weak_chain(&self, cell: Cell, colour: u8) -> bool {
        let mut neighbours = self.board.orthogonal_with(cell.into(), colour);
        neighbours.any(|neighbour| self.board.chain(neighbour as Cell).count <= 2)
    }

    /// Offers the capture of a chain in atari.
    #[inline(always)]
    fn offer_capture(&self, stone: Cell, candidates: &mut Candidates, factor: u32) {
        let chain = self.board.chain(stone);
        let cell = chain.liberties.first();
        if self.may_capture(cell, chain.stones) {
            candidates.offer(cell, factor * u32::from(chain.stones.min(20)));
        }
    }

    /// Offers the moves that save an own chain in atari.
    #[inline(never)]
    fn offer_rescue(&self, stone: Cell, me: u8, candidates: &mut Candidates) {
        let chain = self.board.chain(stone);
        let cell = chain.liberties.first();
        let stones = u32::from(chain.stones.min(20));
        let effect = self.board.preview(cell, me);
        if effect.captured > 0 {
            if self.may_capture(cell, effect.captured) {
                candidates.offer(cell, 24 * stones);
            }
        } else if effect.liberties > 1 {
            candidates.offer(cell, if effect.liberties > 2 { 16 } else { 6 } * stones);
        }
        // Captures of surrounding chains in atari.
        let head = self.board.head(stone);
        let mut at = head;
        loop {
            for neighbour in self.board.orthogonal_with(at.into(), 1 - me) {
                let neighbour = neighbour as Cell;
                let attacker = self.board.chain(neighbour);
                let is_head = neighbour == self.board.head(neighbour);
                if attacker.count == 1 && attacker.liberties.first() != cell && is_head {
                    self.offer_capture(neighbour, candidates, 12 * stones);
                }
            }
            at = self.board.next(at);
            if at == head {
                break;
            }
        }
    }

    /// Offers answers to the latest move's effect on chains in atari, if `enabled`.
    #[inline(always)]
    fn offer_atari(&self, me: u8, enabled: bool, candidates: &mut Candidates) {
        if !(enabled & self.last_touches_chain(1, me)) {
            return;
        }
        if self.board.chain(self.last).count == 1 {
            self.offer_capture(self.last, candidates, 16);
        }
        let mut previous = 0;
        for neighbour in self.board.orthogonal_where(self.last.into(), |cell| self.board.has_chain(cell, me, 1)) {
            let neighbour = neighbour as Cell;
            if self.board.head(neighbour) != previous {
                previous = self.board.head(neighbour);
                self.offer_rescue(neighbour, me, candidates);
            }
        }
    }

    /// Returns whether the latest stone's chain, or a chain of this colour next to it, has this
    /// number of liberties. All four neighbours are examined without branches, which would be
    /// unpredictable.
    #[inline(always)]
    fn last_touches_chain(&self, liberties: u16, colour: u8) -> bool {
        let mut found = self.board.chain(self.last).count == liberties;
        for neighbour in LibertyBoard::<S, N, W>::orthogonal(self.last.into()) {
            found |= self.board.has_chain(neighbour, colour, liberties);
        }
        found
    }

    /// Offers the vital points of small eye spaces next to the latest move, if `enabled`.
    #[inline(always)]
    fn offer_vital(&self, me: u8, enabled: bool, candidates: &mut Candidates) {
        let may_be_eye = |neighbour: usize| {
            let facts = self.board.pattern_facts(neighbour as Cell);
            enabled
                & (self.board.content(neighbour as Cell) == EMPTY)
                & !facts.touches(me)
                & (1..=self.widest_eye_space()).contains(&facts.empty_neighbours())
        };
        for neighbour in self.board.orthogonal_where(self.last.into(), may_be_eye) {
            if let Some(cell) = self.board.vital_point(neighbour as Cell)
                && self.is_legal(cell, self.board.preview(cell, me))
            {
                candidates.offer(cell, 1);
            }
        }
    }

    /// Returns the greatest number of empty neighbours of a point where eye spaces are looked for;
    /// a capture may have made a wide one.
    fn widest_eye_space(&self) -> u32 {
        if self.last_captured > 2 { 3 } else { 2 }
    }

    /// Offers answers to the latest move's effect on chains with two liberties, if `enabled`.
    #[inline(always)]
    fn offer_two_liberties(&self, me: u8, enabled: bool, candidates: &mut Candidates) {
        if !(enabled & self.last_touches_chain(2, me)) {
            return;
        }
        let attacked = self.board.chain(self.last);
        if attacked.count == 2 {
            for cell in attacked.liberties.iter() {
                let effect = self.board.preview(cell, me);
                if effect.liberties > 1 && self.is_legal(cell, effect) {
                    // Better where the chain would escape.
                    let escape = self.board.preview(cell, 1 - me).liberties;
                    candidates.offer(cell, if escape > 2 { 3 } else { 1 });
                }
            }
        }
        let mut previous = 0;
        for neighbour in self.board.orthogonal_with(self.last.into(), me) {
            let neighbour = neighbour as Cell;
            if self.board.head(neighbour) != previous {
                previous = self.board.head(neighbour);
                let chain = self.board.chain(neighbour);
                if chain.count == 2 {
                    for cell in chain.liberties.iter() {
                        let effect = self.board.preview(cell, me);
                        if effect.liberties > 2 && self.is_legal(cell, effect) {
                            candidates.offer(cell, 2);
                        }
                    }
                }
            }
        }
    }

    /// Offers moves in listed patterns around the latest move.
    #[inline(always)]
    fn offer_patterns(&self, me: u8, candidates: &mut Candidates) {
        let weight = |cell: usize| self.board.pattern_facts(cell as Cell).weight(me);
        let has_pattern = |cell: usize| (self.board.content(cell as Cell) == EMPTY) & (weight(cell) > 0);
        for cell in self.board.surrounding_where(self.last.into(), has_pattern) {
            if self.is_sensible(cell as Cell, me) {
                candidates.offer(cell as Cell, weight(cell));
            }
        }
    }

    /// Chooses the next move; `None` is a pass.
    #[inline(always)]
    fn choose(&self, rng: &mut Rng) -> Option<Cell> {
        let me = self.to_move as u8;
        let random = rng.next_u64();
        let (draw, mut rates) = ((random >> 32) as u32, random & 0xffff_ffff);
        if self.last != 0 {
            let mut is_enabled = |rate: u64| {
                let is_enabled = rates & 0xff < rate;
                rates >>= 8;
                is_enabled
            };
            let (atari, vital) = (is_enabled(ATARI_RATE), is_enabled(VITAL_RATE));
            let (two_liberties, patterns) = (is_enabled(TWO_LIBERTIES_RATE), is_enabled(PATTERN_RATE));
            // Rules seldom have candidates, so whether one is enabled is no branch of its own.
            let mut candidates = Candidates::default();
            self.offer_atari(me, atari, &mut candidates);
            self.offer_vital(me, vital & candidates.is_empty(), &mut candidates);
            self.offer_two_liberties(me, two_liberties & candidates.is_empty(), &mut candidates);
            if patterns & candidates.is_empty() {
                self.offer_patterns(me, &mut candidates);
            }
            if let Some(cell) = candidates.draw(draw) {
                return Some(cell);
            }
        }
        self.choose_anywhere(me, rng)
    }

    /// Chooses one of two random sensible points, the likelier one more often.
    #[inline(always)]
    fn choose_anywhere(&self, me: u8, rng: &mut Rng) -> Option<Cell> {
        let first = self.sensible_point(me, rng.next_u64() as u32)?;
        let random = rng.next_u64();
        let second = self.sensible_point(me, random as u32)?;
        let weight = |cell: Cell| u64::from(self.likelihoods.weight(self.board.pattern(cell), me));
        let (one, other) = (weight(first), weight(second));
        Some(if ((random >> 32) * (one + other)) >> 32 < other { second } else { first })
    }

    /// Returns the first sensible point from a random one on.
    #[inline(always)]
    fn sensible_point(&self, me: u8, random: u32) -> Option<Cell> {
        let empty_points = self.board.empty_points();
        let start = ((u64::from(random) * empty_points.len() as u64) >> 32) as usize;
        let (before, after) = empty_points.split_at(start);
        after.iter().chain(before).copied().find(|&cell| self.is_sensible(cell, me))
    }

    #[inline(always)]
    fn place(&mut self, cell: Cell) {
        let me = self.to_move;
        let captured = self.board.place_stone(cell, me as u8);
        self.ko.record_move(me);
        self.ko.record_capture(me, captured, || {
            let chain = self.board.chain(cell);
            (chain.stones == 1 && chain.count == 1).then(|| chain.liberties.first())
        });
        self.last = cell;
        self.last_captured = captured;
        self.to_move = me.other();
    }

    fn pass(&mut self) {
        self.ko.record_move(self.to_move);
        self.last = 0;
        self.to_move = self.to_move.other();
    }
}

impl<const S: usize, const N: usize, const W: usize> Stoical<S, N, W> {
    /// Implements `Heuristics::informed_playout`.
    pub(super) fn play_informed(
        &mut self,
        likelihoods: &Likelihoods,
        rng: &mut Rng,
        mut observer: PlayoutObserver<'_>,
    ) -> f64 {
        let mut playout = Playout {
            board: LibertyBoard::<S, N, W>::new(&self.board),
            ko: KoState { rule: self.ko.rule.in_playouts(), ..self.ko },
            to_move: self.to_move,
            last: self.last,
            last_captured: 0,
            likelihoods,
        };
        let points = self.board.point_count();
        let mut left = 3 * points;
        let mut passes = self.passes;
        // A side this many stones behind does not recover, except on small boards, where a capture
        // can empty half of the board.
        let lead = playout.board.stones(0).abs_diff(playout.board.stones(1));
        let mercy = ((points / 4 + 10) as u16).max(lead + (points / 8) as u16);
        while left > 0 && passes < 2 && playout.board.stones(0).abs_diff(playout.board.stones(1)) < mercy {
            left -= 1;
            let seat = playout.to_move;
            match playout.choose(rng) {
                Some(cell) => {
                    observer.played(seat, Move::place(0, playout.board.point(cell)));
                    playout.place(cell);
                    passes = 0;
                }
                None => {
                    observer.played(seat, Move::PASS);
                    playout.pass();
                    passes += 1;
                }
            }
        }
        playout.board.copy_contents_to(&mut self.board);
        f64::from(playout.board.area()) - self.komi
    }
}
