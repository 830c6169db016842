//! The program while it searches: interruption, the end of input, `quit`, analyses; and
//! repeatability.
//!
//! Searches here would go on for ten minutes or for ever, so that a search that ends within
//! [`SOON`] was interrupted, however busy the machine is.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use crate::talk;

/// The time within which an interrupted search has to end.
const SOON: Duration = Duration::from_secs(60);

/// The options of a search that takes much longer than [`SOON`].
const LONG_SEARCH: &[&str] = &["--seconds", "600"];

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Engine {
    fn start(args: &[&str]) -> Engine {
        let mut child = crate::start(args);
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("it has an output"));
        Engine { child, input, answers: BufReader::new(output) }
    }

    fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).expect("the program reads");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the program writes");
        line
    }

    /// Reads the next answer.
    fn answer(&mut self) -> String {
        let mut answer = String::new();
        while !answer.ends_with("\n\n") {
            let line = self.line();
            assert!(!line.is_empty(), "the program ended after {answer:?}");
            answer.push_str(&line);
        }
        answer
    }

    /// Starts the program and a command that searches, and waits until the search runs.
    fn searching(args: &[&str], command: &str) -> Engine {
        let mut engine = Engine::start(args);
        engine.send("name\n");
        engine.answer();
        engine.send(command);
        std::thread::sleep(Duration::from_millis(200));
        engine
    }

    /// Waits for the end of the program and returns its exit code.
    fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().expect("it ends").code()
    }
}

#[test]
fn an_interrupt_ends_the_running_search() {
    for call in ["# interrupt\n", "stop\n"] {
        let mut engine = Engine::searching(LONG_SEARCH, "1 genmove b\n");
        let start = Instant::now();
        engine.send(call);
        assert!(engine.answer().starts_with("=1 "));
        assert!(start.elapsed() < SOON, "{call:?} took {:?}", start.elapsed());
        if call == "stop\n" {
            assert_eq!(engine.answer(), "= \n\n");
        }
        engine.send("2 name\n");
        assert_eq!(engine.answer(), "=2 quintet\n\n");
        assert_eq!(engine.end(), Some(0));
    }
}

#[test]
fn an_interrupt_between_searches_does_nothing() {
    let script = "genmove b\ngenmove w\n";
    let args = ["--seed", "3", "--visits", "200"];
    let plain = talk(&args, script);
    assert_eq!(talk(&args, &format!("# interrupt\n{script}")), plain);
    let mut engine = Engine::start(&args);
    engine.send("# interrupt\ngenmove b\n");
    let first = engine.answer();
    engine.send("# interrupt\n");
    std::thread::sleep(Duration::from_millis(50));
    engine.send("genmove w\n");
    assert_eq!(first + &engine.answer(), plain);
}

#[test]
fn quit_and_the_end_of_input_end_a_search_with_a_time_limit() {
    for last in ["quit\n", "", "2 name"] {
        let mut engine = Engine::searching(LONG_SEARCH, "1 genmove b\n");
        let start = Instant::now();
        engine.send(last);
        drop(engine.input.take());
        assert!(engine.answer().starts_with("=1 "));
        match last {
            "quit\n" => assert_eq!(engine.answer(), "= \n\n"),
            "2 name" => assert_eq!(engine.answer(), "=2 quintet\n\n"),
            _ => {}
        }
        assert_eq!(engine.end(), Some(0));
        assert!(start.elapsed() < SOON, "{last:?} took {:?}", start.elapsed());
    }
}

#[test]
fn a_search_limited_by_visits_alone_gets_two_seconds_more() {
    let start = Instant::now();
    let answer = talk(&["--visits", "1000000000000"], "1 genmove b\n2 name\n");
    assert!(answer.starts_with("=1 ") && answer.ends_with("=2 quintet\n\n"), "{answer}");
    let took = start.elapsed().as_secs_f64();
    assert!((1.0..SOON.as_secs_f64()).contains(&took), "{took}");
    // A search that ends by itself is not cut short.
    let whole = talk(&["--visits", "300", "--seed", "5"], "genmove b\ngenmove w\n");
    let mut engine = Engine::start(&["--visits", "300", "--seed", "5"]);
    engine.send("genmove b\ngenmove w\n");
    assert_eq!(engine.answer() + &engine.answer(), whole);
}

