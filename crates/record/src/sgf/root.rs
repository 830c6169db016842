//! The first node: which game, which rules, which size, komi, and the facts about the game.

use quintet_core::notation::quote;
use quintet_core::setup::{GameInfo, Setup};

use super::context::Context;
use super::error::{SgfError, SgfProblem};
use super::parse::Property;
use super::record::Notes;
use crate::setup_words::{self, Size};

/// The size of a file without `SZ`.
const DEFAULT_SIZE: u16 = 19;

/// Returns the game of files that name none.
pub fn unnamed_game() -> &'static GameInfo {
    quintet_games::DEFAULT
}

/// Reads game, rules, size and komi. `games` are the games that `RU` can name, `present` is the
/// setup that the caller plays at the moment.
///
/// # Errors
/// Returns an error if the file is another game's, or the game does not have the size or rules.
pub fn setup(
    context: &mut Context<'_>,
    root: &[Property],
    games: &[&'static GameInfo],
    present: Option<&Setup>,
) -> Result<Setup, SgfError> {
    let find = |name: &str| root.iter().find(|property| property.name == name && !property.value().is_empty());
    if let Some(kind) = find("GM").filter(|kind| kind.value() != "1") {
        return Err(context.error(kind, SgfProblem::OtherGame(quote(kind.value()))));
    }
    let rules = find("RU");
    let named = rules.and_then(|rules| Some((rules, named_game(games, rules.value())?)));
    let mut setup = match named {
        None => setup_of_go(context, rules, present),
        Some((property, (info, choices))) => setup_of(context, property, info, choices)?,
    };
    match find("SZ") {
        Some(property) => setup = resized(context, &setup, property)?,
        None if named.is_none() => {
            context.warn_of_file("no SZ: read as 19 × 19".to_owned());
            setup = setup.with_size(DEFAULT_SIZE).unwrap_or(setup);
        }
        None => {}
    }
    if let Some(property) = find("KM") {
        let komi = setup_words::komi(property.value());
        let komi = komi.map_err(|_| context.value_error(property, property.value(), "a number"))?;
        if setup.info().komi {
            setup.set_komi(komi);
        } else {
            context.warn(property, "komi does not count in this game");
        }
    }
    Ok(setup)
}

/// Returns the game that `RU` begins with, by its id or its title, and the rest of the text.
fn named_game<'a>(games: &[&'static GameInfo], text: &'a str) -> Option<(&'static GameInfo, &'a str)> {
    let after = |name: &str| {
        let rest = text.get(name.len()..)?;
        let whole = text[..name.len()].eq_ignore_ascii_case(name) && !rest.starts_with(char::is_alphanumeric);
        whole.then(|| rest.trim_start_matches(':'))
    };
    games.iter().find_map(|info| Some((*info, after(info.title).or_else(|| after(info.id))?)))
}

/// Returns the setup of a game with the rules that follow its name in `RU`.
fn setup_of(
    context: &Context<'_>,
    property: &Property,
    info: &'static GameInfo,
    rules: &str,
) -> Result<Setup, SgfError> {
    let mut setup = Setup::new(info);
    for rule in rules.split([' ', '\t', '\r', '\n', ',', ';']).filter(|rule| !rule.is_empty()) {
        let Some((name, value)) = rule.split_once('=') else {
            return Err(context.value_error(property, rule, "a game and rules like ko=simple"));
        };
        setup = setup.with_rule(name, value).map_err(|error| context.error(property, error))?;
    }
    Ok(setup)
}

/// Returns the setup of a file that does not name one of our games.
///
/// If `RU` names a rule set of Go, the present rules are used if they follow any such set,
/// otherwise the named set's. Without a rule set, the present rules are used if they are of the
/// same game, otherwise the default rules.
fn setup_of_go(context: &mut Context<'_>, rules: Option<&Property>, present: Option<&Setup>) -> Setup {
    let default = Setup::new(unnamed_game());
    let present = present.filter(|present| std::ptr::eq(present.info(), default.info()));
    let present = present.map(|present| {
        let mut setup = present.clone();
        setup.set_komi(0.0);
        setup
    });
    let set = rules.and_then(|rules| default.info().rule_set(rules.value()));
    match set {
        Some(set) => {
            let sets = default.info().rule_sets;
            let ordinary = present.filter(|present| sets.iter().any(|set| present.follows(set)));
            let named = || set.rules.iter().try_fold(default, |setup, (name, value)| setup.with_rule(name, value));
            ordinary.unwrap_or_else(|| named().expect("a rule set has rules of its game"))
        }
        None => {
            if let Some(rules) = rules {
                context.warn(rules, "no rules that are known; read as if it told none");
            }
            present.unwrap_or(default)
        }
    }
}

fn resized(context: &Context<'_>, setup: &Setup, property: &Property) -> Result<Setup, SgfError> {
    // SGF's own notation only: `9` or `9:7`.
    let size = property.value().parse::<Size>().ok().filter(|_| !property.value().contains(['x', 'X', '+']));
    let size = size.ok_or_else(|| context.value_error(property, property.value(), "a size like 9, or 9:7"))?;
    size.of(setup).map_err(|error| context.error(property, error))
}

/// Reads names, date and result.
pub fn notes(root: &[Property]) -> Notes {
    let text = |name: &str| {
        let found = root.iter().find(|property| property.name == name)?;
        Some(found.value().to_owned()).filter(|text| !text.is_empty())
    };
    Notes {
        black: text("PB"),
        white: text("PW"),
        result: text("RE"),
        date: text("DT"),
        event: text("EV"),
        round: text("RO"),
        comment: text("C"),
    }
}
