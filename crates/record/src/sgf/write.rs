//! The writer. The same game gives the same bytes.

use std::fmt::Write as _;

use quintet_core::board::{Point, Shape};
use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::types::{Action, Move, Seat, Stone};

use super::record::Notes;
use super::{points, root};
use crate::rule_names;
use crate::setup_words::komi_text;

/// The number of moves on a line of the file.
const MOVES_A_LINE: usize = 10;

/// Returns a game as an SGF file. Notes that are `None` are left out, except for the result of a
/// finished game.
///
/// ```
/// use quintet_core::board::Point;
/// use quintet_core::game::Game;
/// use quintet_core::setup::Setup;
/// use quintet_core::types::{Move, Seat};
/// use quintet_record::sgf::{self, Notes};
///
/// let mut game = Game::new(Setup::new(quintet_games::find("cancer").unwrap()));
/// game.play(Seat::Black, Move::place(0, Point(0)))?;
/// let file = sgf::write(&game, &Notes { white: Some("quintet".into()), ..Notes::default() });
/// assert!(file.contains("RU[cancer eye=any pie=on]") && file.contains(";B[ai]"));
/// # Ok::<(), quintet_core::types::IllegalMove>(())
/// ```
pub fn write(game: &Game, notes: &Notes) -> String {
    let mut file = first_node(game, notes);
    for (i, &(seat, mv)) in game.moves().iter().enumerate() {
        if i % MOVES_A_LINE == 0 {
            file.push('\n');
        }
        file.push_str(&node(game, seat, mv));
        if let Some(comment) = notes.comments.get(&(i + 1)) {
            file.push_str(&format!("C[{}]", escape(comment)));
        }
    }
    file.push_str(")\n");
    file
}

fn node(game: &Game, seat: Seat, mv: Move) -> String {
    let letter = seat.letter().to_ascii_uppercase();
    match mv.action() {
        Action::Pass => format!(";{letter}[]"),
        Action::Swap => ";QS[]".to_owned(),
        Action::Place { kind, point } => {
            let place = points::format(game.geometry(), point);
            match game.info().kinds.get(usize::from(kind)) {
                Some(kind) if kind.stone.is_some() => format!(";{letter}[{place}]QK[{}]", kind.name),
                _ => format!(";{letter}[{place}]"),
            }
        }
    }
}

fn first_node(game: &Game, notes: &Notes) -> String {
    let setup = game.setup();
    let info = setup.info();
    let mut root =
        format!("(;FF[4]GM[{}]CA[UTF-8]AP[quintet:{}]\n", root::game_number(setup), env!("CARGO_PKG_VERSION"));
    let mut property = |name: &str, value: &str| {
        let _ = write!(root, "{name}[{}]", escape(value));
    };
    let size = match (setup.geometry().shape(), setup.width(), setup.height()) {
        (Shape::Ring | Shape::Line, width, _) => format!("{width}:1"),
        (_, width, height) if width != height => format!("{width}:{height}"),
        (_, width, _) => width.to_string(),
    };
    property("SZ", &size);
    let own = || setup.rules().map(|(name, value)| format!(" {name}={value}")).collect::<String>();
    property("RU", &rule_names::usual_name(setup).unwrap_or_else(|| format!("{}{}", info.id, own())));
    if info.komi {
        property("KM", &komi_text(setup.komi()));
    }
    let result = game.outcome().map(|outcome| outcome.margin.to_string());
    let facts = [
        ("PB", &notes.black),
        ("PW", &notes.white),
        ("DT", &notes.date),
        ("EV", &notes.event),
        ("RO", &notes.round),
        ("RE", &notes.result.clone().or(result)),
        ("C", &notes.comment),
    ];
    for (name, value) in facts {
        if let Some(value) = value {
            let line = value.replace(['\r', '\n'], " ");
            property(name, if name == "C" { value } else { &line });
        }
    }
    for (name, value) in &notes.others {
        property(name, value);
    }
    root.push_str(&start(game));
    root
}

/// Returns the set-up properties; none if the game began with its ordinary starting position.
fn start(game: &Game) -> String {
    let setup = game.setup();
    let info = setup.info();
    let start = game.start_diagram();
    let [black, white] = info.own_stones;
    let place = |point: Point| points::format(game.geometry(), point);
    let others = Stone::ALL.into_iter().filter(|stone| ![black, white].contains(stone));
    let others = others.flat_map(|stone| start.points_with(stone).map(move |point| (stone, point)));
    let others = others.map(|(stone, point)| format!("{}:{}", stone.name(), place(point)));

    let mut text = String::new();
    list(&mut text, "QA", others);
    if start != setup.start().diagram() {
        if is_handicap(game, &start) {
            let _ = write!(text, "HA[{}]", start.points_with(info.own_stone(info.first)).count());
        }
        list(&mut text, "AB", start.points_with(black).map(place));
        list(&mut text, "AW", start.points_with(white).map(place));
        let _ = write!(text, "PL[{}]", start.to_move.letter().to_ascii_uppercase());
        list(&mut text, "QT", start.state.iter().map(|(name, value)| format!("{name}={value}")));
    }
    text
}

/// Returns whether the start is that of a handicap game: stones of the side that begins, and the
/// other to move.
fn is_handicap(game: &Game, start: &Diagram) -> bool {
    let info = game.info();
    let first = start.points_with(info.own_stone(info.first)).count();
    let second = start.points_with(info.own_stone(info.first.other())).count();
    info.handicap.is_some() && first >= 2 && second == 0 && start.to_move != info.first
}

fn list(text: &mut String, name: &str, values: impl Iterator<Item = String>) {
    let values: String = values.map(|value| format!("[{}]", escape(&value))).collect();
    if !values.is_empty() {
        text.push_str(name);
        text.push_str(&values);
    }
}

/// Escapes the characters that end a value.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
