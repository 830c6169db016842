//! Games in which the seats fill the board by turns and the full board alone decides ([`Game::fills_up`]): a look at every position.
//!
//! Whether the seat that begins gets a value or more is one bit of a position, and positions come in layers, by how many points are
//! filled. The points are in two halves, and a layer in blocks: one for each number of filled points, and of that seat's own, in the first half.
//! A row of a block is what stands in the first half, a bit of the row what stands in the second. So a stone in the first
//! half leads from row to row, for 64 positions at once, and one in the second half does as well, where 64 rows are turned round.
//!
//! From the full boards back no position is looked up by itself: it takes a fraction of a nanosecond, and no order of moves has to be guessed.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use super::pages;
use super::scale::{Scale, seen_by};
use super::{Progress, Solution, Watch};
use crate::game::Game;
use crate::words::{Move, Seat};

/// Boards with more empty points would take more memory than there is.
pub const MOST_POINTS: usize = 30;

/// Every so many strips it is asked whether time is up.
const LOOK_EVERY: usize = 16;

/// What a half of the board can hold with so many points filled, and so many of them by the seat that begins.
struct Class {
    filled: usize,
    own: usize,
    /// The filled points, and those of them that are that seat's own.
    contents: Vec<[u16; 2]>,
    /// For each, where a stone of the other seat, or an own one, leads: one place for each free point.
    next: [Vec<u32>; 2],
}

/// The number of a class.
fn class(filled: usize, own: usize) -> usize {
    filled * (filled + 1) / 2 + own
}

/// All that can stand in a half of the board.
struct Half {
    points: usize,
    classes: Vec<Class>,
}

impl Half {
    fn new(points: usize) -> Half {
        // With a digit of 1 for a stone and of 2 for an own one, in base 3.
        let digits = |set: u16| (0..points).filter(move |i| set >> i & 1 == 1).map(|i| 3_usize.pow(i as u32)).sum();
        let digits: Vec<usize> = (0..1_u16 << points).map(digits).collect();
        let code = |[filled, own]: [u16; 2]| digits[usize::from(filled)] + digits[usize::from(own)];
        let mut places = vec![0; 3_usize.pow(points as u32)];
        let sizes = (0..=points).flat_map(|filled| (0..=filled).map(move |own| (filled, own)));
        let mut classes: Vec<Class> = sizes
            .map(|(filled, own)| Class { filled, own, contents: Vec::new(), next: [Vec::new(), Vec::new()] })
            .collect();
        for filled in 0..1_u16 << points {
            let mut own = filled;
            loop {
                let contents = &mut classes[class(filled.count_ones() as usize, own.count_ones() as usize)].contents;
                places[code([filled, own])] = contents.len() as u32;
                contents.push([filled, own]);
                if own == 0 {
                    break;
                }
                own = (own - 1) & filled;
            }
        }
        for class in &mut classes {
            for (next, mine) in class.next.iter_mut().zip([0, u16::MAX]) {
                for &[filled, own] in &class.contents {
                    let free = (0..points).map(|i| 1 << i).filter(|stone| filled & stone == 0);
                    next.extend(free.map(|stone| places[code([filled | stone, own | stone & mine])]));
                }
            }
        }
        Half { points, classes }
    }
}

/// The blocks of a layer, one for each class of what stands in the first half, empty where no position is so.
struct Layer<T> {
    /// Unused room may follow.
    rows: Vec<T>,
    /// Where the block of each class begins, and the last one ends.
    starts: Vec<usize>,
}

impl<T> Layer<T> {
    fn block(&self, class: usize) -> &[T] {
        &self.rows[self.starts[class]..self.starts[class + 1]]
    }
}

/// So many words hold a row.
fn words(bits: usize) -> usize {
    bits.div_ceil(64)
}

/// The answer to the question whether the seat that begins gets a value or more.
struct Answer {
    is_yes: bool,
    /// The same after each of its moves.
    after: Vec<bool>,
}

/// Asked now and then with the number of positions that were looked at since; `false` ends the work.
type GoOn<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// Tells what full boards are worth to the seat that begins: with its own points of the first half, for each content of the second.
type Judge<'a> = &'a (dyn Fn(u16, &[[u16; 2]], &mut [i32]) + Sync);

