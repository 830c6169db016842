//! Running playouts.

use quintet_core::random::Rng;

/// Runs a playout on copies of a position and of a generator; the compiler keeps parts of these in
/// registers.
#[inline(always)]
pub fn play_on_copies<P: Copy>(position: &mut P, rng: &mut Rng, play: impl FnOnce(&mut P, &mut Rng) -> f64) -> f64 {
    let mut position_copy = *position;
    let mut rng_copy = rng.clone();
    let margin = play(&mut position_copy, &mut rng_copy);
    *position = position_copy;
    *rng = rng_copy;
    margin
}
