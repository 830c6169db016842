//! Informed playouts: random games that look at what the latest move did.
//!
//! The order of questions is that of Go programs since MoGo (S. Gelly et al., 2006): chains in atari, eye spaces that one
//! point decides, chains with two liberties, shapes around the latest move; then the likelier of two points anywhere, but
//! for self-atari and eyes.
//! What captures is asked of the ko rule each time: under Stoical Go's ban a capture can't be answered by one.

use rand::Rng as _;

use super::likelihood::Likelihoods;
use super::{Ko, Stoical};
use crate::game::Trace;
use crate::games::chains::{Cell, Choices, EMPTY, Fights, Outlook};
use crate::words::{Move, Rng, Seat};

/// How often each question is asked, in 256ths.
const ATARI_RATE: u64 = 235;
const VITAL_RATE: u64 = 200;
const TWO_LIBERTIES_RATE: u64 = 160;
const SHAPE_RATE: u64 = 230;

/// Chains of so many stones may always put themselves in atari beside a chain short of liberties.
const LARGEST_OFFERING: u16 = 3;

/// And of so many where they have the shape of an eye space that one stone makes a single eye of.
const LARGEST_NAKADE: u16 = 6;

/// A playout under way.
struct Playout<const S: usize, const N: usize, const W: usize> {
    board: Fights<S, N, W>,
    ko_rule: Ko,
    /// As in [`Stoical`].
    captured: [u16; 2],
    ko: Cell,
    to_move: Seat,
    /// Where the latest stone was placed; 0 after a pass.
    last: Cell,
    /// How many stones it took.
    taken: u16,
    likelihoods: &'static Likelihoods,
}

impl<const S: usize, const N: usize, const W: usize> Playout<S, N, W> {
    /// Whether the seat to move may take so many stones by playing there.
    #[inline(always)]
    fn may_take(&self, cell: Cell, stones: u16) -> bool {
        match self.captured[self.to_move.other().index()] {
            0 => cell != self.ko,
            before => match self.ko_rule {
                Ko::Bigger => stones > before,
                Ko::Snapback => before == 1 && stones >= 2,
                Ko::Stoical | Ko::Simple | Ko::Positional => false,
            },
        }
    }

    #[inline(always)]
    fn is_legal(&self, cell: Cell, outlook: Outlook) -> bool {
        if outlook.captured > 0 { self.may_take(cell, outlook.captured) } else { outlook.liberties > 0 }
    }

    /// Whether a stone there is legal and neither fills an own eye nor throws stones away.
    #[inline(always)]
    fn is_sensible(&self, cell: Cell, me: u8) -> bool {
        let shape = self.board.shape(cell);
        let banned = self.captured[usize::from(1 - me)] != 0;
        // All of it is worked out for every point: which of it decides can't be foreseen.
        let lives = (shape.empty_neighbours() >= 2) | (self.board.joins_three_liberties(cell, me) & (cell != self.ko));
        let is_eye = shape.is_eye(me);
        if is_eye | (lives & !banned) {
            return !is_eye;
        }
        let outlook = self.board.outlook(cell, me);
        if outlook.captured > 0 {
            return self.may_take(cell, outlook.captured);
        }
        match outlook.liberties {
            0 => false,
            1 => self.is_offering(cell, me, outlook.stones) && self.presses(cell, 1 - me),
            _ => true,
        }
    }

    /// Whether a stone may put itself and its chain, so many stones, in atari: what is taken so leaves an eye space that can
    /// be made one eye.
    #[inline(always)]
    fn is_offering(&self, cell: Cell, me: u8, stones: u16) -> bool {
        stones <= LARGEST_OFFERING || (stones <= LARGEST_NAKADE && self.board.makes_nakade(cell, me))
    }

    /// Whether a chain of this colour with two liberties is next to a point.
    fn presses(&self, cell: Cell, colour: u8) -> bool {
        self.board.four_with(cell.into(), colour).any(|beside| self.board.chain(beside as Cell).count <= 2)
    }

    /// Offers the capture of a chain in atari.
    #[inline(always)]
    fn offer_capture(&self, stone: Cell, choices: &mut Choices, factor: u32) {
        let chain = self.board.chain(stone);
        let cell = chain.liberties.first();
        if self.may_take(cell, chain.stones) {
            choices.offer(cell, factor * u32::from(chain.stones.min(20)));
        }
    }

