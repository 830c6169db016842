//! Many random boards for the comparison of the solver, and of bounds, with brute force.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::thread;
use std::time::Instant;

use quintet_core::random::seeded;
use quintet_core::setup::GameInfo;

use crate::solver::boards::random_case;
use crate::solver::{Extent, STACK, Seen, compare};

/// Compares `count` random cases of a game. Prints the cases that differ, and counts them.
fn compare_many(info: &'static GameInfo, seed: u64, count: u64, extent: Extent) -> Seen {
    let (mut rng, mut seen) = (seeded(seed), Seen::default());
    while seen.compared + seen.wrong < count {
        let Some(mut case) = random_case(info, &mut rng) else { continue };
        match panic::catch_unwind(AssertUnwindSafe(|| compare(&mut case, &mut rng, extent, &mut seen))) {
            Ok(compared) => seen.too_large += u64::from(compared.is_none()),
            Err(_) => seen.wrong += 1,
        }
    }
    seen
}

/// Does the same for all games at once, each on a thread of its own.
fn compare_games(seed: u64, count: u64, extent: Extent) -> BTreeMap<&'static str, Seen> {
    thread::scope(|scope| {
        let workers: Vec<_> = (seed..)
            .zip(quintet_games::GAMES)
            .map(|(seed, info)| {
                let run = move || compare_many(info, seed, count, extent);
                let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
                (info.id, worker.expect("a thread can be started"))
            })
            .collect();
        workers.into_iter().map(|(id, worker)| (id, worker.join().expect("panics are counted"))).collect()
    })
}

#[test]
fn values_bounds_and_best_moves_are_those_of_brute_force_on_random_small_boards() {
    let seen = compare_games(1, 40, Extent { positions: 1500, on_lines: 1000 });
    assert!(seen.values().all(|seen| seen.wrong == 0), "{seen:?}");
    assert!(seen.values().all(|seen| seen.best[0] >= 60 && seen.best[1] >= 20), "{seen:?}");
    let stoical = &seen["stoical"];
    assert!(stoical.walled_in >= 10 && stoical.by_lines >= 5 && stoical.unknown >= 5, "{stoical:?}");
}

/// Takes some minutes: `cargo test --release --test rules ten_thousand -- --ignored --nocapture`.
#[test]
#[ignore = "long"]
fn ten_thousand_random_small_boards_agree_with_brute_force() {
    let begun = Instant::now();
    let seen = compare_games(100, 2000, Extent { positions: 3000, on_lines: 4000 });
    for (game, seen) in &seen {
        println!("{game}: {seen:?}");
    }
    println!("{:.0} s", begun.elapsed().as_secs_f64());
    assert!(seen.values().all(|seen| seen.wrong == 0));
}
