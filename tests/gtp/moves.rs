//! Moves in all notations.

use quintet_gtp::Style;

use crate::{ask, hold, session};

const NO_VERTEX: &str = "? syntax error: a vertex is a column letter without I and a row number, like D4";

#[test]
fn vertices_off_the_board_are_illegal_and_other_words_are_errors() {
    hold(
        &mut session("stoical", Style::Words),
        &[
            ("play b K10", "? illegal move"),
            ("play b zz99999999999", "? illegal move"),
            ("play b A0", "? illegal move"),
            ("play b D10", "? illegal move"),
            ("play b I5", NO_VERTEX),
            ("play b 4D", NO_VERTEX),
            ("play b", "? syntax error: expected play SEAT MOVE [STONE]"),
            ("play", "? syntax error: expected play SEAT MOVE [STONE]"),
            ("play x D4", "? syntax error: 'x' is not a seat; seats are black, white"),
            ("play BLACK d4", "= "),
            ("play w d4", "? illegal move"),
            ("play b own@e5", "= "),
            ("play W O@f6", "= "),
            ("play b g7 own", "= "),
            ("play b black@h8", "? syntax error: no such stone; stones are own"),
            ("play b swap-pieces", "? illegal move"),
            ("list_stones black", "= G7 E5 D4"),
            ("list_stones red", "? syntax error: 'red' is not a stone of this game; stones are black, white, blocked"),
            ("is_legal w Z9", "= 0"),
            ("is_legal w pass", "= 1"),
            ("is_legal w D4", "= 0"),
            ("is_legal w D5", "= 1"),
        ],
    );
}

#[test]
fn bracket_has_no_cells_outside_its_hexagon() {
    hold(
        &mut session("bracket", Style::Words),
        &[("play b J1", "? illegal move"), ("play b A6", "? illegal move"), ("play b E1", "= "), ("play w E9", "= ")],
    );
}

#[test]
fn cancers_words_name_stones_and_the_swap() {
    hold(
        &mut session("cancer", Style::Words),
        &[
            ("boardsize 3", "= "),
            ("quintet-stone", "= own"),
            ("is_legal w swap-pieces", "= 0"),
            ("play red b2", "= "),
            ("all_legal w", "= A1 B1 C1 A2 C2 A3 B3 C3 swap-pieces"),
            ("play w SWAP-PIECES", "= "),
            ("list_stones white", "= B2"),
            ("list_stones red", "= "),
            ("quintet-side_to_move", "= black"),
            ("undo", "= "),
            ("play w white@C3", "= "),
            ("play r red@A2", "= "),
            ("play r b1", "= "),
            ("play w red@C1", "? syntax error: no such stone; stones are own, cancer"),
            ("play w w@C1", "= "),
            ("is_legal b a1 cancer", "= 1"),
            ("play b A1 CANCER", "= "),
            ("list_stones cancer", "= A1"),
            ("undo", "= "),
            ("quintet-stone cancer", "= "),
            ("play b a1", "= "),
            ("list_stones cancer", "= A1"),
            ("undo", "= "),
            ("quintet-stone auto", "= "),
            ("play b a1", "= "),
            ("list_stones red", "= A2 B2 A1 B1"),
            ("quintet-stone", "= auto"),
            ("quintet-stone red", "? syntax error: 'red' is not a stone of this game; stones are own, cancer, auto"),
            ("play w c1 own cancer", "? illegal move"),
            ("play w own@c1 cancer", "? syntax error: the stone is named twice"),
            ("set_game cancer", "= "),
            ("quintet-stone", "= own"),
        ],
    );
}

#[test]
fn cascades_vertices_need_a_stone() {
    let name_it = "? name the stone, as in white@D4, black@D4, red@D4, or choose one by quintet-stone";
    hold(
        &mut session("cascade", Style::Words),
        &[
            ("quintet-stone", "= none"),
            ("play w D4", name_it),
            ("is_legal w D4", name_it),
            ("play w K9", "? illegal move"),
            ("play 1 red@D4", "= "),
            ("play 2 b@E5", "= "),
            ("play w h1 W", "= "),
            ("play 3 h2 W", "? syntax error: '3' is not a seat; seats are black, white, 2, 1"),
            ("play w own@h2", "? syntax error: no such stone; stones are white, black, red"),
            ("quintet-stone red", "= "),
            ("play b H8", "= "),
            ("quintet-stone none", "= "),
            ("play b G8", name_it),
            (
                "quintet-stone auto",
                "? syntax error: 'auto' is not a stone of this game; stones are white, black, red, none",
            ),
            ("list_stones red", "= H8 D4"),
            ("all_legal w", &format!("= {}", cascade_moves())),
        ],
    );
}

/// Returns all placements on the 8×8 board except on the four points that were filled by hand.
fn cascade_moves() -> String {
    let filled = ["D4", "E5", "H1", "H8"];
    let vertices = || (1..=8).flat_map(|row| "ABCDEFGH".chars().map(move |column| format!("{column}{row}")));
    let moves = ["white", "black", "red"].into_iter().flat_map(|kind| {
        vertices().filter(|vertex| !filled.contains(&vertex.as_str())).map(move |vertex| format!("{kind}@{vertex}"))
    });
    moves.collect::<Vec<_>>().join(" ")
}

