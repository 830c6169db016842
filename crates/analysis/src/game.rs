//! The game that a query describes: setup, initial position, moves.

use serde_json::Value;

use super::fields::{Fields, QueryError, quoted, seat};
use super::rules;
use quintet_core::board::{Geometry, PointSet};
use quintet_core::game::{Breach, Game};
use quintet_core::notation::{move_words, quote};
use quintet_core::setup::{GameInfo, HandicapBonus, Setup};
use quintet_core::types::{Action, Move, Seat};
use quintet_record::katago_rules::{self, KOMI};
use quintet_record::setup_words::{self, Size};
use quintet_record::suicide::suicide;

/// A game with all its moves, as a query describes it.
pub struct Described {
    pub game: Game,
    /// The rules of the query that are not played, a sentence each.
    pub unplayed: Vec<String>,
}

/// Reads the fields that describe the game.
///
/// # Errors
/// Returns an error about the first field that is not accepted.
pub fn read(fields: Fields<'_>, default: &Setup, warnings: &mut Vec<QueryError>) -> Result<Described, QueryError> {
    let setup = board(fields, info(fields, default)?)?;
    let geometry = setup.geometry();
    let stones = pairs(fields, "initialStones", &setup, &geometry)?.unwrap_or_default();
    let moves = pairs(fields, "moves", &setup, &geometry)?;
    let moves = moves.ok_or_else(|| QueryError::new("moves", "Must specify an array of [player,location] pairs"))?;
    let first = fields.seat("initialPlayer")?;
    let (setup, unplayed) = rules(fields, setup, default, &stones, warnings)?;
    let setup = blocked(fields, setup, &geometry)?;
    let mover = moves.first().map(|&(seat, ..)| seat);
    let usual = stones.is_empty() && first.is_none() && mover.is_none_or(|seat| seat == setup.info().first);
    let mut game = if usual { Game::new(setup) } else { set_up(setup, &stones, first.or(mover))? };
    for (number, (seat, mv, word)) in moves.iter().enumerate() {
        if let Some(breach) = play_recorded(&mut game, *seat, *mv, number, word)? {
            warnings.push(QueryError::new("moves", format!("Move {number}, {word}, {breach}; played all the same")));
        }
    }
    Ok(Described { game, unplayed })
}

/// Plays a move of a record: also after a repetition, against superko, or as suicide. Returns what
/// is wrong with it.
fn play_recorded(
    game: &mut Game,
    seat: Seat,
    mv: Move,
    number: usize,
    word: &str,
) -> Result<Option<&'static str>, QueryError> {
    match game.play_recorded(seat, mv) {
        Ok(breach) => Ok(breach.map(|breach| match breach {
            Breach::AfterRepetition => "follows a draw by repetition",
            Breach::Superko => "repeats an earlier position",
        })),
        Err(_) => {
            let illegal = || QueryError::new("moves", format!("Illegal move {number}: {word}"));
            let after = suicide(game, seat, mv).ok_or_else(illegal)?;
            game.play_to(seat, mv, &after).map_err(|_| illegal())?;
            Ok(Some("is suicide"))
        }
    }
}

/// Starts a game from initial stones; `first` makes the first move if it is known.
fn set_up(setup: Setup, stones: &[PlayerMove], first: Option<Seat>) -> Result<Game, QueryError> {
    let mut diagram = setup.empty_diagram();
    for &(seat, mv, ref word) in stones {
        let Action::Place { kind, point } = mv.action() else {
            return Err(QueryError::new("initialStones", format!("Could not parse board location: {word}")));
        };
        diagram.stones[point.index()] = Some(setup.info().placed_stone(seat, kind));
    }
    let usual = if handicap(&setup, stones) > 0 { Seat::White } else { setup.info().first };
    diagram.to_move = first.unwrap_or(usual);
    Game::from_diagram(setup, &diagram)
        .map_err(|error| QueryError::new("initialStones", format!("Could not place the stones: {error}")))
}

