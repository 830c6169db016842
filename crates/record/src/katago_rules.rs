//! The rules of Go in KataGo's words: names with values, as its objects, its single rules and its
//! compact form have them (`docs/GTP_Extensions.md` and `Analysis_Engine.md` of KataGo).

use quintet_core::notation::{decimal, quote};
use quintet_core::setup::{HandicapBonus, RuleSet, Setup, SetupError};

use crate::rule_names::NamedRules;

/// The rules to which KataGo's objects and its compact form apply.
const DEFAULT: &str = "tromp-taylor";

/// A value that cannot be chosen, or the name of no rule.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RuleError {
    /// Neither the game nor KataGo has a rule of this name.
    #[error("no such rule '{}'", quote(.0))]
    Name(String),
    /// The rule does not take the value.
    #[error("{name} takes {accepted}, not '{}'", quote(.value))]
    Value {
        /// The name of the rule.
        name: &'static str,
        /// The accepted values.
        accepted: String,
        value: String,
    },
    /// Dead stones are not removed by these rules.
    #[error("friendlyPassOk takes false with the present ko rule")]
    DeadStones,
    /// The game's own rule does not take the value.
    #[error(transparent)]
    Own(#[from] SetupError),
}

/// A rule of KataGo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    Komi,
    Ko,
    Scoring,
    Tax,
    Suicide,
    Button,
    Bonus,
    FriendlyPass,
}

/// The rules with their names, the usual one first, and their values; komi is a number. In the
/// compact form longer names come before those that they begin with.
const RULES: &[(Rule, &[&str], &[&str])] = &[
    (Rule::Komi, &["komi"], &[]),
    (Rule::Ko, &["ko"], &["SIMPLE", "POSITIONAL", "SITUATIONAL", "SPIGHT"]),
    (Rule::Scoring, &["scoring", "score"], &["AREA", "TERRITORY"]),
    (Rule::Tax, &["tax"], &["NONE", "SEKI", "ALL"]),
    (Rule::Suicide, &["suicide", "sui"], SWITCH),
    (Rule::Button, &["hasButton", "button"], SWITCH),
    (Rule::Bonus, &["whiteHandicapBonus", "whb"], &["N-1", "N", "0"]),
    (Rule::FriendlyPass, &["friendlyPassOk", "fpok"], SWITCH),
];

const SWITCH: &[&str] = &["true", "false", "1", "0"];

/// The accepted values of `komi`, in KataGo's words.
pub const KOMI: &str = "a integer or half-integer from -400.0 to 400.0";

/// The accepted values of `whiteHandicapBonus`.
pub const BONUS: &str = "0, N or N-1";

/// Reads komi.
pub fn komi(text: &str) -> Option<f64> {
    decimal(text).filter(|komi| komi.abs() <= 400.0 && (komi * 2.0).fract() == 0.0)
}

/// Reads the value of `whiteHandicapBonus`.
pub fn bonus(text: &str) -> Option<HandicapBonus> {
    match text.to_ascii_uppercase().as_str() {
        "0" => Some(HandicapBonus::None),
        "N" => Some(HandicapBonus::Stones),
        "N-1" => Some(HandicapBonus::StonesLessOne),
        _ => None,
    }
}

/// Returns the rules of a setup by KataGo's names, and the other ones by their own, in alphabetical
/// order; `None` if the game is not one of KataGo's. Ko rules that it does not have keep their own
/// names.
pub fn words(setup: &Setup) -> Option<Vec<(&'static str, String)>> {
    default_set(setup)?;
    let mut words = vec![
        ("friendlyPassOk", setup.removes_dead_stones().to_string()),
        ("hasButton", "false".to_owned()),
        ("ko", setup.rule("ko").to_ascii_uppercase()),
        ("scoring", "AREA".to_owned()),
        ("suicide", "false".to_owned()),
        ("tax", "NONE".to_owned()),
        ("whiteHandicapBonus", "0".to_owned()),
    ];
    words.extend(setup.rules().filter(|(name, _)| *name != "ko").map(|(name, value)| (name, value.to_owned())));
    words.sort_unstable();
    Some(words)
}

fn default_set(setup: &Setup) -> Option<&'static RuleSet> {
    setup.info().rule_set(DEFAULT)
}

/// Returns the setup with the rules to which KataGo's words apply where they stand alone; `None` if
/// the game is not one of KataGo's.
pub fn default(setup: &Setup) -> Option<Setup> {
    setup.with_rule_set(default_set(setup)?).ok()
}

