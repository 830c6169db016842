//! Handicap stones, in games that have them.

use quintet_core::board::{Geometry, Point, PointSet};
use quintet_core::notation::quote;
use quintet_core::setup::HandicapInfo;
use quintet_core::types::Stone;

use super::Command;
use crate::answer::{Answer, CommandError};
use crate::args;
use crate::call::Call;
use crate::session::Session;
use crate::vertex_list::vertices;

/// The commands of this family.
pub const COMMANDS: &[Command] = &[
    Command::new("fixed_handicap", "fixed_handicap N", "places handicap stones on the usual points", fixed_handicap),
    Command::new(
        "place_free_handicap",
        "place_free_handicap N",
        "places handicap stones where the engine likes",
        place_free_handicap,
    ),
    Command::new(
        "set_free_handicap",
        "set_free_handicap VERTEX VERTEX...",
        "places handicap stones where the client likes",
        set_free_handicap,
    ),
    Command::new("get_handicap", "get_handicap", "the number of handicap stones of this game", get_handicap),
];

/// Returns the standard's error for a number of stones that cannot be placed.
fn invalid_number(accepted: &str) -> CommandError {
    CommandError::new(format!("invalid number of stones; {accepted}"))
}

/// Returns how the session's game has handicap stones.
fn handicap_info(session: &Session) -> Result<&'static HandicapInfo, CommandError> {
    let info = session.setup().info();
    info.handicap.as_ref().ok_or_else(|| CommandError::new(format!("{} has no handicap stones", info.title)))
}

/// Checks that the board is empty.
fn require_empty_board(session: &Session) -> Result<(), CommandError> {
    if session.is_board_empty() { Ok(()) } else { Err(CommandError::new("board not empty")) }
}

/// Reads the requested number of stones.
fn number(session: &Session, call: &Call<'_>) -> Result<usize, CommandError> {
    let number = call.parsed(0, args::integer)?;
    require_empty_board(session)?;
    // Numbers that are too large are refused later.
    usize::try_from(number).map_err(|_| invalid_number("at least 2"))
}

/// Restarts with stones of the side that begins on these points and the other side to move.
fn place(session: &mut Session, points: &[Point]) -> Answer {
    let setup = session.setup().clone();
    let mut diagram = setup.empty_diagram();
    diagram.to_move = setup.info().first.other();
    for point in points {
        diagram.stones[point.index()] = Some(Stone::Black);
    }
    session.change_setup(&setup, Some(&diagram))?;
    Ok(vertices(session, points.iter().copied(), Some(Stone::Black)))
}

/// A start with stones of the side that begins alone, and the other side to move, has a handicap.
fn get_handicap(session: &mut Session, _: &mut Call<'_>) -> Answer {
    let (info, start) = (session.setup().info(), session.game().start_diagram());
    let stones = start.stones.iter().flatten().filter(|&&stone| stone != Stone::Blocked);
    let is_handicap = info.handicap.is_some()
        && start.to_move == info.first.other()
        && stones.clone().all(|&stone| stone == info.own_stone(info.first));
    Ok(if is_handicap { stones.count() } else { 0 }.to_string())
}

fn fixed_handicap(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let handicap = handicap_info(session)?;
    let number = number(session, call)?;
    let geometry = session.game().geometry();
    let most = (handicap.most_fixed)(geometry);
    if !(2..=most).contains(&number) {
        let accepted = match most {
            0 => "this board has no fixed places".to_owned(),
            _ => format!("on this board 2 to {most}"),
        };
        return Err(invalid_number(&accepted));
    }
    let points = (handicap.fixed_places)(geometry, number);
    if points.iter().any(|&point| session.setup().blocked().contains(point)) {
        return Err(invalid_number("a place is blocked"));
    }
    place(session, &points)
}

