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
            ("final_status_list white_territory", "= E5 E4 E3 E2 E1"),
            ("final_status_list black_territory", "= A5 A4 A3 A1"),
            ("final_status_list dame", "= C5 C4 C3 C2 C1"),
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
    // While the game goes on, nobody has agreed that it is dead.
    hold(&mut disputed("kgs-rules chinese"), &[("undo", "= "), ("final_score", "= W+6")]);
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
fn tromp_taylor_counts_every_stone_and_other_rule_sets_remove_dead_ones() {
    let friendly = |value| format!("\"friendlyPassOk\":{value}");
    let cases = [
        ("kata-set-rules tromp-taylor", "false", "Tromp-Taylor", "W+6"),
        ("kata-set-rules koPOSITIONALscoreAREAtaxNONEsui0", "false", "Tromp-Taylor", "W+6"),
        (
            r#"kata-set-rules {"ko":"POSITIONAL","friendlyPassOk":false,"repetition":"none"}"#,
            "false",
            "Tromp-Taylor",
            "W+6",
        ),
        (r#"kata-set-rules {"friendlyPassOk":true,"ko":"POSITIONAL","suicide":false}"#, "true", "Chinese-OGS", "0"),
        ("kgs-rules chinese", "true", "Chinese-OGS", "0"),
        ("kata-set-rules japanese", "true", "Japanese", "0"),
        ("kgs-rules aga", "true", "AGA", "0"),
        ("quintet-set_rule ko stoical", "false", "stoical ko=stoical repetition=draw", "W+6"),
    ];
    for (command, removes, name, score) in cases {
        let mut session = disputed(command);
        let rules = ask(&mut session, "kata-get-rules");
        assert!(rules.contains(&friendly(removes)), "{command}: {rules}");
        assert!(ask(&mut session, "printsgf").contains(&format!("RU[{name}]")), "{command}");
        assert_eq!(ask(&mut session, "final_score"), format!("= {score}"), "{command}");
        let dead = if removes == "true" { "= A2" } else { "= " };
        assert_eq!(ask(&mut session, "final_status_list dead"), dead, "{command}");
        // The reported values can be set again, and change nothing.
        assert_eq!(ask(&mut session, &rules.replacen("= ", "kata-set-rules ", 1)), "= ", "{command}");
        assert_eq!(ask(&mut session, "kata-get-rules"), rules, "{command}");
    }
    hold(
        &mut session("stoical", Style::Words),
        &[
            ("kata-set-rule friendlyPassOk true", "? friendlyPassOk takes false with the present ko rule"),
            ("kata-set-rule friendlyPassOk maybe", "? friendlyPassOk takes true or false, not 'maybe'"),
            ("kata-set-rule friendlyPassOk false", "= "),
        ],
    );
}

#[test]
fn what_kata_get_rules_prints_is_taken_by_a_new_session() {
    for line in ["kata-set-rules chinese", "kata-set-rules aga", "quintet-set_rule repetition none"] {
        let (mut first, mut second) = (session("stoical", Style::Words), session("stoical", Style::Words));
        assert_eq!(ask(&mut first, line), "= ", "{line}");
        let rules = ask(&mut first, "kata-get-rules");
        assert_eq!(ask(&mut second, &rules.replacen("= ", "kata-set-rules ", 1)), "= ", "{line}");
        for asked in ["kata-get-rules", "quintet-get_rules"] {
            assert_eq!(ask(&mut first, asked), ask(&mut second, asked), "{line}");
        }
    }
}

#[test]
fn chains_in_seki_are_neither_alive_nor_dead() {
    // The black chain on the third line and the white one in the corner share E1 and E2.
    let board = "........./..x...x../xxxxxxxxx/ooooooooo/......o../ooooooo../xxxxxxo../oooo.xo../oooo.xo..";
    for passes in [&[][..], &["play b pass", "play w pass"]] {
        let mut session = session("stoical", Style::Words);
        let line = format!("quintet-set_position stoical 9 ko=simple repetition=none komi=0 {board} b");
        assert_eq!(ask(&mut session, &line), "= ");
        // At the end only a rule set by name removes stones and tells which live in seki.
        assert_eq!(ask(&mut session, "kata-set-rules chinese"), "= ");
        passes.iter().for_each(|line| assert_eq!(ask(&mut session, line), "= "));
        hold(
            &mut session,
            &[
                ("final_status_list seki", "= A1 B1 C1 D1 A2 B2 C2 D2\nF1 F2 A3 B3 C3 D3 E3 F3"),
                ("final_status_list dead", "= "),
                ("final_status A3", "= seki"),
                ("final_status G1", "= alive"),
                ("final_status_list dame", "= E2 E1"),
                // 27 points and 8 stones for Black, 44 for White, and the shared liberties for
                // nobody.
                ("final_score", "= W+9"),
            ],
        );
    }
}

#[test]
fn names_and_comments_of_a_file_are_printed_again() {
    let file = std::env::temp_dir().join(format!("quintet-notes-{}.sgf", std::process::id()));
    std::fs::write(&file, "(;GM[1]SZ[5]RU[Japanese]PB[Ada]DT[2001-02-03]RE[W+R];B[cc]C[here];W[bb])").unwrap();
    let mut session = session("stoical", Style::Words);
    assert_eq!(ask(&mut session, &format!("loadsgf {}", file.display())), "= ");
    std::fs::remove_file(&file).unwrap();
    let printed = ask(&mut session, "printsgf");
    assert!(printed.contains("PB[Ada]DT[2001-02-03]RE[W+R]") && printed.contains(";B[cc]C[here];W[bb]"), "{printed}");
    ask(&mut session, "undo");
    let printed = ask(&mut session, "printsgf");
    assert!(printed.contains("PB[Ada]DT[2001-02-03]\n;B[cc]C[here])"), "{printed}");
    ask(&mut session, "clear_board");
    assert!(!ask(&mut session, "printsgf").contains("Ada"));
}

#[test]
fn a_solved_position_has_no_estimates() {
    // Nine cells in a ring are a draw, and so is every first move.
    let mut session = session("alaric", Style::Words);
    hold(&mut session, &[("boardsize 9", "= "), ("estimate_score", "= 0 (upper bound: 0.0, lower: 0.0)")]);
    assert!(ask(&mut session, "heatmap").ends_with("\nwinrate: 0.500000"));
    let moves = ask(&mut session, "top_moves_black");
    let rates: Vec<&str> = moves.split(' ').filter(|word| word.contains('.')).collect();
    assert!(!rates.is_empty() && rates.iter().all(|rate| *rate == "50.00"), "{moves}");
    let shown = ask(&mut session, "quintet-show win_rates");
    assert!(shown.contains("LABEL A1 50\n") && shown.contains("a draw, proven"), "{shown}");
    let report = ask(&mut session, "kata-genmove_analyze b 1 rootInfo true");
    let value = |name: &str| report.split(' ').skip_while(|word| *word != name).nth(1).unwrap().to_owned();
    assert_eq!((value("winrate"), value("scoreLead")), ("0.500000".to_owned(), "0.000000".to_owned()), "{report}");
    assert!(
        report.contains("rootInfo") && !report.contains("winrate 0.4") && !report.contains("winrate 0.6"),
        "{report}"
    );
}

#[test]
fn the_winner_of_a_solved_position_without_margins_is_named() {
    // The published values of Cancer on 3 × 3: Red wins after B2 and loses after A1.
    for (first, solution, rate) in [("B2", "B+", "0.000000"), ("A1", "W+", "1.000000")] {
        let mut session = session("cancer", Style::Words);
        hold(&mut session, &[("boardsize 3", "= "), ("quintet-set_rule pie off", "= ")]);
        hold(&mut session, &[(&*format!("play b {first}"), "= ")]);
        assert_eq!(ask(&mut session, "quintet-solve").lines().next(), Some(&*format!("= {solution}")), "{first}");
        // White, the side to move, wins or loses all games.
        assert!(ask(&mut session, "heatmap").ends_with(&format!("\nwinrate: {rate}")), "{first}");
        let shown = ask(&mut session, "quintet-show exact");
        let letter = if rate.starts_with('1') { "W" } else { "L" };
        assert!(shown.ends_with(&format!("TEXT exact value for white: {letter}")), "{first}: {shown}");
    }
}

#[test]
fn generated_moves_do_not_use_the_wide_root() {
    for (game, size) in [("bracket", 7), ("cascade", 5)] {
        let play = |wide_root: &str| {
            let mut session = session(game, Style::Words);
            let lines = [&format!("boardsize {size}"), "param visits 300", wide_root].map(str::to_owned);
            lines.iter().for_each(|line| assert_eq!(ask(&mut session, line), "= "));
            ["w", "b", "w", "b"].map(|seat| ask(&mut session, &format!("genmove {seat}")))
        };
        assert_eq!(play("param wide_root 0"), play("param wide_root 5"), "{game}");
    }
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
fn chains_and_their_liberties_are_listed() {
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
            ("kata-set-params {\"lagBuffer\": 2, \"ponderingEnabled\": true, \"maxTime\": \"1.5\"}", "= "),
            ("kata-get-param ponderingEnabled", "= true"),
            ("param seconds", "= 1.5"),
            (
                "kata-set-params {\"lagBuffer\": 3, \"ponderingEnabled\": 7}",
                "? syntax error: ponder takes 0 or 1, not '7'",
            ),
            ("kata-get-param lagBuffer", "= 2"),
            ("kata-set-params lagBuffer 3", "? syntax error: expected kata-set-params {\"NAME\": VALUE, ...}"),
            ("kata-set-params {}", "= "),
            ("param level", "= 0"),
            ("level 10", "= "),
            ("param level", "= 10"),
            ("level 13", "? a level is a number from 1 to 12, or 0 for full strength"),
            ("param level 13", "? syntax error: level takes 1 (weakest) to 12, 0 for full strength, not '13'"),
            ("param level", "= 10"),
            ("level 0", "= "),
            ("param level", "= 0"),
            ("level x", "? syntax error: expected level N"),
        ],
    );
}

#[test]
fn the_reason_of_an_illegal_move_is_answered() {
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
fn the_log_has_the_reason_of_an_illegal_move() {
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