/// Applies rules with their values to a setup: the game's own and, if the game is one of KataGo's,
/// its words. Names and values are compared without regard to case.
///
/// # Errors
/// Returns an error if a name or a value is unknown. Known values that are not played are listed
/// in the result.
pub fn apply<'a>(setup: &Setup, rules: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<NamedRules, RuleError> {
    let mut named = NamedRules { setup: setup.clone(), komi: None, bonus: HandicapBonus::None, unplayed: Vec::new() };
    let mut friendly_pass = None;
    for (name, value) in rules {
        let by_katago = default_set(setup).and_then(|_| {
            RULES.iter().find(|(_, names, _)| names.iter().any(|known| known.eq_ignore_ascii_case(name)))
        });
        let own = setup.rules().any(|(known, _)| known.eq_ignore_ascii_case(name));
        match by_katago {
            Some((Rule::Ko, ..)) if !is_foreign_ko(value) => named.setup = named.setup.with_rule(name, value)?,
            Some((Rule::FriendlyPass, ..)) => friendly_pass = Some(value),
            Some((rule, ..)) => choose(&mut named, *rule, value)?,
            None if own => named.setup = named.setup.with_rule(name, value)?,
            None if setup.info().komi && name.eq_ignore_ascii_case("komi") => choose(&mut named, Rule::Komi, value)?,
            None => return Err(RuleError::Name(name.to_owned())),
        }
    }
    // The treatment of dead stones depends on the ko rule.
    if let Some(value) = friendly_pass {
        choose(&mut named, Rule::FriendlyPass, value)?;
    }
    Ok(named)
}

fn is_foreign_ko(value: &str) -> bool {
    ["situational", "spight"].iter().any(|known| known.eq_ignore_ascii_case(value))
}

/// Reads KataGo's compact form, such as `koPOSITIONALscoreAREAtaxNONEsui0`; `None` if the text is
/// something else.
pub fn compact(setup: &Setup, text: &str) -> Option<NamedRules> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_lowercase();
    let (setup, mut rest) = (default(setup).filter(|_| !text.is_empty())?, &*text);
    let mut rules = Vec::new();
    while !rest.is_empty() {
        let after_name = |name: &str| rest.strip_prefix(&*name.to_ascii_lowercase());
        let (name, values, after) = RULES
            .iter()
            .find_map(|(_, names, values)| names.iter().find_map(|name| Some((*name, *values, after_name(name)?))))?;
        let length = if values.is_empty() {
            after.find(|c: char| !matches!(c, '0'..='9' | '.' | '-')).unwrap_or(after.len())
        } else {
            values.iter().find(|value| after.starts_with(&*value.to_ascii_lowercase()))?.len()
        };
        let (value, after) = after.split_at(length);
        rules.push((name, value));
        rest = after;
    }
    apply(&setup, rules).ok()
}

/// Gives a rule a value. Values that are not played are listed.
fn choose(named: &mut NamedRules, rule: Rule, value: &str) -> Result<(), RuleError> {
    let (_, names, values) = RULES.iter().find(|(known, ..)| *known == rule).expect("every rule is in the list");
    let refused = |accepted: &str| {
        let (accepted, value) = (accepted.to_owned(), value.to_owned());
        RuleError::Value { name: names[0], accepted, value }
    };
    let known = values.iter().find(|known| known.eq_ignore_ascii_case(value));
    let chosen = match rule {
        Rule::Komi => {
            named.komi = Some(komi(value).ok_or_else(|| refused(KOMI))?);
            return Ok(());
        }
        Rule::Bonus => {
            named.bonus = bonus(value).ok_or_else(|| refused(BONUS))?;
            return Ok(());
        }
        _ if *values == SWITCH => *known.ok_or_else(|| refused("true or false"))?,
        _ => *known.ok_or_else(|| refused(&values.join(", ")))?,
    };
    let is_on = matches!(chosen, "true" | "1");
    let unplayed = match (rule, chosen) {
        (Rule::FriendlyPass, _) => {
            named.setup = with_dead_stones(&named.setup, is_on).ok_or(RuleError::DeadStones)?;
            return Ok(());
        }
        (Rule::Ko, ko) => {
            named.setup = named.setup.with_rule("ko", "positional")?;
            format!("ko {} is played as positional", ko.to_ascii_lowercase())
        }
        (Rule::Scoring, "TERRITORY") => "the area is counted, not the territory".to_owned(),
        (Rule::Tax, "SEKI" | "ALL") => "groups pay no tax".to_owned(),
        (Rule::Suicide, _) if is_on => "suicide is illegal".to_owned(),
        (Rule::Button, _) if is_on => "there is no button".to_owned(),
        _ => return Ok(()),
    };
    named.unplayed.push(unplayed);
    Ok(())
}

