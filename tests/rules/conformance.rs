//! The conformance kit passes every game on all its test boards, and finds broken games.

use std::collections::BTreeSet;

use quintet_conformance::{Extent, Promise, Violation, check, check_info};
use quintet_core::setup::GameInfo;
use quintet_games as games;

use crate::broken_games::{DEFECTS, Defect, broken_setup, with_defect};
use crate::setups::{large, setup, small, small_by_rules};

fn check_line(line: &str, extent: Extent) {
    check(&setup(line), extent).unwrap_or_else(|violation| panic!("{violation}"));
}

#[test]
fn every_game_keeps_its_promises_on_small_boards() {
    std::thread::scope(|scope| {
        for half in 0..2 {
            scope.spawn(move || {
                for (i, line) in (0..).zip(small()).filter(|(i, _)| i % 2 == half) {
                    check_line(&line, Extent { games: 6, plies: 60, seed: i * 100 });
                }
            });
        }
    });
}

#[test]
fn every_game_keeps_its_promises_on_large_boards() {
    for (seed, line) in (1..).zip(large()) {
        check_line(&line, Extent { games: 2, plies: 30, seed });
    }
}

#[test]
fn the_constant_facts_of_every_game_are_consistent() {
    for info in games::GAMES {
        check_info(info).unwrap();
    }
    let names: [fn(&GameInfo) -> &str; 3] = [|info| info.id, |info| info.title, |info| info.presentation.gogui_id];
    for name in names {
        let names: BTreeSet<_> = games::GAMES.iter().map(|info| name(info).to_lowercase()).collect();
        assert_eq!(names.len(), games::GAMES.len(), "two games have the same name: {names:?}");
    }
    assert!(games::GAMES.iter().any(|info| std::ptr::eq(*info, games::DEFAULT)));
}

/// Returns the promises that the kit finds broken when the games have a defect, on the boards of
/// each game with its default rules.
fn broken_by(defect: Defect) -> BTreeSet<Promise> {
    let mut broken = BTreeSet::new();
    for info in games::GAMES {
        for line in &small_by_rules(info)[0] {
            let setup = broken_setup(&setup(line));
            let extent = Extent { games: 4, plies: 40, seed: 1 };
            if let Err(Violation { promise, .. }) = with_defect(defect, || check(&setup, extent)) {
                broken.insert(promise);
            }
        }
    }
    broken
}

#[test]
fn the_kit_finds_every_defect_by_the_promise_that_it_breaks() {
    std::thread::scope(|scope| {
        for &(defect, promises) in DEFECTS {
            scope.spawn(move || {
                let broken = broken_by(defect);
                assert!(!broken.is_empty(), "{defect:?} is not found");
                assert!(broken.iter().all(|promise| promises.contains(promise)), "{defect:?} is found by {broken:?}");
            });
        }
    });
    assert!(DEFECTS.len() >= 10);
}

#[test]
fn the_kit_accepts_the_same_games_without_a_defect() {
    assert_eq!(broken_by(Defect::None), BTreeSet::new());
}
