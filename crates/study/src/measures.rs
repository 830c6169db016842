//! The measures of a study, each computed from the games on one board.
//!
//! Names and definitions follow Browne (*Automatic Generation and Evaluation of Recombination
//! Games*, 2008) and the concepts of Ludii where they have one; `docs/study.md` gives the sources.

use std::collections::HashSet;

use quintet_arena::matches::stats::{Tally, elo};
use serde::Serialize;

use crate::config::GridCell;
use crate::interval::Interval;
use crate::trace::{GameTrace, Side};

/// The winner's expected result from which on the result counts as known.
const KNOWN: f64 = 0.9;

/// The unit of a measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A share from 0 to 1, shown in per cent.
    Share,
    Number,
    /// A difference of strength in Elo.
    Elo,
}

/// A kind of measure.
pub struct MeasureInfo {
    /// The name in JSON.
    pub name: &'static str,
    /// The name in reports.
    pub title: &'static str,
    pub unit: Unit,
    /// The definition in a sentence.
    pub definition: &'static str,
    /// Returns the estimate from the games between equals; `None` if there are too few, or if the
    /// game has no such thing.
    estimate: fn(&GridCell, &[&GameTrace]) -> Option<Interval>,
}

/// A measure on one board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measure {
    /// The name, of [`MeasureInfo`].
    pub name: String,
    /// The name in reports.
    pub title: String,
    pub unit: Unit,
    /// The estimate with its 95 % interval.
    #[serde(flatten)]
    pub interval: Interval,
    pub games: usize,
}

/// All measures of games between equals, in the order of reports.
pub const MEASURES: &[MeasureInfo] = &[
    MeasureInfo {
        name: "first-player",
        title: "result of the first player",
        unit: Unit::Share,
        definition: "the points of the player with the first move, a draw counting one half",
        estimate: |_, games| points(games, |game| game.points(game.first)),
    },
    MeasureInfo {
        name: "first-stone",
        title: "result of the first stone",
        unit: Unit::Share,
        definition: "the points of the side that owns the first stone when the swap is over: what the first player \
            would get if nobody could swap",
        estimate: |cell, games| cell.has_swap().then(|| points(games, |game| game.points(owner_of_first(game))))?,
    },
    MeasureInfo {
        name: "swaps",
        title: "swaps",
        unit: Unit::Share,
        definition: "the share of games in which the second player swapped",
        estimate: |cell, games| cell.has_swap().then(|| share(games, |game| game.swapped))?,
    },
    MeasureInfo {
        name: "draws",
        title: "draws",
        unit: Unit::Share,
        definition: "the share of games without a winner",
        estimate: |_, games| share(games, |game| game.winner.is_none()),
    },
    MeasureInfo {
        name: "timeouts",
        title: "games that were too long",
        unit: Unit::Share,
        definition: "the share of games that were stopped, as draws, after four plies a point and at least 400",
        estimate: |_, games| share(games, |game| game.ending == "too long"),
    },
    MeasureInfo {
        name: "margin",
        title: "margin",
        unit: Unit::Number,
        definition: "the points by which games are won; a draw counts 0",
        estimate: |cell, games| cell.setup.info().has_margin.then(|| mean(games, |game| game.margin.abs()))?,
    },
    MeasureInfo {
        name: "length",
        title: "length",
        unit: Unit::Number,
        definition: "the plies of a game",
        estimate: |_, games| mean(games, length),
    },
    MeasureInfo {
        name: "length-deviation",
        title: "spread of the length",
        unit: Unit::Number,
        definition: "the standard deviation of the length",
        estimate: |_, games| Interval::of_deviation(&values(games, length)),
    },
    MeasureInfo {
        name: "branching",
        title: "branching factor",
        unit: Unit::Number,
        definition: "the legal moves of a position, on average over a game",
        estimate: |_, games| mean(games, |game| average(game.choices.iter().map(|&count| f64::from(count)))),
    },
    MeasureInfo {
        name: "passes",
        title: "passes",
        unit: Unit::Share,
        definition: "the share of passes among the moves of a game",
        estimate: |_, games| {
            mean(games, |game| average(game.moves.iter().map(|word| f64::from(u8::from(word == "pass")))))
        },
    },
    MeasureInfo {
        name: "lead-changes",
        title: "changes of the lead",
        unit: Unit::Number,
        definition: "how often the side with more than half of the expected result changes in a game",
        estimate: |_, games| mean(games, |game| lead_changes(game).len() as f64),
    },
    MeasureInfo {
        name: "last-lead-change",
        title: "last change of the lead",
        unit: Unit::Share,
        definition: "the part of a game that is over at its last change of the lead; games without one are left out",
        estimate: |_, games| mean_of(games, |game| Some(part(game, *lead_changes(game).last()?))),
    },
    MeasureInfo {
        name: "drama",
        title: "drama",
        unit: Unit::Share,
        definition: "the mean of √(1 − 2v) over the positions in which the winner's expected result v is below one \
            half, 0 if there is none; draws are left out",
        estimate: |_, games| mean_of(games, drama),
    },
    MeasureInfo {
        name: "decisiveness",
        title: "decisiveness",
        unit: Unit::Share,
        definition: "the part of a game that is left when the winner's expected result rises above 0.9 for good; draws \
            are left out",
        estimate: |_, games| mean_of(games, |game| game.winner.map(|_| 1.0 - part(game, known_from(game)))),
    },
    MeasureInfo {
        name: "narrowness",
        title: "moves that keep the value",
        unit: Unit::Number,
        definition: "the moves whose expected result is less than 0.05 below that of the best one, among those with at \
            least a twentieth of the visits of the most visited one, on average over a game",
        estimate: |_, games| {
            mean_of(games, |game| {
                (!game.keeping.is_empty()).then(|| average(game.keeping.iter().map(|&count| f64::from(count))))
            })
        },
    },
    MeasureInfo {
        name: "captures",
        title: "captured stones",
        unit: Unit::Number,
        definition: "the stones that are captured in a game",
        estimate: |_, games| mean(games, |game| f64::from(game.captured)),
    },
    MeasureInfo {
        name: "cycles",
        title: "games with a cycle",
        unit: Unit::Share,
        definition: "the share of games in which a position occurs again with the same side to move",
        estimate: |_, games| share(games, |game| game.repeated > 0),
    },
    MeasureInfo {
        name: "third-colour",
        title: "share of the third colour",
        unit: Unit::Share,
        definition: "the share of the stones on the board at the end that are of neither side",
        estimate: |cell, games| has_third_colour(cell).then(|| mean_of(games, |game| third_colour(cell, game)))?,
    },
    MeasureInfo {
        name: "coverage",
        title: "use of the board",
        unit: Unit::Share,
        definition: "the share of the points on which a stone is placed in a game",
        estimate: |cell, games| {
            let points = cell.setup.geometry().len() as f64;
            mean(games, |game| vertices(game).collect::<HashSet<_>>().len() as f64 / points)
        },
    },
];

