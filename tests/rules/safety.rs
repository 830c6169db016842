//! Unconditional life in Stoical Go, and forward search that rests on it: what a seat is said to keep, it can keep.

use quintet::game::Game;
use quintet::games::{self, Visitor};
use quintet::record::position;
use quintet::setup::{Diagram, Setup};
use quintet::solve::graph::Graph;
use quintet::solve::{self, Limits};
use quintet::words::{Rng, random_below};
use rand::SeedableRng as _;

use crate::setups::setup;
use crate::walk::each_reached;

/// The bounds that a position's value has at a glance.
struct Bounds(Diagram);

impl Visitor for Bounds {
    type Output = [f64; 2];

    fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
        G::from_diagram(setup, &self.0).unwrap().value_bounds()
    }
}

fn bounds(size: &str, rules: &str, rows: &str) -> [f64; 2] {
    let (setup, diagram) = position::read(&format!("stoical {size} {rules} {rows} b")).unwrap();
    games::visit(&setup, Bounds(diagram))
}

#[test]
fn an_empty_board_is_worth_no_less_than_nothing_to_the_seat_to_move() {
    let empty = "..../..../..../....";
    assert_eq!(bounds("4", "ko=stoical repetition=none komi=0", empty), [0.0, 16.0]);
    assert_eq!(bounds("4", "ko=simple repetition=none komi=0", "..../.%../..../...."), [0.0, 15.0]);
    // Not where komi makes a pass worth more to one seat than to the other, nor where repetition draws.
    assert_eq!(bounds("4", "ko=stoical repetition=none komi=2", empty), [-18.0, 14.0]);
    assert_eq!(bounds("4", "ko=stoical repetition=draw komi=0", empty), [-16.0, 16.0]);
    let (setup, diagram) =
        position::read(&format!("stoical 4 ko=stoical repetition=none komi=0 {empty} w passes=1")).unwrap();
    assert_eq!(games::visit(&setup, Bounds(diagram)), [-16.0, 0.0]);
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

/// Looks at all positions that play can lead to: each seat can force an end as good as what it is said to keep.
struct Kept;

impl Visitor for Kept {
    type Output = usize;

    fn visit<G: Game>(self, setup: &Setup) -> usize {
        let start = G::new(setup);
        let graph = Graph::new(setup, &start, 1_000_000, &|_| true).unwrap();
        let [worst, best] = start.margins_left();
        let mut told = 0;
        each_reached(start, |position| {
            let [low, high] = position.value_bounds();
            let [black, white] =
                graph.ends(position).unwrap().map(|end| end.map_or(worst, |(margin, _)| margin.into()));
            assert!(
                low <= black && high >= -white,
                "{low} and {high}, not {black} and {white}: {:?}",
                position.diagram()
            );
            told += usize::from([low, high] != [worst, best]);
        });
        told
    }
}

#[test]
fn each_seat_can_force_what_it_is_said_to_keep_in_every_position_of_small_boards() {
    for line in ["stoical 2x3", "stoical 2x4", "stoical 3", "stoical 3 block=B2", "stoical 2x4 ko=snapback"] {
        let told = games::visit(&setup(&format!("{line} repetition=none")), Kept);
        assert!(told > 0, "{line}: nothing was kept anywhere");
    }
}

/// Solves positions of random play by forward search, and by a look at all positions.
struct TwoWays;

impl Visitor for TwoWays {
    type Output = ();

    fn visit<G: Game>(self, setup: &Setup) {
        let start = G::new(setup);
        let graph = Graph::new(setup, &start, 1_000_000, &|_| true).unwrap();
        let mut rng = Rng::seed_from_u64(1);
        for game in 0..8 {
            let (mut position, mut moves) = (start.clone(), Vec::new());
            for _ in 0..game {
                moves.clear();
                position.legal_moves(&mut moves);
                position.play_unchecked(moves[random_below(&mut rng, moves.len() as u32) as usize]);
                position.settle();
                if position.is_over() {
                    break;
                }
            }
            let known = graph.solution(&position, std::time::Instant::now()).unwrap();
            let found = solve::search_alone(setup, &position, Limits::default());
            assert_eq!(found.value(), known.value(), "{:?}", position.diagram());
            assert_eq!(found.best, known.best, "{:?}", position.diagram());
        }
    }
}

#[test]
fn forward_search_of_stoical_go_agrees_with_a_look_at_all_positions() {
    for line in ["stoical 2x3", "stoical 2x4", "stoical 3", "stoical 2x5", "stoical 2x5 komi=1.5"] {
        games::visit(&setup(&format!("{line} repetition=none")), TwoWays);
    }
}
