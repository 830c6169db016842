//! The rules: by their own names, by KataGo's names, and by the names of rule sets.

use quintet_core::notation::quote;
use quintet_core::setup::Setup;
use quintet_record::rule_names;
use serde_json::{Map, Value};

use super::Command;
use crate::answer::{Answer, CommandError};
use crate::args;
use crate::call::Call;
use crate::session::Session;

/// The commands of this family.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "quintet-get_rules",
        "quintet-get_rules",
        "the rules that are chosen, as a JSON object",
        |session, _| Ok(own_rules(session.setup())),
    ),
    Command::new("quintet-set_rule", "quintet-set_rule NAME VALUE", "chooses a rule, before the first move", set_rule),
    Command::new(
        "kata-get-rules",
        "kata-get-rules",
        "the rules as a JSON object, in KataGo's words for Go",
        |session, _| Ok(katago_rules(session.setup())),
    ),
    Command::new(
        "kata-set-rules",
        "kata-set-rules RULES",
        "chooses rules by a JSON object or by the name of a rule set",
        kata_set_rules,
    ),
    Command::new("kata-set-rule", "kata-set-rule NAME VALUE", "chooses one rule in KataGo's words", kata_set_rule),
    Command::new("kgs-rules", "kgs-rules NAME", "chooses rules by KGS's name for them", kgs_rules),
];

/// KataGo's name for the rule that dead stones leave the board after two passes.
const FRIENDLY_PASS: &str = "friendlyPassOk";

fn own_rules(setup: &Setup) -> String {
    let fields: Vec<_> = setup.rules().map(|(name, value)| format!("\"{name}\":\"{value}\"")).collect();
    format!("{{{}}}", fields.join(","))
}

fn katago_rules(setup: &Setup) -> String {
    setup.info().presentation.katago_rules.map_or_else(|| own_rules(setup), |words| words(setup))
}

fn set_rule(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let setup = session.setup().with_rule(call.word(0)?, call.word(1)?)?;
    change(session, &setup)
}

/// Changes the rules to those of a setup that is otherwise the session's.
fn change(session: &mut Session, setup: &Setup) -> Answer {
    session.notation().check(setup)?;
    session.require_no_moves("rules are chosen")?;
    session.change_setup(setup, None)?;
    Ok(String::new())
}

/// Does the same, but setting the present rules succeeds at any time, because clients of KataGo do
/// it again and again.
fn choose(session: &mut Session, setup: &Setup) -> Answer {
    if setup == session.setup() { Ok(String::new()) } else { change(session, setup) }
}

fn kata_set_rules(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let text = call.args.line();
    if text.is_empty() {
        return Err(call.usage());
    }
    if !text.starts_with('{') {
        return choose_named(session, text);
    }
    let fields: Map<String, Value> = serde_json::from_str(text)
        .map_err(|error| CommandError::syntax(format_args!("no JSON object: {}", quote(&error.to_string()))))?;
    // The treatment of dead stones needs the ko rule.
    let (last, first): (Vec<_>, Vec<_>) = fields.iter().partition(|(name, _)| name.eq_ignore_ascii_case(FRIENDLY_PASS));
    let setup = first
        .into_iter()
        .chain(last)
        .try_fold(session.setup().clone(), |setup, (name, value)| with_field(&setup, name, &plain(value)))?;
    choose(session, &setup)
}

fn kata_set_rule(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let setup = with_field(session.setup(), call.word(0)?, call.word(1)?)?;
    choose(session, &setup)
}

fn kgs_rules(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let name = call.args.line();
    if name.is_empty() {
        return Err(call.usage());
    }
    let set = rule_names::rule_set(session.setup().info(), name);
    let is_chinese = set.is_some_and(|set| set.is_called("chinese"));
    // KGS plays Chinese rules with superko.
    choose_named(session, if is_chinese { "chinese-kgs" } else { name })
}

/// Returns a JSON value as an argument of `kata-set-rule`.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the setup with one of our rules changed. One of KataGo's rules must have the value that
/// is played anyway.
fn with_field(setup: &Setup, name: &str, value: &str) -> Result<Setup, CommandError> {
    let own = setup.rules().any(|(known, _)| known.eq_ignore_ascii_case(name));
    if own {
        return Ok(setup.with_rule(name, value)?);
    }
    if setup.info().presentation.katago_rules.is_some() && name.eq_ignore_ascii_case(FRIENDLY_PASS) {
        return with_dead_stones(setup, value);
    }
    let known: Map<String, Value> = serde_json::from_str(&katago_rules(setup)).unwrap_or_default();
    let Some((name, played)) = known.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) else {
        let names = known.keys().cloned().collect::<Vec<_>>().join(", ");
        return Err(CommandError::new(format!("no such rule '{}'; {} has {names}", quote(name), setup.info().id)));
    };
    if plain(played).eq_ignore_ascii_case(value) {
        return Ok(setup.clone());
    }
    Err(CommandError::new(format!("{name} takes {}, not '{}'", plain(played), quote(value))))
}

/// Returns the setup with a rule set of the same ko rule that removes dead stones after two passes,
/// or that does not. Other rules always count all stones.
fn with_dead_stones(setup: &Setup, value: &str) -> Result<Setup, CommandError> {
    let wanted = args::truth(value)
        .ok_or_else(|| CommandError::new(format!("{FRIENDLY_PASS} takes true or false, not '{}'", quote(value))))?;
    match rule_names::with_dead_stones(setup, wanted) {
        Some(setup) => Ok(setup),
        None => Err(CommandError::new(format!("{FRIENDLY_PASS} takes {} with the present ko rule", !wanted))),
    }
}

/// Changes the rules to those that a text names. The log says which of them are not played.
fn choose_named(session: &mut Session, text: &str) -> Answer {
    let info = session.setup().info();
    let Some(named) = rule_names::read(session.setup(), text)? else {
        let names: Vec<&str> = info.rule_sets.iter().flat_map(|set| set.names).copied().collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        return Err(CommandError::new(format!("unknown rules '{}'; {} knows {names}", quote(text), info.id)));
    };
    choose(session, &named.setup)?;
    named.unplayed.iter().for_each(|what| log::warn!("{text}: {what}"));
    Ok(String::new())
}
