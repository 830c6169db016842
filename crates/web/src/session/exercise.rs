//! Exercises: puzzles, which ask for the best moves, and tasks, which ask for a move with a given
//! effect.

use super::error::RequestError;
use crate::messages::TaskLine;
use crate::view;
use quintet_core::game::Game;
use quintet_core::notation::quote;
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Margin, Move, Seat};
use quintet_games as games;
use quintet_puzzles::puzzle::{self, Puzzle};
use quintet_puzzles::task::{self, Goal, Miss, Task};

/// The beginning of the ids of tasks.
const TASK: &str = "task-";

/// A puzzle or a task.
pub enum Exercise {
    Puzzle(Box<Puzzle>),
    /// A task, its number in the lesson of its game, and the number of tasks there.
    Task(Box<Task>, [usize; 2]),
}

fn task_id(number: usize) -> String {
    format!("{TASK}{number}")
}

/// Returns the tasks of a game, in their order.
pub fn tasks(info: &GameInfo) -> Vec<TaskLine> {
    let numbered = task::of_game(info).into_iter().zip(1..);
    numbered.map(|(task, number)| TaskLine { id: task_id(number), text: task.text }).collect()
}

impl Exercise {
    /// Finds a puzzle or a task; returns it with the id of the next one.
    pub fn find(game: &str, id: &str) -> Result<(Exercise, Option<String>), RequestError> {
        let info = games::find(game).ok_or(RequestError::NoGame)?;
        let unknown = || RequestError::NoPuzzle(quote(id));
        if let Some(number) = id.strip_prefix(TASK) {
            let mut tasks = task::of_game(info);
            let number = number.parse::<usize>().ok().filter(|number| (1..=tasks.len()).contains(number));
            let (number, of) = (number.ok_or_else(unknown)?, tasks.len());
            let next = (number < of).then(|| task_id(number + 1));
            return Ok((Exercise::Task(Box::new(tasks.swap_remove(number - 1)), [number, of]), next));
        }
        let mut puzzles = puzzle::of_game(info).into_iter();
        let puzzle = puzzles.find(|puzzle| puzzle.id() == id).ok_or_else(unknown)?;
        Ok((Exercise::Puzzle(Box::new(puzzle)), puzzles.next().map(|puzzle| puzzle.id())))
    }

    /// Returns the game in the position of the exercise.
    pub fn game(&self) -> Result<Game, RequestError> {
        let (setup, diagram) = match self {
            Exercise::Puzzle(puzzle) => (&puzzle.setup, &puzzle.diagram),
            Exercise::Task(task, _) => (&task.setup, &task.diagram),
        };
        Ok(Game::from_diagram(setup.clone(), diagram)?)
    }

    pub fn id(&self) -> String {
        match self {
            Exercise::Puzzle(puzzle) => puzzle.id(),
            Exercise::Task(_, [number, _]) => task_id(*number),
        }
    }

    fn setup(&self) -> &Setup {
        match self {
            Exercise::Puzzle(puzzle) => &puzzle.setup,
            Exercise::Task(task, _) => &task.setup,
        }
    }

    /// Returns the game's facts.
    pub fn info(&self) -> &'static GameInfo {
        self.setup().info()
    }

    /// Returns the game, its size and its rules in words.
    pub fn title(&self) -> String {
        view::title(self.setup())
    }

    /// Returns the side that solves it.
    pub fn seat(&self) -> Seat {
        match self {
            Exercise::Puzzle(puzzle) => puzzle.diagram.to_move,
            Exercise::Task(task, _) => task.diagram.to_move,
        }
    }

    /// Returns what is to be done, in words.
    pub fn text(&self) -> String {
        match self {
            Exercise::Puzzle(puzzle) => puzzle_text(puzzle),
            Exercise::Task(task, _) => task.text.clone(),
        }
    }

    /// Returns the moves of the solution, replies included; none if it is a move that is refused.
    pub fn solution(&self, game: &Game) -> Vec<Move> {
        match self {
            Exercise::Puzzle(puzzle) => puzzle.solution.clone(),
            Exercise::Task(task, _) => task.line(game),
        }
    }
}

/// Returns the task of a puzzle in words.
pub fn puzzle_text(puzzle: &Puzzle) -> String {
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

/// Returns why a legal move does not reach the goal of a task, in a sentence; `after` is the game
/// after it.
pub fn explain(after: &Game, seat: Seat, mv: Move, miss: Miss) -> String {
    let words = view::move_words(after, seat, mv);
    match miss {
        Miss::OtherStone => "This was another move.".to_owned(),
        Miss::Took(0, _) => format!("{words} takes nothing."),
        Miss::Took(count, of) => format!("{words} takes {count} of {of}."),
        Miss::Fell(0, _) => format!("Nothing falls after {words}."),
        Miss::Fell(count, of) => format!("{count} of {of} fall after {words}."),
        Miss::NothingScored => format!("After {words} nothing more counts for you."),
        Miss::Legal => format!("{words} is allowed."),
        Miss::Illegal(reason) => format!("{words}: {reason}."),
        Miss::NotOver => format!("After {words} the game goes on."),
        Miss::NotWon => {
            let margin = after.outcome().map_or(Margin::DRAW, |outcome| outcome.margin);
            let wins = view::winner_words(after.info(), margin, true);
            format!("The game is over: {}.", wins.unwrap_or_else(|| "a draw".to_owned()))
        }
        Miss::Answered(reply) => {
            let other = seat.other();
            let answer = match reply {
                Move::PASS => "passes".to_owned(),
                reply => format!("answers {}", view::move_words(after, other, reply)),
            };
            format!("After {words} {} {answer}, and you do not win.", view::seat_name(after.info(), other))
        }
    }
}

/// Returns what is said when a task is done; `refused` is why its move was refused, if it was.
pub fn praise(task: &Task, refused: Option<&str>) -> String {
    match (task.goal, refused) {
        (Goal::Refused, Some(reason)) => format!("Refused: {reason}. {}", task.result).trim_end().to_owned(),
        _ => task.result.clone(),
    }
}
