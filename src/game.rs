//! What a game is: the [`Game`] trait that the five games implement and that search,
//! solving and the protocol session are written against.
//!
//! A [`Game`] value is a *position*: all that decides what may be played now, except the earlier boards. Those
//! belong to [`crate::history::History`].

use crate::board::{Geometry, Point};
use crate::setup::{Diagram, DiagramError, GameInfo, Setup};
pub use crate::states::Planes;
use crate::states::{Boards, States};
use crate::weights::Weights;
use crate::words::{IllegalMove, Margin, Move, Outcome, Rng, Seat, Stone, random_below};

/// What the earlier boards of a game mean for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// Nothing.
    Free,
    /// An occurrence that was there before ends the game as a draw.
    Draws,
    /// A move that would bring an earlier occurrence back is illegal.
    Forbidden,
}

/// What is known of a move before it was tried.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prior {
    /// How much more (or less) promising than others it looks, as a weight around 1.
    pub weight: f32,
    /// What it is expected to give the seat to move, from 0 (a loss) to 1 (a win).
    pub value: f32,
    /// For how many simulations that counts; 0 where nothing is known.
    pub samples: u32,
}

/// Watches the moves of a playout. `()` watches nothing and costs nothing.
///
/// A game whose result does not depend on the order of moves may tell them in another order.
pub trait Trace {
    /// Whether it ignores all moves, so that none need be told.
    const SILENT: bool = false;

    /// `seat` played `mv`.
    fn played(&mut self, seat: Seat, mv: Move);
}

impl Trace for () {
    const SILENT: bool = true;

    #[inline]
    fn played(&mut self, _: Seat, _: Move) {}
}

/// Something that can be drawn of the positions of one game.
#[derive(Debug)]
pub struct Drawing<G> {
    /// The word that asks for it.
    pub name: &'static str,
    /// Its name in words.
    pub label: &'static str,
    /// Draws it on the position's board.
    pub draw: fn(&G, &Geometry) -> Vec<Marks>,
}

/// Marks of one kind on points of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Marks {
    /// Short texts, of three letters at most.
    Labels(Vec<(Point, String)>),
    /// Points tinted alike.
    Tint(Tint, Vec<Point>),
}

/// What decided a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The points that it was about.
    pub points: Vec<Point>,
    /// The same in a few words.
    pub words: String,
}

/// A colour for points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    /// For what counts for White.
    Yellow,
    /// For what counts for Black.
    Green,
}

