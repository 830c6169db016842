//! Handicap stones, in games that have them.

use super::Command;
use crate::board::{Geometry, Point, PointSet};
use crate::games::stoical::{fixed_handicap as fixed_places, most_fixed};
use crate::gtp::answer::{Answer, Failure};
use crate::gtp::args;
use crate::gtp::call::Call;
use crate::gtp::lists::vertices;
use crate::gtp::session::Session;
use crate::setup::Diagram;
use crate::words::Stone;

/// The family's commands.
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
];

/// The standard's words for a number of stones that can't be placed.
fn invalid_number(accepted: &str) -> Failure {
    Failure::new(format!("invalid number of stones; {accepted}"))
}

/// The number of stones that is asked for.
fn number(session: &Session, call: &Call<'_>) -> Result<usize, Failure> {
    let info = session.setup().info();
    if !info.handicap {
        return Err(Failure::new(format!("{} has no handicap stones", info.title)));
    }
    let number = call.parsed(0, args::integer)?;
    if !session.is_board_empty() {
        return Err(Failure::new("board not empty"));
    }
    // Any number too large is refused later on, whatever it is.
    usize::try_from(number).map_err(|_| invalid_number("at least 2"))
}

/// Starts again with Black's stones on these points and White to move.
fn place(session: &mut Session, points: &[Point]) -> Answer {
    let setup = session.setup().clone();
    let mut diagram = Diagram::empty(&setup);
    diagram.to_move = setup.info().first.other();
    for point in points {
        diagram.stones[point.index()] = Some(Stone::Black);
    }
    session.change_setup(&setup, Some(&diagram))?;
    Ok(vertices(session, points.iter().copied(), Some(Stone::Black)))
}

fn fixed_handicap(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let number = number(session, call)?;
    let geometry = session.history().geometry();
    let most = most_fixed(geometry);
    if !(2..=most).contains(&number) {
        let accepted = match most {
            0 => "this board has no fixed places".to_owned(),
            _ => format!("on this board 2 to {most}"),
        };
        return Err(invalid_number(&accepted));
    }
    let points = fixed_places(geometry, number);
    if points.iter().any(|&point| session.setup().blocked().contains(point)) {
        return Err(invalid_number("a place is blocked"));
    }
    place(session, &points)
}

fn place_free_handicap(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let number = number(session, call)?;
    let geometry = session.history().geometry();
    let blocked = session.setup().blocked();
    let free: PointSet = geometry.points().filter(|&point| !blocked.contains(point)).collect();
    if number < 2 || number >= free.count() as usize {
        return Err(invalid_number("at least 2, and fewer than the board has points"));
    }
    // The standard lets an engine place fewer: more than a third of the board would leave no game.
    let number = number.min((free.count() as usize / 3).max(2));
    let mut points = match most_fixed(geometry).min(number) {
        0 | 1 => Vec::new(),
        count => fixed_places(geometry, count),
    };
    points.retain(|&point| free.contains(point));
    while points.len() < number {
        let next =
            free.iter().filter(|point| !points.contains(point)).max_by_key(|&point| room(geometry, &points, point));
        points.extend(next);
    }
    place(session, &points)
}

/// How far a point is from stones and edges.
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
    let info = session.setup().info();
    if !info.handicap {
        return Err(Failure::new(format!("{} has no handicap stones", info.title)));
    }
    if call.args.is_empty() {
        return Err(call.usage());
    }
    if !session.is_board_empty() {
        return Err(Failure::new("board not empty"));
    }
    let bad = |what: &str| Failure::new(format!("bad vertex list; {what}"));
    let mut points = Vec::new();
    for word in call.args.words() {
        let point = session.spelling().point(session.history(), word).ok().flatten();
        let point = point.filter(|&point| !session.setup().blocked().contains(point));
        let point =
            point.ok_or_else(|| bad(&format!("'{}' is no free point of this board", crate::record::quote(word))))?;
        if points.contains(&point) {
            return Err(bad(&format!("'{}' stands twice", crate::record::quote(word))));
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
    use super::*;
    use crate::board::Shape;
    use crate::gtp::lists::in_reading_order;

    /// The places by number, read off GNU Go 3.8.
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
            (13, 2, "K10 D4"),
        ];
        for (size, count, places) in cases {
            let geometry = Geometry::rectangle(Shape::Square, size, size);
            let points = in_reading_order(&geometry, fixed_places(&geometry, count));
            let names: Vec<_> = points.into_iter().map(|point| geometry.vertex(point).to_string()).collect();
            assert_eq!(names.join(" "), places, "{size} {count}");
        }
        for (size, most) in [(6, 0), (7, 4), (8, 4), (9, 9), (10, 4), (18, 4), (19, 9)] {
            assert_eq!(most_fixed(&Geometry::rectangle(Shape::Square, size, size)), most, "{size}");
        }
    }
}
