//! The speed of a network.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use quintet_core::game::Game;
use quintet_core::random::{random_below, seeded};
use quintet_core::setup::Setup;
use quintet_network::{Grid, Network, NetworkInput};
use quintet_system::cpu;

use super::WINDOW;

/// The number of positions that are evaluated in turn: those of the first moves of a random game.
const POSITIONS: usize = 16;

/// Evaluates positions of a setup, as many as `count` or for a time, and writes lines of a name and
/// a value.
///
/// # Errors
/// Returns the errors of `out`.
pub fn measure(
    setup: &Setup,
    network: &Network,
    count: Option<u64>,
    time: Duration,
    seed: u64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let grid = Grid { width: setup.width().into(), height: setup.height().into() };
    let positions = positions(setup, seed);
    let begun = Instant::now();
    let (mut evaluations, mut best) = (0_u64, f64::INFINITY);
    let (mut window, mut before) = (begun, 0);
    while count.map_or_else(|| begun.elapsed() < time, |count| evaluations < count) {
        let inputs = &positions[evaluations as usize % positions.len()];
        black_box(network.evaluate(black_box(&NetworkInput { grid, inputs, komi: 0.0 })));
        evaluations += 1;
        let taken = window.elapsed();
        if taken >= WINDOW {
            best = best.min(taken.as_secs_f64() / (evaluations - before) as f64);
            (window, before) = (Instant::now(), evaluations);
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    let mean = seconds / evaluations as f64;
    let parameters = network.parameters();
    writeln!(out, "network {}", parameters.shape())?;
    writeln!(out, "parameters {}", parameters.count())?;
    writeln!(out, "simd {}", cpu::simd())?;
    writeln!(out, "evaluations {evaluations}")?;
    writeln!(out, "seconds {seconds:.3}")?;
    writeln!(out, "microseconds_per_evaluation {:.2}", mean * 1e6)?;
    writeln!(out, "best_microseconds_per_evaluation {:.2}", best.min(mean) * 1e6)
}

/// Returns the inputs of the network for the first positions of a random game.
fn positions(setup: &Setup, seed: u64) -> Vec<Vec<u16>> {
    let mut rng = seeded(seed);
    let mut game = Game::new(setup.clone());
    let mut positions = Vec::new();
    while positions.len() < POSITIONS && !game.position().is_over() {
        let mut inputs = Vec::new();
        game.position().inputs(&mut inputs);
        positions.push(inputs);
        let seat = game.position().to_move();
        let moves = game.legal_moves(seat);
        let mv = moves[random_below(&mut rng, moves.len() as u32) as usize];
        game.play(seat, mv).expect("a legal move");
    }
    positions
}
