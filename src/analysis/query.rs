//! A line of input: a query, or an action on queries.

use std::time::Duration;

use serde_json::{Map, Value};

use super::config::{Override, Perspective};
use super::fields::{Fields, Refusal, quoted, seat};
use super::game::{self, Record};
use super::server::AnalysisOptions;
use crate::engine::seconds;
use crate::record::quote;
use crate::search::{Limits, Restriction};
use crate::words::Move;

/// What a line asks for.
pub enum Asked {
    /// That positions be searched.
    Analyze(Box<Query>),
    /// `query_version`, to be answered with the version.
    Version,
    /// `query_models`, to be answered with the models, of which there are none.
    Models,
    /// `clear_cache`.
    ClearCache,
    /// `terminate` and `terminate_all`.
    Terminate(Termination),
}

/// Which positions are to be given up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Termination {
    /// Those of the queries of this id; of all, where there is none.
    pub id: Option<String>,
    /// Those of these turns; all, where there are none.
    pub turns: Option<Vec<i64>>,
}

impl Termination {
    /// Whether it concerns a turn of a query.
    pub fn concerns(&self, query: &Query, turn: usize) -> bool {
        self.id.as_ref().is_none_or(|id| *id == query.id)
            && self.turns.as_ref().is_none_or(|turns| turns.contains(&(turn as i64)))
    }
}

/// A line with its id and all that was odd about it.
pub struct QueryLine {
    /// The object itself, for echoes.
    pub object: Map<String, Value>,
    /// Its id.
    pub id: String,
    /// What it asks for, or why it is refused.
    pub asked: Result<Asked, Refusal>,
    /// What was taken otherwise than it was meant, by field.
    pub warnings: Vec<Refusal>,
}

/// Positions of a game that are to be searched, and how.
#[derive(Clone, Debug)]
pub struct Query {
    /// Its id.
    pub id: String,
    /// The game.
    pub record: Record,
    /// The turns to be searched, ascending, each with its priority.
    pub turns: Vec<(usize, i64)>,
    /// What bounds each search.
    pub limits: Limits,
    /// Threads of each search.
    pub threads: usize,
    /// By whose eyes values are told.
    pub perspective: Perspective,
    /// How many moves of a variation are told after its first.
    pub pv_length: usize,
    /// Moves left out near the root.
    pub restrictions: Vec<Restriction>,
    /// Whether to tell whose each cell will be.
    pub ownership: bool,
    /// Whether to tell it for each move too.
    pub move_ownership: bool,
    /// Whether to tell the priors of all moves.
    pub policy: bool,
    /// Whether to tell the visits of the moves of variations.
    pub pv_visits: bool,
    /// When to tell how far a search has come: after this time first, and then every so often.
    pub report: Option<(Duration, Duration)>,
}

/// Fields that we know.
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
/// If it is no JSON object with an id.
pub fn read(text: &str, options: &AnalysisOptions) -> Result<QueryLine, Refusal> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        Refusal::of_line(format!("{error} - could not parse input line as json request: {}", quote(text)))
    })?;
    let Value::Object(object) = value else {
        let message = format!("Request line was valid json but was not an object, ignoring: {}", quoted(&value));
        return Err(Refusal::of_line(message));
    };
    let id = object.get("id").and_then(Value::as_str).map(str::to_owned);
    let id = id.ok_or_else(|| Refusal::of_line("Request must have a string \"id\" field"))?;
    let mut warnings = Vec::new();
    let fields = Fields(&object);
    let asked = match object.get("action") {
        Some(Value::String(name)) => action(name, fields),
        Some(_) => Err(unknown_action()),
        None => query(&id, fields, options, &mut warnings).map(|query| Asked::Analyze(Box::new(query))),
    };
    Ok(QueryLine { id, asked, warnings, object })
}

fn unknown_action() -> Refusal {
    let names = ["query_version", "query_models", "clear_cache", "terminate", "terminate_all"];
    Refusal::new("action", format!("'action' field must be {}", names.map(|name| format!("'{name}'")).join(" or ")))
}