    /// Offers what saves an own chain in atari.
    #[inline(never)]
    fn offer_rescue(&self, stone: Cell, me: u8, choices: &mut Choices) {
        let chain = self.board.chain(stone);
        let cell = chain.liberties.first();
        let stones = u32::from(chain.stones.min(20));
        let outlook = self.board.outlook(cell, me);
        if outlook.captured > 0 {
            if self.may_take(cell, outlook.captured) {
                choices.offer(cell, 24 * stones);
            }
        } else if outlook.liberties > 1 {
            choices.offer(cell, if outlook.liberties > 2 { 16 } else { 6 } * stones);
        }
        // What surrounds it and is in atari itself.
        let head = self.board.head(stone);
        let mut at = head;
        loop {
            for beside in self.board.four_with(at.into(), 1 - me) {
                let beside = beside as Cell;
                let attacker = self.board.chain(beside);
                if attacker.count == 1 && attacker.liberties.first() != cell && beside == self.board.head(beside) {
                    self.offer_capture(beside, choices, 12 * stones);
                }
            }
            at = self.board.next(at);
            if at == head {
                break;
            }
        }
    }

    /// Answers to what the latest move did to chains in atari, if that is `asked`.
    #[inline(always)]
    fn offer_atari(&self, me: u8, asked: bool, choices: &mut Choices) {
        if !(asked & self.touches_chains_of(1, me)) {
            return;
        }
        if self.board.chain(self.last).count == 1 {
            self.offer_capture(self.last, choices, 16);
        }
        let mut before = 0;
        for beside in self.board.four_where(self.last.into(), |beside| self.board.is_of(beside, me, 1)) {
            let beside = beside as Cell;
            if self.board.head(beside) != before {
                before = self.board.head(beside);
                self.offer_rescue(beside, me, choices);
            }
        }
    }

    /// Whether the latest stone's chain, or one of this colour beside it, has so many liberties. All four neighbours are asked, and
    /// in one go, since where such a chain is can't be foreseen.
    #[inline(always)]
    fn touches_chains_of(&self, liberties: u16, colour: u8) -> bool {
        let beside = Fights::<S, N, W>::four(self.last.into());
        beside.fold(self.board.chain(self.last).count == liberties, |found, beside| {
            found | self.board.is_of(beside, colour, liberties)
        })
    }

    /// The points that decide about small eye spaces next to the latest move, if that is `asked`.
    #[inline(always)]
    fn offer_vital(&self, me: u8, asked: bool, choices: &mut Choices) {
        let may_be_eye = |beside: usize| {
            let shape = self.board.shape(beside as Cell);
            asked
                & (self.board.content(beside as Cell) == EMPTY)
                & !shape.touches(me)
                & (1..=self.widest_vital()).contains(&shape.empty_neighbours())
        };
        for beside in self.board.four_where(self.last.into(), may_be_eye) {
            if let Some(cell) = self.board.vital_point(beside as Cell)
                && self.is_legal(cell, self.board.outlook(cell, me))
            {
                choices.offer(cell, 1);
            }
        }
    }

    /// How many empty neighbours a point has at most where eye spaces are looked for: a capture may have made a wide one.
    fn widest_vital(&self) -> u32 {
        if self.taken > 2 { 3 } else { 2 }
    }

    /// Answers to what the latest move did to chains with two liberties, if that is `asked`.
    #[inline(always)]
    fn offer_two_liberties(&self, me: u8, asked: bool, choices: &mut Choices) {
        if !(asked & self.touches_chains_of(2, me)) {
            return;
        }
        let attacked = self.board.chain(self.last);
        if attacked.count == 2 {
            for cell in attacked.liberties.iter() {
                let outlook = self.board.outlook(cell, me);
                if outlook.liberties > 1 && self.is_legal(cell, outlook) {
                    // Better where the other way out leads nowhere.
                    let escape = self.board.outlook(cell, 1 - me).liberties;
                    choices.offer(cell, if escape > 2 { 3 } else { 1 });
                }
            }
        }
        let mut before = 0;
        for beside in self.board.four_with(self.last.into(), me) {
            let beside = beside as Cell;
            if self.board.head(beside) != before {
                before = self.board.head(beside);
                let chain = self.board.chain(beside);
                if chain.count == 2 {
                    for cell in chain.liberties.iter() {
                        let outlook = self.board.outlook(cell, me);
                        if outlook.liberties > 2 && self.is_legal(cell, outlook) {
                            choices.offer(cell, 2);
                        }
                    }
                }
            }
        }
    }

    /// Shapes around the latest move.
    #[inline(always)]
    fn offer_shapes(&self, me: u8, choices: &mut Choices) {
        let weight = |cell: usize| self.board.shape(cell as Cell).weight(me);
        let has_shape = |cell: usize| (self.board.content(cell as Cell) == EMPTY) & (weight(cell) > 0);
        for cell in self.board.eight_where(self.last.into(), has_shape) {
            if self.is_sensible(cell as Cell, me) {
                choices.offer(cell as Cell, weight(cell));
            }
        }
    }

