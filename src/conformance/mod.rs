//! The conformance kit: what holds of every game, whatever its rules. Any implementation of [`Game`] can be held to it.
//!
//! The kit knows nothing of a game's rules, so it can't tell whether they are right: that takes published figures and a
//! second implementation. It finds games that contradict themselves, or what the trait promises: [`Promise`] lists what.
//!
//! ```
//! use quintet::conformance;
//! use quintet::game::Game;
//! use quintet::games::{self, Visitor};
//! use quintet::setup::Setup;
//!
//! struct Check;
//! impl Visitor for Check {
//!     type Output = Result<(), conformance::Broken>;
//!     fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
//!         conformance::check::<G>(setup, conformance::Extent { games: 2, plies: 20, seed: 1 })
//!     }
//! }
//! for info in games::GAMES {
//!     conformance::check_info(info).unwrap();
//!     let setup = Setup::new(info).with_size(3).unwrap();
//!     games::visit(&setup, Check).unwrap();
//! }
//! ```

mod info;
mod playouts;
mod record;
mod texts;

use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::{Rng as _, SeedableRng as _};

use crate::board::{Geometry, Point};
use crate::game::{Game, Repetition, perft};
use crate::history::{AnyHistory, History};
use crate::record::position as line;
use crate::setup::{Diagram, Setup};
use crate::words::{Action, Move, Outcome, Rng, Seat, random_below};

pub use info::check_info;

/// What the trait promises, and the kit looks at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Promise {
    /// Nothing panics, whatever [`Move`] is asked for.
    NoPanic,
    /// The constant facts of the game go together.
    Info,
    /// The first position is the empty board of the setup, the game's first seat to move.
    Start,
    /// A move is legal exactly if it is generated; a placement goes to an empty point, passes and swaps are there in games
    /// that have them only.
    Legality,
    /// Legal moves are told in ascending order.
    Order,
    /// [`Game::count_legal`] tells how many there are.
    Count,
    /// A game is over exactly if it has an outcome; played in turn it has legal moves before, none after, and its score is
    /// then the outcome's.
    End,
    /// A placement puts the stone of its kind on its point; a move that is refused changes nothing.
    Play,
    /// [`Game::key`], kept up move by move, is what is found afresh, and tells different positions apart.
    Key,
    /// Positions are equal exactly if their diagrams are.
    Equality,
    /// A copy is equal, and leads a life of its own.
    Copies,
    /// The other seat can be let move; all else stays, and taking it back leaves the position as it was.
    OutOfTurn,
    /// The diagram shows the stones as they stand, and makes an equal position.
    Diagram,
    /// Every move has a word of its own that reads back.
    Words,
    /// The position's line reads back.
    PositionLine,
    /// The game's SGF file reads back to the same moves and the same end.
    Record,
    /// Moves taken back leave everything as it was; the same moves played again lead to the same place.
    Undo,
    /// A game is never over earlier than [`Game::plies_to_end`] foretells, which is 0 at the end alone.
    Bound,
    /// A playout is a legal game that ends as it says, the same for the same seed whatever way led to the position.
    Playout,
    /// Weights of moves are positive and finite.
    Prior,
    /// Marked points are empty and illegal, drawings stay on the board.
    Marks,
    /// Move sequences are as many whichever way they are counted.
    Perft,
}

/// A promise that a game doesn't keep, and where that showed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{promise:?}: {what}; {setup} after {}", Trail(.moves))]
pub struct Broken {
    /// Which one.
    pub promise: Promise,
    /// What was seen.
    pub what: String,
    /// The position line of the game's start.
    pub setup: String,
    /// The moves that led there.
    pub moves: Vec<(Seat, Move)>,
}

/// Moves as a message tells them.
struct Trail<'a>(&'a [(Seat, Move)]);

impl fmt::Display for Trail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("no moves");
        }
        self.0.iter().try_for_each(|(seat, mv)| write!(f, "{}:{mv:?} ", seat.letter()))
    }
}

/// How much of a game is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Random games that are played. In every other one moves are made out of turn now and then.
    pub games: u64,
    /// The most moves of each.
    pub plies: usize,
    /// The seed of the first; the same seed finds the same.
    pub seed: u64,
}

/// What one check found.
type CheckResult = Result<(), (Promise, String)>;

