//! Training networks on tiny boards: options, recorded searches, interruptions.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use quintet_arena::matches::results::{self, GameRecord};
use quintet_core::setup::GameInfo;
use quintet_core::weights::Weights;
use quintet_network::Parameters;
use regex_lite::Regex;

use crate::learn::{assert_ends, quintet};
use crate::scratch;

#[test]
fn a_trained_network_is_the_same_for_any_number_of_threads() {
    let out = scratch("learn-network");
    let info = quintet_games::find("stoical").expect("a game");
    let zero = out.join("zero.toml");
    std::fs::write(&zero, Weights::zero(info.id, &info.heuristics).write(&info.heuristics, "")).unwrap();
    let from = format!("--weights={}", zero.display());
    let line = "learn --game stoical --size 4 --network --epochs 3 --seed 1 --opening-plies 2 --check-games 0";
    let first = out.join("first");
    let output = quintet(&format!("{line} --games 60 --visits 100"), &[&from, &format!("--out={}", first.display())]);
    assert_ends(&output, 0);
    // The loss in held-out games falls.
    let losses = losses_of_moves(&output);
    assert!(losses.len() == 3 && losses[2] < losses[0], "{losses:?}");
    let read = |out: &Path| {
        let text = std::fs::read_to_string(out.join("weights.toml")).unwrap();
        info.read_weights(&text).unwrap()
    };
    let trained = read(&first);
    assert!(trained.network().is_some() && trained.provenance().games == 60);
    let second = out.join("second");
    let games = first.join("games").display().to_string();
    let again =
        quintet(&format!("{line} --concurrency 3"), &[&from, &format!("--out={}", second.display()), "--from", &games]);
    assert_ends(&again, 0);
    assert!(read(&second).network() == trained.network(), "the same numbers from three threads");
    // Refining reports the loss before, and starts from there. The file has rounded parameters, which
    // can change the last of the three digits.
    let [start, third] =
        [first.join("weights.toml"), out.join("third")].map(|path| path.to_string_lossy().into_owned());
    let more = [&format!("--weights={start}"), &format!("--out={third}"), "--from", &games];
    let refined = quintet(&line.replace("epochs 3", "epochs 8 --refine"), &more);
    assert_ends(&refined, 0);
    let further = losses_of_moves(&refined);
    assert!(further.len() == 9 && (further[0] - losses[2]).abs() < 0.0015, "{further:?}; {losses:?}");
    assert!(further[1..].iter().all(|&loss| loss < losses[0]), "{further:?}; {losses:?}");
    assert!(read(third.as_ref()).network() != trained.network());
    let none = quintet(&format!("{line} --refine"), &[&from, &format!("--out={third}-too"), "--from", &games]);
    assert_ends(&none, 2);
    let error = String::from_utf8_lossy(&none.stderr).into_owned();
    assert!(error.lines().count() == 1 && error.contains("no network that could be refined"), "{error}");
}

