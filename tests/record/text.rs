//! Boards as plain text.

use quintet_core::board::{Geometry, PointSet, Shape};
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::Seat;
use quintet_games::find;
use quintet_record::text::{board, plain_board, star_points};

use crate::sample;

fn setup(id: &str, size: u16, rules: &[(&str, &str)]) -> Setup {
    let with_rules =
        rules.iter().fold(Setup::new(find(id).unwrap()), |setup, (name, value)| setup.with_rule(name, value).unwrap());
    with_rules.with_size(size).unwrap()
}

fn play(setup: &Setup, moves: &str) -> Game {
    let mut game = Game::new(setup.clone());
    for word in moves.split_whitespace() {
        let seat = game.to_move();
        let mv = game.read_word(seat, word).unwrap();
        game.play(seat, mv).unwrap_or_else(|error| panic!("{word}: {error}"));
    }
    game
}

fn looks(game: &Game, picture: &str) {
    assert_eq!(format!("\n{}", board(game)), picture.trim_end());
}

#[test]
fn a_go_board_shows_stones_blocked_points_and_the_capture_ban() {
    let blocked: PointSet = [quintet_core::board::Point(2)].into_iter().collect();
    let mut setup = setup("stoical", 4, &[]).with_blocked(blocked).unwrap();
    setup.set_komi(0.5);
    // Black takes A1. White at A1 would take four stones if the ban did not forbid it.
    let game = play(&setup, "B1 A1 B2 B3 A3 A4 C4 C2 D4 D2 A2");
    looks(
        &game,
        "
   A B C D
 4 O . X X 4
 3 X O . . 3
 2(X)X O O 2
 1 ! X % . 1
   A B C D
Stoical Go 4x4 ko=stoical repetition=draw komi=0.5
X black, O white, % blocked
last move: 11: black A2
left the board: A1
captured: 1 by black, 0 by white
! barred to white: A1
legal moves: D1 C3 D3 B4 pass
white (O) to move
",
    );
}

#[test]
fn a_plain_board_is_that_of_gnu_go() {
    // As GNU Go 3.8 prints it, without the marks of the last move and of barred points.
    let blocked: PointSet = [quintet_core::board::Point(2)].into_iter().collect();
    let game = play(&setup("stoical", 4, &[]).with_blocked(blocked).unwrap(), "B1 A1 B2 B3 A3 A4 C4 C2 D4 D2 A2");
    let expected = "   A B C D
 4 O . X X 4
 3 X O . . 3
 2 X X O O 2     WHITE (O) has captured 0 stones
 1 . X % . 1     BLACK (X) has captured 1 stones
   A B C D";
    assert_eq!(plain_board(&game), expected);
    assert!(board(&game).contains("(X)X O O") && board(&game).contains(" 1 ! X"));
}

#[test]
fn star_points_are_near_the_corners_and_in_the_middle_and_on_the_sides_of_large_boards() {
    let cases = [
        (6, 6, ""),
        (8, 8, "C3 F3 C6 F6"),
        (9, 9, "C3 G3 E5 C7 G7"),
        (13, 13, "D4 G4 K4 D7 G7 K7 D10 G10 K10"),
        (14, 14, "D4 L4 D11 L11"),
        (19, 19, "D4 K4 Q4 D10 K10 Q10 D16 K16 Q16"),
        (19, 9, "D3 Q3 K5 D7 Q7"),
    ];
    for (width, height, places) in cases {
        let geometry = Geometry::rectangle(Shape::Square, width, height);
        let found: Vec<_> = star_points(&geometry).into_iter().map(|p| geometry.vertex(p).to_string()).collect();
        assert_eq!(found.join(" "), places, "{width} {height}");
    }
    let picture = board(&Game::new(setup("stoical", 9, &[])));
    let rows: Vec<&str> = picture.lines().filter(|line| line.contains('+')).collect();
    assert_eq!(rows, [" 7 . . + . . . + . . 7", " 5 . . . . + . . . . 5", " 3 . . + . . . + . . 3"]);
}

