//! Replays the games of a match for learners.

use quintet_arena::matches::results::GameRecord;
use quintet_core::board::Point;
use quintet_core::game::Game;
use quintet_core::position::AnyPosition;
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Margin, Move, Seat};

/// The end of a game that was played to its end.
pub struct End {
    /// The margin for Black.
    pub margin: Margin,
    /// The owner of each cell of the board, row by row.
    pub owners: Vec<Option<Seat>>,
}

/// A position in which an engine chose a move.
pub struct Turn<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// The number of plies before.
    pub ply: usize,
    /// The position, with `seat` to move.
    pub position: &'a dyn AnyPosition,
    /// The side to move.
    pub seat: Seat,
    /// The legal moves.
    pub moves: &'a [Move],
    /// The index of the move that was played.
    pub played: usize,
}

/// Learns from the positions of games.
pub trait Learner {
    fn add_position(&mut self, turn: &Turn<'_>);

    /// Ends a game. Returns whether something was learned from it.
    fn end_game(&mut self, setup: &Setup, end: Option<End>) -> bool;
}

/// Replays a game of `info`, on any board and with any of its rules, without the moves of the
/// opening. Returns `false` if nothing was learned, or if the game is void or another game.
pub fn replay(info: &GameInfo, record: &GameRecord, learner: &mut dyn Learner) -> bool {
    match record.setup.setup() {
        Ok(setup) if !record.is_void() && setup.info().id == info.id => {
            let end = replay_moves(&setup, record, learner);
            learner.end_game(&setup, end)
        }
        _ => false,
    }
}

/// Replays the moves. Returns the end if the game was played to its end.
fn replay_moves(setup: &Setup, record: &GameRecord, learner: &mut dyn Learner) -> Option<End> {
    let mut game = Game::new(setup.clone());
    for (ply, word) in record.moves.iter().enumerate() {
        let seat = record.mover(ply);
        let mv = game.read_word(seat, word)?;
        if ply >= record.opening {
            let root = game.search_position(seat);
            let mut moves = Vec::new();
            root.legal_moves(&mut moves);
            if let Some(played) = moves.iter().position(|&legal| legal == mv) {
                let turn = Turn { game: &game, ply, position: root.position(), seat, moves: &moves, played };
                learner.add_position(&turn);
            }
        }
        game.play(seat, mv).ok()?;
    }
    let last = game.search_position(Seat::Black);
    let outcome = last.outcome().filter(|_| last.position().is_over())?;
    let cells = usize::from(setup.width()) * usize::from(setup.height());
    let owners = (0..cells).map(|i| last.position().owner(Point(i as u16))).collect();
    Some(End { margin: outcome.margin, owners })
}
