//! A game in sentences.

use super::board::nearest_first;
use quintet_core::board::Shape;
use quintet_core::game::Game;
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Action, Margin, Move, Seat, Stone};
use quintet_record::tree::{Forfeit, ForfeitReason};

/// Returns the name of the file with the picture of a game.
pub fn card_file(info: &GameInfo) -> String {
    format!("card-{}.svg", info.id)
}

/// Returns the name of a player in a game, which is that of its stones.
pub fn seat_name(info: &GameInfo, seat: Seat) -> &'static str {
    match info.own_stone(seat) {
        Stone::Red => "Red",
        Stone::White => "White",
        _ => "Black",
    }
}

/// Returns game, size and the rules that are not at their defaults.
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
        parts.push(format!("komi {}", setup.komi()).replace('-', "−"));
    }
    parts.join(", ")
}

/// Returns the winner, such as `Black wins by 3`, by points if `margins` are known; `None` for a
/// draw.
pub fn winner_words(info: &GameInfo, margin: Margin, margins: bool) -> Option<String> {
    let name = seat_name(info, margin.winner()?);
    Some(if margins && info.has_margin { format!("{name} wins by {}", margin.abs()) } else { format!("{name} wins") })
}

/// Returns the explanation of a result by resignation or on time.
pub const fn forfeit_reason(reason: ForfeitReason) -> &'static str {
    match reason {
        ForfeitReason::Resignation => "A player who resigns loses, whatever the position.",
        ForfeitReason::Time => "A player whose time runs out loses, whatever the position.",
    }
}

/// Returns why a finished game ended as it did; empty before its end.
pub fn reason(game: &Game) -> String {
    game.explain_outcome().unwrap_or_default()
}

/// Returns the result for the winner, such as `won by 3`; empty without a winner.
pub fn won(game: &Game, forfeit: Option<Forfeit>) -> String {
    let margin = game.outcome().filter(|_| forfeit.is_none()).map(|outcome| outcome.margin);
    match (forfeit, margin) {
        (None, Some(margin)) if margin.winner().is_some() && game.info().has_margin => {
            format!("won by {}", margin.abs())
        }
        (None, None) => String::new(),
        (None, Some(margin)) if margin.winner().is_none() => String::new(),
        _ => "won".to_owned(),
    }
}

/// Returns the score as the board stands, if the game can tell it before its end, and both players
/// have stones: after one stone, the whole board would be one player's.
pub fn score(game: &Game) -> Option<String> {
    let has_stones = |seat: Seat| {
        let own = Some(game.info().own_stone(seat));
        game.geometry().points().any(|point| game.stone(point) == own)
    };
    if game.is_over() || !Seat::BOTH.into_iter().all(has_stones) {
        return None;
    }
    match game.score().map(|margin| (margin, margin.winner())) {
        Some((_, None)) => Some("even, as the board stands".to_owned()),
        Some((margin, Some(seat))) => {
            Some(format!("{} +{} as the board stands", seat_name(game.info(), seat), margin.abs()))
        }
        None => game.position().explain_score(game.geometry()),
    }
}

/// Returns the side to move, or the result.
pub fn status(game: &Game, forfeit: Option<Forfeit>) -> String {
    let info = game.info();
    if let Some(Forfeit { loser, reason }) = forfeit {
        let how = match reason {
            ForfeitReason::Resignation => "resigned",
            ForfeitReason::Time => "ran out of time",
        };
        return format!("{} wins: {} {how}", seat_name(info, loser.other()), seat_name(info, loser));
    }
    match game.outcome() {
        Some(outcome) => {
            let wins = winner_words(info, outcome.margin, true).unwrap_or_else(|| "A draw".to_owned());
            format!("{wins}: {}", outcome.ending.name())
        }
        None => format!("{} to move", seat_name(info, game.to_move())),
    }
}

/// Makes the first letter of a text a capital.
pub fn capital(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Returns a move in words: `D4`, `a cancer stone at D4`.
pub fn move_words(game: &Game, seat: Seat, mv: Move) -> String {
    let (info, geometry) = (game.info(), game.geometry());
    match mv.action() {
        Action::Place { kind, point } if geometry.contains(point) => {
            let (stone, vertex) = (info.placed_stone(seat, kind), geometry.vertex(point));
            // A player's own stone needs no words.
            if stone == info.own_stone(seat) {
                vertex.to_string()
            } else {
                format!("a {} stone at {vertex}", stone.name())
            }
        }
        _ => game.word(mv),
    }
}

/// Returns a move in as few words as the page's lists have: `D4`, `cancer D4`, `swap`.
pub fn short_move(game: &Game, mv: Move) -> String {
    if mv == Move::SWAP { "swap".to_owned() } else { game.word(mv).replacen('@', " ", 1) }
}

/// Returns the latest move and its effect.
pub fn news(game: &Game) -> String {
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
        Action::Place { .. } => format!("{name} plays {}", move_words(game, seat, mv)),
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
