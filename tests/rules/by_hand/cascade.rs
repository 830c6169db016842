//! Cascade. Boards are drawn standing on `A1`, the bottom corner, with the side of `B1` to the
//! left.

use quintet_core::types::Ending;
use quintet_core::types::Seat::{Black, White};

use crate::table::Table;

#[test]
fn white_begins_and_both_seats_place_all_colours() {
    let mut table = Table::new("cascade 3");
    assert_eq!(table.history.to_move(), White);
    table.play("w red@A1, b white@C3, w black@A3").shows(
        "  o
          ..
         ..x
          ..
           r",
    );
    assert_eq!(table.words(White).len(), 18);
    assert_eq!(table.words(Black), table.words(White));
}

#[test]
fn black_may_begin_and_still_owns_black() {
    Table::new("cascade 1").play("b black@A1").ends(1.0, Ending::FULL_BOARD);
    Table::new("cascade 1").play("w black@A1").ends(1.0, Ending::FULL_BOARD);
    Table::new("cascade 1").play("b white@A1").ends(-1.0, Ending::FULL_BOARD);
}

#[test]
fn only_an_empty_square_takes_a_stone_and_nobody_passes() {
    Table::new("cascade 3").play("w red@B2").refuses("b red@B2, b white@B2, w black@B2, b pass, w pass");
}

#[test]
fn below_two_stones_of_a_colour_comes_that_colour() {
    for (colour, letter) in [("white", "o"), ("black", "x"), ("red", "r")] {
        let mut table = Table::new("cascade 2");
        let moves = format!("w {colour}@B1, b {colour}@A2");
        table.play(&moves).shows(&format!(".\n{letter}{letter}\n{letter}"));
        let mut both = Table::new("cascade 2 fill=both");
        both.play(&moves).shows(&format!("{letter}\n{letter}{letter}\n{letter}"));
    }
}

#[test]
fn below_two_different_stones_comes_the_third_colour() {
    for (a, b, drawing) in [("white", "black", "ox\nr"), ("white", "red", "or\nx"), ("red", "black", "rx\no")] {
        for (first, second) in [(format!("{a}@B1"), format!("{b}@A2")), (format!("{b}@A2"), format!("{a}@B1"))] {
            let (moves, (_, below)) = (format!("w {first}, b {second}"), drawing.split_once('\n').unwrap());
            Table::new("cascade 2").play(&moves).shows(&format!(".\n{drawing}"));
            Table::new("cascade 2 fill=both").play(&moves).shows(&format!("{below}\n{drawing}"));
        }
    }
}

#[test]
fn new_stones_make_more_stones() {
    let mut table = Table::new("cascade 3");
    table.play("w white@C1, b black@A3").shows(
        "  .
          ..
         o.x
          ..
           .",
    );
    // B2 completes both pairs: white and red above B1, red and black above A2, and those two above
    // A1.
    table.play("w red@B2").shows(
        "  .
          ..
         orx
          xo
           r",
    );
}

#[test]
fn filling_down_leaves_the_squares_above_alone() {
    Table::new("cascade 2").play("w white@A1, b white@B1").shows(".\no.\no").goes_on();
    Table::new("cascade 2").play("w white@A2, b white@B2").shows("o\n.o\n.");
}

#[test]
fn the_upper_edges_are_never_filled() {
    // C1 has one square above it, C2; A3 has B3.
    Table::new("cascade 3").play("w red@C2, b red@B3").shows(
        "  .
          rr
         .r.
          ..
           .",
    );
}

#[test]
fn a_stone_that_a_player_put_down_is_never_changed() {
    Table::new("cascade 2").play("w black@A1, b white@B1, w white@A2").shows(".\noo\nx");
}

#[test]
fn a_full_board_ends_the_game_and_more_black_or_white_stones_win() {
    Table::new("cascade 2").play("w white@B1, b white@A2, w black@B2").shows("x\noo\no").ends(-2.0, Ending::FULL_BOARD);
    Table::new("cascade 2").play("w white@B1, b black@A2").goes_on().play("w black@B2").ends(1.0, Ending::FULL_BOARD);
}

#[test]
fn red_counts_for_nobody_and_equal_numbers_tie() {
    Table::new("cascade 2").play("w white@B1, b black@A2, w red@B2").shows("r\nox\nr").ends(0.0, Ending::FULL_BOARD);
    Table::new("cascade 1").play("w red@A1").ends(0.0, Ending::FULL_BOARD);
}

#[test]
fn with_both_ways_the_square_above_two_stones_is_filled_too() {
    Table::new("cascade 2 fill=both").play("w white@B1, b red@A2").shows("x\nor\nx").ends(1.0, Ending::FULL_BOARD);
    Table::new("cascade 2 fill=both").play("w white@A1, b black@B1").shows(".\nx.\no").goes_on();
}

#[test]
fn filling_up_and_down_continues_until_nothing_changes() {
    Table::new("cascade 3 fill=both").play("w white@C1, b black@A3, w red@B2").shows(
        "  r
          xo
         orx
          xo
           r",
    );
}

#[test]
fn a_board_set_up_by_hand_is_filled() {
    Table::drawn("cascade 2", ".\nxr\n.", White).shows(".\nxr\no");
    Table::drawn("cascade 2 fill=both", ".\nxr\n.", White).shows("o\nxr\no").ends(-1.0, Ending::FULL_BOARD);
}

#[test]
fn a_board_set_up_by_hand_is_filled_downwards_first() {
    // B2 lies below two white stones and above two black ones.
    Table::drawn(
        "cascade 3 fill=both",
        "  .
          oo
         ...
          xx
           .",
        White,
    )
    .shows(
        "  o
          oo
         .o.
          xx
           x",
    );
}
