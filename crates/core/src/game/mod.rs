//! A game in progress: a position, the moves that led to it, and the earlier positions that rules
//! of repetition look at.
//!
//! [`SearchPosition`] goes on from a game without changing it, for search and perft.

mod count;
mod irregular_play;
mod search_position;

use rustc_hash::FxHashMap;

use crate::board::{Geometry, Point};
use crate::diagram::{Diagram, DiagramError};
use crate::notation::move_words;
use crate::position::{AnyPosition, Decision, Marks, Repetition};
use crate::setup::{GameInfo, Setup};
use crate::types::{Action, Ending, IllegalMove, Margin, Move, Outcome, Seat, Stone};

use count::Count;
pub use count::LifeAndDeath;
pub use irregular_play::Breach;
use irregular_play::Restart;
pub use search_position::SearchPosition;

/// The error for taking back more moves than were played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot undo")]
pub struct CannotUndo;

/// A point whose stone changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    pub point: Point,
    /// The stone before the move.
    pub before: Option<Stone>,
    /// The stone after it.
    pub after: Option<Stone>,
}

/// The position is saved every this many moves, which bounds the moves that an undo has to replay.
const CHECKPOINT: usize = 32;

/// A game in progress.
///
/// ```
/// use quintet_core::game::Game;
/// use quintet_core::notation::move_words;
/// use quintet_core::setup::Setup;
///
/// // A game of Cancer with moves as words.
/// let mut game = Game::new(Setup::new(quintet_games::find("cancer").unwrap()).with_size(3)?);
/// for word in ["B2", "swap-pieces", "A1"] {
///     let seat = game.to_move();
///     let mv = game.read_word(seat, word).unwrap();
///     game.play(seat, mv)?;
/// }
/// let mut words = Vec::new();
/// for mv in game.legal_moves(game.to_move()) {
///     words.push(game.word(mv));
/// }
/// assert!(words.contains(&"B1".to_owned()), "{words:?}");
/// game.undo(3)?;
/// assert!(game.moves().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Game {
    setup: Setup,
    geometry: Geometry,
    moves: Vec<(Seat, Move)>,
    /// The position after `i * CHECKPOINT` moves; the first is the start.
    checkpoints: Vec<Box<dyn AnyPosition>>,
    current: Box<dyn AnyPosition>,
    /// The occurrence that each move left behind.
    occurrences: Vec<Option<u64>>,
    seen: FxHashMap<u64, u32>,
    /// The number of moves after which the game was drawn by repetition.
    repeated_at: Option<usize>,
    /// Positions that the moves before them do not lead to, in the order of play.
    restarts: Vec<Restart>,
    count: Count,
}

impl Game {
    /// Starts a game.
    pub fn new(setup: Setup) -> Game {
        let start = setup.start();
        Game::from_position(setup, start)
    }

    /// Starts a game from a diagram.
    ///
    /// # Errors
    /// Returns an error if the diagram is not a position of the game.
    pub fn from_diagram(setup: Setup, diagram: &Diagram) -> Result<Game, DiagramError> {
        let start = setup.position(diagram)?;
        Ok(Game::from_position(setup, start))
    }

    /// Starts a game from `start`, a position of `setup`.
    pub fn from_position(setup: Setup, start: Box<dyn AnyPosition>) -> Game {
        let mut seen = FxHashMap::default();
        if let Some(key) = start.occurrence(None) {
            seen.insert(key, 1);
        }
        Game {
            geometry: setup.geometry(),
            setup,
            moves: Vec::new(),
            checkpoints: vec![start.clone()],
            current: start,
            occurrences: Vec::new(),
            seen,
            repeated_at: None,
            restarts: Vec::new(),
            count: Count::default(),
        }
    }

