//! The names that rules have in records and in other programs: one reader for SGF's `RU`, GTP and
//! the analysis protocol.
//!
//! - the text that this program writes: `stoical ko=simple repetition=draw`;
//! - names of rule sets of Go, read loosely: `Japanese Rules`, `AGA`, `Tromp/Taylor`;
//! - KataGo's compact form: `koPOSITIONALscoreAREAtaxNONEsui0` ([`katago_rules`]).

use quintet_core::setup::{GameInfo, HandicapBonus, RuleSet, Setup, SetupError};

use crate::katago_rules;

/// The rules that a text names.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedRules {
    /// The setup with these rules; komi is not changed.
    pub setup: Setup,
    /// The usual komi for them, if they have one.
    pub komi: Option<f64>,
    /// The points for White for handicap stones.
    pub bonus: HandicapBonus,
    /// Descriptions of the parts that are not supported.
    pub unplayed: Vec<String>,
}

/// Reads rules for the game of `setup`; `None` if the text names none.
///
/// ```
/// use quintet_core::setup::Setup;
/// use quintet_record::rule_names;
///
/// let setup = Setup::new(quintet_games::DEFAULT);
/// let named = rule_names::read(&setup, "Japanese Rules")?.unwrap();
/// assert_eq!(named.setup.rule("ko"), "simple");
/// assert_eq!(rule_names::read(&setup, "of the house")?, None);
/// # Ok::<(), quintet_core::setup::SetupError>(())
/// ```
///
/// # Errors
/// Returns an error if the text is this program's and has a rule that the game does not have.
pub fn read(setup: &Setup, text: &str) -> Result<Option<NamedRules>, SetupError> {
    if let Some(rules) = after_name(setup.info(), text)
        && let Some(setup) = own(setup, rules)?
    {
        return Ok(Some(NamedRules { setup, komi: None, bonus: HandicapBonus::None, unplayed: Vec::new() }));
    }
    match rule_set(setup.info(), text) {
        Some(set) => of_set(setup, set).map(Some),
        None => Ok(katago_rules::compact(setup, text)),
    }
}

/// Returns the rest of a text that begins with the title or the id of a game.
pub fn after_name<'a>(info: &GameInfo, text: &'a str) -> Option<&'a str> {
    let text = text.trim_start();
    let after = |name: &str| {
        let rest = text.get(name.len()..)?;
        let whole = text[..name.len()].eq_ignore_ascii_case(name) && !rest.starts_with(char::is_alphanumeric);
        whole.then(|| rest.trim_start_matches(':'))
    };
    after(info.title).or_else(|| after(info.id))
}

/// Returns the default setup of the size of `setup` with rules like `ko=simple repetition=draw`;
/// `None` if there are other words.
fn own(setup: &Setup, rules: &str) -> Result<Option<Setup>, SetupError> {
    let mut setup = setup.clone();
    for rule in setup.info().rules {
        // A default that the present size forbids is left as it is.
        setup = setup.with_rule(rule.name, rule.values[0]).unwrap_or(setup);
    }
    for word in words(rules) {
        let Some((name, value)) = word.split_once('=') else { return Ok(None) };
        setup = setup.with_rule(name, value)?;
    }
    Ok(Some(setup))
}

/// Splits rules like `ko=simple, repetition=draw` into words.
pub fn words(rules: &str) -> impl Iterator<Item = &str> {
    rules.split([' ', '\t', '\r', '\n', ',', ';']).filter(|word| !word.is_empty())
}

/// Returns the rule set of Go that a text names: by its whole name, with or without "rules" and
/// whatever stands between the words, or by a word that is such a name.
pub fn rule_set(info: &GameInfo, text: &str) -> Option<&'static RuleSet> {
    let plain: String = text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_ascii_lowercase();
    let bare = ["ruleset", "rules", "rule"].iter().find_map(|end| plain.strip_suffix(end)).unwrap_or(&plain);
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    info.rule_set(bare).or_else(|| words.find_map(|word| info.rule_set(word)))
}

/// Words of at most this length in the names of rule sets are abbreviations: AGA, OGS.
const LONGEST_ABBREVIATION: usize = 3;

/// Returns the name of the rules in records, if they are those of a rule set of Go.
pub fn usual_name(setup: &Setup) -> Option<String> {
    let set = setup.rule_set().filter(|set| set.removes_dead == setup.removes_dead_stones())?;
    let capitals = set.names[0].split('-').map(|word| match word.split_at(1) {
        _ if word.len() <= LONGEST_ABBREVIATION => word.to_ascii_uppercase(),
        (first, rest) => first.to_ascii_uppercase() + rest,
    });
    Some(capitals.collect::<Vec<_>>().join("-"))
}

/// Returns the rules of a rule set.
///
/// # Errors
/// Returns an error if the game does not have these rules.
pub fn of_set(setup: &Setup, set: &'static RuleSet) -> Result<NamedRules, SetupError> {
    let setup = setup.with_rule_set(set)?;
    let unplayed = set.unplayed.iter().map(|&text| text.to_owned()).collect();
    Ok(NamedRules { setup, komi: Some(set.komi), bonus: set.bonus, unplayed })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Option<(&'static str, &'static str)> {
        let setup = Setup::new(quintet_games::DEFAULT);
        read(&setup, text).unwrap().map(|named| (named.setup.rule("ko"), named.setup.rule("repetition")))
    }

    #[test]
    fn names_are_read_loosely() {
        for name in ["Japanese Rules", "japanese", "JAPANESE", "Chinese rules", "Korean", "stone scoring", "(Chinese)"]
        {
            assert_eq!(rules(name), Some(("simple", "none")), "{name}");
        }
        for name in ["AGA Rules", "Tromp/Taylor", "Tromp-Taylor Rules", "New Zealand", "NZ", "chinese-ogs", "GOE"] {
            assert_eq!(rules(name), Some(("positional", "none")), "{name}");
        }
        for name in ["", "of the house", "koala", "rules"] {
            assert_eq!(rules(name), None, "{name}");
        }
    }

    #[test]
    fn the_text_that_this_program_writes_is_read() {
        assert_eq!(rules("stoical ko=simple repetition=draw"), Some(("simple", "draw")));
        assert_eq!(rules("Stoical Go: ko=bigger, repetition=none"), Some(("bigger", "none")));
        assert_eq!(rules("stoical"), Some(("stoical", "draw")));
        let setup = Setup::new(quintet_games::DEFAULT);
        assert!(read(&setup, "stoical ko=none").is_err());
    }

    #[test]
    fn ordinary_go_has_its_usual_name() {
        let name = |text: &str| usual_name(&read(&Setup::new(quintet_games::DEFAULT), text).unwrap().unwrap().setup);
        assert_eq!(name("japanese").as_deref(), Some("Japanese"));
        assert_eq!(name("AGA Rules").as_deref(), Some("AGA"));
        assert_eq!(name("chinese").as_deref(), Some("Chinese"));
        // Stones are removed after the end by the rule sets that have a name, and not without one.
        assert_eq!(name("stoical ko=simple repetition=none"), None);
        assert_eq!(name("stoical ko=positional repetition=none").as_deref(), Some("Tromp-Taylor"));
        assert_eq!(name("stoical ko=simple repetition=draw"), None);
        assert_eq!(name("stoical"), None);
    }
}
