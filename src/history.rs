//! A game as it is played: a start, the moves, and the earlier positions that repetition rules look at.
//!
//! [`History`] knows its game at compile time; [`AnyHistory`] is the same for callers that learn it at run time.
//! [`Walk`] goes on from a history without changing it, for search and perft.

use rustc_hash::FxHashMap;

use crate::board::{Geometry, Point};
use crate::game::{Decision, Game, Marks, Repetition, Trace};
use crate::setup::{Diagram, GameInfo, Setup};
use crate::words::{Action, Ending, IllegalMove, Margin, Move, Outcome, Rng, Seat, Stone};

/// There are not so many moves to take back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot undo")]
pub struct CannotUndo;

/// A point whose stone changed, with what stood and what stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// Where.
    pub point: Point,
    /// What stood there.
    pub before: Option<Stone>,
    /// What stands there now.
    pub after: Option<Stone>,
}

/// Every so many moves the whole position is kept, so that taking back costs at most so many moves played again.
const CHECKPOINT: usize = 32;

/// A start and the moves since, with all that repetition rules remember.
///
/// ```
/// use quintet::game::Game;
/// use quintet::games::{self, Visitor};
/// use quintet::history::{AnyHistory, History};
/// use quintet::setup::Setup;
///
/// /// Plays the first legal move until the game is over; tells how many moves it took.
/// struct FirstMoves;
/// impl Visitor for FirstMoves {
///     type Output = usize;
///     fn visit<G: Game>(self, setup: &Setup) -> usize {
///         let mut history = History::new(setup.clone(), G::new(setup));
///         while !AnyHistory::is_over(&history) {
///             let seat = history.to_move();
///             history.play(seat, history.legal_moves(seat)[0]).unwrap();
///         }
///         history.moves().len()
///     }
/// }
/// let bracket = Setup::new(games::find("bracket").unwrap()).with_size(3).unwrap();
/// assert_eq!(games::visit(&bracket, FirstMoves), 7);
/// ```
#[derive(Clone)]
pub struct History<G: Game> {
    setup: Setup,
    geometry: Geometry,
    moves: Vec<(Seat, Move)>,
    /// The position after `i * CHECKPOINT` moves; the first is the start.
    checkpoints: Vec<G>,
    current: G,
    /// The occurrence that each move left behind.
    occurrences: Vec<Option<u64>>,
    seen: FxHashMap<u64, u32>,
    /// The number of moves at which the game was drawn by repetition.
    repeated_at: Option<usize>,
}

impl<G: Game> History<G> {
    /// A game that starts from `start`, a position of `setup`.
    pub fn new(setup: Setup, start: G) -> History<G> {
        let mut seen = FxHashMap::default();
        if let Some(key) = start.occurrence(None) {
            seen.insert(key, 1);
        }
        History {
            geometry: setup.geometry(),
            setup,
            moves: Vec::new(),
            checkpoints: vec![start.clone()],
            current: start,
            occurrences: Vec::new(),
            seen,
            repeated_at: None,
        }
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.current
    }

    /// The position before the first move.
    pub fn start(&self) -> &G {
        &self.checkpoints[0]
    }

