//! Puzzles: a person looks for the best moves of a solved position, and sees why others are wrong.

use super::Session;
use super::error::RequestError;
use super::players::Player;
use crate::engine_worker::{Job, Task};
use crate::messages::{PageRequest, PuzzleLine, PuzzleView, Update};
use crate::view;
use quintet_core::game::Game;
use quintet_core::notation::{move_words, quote};
use quintet_core::setup::GameInfo;
use quintet_core::types::{Margin, Move, Seat};
use quintet_games as games;
use quintet_record::puzzle::{self, Puzzle};
use quintet_record::setup_words::Size;
use quintet_record::svg;
use quintet_record::tree::NodeId;
use quintet_solve::Solution;

/// The longest refutation that is shown, in plies.
const LONGEST_REFUTATION: usize = 8;

/// How far a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzlePhase {
    /// The person is to move.
    Open,
    /// The solver looks for the refutation of a wrong try.
    Checking {
        /// The number of its job.
        job: u64,
    },
    /// A wrong try and its refutation are shown.
    Wrong,
    /// All moves were found.
    Solved,
    /// The solution is shown.
    Shown,
}

impl PuzzlePhase {
    /// Returns the name in messages.
    const fn name(self) -> &'static str {
        match self {
            PuzzlePhase::Open => "open",
            PuzzlePhase::Checking { .. } => "checking",
            PuzzlePhase::Wrong => "wrong",
            PuzzlePhase::Solved => "solved",
            PuzzlePhase::Shown => "shown",
        }
    }

    /// Returns whether the puzzle is still to be solved.
    const fn is_unsolved(self) -> bool {
        matches!(self, PuzzlePhase::Open | PuzzlePhase::Checking { .. } | PuzzlePhase::Wrong)
    }
}

/// The puzzle of a session.
pub struct PuzzleState {
    puzzle: Puzzle,
    next: Option<String>,
    phase: PuzzlePhase,
    /// The number of moves of the solution that were played, replies included.
    played: usize,
    tries: usize,
    /// The node before the latest wrong try.
    before: NodeId,
    text: String,
    refutation: Vec<Move>,
}

/// Returns the task of a puzzle in words.
fn task(puzzle: &Puzzle) -> String {
    let info = puzzle.setup.info();
    let seat = view::seat_name(info, puzzle.diagram.to_move);
    let goal = match puzzle.value.winner() {
        None => "draw".to_owned(),
        Some(_) => match puzzle.value {
            puzzle::Value::Margin(margin) if info.has_margin => format!("win by {}", margin.abs()),
            _ => "win".to_owned(),
        },
    };
    format!("{seat} to move and {goal}")
}

/// Returns the result of best play in words.
fn result(info: &GameInfo, value: f64, margins: bool) -> String {
    match Margin::new(value).winner() {
        None => "the game is a draw".to_owned(),
        Some(seat) if margins && info.has_margin => format!("{} wins by {}", view::seat_name(info, seat), value.abs()),
        Some(seat) => format!("{} wins", view::seat_name(info, seat)),
    }
}

impl Session {
    /// Sends the puzzles of a game.
    pub(super) fn send_puzzles(&self, game: &str) -> Result<(), RequestError> {
        let info = games::find(game).ok_or(RequestError::NoGame)?;
        let line = |puzzle: Puzzle| -> Result<PuzzleLine, RequestError> {
            let game = Game::from_diagram(puzzle.setup.clone(), &puzzle.diagram)?;
            let id = puzzle.id();
            let title = view::title(&puzzle.setup);
            Ok(PuzzleLine {
                // The list is that of one game.
                title: title.trim_start_matches(info.title).trim_start().to_owned(),
                task: task(&puzzle),
                seat: puzzle.diagram.to_move.letter(),
                stars: puzzle.stars,
                board: Size::written(&puzzle.setup).to_string(),
                picture: svg::card(&format!("puzzle-{id}-"), &game),
                id,
            })
        };
        let puzzles: Result<Vec<PuzzleLine>, RequestError> = puzzle::of_game(info).into_iter().map(line).collect();
        self.send(&Update::Puzzles { game: info.id, puzzles: puzzles? });
        Ok(())
    }

