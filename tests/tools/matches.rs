//! `quintet match`, from the command line: engines that misbehave, kills and resumption, shards,
//! reports.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use quintet_arena::driver::referee::Reason;
use quintet_arena::matches::results::{GameRecord, Store, read};
use quintet_record::sgf;

use super::pages::opened;
use super::{file, gnugo, scratch};

pub const QUINTET: &str = env!("CARGO_BIN_EXE_quintet");

/// A match with a directory of its own.
pub struct Match {
    pub out: PathBuf,
    pub arguments: Vec<String>,
}

/// Returns the description of a fake engine.
pub fn fake(name: &str, thing: &str) -> String {
    format!("name={name},cmd=python3 '{}' {thing}", file("match_engine.py").display())
}

/// Returns the description of our own engine.
pub fn ours(name: &str, options: &str) -> String {
    format!("name={name},cmd='{QUINTET}' {options}")
}

impl Match {
    /// Returns a match of Bracket on a hexagon of 37 cells.
    pub fn new(name: &str, engines: &[String], options: &str) -> Match {
        let mut arguments: Vec<String> = Vec::new();
        for engine in engines {
            arguments.extend(["--engine".to_owned(), engine.clone()]);
        }
        if !options.contains("--game ") {
            arguments.extend(["--game", "bracket", "--size", "7"].map(str::to_owned));
        }
        if !options.contains("--seed") {
            arguments.extend(["--seed", "5"].map(str::to_owned));
        }
        arguments.extend(options.split_whitespace().map(str::to_owned));
        let out = scratch(name).join("out");
        Match { out, arguments }
    }

    fn command(&self, more: &[&str]) -> Command {
        let mut command = Command::new(QUINTET);
        command.arg("match").args(&self.arguments).arg("--out").arg(&self.out).args(more);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, more: &[&str]) -> Output {
        self.command(more).output().unwrap()
    }