    /// The setup that it is played by.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// A walk from the position now, with `seat` to move.
    pub fn walk(&self, seat: Seat) -> Walk<'_, G> {
        let mut position = self.current.clone();
        if !self.is_over() {
            position.set_to_move(seat);
        }
        Walk { position, earlier: &self.seen, path: Vec::new(), repeated: self.repeated_at.is_some() }
    }

    fn is_over(&self) -> bool {
        self.repeated_at.is_some() || self.current.is_over()
    }

    /// The position after the first `count` moves.
    fn position_after(&self, count: usize) -> G {
        let from = (count / CHECKPOINT).min(self.checkpoints.len() - 1);
        let mut position = self.checkpoints[from].clone();
        let real = count.min(self.repeated_at.unwrap_or(count));
        for &(seat, mv) in &self.moves[(from * CHECKPOINT).min(real)..real] {
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

/// A [`History`] whose game is known only at run time.
///
/// ```
/// use quintet::games;
/// use quintet::record::move_words;
/// use quintet::setup::Setup;
///
/// // A game of Cancer: the moves are words, as in `quintet play`.
/// let mut game = games::start(&Setup::new(games::find("cancer").unwrap()).with_size(3)?);
/// for word in ["B2", "swap-pieces", "A1"] {
///     let seat = game.to_move();
///     let mv = move_words::read(game.info(), game.geometry(), seat, word).unwrap();
///     game.play(seat, mv)?;
/// }
/// let mut words = Vec::new();
/// for mv in game.legal_moves(game.to_move()) {
///     words.push(move_words::format(game.info(), game.geometry(), mv));
/// }
/// assert!(words.contains(&"B1".to_owned()), "{words:?}");
/// game.undo(3)?;
/// assert!(game.moves().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyHistory: Send {
    /// Game, size, rules, blocked points and komi.
    fn setup(&self) -> &Setup;

    /// The board.
    fn geometry(&self) -> &Geometry;

    /// The constant facts of the game.
    fn info(&self) -> &'static GameInfo {
        self.setup().info()
    }

    /// Sets komi for the whole game.
    fn set_komi(&mut self, komi: f64);

    /// Whose turn it is.
    fn to_move(&self) -> Seat;

    /// The moves since the start, passes after the end among them.
    fn moves(&self) -> &[(Seat, Move)];

    /// The result if the game is over, by repetition too.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// The margin for Black as the board stands, where the game can tell it.
    fn score(&self) -> Option<Margin>;

    /// All legal moves of a seat, as if it moved now, in ascending order; none after the end.
    fn legal_moves(&self, seat: Seat) -> Vec<Move>;

    /// Whether a seat may play this move now.
    fn is_legal(&self, seat: Seat, mv: Move) -> bool;

    /// Why a seat may not play this move now, as a clause that teaches the rule; `None` where it may.
    fn why_illegal(&self, seat: Seat, mv: Move) -> Option<&'static str>;

    /// Plays a move for a seat, in or out of turn. After the end a pass succeeds and changes nothing but the list
    /// of moves.
    ///
    /// # Errors
    /// [`IllegalMove`], with all as it was.
    fn play(&mut self, seat: Seat, mv: Move) -> Result<(), IllegalMove>;

    /// Takes back `count` moves.
    ///
    /// # Errors
    /// [`CannotUndo`] where fewer were played since the start; all is then as it was.
    fn undo(&mut self, count: usize) -> Result<(), CannotUndo>;

    /// What stands on a point.
    fn stone(&self, point: Point) -> Option<Stone>;

    /// To whom a point belongs as the board stands.
    fn owner(&self, point: Point) -> Option<Seat>;

    /// The position as a diagram.
    fn diagram(&self) -> Diagram;

    /// The starting position as a diagram.
    fn start_diagram(&self) -> Diagram;

    /// The hash of the position.
    fn key(&self) -> u64;

    /// The points that the latest move changed, ascending; empty at the start.
    fn latest_changes(&self) -> Vec<Change>;

    /// How many stones were captured by Black's and by White's moves. Counted by playing the game again.
    fn captured(&self) -> [u32; 2];

    /// Points that a rule bars to the seat to move, or did when it had no move left.
    fn barred(&self) -> Vec<Point>;

    /// The points that a legal move of the seat to move would change, the placed stone among them; `None` where it is
    /// not legal.
    fn effect(&self, mv: Move) -> Option<Vec<Change>> {
        let mut tried = self.boxed_clone();
        tried.play(self.to_move(), mv).ok()?;
        Some(tried.latest_changes())
    }

    /// What can be drawn of this game besides what can be of every game: words that ask for it, and names.
    fn drawings(&self) -> Vec<(&'static str, &'static str)>;

    /// What decided the game, once it is over, where the board doesn't show it at a glance.
    fn decision(&self) -> Option<Decision>;

    /// One of [`AnyHistory::drawings`] on the position; no marks where there is no such drawing.
    fn draw(&self, name: &str) -> Vec<Marks>;

    /// The number of sequences of `depth` legal moves from here, earlier boards taken into account.
    ///
    /// ```
    /// use quintet::games;
    /// use quintet::setup::Setup;
    ///
    /// let alaric = Setup::new(games::find("alaric").unwrap()).with_size(7).unwrap();
    /// assert_eq!(games::start(&alaric).perft(4), 840);
    /// ```
    fn perft(&self, depth: u32) -> u64;

    /// The same, as long as `go_on` says so; `None` if it was cut short.
    fn perft_while(&self, depth: u32, go_on: &dyn Fn() -> bool) -> Option<u64>;

    /// An independent copy.
    fn boxed_clone(&self) -> Box<dyn AnyHistory>;
}