    /// Opens a puzzle.
    pub(super) fn open_puzzle(&mut self, game: &str, id: &str) -> Result<(), RequestError> {
        let info = games::find(game).ok_or(RequestError::NoGame)?;
        let mut puzzles = puzzle::of_game(info).into_iter();
        let puzzle = puzzles.find(|puzzle| puzzle.id() == id).ok_or_else(|| RequestError::NoPuzzle(quote(id)))?;
        let next = puzzles.next().map(|puzzle| puzzle.id());
        let game = Game::from_diagram(puzzle.setup.clone(), &puzzle.diagram)?;
        self.set_game(game, [Player::Person, Player::Person]);
        self.thinking.hint = false;
        self.analyse(false);
        self.set_exact(false);
        self.puzzle = Some(PuzzleState {
            puzzle,
            next,
            phase: PuzzlePhase::Open,
            played: 0,
            tries: 0,
            before: NodeId::ROOT,
            text: String::new(),
            refutation: Vec::new(),
        });
        Ok(())
    }

    /// Refuses requests that would give the solution of a puzzle away, or disturb it.
    pub(super) fn check_puzzle(&self, request: &PageRequest) -> Result<(), RequestError> {
        let Some(state) = self.puzzle.as_ref().filter(|state| state.phase.is_unsolved()) else { return Ok(()) };
        let disturbs = match request {
            PageRequest::Goto { .. } => state.phase != PuzzlePhase::Wrong,
            PageRequest::Undo
            | PageRequest::Redo
            | PageRequest::Return
            | PageRequest::Resign
            | PageRequest::Hint
            | PageRequest::Go
            | PageRequest::Seats(_)
            | PageRequest::Flip
            | PageRequest::Try { .. }
            | PageRequest::Analyse { .. }
            | PageRequest::Exact { .. }
            | PageRequest::Review => true,
            _ => false,
        };
        if disturbs { Err(RequestError::UnsolvedPuzzle) } else { Ok(()) }
    }

    /// Returns whether moves are tries to solve a puzzle.
    pub(super) fn is_solving(&self) -> bool {
        self.puzzle.as_ref().is_some_and(|state| state.phase.is_unsolved())
    }

    /// Returns whether no wrong try waits to be refuted or taken back.
    pub(super) fn takes_tries(&self) -> bool {
        self.puzzle.as_ref().is_none_or(|state| !state.phase.is_unsolved() || state.phase == PuzzlePhase::Open)
    }

    /// Plays a legal move that is a try to solve the puzzle.
    pub(super) fn try_to_solve(&mut self, mv: Move) -> Result<(), RequestError> {
        let Some(state) = self.puzzle.as_mut().filter(|state| state.phase == PuzzlePhase::Open) else {
            return Err(RequestError::WrongTry);
        };
        let solution = &state.puzzle.solution;
        if solution[state.played] != mv {
            state.tries += 1;
            state.before = self.tree.node();
            state.refutation.clear();
            self.advance(mv, false);
            self.refute();
            return Ok(());
        }
        let reply = solution.get(state.played + 1).copied();
        state.played += 2;
        state.text.clear();
        if reply.is_none() {
            state.phase = PuzzlePhase::Solved;
            state.text = match state.tries {
                0 => "Solved.".to_owned(),
                1 => "Solved after a wrong try.".to_owned(),
                tries => format!("Solved after {tries} wrong tries."),
            };
        }
        self.advance(mv, true);
        if let Some(reply) = reply {
            self.advance(reply, true);
        }
        Ok(())
    }

    /// Looks for the refutation of the wrong try that is shown.
    fn refute(&mut self) {
        let job = self.next_job();
        if let Some(outcome) = self.game().outcome() {
            self.show_refutation(outcome.margin.points(), true, &[]);
            return;
        }
        if let Some(state) = &mut self.puzzle {
            state.phase = PuzzlePhase::Checking { job };
        }
        let game = self.game().clone();
        let job = Job { id: job, game, settings: self.settings(), task: Task::Solve };
        self.exact.worker.start(job, &self.events);
        self.changed = true;
    }

