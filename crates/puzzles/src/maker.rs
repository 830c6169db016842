//! Makes puzzles: positions in which one move alone keeps the exact value, and which a short search
//! gets wrong. They come from games between weak players, or from given fights.

use std::collections::BTreeSet;

use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::random::{random_below, seeded, split_mix};
use quintet_core::setup::{LevelInfo, Setup};
use quintet_core::types::Move;
use quintet_engine::{Engine, Knowledge, Request, Settings};
use quintet_search::{Interrupt, Limits};
use quintet_solve::Solution;

use crate::fights;
use crate::puzzle::{self, Puzzle, Value};

/// The players of the games.
const PLAYERS: LevelInfo = LevelInfo { visits: 16, oversight: 0.25, max_loss: 0.5 };

/// The number of random moves at the beginning of a game.
const OPENING: u32 = 3;

/// Positions with fewer or more legal moves make no puzzles.
const LEAST_MOVES: usize = 4;
const MOST_MOVES: usize = 40;

/// The memory for solving a position, in bytes.
const MEMORY: u64 = 64 << 20;

/// The longest solution, in plies, and the shortest.
const LONGEST: usize = 11;
const SHORTEST: usize = 3;

/// The visits of the searches that measure difficulty. Puzzles that the first one solves are too
/// easy; a puzzle has one star if the second one solves it, and so on.
const VISITS: [u64; 6] = [2, 20, 60, 200, 600, 2_000];

/// The most games without a puzzle in a row.
const PATIENCE: u32 = 2_000;

/// The options of a run.
pub struct PuzzleOptions<'a> {
    /// The board.
    pub setup: &'a Setup,
    /// The number of puzzles.
    pub count: usize,
    /// The seed of the games.
    pub seed: u64,
    /// The node limit for the solution of a position.
    pub nodes: u64,
    /// The fights that are looked at instead of games.
    pub fights: &'a [(Setup, Diagram)],
    /// Weights and exact values.
    pub knowledge: &'a Knowledge,
}

/// Makes puzzles and calls `found` with each. Stops early when `go_on` returns `false`, when many
/// games in a row give no puzzle, or when there are no more fights. Returns the number of puzzles.
pub fn make(options: &PuzzleOptions<'_>, go_on: &(dyn Fn() -> bool + Sync), found: &mut dyn FnMut(&Puzzle)) -> usize {
    if options.fights.is_empty() {
        make_from_games(options, go_on, found)
    } else {
        make_from_fights(options, go_on, found)
    }
}

fn make_from_games(
    options: &PuzzleOptions<'_>,
    go_on: &(dyn Fn() -> bool + Sync),
    found: &mut dyn FnMut(&Puzzle),
) -> usize {
    let mut known = BTreeSet::new();
    let mut failures = 0;
    for number in 0.. {
        if known.len() == options.count || failures == PATIENCE || !go_on() {
            break;
        }
        let maker = Maker { options, seed: split_mix(options.seed, number), go_on };
        failures += 1;
        if let Some(puzzle) = maker.puzzle_of_game()
            && known.insert(puzzle.id())
        {
            failures = 0;
            found(&puzzle);
        }
    }
    known.len()
}

fn make_from_fights(
    options: &PuzzleOptions<'_>,
    go_on: &(dyn Fn() -> bool + Sync),
    found: &mut dyn FnMut(&Puzzle),
) -> usize {
    let mut known: Vec<Diagram> = Vec::new();
    let maker = Maker { options, seed: options.seed, go_on };
    for (setup, diagram) in options.fights {
        if known.len() == options.count || !go_on() {
            break;
        }
        let puzzle = maker.puzzle_of_fight(setup, diagram);
        if let Some(puzzle) =
            puzzle.filter(|puzzle| !known.iter().any(|other| fights::are_alike(&puzzle.diagram, other)))
        {
            found(&puzzle);
            known.push(puzzle.diagram);
        }
    }
    known.len()
}

struct Maker<'a> {
    options: &'a PuzzleOptions<'a>,
    seed: u64,
    go_on: &'a (dyn Fn() -> bool + Sync),
}

