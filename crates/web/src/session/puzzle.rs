//! Puzzles and tasks: a person looks for the best moves of a solved position, or for a move that
//! reaches a goal, and sees why others are wrong.

use super::error::RequestError;
use super::exercise::{self, Exercise, explain, praise};
use super::live_game::LiveGame;
use super::page_game::PageGame;
use crate::messages::{PageRequest, PuzzleLine, PuzzlePhase, PuzzleView, Update};
use crate::view;
use quintet_core::game::Game;
use quintet_core::types::{Margin, Move, Seat};
use quintet_games as games;
use quintet_puzzles::puzzle::{self, Puzzle};
use quintet_puzzles::task::{Miss, Task, Verdict};
use quintet_record::setup_words::Size;
use quintet_record::svg;
use quintet_record::tree::{NodeId, Step};

/// The longest refutation that is shown, in plies.
const LONGEST_REFUTATION: usize = 8;

/// Returns the list of the puzzles of a game.
pub fn list(game: &str) -> Result<Update, RequestError> {
    let info = games::find(game).ok_or(RequestError::NoGame)?;
    let line = |puzzle: Puzzle| -> Result<PuzzleLine, RequestError> {
        let game = Game::from_diagram(puzzle.setup.clone(), &puzzle.diagram)?;
        let id = puzzle.id();
        let title = view::title(&puzzle.setup);
        Ok(PuzzleLine {
            // The list is that of one game.
            title: title.trim_start_matches(info.title).trim_start().to_owned(),
            task: exercise::puzzle_text(&puzzle),
            seat: puzzle.diagram.to_move,
            stars: puzzle.stars,
            board: Size::written(&puzzle.setup).to_string(),
            picture: svg::card(&format!("puzzle-{id}-"), &game),
            id,
        })
    };
    let puzzles: Result<Vec<PuzzleLine>, RequestError> = puzzle::of_game(info).into_iter().map(line).collect();
    Ok(Update::Puzzles { game: info.id, puzzles: puzzles? })
}

/// A puzzle or a task that is played.
pub struct PuzzlePlay {
    exercise: Exercise,
    next: Option<String>,
    phase: PuzzlePhase,
    /// The number of moves of the solution that were played, replies included.
    played: usize,
    tries: usize,
    /// The node before the latest wrong try.
    before: NodeId,
    text: String,
    refutation: Vec<Move>,
    /// The number of nodes of the tree when the puzzle was over.
    nodes: usize,
}

impl PuzzlePlay {
    /// Finds a puzzle or a task; returns it with its game.
    pub fn open(game: &str, id: &str) -> Result<(PuzzlePlay, Game), RequestError> {
        let (exercise, next) = Exercise::find(game, id)?;
        let game = exercise.game()?;
        let play = PuzzlePlay {
            exercise,
            next,
            phase: PuzzlePhase::Open,
            played: 0,
            tries: 0,
            before: NodeId::ROOT,
            text: String::new(),
            refutation: Vec::new(),
            nodes: 0,
        };
        Ok((play, game))
    }

    /// Returns whether moves are tries to solve the puzzle.
    pub fn is_unsolved(&self) -> bool {
        matches!(self.phase, PuzzlePhase::Open | PuzzlePhase::Checking | PuzzlePhase::Wrong)
    }

    /// Returns whether moves were added after the puzzle was over.
    pub fn was_continued(&self, live: &LiveGame) -> bool {
        !self.is_unsolved() && live.game().tree().added() > self.nodes
    }

    /// Returns whether a wrong try waits for its refutation.
    pub fn is_checking(&self) -> bool {
        self.phase == PuzzlePhase::Checking
    }

    /// Returns whether no wrong try waits to be refuted or taken back.
    pub fn takes_tries(&self) -> bool {
        !self.is_unsolved() || self.phase == PuzzlePhase::Open
    }

