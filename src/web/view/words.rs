//! What there is to say of a game, in words for somebody new to it.

use super::nearest_first;
use crate::board::{Point, Shape};
use crate::game::{Marks, Tint};
use crate::groups::{Group, groups};
use crate::history::AnyHistory;
use crate::setup::{GameInfo, Setup};
use crate::words::{Action, Ending, Move, Outcome, Seat, Stone};

/// The name of a seat in a game: that of its stones.
pub fn seat_name(info: &GameInfo, seat: Seat) -> &'static str {
    match info.own_stone(seat) {
        Stone::Red => "Red",
        Stone::White => "White",
        _ => "Black",
    }
}

/// Game, size and rules in words: those rules that are not at their defaults.
pub fn title(setup: &Setup) -> String {
    let (info, width, height) = (setup.info(), setup.width(), setup.height());
    let size = match setup.geometry().shape() {
        Shape::Square | Shape::Diamond => format!("{width} × {height}"),
        Shape::Hex | Shape::Ring | Shape::Line => width.to_string(),
    };
    let mut parts = vec![format!("{} {size}", info.title)];
    for ((name, value), rule) in setup.rules().zip(info.rules) {
        if value != rule.values[0] {
            parts.push(format!("{name} {value}"));
        }
    }
    if setup.komi() != 0.0 {
        parts.push(format!("komi {}", setup.komi()));
    }
    parts.join(", ")
}

/// By how much who wins, in words: `Black wins by 3`.
fn result(info: &GameInfo, outcome: &Outcome) -> String {
    let margin = outcome.margin.abs();
    match outcome.winner() {
        None => "A draw".to_owned(),
        Some(seat) if outcome.ending == Ending::Annihilation => format!("{} wins", seat_name(info, seat)),
        Some(seat) => format!("{} wins by {margin}", seat_name(info, seat)),
    }
}

fn count(game: &dyn AnyHistory, stone: Stone) -> usize {
    game.geometry().points().filter(|&point| game.stone(point) == Some(stone)).count()
}

/// Why a game is over that somebody gave up.
pub const GIVEN_UP: &str = "Who gives up has lost, however the board stands.";

/// Why a finished game ended, and how its result comes about, in words for somebody new to the game.
pub fn reason(game: &dyn AnyHistory, outcome: &Outcome) -> String {
    let info = game.info();
    let name = |seat: Seat| seat_name(info, seat);
    let own = Seat::BOTH.map(|seat| info.own_stone(seat));
    let stones = own.map(|stone| count(game, stone));
    let counts = format!("{} {} and {} {} stones", stones[0], own[0].name(), stones[1], own[1].name());
    match outcome.ending {
        Ending::Repetition => "The same position came a second time, which is a draw.".to_owned(),
        Ending::NoMove => {
            format!("{} has no cell left to play on, which ends the game. There are {counts}.", name(game.to_move()))
        }
        Ending::Passes => {
            let points =
                Seat::BOTH.map(|seat| game.geometry().points().filter(|&p| game.owner(p) == Some(seat)).count());
            let komi = match game.setup().komi() {
                0.0 => String::new(),
                komi => format!(", and {komi} of komi for White"),
            };
            let [black, white] = points;
            format!(
                "Both passed, which ends the game. Stones and the empty points that touch one colour only: Black has {black}, \
                 White {white}{komi}."
            )
        }
        Ending::Annihilation => match stones {
            [0, 0] => format!(
                "The last move took all red and white stones, the mover's own among them: then the mover, {}, wins.",
                outcome.winner().map_or("", name)
            ),
            _ => {
                let loser = outcome.winner().map_or("", |seat| name(seat.other()));
                format!("{loser} has no stone left on the board, and has lost.")
            }
        },
        Ending::FullBoard if has_groups(game) => {
            let counted = insight_of(game);
            let groups = groups(game.geometry(), |point| game.stone(point));
            let list = |seat: Seat| {
                let scored = |group: &&Group| counted[seat.index()].contains(&group.points[0]);
                let mut sizes: Vec<usize> = groups.iter().filter(scored).map(|group| group.points.len()).collect();
                sizes.sort_by(|a, b| b.cmp(a));
                match sizes.is_empty() {
                    true => "none".to_owned(),
                    false => sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
                }
            };
            let first =
                if outcome.winner().is_some() { "The first difference decides." } else { "The lists are equal." };
            format!(
                "The board is full. White groups between a smaller and a larger black one: {}. Black groups between a smaller \
                 and a larger white one: {}. {first}",
                list(Seat::Black),
                list(Seat::White)
            )
        }
        Ending::FullBoard => format!("The board is full. There are {counts}."),
    }
}

