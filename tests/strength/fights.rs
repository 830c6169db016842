//! The fights of `tests/fights`: their answers are proved again, and the engine finds most of them.

use std::fs;
use std::path::{Path, PathBuf};

use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::position::AnyPosition;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_engine::Settings;
use quintet_record::position_line;

use crate::{choose, engine_for, visits};
use quintet_fights::proof::{Prover, region};

/// The two sets: the first is for tuning, the second is the holdout set.
const HALVES: [&str; 2] = ["tuned", "kept"];

/// The minimum margin in points by which the right moves are better than all others.
const GAP: f64 = 4.0;

/// Calls `test` with both halves at the same time.
fn with_both_halves(test: impl Fn(&str) + Sync) {
    std::thread::scope(|scope| {
        for half in HALVES {
            scope.spawn(|| test(half));
        }
    });
}

/// A fight of a suite.
struct Fight {
    /// Its suite and line.
    name: String,
    /// The position line.
    line: String,
    right: Vec<Move>,
}

fn files(half: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fights").join(half);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn fights(half: &str) -> Vec<Fight> {
    let mut fights = Vec::new();
    for file in files(half) {
        let text = fs::read_to_string(&file).unwrap();
        let mut line = None;
        for row in text.lines() {
            if let Some(rest) = row.strip_prefix("quintet-set_position ") {
                line = Some(rest.to_owned());
            } else if let Some(rest) = row.strip_prefix("#? [") {
                let line = line.take().expect("a position stands above each answer");
                let geometry = position_line::read(&line).unwrap().0.geometry();
                let vertices = rest.trim_end_matches(']').split('|');
                let right = vertices.map(|vertex| Move::place(0, geometry.point(vertex.parse().unwrap()).unwrap()));
                let name = format!("{} {}", file.display(), fights.len());
                fights.push(Fight { name, right: right.collect(), line });
            }
        }
    }
    fights
}

/// Proves which moves win a fight by some points, and which lose it; panics if it cannot.
fn prove(fight: &Fight, setup: &Setup, diagram: &Diagram, komi: f64) {
    let region = region(setup, diagram);
    let start = setup.position(diagram).unwrap();
    let seat = start.to_move();
    let margin = komi * seat.sign();
    let mut prover = Prover::new(&region, seat, margin + GAP / 2.0, 1_000_000);
    let mut other = Prover::new(&region, seat.other(), GAP / 2.0 - margin, 1_000_000);
    let mut moves = Vec::new();
    start.legal_moves(&mut moves);
    for mv in moves {
        let mut next = start.clone();
        next.advance(mv);
        let proved = if fight.right.contains(&mv) { prover.proves(&*next) } else { other.proves(&*next) };
        assert_eq!(proved, Some(true), "{}: {mv:?}", fight.name);
        if fight.right.contains(&mv) {
            let kept = least_after(&*next, &prover.line(&*next), seat);
            assert!(kept >= margin + GAP / 2.0, "{}: {mv:?} keeps {kept}", fight.name);
        }
    }
}

/// Returns the margin that a side can force after a variation.
fn least_after(position: &dyn AnyPosition, line: &[Move], seat: Seat) -> f64 {
    let mut position = position.boxed_clone();
    for &mv in line {
        position.advance(mv);
    }
    let bounds = position.outcome().map_or(position.value_bounds(), |outcome| [outcome.margin.points(); 2]);
    bounds.map(|bound| bound * seat.sign()).into_iter().fold(f64::INFINITY, f64::min)
}

#[test]
fn the_answers_of_fights_are_proved() {
    with_both_halves(|half| {
        for fight in &fights(half) {
            // Positional superko does not matter here: in a proof no position repeats.
            let line = fight.line.replace("ko=positional", "ko=simple");
            let (mut setup, diagram) = position_line::read(&line).unwrap();
            let komi = setup.komi();
            setup.set_komi(0.0);
            prove(fight, &setup, &diagram, komi);
        }
    });
}

#[test]
fn most_fights_are_won_with_few_simulations() {
    with_both_halves(|half| {
        let all = fights(half);
        assert!(all.len() >= 100, "{half}: {}", all.len());
        let won = all.iter().filter(|fight| {
            let (setup, diagram) = position_line::read(&fight.line).unwrap();
            let mut engine = engine_for(Game::from_diagram(setup, &diagram).unwrap());
            let found = choose(&mut engine, visits(300), &Settings::default()).mv;
            found.is_some_and(|mv| fight.right.contains(&mv))
        });
        let share = won.count() as f64 / all.len() as f64;
        assert!(share >= 0.85, "{half}: {share}");
    });
}