impl Maker<'_> {
    /// Returns the puzzle of a fight, if it makes one.
    fn puzzle_of_fight(&self, setup: &Setup, diagram: &Diagram) -> Option<Puzzle> {
        let is_sound = |game: &Game| self.only_move(game).is_some();
        let value = |game: &Game| value_of(&self.solve(game)?);
        let game = fights::prepare(setup, diagram, &is_sound, &value)?;
        self.puzzle_at(&game, &self.solve(&game)?)
    }

    /// Plays a game and returns the puzzle of the earliest position that makes one.
    fn puzzle_of_game(&self) -> Option<Puzzle> {
        let mut game = self.game();
        let mut best = None;
        while game.undo(1).is_ok() && (self.go_on)() {
            let count = game.position().count_legal();
            if count < LEAST_MOVES {
                continue;
            }
            if count > MOST_MOVES {
                break;
            }
            let Some(solution) = self.solve(&game) else { break };
            if let Some(puzzle) = self.puzzle_at(&game, &solution) {
                best = Some(puzzle);
            }
        }
        best
    }

    /// Plays a game between weak players.
    fn game(&self) -> Game {
        let mut engine = Engine::new(Game::new(self.options.setup.clone()), self.options.knowledge);
        let mut rng = seeded(self.seed);
        let settings = Settings { seed: self.seed, ..Settings::default() };
        let interrupt = Interrupt::default();
        let longest = 4 * self.options.setup.geometry().len();
        while !engine.game().is_over() && engine.game().moves().len() < longest {
            let seat = engine.game().to_move();
            let mv = if engine.game().moves().len() < OPENING as usize {
                let legal = engine.game().legal_moves(seat);
                legal.get(random_below(&mut rng, legal.len().max(1) as u32) as usize).copied()
            } else {
                let request = Request::new(seat, Limits::default(), &settings, &interrupt);
                engine.choose(&request.at_level(Some(PLAYERS)), &mut |_| {}).mv
            };
            let Some(mv) = mv else { break };
            engine.game_mut().play(seat, mv).expect("the move is legal");
        }
        engine.game().clone()
    }

    /// Returns the exact value of a position with all moves that keep it.
    fn solve(&self, game: &Game) -> Option<Solution> {
        let limits = quintet_solve::Limits {
            memory: MEMORY,
            nodes: Some(self.options.nodes),
            ..quintet_solve::Limits::default()
        };
        let values = self.options.knowledge.values();
        let solution = quintet_solve::solve(game.setup(), game.position(), limits, values, &|_| (self.go_on)());
        let is_known = solution.value().is_some() && !solution.best.is_empty() && solution.undecided.is_empty();
        is_known.then_some(solution)
    }

    /// Returns the puzzle of a solved position, if it makes a good one.
    fn puzzle_at(&self, game: &Game, solution: &Solution) -> Option<Puzzle> {
        let seat = game.to_move();
        let value = value_of(solution)?;
        let [best] = solution.best[..] else { return None };
        if value.winner() == Some(seat.other()) || best.point().is_none() {
            return None;
        }
        // Each other move leads to a worse result, not only to fewer points.
        let is_worse = |mv: &Move| {
            let mut next = game.clone();
            if *mv == best || next.play(seat, *mv).is_err() {
                return Some(true);
            }
            let after = match next.outcome() {
                Some(outcome) => outcome.winner(),
                None => value_of(&self.solve(&next)?)?.winner(),
            };
            Some(match value.winner() {
                Some(_) => after != Some(seat),
                None => after == Some(seat.other()),
            })
        };
        let others_are_worse = || game.legal_moves(seat).iter().all(|mv| is_worse(mv) == Some(true));
        let stars = self.stars(game, best)?;
        let moves = self.line(game)?;
        if !others_are_worse() {
            return None;
        }
        let diagram = game.diagram();
        Some(Puzzle { setup: game.setup().clone(), diagram, solution: moves, value, stars })
    }

    /// Returns the difficulty of finding a move; `None` if it is found at once.
    fn stars(&self, game: &Game, best: Move) -> Option<u8> {
        let mut engine = Engine::new(game.clone(), self.options.knowledge);
        let settings = Settings { seed: self.seed, hash_mib: 32, ..Settings::default() };
        let interrupt = Interrupt::default();
        let mut finds = |visits| {
            let limits = Limits { visits: Some(visits), time: None };
            let request = Request { fresh: true, ..Request::new(game.to_move(), limits, &settings, &interrupt) };
            engine.choose(&request, &mut |_| {}).mv == Some(best)
        };
        if finds(VISITS[0]) {
            return None;
        }
        let found = VISITS[1..].iter().position(|&visits| finds(visits));
        Some(found.map_or(puzzle::MOST_STARS, |index| index as u8 + 1))
    }

    /// Returns the line of only moves and best replies, if there is more than one only move.
    fn line(&self, game: &Game) -> Option<Vec<Move>> {
        let mut game = game.clone();
        let mut line = Vec::new();
        while let Some(mv) = self.only_move(&game) {
            game.play(game.to_move(), mv).expect("the solver's moves are legal");
            line.push(mv);
            if game.is_over() || line.len() >= LONGEST {
                break;
            }
            // Of the replies that keep the value, one after which there is an only move again.
            let Some(replies) = self.solve(&game).map(|solution| solution.best) else { break };
            let goes_on = |&reply: &Move| {
                let mut next = game.clone();
                next.play(next.to_move(), reply).is_ok() && !next.is_over() && self.only_move(&next).is_some()
            };
            let Some(reply) = replies.into_iter().find(goes_on) else { break };
            game.play(game.to_move(), reply).expect("the solver's moves are legal");
            line.push(reply);
        }
        if line.len() % 2 == 0 {
            line.pop();
        }
        (line.len() >= SHORTEST).then_some(line)
    }

    /// Returns the only move that keeps the value, of several legal ones.
    fn only_move(&self, game: &Game) -> Option<Move> {
        let solution = self.solve(game)?;
        let [mv] = solution.best[..] else { return None };
        (game.position().count_legal() > 1).then_some(mv)
    }
}

/// Returns the value of a solution, if it is known.
fn value_of(solution: &Solution) -> Option<Value> {
    let value = solution.value()?;
    let by_winner = || Value::Winner(quintet_core::types::Margin::new(value).winner());
    Some(if solution.margins { Value::Margin(value) } else { by_winner() })
}
