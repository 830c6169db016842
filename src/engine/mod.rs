//! A player: a game in progress together with what it takes to choose a move in it.

mod clock;
mod exact;

use std::time::{Duration, Instant};

use rand::SeedableRng as _;

use crate::game::{Game, Trace};
use crate::history::{AnyHistory, History};
use crate::search::run::{Search, SearchResult};
use crate::search::tree::{Nursery, Tree};
use crate::search::{Adjustments, Interrupt, Limits, Proof, Report, Restriction, Urgency};
use crate::setup::Setup;
use crate::solve::{self, Solution};
use crate::weights::Weights;
use crate::words::{Move, Rng, Seat};

pub use clock::{Clock, LONGEST, TimeSettings, seconds};
pub use exact::{Exact, ExactMove};

/// How the player thinks; changed by parameters, kept from game to game.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Threads of a search, 1 or more.
    pub threads: usize,
    /// Memory for the tree, in MiB.
    pub hash_mib: usize,
    /// The seed; the random stream of a move comes from it and the position alone.
    pub seed: u64,
    /// Resign where the expected result is below this share for some moves; 0 never resigns.
    pub resign_below: f64,
    /// Whether to think in the opponent's time.
    pub ponder: bool,
    /// Whether to play by exact values where they are soon known; the program does unless it is told not to.
    pub exact: bool,
    /// In what the search is to weigh what it knows otherwise than the game's weights have it.
    pub tuning: Adjustments,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            threads: 1,
            hash_mib: 256,
            seed: 0,
            resign_below: 0.0,
            ponder: false,
            exact: false,
            tuning: Adjustments::default(),
        }
    }
}

/// What the player decided.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move; `None` where the seat has no legal move.
    pub mv: Option<Move>,
    /// Whether the player would rather resign.
    pub resigns: bool,
    /// What the search found.
    pub report: Report,
}

/// A [`Player`] whose game is known only at run time.
pub trait AnyPlayer: Send {
    /// The game in progress.
    fn history(&self) -> &dyn AnyHistory;

    /// The game in progress, to be changed. The player notices by itself what of its tree still serves.
    fn history_mut(&mut self) -> &mut dyn AnyHistory;

    /// Thinks and chooses a move for `seat`; nothing is played. With `fresh`, no kept tree is used or kept.
    /// `watch` is called about every [`Request::report_every`] with the state of the search.
    fn choose(&mut self, request: &Request<'_>, watch: &mut dyn FnMut(&Report)) -> Choice;

    /// Thinks about the position with its seat to move until `interrupt` is called, or until there is nothing more
    /// to find out; a later [`AnyPlayer::choose`] goes on from there. For the opponent's time: call it when there
    /// is nothing else to do, and let the reader of commands call the interrupt.
    fn ponder(&mut self, settings: &Settings, interrupt: &Interrupt);

    /// How many moves `seat` can be expected to make until the end of the game: for [`Clock::budget`].
    fn moves_left(&self, seat: Seat) -> u32;

    /// The legal moves of `seat` as if it moved now, each with the share of the search's attention that it has before the
    /// first simulation; the shares sum to 1.
    fn priors(&self, seat: Seat) -> Vec<(Move, f32)>;

    /// Forgets what earlier searches found.
    fn clear_tree(&mut self);

    /// The value of the position with `seat` to move, as a fresh start (see [`solve::solve()`]). Asks `go_on` now and
    /// then, and ends with what is known where that says no.
    fn solve(&self, seat: Seat, limits: solve::Limits, go_on: &(dyn Fn() -> bool + Sync)) -> Solution;

    /// The exact values of the moves of `seat`, where they are known or soon found.
    fn exact(&self, seat: Seat) -> Option<Exact>;
}

/// A request for a move.
pub struct Request<'a> {
    /// Who is to move.
    pub seat: Seat,
    /// When to stop.
    pub limits: Limits,
    /// How much longer than its time the search may take while it isn't clear which move is best.
    pub reserve: Duration,
    /// Whether what a move leaves of its time is lost: then it takes all of it, which serves the tree that the next search goes
    /// on from, unless the game is as good as decided.
    pub fixed_time: bool,
    /// How to think.
    pub settings: &'a Settings,
    /// Use no kept tree and keep none.
    pub fresh: bool,
    /// How often to report; `None`: not at all.
    pub report_every: Option<Duration>,
    /// Whether reports tell whose each point will be.
    pub ownership: bool,
    /// Whether they also tell it for each move at the root.
    pub move_ownership: bool,
    /// Whether to spend the limits though no other move can become the best any more: for what a report shows, not
    /// for the move.
    pub to_the_limit: bool,
    /// Moves that are left out near the root. With any, no kept tree is used or kept.
    pub restrictions: &'a [Restriction],
    /// Ends the search from outside.
    pub interrupt: &'a Interrupt,
}