#[test]
fn a_network_learns_from_recorded_searches_if_that_is_wanted() {
    let out = scratch("learn-searches");
    let line = "learn --game stoical --size 4 --network --epochs 1 --seed 1 --opening-plies 2 --check-games 0";
    let learn = |name: &str, more: &[&str]| {
        let run = out.join(name);
        let to = format!("--out={}", run.display());
        assert_ends(&quintet(line, &[&[&*to], more].concat()), 0);
        std::fs::read_to_string(run.join("weights.toml")).unwrap().split("[made]").next().unwrap().to_owned()
    };
    let first = learn("first", &["--games", "20", "--visits", "50", "--from-searches"]);
    let games = out.join("first/games/games.jsonl");
    let records = results::read(&games).unwrap().records;
    assert!(records.iter().all(|record| record.searches.len() == record.moves.len()));
    let from = games.display().to_string();
    assert_eq!(learn("again", &["--from-searches", "--from", &from]), first);
    assert_eq!(learn("half", &["--from-searches", "--win-rate-share", "0.5", "--from", &from]), first);
    let results = learn("results", &["--from-searches", "--win-rate-share", "0", "--from", &from]);
    assert_ne!(results, first);
    for more in [&["--win-rate-share", "0.5"][..], &["--from-searches", "--win-rate-share", "1.5"]] {
        assert_ends(&quintet(line, &[more, &["--from", &from, "--out=none"]].concat()), 2);
    }
    // Otherwise it learns the played moves alone, as if nothing had been recorded.
    let moves = learn("moves", &["--from", &from]);
    assert_ne!(moves, first);
    let plain = out.join("plain.jsonl");
    let without = |record| serde_json::to_string(&GameRecord { searches: Vec::new(), ..record }).unwrap() + "\n";
    std::fs::write(&plain, records.into_iter().map(without).collect::<String>()).unwrap();
    let plain = plain.display().to_string();
    assert_eq!(learn("plain", &["--from", &plain]), moves);
    let to = format!("--out={}", out.join("none").display());
    let none = quintet(line, &[&to, "--from-searches", "--from", &plain]);
    assert_ends(&none, 2);
    let error = String::from_utf8_lossy(&none.stderr).into_owned();
    assert!(error.lines().count() == 1 && error.contains("no game has recorded searches"), "{error}");
}

/// An option that excludes the one that another one needs does not make up for it.
#[test]
fn shares_that_would_have_no_effect_are_refused() {
    for options in [
        "--reanalyze 10 --win-rate-share 0.5",
        "--teacher none --win-rate-share 0.5",
        "--shape 24x1 --original-share 0.5",
    ] {
        let refused = quintet(&format!("learn --game stoical --size 4 --network --out none {options}"), &[]);
        assert_ends(&refused, 2);
        let error = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(error.contains("cannot be used with") && error.contains("-share"), "{error}");
    }
}

#[test]
fn the_learning_rate_of_a_network_can_be_chosen() {
    let out = scratch("learn-rate");
    let line = "learn --game stoical --size 4 --network --epochs 6 --seed 1 --opening-plies 2 --check-games 0";
    let games = out.join("played");
    let first = quintet(&format!("{line} --games 10 --visits 20"), &[&format!("--out={}", games.display())]);
    assert_ends(&first, 0);
    let from = games.join("games").display().to_string();
    let learned = |name: &str, more: &str| {
        let to = out.join(name);
        let output = quintet(&format!("{line} {more}"), &[&format!("--out={}", to.display()), "--from", &from]);
        assert_ends(&output, 0);
        std::fs::read_to_string(to.join("weights.toml")).unwrap().split("[made]").next().unwrap().to_owned()
    };
    let usual = learned("usual", "");
    assert!(learned("same", "--learning-rate 0.004") == usual);
    assert!(learned("small", "--learning-rate 0.00001") != usual);
    assert!(learned("refined", "--refine") == learned("refined-same", "--refine --learning-rate 0.001"));
    for rate in ["0", "-0.001", "0.2", "nan", "inf", "fast"] {
        let to = format!("--out={}", out.join("none").display());
        let output = quintet(&format!("{line} --learning-rate={rate}"), &[&to, "--from", &from]);
        assert_ends(&output, 2);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains("expected a number above 0, at most 0.1"), "{error}");
    }
    assert_ends(&quintet(&line.replace(" --network --epochs 6", " --learning-rate 0.01"), &["--games", "2"]), 2);
}

