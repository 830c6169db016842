//! The named rule sets of ordinary Go as KataGo understands them (its `docs/GTP_Extensions.md`),
//! with the ko rule that is closest to each. Area is always counted, and suicide is always illegal.

use quintet_core::setup::{HandicapBonus, RuleSet};

const TERRITORY: &str = "the area is counted, not the territory";
const SUICIDE: &str = "suicide is illegal";
const SITUATIONAL: &str = "superko looks at the board alone, not at whose turn it is";
const TAX: &str = "groups pay no tax";

/// Simple ko; a longer cycle has no effect.
const SIMPLE: &[(&str, &str)] = &[("ko", "simple"), ("repetition", "none")];
/// Positional superko.
const POSITIONAL: &[(&str, &str)] = &[("ko", "positional"), ("repetition", "none")];

/// The rule sets. The first one that a setup follows is its own if it was not chosen by name.
pub const RULE_SETS: &[RuleSet] = &[
    RuleSet {
        names: &["chinese"],
        rules: SIMPLE,
        komi: 7.5,
        bonus: HandicapBonus::Stones,
        removes_dead: true,
        unplayed: &[],
    },
    RuleSet {
        names: &["tromp-taylor"],
        rules: POSITIONAL,
        komi: 7.5,
        bonus: HandicapBonus::None,
        removes_dead: false,
        unplayed: &[SUICIDE],
    },
    RuleSet {
        names: &["chinese-ogs", "chinese-kgs"],
        rules: POSITIONAL,
        komi: 7.5,
        bonus: HandicapBonus::Stones,
        removes_dead: true,
        unplayed: &[],
    },
    RuleSet {
        names: &["japanese", "korean"],
        rules: SIMPLE,
        komi: 6.5,
        bonus: HandicapBonus::None,
        removes_dead: true,
        unplayed: &[TERRITORY],
    },
    RuleSet {
        names: &["aga", "bga", "french"],
        rules: POSITIONAL,
        komi: 7.5,
        bonus: HandicapBonus::StonesLessOne,
        removes_dead: true,
        unplayed: &[SITUATIONAL],
    },
    RuleSet {
        names: &["aga-button"],
        rules: POSITIONAL,
        komi: 7.0,
        bonus: HandicapBonus::StonesLessOne,
        removes_dead: true,
        unplayed: &[SITUATIONAL, "there is no button"],
    },
    RuleSet {
        names: &["new-zealand", "nz"],
        rules: POSITIONAL,
        komi: 7.0,
        bonus: HandicapBonus::None,
        removes_dead: true,
        unplayed: &[SITUATIONAL, SUICIDE],
    },
    RuleSet {
        names: &["ing", "goe"],
        rules: POSITIONAL,
        komi: 7.5,
        bonus: HandicapBonus::None,
        removes_dead: true,
        unplayed: &[SUICIDE],
    },
    RuleSet {
        names: &["stone-scoring", "ancient-area"],
        rules: SIMPLE,
        komi: 7.5,
        bonus: HandicapBonus::None,
        removes_dead: true,
        unplayed: &[TAX],
    },
    RuleSet {
        names: &["ancient-territory"],
        rules: SIMPLE,
        komi: 6.5,
        bonus: HandicapBonus::None,
        removes_dead: true,
        unplayed: &[TERRITORY, TAX],
    },
];

#[cfg(test)]
mod tests {
    use quintet_core::setup::Setup;

    use super::super::INFO;

    #[test]
    fn every_rule_set_can_be_set() {
        for set in INFO.rule_sets {
            let setup =
                set.rules.iter().try_fold(Setup::new(&INFO), |setup, (name, value)| setup.with_rule(name, value));
            assert!(setup.is_ok(), "{:?}", set.names);
        }
    }

    #[test]
    fn names_are_recognised_in_many_spellings() {
        let ko = |name: &str| INFO.rule_set(name).map(|set| set.rules[0].1);
        for name in ["Chinese", " chinese ", "JAPANESE", "stone_scoring"] {
            assert_eq!(ko(name), Some("simple"), "{name}");
        }
        for name in
            ["tromp-taylor", "Tromp Taylor", "TrompTaylor", "New Zealand", "new_zealand", "NZ", "chineseOGS", "AGA"]
        {
            assert_eq!(ko(name), Some("positional"), "{name}");
        }
        assert_eq!(ko(""), None);
        assert_eq!(ko("stoical"), None);
    }

    #[test]
    fn chinese_rules_give_a_point_a_handicap_stone() {
        let points = |name: &str| INFO.rule_set(name).unwrap().bonus.points(4);
        assert_eq!([points("chinese"), points("aga"), points("japanese")], [4, 3, 0]);
    }

    #[test]
    fn names_are_unique() {
        let names: Vec<&str> = INFO.rule_sets.iter().flat_map(|set| set.names).copied().collect();
        for name in names {
            assert_eq!(INFO.rule_sets.iter().filter(|set| set.is_called(name)).count(), 1, "{name}");
        }
    }
}
