//! Sweeps: what each seat can force in all positions of a board, where nearly every move leads from one layer of positions to the next.
//!
//! An end that a seat can force is one that is reached, or one that its moves lead to whatever the other does; endless play is none. Sweep by sweep,
//! from the last layer to the first, every position takes over what its successors have. Nearly all of these lie in the layer
//! after it, so that few sweeps are needed, for what comes back by captures. When nothing changes any more the ends are the best
//! that can be forced, and where the two seats' don't meet, the value depends on what endless play is worth
//! (as in [`super::graph`], which looks at each position by itself).
//!
//! What was found at any time can be forced; so the work can be ended with bounds. The result doesn't depend on the number of threads.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rand::SeedableRng as _;
use rustc_hash::FxHashSet;

use super::checkpoint::{CheckpointError, Swept};
use super::fold::Folds;
use super::known::Ends;
use super::pages;
use super::scale::{Scale, seen_by};
use super::table;
use super::{LONGEST_LINE, Progress, Solution, Watch};
use crate::game::Game;
use crate::setup::Setup;
use crate::states::{Boards, Counts, Planes};
use crate::words::{Move, Rng, Seat, random_below};

/// Every so many blocks it is asked whether time is up.
const LOOK_EVERY: usize = 16;

/// How long games may be that look for a position that comes again, and how many of them are played.
const LOOKS_ROUND: (usize, u64) = (400, 2000);

/// How many positions are looked at for ways to forced cycles, and how many by one thread at a time.
const LOOKED_FOR_WAYS: usize = 1 << 20;
const LOOKED_AT_TOGETHER: usize = 1 << 10;

/// The time between two checkpoints, and how many times as long as one takes to write it is at least.
const SAVE_EVERY: (Duration, u32) = (Duration::from_secs(300), 9);

/// Checkpoints as sweeps go on.
struct Saves<'a> {
    file: &'a Path,
    task: String,
    latest: Instant,
    /// How long the latest took to write.
    took: Duration,
}

impl Saves<'_> {
    /// Writes one if it is time, or the last.
    fn save(&mut self, swept: &Swept, is_last: bool) {
        let (every, times) = SAVE_EVERY;
        if !is_last && self.latest.elapsed() < every.max(self.took * times) {
            return;
        }
        let begun = Instant::now();
        if let Err(error) = swept.write(self.file, &self.task) {
            log::error!("cannot write {}: {error}", self.file.display());
        }
        (self.latest, self.took) = (Instant::now(), begun.elapsed());
    }
}

/// All positions of a board, and what can be forced in them.
pub struct Sweeps {
    setup: Setup,
    boards: Box<dyn Boards>,
    scale: Scale,
    /// What is known: the ends, and the sweeps in which they were found; none where the memory has no room for that.
    swept: Swept,
    threads: usize,
    begun: Instant,
    /// Whether nothing changes any more.
    done: bool,
}

/// How many bytes sweeps over so many boards take at least; with a count of positions, and with ranks, that lead along a short line.
pub fn memory(boards: u64, counts: bool, ranks: bool) -> u64 {
    // What the boards themselves take is far less.
    boards * (4 + u64::from(counts) + if ranks { 4 } else { 0 }) + (64 << 20)
}

impl Sweeps {
    /// Sweeps until nothing changes any more, or `watch` says no; with ranks or without. With a file it goes on from the checkpoint there, if
    /// there is one, and writes one every so often and at the end.
    ///
    /// # Errors
    /// If the file is no checkpoint, or that of another run.
    pub fn new<G: Game>(
        setup: &Setup,
        boards: Box<dyn Boards>,
        ranks: bool,
        threads: usize,
        file: Option<&Path>,
        watch: Watch<'_>,
    ) -> Result<Sweeps, CheckpointError> {
        let begun = Instant::now();
        let words = boards.len() as usize;
        let task = format!("sweeps of {} komi {}", table::name(setup), setup.komi());
        let earlier = file.map(|file| Swept::read(file, &task, words, ranks)).transpose()?.flatten();
        let swept = earlier.unwrap_or_else(|| Swept {
            sweeps: 0,
            ends: pages::zeroed(words),
            ranks: pages::zeroed(if ranks { words } else { 0 }),
        });
        let setup = setup.clone();
        let scale = Scale::new::<G>(setup.komi());
        let start = G::new(&setup);
        let mut sweeps = Sweeps { setup, boards, scale, swept, threads, begun, done: false };
        let mut saves = file.map(|file| Saves { file, task, latest: Instant::now(), took: Duration::ZERO });
        let mut before = 0;
        loop {
            // After a stop in the middle of a sweep the next one has a number of its own: what a sweep finds rests on what earlier ones
            // found, or on fuller boards.
            sweeps.swept.sweeps = sweeps.swept.sweeps.saturating_add(1);
            let Swept { sweeps: number, ends, ranks } = &sweeps.swept;
            let tell = |changed| {
                let [low, high] = seen_by(sweeps.bounds(&start), start.to_move()).map(|bound| scale.margin(bound));
                watch(Progress { low, high, nodes: before + changed, of: None, time: begun.elapsed() })
            };
            let changed = sweeps.over(true, &tell, |block| sweeps.boards.sweep(block, ends, ranks, *number));
            sweeps.done = changed == Some(0);
            let goes_on = changed.is_some_and(|changed| changed > 0);
            if let Some(saves) = &mut saves {
                saves.save(&sweeps.swept, !goes_on);
            }
            if !goes_on {
                return Ok(sweeps);
            }
            before += changed.unwrap_or(0);
        }
    }

