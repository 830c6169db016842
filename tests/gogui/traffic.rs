//! The traffic of clients at their start and between games. Each test replays traffic that once
//! revealed an error.

use std::collections::HashSet;

use crate::answers;

fn said(arguments: &str, commands: &[&str]) -> Vec<String> {
    let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
    answers(&arguments, &(commands.join("\n") + "\n"))
}

fn body(answer: &str) -> &str {
    answer.strip_prefix("= ").unwrap_or_else(|| panic!("{answer}"))
}

/// The commands that GoGui 1.6 sends to the player, after its list of commands, and to the ruler.
const PLAYER: &[&str] = &["boardsize 9", "clear_board", "gogui-version 1.6.0", "gogui-title"];
const RULER: &[&str] = &["gogui-rules_game_id", "gogui-rules_board_size", "clear_board", "gogui-rules_legal_moves"];

#[test]
fn player_and_ruler_have_the_blocked_points_of_their_command_line() {
    let line = "--game stoical --size 9 --block C3,G3,C7,G7,E5 --moves gogui";
    let player = said(line, &[PLAYER, &["play w G7", "genmove w", "quintet-block"]].concat());
    assert_eq!(player[4], "? illegal move");
    assert_eq!(player[6], "= C7 G7 E5 C3 G3");
    let chosen = body(&player[5]).to_owned();
    let ruler = said(line, &[RULER, &["play w G7", &format!("play w {chosen}"), "quintet-block"]].concat());
    assert_eq!(ruler[4..], ["? illegal move", "= ", "= C7 G7 E5 C3 G3"]);
    // gogui-twogtp sends the size to all three programs, before each game.
    let twogtp = said(line, &["boardsize 9", "clear_board", "boardsize 9", "clear_board", "play b C3"]);
    assert_eq!(twogtp[4], "? illegal move");
}

#[test]
fn player_and_ruler_use_the_komi_of_their_command_line() {
    let end = ["play b E5", "play w pass", "play b pass", "final_score", "gogui-rules_final_result"];
    for (options, score, result) in [
        ("", "B+81", "Black wins by 81 points (two passes)"),
        (" --komi 90.5", "W+9.5", "White wins by 9.5 points (two passes)"),
    ] {
        let line = format!("--game stoical --moves gogui{options}");
        // GoGui sends komi to the player and never to the ruler.
        assert_eq!(said(&line, &["known_command komi"])[0], "= true");
        let player = [PLAYER, &["komi 6.5"]].concat();
        for sent in [&player[..], RULER] {
            let replies = said(&line, &[sent, &end].concat());
            assert_eq!(replies[replies.len() - 2..], [format!("= {score}"), format!("= {result}")]);
        }
    }
    let plain = said("--game stoical", &["komi 6.5", "get_komi"]);
    assert_eq!(plain[1], "= 6.5", "other clients need it");
}

/// Plays five games as gogui-twogtp does, with an opponent whose moves are always the same.
fn five_games(options: &str) -> Vec<String> {
    let line = format!("--game bracket --rule shape=rhombus --size 5 --visits 30{options}");
    let game = ["boardsize 5", "clear_board", "genmove b", "play w A1", "genmove b", "play w B1", "genmove b"];
    let replies = said(&line, &game.repeat(5));
    replies.chunks(game.len()).map(|game| [&*game[2], &game[4], &game[6]].join(" ")).collect()
}

#[test]
fn without_a_seed_the_games_of_a_process_differ_and_with_one_they_do_not() {
    let drawn: HashSet<String> = five_games("").into_iter().collect();
    assert!(drawn.len() > 1, "five games alike: {drawn:?}");
    let seeded: HashSet<String> = five_games(" --seed 1").into_iter().collect();
    assert_eq!(seeded.len(), 1, "a seed and a position make a move");
    let replies = said(
        "--game bracket",
        &["get_random_seed", "clear_board", "get_random_seed", "set_random_seed 7", "clear_board", "get_random_seed"],
    );
    assert_ne!(replies[0], replies[2]);
    assert_eq!(replies[5], "= 7");
}

#[test]
fn lizzie_accepts_the_version() {
    // Lizzie requires a second number of at least 15, like Leela Zero's; otherwise it shows a
    // dialog and waits for ever.
    let replies = said("--game stoical", &["name", "version", "boardsize 19 19", "komi 7.5", "lz-analyze 10"]);
    let second: u32 = body(&replies[1]).split('.').nth(1).and_then(|number| number.parse().ok()).expect("a number");
    assert!(second >= 15);
    assert_eq!(replies[2..4], ["= ", "= "]);
}

#[test]
fn nothing_is_offered_in_the_analyze_list_that_only_the_player_would_get() {
    for info in quintet_games::GAMES {
        let game = info.id;
        let replies = said(&format!("--game {game} --moves gogui"), &["gogui-analyze_commands"]);
        for command in ["quintet-set_rule", "boardsize", "komi", "set_game", "quintet-block", "clear_board", "loadsgf"]
        {
            assert!(!replies[0].contains(command), "{game}: {command}");
        }
        for drawing in quintet_games::GAMES.iter().flat_map(|other| other.presentation.drawings) {
            let is_own = info.presentation.drawings.contains(drawing);
            assert_eq!(replies[0].contains(drawing.1), is_own, "{game}: {}", drawing.1);
        }
    }
}

