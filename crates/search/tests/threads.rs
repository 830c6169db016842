//! Tiny searches by one thread and by two: what both prove must agree, and no simulation is lost.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use quintet_core::game::Game;
use quintet_core::random::{Rng, random_below, seeded};
use quintet_core::setup::Setup;
use quintet_core::types::Move;
use quintet_core::weights::Weights;
use quintet_search::{Interrupt, Limits, ParamOverrides, Proof, Report, Search, SearchOptions, Tree};

/// Games on boards so small that a tiny search often proves the result.
const BOARDS: [(&str, u16); 7] =
    [("alaric", 4), ("alaric", 6), ("bracket", 3), ("cancer", 2), ("cancer", 3), ("cascade", 2), ("stoical", 2)];

/// The number of comparisons at the same time, so that the processors are busy while the threads of
/// other searches start.
const WORKERS: usize = 4;

/// Returns a game after up to `most` random moves, as far as it is not over.
fn random_game(id: &str, size: u16, most: u32, rng: &mut Rng) -> Game {
    let mut game = Game::new(Setup::new(quintet_games::find(id).unwrap()).with_size(size).unwrap());
    for _ in 0..random_below(rng, most + 1) {
        let moves = game.legal_moves(game.to_move());
        let mv = moves[random_below(rng, moves.len() as u32) as usize];
        game.play(game.to_move(), mv).unwrap();
        if game.is_over() {
            game.undo(1).unwrap();
            break;
        }
    }
    game
}

/// Searches a position to the limit of visits.
fn search(game: &Game, weights: &Weights, threads: usize, visits: u64, stream: u64) -> (Move, Report) {
    search_with_reports(game, weights, threads, visits, stream, &mut |_| {})
}

/// Searches a position to the limit of visits, with a report after each batch of simulations.
fn search_with_reports(
    game: &Game,
    weights: &Weights,
    threads: usize,
    visits: u64,
    stream: u64,
    on_report: &mut dyn FnMut(&Report),
) -> (Move, Report) {
    let params = ParamOverrides::default().resolve(weights);
    let interrupt = Interrupt::default();
    let limits = Limits { visits: Some(visits), time: None };
    let report_every = Some(Duration::ZERO);
    let options = SearchOptions { limits, to_the_limit: true, report_every, ..SearchOptions::new(&interrupt) };
    let root = game.search_position(game.to_move());
    let mut search = Search::new(game, root, &params, weights, Tree::new(1), options);
    (search.stream, search.threads) = (stream, threads);
    let found = search.run(on_report);
    (found.mv, found.report)
}

/// Compares searches of random positions.
fn compare(searches: u64) {
    let weights = &BOARDS.map(|(id, _)| quintet_games::find(id).unwrap().shipped_weights());
    let [agreed, unproved] = std::thread::scope(|scope| {
        let start = |first| scope.spawn(move || compare_some((first..searches).step_by(WORKERS), weights));
        let workers: Vec<_> = (0..WORKERS as u64).map(start).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).fold([0; 2], |[a, b], [c, d]| [a + c, b + d])
    });
    assert!(unproved > searches / 20, "only {unproved} searches of {searches} positions proved nothing");
    assert!(agreed > searches / 4, "only {agreed} of {searches} positions were proved by both");
}

/// Compares some searches, and returns in how many both proved the result, and how many proved
/// nothing.
fn compare_some(numbers: impl Iterator<Item = u64>, weights: &[Weights]) -> [u64; 2] {
    let (mut agreed, mut unproved) = (0, 0);
    for number in numbers {
        let mut rng = seeded(number);
        let board = random_below(&mut rng, BOARDS.len() as u32) as usize;
        let (id, size) = BOARDS[board];
        let game = random_game(id, size, 12, &mut rng);
        let visits = u64::from(1 + random_below(&mut rng, 80));
        let context = || format!("search {number}: {id} {size}, {visits} visits, after {:?}", game.moves());
        let reports = [1, 2].map(|threads| {
            let (mv, report) = search(&game, &weights[board], threads, visits, number);
            assert!(game.is_legal(game.to_move(), mv), "{mv:?} is illegal, {}", context());
            assert!((0.0..=1.0).contains(&report.win_rate), "{} {}", report.win_rate, context());
            let children: u64 = report.candidates.iter().map(|candidate| candidate.visits).sum();
            // A move that ends the game at once is added like a simulation.
            let most = visits + report.candidates.len() as u64;
            assert!(children <= report.visits && report.visits <= most, "{report:?}, {}", context());
            if report.proof.is_none() {
                assert!(report.visits >= visits, "{report:?}, {}", context());
                unproved += 1;
            }
            report
        });
        let [one, two] = &reports;
        if let (Some(one), Some(two)) = (one.proof, two.proof) {
            assert_eq!(one, two, "{}", context());
            agreed += 1;
        }
        for candidate in &one.candidates {
            let other = two.candidates.iter().find(|other| other.mv == candidate.mv);
            let proofs = (candidate.proof, other.and_then(|other| other.proof));
            // A bound is not a value: a move may be proved to be a draw at least.
            let contradict =
                matches!(proofs, (Some(Proof::Win), Some(Proof::Loss)) | (Some(Proof::Loss), Some(Proof::Win)));
            assert!(!contradict, "{:?}: {proofs:?}, {}", candidate.mv, context());
        }
    }
    [agreed, unproved]
}

#[test]
fn two_threads_prove_what_one_proves() {
    compare(20_000);
}

/// `cargo test --release -p quintet-search --test threads -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn two_threads_prove_what_one_proves_in_a_million_searches() {
    compare(1_000_000);
}

/// A move has its rank while the moves are sorted, although other threads change its visits.
#[test]
fn reports_are_made_while_other_threads_change_the_tree() {
    let info = quintet_games::find("cascade").unwrap();
    let (game, weights) = (Game::new(Setup::new(info)), info.shipped_weights());
    let mut reports = 0;
    for stream in 0..10 {
        search_with_reports(&game, &weights, 3, 3_000, stream, &mut |_| reports += 1);
    }
    assert!(reports > 100, "{reports} reports");
}

#[test]
fn a_panic_in_a_report_ends_all_threads() {
    let info = quintet_games::find("alaric").unwrap();
    let (game, weights) = (Game::new(Setup::new(info)), info.shipped_weights());
    let search = || search_with_reports(&game, &weights, 3, u64::MAX, 1, &mut |_| panic!("in a report"));
    assert!(catch_unwind(AssertUnwindSafe(search)).is_err());
}