/// Returns all measures of a board that its games show.
pub fn measures(cell: &GridCell, traces: &[&GameTrace]) -> Vec<Measure> {
    let equals: Vec<&GameTrace> = traces.iter().copied().filter(|game| game.doubling == 0).collect();
    let measure = |info: &MeasureInfo| {
        Some(Measure {
            name: info.name.to_owned(),
            title: info.title.to_owned(),
            unit: info.unit,
            interval: (info.estimate)(cell, &equals)?,
            games: equals.len(),
        })
    };
    let most = traces.iter().map(|game| game.doubling).max().unwrap_or(0);
    let depths = (1..=most).filter_map(|doubling| depth(traces, doubling));
    MEASURES.iter().filter_map(measure).chain(depths).collect()
}

/// Returns the Elo difference of twice the thinking against once: the depth of the game there.
fn depth(traces: &[&GameTrace], doubling: u32) -> Option<Measure> {
    let games: Vec<&GameTrace> = traces.iter().copied().filter(|game| game.doubling == doubling).collect();
    let halves = |game: &GameTrace| game.stronger.map(|side| (2.0 * game.points(side)) as u8);
    let mut tally = Tally::default();
    games.iter().filter_map(|game| halves(game)).for_each(|points| tally.add_game(points));
    for pair in games.chunks_exact(2) {
        tally.add_pair(halves(pair[0])? + halves(pair[1])?);
    }
    let estimate = (tally.count() > 0).then(|| elo::estimate(&tally.sample()))?;
    Some(Measure {
        name: format!("depth-{doubling}"),
        title: format!("depth, doubling {doubling}"),
        unit: Unit::Elo,
        interval: Interval { value: estimate.elo, low: estimate.low, high: estimate.high },
        games: games.len(),
    })
}