    /// The next move; `None` for a pass.
    #[inline(always)]
    fn choose(&self, rng: &mut Rng) -> Option<Cell> {
        let me = self.to_move as u8;
        let random = rng.next_u64();
        let (draw, mut rates) = ((random >> 32) as u32, random & 0xffff_ffff);
        if self.last != 0 {
            let mut asked = |rate: u64| {
                let yes = rates & 0xff < rate;
                rates >>= 8;
                yes
            };
            let [atari, vital, two_liberties, shapes] =
                [ATARI_RATE, VITAL_RATE, TWO_LIBERTIES_RATE, SHAPE_RATE].map(&mut asked);
            // What is asked seldom has an answer: whether it is asked at all is no branch of its own.
            let mut choices = Choices::default();
            self.offer_atari(me, atari, &mut choices);
            self.offer_vital(me, vital & choices.is_empty(), &mut choices);
            self.offer_two_liberties(me, two_liberties & choices.is_empty(), &mut choices);
            if shapes & choices.is_empty() {
                self.offer_shapes(me, &mut choices);
            }
            if let Some(cell) = choices.draw(draw) {
                return Some(cell);
            }
        }
        self.elsewhere(me, rng)
    }

    /// One of two sensible points, the likelier one more often.
    #[inline(always)]
    fn elsewhere(&self, me: u8, rng: &mut Rng) -> Option<Cell> {
        let first = self.anywhere(me, rng.next_u64() as u32)?;
        let random = rng.next_u64();
        let second = self.anywhere(me, random as u32)?;
        let [one, other] = [first, second].map(|cell| u64::from(self.likelihoods.weight(self.board.around(cell), me)));
        Some(if ((random >> 32) * (one + other)) >> 32 < other { second } else { first })
    }

    /// The first sensible point from a random one on.
    #[inline(always)]
    fn anywhere(&self, me: u8, random: u32) -> Option<Cell> {
        let empties = self.board.empties();
        let start = ((u64::from(random) * empties.len() as u64) >> 32) as usize;
        let (before, after) = empties.split_at(start);
        after.iter().chain(before).copied().find(|&cell| self.is_sensible(cell, me))
    }

    #[inline(always)]
    fn play(&mut self, cell: Cell) {
        let me = self.to_move;
        let taken = self.board.place_stone(cell, me as u8);
        self.captured[me.index()] = self.ko_rule.remembered(taken);
        self.ko = 0;
        if taken == 1 && self.ko_rule == Ko::Simple {
            let chain = self.board.chain(cell);
            if chain.stones == 1 && chain.count == 1 {
                self.ko = chain.liberties.first();
            }
        }
        self.last = cell;
        self.taken = taken;
        self.to_move = me.other();
    }

    fn pass(&mut self) {
        self.captured[self.to_move.index()] = 0;
        self.ko = 0;
        self.last = 0;
        self.to_move = self.to_move.other();
    }
}

impl<const S: usize, const N: usize> Stoical<S, N> {
    /// See [`crate::game::Game::informed_playout`].
    pub(super) fn play_on<const W: usize, T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        let mut playout = Playout {
            board: Fights::<S, N, W>::new(&self.board),
            // Playouts don't remember boards: the simple ko rule is the part of the rule that they keep.
            ko_rule: if self.ko_rule == Ko::Positional { Ko::Simple } else { self.ko_rule },
            captured: self.captured,
            ko: self.ko,
            to_move: self.to_move,
            last: self.last,
            taken: 0,
            likelihoods: Likelihoods::get(),
        };
        let mut left = 3 * self.board.points();
        let mut passes = self.passes;
        // So far behind in stones, nothing is turned round any more; where a capture empties half of a small board, much is.
        let mercy = (self.board.points() / 4 + 10) as u16;
        while left > 0 && passes < 2 && playout.board.stones(0).abs_diff(playout.board.stones(1)) < mercy {
            left -= 1;
            let seat = playout.to_move;
            match playout.choose(rng) {
                Some(cell) => {
                    trace.played(seat, Move::place(0, playout.board.point(cell)));
                    playout.play(cell);
                    passes = 0;
                }
                None => {
                    trace.played(seat, Move::PASS);
                    playout.pass();
                    passes += 1;
                }
            }
        }
        playout.board.paint(&mut self.board);
        f64::from(playout.board.area()) - self.komi
    }
}
