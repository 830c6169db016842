//! The engine.

use std::sync::Arc;
use std::time::Duration;

use quintet_core::game::Game;
use quintet_core::position::PlayoutObserver;
use quintet_core::random::seeded;
use quintet_core::setup::Setup;
use quintet_core::time::TimeSource;
use quintet_core::types::{Move, Seat};
use quintet_core::weights::Weights;
use quintet_search::{
    Interrupt, Limits, Report, Search, SearchOptions, SearchResult, Tree, Urgency, complete, prior_probabilities,
};
use quintet_solve::{Solution, ValueStore};

use crate::exact_values::{self, ExactValues};
use crate::knowledge::Knowledge;
use crate::leads::Leads;
use crate::life;
use crate::resignation::Judgements;
use crate::settings::{Choice, Request, Settings};
use crate::tree_reuse::KeptTree;

/// The fraction of a move's time that looking for exact values may take.
const EXACT_SHARE: u32 = 8;

/// The number of playouts that estimate how long the game goes on.
const LENGTH_SAMPLES: u32 = 8;

/// A game in progress and the search that plays it.
///
/// ```
/// use quintet_core::game::Game;
/// use quintet_core::setup::Setup;
/// use quintet_engine::{Engine, Knowledge, Request, Settings};
/// use quintet_search::{Interrupt, Limits};
///
/// let setup = Setup::new(quintet_games::find("cascade").unwrap()).with_size(3).unwrap();
/// let mut engine = Engine::new(Game::new(setup), &Knowledge::default());
/// let (limits, settings) = (Limits { visits: Some(200), time: None }, Settings::default());
/// let interrupt = Interrupt::default();
/// let seat = engine.game().to_move();
/// let choice = engine.choose(&Request::new(seat, limits, &settings, &interrupt), &mut |_| {});
/// engine.game_mut().play(seat, choice.mv.unwrap()).unwrap();
/// println!("{} wins {:.0} %", seat.name(), 100.0 * choice.report.win_rate);
/// ```
pub struct Engine {
    game: Game,
    knowledge: Knowledge,
    weights: Arc<Weights>,
    kept: Option<KeptTree>,
    /// The setup of which a table of all positions was not finished, and the time for a move then.
    table_given_up: Option<(Setup, Duration)>,
    judgements: Judgements,
}

impl Engine {
    /// Creates an engine for a game in progress.
    pub fn new(game: Game, knowledge: &Knowledge) -> Engine {
        let game = life::judged(game, knowledge);
        let weights = knowledge.weights(game.setup());
        if !game.is_over() {
            // Makes the tables that the first move would otherwise have to make.
            let (mut moves, mut priors) = (Vec::new(), Vec::new());
            game.position().legal_moves(&mut moves);
            game.position().priors(&weights, &moves, &mut priors);
        }
        Engine {
            game,
            knowledge: knowledge.clone(),
            weights,
            kept: None,
            table_given_up: None,
            judgements: Judgements::default(),
        }
    }

    /// The game in progress.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game in progress, to be changed. The engine finds out by itself which part of its tree
    /// it can still use.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// The learned weights that the engine uses.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Thinks and chooses a move; plays nothing. Calls `on_report` about every
    /// [`SearchOptions::report_every`].
    pub fn choose(&mut self, request: &Request<'_>, on_report: &mut dyn FnMut(&Report)) -> Choice {
        complete(self.choose_in_slices(request, on_report))
    }

