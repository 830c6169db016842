//! The results of games, between any two engines and for each engine.

use std::collections::BTreeMap;

use quintet_core::types::Seat;

use crate::driver::referee::Reason;
use crate::matches::config::MatchConfig;
use crate::matches::results::GameRecord;
use crate::matches::stats::elo::{Estimate, MAX_ELO, estimate};
use crate::matches::stats::rating::{Rating, ratings};
use crate::matches::stats::sprt::Verdict;
use crate::matches::stats::{Sample, Tally};

/// The results of one engine.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct EngineSummary {
    pub name: String,
    /// Games won, drawn and lost.
    pub games: [u64; 3],
    /// The number of void games that it took part in.
    pub void: u64,
    /// The number of games that ended by its fault, by reason.
    pub faults: BTreeMap<Reason, u64>,
    pub moves: u64,
    /// The total time of its moves in seconds.
    pub seconds: f64,
    /// The time of its slowest move in seconds.
    pub slowest: f64,
}

impl EngineSummary {
    /// Returns its points: 1 for a win, ½ for a draw.
    pub fn points(&self) -> f64 {
        self.games[0] as f64 + self.games[1] as f64 / 2.0
    }
}

/// The fewest trials (pairs, or games without pairs) after which the line of a match names an Elo
/// difference.
const FEWEST_TRIALS: f64 = 5.0;

/// The fewest trials of two engines after which the width of an interval can end a match: the
/// variance of fewer is too uncertain.
const FEWEST_FOR_WIDTH: f64 = 20.0;

/// The first game of a pair that waits for the second: the second engine and the first engine's
/// half points (`None`: void).
type Half = (usize, Option<u8>);

/// Results of games, added one by one.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    engines: Vec<EngineSummary>,
    /// Results by the indices of two engines, the lower one first.
    tallies: BTreeMap<(usize, usize), Tally>,
    halves: BTreeMap<(String, u64, usize), Half>,
    /// The number of games by the reason of their end.
    reasons: BTreeMap<Reason, u64>,
    /// Games won by black, drawn, won by white.
    seats: [u64; 3],
}

