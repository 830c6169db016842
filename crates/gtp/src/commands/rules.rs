//! The rules: by their own names, by KataGo's names, and by the names of rule sets.

use quintet_core::notation::quote;
use quintet_core::setup::{HandicapBonus, Setup};
use quintet_record::katago_rules::{self, RuleError};
use quintet_record::rule_names;
use serde_json::{Map, Value};

use super::Command;
use crate::answer::{Answer, CommandError};
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

/// Returns an object of rules in the given order; values are words, `true` or `false`.
fn object<'a>(rules: impl IntoIterator<Item = (&'a str, impl AsRef<str>)>) -> String {
    let field = |(name, value): (&str, _)| match AsRef::<str>::as_ref(&value) {
        switch @ ("true" | "false") => format!("\"{name}\":{switch}"),
        word => format!("\"{name}\":\"{word}\""),
    };
    format!("{{{}}}", rules.into_iter().map(field).collect::<Vec<_>>().join(","))
}

fn own_rules(setup: &Setup) -> String {
    object(setup.rules())
}

fn katago_rules(setup: &Setup) -> String {
    katago_rules::words(setup).map_or_else(|| own_rules(setup), object)
}

fn set_rule(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let setup = session.setup().with_rule(call.word(0)?, call.word(1)?)?;
    change(session, &setup)
}

/// Changes the rules, before the first move, to those of a setup that is otherwise the session's.
fn change(session: &mut Session, setup: &Setup) -> Answer {
    session.notation().check(setup)?;
    session.require_no_moves("rules are chosen")?;
    session.change_setup(setup, None)?;
    Ok(String::new())
}

/// Does the same at any time, as KataGo does: the moves so far stay, if they are legal by the new
/// rules.
fn choose(session: &mut Session, setup: &Setup) -> Answer {
    if setup == session.setup() {
        return Ok(String::new());
    }
    if session.game().moves().is_empty() {
        return change(session, setup);
    }
    session.notation().check(setup)?;
    session.change_rules(setup)?;
    Ok(String::new())
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
    let rules: Vec<(&str, String)> = fields.iter().map(|(name, value)| (&**name, plain(value))).collect();
    choose_words(session, rules.iter().map(|(name, value)| (*name, &**value)))
}

fn kata_set_rule(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let rule = (call.word(0)?, call.word(1)?);
    choose_words(session, [rule])
}

/// Changes the present rules by names and values.
fn choose_words<'a>(session: &mut Session, rules: impl IntoIterator<Item = (&'a str, &'a str)>) -> Answer {
    let setup = session.setup();
    let named = katago_rules::apply(setup, rules).map_err(|error| match error {
        RuleError::Name(_) => {
            let own = setup.rules().map(|(name, _)| name);
            let words = katago_rules::words(setup).into_iter().flatten().map(|(name, _)| name);
            let mut names: Vec<&str> = own.chain(words).collect();
            names.sort_unstable();
            names.dedup();
            CommandError::new(format!("{error}; {} has {}", setup.info().id, names.join(", ")))
        }
        error => CommandError::new(error.to_string()),
    })?;
    let mut setup = named.setup;
    if let Some(komi) = named.komi {
        setup.set_komi(komi);
    }
    let no_bonus = (named.bonus != HandicapBonus::None).then_some("handicap stones give White no points");
    choose(session, &setup)?;
    let unplayed = named.unplayed.iter().map(String::as_str).chain(no_bonus);
    unplayed.for_each(|what| log::warn!("rules: {what}"));
    Ok(String::new())
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
