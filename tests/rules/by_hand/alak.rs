//! Alak: the rules as Alan Baljeu posted them and as the PBeM server has them, with its examples.

use quintet_core::types::Ending;
use quintet_core::types::Seat::{Black, White};

use crate::table::Table;

#[test]
fn the_sides_place_stones_on_a_line_in_turn_and_do_not_pass() {
    let mut table = Table::new("alak 7");
    assert_eq!(table.history.to_move(), Black);
    table.refuses("b pass, w pass").play("b D1").shows("...x...");
    assert_eq!(table.history.to_move(), White);
    table.play("w G1").shows("...x..o").refuses("b D1, b G1");
}

#[test]
fn a_stone_that_surrounds_enemy_stones_captures_them_at_once() {
    Table::drawn("alak 7", ".xoo...", Black).play("b E1").shows(".x..x..");
    Table::drawn("alak 7", ".xo.ox.", Black).play("b D1").shows(".x.x.x.");
    Table::drawn("alak 7", "..oo...", Black).play("b E1").shows("..oox..");
}

/// The example `O - X O - O /`: X may capture at B or at E, but may not play at G.
#[test]
fn the_end_of_the_line_captures_and_the_emptied_cell_is_barred() {
    // White's F1 takes the stone at G1.
    let mut table = Table::drawn("alak 7", "o.xo..x", White);
    table.play("w F1").shows("o.xo.o.").refuses("b G1").allows("b B1, b E1");
    table.play("b B1").shows(".xxo.o.");
    table.history.undo(1).unwrap();
    table.play("b E1").shows("o.x.xo.");
}

/// The example `X X - X X O -`: O may capture four at C. If it moves to G instead, X has to play at
/// C and wins 5-2.
#[test]
fn one_must_move_and_most_stones_win() {
    let mut table = Table::drawn("alak 7", "xx.xxo.", White);
    table.allows("w C1, w G1").play("w C1").shows("..o..o.");
    table.history.undo(1).unwrap();
    table.play("w G1").refuses("b pass").play("b C1").shows("xxxxxoo").ends(3.0, Ending::NO_LEGAL_MOVE);
}

#[test]
fn filling_the_last_liberty_of_ones_own_run_is_safe() {
    let mut table = Table::drawn("alak 7", "xo.ox..", White);
    table.play("w C1").shows("xooox..").play("b G1").shows("xooox.x");
    Table::drawn("alak 7", ".x.x...", White).play("w C1").shows(".xox...");
    Table::drawn("alak 7", ".x.....", White).play("w A1").shows("ox.....");
}

#[test]
fn an_emptied_cell_is_barred_to_its_owner_for_one_turn() {
    let mut table = Table::drawn("alak 7", "ox...x.", White);
    table.play("w C1").shows("o.o..x.").refuses("b B1").play("b E1").shows("o.o.xx.").play("w G1").allows("b B1");
    Table::drawn("alak 7", "ox...x.", White).play("w C1").allows("w B1");
}

#[test]
fn the_game_ends_when_the_side_to_move_cannot() {
    let mut table = Table::new("alak 7");
    table.play("b A1, w F1, b C1, w B1").shows(".ox..o.").play("b G1, w D1, b A1, w E1").shows("xo.ooox").goes_on();
    table.play("b C1").shows("x.x...x").ends(3.0, Ending::NO_LEGAL_MOVE);
}

#[test]
fn open_ends_bound_nothing() {
    Table::drawn("alak 7 edge=open", "o......", Black).play("b B1").shows("ox.....");
    Table::drawn("alak 7", "o......", Black).play("b B1").shows(".x.....");
}

#[test]
fn the_board_cannot_be_chosen() {
    let info = quintet_games::find("alak").unwrap();
    let error = quintet_core::setup::Setup::new(info).with_rule("board", "ring").unwrap_err();
    assert_eq!(error.to_string(), "no such rule; alak has edge");
}