/// Returns the setup by a rule set with the same ko rule that removes dead stones after the end, or
/// by the same rules without a name, which do not; `None` if there is none.
fn with_dead_stones(setup: &Setup, removed: bool) -> Option<Setup> {
    if setup.removes_dead_stones() == removed {
        return Some(setup.clone());
    }
    if !removed {
        return Some(setup.without_rule_set());
    }
    let same_ko = |set: &RuleSet| set.rules.first().is_some_and(|&(name, value)| setup.rule(name) == value);
    let set = setup.info().rule_sets.iter().find(|set| set.removes_dead && same_ko(set))?;
    setup.with_rule_set(set).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule_names::usual_name;

    fn stoical() -> Setup {
        Setup::new(quintet_games::DEFAULT)
    }

    #[test]
    fn the_compact_form_is_read() {
        let rules = |text: &str| {
            let named = compact(&stoical(), text).unwrap();
            [named.setup.rule("ko"), named.setup.rule("repetition")]
        };
        assert_eq!(rules("koPOSITIONALscoreAREAtaxNONEsui0"), ["positional", "none"]);
        assert_eq!(rules("koSIMPLEscoreAREAtaxNONEsui0whbN"), ["simple", "none"]);
        let named = compact(&stoical(), "koSITUATIONALscoreTERRITORYtaxSEKIsui1button1whbN-1komi6.5").unwrap();
        assert_eq!((named.komi, named.bonus, named.unplayed.len()), (Some(6.5), HandicapBonus::StonesLessOne, 5));
        // Nothing is left unplayed if suicide and the button are off.
        let named = compact(&stoical(), "koPOSITIONALscoreAREAtaxNONEsui0button0fpok0whbN").unwrap();
        assert_eq!((named.bonus, named.unplayed), (HandicapBonus::Stones, Vec::new()));
        assert_eq!(usual_name(&named.setup).as_deref(), Some("Tromp-Taylor"));
        let named = compact(&stoical(), "koPOSITIONALscoreAREAfpok1whb0").unwrap();
        assert_eq!((named.bonus, named.unplayed), (HandicapBonus::None, Vec::new()));
        assert_eq!(usual_name(&named.setup).as_deref(), Some("Chinese-OGS"));
        for text in ["", "koala", "koSIMPLEscore", "koSIMPLEkomi", "sui2"] {
            assert_eq!(compact(&stoical(), text), None, "{text}");
        }
    }

    /// The names in KataGo's object of rules, with values that are not played here where there are any.
    #[test]
    fn all_words_of_katago_are_taken() {
        let words = [
            ("friendlyPassOk", "true"),
            ("hasButton", "true"),
            ("ko", "SITUATIONAL"),
            ("scoring", "TERRITORY"),
            ("suicide", "true"),
            ("tax", "ALL"),
            ("whiteHandicapBonus", "N"),
        ];
        let named = apply(&default(&stoical()).unwrap(), words).unwrap();
        assert_eq!((named.setup.rule("ko"), named.setup.removes_dead_stones()), ("positional", true));
        assert_eq!((named.bonus, named.unplayed.len()), (HandicapBonus::Stones, 5));
    }

    /// All named rule sets and all rules of the game, each with every value of KataGo's rules.
    #[test]
    fn the_words_of_every_setup_are_taken_back() {
        let info = stoical().info();
        let names = info.rule_sets.iter().flat_map(|set| set.names);
        let named = names.map(|name| stoical().with_rule_set(info.rule_set(name).unwrap()).unwrap());
        let values = info.rules.iter().flat_map(|rule| rule.values.iter().map(|value| (rule.name, *value)));
        let own = values.map(|(rule, value)| stoical().with_rule(rule, value).unwrap());
        let setups: Vec<Setup> = named.chain(own).collect();
        let changes: Vec<(&str, &str)> =
            RULES.iter().flat_map(|(_, names, values)| values.iter().map(|value| (names[0], *value))).collect();
        assert!(setups.len() > 15 && changes.len() > 15, "{} setups, {} values", setups.len(), changes.len());
        let mut taken = 0;
        for setup in &setups {
            for change in &changes {
                // Not every ko rule has rules that remove dead stones.
                let Ok(changed) = apply(setup, [*change]) else { continue };
                let words = words(&changed.setup).unwrap();
                let words = words.iter().map(|(name, value)| (*name, &**value));
                // Whatever the rules were before.
                let back = apply(&stoical(), words).unwrap();
                let rules = |setup: &Setup| (setup.rules().collect::<Vec<_>>(), setup.removes_dead_stones());
                assert_eq!(rules(&back.setup), rules(&changed.setup), "{:?}, {change:?}", rules(setup));
                assert_eq!(back.unplayed, Vec::<String>::new(), "{change:?}");
                taken += 1;
            }
        }
        assert!(taken > setups.len() * changes.len() / 2, "{taken}");
        let bracket = Setup::new(quintet_games::find("bracket").unwrap());
        assert_eq!((words(&bracket), default(&bracket)), (None, None));
    }

    #[test]
    fn unknown_names_and_values_are_refused() {
        let error = |name: &str, value: &str| apply(&stoical(), [(name, value)]).unwrap_err().to_string();
        assert_eq!(error("gravity", "on"), "no such rule 'gravity'");
        assert_eq!(error("score", "points"), "scoring takes AREA, TERRITORY, not 'points'");
        assert_eq!(error("suicide", "maybe"), "suicide takes true or false, not 'maybe'");
        assert_eq!(error("komi", "0.3"), format!("komi takes {KOMI}, not '0.3'"));
        assert_eq!(error("whiteHandicapBonus", "2"), "whiteHandicapBonus takes 0, N or N-1, not '2'");
        assert_eq!(error("ko", "none"), "ko takes stoical, bigger, snapback, simple, positional");
        assert_eq!(error("friendlyPassOk", "true"), "friendlyPassOk takes false with the present ko rule");
    }
}