impl<G: Game> AnyHistory for History<G> {
    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    fn set_komi(&mut self, komi: f64) {
        self.setup.set_komi(komi);
        self.current.set_komi(komi);
        self.checkpoints.iter_mut().for_each(|position| position.set_komi(komi));
    }

    fn to_move(&self) -> Seat {
        self.current.to_move()
    }

    fn moves(&self) -> &[(Seat, Move)] {
        &self.moves
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.repeated_at.is_some() { Some(Outcome::REPETITION) } else { self.current.outcome() }
    }

    fn is_over(&self) -> bool {
        History::is_over(self)
    }

    fn score(&self) -> Option<Margin> {
        if self.repeated_at.is_some() { Some(Margin::DRAW) } else { self.current.score() }
    }

    fn legal_moves(&self, seat: Seat) -> Vec<Move> {
        let mut moves = Vec::new();
        if !History::is_over(self) {
            self.walk(seat).legal_moves(&mut moves);
        }
        moves
    }

    fn is_legal(&self, seat: Seat, mv: Move) -> bool {
        !History::is_over(self) && self.walk(seat).is_legal(mv)
    }

    fn why_illegal(&self, seat: Seat, mv: Move) -> Option<&'static str> {
        if History::is_over(self) {
            return Some("the game is over");
        }
        let walk = self.walk(seat);
        if walk.is_legal(mv) {
            return None;
        }
        let info = self.info();
        Some(match mv.action() {
            Action::Pass => "nobody passes in this game",
            Action::Swap if info.swap.is_none() => "nobody swaps in this game",
            Action::Place { point, .. } if !self.geometry.contains(point) => "there is no such point on this board",
            Action::Place { kind, .. } if usize::from(kind) >= info.kinds.len() => {
                "there is no such stone in this game"
            }
            Action::Place { point, .. } => match walk.position().stone(point) {
                Some(Stone::Blocked) => "this point is blocked: nothing can stand there",
                Some(_) => "a stone stands there already",
                None if walk.position().is_legal(mv) => "ko: a board that was there before would come back",
                None => walk.position().why_illegal(mv),
            },
            Action::Swap => walk.position().why_illegal(mv),
        })
    }

    fn play(&mut self, seat: Seat, mv: Move) -> Result<(), IllegalMove> {
        if History::is_over(self) {
            if mv != Move::PASS {
                return Err(IllegalMove);
            }
            self.moves.push((seat, mv));
            self.remember(None);
        } else {
            let turn = self.current.to_move();
            self.current.set_to_move(seat);
            if is_forbidden(&self.current, mv, |key| self.seen.contains_key(&key)) || self.current.play(mv).is_err() {
                self.current.set_to_move(turn);
                return Err(IllegalMove);
            }
            let (occurrence, drawn) = left_behind(&self.current, seat, mv, |key| self.seen.contains_key(&key));
            self.moves.push((seat, mv));
            self.remember(occurrence);
            if drawn {
                self.repeated_at = Some(self.moves.len());
            }
        }
        if self.moves.len().is_multiple_of(CHECKPOINT) {
            self.checkpoints.push(self.current.clone());
        }
        Ok(())
    }

    fn undo(&mut self, count: usize) -> Result<(), CannotUndo> {
        let left = self.moves.len().checked_sub(count).ok_or(CannotUndo)?;
        self.current = self.position_after(left);
        for _ in 0..count {
            self.forget();
        }
        self.moves.truncate(left);
        self.checkpoints.truncate(left / CHECKPOINT + 1);
        self.repeated_at = self.repeated_at.filter(|&at| at <= left);
        Ok(())
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        self.current.stone(point)
    }

    fn owner(&self, point: Point) -> Option<Seat> {
        self.current.owner(point)
    }

    fn diagram(&self) -> Diagram {
        self.current.diagram()
    }

    fn start_diagram(&self) -> Diagram {
        self.checkpoints[0].diagram()
    }

    fn key(&self) -> u64 {
        self.current.key()
    }

    fn latest_changes(&self) -> Vec<Change> {
        let Some(count) = self.moves.len().checked_sub(1) else { return Vec::new() };
        changes(&self.geometry, &self.position_after(count), &self.current)
    }

    fn captured(&self) -> [u32; 2] {
        let mut captured = [0; 2];
        let mut position = self.checkpoints[0].clone();
        for &(seat, mv) in &self.moves[..self.repeated_at.unwrap_or(self.moves.len())] {
            if position.is_over() {
                break;
            }
            let before = position.clone();
            position.set_to_move(seat);
            position.play_unchecked(mv);
            let gone = changes(&self.geometry, &before, &position).into_iter().filter(|c| c.after.is_none());
            captured[seat.index()] += gone.count() as u32;
        }
        captured
    }

    fn barred(&self) -> Vec<Point> {
        // Where the game is over for want of a move, they may be the reason.
        let tells = AnyHistory::outcome(self).is_none_or(|outcome| outcome.ending == Ending::NoMove);
        if tells { self.current.barred() } else { Vec::new() }
    }

    fn decision(&self) -> Option<Decision> {
        self.current.is_over().then(|| self.current.decision(&self.geometry)).flatten()
    }

    fn drawings(&self) -> Vec<(&'static str, &'static str)> {
        G::drawings().iter().map(|drawing| (drawing.name, drawing.label)).collect()
    }

    fn draw(&self, name: &str) -> Vec<Marks> {
        let drawing = G::drawings().iter().find(|drawing| drawing.name == name);
        drawing.map_or(Vec::new(), |drawing| (drawing.draw)(&self.current, &self.geometry))
    }

    fn perft(&self, depth: u32) -> u64 {
        self.walk(self.to_move()).perft(depth)
    }

    fn perft_while(&self, depth: u32, go_on: &dyn Fn() -> bool) -> Option<u64> {
        self.walk(self.to_move()).perft_while(depth, go_on)
    }

    fn boxed_clone(&self) -> Box<dyn AnyHistory> {
        Box::new(self.clone())
    }
}