#[test]
fn a_refined_network_can_be_mixed_with_the_one_that_it_comes_from() {
    let out = scratch("learn-share");
    let line = "learn --game stoical --size 4 --network --seed 1 --opening-plies 2 --check-games 0";
    let played = out.join("played");
    assert_ends(&quintet(&format!("{line} --games 10 --visits 20"), &[&format!("--out={}", played.display())]), 0);
    let from = played.join("games").display().to_string();
    let file = |name: &str| out.join(name).join("weights.toml");
    let learned = |name: &str, more: &str| {
        let to = format!("--out={}", out.join(name).display());
        assert_ends(&quintet(&format!("{line} {more}"), &[&to, "--from", &from]), 0);
        let info = quintet_games::find("stoical").expect("a game");
        let weights = info.read_weights(&std::fs::read_to_string(file(name)).unwrap()).unwrap();
        weights.network().expect("a network").parameters().clone()
    };
    let first = learned("first", "--shape 24x1 --epochs 4");
    let refine = format!("--refine --learning-rate 0.1 --epochs 20 --weights {}", file("first").display());
    let refined = learned("refined", &refine);
    let mixed = learned("mixed", &format!("{refine} --original-share 0.25"));
    let numbers = |net: &Parameters| net.blocks().concat();
    let (first, refined, mixed) = (numbers(&first), numbers(&refined), numbers(&mixed));
    assert!(first.iter().zip(&refined).any(|(a, b)| (a - b).abs() > 0.02));
    for ((first, refined), mixed) in first.iter().zip(&refined).zip(&mixed) {
        // All three are rounded.
        assert!(
            (mixed - (0.25 * first + 0.75 * refined)).abs() <= 1.01 / Parameters::UNIT,
            "{first} {refined} {mixed}"
        );
    }
    for share in ["0", "1", "-0.5", "nan", "half"] {
        let output = quintet(&format!("{line} {refine} --original-share={share}"), &["--out=none", "--from", &from]);
        assert_ends(&output, 2);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains("expected a number above 0 and below 1"), "{error}");
    }
    assert_ends(&quintet(&format!("{line} --original-share 0.5"), &["--out=none", "--from", &from]), 2);
}

#[test]
fn a_new_network_has_the_shape_that_was_asked_for() {
    let out = scratch("learn-shape");
    let games = out.join("run");
    let line = "learn --game stoical --size 4 --network --epochs 1 --seed 1 --opening-plies 2 --check-games 0";
    let first = quintet(&format!("{line} --games 20 --visits 50"), &[&format!("--out={}", games.display())]);
    assert_ends(&first, 0);
    let from = games.join("games").display().to_string();
    let to = out.join("larger").display().to_string();
    let info = quintet_games::find("stoical").expect("a game");
    for shape in ["32x3", "24x1-pooling"] {
        let run = out.join(shape);
        let new = quintet(&format!("{line} --shape {shape}"), &[&format!("--out={}", run.display()), "--from", &from]);
        assert_ends(&new, 0);
        let weights = info.read_weights(&std::fs::read_to_string(run.join("weights.toml")).unwrap()).unwrap();
        assert_eq!(weights.network().map(|network| network.parameters().shape().to_string()), Some(shape.to_owned()));
    }
    // A network that exists has its shape already.
    let refined = quintet(&format!("{line} --refine --shape 32x3"), &[&format!("--out={to}-2"), "--from", &from]);
    assert_ends(&refined, 2);
    let other = quintet(&format!("{line} --shape 40x4"), &[&format!("--out={to}-3"), "--from", &from]);
    assert_ends(&other, 2);
    let error = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(error.contains("24, 32, 48 or 64 channels, 1 to 8 blocks"), "{error}");
}

