//! The field `rules`: the name of a rule set, or an object with rules of the game or of KataGo.

use serde_json::{Map, Value};

use super::fields::{QueryError, quoted};
use quintet_core::setup::{HandicapBonus, Setup};
use quintet_record::rule_names;

/// The rules of a query.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruling {
    /// The setup with these rules. Its komi is the one given with the rules, or the usual one for
    /// them.
    pub setup: Setup,
    /// The points for White for handicap stones.
    pub bonus: HandicapBonus,
    /// The requested rules that are not supported, in words.
    pub unplayed: Vec<String>,
}

/// Reads the field for a game of `setup`.
///
/// # Errors
/// Returns an error if it does not name rules of the game.
pub fn read(setup: &Setup, value: &Value) -> Result<Ruling, QueryError> {
    match value {
        Value::String(name) => named(setup, name),
        Value::Object(object) => listed(setup, object),
        _ => Err(missing(setup)),
    }
}

/// Returns the error for a query without rules.
pub fn missing(setup: &Setup) -> QueryError {
    let example = if setup.info().rule_sets.is_empty() { "" } else { "a rules string, such as \"chinese\", or " };
    QueryError::new("rules", format!("Must specify {example}a JSON object with {}", own_rules(setup)))
}

fn named(setup: &Setup, name: &str) -> Result<Ruling, QueryError> {
    let named = rule_names::read(setup, name).map_err(|error| QueryError::new("rules", error.to_string()))?;
    let Some(named) = named else {
        let name = quoted(&Value::from(name));
        return Err(QueryError::new("rules", format!("Could not parse rules: {name}; {}", accepted(setup))));
    };
    let mut setup = named.setup;
    if let Some(komi) = named.komi {
        setup.set_komi(komi);
    }
    Ok(Ruling { setup, bonus: named.bonus, unplayed: named.unplayed })
}

fn listed(setup: &Setup, object: &Map<String, Value>) -> Result<Ruling, QueryError> {
    let info = setup.info();
    let mut ruling = Ruling { setup: setup.clone(), bonus: HandicapBonus::None, unplayed: Vec::new() };
    let is_own = |key: &str| info.rules.iter().any(|rule| rule.name == key);
    // An object with rules of another program that does not name the ko rule means that program's
    // default.
    let foreign = object.keys().any(|key| !is_own(key) && key != "komi");
    if foreign && info.rule_set(KATAGO_DEFAULT).is_some() {
        ruling.setup = named(setup, KATAGO_DEFAULT)?.setup;
    }
    for (key, value) in object {
        let refused =
            |accepted: &str| QueryError::new("rules", format!("{key} takes {accepted}, not {}", quoted(value)));
        if is_own(key) {
            let text = value.as_str().ok_or_else(|| refused("a string"))?;
            let text = if key == "ko" { ko(text, &mut ruling.unplayed) } else { text };
            ruling.setup =
                ruling.setup.with_rule(key, text).map_err(|error| QueryError::new("rules", error.to_string()))?;
        } else if key == "komi" && info.komi {
            let message = format!("komi takes {KOMI}, not {}", quoted(value));
            ruling.setup.set_komi(komi(value).ok_or_else(|| QueryError::new("rules", message))?);
        } else if !foreign_rule(key, value, &mut ruling).map_err(refused)? || info.rule_sets.is_empty() {
            return Err(QueryError::new(
                "rules",
                format!("Unknown rules option: {}; {}", quoted(&Value::from(key.as_str())), accepted(setup)),
            ));
        }
    }
    Ok(ruling)
}

/// The rules of KataGo to which an object of rules applies.
const KATAGO_DEFAULT: &str = "tromp-taylor";

/// Translates KataGo's ko rules.
fn ko<'t>(text: &'t str, unplayed: &mut Vec<String>) -> &'t str {
    if text.eq_ignore_ascii_case("situational") || text.eq_ignore_ascii_case("spight") {
        unplayed.push(format!("ko {} is played as positional", text.to_ascii_lowercase()));
        return "positional";
    }
    text
}

/// Reads a rule of KataGo that is fixed here, and returns whether the key is one.
fn foreign_rule(key: &str, value: &Value, ruling: &mut Ruling) -> Result<bool, &'static str> {
    let word = || value.as_str().map(str::to_ascii_uppercase);
    let one_of = |words: &'static str| {
        let word = word().filter(|word| words.split(", ").any(|known| known == word));
        word.ok_or(words)
    };
    let switch = || value.as_bool().ok_or("true or false");
    let unplayed = match key {
        "score" | "scoring" if one_of("AREA, TERRITORY")? == "TERRITORY" => {
            Some("the area is counted, not the territory")
        }
        "tax" if one_of("NONE, SEKI, ALL")? != "NONE" => Some("groups pay no tax"),
        "suicide" if switch()? => Some("suicide is illegal"),
        "hasButton" if switch()? => Some("there is no button"),
        "friendlyPassOk" => {
            switch()?;
            None
        }
        "whiteHandicapBonus" => {
            ruling.bonus = bonus(value).ok_or(BONUS)?;
            None
        }
        "score" | "scoring" | "tax" | "suicide" | "hasButton" => None,
        _ => return Ok(false),
    };
    ruling.unplayed.extend(unplayed.map(str::to_owned));
    Ok(true)
}

/// The accepted values of `whiteHandicapBonus`.
pub const BONUS: &str = "0, N or N-1";

/// Reads `whiteHandicapBonus`.
pub fn bonus(value: &Value) -> Option<HandicapBonus> {
    match value.as_str()? {
        "0" => Some(HandicapBonus::None),
        "N" => Some(HandicapBonus::Stones),
        "N-1" => Some(HandicapBonus::StonesLessOne),
        _ => None,
    }
}

/// The accepted values of `komi`.
pub const KOMI: &str = "a integer or half-integer from -400.0 to 400.0";

/// Reads komi.
pub fn komi(value: &Value) -> Option<f64> {
    value.as_f64().filter(|komi| komi.abs() <= 400.0 && (komi * 2.0).fract() == 0.0)
}

/// Lists the rules of the game, each with its values.
fn own_rules(setup: &Setup) -> String {
    let rules = setup.info().rules.iter().map(|rule| format!("{} ({})", rule.name, rule.values.join(", ")));
    let rules: Vec<String> = rules.collect();
    if rules.is_empty() { "no fields".to_owned() } else { rules.join(", ") }
}

/// Lists what the field accepts.
fn accepted(setup: &Setup) -> String {
    let info = setup.info();
    let sets: Vec<&str> = info.rule_sets.iter().flat_map(|set| set.names).copied().collect();
    let object = format!("an object with {}", own_rules(setup));
    if sets.is_empty() {
        return format!("{} takes {object}", info.title);
    }
    format!("{} takes {} or {object}", info.title, sets.join(", "))
}
