//! No line breaks the framing or ends the session, and a command that fails changes nothing.

use std::sync::atomic::{AtomicU32, Ordering};

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use quintet_gtp::{Session, Style};

use crate::{ask, games, session};

/// Returns everything that a client can see of a session without a search.
fn seen(session: &mut Session) -> Vec<String> {
    let questions = "quintet-position showboard get_komi quintet-get_game quintet-get_rules quintet-stone param \
                     quintet-outcome quintet-side_to_move all_legal_b all_legal_w printsgf final_score";
    let mut seen: Vec<String> =
        questions.split_whitespace().map(|question| ask(session, &question.replace("legal_", "legal "))).collect();
    seen.push(ask(session, "quintet-block"));
    seen
}

/// Words of commands, valid and invalid ones.
const WORDS: &[&str] = &[
    "b",
    "w",
    "black",
    "WHITE",
    "r",
    "1",
    "2",
    "x",
    "A1",
    "b2",
    "C3",
    "d4",
    "E5",
    "J9",
    "K10",
    "A10",
    "B10",
    "C10",
    "Z25",
    "I5",
    "A0",
    "AA1",
    "D99999999999999",
    "pass",
    "resign",
    "swap-pieces",
    "red@A1",
    "cancer@b2",
    "own@C3",
    "white@D4",
    "black@e5",
    "@",
    "red@",
    "@D4",
    "red",
    "cancer",
    "own",
    "auto",
    "none",
    "blocked",
    "0",
    "3",
    "5",
    "9",
    "12",
    "-1",
    "2147483648",
    "99999999999999999999",
    "1e9",
    "1e999",
    "6.5",
    "nan",
    "inf",
    "-0.5",
    "true",
    "false",
    "on",
    "off",
    "ko",
    "simple",
    "positional",
    "shape",
    "rhombus",
    "hexagon",
    "pie",
    "eye",
    "fill",
    "both",
    "board",
    "line",
    "edge",
    "wall",
    "go",
    "alive",
    "dead",
    "seki",
    "absolute",
    "byoyomi",
    "fischer",
    "interval",
    "maxmoves",
    "avoid",
    "allow",
    "ownership",
    "rootInfo",
    "pvVisits",
    "movesOwnership",
    "noResultValue",
    "chinese",
    "nz",
    "suicide",
    "SIMPLE",
    "{\"ko\":\"simple\",\"suicide\":false}",
    "{\"fill\":\"both\",\"eye\":",
    "A1,B2",
    "threads",
    "visits",
    "seed",
    "resign",
    "hash",
    "ponder",
    "maxVisits",
    "/nonexistent.sgf",
    "é",
    "\u{fffd}",
    "'",
    "\"",
    "\\",
    "%s",
    "stoical 3",
];

/// Returns commands that do not end the session, write files or take long.
fn command() -> impl Strategy<Value = String> {
    let names: Vec<&'static str> = quintet_gtp::commands()
        // Commands that write files have FILE in their syntax.
        .filter(|command| !command.syntax.contains("[FILE]"))
        .map(|command| command.name)
        .filter(|name| !["quit", "cputime", "quintet-perft", "quintet-solve", "kata-benchmark"].contains(name))
        .collect();
    let name =
        prop_oneof![9 => prop::sample::select(names), 1 => prop::sample::select(vec!["foo", "D4", "é", "@", "-1"])];
    (name, prop::collection::vec(prop::sample::select(WORDS.iter().copied().chain(games()).collect::<Vec<_>>()), 0..4))
        .prop_map(|(name, words)| std::iter::once(name).chain(words).collect::<Vec<_>>().join(" "))
}

fn style() -> impl Strategy<Value = Style> {
    prop::sample::select(vec![Style::Words, Style::Coded, Style::Apart, Style::Gogui])
}

fn game() -> impl Strategy<Value = &'static str> {
    prop::sample::select(games().collect::<Vec<_>>())
}

