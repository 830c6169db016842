//! The game that a query describes: setup, first position, moves.

use serde_json::Value;

use super::fields::{Fields, Refusal, quoted, seat};
use super::rules::{self, KOMI};
use crate::board::{Geometry, PointSet};
use crate::engine::AnyPlayer;
use crate::players;
use crate::record::setup_words::{self, Size};
use crate::record::{move_words, quote};
use crate::setup::{Diagram, GameInfo, HandicapBonus, Setup};
use crate::words::{Action, Move, Seat};

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Record {
    /// Game, board, rules, komi.
    pub setup: Setup,
    /// The first position, where it is not the game's own.
    pub start: Option<Diagram>,
    /// The moves.
    pub moves: Vec<(Seat, Move)>,
}

impl Record {
    /// A player for the position after the first `count` moves.
    ///
    /// # Panics
    /// If they were not found to be legal before.
    pub fn player(&self, count: usize) -> Box<dyn AnyPlayer> {
        let mut player = players::player(&self.setup, self.start.as_ref()).expect("it was set up before");
        for &(seat, mv) in &self.moves[..count] {
            player.history_mut().play(seat, mv).expect("it was played before");
        }
        player
    }
}

/// Reads the fields that say which game is played, from which position, and how it went.
///
/// # Errors
/// With the first field that can't be taken.
pub fn read(fields: Fields<'_>, default: &Setup, warnings: &mut Vec<Refusal>) -> Result<Record, Refusal> {
    let setup = board(fields, info(fields, default)?)?;
    let geometry = setup.geometry();
    let stones = pairs(fields, "initialStones", &setup, &geometry)?.unwrap_or_default();
    let moves = pairs(fields, "moves", &setup, &geometry)?;
    let moves = moves.ok_or_else(|| Refusal::new("moves", "Must specify an array of [player,location] pairs"))?;
    let first = fields.seat("initialPlayer")?;
    let setup = rules(fields, setup, default, &stones, warnings)?;
    let setup = blocked(fields, setup, &geometry)?;
    let mut start = None;
    if !stones.is_empty() || first.is_some() || moves.first().is_some_and(|(seat, ..)| *seat != setup.info().first) {
        let mut diagram = Diagram::empty(&setup);
        for &(seat, mv, ref word) in &stones {
            let Action::Place { kind, point } = mv.action() else {
                return Err(Refusal::new("initialStones", format!("Could not parse board location: {word}")));
            };
            diagram.stones[point.index()] = Some(setup.info().placed_stone(seat, kind));
        }
        let handicap = if handicap(&setup, &stones) > 0 { Seat::White } else { setup.info().first };
        diagram.to_move = first.or(moves.first().map(|(seat, ..)| *seat)).unwrap_or(handicap);
        start = Some(diagram);
    }
    let mut player = players::player(&setup, start.as_ref())
        .map_err(|error| Refusal::new("initialStones", format!("Could not place the stones: {error}")))?;
    for (number, (seat, mv, word)) in moves.iter().enumerate() {
        let played = player.history_mut().play(*seat, *mv);
        played.map_err(|_| Refusal::new("moves", format!("Illegal move {number}: {word}")))?;
    }
    Ok(Record { setup, start, moves: moves.into_iter().map(|(seat, mv, _)| (seat, mv)).collect() })
}

