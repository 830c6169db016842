//! Stoical Go: Black `x`, White `o`, blocked points `%`.

use quintet_core::diagram::DiagramError;
use quintet_core::types::Ending;
use quintet_core::types::Margin;
use quintet_core::types::Seat::{Black, White};

use crate::setups::setup;
use crate::table::{Table, diagram};

/// White can take one stone at B1, two at F1, three at L1; Black as many at B6, F6 and L6.
const ATARI: &str = "
    o.xoo.xooo.
    x..xx..xxx.
    ...........
    ...........
    o..oo..ooo.
    x.oxx.oxxx.";

fn atari(rules: &str) -> Table {
    Table::drawn(&format!("stoical 11x6 {rules}"), ATARI, Black)
}

/// Black can take a white stone at D4 in a ko; White can take the black stone in the corner.
const KO_SHAPE: &str = "
    ..xo.
    .xo.o
    ..xo.
    o....
    x....";

fn ko(rules: &str) -> Table {
    Table::drawn(&format!("stoical 5 {rules}"), KO_SHAPE, Black)
}

#[test]
fn chains_without_liberties_are_taken() {
    atari("").play("b F6").shows(
        "o.x..xxooo.
         x..xx..xxx.
         ...........
         ...........
         o..oo..ooo.
         x.oxx.oxxx.",
    );
}

#[test]
fn a_capture_right_after_a_capture_is_illegal() {
    for capture in ["b B6", "b F6", "b L6"] {
        atari("").play(capture).refuses("w B1, w F1, w L1").allows("w A4, w G3, w pass");
        atari("").play(&format!("{capture}, w G3, b G4, w B1")).refuses("b B6, b F6, b L6");
    }
}

#[test]
fn a_capture_is_legal_where_the_opponents_latest_move_took_nothing() {
    atari("").play("b G3").allows("w B1, w F1, w L1");
    atari("").play("b B6, w G3, b G4").allows("w B1, w F1, w L1");
}

#[test]
fn a_banned_capture_cannot_be_made_without_taking() {
    let mut table = ko("");
    table.play("b D4").shows(
        "..xo.
         .x.xo
         ..xo.
         o....
         x....",
    );
    table.refuses("w C4, w B1");
    let barred: Vec<String> =
        table.history.barred().iter().map(|&p| table.history.geometry().vertex(p).to_string()).collect();
    assert_eq!(barred, ["B1", "C4"]);
}

#[test]
fn a_pass_takes_nothing_and_lifts_the_ban() {
    ko("").play("b D4, w E1, b pass").allows("w C4, w B1");
}

#[test]
fn out_of_turn_the_ban_depends_on_the_other_sides_latest_move() {
    ko("").play("b D4, b E2").allows("w C4, w B1");
    ko("").play("b D4, w E1").refuses("w C4, w B1");
    ko("").play("b D4").allows("b B2");
    atari("").play("b B6").allows("b F6, b L6");
}

#[test]
fn with_bigger_only_a_larger_capture_answers_a_capture() {
    atari("ko=bigger").play("b B6").refuses("w B1").allows("w F1, w L1");
    atari("ko=bigger").play("b F6").refuses("w B1, w F1").allows("w L1");
    atari("ko=bigger").play("b L6").refuses("w B1, w F1, w L1");
    atari("ko=bigger").play("b G3").allows("w B1, w F1, w L1");
}

#[test]
fn with_snapback_two_stones_may_be_taken_after_one() {
    atari("ko=snapback").play("b B6").refuses("w B1").allows("w F1, w L1");
    atari("ko=snapback").play("b F6").refuses("w B1, w F1, w L1");
    atari("ko=snapback").play("b L6").refuses("w B1, w F1, w L1");
    atari("ko=snapback").play("b G3").allows("w B1, w F1, w L1");
}

#[test]
fn with_gos_own_ko_rules_nothing_bans_captures() {
    for rule in ["ko=simple", "ko=positional"] {
        for capture in ["b B6", "b F6", "b L6"] {
            atari(rule).play(capture).allows("w B1, w F1, w L1");
        }
    }
}

#[test]
fn a_ko_cannot_be_taken_back_at_once_under_any_rule() {
    for rule in quintet_games::find("stoical").unwrap().rules[0].values {
        ko(&format!("ko={rule}")).play("b D4").refuses("w C4").play("w E1, b E2").allows("w C4");
    }
}

#[test]
fn simple_ko_keeps_from_the_one_cell_alone() {
    ko("ko=simple").play("b D4").allows("b C4, w B1").play("w B1").allows("b C4");
    let two_stones = "
        .....
        .xxo.
        xoo.o";
    Table::drawn("stoical 5x3 ko=simple", two_stones, Black).play("b D1").allows("w C1");
}

#[test]
fn suicide_of_one_stone_is_illegal() {
    let drawing = "
        ...
        o..
        .o.";
    Table::drawn("stoical 3", drawing, Black).refuses("b A1").allows("w A1");
}

#[test]
fn suicide_of_many_stones_is_illegal() {
    let drawing = "
        ....
        ....
        oo..
        x.o.";
    Table::drawn("stoical 4", drawing, Black).refuses("b B1").allows("w B1");
}

#[test]
fn a_stone_that_takes_its_last_neighbours_is_no_suicide() {
    let drawing = "
        ....
        x...
        ox..
        .ox.";
    Table::drawn("stoical 4", drawing, Black).play("b A1").shows(
        "....
         x...
         .x..
         x.x.",
    );
}

#[test]
fn two_passes_in_a_row_end_the_game() {
    let mut table = Table::new("stoical 3");
    table.play("b B2, w pass").goes_on().play("b pass").ends(9.0, Ending::TWO_PASSES);
    Table::new("stoical 3").play("b pass, w B2, b pass").goes_on();
    Table::new("stoical 3").play("b B2, b pass, b pass").ends(9.0, Ending::TWO_PASSES);
    Table::new("stoical 3").play("b pass, w pass").ends(0.0, Ending::TWO_PASSES);
}