#[test]
fn searches_of_games_that_are_held_out_now_do_not_count_as_progress() {
    let out = scratch("learn-held-out");
    let line = "learn --game stoical --size 4 --network --epochs 1 --seed 1 --opening-plies 2 --check-games 0";
    let learn = |name: &str, more: &str, from: &[&str]| {
        let to = format!("--out={}", out.join(name).display());
        let output = quintet(&format!("{line} {more}"), &[&[&to[..]], from].concat());
        assert_ends(&output, 0);
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let [twenty, five] = [("20", 50), ("5", 40)].map(|(games, visits)| {
        learn(games, &format!("--games {games} --visits {visits}"), &[]);
        out.join(games).join("games/games.jsonl").display().to_string()
    });
    learn("run", "--reanalyze 30", &["--from", &twenty]);
    std::fs::remove_file(out.join("run/weights.toml")).unwrap();
    // After these five, every tenth game is another one.
    let progress = learn("run", "--reanalyze 30 --resume", &["--from", &five, &twenty]);
    assert!(progress.contains("positions of 23 of 23 games searched"), "{progress}");
}

#[test]
fn positions_are_searched_once_and_change_what_a_network_learns() {
    let out = scratch("learn-reanalyze");
    let line = "learn --game stoical --size 4 --network --epochs 2 --seed 1 --opening-plies 2 --check-games 0";
    let first = out.join("first");
    let to = format!("--out={}", first.display());
    let played = quintet(&format!("{line} --games 20 --visits 50"), &[&to]);
    assert_ends(&played, 0);
    let weights = |run: &Path| std::fs::read_to_string(run.join("weights.toml")).unwrap();
    let network = |run: &Path| weights(run).split("[made]").next().unwrap().to_owned();
    let from = ["--from".to_owned(), first.join("games").display().to_string()];
    let learn = |name: &str, more: &str| {
        let to = format!("--out={}", out.join(name).display());
        quintet(&format!("{line} --reanalyze {more}"), &[&to, &from[0], &from[1]])
    };
    assert_ends(&learn("second", "60 --concurrency 2"), 0);
    assert_ends(&learn("third", "60"), 0);
    let [second, third] = ["second", "third"].map(|name| out.join(name));
    let searches = |run: &Path| std::fs::read_to_string(run.join("searches.txt")).unwrap();
    assert_eq!(searches(&second), searches(&third), "the same for any number of threads");
    assert_eq!(network(&second), network(&third));
    assert!(network(&second) != network(&first));
    // A quarter of the positions of 18 games.
    let count = searches(&second).lines().filter(|line| line.contains(':')).count();
    let games = results::read(&first.join("games").join("games.jsonl")).unwrap().records;
    let plies: usize = games.iter().map(|record| record.moves.len() - record.opening).sum();
    assert!((plies / 6..plies / 3).contains(&count), "{count} of {plies} plies");

    // What was searched is not searched again, and must be of the same settings.
    std::fs::remove_file(third.join("weights.toml")).unwrap();
    let again = learn("third", "60 --resume");
    assert_ends(&again, 0);
    assert!(!String::from_utf8_lossy(&again.stderr).contains("searched"));
    assert_eq!(network(&second), network(&third));
    std::fs::remove_file(third.join("weights.toml")).unwrap();
    let error = |output: Output| {
        assert_ends(&output, 2);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        text.lines().last().unwrap().to_owned()
    };
    let other = error(learn("third", "70 --resume"));
    assert!(other.ends_with("was made with 60 visits and seed 1, not with 70 visits and seed 1"), "{other}");
    let damaged = searches(&third).replacen(":2 ", ":3 ", 1);
    assert!(damaged != searches(&third));
    std::fs::write(third.join("searches.txt"), damaged).unwrap();
    let refused = error(learn("third", "60 --resume"));
    assert!(refused.ends_with("is damaged: remove it, and its part of the run begins again"), "{refused}");
}

#[test]
fn a_killed_training_is_resumed_after_its_last_epoch_and_learns_the_same() {
    let out = scratch("learn-killed");
    let line = "learn --game stoical --size 5 --network --epochs 3 --seed 1 --opening-plies 2 --check-games 0";
    let [whole, killed] = ["whole", "killed"].map(|name| out.join(name));
    let to = |run: &Path| format!("--out={}", run.display());
    assert_ends(&quintet(&format!("{line} --games 40 --visits 50"), &[&to(&whole)]), 0);
    let games = whole.join("games").display().to_string();
    let mut training = Command::new(cargo_bin("quintet"));
    training.args(line.split_whitespace()).args([&to(&killed), "--from", &games]);
    let mut training = training.stderr(Stdio::piped()).spawn().expect("the program starts");
    let messages = BufReader::new(training.stderr.take().expect("it is piped"));
    let first = messages.lines().map_while(Result::ok).find(|line| line.contains("epoch 1 of 3"));
    training.kill().unwrap();
    training.wait().unwrap();
    assert!(first.is_some() && killed.join("training.bin").exists() && !killed.join("weights.toml").exists());
    let afresh = quintet(line, &[&to(&killed), "--from", &games]);
    assert_ends(&afresh, 2);
    assert!(String::from_utf8_lossy(&afresh.stderr).contains("holds results already"));
    let resumed = quintet(&format!("{line} --resume"), &[&to(&killed), "--from", &games]);
    assert_ends(&resumed, 0);
    let messages = String::from_utf8_lossy(&resumed.stderr).into_owned();
    assert!(!messages.contains("epoch 1 of 3") && messages.contains("epoch 3 of 3"), "{messages}");
    let network = |run: &Path| {
        let text = std::fs::read_to_string(run.join("weights.toml")).unwrap();
        text.split("[made]").next().unwrap().to_owned()
    };
    assert_eq!(network(&killed), network(&whole));
    assert!(!killed.join("training.bin").exists());
}

/// Returns the losses on the moves of held-out games, in order.
fn losses_of_moves(output: &Output) -> Vec<f64> {
    let text_out = String::from_utf8_lossy(&output.stderr).into_owned();
    let loss =
        |line: &str| line.split("other games:").nth(1)?.split("log loss ").nth(1)?.split(',').next()?.parse().ok();
    text_out.lines().filter_map(loss).collect()
}

#[test]
fn boards_too_narrow_for_a_network_are_refused_in_one_line() {
    let out = scratch("learn-narrow");
    let line = "learn --game stoical --size 2 --games 4 --visits 10 --opening-plies 1 --network --check-games 0";
    let output = quintet(line, &[&format!("--out={}", out.join("run").display())]);
    assert_ends(&output, 2);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("three columns wide") && !error.contains("panicked"), "{error}");
}

