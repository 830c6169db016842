//! GoGui's *Keep Only Position*: it empties the program's board and sets up what it sees there, with
//! the palette and without the colours that it has drawn over its stones.

use quintet_core::board::Vertex;

use crate::answers;
use crate::saved::clicks;

/// Returns what GoGui sends for a board that was drawn by these letters, top row first.
fn keep_only(letters: &str, to_move: &str) -> String {
    let rows: Vec<Vec<&str>> = letters.lines().map(|row| row.split(' ').collect()).collect();
    let stones = |wanted: &str, color: &str| {
        let mut text = String::new();
        for (row, y) in rows.iter().rev().zip(0..) {
            for (_, x) in row.iter().zip(0..).filter(|(letter, _)| **letter == wanted) {
                text += &format!(" {color} {}", Vertex { x, y });
            }
        }
        text
    };
    let side = rows.len();
    let setup = stones("X", "B") + &stones("O", "W");
    format!("boardsize {side}\nclear_board\ngogui-setup{setup}\ngogui-setup_player {to_move}\n")
}

#[test]
fn a_position_that_gogui_keeps_is_the_same_position() {
    for name in ["cancer4", "cascade4", "bracket5"] {
        let (arguments, clicks) = clicks(&format!("{name}-player.txt"));
        let mut played = String::new();
        for (seat, word) in &clicks {
            played += &format!("play {seat} {word}\n");
            let looks = "quintet-position\ngogui-rules_board\ngogui-rules_side_to_move\n";
            let said = answers(&arguments, &format!("{played}{looks}"));
            let [position, letters, seat] = &said[said.len() - 3..] else { panic!("three answers") };
            let seat = &seat[2..3].to_uppercase();
            let kept = keep_only(&letters[2..], seat);
            let said = answers(&arguments, &format!("{played}{kept}quintet-position\nundo\n"));
            let [set_up, set_player, after, undone] = &said[said.len() - 4..] else { panic!("four answers") };
            assert_eq!([&**set_up, set_player, undone], ["= ", "= ", "? cannot undo"], "{name}: {kept}");
            assert_eq!(after, position, "{name}: {kept}");
        }
    }
}

#[test]
fn a_stone_of_any_kind_is_named_or_refused_in_words() {
    let cascade = ["--game", "cascade", "--size", "4", "--moves", "gogui"].map(str::to_owned);
    let said = answers(
        &cascade,
        // The palette and a black stone, which looks like no other.
        "gogui-setup B B5 B A1 W A5 W C5\nlist_stones black\n\
         gogui-setup W A1\nlist_stones black\ngogui-setup red A1 white B1\nlist_stones red\nlist_stones white\n\
         clear_board\ngogui-setup W A1 W B1\nlist_stones red\ngogui-setup W A1 W C1\nlist_stones white\n",
    );
    let refused = |vertex: &str| format!("? 'W' on '{vertex}' can be white or red: name the stone");
    assert_eq!(said[..4], ["= ".to_owned(), "= A1".to_owned(), refused("A1"), "= A1".to_owned()]);
    assert_eq!(said[4..7], ["= ", "= A1", "= B1"]);
    assert_eq!(said[7..], ["= ".to_owned(), "= ".to_owned(), "= A1".to_owned(), refused("C1"), "= B1".to_owned()]);
    let cancer = ["--game", "cancer", "--size", "4", "--moves", "gogui"].map(str::to_owned);
    let said = answers(
        &cancer,
        "gogui-setup B A1 W A5\nlist_stones cancer\ngogui-setup W B1\nlist_stones cancer\ngogui-setup red C1 black D1\n\
         list_stones red\n",
    );
    assert_eq!(said[..2], ["= ", "= A1"]);
    assert!(said[2].starts_with("? 'W' on 'B1' can be ") && said[2].contains("red"), "{}", said[2]);
    assert_eq!(said[3..5], ["= A1", "= "]);
    assert_eq!(said[5], "= C1 D1");
}