impl<'a> Request<'a> {
    /// A request for a move alone: no reports, and a kept tree serves.
    pub fn new(seat: Seat, limits: Limits, settings: &'a Settings, interrupt: &'a Interrupt) -> Request<'a> {
        Request {
            seat,
            limits,
            reserve: Duration::ZERO,
            fixed_time: false,
            settings,
            fresh: false,
            report_every: None,
            ownership: false,
            move_ownership: false,
            to_the_limit: false,
            restrictions: &[],
            interrupt,
        }
    }
}

/// A game in progress and the search that plays it.
///
/// ```
/// use quintet::engine::{AnyPlayer, Player, Request, Settings};
/// use quintet::game::Game;
/// use quintet::games::{self, Visitor};
/// use quintet::history::History;
/// use quintet::search::{Interrupt, Limits};
/// use quintet::setup::Setup;
///
/// /// The move of a search, and how often it was tried.
/// struct Think;
/// impl Visitor for Think {
///     type Output = (String, u64);
///     fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
///         let mut player = Player::new(History::new(setup.clone(), G::new(setup)));
///         let (limits, interrupt) = (Limits { visits: Some(100), time: None }, Interrupt::default());
///         let settings = Settings { seed: 7, ..Settings::default() };
///         let seat = player.history().to_move();
///         let choice = player.choose(&Request::new(seat, limits, &settings, &interrupt), &mut |_| {});
///         let best = &choice.report.candidates[0];
///         (format!("{:?}", best.mv), best.visits.into())
///     }
/// }
/// let alaric = Setup::new(games::find("alaric").unwrap()).with_size(5).unwrap();
/// let (mv, visits) = games::visit(&alaric, Think);
/// assert!(visits > 0, "{mv}");
/// ```
pub struct Player<G: Game> {
    history: History<G>,
    kept: Option<KeptTree<G>>,
    /// Where in the game, and for whom, the expected result was below the share at which to resign.
    low: Vec<(usize, Seat)>,
}

/// A tree that an earlier search grew, and for what it holds.
struct KeptTree<G: Game> {
    tree: Tree,
    setup: Setup,
    start: G,
    moves: Vec<(Seat, Move)>,
    seat: Seat,
    seed: u64,
    hash_mib: usize,
    tuning: Adjustments,
    /// By which searches it was grown, where one thread did it from nothing within bounds of visits: it is then
    /// the beginning of a repeatable search of the same kind.
    pure: Option<Pure>,
}

/// What repeatable searches that grew a tree had in common.
#[derive(Clone, Copy, PartialEq)]
struct Pure {
    /// The bound of visits.
    visits: u64,
    /// Whether the searches went on to their bound.
    to_the_limit: bool,
}

/// So many moves in a row must look lost before the player resigns.
const LOW_MOVES: usize = 3;

/// With fewer simulations an expected result is too uncertain to resign on.
const RESIGN_VISITS: u64 = 100;

/// The share of a move's time that looking for exact values may take.
const EXACT_SHARE: u32 = 8;

