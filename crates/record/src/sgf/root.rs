//! The first node: which game, which rules, which size, komi, and the facts about the game.

use quintet_core::notation::quote;
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::Seat;

use super::context::Context;
use super::error::{SgfError, SgfProblem};
use super::parse::Property;
use crate::rule_names;
use crate::setup_words::{self, Size};

/// The value of `GM` for Go.
pub const GM_OF_GO: &str = "1";

/// The value of `GM` for games that have no number in FF[4].
pub const GM_OF_OTHERS: &str = "0";

/// Returns the value of `GM` for games of a setup: that of Go if a Go program plays the records of
/// this setup right.
pub fn game_number(setup: &Setup) -> &'static str {
    let is_go = std::ptr::eq(setup.info(), unnamed_game()) && setup.blocked().is_empty();
    if is_go { GM_OF_GO } else { GM_OF_OTHERS }
}

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
    let rules = find("RU");
    let named = rules.and_then(|rules| Some((rules, named_game(games, rules.value())?)));
    // Records of Go with blocked points name Go's rules, and have this property of ours.
    let is_ours = named.is_some() || root.iter().any(|property| property.name == "QA");
    let is_known = |kind: &str| kind == GM_OF_GO || kind == GM_OF_OTHERS && is_ours;
    if let Some(kind) = find("GM").filter(|kind| !is_known(kind.value())) {
        return Err(context.error(kind, SgfProblem::OtherGame(quote(kind.value()))));
    }
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
        let fox = find("AP").is_some_and(|program| program.value().to_ascii_lowercase().starts_with("fox"));
        let komi = komi(context, property, fox);
        if setup.info().komi {
            setup.set_komi(komi);
        } else {
            context.warn(property, "komi does not count in this game");
        }
    }
    Ok(setup)
}

/// The least number that is hundredths of a komi in Fox's files.
const HUNDREDTHS: f64 = 100.0;

/// Komi in Fox's files by Chinese rules, which count half of the points.
const HALF_KOMI: [f64; 2] = [375.0, 325.0];

/// Reads komi: 0 with a warning if it is not a number.
fn komi(context: &mut Context<'_>, property: &Property, fox: bool) -> f64 {
    let text = property.value();
    let number = setup_words::komi(text).or_else(|error| {
        let repaired = setup_words::komi(&text.replace(',', ".")).map_err(|_| error)?;
        context.warn(property, &format!("read as {repaired}"));
        Ok::<f64, setup_words::ReadSetupError>(repaired)
    });
    let Ok(komi) = number else {
        context.warn(property, "not a number; read as komi 0");
        return 0.0;
    };
    if !HALF_KOMI.contains(&komi) && (!fox || komi.abs() < HUNDREDTHS) {
        return komi;
    }
    let points = if HALF_KOMI.contains(&komi) { komi * 2.0 / HUNDREDTHS } else { komi / HUNDREDTHS };
    context.warn(property, &format!("hundredths, as the Fox server writes komi; read as {points}"));
    points
}

/// Returns whether `RU` names one of the games.
pub fn names_game(root: &[Property], games: &[&'static GameInfo]) -> bool {
    root.iter().any(|property| property.name == "RU" && named_game(games, property.value()).is_some())
}

/// Returns the game that `RU` begins with, by its id or its title, and the rest of the text.
fn named_game<'a>(games: &[&'static GameInfo], text: &'a str) -> Option<(&'static GameInfo, &'a str)> {
    games.iter().find_map(|info| Some((*info, rule_names::after_name(info, text)?)))
}

/// Returns the setup of a game with the rules that follow its name in `RU`.
fn setup_of(
    context: &Context<'_>,
    property: &Property,
    info: &'static GameInfo,
    rules: &str,
) -> Result<Setup, SgfError> {
    let mut setup = Setup::new(info);
    for rule in rule_names::words(rules) {
        let Some((name, value)) = rule.split_once('=') else {
            return Err(context.value_error(property, rule, "a game and rules like ko=simple"));
        };
        setup = setup.with_rule(name, value).map_err(|error| context.error(property, error))?;
    }
    Ok(setup)
}

/// Returns the setup of a file that does not name one of our games.
///
/// If `RU` names rules, the file is ordinary Go: with the present rules if their ko rule is that of
/// any rule set of Go, otherwise with the named set's, or with simple ko if the name is unknown.
/// Without `RU`, the present rules are used if they are of the same game, otherwise the default
/// rules.
fn setup_of_go(context: &mut Context<'_>, rules: Option<&Property>, present: Option<&Setup>) -> Setup {
    let default = Setup::new(unnamed_game());
    let present = present.filter(|present| std::ptr::eq(present.info(), default.info()));
    let present = present.map(|present| {
        let mut setup = present.clone();
        setup.set_komi(0.0);
        setup
    });
    let Some(rules) = rules else { return present.unwrap_or(default) };
    let named = rule_names::read(&default, rules.value()).ok().flatten();
    if named.is_none() {
        context.warn(rules, "rules that are not known: read as ordinary Go with simple ko");
    }
    match (present.filter(is_ordinary), named) {
        (Some(present), _) => present,
        (None, Some(named)) => named.setup,
        (None, None) => ordinary(&default).unwrap_or(default),
    }
}

/// Properties of the whole game. A first node that has a move as well is read as two nodes, the
/// first with these.
const FACTS: &[&str] = &[
    "AP", "CA", "FF", "GM", "ST", "SZ", "AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "HA", "KM", "ON", "OT", "PB",
    "PC", "PW", "RE", "RO", "RU", "SO", "TM", "US", "WR", "WT",
];

/// Returns whether a property is about the whole game.
pub fn is_fact(property: &Property) -> bool {
    FACTS.contains(&&*property.name)
}

/// Returns whether a property sets up stones, or other state of the position.
pub fn is_set_up(property: &Property) -> bool {
    matches!(&*property.name, "AB" | "AW" | "AE" | "QA" | "QT")
}

/// Returns the property `HA` if it is not empty.
pub fn handicap(root: &[Property]) -> Option<&Property> {
    root.iter().find(|property| property.name == "HA" && !property.value().is_empty())
}

/// Returns the side that moves first if `HA` gives a handicap of 2 stones or more.
pub fn side_after_handicap(setup: &Setup, root: &[Property]) -> Option<Seat> {
    let stones = handicap(root)?.value().parse::<u16>().ok()?;
    (stones >= 2).then(|| setup.info().first.other())
}

/// Returns whether the ko rule is one of ordinary Go.
pub fn is_ordinary(setup: &Setup) -> bool {
    let sets = setup.info().rule_sets.iter();
    sets.filter_map(|set| set.rules.first()).any(|(name, value)| setup.rule(name) == *value)
}

/// Returns a setup with the rules of the first rule set of Go: simple ko, and no effect of longer
/// cycles. `None` if the game has no such rules.
pub fn ordinary(setup: &Setup) -> Option<Setup> {
    let set = setup.info().rule_sets.first()?;
    rule_names::of_set(setup, set).ok().map(|named| named.setup)
}

fn resized(context: &Context<'_>, setup: &Setup, property: &Property) -> Result<Setup, SgfError> {
    // SGF's own notation only: `9` or `9:7`.
    let size = property.value().parse::<Size>().ok().filter(|_| !property.value().contains(['x', 'X', '+']));
    let size = size.ok_or_else(|| context.value_error(property, property.value(), "a size like 9, or 9:7"))?;
    size.of(setup).map_err(|error| context.error(property, error))
}