    /// The current position.
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.current
    }

    /// The position before the first move.
    pub fn start(&self) -> &dyn AnyPosition {
        &*self.checkpoints[0]
    }

    /// Game, size, rules, blocked points and komi.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The board.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The constant facts of the game.
    pub fn info(&self) -> &'static GameInfo {
        self.setup.info()
    }

    /// Returns the word for a move, such as `D4` or `red@D4`.
    pub fn word(&self, mv: Move) -> String {
        move_words::format(self.info(), &self.geometry, mv)
    }

    /// Reads a side's move as [`Game::word`] writes it, in any case; a vertex alone means the side's
    /// own stone. `None` if the text is no move on the board. The move need not be legal.
    pub fn read_word(&self, seat: Seat, text: &str) -> Option<Move> {
        move_words::read(self.info(), &self.geometry, seat, text)
    }

    /// Returns a position for searching, with `seat` to move.
    pub fn search_position(&self, seat: Seat) -> SearchPosition<'_> {
        let mut position = self.current.clone();
        if !self.is_over() {
            position.set_to_move(seat);
        }
        SearchPosition::new(position, &self.seen, self.repeated_at.is_some())
    }

    /// Sets komi for the whole game.
    pub fn set_komi(&mut self, komi: f64) {
        self.count.forget();
        self.setup.set_komi(komi);
        self.current.set_komi(komi);
        let restarts = self.restarts.iter_mut().map(|restart| &mut restart.position);
        self.checkpoints.iter_mut().chain(restarts).for_each(|position| position.set_komi(komi));
    }

    /// Returns the side to move.
    pub fn to_move(&self) -> Seat {
        self.current.to_move()
    }

    /// The moves since the start, including passes after the end.
    pub fn moves(&self) -> &[(Seat, Move)] {
        &self.moves
    }

    /// Returns the result if the game is over, by repetition too. Where the rules remove dead
    /// stones, they do not count.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.repeated_at.is_some() { Some(Outcome::REPETITION) } else { self.counted_position().outcome() }
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.repeated_at.is_some() || self.current.is_over()
    }

    /// Returns the margin for Black as the board stands, if it is known; at the end without dead
    /// stones.
    pub fn score(&self) -> Option<Margin> {
        if self.repeated_at.is_some() { Some(Margin::DRAW) } else { self.counted_position().score() }
    }

    /// Returns all legal moves of a side, as if it moved now, in ascending order; none after the
    /// end.
    pub fn legal_moves(&self, seat: Seat) -> Vec<Move> {
        let mut moves = Vec::new();
        if !self.is_over() {
            self.search_position(seat).legal_moves(&mut moves);
        }
        moves
    }

    /// Returns whether a side may play this move now.
    pub fn is_legal(&self, seat: Seat, mv: Move) -> bool {
        !self.is_over() && self.search_position(seat).is_legal(mv)
    }

    /// Returns the reason why a side may not play this move now, as a clause that teaches the rule;
    /// `None` if it may.
    pub fn why_illegal(&self, seat: Seat, mv: Move) -> Option<&'static str> {
        if self.is_over() {
            return Some("the game is over");
        }
        let tried = self.search_position(seat);
        if tried.is_legal(mv) {
            return None;
        }
        let (info, position) = (self.info(), tried.position());
        Some(match mv.action() {
            Action::Pass => "nobody passes in this game",
            Action::Swap if info.swap.is_none() => "nobody swaps in this game",
            Action::Place { point, .. } if !self.geometry.contains(point) => "there is no such point on this board",
            Action::Place { kind, .. } if usize::from(kind) >= info.kinds.len() => {
                "there is no such stone in this game"
            }
            Action::Place { point, .. } => match position.stone(point) {
                Some(Stone::Blocked) => "this point is blocked: nothing can stand there",
                Some(_) => "a stone stands there already",
                None if position.is_legal(mv) => "ko: a board that was there before would come back",
                None => position.why_illegal(mv),
            },
            Action::Swap => position.why_illegal(mv),
        })
    }

    /// Plays a move for a side, in or out of turn. After the end a pass succeeds and changes only
    /// the list of moves. Where two passes ended the game, a placement that the board allows
    /// resumes it.
    ///
    /// # Errors
    /// Returns [`IllegalMove`], and leaves everything as it was, if the move is illegal.
    pub fn play(&mut self, seat: Seat, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_over() {
            return self.play_on(seat, mv, false);
        }
        if mv == Move::PASS {
            self.push(seat, mv, None);
            return Ok(());
        }
        self.resume(seat, mv)
    }

    /// Plays a move for a side in a game that is not over. `anyway`: also if it restores an earlier
    /// position that must not come back.
    fn play_on(&mut self, seat: Seat, mv: Move, anyway: bool) -> Result<(), IllegalMove> {
        let turn = self.current.to_move();
        self.current.set_to_move(seat);
        let repetition = self.current.repetition();
        let seen = |key| self.seen.contains_key(&key);
        if !anyway && is_forbidden(&*self.current, repetition, mv, seen) || self.current.play(mv).is_err() {
            self.current.set_to_move(turn);
            return Err(IllegalMove);
        }
        let (occurrence, drawn) = occurrence(&*self.current, repetition, seat, mv, |key| self.seen.contains_key(&key));
        self.push(seat, mv, occurrence);
        if drawn {
            self.repeated_at = Some(self.moves.len());
        }
        Ok(())
    }

    /// Adds a move that led to the current position.
    fn push(&mut self, seat: Seat, mv: Move, occurrence: Option<u64>) {
        self.count.forget();
        self.moves.push((seat, mv));
        self.remember(occurrence);
        if self.moves.len().is_multiple_of(CHECKPOINT) {
            self.checkpoints.push(self.current.clone());
        }
    }

    /// Takes back `count` moves.
    ///
    /// # Errors
    /// Returns [`CannotUndo`], and leaves everything as it was, if fewer were played since the
    /// start.
    pub fn undo(&mut self, count: usize) -> Result<(), CannotUndo> {
        let left = self.moves.len().checked_sub(count).ok_or(CannotUndo)?;
        self.count.forget();
        self.forget_restarts(left);
        self.current = self.position_after(left);
        for _ in 0..count {
            self.forget();
        }
        self.moves.truncate(left);
        self.checkpoints.truncate(left / CHECKPOINT + 1);
        self.repeated_at = self.repeated_at.filter(|&at| at <= left);
        Ok(())
    }

    /// Returns the stone on a point.
    pub fn stone(&self, point: Point) -> Option<Stone> {
        self.current.stone(point)
    }

    /// Returns the owner of a point as the board stands; at the end without dead stones.
    pub fn owner(&self, point: Point) -> Option<Seat> {
        self.counted_position().owner(point)
    }

    /// Returns the position as a diagram.
    pub fn diagram(&self) -> Diagram {
        self.current.diagram()
    }

    /// Returns the starting position as a diagram.
    pub fn start_diagram(&self) -> Diagram {
        self.checkpoints[0].diagram()
    }

    /// Returns the hash of the position.
    pub fn key(&self) -> u64 {
        self.current.key()
    }

    /// Returns the points that the latest move changed, ascending; empty at the start.
    pub fn latest_changes(&self) -> Vec<Change> {
        let Some(count) = self.moves.len().checked_sub(1) else { return Vec::new() };
        changes(&self.geometry, &*self.position_after(count), &*self.current)
    }

    /// Returns how many stones Black's and White's moves captured, by replaying the game.
    pub fn captured(&self) -> [u32; 2] {
        let mut captured = [0; 2];
        let mut position = self.checkpoints[0].clone();
        for (i, &(seat, mv)) in self.moves[..self.repeated_at.unwrap_or(self.moves.len())].iter().enumerate() {
            if let Some(restart) = self.restart_at(i) {
                position = restart.boxed_clone();
            }
            if position.is_over() {
                continue;
            }
            let before = position.clone();
            position.set_to_move(seat);
            position.play_unchecked(mv);
            let after = self.restart_at(i + 1).unwrap_or(&*position);
            for change in changes(&self.geometry, &*before, after).iter().filter(|change| change.after.is_none()) {
                let own = change.before == Some(self.info().own_stone(seat));
                captured[if own && self.restart_at(i + 1).is_some() { seat.other() } else { seat }.index()] += 1;
            }
        }
        captured
    }

    /// Returns the points that a rule forbids to the side to move, or did when it had no move left.
    pub fn barred(&self) -> Vec<Point> {
        // They may be the reason why there is not a legal move.
        let matters = self.outcome().is_none_or(|outcome| outcome.ending == Ending::NO_LEGAL_MOVE);
        if matters { self.current.barred() } else { Vec::new() }
    }

    /// Returns the points that a legal move of the side to move would change, including the placed
    /// stone; `None` if the move is illegal.
    pub fn effect(&self, mv: Move) -> Option<Vec<Change>> {
        let mut tried = self.clone();
        tried.play(self.to_move(), mv).ok()?;
        Some(tried.latest_changes())
    }

    /// Returns what decided a finished game, if the board does not show it at a glance.
    pub fn decision(&self) -> Option<Decision> {
        self.current.is_over().then(|| self.counted_position().decision(&self.geometry)).flatten()
    }

    /// Returns sentences that say why a finished game ended and how its result was reached; `None`
    /// before the end.
    pub fn explain_outcome(&self) -> Option<String> {
        if self.repeated_at.is_some() {
            return Some("The same position came a second time, which is a draw.".to_owned());
        }
        let counted = self.counted_position();
        let words = counted.explain_outcome(&self.geometry, &counted.outcome()?);
        Some(match self.dead_stones().count() {
            0 => words,
            1 => format!("{words} One dead stone was removed before the count."),
            dead => format!("{words} {dead} dead stones were removed before the count."),
        })
    }

    /// Returns one of the [drawings](crate::setup::PresentationInfo::drawings) of the game; no
    /// marks if there is no drawing of that name.
    pub fn draw(&self, name: &str) -> Vec<Marks> {
        self.current.draw(name, &self.geometry)
    }

    /// Returns the number of sequences of `depth` legal moves from here, taking earlier boards into
    /// account.
    ///
    /// ```
    /// use quintet_core::game::Game;
    /// use quintet_core::setup::Setup;
    ///
    /// let alaric = Setup::new(quintet_games::find("alaric").unwrap()).with_size(7).unwrap();
    /// assert_eq!(Game::new(alaric).perft(4), 840);
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        self.search_position(self.to_move()).perft(depth)
    }

    /// Like [`Game::perft`], but stops and returns `None` when `go_on` returns `false`.
    pub fn perft_while(&self, depth: u32, go_on: &dyn Fn() -> bool) -> Option<u64> {
        self.search_position(self.to_move()).perft_while(depth, go_on)
    }

    /// Returns the position after the first `count` moves.
    fn position_after(&self, count: usize) -> Box<dyn AnyPosition> {
        let checkpoint = (count / CHECKPOINT).min(self.checkpoints.len() - 1);
        let (mut from, mut position) = (checkpoint * CHECKPOINT, &self.checkpoints[checkpoint]);
        if let Some(restart) = self.restarts.iter().rfind(|restart| (from..=count).contains(&restart.after)) {
            (from, position) = (restart.after, &restart.position);
        }
        let mut position = position.clone();
        let real = count.min(self.repeated_at.unwrap_or(count));
        for &(seat, mv) in &self.moves[from.min(real)..real] {
            if position.is_over() {
                break;
            }
            position.set_to_move(seat);
            position.play_unchecked(mv);
        }
        position
    }

    fn remember(&mut self, occurrence: Option<u64>) {
        if let Some(key) = occurrence {
            *self.seen.entry(key).or_insert(0) += 1;
        }
        self.occurrences.push(occurrence);
    }

    fn forget(&mut self) {
        if let Some(Some(key)) = self.occurrences.pop()
            && let Some(count) = self.seen.get_mut(&key)
        {
            *count -= 1;
            if *count == 0 {
                self.seen.remove(&key);
            }
        }
    }
}