impl Standings {
    /// Returns the standings after some games.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a GameRecord>) -> Standings {
        let mut standings = Standings::default();
        records.into_iter().for_each(|record| standings.add(record));
        standings
    }

    /// Returns the standings before the first game, with the engines in this order.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Standings {
        let mut standings = Standings::default();
        for name in names {
            standings.index(name);
        }
        standings
    }

    fn index(&mut self, name: &str) -> usize {
        self.find(name).unwrap_or_else(|| {
            self.engines.push(EngineSummary { name: name.to_owned(), ..EngineSummary::default() });
            self.engines.len() - 1
        })
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.engines.iter().position(|engine| engine.name == name)
    }

    /// Returns the indices of Black's and White's engine, which are added if they are new.
    pub(crate) fn players(&mut self, record: &GameRecord) -> [usize; 2] {
        // Black comes first, so that the first game of a pair keeps the order of the engines.
        Seat::BOTH.map(|seat| self.index(record.engine(seat)))
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        let players = self.players(record);
        *self.reasons.entry(record.reason).or_default() += 1;
        for (seat, index) in Seat::BOTH.into_iter().zip(players) {
            let engine = &mut self.engines[index];
            if record.culprit.as_ref() == Some(&engine.name) {
                *engine.faults.entry(record.reason).or_default() += 1;
            }
            for (ply, &time) in record.times.iter().enumerate().skip(record.opening) {
                if record.mover(ply) == seat {
                    engine.moves += 1;
                    engine.seconds += time;
                    engine.slowest = engine.slowest.max(time);
                }
            }
        }
        self.add_points(players, &record.fingerprint, record.pair, record.half_points(Seat::Black));
    }

    /// Adds the result of a game without its times and its reason. `players` are the indices of
    /// Black's and White's engine, `points` are Black's half points, `None` if the game is void.
    pub fn add_points(&mut self, players: [usize; 2], fingerprint: &str, pair: u64, points: Option<u8>) {
        let seen_by = |seat: Seat| points.map(|points| if seat == Seat::Black { points } else { 2 - points });
        for (seat, index) in Seat::BOTH.into_iter().zip(players) {
            match seen_by(seat) {
                Some(points) => self.engines[index].games[usize::from(2 - points)] += 1,
                None => self.engines[index].void += 1,
            }
        }
        if let Some(points) = points {
            self.seats[usize::from(2 - points)] += 1;
        }
        let (first, second) = (players[0].min(players[1]), players[0].max(players[1]));
        let points = seen_by(Seat::BOTH[usize::from(players[0] != first)]);
        let tally = self.tallies.entry((first, second)).or_default();
        if let Some(points) = points {
            tally.add_game(points);
        }
        match self.halves.remove(&(fingerprint.to_owned(), pair, first)) {
            None => {
                self.halves.insert((fingerprint.to_owned(), pair, first), (second, points));
            }
            Some((_, other)) => {
                if let (Some(a), Some(b)) = (points, other) {
                    tally.add_pair(a + b);
                }
            }
        }
    }

    /// Returns the engines, in the order in which they appeared.
    pub fn engines(&self) -> &[EngineSummary] {
        &self.engines
    }

    /// Returns the number of games by the reason of their end.
    pub fn reasons(&self) -> &BTreeMap<Reason, u64> {
        &self.reasons
    }

    /// Returns the number of games won by Black, drawn, and won by White.
    pub fn seats(&self) -> [u64; 3] {
        self.seats
    }

    /// Returns the number of void games.
    pub fn voids(&self) -> u64 {
        self.reasons.iter().filter(|(reason, _)| reason.is_void()).map(|(_, count)| count).sum()
    }

    /// Returns the number of games.
    pub fn count(&self) -> u64 {
        self.reasons.values().sum()
    }

    /// Returns the results of one engine against another, seen by the first.
    pub fn tally(&self, first: &str, second: &str) -> Tally {
        let (Some(a), Some(b)) = (self.find(first), self.find(second)) else { return Tally::default() };
        let tally = self.tallies.get(&(a.min(b), a.max(b))).copied().unwrap_or_default();
        if a <= b { tally } else { tally.reversed() }
    }

    /// Returns all pairs of engines that met, with the results of the first against the second.
    pub fn pairings(&self) -> impl Iterator<Item = (&str, &str, Tally)> {
        let pairs =
            self.engines.iter().enumerate().flat_map(|(i, first)| {
                self.engines[i + 1..].iter().map(move |second| (&first.name[..], &second.name[..]))
            });
        let met = pairs.map(|(first, second)| (first, second, self.tally(first, second)));
        met.filter(|(_, _, tally)| tally.count() > 0)
    }

    /// Returns ratings of all engines from all games, with mean 0. Of two engines each has half of
    /// the difference that the statistics of their pairs give.
    pub fn ratings(&self) -> Vec<Rating> {
        if let [first, second] = &self.engines[..] {
            let found = estimate(&self.tally(&first.name, &second.name).sample());
            let error = found.error() / 2.0;
            return vec![Rating { elo: found.elo / 2.0, error }, Rating { elo: -found.elo / 2.0, error }];
        }
        ratings(self.engines.len(), &self.tallies)
    }

    /// Returns the verdict of the match's sequential test; open if it has none.
    pub fn verdict(&self, config: &MatchConfig) -> Verdict {
        match (&config.sprt, &config.engines[..]) {
            (Some(sprt), [first, second]) => sprt.verdict(&self.tally(&first.name, &second.name).sample()),
            _ => Verdict::Open,
        }
    }

    /// Returns whether the intervals of all engines are as narrow as the match wants them; not
    /// before all engines that met have met often enough for an interval.
    pub fn is_narrow(&self, config: &MatchConfig) -> bool {
        let Some(error) = config.until_error else { return false };
        let has_met = self.pairings().all(|(_, _, tally)| tally.sample().total() >= FEWEST_FOR_WIDTH);
        let is_narrow = match &config.engines[..] {
            // The difference of two engines, not that of each to their mean.
            [first, second] => {
                let found = estimate(&self.tally(&first.name, &second.name).sample());
                found.error() <= error && found.low > -MAX_ELO && found.high < MAX_ELO
            }
            _ => self.ratings().iter().all(|rating| rating.error <= error),
        };
        has_met && self.pairings().next().is_some() && is_narrow
    }

    /// Returns the state of a match in one line.
    pub fn line(&self, config: &MatchConfig) -> String {
        let void = match self.voids() {
            0 => String::new(),
            count => format!(", {count} void"),
        };
        if let [first, second] = &config.engines[..] {
            let tally = self.tally(&first.name, &second.name);
            let sample = tally.sample();
            let [won, drawn, lost] = tally.games;
            let mut line = format!("{} {won} - {lost} {}, {drawn} drawn{void}", first.name, second.name);
            if sample.total() >= FEWEST_TRIALS {
                line += &format!(", Elo {}", elo_text(&estimate(&sample)));
            }
            if let Some(sprt) = &config.sprt {
                let (low, high) = sprt.bounds();
                line += &format!(", LLR {:.2} ({low:.2}, {high:.2})", sprt.log_likelihood_ratio(&sample));
            }
            return line;
        }
        let mut order: Vec<_> = self.engines.iter().zip(self.ratings()).collect();
        order.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
        let rating = |rating: &Rating| match self.tallies.values().map(|tally| tally.sample().total()).sum::<f64>() {
            FEWEST_TRIALS.. => rating_text(rating),
            _ => String::new(),
        };
        let parts: Vec<_> = order
            .iter()
            .map(|(engine, rated)| format!("{} {}", engine.name, rating(rated)).trim_end().to_owned())
            .collect();
        format!("{}{void}", parts.join(", "))
    }
}