/// Random games played to guess how long this one goes on.
const LENGTH_SAMPLES: u32 = 8;

impl<G: Game> Player<G> {
    /// A player for a game that goes on from `history`.
    pub fn new(history: History<G>) -> Player<G> {
        G::prepare();
        Player { history, kept: None, low: Vec::new() }
    }

    /// The kept tree as far as it serves for the position now with `seat` to move. To a search that is to be
    /// repeatable nothing serves but what it would have grown itself.
    fn take_tree(&mut self, seat: Seat, settings: &Settings, repeatable: Option<Pure>) -> Option<Tree> {
        let kept = self.kept.take()?;
        let moves = self.history.moves();
        let same_game = (kept.seed, kept.hash_mib) == (settings.seed, settings.hash_mib)
            && kept.tuning == settings.tuning
            && kept.setup == *self.history.setup()
            && kept.start == *self.history.start()
            && moves.starts_with(&kept.moves);
        if !same_game {
            return None;
        }
        let since = &moves[kept.moves.len()..];
        if since.is_empty() {
            let serves = match (repeatable, kept.pure) {
                (None, _) => true,
                (Some(now), Some(then)) => then == now,
                (Some(_), None) => false,
            };
            return (serves && kept.seat == seat).then_some(kept.tree);
        }
        if repeatable.is_some() {
            return None;
        }
        let mut turn = kept.seat;
        for &(mover, _) in since {
            if mover != turn {
                return None;
            }
            turn = turn.other();
        }
        let moves: Vec<Move> = since.iter().map(|&(_, mv)| mv).collect();
        (turn == seat).then(|| kept.tree.descend(&moves)).flatten()
    }

    fn search(&mut self, request: &Request<'_>, watch: &mut dyn FnMut(&Report)) -> Option<SearchResult> {
        let started = Instant::now();
        let Request { seat, limits, settings, to_the_limit, restrictions, .. } = *request;
        let fresh = request.fresh || !restrictions.is_empty();
        let alone = settings.threads <= 1 && limits.time.is_none();
        let repeatable = limits.visits.filter(|_| alone).map(|visits| Pure { visits, to_the_limit });
        let kept = if fresh { None } else { self.take_tree(seat, settings, repeatable) };
        self.kept = None;
        let mut root = self.history.walk(seat);
        root.normalize();
        if root.is_over() || root.position().count_legal() == 0 {
            return None;
        }
        let tree = kept.unwrap_or_else(|| Tree::new(settings.hash_mib));
        let tuning = settings.tuning.tuning(Weights::of(G::info()));
        let mut search = Search {
            tree,
            stream: settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ root.position().key(),
            root,
            geometry: self.history.geometry(),
            tuning: &tuning,
            threads: settings.threads,
            limits,
            reserve: request.reserve,
            fixed_time: request.fixed_time,
            report_every: request.report_every,
            ownership: request.ownership,
            move_ownership: request.move_ownership,
            to_the_limit,
            restrictions,
            interrupt: request.interrupt,
            started,
        };
        if search.moves().is_empty() {
            return None;
        }
        let found = search.run(watch);
        if !fresh {
            self.kept = Some(KeptTree {
                tree: search.tree,
                setup: self.history.setup().clone(),
                start: self.history.start().clone(),
                moves: self.history.moves().to_vec(),
                seat,
                seed: settings.seed,
                hash_mib: settings.hash_mib,
                tuning: settings.tuning,
                pure: repeatable,
            });
        }
        Some(found)
    }

    /// Notes whether the game looks lost to `seat`, and tells whether to resign.
    fn resigns(&mut self, seat: Seat, settings: &Settings, report: &Report) -> bool {
        let now = self.history.moves().len();
        self.low.retain(|&(at, _)| at < now);
        let Some(best) = report.candidates.first() else { return false };
        let known = report.proof.is_some() || report.visits >= RESIGN_VISITS;
        if !(known && best.win_rate < settings.resign_below) {
            self.low.retain(|&(_, who)| who != seat);
            return false;
        }
        self.low.push((now, seat));
        let in_a_row = self.low.iter().filter(|&&(_, who)| who == seat).count();
        report.proof == Some(Proof::Loss) || in_a_row >= LOW_MOVES
    }
}

