//! The exact values of all moves of a position, as they come to be known: those first that are soon worked out.

use std::time::{Duration, Instant};

use crate::engine::AnyPlayer;
use crate::solve::Limits;
use crate::words::{Move, Seat};

/// So long is spent on a position.
const TIME: Duration = Duration::from_secs(60);
/// So long on a move; then the others come first.
const ROUNDS: [Duration; 5] = [
    Duration::from_millis(100),
    Duration::from_millis(500),
    Duration::from_millis(2500),
    Duration::from_secs(12),
    Duration::from_secs(60),
];

/// A move with its exact value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// The margin for Black that it leads to; 1, 0 or −1 where winners alone are known.
    pub value: f64,
    /// In how many plies the better side can force it, where that is known.
    pub plies: Option<u32>,
}

/// What is known of a position for sure.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveValues {
    /// The seat to move.
    pub seat: Seat,
    /// Whether values are margins, or tell winners alone.
    pub margins: bool,
    /// The value of the position for Black, where it is known.
    pub value: Option<f64>,
    /// The moves whose values are known.
    pub moves: Vec<MoveValue>,
    /// How many legal moves there are.
    pub total: usize,
    /// How long it took so far.
    pub time: Duration,
}

impl MoveValues {
    /// Notes the position's value where it follows from those of its moves.
    fn conclude(&mut self) {
        if self.value.is_none() {
            let sign = self.seat.sign();
            let best = self.moves.iter().map(|told| told.value * sign).max_by(f64::total_cmp);
            let whole = self.moves.len() == self.total;
            self.value = best.filter(|&best| whole || !self.margins && best > 0.0).map(|best| best * sign);
        }
    }
}

/// Works out the moves' values, telling of each. Ends where all are known, where the time is over, or where `go_on` says
/// no. The player's game is as it was afterwards.
pub fn work_out(
    player: &mut dyn AnyPlayer,
    bounds: Limits,
    go_on: &(dyn Fn() -> bool + Sync),
    tell: &mut dyn FnMut(&MoveValues),
) -> MoveValues {
    let began = Instant::now();
    let seat = player.history().to_move();
    let legal = player.history().legal_moves(seat);
    let mut values =
        MoveValues { seat, margins: true, value: None, moves: Vec::new(), total: legal.len(), time: Duration::ZERO };
    tell(&values);
    if let Some(exact) = player.exact(seat) {
        values.margins = exact.margins;
        values.value = Some(exact.value);
        let told = exact.moves.iter().map(|told| MoveValue { mv: told.mv, value: told.value, plies: told.plies });
        values.moves = told.collect();
    }
    for round in ROUNDS {
        for &mv in &legal {
            values.time = began.elapsed();
            let left = TIME.saturating_sub(values.time);
            if left.is_zero() || !go_on() {
                return values;
            }
            if values.moves.iter().any(|told| told.mv == mv) {
                continue;
            }
            tell(&values);
            let limits = Limits { time: Some(round.min(left)), ..bounds };
            if let Some((told, margins)) = after(player, seat, mv, limits, go_on) {
                values.margins &= margins;
                values.moves.push(told);
                values.conclude();
            }
        }
    }
    values.time = began.elapsed();
    values
}

/// The value of the position after a move, and whether it is a margin.
fn after(
    player: &mut dyn AnyPlayer,
    seat: Seat,
    mv: Move,
    limits: Limits,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Option<(MoveValue, bool)> {
    player.history_mut().play(seat, mv).ok()?;
    let history = player.history();
    // A position that came before is a draw, though as a fresh start it would go on.
    let drawn = history.outcome().is_some_and(|outcome| outcome.winner().is_none());
    let found = if drawn {
        Some((MoveValue { mv, value: 0.0, plies: None }, true))
    } else {
        let solution = player.solve(history.to_move(), limits, go_on);
        let plies = solution.plies.map(|plies| plies + 1);
        solution.value().map(|value| (MoveValue { mv, value, plies }, solution.margins))
    };
    player.history_mut().undo(1).expect("the move was just played");
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::players::player;
    use crate::record::{move_words, position};

    fn values(line: &str) -> (MoveValues, Vec<(String, f64)>) {
        let (setup, diagram) = position::read(line).unwrap();
        let mut player = player(&setup, Some(&diagram)).unwrap();
        let mut told = 0;
        let bounds = Limits { memory: 16 << 20, ..Limits::default() };
        let values = work_out(&mut *player, bounds, &|| true, &mut |_| told += 1);
        assert!(told > 0);
        assert!(player.history().moves().is_empty(), "the game is as it was");
        let word = |mv| move_words::format(setup.info(), &setup.geometry(), mv);
        let named = values.moves.iter().map(|told| (word(told.mv), told.value)).collect();
        (values, named)
    }

    #[test]
    fn every_move_of_a_small_board_has_its_exact_value() {
        for (id, size) in [("alaric", 7), ("bracket", 3), ("cascade", 2)] {
            let setup = crate::setup::Setup::new(games::find(id).unwrap()).with_size(size).unwrap();
            let (values, named) = values(&position::write(&*games::start(&setup)));
            assert_eq!(named.len(), values.total, "{id}");
            let sign = values.seat.sign();
            let best = named.iter().map(|(_, value)| value * sign).fold(f64::NEG_INFINITY, f64::max);
            assert_eq!(values.value, Some(best * sign), "{id}");
        }
    }

    #[test]
    fn a_last_move_has_the_margin_that_it_ends_with() {
        // One square is left, at the top: white stones are two to one before White fills it.
        let (values, mut named) = values("cascade 2 fill=down o./ox w");
        named.sort_by(|a, b| a.0.cmp(&b.0));
        let wanted = [("black@B2", 0.0), ("red@B2", -1.0), ("white@B2", -2.0)];
        assert_eq!(named, wanted.map(|(word, value)| (word.to_owned(), value)));
        assert_eq!((values.total, values.margins, values.value), (3, true, Some(-2.0)));
    }

    #[test]
    fn it_ends_when_it_is_told_to() {
        let setup = crate::setup::Setup::new(games::find("stoical").unwrap());
        let mut player = player(&setup, None).unwrap();
        let values = work_out(&mut *player, Limits::default(), &|| false, &mut |_| {});
        assert_eq!((values.value, values.moves.len()), (None, 0));
        assert!(values.time < Duration::from_secs(20));
    }
}
