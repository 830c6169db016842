//! Measurements, not tests: run them by hand in release mode, with `--ignored --nocapture`.
//!
//! - `speed`: simulations per second from the empty board with one thread and with two; with
//!   ownership if the variable `OWNERSHIP` is set.
//! - `settings`: a match between two settings of the search. `A` and `B` are the differences from the
//!   defaults (`A=exploration=0.4,margin_share=0`); `GAME`, `VISITS` and `GAMES` describe the match.

use quintet_engine::{Request, Settings};

use quintet_core::random::seeded;
use quintet_core::types::Seat;
use quintet_search::{Interrupt, ParamOverrides, SearchOptions};

use crate::{choose, default_setup, default_setups, millis, random_move, visits};

#[test]
#[ignore = "a measurement"]
fn speed() {
    for setup in default_setups() {
        let speed = |threads| {
            let settings = Settings { threads, ..Settings::default() };
            let mut runs: Vec<f64> = (0..5)
                .map(|_| {
                    let mut player = crate::player(&setup);
                    let (seat, interrupt) = (player.game().to_move(), Interrupt::default());
                    let request = Request::new(seat, millis(1000), &settings, &interrupt);
                    let ownership = std::env::var_os("OWNERSHIP").is_some();
                    let options = SearchOptions { to_the_limit: true, ownership, ..request.options };
                    let request = Request { fresh: true, options, ..request };
                    let report = player.choose(&request, &mut |_| {}).report;
                    report.simulations as f64 / report.time.as_secs_f64()
                })
                .collect();
            runs.sort_by(f64::total_cmp);
            runs[2]
        };
        let (one, two) = (speed(1), speed(2));
        println!("{}: {one:.0} simulations a second, two threads {:.2} times", setup.info().id, two / one);
    }
}

fn variable(name: &str, otherwise: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| otherwise.to_owned())
}

fn params(text: &str) -> ParamOverrides {
    let mut params = ParamOverrides::default();
    for word in text.split(',').filter(|word| !word.is_empty()) {
        let (name, value) = word.split_once('=').expect("name=value");
        let value = value.parse().expect("a number");
        params.set(name, value).unwrap_or_else(|| panic!("no setting is called {name}, or it does not take {value}"));
    }
    params
}

#[test]
#[ignore = "a measurement"]
fn settings() {
    let (a, b) = (params(&variable("A", "")), params(&variable("B", "")));
    let count: u64 = variable("VISITS", "1000").parse().expect("a number");
    let time: u64 = variable("MILLIS", "0").parse().expect("a number");
    let games: u64 = variable("GAMES", "200").parse().expect("a number");
    let all = quintet_games::GAMES.iter().map(|info| info.id).collect::<Vec<_>>().join(",");
    for id in variable("GAME", &all).split(',') {
        let setup = default_setup(id);
        let (mut points, mut squares) = (0.0, 0.0);
        for pair in 0..games / 2 {
            let mut pair_points = 0.0;
            for ours in Seat::BOTH {
                let mut rng = seeded(pair);
                let mut players = [crate::player(&setup), crate::player(&setup)];
                while !players[0].game().is_over() && players[0].game().moves().len() < 400 {
                    let seat = players[0].game().to_move();
                    let player = &mut players[usize::from(seat != ours)];
                    // Two random moves make pairs differ.
                    let params = if seat == ours { a } else { b };
                    let settings = Settings { seed: pair, params, ..Settings::default() };
                    let limits = if time > 0 { millis(time) } else { visits(count) };
                    let mv = match player.game().moves().len() {
                        0..2 => random_move(player.game(), &mut rng),
                        _ => choose(player, limits, &settings).mv.expect("a move"),
                    };
                    for player in &mut players {
                        player.game_mut().play(seat, mv).expect("it is legal");
                    }
                }
                pair_points += match players[0].game().outcome().and_then(|outcome| outcome.winner()) {
                    Some(winner) if winner == ours => 0.5,
                    Some(_) => 0.0,
                    None => 0.25,
                };
            }
            points += pair_points;
            squares += pair_points * pair_points;
        }
        let pairs = (games / 2) as f64;
        let mean = points / pairs;
        let error = ((squares / pairs - mean * mean).max(0.0) / pairs).sqrt();
        println!("{id}: A scores {:.1} % ± {:.1} (95 %) in {games} games", 100.0 * mean, 196.0 * error);
    }
}

#[test]
#[ignore = "a measurement"]
fn one_search() {
    let setup = default_setup(&variable("GAME", "stoical"));
    let settings = Settings { threads: variable("THREADS", "1").parse().expect("a number"), ..Settings::default() };
    let count = variable("VISITS", "200000").parse().expect("a number");
    let began = std::time::Instant::now();
    let report = choose(&mut crate::player(&setup), visits(count), &settings).report;
    println!("{} simulations in {:?}", report.simulations, began.elapsed());
}
