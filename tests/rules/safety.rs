//! Unconditional life in Stoical Go, and forward search that rests on it: what a seat is said to keep, it can keep.

use quintet_core::random::{Rng, random_below};
use quintet_core::setup::Setup;
use quintet_record::position_line;
use quintet_solve::{Graph, Limits};
use rand::SeedableRng as _;

use crate::setups::setup;
use crate::walk::each_reached;

/// The bounds that the value of a position has at a glance.
fn value_bounds(line: &str) -> [f64; 2] {
    let (setup, diagram) = position_line::read(line).unwrap();
    setup.position(&diagram).unwrap().value_bounds()
}

fn bounds(size: &str, rules: &str, rows: &str) -> [f64; 2] {
    value_bounds(&format!("stoical {size} {rules} {rows} b"))
}

#[test]
fn an_empty_board_is_worth_no_less_than_nothing_to_the_seat_to_move() {
    let empty = "..../..../..../....";
    assert_eq!(bounds("4", "ko=stoical repetition=none komi=0", empty), [0.0, 16.0]);
    assert_eq!(bounds("4", "ko=simple repetition=none komi=0", "..../.%../..../...."), [0.0, 15.0]);
    // Not where komi makes a pass worth more to one seat than to the other, nor where repetition draws.
    assert_eq!(bounds("4", "ko=stoical repetition=none komi=2", empty), [-18.0, 14.0]);
    assert_eq!(bounds("4", "ko=stoical repetition=draw komi=0", empty), [-16.0, 16.0]);
    let passed = value_bounds(&format!("stoical 4 ko=stoical repetition=none komi=0 {empty} w passes=1"));
    assert_eq!(passed, [-16.0, 0.0]);
}

#[test]
fn chains_with_two_eyes_keep_their_stones_and_eyes_though_their_owner_only_passes() {
    let rules = "ko=stoical repetition=none komi=0";
    for (rows, lead) in [
        // Six stones and two eyes are Black's; White can get the eight points to the right.
        (".x../xx../.x../xx..", [0.0, 16.0]),
        // The right edge as well: ten stones and two eyes. White can put three stones there, but not a fourth.
        (".xx./xxx./.xx./xxx.", [9.0, 16.0]),
        // The same points of White.
        (".oo./ooo./.oo./ooo.", [-16.0, -9.0]),
        // One eye is none.
        (".x../xx../..../....", [-16.0, 16.0]),
        // Eyes that rest on a stone with a single one fall with it; three points round a corner are no eye.
        ("x.../.x../x.x./.x..", [-16.0, 16.0]),
        ("..x./.xx./xx../....", [-16.0, 16.0]),
        // Both sides live.
        (".xo./xxoo/.xo./xxoo", [0.0, 0.0]),
    ] {
        assert_eq!(bounds("4", rules, rows), lead, "{rows}");
    }
    // Komi is White's, and a blocked point nobody's.
    assert_eq!(bounds("4", "ko=stoical repetition=none komi=2", ".xx./xxx./.xx./xxx."), [7.0, 14.0]);
    assert_eq!(bounds("4", rules, ".xx./xxx./.xx%/xxx."), [12.0, 15.0]);
    // Boards of up to 128 points are looked at as well: all but the six points in the corner is Black's.
    let rows = ".o.oxxxxx/oo.oxx.xx/xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxxxx.xx/xxxxxxxxx/xxxxxxxxx";
    assert_eq!(bounds("9", "ko=simple repetition=none komi=0", rows), [65.0, 81.0]);
    // White might bring an earlier board about.
    assert_eq!(bounds("4", "ko=stoical repetition=draw komi=0", ".xx./xxx./.xx./xxx."), [-16.0, 16.0]);
}

/// Checks in all positions that play can reach that each side can force an end as good as its bound, and returns the
/// number of positions whose bounds are not trivial.
fn check_bounds(setup: &Setup) -> usize {
    let start = setup.start();
    let graph = Graph::new(setup, &*start, 1_000_000, &|_| true).unwrap();
    let [worst, best] = start.margins_left();
    let mut bounded = 0;
    each_reached(start, |position| {
        let [low, high] = position.value_bounds();
        let [black, white] = graph.ends(position).unwrap().map(|end| end.map_or(worst, |(margin, _)| margin.into()));
        assert!(low <= black && high >= -white, "{low} and {high}, not {black} and {white}: {:?}", position.diagram());
        bounded += usize::from([low, high] != [worst, best]);
    });
    bounded
}

#[test]
fn each_seat_can_force_what_it_is_said_to_keep_in_every_position_of_small_boards() {
    for line in ["stoical 2x3", "stoical 2x4", "stoical 3", "stoical 3 block=B2", "stoical 2x4 ko=snapback"] {
        let told = check_bounds(&setup(&format!("{line} repetition=none")));
        assert!(told > 0, "{line}: nothing was kept anywhere");
    }
}

/// Solves positions of random play by alpha-beta, and by the graph of all positions.
fn compare_solvers(setup: &Setup) {
    let start = setup.start();
    let graph = Graph::new(setup, &*start, 1_000_000, &|_| true).unwrap();
    let mut rng = Rng::seed_from_u64(1);
    for game in 0..8 {
        let (mut position, mut moves) = (start.clone(), Vec::new());
        for _ in 0..game {
            moves.clear();
            position.legal_moves(&mut moves);
            position.advance(moves[random_below(&mut rng, moves.len() as u32) as usize]);
            if position.is_over() {
                break;
            }
        }
        let known = graph.solution(&*position, std::time::Instant::now()).unwrap();
        let found = quintet_solve::search_alone(setup, &*position, Limits::default());
        assert_eq!(found.value(), known.value(), "{:?}", position.diagram());
        assert_eq!(found.best, known.best, "{:?}", position.diagram());
    }
}

#[test]
fn forward_search_of_stoical_go_agrees_with_a_look_at_all_positions() {
    for line in ["stoical 2x3", "stoical 2x4", "stoical 3", "stoical 2x5", "stoical 2x5 komi=1.5"] {
        compare_solvers(&setup(&format!("{line} repetition=none")));
    }
}
