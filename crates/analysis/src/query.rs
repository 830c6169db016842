//! A line of input: a query, or an action on other queries.

use std::time::Duration;

use serde_json::{Map, Value};

use super::config::{Override, Perspective};
use super::fields::{Fields, QueryError, quoted, seat};
use super::game::{self, Described};
use super::options::AnalysisOptions;
use quintet_core::game::Game;
use quintet_core::notation::quote;
use quintet_core::time_control::seconds;
use quintet_core::types::Move;
use quintet_search::{Limits, Restriction};

/// The command of a line.
pub enum Command {
    /// A query: positions to search.
    Analyze(Box<Query>),
    /// `query_version`.
    Version,
    /// `query_models`.
    Models,
    /// `clear_cache`.
    ClearCache,
    /// `terminate` and `terminate_all`.
    Terminate(Termination),
}

/// The positions to give up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Termination {
    /// The id of the queries; `None` for all.
    pub id: Option<String>,
    /// The turns; `None` for all.
    pub turns: Option<Vec<i64>>,
}

impl Termination {
    /// Returns whether it includes a turn of a query.
    pub fn includes(&self, query: &Query, turn: usize) -> bool {
        self.id.as_ref().is_none_or(|id| *id == query.id)
            && self.turns.as_ref().is_none_or(|turns| turns.contains(&(turn as i64)))
    }
}

/// A line of input.
pub struct QueryLine {
    /// The JSON object, which answers to actions repeat.
    pub object: Map<String, Value>,
    pub id: String,
    /// The command, or an error about a field.
    pub command: Result<Command, QueryError>,
    /// The warnings, by field.
    pub warnings: Vec<QueryError>,
}

/// Positions of a game to search, and how.
#[derive(Clone)]
pub struct Query {
    pub id: String,
    /// The game with all its moves.
    pub game: Game,
    /// The rules of the query that are not played. They are no warning, which has a line of its own:
    /// the names of rule sets are KataGo's, and its clients expect a line per turn.
    pub unplayed: Vec<String>,
    /// The turns to search, ascending, each with its priority.
    pub turns: Vec<(usize, i64)>,
    /// The limits of each search.
    pub limits: Limits,
    /// The number of threads of each search.
    pub threads: usize,
    /// The player from whose point of view values are reported.
    pub perspective: Perspective,
    /// The number of moves of a variation after its first.
    pub pv_length: usize,
    /// The share of the visits for moves beside the best.
    pub wide_root: f32,
    /// The moves excluded near the root.
    pub restrictions: Vec<Restriction>,
    /// `true` to report ownership.
    pub ownership: bool,
    /// `true` to report ownership for each move too.
    pub move_ownership: bool,
    /// `true` to report the priors of all moves.
    pub policy: bool,
    /// `true` to report the visits of each move of the variations.
    pub pv_visits: bool,
    /// The time until the first report during the search, and between reports.
    pub report: Option<(Duration, Duration)>,
}

impl Query {
    /// Returns the game after its first `turn` moves.
    ///
    /// # Panics
    /// If the game has fewer moves.
    pub fn game_at(&self, turn: usize) -> Game {
        let mut game = self.game.clone();
        let later = game.moves().len() - turn;
        game.undo(later).expect("the game has these moves");
        game
    }
}

/// The known fields.
const FIELDS: &[&str] = &[
    "id",
    "game",
    "initialStones",
    "blockedPoints",
    "moves",
    "initialPlayer",
    "rules",
    "komi",
    "whiteHandicapBonus",
    "boardXSize",
    "boardYSize",
    "analyzeTurns",
    "maxVisits",
    "analysisPVLen",
    "rootPolicyTemperature",
    "rootFpuReductionMax",
    "includeOwnership",
    "includeOwnershipStdev",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includePolicy",
    "includePVVisits",
    "includeNoResultValue",
    "avoidMoves",
    "allowMoves",
    "overrideSettings",
    "reportDuringSearchEvery",
    "firstReportDuringSearchAfter",
    "priority",
    "priorities",
];

/// The largest priority.
const PRIORITY: i64 = 0x3fff_ffff_ffff_ffff;

/// Reads a line.
///
/// # Errors
/// Returns an error if it is not a JSON object with an id.
pub fn read(text: &str, options: &AnalysisOptions) -> Result<QueryLine, QueryError> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        QueryError::of_line(format!("{error} - could not parse input line as json request: {}", quote(text)))
    })?;
    let Value::Object(object) = value else {
        let message = format!("Request line was valid json but was not an object, ignoring: {}", quoted(&value));
        return Err(QueryError::of_line(message));
    };
    let id = object.get("id").and_then(Value::as_str).map(str::to_owned);
    let id = id.ok_or_else(|| QueryError::of_line("Request must have a string \"id\" field"))?;
    let mut warnings = Vec::new();
    let fields = Fields(&object);
    let command = match object.get("action") {
        Some(Value::String(name)) => action(name, fields),
        Some(_) => Err(unknown_action()),
        None => query(&id, fields, options, &mut warnings).map(|query| Command::Analyze(Box::new(query))),
    };
    Ok(QueryLine { id, command, warnings, object })
}

