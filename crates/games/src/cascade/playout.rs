//! Random games of Cascade.

use std::hint::select_unpredictable;

use rand::Rng as _;

use quintet_core::board::Point;
use quintet_core::position::{MoveObserver, Position as _};
use quintet_core::random::{Rng, random_below};
use quintet_core::types::Move;

use super::Cascade;

/// Plays a game of random moves, a random colour on a random empty square each turn, and returns
/// the margin for Black.
pub fn random_game<O: MoveObserver, const W: usize>(position: &mut Cascade<W>, rng: &mut Rng, observer: &mut O) -> f64 {
    match position.width {
        _ if position.both => turn_by_turn(position, rng, observer),
        // The result does not depend on the case: for the constant width of the default board the
        // loops are unrolled.
        8 if W == 1 => all_at_once(position, 8, rng, observer),
        width => all_at_once(position, width.into(), rng, observer),
    }
    position.lead().into()
}

/// Plays on the squares in random order and skips those that have been filled meanwhile.
#[inline(always)]
fn turn_by_turn<O: MoveObserver, const W: usize>(position: &mut Cascade<W>, generator: &mut Rng, observer: &mut O) {
    // A local generator stays in registers.
    let mut rng = generator.clone();
    let mut empty = [[0u16; 64]; W];
    let empty = empty.as_flattened_mut();
    let count = usize::from(position.empty);
    (!position.filled() & position.board()).iter().zip(empty.iter_mut()).for_each(|(point, square)| *square = point.0);
    for i in (0..count).rev() {
        empty.swap(i, random_below(&mut rng, i as u32 + 1) as usize);
        let point = Point(empty[i]);
        if !position.filled().contains(point.index()) {
            let mv = Move::place(random_below(&mut rng, 3) as u8, point);
            observer.played(position.to_move, mv);
            position.play_unchecked(mv);
        }
    }
    *generator = rng;
}

/// Plays the whole game in one pass over the board, if squares are filled downwards only.
///
/// Every empty square gets a random time and a random colour: it is played at that time, unless
/// both squares above it are filled before. So it is filled at its own time or at the later of
/// theirs, whichever is earlier, and that decides its colour. All orders of the squares are equally
/// likely, so this is the game of [`turn_by_turn`].
#[inline(always)]
fn all_at_once<O: MoveObserver, const W: usize>(
    position: &mut Cascade<W>,
    width: usize,
    rng: &mut Rng,
    observer: &mut O,
) {
    let (low, high) = (position.low, position.high);
    let mut above = [Filled::NEVER; 26];
    let mut played = Played::<W> { moves: [[0; 64]; W], count: 0 };
    for y in (0..width).rev() {
        let first = y * width;
        let columns = (1 << width) - 1;
        let mut row = Row {
            first,
            before: [low.word_from(first) & columns, high.word_from(first) & columns],
            colours: [0; 2],
            right: Filled::NEVER,
            above: &mut above,
            played: &mut played,
        };
        match row.before {
            [0, 0] => row.fill::<O, true>(width, rng),
            _ => row.fill::<O, false>(width, rng),
        }
        let colours = row.colours;
        position.low.insert_word(first, colours[0]);
        position.high.insert_word(first, colours[1]);
    }
    played.report(position, observer);
    position.empty = 0;
}

/// The time when a square was filled, and its colour.
#[derive(Clone, Copy)]
struct Filled {
    time: u32,
    colour: u32,
}

impl Filled {
    const NEVER: Filled = Filled { time: u32::MAX, colour: 0 };
}

/// A row that is being filled, from right to left.
struct Row<'a, const W: usize> {
    /// Its leftmost square.
    first: usize,
    /// The two bits of the colours before the game.
    before: [u64; 2],
    /// The two bits of the colours when the row is full.
    colours: [u64; 2],
    /// The square to the right of the next one; on the board, which stands on its corner, it is
    /// above it.
    right: Filled,
    /// For each column the square of the previous row.
    above: &'a mut [Filled; 26],
    played: &'a mut Played<W>,
}

