//! The commands of GNU Go, Leela Zero and KGS that Go servers and GUIs send.

use std::io::Write as _;
use std::process::{Command, Stdio};

use quintet_gtp::{Session, Style};

use crate::{ask, hold, session};

/// Returns a session after two passes, with a white stone at A2 that cannot live: Black has the two
/// columns on the left, White those on the right.
fn disputed(rules: &str) -> Session {
    let mut session = session("stoical", Style::Words);
    let black = ["B1", "B2", "B3", "B4", "B5"].map(|vertex| format!("play b {vertex}"));
    let white = ["D1", "D2", "D3", "D4", "D5", "A2"].map(|vertex| format!("play w {vertex}"));
    ask(&mut session, "boardsize 5");
    ask(&mut session, rules);
    for line in black.iter().chain(&white) {
        assert_eq!(ask(&mut session, line), "= ", "{line}");
    }
    hold(&mut session, &[("play b pass", "= "), ("play w pass", "= ")]);
    session
}

#[test]
fn dead_stones_of_ordinary_go_count_for_the_opponent() {
    hold(
        &mut disputed("kgs-rules chinese"),
        &[
            ("final_status_list dead", "= A2"),
            ("final_status_list alive", "= B1 B2 B3 B4 B5\nD1 D2 D3 D4 D5"),
            ("final_status_list seki", "= "),
            // GNU Go's answers.
            ("final_status_list white_territory", "= E5\nE4\nE3\nE2\nE1"),
            ("final_status_list black_territory", "= A5\nA4\nA3\nA1"),
            ("final_status_list dame", "= C5\nC4\nC3\nC2\nC1"),
            ("final_status A2", "= dead"),
            ("final_status B1", "= alive"),
            ("final_status A1", "= black_territory"),
            ("final_status C3", "= dame"),
            ("final_status E5", "= white_territory"),
            ("final_status Z9", "? illegal move"),
            // Ten points each.
            ("final_score", "= 0"),
        ],
    );
    // In Stoical Go itself every stone on the board counts.
    hold(
        &mut disputed("quintet-set_rule ko stoical"),
        &[
            ("final_status_list dead", "= "),
            ("final_status A2", "= alive"),
            ("final_status A1", "= dame"),
            ("final_score", "= W+6"),
        ],
    );
}

#[test]
fn the_engine_cleans_dead_stones_up_before_it_passes() {
    let mut session = disputed("kgs-rules chinese");
    let mut moves = 0;
    while ask(&mut session, "list_stones white").contains("A2") {
        let word = ask(&mut session, "kgs-genmove_cleanup b");
        assert!(["= A1", "= A3", "= A4", "= A5"].contains(&word.as_str()), "{word}");
        assert_eq!(ask(&mut session, "play w pass"), "= ");
        moves += 1;
        assert!(moves <= 4, "the stone has two liberties");
    }
    hold(&mut session, &[("final_status_list dead", "= "), ("captures b", "= 1"), ("captures white", "= 0")]);
}

#[test]
fn chains_and_their_liberties_are_told() {
    hold(
        &mut session("stoical", Style::Words),
        &[
            ("boardsize 5", "= "),
            ("play b A1", "= "),
            ("play b A2", "= "),
            ("play w B1", "= "),
            ("countlib A1", "= 2"),
            ("findlib A2", "= A3 B2"),
            ("countlib C3", "? vertex must not be empty"),
            ("countlib Z9", "? illegal move"),
            ("findlib", "? syntax error: expected findlib VERTEX"),
        ],
    );
}

