//! The conformance kit: tests that hold for every game, whatever its rules.
//!
//! The kit does not know the rules of a game, so it cannot tell whether they are right: that takes
//! published figures and a second implementation. It finds games that contradict themselves or
//! break what the traits of [`quintet_core::position`] promise; [`Promise`] lists these promises.
//!
//! ```
//! use quintet_conformance::{Extent, check, check_info};
//! use quintet_core::setup::Setup;
//!
//! for info in quintet_games::GAMES {
//!     check_info(info).unwrap();
//!     let setup = Setup::new(info).with_size(3).unwrap();
//!     check(&setup, Extent { games: 2, plies: 20, seed: 1 }).unwrap();
//! }
//! ```

pub mod fragile;
mod info;
mod moves;
mod playouts;
mod positions;
mod record;
mod texts;

use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use quintet_core::board::Geometry;
use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::position::{AnyPosition, Repetition, perft};
use quintet_core::random::{Rng, random_below, seeded};
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Move, Seat};
use quintet_core::weights::Weights;
use quintet_record::position_line as line;
use quintet_system::panics::panic_message;

pub use info::{InfoError, check_info};

/// Returns a setup for quick tests: the default rules on the largest board of at most size 5, or on
/// the smallest board of a game that has only larger ones.
///
/// # Panics
///
/// If the game has no board at all.
pub fn small_setup(info: &'static GameInfo) -> Setup {
    let setup = |size| Setup::new(info).with_size(size).ok();
    let small = (1..=5).rev().find_map(setup);
    small.or_else(|| info.sizes.clone().find_map(setup)).expect("a board")
}

/// A promise of the traits that the kit tests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Promise {
    /// Nothing panics, for any [`Move`] value.
    NoPanic,
    /// The game starts with the empty board of the setup and with the first side to move.
    Start,
    /// A move is legal exactly if it is generated. A placement goes to an empty point; passes and
    /// swaps occur only in games that have them.
    Legality,
    /// Legal moves are generated in ascending order.
    Order,
    /// `count_legal` is the number of generated moves.
    Count,
    /// A game is over exactly if it has an outcome. If the sides move in turn, it has legal moves
    /// before the end and none after it. The score at the end is that of the outcome.
    End,
    /// `resume` goes on exactly where two passes ended the game: from the same board, with the same
    /// side to move, and a game then accepts a move that the board allows. Elsewhere it changes
    /// nothing.
    Resume,
    /// A placement puts the stone of its kind on its point. A refused move changes nothing.
    Play,
    /// The incremental `key` equals the recomputed one, and differs for different positions.
    Key,
    /// Positions are equal exactly if their diagrams are.
    Equality,
    /// A copy is equal and independent.
    Copies,
    /// Giving the turn to the other side changes nothing else, and giving it back restores the
    /// position.
    OutOfTurn,
    /// The diagram shows the stones on the board, and makes an equal position.
    Diagram,
    /// Every move has a text of its own that parses to the move.
    Words,
    /// The position line parses to the position.
    PositionLine,
    /// The SGF file of the game parses to the same moves and the same end.
    Record,
    /// Undo restores the earlier state, and replaying the moves restores the later one.
    Undo,
    /// A game is never over before the number of moves that `plies_to_end` gives, which is 0
    /// exactly at the end.
    Bound,
    /// A playout is a legal game with the margin that it returns; the same seed gives the same
    /// playout, however the position was reached.
    Playout,
    /// Prior weights are positive and finite, and features lie in their tables.
    Prior,
    /// Barred points are empty and illegal; drawings stay on the board; explanations are sentences.
    Marks,
    /// All ways to count move sequences agree.
    Perft,
}

/// A broken promise, and the game in which it was found.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{promise:?}: {what}; {setup} after {}", MoveList(.moves))]
pub struct Violation {
    /// The broken promise.
    pub promise: Promise,
    /// The observation.
    pub what: String,
    /// The position line of the start of the game.
    pub setup: String,
    /// The moves that led there.
    pub moves: Vec<(Seat, Move)>,
}

/// Formats moves for a message.
struct MoveList<'a>(&'a [(Seat, Move)]);

impl fmt::Display for MoveList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("no moves");
        }
        self.0.iter().try_for_each(|(seat, mv)| write!(f, "{}:{mv:?} ", seat.letter()))
    }
}

/// The extent of a test.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The number of random games. In every other game some moves are made out of turn.
    pub games: u64,
    /// The largest number of moves of a game.
    pub plies: usize,
    /// The seed of the first game; the same seed gives the same result.
    pub seed: u64,
}

/// The result of one test: the broken promise and the observation.
type CheckResult = Result<(), (Promise, String)>;

/// Returns the observation as an error unless `ok`.
fn ensure(ok: bool, promise: Promise, what: impl FnOnce() -> String) -> CheckResult {
    if ok { Ok(()) } else { Err((promise, what())) }
}

/// Plays random games of a setup and tests all promises on the way.
///
/// # Errors
/// Returns the first broken promise.
pub fn check(setup: &Setup, extent: Extent) -> Result<(), Violation> {
    let weights = setup.info().shipped_weights();
    for game in 0..extent.games {
        let mut kit = Kit::new(setup, &weights, extent.seed.wrapping_add(game));
        let out_of_turn = if game % 2 == 1 { 6 } else { 0 };
        let result = catch_unwind(AssertUnwindSafe(|| kit.play(extent.plies, out_of_turn)))
            .unwrap_or_else(|panic| Err((Promise::NoPanic, panic_message(&*panic).to_owned())));
        result.map_err(|(promise, what)| Violation {
            promise,
            what,
            setup: line::format(setup, &setup.empty_diagram()),
            moves: kit.moves,
        })?;
    }
    Ok(())
}