/// All positions that follow from one.
struct Filling {
    halves: [Half; 2],
    /// What full boards are worth to the seat that begins.
    ends: Layer<i32>,
    threads: usize,
}

impl Filling {
    /// For a position with so many empty points, and what `judge` says of its full boards.
    fn new(points: usize, judge: Judge<'_>, threads: usize) -> Filling {
        let halves = [points / 2, points.div_ceil(2)].map(Half::new);
        let mut filling = Filling { halves, ends: Layer { rows: Vec::new(), starts: Vec::new() }, threads };
        let starts = filling.starts(points, |bits| bits);
        let mut ends = Layer { rows: pages::zeroed(starts[starts.len() - 1]), starts };
        let rows = filling.blocks(points, &mut ends).flat_map(|(one, two, block)| {
            one.contents.iter().zip(block.chunks_mut(two.contents.len())).map(move |(held, row)| (held, two, row))
        });
        in_parallel(threads, rows, |(&[_, own], two, row), ()| {
            judge(own, &two.contents, row);
            true
        });
        filling.ends = ends;
        filling
    }

    fn points(&self) -> usize {
        self.halves[0].points + self.halves[1].points
    }

    /// What the second half holds where there are so many stones on the board.
    fn second(&self, stones: usize, one: &Class) -> Option<&Class> {
        let filled = stones.checked_sub(one.filled).filter(|&filled| filled <= self.halves[1].points)?;
        let own = stones.div_ceil(2).checked_sub(one.own).filter(|&own| own <= filled)?;
        Some(&self.halves[1].classes[class(filled, own)])
    }

    /// Where the blocks of a layer begin, and the last one ends; `size` tells what a row of so many positions takes.
    fn starts(&self, stones: usize, size: fn(usize) -> usize) -> Vec<usize> {
        let mut starts = vec![0];
        for one in &self.halves[0].classes {
            let wide = self.second(stones, one).map_or(0, |two| size(two.contents.len()));
            starts.push(starts[starts.len() - 1] + wide * one.contents.len());
        }
        starts
    }