    /// Refuses requests that would give the solution away, or disturb the puzzle.
    pub fn check(&self, request: &PageRequest) -> Result<(), RequestError> {
        let disturbs = match request {
            PageRequest::Goto { .. } => self.phase != PuzzlePhase::Wrong,
            PageRequest::Undo
            | PageRequest::Redo
            | PageRequest::Return
            | PageRequest::PlayOn
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
        if disturbs && self.is_unsolved() { Err(RequestError::UnsolvedPuzzle) } else { Ok(()) }
    }

    /// Plays a move that is a try to solve the puzzle.
    pub fn play(&mut self, live: &mut LiveGame, word: &str) -> Result<(), RequestError> {
        if self.phase != PuzzlePhase::Open {
            return Err(RequestError::WrongTry);
        }
        match &self.exercise {
            Exercise::Puzzle(puzzle) => {
                let mv = live.game().read_move(word)?;
                let is_right = puzzle.solution[self.played] == mv;
                let reply = puzzle.solution.get(self.played + 1).copied();
                self.play_best_move(live, mv, is_right, reply);
                Ok(())
            }
            Exercise::Task(task, _) => self.play_task(live, word, &task.clone()),
        }
    }

    fn play_best_move(&mut self, live: &mut LiveGame, mv: Move, is_right: bool, reply: Option<Move>) {
        self.set_phase(PuzzlePhase::Open);
        if !is_right {
            self.miss(live, mv);
            match live.game().game().outcome() {
                Some(outcome) => self.refute(live, Some((outcome.margin.points(), true)), &[]),
                None => self.phase = PuzzlePhase::Checking,
            }
            return;
        }
        self.go_on(live, mv, reply);
        if reply.is_none() {
            let text = match self.tries {
                0 => "Solved.".to_owned(),
                1 => "Solved after a wrong try.".to_owned(),
                tries => format!("Solved after {tries} wrong tries."),
            };
            self.solve(live, text);
        }
    }

    /// Plays a move that is a try at a task; a move that the rules refuse may be what was asked for.
    fn play_task(&mut self, live: &mut LiveGame, word: &str, task: &Task) -> Result<(), RequestError> {
        let before = live.game().game().clone();
        let seat = before.to_move();
        let tried = before.read_word(seat, word).map(|mv| (mv, task.judge(&before, mv)));
        let (mv, verdict) = match (live.game().read_move(word), tried) {
            (Ok(mv), Some((_, verdict))) => (mv, verdict),
            (Err(RequestError::IllegalMove(_, reason)), Some((_, Verdict::Done))) => {
                self.solve(live, praise(task, Some(reason)));
                return Ok(());
            }
            (Err(error), _) => return Err(error),
            (Ok(_), None) => return Ok(()),
        };
        self.set_phase(PuzzlePhase::Open);
        match verdict {
            Verdict::Done => {
                self.go_on(live, mv, None);
                self.solve(live, praise(task, None));
            }
            Verdict::GoOn(reply) => {
                self.go_on(live, mv, Some(reply));
                self.text = "Right so far: go on.".to_owned();
            }
            Verdict::Missed(miss) => {
                self.miss(live, mv);
                if let Miss::Answered(reply) = miss {
                    self.refutation = vec![reply];
                }
                self.phase = PuzzlePhase::Wrong;
                self.text = format!("{} {}", view::capital(&explain(live.game().game(), seat, mv, miss)), task.help);
            }
        }
        Ok(())
    }

    /// Plays a right move and the reply to it.
    fn go_on(&mut self, live: &mut LiveGame, mv: Move, reply: Option<Move>) {
        self.played += 2;
        live.play(mv);
        reply.iter().for_each(|&reply| live.play(reply));
    }

    /// Tries a wrong move.
    fn miss(&mut self, live: &mut LiveGame, mv: Move) {
        self.tries += 1;
        self.before = live.game().node();
        live.try_move(mv);
    }

    fn solve(&mut self, live: &mut LiveGame, text: String) {
        self.set_phase(PuzzlePhase::Solved);
        self.nodes = live.game().tree().added();
        self.text = text;
        // A move that was refused changed nothing else.
        live.show(live.game().node());
    }

    fn set_phase(&mut self, phase: PuzzlePhase) {
        self.phase = phase;
        self.text.clear();
        self.refutation.clear();
    }

    /// Shows a wrong try with its refutation as a side line. The value of the position after the
    /// try, and whether it is a margin, are missing if the solver has not found them.
    pub fn refute(&mut self, live: &mut LiveGame, value: Option<(f64, bool)>, line: &[Move]) {
        let line = &line[..line.len().min(LONGEST_REFUTATION)];
        live.add_line(live.game().node(), line, false);
        let game = live.game().game();
        let Step::Move(seat, mv) = *live.game().tree().step(live.game().node()) else { return };
        let words = view::capital(&view::move_words(game, seat, mv));
        self.set_phase(PuzzlePhase::Wrong);
        self.refutation = line.to_vec();
        self.text = match (value, line.first()) {
            (None, _) => format!("{words} is not the best move."),
            (Some((value, margins)), reply) => {
                let after = reply.map_or_else(String::new, |&reply| {
                    format!(" after {}", view::move_words(game, seat.other(), reply))
                });
                let margin = Margin::new(value);
                let verb = if margin.winner() == Some(seat.other()) { "loses" } else { "gives something away" };
                let wins = view::winner_words(game.info(), margin, margins);
                let wins = wins.unwrap_or_else(|| "the game is a draw".to_owned());
                format!("{words} {verb}: {wins}{after}.")
            }
        };
    }

    /// Takes a wrong try back.
    pub fn retry(&mut self, live: &mut LiveGame) -> Result<(), RequestError> {
        if self.phase != PuzzlePhase::Wrong {
            return Err(RequestError::NoWrongTry);
        }
        self.set_phase(PuzzlePhase::Open);
        live.show(self.before);
        Ok(())
    }

    pub fn show_solution(&mut self, live: &mut LiveGame) {
        self.set_phase(PuzzlePhase::Shown);
        live.show(NodeId::ROOT);
        let game = live.game().game().clone();
        let solution = self.exercise.solution(&game);
        match &self.exercise {
            Exercise::Task(task, _) if solution.is_empty() => {
                let reason = game.why_illegal(game.to_move(), task.solution).unwrap_or_default();
                let words = view::move_words(&game, game.to_move(), task.solution);
                self.text = format!("{}: {reason}.", view::capital(&words));
            }
            _ => live.add_line(NodeId::ROOT, &solution, true),
        }
        self.nodes = live.game().tree().added();
    }

    /// Returns the puzzle as the page shows it.
    pub fn view(&self, game: &PageGame) -> PuzzleView {
        let exercise = &self.exercise;
        let replier = exercise.seat().other();
        let seats = std::iter::successors(Some(replier), |seat: &Seat| Some(seat.other()));
        let plies = seats.zip(&self.refutation).map(|(seat, &mv)| view::ply(game.game(), game.cells(), seat, mv));
        let (stars, length, [number, of]) = match exercise {
            Exercise::Puzzle(puzzle) => (puzzle.stars, puzzle.solution.len().div_ceil(2), [0, 0]),
            Exercise::Task(_, place) => (0, 1, *place),
        };
        PuzzleView {
            game: exercise.info().id,
            id: exercise.id(),
            title: exercise.title(),
            task: exercise.text(),
            seat: exercise.seat(),
            stars,
            number,
            of,
            phase: self.phase,
            found: self.played.div_ceil(2),
            length,
            tries: self.tries,
            text: self.text.clone(),
            refutation: plies.collect(),
            next: self.next.clone(),
        }
    }
}