    fn start(&self, more: &[&str]) -> Child {
        self.command(more).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    pub fn records(&self) -> Vec<GameRecord> {
        read(&Store::games_file(&self.out)).unwrap().records
    }

    /// Waits until a number of games are stored.
    fn wait_for(&self, games: usize) {
        while read(&Store::games_file(&self.out)).map_or(0, |read| read.records.len()) < games {
            thread::sleep(Duration::from_millis(10));
        }
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn is_alive(process: &str) -> bool {
    fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

pub fn assert_ends(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}\n{}", text(&output.stdout), text(&output.stderr));
}

/// Returns the moves of each game by its number.
pub fn moves(records: &[GameRecord]) -> BTreeMap<u64, Vec<String>> {
    let moves: BTreeMap<_, _> = records.iter().map(|record| (record.number, record.moves.clone())).collect();
    assert_eq!(moves.len(), records.len(), "a game is there twice");
    moves
}

#[test]
fn a_match_of_fair_engines_ends_with_all_games_counted() {
    let played = Match::new("match-fair", &[fake("A", ""), ours("B", "--visits 5")], "--games 6 --concurrency 2");
    let output = played.run(&[]);
    assert_ends(&output, 0);
    let records = played.records();
    assert_eq!(moves(&records).len(), 6);
    for record in &records {
        assert_eq!((record.reason, record.moves.len()), (Reason::Score, 37), "{record:?}");
        let partner = records.iter().find(|other| other.pair == record.pair && other.number != record.number).unwrap();
        assert_eq!((&record.black, &record.moves[..2]), (&partner.white, &partner.moves[..2]));
        assert!(record.seeds.black < 1 << 31 && record.seeds.white < 1 << 31, "engines may take 31 bits alone");
        let sgf = sgf::load(&played.out.join(format!("sgf/{:05}.sgf", record.number)), None).unwrap();
        assert_eq!(sgf.moves().len(), 37);
        assert_eq!(sgf.tree.fact("RE"), Some(record.result.as_str()));
        let names = [&record.black, &record.white].map(|name| Some(name.as_str()));
        assert_eq!(["PB", "PW"].map(|name| sgf.tree.fact(name)), names);
    }
    assert!(text(&output.stdout).contains("6 games ended by: 6 score"), "{}", text(&output.stdout));
    assert!(fs::read_to_string(played.out.join("report.html")).unwrap().contains("<table id=\"cross\">"));
}

#[test]
fn engines_that_misbehave_are_named_as_what_they_are() {
    let cases = [
        ("crash", Reason::Crash, "status 7"),
        ("flood", Reason::Protocol, "without an end"),
        ("garbage", Reason::Protocol, "not one word"),
        ("late-flood", Reason::Protocol, "thinking"),
        ("refuse", Reason::Protocol, "illegal move"),
    ];
    for (thing, reason, detail) in cases {
        let name = format!("match-{thing}");
        let played = Match::new(&name, &[fake("Fair", ""), fake("Bad", thing)], "--games 4");
        let output = played.run(&[]);
        assert_ends(&output, 1);
        let records = played.records();
        assert_eq!(records.len(), 2, "two void games in a row stop the match");
        for record in records {
            assert_eq!((record.reason, record.result.as_str(), record.winner), (reason, "Void", None), "{record:?}");
            assert_eq!(record.culprit.as_deref(), Some("Bad"));
            assert!(record.detail.contains(detail), "{}", record.detail);
            let transcript = &record.transcript.unwrap()["Bad"];
            assert!(transcript.iter().any(|line| line.starts_with("> genmove") || thing == "refuse"));
            assert!(thing != "crash" || transcript.contains(&"stderr: something broke".to_owned()), "{transcript:?}");
        }
        let messages = text(&output.stderr);
        assert!(messages.contains("2 void games in a row: stopped after 2 of 4 games"), "{messages}");
    }
}

#[test]
fn an_engine_that_died_is_started_again() {
    let played = Match::new("match-again", &[fake("Fair", ""), fake("Bad", "crash")], "--games 4 --max-voids 0");
    assert_ends(&played.run(&[]), 0);
    let records = played.records();
    assert_eq!(records.len(), 4);
    assert!(records.iter().all(|record| record.reason == Reason::Crash && record.moves.len() >= 18));
}

#[test]
fn an_engine_that_fails_to_start_once_makes_one_game_void_and_the_match_continues() {
    let starts = scratch("match-unwilling-starts").join("starts");
    let bad = fake("Bad", &format!("unwilling '{}'", starts.display())).replace(",cmd=", ",restart=true,cmd=");
    let played = Match::new("match-unwilling", &[fake("Fair", ""), bad], "--games 4");
    assert_ends(&played.run(&[]), 0);
    let records = played.records();
    let ends: Vec<_> = records.iter().map(|record| (record.number, record.reason)).collect();
    let score = |number| (number, Reason::Score);
    assert_eq!(ends, [score(1), score(2), (3, Reason::Crash), score(4)]);
    assert_eq!(records[2].detail, "ended with status 1; it wrote to its stderr: no memory left");
    assert_eq!((records[2].culprit.as_deref(), records[2].moves.len()), (Some("Bad"), 0));
}

#[test]
fn an_engine_that_hangs_is_killed_with_its_children() {
    let children = scratch("match-hang-children").join("pids");
    let bad = fake("Bad", &format!("hang-child '{}'", children.display()));
    let played = Match::new("match-hang", &[fake("Fair", ""), bad], "--games 1 --seconds 0.2");
    assert_ends(&played.run(&[]), 0);
    let record = &played.records()[0];
    assert_eq!((record.reason, record.culprit.as_deref()), (Reason::Timeout, Some("Bad")));
    assert!(record.detail.contains("within 5.2 seconds"), "{}", record.detail);
    let children = fs::read_to_string(children).unwrap();
    assert!(children.lines().all(|child| !is_alive(child)), "a child is alive");
}

#[test]
fn illegal_moves_and_lost_time_lose_the_game() {
    let cases = [
        ("illegal", "", Reason::Illegal, "+F"),
        ("slow 0.6", "--seconds 0.1 --margin 0.1", Reason::Time, "+T"),
        ("slow 0.3", "--clock absolute:1 --margin 0", Reason::Time, "+T"),
        ("resign", "", Reason::Resign, "+R"),
    ];
    for (thing, options, reason, result) in cases {
        let name = format!("match-{}", thing.replace(' ', "-"));
        let played = Match::new(&name, &[fake("Fair", ""), fake("Bad", thing)], &format!("--games 2 {options}"));
        assert_ends(&played.run(&[]), 0);
        for record in played.records() {
            assert_eq!(record.reason, reason, "{record:?}");
            assert!(record.result.ends_with(result), "{record:?}");
            assert_eq!(record.engine(record.winner.unwrap()), "Fair");
        }
    }
}

#[test]
fn every_kind_of_clock_is_understood_by_our_own_engine() {
    let clocks = ["absolute:2", "byoyomi:0.5+3x0.1", "canadian:0.5+0.5/5", "fischer:1+0.05", "move:0.05"];
    for clock in clocks {
        let name = format!("match-{}", clock.split(':').next().unwrap());
        let options = format!("--games 1 --game stoical --size 4 --clock {clock}");
        let played = Match::new(&name, &[ours("A", ""), ours("B", "")], &options);
        let output = played.run(&[]);
        assert_ends(&output, 0);
        let record = &played.records()[0];
        assert_eq!(record.reason, Reason::Score, "{clock}: {}", record.detail);
        assert!(!text(&output.stderr).contains("no command"), "{clock}: {}", text(&output.stderr));
    }
}

#[test]
fn games_are_adjudicated_by_a_lasting_lead_and_drawn_at_the_last_move() {
    // With uniform playouts the stronger side is soon far ahead, and the weaker does not resign.
    let engines = [ours("A", "--visits 30 --search plain"), ours("B", "--visits 2 --search plain")];
    let options = "--games 2 --game stoical --size 7 --adjudicate lead=10,plies=3";
    let played = Match::new("match-adjudicated", &engines, options);
    assert_ends(&played.run(&[]), 0);
    for record in played.records() {
        assert_eq!(record.reason, Reason::Adjudicated, "{record:?}");
        assert!(record.margin.unwrap().abs() >= 10.0 && record.winner.is_some());
    }
    let played = Match::new("match-long", &engines, "--games 1 --game stoical --size 9x6 --max-moves 20");
    assert_ends(&played.run(&[]), 0);
    let record = &played.records()[0];
    assert_eq!((record.reason, record.moves.len(), record.result.as_str()), (Reason::MaxMoves, 20, "0"));
}

#[test]
fn whole_seconds_are_sent_to_engines_that_refuse_decimals_and_never_rounded_up() {
    let log = scratch("match-integers-log").join("times");
    let engine = fake("A", &format!("integers '{}'", log.display()));
    let played = Match::new("match-integers", &[engine, fake("B", "")], "--games 1 --clock canadian:2.9+1.7/5");
    assert_ends(&played.run(&[]), 0);
    let log = fs::read_to_string(log).unwrap();
    let mut lines = log.lines();
    assert_eq!(lines.next(), Some("time_settings 2.9 1.7 5"));
    assert_eq!(lines.next(), Some("time_settings 2 1 5"));
    assert!(log.lines().any(|line| line == "time_left b 2 0"), "{log}");
    assert!(!log.contains("time_left b 3"));
}

#[test]
fn a_killed_match_is_resumed_without_losing_or_repeating_a_game() {
    let engines = [fake("A", ""), fake("B", "slow 0.01")];
    let whole = Match::new("match-whole", &engines, "--games 12 --concurrency 2");
    assert_ends(&whole.run(&[]), 0);

    let killed = Match::new("match-killed", &engines, "--games 12 --concurrency 2");
    for (more, games) in [(&[][..], 3), (&["--resume"][..], 7)] {
        let mut child = killed.start(more);
        killed.wait_for(games);
        child.kill().unwrap();
        child.wait().unwrap();
        // As after a kill in the middle of a line.
        let mut file = fs::OpenOptions::new().append(true).open(Store::games_file(&killed.out)).unwrap();
        file.write_all(b"{\"match\":\"").unwrap();
    }
    let output = killed.run(&["--resume"]);
    assert_ends(&output, 0);
    assert!(text(&output.stderr).contains("not written to its end"), "{}", text(&output.stderr));
    assert_eq!(moves(&killed.records()), moves(&whole.records()));
    let again = killed.run(&["--resume"]);
    assert_ends(&again, 0);
    assert_eq!(killed.records().len(), 12);
}

#[test]
fn results_are_neither_overwritten_nor_mixed() {
    let played = Match::new("match-mixed", &[fake("A", ""), fake("B", "")], "--games 2");
    let early = played.run(&["--resume"]);
    assert_ends(&early, 2);
    assert!(text(&early.stderr).contains("no match to resume"));
    assert_ends(&played.run(&[]), 0);
    let second = played.run(&[]);
    assert_ends(&second, 2);
    assert!(text(&second.stderr).contains("--resume"), "{}", text(&second.stderr));
    let other = played.run(&["--resume", "--visits", "9"]);
    assert_ends(&other, 2);
    assert!(text(&other.stderr).contains("another match: visits differ"), "{}", text(&other.stderr));
    // Without engines, the kept match is resumed.
    let kept = Command::new(QUINTET).args(["match", "--resume", "--out"]).arg(&played.out).output().unwrap();
    assert_ends(&kept, 0);
    assert_eq!(played.records().len(), 2);
}

#[test]
fn an_interrupted_match_ends_in_good_order() {
    let played = Match::new("match-interrupted", &[fake("A", "slow 0.05"), fake("B", "")], "--games 50");
    let mut child = played.start(&[]);
    played.wait_for(1);
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(played.out.join("report.html").exists());
    let count = played.records().len();
    assert!((1..50).contains(&count), "{count}");
}

#[test]
fn a_sequential_test_stops_by_itself_and_stays_decided() {
    let options = "--games 400 --concurrency 2 --sprt elo0=0,elo1=300,alpha=0.05,beta=0.05";
    let played = Match::new("match-sprt", &[fake("A", ""), fake("B", "resign")], options);
    let output = played.run(&[]);
    assert_ends(&output, 0);
    assert!(text(&output.stdout).contains("H1 accepted"), "{}", text(&output.stdout));
    let count = played.records().len();
    assert!((4..100).contains(&count), "{count}");
    assert_ends(&played.run(&["--resume"]), 0);
    assert_eq!(played.records().len(), count);
}

#[test]
fn shards_together_are_the_match_and_reports_merge_them() {
    let engines = [fake("A", ""), fake("B", ""), fake("C", "")];
    let whole = Match::new("match-all", &engines, "--games 3");
    assert_ends(&whole.run(&[]), 0);
    let mut together = Vec::new();
    let mut files = Vec::new();
    for index in 1..=2 {
        let name = format!("match-shard-{index}");
        let shard = Match::new(&name, &engines, "--games 3");
        assert_ends(&shard.run(&["--shard", &format!("{index}/2")]), 0);
        together.extend(shard.records());
        files.push(shard.out.clone());
    }
    assert_eq!(together.len(), 9);
    assert_eq!(moves(&together), moves(&whole.records()));
    files.push(files[0].clone());
    let page = scratch("match-merged").join("page.html");
    let output =
        Command::new(QUINTET).args(["match", "--report"]).args(&files).arg("--html").arg(&page).output().unwrap();
    assert_ends(&output, 0);
    assert!(text(&output.stdout).contains("9 games ended by: 9 score"), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("count once"), "{}", text(&output.stderr));
    assert!(page.exists());
    let unseeded = Command::new(QUINTET)
        .args(["match", "--shard", "1/2", "--engine", &engines[0], "--engine", &engines[1]])
        .output()
        .unwrap();
    assert_ends(&unseeded, 2);
    assert!(text(&unseeded.stderr).contains("--seed"));
}

#[test]
fn a_match_starts_from_sgf_files_and_from_a_toml_file() {
    let played = Match::new("match-first", &[fake("A", ""), fake("B", "")], "--games 1");
    assert_ends(&played.run(&[]), 0);
    let directory = scratch("match-toml");
    let config = directory.join("match.toml");
    let engine = file("match_engine.py");
    let engines: String = ["A", "B"]
        .map(|name| format!("[[engine]]\nname = '{name}'\ncmd = \"python3 '{}'\"\n", engine.display()))
        .concat();
    let openings = played.out.join("sgf");
    let head =
        format!("game = 'bracket'\nsize = '7'\ngames = 2\nopening_plies = 6\nopenings = ['{}']\n", openings.display());
    fs::write(&config, head + &engines).unwrap();
    let out = directory.join("out");
    let run = Command::new(QUINTET).args(["match", "--config"]).arg(&config).arg("--out").arg(&out).output().unwrap();
    assert_ends(&run, 0);
    for record in read(&Store::games_file(&out)).unwrap().records {
        assert_eq!((record.opening, &record.moves[..6]), (6, &played.records()[0].moves[..6]));
    }
}

#[test]
fn balanced_openings_depend_on_the_seed_and_not_on_the_engines() {
    let options = "--games 4 --openings balanced";
    let one = Match::new("match-balanced", &[fake("A", ""), fake("B", "")], options);
    let other = Match::new("match-balanced-too", &[fake("C", ""), fake("D", "")], options);
    for played in [&one, &other] {
        assert_ends(&played.run(&[]), 0);
    }
    let opening = |record: &GameRecord| (record.opening, record.moves[..4].to_vec());
    let openings = |played: &Match| played.records().iter().map(opening).collect::<Vec<_>>();
    let all = openings(&one);
    assert!(all.iter().all(|&(plies, _)| plies == 4));
    assert_eq!((&all[0], &all[2]), (&all[1], &all[3]), "the games of a pair");
    assert_ne!(all[0], all[2]);
    assert_eq!(all, openings(&other));
}

#[test]
fn descriptions_that_make_no_match_are_refused_in_a_line() {
    let (good, other) = (fake("A", ""), fake("B", ""));
    let missing = "name=A,cmd=/no/such/engine".to_owned();
    let dead = fake("A", "closed");
    let coded = good.replace(",cmd=", ",moves=coded,cmd=");
    let cases: [(&[&String], &[&str], &str); 10] = [
        (&[&coded, &other], &["--game", "cancer"], "the engine A has no word for a swap: --rule pie=off"),
        (&[&good], &[], "two engines"),
        (&[&good, &good], &[], "two engines are called"),
        (&[&missing, &other], &[], "cannot start"),
        (
            &[&dead, &other],
            &[],
            "A cannot take part: ended with status 1; it wrote to its stderr: no such option: --strength",
        ),
        (&[&good, &other], &["--size", "6"], "unacceptable size"),
        (&[&good, &other], &["--rule", "shape=round"], "hexagon, rhombus"),
        (&[&good, &other], &["--seconds", "1", "--clock", "absolute:9"], "exclude each other"),
        (&[&good, &other], &["--clock", "sometime"], "clocks are"),
        (&[&good, &other], &["--sprt", "elo0=5,elo1=0"], "elo0 < elo1"),
    ];
    for (index, (engines, options, message)) in cases.into_iter().enumerate() {
        let mut command = Command::new(QUINTET);
        command.args(["match", "--out"]).arg(scratch("match-refused").join(index.to_string()));
        if !options.contains(&"--game") {
            command.args(["--game", "bracket"]);
        }
        for engine in engines {
            command.args(["--engine", engine]);
        }
        let output = command.args(options).output().unwrap();
        assert_ends(&output, 2);
        let stderr = text(&output.stderr);
        assert!(stderr.contains(message) && stderr.lines().count() <= 2, "{stderr}");
    }
}

#[test]
fn an_engine_with_one_vertex_per_turn_gets_and_sends_coded_moves() {
    let log = scratch("match-coded-log").join("log");
    let words = scratch("match-words-log").join("log");
    let coded = fake("Coded", &format!("says C4 '{}'", log.display())).replace(",cmd=", ",moves=coded,cmd=");
    let engines = [coded, fake("Words", &format!("says red@B2 '{}'", words.display()))];
    let played = Match::new("match-coded", &engines, "--games 1 --game cascade --size 3 --opening-plies 0");
    assert_ends(&played.run(&[]), 0);
    let record = &played.records()[0];
    assert_eq!((record.moves.join(" ").as_str(), record.reason), ("red@B2 black@C1", Reason::Resign), "{record:?}");
    // The third kind at B2, on a board three times as large; then the second kind at C1.
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("boardsize 9\n") && log.contains("play w B8\n"), "{log}");
    let words = fs::read_to_string(words).unwrap();
    assert!(words.contains("boardsize 3\n") && words.contains("play b black@C1\n"), "{words}");
}

#[test]
fn engines_of_coded_moves_play_whole_games_of_all_five_games() {
    for game in ["alaric 7", "bracket 5", "cancer 4 --rule pie=off", "cascade 4", "stoical 4"] {
        let (id, size) = game.split_once(' ').unwrap();
        let coded = format!("name=Coded,moves=coded,cmd='{QUINTET}' --visits 20 --moves coded --game {id}");
        let options = format!("--games 2 --opening-plies 1 --game {id} --size {size}");
        let played = Match::new(&format!("match-coded-{id}"), &[coded, ours("Words", "--visits 20")], &options);
        let output = played.run(&[]);
        assert_ends(&output, 0);
        for record in played.records() {
            assert_eq!(record.reason, Reason::Score, "{record:?}");
        }
    }
}

#[test]
fn a_word_that_is_not_coded_is_distinguished_from_an_illegal_move() {
    for (says, reason) in [("red@B2", Reason::Protocol), ("D1", Reason::Illegal), ("A10", Reason::Illegal)] {
        let log = scratch("match-uncoded-log").join("log");
        let engine = fake("Coded", &format!("says {says} '{}'", log.display())).replace(",cmd=", ",moves=coded,cmd=");
        let options = "--games 1 --game cascade --size 3 --opening-plies 1";
        let played = Match::new("match-uncoded", &[engine, fake("Fair", "")], options);
        played.run(&[]);
        assert_eq!(played.records()[0].reason, reason, "{says}");
    }
}

#[test]
fn gnu_go_plays_whole_games_of_go_without_a_void_one() {
    let Some(gnugo) = gnugo() else { return };
    let theirs = format!("name=GNU Go,cmd={gnugo} --mode gtp --level 1 --chinese-rules");
    let options = "--game stoical --rule ko=simple --size 7 --komi 5.5 --games 2 --concurrency 2";
    let played = Match::new("match-gnugo", &[ours("Ours", "--visits 20"), theirs], options);
    let output = played.run(&[]);
    assert_ends(&output, 0);
    assert!(played.records().iter().all(|record| record.reason == Reason::Score), "{}", text(&output.stderr));
}

#[test]
fn the_report_opens_in_a_browser_and_steps_through_games() {
    let played = Match::new("match-page", &[fake("A", ""), fake("B", "")], "--games 2 --game bracket --size 3");
    assert_ends(&played.run(&[]), 0);
    let page = played.out.join("report.html");
    let Some(dom) = opened(&page, "") else { return };
    // The script, which comes last, contains such words as well.
    let drawn = |dom: &str, what: &str| dom.split("<script").next().unwrap_or_default().matches(what).count();
    assert_eq!(drawn(&dom, "class=\"card\""), 2);
    assert_eq!(drawn(&dom, "class=\"stone "), 14, "both final boards are full: 7 stones each");
    let viewer = opened(&page, "#game=1&ply=3").unwrap();
    assert!(viewer.contains("move 3 of 7"), "{viewer}");
    assert_eq!(drawn(&viewer, "class=\"stone "), 14 + 3);
}
