//! The commands of the standard and of GNU Go.

use std::sync::Arc;
use std::time::Duration;

use quintet_core::setup::Setup;
use quintet_core::time::{ManualTime, TimeSource};
use quintet_gtp::{Options, Session, Style};

use crate::{ask, hold, session};

#[test]
fn every_game_has_the_commands_of_the_standard() {
    let standard = "protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove \
                    undo time_settings time_left final_score final_status_list showboard loadsgf reg_genmove \
                    fixed_handicap place_free_handicap set_free_handicap";
    for game in crate::games() {
        let mut session = session(game, Style::Words);
        let listed = ask(&mut session, "list_commands");
        for command in standard.split_whitespace() {
            assert!(listed.lines().any(|line| line.trim_start_matches("= ") == command), "{game} {command}");
            assert_eq!(ask(&mut session, &format!("known_command {command}")), "= true");
        }
        assert_eq!(ask(&mut session, "help"), listed);
        hold(&mut session, &[("known_command foo", "= false"), ("protocol_version", "= 2"), ("name", "= quintet")]);
    }
}

#[test]
fn komi_is_any_finite_number_and_lasts() {
    hold(
        &mut session("stoical", Style::Words),
        &[
            ("komi 6.5", "= "),
            ("komi nan", "? syntax error: komi is a finite number, not 'nan'"),
            ("komi inf", "? syntax error: komi is a finite number, not 'inf'"),
            ("komi 1e999", "? syntax error: komi is a finite number, not '1e999'"),
            ("komi", "? syntax error: expected komi NUMBER"),
            ("get_komi", "= 6.5"),
            ("boardsize 5", "= "),
            ("clear_board", "= "),
            ("set_game bracket", "= "),
            ("get_komi", "= 0"),
            ("quintet-set_position alaric 3 board=ring edge=open ... b", "= "),
            ("set_game stoical", "= "),
            ("get_komi", "= 6.5"),
            ("final_score", "= W+6.5"),
            ("komi -0.1", "= "),
            ("final_score", "= B+0.1"),
            ("komi -0", "= "),
            ("final_score", "= 0"),
            ("get_komi", "= 0"),
        ],
    );
}

#[test]
fn undo_goes_back_to_the_start_and_no_further() {
    hold(
        &mut session("stoical", Style::Words),
        &[
            ("undo", "? cannot undo"),
            ("play b D4", "= "),
            ("play w E5", "= "),
            ("play w pass", "= "),
            ("gg-undo 4", "? cannot undo"),
            ("gg-undo -1", "? cannot undo"),
            ("gg-undo x", "? syntax error: expected gg-undo [N]"),
            ("gg-undo 2", "= "),
            ("list_stones black", "= D4"),
            ("list_stones white", "= "),
            ("gg-undo 0", "= "),
            ("undo", "= "),
            ("undo", "? cannot undo"),
        ],
    );
}

#[test]
fn fixed_handicaps_stand_where_gnu_go_puts_them() {
    hold(
        &mut session("stoical", Style::Words),
        &[
            ("boardsize 19", "= "),
            ("fixed_handicap 8", "= D16 K16 Q16 D10 Q10 D4 K4 Q4"),
            ("quintet-side_to_move", "= white"),
            ("fixed_handicap 2", "? board not empty"),
            ("undo", "? cannot undo"),
            ("play w C3", "= "),
            ("undo", "= "),
            ("list_stones black", "= D16 K16 Q16 D10 Q10 D4 K4 Q4"),
            ("clear_board", "= "),
            ("list_stones black", "= "),
            ("quintet-side_to_move", "= black"),
            ("fixed_handicap 10", "? invalid number of stones; on this board 2 to 9"),
            ("fixed_handicap 1", "? invalid number of stones; on this board 2 to 9"),
            ("fixed_handicap 99999999999999999999", "? invalid number of stones; on this board 2 to 9"),
            ("fixed_handicap x", "? syntax error: expected fixed_handicap N"),
            ("boardsize 8", "= "),
            ("fixed_handicap 5", "? invalid number of stones; on this board 2 to 4"),
            ("fixed_handicap 4", "= C6 F6 C3 F3"),
            ("boardsize 6", "= "),
            ("fixed_handicap 2", "? invalid number of stones; this board has no fixed places"),
            ("set_free_handicap A1", "? bad vertex list; at least 2 vertices"),
            ("set_free_handicap A1 a1", "? bad vertex list; 'a1' stands twice"),
            ("set_free_handicap A1 pass", "? bad vertex list; 'pass' is not a free point of this board"),
            ("set_free_handicap A1 G7", "? bad vertex list; 'G7' is not a free point of this board"),
            ("set_free_handicap A1 B2 C3", "= "),
            ("list_stones black", "= C3 B2 A1"),
        ],
    );
}