#[test]
fn cancer_shows_its_third_stone() {
    let game = play(&setup("cancer", 3, &[("pie", "off")]), "B1 C3 A2 C2 cancer@A1");
    looks(
        &game,
        "
   A B C
 3 . . O 3
 2 R . O 2
 1(*)R . 1
   A B C
Cancer 3x3 eye=any pie=off
R red, O white, * cancer
last move: 5: red cancer@A1
legal moves: C1 B2 A3 B3
white (O) to move
",
    );
}

#[test]
fn hexagons_and_rhombuses_have_their_shape() {
    let game = play(&setup("bracket", 5, &[]), "A1 E5 D2 C5");
    looks(
        &game,
        "
    5(O). O
   4 . . . .
  3 . . . . .
   2 . . . X E
    1 X . . D
       A B C
Bracket 5x5 shape=hexagon scoring=largest
X black, O white
last move: 4: white C5
black (X) to move
",
    );
    looks(
        &play(&setup("bracket", 3, &[("shape", "rhombus")]), "C1"),
        "
  3 . . .
   2 . . .
    1 . .(X)
       A B C
Bracket 3x3 shape=rhombus scoring=largest
X black, O white
last move: 1: black C1
legal moves: A1 B1 A2 B2 C2 A3 B3 C3
white (O) to move
",
    );
}

#[test]
fn cascade_stands_on_its_corner_and_lists_filled_cells() {
    let game = play(&setup("cascade", 3, &[]), "red@C2 white@B3");
    looks(
        &game,
        "
     .
   (O)R
   . X .
  3 . . C
   2 . B
    1 A
Cascade 3x3 fill=down
O white, X black, R red
last move: 2: black white@B3
filled by itself: B2
white (O) to move
",
    );
}

#[test]
fn a_ring_closes_and_a_line_is_broken_after_26_cells() {
    let game = play(&setup("alaric", 5, &[]), "A1 B1 C1");
    looks(
        &game,
        "
     A  B  C
  +- X  ! (X)-+
  |           |
  +- .  . ----+
     E  D
Alaric 5 board=ring edge=open
X black, O white
last move: 3: black C1
left the board: B1
captured: 1 by black, 0 by white
! barred to white: B1
legal moves: D1 E1
white (O) to move
",
    );
    let game = play(&setup("alaric", 28, &[("board", "line")]), "Z1 AC1");
    looks(
        &game,
        "
  A  B  C  D  E  F  G  H  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X  Y  Z  AA
  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  X  .
  AB AC
  . (O)
Alaric 28 board=line edge=open
X black, O white
last move: 2: white AC1
black (X) to move
",
    );
}

#[test]
fn the_end_shows_the_result_and_why() {
    let game = play(&setup("stoical", 2, &[]), "pass pass");
    assert!(board(&game).ends_with("\nresult: 0 (draw, two passes)"));
    let mut bracket = play(&setup("bracket", 1, &[]), "A1");
    bracket.play(Seat::White, quintet_core::types::Move::PASS).unwrap();
    assert!(board(&bracket).ends_with("\nlast move: 2: white pass\nresult: 0 (draw, full board)"));
}

#[test]
fn pictures_of_all_games_are_plain_lines_that_fit_a_terminal() {
    for setup in sample::setups() {
        let largest = setup.with_size(*setup.info().sizes.end()).unwrap();
        for setup in [&setup, &largest] {
            let game = sample::random_game(setup, 3, 40, |_| ());
            let text = board(&game);
            let cells = game.geometry().len();
            let mut drawn = 0;
            let known: Vec<&str> = text.lines().take_while(|line| !line.contains(game.info().title)).collect();
            for line in &known {
                assert!(
                    !line.trim().is_empty() && line.is_ascii() && !line.contains('\t') && line.len() <= 84,
                    "{text}"
                );
                drawn += line.chars().filter(|c| ".XOR*%!+".contains(*c)).count();
            }
            // The names of columns O, R and X are above and below; the ring has four corners.
            assert!(drawn >= cells && !text.contains("\n\n"), "{text}");
        }
    }
}
