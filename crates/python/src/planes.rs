//! Positions as planes of zeros and ones, for learning.

use quintet_core::game::Game;
use quintet_core::setup::GameInfo;
use quintet_core::types::{Action, Move, Seat, Stone};

use crate::actions;

/// Returns the names of the planes of a game, in their order.
pub fn names(info: &GameInfo) -> Vec<String> {
    let stones = info.stones.iter().map(|stone| stone.name().to_owned());
    let legal = info.kinds.iter().map(|kind| format!("legal {}", kind.name));
    let others = ["board", "black to move", "last move", "last move was a pass"].map(str::to_owned);
    stones.chain(legal).chain(others).collect()
}

/// Returns the planes of a game's position, one after the other, each row by row from the bottom.
pub fn planes(game: &Game) -> Vec<u8> {
    let (info, geometry) = (game.info(), game.geometry());
    let cells = actions::cells(game.setup());
    let mut planes = vec![0; names(info).len() * cells];
    let mut rest = planes.chunks_mut(cells);
    let mut next = || rest.next().expect("a plane for each name");

    for &stone in info.stones {
        let plane = next();
        geometry.points().filter(|&point| game.stone(point) == Some(stone)).for_each(|point| plane[point.index()] = 1);
    }
    let legal = game.legal_moves(game.to_move());
    for kind in 0..info.kinds.len() {
        let plane = next();
        for mv in &legal {
            if let Action::Place { kind: placed, point } = mv.action()
                && usize::from(placed) == kind
            {
                plane[point.index()] = 1;
            }
        }
    }
    let board = next();
    for point in geometry.points().filter(|&point| game.stone(point) != Some(Stone::Blocked)) {
        board[point.index()] = 1;
    }
    next().fill(u8::from(game.to_move() == Seat::Black));
    let last = game.moves().last().map(|&(_, mv)| mv);
    let last_move = next();
    if let Some(point) = last.and_then(Move::point) {
        last_move[point.index()] = 1;
    }
    next().fill(u8::from(last == Some(Move::PASS)));
    planes
}

/// Returns for each action whether the side to move may play it.
pub fn legal_mask(game: &Game) -> Vec<u8> {
    let mut mask = vec![0; actions::count(game.setup())];
    game.legal_moves(game.to_move()).into_iter().for_each(|mv| mask[actions::of(game.setup(), mv)] = 1);
    mask
}
