//! The graphics of `quintet-show`, in positions where the rules make the answer obvious.

use crate::answers;

/// Returns the graphics of a topic after some commands, line by line.
fn shown(arguments: &str, commands: &str, topic: &str) -> Vec<String> {
    let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
    let answers = answers(&arguments, &format!("{commands}\nquintet-show {topic}\n"));
    let last = answers.last().expect("an answer").strip_prefix("= ").expect("success").to_owned();
    last.lines().map(str::to_owned).collect()
}

fn assert_has(lines: &[String], wanted: &str) {
    assert!(lines.iter().any(|line| line == wanted), "{wanted:?} is not in {lines:?}");
}

#[test]
fn the_effect_of_a_stone_in_cascade_is_what_it_brings_along() {
    let lines = shown("--game cascade --size 2", "play w white@B1", "effect A2 black");
    assert_has(&lines, "COLOR green A1 A2");
    assert_has(&lines, "LABEL A2 B");
    assert_has(&lines, "LABEL A1 R");
    assert_has(&lines, "TEXT 2 points change");
}

#[test]
fn the_effect_of_a_capture_is_what_leaves_the_board() {
    let lines = shown("--game alaric --size 5", "play b A1\nplay w B1", "effect C1");
    assert_has(&lines, "COLOR green C1");
    assert_has(&lines, "COLOR yellow B1");
    assert_has(&lines, "MARK B1");
}

#[test]
fn the_effect_on_a_filled_cell_is_a_line_of_text_and_no_error() {
    let lines = shown("--game stoical --size 5 --moves gogui", "play b A1", "effect A1");
    assert_has(&lines, "TEXT illegal: a stone stands there already");
    let lines = shown("--game cascade --size 3 --moves gogui", "showboard", "effect A4");
    assert_has(&lines, "TEXT a click here picks a kind of stone");
    let lines = shown("--game alaric --size 7 --moves gogui", "showboard", "effect B2");
    assert_has(&lines, "TEXT no stone can stand here");
}

#[test]
fn the_status_topic_shows_the_picked_stone_and_the_result() {
    let lines = shown("--game cascade --size 1 --moves gogui", "play w A2", "status");
    assert_has(&lines, "TEXT white to move, placing white");
    let lines = shown("--game cascade --size 1 --moves gogui", "play w A2\nplay w A1", "status");
    assert_has(&lines, "TEXT game over: White wins by 1 point (full board)");
}

#[test]
fn the_drawings_of_a_search_show_the_result_after_the_end() {
    for topic in ["win_rates", "variation", "ownership"] {
        let lines = shown("--game cascade --size 1 --moves gogui", "play w A2\nplay w A1", topic);
        assert_eq!(lines.last().unwrap(), "TEXT game over: White wins by 1 point (full board)", "{topic}");
    }
}

#[test]
fn every_stone_of_a_chain_shows_its_liberties() {
    let lines = shown("--game stoical --size 5", "play b A1\nplay w E5\nplay b B1", "groups");
    assert_has(&lines, "LABEL A1 3 B1 3");
    assert_has(&lines, "LABEL E5 2");
}

#[test]
fn cancer_stones_have_no_liberties_to_show() {
    let lines = shown("--game cancer --size 4", "play b A1\nplay w B1\nplay b cancer@A2", "groups");
    assert_has(&lines, "LABEL B1 3");
    assert!(!lines.iter().any(|line| line.starts_with("LABEL") && line.contains("A2")), "{lines:?}");
}

#[test]
fn an_empty_point_among_stones_of_one_colour_is_an_eye() {
    let lines = shown("--game cancer --size 5", "play b A2\nplay w E5\nplay b B1", "eyes");
    assert_has(&lines, "LABEL A1 eye");
}

#[test]
fn points_where_a_cancer_stone_captures_are_marked_for_the_side_to_move() {
    let lines = shown("--game cancer --size 5", "play b A1\nplay w B1\nplay b E5", "eyes");
    assert_has(&lines, "LABEL A2 c");
    // White has one cell beside its stone that captures nothing.
    assert!(!lines.iter().any(|line| line.contains("B2")), "{lines:?}");
    // Red has no stone of its own yet, and may place no cancer stone.
    let lines = shown("--game cancer --size 5", "play w E5\nplay w D5\nplay w A1\nplay w B2", "eyes");
    assert!(!lines.iter().any(|line| line.contains(" c")), "{lines:?}");
}

