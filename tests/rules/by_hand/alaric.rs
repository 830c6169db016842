//! Alaric: cells `A1`, `B1`, ... from the left; on a ring the last is next to the first.

use std::collections::HashSet;

use quintet_core::position::AnyPosition;
use quintet_core::types::Ending;
use quintet_core::types::Seat::{Black, White};

use crate::setups::setup;
use crate::table::Table;

#[test]
fn black_begins() {
    let mut table = Table::new("alaric 5");
    assert_eq!(table.history.to_move(), Black);
    table.play("b C1").shows("..x..");
    assert_eq!(table.history.to_move(), White);
}

#[test]
fn only_an_empty_cell_can_be_played_on() {
    Table::drawn("alaric 5", "x..o.", Black).refuses("b A1, b D1").allows("b B1, b C1, b E1");
}

#[test]
fn there_is_no_pass() {
    Table::new("alaric 5").refuses("b pass, w pass");
}

#[test]
fn a_run_between_a_new_and_an_old_stone_is_captured() {
    Table::drawn("alaric 7", "xoo....", Black).play("b D1").shows("x..x...");
}

#[test]
fn a_run_is_captured_across_the_seam_of_the_circle() {
    Table::drawn("alaric 7", "ox...oo", Black).play("b E1").shows(".x..x..");
}

#[test]
fn a_run_with_an_empty_cell_at_its_far_end_stays() {
    Table::drawn("alaric 7", ".oo....", Black).play("b D1").shows(".oox...");
}

#[test]
fn the_maximal_run_counts_not_a_part_of_it() {
    Table::drawn("alaric 8", "xo.o....", Black).play("b E1").shows("xo.ox...");
}

#[test]
fn both_runs_can_leave_at_once() {
    Table::drawn("alaric 8", "xo.oox..", Black).play("b C1").shows("x.x..x..");
}

#[test]
fn of_two_runs_only_the_bounded_one_leaves() {
    Table::drawn("alaric 8", "xo.oo...", Black).play("b C1").shows("x.xoo...");
}

#[test]
fn the_new_stone_alone_bounds_a_run_that_goes_round() {
    // White is barred from all cells that it lost, and has no legal move.
    Table::drawn("alaric 5", "oooo.", Black).play("b E1").shows("....x").ends(1.0, Ending::NO_LEGAL_MOVE);
}

#[test]
fn a_run_may_be_as_long_as_the_largest_board() {
    let (run, none) = ("o".repeat(51), ".".repeat(51));
    for rules in ["", "board=line edge=wall"] {
        let mut table = Table::drawn(&format!("alaric 52 {rules}"), &format!("{run}."), Black);
        table.play("b BB1").shows(&format!("{none}x"));
        let mut table = Table::drawn(&format!("alaric 52 {rules}"), &format!(".{run}"), Black);
        table.play("b A1").shows(&format!("x{none}"));
    }
}

#[test]
fn on_two_cells_the_second_player_captures_and_wins() {
    let mut table = Table::new("alaric 2");
    table.play("b A1, w B1").shows(".o").ends(-1.0, Ending::NO_LEGAL_MOVE);
}

#[test]
fn on_one_cell_the_first_player_wins_at_once() {
    Table::new("alaric 1").play("b A1").ends(1.0, Ending::NO_LEGAL_MOVE);
}

#[test]
fn a_stone_played_between_two_enemies_stands() {
    Table::drawn("alaric 7", "x.x....", White).play("w B1").shows("xox....").play("b F1").shows("xox..x.");
}

#[test]
fn a_bounded_stone_leaves_only_when_a_new_enemy_stone_touches_it() {
    let mut table = Table::drawn("alaric 8 board=line", "x.x..x..", White);
    table.play("w B1").shows("xox..x..");
    // A white stone at D1 takes C1; then a black one there takes B1.
    table.play("b G1, w D1").shows("xo.o.xx.").play("b H1, w E1, b C1").shows("x.x..xxx");
}

#[test]
fn a_stone_played_between_two_enemies_can_capture_both() {
    Table::drawn("alaric 6", "xoox.x", White).play("w E1").shows(".oo.o.").ends(-3.0, Ending::NO_LEGAL_MOVE);
}

#[test]
fn vacated_cells_are_barred_to_the_captured_seat() {
    let mut table = Table::drawn("alaric 8", "xoo.....", Black);
    table.play("b D1").refuses("w B1, w C1").allows("w E1, w F1, w G1, w H1, b B1, b C1");
    let mut barred: Vec<String> =
        table.history.barred().iter().map(|&p| table.history.geometry().vertex(p).to_string()).collect();
    barred.sort();
    assert_eq!(barred, ["B1", "C1"]);
}

#[test]
fn a_bar_is_for_one_turn_only() {
    Table::drawn("alaric 8", "xoo.....", Black).play("b D1, w F1, b H1").allows("w B1, w C1");
}

#[test]
fn a_bar_lasts_until_the_barred_seat_itself_moves() {
    let mut table = Table::drawn("alaric 8", "xoo.....", Black);
    table.play("b D1, b F1").refuses("w B1, w C1").play("w G1").allows("w B1, w C1");
}

