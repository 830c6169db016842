//! A game in progress.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};
use quintet_core::game::Game;
use quintet_core::types::Move;
use quintet_engine::{Knowledge, life};
use quintet_record::setup_words::SetupWords;
use quintet_record::svg::{PictureOptions, picture};
use quintet_record::{position_line, sgf, text};

use crate::actions;
use crate::arguments::{self, MoveArgument, SizeArgument};
use crate::error::ModuleError;
use crate::info::PyGameInfo;
use crate::interruptible::guarded;
use crate::planes;
use crate::results::PyOutcome;

/// A game in progress: a position with its moves.
///
/// Args:
///     game: the identifier, a key of ``quintet.GAMES``; Stoical Go if it is None.
///     size: the side, ``"9x7"``, or ``(width, height)``; the game's default if it is None.
///     rules: names and values of rules; rules that are left out have their defaults.
///     komi: the points that White receives; without effect in games without komi.
///     blocked: the vertices of blocked points, such as ``["A1", "D4"]``.
///
/// Raises:
///     ValueError: if there is no such board; the message says what there is.
#[pyclass(name = "Game", module = "quintet")]
pub struct PyGame {
    game: Game,
}

impl PyGame {
    /// Wraps a game; its rules may need a judge of dead stones at the end.
    fn new(game: Game) -> PyGame {
        PyGame { game: life::judged(game, &Knowledge::default()) }
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    fn word(&self, mv: Move) -> String {
        self.game.word(mv)
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (game=None, size=None, *, rules=None, komi=None, blocked=None))]
    fn py_new(
        game: Option<String>,
        size: Option<SizeArgument>,
        rules: Option<BTreeMap<String, String>>,
        komi: Option<f64>,
        blocked: Option<Vec<String>>,
    ) -> PyResult<PyGame> {
        let words = SetupWords {
            game,
            size: size.map(SizeArgument::text),
            rules: rules.into_iter().flatten().collect(),
            komi,
            blocked: blocked.unwrap_or_default(),
        };
        guarded(|| Ok::<_, ModuleError>(PyGame::new(Game::new(words.read()?))))
    }

    /// Starts a game from a position line, as ``position()`` returns it.
    ///
    /// Raises:
    ///     ValueError: if the line is not a position; the message says why.
    #[staticmethod]
    fn from_position(line: &str) -> PyResult<PyGame> {
        guarded(|| {
            let (setup, diagram) = position_line::read(line)?;
            Ok::<_, ModuleError>(PyGame::new(Game::from_diagram(setup, &diagram)?))
        })
    }

    /// Reads an SGF file, text or bytes of at most 16 MiB: the main line to its end.
    ///
    /// Raises:
    ///     ValueError: if it is not a game that quintet plays; the message says why.
    #[staticmethod]
    fn from_sgf(sgf: &Bound<'_, PyAny>) -> PyResult<PyGame> {
        let bytes = match sgf.cast::<PyBytes>() {
            Ok(bytes) => bytes.as_bytes().to_vec(),
            Err(_) => sgf.extract::<String>()?.into_bytes(),
        };
        if bytes.len() as u64 > sgf::LARGEST {
            return Err(ModuleError::from(sgf::SgfError { line: 0, problem: sgf::SgfProblem::Large }).into());
        }
        guarded(|| Ok::<_, ModuleError>(PyGame::new(sgf::read(&bytes, None)?.replay())))
    }

    /// The facts about the game.
    #[getter]
    fn info(&self) -> PyGameInfo {
        PyGameInfo(self.game.info())
    }

    /// The number of columns.
    #[getter]
    fn width(&self) -> u16 {
        self.game.setup().width()
    }

    /// The number of rows.
    #[getter]
    fn height(&self) -> u16 {
        self.game.setup().height()
    }

    /// The names and values of the rules.
    #[getter]
    fn rules(&self) -> BTreeMap<&'static str, &'static str> {
        self.game.setup().rules().collect()
    }

    /// The points that White receives.
    #[getter]
    fn komi(&self) -> f64 {
        self.game.setup().komi()
    }

    /// The vertices of all points of the board, row by row from the bottom.
    #[getter]
    fn points(&self) -> Vec<String> {
        let geometry = self.game.geometry();
        geometry.points().map(|point| geometry.vertex(point).to_string()).collect()
    }

