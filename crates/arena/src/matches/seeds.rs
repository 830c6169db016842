//! Seeds of everything random in a match.

use quintet_core::random::split_mix;

/// Returns the seed of one random thing of a match, by SplitMix64; `what` distinguishes the things.
pub fn derived_seed(seed: u64, what: u64, number: u64) -> u64 {
    let mix = |seed| split_mix(seed, 1);
    mix(mix(mix(seed) ^ what) ^ number)
}

/// Returns the seed of a round's opening, in the 53 bits that every JSON reader keeps.
pub fn opening_seed(seed: u64, round: u64) -> u64 {
    derived_seed(seed, 0, round) >> 11
}