    /// Uses the solution of the position after a wrong try.
    pub(super) fn handle_solution(&mut self, job: u64, solution: &Solution) {
        if self.is_checking(job) {
            let value = solution.value();
            self.show_refutation_of(value.map(|value| (value, solution.margins)), &solution.line);
        }
    }

    /// Shows a wrong try without its refutation: the solver has failed.
    pub(super) fn handle_failed_solution(&mut self, job: u64) {
        if self.is_checking(job) {
            self.show_refutation_of(None, &[]);
        }
    }

    fn is_checking(&self, job: u64) -> bool {
        self.puzzle.as_ref().is_some_and(|state| state.phase == PuzzlePhase::Checking { job })
    }

    fn show_refutation(&mut self, value: f64, margins: bool, line: &[Move]) {
        self.show_refutation_of(Some((value, margins)), line);
    }

    /// Shows a wrong try with its refutation as a side line.
    fn show_refutation_of(&mut self, value: Option<(f64, bool)>, line: &[Move]) {
        let shown = self.tree.node();
        let (seat, mv) = self.tree.tree().step(shown);
        let line = &line[..line.len().min(LONGEST_REFUTATION)];
        self.tree.add_line(shown, line, false);
        let (info, geometry) = (self.game().info(), self.game().geometry());
        let word = |mv| move_words::format(info, geometry, mv);
        let text = match (value, line.first()) {
            (None, _) => format!("{} is not the best move.", word(mv)),
            (Some((value, margins)), reply) => {
                let after = reply.map_or(String::new(), |&reply| format!(" after {}", word(reply)));
                let lost = Margin::new(value).winner() == Some(seat.other());
                let verb = if lost { "loses" } else { "gives something away" };
                format!("{} {verb}: {}{after}.", word(mv), result(info, value, margins))
            }
        };
        if let Some(state) = &mut self.puzzle {
            state.phase = PuzzlePhase::Wrong;
            state.refutation = line.to_vec();
            state.text = text;
        }
        self.changed = true;
    }

    /// Takes a wrong try back.
    pub(super) fn retry_puzzle(&mut self) -> Result<(), RequestError> {
        let Some(state) = self.puzzle.as_mut().filter(|state| state.phase == PuzzlePhase::Wrong) else {
            return Err(RequestError::NoWrongTry);
        };
        state.phase = PuzzlePhase::Open;
        state.text.clear();
        state.refutation.clear();
        let before = state.before;
        self.tree.go_to(before);
        self.changed = true;
        Ok(())
    }

    /// Shows the solution of the puzzle.
    pub(super) fn show_solution(&mut self) -> Result<(), RequestError> {
        let state = self.puzzle.as_mut().ok_or(RequestError::NoPuzzleOpen)?;
        self.exact.worker.stop();
        state.phase = PuzzlePhase::Shown;
        state.text.clear();
        state.refutation.clear();
        self.tree.add_line(NodeId::ROOT, &state.puzzle.solution, true);
        self.changed = true;
        Ok(())
    }

    /// Returns the puzzle as the page shows it.
    pub(super) fn puzzle_view(&self) -> Option<PuzzleView> {
        let state = self.puzzle.as_ref()?;
        let puzzle = &state.puzzle;
        let replier = puzzle.diagram.to_move.other();
        let seats = std::iter::successors(Some(replier), |seat: &Seat| Some(seat.other()));
        let plies = seats.zip(&state.refutation).map(|(seat, &mv)| view::ply(self.game(), self.tree.cells(), seat, mv));
        Some(PuzzleView {
            game: puzzle.setup.info().id,
            id: puzzle.id(),
            title: view::title(&puzzle.setup),
            task: task(puzzle),
            seat: puzzle.diagram.to_move.letter(),
            stars: puzzle.stars,
            phase: state.phase.name(),
            found: state.played.div_ceil(2),
            length: puzzle.solution.len().div_ceil(2),
            tries: state.tries,
            text: state.text.clone(),
            refutation: plies.collect(),
            next: state.next.clone(),
        })
    }
}