    /// The blocks of a layer, each with what its rows and their places stand for.
    fn blocks<'a, T>(
        &'a self,
        stones: usize,
        layer: &'a mut Layer<T>,
    ) -> impl Iterator<Item = (&'a Class, &'a Class, &'a mut [T])> {
        let (mut rest, sizes) = (&mut *layer.rows, layer.starts.windows(2).map(|ends| ends[1] - ends[0]));
        self.halves[0].classes.iter().zip(sizes).filter_map(move |(one, size)| {
            let block = rest.split_off_mut(..size).expect("all blocks have room");
            Some((one, self.second(stones, one)?, block))
        })
    }

    /// `None` if `go_on` says no. The room that it works in serves for other questions too.
    fn ask(&self, least: i32, rooms: &mut [Vec<u64>; 2], go_on: GoOn<'_>) -> Option<Answer> {
        let layers = (0..=self.points()).map(|stones| self.starts(stones, words));
        let largest = layers.filter_map(|starts| starts.last().copied()).max()?;
        let [rows, mut spare] = std::mem::take(rooms).map(|room| {
            if room.len() >= largest {
                return room;
            }
            drop(room);
            // What is not used yet of it costs nothing.
            pages::zeroed(largest)
        });
        let mut layer = self.full_boards(least, rows);
        for stones in (1..self.points()).rev() {
            let before = self.before(stones, &layer, spare, go_on)?;
            spare = std::mem::replace(&mut layer, before).rows;
        }
        // With one stone on the board its place in its half is that of its content.
        let in_first = (0..self.halves[0].points).map(|i| layer.block(class(1, 1))[i] & 1 == 1);
        let in_second = (0..self.halves[1].points).map(|i| layer.block(class(0, 0))[0] >> i & 1 == 1);
        let after: Vec<bool> = in_first.chain(in_second).collect();
        *rooms = [layer.rows, spare];
        Some(Answer { is_yes: after.contains(&true), after })
    }

    fn full_boards(&self, least: i32, rows: Vec<u64>) -> Layer<u64> {
        let mut layer = Layer { rows, starts: self.starts(self.points(), words) };
        for (one, two, block) in self.blocks(self.points(), &mut layer) {
            let wide = two.contents.len();
            let ends = self.ends.block(class(one.filled, one.own));
            for (row, ends) in block.chunks_mut(words(wide)).zip(ends.chunks(wide)) {
                for (word, ends) in row.iter_mut().zip(ends.chunks(64)) {
                    *word = ends.iter().rev().fold(0, |word, &end| word << 1 | u64::from(end >= least));
                }
            }
        }
        layer
    }

    /// The layer before another, in the place of what was in `spare`; `None` if `go_on` says no.
    fn before(&self, stones: usize, after: &Layer<u64>, spare: Vec<u64>, go_on: GoOn<'_>) -> Option<Layer<u64>> {
        let mut layer = Layer { rows: spare, starts: self.starts(stones, words) };
        let strips = self.blocks(stones, &mut layer).flat_map(|(one, two, block)| {
            let strips = block.chunks_mut(64 * words(two.contents.len())).enumerate();
            strips.map(move |(number, rows)| Strip { one, two, top: 64 * number, rows })
        });
        let seen = AtomicU64::new(0);
        let done = in_parallel(self.threads, strips.enumerate(), |(number, strip), turned| {
            let high = strip.rows.len() / words(strip.two.contents.len());
            seen.fetch_add((high * strip.two.contents.len()) as u64, Relaxed);
            self.fill(strip, after, stones.is_multiple_of(2), turned);
            !number.is_multiple_of(LOOK_EVERY) || go_on(seen.swap(0, Relaxed))
        });
        (done && go_on(seen.into_inner())).then_some(layer)
    }

    /// Works out the rows of a strip: whether the seat to move, which is the one that begins or not, has a move that it wants.
    /// `turned` is room to work in.
    fn fill(
        &self,
        Strip { one, two, top, rows }: Strip<'_>,
        after: &Layer<u64>,
        is_own: bool,
        turned: &mut Vec<[u64; 64]>,
    ) {
        // The other seat wants a bit that isn't set: it sees all bits turned over.
        let flip = if is_own { 0 } else { u64::MAX };
        let mine = usize::from(is_own);
        let bits = two.contents.len();
        let wide = words(bits);
        if two.filled < self.halves[1].points {
            let from = &self.halves[1].classes[class(two.filled + 1, two.own + mine)];
            let wider = words(from.contents.len());
            let block = after.block(class(one.filled, one.own));
            turned.resize(wider, [0; 64]);
            for (word, square) in turned.iter_mut().enumerate() {
                for (line, row) in square.iter_mut().zip(block[top * wider..].chunks(wider)) {
                    *line = row[word] ^ flip;
                }
                turn(square);
            }
            let turned = turned.as_flattened();
            let free = self.halves[1].points - two.filled;
            for (word, next) in two.next[mine].chunks(64 * free).enumerate() {
                let mut square = [0; 64];
                for (line, next) in square.iter_mut().zip(next.chunks(free)) {
                    *line = next.iter().fold(0, |any, &place| any | turned[place as usize]);
                }
                turn(&mut square);
                for (row, line) in rows.chunks_mut(wide).zip(square) {
                    row[word] = line;
                }
            }
        } else {
            rows.fill(0);
        }
        let free = self.halves[0].points - one.filled;
        if free > 0 {
            let block = after.block(class(one.filled + 1, one.own + mine));
            for (row, next) in rows.chunks_mut(wide).zip(one.next[mine][top * free..].chunks(free)) {
                for &place in next {
                    let from = &block[place as usize * wide..][..wide];
                    row.iter_mut().zip(from).for_each(|(word, from)| *word |= from ^ flip);
                }
            }
        }
        rows.iter_mut().for_each(|word| *word ^= flip);
    }
}

/// Up to 64 rows of a block.
struct Strip<'a> {
    one: &'a Class,
    two: &'a Class,
    /// The number of its first row.
    top: usize,
    rows: &'a mut [u64],
}

