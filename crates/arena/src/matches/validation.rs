//! Checks that a record in a result file is of a game of the match that is resumed.

use quintet_core::types::Seat;

use super::config::MatchConfig;
use super::record::GameRecord;
use super::schedule::Schedule;

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
        /// The number.
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
    if record.winner != winner(&record.result) {
        return Err(RecordFault::Winner(number, record.result.clone()));
    }
    Ok(())
}

/// Returns the winner of a result such as `B+3`; `None` for a draw and a void game.
fn winner(result: &str) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| result.starts_with(&format!("{}+", seat.letter().to_ascii_uppercase())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::engine_config::EngineConfig;
    use crate::driver::referee::Reason;
    use crate::matches::report::standings::tests::game;

    #[test]
    fn only_games_of_the_match_are_accepted() {
        let engines = ["A", "B"].map(|name| EngineConfig { name: name.to_owned(), ..EngineConfig::default() });
        let config = MatchConfig { games: 4, engines: engines.into(), ..MatchConfig::default() };
        let good = GameRecord { fingerprint: config.fingerprint(), ..game(2, "B", "A", None, Reason::Score) };
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
        let winner = message(&|record| record.winner = Some(Seat::White));
        assert_eq!(winner, "game 2 has the result \"0\", but another winner");
        // Records of version 0.25.
        let longer = MatchConfig { games: 6, ..config.clone() };
        assert!(!config.has_fingerprint("0123") && longer.has_fingerprint(&good.fingerprint));
    }
}