#[test]
fn a_game_in_a_notation_that_gogui_cannot_show_says_so() {
    for (line, hint) in [
        ("--game cancer", true),
        ("--game alaric", true),
        ("--game stoical", true),
        ("--game bracket", false),
        ("--game cancer --moves gogui", false),
        ("--game stoical --moves gogui", false),
    ] {
        let replies = said(line, &["gogui-version 1.6.0", "gogui-title"]);
        assert_eq!(replies[0], "= ");
        assert_eq!(replies[1].contains("start me with --moves gogui"), hint, "{line}: {}", replies[1]);
    }
}

/// If a picked kind of stone may not be placed any more, every click would be an illegal move.
#[test]
fn a_pick_falls_back_to_the_own_stone_if_the_kind_may_not_be_placed() {
    let replies = said(
        "--game cancer --size 3 --moves gogui --rule pie=off",
        &[
            "play b A1",
            "play w B1",
            "play b B4",
            "play b own@A2",
            "play w C3",
            "gogui-rules_legal_moves",
            "play b B4",
            "play b B3",
            "list_stones red",
        ],
    );
    // Red picks a cancer stone while A1 can be killed, but saves A1: then there is nothing to kill,
    // and no eye.
    assert_eq!(replies[..5], ["= "; 5]);
    assert!(!replies[5].contains("B4"), "{}", replies[5]);
    assert_eq!(replies[6..], ["? illegal move", "= ", "= B3 A2 A1"]);
}

#[test]
fn a_click_on_the_picked_kind_does_nothing() {
    let replies = said(
        "--game cascade --size 3 --moves gogui",
        &[
            "play w C4",
            "gogui-rules_legal_moves",
            "play w C4",
            "gogui-rules_side_to_move",
            "play w A1",
            "list_stones red",
            "gg-undo 3",
        ],
    );
    assert!(replies[1].contains(" C4"), "{}", replies[1]);
    assert_eq!(replies[2..], ["= ", "= white", "= ", "= A1", "= "]);
}

#[test]
fn the_palette_is_shaded_and_keeps_its_letters_to_the_end() {
    let moves = ["play w A2", "play w A1"];
    for count in [0, 2] {
        let replies =
            said("--game cascade --size 1 --moves gogui", &[&moves[..count], &["gogui-rules_board_gfx"]].concat());
        let lines: Vec<&str> = body(&replies[count]).lines().collect();
        let shaded = lines.iter().find(|line| line.starts_with("COLOR gray ")).expect("gray cells");
        assert!(["A2", "B2"].iter().all(|cell| shaded.contains(cell)), "{shaded}");
        assert!(lines.contains(&"LABEL A2 W") && lines.contains(&"LABEL B2 B"), "{lines:?}");
    }
}

#[test]
fn vertices_that_are_not_cells_of_an_odd_ring_or_a_line_are_grey() {
    for line in ["--game alaric --size 7 --moves gogui", "--game alaric --size 5 --rule board=line --moves gogui"] {
        let replies = said(line, &["gogui-rules_board_gfx"]);
        assert!(replies[0].contains("COLOR gray "), "{line}: {}", replies[0]);
    }
    for line in ["--game alaric --size 8 --moves gogui", "--game bracket --moves gogui", "--game stoical --moves gogui"]
    {
        let replies = said(line, &["gogui-rules_board_gfx"]);
        assert!(!replies[0].contains("COLOR"), "a colour on a hexagon that is none ends GoGui: {line}: {}", replies[0]);
    }
}

#[test]
fn barred_cells_are_marked_at_alarics_end() {
    let moves = ["D1", "A1", "G1", "E1", "B1", "F1", "A1", "C1"];
    let seats = ["b", "w"].into_iter().cycle();
    let mut commands: Vec<String> = seats.zip(moves).map(|(seat, mv)| format!("play {seat} {mv}")).collect();
    commands.extend(["gogui-rules_board_gfx", "gogui-rules_final_result"].map(str::to_owned));
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    let replies = said("--game alaric --size 7", &commands);
    assert!(replies[8].contains("MARK A1 B1 D1 G1"), "{}", replies[8]);
    let result = &replies[9][2..];
    assert!(
        result.contains("(no legal move)") && replies[8].contains(&format!("TEXT game over: {result}")),
        "{replies:?}"
    );
}

#[test]
fn brackets_end_shows_the_group_that_decided() {
    let moves = ["A3", "A2", "B2", "B3", "C2", "C3", "B1", "C1", "A1"];
    let seats = ["b", "w"].into_iter().cycle();
    let mut commands: Vec<String> = seats.zip(moves).map(|(seat, mv)| format!("play {seat} {mv}")).collect();
    commands.extend(["gogui-rules_board_gfx", "gogui-rules_final_result"].map(str::to_owned));
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    let replies = said("--game bracket --size 3 --rule shape=rhombus", &commands);
    assert!(replies[9].contains("SQUARE A2 B3 C3"), "{}", replies[9]);
    // Black won.
    assert!(replies[9].contains("COLOR green A1 B1 B2 C2 A3"), "{}", replies[9]);
    assert_eq!(replies[10], "= Black wins by 3 points (full board, white group of 3 bracketed)");
    let none = said("--game bracket --size 1", &["play b A1", "gogui-rules_final_result", "gogui-rules_board_gfx"]);
    assert_eq!(none[1], "= Draw (full board, no group bracketed)");
    assert!(none[2].contains("TEXT game over: Draw (full board, no group bracketed)"), "{}", none[2]);
}