fn action(name: &str, fields: Fields<'_>) -> Result<Asked, Refusal> {
    let turns = || {
        let message = "If provided, must be an array of integers indicating turns to terminate";
        fields.integers("turnNumbers", message)
    };
    match name {
        "query_version" => Ok(Asked::Version),
        "query_models" => Ok(Asked::Models),
        "clear_cache" => Ok(Asked::ClearCache),
        "terminate" => {
            let id = fields.get("terminateId").and_then(Value::as_str).ok_or_else(|| {
                let message = "Requests for a terminate action must have a string \"terminateId\" field";
                Refusal::new("terminateId", message)
            })?;
            Ok(Asked::Terminate(Termination { id: Some(id.to_owned()), turns: turns()? }))
        }
        "terminate_all" => Ok(Asked::Terminate(Termination { id: None, turns: turns()? })),
        _ => Err(unknown_action()),
    }
}

fn query(
    id: &str,
    fields: Fields<'_>,
    options: &AnalysisOptions,
    warnings: &mut Vec<Refusal>,
) -> Result<Query, Refusal> {
    let record = game::read(fields, &options.setup, warnings)?;
    let turns = turns(fields, record.moves.len())?;
    let mut settings = Override::default();
    if let Some(value) = fields.get("overrideSettings") {
        override_settings(value, &mut settings, warnings)?;
    }
    let most = 1 << 50;
    let visits = fields.integer("maxVisits", 1, most, "Must be an integer from 1 to 2^50")?.map(|visits| visits as u64);
    let pv_length = fields.integer("analysisPVLen", 1, 1000, "Must be an integer from 1 to 1000")?;
    fields.number("rootFpuReductionMax", 0.0, 2.0, "Must be a number from 0.0 to 2.0")?;
    fields.number("rootPolicyTemperature", 0.01, 100.0, "Must be a number from 0.01 to 100.0")?;
    let restrictions = restrictions(fields, &record)?;
    let query = Query {
        id: id.to_owned(),
        turns,
        limits: options.limits(visits.or(settings.visits), settings.time),
        threads: settings.search_threads.unwrap_or(options.settings.threads),
        perspective: settings.perspective.unwrap_or(options.perspective),
        pv_length: pv_length.map(|length| length as usize).or(settings.pv_length).unwrap_or(options.pv_length),
        restrictions,
        ownership: fields.switch("includeOwnership")?,
        move_ownership: fields.switch("includeMovesOwnership")?,
        policy: fields.switch("includePolicy")?,
        pv_visits: fields.switch("includePVVisits")?,
        report: report(fields)?,
        record,
    };
    for (name, instead) in UNDELIVERED {
        if fields.get(name).is_some_and(|value| *value != Value::Bool(false)) {
            if !ROOT_SETTINGS.contains(name) {
                fields.switch(name)?;
            }
            warnings.push(Refusal::new(name, *instead));
        }
    }
    if settings.warn_unused.unwrap_or(options.warn_unused) {
        let unknown = fields.0.keys().filter(|name| !FIELDS.contains(&name.as_str()));
        let message = "Unexpected or unused field, do you have a typo? (set warnUnusedFields=false in the config to disable this warning)";
        warnings.extend(unknown.map(|name| Refusal::new(name, message)));
    }
    Ok(query)
}

/// Fields whose wish can't be fulfilled, with what is said to them.
const UNDELIVERED: &[(&str, &str)] = &[
    ("includeOwnershipStdev", "Not reported: games played out at random give a mean for each point, no deviation"),
    ("includeMovesOwnershipStdev", "Not reported: games played out at random give a mean for each point, no deviation"),
    ("includeNoResultValue", "Not reported: no game ends without a result; draws by repetition count as half a win"),
    ("rootFpuReductionMax", "Not used: the search has no such setting"),
    ("rootPolicyTemperature", "Not used: the search has no such setting"),
];

/// Those of them that are numbers.
const ROOT_SETTINGS: &[&str] = &["rootFpuReductionMax", "rootPolicyTemperature"];