/// Turns 64 rows of 64 bits round, so that rows become columns (H. S. Warren, Hacker's Delight, 7-3).
fn turn(square: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, u64::from(u32::MAX));
    while width > 0 {
        for high in (0..64).filter(|row| row & width == 0) {
            let swapped = (square[high] >> width ^ square[high + width]) & mask;
            square[high] ^= swapped << width;
            square[high + width] ^= swapped;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// Does the work for all tasks, by several threads, each with something of its own to work with; whether it was done, as `work` may end it.
fn in_parallel<T, R: Default>(
    threads: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T, &mut R) -> bool + Sync,
) -> bool {
    let (tasks, ended) = (Mutex::new(tasks), AtomicBool::new(false));
    let help = || {
        let mut room = R::default();
        while !ended.load(Relaxed) {
            let task = tasks.lock().expect("no thread fails").next();
            let Some(task) = task else { break };
            if !work(task, &mut room) {
                ended.store(true, Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(help);
        }
        help();
    });
    !ended.into_inner()
}

/// Of how many things so many can be chosen in how many ways.
fn choose(of: usize, chosen: usize) -> u64 {
    (0..chosen).fold(1, |ways, i| ways * (of - i) as u64 / (i as u64 + 1))
}

/// How many positions with so many of these points filled can be reached.
fn in_layer(points: usize, stones: usize) -> u64 {
    choose(points, stones) * choose(stones, stones / 2)
}

/// How many positions follow from one with so many empty points, that one counted.
pub fn positions(points: usize) -> u64 {
    (0..=points).map(|stones| in_layer(points, stones)).sum()
}

/// How many bytes the work takes for a position with so many empty points, [`MOST_POINTS`] at most.
pub fn memory(points: usize) -> u64 {
    let largest = (0..=points).map(|stones| in_layer(points, stones)).max().unwrap_or(0);
    let layers = 2 * largest / 8;
    let halves = 3_u64.pow(points.div_ceil(2) as u32) * 64;
    // Rows are of whole words, which matters on small boards.
    layers / 8 * 9 + halves + 4 * in_layer(points, points) + (4 << 20)
}

/// The value of a position, the moves that keep it, and a line of best play, as far as `watch` lets it.
pub fn solve<G: Game>(position: &G, scale: Scale, threads: usize, watch: Watch<'_>, begun: Instant) -> Solution {
    let seat = position.to_move();
    let mut work = Work { scale, threads, watch, begun, nodes: AtomicU64::new(0), rooms: Default::default() };
    let mut bounds = seen_by(scale.bounds(position), seat);
    let best = keeping(&mut work, position, &mut bounds).unwrap_or_default();
    let mut line = Vec::new();
    let (mut at, mut value, mut next) = (position.clone(), bounds[0], best.first().copied());
    while let Some(mv) = next {
        at.play_unchecked(mv);
        line.push(mv);
        value = -value;
        next = keeping(&mut work, &at, &mut [value; 2]).and_then(|best| best.first().copied());
    }
    let [low, high] = seen_by(bounds, seat).map(|bound| scale.margin(bound));
    Solution {
        low,
        high,
        margins: G::knows_margin(),
        best,
        traps: Vec::new(),
        line,
        plies: None,
        ends: None,
        nodes: work.nodes.into_inner(),
        time: begun.elapsed(),
    }
}

/// Narrows the bounds of a position's value, as its seat to move sees them, until they meet; the moves that keep the value, or
/// `None` if the work was ended.
fn keeping<G: Game>(work: &mut Work<'_>, position: &G, bounds: &mut [i32; 2]) -> Option<Vec<Move>> {
    let (seat, scale) = (position.to_move(), work.scale);
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let (first, second) = moves.split_at(moves.len() / 2);
    let put = |position: &mut G, moves: &[Move], own: u16| {
        for (i, &mv) in moves.iter().enumerate() {
            position.set_to_move(if own >> i & 1 == 1 { seat } else { seat.other() });
            position.play_unchecked(mv);
        }
    };
    let judge = |own: u16, others: &[[u16; 2]], row: &mut [i32]| {
        let mut half = position.clone();
        put(&mut half, first, own);
        for (end, &[_, own]) in row.iter_mut().zip(others) {
            let mut full = half.clone();
            put(&mut full, second, own);
            let margin = full.outcome().map_or(0.0, |outcome| outcome.margin.points());
            *end = seen_by([scale.of(margin); 2], seat)[0];
        }
    };
    let kept = if moves.is_empty() { Vec::new() } else { work.keeping(moves.len(), &judge, seat, bounds)? };
    Some(moves.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(mv, _)| mv).collect())
}

/// What the questions for a position and those that follow have in common.
struct Work<'a> {
    scale: Scale,
    threads: usize,
    watch: Watch<'a>,
    begun: Instant,
    nodes: AtomicU64,
    /// Two layers.
    rooms: [Vec<u64>; 2],
}

