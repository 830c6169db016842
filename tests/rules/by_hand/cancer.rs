//! Cancer: seat b is Red (`r`), seat w is White (`o`), cancer stones are `#`.

use quintet_core::types::Ending;
use quintet_core::types::Seat::{Black, White};

use crate::setups::setup;
use crate::table::{Table, diagram};

#[test]
fn red_begins_with_a_red_stone() {
    let mut table = Table::new("cancer 3");
    assert_eq!(table.history.to_move(), Black);
    table.play("b B2").shows("... .r. ...".replace(' ', "\n").as_str());
}

#[test]
fn a_seat_must_put_down_a_stone_of_its_own_first() {
    // Later, either side could fill the eye at A1 with a cancer stone.
    let mut table = Table::new("cancer 2 pie=off");
    table.play("b A2, b B1").refuses("w cancer@A1, w cancer@B2").allows("b cancer@A1, b cancer@B2");
    let mut table = Table::new("cancer 3 pie=off");
    table.refuses("b cancer@B2, w cancer@B2").play("b A2").refuses("w cancer@A1").play("w B1, b C2").allows("w B3");
}

#[test]
fn there_is_no_pass() {
    Table::new("cancer 3").refuses("b pass, w pass").play("b B2").refuses("w pass, b pass");
}

#[test]
fn an_own_stone_may_not_take_the_last_liberty_of_an_enemy_group() {
    Table::drawn(
        "cancer 3",
        "...
         r..
         o.r",
        Black,
    )
    .refuses("b B1")
    .allows("b B2, w B1");
}

#[test]
fn an_own_stone_may_not_be_without_liberties() {
    Table::drawn(
        "cancer 3",
        "..o
         r..
         .r.",
        White,
    )
    .refuses("w A1")
    .allows("b A1");
}

#[test]
fn an_own_stone_may_not_take_the_last_liberty_of_its_own_group() {
    Table::drawn(
        "cancer 3",
        "oo.
         rro
         .ro",
        Black,
    )
    .refuses("b A1");
}

#[test]
fn a_stone_without_a_free_neighbour_lives_on_its_groups_liberties() {
    Table::drawn(
        "cancer 3",
        "...
         r.o
         .r.",
        Black,
    )
    .play("b A1")
    .shows(
        "...
         r.o
         rr.",
    );
}

#[test]
fn a_cancer_stone_may_not_be_put_just_anywhere() {
    Table::drawn(
        "cancer 3",
        "r..
         ...
         ..o",
        Black,
    )
    .refuses("b cancer@B2, b cancer@A2, b cancer@A1, w cancer@C2, w cancer@B2");
}

#[test]
fn a_cancer_stone_captures_the_enemy() {
    let mut table = Table::drawn(
        "cancer 4",
        "...o
         ....
         r...
         o.r.",
        Black,
    );
    table.play("b cancer@B1").shows(
        "...o
         ....
         r...
         .#r.",
    );
    assert_eq!(table.history.captured(), [1, 0]);
    table.goes_on();
}

#[test]
fn a_cancer_stone_captures_stones_of_ones_own_too() {
    let mut table = Table::drawn(
        "cancer 4",
        "...o
         ....
         r...
         o.r.",
        White,
    );
    table.play("w cancer@B1").shows(
        "...o
         ....
         r...
         .#r.",
    );
    assert_eq!(table.history.captured(), [0, 1]);
}

#[test]
fn groups_of_both_colours_leave_together() {
    Table::drawn(
        "cancer 5x2",
        "r.or.
         ###.o",
        Black,
    )
    .play("b cancer@B2")
    .shows(
        ".#.r.
         ###.o",
    )
    .goes_on();
}

#[test]
fn a_group_that_another_groups_removal_would_free_leaves_all_the_same() {
    Table::drawn(
        "cancer 5x2",
        "ro#.r
         r.#o.",
        White,
    )
    .play("w cancer@B1")
    .shows(
        "..#.r
         .##o.",
    )
    .goes_on();
}

#[test]
fn cancer_stones_give_no_liberty_and_stay() {
    // No stone can be placed on a point that only cancer stones surround.
    Table::drawn(
        "cancer 3",
        "#r.
         .#.
         #.o",
        Black,
    )
    .refuses("b A2, w A2, b cancer@A2, w cancer@A2");
    let without_liberty = "
        r#.
        #..
        ..o";
    let setup = setup("cancer 3");
    assert!(setup.position(&diagram(&setup, without_liberty, Black)).is_err());
}

/// Eyes at A1, between two red groups, and at A4, where a cancer stone is the other neighbour.
const EYES: &str = "
    .r.o.
    #..r.
    r....
    .r..o";

#[test]
fn a_cancer_stone_of_either_seat_fills_an_eye() {
    let mut table = Table::drawn("cancer 5x4", EYES, Black);
    table.allows("b cancer@A1, w cancer@A1, b cancer@A4, w cancer@A4").play("b cancer@A1").shows(
        ".r.o.
         #..r.
         r....
         #r..o",
    );
}