#[test]
fn either_seat_may_begin_in_cascade() {
    hold(
        &mut session("cascade", Style::Words),
        &[
            ("quintet-side_to_move", "= white"),
            ("play b black@D4", "= "),
            ("quintet-side_to_move", "= white"),
            ("undo", "= "),
            ("play w black@D4", "= "),
            ("quintet-side_to_move", "= black"),
        ],
    );
}

#[test]
fn columns_continue_after_z() {
    let mut session = session("alaric", Style::Words);
    hold(&mut session, &[("boardsize 52", "= "), ("play b bb1", "= "), ("list_stones black", "= BB1")]);
    assert!(ask(&mut session, "all_legal w").contains(" Z1 AA1 AB1 "));
}

#[test]
fn coded_moves_have_a_row_of_boards_for_the_kinds() {
    hold(
        &mut session("cascade", Style::Coded),
        &[
            ("boardsize 24", "= "),
            ("boardsize 23", "? unacceptable size"),
            ("boardsize 6", "= "),
            ("quintet-position", "= cascade 2 fill=down ../.. w"),
            ("all_legal w", "= A1 B1 A2 B2 A3 B3 A4 B4 A5 B5 A6 B6"),
            ("play w B5", "= "),
            ("list_stones red", "= B5"),
            ("play b red@A1", "? syntax error: a coded move is one vertex, like D4"),
            ("play b A1 red", "? syntax error: a coded move is one vertex, like D4"),
            ("play b C1", "? illegal move"),
            ("play b A7", "? illegal move"),
            ("play b b1", "? illegal move"),
            ("play b pass", "? illegal move"),
            ("play b a4", "= "),
            ("list_stones black", "= A4"),
        ],
    );
    hold(
        &mut session("cancer", Style::Coded),
        &[
            ("quintet-get_rules", r#"= {"eye":"any","pie":"off"}"#),
            ("quintet-set_rule pie on", "? with coded moves pie is off"),
            ("boardsize 9", "? unacceptable size"),
            ("boardsize 6", "= "),
            ("all_legal b", "= A1 B1 C1 A2 B2 C2 A3 B3 C3"),
            ("play b A1", "= "),
            ("play w C3", "= "),
            ("play b B3", "= "),
            ("play w C1", "= "),
            ("is_legal b C5", "= 1"),
            ("is_legal b C4", "= 0"),
            ("set_game cancer", "= "),
            ("quintet-get_rules", r#"= {"eye":"any","pie":"off"}"#),
        ],
    );
    hold(
        &mut session("stoical", Style::Coded),
        &[("boardsize 7", "= "), ("play b d4", "= "), ("play w pass", "= "), ("list_stones black", "= D4")],
    );
}

#[test]
fn the_size_of_the_clients_board_is_answered_in_any_notation() {
    for style in [Style::Words, Style::Coded, Style::Apart] {
        hold(&mut session("bracket", style), &[("boardsize 5", "= "), ("gogui-rules_board_size", "= 5 hex")]);
        hold(&mut session("stoical", style), &[("boardsize 5", "= "), ("gogui-rules_board_size", "= 5")]);
    }
}

#[test]
fn a_palette_picks_stones_and_picks_are_moves() {
    hold(
        &mut session("cascade", Style::Gogui),
        &[
            ("boardsize 3", "= "),
            ("quintet-position", "= cascade 2 fill=down ../.. w"),
            ("all_legal w", "= A3 B3 C3"),
            ("play w A1", "? illegal move"),
            ("play w A3", "= "),
            ("quintet-side_to_move", "= white"),
            ("play w A3", "= "),
            ("undo", "= "),
            ("all_legal w", "= A1 B1 A2 B2 A3 B3 C3"),
            ("all_legal b", "= A3 B3 C3"),
            ("play w A1", "= "),
            ("list_stones white", "= A1"),
            ("play b C3", "= "),
            ("play b B1", "= "),
            ("list_stones red", "= B1"),
            ("all_legal w", "= A2 B2 A3 B3 C3"),
            ("gg-undo 5", "? cannot undo"),
            ("undo", "= "),
            ("undo", "= "),
            ("undo", "= "),
            ("all_legal w", "= A1 B1 A2 B2 A3 B3 C3"),
            ("undo", "= "),
            ("all_legal w", "= A3 B3 C3"),
            ("undo", "? cannot undo"),
            ("play w B3", "= "),
            ("clear_board", "= "),
            ("all_legal w", "= A3 B3 C3"),
        ],
    );
    hold(
        &mut session("cancer", Style::Gogui),
        &[
            ("boardsize 4", "= "),
            ("quintet-position", "= cancer 3 eye=any pie=on .../.../... b"),
            ("all_legal b", "= A1 B1 C1 A2 B2 C2 A3 B3 C3 A4"),
            ("play b B4", "? illegal move"),
            ("play b B2", "= "),
            ("all_legal w", "= A1 B1 C1 A2 C2 A3 B3 C3 A4 C4"),
            ("play w C4", "= "),
            ("list_stones white", "= B2"),
            ("undo", "= "),
            ("play w C3", "= "),
            ("play b A2", "= "),
            ("play b B1", "= "),
            ("play b B4", "= "),
            ("play b A1", "= "),
            ("list_stones cancer", "= A1"),
        ],
    );
}

#[test]
fn the_smallest_palette_has_room_for_all_stones() {
    hold(
        &mut session("cascade", Style::Gogui),
        &[("boardsize 2", "= "), ("all_legal w", "= A2 B2 B1"), ("play w B1", "= "), ("all_legal w", "= A1 A2 B2 B1")],
    );
}

#[test]
fn the_engine_picks_first_and_then_plays_what_it_picked() {
    let mut session = session("cascade", Style::Gogui);
    let mut picked = 0;
    for _ in 0..8 {
        let before = ask(&mut session, "quintet-position");
        let legal = ask(&mut session, "all_legal w");
        let first = ask(&mut session, "genmove w");
        assert!(legal.split(' ').any(|word| format!("= {word}") == first), "{first} of {legal}");
        if ask(&mut session, "quintet-position") == before {
            let second = ask(&mut session, "genmove w");
            assert_ne!(ask(&mut session, "quintet-position"), before, "{first} {second}");
            assert_ne!(first, second);
            picked += 1;
        }
    }
    assert!(picked > 0, "the engine never picked");
}

#[test]
fn alarics_ring_is_drawn() {
    hold(
        &mut session("alaric", Style::Gogui),
        &[
            // Eleven cells are drawn as the sides of a square of side 4.
            ("boardsize 4", "= "),
            ("boardsize 11", "? unacceptable size"),
            ("all_legal b", "= A1 B1 C1 D1 D2 D3 D4 C4 B4 A4 A3"),
            ("play b B2", "? illegal move"),
            ("play b A3", "= "),
            ("list_stones black", "= A3"),
            ("quintet-position", "= alaric 11 board=ring edge=open ..........x w"),
        ],
    );
}

#[test]
fn a_bar_lasts_until_the_barred_seat_itself_moves() {
    hold(
        &mut session("alaric", Style::Words),
        &[
            ("play b A1", "= "),
            ("play w B1", "= "),
            ("play b C1", "= "),
            ("is_legal w B1", "= 0"),
            ("is_legal b B1", "= 1"),
            ("play b E1", "= "),
            ("is_legal w B1", "= 0"),
            ("play w G1", "= "),
            ("is_legal w B1", "= 1"),
        ],
    );
}

/// The stones of a Go board as clients keep it, with captures.
struct GoBoard {
    side: u32,
    stones: std::collections::BTreeMap<(u32, u32), char>,
}

impl GoBoard {
    fn neighbours(&self, (x, y): (u32, u32)) -> impl Iterator<Item = (u32, u32)> {
        let side = self.side;
        let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        beside.into_iter().filter(move |&(x, y)| x < side && y < side)
    }

    fn has_liberty(&self, at: (u32, u32)) -> bool {
        let (mut seen, mut left) = (vec![at], vec![at]);
        while let Some(point) = left.pop() {
            for next in self.neighbours(point) {
                match self.stones.get(&next) {
                    None => return true,
                    Some(colour) if *colour == self.stones[&at] && !seen.contains(&next) => {
                        seen.push(next);
                        left.push(next);
                    }
                    Some(_) => {}
                }
            }
        }
        false
    }
}

#[test]
fn bracket_with_its_cells_apart_never_loses_a_stone_on_a_board_of_go() {
    for (shape, size) in [("rhombus", 7), ("hexagon", 9)] {
        let mut session = session("bracket", Style::Apart);
        let side = 2 * size - 1;
        hold(
            &mut session,
            &[(&*format!("quintet-set_rule shape {shape}"), "= "), (&*format!("boardsize {side}"), "= ")],
        );
        let mut board = GoBoard { side, stones: Default::default() };
        for seat in ['b', 'w'].into_iter().cycle() {
            let word = ask(&mut session, &format!("genmove {seat}"));
            let word = word.strip_prefix("= ").unwrap();
            if word == "PASS" {
                break;
            }
            let vertex: quintet_core::board::Vertex = word.parse().unwrap();
            assert_eq!(board.stones.insert((vertex.x, vertex.y), seat), None, "{word}");
            assert!(board.stones.keys().all(|&at| board.has_liberty(at)), "{word} takes stones");
        }
        let cells = if shape == "rhombus" { size * size } else { 61 };
        assert_eq!(board.stones.len() as u32, cells);
        let black = ask(&mut session, "list_stones black");
        assert_eq!(black.split(' ').count() as u32 - 1, cells.div_ceil(2));
    }
}