    /// Does the work for each block, layer by layer, the last or the first to begin with; adds up what it gives. `None` if `go_on`,
    /// which is told what was added up so far, says no.
    fn over(
        &self,
        from_last: bool,
        go_on: &(dyn Fn(u64) -> bool + Sync),
        work: impl Fn(u32) -> u64 + Sync,
    ) -> Option<u64> {
        let layers = self.boards.layers();
        let order: Box<dyn Iterator<Item = &Vec<u32>>> =
            if from_last { Box::new(layers.iter().rev()) } else { Box::new(layers.iter()) };
        let (total, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        for blocks in order {
            let next = AtomicUsize::new(0);
            let help = || {
                while !stopped.load(Relaxed) {
                    let number = next.fetch_add(1, Relaxed);
                    let Some(&block) = blocks.get(number) else { break };
                    total.fetch_add(work(block), Relaxed);
                    if number.is_multiple_of(LOOK_EVERY) && !go_on(total.load(Relaxed)) {
                        stopped.store(true, Relaxed);
                    }
                }
            };
            std::thread::scope(|scope| {
                for _ in 1..self.threads.min(blocks.len()) {
                    scope.spawn(help);
                }
                help();
            });
            if stopped.load(Relaxed) {
                return None;
            }
        }
        Some(total.into_inner())
    }

    /// The best ends that the seat to move and the other can force, each for itself, on the game's scale; `None` where neither can be.
    fn forced<G: Game>(&self, position: &G) -> [Option<i32>; 2] {
        let mut position = position.clone();
        position.settle();
        let seat = position.to_move();
        if let Some(outcome) = position.outcome() {
            let black = self.scale.of(outcome.margin.points());
            let own = if seat == Seat::Black { black } else { -black };
            return [Some(own), Some(-own)];
        }
        let planes = position.planes().expect("boards in layers are small");
        if let Some(ends) = self.boards.ends(planes, seat, &self.swept.ends) {
            return ends.map(|end| end.map(|margin| margin * self.scale.steps()));
        }
        self.by_moves(&position)
    }

    /// The same, as it follows from what is forced after each move.
    fn by_moves<G: Game>(&self, position: &G) -> [Option<i32>; 2] {
        let after = self.after(position);
        let own = after.iter().filter_map(|(_, [_, other])| *other).max();
        let other = after.iter().map(|(_, [own, _])| *own).min().flatten();
        [own, other]
    }

    /// Where each move leads, and what is forced there.
    fn after<G: Game>(&self, position: &G) -> Vec<(G, [Option<i32>; 2])> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let next = moves.into_iter().map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            let forced = self.forced(&next);
            (next, forced)
        });
        next.collect()
    }

    /// Between what the value lies for the seat to move, on the game's scale.
    fn bounds<G: Game>(&self, position: &G) -> [i32; 2] {
        let seat = position.to_move();
        let [own, other] = self.forced(position);
        if self.done {
            let endless = self.scale.endless * seat.sign();
            let value = match [own, other] {
                [Some(own), _] if f64::from(own) > endless => own,
                [_, Some(other)] if f64::from(-other) < endless => -other,
                _ => endless as i32,
            };
            return [value; 2];
        }
        let [low, high] = seen_by(self.scale.bounds(position), seat);
        [own.map_or(low, |own| own.max(low)), other.map_or(high, |other| high.min(-other))]
    }

    /// The moves that keep a position's value.
    fn keeping<G: Game>(&self, position: &G) -> Vec<Move> {
        let (value, mut moves) = (self.bounds(position), Vec::new());
        position.legal_moves(&mut moves);
        moves.retain(|&mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            self.bounds(&next).map(|bound| -bound) == value
        });
        moves
    }

    /// What is known of a position.
    pub fn solution<G: Game>(&self, position: &G) -> Solution {
        let seat = position.to_move();
        let [low, high] = seen_by(self.bounds(position), seat).map(|bound| self.scale.margin(bound));
        Solution {
            low,
            high,
            margins: G::knows_margin(),
            best: if self.done { self.keeping(position) } else { Vec::new() },
            traps: Vec::new(),
            line: if self.done && !self.swept.ranks.is_empty() { self.line(position.clone()) } else { Vec::new() },
            plies: None,
            ends: self.done.then(|| self.ends(position)),
            nodes: self.boards.len(),
            time: self.begun.elapsed(),
        }
    }

    fn ends<G: Game>(&self, position: &G) -> Ends {
        let told = |end: Option<i32>| end.map(|end| (end / self.scale.steps(), None));
        let [own, other] = self.forced(position).map(told);
        if position.to_move() == Seat::Black { [own, other] } else { [other, own] }
    }

    /// The sweeps that found what the seat to move, and the other, can force in a position.
    fn ranks<G: Game>(&self, position: &G) -> [u8; 2] {
        let mut position = position.clone();
        position.settle();
        if self.swept.ranks.is_empty() || position.is_over() {
            return [0; 2];
        }
        let planes = position.planes().expect("boards in layers are small");
        if let Some(ranks) = self.boards.ranks(planes, position.to_move(), &self.swept.ranks) {
            return ranks;
        }
        let forced = self.forced(&position);
        let after = self.after(&position).into_iter().filter(|(_, [own, other])| [*other, *own] == forced);
        let ranks: Vec<[u8; 2]> = after.map(|(next, _)| self.ranks(&next)).collect();
        let own = ranks.iter().map(|[_, other]| *other).min().unwrap_or(0);
        let other = ranks.iter().map(|[own, _]| *own).max().unwrap_or(0);
        [own, other]
    }

    /// Best play, to the end of the game or until a position comes again: the better side takes the moves that lead to what was found in
    /// earlier sweeps, and among these to fuller boards; so it makes progress.
    fn line<G: Game>(&self, mut position: G) -> Vec<Move> {
        let mut line = Vec::new();
        let mut seen = vec![position.key()];
        while !position.is_over() && line.len() < LONGEST_LINE {
            let [value, _] = self.bounds(&position);
            let leads = f64::from(value) >= self.scale.endless * position.to_move().sign();
            let moves = self.keeping(&position).into_iter().map(|mv| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                let stones =
                    next.planes().map_or(0, |Planes { sets: [black, white], .. }| (black | white).count_ones());
                let rank = self.ranks(&next)[usize::from(leads)];
                (mv, seen.contains(&next.key()), next, (rank, u32::MAX - stones))
            });
            let best = match leads {
                true => moves.min_by_key(|(_, again, _, rank)| (*again, *rank)),
                false => moves.min_by_key(|(_, again, _, rank)| (*again, std::cmp::Reverse(*rank))),
            };
            let Some((mv, again, next, _)) = best else { break };
            position = next;
            line.push(mv);
            if again {
                break;
            }
            seen.push(position.key());
        }
        line
    }

    /// Counts the positions that play from `start` can lead to; `None` if `watch` says no.
    pub fn count<G: Game>(&self, start: &G, watch: Watch<'_>) -> Option<Counts> {
        let reached: Vec<AtomicU8> = pages::zeroed(self.boards.len() as usize);
        let mut start = start.clone();
        start.settle();
        let planes = start.planes().expect("boards in layers are small");
        self.boards.reach(planes, start.to_move(), &reached);
        let [low, high] = seen_by(self.bounds(&start), start.to_move()).map(|bound| self.scale.margin(bound));
        let tell = |nodes| watch(Progress { low, high, nodes, of: None, time: self.begun.elapsed() });
        while self.over(false, &tell, |block| self.boards.spread(block, &reached))? > 0 {}
        let open = AtomicU64::new(0);
        let positions = self.over(false, &tell, |block| {
            let counts = self.boards.count(block, &self.swept.ends, &reached);
            open.fetch_add(counts.open, Relaxed);
            counts.positions
        })?;
        Some(Counts { positions, open: open.into_inner() })
    }

    /// A position of some random games from `start` whose ends don't follow from those of its moves, as the game itself makes them:
    /// sweeps have rules of their own, and nothing else holds them to the game's on large boards.
    pub fn contradiction<G: Game>(&self, start: &G, games: u64) -> Option<G> {
        let (next, found) = (AtomicU64::new(0), Mutex::new(None::<(u64, G)>));
        let help = || {
            // The first game that shows one counts: those before it have begun, and are played on.
            while found.lock().expect("no thread fails").is_none() {
                let game = next.fetch_add(1, Relaxed);
                if game >= games {
                    break;
                }
                if let Some(position) = self.contradiction_in_game(start, game) {
                    let mut found = found.lock().expect("no thread fails");
                    if found.as_ref().is_none_or(|&(before, _)| game < before) {
                        *found = Some((game, position));
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(help);
            }
            help();
        });
        found.into_inner().expect("no thread fails").map(|(_, position)| position)
    }

    /// The same in the random game of this number.
    fn contradiction_in_game<G: Game>(&self, start: &G, game: u64) -> Option<G> {
        let mut rng = Rng::seed_from_u64(game);
        let mut moves = Vec::new();
        let mut position = start.clone();
        while !position.is_over() {
            if self.forced(&position) != self.by_moves(&position) {
                return Some(position);
            }
            moves.clear();
            position.legal_moves(&mut moves);
            position.play_unchecked(moves[random_below(&mut rng, moves.len() as u32) as usize]);
        }
        None
    }

    /// The shortest ways from `start` to at most `most` positions where the two seats' best ends don't meet, as far as a look at a
    /// million positions finds them.
    pub fn ways<G: Game>(&self, start: &G, most: usize) -> Vec<Vec<Move>> {
        let found = self.nearest(start);
        let ways = Mutex::new(Vec::new());
        let next = AtomicUsize::new(0);
        let help = || {
            // Whoever has taken some goes through all of them, so none that is nearer than what was found is left out.
            while ways.lock().expect("no thread fails").len() < most {
                let from = next.fetch_add(LOOKED_AT_TOGETHER, Relaxed);
                if from >= found.len() {
                    break;
                }
                let those = from..found.len().min(from + LOOKED_AT_TOGETHER);
                let open: Vec<usize> = those.filter(|&at| self.is_open(&position_at(start, &found, at))).collect();
                ways.lock().expect("no thread fails").extend(open);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(help);
            }
            help();
        });
        let mut ways = ways.into_inner().expect("no thread fails");
        ways.sort_unstable();
        ways.truncate(most);
        ways.into_iter().map(|at| way(&found, at)).collect()
    }

    /// Whether the two seats' best ends don't meet.
    fn is_open<G: Game>(&self, position: &G) -> bool {
        let [own, other] = self.forced(position);
        own.is_none() || own != other.map(|other| -other)
    }

    /// The positions that are nearest to `start`, itself included, some million of them: each by the one before it, and the move.
    fn nearest<G: Game>(&self, start: &G) -> Vec<(usize, Move)> {
        let folds = Folds::new::<G>(&self.setup);
        let mut found = vec![(0, Move::PASS)];
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let (mut moves, mut at) = (Vec::new(), 0);
        while at < found.len() && found.len() < LOOKED_FOR_WAYS {
            let position = position_at(start, &found, at);
            moves.clear();
            position.legal_moves(&mut moves);
            for &mv in &moves {
                let mut next = position.clone();
                next.play_unchecked(mv);
                next.settle();
                if seen.insert(folds.key(&next)) {
                    found.push((at, mv));
                }
            }
            at += 1;
        }
        found
    }
}

