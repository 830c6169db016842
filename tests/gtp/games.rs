//! Games, sizes, rules, blocked points.

use quintet_core::setup::Setup;
use quintet_gtp::Style;

use crate::{ask, hold, session, talk};

#[test]
fn games_are_chosen_in_any_case_and_start_at_their_defaults() {
    let mut session = session("stoical", Style::Words);
    hold(
        &mut session,
        &[
            ("quintet-list_games", &format!("= {}", crate::games().collect::<Vec<_>>().join("\n"))),
            ("boardsize 5", "= "),
            ("set_game ALARIC", "= "),
            ("quintet-get_game", "= alaric"),
            ("quintet-position", "= alaric 11 board=ring edge=open ........... b"),
            ("set_game Stoical", "= "),
            ("quintet-get_rules", r#"= {"ko":"stoical","repetition":"draw"}"#),
            ("quintet-set_rule KO Simple", "= "),
            ("boardsize 5", "= "),
            ("clear_board", "= "),
            ("quintet-get_rules", r#"= {"ko":"simple","repetition":"draw"}"#),
            ("set_game stoical", "= "),
            ("quintet-get_rules", r#"= {"ko":"stoical","repetition":"draw"}"#),
            (
                "set_game go",
                &format!("? unknown game 'go'; games are {}", crate::games().collect::<Vec<_>>().join(", ")),
            ),
            ("set_game", "? syntax error: expected set_game GAME"),
        ],
    );
}

#[test]
fn sizes_are_those_of_the_games() {
    for info in quintet_games::GAMES {
        let game = info.id;
        let mut session = session(game, Style::Words);
        let sizes: Vec<u16> = (0..=info.sizes.end() + 1).collect();
        let fits = |size: u16| info.sizes.contains(&size) && Setup::new(info).with_size(size).is_ok();
        let (accepted, refused): (Vec<u16>, Vec<u16>) = sizes.into_iter().partition(|&size| fits(size));
        assert!(accepted.contains(info.sizes.start()) && accepted.contains(info.sizes.end()), "{game}: {accepted:?}");
        for size in accepted {
            assert_eq!(ask(&mut session, &format!("boardsize {size}")), "= ", "{game} {size}");
        }
        let refused = refused.iter().map(u16::to_string);
        for size in refused.chain(["-9", "99999999999999999999", "65545"].map(str::to_owned)) {
            assert_eq!(ask(&mut session, &format!("boardsize {size}")), "? unacceptable size", "{game} {size}");
        }
        assert_eq!(ask(&mut session, "boardsize nine"), "? syntax error: expected boardsize N [HEIGHT]");
    }
}

#[test]
fn rectangles_are_for_the_games_that_have_them() {
    for info in quintet_games::GAMES {
        let mut session = session(info.id, Style::Words);
        let answer = ask(&mut session, "rectangular_boardsize 5 3");
        assert_eq!(answer, if info.rectangular { "= " } else { "? unacceptable size" }, "{}", info.id);
        assert_eq!(ask(&mut session, "rectangular_boardsize 1 9"), "? unacceptable size");
        // Only a single row of cells may be written so.
        let has_one_row = Setup::new(info).geometry().height() == 1;
        let answer = ask(&mut session, "rectangular_boardsize 9 1");
        assert_eq!(answer, if has_one_row { "= " } else { "? unacceptable size" }, "{}", info.id);
    }
}

#[test]
fn rules_are_chosen_before_the_first_move_and_may_forbid_sizes() {
    hold(
        &mut session("bracket", Style::Words),
        &[
            ("quintet-get_rules", r#"= {"shape":"hexagon","scoring":"largest"}"#),
            ("boardsize 4", "? unacceptable size"),
            ("quintet-set_rule shape rhombus", "= "),
            ("boardsize 4", "= "),
            ("quintet-set_rule shape hexagon", "? the present size forbids shape=hexagon"),
            ("quintet-set_rule colour red", "? no such rule; bracket has shape, scoring"),
            ("quintet-set_rule shape round", "? shape takes hexagon, rhombus"),
            ("quintet-set_rule shape", "? syntax error: expected quintet-set_rule NAME VALUE"),
            ("play b A1", "= "),
            (
                "quintet-set_rule scoring smallest",
                "? rules are chosen before the first move; clear_board goes back there",
            ),
            ("undo", "= "),
            ("quintet-set_rule scoring smallest", "= "),
            ("quintet-get_rules", r#"= {"shape":"rhombus","scoring":"smallest"}"#),
        ],
    );
}

#[test]
fn points_are_blocked_and_freed_before_the_first_move() {
    hold(
        &mut session("stoical", Style::Words),
        &[
            ("quintet-block", "= "),
            ("quintet-block A1 e5", "= "),
            ("quintet-block E5 B9", "= "),
            ("quintet-block", "= B9 E5 A1"),
            ("list_stones blocked", "= B9 E5 A1"),
            ("quintet-block C3 K10", "? illegal move"),
            ("quintet-block C3 x", "? syntax error: a vertex is a column letter without I and a row number, like D4"),
            ("quintet-unblock B9", "= "),
            ("quintet-unblock", "? syntax error: expected quintet-unblock VERTEX..."),
            ("play b E5", "? illegal move"),
            ("is_legal b E5", "= 0"),
            ("play b D5", "= "),
            ("quintet-block C3", "? points are blocked and freed before the first move; clear_board goes back there"),
            ("clear_board", "= "),
            ("quintet-block", "= E5 A1"),
            ("boardsize 9", "= "),
            ("quintet-block", "= E5 A1"),
            ("boardsize 7", "= "),
            ("boardsize 9", "= "),
            ("quintet-block", "= "),
            ("quintet-block A1", "= "),
            ("fixed_handicap 2", "= G7 C3"),
            ("quintet-block G7", "? illegal move"),
            ("quintet-block H7", "= "),
            ("list_stones black", "= G7 C3"),
            ("quintet-unblock A1", "= "),
            ("quintet-block", "= H7"),
            ("set_game stoical", "= "),
            ("quintet-block", "= "),
            ("set_game cancer", "= "),
            ("quintet-block A1", "? Cancer has no blocked points"),
            ("quintet-block", "? Cancer has no blocked points"),
        ],
    );
}

#[test]
fn the_command_line_is_read_in_any_order_and_as_a_whole() {
    for args in [
        ["--game", "bracket", "--rule", "shape=rhombus", "--size", "4"],
        ["--size", "4", "--rule", "shape=rhombus", "--game", "BRACKET"],
    ] {
        assert_eq!(talk(&args, "quintet-get_rules\n"), "= {\"shape\":\"rhombus\",\"scoring\":\"largest\"}\n\n");
    }
    assert_eq!(talk(&[], "quintet-get_game\n"), "= stoical\n\n");
    assert_eq!(talk(&["perft", "--game", "alaric", "--size", "8", "7"], ""), "52608\n");
    assert_eq!(talk(&["--size", "8", "perft", "7", "--game", "alaric"], ""), "52608\n");
}

#[test]
fn a_wrong_command_line_is_one_line_on_stderr_and_code_2() {
    for args in [
        "--game go",
        "--size 0",
        "--size x",
        "--size 99999999999999999999",
        "--game bracket --size 8",
        "--rule ko",
        "--rule ko=golden",
        "--rule x=y",
        "--komi nan",
        "--moves morse",
        "--seed -1",
        "--threads 0",
        "--visits 0",
        "--seconds 0",
        "--seconds inf",
        "--hash 0",
        "--foo",
        "foo",
        "perft",
        "perft 1000",
        "--game cancer --moves coded --rule pie=on",
    ] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_quintet"))
            .args(args.split(' '))
            .stdin(std::process::Stdio::null())
            .output()
            .expect("the program starts");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args}: {message}");
        assert_eq!(message.lines().count(), 1, "{args}: {message}");
        assert!(message.starts_with("quintet: "), "{args}: {message}");
    }
}

#[test]
fn rules_are_chosen_by_katagos_and_kgs_names() {
    hold(
        &mut session("stoical", Style::Words),
        &[
            ("kata-set-rules chinese", "= "),
            ("quintet-get_rules", r#"= {"ko":"simple","repetition":"none"}"#),
            ("kata-set-rules stoical ko=bigger repetition=draw", "= "),
            ("quintet-get_rules", r#"= {"ko":"bigger","repetition":"draw"}"#),
            ("kata-set-rules koPOSITIONALscoreAREAtaxNONEsui0", "= "),
            ("quintet-get_rules", r#"= {"ko":"positional","repetition":"none"}"#),
            ("kata-set-rules Japanese Rules", "= "),
            ("kgs-rules chinese", "= "),
            ("quintet-get_rules", r#"= {"ko":"positional","repetition":"none"}"#),
            ("kata-set-rules Tromp-Taylor", "= "),
            ("kata-set-rule ko SIMPLE", "= "),
            ("kata-set-rule repetition none", "= "),
            ("kata-set-rule suicide true", "= "),
            ("kata-set-rule suicide maybe", "? suicide takes true or false, not 'maybe'"),
            ("kata-set-rule friendlyPassOk true", "= "),
            ("kata-set-rule ko none", "? ko takes stoical, bigger, snapback, simple, positional"),
            ("kata-set-rules {\"ko\":\"SITUATIONAL\",\"tax\":\"ALL\"}", "= "),
            ("quintet-get_rules", r#"= {"ko":"positional","repetition":"none"}"#),
            ("kata-set-rules {\"score\":\"AREA\",\"whiteHandicapBonus\":\"N\",\"ko\":\"SIMPLE\"}", "= "),
            ("quintet-get_rules", r#"= {"ko":"simple","repetition":"none"}"#),
            ("play b E5", "= "),
            ("kata-set-rule ko simple", "= "),
            ("kata-set-rule ko positional", "= "),
            ("quintet-get_rules", r#"= {"ko":"positional","repetition":"none"}"#),
            ("last_move", "= black E5"),
            ("kgs-rules", "? syntax error: expected kgs-rules NAME"),
            ("known_command kata-raw-nn", "= false"),
        ],
    );
    let mut session = session("bracket", Style::Words);
    assert_eq!(ask(&mut session, r#"kata-set-rules {"shape":"rhombus"}"#), "= ");
    assert_eq!(ask(&mut session, "quintet-get_rules"), r#"= {"shape":"rhombus","scoring":"largest"}"#);
    assert_eq!(ask(&mut session, "kata-set-rules chinese"), "? unknown rules 'chinese'; bracket knows none");
    assert!(ask(&mut session, "kata-set-rules {").starts_with("? syntax error: no JSON object: "));
}

#[test]
fn an_analysed_search_plays_nothing() {
    let mut session = session("bracket", Style::Words);
    let before = ask(&mut session, "quintet-position");
    for command in ["kata-search_analyze b 10 maxmoves 2", "kata-search_analyze_cancellable"] {
        let response = session.execute(command);
        let lines: Vec<&str> = response.lines().collect();
        assert_eq!(lines[0], "= ");
        assert!(response.ends_with("\n\n") && lines[lines.len() - 2].starts_with("play "), "{command}: {response}");
    }
    // The speed is that of the visits and the time beside it, which is rounded to hundredths.
    let benchmark = ask(&mut session, "kata-benchmark 20");
    let number = |after: &str| -> f64 {
        let text = benchmark.split_once(after).unwrap_or_else(|| panic!("{after} in {benchmark}")).1;
        text.split([' ', ')']).next().unwrap().parse().expect("a number")
    };
    let (speed, visits, time) = (number("visits/s = "), number("("), number(" visits, "));
    assert!(visits >= 20.0 && speed * (time - 0.005) <= visits && visits <= speed * (time + 0.005), "{benchmark}");
    assert!(ask(&mut session, "kata-benchmark many").starts_with("? syntax error"));
    assert_eq!(ask(&mut session, "quintet-position"), before);
    for switch in ["ownershipStdev", "movesOwnershipStdev", "noResultValue"] {
        let refused = format!("? '{switch}' is not supported");
        assert_eq!(ask(&mut session, &format!("kata-genmove_analyze b 10 {switch} true")), refused);
        assert!(ask(&mut session, &format!("kata-search_analyze b 10 {switch} false")).starts_with("= "));
    }
    assert_eq!(ask(&mut session, "quintet-position"), before);
}

#[test]
fn a_search_that_plays_nothing_suggests_to_resign_a_lost_game() {
    let mut session = session("stoical", Style::Words);
    // Komi larger than any score.
    hold(&mut session, &[("boardsize 5", "= "), ("komi 100", "= "), ("param resign 0.1", "= ")]);
    hold(&mut session, &[("param visits 150", "= ")]);
    // The game has to look lost at three moves.
    for (black, white) in [("B2", "D4"), ("B3", "D3")] {
        let early = session.execute("kata-search_analyze b");
        assert!(early.contains("\nplay ") && !early.contains("resign"), "{early}");
        hold(&mut session, &[(&*format!("play b {black}"), "= "), (&*format!("play w {white}"), "= ")]);
    }
    let lost = session.execute("kata-search_analyze b");
    assert!(lost.ends_with("\nplay resign\n\n"), "{lost}");
    let won = session.execute("kata-search_analyze w");
    assert!(won.contains("\nplay ") && !won.contains("resign"), "{won}");
    assert_eq!(ask(&mut session, "list_stones black"), "= B3 B2");
}

#[test]
fn analysis_switches_work_or_are_refused() {
    let mut session = session("bracket", Style::Words);
    assert_eq!(ask(&mut session, "boardsize 5"), "= ");
    let response =
        session.execute("kata-search_analyze b 100 pvVisits true pvEdgeVisits true movesOwnership true maxmoves 1");
    let info = response.lines().find(|line| line.starts_with("info ")).expect("a report");
    let words: Vec<&str> = info.split(' ').collect();
    let at = |name: &str| words.iter().position(|word| *word == name).unwrap_or_else(|| panic!("{name}: {info}"));
    let (pv, visits, edges, owners) = (at("pv"), at("pvVisits"), at("pvEdgeVisits"), at("movesOwnership"));
    assert!(visits - pv > 1 && visits - pv == edges - visits && edges - visits == owners - edges, "{info}");
    assert_eq!(words.len() - owners - 1, 25, "{info}");
    assert_eq!(words[visits + 1], words[at("visits") + 1], "the first move's visits");
    for switch in ["ownership", "movesOwnership", "pvVisits", "pvEdgeVisits", "rootInfo"] {
        let refused = format!("? '{switch}' is not supported");
        assert_eq!(ask(&mut session, &format!("lz-genmove_analyze b 10 {switch} true")), refused);
    }
    // All cells but one are excluded, and then that one, too.
    let response = session.execute("kata-search_analyze w 100 allow w C3 1 avoid b D4 9");
    assert!(response.ends_with("play C3\n\n"), "{response}");
    assert_eq!(ask(&mut session, "kata-search_analyze w 100 allow w C3 1 avoid w C3 1"), "? no legal move is left");
    assert_eq!(
        ask(&mut session, "kata-genmove_analyze w pvVisits maybe"),
        "? syntax error: 'maybe' is not a value of pvvisits"
    );
}

#[test]
fn rules_change_during_a_game_if_its_moves_are_legal_by_them() {
    let mut session = session("stoical", Style::Words);
    let moves = "play b J9, play w H9, play b B1, play w A1, play b A2";
    moves.split(", ").for_each(|command| assert_eq!(ask(&mut session, command), "= "));
    // Black has just captured, and Stoical Go forbids White to capture.
    let stones = ask(&mut session, "list_stones black");
    hold(
        &mut session,
        &[
            ("play w J8", "? illegal move"),
            ("time_settings 100 0 0", "= "),
            ("kgs-rules japanese", "= "),
            ("last_move", "= black A2"),
            ("play w J8", "= "),
            ("undo", "= "),
            ("play w J8", "= "),
            ("kata-set-rules tromp-taylor", "= "),
            ("quintet-set_rule ko simple", "? rules are chosen before the first move; clear_board goes back there"),
        ],
    );
    let refused = ask(&mut session, r#"kata-set-rules {"ko":"STOICAL"}"#);
    assert!(refused.starts_with("? move 6, J8, is illegal by these rules: "), "{refused}");
    hold(&mut session, &[("last_move", "= white J8"), ("undo", "= "), (r#"kata-set-rules {"ko":"STOICAL"}"#, "= ")]);
    assert_eq!(ask(&mut session, "list_stones black"), stones);
    assert_eq!(ask(&mut session, "play w J8"), "? illegal move");
}
