//! Every game is held to what the trait promises, on all its test boards; and the kit that does it is held to finding
//! games that lie.

use std::collections::BTreeSet;

use quintet::conformance::{Broken, Extent, Promise, check, check_info};
use quintet::game::Game;
use quintet::games::{self, Visitor};
use quintet::setup::{GameInfo, Setup};

use crate::lies::{LIES, Liar, Lie, telling};
use crate::setups::{large, setup, small, small_by_rules};

struct Check(Extent);

impl Visitor for Check {
    type Output = Result<(), Broken>;

    fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
        check::<G>(setup, self.0)
    }
}

#[test]
fn every_game_keeps_what_the_trait_promises_on_small_boards() {
    std::thread::scope(|scope| {
        for half in 0..2 {
            scope.spawn(move || {
                for (i, line) in (0..).zip(small()).filter(|(i, _)| i % 2 == half) {
                    let extent = Extent { games: 6, plies: 60, seed: i * 100 };
                    games::visit(&setup(&line), Check(extent)).unwrap_or_else(|broken| panic!("{broken}"));
                }
            });
        }
    });
}

#[test]
fn every_game_keeps_what_the_trait_promises_on_large_boards() {
    for (seed, line) in (1..).zip(large()) {
        let extent = Extent { games: 2, plies: 30, seed };
        games::visit(&setup(&line), Check(extent)).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn the_constant_facts_of_every_game_go_together() {
    for info in games::GAMES {
        check_info(info).unwrap();
    }
    let names: [fn(&GameInfo) -> &str; 3] = [|info| info.id, |info| info.title, |info| info.gogui_id];
    for name in names {
        let names: BTreeSet<_> = games::GAMES.iter().map(|info| name(info).to_lowercase()).collect();
        assert_eq!(names.len(), games::GAMES.len(), "two games have one name: {names:?}");
    }
    assert!(games::GAMES.iter().any(|info| std::ptr::eq(*info, games::DEFAULT)));
}

/// Holds a game that tells a lie to the promises.
struct Catch(Lie, Extent);

impl Visitor for Catch {
    type Output = Result<(), Broken>;

    fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
        telling(self.0, || check::<Liar<G>>(setup, self.1))
    }
}

/// What the kit finds when the games tell a lie, on the boards of each game with its default rules.
fn found(lie: Lie) -> BTreeSet<Promise> {
    let mut found = BTreeSet::new();
    for info in games::GAMES {
        for line in &small_by_rules(info)[0] {
            let extent = Extent { games: 4, plies: 40, seed: 1 };
            if let Err(broken) = games::visit(&setup(line), Catch(lie, extent)) {
                found.insert(broken.promise);
            }
        }
    }
    found
}

#[test]
fn the_kit_catches_every_lie_by_the_promise_that_it_breaks() {
    for &(lie, promises) in LIES {
        let found = found(lie);
        assert!(!found.is_empty(), "{lie:?} is not caught");
        assert!(found.iter().all(|promise| promises.contains(promise)), "{lie:?} is caught by {found:?}");
    }
    assert!(LIES.len() >= 10);
}

#[test]
fn the_kit_catches_nothing_where_no_lie_is_told() {
    assert_eq!(found(Lie::None), BTreeSet::new());
}
