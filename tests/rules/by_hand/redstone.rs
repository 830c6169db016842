//! Redstone: seat b is Black (`x`), seat w is White (`o`), red stones are `r`.

use quintet_core::types::Ending;
use quintet_core::types::Seat::{Black, White};

use crate::setups::setup;
use crate::table::{Table, diagram};

const ANNIHILATION: Ending = Ending::new("annihilation");

#[test]
fn black_begins_and_places_a_black_stone() {
    let mut table = Table::new("redstone 3");
    assert_eq!(table.history.to_move(), Black);
    table.play("b B2").shows("...\n.x.\n...");
}

#[test]
fn there_is_no_pass() {
    Table::new("redstone 3").refuses("b pass, w pass").play("b B2").refuses("w pass, b pass");
}

#[test]
fn a_capturing_placement_must_be_a_red_stone() {
    let drawing = "
        ..o
        x..
        o.x";
    let mut table = Table::drawn("redstone 3", drawing, Black);
    table.refuses("b B1").allows("b B2, w B1, b red@B1, w red@B1").play("b red@B1").shows(
        "..o
         x..
         .rx",
    );
    assert_eq!(table.history.captured(), [1, 0]);
    table.goes_on();
}

#[test]
fn a_placement_that_bounds_its_own_group_must_be_a_red_stone() {
    // B2 joined to A1 has the liberty C2; A1 alone would have none.
    let lone = "
        ..o
        xo.
        .x.";
    Table::drawn("redstone 3", lone, White).refuses("w A1, w red@A1");
    let pair = "
        oo.
        xxo
        .xo";
    Table::drawn("redstone 3", pair, Black)
        .refuses("b A1")
        .allows("b red@A1")
        .play("b red@A1")
        .ends(-1.0, ANNIHILATION);
}

#[test]
fn a_stone_without_an_empty_neighbour_lives_on_the_liberties_of_its_group() {
    Table::drawn("redstone 3", "...\nx.o\n.x.", Black).play("b A1").shows("...\nx.o\nxx.");
}

#[test]
fn a_red_stone_may_be_placed_only_to_capture() {
    // Cancer would allow a neutral stone at A1 and at A4, which are eyes.
    Table::drawn(
        "redstone 5x4",
        ".x.o.
         r..x.
         x....
         .x..o",
        Black,
    )
    .refuses("b red@A1, w red@A1, b red@A4, w red@A4, b red@C3, w red@E3");
    Table::new("redstone 3").refuses("b red@B2").play("b A1").refuses("w red@B2, w red@A2");
}

#[test]
fn a_side_without_stones_may_place_a_red_stone() {
    // Boards that were set up by hand. Cancer would ask White for a stone of its own first.
    Table::drawn("redstone 3x2", "r..\n.xr", White).refuses("w red@C2, w A1").allows("w C2");
    Table::drawn("redstone 3x2", "rr.\n.xr", White).allows("w red@A1").play("w red@A1").ends(-1.0, ANNIHILATION);
}

#[test]
fn all_groups_without_liberties_leave_at_once() {
    Table::drawn("redstone 5x2", "x.ox.\nrrr.o", Black).play("b red@B2").shows(".r.x.\nrrr.o").goes_on();
}

#[test]
fn a_group_that_another_groups_removal_would_free_leaves_all_the_same() {
    Table::drawn("redstone 5x2", "xor.x\nx.ro.", White).play("w red@B1").shows("..r.x\n.rro.").goes_on();
}

#[test]
fn ones_own_stones_can_be_captured() {
    let mut table = Table::drawn("redstone 4", "...o\n....\nx...\no.x.", White);
    table.play("w red@B1").shows("...o\n....\nx...\n.rx.").goes_on();
    assert_eq!(table.history.captured(), [0, 1]);
}

#[test]
fn red_stones_give_no_liberty_have_none_and_stay() {
    Table::drawn("redstone 3", "rx.\n.r.\nr.o", Black).refuses("b A2, w A2, b red@A2, w red@A2");
    let setup = setup("redstone 3");
    assert!(setup.position(&diagram(&setup, "xr.\nr..\n..o", Black)).is_err());
    assert!(setup.position(&diagram(&setup, "rr.\nrr.\n..o", Black)).is_ok());
}

#[test]
fn who_annihilates_the_opponent_wins() {
    let drawing = "
        ...
        x..
        o.x";
    Table::drawn("redstone 3", drawing, Black).play("b red@B1").ends(1.0, ANNIHILATION);
    Table::drawn("redstone 3", drawing, White).play("w red@B1").ends(1.0, ANNIHILATION);
}

#[test]
fn who_takes_all_stones_of_both_colours_wins() {
    let [drawing, empty] = ["x.o\nrrr", ".r.\nrrr"];
    Table::drawn("redstone 3x2", drawing, Black).play("b red@B2").shows(empty).ends(1.0, ANNIHILATION);
    Table::drawn("redstone 3x2", drawing, White).play("w red@B2").shows(empty).ends(-1.0, ANNIHILATION);
}

#[test]
fn white_may_swap_as_its_first_turn_only() {
    let mut table = Table::new("redstone 3");
    table.refuses("b swap-pieces, w swap-pieces").play("b B2").refuses("b swap-pieces").play("w swap-pieces");
    assert_eq!(table.history.to_move(), Black);
    table.goes_on().shows("...\n.o.\n...").refuses("w swap-pieces, b swap-pieces");
    Table::new("redstone 3").play("b B2, w A1").refuses("w swap-pieces").play("b C3").refuses("w swap-pieces");
    Table::new("redstone 3 pie=off").play("b B2").refuses("w swap-pieces, b swap-pieces");
}

#[test]
fn it_has_no_eye_rule_to_choose() {
    let info = quintet_games::find("redstone").unwrap();
    let error = quintet_core::setup::Setup::new(info).with_rule("eye", "any").unwrap_err();
    assert_eq!(error.to_string(), "no such rule; redstone has pie");
}