/// Returns for each point the share of games in which a stone was placed on it.
pub fn heat(cell: &GridCell, traces: &[&GameTrace]) -> Vec<(String, f64)> {
    let geometry = cell.setup.geometry();
    let used: Vec<HashSet<String>> = traces
        .iter()
        .filter(|game| game.doubling == 0)
        .map(|game| vertices(game).map(str::to_owned).collect())
        .collect();
    let share =
        |name: &String| used.iter().filter(|game| game.contains(name)).count() as f64 / used.len().max(1) as f64;
    let names = geometry.points().map(|point| geometry.vertex(point).to_string());
    names.map(|name| (name.clone(), share(&name))).collect()
}

fn values(games: &[&GameTrace], of: impl Fn(&GameTrace) -> f64) -> Vec<f64> {
    games.iter().map(|game| of(game)).collect()
}

fn mean(games: &[&GameTrace], of: impl Fn(&GameTrace) -> f64) -> Option<Interval> {
    Interval::of_mean(&values(games, of))
}

/// Returns the mean over the games that have the value.
fn mean_of(games: &[&GameTrace], of: impl Fn(&GameTrace) -> Option<f64>) -> Option<Interval> {
    Interval::of_mean(&games.iter().filter_map(|game| of(game)).collect::<Vec<_>>())
}

fn points(games: &[&GameTrace], of: impl Fn(&GameTrace) -> f64) -> Option<Interval> {
    Interval::of_share(values(games, of).iter().sum(), games.len())
}

fn share(games: &[&GameTrace], is: impl Fn(&GameTrace) -> bool) -> Option<Interval> {
    points(games, |game| f64::from(u8::from(is(game))))
}

fn average(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count.max(1))
}

fn length(game: &GameTrace) -> f64 {
    game.moves.len() as f64
}

/// Returns the side that owns the first stone when the swap is over.
fn owner_of_first(game: &GameTrace) -> Side {
    match (game.first, game.swapped) {
        (Side::Black, false) | (Side::White, true) => Side::Black,
        (Side::White, false) | (Side::Black, true) => Side::White,
    }
}

/// Returns the part of a game that is over at the `index`-th value.
fn part(game: &GameTrace, index: usize) -> f64 {
    (game.opening + index) as f64 / game.moves.len().max(1) as f64
}

/// Returns the indices of the values at which another side is ahead than before.
fn lead_changes(game: &GameTrace) -> Vec<usize> {
    let mut leader = None;
    let mut changes = Vec::new();
    for (index, value) in game.values.iter().enumerate().filter(|(_, value)| **value != 0.5) {
        let black = *value > 0.5;
        if leader.is_some_and(|leader| leader != black) {
            changes.push(index);
        }
        leader = Some(black);
    }
    changes
}

fn drama(game: &GameTrace) -> Option<f64> {
    game.winner?;
    let behind = game.winners_values().into_iter().filter(|value| *value < 0.5);
    Some(average(behind.map(|value| (1.0 - 2.0 * value).sqrt())))
}

/// Returns the index of the value from which on the winner's expected result stays above [`KNOWN`].
fn known_from(game: &GameTrace) -> usize {
    let values = game.winners_values();
    values.iter().rposition(|value| *value <= KNOWN).map_or(0, |last| last + 1)
}

/// Returns whether there are stones of neither side.
fn has_third_colour(cell: &GridCell) -> bool {
    let info = cell.setup.info();
    info.stones.iter().any(|stone| !info.own_stones.contains(stone))
}

fn third_colour(cell: &GridCell, game: &GameTrace) -> Option<f64> {
    let own = cell.setup.info().own_stones.map(|stone| stone.name());
    let all: u32 = game.stones.values().sum();
    let third: u32 = game.stones.iter().filter(|(name, _)| !own.contains(&name.as_str())).map(|(_, count)| count).sum();
    (all > 0).then(|| f64::from(third) / f64::from(all))
}

