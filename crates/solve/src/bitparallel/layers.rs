//! All positions that follow from one, in layers by the number of stones.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::halves::{Class, Half, class};
use crate::huge_pages;
use crate::parallel;

/// Callback that receives the number of positions done since the last call; the work stops when it
/// returns `false`.
pub type GoOn<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// Returns the values of full boards for the side that begins: given its own points of the first
/// half, for each content of the second half.
pub type Evaluate<'a> = &'a (dyn Fn(u16, &[[u16; 2]], &mut [i32]) + Sync);

/// The answer to the question whether the side that begins gets a value or more.
pub struct Answer {
    pub is_yes: bool,
    /// The same after each of its moves.
    pub after: Vec<bool>,
}

/// The blocks of a layer, one for each class of the first half; empty if there is no such position.
struct Layer<T> {
    /// Unused room may follow.
    rows: Vec<T>,
    /// The index where each block begins, and where the last one ends.
    starts: Vec<usize>,
}

impl<T> Layer<T> {
    fn block(&self, class: usize) -> &[T] {
        &self.rows[self.starts[class]..self.starts[class + 1]]
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

/// Returns the number of words of a row.
fn words(bits: usize) -> usize {
    bits.div_ceil(64)
}

/// All positions that follow from one.
pub struct Layers {
    halves: [Half; 2],
    /// The values of full boards for the side that begins.
    ends: Layer<i32>,
    threads: usize,
}

impl Layers {
    /// Prepares the positions that follow from one with this many empty points, and evaluates the
    /// full boards; `None` if `go_on` returned `false`.
    pub fn new(points: usize, evaluate: Evaluate<'_>, threads: usize, go_on: GoOn<'_>) -> Option<Layers> {
        let half = |points| Half::new(points, &|| go_on(0));
        let halves = [half(points / 2)?, half(points.div_ceil(2))?];
        let mut layers = Layers { halves, ends: Layer { rows: Vec::new(), starts: Vec::new() }, threads };
        let starts = layers.starts(points, |bits| bits);
        let mut ends = Layer { rows: huge_pages::zeroed(starts[starts.len() - 1]), starts };
        let rows = layers.blocks(points, &mut ends).flat_map(|(one, two, block)| {
            one.contents.iter().zip(block.chunks_mut(two.contents.len())).map(move |(held, row)| (held, two, row))
        });
        let done = do_tasks(threads, rows, |(&[_, own], two, row), ()| {
            evaluate(own, &two.contents, row);
            go_on(0)
        });
        layers.ends = ends;
        done.then_some(layers)
    }

    /// The values of all full boards.
    pub fn ends(&self) -> &[i32] {
        &self.ends.rows
    }

    /// The number of empty points at the beginning.
    pub fn points(&self) -> usize {
        self.halves[0].points + self.halves[1].points
    }

    /// Returns the class of the second half for one of the first, with this many stones on the
    /// board.
    fn second(&self, stones: usize, one: &Class) -> Option<&Class> {
        let filled = stones.checked_sub(one.filled).filter(|&filled| filled <= self.halves[1].points)?;
        let own = stones.div_ceil(2).checked_sub(one.own).filter(|&own| own <= filled)?;
        Some(&self.halves[1].classes[class(filled, own)])
    }

    /// Returns where the blocks of a layer begin, and where the last one ends; `size` gives the
    /// room of a row.
    fn starts(&self, stones: usize, size: fn(usize) -> usize) -> Vec<usize> {
        let mut starts = vec![0];
        for one in &self.halves[0].classes {
            let wide = self.second(stones, one).map_or(0, |two| size(two.contents.len()));
            starts.push(starts[starts.len() - 1] + wide * one.contents.len());
        }
        starts
    }

    /// Returns the blocks of a layer, each with the classes of its rows and columns.
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

    /// Answers whether the side that begins gets `least` or more; `None` if `go_on` returned
    /// `false`. The two rooms are kept for the next question.
    pub fn ask(&self, least: i32, rooms: &mut [Vec<u64>; 2], go_on: GoOn<'_>) -> Option<Answer> {
        let layers = (0..=self.points()).map(|stones| self.starts(stones, words));
        let largest = layers.filter_map(|starts| starts.last().copied()).max()?;
        let [rows, mut spare] = std::mem::take(rooms).map(|room| {
            if room.len() >= largest {
                return room;
            }
            drop(room);
            // Parts that are never used cost nothing.
            huge_pages::zeroed(largest)
        });
        let mut layer = self.full_boards(least, rows);
        for stones in (1..self.points()).rev() {
            let before = self.layer_before(stones, &layer, spare, go_on)?;
            spare = std::mem::replace(&mut layer, before).rows;
        }
        // With one stone on the board, its point in its half is the index of the content.
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

    /// Computes the layer before another in the room `spare`; `None` if `go_on` returned `false`.
    fn layer_before(&self, stones: usize, after: &Layer<u64>, spare: Vec<u64>, go_on: GoOn<'_>) -> Option<Layer<u64>> {
        let mut layer = Layer { rows: spare, starts: self.starts(stones, words) };
        let strips = self.blocks(stones, &mut layer).flat_map(|(one, two, block)| {
            let strips = block.chunks_mut(64 * words(two.contents.len())).enumerate();
            strips.map(move |(number, rows)| Strip { one, two, top: 64 * number, rows })
        });
        let seen = AtomicU64::new(0);
        let is_own = stones.is_multiple_of(2);
        let done = do_tasks(self.threads, strips, |strip, turned| {
            let high = strip.rows.len() / words(strip.two.contents.len());
            seen.fetch_add((high * strip.two.contents.len()) as u64, Relaxed);
            self.fill(strip, after, is_own, turned);
            go_on(seen.swap(0, Relaxed))
        });
        (done && go_on(seen.into_inner())).then_some(layer)
    }

    /// Computes the rows of a strip: whether the side to move, which is the one that begins or not,
    /// has a move to a position that it wants. `turned` is scratch memory.
    fn fill(&self, mut strip: Strip<'_>, after: &Layer<u64>, is_own: bool, turned: &mut Vec<[u64; 64]>) {
        self.fill_by_second_half(&mut strip, after, is_own, turned);
        self.fill_by_first_half(&mut strip, after, is_own);
        let flip = flip(is_own);
        strip.rows.iter_mut().for_each(|word| *word ^= flip);
    }

    /// Sets the rows of a strip according to stones in the second half: 64 rows at a time are
    /// transposed, so that a stone leads from row to row.
    fn fill_by_second_half(
        &self,
        Strip { one, two, top, rows }: &mut Strip<'_>,
        after: &Layer<u64>,
        is_own: bool,
        turned: &mut Vec<[u64; 64]>,
    ) {
        if two.filled >= self.halves[1].points {
            return rows.fill(0);
        }
        let (mine, flip) = (usize::from(is_own), flip(is_own));
        let wide = words(two.contents.len());
        let from = &self.halves[1].classes[class(two.filled + 1, two.own + mine)];
        let wider = words(from.contents.len());
        let block = after.block(class(one.filled, one.own));
        turned.resize(wider, [0; 64]);
        for (word, square) in turned.iter_mut().enumerate() {
            for (line, row) in square.iter_mut().zip(block[*top * wider..].chunks(wider)) {
                *line = row[word] ^ flip;
            }
            transpose(square);
        }
        let turned = turned.as_flattened();
        let free = self.halves[1].points - two.filled;
        for (word, next) in two.next[mine].chunks(64 * free).enumerate() {
            let mut square = [0; 64];
            for (line, next) in square.iter_mut().zip(next.chunks(free)) {
                *line = next.iter().fold(0, |any, &index| any | turned[index as usize]);
            }
            transpose(&mut square);
            for (row, line) in rows.chunks_mut(wide).zip(square) {
                row[word] = line;
            }
        }
    }

    /// Adds to the rows of a strip what stones in the first half lead to.
    fn fill_by_first_half(&self, Strip { one, two, top, rows }: &mut Strip<'_>, after: &Layer<u64>, is_own: bool) {
        let free = self.halves[0].points - one.filled;
        if free == 0 {
            return;
        }
        let (mine, flip) = (usize::from(is_own), flip(is_own));
        let wide = words(two.contents.len());
        let block = after.block(class(one.filled + 1, one.own + mine));
        for (row, next) in rows.chunks_mut(wide).zip(one.next[mine][*top * free..].chunks(free)) {
            for &index in next {
                let from = &block[index as usize * wide..][..wide];
                row.iter_mut().zip(from).for_each(|(word, from)| *word |= from ^ flip);
            }
        }
    }
}

/// The other side wants a bit that is not set: it sees all bits inverted.
fn flip(is_own: bool) -> u64 {
    if is_own { 0 } else { u64::MAX }
}

/// Transposes 64 rows of 64 bits (H. S. Warren, Hacker's Delight, 7-3).
fn transpose(square: &mut [u64; 64]) {
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

/// Does all tasks on several threads, each with scratch memory of its own; returns whether all were
/// done, as `work` may stop by returning `false`.
fn do_tasks<T, R: Default>(
    threads: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T, &mut R) -> bool + Sync,
) -> bool {
    let (tasks, stopped) = (Mutex::new(tasks), AtomicBool::new(false));
    parallel::run(threads, || {
        let mut scratch = R::default();
        while !stopped.load(Relaxed) {
            let task = tasks.lock().expect("no thread panics").next();
            let Some(task) = task else { break };
            if !work(task, &mut scratch) {
                stopped.store(true, Relaxed);
            }
        }
    });
    !stopped.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_of_bits_is_transposed() {
        let mut square: [u64; 64] = std::array::from_fn(|i| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let before = square;
        transpose(&mut square);
        for (i, j) in (0..64).flat_map(|i| (0..64).map(move |j| (i, j))) {
            assert_eq!(square[i] >> j & 1, before[j] >> i & 1, "{i} {j}");
        }
    }
}