#[test]
fn free_handicaps_fit_every_board() {
    for size in [3, 4, 5, 9, 10, 19, 25] {
        for count in [2, 3, 6, 9].into_iter().filter(|&count| count < size * size) {
            let mut session = session("stoical", Style::Words);
            ask(&mut session, &format!("boardsize {size}"));
            let placed = ask(&mut session, &format!("place_free_handicap {count}"));
            let placed = placed.strip_prefix("= ").unwrap_or_else(|| panic!("{size} {count}: {placed}"));
            let stones = placed.split(' ').count();
            assert!((2..=count).contains(&stones), "{size} {count}: {placed}");
            assert_eq!(ask(&mut session, "list_stones black"), format!("= {placed}"));
        }
    }
}

#[test]
fn free_handicaps_take_at_most_a_third_of_the_board() {
    for (size, count, expected) in [(9, 40, 27), (9, 80, 27), (5, 20, 8), (3, 8, 3), (2, 3, 2)] {
        let mut session = session("stoical", Style::Words);
        ask(&mut session, &format!("boardsize {size}"));
        let placed = ask(&mut session, &format!("place_free_handicap {count}"));
        assert_eq!(placed.split(' ').count() - 1, expected, "{size} {count}: {placed}");
    }
}

#[test]
fn free_handicaps_without_fixed_places_stand_apart_and_off_the_edge() {
    // No handicap of more than four stones has fixed places on a board of even size.
    let mut session = session("stoical", Style::Words);
    ask(&mut session, "boardsize 10");
    let placed = ask(&mut session, "place_free_handicap 9");
    let places: Vec<quintet_core::board::Vertex> =
        placed.split(' ').skip(1).map(|word| word.parse().expect("a vertex")).collect();
    assert_eq!(places.len(), 9, "{placed}");
    for (i, a) in places.iter().enumerate() {
        assert!([a.x, a.y].iter().all(|line| (1..9).contains(line)), "{placed}");
        for b in &places[..i] {
            assert!(a.x.abs_diff(b.x) + a.y.abs_diff(b.y) >= 2, "{placed}");
        }
    }
}

#[test]
fn handicaps_fail_in_the_other_games() {
    for info in quintet_games::GAMES.iter().filter(|info| info.handicap.is_none()) {
        let game = info.id;
        let mut session = session(game, Style::Words);
        for command in ["fixed_handicap 2", "place_free_handicap 2", "set_free_handicap A1 B1"] {
            assert!(ask(&mut session, command).ends_with("has no handicap stones"), "{game}");
        }
    }
}

#[test]
fn times_are_integers_or_decimals() {
    hold(
        &mut session("stoical", Style::Words),
        &[
            ("time_settings 300 10 5", "= "),
            ("time_settings 0.5 0.25 1", "= "),
            ("time_settings 0 10 0", "= "),
            ("time_settings 1e9 0 0", "= "),
            ("time_settings -1 0 0", "? syntax error: times are not negative"),
            ("time_settings 1 2", "? syntax error: expected time_settings MAIN PERIOD STONES"),
            ("time_settings nan 0 0", "? syntax error: expected time_settings MAIN PERIOD STONES"),
            ("time_left b 10 0", "= "),
            ("time_left W -0.5 0", "= "),
            ("time_left x 10 0", "? syntax error: 'x' is not a seat; seats are black, white"),
            ("kgs-time_settings none", "= "),
            ("kgs-time_settings absolute 60", "= "),
            ("kgs-time_settings byoyomi 60 10 5", "= "),
            ("kgs-time_settings canadian 60 10 25", "= "),
            (
                "kgs-time_settings fischer 60 5",
                "? syntax error: expected kgs-time_settings none|absolute|byoyomi|canadian [SECONDS...]",
            ),
            ("kata-time_settings fischer 60 5", "= "),
            ("kata-list_time_settings", "= none absolute byoyomi canadian fischer"),
        ],
    );
}

#[test]
fn a_clock_limits_the_search_and_runs_by_itself() {
    let clock = Arc::new(ManualTime::ticking(Duration::from_millis(1)));
    let setup = Setup::new(quintet_games::find("stoical").unwrap());
    let time_source: Arc<dyn TimeSource> = clock.clone();
    let mut session = Session::new(Options { time_source, ..Options::new(setup) }).unwrap();
    hold(&mut session, &[("param visits 0", "= "), ("time_settings 1 0 0", "= ")]);
    for _ in 0..100 {
        assert!(ask(&mut session, "genmove b").starts_with("= "));
        ask(&mut session, "play w pass");
        ask(&mut session, "undo");
    }
    let used = clock.now();
    assert!(used < Duration::from_millis(1_500), "100 moves took {used:?} of 1 s");
}