#[test]
fn any_line_ends_an_analysis() {
    for (command, line, answer) in [
        ("analyze b 5\n", "\n", None),
        ("lz-analyze 5\n", "name\n", Some("= quintet\n\n")),
        ("kata-analyze w interval 5\n", "# comment\n", None),
        ("analyze\n", "stop\n", Some("= \n\n")),
    ] {
        let mut engine = Engine::searching(&[], command);
        engine.send(line);
        let start = Instant::now();
        let analysis = engine.answer();
        assert!(start.elapsed() < SOON, "{command:?} took {:?}", start.elapsed());
        assert!(analysis.starts_with("= \ninfo move "), "{analysis}");
        if let Some(answer) = answer {
            assert_eq!(engine.answer(), answer);
        }
        engine.send("7 name\n");
        assert_eq!(engine.answer(), "=7 quintet\n\n");
    }
}

#[test]
fn an_analysis_of_a_finished_game_waits_for_a_line_too() {
    let mut engine = Engine::searching(&["--game", "bracket", "--size", "1"], "play b A1\nlz-analyze\n");
    assert_eq!(engine.answer(), "= \n\n");
    assert_eq!(engine.line(), "= \n");
    engine.send("name\n");
    assert_eq!((engine.line(), engine.answer()), ("\n".to_owned(), "= quintet\n\n".to_owned()));
}

#[test]
fn the_end_of_input_ends_an_analysis() {
    let start = Instant::now();
    let answers = talk(&[], "kata-analyze 10\n");
    assert!(answers.starts_with("= \ninfo move ") && answers.ends_with("\n\n"), "{answers}");
    assert!(start.elapsed() < SOON);
}

#[test]
fn reports_have_the_formats_of_their_engines() {
    let number = |info: &str, key: &str| -> String {
        let mut words = info.split(' ').skip_while(|word| *word != key).skip(1);
        words.next().unwrap_or_else(|| panic!("{key} in {info}")).to_owned()
    };
    for (prefix, leela) in [("", false), ("lz-", true), ("kata-", false)] {
        let ownership = if leela { "" } else { "ownership true " };
        let command = format!("{prefix}genmove_analyze b 100 {ownership}maxmoves 3\n");
        let answer = talk(&["--visits", "200", "--seed", "1"], &format!("{command}list_stones black\n"));
        let lines: Vec<&str> = answer.lines().collect();
        assert_eq!(lines[0], "= ");
        let infos: Vec<&str> = lines[1].split("info ").skip(1).collect();
        assert!((1..=3).contains(&infos.len()) && lines[1].starts_with("info move "), "{answer}");
        for (order, info) in infos.iter().enumerate() {
            assert_eq!(number(info, "order"), order.to_string());
            assert!(number(info, "visits").parse::<u64>().is_ok());
            let win_rate = number(info, "winrate");
            match leela {
                true => assert!(win_rate.parse::<u32>().expect("an integer") <= 10_000),
                false => assert!(win_rate.contains('.') && (0.0..=1.0).contains(&win_rate.parse().expect("a number"))),
            }
            assert!(info.contains(&format!(" pv {}", number(info, "move"))), "{info}");
            // KataGo's utilities go from -1 to 1.
            for (rate, utility) in [("winrate", "utility"), ("lcb", "utilityLcb")].into_iter().filter(|_| !leela) {
                let [rate, utility] = [rate, utility].map(|key| number(info, key).parse::<f64>().expect("a number"));
                assert!((utility - (2.0 * rate - 1.0)).abs() < 5e-6, "{info}");
            }
        }
        let owners = lines[1].split("ownership ").nth(1).map(|list| list.split(' ').count());
        assert_eq!(owners, (!leela).then_some(81), "{answer}");
        let played = lines.iter().find_map(|line| line.strip_prefix("play ")).expect("a move is played");
        assert!(answer.ends_with(&format!("\nplay {played}\n\n= {played}\n\n")), "{answer}");
    }
}

