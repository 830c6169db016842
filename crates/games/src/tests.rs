//! The built-in weights files, and the format of weights files with the tables of real games.

use quintet_core::setup::{GameInfo, Setup};
use quintet_core::weights::{Weights, WeightsFile, domain_of};

use crate::{GAMES, find};

fn built_in_files(info: &GameInfo) -> impl Iterator<Item = WeightsFile> {
    let files = (0..info.heuristics.domain_weights.len()).map(WeightsFile::Domain);
    files.chain([WeightsFile::Game])
}

#[test]
fn the_built_in_weights_are_complete() {
    for info in GAMES {
        for file in built_in_files(info) {
            let weights = info.built_in_weights(file);
            assert_eq!(weights.game(), info.id);
            assert_eq!(info.domains(file), weights.domains(), "they stand before all other tables");
        }
    }
}

#[test]
fn every_file_in_the_weights_folder_is_complete() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("weights");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let info = find(&Weights::game_of(&text).unwrap()).unwrap();
        info.read_weights(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

#[test]
fn written_weights_read_back() {
    for info in GAMES {
        for file in built_in_files(info) {
            let weights = info.built_in_weights(file);
            assert_eq!(info.read_weights(&weights.write(&info.heuristics, "one\ntwo")), Ok(weights));
        }
    }
}

#[test]
fn a_file_that_is_cut_at_the_end_of_any_line_but_the_last_is_refused() {
    for info in GAMES {
        let text = info.shipped_weights().write(&info.heuristics, "");
        let lines: Vec<&str> = text.lines().collect();
        for kept in 0..lines.len() {
            assert!(info.read_weights(&lines[..kept].join("\n")).is_err(), "{} {kept}", info.id);
        }
    }
}

#[test]
fn wrong_versions_games_and_numbers_are_reported() {
    let (info, other) = (GAMES[0], GAMES[1]);
    let text = Weights::zero(info.id, &info.heuristics).write(&info.heuristics, "");
    let refused = |text: &str| info.read_weights(text).unwrap_err().to_string();
    assert_eq!(refused(&text.replace("version = 1", "version = 9")), "version 9, and version 1 is read");
    let theirs = Weights::zero(other.id, &other.heuristics).write(&other.heuristics, "");
    assert_eq!(refused(&theirs), format!("weights of the game '{}', not of {}", other.id, info.id));
    assert!(refused(&text.replace("seed = 0", "seed = \"none\"")).contains("invalid type"));
    assert!(refused(&text.replace("[search]", "[search]\nexploration = nan")).contains("no finite number"));
    assert!(refused("\u{0}").starts_with("line 1"));
    let earlier = text.replace("[made]", "[playout]\n\n[made]");
    assert!(info.read_weights(&earlier).is_ok(), "files of earlier versions have an empty table more");
}

#[test]
fn an_octave_doubles_a_weight() {
    let info = GAMES[0];
    let weights = Weights::zero(info.id, &info.heuristics);
    assert_eq!(
        [0, 64, -64, 640, 9999, -9999].map(|sum| weights.factor(sum)),
        [1.0, 2.0, 0.5, 1024.0, 1024.0, 1.0 / 1024.0]
    );
    assert!((weights.factor(32) - std::f32::consts::SQRT_2).abs() < 1e-6);
    assert!((weights.factor(-33) - (-33.0_f32 / 64.0).exp2()).abs() < 1e-6);
    for sum in -640..=640 {
        assert_eq!(weights.log_factor(weights.factor(sum)), sum);
    }
    assert_eq!([weights.log_factor(3.0), weights.log_factor(0.0)], [101, -126 * 64], "log2(3) = 1.585");
}

#[test]
fn every_built_in_network_says_where_it_is_used_and_what_showed_that_it_helps() {
    let mut networks = 0;
    for info in GAMES {
        for file in built_in_files(info) {
            let weights = info.built_in_weights(file);
            if weights.network().is_some() {
                networks += 1;
                assert!(!weights.domains().is_empty(), "{} {file:?}", info.id);
            }
            for domain in weights.domains() {
                assert!(domain.shown.contains("docs/"), "{}: {domain:?}", info.id);
                let known = |(name, values): (&String, &Vec<String>)| {
                    // Relatives have the files of their parents.
                    let parent = info.relative_of.and_then(find).unwrap_or(info);
                    let rule = info.rules.iter().chain(parent.rules).find(|rule| rule.name == name);
                    rule.is_some_and(|rule| values.iter().all(|value| rule.values.contains(&value.as_str())))
                };
                assert!(domain.rules.iter().all(known), "{}: {domain:?}", info.id);
            }
        }
    }
    assert!(networks >= 5, "{networks}");
}

#[test]
fn outside_its_domains_a_network_is_not_used_and_the_tables_are() {
    let setup = |game: &str, size: &str, rules: &[(&str, &str)], komi: f64, blocked: bool| {
        let (width, height) = size.split_once('x').unwrap_or((size, size));
        let mut setup = Setup::new(find(game).unwrap());
        setup = match width == height {
            true => setup.with_size(width.parse().unwrap()).unwrap(),
            false => setup.with_rectangle(width.parse().unwrap(), height.parse().unwrap()).unwrap(),
        };
        for (name, value) in rules {
            setup = setup.with_rule(name, value).unwrap();
        }
        if blocked {
            let point = setup.geometry().points().next().unwrap();
            setup = setup.with_blocked(std::iter::once(point).collect()).unwrap();
        }
        setup.set_komi(komi);
        setup
    };
    let own = ("ko", "stoical");
    let go = ("ko", "positional");
    let line = ("board", "line");
    // A setup, and whether it has a network of 64 channels, another one or none.
    for (setup, channels) in [
        (setup("stoical", "9", &[own], 7.0, false), Some(64)),
        (setup("stoical", "19", &[own], 0.0, false), Some(64)),
        (setup("stoical", "9x19", &[go], 0.0, false), Some(64)),
        (setup("stoical", "9", &[go], 20.5, false), None),
        (setup("stoical", "9", &[("ko", "bigger")], 7.0, false), Some(64)),
        (setup("stoical", "9", &[("ko", "snapback")], 7.0, false), Some(64)),
        (setup("stoical", "9", &[own], 0.0, true), Some(32)),
        (setup("stoical", "6", &[go], 0.0, false), None),
        (setup("stoical", "9x6", &[own], 0.0, false), None),
        (setup("cancer", "7", &[], 0.0, false), Some(24)),
        (setup("cancer", "6", &[], 0.0, false), None),
        (setup("bracket", "9", &[], 0.0, false), Some(32)),
        (setup("bracket", "13", &[], 0.0, false), Some(32)),
        (setup("bracket", "15", &[], 0.0, false), None),
        (setup("bracket", "9", &[("scoring", "smallest")], 0.0, false), None),
        (setup("alaric", "31", &[line], 0.0, false), Some(24)),
        (setup("alaric", "31", &[], 0.0, false), None),
        (setup("alaric", "20", &[line], 0.0, false), None),
    ] {
        let weights = setup.info().weights_for(&setup);
        let found = weights.network().map(|network| network.parameters().shape().channels());
        assert_eq!(found, channels, "{setup:?}");
    }
}

#[test]
fn a_domain_can_set_search_parameters_and_hide_inputs() {
    let cancer = find("cancer").unwrap();
    let exploration = |size| {
        let setup = Setup::new(cancer).with_size(size).unwrap();
        cancer.weights_for(&setup).search().get("exploration").copied()
    };
    assert_eq!((exploration(9), exploration(6)), (Some(0.3), None));
    let info = find("stoical").unwrap();
    let hidden = |size: u16, ko: &str| {
        let setup = Setup::new(info).with_size(size).unwrap().with_rule("ko", ko).unwrap();
        let weights = info.built_in_weights(info.weights_file(&setup));
        weights.domains()[domain_of(weights.domains(), &setup).unwrap()].hidden_inputs.len()
    };
    let kos = ["simple", "positional", "stoical", "bigger", "snapback"];
    assert_eq!(kos.map(|ko| hidden(9, ko)), [0, 0, 2, 2, 2]);
    let text = info.shipped_weights().write(&info.heuristics, "");
    let wrong = text.replace(
        "\n[search]",
        "\n[[domain]]\nwidth = [1, 2]\nheight = [1, 2]\nshown = \"\"\nhidden_inputs = [\"wind\"]\n\n[search]",
    );
    assert_eq!(info.read_weights(&wrong).unwrap_err().to_string(), "the network has no input 'wind'");
}