    /// The stones by vertex, row by row from the bottom; blocked points too.
    #[getter]
    fn stones<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (geometry, stones) = (self.game.geometry(), PyDict::new(py));
        for point in geometry.points() {
            if let Some(stone) = self.game.stone(point) {
                stones.set_item(geometry.vertex(point).to_string(), stone.name())?;
            }
        }
        Ok(stones)
    }

    /// The side to move: ``"black"`` or ``"white"``.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.game.to_move().name()
    }

    /// The moves since the start, as pairs of seat and word.
    #[getter]
    fn moves(&self) -> Vec<(&'static str, String)> {
        self.game.moves().iter().map(|&(seat, mv)| (seat.name(), self.word(mv))).collect()
    }

    /// `True` if the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// The result; ``None`` before the end.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.game.outcome().map(|outcome| PyOutcome::new(&outcome))
    }

    /// The margin for Black as the board stands, in points; ``None`` if it is not known.
    #[getter]
    fn score(&self) -> Option<f64> {
        self.game.score().map(|margin| margin.points())
    }

    /// The 64-bit hash of the position: equal for equal positions of equal boards and rules. It does
    /// not cover komi and earlier boards, and may differ between versions.
    #[getter]
    fn key(&self) -> u64 {
        self.game.key()
    }

    /// The number of actions of this board: ``len(info.kinds) * width * height + 2``.
    #[getter]
    fn action_count(&self) -> usize {
        actions::count(self.game.setup())
    }

    /// Returns the words of the legal moves of a side, as if it moved now; none after the end.
    ///
    /// Args:
    ///     seat: ``"black"`` or ``"white"``; the side to move if it is None.
    #[pyo3(signature = (seat=None))]
    fn legal_moves(&self, seat: Option<&str>) -> PyResult<Vec<String>> {
        let seat = arguments::seat(&self.game, seat)?;
        Ok(self.game.legal_moves(seat).into_iter().map(|mv| self.word(mv)).collect())
    }

    /// Returns the legal moves of the side to move as actions, ascending; none after the end.
    fn legal_actions(&self) -> Vec<usize> {
        let legal = self.game.legal_moves(self.game.to_move());
        let mut legal: Vec<usize> = legal.into_iter().map(|mv| actions::of(self.game.setup(), mv)).collect();
        legal.sort_unstable();
        legal
    }

    /// Returns whether a side may play a move now: a word such as ``"D4"``, ``"red@D4"``, ``"pass"``
    /// or ``"swap-pieces"``, or an action.
    ///
    /// Raises:
    ///     ValueError: if it is no move of this board.
    #[pyo3(signature = (r#move, seat=None))]
    fn is_legal(&self, r#move: MoveArgument, seat: Option<&str>) -> PyResult<bool> {
        let seat = arguments::seat(&self.game, seat)?;
        guarded(|| r#move.read(&self.game, seat).map(|mv| self.game.is_legal(seat, mv)))
    }

    /// Plays a move.
    ///
    /// Args:
    ///     move: a word such as ``"D4"``, ``"red@D4"``, ``"pass"`` or ``"swap-pieces"``, or an
    ///         action. A vertex alone means the side's own stone, where it has one.
    ///     seat: ``"black"`` or ``"white"``, also out of turn; the side to move if it is None.
    ///
    /// Raises:
    ///     ValueError: if the move is illegal, which changes nothing; the message says why.
    #[pyo3(signature = (r#move, seat=None))]
    fn play(&mut self, r#move: MoveArgument, seat: Option<&str>) -> PyResult<()> {
        let seat = arguments::seat(&self.game, seat)?;
        guarded(|| {
            let mv = r#move.read(&self.game, seat)?;
            if let Some(reason) = self.game.why_illegal(seat, mv) {
                return Err(ModuleError::Illegal(self.word(mv), reason));
            }
            self.game.play(seat, mv).map_err(|_| ModuleError::Illegal(self.word(mv), "it is not possible here"))
        })
    }

    /// Takes back moves.
    ///
    /// Raises:
    ///     ValueError: if fewer were played, which changes nothing.
    #[pyo3(signature = (count=1))]
    fn undo(&mut self, count: i64) -> PyResult<()> {
        let error = ModuleError::Undo(count, self.game.moves().len());
        let undone = usize::try_from(count).is_ok_and(|count| self.game.undo(count).is_ok());
        Ok(undone.then_some(()).ok_or(error)?)
    }

    /// Returns the action of a move of the side to move, from 0 to ``action_count - 1``.
    ///
    /// The placement of a stone of kind ``k`` (an index into ``info.kinds``) in column ``x`` and row
    /// ``y``, counted from 0 at A1, is ``(k * height + y) * width + x``. The last two actions are
    /// the pass and the swap.
    ///
    /// Raises:
    ///     ValueError: if the word is no move of this board.
    fn action(&self, r#move: &str) -> PyResult<usize> {
        let mv = MoveArgument::Word(r#move.to_owned()).read(&self.game, self.game.to_move())?;
        Ok(actions::of(self.game.setup(), mv))
    }

    /// Returns the word of an action.
    ///
    /// Raises:
    ///     ValueError: if it is no action, or the action of a cell that does not exist.
    fn r#move(&self, action: i64) -> PyResult<String> {
        Ok(self.word(actions::to_move(self.game.setup(), action)?))
    }

    /// The names of the planes, in the order of ``planes()``.
    #[getter]
    fn plane_names(&self) -> Vec<String> {
        planes::names(self.game.info())
    }

    /// Returns the position as a numpy array of zeros and ones, of shape
    /// ``(len(plane_names), height, width)``. Row 0 is row 1 of the board, column 0 is column A, as
    /// in the numbers of actions.
    ///
    /// The planes are: one for each of ``info.stones``; for each of ``info.kinds`` where the side to
    /// move may place it; the board (without blocked points); all ones if Black is to move; the
    /// point of the last move; all ones if the last move was a pass.
    ///
    /// Raises:
    ///     ImportError: if numpy is not installed.
    #[pyo3(signature = (dtype="float32"))]
    fn planes<'py>(&self, py: Python<'py>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
        let shape = (planes::names(self.game.info()).len(), self.height(), self.width());
        array(py, &planes::planes(&self.game), dtype)?.call_method1("reshape", (shape,))
    }

    /// Returns for each action whether the side to move may play it: a numpy array of ``bool``, of
    /// shape ``(action_count,)``.
    ///
    /// Raises:
    ///     ImportError: if numpy is not installed.
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &planes::legal_mask(&self.game), "bool")
    }

    /// Returns the position in one line, which ``from_position`` reads.
    fn position(&self) -> String {
        position_line::write(&self.game)
    }

    /// Returns the game as an SGF file, which ``from_sgf`` reads.
    ///
    /// Args:
    ///     facts: values of root properties, such as ``{"PB": "quintet", "DT": "2026-11-28"}``.
    #[pyo3(signature = (facts=None))]
    fn to_sgf(&self, facts: Option<BTreeMap<String, String>>) -> String {
        let facts = facts.unwrap_or_default();
        let facts: Vec<(&str, &str)> = facts.iter().map(|(name, value)| (&**name, &**value)).collect();
        sgf::write_game(&self.game, &facts)
    }

    /// Returns a picture of the position as SVG; notebooks show it.
    fn svg(&self) -> String {
        picture(&self.game, &PictureOptions::default())
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// Returns an independent copy.
    fn copy(&self) -> PyGame {
        PyGame { game: self.game.clone() }
    }

    fn __copy__(&self) -> PyGame {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyGame {
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((PyType::new::<PyGame>(py).getattr("from_sgf")?, (self.to_sgf(None),)))
    }

    fn __eq__(&self, other: &PyGame) -> bool {
        let (game, other) = (&self.game, &other.game);
        game.setup() == other.setup() && game.start().equals(other.start()) && game.moves() == other.moves()
    }

    fn __str__(&self) -> String {
        text::board(&self.game)
    }

    fn __repr__(&self) -> String {
        format!("<quintet.Game {}>", self.position())
    }
}

/// Returns numbers as a numpy array with a type.
fn array<'py>(py: Python<'py>, numbers: &[u8], dtype: &str) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy")?;
    numpy.call_method1("frombuffer", (PyBytes::new(py, numbers), "uint8"))?.call_method1("astype", (dtype,))
}