#[test]
fn area_counts_stones_and_regions_that_touch_one_colour_only() {
    let drawing = "
        .x.o.
        .x.o.
        .xxo.
        .x.oo
        .x.o.";
    // Black has six stones and five points on the left, White six stones and four points on the
    // right. The points between them are neutral.
    Table::drawn("stoical 5", drawing, Black).play("b pass, w pass").ends(1.0, Ending::TWO_PASSES);
}

#[test]
fn stones_left_on_the_board_count_as_alive() {
    let drawing = "
        xxxxx
        x...x
        x.o.x
        x...x
        xxxxx";
    Table::drawn("stoical 5", drawing, White).play("w pass, b pass").ends(15.0, Ending::TWO_PASSES);
}

#[test]
fn an_empty_board_belongs_to_nobody() {
    assert_eq!(Table::new("stoical 5 komi=2.5").history.score().map(Margin::points), Some(-2.5));
}

#[test]
fn komi_is_added_for_white() {
    let mut table = Table::new("stoical 3 komi=6.5");
    table.play("b B2, w pass, b pass").ends(2.5, Ending::TWO_PASSES);
    table.history.set_komi(9.5);
    table.ends(-0.5, Ending::TWO_PASSES);
    table.history.set_komi(9.0);
    table.ends(0.0, Ending::TWO_PASSES);
}

#[test]
fn nothing_is_played_on_a_blocked_point() {
    let mut table = Table::new("stoical 3 block=B2");
    table.refuses("b B2, w B2").play("b A1, w A2").shows(
        "...
         o%.
         x..",
    );
}

#[test]
fn a_blocked_point_gives_no_liberty() {
    let drawing = "
        ...
        o%.
        x..";
    Table::drawn("stoical 3", drawing, White).play("w B1").shows(
        "...
         o%.
         .o.",
    );
    let drawing = "
        %..
        .%.
        %..";
    Table::drawn("stoical 3", drawing, Black).refuses("b A2, w A2");
}

#[test]
fn a_blocked_point_scores_nothing_and_bounds_regions() {
    // A1 touches only blocked points; C1 D1 and the top row touch Black as well.
    let drawing = "
        ....
        %.x.
        .%..";
    Table::drawn("stoical 4x3", drawing, White).play("w pass, b pass").ends(9.0, Ending::TWO_PASSES);
    let drawing = "
        ..%.
        x.%o
        ..%.";
    Table::drawn("stoical 4x3", drawing, White).play("w pass, b pass").ends(3.0, Ending::TWO_PASSES);
}

#[test]
fn a_board_with_a_chain_without_liberties_cannot_be_set_up() {
    let setup = setup("stoical 3");
    let drawing = "
        ...
        o..
        xo.";
    let error = setup.position(&diagram(&setup, drawing, Black)).err();
    assert!(matches!(error, Some(DiagramError::NoLiberty(_))), "{error:?}");
}

/// Black captures one stone, White three, Black three: the board is as it was after Black's second
/// move.
const ROUND: &str = "b B1, w A1, b A2, w C1, b A1, w B2, b A2, w C2, b B1";

#[test]
fn a_play_that_brings_back_a_board_of_the_same_seat_ends_the_game_as_a_draw() {
    let mut table = Table::new("stoical 3x2 komi=3.5");
    table.play(ROUND).shows("x..\n.x.").ends(0.0, Ending::REPETITION);
    assert_eq!(table.history.score().map(Margin::points), Some(0.0));
}

#[test]
fn without_that_rule_the_game_continues() {
    Table::new("stoical 3x2 repetition=none").play(ROUND).goes_on().allows("w C1, w B2");
}

#[test]
fn boards_after_a_seats_passes_count_as_its_own() {
    let mut table = Table::new("stoical 3");
    table.play("b A1, w C3, b B2, w A3, b C2, w A2, b pass").shows(
        "o.o
         oxx
         x..",
    );
    table.play("w B1, b pass, w C1").goes_on().play("b A1").shows(
        "o.o
         oxx
         x..",
    );
    table.ends(0.0, Ending::REPETITION);
}

#[test]
fn a_pass_never_ends_the_game_by_repetition() {
    Table::new("stoical 3").play("b A1, b pass").goes_on();
}

/// Like [`ROUND`], from the board that is repeated.
const ROUND_FROM_BOARD: &str = "w C1, b A1, w B2, b A2, w C2, b B1";

#[test]
fn the_starting_position_is_nobodys_turn() {
    let mut table = Table::drawn("stoical 3x2", "x..\n.x.", White);
    table.play(ROUND_FROM_BOARD).shows("x..\n.x.").goes_on();
    table.play("w C1").ends(0.0, Ending::REPETITION);
}

#[test]
fn boards_after_the_other_seats_turns_do_not_count() {
    let mut table = Table::drawn("stoical 3x2", "x..\n.x.", White);
    table.play("w pass").play(ROUND_FROM_BOARD).shows("x..\n.x.").goes_on();
}

#[test]
fn positional_superko_forbids_what_was_there_before() {
    let (earlier, last) = ROUND.rsplit_once(", ").unwrap();
    Table::new("stoical 3x2 ko=positional").play(earlier).refuses(last);
    Table::new("stoical 3x2 ko=simple").play(earlier).play(last).ends(0.0, Ending::REPETITION);
    let (earlier, last) = ROUND_FROM_BOARD.rsplit_once(", ").unwrap();
    Table::drawn("stoical 3x2 ko=positional", "x..\n.x.", White).play(earlier).refuses(last);
}