#[test]
fn captures_in_two_turns_of_one_seat_bar_all_vacated_cells() {
    let mut table = Table::drawn("alaric 9", "xo.xoo...", Black);
    table.play("b C1, b G1").shows("x.xx..x..").refuses("w B1, w E1, w F1").allows("w H1, w J1");
}

#[test]
fn the_capturing_seat_may_play_on_the_cells_that_it_vacated() {
    Table::drawn("alaric 8", "xoo.....", Black).play("b D1, w F1, b B1").shows("xx.x.o..");
}

#[test]
fn the_game_ends_when_the_side_to_move_has_no_play() {
    Table::drawn("alaric 4", "xxo.", Black).play("b D1").shows("xx.x").ends(3.0, Ending::NO_LEGAL_MOVE);
}

#[test]
fn more_stones_win_on_a_full_board_and_on_one_with_a_barred_cell() {
    Table::drawn("alaric 6 board=line", ".oxxoo", Black).play("b A1").shows("x.xxoo").ends(1.0, Ending::NO_LEGAL_MOVE);
    Table::drawn("alaric 5 board=line", ".xoxo", Black).play("b A1").shows("xxoxo").ends(1.0, Ending::NO_LEGAL_MOVE);
}

#[test]
fn equal_numbers_of_stones_are_a_draw() {
    Table::drawn("alaric 4 board=line", "xxo.", White).play("w D1").shows("xxoo").ends(0.0, Ending::NO_LEGAL_MOVE);
}

#[test]
fn a_position_that_comes_again_ends_the_game_as_a_draw() {
    let mut table = Table::new("alaric 8");
    table.play("b E1, w C1, b H1, w A1, b D1").shows("o.oxx..x");
    table.play("w F1, b B1, w G1, b E1, w A1").goes_on();
    table.play("b D1").shows("o.oxx..x").ends(0.0, Ending::REPETITION);
    table.history.undo(1).unwrap();
    table.goes_on().allows("b D1");
}

#[test]
fn on_a_line_of_nine_a_position_can_come_again() {
    let mut table = Table::new("alaric 9 board=line");
    table.play("b G1, w A1, b D1, w J1, b B1, w C1, b H1, w F1, b B1, w E1, b G1").goes_on();
    table.play("w C1").ends(0.0, Ending::REPETITION);
}

#[test]
fn the_same_board_with_other_bars_is_another_position() {
    // The same stones and the same side to move; but C1 is barred to Black in the first, and not in
    // the second.
    let mut table = Table::drawn("alaric 8 board=line", "..xo....", White);
    table.play("w B1").shows(".o.o....").refuses("b C1");
    let mut other = Table::drawn("alaric 8 board=line", ".o.o....", Black);
    other.allows("b C1");
    assert_ne!(table.history.key(), other.history.key());
    assert_ne!(table.history.diagram(), other.history.diagram());
}

/// Returns whether a position on the path to this one can come again.
fn can_repeat(position: &dyn AnyPosition, path: &mut HashSet<u64>, seen: &mut HashSet<u64>) -> bool {
    let key = position.key();
    if !seen.insert(key) {
        return path.contains(&key);
    }
    path.insert(key);
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let repeats = moves.into_iter().any(|mv| {
        let mut next = position.boxed_clone();
        next.play_unchecked(mv);
        can_repeat(&*next, path, seen)
    });
    path.remove(&key);
    repeats
}

#[test]
fn repetition_needs_eight_cells_in_a_circle_and_nine_in_a_row() {
    for (line, cycle) in [
        ("alaric 6", false),
        ("alaric 7", false),
        ("alaric 8", true),
        ("alaric 7 board=line", false),
        ("alaric 8 board=line", false),
        ("alaric 9 board=line", true),
    ] {
        let start = setup(line).start();
        assert_eq!(can_repeat(&*start, &mut HashSet::new(), &mut HashSet::new()), cycle, "{line}");
    }
}

#[test]
fn a_line_has_two_ends() {
    Table::drawn("alaric 6 board=line", "ox...o", Black).play("b E1").shows("ox..xo");
}

#[test]
fn an_open_edge_bounds_nothing() {
    Table::drawn("alaric 6 board=line edge=open", "oo....", Black).play("b C1").shows("oox...");
}

#[test]
fn a_wall_bounds_a_run_as_a_stone_would() {
    let mut table = Table::drawn("alaric 6 board=line edge=wall", "oo....", Black);
    table.play("b C1").shows("..x...").refuses("w A1, w B1");
    Table::drawn("alaric 6 board=line edge=wall", ".oo..x", White).play("w E1").shows(".oo.o.");
}

#[test]
fn a_wall_does_not_bound_across_an_empty_cell() {
    Table::drawn("alaric 6 board=line edge=wall", ".oo...", Black).play("b D1").shows(".oox..");
}

#[test]
fn a_circle_has_no_edge_under_any_edge_rule() {
    Table::drawn("alaric 6 edge=wall", "oo....", Black).play("b C1").shows("oox...");
}
