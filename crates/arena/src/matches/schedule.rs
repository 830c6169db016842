//! The games of a match. Their numbers are fixed, so that shards need no communication and a
//! resumed match finds the games that are left.

use quintet_core::random::split_mix;

use super::config::{Format, MatchConfig};

/// A game to be played. Everything about it follows from the match and the number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// The number of the game in the whole match, from 1.
    pub number: u64,
    /// The number of the colour-swapped pair in the whole match, from 0.
    pub pair: u64,
    /// The number of the opening: all pairings of a round play the same one.
    pub round: u64,
    /// The index of the engine that plays Black.
    pub black: usize,
    /// The index of the engine that plays White.
    pub white: usize,
}

/// One of several parts of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// The number of the part, from 1.
    pub index: u64,
    /// The number of parts.
    pub count: u64,
}

impl Shard {
    /// The whole match.
    pub const ALL: Shard = Shard { index: 1, count: 1 };
}

/// The error for a text that is not a shard.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot read the shard {0:?}; a shard is I/N with I from 1 to N")]
pub struct ParseShardError(String);

impl std::str::FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Shard, ParseShardError> {
        let parts = text.split_once('/').and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
        match parts {
            Some((index, count)) if 1 <= index && index <= count => Ok(Shard { index, count }),
            _ => Err(ParseShardError(text.to_owned())),
        }
    }
}

/// Returns the pairs of engines that play each other, by index, the lower one first.
pub fn pairings(format: Format, engines: usize) -> Vec<(usize, usize)> {
    match format {
        Format::RoundRobin => (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b))).collect(),
        Format::Gauntlet => (1..engines).map(|b| (0, b)).collect(),
    }
}

/// Returns all games of a match, in order: round by round, in a round every pairing, in a pairing
/// both colours. If the number of games per pairing is odd, its last game has no partner.
pub fn jobs(config: &MatchConfig) -> Vec<ScheduledGame> {
    let pairings = pairings(config.format, config.engines.len());
    let mut jobs = Vec::new();
    let (mut number, mut pair) = (0, 0);
    for round in 0..config.games.div_ceil(2) {
        for &(first, second) in &pairings {
            for swapped in 0..2 {
                if 2 * round + swapped < config.games {
                    number += 1;
                    let (black, white) = if swapped == 0 { (first, second) } else { (second, first) };
                    jobs.push(ScheduledGame { number, pair, round, black, white });
                }
            }
            pair += 1;
        }
    }
    jobs
}

/// Returns the games of a shard: whole pairs, dealt out in turn.
pub fn of_shard(jobs: Vec<ScheduledGame>, shard: Shard) -> Vec<ScheduledGame> {
    jobs.into_iter().filter(|job| job.pair % shard.count == shard.index - 1).collect()
}

/// Returns the seed of one random thing of a match, by SplitMix64; `what` distinguishes the things.
pub fn derived_seed(seed: u64, what: u64, number: u64) -> u64 {
    let mix = |seed| split_mix(seed, 1);
    mix(mix(mix(seed) ^ what) ^ number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::engine_config::EngineConfig;

    fn config(engines: usize, games: u64, format: Format) -> MatchConfig {
        MatchConfig { games, format, engines: vec![EngineConfig::default(); engines], ..MatchConfig::default() }
    }

    #[test]
    fn every_pairing_gets_its_games_with_colours_swapped() {
        for (engines, games, format, pairings) in
            [(2, 5, Format::RoundRobin, 1), (4, 6, Format::RoundRobin, 6), (4, 6, Format::Gauntlet, 3)]
        {
            let jobs = jobs(&config(engines, games, format));
            assert_eq!(jobs.len() as u64, games * pairings);
            assert!(jobs.iter().zip(1..).all(|(job, number)| job.number == number));
            for job in &jobs {
                let partners: Vec<_> = jobs.iter().filter(|other| other.pair == job.pair).collect();
                assert!(partners.len() <= 2);
                if let [a, b] = partners[..] {
                    assert_eq!((a.black, a.white, a.round), (b.white, b.black, b.round));
                }
            }
        }
    }

    #[test]
    fn shards_share_the_games_out_without_splitting_pairs() {
        let all = jobs(&config(3, 7, Format::RoundRobin));
        let mut dealt: Vec<ScheduledGame> =
            (1..=4).flat_map(|index| of_shard(all.clone(), Shard { index, count: 4 })).collect();
        dealt.sort_by_key(|job| job.number);
        assert_eq!(dealt, all);
        assert!("0/3".parse::<Shard>().is_err() && "4/3".parse::<Shard>().is_err() && "3".parse::<Shard>().is_err());
    }
}