/// The game; where it isn't named, the one that the program was started for.
fn info(fields: Fields<'_>, default: &Setup) -> Result<&'static GameInfo, Refusal> {
    let Some(value) = fields.get("game") else { return Ok(default.info()) };
    let id = value.as_str().ok_or_else(|| Refusal::new("game", "Must be a string"))?;
    setup_words::game(id).map_err(|error| Refusal::new("game", error.to_string()))
}

/// The sides of the board. Alaric's circle has one row.
fn board(fields: Fields<'_>, info: &'static GameInfo) -> Result<Setup, Refusal> {
    let (least, most) = (*info.sizes.start(), *info.sizes.end());
    let setup = Setup::new(info);
    let row = setup.height() == 1 && setup.width() > 1;
    let side = |name: &str, least: u16, most: u16| {
        let message = format!("Must provide an integer from {least} to {most}");
        let value = fields.integer(name, least.into(), most.into(), &message)?;
        value.map(|value| value as u16).ok_or_else(|| Refusal::new(name, message))
    };
    let width = side("boardXSize", least, most)?;
    let height = if row { side("boardYSize", 1, 1)? } else { side("boardYSize", least, most)? };
    // A shape may be what allows an even side.
    let by_rules = fields.get("rules").and_then(Value::as_object).into_iter().flatten();
    let shaped = by_rules.fold(setup, |setup, (rule, value)| {
        value.as_str().and_then(|value| setup.with_rule(rule, value).ok()).unwrap_or(setup)
    });
    Size::Rectangle(width, height).of(&shaped).map_err(|error| {
        let message = format!("{} has no board {width} by {height} by these rules: {error}", info.title);
        Refusal::new("boardYSize", message)
    })
}

/// A seat, its move, and the word for it.
type Spoken = (Seat, Move, String);

/// A list of moves, each with its seat.
fn pairs(fields: Fields<'_>, name: &str, setup: &Setup, geometry: &Geometry) -> Result<Option<Vec<Spoken>>, Refusal> {
    let Some(value) = fields.get(name) else { return Ok(None) };
    let message = "Must be an array of pairs of the form: [\"b\" or \"w\", GTP board vertex]";
    let malformed = || Refusal::new(name, message);
    let pair = |value: &Value| {
        let [player, location] = value.as_array().ok_or_else(malformed)?.as_slice() else { return Err(malformed()) };
        let (Some(player), Some(word)) = (player.as_str(), location.as_str()) else { return Err(malformed()) };
        let of =
            seat(player).ok_or_else(|| Refusal::new(name, format!("Could not parse player: {}", quote(player))))?;
        Ok((of, location_of(setup.info(), geometry, of, word, name)?, quote(word)))
    };
    value.as_array().ok_or_else(malformed)?.iter().map(pair).collect::<Result<_, _>>().map(Some)
}

/// Reads a move of a seat: one of our words, or the vertex as `(x,y)` counted from 0 at the top left.
///
/// # Errors
/// If it is none, or off the board.
pub fn location_of(info: &GameInfo, geometry: &Geometry, seat: Seat, word: &str, field: &str) -> Result<Move, Refusal> {
    let word = word.trim();
    let by_numbers = || {
        let (kind, numbers) = word.split_once('@').map_or((None, word), |(kind, numbers)| (Some(kind), numbers));
        let (x, y) = numbers.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        let row = i32::from(geometry.height()) - 1 - y.trim().parse::<i32>().ok()?;
        let vertex = geometry.vertex(geometry.at(x.trim().parse().ok()?, row)?).to_string();
        move_words::read(info, geometry, seat, &kind.map_or(vertex.clone(), |kind| format!("{kind}@{vertex}")))
    };
    let mv = move_words::read(info, geometry, seat, word).or_else(by_numbers);
    mv.ok_or_else(|| Refusal::new(field, format!("Could not parse board location: {}", quote(word))))
}

/// Rules and komi, and what White is given for handicap stones.
fn rules(
    fields: Fields<'_>,
    setup: Setup,
    default: &Setup,
    stones: &[Spoken],
    warnings: &mut Vec<Refusal>,
) -> Result<Setup, Refusal> {
    let mut plain = setup;
    if std::ptr::eq(plain.info(), default.info()) {
        plain.set_komi(default.komi());
    }
    let value = fields.get("rules").ok_or_else(|| rules::missing(&plain))?;
    let ruling = rules::read(&plain, value)?;
    if !ruling.unplayed.is_empty() {
        let what = ruling.unplayed.join("; ");
        warnings.push(Refusal::new("rules", format!("Not all of these rules is played here: {what}")));
    }
    let mut setup = ruling.setup;
    if let Some(value) = fields.get("komi") {
        let message = format!("Must be {KOMI}");
        setup.set_komi(rules::komi(value).ok_or_else(|| Refusal::new("komi", message))?);
        if !setup.info().komi && setup.komi() != 0.0 {
            warnings.push(Refusal::new("komi", format!("{} has no komi", setup.info().title)));
        }
    }
    let mut bonus = ruling.bonus;
    if let Some(value) = fields.get("whiteHandicapBonus") {
        let message = format!("Must be {}, not {}", rules::BONUS, quoted(value));
        bonus = rules::bonus(value).ok_or_else(|| Refusal::new("whiteHandicapBonus", message))?;
    }
    if bonus != HandicapBonus::None {
        setup.set_komi(setup.komi() + f64::from(bonus.points(handicap(&setup, stones))));
    }
    Ok(setup)
}

/// How many stones Black was given: all that stand, where there are at least two and no others.
fn handicap(setup: &Setup, stones: &[Spoken]) -> u32 {
    let info = setup.info();
    let black = stones.iter().filter(|(seat, ..)| *seat == Seat::Black).count();
    if info.handicap && black == stones.len() && black >= 2 { black as u32 } else { 0 }
}

/// Our own field `blockedPoints`: vertices of Stoical Go that nobody can play on.
fn blocked(fields: Fields<'_>, setup: Setup, geometry: &Geometry) -> Result<Setup, Refusal> {
    const FIELD: &str = "blockedPoints";
    let Some(value) = fields.get(FIELD) else { return Ok(setup) };
    let malformed = || Refusal::new(FIELD, "Must be an array of GTP board vertices");
    let point = |value: &Value| {
        let word = value.as_str().ok_or_else(malformed)?;
        let mv = location_of(setup.info(), geometry, Seat::Black, word, FIELD)?;
        mv.point().ok_or_else(malformed)
    };
    let points = value.as_array().ok_or_else(malformed)?.iter().map(point).collect::<Result<PointSet, _>>()?;
    setup.with_blocked(points).map_err(|error| Refusal::new(FIELD, error.to_string()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::games;
    use crate::words::Stone;

    fn record(query: Value) -> Result<Record, Refusal> {
        let default = Setup::new(games::find("stoical").unwrap());
        read(Fields(query.as_object().unwrap()), &default, &mut Vec::new())
    }

    fn stones(record: &Record, count: usize) -> String {
        let player = record.player(count);
        let geometry = player.history().geometry();
        let rows = (0..geometry.height()).rev().flat_map(|y| (0..geometry.width()).map(move |x| (x, y)));
        let letter = |(x, y): (u16, u16)| {
            let point = geometry.at(x.into(), y.into());
            point.and_then(|point| player.history().stone(point)).map_or('.', Stone::letter)
        };
        rows.map(letter).collect()
    }

    #[test]
    fn vertices_can_be_given_as_numbers_from_the_top_left() {
        let query =
            json!({"boardXSize": 3, "boardYSize": 2, "rules": "chinese", "moves": [["B", "(0,0)"], ["w", "C1"]]});
        assert_eq!(stones(&record(query).unwrap(), 2), "x....o");
    }

    #[test]
    fn set_up_stones_stand_before_the_first_move() {
        let query = json!({"game": "cancer", "boardXSize": 3, "boardYSize": 3, "rules": {}, "moves": [],
            "initialStones": [["b", "A1"], ["w", "C3"], ["w", "cancer@B2"]], "initialPlayer": "w"});
        let record = record(query).unwrap();
        assert_eq!(stones(&record, 0), "..o.c.r..");
        assert_eq!(record.player(0).history().to_move(), Seat::White);
    }

    #[test]
    fn handicap_stones_give_white_the_first_move_and_what_the_rules_say() {
        let handicap = json!([["B", "C3"], ["B", "G7"]]);
        let query = |rules: &str| json!({"boardXSize": 9, "boardYSize": 9, "rules": rules, "komi": 0.5, "moves": [], "initialStones": handicap});
        let chinese = record(query("chinese")).unwrap();
        assert_eq!((chinese.setup.komi(), chinese.player(0).history().to_move()), (2.5, Seat::White));
        assert_eq!(record(query("aga")).unwrap().setup.komi(), 1.5);
        assert_eq!(record(query("tromp-taylor")).unwrap().setup.komi(), 0.5);
    }

    #[test]
    fn an_even_rhombus_has_its_shape_from_the_rules() {
        let query =
            |rules: Value| json!({"game": "bracket", "boardXSize": 4, "boardYSize": 4, "rules": rules, "moves": []});
        assert!(record(query(json!({"shape": "rhombus"}))).is_ok());
        assert_eq!(record(query(json!({}))).unwrap_err().field.as_deref(), Some("boardYSize"));
    }

    #[test]
    fn points_can_be_blocked_in_stoical_go_alone() {
        let query = |game: &str| json!({"game": game, "boardXSize": 3, "boardYSize": 3, "rules": {}, "moves": [], "blockedPoints": ["B2"]});
        assert_eq!(stones(&record(query("stoical")).unwrap(), 0), "....%....");
        let message = record(query("cancer")).unwrap_err().message;
        assert_eq!(message, "Cancer has no blocked points");
    }
}