fn place_free_handicap(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let handicap = handicap_info(session)?;
    let number = number(session, call)?;
    let geometry = session.game().geometry();
    let blocked = session.setup().blocked();
    let free: PointSet = geometry.points().filter(|&point| !blocked.contains(point)).collect();
    if number < 2 || number >= free.count() as usize {
        return Err(invalid_number("at least 2, and fewer than the board has points"));
    }
    // The standard lets an engine place fewer stones; with more than a third of the board there is
    // no game left.
    let number = number.min((free.count() as usize / 3).max(2));
    let mut points = match (handicap.most_fixed)(geometry).min(number) {
        0 | 1 => Vec::new(),
        count => (handicap.fixed_places)(geometry, count),
    };
    points.retain(|&point| free.contains(point));
    while points.len() < number {
        let next =
            free.iter().filter(|point| !points.contains(point)).max_by_key(|&point| room(geometry, &points, point));
        points.extend(next);
    }
    place(session, &points)
}

/// Returns a measure of the distance of a point from stones and edges.
fn room(geometry: &Geometry, stones: &[Point], point: Point) -> (u16, u16) {
    let (x, y) = geometry.xy(point);
    let edge = x.min(y).min(geometry.width() - 1 - x).min(geometry.height() - 1 - y);
    let distance = |stone: &Point| {
        let (sx, sy) = geometry.xy(*stone);
        x.abs_diff(sx) + y.abs_diff(sy)
    };
    let nearest = stones.iter().map(distance).min().unwrap_or(u16::MAX);
    (nearest.min(2 * edge + 2), edge.min(3))
}

fn set_free_handicap(session: &mut Session, call: &mut Call<'_>) -> Answer {
    handicap_info(session)?;
    if call.args.is_empty() {
        return Err(call.usage());
    }
    require_empty_board(session)?;
    let bad = |what: &str| CommandError::new(format!("bad vertex list; {what}"));
    let mut points = Vec::new();
    for word in call.args.words() {
        let point = session.notation().point(session.game(), word).ok().flatten();
        let point = point.filter(|&point| !session.setup().blocked().contains(point));
        let point = point.ok_or_else(|| bad(&format!("'{}' is not a free point of this board", quote(word))))?;
        if points.contains(&point) {
            return Err(bad(&format!("'{}' stands twice", quote(word))));
        }
        points.push(point);
    }
    if points.len() < 2 {
        return Err(bad("at least 2 vertices"));
    }
    place(session, &points).map(|_| String::new()).map_err(|failure| bad(failure.message()))
}

#[cfg(test)]
mod tests {
    use quintet_core::board::Shape;

    use super::*;
    use crate::vertex_list::in_reading_order;

    /// The places by number, as GNU Go 3.8 lists them.
    #[test]
    fn fixed_places_are_gnu_gos() {
        let cases = [
            (19, 2, "Q16 D4"),
            (19, 3, "D16 Q16 D4"),
            (19, 5, "D16 Q16 K10 D4 Q4"),
            (19, 6, "D16 Q16 D10 Q10 D4 Q4"),
            (19, 7, "D16 Q16 D10 K10 Q10 D4 Q4"),
            (19, 8, "D16 K16 Q16 D10 Q10 D4 K4 Q4"),
            (9, 9, "C7 E7 G7 C5 E5 G5 C3 E3 G3"),
            (8, 4, "C6 F6 C3 F3"),
            (7, 4, "C5 E5 C3 E3"),
            (11, 2, "J9 C3"),
            (12, 2, "J9 D4"),
            (13, 2, "K10 D4"),
        ];
        let handicap = quintet_games::DEFAULT.handicap.as_ref().expect("it has handicap stones");
        let board = |size| Geometry::rectangle(Shape::Square, size, size);
        for (size, count, places) in cases {
            let geometry = board(size);
            let points = in_reading_order(&geometry, (handicap.fixed_places)(&geometry, count));
            let names: Vec<_> = points.into_iter().map(|point| geometry.vertex(point).to_string()).collect();
            assert_eq!(names.join(" "), places, "{size} {count}");
        }
        for (size, most) in [(6, 0), (7, 4), (8, 4), (9, 9), (10, 4), (18, 4), (19, 9)] {
            assert_eq!((handicap.most_fixed)(&board(size)), most, "{size}");
        }
        assert_eq!((handicap.most_fixed)(&Geometry::rectangle(Shape::Square, 19, 13)), 0);
    }
}
