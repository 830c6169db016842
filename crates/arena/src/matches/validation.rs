//! Checks that a record in a result file is of a game of the match that is resumed.

use quintet_core::notation::quote;

use super::config::MatchConfig;
use super::record::{GameRecord, SetupRecord};
use super::schedule::Schedule;
use crate::driver::referee::{Reason, Referee, Terms};

/// The reason why a record is not one of a match.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordFault {
    /// The record is of another match.
    #[error("the game is of another match ({found}; this one is {expected})")]
    OtherMatch {
        /// The fingerprint in the record.
        found: String,
        /// The fingerprint of the match.
        expected: String,
    },
    /// The match has no game with this number.
    #[error("there is no game {number} in this match, which has {total}")]
    Number {
        number: u64,
        /// The number of games of the match.
        total: u64,
    },
    /// Other engines should have played the game.
    #[error("game {number} is between {black} (black) and {white} (white), not {found_black} and {found_white}")]
    Engines {
        /// The number of the game.
        number: u64,
        /// Black's engine by the schedule.
        black: String,
        /// White's engine by the schedule.
        white: String,
        /// Black's engine in the record.
        found_black: String,
        /// White's engine in the record.
        found_white: String,
    },
    /// The number of the pair is wrong.
    #[error("game {0} belongs to pair {1}, not {2}")]
    Pair(u64, u64, u64),
    /// The winner is not the one of the result.
    #[error("game {0} has the result {1:?}, but another winner")]
    Winner(u64, String),
    /// The game has another setup or first side than the match.
    #[error("game {0} was played with another setup")]
    Setup(u64),
    /// A move is illegal, or was played after the end.
    #[error("game {number}, move {ply}: {word:?} is not a legal move")]
    Move {
        /// The number of the game.
        number: u64,
        /// The number of the move, from 1.
        ply: usize,
        /// The move.
        word: String,
    },
    /// The result does not follow from the moves.
    #[error("game {number} has the result {found}, but its moves lead to {expected}")]
    Result {
        /// The number of the game.
        number: u64,
        /// The result in the record.
        found: String,
        /// The result of the replayed game.
        expected: String,
    },
    /// The results of searches are not one for each move.
    #[error("game {0} has searches of {1} moves, but {2} moves")]
    Searches(u64, usize, usize),
    /// The game is there twice.
    #[error("game {0} is there twice, first in line {1}")]
    Twice(u64, usize),
}

/// Checks that a record is of a game of a match.
///
/// # Errors
/// Returns the first fault.
pub fn check(config: &MatchConfig, record: &GameRecord) -> Result<(), RecordFault> {
    let schedule = Schedule::new(config);
    if !config.has_fingerprint(&record.fingerprint) {
        return Err(RecordFault::OtherMatch { found: record.fingerprint.clone(), expected: config.fingerprint() });
    }
    let number = record.number;
    let game = schedule.game(number).ok_or(RecordFault::Number { number, total: schedule.len() })?;
    let [black, white] = [game.black, game.white].map(|index| &config.engines[index].name);
    if (black, white) != (&record.black, &record.white) {
        return Err(RecordFault::Engines {
            number,
            black: black.clone(),
            white: white.clone(),
            found_black: record.black.clone(),
            found_white: record.white.clone(),
        });
    }
    if game.pair != record.pair {
        return Err(RecordFault::Pair(number, game.pair, record.pair));
    }
    if record.decision().result() != record.result {
        return Err(RecordFault::Winner(number, record.result.clone()));
    }
    if !record.searches.is_empty() && record.searches.len() != record.moves.len() {
        return Err(RecordFault::Searches(number, record.searches.len(), record.moves.len()));
    }
    replay(config, record)
}

/// Replays the moves of a record under the terms of a match and compares its end.
fn replay(config: &MatchConfig, record: &GameRecord) -> Result<(), RecordFault> {
    let number = record.number;
    let setup = config.setup().map_err(|_| RecordFault::Setup(number))?;
    let mut referee = Referee::new(Terms {
        setup: &setup,
        clocks: [None; 2],
        margin: config.margin(),
        max_moves: config.max_moves(&setup),
        adjudication: config.adjudicate,
    });
    if record.setup != SetupRecord::from(&setup) || record.first != referee.first() {
        return Err(RecordFault::Setup(number));
    }
    for (index, word) in record.moves.iter().enumerate() {
        if !referee.replay(word) {
            return Err(RecordFault::Move { number, ply: index + 1, word: quote(word) });
        }
    }
    let described = |reason: Reason, result: String| format!("{result} ({})", reason.name());
    // A game that goes on can only have been ended by a player or the clock, and one that has ended
    // can only be void because an engine failed at its last move.
    let expected = match referee.decision() {
        Some(end) if (end.reason, end.winner, end.margin) == (record.reason, record.winner, record.margin) => None,
        Some(end) => Some(described(end.reason, end.result())),
        None if matches!(record.reason, Reason::Score | Reason::Adjudicated | Reason::MaxMoves) => {
            Some("a game in progress".to_owned())
        }
        None => None,
    };
    let found = described(record.reason, record.result.clone());
    expected.map_or(Ok(()), |expected| Err(RecordFault::Result { number, found, expected }))
}

