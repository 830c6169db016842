//! The engine: searches and exact values.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use quintet_core::game::Game;
use quintet_engine::{Choice, Engine, Knowledge, Level, Request, Settings};
use quintet_search::{Interrupt, Limits, MAX_THREADS, SearchOptions, Urgency};
use quintet_solve as solve;

use crate::arguments;
use crate::error::ModuleError;
use crate::game::PyGame;
use crate::interruptible::interruptible;
use crate::results::{PySearchResult, PySolution};

/// The largest tree, in MiB.
const MAX_HASH: u64 = 1 << 20;

/// Chooses moves by tree search and exact values, and solves positions.
///
/// It keeps the tree of its latest search and what it has solved, so use one engine for a game. With
/// one thread and a limit in visits alone, a move depends on the position, the seed and the visits,
/// and is the move of ``genmove`` in the program.
///
/// Args:
///     seed: of all random choices, from 0 to 2**64 - 1; a random one if it is None.
///     threads: of a search, from 1 to 256.
///     hash: memory for the tree and for solving, in MiB, from 1 to 1048576.
///     exact: whether to play by exact values where they are known or quickly found.
///
/// Raises:
///     ValueError: if a number is out of range.
#[pyclass(name = "Engine", module = "quintet", frozen)]
pub struct PyEngine {
    settings: Settings,
    knowledge: Knowledge,
    /// The engine of the latest search, with its tree; `None` while it searches.
    kept: Mutex<Option<Engine>>,
}

impl PyEngine {
    /// Returns the engine for a game: the kept one if it is for the same board.
    fn engine(&self, game: Game) -> Engine {
        let kept = self.kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        match kept.filter(|engine| engine.game().setup() == game.setup()) {
            Some(mut engine) => {
                *engine.game_mut() = game;
                engine
            }
            None => Engine::new(game, &self.knowledge),
        }
    }

    fn keep(&self, engine: Engine) {
        *self.kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(engine);
    }

    /// Searches, and keeps the tree.
    fn choose(&self, game: Game, request: &Request<'_>) -> Choice {
        let mut engine = self.engine(game);
        let choice = engine.choose(request, &mut |_| {});
        self.keep(engine);
        choice
    }
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (*, seed=None, threads=None, hash=None, exact=true))]
    fn py_new(
        seed: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        hash: Option<&Bound<'_, PyAny>>,
        exact: bool,
    ) -> PyResult<PyEngine> {
        let mut settings = Settings { exact, ..Settings::default() };
        settings.seed = match seed {
            Some(seed) => arguments::whole("seed", seed, 0, u64::MAX)?,
            None => rand::random(),
        };
        if let Some(threads) = threads {
            settings.threads = arguments::whole("threads", threads, 1, MAX_THREADS as u64)? as usize;
        }
        if let Some(hash) = hash {
            settings.hash_mib = arguments::whole("hash", hash, 1, MAX_HASH)? as usize;
        }
        Ok(PyEngine { settings, knowledge: Knowledge::default(), kept: Mutex::default() })
    }

    /// The seed of all random choices.
    #[getter]
    fn seed(&self) -> u64 {
        self.settings.seed
    }

    /// The number of threads of a search.
    #[getter]
    fn threads(&self) -> usize {
        self.settings.threads
    }

    /// Searches for the best move of the side to move; does not play it. Other Python threads run
    /// meanwhile, and Ctrl-C stops it.
    ///
    /// Args:
    ///     game: the game, which is not changed.
    ///     visits: the number of simulations, at least 1.
    ///     seconds: the time, above 0. Without visits, seconds and level it is 1 second.
    ///     level: plays like a level, from 1 (weakest) to 12, which has visits of its own.
    ///     ownership: whether to estimate the owner of each cell, which takes some more time.
    ///
    /// Raises:
    ///     ValueError: if a number is out of range, or the game is over.
    #[pyo3(signature = (game, *, visits=None, seconds=None, level=None, ownership=false))]
    fn search(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyGame>,
        visits: Option<&Bound<'_, PyAny>>,
        seconds: Option<f64>,
        level: Option<&Bound<'_, PyAny>>,
        ownership: bool,
    ) -> PyResult<PySearchResult> {
        let visits = visits.map(|visits| arguments::whole("visits", visits, 1, u64::MAX)).transpose()?;
        let time = seconds.map(arguments::seconds).transpose()?;
        let level = level.map(|level| arguments::whole("level", level, 0, u64::MAX)).transpose()?;
        let level = level.map(Level::new).transpose().map_err(ModuleError::from)?;
        let limits = Limits { visits, time };
        let limit = [("visits", visits.is_some()), ("seconds", time.is_some())].into_iter().find(|limit| limit.1);
        if let (Some(_), Some((name, _))) = (level, limit) {
            return Err(ModuleError::LevelLimits(name).into());
        }

        // A copy: the caller may go on with its game meanwhile.
        let game = game.borrow().game().clone();
        let interrupt = Interrupt::default();
        let limits = if level.is_some() { limits } else { limits.or_default() };
        let request = Request::new(game.to_move(), limits, &self.settings, &interrupt);
        let request = Request { options: SearchOptions { ownership, ..request.options }, ..request };
        let request = request.at_level(level.map(|level| level.of(game.info())));
        let searched = game.clone();
        let choice = interruptible(py, || interrupt.call(Urgency::Now), || self.choose(searched, &request))?;
        let mv = choice.mv.ok_or(ModuleError::Over)?;
        Ok(PySearchResult::new(&game, &choice, mv))
    }

    /// Finds the exact value of the position with best play, as far as the limits allow. Other
    /// Python threads run meanwhile, and Ctrl-C stops it.
    ///
    /// Args:
    ///     game: the game, which is not changed; earlier boards do not count.
    ///     seconds: the time limit, above 0; none if it is None.
    ///     nodes: the number of positions to look at in a search; no limit if it is None.
    ///
    /// Raises:
    ///     ValueError: if a number is out of range.
    #[pyo3(signature = (game, *, seconds=None, nodes=None))]
    fn solve(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyGame>,
        seconds: Option<f64>,
        nodes: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PySolution> {
        let limits = solve::Limits {
            threads: self.settings.threads,
            memory: (self.settings.hash_mib as u64) << 20,
            nodes: nodes.map(|nodes| arguments::whole("nodes", nodes, 1, u64::MAX)).transpose()?,
            time: seconds.map(arguments::seconds).transpose()?,
            ..solve::Limits::default()
        };
        let game = game.borrow().game().clone();
        let (seat, interrupted) = (game.to_move(), AtomicBool::new(false));
        let engine = Engine::new(game.clone(), &self.knowledge);
        let solution = interruptible(
            py,
            || interrupted.store(true, Ordering::Relaxed),
            || engine.solve(seat, limits, &|| !interrupted.load(Ordering::Relaxed)),
        )?;
        Ok(PySolution::new(&game, &solution))
    }

    fn __repr__(&self) -> String {
        format!("<quintet.Engine seed={} threads={}>", self.settings.seed, self.settings.threads)
    }
}