/// Returns the vertices on which stones were placed, in the form in which boards name them.
fn vertices(game: &GameTrace) -> impl Iterator<Item = &str> {
    let word = |word: &'_ String| word.rfind('@').map_or(0, |at| at + 1);
    let placed = game.moves.iter().map(move |text| &text[word(text)..]);
    placed.filter(|vertex| vertex.ends_with(|letter: char| letter.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tests::config;

    /// Returns a game in which Black moves first and is expected to get these results.
    fn game(winner: Option<Side>, values: &[f64]) -> GameTrace {
        GameTrace {
            number: 1,
            cell: 0,
            doubling: 0,
            stronger: None,
            first: Side::Black,
            moves: ["A1", "cancer@B2", "swap-pieces", "A1", "pass", "C3", "C2", "C1"].map(str::to_owned).to_vec(),
            opening: 8 - values.len(),
            winner,
            margin: 0.0,
            ending: "score".to_owned(),
            swapped: false,
            choices: vec![9, 7, 5],
            values: values.to_vec(),
            keeping: vec![1, 3],
            captured: 4,
            repeated: 0,
            stones: [("red", 2), ("white", 1), ("cancer", 1)].map(|(name, count)| (name.to_owned(), count)).into(),
        }
    }

    /// Returns the value of a measure over two equal games on Cancer's board of 3 × 3.
    fn value(name: &str, game: &GameTrace) -> Option<f64> {
        let cell = &config("cancer", &["3"]).grid().unwrap()[0];
        let all = measures(cell, &[game, game]);
        all.iter().find(|measure| measure.name == name).map(|measure| measure.interval.value)
    }

    #[test]
    fn drama_and_decisiveness_look_at_the_winner() {
        // White wins: its values are 0.5, 0.32, 0.1, 0.95, 0.8, 0.92, 0.99 and 1.
        let lost = game(Some(Side::White), &[0.5, 0.68, 0.9, 0.05, 0.2, 0.08, 0.01, 0.0]);
        let drama = (0.36f64.sqrt() + 0.8f64.sqrt()) / 2.0;
        assert!((value("drama", &lost).unwrap() - drama).abs() < 1e-9);
        assert_eq!(value("decisiveness", &lost), Some(3.0 / 8.0), "from the sixth value of eight on");
        assert_eq!((value("lead-changes", &lost), value("last-lead-change", &lost)), (Some(1.0), Some(3.0 / 8.0)));
        let drawn = game(None, &[0.6; 8]);
        assert_eq!((value("drama", &drawn), value("decisiveness", &drawn)), (None, None));
        assert_eq!((value("draws", &drawn), value("last-lead-change", &drawn)), (Some(1.0), None));
        let clear = game(Some(Side::Black), &[0.95; 6]);
        assert_eq!((value("drama", &clear), value("decisiveness", &clear)), (Some(0.0), Some(6.0 / 8.0)));
    }

    #[test]
    fn a_swap_gives_the_first_stone_to_the_other_side() {
        let won = game(Some(Side::Black), &[0.5; 8]);
        let swapped = GameTrace { swapped: true, ..won.clone() };
        let of = |game: &GameTrace| ["first-player", "first-stone", "swaps"].map(|name| value(name, game).unwrap());
        assert_eq!((of(&won), of(&swapped)), ([1.0, 1.0, 0.0], [1.0, 0.0, 1.0]));
    }

    #[test]
    fn moves_and_stones_are_counted() {
        let game = game(Some(Side::Black), &[0.5; 8]);
        let expected = [("passes", 1.0 / 8.0), ("branching", 7.0), ("narrowness", 2.0), ("captures", 4.0)];
        let also = [("third-colour", 0.25), ("coverage", 5.0 / 9.0), ("length", 8.0), ("cycles", 0.0)];
        for (name, count) in expected.into_iter().chain(also) {
            assert_eq!(value(name, &game), Some(count), "{name}");
        }
        let cell = &config("cancer", &["3"]).grid().unwrap()[0];
        let heat = heat(cell, &[&game]);
        let used: Vec<&str> = heat.iter().filter(|(_, share)| *share == 1.0).map(|(name, _)| &**name).collect();
        assert_eq!((heat.len(), used), (9, vec!["A1", "C1", "B2", "C2", "C3"]));
    }

    #[test]
    fn depth_is_the_elo_difference_of_the_stronger_side() {
        let stronger = |side, winner| GameTrace { doubling: 1, stronger: Some(side), ..game(winner, &[0.5; 8]) };
        let games = [
            stronger(Side::Black, Some(Side::Black)),
            stronger(Side::White, Some(Side::White)),
            stronger(Side::Black, Some(Side::Black)),
            stronger(Side::White, Some(Side::Black)),
        ];
        let found = depth(&games.iter().collect::<Vec<_>>(), 1).unwrap();
        // Three points of four.
        let elo = 400.0 * 3f64.log10();
        assert!((found.interval.value - elo).abs() < 1e-9 && found.interval.low < elo && found.interval.high > elo);
    }

    #[test]
    fn the_manual_defines_every_measure_in_the_same_words() {
        let manual = include_str!("../../../docs/study.md").split_whitespace().collect::<Vec<_>>().join(" ");
        for info in MEASURES {
            let row = format!("| `{}` | {} | {} |", info.name, info.title, info.definition);
            assert!(manual.contains(&row), "docs/study.md lacks: {row}");
        }
    }
}
