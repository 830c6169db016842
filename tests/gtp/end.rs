//! The ends of games, positions and files.

use quintet_core::setup::Setup;
use quintet_gtp::{Session, Style};

use crate::{ask, hold, session, session_of};

#[test]
fn after_two_passes_only_passes_succeed() {
    hold(
        &mut session("stoical", Style::Words),
        &[
            ("komi 0.5", "= "),
            ("quintet-outcome", r#"= {"over":false,"winner":null,"margin":null,"reason":null}"#),
            ("play b C3", "= "),
            ("play b pass", "= "),
            ("play b pass", "= "),
            ("all_legal w", "= "),
            ("is_legal w D4", "= 0"),
            ("is_legal w pass", "= 0"),
            ("play w C3", "? illegal move"),
            ("genmove w", "= PASS"),
            ("play b PASS", "= "),
            ("final_score", "= B+80.5"),
            ("quintet-outcome", r#"= {"over":true,"winner":"b","margin":80.5,"reason":"two passes"}"#),
            ("play w D4", "= "),
            ("list_stones white", "= D4"),
            ("quintet-outcome", r#"= {"over":false,"winner":null,"margin":null,"reason":null}"#),
            ("undo", "= "),
            ("final_score", "= B+80.5"),
            ("is_legal w D4", "= 0"),
            ("gg-undo 3", "= "),
            ("is_legal w D4", "= 1"),
        ],
    );
}

/// A wall from top to bottom, and stones that are dead in the opponent's area.
const DIVIDED: &str = "b E1 w F1 b E2 w F2 b E3 w F3 b E4 w F4 b E5 w F5 b E6 w F6 b E7 w F7 b E8 w F8 b E9 w F9 \
                       b B3 w G4 b B7 w G7 b C5 w H5 b H8 w C2 b D8";

#[test]
fn every_command_counts_without_dead_stones_where_the_rules_remove_them() {
    // Black has 45 points and White 36; komi decides.
    for (komi, result) in [("0.5", "B+8.5"), ("4.5", "B+4.5"), ("9", "0"), ("20", "W+11")] {
        let mut session = session("stoical", Style::Words);
        for line in ["boardsize 9", "kgs-rules chinese", &format!("komi {komi}")] {
            ask(&mut session, line);
        }
        let words: Vec<&str> = DIVIDED.split_whitespace().collect();
        for pair in words.chunks(2) {
            assert_eq!(ask(&mut session, &format!("play {} {}", pair[0], pair[1])), "= ");
        }
        for line in ["play w pass", "play b pass"] {
            assert_eq!(ask(&mut session, line), "= ");
        }
        assert_eq!(ask(&mut session, "final_status_list dead"), "= C2\nH8");
        let margin: f64 = 9.0 - komi.parse::<f64>().unwrap();
        let (winner, name) = match result.as_bytes()[0] {
            b'B' => ("\"b\"", "Black wins"),
            b'W' => ("\"w\"", "White wins"),
            _ => ("null", "Draw"),
        };
        assert_eq!(ask(&mut session, "final_score"), format!("= {result}"));
        let outcome =
            format!(r#"= {{"over":true,"winner":{winner},"margin":{:?},"reason":"two passes"}}"#, margin.abs());
        assert_eq!(ask(&mut session, "quintet-outcome"), outcome);
        let estimate = ask(&mut session, "estimate_score");
        let tenths = if result == "0" { "= 0 ".to_owned() } else { format!("= {}{:.1} ", &result[..2], margin.abs()) };
        assert!(estimate.starts_with(&tenths), "{estimate}");
        for (command, text) in [
            ("printsgf", format!("RE[{result}]")),
            ("showboard", format!("result: {result}")),
            ("gogui-rules_final_result", name.to_owned()),
            ("quintet-svg", format!("{result} (two passes)")),
        ] {
            let answer = ask(&mut session, command);
            assert!(answer.contains(&text), "{command}, {komi}: {answer}");
        }
    }
}

#[test]
fn cleaning_up_takes_all_dead_stones_and_keeps_the_winner() {
    let games = include_str!("../data/dead-stones.txt").lines().filter(|line| line.starts_with("9 "));
    let games: Vec<&str> = games.filter(|line| line.split(' ').nth(2) != Some("-")).take(4).collect();
    assert_eq!(games.len(), 4);
    let kept: u32 = std::thread::scope(|scope| {
        let cleaned: Vec<_> = games.iter().map(|game| scope.spawn(|| u32::from(keeps_the_winner(game)))).collect();
        cleaned.into_iter().map(|kept| kept.join().unwrap()).sum()
    });
    // Who plays on can also gain where both passed too early, as in one of these games.
    assert!(kept >= 3, "{kept}");
}

/// Plays a game on until no dead stone is left, and returns whether the winner stays the same.
fn keeps_the_winner(game: &str) -> bool {
    let mut session = session("stoical", Style::Words);
    for line in ["boardsize 9", "kgs-rules chinese", "komi 7", "param visits 60"] {
        ask(&mut session, line);
    }
    let moves: Vec<&str> = game.rsplit(' ').next().unwrap().split(',').collect();
    for (seat, mv) in ["b", "w"].iter().cycle().zip(&moves) {
        assert_eq!(ask(&mut session, &format!("play {seat} {mv}")), "= ");
    }
    let winner = |session: &mut Session| ask(session, "final_score").as_bytes()[2];
    let before = winner(&mut session);
    let mut passes = 0;
    for ply in moves.len().. {
        assert!(ply < 250, "{game}");
        let answer = ask(&mut session, &format!("kgs-genmove_cleanup {}", ["b", "w"][ply % 2]));
        passes = if answer == "= PASS" { passes + 1 } else { 0 };
        if passes == 2 {
            break;
        }
    }
    assert_eq!(ask(&mut session, "final_status_list dead"), "= ", "{game}");
    winner(&mut session) == before
}

#[test]
fn games_without_passes_end_by_themselves() {
    hold(
        &mut session("bracket", Style::Words),
        &[
            ("boardsize 1", "= "),
            ("play b pass", "? illegal move"),
            ("final_score", "? cannot score"),
            ("genmove b", "= A1"),
            ("all_legal w", "= "),
            ("play w A1", "? illegal move"),
            ("genmove w", "= PASS"),
            ("play b pass", "= "),
            ("final_score", "= 0"),
            ("quintet-outcome", r#"= {"over":true,"winner":null,"margin":0.0,"reason":"full board"}"#),
            ("gg-undo 2", "= "),
            ("undo", "= "),
            ("undo", "? cannot undo"),
        ],
    );
}

#[test]
fn a_seat_without_a_move_passes_and_changes_nothing() {
    // Black is to move, and the only empty cell is barred to White.
    let position = "alaric 3 board=ring edge=open x.x b barred-w=B1";
    hold(
        &mut session("alaric", Style::Words),
        &[
            (&format!("quintet-set_position {position}"), "= "),
            ("all_legal w", "= "),
            ("genmove w", "= PASS"),
            ("reg_genmove w", "= PASS"),
            ("quintet-position", &format!("= {position}")),
            ("undo", "? cannot undo"),
            ("genmove b", "= B1"),
        ],
    );
}

#[test]
fn every_game_is_played_to_its_end_in_every_notation() {
    for info in quintet_games::GAMES {
        let game = info.id;
        for style in [Style::Words, Style::Coded, Style::Apart, Style::Gogui] {
            // The smallest board with at least seven points.
            let mut boards = (1..).filter_map(|size| Setup::new(info).with_size(size).ok());
            let setup = boards.find(|setup| setup.geometry().len() >= 7).expect("a board");
            let mut session = session_of(style.notation().adapted(setup), style);
            ask(&mut session, "param visits 2");
            let mut moves = 0;
            while ask(&mut session, "quintet-outcome").contains("\"over\":false") {
                let seat = &ask(&mut session, "quintet-side_to_move")[2..];
                let legal = ask(&mut session, &format!("all_legal {seat}"));
                let answer = ask(&mut session, &format!("genmove {seat}"));
                assert!(
                    legal.to_lowercase().split(' ').any(|word| format!("= {word}") == answer.to_lowercase()),
                    "{game} {style:?}: {answer} of {legal}"
                );
                // The engine reads its own words.
                ask(&mut session, "undo");
                assert_eq!(
                    ask(&mut session, &format!("play {seat} {}", &answer[2..])),
                    "= ",
                    "{game} {style:?} {answer}"
                );
                moves += 1;
                assert!(moves < 2000, "{game} {style:?} has no end");
            }
            assert!(ask(&mut session, "final_score").starts_with("= "));
            assert_eq!(ask(&mut session, &format!("gg-undo {moves}")), "= ", "{game} {style:?}");
            assert_eq!(ask(&mut session, "undo"), "? cannot undo");
        }
    }
}

#[test]
fn positions_are_restored_in_any_game() {
    for game in crate::games() {
        let mut from = session(game, Style::Words);
        for _ in 0..5 {
            let seat = &ask(&mut from, "quintet-side_to_move")[2..];
            ask(&mut from, &format!("genmove {seat}"));
        }
        let line = ask(&mut from, "quintet-position");
        for other in crate::games() {
            let mut to = session(other, Style::Words);
            assert_eq!(ask(&mut to, &format!("quintet-set_position {}", &line[2..])), "= ");
            hold(
                &mut to,
                &[("quintet-position", &line), ("undo", "? cannot undo"), ("quintet-get_game", &format!("= {game}"))],
            );
            for seat in ["b", "w"] {
                let legal = format!("all_legal {seat}");
                assert_eq!(ask(&mut to, &legal), ask(&mut from, &legal));
            }
        }
    }
}

#[test]
fn perft_counts_from_the_current_position() {
    // Numbers on which two independent programs agree.
    let cases =
        [("alaric", "5", [5, 20, 60, 120]), ("cascade", "2", [12, 108, 594, 1296]), ("cancer", "2", [4, 16, 56, 120])];
    for (game, size, counts) in cases {
        let mut session = session(game, Style::Words);
        ask(&mut session, &format!("boardsize {size}"));
        if game == "cancer" {
            // The numbers are without the pie rule.
            ask(&mut session, "quintet-set_rule pie off");
        }
        let counts = if game == "cancer" { [4, 12, 32, 16] } else { counts };
        for (depth, count) in counts.into_iter().enumerate() {
            assert_eq!(ask(&mut session, &format!("quintet-perft {}", depth + 1)), format!("= {count}"), "{game}");
        }
        hold(
            &mut session,
            &[
                ("quintet-perft 0", "= 1"),
                ("quintet-perft -1", "? syntax error: expected quintet-perft DEPTH"),
                ("quintet-perft 101", "? syntax error: DEPTH is 0 to 100"),
            ],
        );
    }
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = std::env::temp_dir().join(format!("quintet-gtp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for files");
    for game in crate::games() {
        let file = folder.join(format!("{game} game.sgf"));
        let file = file.to_str().expect("a name that is text");
        let mut from = session(game, Style::Words);
        for _ in 0..6 {
            let seat = &ask(&mut from, "quintet-side_to_move")[2..];
            ask(&mut from, &format!("genmove {seat}"));
        }
        assert_eq!(ask(&mut from, &format!("printsgf {file}")), "= ");
        let written = std::fs::read_to_string(file).expect("the file is there");
        assert_eq!(ask(&mut from, "printsgf"), format!("= {}", written.trim_end()));
        let mut to = session("stoical", Style::Words);
        assert_eq!(ask(&mut to, &format!("loadsgf {file}")), "= ");
        assert_eq!(ask(&mut to, "quintet-position"), ask(&mut from, "quintet-position"));
        assert_eq!(ask(&mut to, &format!("loadsgf {file} 4")), "= ");
        ask(&mut from, "gg-undo 3");
        assert_eq!(ask(&mut to, "quintet-position"), ask(&mut from, "quintet-position"));
        hold(&mut to, &[("gg-undo 3", "= "), ("undo", "? cannot undo")]);
        let before = ask(&mut to, "quintet-position");
        std::fs::write(file, &written[..written.len() / 2]).expect("the file can be written");
        for command in [format!("loadsgf {file}"), format!("loadsgf {file}.not"), format!("loadsgf {file} 0")] {
            assert!(ask(&mut to, &command).starts_with("? "), "{command}");
        }
        assert_eq!(ask(&mut to, &format!("loadsgf {file}")), "? cannot load file");
        assert_eq!(ask(&mut to, "quintet-position"), before);
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn stones_are_set_up_one_by_one() {
    hold(
        &mut session("stoical", Style::Words),
        &[
            ("boardsize 3", "= "),
            ("set_position b A1 white B2 black C3", "= "),
            ("quintet-position", "= stoical 3 ko=stoical repetition=draw komi=0 ..x/.o./x.. w"),
            ("undo", "? cannot undo"),
            ("set_position b A1 w a1", "? 'a1' is taken already"),
            ("set_position b A1 w", "? syntax error: expected set_position [STONE VERTEX]..."),
            ("set_position b A1 w K9", "? illegal move"),
            ("set_position b A1 w A2 w B1", "? the chain at A1 has no liberty"),
            ("quintet-position", "= stoical 3 ko=stoical repetition=draw komi=0 ..x/.o./x.. w"),
            ("clear_board", "= "),
            ("quintet-position", "= stoical 3 ko=stoical repetition=draw komi=0 .../.../... b"),
        ],
    );
}

#[test]
fn a_komi_in_tenths_gives_no_rounding_errors_in_any_answer() {
    let mut session = session("stoical", Style::Words);
    hold(
        &mut session,
        &[
            ("boardsize 3", "= "),
            ("komi 6.1", "= "),
            ("play b B2", "= "),
            ("play w pass", "= "),
            ("play b pass", "= "),
            ("final_score", "= B+2.9"),
            ("gogui-rules_final_result", "= Black wins by 2.9 points (two passes)"),
            ("quintet-outcome", r#"= {"over":true,"winner":"b","margin":2.9,"reason":"two passes"}"#),
        ],
    );
    let answer = ask(&mut session, "printsgf") + &ask(&mut session, "showboard");
    assert!(answer.contains("RE[B+2.9]") && answer.contains("result: B+2.9 ("), "{answer}");
}
