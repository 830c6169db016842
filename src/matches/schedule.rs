//! Which games a match has: numbered once and for all, so that shards need no talk and a resumed match knows what
//! is left.

use super::config::{Format, MatchConfig};
use crate::words::split_mix;

/// A game to be played. Everything about it follows from the match and its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Counts the games of the whole match from 1.
    pub number: u64,
    /// Counts the colour-swapped pairs of the whole match from 0.
    pub pair: u64,
    /// Counts the openings: all pairings of a round play the same one.
    pub round: u64,
    /// The engine that plays as black, by index.
    pub black: usize,
    /// The engine that plays as white, by index.
    pub white: usize,
}

/// One of several parts of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part, from 1.
    pub index: u64,
    /// Of how many.
    pub count: u64,
}

impl Shard {
    /// The whole match.
    pub const ALL: Shard = Shard { index: 1, count: 1 };
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/').and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
        match parts {
            Some((index, count)) if 1 <= index && index <= count => Ok(Shard { index, count }),
            _ => Err(format!("cannot read the shard {text:?}; a shard is I/N with I from 1 to N")),
        }
    }
}

/// Who meets whom, by index, the engine with the lower one first.
pub fn pairings(format: Format, engines: usize) -> Vec<(usize, usize)> {
    match format {
        Format::RoundRobin => (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b))).collect(),
        Format::Gauntlet => (1..engines).map(|b| (0, b)).collect(),
    }
}

/// All games of a match, in order: round by round, in a round every pairing, in a pairing both colours. Where the
/// number of games a pairing is odd, its last game has no partner.
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

/// The games of a shard: whole pairs, dealt out in turn.
pub fn of_shard(jobs: Vec<ScheduledGame>, shard: Shard) -> Vec<ScheduledGame> {
    jobs.into_iter().filter(|job| job.pair % shard.count == shard.index - 1).collect()
}

/// A seed for something (`what` tells things apart) of a match, by SplitMix64.
pub fn derived_seed(seed: u64, what: u64, number: u64) -> u64 {
    let mix = |seed| split_mix(seed, 1);
    mix(mix(mix(seed) ^ what) ^ number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::entrant::Entrant;

    fn config(engines: usize, games: u64, format: Format) -> MatchConfig {
        MatchConfig { games, format, engines: vec![Entrant::default(); engines], ..MatchConfig::default() }
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
