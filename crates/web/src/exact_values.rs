//! The exact values of all moves of a position: those that are soon solved come first.

use std::time::Duration;

use quintet_core::types::{Move, Seat};
use quintet_engine::Engine;
use quintet_search::pause;
use quintet_solve::Limits;
use quintet_system::clock::Instant;

/// The time limit for a position.
const TIME: Duration = Duration::from_secs(60);
/// The time limits for a move: all moves get the first before any gets the next.
const ROUNDS: [Duration; 5] = [
    Duration::from_millis(100),
    Duration::from_millis(500),
    Duration::from_millis(2500),
    Duration::from_secs(12),
    Duration::from_secs(60),
];
/// The limits where the session has to wait while a move is solved.
const ROUNDS_IN_SLICES: [Duration; 3] =
    [Duration::from_millis(50), Duration::from_millis(200), Duration::from_millis(500)];

/// A move with its exact value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProvedMove {
    /// The move.
    pub mv: Move,
    /// The margin for Black that it leads to; 1, 0 or −1 if only winners are known.
    pub value: f64,
    /// The number of plies until the better side has won, if it is known.
    pub plies: Option<u32>,
}

/// The exact values of a position and its moves, as far as they are known.
#[derive(Clone, PartialEq, Debug)]
pub struct ProvedValues {
    /// The side to move.
    pub seat: Seat,
    /// Whether values are margins; otherwise only the winner is known.
    pub margins: bool,
    /// The value of the position for Black, if it is known.
    pub value: Option<f64>,
    /// The moves with known values.
    pub moves: Vec<ProvedMove>,
    /// The number of legal moves.
    pub total: usize,
    /// The time taken so far.
    pub time: Duration,
}

impl ProvedValues {
    /// Sets the value of the position if it follows from those of its moves.
    fn conclude(&mut self) {
        if self.value.is_none() {
            let sign = self.seat.sign();
            let best = self.moves.iter().map(|proved| proved.value * sign).max_by(f64::total_cmp);
            let complete = self.moves.len() == self.total;
            self.value = best.filter(|&best| complete || !self.margins && best > 0.0).map(|best| best * sign);
        }
    }
}

/// Computes the values of all moves and calls `report` with each new state.
///
/// Ends when all values are known, at the time limit, or when `go_on` returns `false`; `in_slices`: it
/// pauses after each move and gives none more than half a second. The game of the engine is unchanged
/// afterwards.
pub async fn compute(
    engine: &mut Engine,
    limits: Limits,
    in_slices: bool,
    go_on: &(dyn Fn() -> bool + Sync),
    report: &mut dyn FnMut(&ProvedValues),
) -> ProvedValues {
    let began = Instant::now();
    let seat = engine.game().to_move();
    let legal = engine.game().legal_moves(seat);
    let mut values =
        ProvedValues { seat, margins: true, value: None, moves: Vec::new(), total: legal.len(), time: Duration::ZERO };
    report(&values);
    if let Some(exact) = engine.exact_values(seat, go_on) {
        values.margins = exact.margins;
        values.value = Some(exact.value);
        let moves = exact.moves.iter().map(|exact| ProvedMove { mv: exact.mv, value: exact.value, plies: exact.plies });
        values.moves = moves.collect();
    }
    let rounds = if in_slices { ROUNDS_IN_SLICES.as_slice() } else { &ROUNDS };
    for &round in rounds {
        for &mv in &legal {
            if in_slices {
                pause().await;
            }
            values.time = began.elapsed();
            let left = TIME.saturating_sub(values.time);
            if left.is_zero() || !go_on() {
                return values;
            }
            if values.moves.iter().any(|proved| proved.mv == mv) {
                continue;
            }
            report(&values);
            let limits = Limits { time: Some(round.min(left)), ..limits };
            if let Some((proved, margins)) = solve_move(engine, seat, mv, limits, go_on) {
                values.margins &= margins;
                values.moves.push(proved);
                values.conclude();
            }
        }
    }
    values.time = began.elapsed();
    values
}

/// Solves the position after a move; returns its value, and whether that is a margin.
fn solve_move(
    engine: &mut Engine,
    seat: Seat,
    mv: Move,
    limits: Limits,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Option<(ProvedMove, bool)> {
    engine.game_mut().play(seat, mv).ok()?;
    let game = engine.game();
    // A repeated position is a draw; solved as a fresh start, it would go on.
    let drawn = game.outcome().is_some_and(|outcome| outcome.winner().is_none());
    let found = if drawn {
        Some((ProvedMove { mv, value: 0.0, plies: None }, true))
    } else {
        let solution = engine.solve(game.to_move(), limits, go_on);
        let plies = solution.plies.map(|plies| plies + 1);
        solution.value().map(|value| (ProvedMove { mv, value, plies }, solution.margins))
    };
    engine.game_mut().undo(1).expect("the move was just played");
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_core::game::Game;
    use quintet_core::notation::move_words;
    use quintet_core::setup::Setup;
    use quintet_engine::Knowledge;
    use quintet_games as games;
    use quintet_record::position_line;
    use quintet_search::complete;

    fn values(line: &str) -> (ProvedValues, Vec<(String, f64)>) {
        let (setup, diagram) = position_line::read(line).unwrap();
        let game = Game::from_diagram(setup.clone(), &diagram).unwrap();
        let mut engine = Engine::new(game, &Knowledge::default());
        let mut reports = 0;
        let limits = Limits { memory: 16 << 20, ..Limits::default() };
        let values = complete(compute(&mut engine, limits, false, &|| true, &mut |_| reports += 1));
        assert!(reports > 0);
        assert!(engine.game().moves().is_empty(), "the game is unchanged");
        let word = |mv| move_words::format(setup.info(), &setup.geometry(), mv);
        let named = values.moves.iter().map(|proved| (word(proved.mv), proved.value)).collect();
        (values, named)
    }

    #[test]
    fn every_move_of_a_small_board_has_its_exact_value() {
        for (id, size) in [("alaric", 7), ("bracket", 3), ("cascade", 2)] {
            let setup = Setup::new(games::find(id).unwrap()).with_size(size).unwrap();
            let (values, named) = values(&position_line::write(&Game::new(setup)));
            assert_eq!(named.len(), values.total, "{id}");
            let sign = values.seat.sign();
            let best = named.iter().map(|(_, value)| value * sign).fold(f64::NEG_INFINITY, f64::max);
            assert_eq!(values.value, Some(best * sign), "{id}");
        }
    }

    #[test]
    fn the_last_move_has_the_margin_of_the_final_position() {
        // One square is empty, at the top: White leads two to one before it fills the square.
        let (values, mut named) = values("cascade 2 fill=down o./ox w");
        named.sort_by(|a, b| a.0.cmp(&b.0));
        let wanted = [("black@B2", 0.0), ("red@B2", -1.0), ("white@B2", -2.0)];
        assert_eq!(named, wanted.map(|(word, value)| (word.to_owned(), value)));
        assert_eq!((values.total, values.margins, values.value), (3, true, Some(-2.0)));
    }

    #[test]
    fn it_stops_on_request() {
        let setup = Setup::new(games::find("stoical").unwrap());
        let mut engine = Engine::new(Game::new(setup), &Knowledge::default());
        let values = complete(compute(&mut engine, Limits::default(), false, &|| false, &mut |_| {}));
        assert_eq!((values.value, values.moves.len()), (None, 0));
        assert!(values.time < Duration::from_secs(20));
    }
}