    /// Does the same as a future that is pending at every pause of the search
    /// ([`SearchOptions::slice`]).
    pub async fn choose_in_slices(&mut self, request: &Request<'_>, on_report: &mut dyn FnMut(&Report)) -> Choice {
        if let Some(level) = request.level {
            return self.choose_at_level(request, level, on_report).await;
        }
        let options = request.options;
        let started = options.time.now();
        let wanted = request.settings.exact && options.restrictions.is_empty() && !is_hurried(&options, started);
        let share = options.limits.time.map(|time| time / EXACT_SHARE);
        let exact = if wanted { self.find_exact_values(request, share) } else { None };
        // The time that this took is not available to the search.
        let used = if wanted { options.time.since(started) } else { Duration::ZERO };
        let time = options.limits.time.map(|time| time.saturating_sub(used));
        let options = SearchOptions { limits: Limits { time, ..options.limits }, ..options };
        let priors = if exact.is_some() { self.priors(request.seat, request.settings) } else { Vec::new() };
        let leads = Leads::of(&self.game, request.seat);
        let correct = |report: &mut Report| {
            let best = exact.as_ref().and_then(|exact| exact.correct(report, &|mv| prior_of(&priors, mv)));
            leads.align(report);
            best
        };
        let mut report_corrected = |report: &Report| {
            let mut report = report.clone();
            correct(&mut report);
            on_report(&report);
        };
        let found = self.search(&Request { options, ..*request }, &mut report_corrected).await;
        match found {
            Some(SearchResult { mut mv, mut report }) => {
                mv = correct(&mut report).unwrap_or(mv);
                let resigns = self.resigns(request, &report);
                Choice { mv: Some(mv), resigns, report }
            }
            None => Choice { mv: None, resigns: false, report: Report::empty(request.seat) },
        }
    }

    /// Returns the exact values for a move, if they are found in time. A table of all positions
    /// gets up to half of the time, and is not tried again with the same time if that is not
    /// enough.
    fn find_exact_values(&mut self, request: &Request<'_>, share: Option<Duration>) -> Option<ExactValues> {
        let Request { seat, options, .. } = request;
        let (started, limit) = (options.time.now(), options.limits.time);
        let is_late = || limit.is_some_and(|limit| options.time.since(started) >= limit / 2);
        let go_on = || !options.is_over(started) && !is_late();
        let setup = self.game.setup();
        let given_up = self.table_given_up.as_ref();
        let tables = !given_up.is_some_and(|(of, time)| of == setup && limit.is_some_and(|limit| limit <= *time));
        let store = if request.is_repeatable() { self.knowledge.values() } else { self.known_values() };
        let found = exact_values::find(&self.game, store, *seat, share, tables, &go_on);
        if let Some(limit) = limit.filter(|_| tables && found.is_none() && is_late()) {
            self.table_given_up = Some((setup.clone(), limit));
        }
        found
    }

    /// Thinks about the position with its side to move until `interrupt` is called, or until there
    /// is nothing more to find out; a later [`Engine::choose`] goes on from there.
    ///
    /// For the opponent's time: call it when there is nothing else to do, and let the reader of
    /// commands call the interrupt.
    pub fn ponder(&mut self, settings: &Settings, interrupt: &Interrupt, time: &dyn TimeSource) {
        complete(self.ponder_in_slices(settings, interrupt, time, None));
    }

    /// Does the same as a future that is pending after every `slice`.
    pub async fn ponder_in_slices(
        &mut self,
        settings: &Settings,
        interrupt: &Interrupt,
        time: &dyn TimeSource,
        slice: Option<Duration>,
    ) {
        let request = Request::new(self.game.to_move(), Limits::default(), settings, interrupt);
        let request = Request { options: SearchOptions { time, slice, ..request.options }, ..request };
        self.search(&request, &mut |_| {}).await;
    }

    /// Returns the number of moves that `seat` makes until the end of the game, if it goes on as a
    /// random one, for [`Clock::plan`](crate::Clock::plan).
    pub fn moves_left(&self, seat: Seat) -> u32 {
        let mut rng = seeded(self.game.position().key());
        let mut moves = 0;
        if !self.game.is_over() {
            for _ in 0..LENGTH_SAMPLES {
                let count = &mut |mover: Seat, _| moves += u32::from(mover == seat);
                self.game.position().boxed_clone().playout(&mut rng, PlayoutObserver::Each(count));
            }
        }
        (moves / LENGTH_SAMPLES).max(1)
    }

    /// Returns the legal moves of `seat`, as if it moved now, with their prior probabilities, which
    /// sum to 1.
    pub fn priors(&self, seat: Seat, settings: &Settings) -> Vec<(Move, f32)> {
        let mut root = self.game.search_position(seat);
        root.normalize();
        prior_probabilities(&root, &settings.params.resolve(&self.weights), &self.weights)
    }