/// Returns the game, by default the one that the server was started for.
fn info(fields: Fields<'_>, default: &Setup) -> Result<&'static GameInfo, QueryError> {
    let Some(value) = fields.get("game") else { return Ok(default.info()) };
    let id = value.as_str().ok_or_else(|| QueryError::new("game", "Must be a string"))?;
    setup_words::game(id).map_err(|error| QueryError::new("game", error.to_string()))
}

/// Reads the size of the board. A ring has one row.
fn board(fields: Fields<'_>, info: &'static GameInfo) -> Result<Setup, QueryError> {
    let (least, most) = (*info.sizes.start(), *info.sizes.end());
    let setup = Setup::new(info);
    let row = setup.height() == 1 && setup.width() > 1;
    let side = |name: &str, least: u16, most: u16| {
        let message = format!("Must provide an integer from {least} to {most}");
        let value = fields.integer(name, least.into(), most.into(), &message)?;
        value.map(|value| value as u16).ok_or_else(|| QueryError::new(name, message))
    };
    let width = side("boardXSize", least, most)?;
    let height = if row { side("boardYSize", 1, 1)? } else { side("boardYSize", least, most)? };
    // Some sizes depend on a rule, such as even sides on the shape of the board.
    let by_rules = fields.get("rules").and_then(Value::as_object).into_iter().flatten();
    let shaped = by_rules.fold(setup, |setup, (rule, value)| {
        value.as_str().and_then(|value| setup.with_rule(rule, value).ok()).unwrap_or(setup)
    });
    Size::Rectangle(width, height).of(&shaped).map_err(|error| {
        let message = format!("{} has no board {width} by {height} by these rules: {error}", info.title);
        QueryError::new("boardYSize", message)
    })
}

/// A player, its move, and the word for the move.
type PlayerMove = (Seat, Move, String);

/// Reads a list of moves, each with its player.
fn pairs(
    fields: Fields<'_>,
    name: &str,
    setup: &Setup,
    geometry: &Geometry,
) -> Result<Option<Vec<PlayerMove>>, QueryError> {
    let Some(value) = fields.get(name) else { return Ok(None) };
    let message = "Must be an array of pairs of the form: [\"b\" or \"w\", GTP board vertex]";
    let malformed = || QueryError::new(name, message);
    let pair = |value: &Value| {
        let [player, location] = value.as_array().ok_or_else(malformed)?.as_slice() else { return Err(malformed()) };
        let (Some(player), Some(word)) = (player.as_str(), location.as_str()) else { return Err(malformed()) };
        let of =
            seat(player).ok_or_else(|| QueryError::new(name, format!("Could not parse player: {}", quote(player))))?;
        Ok((of, location_of(setup.info(), geometry, of, word, name)?, quote(word)))
    };
    value.as_array().ok_or_else(malformed)?.iter().map(pair).collect::<Result<_, _>>().map(Some)
}

/// Reads a move of a player: a word as in GTP, or a vertex as `(x,y)`, counted from 0 at the top
/// left.
///
/// # Errors
/// Returns an error if it is neither, or off the board.
pub fn location_of(
    info: &GameInfo,
    geometry: &Geometry,
    seat: Seat,
    word: &str,
    field: &str,
) -> Result<Move, QueryError> {
    let word = word.trim();
    let by_numbers = || {
        let (kind, numbers) = word.split_once('@').map_or((None, word), |(kind, numbers)| (Some(kind), numbers));
        let (x, y) = numbers.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        let row = i32::from(geometry.height()) - 1 - y.trim().parse::<i32>().ok()?;
        let vertex = geometry.vertex(geometry.at(x.trim().parse().ok()?, row)?).to_string();
        move_words::read(info, geometry, seat, &kind.map_or(vertex.clone(), |kind| format!("{kind}@{vertex}")))
    };
    let mv = move_words::read(info, geometry, seat, word).or_else(by_numbers);
    mv.ok_or_else(|| QueryError::new(field, format!("Could not parse board location: {}", quote(word))))
}

/// Reads rules and komi, including the points for handicap stones. Returns the rules that are not
/// played as well.
fn rules(
    fields: Fields<'_>,
    setup: Setup,
    default: &Setup,
    stones: &[PlayerMove],
    warnings: &mut Vec<QueryError>,
) -> Result<(Setup, Vec<String>), QueryError> {
    let mut plain = setup;
    if std::ptr::eq(plain.info(), default.info()) {
        plain.set_komi(default.komi());
    }
    let value = fields.get("rules").ok_or_else(|| rules::missing(&plain))?;
    let ruling = rules::read(&plain, value)?;
    let mut setup = ruling.setup;
    if let Some(komi) = ruling.komi {
        setup.set_komi(komi);
    }
    if let Some(value) = fields.get("komi") {
        let komi =
            Some(value).filter(|value| value.is_number()).and_then(|value| katago_rules::komi(&value.to_string()));
        setup.set_komi(komi.ok_or_else(|| QueryError::new("komi", format!("Must be {KOMI}")))?);
        if !setup.info().komi && setup.komi() != 0.0 {
            warnings.push(QueryError::new("komi", format!("{} has no komi", setup.info().title)));
        }
    }
    let mut bonus = ruling.bonus;
    if let Some(value) = fields.get("whiteHandicapBonus") {
        let message = format!("Must be {}, not {}", katago_rules::BONUS, quoted(value));
        let given = value.as_str().and_then(katago_rules::bonus);
        bonus = given.ok_or_else(|| QueryError::new("whiteHandicapBonus", message))?;
    }
    if bonus != HandicapBonus::None {
        setup.set_komi(setup.komi() + f64::from(bonus.points(handicap(&setup, stones))));
    }
    Ok((setup, ruling.unplayed))
}

/// Returns the number of handicap stones: all initial stones, if they are black and at least two.
fn handicap(setup: &Setup, stones: &[PlayerMove]) -> u32 {
    let info = setup.info();
    let black = stones.iter().filter(|(seat, ..)| *seat == Seat::Black).count();
    if info.handicap.is_some() && black == stones.len() && black >= 2 { black as u32 } else { 0 }
}

/// Reads `blockedPoints`, an extension: the vertices that cannot be played on.
fn blocked(fields: Fields<'_>, setup: Setup, geometry: &Geometry) -> Result<Setup, QueryError> {
    const FIELD: &str = "blockedPoints";
    let Some(value) = fields.get(FIELD) else { return Ok(setup) };
    let malformed = || QueryError::new(FIELD, "Must be an array of GTP board vertices");
    let point = |value: &Value| {
        let word = value.as_str().ok_or_else(malformed)?;
        let mv = location_of(setup.info(), geometry, Seat::Black, word, FIELD)?;
        mv.point().ok_or_else(malformed)
    };
    let points = value.as_array().ok_or_else(malformed)?.iter().map(point).collect::<Result<PointSet, _>>()?;
    setup.with_blocked(points).map_err(|error| QueryError::new(FIELD, error.to_string()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use quintet_core::types::Stone;
    use quintet_games as games;

    fn game(query: Value) -> Result<Game, QueryError> {
        let default = Setup::new(games::find("stoical").unwrap());
        Ok(read(Fields(query.as_object().unwrap()), &default, &mut Vec::new())?.game)
    }

    fn stones(game: &Game) -> String {
        let geometry = game.geometry();
        let rows = (0..geometry.height()).rev().flat_map(|y| (0..geometry.width()).map(move |x| (x, y)));
        let letter = |(x, y): (u16, u16)| {
            let point = geometry.at(x.into(), y.into());
            point.and_then(|point| game.stone(point)).map_or('.', Stone::letter)
        };
        rows.map(letter).collect()
    }

    #[test]
    fn vertices_can_be_given_as_numbers_from_the_top_left() {
        let query =
            json!({"boardXSize": 3, "boardYSize": 2, "rules": "chinese", "moves": [["B", "(0,0)"], ["w", "C1"]]});
        assert_eq!(stones(&game(query).unwrap()), "x....o");
    }

    #[test]
    fn initial_stones_are_placed_before_the_first_move() {
        let query = json!({"game": "cancer", "boardXSize": 3, "boardYSize": 3, "rules": {}, "moves": [],
            "initialStones": [["b", "A1"], ["w", "C3"], ["w", "cancer@B2"]], "initialPlayer": "w"});
        let game = game(query).unwrap();
        assert_eq!(stones(&game), "..o.c.r..");
        assert_eq!(game.to_move(), Seat::White);
    }

    #[test]
    fn after_handicap_stones_white_begins_and_gets_points_by_the_rules() {
        let handicap = json!([["B", "C3"], ["B", "G7"]]);
        let query = |rules: &str| json!({"boardXSize": 9, "boardYSize": 9, "rules": rules, "komi": 0.5, "moves": [], "initialStones": handicap});
        let chinese = game(query("chinese")).unwrap();
        assert_eq!((chinese.setup().komi(), chinese.to_move()), (2.5, Seat::White));
        assert_eq!(game(query("aga")).unwrap().setup().komi(), 1.5);
        assert_eq!(game(query("tromp-taylor")).unwrap().setup().komi(), 0.5);
    }

    #[test]
    fn an_even_size_can_depend_on_a_rule() {
        let query =
            |rules: Value| json!({"game": "bracket", "boardXSize": 4, "boardYSize": 4, "rules": rules, "moves": []});
        assert!(game(query(json!({"shape": "rhombus"}))).is_ok());
        assert_eq!(game(query(json!({}))).err().unwrap().field.as_deref(), Some("boardYSize"));
    }

    #[test]
    fn points_can_be_blocked_if_the_game_has_blocked_points() {
        let query = |game: &str| json!({"game": game, "boardXSize": 3, "boardYSize": 3, "rules": {}, "moves": [], "blockedPoints": ["B2"]});
        assert_eq!(stones(&game(query("stoical")).unwrap()), "....%....");
        let message = game(query("cancer")).err().unwrap().message;
        assert_eq!(message, "Cancer has no blocked points");
    }
}
