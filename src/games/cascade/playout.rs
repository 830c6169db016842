//! Random games of Cascade.

use std::hint::select_unpredictable;

use rand::Rng as _;

use super::Cascade;
use crate::board::Point;
use crate::game::{Game as _, Trace};
use crate::words::{Move, Rng, random_below};

/// Plays a game of random moves, each turn a random colour on a random empty square, and gives Black's margin.
pub fn random_game<T: Trace, const W: usize>(position: &mut Cascade<W>, rng: &mut Rng, trace: &mut T) -> f64 {
    match position.width {
        _ if position.both => turn_by_turn(position, rng, trace),
        // The same for any width; with that of the default board known, its loops are unrolled.
        8 => all_at_once(position, 8, rng, trace),
        width => all_at_once(position, width.into(), rng, trace),
    }
    position.lead()
}

/// Squares in random order; those that were filled meanwhile are passed over.
#[inline(always)]
fn turn_by_turn<T: Trace, const W: usize>(position: &mut Cascade<W>, rng: &mut Rng, trace: &mut T) {
    let mut empty = [[0u16; 64]; W];
    let empty = empty.as_flattened_mut();
    let count = usize::from(position.empty);
    (!position.filled() & position.board()).iter().zip(empty.iter_mut()).for_each(|(point, square)| *square = point.0);
    for i in (0..count).rev() {
        empty.swap(i, random_below(rng, i as u32 + 1) as usize);
        let point = Point(empty[i]);
        if !position.filled().contains(point.index()) {
            let mv = Move::place(random_below(rng, 3) as u8, point);
            trace.played(position.to_move, mv);
            position.play_unchecked(mv);
        }
    }
}

/// The whole game in one pass over the board, where squares are filled downwards only.
///
/// Every empty square gets a random time and a random colour: it is played at that time, unless both squares above it
/// are filled before. So it is filled at the earlier of its own time and the later of theirs, and who comes first says
/// whose colour counts. All orders of the squares are equally likely, so this is the game of [`turn_by_turn`].
#[inline(always)]
fn all_at_once<T: Trace, const W: usize>(position: &mut Cascade<W>, width: usize, rng: &mut Rng, trace: &mut T) {
    let (low, high) = (position.low, position.high);
    let mut above = [Fallen::NEVER; 26];
    let mut played = Played::<W> { moves: [[0; 64]; W], count: 0 };
    for y in (0..width).rev() {
        let first = y * width;
        let columns = (1 << width) - 1;
        let mut row = Row {
            first,
            before: [low, high].map(|plane| plane.word_from(first) & columns),
            colours: [0; 2],
            right: Fallen::NEVER,
            above: &mut above,
            played: &mut played,
        };
        match row.before {
            [0, 0] => row.fill::<T, true>(width, rng),
            _ => row.fill::<T, false>(width, rng),
        }
        let colours = row.colours;
        position.low.insert_word(first, colours[0]);
        position.high.insert_word(first, colours[1]);
    }
    played.tell(position, trace);
    position.empty = 0;
}

/// When a square was filled, and its colour.
#[derive(Clone, Copy)]
struct Fallen {
    time: u32,
    colour: u32,
}

impl Fallen {
    const NEVER: Fallen = Fallen { time: u32::MAX, colour: 0 };
}

/// A row that is being filled, from right to left.
struct Row<'a, const W: usize> {
    /// Its leftmost square.
    first: usize,
    /// The two bits of the colours that are there already.
    before: [u64; 2],
    /// The same when it is full.
    colours: [u64; 2],
    /// The square to the right of the next, which is above it on the board as it stands.
    right: Fallen,
    /// For each column the square of the row before.
    above: &'a mut [Fallen; 26],
    played: &'a mut Played<W>,
}

impl<const W: usize> Row<'_, W> {
    /// Fills all squares. `EMPTY` tells that none was filled before: most rows are so, and need a quarter less work.
    #[inline(always)]
    fn fill<T: Trace, const EMPTY: bool>(&mut self, width: usize, rng: &mut Rng) {
        let mut left = width;
        // Eight squares at once: a row of the default board.
        while left >= 8 {
            self.pair::<T, EMPTY>(left - 2, rng.next_u64());
            self.pair::<T, EMPTY>(left - 4, rng.next_u64());
            self.pair::<T, EMPTY>(left - 6, rng.next_u64());
            self.pair::<T, EMPTY>(left - 8, rng.next_u64());
            left -= 8;
        }
        while left >= 2 {
            self.pair::<T, EMPTY>(left - 2, rng.next_u64());
            left -= 2;
        }
        if left == 1 {
            self.square::<T, EMPTY>(0, rng.next_u64() as u32);
        }
    }

    /// A square and the one to its right; a random number is enough for both.
    #[inline(always)]
    fn pair<T: Trace, const EMPTY: bool>(&mut self, x: usize, random: u64) {
        self.square::<T, EMPTY>(x + 1, random as u32);
        self.square::<T, EMPTY>(x, (random >> 32) as u32);
    }

    #[inline(always)]
    fn square<T: Trace, const EMPTY: bool>(&mut self, x: usize, random: u32) {
        // The whole part is a colour, the fraction a time.
        let choice = u64::from(random) * 3;
        let before = (self.before[0] >> x & 1) as u32 | ((self.before[1] >> x & 1) << 1) as u32;
        let is_filled = !EMPTY && before != 0;
        let time = select_unpredictable(is_filled, 0, choice as u32);
        let own = select_unpredictable(is_filled, before, (choice >> 32) as u32 + 1);

        let (right, above) = (self.right, self.above[x]);
        let pair = right.time.max(above.time);
        let falls = pair < time;
        let colour = select_unpredictable(falls, between(right.colour, above.colour), own);
        let mv = Move::place(own as u8 - 1, Point((self.first + x) as u16));
        self.played.push::<T>(!falls && !is_filled, time, mv);
        self.right = Fallen { time: time.min(pair), colour };
        self.above[x] = self.right;
        self.colours[0] |= u64::from(colour & 1) << x;
        self.colours[1] |= u64::from(colour >> 1) << x;
    }
}

/// What comes below stones of two colours.
#[inline(always)]
fn between(a: u32, b: u32) -> u32 {
    select_unpredictable(a == b, a, a ^ b)
}

/// The moves of a game.
struct Played<const W: usize> {
    /// Time and code of each.
    moves: [[u64; 64]; W],
    count: usize,
}

impl<const W: usize> Played<W> {
    /// Adds a move, if there is one.
    #[inline(always)]
    fn push<T: Trace>(&mut self, is_move: bool, time: u32, mv: Move) {
        if !T::SILENT {
            self.moves.as_flattened_mut()[self.count] = u64::from(time) << 32 | u64::from(mv.code());
        }
        self.count += usize::from(is_move);
    }

    /// Tells the moves in their order, and lets the next seat move.
    #[inline(always)]
    fn tell<T: Trace>(&mut self, position: &mut Cascade<W>, trace: &mut T) {
        if !T::SILENT {
            let moves = &mut self.moves.as_flattened_mut()[..self.count];
            moves.sort_unstable();
            let mut seat = position.to_move;
            for &mut mv in moves {
                trace.played(seat, Move::from_code(mv as u16));
                seat = seat.other();
            }
        }
        if self.count % 2 == 1 {
            position.to_move = position.to_move.other();
        }
    }
}