/// Formats an Elo difference without decimals, with its sign.
fn signed(elo: f64) -> String {
    // Avoids minus zero.
    format!("{:+.0}", if elo.abs() < 0.5 { 0.0 } else { elo })
}

/// Formats an estimate with its interval: `+35 ± 28`, or `at least +120` if one end is open.
pub fn elo_text(found: &Estimate) -> String {
    match (found.low <= -MAX_ELO, found.high >= MAX_ELO) {
        (true, true) => "unknown".to_owned(),
        (false, true) => format!("{} (at least {})", signed(found.elo), signed(found.low)),
        (true, false) => format!("{} (at most {})", signed(found.elo), signed(found.high)),
        (false, false) => format!("{} ± {:.0}", signed(found.elo), found.error()),
    }
}

/// Formats a rating with its interval, or as open if the interval is too wide to be meaningful.
pub fn rating_text(rating: &Rating) -> String {
    if rating.error < MAX_ELO / 6.0 {
        format!("{} ± {:.0}", signed(rating.elo), rating.error)
    } else {
        format!("{} (open)", signed(rating.elo))
    }
}

/// Formats a sample's counts: pairs by points, or nothing if there are no pairs.
pub fn pairs_text(sample: &Sample) -> String {
    if sample.games < 2.0 {
        return "-".to_owned();
    }
    let counts: Vec<_> = sample.counts.iter().map(|count| format!("{count:.0}")).collect();
    format!("[{}]", counts.join(", "))
}

#[cfg(test)]
pub mod tests {
    use quintet_core::random::{random_below, seeded};
    use quintet_core::setup::Setup;

    use super::*;
    use crate::driver::engine_config::EngineConfig;
    use crate::matches::results::{Seeds, SetupRecord};
    use crate::matches::stats::elo::to_score;

