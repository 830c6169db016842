//! The built-in weights files, and the format of weights files with the tables of real games.

use quintet_core::weights::Weights;

use crate::{GAMES, find};

#[test]
fn the_built_in_weights_are_complete() {
    for info in GAMES {
        assert_eq!(info.shipped_weights().game(), info.id);
        assert_eq!(info.level_weights().game(), info.id);
        for file in info.heuristics.rule_weights {
            assert_eq!(info.read_rule_weights(file).game(), info.id);
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
        let weights = info.shipped_weights();
        assert_eq!(info.read_weights(&weights.write(&info.heuristics, "one\ntwo")), Ok(weights));
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
