//! Playouts, perft and simulations of a search. `cargo bench`

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use quintet::engine::{AnyPlayer as _, Player, Request, Settings};
use quintet::game::{Game, perft};
use quintet::games::{self, Visitor};
use quintet::history::History;
use quintet::search::{Interrupt, Limits};
use quintet::setup::Setup;
use quintet::words::Rng;
use rand::SeedableRng as _;

/// Game, size, rules, and how deep perft goes.
type Board = (&'static str, u16, &'static [(&'static str, &'static str)], u32);

const BOARDS: [Board; 7] = [
    ("alaric", 11, &[], 5),
    ("bracket", 9, &[], 3),
    ("cascade", 8, &[], 2),
    ("cascade", 8, &[("fill", "both")], 2),
    ("cancer", 9, &[], 2),
    ("stoical", 9, &[], 3),
    ("stoical", 19, &[], 2),
];

/// Simulations in a search that is measured: enough for most of the work to lie in a tree as in play.
const VISITS: u64 = 2_000;

struct Measure<'a> {
    criterion: &'a mut Criterion,
    name: String,
    depth: u32,
}

impl Visitor for Measure<'_> {
    type Output = ();

    fn visit<G: Game>(self, setup: &Setup) {
        let start = G::new(setup);
        let mut rng = Rng::seed_from_u64(1);
        self.criterion.bench_function(&format!("playout {}", self.name), |bencher| {
            bencher.iter(|| black_box(&start).clone().playout(&mut rng, &mut ()));
        });
        self.criterion.bench_function(&format!("perft {} {}", self.depth, self.name), |bencher| {
            bencher.iter(|| perft(black_box(&start), self.depth, false));
        });
        let mut player = Player::new(History::new(setup.clone(), start));
        let (limits, interrupt) = (Limits { visits: Some(VISITS), time: None }, Interrupt::default());
        let settings = Settings::default();
        let request =
            Request { fresh: true, ..Request::new(player.history().to_move(), limits, &settings, &interrupt) };
        self.criterion.bench_function(&format!("search {VISITS} {}", self.name), |bencher| {
            bencher.iter(|| player.choose(black_box(&request), &mut |_| {}));
        });
    }
}

fn boards(criterion: &mut Criterion) {
    for (game, size, rules, depth) in BOARDS {
        let start = Setup::new(games::find(game).expect("a game of ours"));
        let setup = rules.iter().fold(start.with_size(size).expect("a size that it has"), |setup, (name, value)| {
            setup.with_rule(name, value).expect("a rule that it has")
        });
        let mut name = format!("{game} {size}");
        rules.iter().for_each(|(rule, value)| name += &format!(" {rule}={value}"));
        games::visit(&setup, Measure { criterion, name, depth });
    }
}

criterion_group!(benches, boards);
criterion_main!(benches);