/// Plays random games of a setup and holds `G` to all that the trait promises on the way.
///
/// # Errors
/// The first promise that was found broken.
pub fn check<G: Game>(setup: &Setup, extent: Extent) -> Result<(), Broken> {
    for game in 0..extent.games {
        let mut kit = Kit::<G> {
            setup,
            geometry: setup.geometry(),
            rng: Rng::seed_from_u64(extent.seed.wrapping_add(game)),
            moves: Vec::new(),
            in_turn: true,
            by_diagram: HashMap::new(),
            by_key: HashMap::new(),
        };
        let out_of_turn = if game % 2 == 1 { 6 } else { 0 };
        let found = catch_unwind(AssertUnwindSafe(|| kit.play(extent.plies, out_of_turn)))
            .unwrap_or_else(|panic| Err((Promise::NoPanic, panic_text(&*panic))));
        found.map_err(|(promise, what)| Broken {
            promise,
            what,
            setup: line::format(setup, &Diagram::empty(setup)),
            moves: kit.moves,
        })?;
    }
    Ok(())
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_else(|| "a panic".to_owned())
}

/// A random game that is looked at.
struct Kit<'a, G: Game> {
    setup: &'a Setup,
    geometry: Geometry,
    rng: Rng,
    moves: Vec<(Seat, Move)>,
    /// Whether all of them were made in turn.
    in_turn: bool,
    /// Positions met, by what their diagrams show.
    by_diagram: HashMap<String, (G, u64)>,
    /// Diagrams met, by key.
    by_key: HashMap<u64, String>,
}

fn hold(ok: bool, promise: Promise, what: impl FnOnce() -> String) -> CheckResult {
    if ok { Ok(()) } else { Err((promise, what())) }
}

fn legal<G: Game>(position: &G) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

