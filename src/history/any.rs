//! Histories of games that are known only at run time.

use super::{CHECKPOINT, CannotUndo, Change, History, changes, is_forbidden, left_behind};
use crate::board::{Geometry, Point};
use crate::game::{Decision, Game, Marks};
use crate::setup::{Diagram, GameInfo, Setup};
use crate::words::{Action, Ending, IllegalMove, Margin, Move, Outcome, Seat, Stone};

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