fn unknown_action() -> QueryError {
    let names = ["query_version", "query_models", "clear_cache", "terminate", "terminate_all"];
    QueryError::new("action", format!("'action' field must be {}", names.map(|name| format!("'{name}'")).join(" or ")))
}

fn action(name: &str, fields: Fields<'_>) -> Result<Command, QueryError> {
    let turns = || {
        let message = "If provided, must be an array of integers indicating turns to terminate";
        fields.integers("turnNumbers", message)
    };
    match name {
        "query_version" => Ok(Command::Version),
        "query_models" => Ok(Command::Models),
        "clear_cache" => Ok(Command::ClearCache),
        "terminate" => {
            let id = fields.get("terminateId").and_then(Value::as_str).ok_or_else(|| {
                let message = "Requests for a terminate action must have a string \"terminateId\" field";
                QueryError::new("terminateId", message)
            })?;
            Ok(Command::Terminate(Termination { id: Some(id.to_owned()), turns: turns()? }))
        }
        "terminate_all" => Ok(Command::Terminate(Termination { id: None, turns: turns()? })),
        _ => Err(unknown_action()),
    }
}

fn query(
    id: &str,
    fields: Fields<'_>,
    options: &AnalysisOptions,
    warnings: &mut Vec<QueryError>,
) -> Result<Query, QueryError> {
    let Described { game, unplayed } = game::read(fields, &options.setup, warnings)?;
    let turns = turns(fields, game.moves().len())?;
    let mut settings = Override::default();
    if let Some(value) = fields.get("overrideSettings") {
        override_settings(value, &mut settings, warnings)?;
    }
    let most = 1 << 50;
    let visits = fields.integer("maxVisits", 1, most, "Must be an integer from 1 to 2^50")?.map(|visits| visits as u64);
    let pv_length = fields.integer("analysisPVLen", 1, 1000, "Must be an integer from 1 to 1000")?;
    fields.number("rootFpuReductionMax", 0.0, 2.0, "Must be a number from 0.0 to 2.0")?;
    fields.number("rootPolicyTemperature", 0.01, 100.0, "Must be a number from 0.01 to 100.0")?;
    let restrictions = restrictions(fields, &game)?;
    let query = Query {
        id: id.to_owned(),
        turns,
        limits: options.limits(visits.or(settings.visits), settings.time),
        threads: settings.search_threads.unwrap_or(options.settings.threads),
        perspective: settings.perspective.unwrap_or(options.perspective),
        pv_length: pv_length.map(|length| length as usize).or(settings.pv_length).unwrap_or(options.pv_length),
        wide_root: settings.wide_root.unwrap_or(options.wide_root),
        restrictions,
        ownership: fields.switch("includeOwnership")?,
        move_ownership: fields.switch("includeMovesOwnership")?,
        policy: fields.switch("includePolicy")?,
        pv_visits: fields.switch("includePVVisits")?,
        report: report(fields)?,
        game,
        unplayed,
    };
    for (name, message) in UNSUPPORTED {
        if fields.get(name).is_some_and(|value| *value != Value::Bool(false)) {
            if !ROOT_SETTINGS.contains(name) {
                fields.switch(name)?;
            }
            warnings.push(QueryError::new(name, *message));
        }
    }
    if settings.warn_unused.unwrap_or(options.warn_unused) {
        let unknown = fields.0.keys().filter(|name| !FIELDS.contains(&name.as_str()));
        let message = "Unexpected or unused field, do you have a typo? (set warnUnusedFields=false in the config to disable this warning)";
        warnings.extend(unknown.map(|name| QueryError::new(name, message)));
    }
    Ok(query)
}

/// Known fields that are not supported, with the warning for each.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("includeOwnershipStdev", "Not reported: games played out at random give a mean for each point, no deviation"),
    ("includeMovesOwnershipStdev", "Not reported: games played out at random give a mean for each point, no deviation"),
    ("includeNoResultValue", "Not reported: no game ends without a result; draws by repetition count as half a win"),
    ("rootFpuReductionMax", "Not used: the search has no such setting"),
    ("rootPolicyTemperature", "Not used: the search has no such setting"),
];

/// The numbers among them.
const ROOT_SETTINGS: &[&str] = &["rootFpuReductionMax", "rootPolicyTemperature"];