/// Returns the network of a game as in its weights file.
fn network_of(info: &'static GameInfo) -> String {
    let text = info.shipped_weights().write(&info.heuristics, "");
    text[text.find("[network]").expect("it has one")..text.find("[made]").unwrap()].to_owned()
}

#[test]
fn a_network_distinguishes_moves_where_all_tables_are_zero() {
    let out = scratch("learn-network-alone");
    let info = quintet_games::find("stoical").expect("a game");
    let zero = Weights::zero(info.id, &info.heuristics).write(&info.heuristics, "");
    let with_network = zero.replace("[made]", &format!("{}[made]", network_of(info)));
    // Without the network, points near the corners have the same prior. The visited points depend
    // on the seed, so all reported ones are compared.
    let priors = |text: &str| {
        let file = out.join("w.toml");
        std::fs::write(&file, text).unwrap();
        let mut session = Command::new(cargo_bin("quintet"));
        session.args(["--game", "stoical", "--visits", "400", "--seed", "1", "--weights"]).arg(&file);
        let asked = "boardsize 9\nplay b e5\nlz-genmove_analyze w 100000\nquit\n";
        let output = assert_cmd::Command::from(session).write_stdin(asked).output().expect("the program starts");
        let text_out = String::from_utf8(output.stdout).unwrap();
        let corners = Regex::new(r"info move [BCGH][2378] [^\n]*? prior (\d+)").unwrap();
        let priors: Vec<String> = corners.captures_iter(&text_out).map(|found| found[1].to_owned()).collect();
        assert!(priors.len() >= 2, "{text_out}");
        priors.into_iter().collect::<BTreeSet<_>>()
    };
    assert_eq!(priors(&zero).len(), 1);
    assert!(priors(&with_network).len() > 1);
}
