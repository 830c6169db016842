//! Unconditional life in Stoical Go, and alpha-beta search that uses it: points that are proved
//! safe can be kept.

use quintet_core::random::{random_below, seeded};
use quintet_core::setup::Setup;
use quintet_core::types::Move;
use quintet_record::position_line;
use quintet_solve::{Graph, Limits};

use crate::setups::setup;
use crate::solver::boards::{random_diagram, random_setup};
use crate::walk::each_reached;

/// Returns the static bounds of the value of a position.
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
    // No bounds where komi makes a pass worth more to one side than to the other, or where
    // repetition draws.
    assert_eq!(bounds("4", "ko=stoical repetition=none komi=2", empty), [-18.0, 14.0]);
    assert_eq!(bounds("4", "ko=stoical repetition=draw komi=0", empty), [-16.0, 16.0]);
    let passed = value_bounds(&format!("stoical 4 ko=stoical repetition=none komi=0 {empty} w passes=1"));
    assert_eq!(passed, [-16.0, 0.0]);
}

#[test]
fn chains_with_two_eyes_keep_their_stones_and_eyes_though_their_owner_only_passes() {
    let rules = "ko=stoical repetition=none komi=0";
    for (rows, lead) in [
        // Black is certain of six stones and two eyes; White can get the eight points to the right.
        (".x../xx../.x../xx..", [0.0, 16.0]),
        // And of the right edge: ten stones and two eyes. White can place three stones there, but
        // not a fourth.
        (".xx./xxx./.xx./xxx.", [9.0, 16.0]),
        // The same with White.
        (".oo./ooo./.oo./ooo.", [-16.0, -9.0]),
        // One eye is not enough.
        (".x../xx../..../....", [-16.0, 16.0]),
        // Eyes that depend on a stone with one eye are lost with it; three points around a corner
        // are not an eye.
        ("x.../.x../x.x./.x..", [-16.0, 16.0]),
        ("..x./.xx./xx../....", [-16.0, 16.0]),
        // Both sides are alive.
        (".xo./xxoo/.xo./xxoo", [0.0, 0.0]),
    ] {
        assert_eq!(bounds("4", rules, rows), lead, "{rows}");
    }
    // White gets komi; a blocked point counts for nobody.
    assert_eq!(bounds("4", "ko=stoical repetition=none komi=2", ".xx./xxx./.xx./xxx."), [7.0, 14.0]);
    assert_eq!(bounds("4", rules, ".xx./xxx./.xx%/xxx."), [12.0, 15.0]);
    // Boards of up to 128 points: Black is certain of all but the six points in the corner.
    let rows = ".o.oxxxxx/oo.oxx.xx/xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxxxx.xx/xxxxxxxxx/xxxxxxxxx";
    assert_eq!(bounds("9", "ko=simple repetition=none komi=0", rows), [65.0, 81.0]);
    // White could repeat an earlier board.
    assert_eq!(bounds("4", "ko=stoical repetition=draw komi=0", ".xx./xxx./.xx./xxx."), [-16.0, 16.0]);
}

#[test]
fn walled_in_points_belong_to_nobody() {
    // A point with blocked neighbours alone; an eye beside blocked points counts as ever.
    let rules = "ko=stoical repetition=none komi=0";
    assert_eq!(bounds("4", rules, "%x%%/.x%%/xx%./%x.%"), [7.0, 7.0]);
    assert_eq!(bounds("4", rules, "%o%%/.o%%/oo%./%o.%"), [-7.0, -7.0]);
    assert_eq!(bounds("5", rules, ".x.x./xxxxx/xxxxx/%xxxx/.%xxx"), [22.0, 22.0]);
    // Both sides are alive: neither gets A1.
    let rows = ".x.xo.o.o/xxxxooooo/xxxxxoooo/xxxxxoooo/xxxxxoooo/xxxxxoooo/xxxxxoooo/%xxxxoooo/.%xxxoooo";
    let lead = bounds("9", "ko=simple repetition=none komi=0", rows);
    assert_eq!(lead, [2.0, 2.0]);
    // A room of two points that no stone touches is open to both sides.
    assert_eq!(bounds("5x4", rules, ".xx%./xxx%./.xx%%/xxxx%"), [13.0 - 2.0, 13.0 + 2.0]);
    // A board on which only one colour stands, and one without a point for a stone.
    assert_eq!(bounds("3", "ko=stoical repetition=none komi=2", ".%./%%%/.%."), [-2.0, -2.0]);
}

/// If both sides pass at once, each has kept what it can keep.
#[test]
fn the_score_after_two_passes_lies_within_the_bounds_of_random_boards() {
    let (mut rng, mut narrow, mut boards) = (seeded(9), 0, 0);
    let stoical = quintet_games::find("stoical").expect("a known game");
    while boards < 4000 {
        let Some(setup) = random_setup(stoical, &mut rng) else { continue };
        let Ok(position) = setup.position(&random_diagram(&setup, &mut rng)) else { continue };
        let [low, high] = position.value_bounds();
        let mut ended = position.clone();
        ended.play(Move::PASS).and_then(|()| ended.play(Move::PASS)).expect("a pass is legal");
        let score = ended.outcome().expect("two passes end the game").margin.points();
        assert!(low <= score && score <= high, "{score}, not {low} to {high}: {:?}", position.diagram());
        narrow += u32::from(high - low < setup.geometry().len() as f64);
        boards += 1;
    }
    assert!(narrow > 300, "{narrow}");
}

/// Checks in all reachable positions that each side can force an end as good as its bound. Returns
/// the number of positions with non-trivial bounds.
fn check_bounds(setup: &Setup) -> usize {
    let start = setup.start();
    let graph = Graph::new(setup, &*start, 1_000_000, &|_| true).unwrap();
    let points = setup.geometry().len() as f64;
    let [worst, best] = [-points, points];
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
fn each_side_can_force_its_static_bound_in_every_position_of_small_boards() {
    for line in ["stoical 2x3", "stoical 2x4", "stoical 3", "stoical 3 block=B2", "stoical 2x4 ko=snapback"] {
        let nontrivial = check_bounds(&setup(&format!("{line} repetition=none")));
        assert!(nontrivial > 0, "{line}: nothing was kept anywhere");
    }
}

/// Solves positions of random games by alpha-beta search and by the graph of all positions.
fn compare_solvers(setup: &Setup) {
    let start = setup.start();
    let graph = Graph::new(setup, &*start, 1_000_000, &|_| true).unwrap();
    let mut rng = seeded(1);
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
        let found = quintet_solve::search_alone(setup, &*position, Limits::default(), &|_| true);
        assert_eq!(found.value(), known.value(), "{:?}", position.diagram());
        assert_eq!(found.best, known.best, "{:?}", position.diagram());
    }
}

#[test]
fn alpha_beta_search_of_stoical_go_agrees_with_the_graph_of_all_positions() {
    for line in ["stoical 2x3", "stoical 2x4", "stoical 3", "stoical 2x5", "stoical 2x5 komi=1.5"] {
        compare_solvers(&setup(&format!("{line} repetition=none")));
    }
}
