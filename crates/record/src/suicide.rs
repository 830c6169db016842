//! Suicide in records of Go: rules under which a chain may take its own last liberty are not played
//! here, but their games are read.

use quintet_core::board::{Geometry, Point};
use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::types::{Action, Move, Seat, Stone};

/// Returns the position after a move that takes stones of its own, in a game with rule sets of Go;
/// `None` if the move is anything else.
pub fn suicide(game: &Game, seat: Seat, mv: Move) -> Option<Diagram> {
    let Action::Place { kind, point } = mv.action() else { return None };
    let (info, geometry) = (game.info(), game.geometry());
    let is_go = !info.rule_sets.is_empty() && info.own_kind() == Some(kind);
    if !is_go || game.is_over() || !geometry.contains(point) || game.stone(point).is_some() {
        return None;
    }
    let mut diagram = game.diagram();
    diagram.stones[point.index()] = Some(info.own_stone(seat));
    let chain = chain_without_liberty(geometry, &diagram, point)?;
    let enemy = Some(info.own_stone(seat.other()));
    let takes =
        |at: Point| diagram.stones[at.index()] == enemy && chain_without_liberty(geometry, &diagram, at).is_some();
    if geometry.neighbours(point).into_iter().any(takes) {
        return None;
    }
    for at in chain {
        diagram.stones[at.index()] = None;
    }
    diagram.to_move = seat.other();
    diagram.state.clear();
    Some(diagram)
}

/// Returns the chain of a stone if it has no liberty.
fn chain_without_liberty(geometry: &Geometry, diagram: &Diagram, from: Point) -> Option<Vec<Point>> {
    let stone: Option<Stone> = diagram.stones[from.index()];
    let mut chain = vec![from];
    let mut next = 0;
    while let Some(&at) = chain.get(next) {
        next += 1;
        for neighbour in geometry.neighbours(at) {
            match diagram.stones[neighbour.index()] {
                None => return None,
                found if found == stone && !chain.contains(&neighbour) => chain.push(neighbour),
                _ => {}
            }
        }
    }
    Some(chain)
}