/// Whether a game's groups count by their sizes, and can be shown.
fn has_groups(game: &dyn AnyHistory) -> bool {
    game.drawings().iter().any(|(name, _)| *name == "brackets")
}

/// The points that count for Black and for White.
fn insight_of(game: &dyn AnyHistory) -> [Vec<Point>; 2] {
    let mut counted = [Vec::new(), Vec::new()];
    for marks in game.drawings().into_iter().flat_map(|(name, _)| game.draw(name)) {
        match marks {
            Marks::Tint(Tint::Green, points) => counted[0].extend(points),
            Marks::Tint(Tint::Yellow, points) => counted[1].extend(points),
            Marks::Labels(_) => {}
        }
    }
    counted
}

/// The score as it stands, where the game can tell it before its end.
pub fn score(game: &dyn AnyHistory) -> Option<String> {
    let info = game.info();
    if game.is_over() {
        return None;
    }
    let own = Seat::BOTH.map(|seat| (seat_name(info, seat), count(game, info.own_stone(seat))));
    if let Some(margin) = game.score() {
        return Some(match margin.winner() {
            None => "even, as the board stands".to_owned(),
            Some(seat) => format!("{} +{} as the board stands", seat_name(info, seat), margin.abs()),
        });
    }
    let [(black, b), (white, w)] = own;
    if has_groups(game) {
        return None;
    }
    Some(format!("stones: {black} {b}, {white} {w}"))
}

/// Whose turn it is, or the result, in words.
pub fn status(game: &dyn AnyHistory, resigned: Option<Seat>) -> String {
    let info = game.info();
    if let Some(seat) = resigned {
        return format!("{} wins: {} gave up", seat_name(info, seat.other()), seat_name(info, seat));
    }
    match game.outcome() {
        Some(outcome) => format!("{}: {}", result(info, &outcome), outcome.ending.name()),
        None => format!("{} to move", seat_name(info, game.to_move())),
    }
}

/// The latest move and what it did, in words.
pub fn news(game: &dyn AnyHistory) -> String {
    let Some(&(seat, mv)) = game.moves().last() else { return String::new() };
    let (info, geometry) = (game.info(), game.geometry());
    let name = seat_name(info, seat);
    let (mut fell, mut taken) = (Vec::new(), Vec::new());
    for change in nearest_first(geometry, mv, game.latest_changes()) {
        let vertex = geometry.vertex(change.point);
        match (change.before, change.after) {
            (Some(before), None) => taken.push((before, vertex)),
            (_, Some(after)) if mv.point() != Some(change.point) && mv != Move::SWAP => {
                fell.push(format!("{} at {vertex}", after.name()));
            }
            _ => {}
        }
    }
    let mut text = match mv.action() {
        Action::Pass => format!("{name} passes"),
        Action::Swap => format!("{name} swaps: the stone on the board is White's now"),
        Action::Place { kind, point } => {
            format!("{name} plays {} at {}", info.placed_stone(seat, kind).name(), geometry.vertex(point))
        }
    };
    if !taken.is_empty() {
        let mut parts = Vec::new();
        for stone in Stone::ALL {
            let places: Vec<String> =
                taken.iter().filter(|(s, _)| *s == stone).map(|(_, vertex)| vertex.to_string()).collect();
            if !places.is_empty() {
                parts.push(format!("{} at {}", stone.name(), places.join(", ")));
            }
        }
        text += &format!("; taken: {}", parts.join("; "));
    }
    if !fell.is_empty() {
        text += &format!("; fell into place: {}", fell.join(", "));
    }
    text
}