impl<const W: usize> Row<'_, W> {
    /// Fills all squares. `EMPTY`: all were empty before. Most rows are, and need a quarter less
    /// work.
    #[inline(always)]
    fn fill<O: MoveObserver, const EMPTY: bool>(&mut self, width: usize, rng: &mut Rng) {
        let mut left = width;
        // Eight squares at once: a row of the default board.
        while left >= 8 {
            self.pair::<O, EMPTY>(left - 2, rng.next_u64());
            self.pair::<O, EMPTY>(left - 4, rng.next_u64());
            self.pair::<O, EMPTY>(left - 6, rng.next_u64());
            self.pair::<O, EMPTY>(left - 8, rng.next_u64());
            left -= 8;
        }
        while left >= 2 {
            self.pair::<O, EMPTY>(left - 2, rng.next_u64());
            left -= 2;
        }
        if left == 1 {
            self.square::<O, EMPTY>(0, rng.next_u64() as u32);
        }
    }

    /// Fills a square and the one to its right by one random number.
    #[inline(always)]
    fn pair<O: MoveObserver, const EMPTY: bool>(&mut self, x: usize, random: u64) {
        self.square::<O, EMPTY>(x + 1, random as u32);
        self.square::<O, EMPTY>(x, (random >> 32) as u32);
    }

    #[inline(always)]
    fn square<O: MoveObserver, const EMPTY: bool>(&mut self, x: usize, random: u32) {
        // The integer part is a colour, the fraction a time.
        let choice = u64::from(random) * 3;
        let before = (self.before[0] >> x & 1) as u32 | ((self.before[1] >> x & 1) << 1) as u32;
        let is_filled = !EMPTY && before != 0;
        let time = select_unpredictable(is_filled, 0, choice as u32);
        let own = select_unpredictable(is_filled, before, (choice >> 32) as u32 + 1);

        let (right, above) = (self.right, self.above[x]);
        let pair = right.time.max(above.time);
        let by_pair = pair < time;
        let colour = select_unpredictable(by_pair, between(right.colour, above.colour), own);
        let mv = Move::place(own as u8 - 1, Point((self.first + x) as u16));
        self.played.push::<O>(!by_pair && !is_filled, time, mv);
        self.right = Filled { time: time.min(pair), colour };
        self.above[x] = self.right;
        self.colours[0] |= u64::from(colour & 1) << x;
        self.colours[1] |= u64::from(colour >> 1) << x;
    }
}

/// Returns the colour below stones of two colours.
#[inline(always)]
fn between(a: u32, b: u32) -> u32 {
    select_unpredictable(a == b, a, a ^ b)
}

/// The moves of a game.
struct Played<const W: usize> {
    /// The time and the code of each move.
    moves: [[u64; 64]; W],
    count: usize,
}

impl<const W: usize> Played<W> {
    /// Adds a move if `is_move`.
    #[inline(always)]
    fn push<O: MoveObserver>(&mut self, is_move: bool, time: u32, mv: Move) {
        if !O::SILENT {
            self.moves.as_flattened_mut()[self.count] = u64::from(time) << 32 | u64::from(mv.code());
        }
        self.count += usize::from(is_move);
    }

    /// Reports the moves in order, and gives the turn to the side that is next.
    #[inline(always)]
    fn report<O: MoveObserver>(&mut self, position: &mut Cascade<W>, observer: &mut O) {
        if !O::SILENT {
            let moves = &mut self.moves.as_flattened_mut()[..self.count];
            moves.sort_unstable();
            let mut seat = position.to_move;
            for &mut mv in moves {
                observer.played(seat, Move::from_code(mv as u16));
                seat = seat.other();
            }
        }
        if self.count % 2 == 1 {
            position.to_move = position.to_move.other();
        }
    }
}
