//! The field `rules`: the name of a rule set, or an object with rules of the game or of KataGo.

use serde_json::{Map, Value};

use super::fields::{QueryError, quoted};
use quintet_core::setup::Setup;
use quintet_record::katago_rules::{self, RuleError};
use quintet_record::rule_names::{self, NamedRules};

/// Reads the field for a game of `setup`.
///
/// # Errors
/// Returns an error if it does not name rules of the game.
pub fn read(setup: &Setup, value: &Value) -> Result<NamedRules, QueryError> {
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

fn named(setup: &Setup, name: &str) -> Result<NamedRules, QueryError> {
    let named = rule_names::read(setup, name).map_err(|error| QueryError::new("rules", error.to_string()))?;
    named.ok_or_else(|| {
        let name = quoted(&Value::from(name));
        QueryError::new("rules", format!("Could not parse rules: {name}; {}", accepted(setup)))
    })
}

/// Reads an object of rules. KataGo's rules apply to its default, the game's own to the defaults of
/// the game.
fn listed(setup: &Setup, object: &Map<String, Value>) -> Result<NamedRules, QueryError> {
    let is_own = |key: &str| setup.rules().any(|(name, _)| name == key);
    let foreign = object.keys().any(|key| !is_own(key) && key != "komi");
    let base = katago_rules::default(setup).filter(|_| foreign).unwrap_or_else(|| setup.clone());
    let rules: Vec<(&str, String)> = object.iter().map(|(key, value)| (&**key, plain(value))).collect();
    let named = katago_rules::apply(&base, rules.iter().map(|(name, value)| (*name, &**value)));
    named.map_err(|error| {
        let message = match &error {
            RuleError::Name(name) => {
                format!("Unknown rules option: {}; {}", quoted(&Value::from(&**name)), accepted(setup))
            }
            error => error.to_string(),
        };
        QueryError::new("rules", message)
    })
}

/// Returns a JSON value as the text of a rule's value.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
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