/// A position of a game with perfect information for two seats.
///
/// Few methods are required; the others have slow and obvious defaults that a fast board may replace, as long as
/// they say the same. Equality and [`Game::key`] cover all that decides which moves are legal and how the game
/// ends: stones, seat to move, barred cells, latest captures, passes; not komi, and not the earlier boards.
///
/// ```
/// use quintet::board::Point;
/// use quintet::game::Game;
/// use quintet::games::{self, Visitor};
/// use quintet::setup::Setup;
/// use quintet::words::Move;
///
/// /// How many stones stand on the board after a move to the first point.
/// struct Stones;
/// impl Visitor for Stones {
///     type Output = usize;
///     fn visit<G: Game>(self, setup: &Setup) -> usize {
///         let mut position = G::new(setup);
///         position.play(Move::place(0, Point(0))).unwrap();
///         setup.geometry().points().filter(|&point| position.stone(point).is_some()).count()
///     }
/// }
/// for info in games::GAMES {
///     assert_eq!(games::visit(&Setup::new(info).with_size(5).unwrap(), Stones), 1);
/// }
/// ```
pub trait Game: Clone + PartialEq + Send + Sync + 'static {
    /// The game's name, sizes, rules and kinds of stone.
    fn info() -> &'static GameInfo;

    /// The starting position. `setup` is one of this game, checked by [`Setup`] itself.
    fn new(setup: &Setup) -> Self;

    /// A position set up by hand. The game's own rules complete it (Cascade fills what has to be filled).
    ///
    /// # Errors
    /// If the diagram has stones that the game hasn't, or is a position that can't stand (chains without
    /// liberties in Stoical Go and Cancer), or a state word that can't be read.
    fn from_diagram(setup: &Setup, diagram: &Diagram) -> Result<Self, DiagramError>;

    /// All positions of a setup, numbered, where the game can do that and they are not too many.
    fn states(_setup: &Setup) -> Option<Box<dyn States>> {
        None
    }

    /// Whether [`Game::states`] gives at most `most` positions: told without making them.
    fn may_number(_setup: &Setup, _most: u64) -> bool {
        false
    }

    /// The boards of a setup in layers, for sweeps over all of its positions; `None` where there are too many, or play comes back to a
    /// layer too often.
    fn boards(_setup: &Setup) -> Option<Box<dyn Boards>> {
        None
    }

    /// The position as a diagram, from which [`Game::from_diagram`] makes an equal one.
    fn diagram(&self) -> Diagram;

    /// What stands on a point of the board.
    fn stone(&self, point: Point) -> Option<Stone>;

    /// Whose turn it is.
    fn to_move(&self) -> Seat;

    /// Lets the other seat move out of turn; all else stays.
    fn set_to_move(&mut self, seat: Seat);

    /// Sets komi: points for White. Games without komi do nothing.
    fn set_komi(&mut self, _komi: f64) {}

    /// Whether the game has ended, repetition apart.
    fn is_over(&self) -> bool;

    /// The result where the game has ended, repetition apart.
    fn outcome(&self) -> Option<Outcome>;

    /// The margin for Black as the board stands, where the game can tell it before the end (Stoical Go's area).
    fn score(&self) -> Option<Margin> {
        self.outcome().map(|outcome| outcome.margin)
    }

    /// Appends all legal moves of the seat to move, in ascending order; none after the end.
    /// Positional superko, which needs the earlier boards, is left to the history.
    fn legal_moves(&self, moves: &mut Vec<Move>);

    /// Whether the seat to move may play this move. Any [`Move`] value may be asked for.
    fn is_legal(&self, mv: Move) -> bool;

    /// How many legal moves there are.
    fn count_legal(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// Why the seat to move may not make a move that is illegal though the point is empty and the game goes on: a clause
    /// that teaches the rule.
    fn why_illegal(&self, _mv: Move) -> &'static str {
        "the rules of this game do not allow it"
    }

    /// Plays a legal move. An illegal one leaves a position that no rule describes, or panics; it never breaks
    /// memory.
    fn play_unchecked(&mut self, mv: Move);

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`], with the position as it was.
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove);
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// The position's hash, kept up move by move: equal for equal positions of equal setups.
    fn key(&self) -> u64;

    /// The hash worked out afresh, for tests that hold [`Game::key`] to it.
    fn recomputed_key(&self) -> u64;

    /// What earlier boards mean in this game, by its rules: the same all game long.
    fn repetition(&self) -> Repetition {
        Repetition::Free
    }

    /// Under which number the position is remembered after `mover`'s latest move (`None`: at the start of the
    /// game); `None` where it isn't remembered.
    fn occurrence(&self, _mover: Option<Seat>) -> Option<u64> {
        None
    }

    /// Brings inner orders (of lists of empty points, say) to what a fresh position like this one has, so that a
    /// search with the same seed does the same whatever way led here.
    fn normalize(&mut self) {}

    /// A lower bound for the number of moves after which the game can be over; 0 where it is.
    fn plies_to_end(&self) -> u32 {
        u32::from(!self.is_over())
    }

    /// Whether play can come round to a position that was there before.
    fn comes_round() -> bool {
        true
    }

    /// Whether all that the seats ever do is fill the empty points in turn, any of them with the one kind of stone that each has, until
    /// none is left; and whether the full board alone decides then.
    fn fills_up() -> bool {
        false
    }

    /// Whether the margin of an [`Outcome`] means more than who won.
    fn knows_margin() -> bool {
        true
    }

    /// Margins for Black between which the game will end, whatever is played.
    fn margins_left(&self) -> [f64; 2] {
        [f64::NEG_INFINITY, f64::INFINITY]
    }

    /// The symmetries of the board that keep the game's rules, each but the identity, as the places to which the
    /// cells of the bounding rectangle go.
    fn symmetries(setup: &Setup) -> Vec<Vec<u16>> {
        setup.geometry().symmetries()
    }

    /// The position as symmetries see it, on boards of at most 32 points; `None` where the game can't tell it so.
    fn planes(&self) -> Option<Planes> {
        None
    }

    /// Margins for Black between which the game ends if both sides play as well as can be.
    fn value_bounds(&self) -> [f64; 2] {
        self.margins_left()
    }

    /// Forgets what only moves out of turn could make matter.
    fn settle(&mut self) {}

    /// Whether the latest move took stones away, so that earlier boards could come again from here.
    fn is_reopened(&self) -> bool {
        true
    }

    /// How much more (or less) promising than others a legal move looks at a glance, as a weight around 1.
    fn prior(&self, _mv: Move) -> f32 {
        1.0
    }

    /// Makes the tables that a first search would else have to make.
    fn prepare() {}

    /// Appends the features of legal moves: for each move its entry in each table of [`GameInfo::prior`]. Only games
    /// that have such tables are asked.
    fn features(&self, _moves: &[Move], _features: &mut Vec<u16>) {}

    /// Appends what a network is told of each point, a bit for each of [`GameInfo::inputs`], seen by the seat to move. Only games
    /// that have inputs are asked.
    fn inputs(&self, _inputs: &mut Vec<u16>) {}

    /// Appends what is known of each of the legal moves before it was tried: [`Game::prior`], times what the learnt
    /// weights say of the move's features. Tells the result that is expected, from 0 to 1 for Black, where the game has learnt to.
    fn priors(&self, moves: &[Move], priors: &mut Vec<Prior>) -> Option<f32> {
        let from = priors.len();
        priors.extend(moves.iter().map(|&mv| Prior { weight: self.prior(mv), value: 0.0, samples: 0 }));
        let weights = Weights::of(Self::info());
        if !weights.is_even() {
            let mut features = Vec::new();
            self.features(moves, &mut features);
            let learnt = weights.weigh(&features);
            priors[from..].iter_mut().zip(learnt).for_each(|(prior, learnt)| prior.weight *= learnt);
        }
        None
    }

    /// Plays random moves to the end of the game and returns the margin for Black. Where it isn't over after three
    /// moves a point, the score as it stands counts, or 0.
    fn playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        let mut moves = Vec::new();
        for _ in 0..3 * crate::board::MAX_POINTS {
            moves.clear();
            self.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[random_below(rng, moves.len() as u32) as usize];
            trace.played(self.to_move(), mv);
            self.play_unchecked(mv);
        }
        self.score().map_or(0.0, Margin::points)
    }

    /// The same with moves that are chosen by what the game knows of good play: still random, less wrong. It may stop
    /// before the end, with the score as it stands, where one side is hopelessly behind. Afterwards the
    /// position is good for [`Game::owner`] alone. Same generator, same moves, on every machine.
    fn informed_playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        self.playout(rng, trace)
    }

    /// To whom a point belongs as the board stands: for maps of ownership over many playouts.
    fn owner(&self, point: Point) -> Option<Seat> {
        let info = Self::info();
        let stone = self.stone(point)?;
        Seat::BOTH.into_iter().find(|seat| info.own_stone(*seat) == stone)
    }

    /// Empty points that a rule keeps the seat to move from just now though they look playable (Alaric's barred
    /// cells, captures under Stoical Go's ban): for marks on a board.
    fn barred(&self) -> Vec<Point> {
        Vec::new()
    }

    /// What decided a finished game, where the board doesn't show it at a glance.
    fn decision(&self, _geometry: &Geometry) -> Option<Decision> {
        None
    }

    /// What can be drawn of it besides what can be of every game.
    fn drawings() -> &'static [Drawing<Self>] {
        &[]
    }
}

/// The number of sequences of `depth` legal moves, earlier boards left out of account.
/// With `bulk`, the last ply is counted, not played.
///
/// ```
/// use quintet::game::{Game, perft};
/// use quintet::games::{self, Visitor};
/// use quintet::setup::Setup;
///
/// struct Count;
/// impl Visitor for Count {
///     type Output = u64;
///     fn visit<G: Game>(self, setup: &Setup) -> u64 {
///         perft(&G::new(setup), 3, true)
///     }
/// }
/// let cascade = Setup::new(games::find("cascade").unwrap()).with_size(2).unwrap();
/// assert_eq!(games::visit(&cascade, Count), 594);
/// ```
pub fn perft<G: Game>(position: &G, depth: u32, bulk: bool) -> u64 {
    perft_from(position, depth, bulk, &mut Vec::new())
}

/// [`perft`], with a list whose end is free for use.
fn perft_from<G: Game>(position: &G, depth: u32, bulk: bool, moves: &mut Vec<Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 && bulk {
        return position.count_legal() as u64;
    }
    let from = moves.len();
    position.legal_moves(moves);
    let mut count = 0;
    for i in from..moves.len() {
        let mut next = position.clone();
        next.play_unchecked(moves[i]);
        // The positions of the last ply are not looked at, but are to be reached all the same.
        count += perft_from(std::hint::black_box(&next), depth - 1, bulk, moves);
    }
    moves.truncate(from);
    count
}