/// A random game under test.
struct Kit<'a> {
    setup: &'a Setup,
    info: &'static GameInfo,
    geometry: Geometry,
    weights: &'a Weights,
    rng: Rng,
    moves: Vec<(Seat, Move)>,
    /// Whether all moves were made in turn.
    in_turn: bool,
    /// The positions so far with their keys, by the texts of their diagrams.
    by_diagram: HashMap<String, (Box<dyn AnyPosition>, u64)>,
    /// The texts of the diagrams so far, by key.
    by_key: HashMap<u64, String>,
}

fn legal(position: &dyn AnyPosition) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

impl<'a> Kit<'a> {
    fn new(setup: &'a Setup, weights: &'a Weights, seed: u64) -> Kit<'a> {
        Kit {
            setup,
            info: setup.info(),
            geometry: setup.geometry(),
            weights,
            rng: seeded(seed),
            moves: Vec::new(),
            in_turn: true,
            by_diagram: HashMap::new(),
            by_key: HashMap::new(),
        }
    }

    /// Returns `true` in one of `count` cases, never if it is 0.
    fn one_in(&mut self, count: u32) -> bool {
        count > 0 && random_below(&mut self.rng, count) == 0
    }

    /// Returns a random legal move, a pass only in one of eight cases.
    fn choose(&mut self, mut moves: Vec<Move>) -> Option<Move> {
        if moves.len() > 1 && !self.one_in(8) {
            moves.retain(|&mv| mv != Move::PASS);
        }
        (!moves.is_empty()).then(|| moves[random_below(&mut self.rng, moves.len() as u32) as usize])
    }

    /// Makes the position of a diagram of this game.
    fn read_diagram(&self, diagram: &Diagram) -> Result<Box<dyn AnyPosition>, (Promise, String)> {
        let position = self.setup.position(diagram);
        position.map_err(|error| (Promise::Diagram, format!("its own diagram is refused: {error}")))
    }

    fn play(&mut self, plies: usize, out_of_turn: u32) -> CheckResult {
        let mut position = self.setup.start();
        self.start(&*position)?;
        let start = position.clone();
        let mut bounds = vec![position.plies_to_end()];
        for ply in 0..=plies {
            let moves = legal(&*position);
            // Everything is tested at the first positions and the last, and at a random share of
            // the others.
            let thorough = ply < 2 || moves.is_empty() || self.one_in(6);
            self.look(&*position, &moves, thorough)?;
            if position.is_over() || ply == plies {
                break;
            }
            if self.one_in(out_of_turn) {
                self.in_turn = false;
                position.set_to_move(position.to_move().other());
                self.legality(&*position, &legal(&*position), false)?;
                if legal(&*position).is_empty() {
                    position.set_to_move(position.to_move().other());
                }
            }
            let moves = legal(&*position);
            let Some(mv) = self.choose(moves) else { break };
            self.moves.push((position.to_move(), mv));
            self.make(&mut *position, mv)?;
            bounds.push(position.plies_to_end());
        }
        if position.is_over() && self.in_turn {
            for (left, &bound) in (0..).zip(bounds.iter().rev()) {
                ensure(bound <= left, Promise::Bound, || {
                    format!("{left} moves before the end the bound is {bound} moves")
                })?;
            }
        }
        self.game()?;
        self.sequences(&*start)
    }

    /// Tests the starting position.
    fn start(&mut self, position: &dyn AnyPosition) -> CheckResult {
        let (diagram, empty) = (position.diagram(), self.setup.empty_diagram());
        ensure(diagram == empty, Promise::Start, || format!("it starts as {}", line::format(self.setup, &diagram)))
    }

    /// Tests a position.
    fn look(&mut self, position: &dyn AnyPosition, moves: &[Move], thorough: bool) -> CheckResult {
        self.legality(position, moves, thorough)?;
        self.end(position, moves)?;
        self.resumes(position)?;
        self.keys(position)?;
        self.stones(position)?;
        if thorough {
            self.refusals(position, moves)?;
            self.copies(position)?;
            self.diagrams(position, moves)?;
            self.words(position, moves)?;
            self.priors(position, moves)?;
            self.marks(position, moves)?;
            self.playouts(position)?;
        }
        Ok(())
    }

    /// Counts move sequences in all ways.
    fn sequences(&mut self, position: &dyn AnyPosition) -> CheckResult {
        let most = if legal(position).len() > 40 { 2 } else { 3 };
        for depth in 1..=most {
            let (counted, played) = (perft(position, depth, true), perft(position, depth, false));
            ensure(counted == played, Promise::Perft, || {
                format!("{counted} counted at depth {depth}, {played} played")
            })?;
            if position.repetition() == Repetition::Ignored {
                let of_game = Game::from_position(self.setup.clone(), position.boxed_clone()).perft(depth);
                ensure(of_game == played, Promise::Perft, || {
                    format!("{of_game} by a game at depth {depth}, {played} by positions")
                })?;
            }
        }
        Ok(())
    }
}
