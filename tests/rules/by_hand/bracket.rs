//! Bracket: a hexagon is drawn row by row from the top, its cells alone.

use quintet_core::board::Point;
use quintet_core::types::Ending;
use quintet_core::types::Move;
use quintet_core::types::Seat::{Black, White};

use crate::table::Table;

#[test]
fn seats_fill_empty_points_with_their_own_stones() {
    let mut table = Table::new("bracket 3");
    table.play("b B2, w A1").shows(
        " ..
         .x.
          o.",
    );
    table.refuses("b A1, b B2, b pass, w pass").allows("b A2, b B1, b B3, b C2, b C3");
}

#[test]
fn a_hexagon_lacks_the_points_that_lie_too_far_from_the_diagonal() {
    let mut table = Table::new("bracket 5");
    assert_eq!(table.words(Black).len(), 19);
    table.allows("b A1, b C1, b A3, b E3, b C5, b E5");
    for vertex in ["D1", "E1", "E2", "A4", "A5", "B5"] {
        assert_eq!(table.history.geometry().point(vertex.parse().unwrap()), None, "{vertex}");
    }
    let (x, y) = (4, 1);
    assert!(!table.history.is_legal(Black, Move::place(0, Point(y * 5 + x))));
}

#[test]
fn a_rhombus_has_all_points() {
    assert_eq!(Table::new("bracket 5 shape=rhombus").words(White).len(), 25);
}

#[test]
fn the_game_ends_when_the_board_is_full() {
    let mut table = Table::new("bracket 1");
    table.goes_on().play("b A1").ends(0.0, Ending::FULL_BOARD);
}

/// Returns a 3×3 rhombus, filled by the last black stone at `A1`. Its rows are `top`, `middle`,
/// `bottom`.
fn rhombus(rules: &str, drawing: &str) -> Table {
    let mut table = Table::drawn(&format!("bracket 3 shape=rhombus {rules}"), drawing, Black);
    table.play("b A1");
    table
}

#[test]
fn a_white_group_between_a_smaller_and_a_larger_black_group_scores_for_black() {
    // The white pair A2 B3 touches the black stone A3 and the black group of six.
    rhombus(
        "",
        "x o x
         o x x
         . x x",
    )
    .ends(2.0, Ending::FULL_BOARD);
}

#[test]
fn a_group_that_touches_only_larger_ones_scores_nothing() {
    rhombus(
        "",
        "x o x
         x x x
         . x x",
    )
    .ends(0.0, Ending::FULL_BOARD);
}

#[test]
fn a_group_of_equal_size_is_neither_smaller_nor_larger() {
    // Two white groups of three are next to the black group of three on the diagonal.
    rhombus(
        "",
        "o o x
         o x o
         . o o",
    )
    .ends(0.0, Ending::FULL_BOARD);
}

#[test]
fn a_hexagon_of_side_two_is_always_drawn() {
    let mut table = Table::new("bracket 3");
    table.play("b A1, w B1, b C2, w A2, b B3, w B2, b C3").ends(0.0, Ending::FULL_BOARD);
}

#[test]
fn out_of_turn_stones_still_are_the_seats_own() {
    Table::new("bracket 3").play("w A1, w B2, b C3").shows(
        " .x
         .o.
          o.",
    );
}

/// Black scores groups of 4 and 2, White a group of 4.
const SECOND_ENTRY: &str = "
    x o x o o o
    o x x o o o
    x o o x x x
    o o x x o o
    o x x x o x
    . x o x o x";

/// Black scores groups of 4 and 2, White groups of 4 and 3.
const SECOND_ENTRY_FOR_WHITE: &str = "
    x o x x o o
    o x o o x x
    x o o x x x
    o o o x o o
    o x x o x x
    . x o x o o";

/// Both score groups of 4 and 2.
const ALIKE: &str = "
    o x o x o o
    x o x o x o
    o o x o o x
    x x x x o x
    o x x o x o
    . o o x o x";

fn six(rules: &str, drawing: &str) -> Table {
    let mut table = Table::drawn(&format!("bracket 6 shape=rhombus {rules}"), drawing, Black);
    table.play("b A1");
    table
}

#[test]
fn where_the_largest_entries_tie_the_next_ones_decide() {
    six("", SECOND_ENTRY_FOR_WHITE).ends(-1.0, Ending::FULL_BOARD);
}

#[test]
fn a_missing_entry_counts_nothing() {
    six("", SECOND_ENTRY).ends(2.0, Ending::FULL_BOARD);
}

#[test]
fn equal_lists_are_a_draw() {
    six("", ALIKE).ends(0.0, Ending::FULL_BOARD);
    six("scoring=smallest", ALIKE).ends(0.0, Ending::FULL_BOARD);
}

#[test]
fn with_the_other_scoring_the_smallest_entries_are_compared_first() {
    six("scoring=smallest", SECOND_ENTRY).ends(-2.0, Ending::FULL_BOARD);
    six("scoring=smallest", SECOND_ENTRY_FOR_WHITE).ends(-1.0, Ending::FULL_BOARD);
}