#[cfg(test)]
mod tests {
    use quintet_core::types::Seat;

    use super::*;
    use crate::driver::engine_config::EngineConfig;
    use crate::matches::report::standings::tests::game;

    #[test]
    fn only_games_of_the_match_are_accepted() {
        let engines = ["A", "B"].map(|name| EngineConfig { name: name.to_owned(), ..EngineConfig::default() });
        let config = MatchConfig {
            game: "bracket".to_owned(),
            size: Some("3".to_owned()),
            games: 4,
            engines: engines.into(),
            ..MatchConfig::default()
        };
        let resigned = game(2, "B", "A", Some(Seat::White), Reason::Resign);
        let good = GameRecord { fingerprint: config.fingerprint(), result: "W+R".to_owned(), ..resigned };
        assert_eq!(check(&config, &good), Ok(()));
        let message = |change: &dyn Fn(&mut GameRecord)| {
            let mut record = good.clone();
            change(&mut record);
            check(&config, &record).unwrap_err().to_string()
        };
        let other = message(&|record| record.fingerprint = "0123".to_owned());
        assert_eq!(other, format!("the game is of another match (0123; this one is {})", config.fingerprint()));
        assert_eq!(message(&|record| record.number = 999), "there is no game 999 in this match, which has 4");
        assert_eq!(message(&|record| record.number = 0), "there is no game 0 in this match, which has 4");
        let engines = message(&|record| record.black = "C".to_owned());
        assert_eq!(engines, "game 2 is between B (black) and A (white), not C and A");
        assert_eq!(message(&|record| record.pair = 7), "game 2 belongs to pair 0, not 7");
        let winner = message(&|record| record.winner = Some(Seat::Black));
        assert_eq!(winner, "game 2 has the result \"W+R\", but another winner");
        let setup = message(&|record| record.setup.komi = 1.0);
        assert_eq!(setup, "game 2 was played with another setup");
        assert_eq!(message(&|record| record.first = Seat::White), setup);
        let searches = message(&|record| record.searches = vec![None]);
        assert_eq!(searches, "game 2 has searches of 1 moves, but 3 moves");
        let illegal = message(&|record| record.moves.push("A1".to_owned()));
        assert_eq!(illegal, "game 2, move 4: \"A1\" is not a legal move");
        let early =
            message(&|record| (record.reason, record.winner, record.result) = (Reason::MaxMoves, None, "0".into()));
        assert_eq!(early, "game 2 has the result 0 (max-moves), but its moves lead to a game in progress");
        // The result of a finished game follows from its moves.
        let setup = config.setup().unwrap();
        let mut referee = Referee::new(Terms {
            setup: &setup,
            clocks: [None; 2],
            margin: config.margin(),
            max_moves: 100,
            adjudication: None,
        });
        while let Some(seat) = referee.turn() {
            let mv = referee.game().legal_moves(seat)[0];
            referee.open(mv);
        }
        let end = referee.decision().unwrap().clone();
        assert_eq!(end.reason, Reason::Score);
        let whole = GameRecord {
            result: end.result(),
            reason: end.reason,
            winner: end.winner,
            margin: end.margin,
            setup: SetupRecord::from(&setup),
            moves: referee.moves().to_vec(),
            ..good.clone()
        };
        assert_eq!(check(&config, &whole), Ok(()));
        let other = quintet_core::types::Margin::new(end.margin.unwrap().points() + 1.0);
        let wrong =
            GameRecord { margin: Some(other), winner: other.winner(), result: other.to_string(), ..whole.clone() };
        assert!(matches!(check(&config, &wrong), Err(RecordFault::Result { .. })), "{:?}", check(&config, &wrong));
        let after = GameRecord { moves: [whole.moves.clone(), vec!["A1".to_owned()]].concat(), ..whole };
        assert!(matches!(check(&config, &after), Err(RecordFault::Move { .. })));
        // Records of version 0.25.
        let longer = MatchConfig { games: 6, ..config.clone() };
        assert!(!config.has_fingerprint("0123") && longer.has_fingerprint(&good.fingerprint));
    }
}