/// One of the positions found.
fn position_at<G: Game>(start: &G, found: &[(usize, Move)], at: usize) -> G {
    let mut position = start.clone();
    way(found, at).into_iter().for_each(|mv| position.play_unchecked(mv));
    position
}

/// The moves that lead to one of the positions found, each of which is told by the one before it and the move.
fn way(found: &[(usize, Move)], mut at: usize) -> Vec<Move> {
    let mut way = Vec::new();
    while at > 0 {
        let (before, mv) = found[at];
        way.push(mv);
        at = before;
    }
    way.reverse();
    way
}

/// Whether random play from a position was seen to come round: `true` is sure.
pub fn comes_round<G: Game>(start: &G) -> bool {
    let (length, games) = LOOKS_ROUND;
    let mut moves = Vec::new();
    (0..games).any(|seed| {
        let mut rng = Rng::seed_from_u64(seed);
        let mut position = start.clone();
        let mut seen = FxHashSet::default();
        (0..length).any(|_| {
            moves.clear();
            position.legal_moves(&mut moves);
            // A pass is tried where nothing else is left: two end the game.
            if moves.len() > 1 {
                moves.retain(|mv| mv.point().is_some());
            }
            let Some(&mv) = moves.get(random_below(&mut rng, moves.len().max(1) as u32) as usize) else { return false };
            position.play_unchecked(mv);
            position.settle();
            !position.is_over() && !seen.insert(position.key())
        })
    })
}