    /// A game with three moves.
    pub fn game(number: u64, black: &str, white: &str, winner: Option<Seat>, reason: Reason) -> GameRecord {
        let setup = Setup::new(quintet_games::find("bracket").unwrap()).with_size(3).unwrap();
        GameRecord {
            fingerprint: "m".to_owned(),
            number,
            pair: (number - 1) / 2,
            black: black.to_owned(),
            white: white.to_owned(),
            result: "0".to_owned(),
            reason,
            winner,
            margin: None,
            detail: String::new(),
            culprit: None,
            setup: SetupRecord::from(&setup),
            first: Seat::Black,
            opening: 1,
            moves: ["A1", "A2", "B1"].map(str::to_owned).to_vec(),
            times: vec![0.0, 0.5, 0.25],
            searches: Vec::new(),
            seeds: Seeds { opening: 0, black: 0, white: 0 },
            started: number as f64,
            ended: number as f64 + 0.5,
            transcript: None,
        }
    }

    #[test]
    fn pairs_are_complete_whatever_the_order_of_their_games() {
        let (black, white) = (Some(Seat::Black), Some(Seat::White));
        let mut games = vec![
            game(1, "A", "B", black, Reason::Score),
            game(2, "B", "A", white, Reason::Score),
            game(3, "A", "B", None, Reason::Score),
            game(4, "B", "A", black, Reason::Resign),
            game(5, "A", "B", black, Reason::Score),
        ];
        for _ in 0..games.len() {
            games.rotate_left(1);
            let tally = Standings::of(&games).tally("A", "B");
            assert_eq!(tally.games, [3, 1, 1]);
            assert_eq!(tally.pairs, [0, 1, 0, 0, 1]);
        }
    }

    #[test]
    fn void_games_count_for_nobody_and_leave_their_pair_incomplete() {
        let mut crashed = game(1, "A", "B", None, Reason::Crash);
        crashed.culprit = Some("B".to_owned());
        let standings = Standings::of(&[crashed, game(2, "B", "A", Some(Seat::Black), Reason::Score)]);
        assert_eq!(standings.voids(), 1);
        let tally = standings.tally("A", "B");
        assert_eq!((tally.games, tally.pairs), ([0, 0, 1], [0; 5]));
        let b = &standings.engines()[1];
        assert_eq!((b.name.as_str(), b.void, b.faults.get(&Reason::Crash)), ("B", 1, Some(&1)));
    }

    #[test]
    fn opening_moves_take_no_time() {
        let standings = Standings::of(&[game(1, "A", "B", None, Reason::Score)]);
        let [a, b] = standings.engines() else { panic!("two engines") };
        assert_eq!((a.moves, a.seconds, b.moves, b.seconds), (1, 0.25, 1, 0.5));
    }

    #[test]
    fn a_win_is_a_point_and_a_draw_half_of_one() {
        let games = [
            game(1, "A", "B", Some(Seat::Black), Reason::Score),
            game(2, "B", "A", None, Reason::Score),
            game(3, "A", "B", Some(Seat::White), Reason::Score),
            game(4, "B", "A", Some(Seat::White), Reason::Score),
        ];
        let standings = Standings::of(&games);
        let points: Vec<f64> = standings.engines().iter().map(EngineSummary::points).collect();
        assert_eq!(points, [2.5, 1.5]);
        assert_eq!(standings.seats(), [1, 1, 2], "games that Black won, drew and lost");
    }

    #[test]
    fn a_line_names_no_elo_before_five_pairs() {
        let names = ["A", "B", "C"];
        for count in [2, 3] {
            let engine = |name: &&str| EngineConfig { name: (*name).to_owned(), ..EngineConfig::default() };
            let config = MatchConfig { engines: names[..count].iter().map(engine).collect(), ..MatchConfig::default() };
            let after = |pairs: u64| {
                let mut standings = Standings::new(names[..count].iter().copied());
                for pair in 0..pairs {
                    standings.add_points([0, 1], "", pair, Some(2));
                    standings.add_points([1, 0], "", pair, Some(u8::from(pair == 0)));
                }
                standings.line(&config)
            };
            assert!(!after(4).contains('±') && !after(4).contains("least") && after(4).contains('A'), "{}", after(4));
            assert!(after(5).contains(if count == 2 { "least" } else { "±" }), "{}", after(5));
        }
    }

