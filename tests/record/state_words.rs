//! The words of a position's state: what legality depends on beside stones and side to move.

use quintet_core::game::Game;
use quintet_core::types::Seat;
use quintet_record::position_line::{read, write};

/// Returns the legal moves of the side to move, as written in GTP.
fn legal(game: &Game) -> Vec<String> {
    let word = |mv| game.word(mv);
    let mut words: Vec<String> = game.legal_moves(game.to_move()).into_iter().map(word).collect();
    words.sort();
    words
}

#[test]
fn state_that_the_board_permits_is_read_and_decides_what_is_legal() {
    for (line, moves) in [
        ("alaric 5 board=ring edge=open x.... b barred-b=B1,E1", "C1 D1"),
        ("alaric 5 board=ring edge=open x.... w barred-b=B1,E1", "B1 C1 D1 E1"),
        ("alaric 34 board=ring edge=open xoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxo.. b barred-b=AJ1", "AH1"),
        // The corner is a ko point of White's latest capture: it may not be taken back at once.
        ("stoical 3 ko=simple repetition=none komi=0 .x./xo./o.. w ko=A3", "B1 C1 C2 C3 pass"),
        ("stoical 2 ko=stoical repetition=none komi=0 .x/oo w captured-b=1", "pass"),
        ("stoical 2 ko=stoical repetition=none komi=0 .x/oo w", "A2 pass"),
        ("stoical 2 ko=bigger repetition=none komi=0 .x/oo w captured-b=4", "pass"),
        ("stoical 2 ko=stoical repetition=none komi=0 ../.. w passes=1", "A1 A2 B1 B2 pass"),
    ] {
        let (setup, diagram) = read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let game = Game::from_diagram(setup, &diagram).unwrap();
        assert_eq!(write(&game), line);
        assert_eq!(legal(&game).join(" "), moves, "{line}");
    }
}

#[test]
fn state_that_ends_the_game_is_read() {
    for (line, winner) in [
        ("stoical 2 ko=stoical repetition=none komi=0 x./.. w passes=2", Seat::Black),
        ("cancer 2 eye=any pie=on c./.r w winner=b", Seat::Black),
        ("cancer 2 eye=any pie=on c./.o b winner=w", Seat::White),
    ] {
        let (setup, diagram) = read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let game = Game::from_diagram(setup, &diagram).unwrap();
        assert_eq!(write(&game), line);
        assert_eq!(game.outcome().and_then(|outcome| outcome.winner()), Some(winner), "{line}");
    }
}

#[test]
fn state_that_the_board_contradicts_is_refused_by_name() {
    for (line, words) in [
        (
            "alaric 5 board=ring edge=open x.... b",
            "barred-b=A1 barred-b=F1 barred-b= barred-b=B1,A1 barred=B1 passes=1",
        ),
        ("stoical 3 ko=stoical repetition=none komi=0 .x./xo./o.. w", "captured-b=0 captured-b=10 captured-w=-1 ko=A3"),
        (
            "stoical 3 ko=bigger repetition=none komi=0 .x./xo./o.. w",
            "captured-b=10 captured=1 passes=3 passes=-1 passes=one",
        ),
        ("stoical 3 ko=simple repetition=none komi=0 .x./xo./o.. w", "captured-b=1 ko=B3 ko=C3 ko=D1 ko=pass ko="),
        ("stoical 3 ko=positional repetition=none komi=0 .x./xo./o.. w", "captured-b=1 ko=A3"),
        // White has stones left, or no cancer stone is there.
        ("cancer 3 eye=any pie=on .../.o./r.c w", "winner=b winner=w winner=B passes=1"),
        ("cancer 2 eye=any pie=on ../.r w", "winner=b winner=w"),
        ("cascade 3 fill=both .../.../x.. w", "winner=b passes=1"),
        ("bracket 3 shape=hexagon scoring=largest ../.../.. b", "passes=1"),
    ] {
        for word in words.split(' ') {
            let error = read(&format!("{line} {word}")).map(|_| ()).unwrap_err().to_string();
            assert_eq!(error, format!("'{word}' is not a state of this position"), "{line}");
        }
    }
}