#[test]
fn groups_between_a_smaller_and_a_larger_one_are_coloured() {
    let moves = "play b A1\nplay w B1\nplay b C1\nplay w B2\nplay b C2\nplay b C3";
    let lines = shown("--game bracket --rule shape=rhombus --size 3", moves, "brackets");
    assert_has(&lines, "COLOR green B1 B2");
    assert_has(&lines, "LABEL C1 3 C2 3 C3 3");
    assert!(!lines.iter().any(|line| line.starts_with("COLOR yellow")), "no black group stands between two: {lines:?}");
}

#[test]
fn a_proven_win_is_marked() {
    let lines = shown("--game cascade --size 1 --visits 50", "showboard", "proven");
    assert_has(&lines, "LABEL A1 W");
    assert!(lines.iter().any(|line| line.starts_with("TEXT white wins, proven")), "{lines:?}");
}

#[test]
fn legal_kinds_of_stone_are_shown_on_each_point() {
    let lines = shown("--game cascade --size 1", "showboard", "legal");
    assert_has(&lines, "LABEL A1 WBR");
    let lines = shown("--game cascade --size 2", "play w white@B1", "legal");
    assert_has(&lines, "LABEL A1 WBR A2 WBR B2 WBR");
}

#[test]
fn topics_that_ask_for_a_vertex_come_last() {
    for info in quintet_games::GAMES {
        let answers = answers(&["--game".to_owned(), info.id.to_owned()], "gogui-analyze_commands\n");
        let graphics: Vec<&str> = answers[0].lines().filter(|line| line.contains("quintet-show ")).collect();
        let asks = |line: &&str| line.ends_with(" %p");
        let first = graphics.iter().position(asks).expect("a topic that asks for a vertex");
        assert!(first > 0 && graphics[first..].iter().all(asks), "{graphics:?}");
        for (name, _) in info.presentation.drawings {
            assert!(graphics[..first].iter().any(|line| line.ends_with(&format!(" {name}"))), "{name}: {graphics:?}");
        }
    }
}

#[test]
fn a_pass_that_gogui_sends_twice_does_not_end_the_game() {
    let arguments = ["--game", "stoical", "--moves", "gogui"].map(str::to_owned);
    let said = answers(&arguments, "play b pass\nplay b pass\nplay w D4\nplay b pass\nplay w pass\nis_legal b D5\n");
    assert_eq!(said, ["= ", "? illegal move", "= ", "= ", "= ", "= 0"]);
}

#[test]
fn a_position_set_up_in_gogui_is_played_on_from() {
    let arguments = ["--game", "stoical", "--size", "5", "--moves", "gogui"].map(str::to_owned);
    let said = answers(
        &arguments,
        "gogui-setup b A1 b B2 w C3\ngogui-setup_player w\ngogui-rules_side_to_move\nlist_stones black\n\
         gogui-setup b A1 w A2 w B1\nlist_stones black\nundo\n",
    );
    assert_eq!(said[2..4], ["= white", "= B2 A1"]);
    assert!(said[4].starts_with("? "), "a chain without liberties can't stand: {}", said[4]);
    assert_eq!(said[5..], ["= B2 A1", "? cannot undo"]);
}

#[test]
fn a_win_rate_comes_after_the_letter_of_its_stone() {
    let lines = shown("--game cascade --size 1 --visits 50", "showboard", "win_rates");
    assert_has(&lines, "LABEL A1 W99");
    let lines = shown("--game stoical --size 3 --visits 50", "showboard", "win_rates");
    let labels: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("LABEL ")).collect();
    let is_plain = |label: &&str| label.split(' ').nth(1).is_some_and(|text| text.parse::<u32>().is_ok());
    assert!(!labels.is_empty() && labels.iter().all(is_plain), "a single kind needs no letter: {lines:?}");
}

#[test]
fn one_point_changes_and_several_change() {
    assert_has(&shown("--game stoical --size 5", "showboard", "effect A1"), "TEXT 1 point changes");
}