#[test]
fn a_place_with_an_empty_neighbour_or_both_colours_around_it_is_no_eye() {
    let mut table = Table::drawn("cancer 5x4", EYES, Black);
    table.refuses("b cancer@C4, w cancer@C4, b cancer@E4, b cancer@D1, b cancer@B3, b cancer@C3, b cancer@E3");
    let mut table = Table::drawn(
        "cancer 3",
        ".r.
         ..o
         .r.",
        Black,
    );
    table.refuses("b cancer@C3, w cancer@C3, b cancer@C1, b cancer@B2, b cancer@A1");
}

#[test]
fn a_strict_eye_has_no_adjacent_cancer() {
    let mut table = Table::drawn("cancer 5x4 eye=strict", EYES, Black);
    table.allows("b cancer@A1, w cancer@A1").refuses("b cancer@A4, w cancer@A4");
}

#[test]
fn a_group_eye_is_surrounded_by_one_group() {
    let mut table = Table::drawn("cancer 5x4 eye=group", EYES, Black);
    table.refuses("b cancer@A1, w cancer@A1").allows("b cancer@A4, w cancer@A4");
    table.play("b B2").allows("w cancer@A1, b cancer@A1");
}

#[test]
fn an_eye_that_is_a_groups_last_liberty_takes_a_cancer_stone_alone_and_the_group_dies() {
    let mut table = Table::drawn(
        "cancer 4",
        "r...
         oo..
         rro.
         .ro.",
        White,
    );
    table.refuses("b A1, w A1").allows("b cancer@A1").play("w cancer@A1").shows(
        "r...
         oo..
         ..o.
         #.o.",
    );
    table.goes_on();
}

#[test]
fn who_empties_the_board_of_the_opponents_stones_wins() {
    let drawing = "
        ...
        r..
        o.r";
    Table::drawn("cancer 3", drawing, Black).play("b cancer@B1").ends(1.0, Ending::new("annihilation"));
}

#[test]
fn who_empties_the_board_of_ones_own_stones_loses() {
    let drawing = "
        ...
        r..
        o.r";
    Table::drawn("cancer 3", drawing, White).play("w cancer@B1").ends(1.0, Ending::new("annihilation"));
    let exchanged = "
        ...
        o..
        r.o";
    Table::drawn("cancer 3", exchanged, Black).play("b cancer@B1").ends(-1.0, Ending::new("annihilation"));
}

#[test]
fn who_takes_all_stones_of_both_colours_wins() {
    let drawing = "
        r.o
        ###";
    let empty = "
        .#.
        ###";
    Table::drawn("cancer 3x2", drawing, Black).play("b cancer@B2").shows(empty).ends(1.0, Ending::new("annihilation"));
    Table::drawn("cancer 3x2", drawing, White).play("w cancer@B2").shows(empty).ends(-1.0, Ending::new("annihilation"));
}

#[test]
fn a_seat_that_has_not_begun_has_not_lost() {
    Table::new("cancer 3").play("b B2").goes_on().play("w A1").goes_on();
}

#[test]
fn white_may_swap_as_its_first_turn() {
    let mut table = Table::new("cancer 3");
    table.refuses("b swap-pieces, w swap-pieces").play("b B2").refuses("b swap-pieces").play("w swap-pieces");
    assert_eq!(table.history.to_move(), Black);
    table.goes_on().shows(
        "...
         .o.
         ...",
    );
    assert_eq!(table.history.captured(), [0, 0]);
}

#[test]
fn after_the_swap_red_puts_down_a_red_stone_first_and_white_has_begun() {
    // White moves out of turn to make an eye at A1 with stones at A2 and B1.
    let mut table = Table::new("cancer 3");
    table.play("b A2, w swap-pieces, w B1").refuses("b cancer@A1, b swap-pieces, w swap-pieces");
    table.allows("w cancer@A1, b C3").play("b C3").allows("b cancer@A1");
}

#[test]
fn the_swap_is_for_the_first_turn_only() {
    Table::new("cancer 3").play("b B2, w A1").refuses("w swap-pieces").play("b C3").refuses("w swap-pieces");
    Table::new("cancer 3").play("w A1, b B2").refuses("w swap-pieces");
    Table::new("cancer 3").play("b B2, w swap-pieces").refuses("w swap-pieces, b swap-pieces");
}

#[test]
fn without_pie_there_is_no_swap() {
    Table::new("cancer 3 pie=off").play("b B2").refuses("w swap-pieces, b swap-pieces");
}

#[test]
fn a_swap_can_be_taken_back() {
    let mut table = Table::new("cancer 3");
    table.play("b B2, w swap-pieces, b A1");
    table.history.undo(2).unwrap();
    table.allows("w swap-pieces").shows(
        "...
         .r.
         ...",
    );
    assert_eq!(table.history.to_move(), White);
}

#[test]
fn a_whole_game_on_four_cells() {
    let mut table = Table::new("cancer 2 pie=off");
    table.play("b A1, w B2").refuses("b cancer@A2, b cancer@B1").play("b A2").goes_on();
    // B1 is the last liberty of all stones, and White plays there first.
    table.refuses("w B1").play("w cancer@B1").ends(-1.0, Ending::new("annihilation")).shows("..\n.#");
}