#[test]
fn the_time_that_a_client_reports_counts() {
    let clock = Arc::new(ManualTime::ticking(Duration::from_millis(1)));
    let time_source: Arc<dyn TimeSource> = clock.clone();
    let setup = Setup::new(quintet_games::find("stoical").unwrap()).with_size(7).unwrap();
    let mut session = Session::new(Options { time_source, ..Options::new(setup) }).unwrap();
    // With a minute left a move may take longer than with a second.
    hold(&mut session, &[("param visits 0", "= "), ("time_settings 60 0 0", "= ")]);
    let mut used = |left: &str| {
        hold(&mut session, &[("clear_board", "= "), (left, "= ")]);
        let began = clock.now();
        assert!(ask(&mut session, "genmove b").starts_with("= "));
        clock.since(began)
    };
    let (minute, second) = (used("time_left b 60 0"), used("time_left b 1 0"));
    assert!(second < Duration::from_secs(1) && second < minute / 2, "{second:?} of 1 s, {minute:?} of 60 s");
}

#[test]
fn seeds_are_read_and_set() {
    hold(
        &mut session("stoical", Style::Words),
        &[
            ("get_random_seed", "= 1"),
            ("set_random_seed 18446744073709551615", "= "),
            ("get_random_seed", "= 18446744073709551615"),
            (
                "set_random_seed 18446744073709551616",
                "? syntax error: seed takes 0 to 18446744073709551615, not '18446744073709551616'",
            ),
            ("param seed", "= 18446744073709551615"),
        ],
    );
}

#[test]
fn parameters_are_read_and_set_by_both_names() {
    let mut session = session("stoical", Style::Words);
    hold(
        &mut session,
        &[
            (
                "param",
                "= [string] threads 1\n[string] level 0\n[string] visits 30\n[string] seconds 0\n[string] seed 1\n\
                 [string] resign 0\n[string] hash 8\n[bool] ponder 0\n[bool] exact 1\n[string] solve_seconds 0\n\
                 [string] solve_nodes 0\n[string] lag 0.05\n[string] wide_root 0.04\n[bool] live_gfx 0",
            ),
            ("param threads 2", "= "),
            ("kata-get-param numSearchThreads", "= 2"),
            ("kata-set-param maxVisits 100", "= "),
            ("param visits", "= 100"),
            ("kata-set-param maxTime 2.5", "= "),
            ("param seconds", "= 2.5"),
            ("kata-set-param ponderingEnabled true", "= "),
            ("param ponder", "= 1"),
            ("param threads 0", "? syntax error: threads takes 1 to 256, not '0'"),
            (
                "param resign 1.5",
                "? syntax error: resign takes the expected result from 0 to 1 below which the engine resigns, 0 for never, not '1.5'",
            ),
            (
                "kata-list-params",
                "= numSearchThreads maxVisits maxTime ponderingEnabled lagBuffer analysisWideRootNoise wideRootNoise",
            ),
        ],
    );
    assert!(ask(&mut session, "param foo 1").starts_with("? 'foo' is not a parameter; parameters are threads, "));
}

#[test]
fn dead_stones_are_listed_for_guis_and_count_for_the_score() {
    // White has two eyes in the corner, Black the rest of the board except for a dead white stone.
    let position =
        "stoical 7 ko=stoical repetition=draw komi=0 .x.x.xx/xxxxxxx/x.xxxxx/xxxxxox/xxxxx.x/oooxx.x/.o.oxx. b";
    let mut session = session("stoical", Style::Words);
    assert_eq!(ask(&mut session, &format!("quintet-set_position {position}")), "= ");
    let dead = ask(&mut session, "final_status_list dead");
    assert!(dead.contains("F4"), "{dead}");
    assert_eq!(ask(&mut session, "final_status_list seki"), "= ");
    assert!(ask(&mut session, "final_status_list alive").contains("A7") || !dead.contains("A6"));
    assert_eq!(
        ask(&mut session, "final_status_list foo"),
        "? syntax error: a status is alive, seki, dead, white_territory, black_territory or dame, not 'foo'"
    );
}

#[test]
fn the_engine_answers_reg_genmove_without_playing() {
    for game in crate::games() {
        let mut session = session(game, Style::Words);
        let before = ask(&mut session, "quintet-position");
        let first = ask(&mut session, "reg_genmove b");
        assert_eq!(ask(&mut session, "reg_genmove b"), first, "{game}");
        assert_eq!(ask(&mut session, "quintet-position"), before);
    }
}