impl<G: Game> Kit<'_, G> {
    /// Whether to do what is done once in so many cases.
    fn one_in(&mut self, count: u32) -> bool {
        count > 0 && random_below(&mut self.rng, count) == 0
    }

    /// A random legal move, a pass in one of eight cases.
    fn choose(&mut self, mut moves: Vec<Move>) -> Option<Move> {
        if moves.len() > 1 && !self.one_in(8) {
            moves.retain(|&mv| mv != Move::PASS);
        }
        (!moves.is_empty()).then(|| moves[random_below(&mut self.rng, moves.len() as u32) as usize])
    }

    fn play(&mut self, plies: usize, out_of_turn: u32) -> CheckResult {
        let mut position = G::new(self.setup);
        self.start(&position)?;
        let start = position.clone();
        let mut bounds = vec![position.plies_to_end()];
        for ply in 0..=plies {
            let moves = legal(&position);
            // Everything at the first positions and the last, of the others a share.
            let thorough = ply < 2 || moves.is_empty() || self.one_in(6);
            self.look(&position, &moves, thorough)?;
            if position.is_over() || ply == plies {
                break;
            }
            if self.one_in(out_of_turn) {
                self.in_turn = false;
                position.set_to_move(position.to_move().other());
                self.legality(&position, &legal(&position), false)?;
                if legal(&position).is_empty() {
                    position.set_to_move(position.to_move().other());
                }
            }
            let moves = legal(&position);
            let Some(mv) = self.choose(moves) else { break };
            self.moves.push((position.to_move(), mv));
            self.make(&mut position, mv)?;
            bounds.push(position.plies_to_end());
        }
        if position.is_over() && self.in_turn {
            for (left, &bound) in (0..).zip(bounds.iter().rev()) {
                hold(bound <= left, Promise::Bound, || {
                    format!("{bound} moves to the end foretold, {left} moves before it")
                })?;
            }
        }
        self.history()?;
        self.sequences(&start)
    }

    /// The first position.
    fn start(&mut self, position: &G) -> CheckResult {
        let (diagram, empty) = (position.diagram(), Diagram::empty(self.setup));
        hold(diagram == empty, Promise::Start, || format!("it begins as {}", line::format(self.setup, &diagram)))
    }

    /// Counts move sequences both ways.
    fn sequences(&mut self, position: &G) -> CheckResult {
        let most = if legal(position).len() > 40 { 2 } else { 3 };
        for depth in 1..=most {
            let (counted, played) = (perft(position, depth, true), perft(position, depth, false));
            hold(counted == played, Promise::Perft, || format!("{counted} counted at depth {depth}, {played} played"))?;
            if position.repetition() == Repetition::Free {
                let walked = History::new(self.setup.clone(), position.clone()).perft(depth);
                hold(walked == played, Promise::Perft, || {
                    format!("{walked} walked at depth {depth}, {played} played")
                })?;
            }
        }
        Ok(())
    }

    /// Plays a legal move and looks at what it did.
    fn make(&mut self, position: &mut G, mv: Move) -> CheckResult {
        let (mut checked, seat) = (position.clone(), position.to_move());
        let played = checked.play(mv);
        hold(played.is_ok(), Promise::Play, || format!("{mv:?} is generated and refused"))?;
        position.play_unchecked(mv);
        hold(checked == *position && checked.key() == position.key(), Promise::Play, || {
            format!("{mv:?} does one thing checked and another unchecked")
        })?;
        if let Action::Place { kind, point } = mv.action() {
            let (wanted, found) = (G::info().placed_stone(seat, kind), position.stone(point));
            hold(found == Some(wanted), Promise::Play, || {
                format!("{mv:?} puts {found:?} where a {wanted:?} stone should stand")
            })?;
        }
        Ok(())
    }

    /// Looks at a position from all sides.
    fn look(&mut self, position: &G, moves: &[Move], thorough: bool) -> CheckResult {
        self.legality(position, moves, thorough)?;
        self.end(position, moves)?;
        self.keys(position)?;
        self.stones(position)?;
        if thorough {
            self.refusals(position, moves)?;
            self.copies(position)?;
            self.diagrams(position, moves)?;
            self.words(position, moves)?;
            self.marks(position, moves)?;
            self.playouts(position)?;
        }
        Ok(())
    }

    fn legality(&mut self, position: &G, moves: &[Move], thorough: bool) -> CheckResult {
        hold(moves.is_sorted_by(|a, b| a < b), Promise::Order, || format!("{moves:?} don't ascend"))?;
        let count = position.count_legal();
        hold(count == moves.len(), Promise::Count, || format!("{count} counted, {} generated", moves.len()))?;
        for &mv in moves {
            let possible = match mv.action() {
                Action::Place { kind, point } => {
                    let exists = usize::from(kind) < G::info().kinds.len() && self.geometry.contains(point);
                    exists && position.stone(point).is_none()
                }
                Action::Pass => G::info().passes,
                Action::Swap => self.setup.has_swap(),
            };
            hold(possible, Promise::Legality, || format!("{mv:?} is generated, which can't be"))?;
            hold(position.is_legal(mv), Promise::Legality, || format!("{mv:?} is generated and illegal"))?;
        }
        let check = |code: u16| {
            let mv = Move::from_code(code);
            let agree = position.is_legal(mv) == moves.binary_search(&mv).is_ok();
            hold(agree, Promise::Legality, || format!("{mv:?} is legal and not generated"))
        };
        if thorough && self.one_in(8) || self.moves.is_empty() {
            return (0..=u16::MAX).try_for_each(check);
        }
        // Points of the board and a little beyond, of every kind and one more; edges of all that can be said.
        let points = self.geometry.width() * self.geometry.height() + 3;
        let kinds = G::info().kinds.len() as u16;
        (0..=kinds).try_for_each(|kind| (0..points).try_for_each(|point| check(kind << 10 | point)))?;
        let edges = [0x3ff, 0x7ff, 0xbff, 0xc00, 0xfff, 0x1000, 0x1c00, 0x7fff, 0xfbff, 0xfc00, 0xfffd, 0xfffe, 0xffff];
        edges.into_iter().try_for_each(check)?;
        (0..40).map(|_| self.rng.next_u32() as u16).try_for_each(check)
    }

    fn end(&mut self, position: &G, moves: &[Move]) -> CheckResult {
        let (over, outcome, bound) = (position.is_over(), position.outcome(), position.plies_to_end());
        hold(over == outcome.is_some(), Promise::End, || format!("over: {over}, with the outcome {outcome:?}"))?;
        // A seat that is let move out of turn may find nothing to play.
        let fits = if self.in_turn { over == moves.is_empty() } else { !over || moves.is_empty() };
        hold(fits, Promise::End, || format!("over: {over}, with {} legal moves", moves.len()))?;
        if let Some(Outcome { margin, .. }) = outcome {
            let score = position.score();
            hold(margin.points().is_finite() && score == Some(margin), Promise::End, || {
                format!("the outcome is {margin}, the score {score:?}")
            })?;
        }
        hold(over == (bound == 0), Promise::Bound, || format!("over: {over}, with {bound} moves to the end foretold"))
    }

    fn keys(&mut self, position: &G) -> CheckResult {
        let key = position.key();
        hold(key == position.recomputed_key(), Promise::Key, || "the key kept up is not the key found afresh".into())?;
        if position.is_over() {
            return Ok(());
        }
        let seat = position.to_move();
        let mut other = position.clone();
        other.set_to_move(seat.other());
        hold(other.to_move() == seat.other(), Promise::OutOfTurn, || "the other seat isn't let move".into())?;
        hold(other.key() == other.recomputed_key(), Promise::Key, || "the other seat's key isn't kept up".into())?;
        hold(other != *position, Promise::Equality, || "equal, though the other seat is to move".into())?;
        hold(other.key() != key, Promise::Key, || "the same key, though the other seat is to move".into())?;
        let stands = self.geometry.points().all(|point| other.stone(point) == position.stone(point));
        hold(stands, Promise::OutOfTurn, || "letting the other seat move moves stones".into())?;
        other.set_to_move(seat);
        hold(other == *position && other.key() == key, Promise::OutOfTurn, || {
            "it isn't as before with the turn put back".into()
        })
    }

    /// What stands where, and what equality and keys make of it.
    fn stones(&mut self, position: &G) -> CheckResult {
        let diagram = position.diagram();
        let cells = usize::from(self.geometry.width()) * usize::from(self.geometry.height());
        hold(diagram.stones.len() == cells, Promise::Diagram, || {
            format!("{} cells in the diagram", diagram.stones.len())
        })?;
        hold(diagram.to_move == position.to_move(), Promise::Diagram, || {
            "the diagram has another seat to move".into()
        })?;
        for (point, &stone) in (0..).map(Point).zip(&diagram.stones) {
            let found = if self.geometry.contains(point) { position.stone(point) } else { None };
            let known = stone.is_none_or(|stone| G::info().stones.contains(&stone));
            hold(stone == found && known, Promise::Diagram, || {
                format!("{stone:?} in the diagram, {found:?} at {point:?}")
            })?;
        }
        let text = format!("{diagram:?}");
        let key = position.key();
        let by_key = self.by_key.entry(key).or_insert_with(|| text.clone());
        hold(*by_key == text, Promise::Key, || format!("one key for {by_key} and {text}"))?;
        let (known, known_key) = self.by_diagram.entry(text).or_insert_with(|| (position.clone(), key));
        hold(known == position, Promise::Equality, || "not equal, with equal diagrams".into())?;
        hold(*known_key == key, Promise::Key, || "two keys for equal positions".into())
    }

    fn refusals(&mut self, position: &G, moves: &[Move]) -> CheckResult {
        let kinds = G::info().kinds.len() as u32;
        for _ in 0..20 {
            let near = random_below(&mut self.rng, kinds << 10 | 0x3ff) as u16;
            let code = if self.one_in(4) { self.rng.next_u32() as u16 } else { near };
            let mv = Move::from_code(code);
            if !moves.contains(&mv) {
                let mut after = position.clone();
                hold(after.play(mv).is_err(), Promise::Play, || format!("{mv:?} is illegal and played"))?;
                hold(after == *position && after.key() == position.key(), Promise::Play, || {
                    format!("{mv:?}, refused, changes something")
                })?;
            }
        }
        Ok(())
    }

    fn copies(&mut self, position: &G) -> CheckResult {
        let (diagram, key) = (position.diagram(), position.key());
        let mut copy = position.clone();
        hold(copy == *position && copy.key() == key, Promise::Copies, || "a copy is not equal".into())?;
        for _ in 0..5 {
            let moves = legal(&copy);
            let Some(mv) = self.choose(moves) else { break };
            copy.play_unchecked(mv);
        }
        hold(position.diagram() == diagram && position.key() == key, Promise::Copies, || {
            "what is played on a copy changes the original".into()
        })?;
        copy.clone_from(position);
        hold(copy == *position && copy.key() == key, Promise::Copies, || "clone_from makes no equal position".into())
    }
}