fn changes<G: Game>(geometry: &Geometry, before: &G, after: &G) -> Vec<Change> {
    geometry
        .points()
        .map(|point| Change { point, before: before.stone(point), after: after.stone(point) })
        .filter(|change| change.before != change.after)
        .collect()
}

/// Whether the game's rule of repetition forbids a legal move: a placement that would bring back what was there before.
fn is_forbidden<G: Game>(position: &G, mv: Move, seen: impl Fn(u64) -> bool) -> bool {
    if position.repetition() != Repetition::Forbidden || mv == Move::PASS || !position.is_legal(mv) {
        return false;
    }
    let mut next = position.clone();
    next.play_unchecked(mv);
    next.occurrence(Some(position.to_move())).is_some_and(seen)
}

/// What a move that `mover` has just played leaves behind to be remembered, and whether the game is drawn by it.
fn left_behind<G: Game>(position: &G, mover: Seat, mv: Move, seen: impl Fn(u64) -> bool) -> (Option<u64>, bool) {
    let occurrence = position.occurrence(Some(mover));
    let draws = mv != Move::PASS && position.repetition() == Repetition::Draws;
    (occurrence, draws && occurrence.is_some_and(seen))
}

/// Moves tried out from a history's position, with its repetition rules in force. Cheap to clone, and
/// [`Clone::clone_from`] takes no memory.
pub struct Walk<'a, G: Game> {
    position: G,
    earlier: &'a FxHashMap<u64, u32>,
    path: Vec<u64>,
    repeated: bool,
}

