//! The Python module `quintet._quintet`, which the package `quintet` re-exports: boards, legal
//! moves, games as text and SGF, planes for learning, search and exact values.
//!
//! Whatever a caller passes ends as a value or a Python exception: `ValueError` with a sentence for
//! input that is not accepted, `RuntimeError` for a panic. Searches run without the interpreter lock
//! and stop when a signal handler raises, as that of Ctrl-C does.

mod actions;
mod arguments;
mod engine;
mod error;
mod game;
mod info;
mod interruptible;
mod planes;
mod results;

use pyo3::prelude::*;

/// The compiled part of the package `quintet`.
#[pymodule]
mod _quintet {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::engine::PyEngine;
    #[pymodule_export]
    use super::game::PyGame;
    #[pymodule_export]
    use super::info::PyGameInfo;
    #[pymodule_export]
    use super::results::{PyCandidate, PyOutcome, PySearchResult, PySolution};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    /// Returns the facts about all games.
    #[pyfunction]
    fn games() -> Vec<PyGameInfo> {
        quintet_games::GAMES.iter().copied().map(PyGameInfo).collect()
    }
}