#[test]
fn every_command_that_chooses_a_move_uses_a_fixed_time() {
    // Only one answer makes sense, so that a search that may save time ends early.
    for command in ["genmove b", "lz-genmove_analyze b 100", "kata-genmove_analyze b 100", "kata-search_analyze b"] {
        let mut engine = Engine::start(&["--game", "stoical", "--seconds", "0.5"]);
        for vertex in ["b E5", "w F5", "b F6", "w G6", "b F4", "w G5"] {
            engine.send(&format!("play {vertex}\n"));
            assert_eq!(engine.answer(), "= \n\n");
        }
        let began = Instant::now();
        engine.send(&format!("{command}\n"));
        engine.answer();
        assert!(began.elapsed() >= Duration::from_millis(499), "{command}: {:?}", began.elapsed());
    }
}

#[test]
fn a_cancellable_search_is_cancelled_only_by_a_line() {
    let mut engine = Engine::searching(LONG_SEARCH, "kata-search_cancellable b\n");
    engine.send("list_stones black\n");
    assert_eq!((engine.answer(), engine.answer()), ("= cancelled\n\n".to_owned(), "= \n\n".to_owned()));
    assert_ne!(talk(&["--visits", "50"], "kata-search_cancellable b\n"), "= cancelled\n\n");
}

#[test]
fn the_engine_thinks_in_the_opponents_time_only_if_it_is_told_to() {
    // Seconds of processor time, which other programs do not use up.
    let used = |ponder: u8, command: &str| -> f64 {
        let mut engine = Engine::start(&["--visits", "10"]);
        engine.send(&format!("param ponder {ponder}\n{command}\n"));
        engine.answer();
        engine.answer();
        std::thread::sleep(Duration::from_millis(500));
        engine.send("cputime\n");
        let answer = engine.answer();
        answer.trim_start_matches('=').trim().parse().expect("a number")
    };
    let idle = used(0, "genmove b");
    let thinks = |command: &str| used(1, command) > 2.0 * idle + 0.05;
    // On a busy computer one attempt may get little time.
    assert!((0..10).any(|_| thinks("genmove b")), "{idle}");
    // The engine has not moved.
    assert!(!thinks("play b A1"), "{idle}");
}

#[test]
fn pondering_ends_when_a_line_comes() {
    let mut engine = Engine::start(&["--visits", "50"]);
    engine.send("param ponder 1\ngenmove b\n");
    engine.answer();
    engine.answer();
    for _ in 0..3 {
        std::thread::sleep(Duration::from_millis(100));
        let start = Instant::now();
        engine.send("# nothing\n1 play w A1\n2 undo\n3 genmove w\n");
        assert_eq!((engine.answer(), engine.answer()), ("=1 \n\n".to_owned(), "=2 \n\n".to_owned()));
        engine.answer();
        assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    }
    std::thread::sleep(Duration::from_millis(100));
    let start = Instant::now();
    assert_eq!(engine.end(), Some(0));
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

#[test]
fn a_seed_and_visits_give_the_same_game_regardless_of_earlier_commands() {
    for game in crate::games() {
        let args = ["--game", game, "--seed", "7", "--visits", "40"];
        let moves = "genmove b\ngenmove w\n".repeat(3);
        let plain = talk(&args, &moves);
        assert_eq!(talk(&args, &moves), plain, "{game}");
        let before = format!("reg_genmove b\nkata-analyze\n{moves}clear_board\nset_random_seed 9\nset_random_seed 7\n");
        let later = talk(&args, &format!("{before}{moves}"));
        assert!(later.ends_with(&plain), "{game}: {later} does not end with {plain}");
        let seeds = [(); 2].map(|()| talk(&["--game", game], "get_random_seed\n"));
        assert_ne!(seeds[0], seeds[1]);
    }
}