impl<G: Game> Clone for Walk<'_, G> {
    fn clone(&self) -> Self {
        Walk {
            position: self.position.clone(),
            earlier: self.earlier,
            path: self.path.clone(),
            repeated: self.repeated,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.position.clone_from(&source.position);
        self.earlier = source.earlier;
        self.path.clone_from(&source.path);
        self.repeated = source.repeated;
    }
}

impl<G: Game> Walk<'_, G> {
    /// The position reached.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Brings inner orders to those of a fresh position (see [`Game::normalize`]).
    pub fn normalize(&mut self) {
        self.position.normalize();
    }

    /// Plays the position itself to the end of the game (see [`Game::playout`]), without regard to earlier boards;
    /// the margin for Black. All that the walk is good for afterwards is [`Walk::position`] and to be overwritten.
    pub fn playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        self.position.playout(rng, trace)
    }

    /// The same by [`Game::informed_playout`].
    pub fn informed_playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        self.position.informed_playout(rng, trace)
    }

    /// Whether the game is over here.
    pub fn is_over(&self) -> bool {
        self.repeated || self.position.is_over()
    }

    /// The result if the game is over here.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.repeated { Some(Outcome::REPETITION) } else { self.position.outcome() }
    }

    fn seen(&self, key: u64) -> bool {
        self.earlier.contains_key(&key) || self.path.contains(&key)
    }

    /// Whether the seat to move may play this move.
    pub fn is_legal(&self, mv: Move) -> bool {
        !self.repeated && self.position.is_legal(mv) && !is_forbidden(&self.position, mv, |key| self.seen(key))
    }

    /// Appends all legal moves of the seat to move, ascending; none after the end.
    pub fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.repeated {
            return;
        }
        let from = moves.len();
        self.position.legal_moves(moves);
        if self.position.repetition() == Repetition::Forbidden {
            let mut kept = from;
            for i in from..moves.len() {
                if !is_forbidden(&self.position, moves[i], |key| self.seen(key)) {
                    moves[kept] = moves[i];
                    kept += 1;
                }
            }
            moves.truncate(kept);
        }
    }

    /// Plays a legal move of the seat to move.
    pub fn play_unchecked(&mut self, mv: Move) {
        let mover = self.position.to_move();
        self.position.play_unchecked(mv);
        if self.position.repetition() == Repetition::Free {
            return;
        }
        let (occurrence, drawn) = left_behind(&self.position, mover, mv, |key| self.seen(key));
        self.repeated = drawn;
        self.path.extend(occurrence);
    }

    /// The number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_while(depth, &|| true).expect("nothing cuts it short")
    }

    /// The same, as long as `go_on` says so, which is asked at the nodes two moves or more above the last; `None` if it
    /// was cut short.
    pub fn perft_while(&self, depth: u32, go_on: &dyn Fn() -> bool) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        if depth == 1 {
            return Some(moves.len() as u64);
        }
        if !go_on() {
            return None;
        }
        let mut count: u64 = 0;
        for mv in moves {
            let mut next = self.clone();
            next.play_unchecked(mv);
            count = count.saturating_add(next.perft_while(depth - 1, go_on)?);
        }
        Some(count)
    }
}
