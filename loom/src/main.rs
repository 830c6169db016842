//! Runs the lock-free tree of the search under every interleaving of two or three threads that
//! loom's model of memory permits: `cargo run --manifest-path loom/Cargo.toml`.
//!
//! The tree is compiled from its own source, with loom's atomics. Each model below states what
//! holds at its end, or at any moment, and panics with the interleaving that breaks it.

mod models;
mod sync;
#[path = "../../crates/search/src/tree/mod.rs"]
#[allow(dead_code, reason = "only a part is used here")]
mod tree;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

fn main() {
    for (name, model) in models::MODELS {
        let (begun, runs) = (Instant::now(), AtomicU64::new(0));
        let runs = std::sync::Arc::new(runs);
        let count = runs.clone();
        loom::model(move || {
            count.fetch_add(1, Ordering::Relaxed);
            model();
        });
        let runs = runs.load(Ordering::Relaxed);
        println!("{name}: {runs} interleavings in {:.1} s", begun.elapsed().as_secs_f64());
    }
}