/// Returns the turns to search in ascending order, each with its priority.
fn turns(fields: Fields<'_>, moves: usize) -> Result<Vec<(usize, i64)>, QueryError> {
    let chosen = fields.integers("analyzeTurns", "Must specify an array of integers indicating turns to analyze")?;
    let priorities = fields.integers("priorities", "Must specify an array of integers indicating priorities")?;
    if priorities.is_some() && chosen.is_none() {
        return Err(QueryError::new("priorities", "Can only specify when also specifying analyzeTurns"));
    }
    if priorities.is_some() && fields.has("priority") {
        return Err(QueryError::new("priority", "Cannot specify both priority and priorities"));
    }
    let message = "Must be a number between -2^62 and 2^62";
    let priority = fields.integer("priority", -PRIORITY, PRIORITY, message)?.unwrap_or(0);
    let chosen = chosen.unwrap_or_else(|| vec![moves as i64]);
    let priorities = priorities.unwrap_or_else(|| vec![priority; chosen.len()]);
    if priorities.len() != chosen.len() {
        return Err(QueryError::new("priorities", "Must be of matching length to analyzeTurns"));
    }
    if let Some(priority) = priorities.iter().find(|priority| !(-PRIORITY..=PRIORITY).contains(priority)) {
        return Err(QueryError::new("priorities", format!("Invalid priority: {priority}")));
    }
    let mut turns = Vec::with_capacity(chosen.len());
    for (turn, priority) in chosen.into_iter().zip(priorities) {
        let number = usize::try_from(turn).ok().filter(|&turn| turn <= moves);
        let message = || format!("Invalid turn number: {turn}");
        turns.push((number.ok_or_else(|| QueryError::new("analyzeTurns", message()))?, priority));
    }
    // A turn given twice is searched once, with the later priority.
    turns.reverse();
    turns.sort_by_key(|&(turn, _)| turn);
    turns.dedup_by_key(|&mut (turn, _)| turn);
    Ok(turns)
}

/// Reads `overrideSettings`.
fn override_settings(value: &Value, settings: &mut Override, warnings: &mut Vec<QueryError>) -> Result<(), QueryError> {
    const FIELD: &str = "overrideSettings";
    let object = value.as_object().ok_or_else(|| QueryError::new(FIELD, "Must be an object"))?;
    let mut unknown = Vec::new();
    for (key, value) in object {
        let known = settings.set(key, value);
        if !known.map_err(|error| QueryError::new(FIELD, format!("Could not set settings: {error}")))? {
            unknown.push(quote(key));
        }
    }
    if !unknown.is_empty() {
        warnings.push(QueryError::new(FIELD, format!("Unknown config params: {}", unknown.join(","))));
    }
    Ok(())
}

/// Reads `avoidMoves` and `allowMoves`.
fn restrictions(fields: Fields<'_>, game: &Game) -> Result<Vec<Restriction>, QueryError> {
    let (field, others) = match (fields.has("allowMoves"), fields.has("avoidMoves")) {
        (false, false) => return Ok(Vec::new()),
        (true, true) => return Err(QueryError::new("allowMoves", "Cannot specify both allowMoves and avoidMoves")),
        (true, false) => ("allowMoves", true),
        (false, true) => ("avoidMoves", false),
    };
    let malformed = || QueryError::new(field, "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'");
    let list = fields.get(field).and_then(Value::as_array).ok_or_else(malformed)?;
    let (info, geometry) = (game.info(), game.geometry());
    let mut restrictions: Vec<Restriction> = Vec::new();
    for entry in list {
        let entry = entry.as_object().ok_or_else(malformed)?;
        let (Some(player), Some(moves), Some(depth)) =
            (entry.get("player"), entry.get("moves"), entry.get("untilDepth"))
        else {
            return Err(malformed());
        };
        let of = player.as_str().and_then(seat).ok_or_else(|| QueryError::new(field, "Must be \"b\" or \"w\""))?;
        let words = moves.as_array().ok_or_else(|| QueryError::new(field, "Must be an array of GTP board vertices"))?;
        let mv = |word: &Value| {
            let word = word.as_str().ok_or_else(|| QueryError::new(field, "Must be an array of GTP board vertices"))?;
            game::location_of(info, geometry, of, word, field)
        };
        let moves = words.iter().map(mv).collect::<Result<Vec<Move>, _>>()?;
        let depth = depth.as_u64().filter(|depth| (1..=1_000_000_000).contains(depth));
        let plies = depth.ok_or_else(|| QueryError::new(field, "Must be a positive integer"))? as usize;
        if others && restrictions.iter().any(|earlier| earlier.seat == of) {
            return Err(QueryError::new(field, "Cannot specify allowMoves more than once for the same player"));
        }
        restrictions.push(Restriction { seat: of, moves, others, plies });
    }
    Ok(restrictions)
}

/// Reads the fields about reports during the search.
fn report(fields: Fields<'_>) -> Result<Option<(Duration, Duration)>, QueryError> {
    let time = |name: &str| {
        let message = "Must be number of seconds from 0.001 to 1000000.0";
        let value = fields.number(name, 0.001, 1_000_000.0, message)?;
        Ok(value.and_then(seconds))
    };
    let (first, every) = (time("firstReportDuringSearchAfter")?, time("reportDuringSearchEvery")?);
    Ok(match (first, every) {
        (None, None) => None,
        (first, Some(every)) => Some((first.unwrap_or(every), every)),
        (Some(first), None) => Some((first, Duration::MAX)),
    })
}
