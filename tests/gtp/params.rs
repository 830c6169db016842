//! Every parameter of a session is read, set, and refused with what it takes.

use quintet_gtp::Style;

use crate::{ask, session};

/// A parameter, its accepted values with how they are read back, and refused ones.
type Row = (&'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

#[test]
fn every_parameter_takes_its_values_and_refuses_others() {
    let table: &[Row] = &[
        ("threads", &[("2", "2"), ("256", "256")], &["0", "257", "-1", "two", "1.5"]),
        ("level", &[("1", "1"), ("12", "12"), ("0", "0")], &["13", "-1", "strong"]),
        ("visits", &[("100", "100"), ("0", "0"), ("1152921504606846976", "0")], &["-1", "x", "1e3"]),
        ("seconds", &[("2.5", "2.5"), ("0", "0"), ("1e20", "0")], &["-1", "nan", "inf", "soon"]),
        ("seed", &[("0", "0"), ("18446744073709551615", "18446744073709551615")], &["-1", "18446744073709551616", "x"]),
        ("resign", &[("0.1", "0.1"), ("1", "1"), ("-0", "0")], &["1.01", "-0.1", "nan"]),
        ("hash", &[("1", "1"), ("1048576", "1048576")], &["0", "1048577", "big"]),
        ("ponder", &[("1", "1"), ("0", "0"), ("true", "1"), ("false", "0")], &["2", "maybe"]),
        ("exact", &[("0", "0"), ("1", "1")], &["2", "maybe"]),
        ("solve_seconds", &[("3", "3"), ("0.5", "0.5"), ("0", "0")], &["-1", "nan"]),
        ("solve_nodes", &[("1000", "1000"), ("0", "0")], &["-1", "1.5"]),
        ("lag", &[("0.2", "0.2"), ("0", "0")], &["-1", "nan"]),
        ("wide_root", &[("0.5", "0.5"), ("0", "0"), ("5", "5")], &["5.1", "-0.1", "nan"]),
        ("live_gfx", &[("1", "1"), ("0", "0")], &["2", "maybe"]),
    ];
    let mut session = session("stoical", Style::Words);
    let listed = ask(&mut session, "param");
    let listed: Vec<&str> =
        listed.trim_start_matches("= ").lines().map(|line| line.split(' ').nth(1).unwrap()).collect();
    let tested: Vec<&str> = table.iter().map(|(name, _, _)| *name).collect();
    assert_eq!(listed, tested);
    for (name, accepted, refused) in table {
        for (value, read) in *accepted {
            assert_eq!(ask(&mut session, &format!("param {name} {value}")), "= ", "{name} {value}");
            assert_eq!(ask(&mut session, &format!("param {name}")), format!("= {read}"), "{name} {value}");
        }
        let before = ask(&mut session, &format!("param {name}"));
        for value in *refused {
            let answer = ask(&mut session, &format!("param {name} {value}"));
            assert!(answer.starts_with(&format!("? syntax error: {name} takes ")), "{answer}");
            assert!(answer.ends_with(&format!(", not '{value}'")), "{answer}");
        }
        assert_eq!(ask(&mut session, &format!("param {name}")), before);
    }
}

#[test]
fn every_search_parameter_takes_the_numbers_between_its_limits() {
    for game in crate::games() {
        let mut session = session(game, Style::Words);
        let refusal = ask(&mut session, "param search.nothing");
        let names =
            refusal.strip_prefix("? 'search.nothing' is not a parameter; parameters are ").expect(&refusal).to_owned();
        let names: Vec<&str> = names.split(", ").collect();
        assert!(names.len() > 10 && names.iter().all(|name| name.starts_with("search.")), "{names:?}");
        for name in names {
            let initial = ask(&mut session, &format!("param {name}"));
            assert!(initial[2..].parse::<f64>().is_ok_and(f64::is_finite), "{game} {name}: {initial}");
            let refusal = ask(&mut session, &format!("param {name} x"));
            let limits = refusal.strip_prefix(&format!("? syntax error: {name} takes a number from ")).expect(&refusal);
            let (low, high) = limits.strip_suffix(", not 'x'").and_then(|limits| limits.split_once(" to ")).unwrap();
            for value in [low, high] {
                assert_eq!(ask(&mut session, &format!("param {name} {value}")), "= ", "{name} {value}");
                let read = ask(&mut session, &format!("param {name}"));
                assert_eq!(read[2..].parse::<f64>(), value.parse::<f64>(), "{name}");
            }
            let above = high.parse::<f64>().unwrap() * 1.01 + 1.0;
            assert!(
                ask(&mut session, &format!("param {name} {above}")).starts_with("? syntax error"),
                "{name} {above}"
            );
            let below = low.parse::<f64>().unwrap() - 1.0;
            assert!(
                ask(&mut session, &format!("param {name} {below}")).starts_with("? syntax error"),
                "{name} {below}"
            );
        }
    }
}
