//! Seki: chains that stay because neither side can take the last liberties of the other.

use quintet_core::board::{Point, PointSet};
use quintet_core::game::Game;
use quintet_core::groups::{Group, groups};
use quintet_core::types::{Seat, Stone};

/// Returns for each group whether it lives in seki. `groups` are those of the game, and `dead` says
/// which of them leave the board.
///
/// A shared liberty is an empty point next to both sides where a stone of either side would capture
/// nothing and be left with a single liberty at most. A group is in seki if it has no other
/// liberties, or one: an eye. Random games have decided before that it is not dead.
pub fn in_seki(game: &Game, groups: &[Group], dead: &[bool]) -> Vec<bool> {
    let mut gone = PointSet::EMPTY;
    for group in groups.iter().zip(dead).filter(|(_, dead)| **dead).map(|(group, _)| group) {
        group.points.iter().for_each(|&point| _ = gone.insert(point));
    }
    let stone = |point: Point| game.stone(point).filter(|_| !gone.contains(point));
    let mut shared = PointSet::EMPTY;
    let empty = game.geometry().points().filter(|&point| stone(point).is_none());
    empty.filter(|&point| is_shared(game, &stone, point)).for_each(|point| _ = shared.insert(point));
    let is_in_seki = |group: &Group| {
        // The dead stones beside it leave more liberties.
        let liberties = liberties(game, &stone, group.points[0]);
        let others = liberties.iter().filter(|&&point| !shared.contains(point)).count();
        liberties.len() > 1 && others <= 1
    };
    groups.iter().zip(dead).map(|(group, dead)| !dead && is_in_seki(group)).collect()
}

fn is_shared(game: &Game, stone: &dyn Fn(Point) -> Option<Stone>, point: Point) -> bool {
    let own = Seat::BOTH.map(|seat| game.info().own_stone(seat));
    let touches = |kind: Stone| game.geometry().neighbours(point).into_iter().any(|next| stone(next) == Some(kind));
    own.into_iter().all(touches)
        && own.into_iter().all(|kind| {
            let after = |other: Point| if other == point { Some(kind) } else { stone(other) };
            let captures = game.geometry().neighbours(point).into_iter().any(|next| {
                stone(next).is_some_and(|other| other != kind && other != Stone::Blocked)
                    && liberties(game, &after, next).is_empty()
            });
            !captures && liberties(game, &after, point).len() <= 1
        })
}

/// Returns the liberties of the group on a point.
fn liberties(game: &Game, stone: &dyn Fn(Point) -> Option<Stone>, point: Point) -> Vec<Point> {
    let groups = groups(game.geometry(), stone);
    groups.into_iter().find(|group| group.points.contains(&point)).map_or(Vec::new(), |group| group.liberties)
}