/// Returns the margin for Black that the solver finds after some commands.
fn solved(arguments: &str, commands: &str) -> f64 {
    let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
    let answers = answers(&arguments, &format!("{commands}\nquintet-solve\n"));
    let answer = answers.last().unwrap().strip_prefix("= ").unwrap().to_owned();
    match answer.lines().next().unwrap().split_once('+') {
        Some(("B", margin)) => margin.parse().unwrap(),
        Some((_, margin)) => -margin.parse::<f64>().unwrap(),
        None => 0.0,
    }
}

#[test]
fn the_exact_value_of_each_move_is_the_value_of_the_position_after_it() {
    for (game, moves, seat) in [
        ("--game alaric --size 5", "play b A1\nplay w B1", "b"),
        ("--game alaric --size 5", "play b A1\nplay w B1\nplay b E1", "w"),
        ("--game alaric --size 5 --rule board=line", "komi 0", "b"),
        ("--game stoical --size 2 --rule repetition=none", "play b A1", "w"),
    ] {
        let lines = shown(game, moves, "exact");
        let sign = if seat == "b" { 1.0 } else { -1.0 };
        let labels: Vec<(&str, f64)> = lines
            .iter()
            .filter_map(|line| line.strip_prefix("LABEL ")?.split_once(' '))
            .map(|(vertex, value)| (vertex, value.split('/').next().unwrap().parse().unwrap()))
            .collect();
        assert!(!labels.is_empty(), "{game}: {lines:?}");
        let plies = lines.iter().filter_map(|line| line.strip_prefix("LABEL ")?.split_once('/'));
        assert!(plies.map(|(_, plies)| plies.parse::<u32>().unwrap()).all(|plies| plies > 0), "{lines:?}");
        for &(vertex, value) in &labels {
            let after = solved(game, &format!("{moves}\nplay {seat} {vertex}"));
            assert_eq!(value, sign * after, "{game} {vertex}: {lines:?}");
        }
        let best = labels.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
        let green: Vec<&str> = labels.iter().filter(|(_, value)| *value == best).map(|(vertex, _)| *vertex).collect();
        assert_has(&lines, &format!("COLOR green {}", green.join(" ")));
        let name = if seat == "b" { "black" } else { "white" };
        assert_eq!(lines.last().unwrap(), &format!("TEXT exact value for {name}: {best}"));
    }
}

/// Returns what a line says after its first word, in words.
fn words<'a>(lines: &'a [String], first: &str) -> Vec<&'a str> {
    let line = lines.iter().find(|line| line.split(' ').next() == Some(first));
    line.unwrap_or_else(|| panic!("no {first} in {lines:?}")).split(' ').skip(1).collect()
}

#[test]
fn the_latest_search_is_drawn() {
    for (game, count) in [("stoical --size 5", 25), ("bracket --size 5", 19), ("cascade --size 3", 9)] {
        let arguments = format!("--game {game} --moves gogui --visits 300 --seed 1");
        let moves = if game.starts_with("cascade") { "showboard" } else { "play b C3\nplay w B2" };
        let search = format!("{moves}\nreg_genmove b");
        // Numbers of simulations: at most those of the search, and most at one move.
        let lines = shown(&arguments, &search, "visits");
        let labels: Vec<u32> = lines
            .iter()
            .filter_map(|line| line.strip_prefix("LABEL ")?.split(' ').nth(1)?.trim_end_matches('k').parse().ok())
            .collect();
        assert!(!labels.is_empty() && labels.iter().sum::<u32>() <= 300, "{game}: {lines:?}");
        // The principal variation: stones as dark or light as they are, in Cascade of either seat.
        let variation = shown(&arguments, &search, "variation");
        let variation = words(&variation, "VAR");
        assert!(variation.len() >= 2 && variation.len().is_multiple_of(2), "{game}: {variation:?}");
        let looks: Vec<&str> = variation.iter().step_by(2).copied().collect();
        let alternating: Vec<&str> = ["b", "w"].into_iter().cycle().take(looks.len()).collect();
        assert!(game.starts_with("cascade") || looks == alternating, "{game}: {variation:?}");
        // A probability for each point.
        let influence = shown(&arguments, &search, "ownership");
        let influence = words(&influence, "INFLUENCE");
        assert_eq!(influence.len(), 2 * count, "{game}: {influence:?}");
        for pair in influence.chunks(2) {
            let owner: f64 = pair[1].parse().unwrap();
            assert!((-1.0..=1.0).contains(&owner), "{game}: {pair:?}");
        }
    }
}