/// Which turns are searched, in ascending order, with what priority.
fn turns(fields: Fields<'_>, moves: usize) -> Result<Vec<(usize, i64)>, Refusal> {
    let asked = fields.integers("analyzeTurns", "Must specify an array of integers indicating turns to analyze")?;
    let priorities = fields.integers("priorities", "Must specify an array of integers indicating priorities")?;
    if priorities.is_some() && asked.is_none() {
        return Err(Refusal::new("priorities", "Can only specify when also specifying analyzeTurns"));
    }
    if priorities.is_some() && fields.has("priority") {
        return Err(Refusal::new("priority", "Cannot specify both priority and priorities"));
    }
    let message = "Must be a number between -2^62 and 2^62";
    let priority = fields.integer("priority", -PRIORITY, PRIORITY, message)?.unwrap_or(0);
    let asked = asked.unwrap_or_else(|| vec![moves as i64]);
    let priorities = priorities.unwrap_or_else(|| vec![priority; asked.len()]);
    if priorities.len() != asked.len() {
        return Err(Refusal::new("priorities", "Must be of matching length to analyzeTurns"));
    }
    if let Some(priority) = priorities.iter().find(|priority| !(-PRIORITY..=PRIORITY).contains(priority)) {
        return Err(Refusal::new("priorities", format!("Invalid priority: {priority}")));
    }
    let mut turns = Vec::with_capacity(asked.len());
    for (turn, priority) in asked.into_iter().zip(priorities) {
        let number = usize::try_from(turn).ok().filter(|&turn| turn <= moves);
        let message = || format!("Invalid turn number: {turn}");
        turns.push((number.ok_or_else(|| Refusal::new("analyzeTurns", message()))?, priority));
    }
    // A turn named twice is searched once, with the later priority.
    turns.reverse();
    turns.sort_by_key(|&(turn, _)| turn);
    turns.dedup_by_key(|&mut (turn, _)| turn);
    Ok(turns)
}

fn override_settings(value: &Value, settings: &mut Override, warnings: &mut Vec<Refusal>) -> Result<(), Refusal> {
    const FIELD: &str = "overrideSettings";
    let object = value.as_object().ok_or_else(|| Refusal::new(FIELD, "Must be an object"))?;
    let mut unknown = Vec::new();
    for (key, value) in object {
        let known = settings.set(key, value);
        if !known.map_err(|error| Refusal::new(FIELD, format!("Could not set settings: {error}")))? {
            unknown.push(quote(key));
        }
    }
    if !unknown.is_empty() {
        warnings.push(Refusal::new(FIELD, format!("Unknown config params: {}", unknown.join(","))));
    }
    Ok(())
}

/// `avoidMoves` and `allowMoves`.
fn restrictions(fields: Fields<'_>, record: &Record) -> Result<Vec<Restriction>, Refusal> {
    let (field, others) = match (fields.has("allowMoves"), fields.has("avoidMoves")) {
        (false, false) => return Ok(Vec::new()),
        (true, true) => return Err(Refusal::new("allowMoves", "Cannot specify both allowMoves and avoidMoves")),
        (true, false) => ("allowMoves", true),
        (false, true) => ("avoidMoves", false),
    };
    let malformed = || Refusal::new(field, "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'");
    let list = fields.get(field).and_then(Value::as_array).ok_or_else(malformed)?;
    let (info, geometry) = (record.setup.info(), record.setup.geometry());
    let mut restrictions: Vec<Restriction> = Vec::new();
    for entry in list {
        let entry = entry.as_object().ok_or_else(malformed)?;
        let (Some(player), Some(moves), Some(depth)) =
            (entry.get("player"), entry.get("moves"), entry.get("untilDepth"))
        else {
            return Err(malformed());
        };
        let of = player.as_str().and_then(seat).ok_or_else(|| Refusal::new(field, "Must be \"b\" or \"w\""))?;
        let words = moves.as_array().ok_or_else(|| Refusal::new(field, "Must be an array of GTP board vertices"))?;
        let mv = |word: &Value| {
            let word = word.as_str().ok_or_else(|| Refusal::new(field, "Must be an array of GTP board vertices"))?;
            game::location_of(info, &geometry, of, word, field)
        };
        let moves = words.iter().map(mv).collect::<Result<Vec<Move>, _>>()?;
        let depth = depth.as_u64().filter(|depth| (1..=1_000_000_000).contains(depth));
        let plies = depth.ok_or_else(|| Refusal::new(field, "Must be a positive integer"))? as usize;
        if others && restrictions.iter().any(|earlier| earlier.seat == of) {
            return Err(Refusal::new(field, "Cannot specify allowMoves more than once for the same player"));
        }
        restrictions.push(Restriction { seat: of, moves, others, plies });
    }
    Ok(restrictions)
}

fn report(fields: Fields<'_>) -> Result<Option<(Duration, Duration)>, Refusal> {
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
