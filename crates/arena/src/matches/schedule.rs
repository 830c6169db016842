//! The games of a match. Everything about a game follows from the match and its number, so that
//! shards need no communication, a resumed match finds the games that are left, and no list of all
//! games is kept in memory.

use nom::Parser as _;
use nom::combinator::verify;
use nom::error::context;
use quintet_core::notation::grammar::{GrammarError, Parsed, count, parse_all, symbol};

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

    /// Returns whether a game belongs to this part. Parts have whole pairs, dealt out in turn.
    pub fn contains(self, game: &ScheduledGame) -> bool {
        game.pair % self.count == self.index - 1
    }
}

/// The error for a text that is not a shard.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot read the shard {0:?}: {1}; a shard is I/N with I from 1 to N")]
pub struct ParseShardError(String, GrammarError);

impl std::str::FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Shard, ParseShardError> {
        parse_all(text, shard).map_err(|error| ParseShardError(text.to_owned(), error))
    }
}

fn shard(input: &str) -> Parsed<'_, Shard> {
    let shard = (count, symbol("/"), count).map(|(index, _, count)| Shard { index, count });
    context("I from 1 to N", verify(shard, |shard| (1..=shard.count).contains(&shard.index))).parse(input)
}

/// Returns the pairs of engines that play each other, by index, the lower one first.
pub fn pairings(format: Format, engines: usize) -> Vec<(usize, usize)> {
    match format {
        Format::RoundRobin => (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b))).collect(),
        Format::Gauntlet => (1..engines).map(|b| (0, b)).collect(),
    }
}

/// The games of a match, in order: round by round, in a round every pairing, in a pairing both
/// colours. If the number of games per pairing is odd, the last game of each has no partner.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    /// The number of games of each pairing.
    games: u64,
}

impl Schedule {
    /// Returns the schedule of a match.
    pub fn new(config: &MatchConfig) -> Schedule {
        Schedule { pairings: pairings(config.format, config.engines.len()), games: config.games }
    }

    /// Returns the number of games.
    pub fn len(&self) -> u64 {
        self.games.saturating_mul(self.pairings.len() as u64)
    }

    /// Returns whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of games of a shard.
    pub fn len_of(&self, shard: Shard) -> u64 {
        let pairs_of = |pairs: u64| pairs / shard.count + u64::from(pairs % shard.count >= shard.index);
        let pairings = self.pairings.len() as u64;
        let whole = (self.games / 2).saturating_mul(pairings);
        // The pairs of a last round with one game each follow those with two.
        let all = self.games.div_ceil(2).saturating_mul(pairings);
        pairs_of(whole).saturating_add(pairs_of(all))
    }

    /// Returns the game with a number; `None` if there is no such game.
    pub fn game(&self, number: u64) -> Option<ScheduledGame> {
        let index = number.checked_sub(1).filter(|_| number <= self.len())?;
        let pairings = self.pairings.len() as u64;
        let whole = (self.games / 2).saturating_mul(pairings).saturating_mul(2);
        let (pair, swapped) =
            if index < whole { (index / 2, index % 2 == 1) } else { (whole / 2 + (index - whole), false) };
        let (first, second) = self.pairings[(pair % pairings) as usize];
        let (black, white) = if swapped { (second, first) } else { (first, second) };
        Some(ScheduledGame { number, pair, round: pair / pairings, black, white })
    }

    /// Returns the games of a shard, in order; each is computed when it is asked for.
    pub fn games(&self, shard: Shard) -> impl Iterator<Item = ScheduledGame> + use<> {
        let schedule = self.clone();
        (1..=self.len()).filter_map(move |number| schedule.game(number)).filter(move |game| shard.contains(game))
    }

    /// Returns whether a match with this schedule begins with the games of a shorter one, under the
    /// same numbers, so that the shorter match can be extended.
    pub fn extends(&self, shorter: &Schedule) -> bool {
        let same_numbers = shorter.games.is_multiple_of(2) || self.pairings.len() == 1;
        self.pairings == shorter.pairings && (self.games == shorter.games || self.games > shorter.games && same_numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::engine_config::EngineConfig;

    fn schedule(engines: usize, games: u64, format: Format) -> Schedule {
        let engines = vec![EngineConfig::default(); engines];
        Schedule::new(&MatchConfig { games, format, engines, ..MatchConfig::default() })
    }

    #[test]
    fn every_pairing_gets_its_games_with_colours_swapped() {
        for (engines, games, format, pairings) in
            [(2, 5, Format::RoundRobin, 1), (4, 6, Format::RoundRobin, 6), (4, 7, Format::Gauntlet, 3)]
        {
            let schedule = schedule(engines, games, format);
            let jobs: Vec<ScheduledGame> = schedule.games(Shard::ALL).collect();
            assert_eq!((jobs.len() as u64, schedule.len()), (games * pairings, games * pairings));
            assert!(jobs.iter().zip(1..).all(|(job, number)| job.number == number));
            for job in &jobs {
                let partners: Vec<_> = jobs.iter().filter(|other| other.pair == job.pair).collect();
                let alone = games % 2 == 1 && job.round == games / 2;
                assert_eq!(partners.len(), if alone { 1 } else { 2 });
                if let [a, b] = partners[..] {
                    assert_eq!((a.black, a.white, a.round), (b.white, b.black, b.round));
                }
                let met = |other: &&ScheduledGame| {
                    (job.black, job.white) == (other.black, other.white)
                        || (job.black, job.white) == (other.white, other.black)
                };
                assert_eq!(jobs.iter().filter(met).count() as u64, games);
            }
            assert_eq!(schedule.game(0), None);
            assert_eq!(schedule.game(games * pairings + 1), None);
        }
    }

    #[test]
    fn shards_share_the_games_out_without_splitting_pairs() {
        for games in [7, 8] {
            let schedule = schedule(3, games, Format::RoundRobin);
            let mut dealt = Vec::new();
            for index in 1..=4 {
                let shard = Shard { index, count: 4 };
                let part: Vec<ScheduledGame> = schedule.games(shard).collect();
                assert_eq!(part.len() as u64, schedule.len_of(shard));
                dealt.extend(part);
            }
            dealt.sort_by_key(|job| job.number);
            assert_eq!(dealt, schedule.games(Shard::ALL).collect::<Vec<_>>());
        }
        assert!("0/3".parse::<Shard>().is_err() && "4/3".parse::<Shard>().is_err() && "3".parse::<Shard>().is_err());
    }

    #[test]
    fn a_schedule_of_very_many_games_costs_nothing() {
        let schedule = schedule(3, 1_000_000_000_000, Format::RoundRobin);
        assert_eq!(schedule.len(), 3_000_000_000_000);
        let last = schedule.game(schedule.len()).unwrap();
        assert_eq!((last.black, last.white, last.round), (2, 1, 499_999_999_999));
        assert_eq!(schedule.games(Shard::ALL).take(3).map(|job| job.number).collect::<Vec<_>>(), [1, 2, 3]);
    }

    #[test]
    fn a_longer_match_begins_with_the_games_of_a_shorter_one() {
        for (engines, games, longer, extends) in
            [(2, 4, 8, true), (2, 5, 10, true), (3, 4, 8, true), (3, 5, 10, false), (3, 5, 5, true), (2, 8, 4, false)]
        {
            let [shorter, longer] = [games, longer].map(|games| schedule(engines, games, Format::RoundRobin));
            assert_eq!(longer.extends(&shorter), extends, "{engines} engines, {games} games");
            if extends {
                assert!(shorter.games(Shard::ALL).eq(longer.games(Shard::ALL).take(shorter.len() as usize)));
            }
        }
    }
}
