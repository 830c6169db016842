//! Keys that are the same for all images of a position.

use quintet_core::board::Point;
use quintet_core::random::seeded;
use quintet_core::setup::Setup;
use quintet_core::types::{Action, Move};
use quintet_solve::symmetry::Symmetries;

use crate::{random_move, setup};

/// Returns the image of a move.
fn image_of_move(setup: &Setup, mv: Move, map: &[u16], exchanged: bool) -> Move {
    match mv.action() {
        // In Cascade the kinds 0 and 1 are White's and Black's colours.
        Action::Place { kind: kind @ 0..2, point } if exchanged && setup.info().kinds.len() == 3 => {
            Move::place(1 - kind, Point(map[point.index()]))
        }
        Action::Place { kind, point } => Move::place(kind, Point(map[point.index()])),
        _ => mv,
    }
}

/// Plays the same random game on a board and on its image, and compares the keys.
fn check_image(setup: &Setup, map: &[u16], exchanged: bool, seed: u64) {
    let symmetries = Symmetries::new(setup);
    let mut rng = seeded(seed);
    let (mut position, mut image) = (setup.start(), setup.start());
    if exchanged {
        image.set_to_move(position.to_move().other());
    }
    for _ in 0..40 {
        if position.is_over() {
            break;
        }
        assert_eq!(symmetries.key(&*position), symmetries.key(&*image), "{} {map:?}", setup.info().id);
        let mv = random_move(&*position, &mut rng);
        position.play(mv).unwrap();
        image.play(image_of_move(setup, mv, map, exchanged)).unwrap();
        position.normalize_turn();
        image.normalize_turn();
    }
}

#[test]
fn images_and_boards_with_exchanged_colours_have_one_key() {
    let lines = ["alaric 7", "alaric 8 board=line", "bracket 5", "bracket 4 shape=rhombus", "cascade 4"];
    let more = ["cascade 5 fill=both", "cancer 4 pie=off", "cancer 3x5 pie=off eye=group", "stoical 4", "stoical 2x5"];
    for setup in lines.iter().chain(&more).map(|line| setup(line)) {
        let geometry = setup.geometry();
        let identity: Vec<u16> = (0..geometry.width() * geometry.height()).collect();
        let maps = (setup.info().solving.symmetries)(&setup);
        for (seed, map) in (0..).zip(maps.iter().chain([&identity])) {
            for exchanged in [false, true] {
                check_image(&setup, map, exchanged, seed);
            }
        }
    }
}