#[test]
fn a_command_that_fails_changes_nothing() {
    let refused = AtomicU32::new(0);
    let config = ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() };
    let sessions = (game(), style(), prop::collection::vec(command(), 1..25));
    let run = TestRunner::new(config).run(&sessions, |(game, style, commands)| {
        let mut session = session(game, style);
        ask(&mut session, "param visits 1");
        for command in commands {
            // Many threads and large tables would make the test slow, not better.
            let slow = ["threads", "hash", "ponder", "visits", "numSearchThreads", "maxVisits"];
            if slow.iter().any(|word| command.contains(word)) {
                continue;
            }
            let before = seen(&mut session);
            let answer = ask(&mut session, &command);
            if answer.starts_with("? ") {
                prop_assert!(!answer.contains("internal error"), "{command}: {answer}");
                prop_assert_eq!(seen(&mut session), before, "{} was answered {}", command, answer);
                refused.fetch_add(1, Ordering::Relaxed);
            }
        }
        let moves = session.game().moves().len();
        prop_assert_eq!(ask(&mut session, &format!("gg-undo {moves}")), "= ");
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
    assert!(refused.into_inner() > 100, "too few commands failed");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_break_the_framing(game in game(), lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..60), 1..30)) {
        let mut session = session(game, Style::Words);
        for line in lines {
            let line = String::from_utf8_lossy(&line).replace('\n', " ");
            let answer = session.execute(&line);
            prop_assert!(answer.is_empty() || answer.ends_with("\n\n") && answer.matches("\n\n").count() == 1, "{line:?}: {answer:?}");
        }
    }
}

#[test]
fn the_longest_lines_of_the_largest_boards_fit_the_stack() {
    for threads in [1, 2] {
        for game in games() {
            let mut session = session(game, Style::Words);
            let largest = 25.min(*quintet_games::find(game).unwrap().sizes.end());
            for command in
                [&*format!("boardsize {largest}"), &format!("param threads {threads}"), "param solve_nodes 1"]
            {
                assert_eq!(ask(&mut session, command), "= ", "{game}: {command}");
            }
            // Few nodes are enough: in most games the first line is searched to its end.
            let answer = ask(&mut session, "quintet-solve");
            assert!(answer.starts_with("= unknown "), "{game}: {answer}");
            assert_eq!(answer.lines().last(), Some("reason: the node limit was reached"), "{game}: {answer}");
        }
    }
}

#[test]
fn bad_input_is_named_and_what_is_accepted_too() {
    let unknown = |game: &str| format!("? unknown game '{game}'; games are {}", games().collect::<Vec<_>>().join(", "));
    let (chess, x) = (unknown("chess"), unknown("x"));
    let cases = [
        ("set_game chess", &*chess),
        ("boardsize 1000000", "? unacceptable size"),
        ("quintet-set_rule ko superko", "? ko takes stoical, bigger, snapback, simple, positional"),
        ("quintet-stone purple", "? syntax error: 'purple' is not a stone of this game; stones are own"),
        ("play b purple@D4", "? syntax error: no such stone; stones are own"),
        ("play b 99", "? syntax error: a vertex is a column letter without I and a row number, like D4"),
        ("play b resign", "? syntax error: a vertex is a column letter without I and a row number, like D4"),
        ("genmove", "? syntax error: expected genmove SEAT"),
        ("genmove d4", "? syntax error: 'd4' is not a seat; seats are black, white"),
        ("loadsgf", "? syntax error: expected loadsgf FILE [N|VERTEX]"),
        ("loadsgf /nonexistent/file.sgf", "? cannot load file"),
        (
            "printsgf /nonexistent/file.sgf",
            "? cannot write the file '/nonexistent/file.sgf': No such file or directory (os error 2)",
        ),
        ("quintet-set_position x", &*x),
        ("lz-analyze b 10 foo", "? syntax error: expected lz-analyze [SEAT] [CENTISECONDS] [KEY VALUE]..."),
        ("kata-analyze ownership maybe", "? syntax error: 'maybe' is not a value of ownership"),
        ("Name", "? unknown command"),
    ];
    let mut session = session("stoical", Style::Words);
    let before = seen(&mut session);
    for (command, answer) in cases {
        assert_eq!(ask(&mut session, command), answer, "{command}");
    }
    assert_eq!(seen(&mut session), before);
}
