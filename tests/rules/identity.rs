//! Positions that differ in anything that legality or the result depends on have different keys, and
//! moves that no board has are illegal.

use quintet_core::board::Point;
use quintet_core::game::Game;
use quintet_core::position::AnyPosition;
use quintet_core::types::{Move, Seat};
use quintet_record::position_line;

use crate::setups::{setup, small};

fn position(line: &str) -> Box<dyn AnyPosition> {
    let (setup, diagram) = position_line::read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    setup.position(&diagram).unwrap()
}

#[test]
fn positions_that_differ_in_one_thing_are_not_equal_and_have_different_keys() {
    for (board, states) in [
        (
            "alaric 5 board=ring edge=open x....",
            &["b", "w", "b barred-b=B1", "b barred-b=C1", "w barred-b=B1", "b barred-w=B1", "b barred-b=B1,C1"][..],
        ),
        ("alaric 5 board=line edge=wall x....", &["b", "w", "b barred-b=B1", "w barred-w=B1", "w barred-w=C1"]),
        ("bracket 3 shape=hexagon scoring=largest x./.../..", &["b", "w"]),
        ("cancer 3 eye=any pie=on c../..r/...", &["b", "w", "b winner=b", "w winner=b"]),
        ("cancer 3 eye=any pie=on c../..o/...", &["b", "w", "b winner=w", "w winner=w"]),
        ("cancer 3 eye=any pie=on c../.../...", &["b", "w", "w winner=b", "w winner=w"]),
        ("cascade 3 fill=both .../.../x..", &["b", "w"]),
        (
            "stoical 3 ko=stoical repetition=none komi=0 .x./xo./o..",
            &["b", "w", "b passes=1", "w passes=1", "b passes=2", "w captured-b=1", "w captured-w=1", "b captured-w=1"],
        ),
        (
            "stoical 3 ko=bigger repetition=none komi=0 .x./xo./o..",
            &["w", "w captured-b=1", "w captured-b=2", "w captured-b=3", "w captured-w=2", "w captured-b=1 passes=1"],
        ),
        ("stoical 3 ko=simple repetition=none komi=0 .x./xo./oo.", &["w", "w ko=A3", "b", "b ko=A3"]),
        ("stoical 3 ko=simple repetition=none komi=0 .x./xx./xo.", &["w", "w ko=A3", "w passes=1"]),
        ("stoical 3 ko=simple repetition=none komi=0 .x./x.x/.x.", &["w", "w ko=A3", "w ko=B2", "w ko=C3", "w ko=C1"]),
    ] {
        let positions: Vec<_> = states.iter().map(|state| position(&format!("{board} {state}"))).collect();
        for (i, one) in positions.iter().enumerate() {
            assert_eq!(one.key(), one.recomputed_key(), "{board} {}", states[i]);
            for (j, other) in positions.iter().enumerate() {
                let context = || format!("{board} {} and {}", states[i], states[j]);
                assert_eq!(one.equals(&**other), i == j, "{}", context());
                assert_eq!(one.key() == other.key(), i == j, "{}", context());
            }
        }
    }
}

#[test]
fn positions_with_other_stones_are_not_equal_and_have_different_keys() {
    for lines in [
        ["alaric 5 board=ring edge=open x.... b", "alaric 5 board=ring edge=open o.... b"],
        ["alaric 5 board=ring edge=open x.... b", "alaric 5 board=ring edge=open .x... b"],
        ["bracket 3 shape=hexagon scoring=largest x./.../.. b", "bracket 3 shape=hexagon scoring=largest o./.../.. b"],
        ["cancer 3 eye=any pie=on r../.../... w", "cancer 3 eye=any pie=on .r./.../... w"],
        ["cancer 3 eye=any pie=on r../.../... w", "cancer 3 eye=any pie=on o../.../... w"],
        ["cancer 3 eye=any pie=on r../.../... w", "cancer 3 eye=any pie=on rc./.../... w"],
        ["cascade 3 fill=both .../.../x.. b", "cascade 3 fill=both .../.../o.. b"],
        ["cascade 3 fill=both .../.../r.. b", "cascade 3 fill=both .../.../o.. b"],
        [
            "stoical 3 ko=stoical repetition=none komi=0 x../.../... w",
            "stoical 3 ko=stoical repetition=none komi=0 o../.../... w",
        ],
        [
            "stoical 3 ko=stoical repetition=none komi=0 x../.../... w",
            "stoical 3 ko=stoical repetition=none komi=0 x.x/.../... w",
        ],
    ] {
        let [one, other] = lines.map(position);
        assert!(!one.equals(&*other), "{lines:?}");
        assert_ne!(one.key(), other.key(), "{lines:?}");
    }
}

/// The first points beyond the board are those of a border, if the game stores one.
#[test]
fn moves_beyond_the_board_are_illegal_and_have_a_reason() {
    for line in small() {
        let game = Game::new(setup(&line));
        let len = game.setup().width() * game.setup().height();
        for point in (len..len + 60).chain([1000, 4095]).map(Point) {
            for kind in 0..4 {
                let mv = Move::place(kind, point);
                for seat in Seat::BOTH {
                    assert!(!game.is_legal(seat, mv), "{line}: {mv:?}");
                    assert!(game.why_illegal(seat, mv).is_some_and(|reason| !reason.is_empty()), "{line}: {mv:?}");
                }
            }
        }
    }
}

#[test]
fn the_ends_of_a_line_are_walls_only_by_its_rule() {
    for (line, expected) in [
        ("alaric 5 board=line edge=wall", true),
        ("alaric 5 board=line edge=open", false),
        ("alaric 5 board=ring edge=open", false),
    ] {
        let setup = setup(line);
        assert_eq!((setup.info().presentation.has_walls)(&setup), expected, "{line}");
    }
}

#[test]
fn positions_are_numbered_where_there_are_at_most_so_many() {
    for line in ["board=ring", "board=line", "board=line edge=wall"] {
        for width in 1..=11 {
            let setup = setup(&format!("alaric {width} {line}"));
            let solving = &setup.info().solving;
            let count = (solving.states)(&setup).unwrap().len();
            // The least limit with which the answer is yes.
            let (mut low, mut high) = (0, 1 << 40);
            while low < high {
                let limit = (low + high) / 2;
                if (solving.can_index_states)(&setup, limit) { high = limit } else { low = limit + 1 }
            }
            assert!(high >= count && high <= 6 * count, "{width} {line}: {high} for {count}");
            assert!(width < 8 || high <= count * 5 / 2, "{width} {line}: {high} for {count}");
        }
        let setup = setup(&format!("alaric 31 {line}"));
        assert!(!(setup.info().solving.can_index_states)(&setup, u64::MAX), "{line}");
    }
}
