//! Positions in one line.

use proptest::prelude::*;
use quintet_core::board::PointSet;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::Seat;
use quintet_games::find;
use quintet_record::position_line::{ParsePositionError, read, write};

use crate::sample;

#[test]
fn a_position_is_one_line_of_plain_fields() {
    let setup = Setup::new(find("bracket").unwrap()).with_size(5).unwrap();
    let mut game = Game::new(setup.clone());
    for (seat, vertex) in [(Seat::Black, "A1"), (Seat::White, "C3"), (Seat::Black, "E5")] {
        let point = game.geometry().point(vertex.parse().unwrap()).unwrap();
        game.play(seat, quintet_core::types::Move::place(0, point)).unwrap();
    }
    assert_eq!(write(&game), "bracket 5 shape=hexagon scoring=largest ..x/..../..o../..../x.. w");
}

#[test]
fn each_position_of_each_game_reads_back_as_itself_with_the_same_legal_moves() {
    let mut compared = std::collections::BTreeMap::new();
    // Games of Alak are short.
    let setups = sample::setups();
    for (seed, setup) in setups.iter().cycle().take(3 * setups.len()).enumerate() {
        sample::random_game(setup, seed as u64, 60, |game| {
            let line = write(game);
            assert!(line.is_ascii() && !line.contains(['#', '\n', '\t']), "{line}");
            let (setup, diagram) = read(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(&setup, game.setup(), "{line}");
            let again = Game::from_diagram(setup.clone(), &diagram).unwrap();
            assert_eq!(write(&again), line);
            assert_eq!(again.key(), game.key(), "{line}");
            let by_repetition =
                game.outcome().is_some_and(|outcome| outcome.ending == quintet_core::types::Ending::REPETITION);
            let by_earlier_boards = game.setup().rules().any(|rule| rule == ("ko", "positional"));
            if !by_repetition && !by_earlier_boards {
                for seat in Seat::BOTH {
                    assert_eq!(again.legal_moves(seat), game.legal_moves(seat), "{line}");
                }
                assert_eq!(again.outcome(), game.outcome(), "{line}");
                *compared.entry(setup.info().id).or_default() += 1;
            }
        });
    }
    assert_eq!(compared.len(), quintet_games::GAMES.len(), "{compared:?}");
    assert!(compared.values().all(|&positions: &u32| positions > 50), "{compared:?}");
}

#[test]
fn the_largest_boards_fit_in_a_line() {
    for setup in sample::setups() {
        let largest = setup.with_size(*setup.info().sizes.end()).unwrap();
        let line = write(&Game::new(largest.clone()));
        assert!(read(&line).is_ok(), "{line}");
    }
}

#[test]
fn errors_say_why_a_line_is_not_a_position() {
    let lines = [
        ("", "a position is: game, size, rules, komi where it counts, board, seat to move, state; no game here"),
        (
            "bracket 3 shape=hexagon scoring=largest",
            "a position is: game, size, rules, komi where it counts, board, seat to move, state; no board here",
        ),
        ("bracket 3 scoring=largest shape=hexagon ../.../.. b", "'scoring=largest' stands where Bracket has shape="),
        ("bracket 3 shape=heXagon scoring=largest ../.../.. b", "shape takes hexagon, rhombus"),
        (
            "bracket 3x3 shape=rhombus scoring=largest .../.../... b",
            "unacceptable size '3x3'; a size is like 9, or 9x7 where the sides differ",
        ),
        (
            "bracket 03 shape=hexagon scoring=largest ../.../.. b",
            "unacceptable size '03'; a size is like 9, or 9x7 where the sides differ",
        ),
        ("bracket 4 shape=hexagon scoring=largest ../.../.. b", "unacceptable size"),
        (
            "bracket 99999 shape=hexagon scoring=largest ../.../.. b",
            "unacceptable size '99999'; a size is like 9, or 9x7 where the sides differ",
        ),
        ("bracket 3 shape=hexagon scoring=largest ../../.. b", "row 2 has 3 cells, the line 2"),
        ("bracket 3 shape=hexagon scoring=largest ../... b", "the board has 3 rows, the line 2"),
        ("bracket 3 shape=hexagon scoring=largest .r/.../.. b", "'r' is not a stone of Bracket; cells are x o ."),
        ("bracket 3 shape=hexagon scoring=largest ../.../.. B", "the seat to move is b or w, not 'B'"),
        ("bracket 3 shape=hexagon scoring=largest ../.../.. b ban=1", "'ban=1' is not a state of this position"),
        (
            "stoical 2 ko=stoical repetition=draw komi=0 oo/o. b captured-w=1 captured-w=1",
            "'captured-w=1' is not a state of this position",
        ),
        ("stoical 2 ko=stoical repetition=draw komi=0 oo/o. b passes=0", "'passes=0' is not a state of this position"),
        ("bracket 3 shape=hexagon scoring=largest ../.../.. b \u{7}", "'\\u{7}' is not a state of this position"),
    ];
    for (line, message) in lines {
        assert_eq!(read(line).map(|_| ()).unwrap_err().to_string(), message, "{line}");
    }
    let unknown = read("chess 8").unwrap_err().to_string();
    assert!(unknown.starts_with("unknown game 'chess'; games are "), "{unknown}");
    assert_eq!(read(&"x".repeat(1 << 20)).unwrap_err(), ParsePositionError::Long);
}

/// Returns lines with one character changed, removed or inserted.
fn damaged() -> impl Strategy<Value = String> {
    let lines: Vec<String> = sample::setups()
        .iter()
        .enumerate()
        .map(|(seed, setup)| write(&sample::random_game(setup, seed as u64, 9, |_| ())))
        .collect();
    (proptest::sample::select(lines), any::<prop::sample::Index>(), 0..3, "[ -~]").prop_map(|(line, at, how, put)| {
        let at = at.index(line.len());
        match how {
            0 => format!("{}{}{}", &line[..at], put, &line[at + 1..]),
            1 => format!("{}{}", &line[..at], &line[at + 1..]),
            _ => format!("{}{}{}", &line[..at], put, &line[at..]),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,80}") {
        let _ = read(&text);
    }

    #[test]
    fn a_damaged_line_is_refused_or_is_itself_a_position(line in damaged()) {
        match read(&line) {
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
            Ok((setup, diagram)) => {
                let again = write(&Game::from_diagram(setup.clone(), &diagram).unwrap());
                let spaces = line.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
                // Cascade fills cells by itself.
                prop_assert!(again == spaces || setup.info().id == "cascade", "{again} from {line}");
            }
        }
    }
}

#[test]
fn blocked_points_are_part_of_the_setup_that_is_read() {
    let setup = Setup::new(find("stoical").unwrap()).with_rectangle(3, 2).unwrap();
    let blocked: PointSet = [quintet_core::board::Point(4)].into_iter().collect();
    let mut setup = setup.with_blocked(blocked).unwrap();
    setup.set_komi(0.5);
    let line = write(&Game::new(setup.clone()));
    assert_eq!(line, "stoical 3x2 ko=stoical repetition=draw komi=0.5 .%./... b");
    assert_eq!(read(&line).unwrap().0, setup);
}
