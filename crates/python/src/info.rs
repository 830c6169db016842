//! Facts about a game.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use quintet_core::setup::GameInfo;

/// The constant facts about a game.
#[pyclass(name = "GameInfo", module = "quintet", frozen)]
pub struct PyGameInfo(pub &'static GameInfo);

#[pymethods]
impl PyGameInfo {
    /// The identifier, such as ``"cascade"``.
    #[getter]
    fn id(&self) -> &'static str {
        self.0.id
    }

    /// The name of the game.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.title
    }

    /// The rules in a paragraph.
    #[getter]
    fn summary(&self) -> &'static str {
        self.0.presentation.summary
    }

    /// The smallest and the largest size. Some rules allow only some of the sizes between them.
    #[getter]
    fn sizes(&self) -> (u16, u16) {
        (*self.0.sizes.start(), *self.0.sizes.end())
    }

    /// The default size.
    #[getter]
    fn default_size(&self) -> u16 {
        self.0.default_size
    }

    /// `True` if width and height may differ.
    #[getter]
    fn rectangular(&self) -> bool {
        self.0.rectangular
    }

    /// The rules that can be chosen, with their values, the default first.
    #[getter]
    fn rules(&self) -> BTreeMap<&'static str, Vec<&'static str>> {
        self.0.rules.iter().map(|rule| (rule.name, rule.values.to_vec())).collect()
    }

    /// The kinds of stone that a move can place, in the order of the actions.
    #[getter]
    fn kinds(&self) -> Vec<&'static str> {
        self.0.kinds.iter().map(|kind| kind.name).collect()
    }

    /// All stones that can stand on the board, in the order of the planes.
    #[getter]
    fn stones(&self) -> Vec<&'static str> {
        self.0.stones.iter().map(|stone| stone.name()).collect()
    }

    /// The side that begins: ``"black"`` or ``"white"``.
    #[getter]
    fn first(&self) -> &'static str {
        self.0.first.name()
    }

    /// `True` if a side may pass before the end of the game.
    #[getter]
    fn passes(&self) -> bool {
        self.0.passes
    }

    /// `True` if komi counts.
    #[getter]
    fn komi(&self) -> bool {
        self.0.komi
    }

    /// `True` if points can be blocked before the first move.
    #[getter]
    fn blocking(&self) -> bool {
        self.0.blocking
    }

    /// `True` if margins are points, so that a larger margin is better.
    #[getter]
    fn has_margin(&self) -> bool {
        self.0.has_margin
    }

    fn __repr__(&self) -> String {
        format!("<quintet.GameInfo {}>", self.0.id)
    }
}