fn changes(geometry: &Geometry, before: &dyn AnyPosition, after: &dyn AnyPosition) -> Vec<Change> {
    geometry
        .points()
        .map(|point| Change { point, before: before.stone(point), after: after.stone(point) })
        .filter(|change| change.before != change.after)
        .collect()
}

/// Returns whether the rule of repetition forbids a legal move: a placement that would restore an
/// earlier position.
fn is_forbidden(position: &dyn AnyPosition, repetition: Repetition, mv: Move, seen: impl Fn(u64) -> bool) -> bool {
    if repetition != Repetition::Illegal || mv == Move::PASS || !position.is_legal(mv) {
        return false;
    }
    let mut next = position.boxed_clone();
    next.play_unchecked(mv);
    next.occurrence(Some(position.to_move())).is_some_and(seen)
}

/// Returns the occurrence that a move that `mover` has just played leaves behind, and whether it
/// draws the game.
fn occurrence(
    position: &dyn AnyPosition,
    repetition: Repetition,
    mover: Seat,
    mv: Move,
    seen: impl Fn(u64) -> bool,
) -> (Option<u64>, bool) {
    let occurrence = position.occurrence(Some(mover));
    let draws = mv != Move::PASS && repetition == Repetition::Draw;
    (occurrence, draws && occurrence.is_some_and(seen))
}
