//! Random numbers.

use rand::{Rng as _, SeedableRng as _};

/// The random number generator of playouts, openings and seeds. Its output for a seed is the same
/// on every machine.
pub type Rng = rand::rngs::Xoshiro256PlusPlus;

/// Returns the generator of a seed.
#[inline]
pub fn seeded(seed: u64) -> Rng {
    Rng::seed_from_u64(seed)
}

/// Returns a random number below `bound`, which must not be 0.
///
/// Multiplies instead of dividing; the bias is below 2⁻²².
///
/// ```
/// use quintet_core::random::{random_below, seeded};
///
/// let mut rng = seeded(1);
/// let dice: Vec<u32> = (0..100).map(|_| random_below(&mut rng, 6)).collect();
/// assert!((0..6).all(|side| dice.contains(&side)));
/// ```
#[inline]
pub fn random_below(rng: &mut Rng, bound: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(bound)) >> 32) as u32
}

/// Returns the `number`-th output of SplitMix64 (Steele, Lea and Flood, 2014) for a seed.
///
/// Nearby seeds and numbers have unrelated outputs; that of 0 and 0 is 0.
#[inline]
pub const fn split_mix(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