#[test]
fn top_moves_are_those_of_the_latest_search() {
    let mut session = session("stoical", Style::Words);
    ask(&mut session, "boardsize 5");
    let moves = |answer: String| -> Vec<(String, f64)> {
        let words: Vec<&str> = answer.trim_start_matches("= ").split(' ').collect();
        words.chunks(2).map(|pair| (pair[0].to_owned(), pair[1].parse().expect("a number"))).collect()
    };
    let black = moves(ask(&mut session, "top_moves_black"));
    assert!((2..=10).contains(&black.len()) && black.iter().all(|(_, rate)| (0.0..=100.0).contains(rate)), "{black:?}");
    assert_eq!(moves(ask(&mut session, "top_moves")), black);
    assert_eq!(ask(&mut session, "list_stones black"), "= ");
    let played = ask(&mut session, "genmove w");
    let white = moves(ask(&mut session, "top_moves"));
    assert_eq!(played, format!("= {}", white[0].0));
    // A smaller board has other vertices.
    ask(&mut session, "boardsize 3");
    let small = moves(ask(&mut session, "top_moves"));
    assert!(
        small.iter().all(|(word, _)| word.starts_with(['A', 'B', 'C']) && word.ends_with(['1', '2', '3'])),
        "{small:?}"
    );
}

#[test]
fn the_score_is_estimated_and_exact_at_the_end() {
    hold(&mut disputed("kgs-rules chinese"), &[("estimate_score", "= 0 (upper bound: 0.0, lower: 0.0)")]);
    hold(&mut disputed("komi 0.5"), &[("estimate_score", "= W+6.5 (upper bound: 6.5, lower: 6.5)")]);
    for game in crate::games() {
        let said = ask(&mut session(game, Style::Words), "estimate_score");
        assert!(said.contains(" (upper bound: ") && said.ends_with(')'), "{game}: {said}");
    }
}

#[test]
fn a_heatmap_has_a_row_a_line_then_pass_and_win_rate() {
    for game in crate::games() {
        let mut session = session(game, Style::Words);
        let said = ask(&mut session, "heatmap");
        let lines: Vec<&str> = said.lines().skip(1).collect();
        let sum: u32 = lines[..lines.len() - 2]
            .iter()
            .flat_map(|row| row.split_whitespace())
            .map(|n| n.parse::<u32>().expect("a number"))
            .sum();
        let pass: u32 = lines[lines.len() - 2].strip_prefix("pass: ").and_then(|n| n.parse().ok()).expect("a number");
        // Each number is rounded down.
        assert!((850..=1000).contains(&(sum + pass)), "{game}: {said}");
        assert!(lines[lines.len() - 1].starts_with("winrate: 0."), "{game}: {said}");
    }
}

#[test]
fn parameters_of_servers_are_accepted_under_both_names() {
    hold(
        &mut session("stoical", Style::Words),
        &[
            ("param lag", "= 0.05"),
            ("param lag 1.5", "= "),
            ("time_settings 60 0 0", "= "),
            ("kata-get-param lagBuffer", "= 1.5"),
            (
                "param lag -1",
                "? syntax error: lag takes seconds of each move on a clock that are kept back for delays, not '-1'",
            ),
            ("param wide_root", "= 0.04"),
            ("kata-set-param analysisWideRootNoise 0.2", "= "),
            ("kata-get-param wideRootNoise", "= 0.2"),
            ("kata-set-param wideRootNoise 5", "= "),
            ("param wide_root", "= 5"),
            ("kata-set-param wideRootNoise 6", "? syntax error: wide_root takes 0 to 5, not '6'"),
            ("level 0", "= "),
            ("param visits", "= 25"),
            ("level 10", "= "),
            ("param visits", "= 25600"),
            ("level x", "? syntax error: expected level N"),
        ],
    );
}

#[test]
fn the_reason_of_an_illegal_move_is_told() {
    let mut session = session("stoical", Style::Words);
    hold(
        &mut session,
        &[
            ("quintet-why b A1", "= legal"),
            ("play b A1", "= "),
            ("quintet-why w A1", "= a stone stands there already"),
            ("quintet-why w Z1", "= there is no such point on this board"),
            ("quintet-why w", "? syntax error: expected quintet-why SEAT MOVE [STONE]"),
            ("set_game bracket", "= "),
            ("quintet-why b pass", "= nobody passes in this game"),
        ],
    );
}

#[test]
fn the_log_tells_why_a_move_was_illegal() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(["--log", "warn"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(b"play b A1\nplay w A1\n").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(log.contains("illegal move w A1: a stone stands there already"), "{log}");
}