/// Whether there is less time for a move than looking for exact values may take.
fn hurries(request: &Request<'_>) -> bool {
    let short = request.limits.time.is_some_and(|time| time < exact::LEAST_TIME);
    short || request.interrupt.urgency() != Urgency::None
}

/// Counts one seat's moves in a random game.
struct MoveCount {
    seat: Seat,
    moves: u32,
}

impl Trace for MoveCount {
    fn played(&mut self, seat: Seat, _: Move) {
        self.moves += u32::from(seat == self.seat);
    }
}

impl<G: Game> AnyPlayer for Player<G> {
    fn history(&self) -> &dyn AnyHistory {
        &self.history
    }

    fn history_mut(&mut self) -> &mut dyn AnyHistory {
        &mut self.history
    }

    fn choose(&mut self, request: &Request<'_>, watch: &mut dyn FnMut(&Report)) -> Choice {
        let began = Instant::now();
        let wanted = request.settings.exact && request.restrictions.is_empty() && !hurries(request);
        let share = request.limits.time.map(|time| time / EXACT_SHARE);
        let exact = if wanted { exact::find(&self.history, request.seat, share) } else { None };
        // What it took is not there for the search any more.
        let time =
            request.limits.time.map(|time| time.saturating_sub(if wanted { began.elapsed() } else { Duration::ZERO }));
        let request = &Request { limits: Limits { time, ..request.limits }, ..*request };
        match self.search(request, watch) {
            Some(SearchResult { mut mv, mut report }) => {
                mv = exact.and_then(|exact| exact.correct(&mut report)).unwrap_or(mv);
                let resigns = self.resigns(request.seat, request.settings, &report);
                Choice { mv: Some(mv), resigns, report }
            }
            None => Choice { mv: None, resigns: false, report: Report::empty(request.seat) },
        }
    }

    fn solve(&self, seat: Seat, limits: solve::Limits, go_on: &(dyn Fn() -> bool + Sync)) -> Solution {
        let walk = self.history.walk(seat);
        solve::solve(self.history.setup(), walk.position(), limits, &|_| go_on())
    }

    fn exact(&self, seat: Seat) -> Option<Exact> {
        exact::find(&self.history, seat, None).filter(|exact| exact.proved)
    }

    fn ponder(&mut self, settings: &Settings, interrupt: &Interrupt) {
        let request = Request::new(self.history.to_move(), Limits::default(), settings, interrupt);
        self.search(&request, &mut |_| {});
    }

    fn moves_left(&self, seat: Seat) -> u32 {
        let mut rng = Rng::seed_from_u64(self.history.position().key());
        let mut count = MoveCount { seat, moves: 0 };
        if !AnyHistory::is_over(&self.history) {
            for _ in 0..LENGTH_SAMPLES {
                self.history.position().clone().playout(&mut rng, &mut count);
            }
        }
        // Random games of capture go on for longer than games between players.
        (count.moves * 3 / (4 * LENGTH_SAMPLES)).max(1)
    }

    fn priors(&self, seat: Seat) -> Vec<(Move, f32)> {
        let mut walk = self.history.walk(seat);
        walk.normalize();
        let mut moves = Vec::new();
        walk.legal_moves(&mut moves);
        if moves.is_empty() {
            return Vec::new();
        }
        let tree = Tree::new(1);
        let mut priors = Vec::new();
        Adjustments::default().tuning(Weights::of(G::info())).judge(walk.position(), &moves, &mut priors);
        tree.expand(&mut Nursery::default(), tree.root(), &moves, &priors);
        tree.children(tree.root()).iter().map(|child| (child.mv(), child.prior())).collect()
    }

    fn clear_tree(&mut self) {
        self.kept = None;
    }
}
