//! Tasks of the lessons: small positions with a goal that the rules check, a line of text each.
//!
//! ```text
//! alaric 7 board=ring edge=open xoo.... b | Take both white stones. | take 2 | D1 | Look behind. | Both are gone.
//! ```
//!
//! The fields are the position line, the task, the goal, a solution, a hint after a wrong try, and
//! the explanation that follows the solution. Lines that begin with `#` are comments.

use quintet_core::diagram::{Diagram, DiagramError};
use quintet_core::game::{Change, Game};
use quintet_core::notation::quote;
use quintet_core::position::{Marks, Tint};
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Action, Move, Seat};
use quintet_record::position_line::{self, ParsePositionError};

/// A line that is not a task.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TaskError {
    /// The line has another number of fields.
    #[error("a task is: position | task | goal | solution | help | result")]
    Fields,
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// The game has no such position.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// The goal cannot be read.
    #[error("'{0}' is no goal; goals are: place, place KIND, take N, fall N, score, refused, end, win N")]
    Goal(String),
    /// The solution is not a word of a move.
    #[error("'{0}' is no move there")]
    Move(String),
}

/// The goal of a task: the effect that a move must have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Place a stone, of this kind if one is given.
    Place(Option<u8>),
    /// Capture at least this number of the opponent's stones.
    Take(usize),
    /// Make at least this number of stones fall into place.
    Fall(usize),
    /// Let more cells count for the mover.
    Score,
    /// Be refused by a rule. A cell with a stone on it counts if no empty cell is refused.
    Refused,
    /// End the game.
    End,
    /// Win within this number of plies, whatever the opponent plays; in games with passes it passes.
    Win(u32),
}

impl Goal {
    fn read(info: &GameInfo, text: &str) -> Option<Goal> {
        let (name, value) = text.split_once(' ').map_or((text, None), |(name, value)| (name, Some(value)));
        Some(match (name, value) {
            ("place", None) => Goal::Place(None),
            ("place", Some(kind)) => {
                Goal::Place(Some(info.kinds.iter().position(|known| known.name == kind)?.try_into().ok()?))
            }
            ("take", Some(count)) => Goal::Take(count.parse().ok()?),
            ("fall", Some(count)) => Goal::Fall(count.parse().ok()?),
            ("score", None) => Goal::Score,
            ("refused", None) => Goal::Refused,
            ("end", None) => Goal::End,
            ("win", Some(plies)) => Goal::Win(plies.parse().ok()?),
            _ => return None,
        })
    }
}

/// The result of a try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The goal is reached.
    Done,
    /// The opponent plays this move, and the mover can still reach the goal.
    GoOn(Move),
    /// The goal is not reached.
    Missed(Miss),
}

/// The reason why a try does not reach the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Miss {
    /// Nothing was placed, or another kind of stone.
    OtherStone,
    /// Too few of the opponent's stones were captured: their number, and the number required.
    Took(usize, usize),
    /// Too few stones fell: their number, and the number required.
    Fell(usize, usize),
    /// No more cells count for the mover.
    NothingScored,
    /// The move is legal.
    Legal,
    /// The move is illegal, for this reason.
    Illegal(&'static str),
    /// The game goes on.
    NotOver,
    /// The game is over, without a win.
    NotWon,
    /// The opponent can prevent the win by this move.
    Answered(Move),
}

/// A task.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// The game with its size and rules.
    pub setup: Setup,
    /// The position.
    pub diagram: Diagram,
    /// The task, in a sentence.
    pub text: String,
    pub goal: Goal,
    /// The first move of a solution; an illegal one if it has to be refused.
    pub solution: Move,
    /// The hint after a wrong try, a sentence.
    pub help: String,
    /// The explanation of the solution, a sentence.
    pub result: String,
}

impl Task {
    /// Reads a line.
    ///
    /// # Errors
    /// Returns an error if the line is not a task.
    pub fn read(line: &str) -> Result<Task, TaskError> {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [position, text, goal, solution, help, result] = fields[..] else { return Err(TaskError::Fields) };
        let (setup, diagram) = position_line::read(position)?;
        let game = Game::from_diagram(setup.clone(), &diagram)?;
        let goal = Goal::read(setup.info(), goal).ok_or_else(|| TaskError::Goal(quote(goal)))?;
        let mv = game.read_word(game.to_move(), solution).ok_or_else(|| TaskError::Move(quote(solution)))?;
        let [text, help, result] = [text, help, result].map(str::to_owned);
        Ok(Task { setup, diagram, text, goal, solution: mv, help, result })
    }

    /// Returns the game in the position of the task.
    ///
    /// # Errors
    /// Returns an error if the game has no such position; [`Task::read`] has checked that.
    pub fn game(&self) -> Result<Game, DiagramError> {
        Game::from_diagram(self.setup.clone(), &self.diagram)
    }