    /// Plays matches of a known difference until the interval is ± 40 Elo. The interval has the truth
    /// in almost 95 % of them, although a sample that varies little by chance ends a match earlier: of
    /// 400 matches 24 of misses (6 %) are expected at worst, and 40 in less than one run in a thousand.
    #[test]
    fn an_interval_that_ends_a_match_has_the_truth_in_it() {
        let names = ["A", "B"];
        let engine = |name: &&str| EngineConfig { name: (*name).to_owned(), ..EngineConfig::default() };
        let engines = names.iter().map(engine).collect();
        let config = MatchConfig { engines, until_error: Some(40.0), ..MatchConfig::default() };
        let mut rng = seeded(5);
        for truth in [0.0, 120.0] {
            let won = to_score(truth) - 0.15;
            let mut missed = 0;
            for _ in 0..400 {
                let mut standings = Standings::new(names);
                let mut points = || {
                    let x = f64::from(random_below(&mut rng, 1 << 30)) / f64::from(1 << 30);
                    if x < won { 2 } else { u8::from(x < won + 0.3) }
                };
                for pair in 0.. {
                    standings.add_points([0, 1], "", pair, Some(points()));
                    standings.add_points([1, 0], "", pair, Some(2 - points()));
                    if standings.is_narrow(&config) {
                        assert!(pair + 1 >= 20, "{pair}");
                        break;
                    }
                }
                let found = estimate(&standings.tally("A", "B").sample());
                assert!(found.error() <= 40.0);
                missed += u32::from(truth < found.low || truth > found.high);
            }
            assert!(missed <= 40, "{missed} of 400 at {truth}");
        }
    }

    #[test]
    fn counts_of_pairs_are_written_if_there_are_pairs() {
        assert_eq!(pairs_text(&Sample::pairs([1, 0, 12, 3, 4])), "[1, 0, 12, 3, 4]");
        assert_eq!(pairs_text(&Sample::games([1, 0, 12])), "-");
    }

    #[test]
    fn of_two_engines_each_has_half_of_their_difference() {
        let games: Vec<GameRecord> = (1..=40)
            .map(|number| {
                let (black, white) = if number % 2 == 1 { ("A", "B") } else { ("B", "A") };
                let winner = if number % 4 == 0 { "B" } else { "A" };
                let seat = if winner == black { Seat::Black } else { Seat::White };
                game(number, black, white, Some(seat), Reason::Score)
            })
            .collect();
        let standings = Standings::of(&games);
        let found = estimate(&standings.tally("A", "B").sample());
        // 30 of 40: 400 log10 3 = 191.
        assert_eq!(signed(found.elo), "+191");
        let [a, b] = standings.ratings()[..] else { panic!("two engines") };
        assert_eq!((signed(a.elo), signed(b.elo)), ("+95".to_owned(), "-95".to_owned()));
        assert!((a.error * 2.0 - found.error()).abs() < 1e-9 && a.error == b.error);
    }

    #[test]
    fn estimates_are_written_with_their_interval_or_its_closed_end() {
        let found = |elo: f64, low: f64, high: f64| {
            let any = estimate(&Standings::of(&[]).tally("A", "B").sample());
            elo_text(&Estimate { elo, low, high, ..any })
        };
        assert_eq!(found(35.2, 7.0, 63.0), "+35 ± 28");
        assert_eq!(found(-0.3, -20.0, 20.0), "+0 ± 20");
        assert_eq!(found(417.0, 99.4, MAX_ELO), "+417 (at least +99)");
        assert_eq!(found(-417.0, -MAX_ELO, -99.4), "-417 (at most -99)");
        assert_eq!(found(0.0, -MAX_ELO, MAX_ELO), "unknown");
        assert_eq!(rating_text(&Rating { elo: 12.0, error: 30.4 }), "+12 ± 30");
        assert_eq!(rating_text(&Rating { elo: 12.0, error: 399.0 }), "+12 ± 399");
        assert_eq!(rating_text(&Rating { elo: -12.0, error: 400.0 }), "-12 (open)");
    }
}