    /// Returns the prior probability of a move of `seat`.
    pub(crate) fn prior(&self, seat: Seat, settings: &Settings, mv: Move) -> f64 {
        prior_of(&self.priors(seat, settings), mv)
    }

    /// Drops the tree of earlier searches.
    pub fn clear_tree(&mut self) {
        self.kept = None;
    }

    /// Drops everything that was found out about the game in progress, because another one begins
    /// on the same board.
    pub fn forget_game(&mut self) {
        self.clear_tree();
        self.judgements = Judgements::default();
    }

    /// Returns the exact value of the position with `seat` to move, as a fresh start (see
    /// [`quintet_solve::solve`]). Stops with what is known when `go_on`, which is asked regularly,
    /// returns `false`.
    pub fn solve(&self, seat: Seat, limits: quintet_solve::Limits, go_on: &(dyn Fn() -> bool + Sync)) -> Solution {
        let root = self.game.search_position(seat);
        let setup = self.game.setup();
        let store = self.knowledge.values();
        let store = if store.contains(setup) || exact_values::has_table_for_move(setup) {
            store
        } else {
            self.knowledge.solved()
        };
        quintet_solve::solve(setup, root.position(), limits, store, &|_| go_on())
    }

    /// Returns the exact values with those of the current board, if any are known: also those that
    /// were computed because somebody asked for them.
    fn known_values(&self) -> &ValueStore {
        if self.knowledge.solved().contains(self.game.setup()) {
            self.knowledge.solved()
        } else {
            self.knowledge.values()
        }
    }

    /// Returns the exact values of the moves of `seat`, if they are known or quickly found, before
    /// `go_on`, which is asked regularly, returns `false`.
    pub fn exact_values(&self, seat: Seat, go_on: &(dyn Fn() -> bool + Sync)) -> Option<ExactValues> {
        exact_values::find(&self.game, self.known_values(), seat, None, true, go_on).filter(|exact| exact.proved)
    }

    pub(crate) async fn search(
        &mut self,
        request: &Request<'_>,
        on_report: &mut dyn FnMut(&Report),
    ) -> Option<SearchResult> {
        let Request { seat, settings, options, .. } = *request;
        let started = options.time.now();
        let fresh = request.fresh || !options.restrictions.is_empty();
        // What an earlier search left depends on when it stopped, and so would the move.
        let kept = self.kept.take().filter(|_| !fresh && !request.is_repeatable());
        let go_on = || options.interrupt.urgency() != Urgency::Now;
        let kept = kept.and_then(|kept| kept.reuse(&self.game, seat, settings, &go_on));
        let mut root = self.game.search_position(seat);
        root.normalize();
        if root.is_over() || root.position().count_legal() == 0 {
            return None;
        }
        let params = settings.params.resolve(&self.weights);
        let tree = kept.unwrap_or_else(|| Tree::new(settings.hash_mib));
        let mut search = Search::new(&self.game, root, &params, &self.weights, tree, options);
        search.stream ^= settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (search.threads, search.started) = (settings.threads, started);
        if search.moves().is_empty() {
            return None;
        }
        let found = search.run_in_slices(on_report).await;
        if !fresh {
            self.kept = Some(KeptTree::new(search.tree, &self.game, seat, settings));
        }
        Some(found)
    }

    /// Records whether the game looks lost for `seat`, and returns whether to resign.
    /// Returns whether to resign, and records whether the game looks lost if the move counts.
    pub(crate) fn resigns(&mut self, request: &Request<'_>, report: &Report) -> bool {
        let Request { seat, settings, tentative, .. } = *request;
        self.judgements.resigns(&self.game, seat, settings.resign_below, report, tentative)
    }
}

/// Returns the prior probability of a move in a list.
fn prior_of(priors: &[(Move, f32)], mv: Move) -> f64 {
    priors.iter().find(|prior| prior.0 == mv).map_or(0.0, |prior| f64::from(prior.1))
}

/// Returns whether there is less time for a move than looking for exact values may take.
fn is_hurried(options: &SearchOptions<'_>, started: Duration) -> bool {
    let short = options.limits.time.is_some_and(|time| time < exact_values::MIN_TIME);
    short || options.is_over(started)
}