    /// Judges a move, legal or not, in a position of the task.
    pub fn judge(&self, game: &Game, mv: Move) -> Verdict {
        let seat = game.to_move();
        if let Some(reason) = game.why_illegal(seat, mv) {
            let is_lesson = self.goal == Goal::Refused && (is_empty(game, mv) || !can_be_refused(game));
            return if is_lesson { Verdict::Done } else { Verdict::Missed(Miss::Illegal(reason)) };
        }
        let mut after = game.clone();
        if after.play(seat, mv).is_err() {
            return Verdict::Missed(Miss::Illegal("not now"));
        }
        let changes = after.latest_changes();
        let enough = |count: usize, wanted: usize, miss: Miss| {
            if count >= wanted { Verdict::Done } else { Verdict::Missed(miss) }
        };
        match self.goal {
            Goal::Place(kind) => match mv.action() {
                Action::Place { kind: placed, .. } if kind.is_none_or(|kind| kind == placed) => Verdict::Done,
                _ => Verdict::Missed(Miss::OtherStone),
            },
            Goal::Take(wanted) => {
                let enemy = game.info().own_stone(seat.other());
                let is_taken = |change: &&Change| change.before == Some(enemy) && change.after.is_none();
                let count = changes.iter().filter(is_taken).count();
                enough(count, wanted, Miss::Took(count, wanted))
            }
            Goal::Fall(wanted) => {
                let count = changes.iter().filter(|change| Some(change.point) != mv.point()).count();
                enough(count, wanted, Miss::Fell(count, wanted))
            }
            Goal::Score => enough(counted(&after, seat), counted(game, seat) + 1, Miss::NothingScored),
            Goal::Refused => Verdict::Missed(Miss::Legal),
            Goal::End => enough(usize::from(after.is_over()), 1, Miss::NotOver),
            Goal::Win(plies) => {
                let plies = plies.saturating_sub(count_moves(game));
                match after.outcome() {
                    Some(outcome) if outcome.winner() == Some(seat) => Verdict::Done,
                    Some(_) => Verdict::Missed(Miss::NotWon),
                    None => answer(&after, plies.saturating_sub(1)),
                }
            }
        }
    }

    /// Returns the moves of a solution; none if the solution is a move that is refused.
    pub fn line(&self, game: &Game) -> Vec<Move> {
        let mut game = game.clone();
        let mut line = Vec::new();
        let mut next = Some(self.solution);
        while let Some(mv) = next.take().filter(|&mv| game.is_legal(game.to_move(), mv)) {
            let verdict = self.judge(&game, mv);
            line.push(mv);
            if let (Verdict::GoOn(reply), Ok(())) = (verdict, game.play(game.to_move(), mv)) {
                line.push(reply);
                if game.play(game.to_move(), reply).is_ok() {
                    let moves = game.legal_moves(game.to_move()).into_iter();
                    next = moves.max_by_key(|&mv| match self.judge(&game, mv) {
                        Verdict::Done => 2,
                        Verdict::GoOn(_) => 1,
                        Verdict::Missed(_) => 0,
                    });
                }
            }
        }
        line
    }
}

fn count_moves(game: &Game) -> u32 {
    u32::try_from(game.moves().len()).unwrap_or(u32::MAX)
}

fn is_empty(game: &Game, mv: Move) -> bool {
    mv.point().is_some_and(|point| game.geometry().contains(point) && game.stone(point).is_none())
}

/// Returns whether a rule forbids a stone on an empty point.
fn can_be_refused(game: &Game) -> bool {
    let seat = game.to_move();
    let kinds = 0..game.info().kinds.len() as u8;
    let empty: Vec<_> = game.geometry().points().filter(|&point| game.stone(point).is_none()).collect();
    kinds.into_iter().any(|kind| empty.iter().any(|&point| !game.is_legal(seat, Move::place(kind, point))))
}

/// Returns the number of cells that count for a side as the board stands.
fn counted(game: &Game, seat: Seat) -> usize {
    let tint = match seat {
        Seat::Black => Tint::Green,
        Seat::White => Tint::Yellow,
    };
    let drawings = game.info().presentation.drawings.iter().flat_map(|(name, _)| game.draw(name));
    drawings
        .map(|marks| {
            if let Marks::Tint(t, points) = marks
                && t == tint
            {
                points.len()
            } else {
                0
            }
        })
        .sum()
}

/// Returns the fewest plies, at most `most`, in which the side to move wins whatever the opponent
/// plays.
fn distance(game: &Game, most: u32) -> Option<u32> {
    let seat = game.to_move();
    let moves = game.legal_moves(seat);
    (1..=most).step_by(2).find(|&plies| {
        moves.iter().any(|&mv| {
            let mut after = game.clone();
            after.play(seat, mv).is_ok()
                && match after.outcome() {
                    Some(outcome) => outcome.winner() == Some(seat),
                    None => plies > 1 && matches!(answer(&after, plies - 1), Verdict::GoOn(_)),
                }
        })
    })
}

/// Returns the opponent's best answer where the other side has to win within `plies`: one that
/// prevents it, or else one that delays it most. In games with passes the opponent passes.
fn answer(game: &Game, plies: u32) -> Verdict {
    let seat = game.to_move();
    let mut longest = None;
    let answers = if game.info().passes { vec![Move::PASS] } else { game.legal_moves(seat) };
    for mv in answers {
        let mut after = game.clone();
        if after.play(seat, mv).is_err() {
            continue;
        }
        let wins = match after.outcome() {
            Some(outcome) => (outcome.winner() == Some(seat.other())).then_some(0),
            None => distance(&after, plies.saturating_sub(1)),
        };
        let Some(wins) = wins else { return Verdict::Missed(Miss::Answered(mv)) };
        if longest.is_none_or(|(most, _)| wins > most) {
            longest = Some((wins, mv));
        }
    }
    longest.map_or(Verdict::Missed(Miss::NotOver), |(_, mv)| Verdict::GoOn(mv))
}

/// Reads the tasks of a game, in their order.
///
/// # Panics
/// Panics if a built-in line is not a task, which a test checks.
pub fn of_game(info: &GameInfo) -> Vec<Task> {
    let lines = info.tasks.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(|line| Task::read(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}