impl Work<'_> {
    /// Narrows the bounds until they meet; which moves keep the value.
    fn keeping(&mut self, points: usize, judge: Judge<'_>, seat: Seat, bounds: &mut [i32; 2]) -> Option<Vec<bool>> {
        let filling = Filling::new(points, judge, self.threads);
        let ends = &filling.ends.rows;
        *self.nodes.get_mut() += ends.len() as u64;
        let worst = ends.iter().min().copied()?;
        let best = ends.iter().max().copied()?;
        *bounds = [bounds[0].max(worst), bounds[1].min(best)];
        let mut kept = None;
        while bounds[0] < bounds[1] {
            let least = bounds[0] + (bounds[1] - bounds[0] + 2) / 2;
            let answer = self.ask(&filling, least, seen_by(*bounds, seat))?;
            if answer.is_yes {
                bounds[0] = least;
                kept = Some(answer.after);
            } else {
                bounds[1] = least - 1;
            }
        }
        Some(match kept {
            Some(kept) => kept,
            None if bounds[0] == worst => vec![true; points],
            None => self.ask(&filling, bounds[0], seen_by(*bounds, seat))?.after,
        })
    }

    fn ask(&mut self, filling: &Filling, least: i32, bounds: [i32; 2]) -> Option<Answer> {
        let [low, high] = bounds.map(|bound| self.scale.margin(bound));
        let of = self.nodes.load(Relaxed) + positions(filling.points()) - filling.ends.rows.len() as u64;
        let Work { nodes, watch, begun, rooms, .. } = self;
        filling.ask(least, rooms, &|more| {
            let nodes = nodes.fetch_add(more, Relaxed) + more;
            watch(Progress { low, high, nodes, of: Some(of), time: begun.elapsed() })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_of_bits_is_turned_round() {
        let mut square: [u64; 64] = std::array::from_fn(|i| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let before = square;
        turn(&mut square);
        for (i, j) in (0..64).flat_map(|i| (0..64).map(move |j| (i, j))) {
            assert_eq!(square[i] >> j & 1, before[j] >> i & 1, "{i} {j}");
        }
    }

    #[test]
    fn a_half_holds_each_content_once_and_a_stone_leads_to_what_has_it() {
        let half = Half::new(5);
        assert_eq!(half.classes.iter().map(|class| class.contents.len()).sum::<usize>(), 3_usize.pow(5));
        for one in half.classes.iter().filter(|one| one.filled < 5) {
            for (mine, next) in one.next.iter().enumerate() {
                for (&[filled, own], next) in one.contents.iter().zip(next.chunks(5 - one.filled)) {
                    let to = &half.classes[class(one.filled + 1, one.own + mine)].contents;
                    let stones: Vec<u16> = next.iter().map(|&place| to[place as usize][0] & !filled).collect();
                    assert!(stones.is_sorted() && stones.iter().all(|stone| stone.is_power_of_two()));
                    assert!(next.iter().all(|&place| to[place as usize][1] & filled == own));
                }
            }
        }
    }

    #[test]
    fn positions_are_counted_with_the_stones_that_belong_to_them() {
        // Of two points: none filled 1, one filled 2, both 2; of three: 1, 3, 3 pairs in either colour, and 3 ways for the one of two.
        assert_eq!([positions(2), positions(3)], [5, 13]);
    }
}
