//! The course of a match: Elo with its intervals, and the ratio of its sequential test, game by
//! game.

use super::chart::{Series, Spot};
use super::standings::Standings;
use crate::matches::game_index::GameIndex;
use crate::matches::stats::elo::estimate;
use crate::matches::stats::rating::Rating;
use crate::matches::stats::sprt::Sprt;

/// The maximum number of moments at which the values are computed.
const MOMENTS: usize = 120;

/// Counts the games in the order in which they ended, and calls `at` with their number at some
/// moments, including the last.
fn moments(index: &GameIndex, mut at: impl FnMut(f64, &Standings)) {
    let order = index.by_end();
    let every = order.len().div_ceil(MOMENTS).max(1);
    let mut standings = Standings::new(names(index));
    for (game, count) in order.iter().zip(1..) {
        index.add_result(game, &mut standings);
        if count % every == 0 || count == order.len() {
            at(count as f64, &standings);
        }
    }
}

/// Returns the engines.
fn names(index: &GameIndex) -> impl Iterator<Item = &str> {
    index.standings().engines().iter().map(|engine| engine.name.as_str())
}

/// Returns ratings in Elo by the number of games that had ended; for two engines, the first's Elo
/// over the second.
pub fn ratings(index: &GameIndex) -> Vec<Series> {
    let names: Vec<&str> = names(index).collect();
    let series = |name: String| Series { name, spots: Vec::new() };
    if let [first, second] = &names[..] {
        let mut difference = series(format!("{first} over {second}"));
        moments(index, |x, standings| {
            let found = estimate(&standings.tally(first, second).sample());
            difference.spots.push(Spot { x, y: found.elo, low: found.low, high: found.high });
        });
        return vec![difference];
    }
    let mut all: Vec<Series> = names.into_iter().map(|name| series(name.to_owned())).collect();
    moments(index, |x, standings| {
        for (series, Rating { elo, error }) in all.iter_mut().zip(standings.ratings()) {
            series.spots.push(Spot { x, y: elo, low: elo - error, high: elo + error });
        }
    });
    all
}

/// Returns the log-likelihood ratio of a test by the number of games that had ended, and the two
/// bounds; nothing unless there are two engines.
pub fn ratio(index: &GameIndex, sprt: &Sprt) -> Vec<Series> {
    let names: Vec<&str> = names(index).collect();
    let [first, second] = &names[..] else { return Vec::new() };
    let flat = |x: f64, y: f64| Spot { x, y, low: y, high: y };
    let mut spots = Vec::new();
    moments(index, |x, standings| {
        spots.push(flat(x, sprt.log_likelihood_ratio(&standings.tally(first, second).sample())));
    });
    let last = spots.last().map_or(0.0, |spot| spot.x);
    let (low, high) = sprt.bounds();
    let bound = |name: &str, y| Series { name: name.to_owned(), spots: vec![flat(0.0, y), flat(last, y)] };
    vec![Series { name: "ratio".to_owned(), spots }, bound("H1 accepted", high), bound("H0 accepted", low)]
}

#[cfg(test)]
mod tests {
    use quintet_core::types::Seat;

    use super::super::standings::tests::game;
    use super::*;
    use crate::driver::referee::Reason;
    use crate::matches::game_index::tests::TemporaryResults;
    use crate::matches::results::GameRecord;

    #[test]
    fn a_series_ends_with_the_standings_and_has_a_bounded_number_of_spots() {
        let games: Vec<GameRecord> = (1..=1001)
            .map(|number| game(number, "A", "B", [Some(Seat::Black), None][(number % 2) as usize], Reason::Score))
            .collect();
        let results = TemporaryResults::new("series", &games);
        let index = results.index();
        let [series] = &ratings(&index)[..] else { panic!("two engines have one series") };
        assert!(series.spots.len() <= MOMENTS);
        let last = series.spots.last().expect("there are games");
        let found = estimate(&Standings::of(&games).tally("A", "B").sample());
        assert_eq!((last.x, last.y, last.low, last.high), (1001.0, found.elo, found.low, found.high));
        let test = Sprt::default();
        let [ratio, high, low] = &ratio(&index, &test)[..] else { panic!("a ratio and two bounds") };
        let sample = Standings::of(&games).tally("A", "B").sample();
        assert_eq!(ratio.spots.last().expect("there are games").y, test.log_likelihood_ratio(&sample));
        assert_eq!((low.spots[0].y, high.spots[1].y), test.bounds());
    }

    #[test]
    fn three_engines_have_a_series_each_and_no_ratio() {
        let games = [game(1, "A", "B", None, Reason::Score), game(2, "B", "C", None, Reason::Score)];
        let results = TemporaryResults::new("three", &games);
        let index = results.index();
        let all = ratings(&index);
        assert_eq!(all.len(), 3);
        // Half of the 95 % interval lies on each side of the rating.
        for (series, Rating { elo, error }) in all.iter().zip(index.standings().ratings()) {
            let last = series.spots.last().expect("there are games");
            assert_eq!((last.y, last.low, last.high), (elo, elo - error, elo + error));
        }
        let nothing = GameIndex::default();
        assert!(ratio(&index, &Sprt::default()).is_empty() && ratings(&nothing).is_empty());
    }
}
