//! Where games begin: random legal plies, or games from SGF files.

use std::fs;
use std::path::{Path, PathBuf};

use rand::SeedableRng as _;

use super::config::{ConfigError, MatchConfig};
use super::schedule::derived_seed;
use crate::games;
use crate::record::sgf::{self, Reading};
use crate::setup::Setup;
use crate::words::{Action, Move, Rng, random_below};

/// The openings of a match.
pub enum Openings {
    /// So many random plies.
    Random(u32),
    /// These lines, in turn.
    Lines(Vec<Vec<Move>>),
}

impl Openings {
    /// The openings that a match is configured to have.
    ///
    /// # Errors
    /// If a file can't be read, or its game is not one of this setup, or nothing but a main line of alternate moves
    /// from the empty board.
    pub fn of(config: &MatchConfig, setup: &Setup) -> Result<Openings, ConfigError> {
        if config.openings.is_empty() {
            return Ok(Openings::Random(config.random_plies()));
        }
        let most = config.opening_plies.map_or(usize::MAX, |plies| plies as usize);
        let mut lines = Vec::new();
        for path in files(&config.openings)? {
            let error = |why: String| ConfigError::Other(format!("cannot use the opening {}: {why}", path.display()));
            lines.push(read(setup, &path, most).map_err(error)?);
        }
        if lines.is_empty() {
            return Err(ConfigError::Other("there is no .sgf file among the openings".to_owned()));
        }
        Ok(Openings::Lines(lines))
    }

    /// The seed of a round's opening, in the 53 bits that every reader of JSON holds.
    pub fn seed(config: &MatchConfig, round: u64) -> u64 {
        derived_seed(config.seed, 0, round) >> 11
    }

    /// The opening of a round: legal moves after which the game is not over.
    pub fn line(&self, config: &MatchConfig, setup: &Setup, round: u64) -> Vec<Move> {
        match self {
            Openings::Random(plies) => random(setup, Openings::seed(config, round), *plies),
            Openings::Lines(lines) => lines[(round % lines.len() as u64) as usize].clone(),
        }
    }
}

/// Up to `plies` random placements; fewer where the game would be over, which on tiny boards comes soon.
fn random(setup: &Setup, seed: u64, plies: u32) -> Vec<Move> {
    let mut rng = Rng::seed_from_u64(seed);
    let mut game = games::start(setup);
    let mut line = Vec::new();
    for _ in 0..plies {
        let mut moves = game.legal_moves(game.to_move());
        moves.retain(|mv| matches!(mv.action(), Action::Place { .. }));
        if moves.is_empty() {
            break;
        }
        let mv = moves[random_below(&mut rng, moves.len() as u32) as usize];
        if game.play(game.to_move(), mv).is_err() || game.is_over() {
            break;
        }
        line.push(mv);
    }
    line
}

/// The files, and the `.sgf` files of the directories, in order of their names.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, ConfigError> {
    let error = |path: &Path, error: std::io::Error| {
        ConfigError::Other(format!("cannot read the opening {}: {error}", path.display()))
    };
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut found = Vec::new();
            for entry in fs::read_dir(path).map_err(|e| error(path, e))? {
                let file = entry.map_err(|e| error(path, e))?.path();
                if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf")) {
                    found.push(file);
                }
            }
            found.sort();
            files.extend(found);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// The moves of a file, at most `most`, played through by the rules of `setup`, without such as end the game.
fn read(setup: &Setup, path: &Path, most: usize) -> Result<Vec<Move>, String> {
    let record =
        sgf::load(path, Reading { present: Some(setup), ..Reading::default() }).map_err(|error| error.to_string())?;
    let theirs = &record.setup;
    if theirs.info().id != setup.info().id || (theirs.width(), theirs.height()) != (setup.width(), setup.height()) {
        return Err(format!("its game is {} {}x{}", theirs.info().id, theirs.width(), theirs.height()));
    }
    let mut game = games::start(setup);
    if record.start.stones != game.diagram().stones {
        return Err("its board is not empty at the start".to_owned());
    }
    let mut line = Vec::new();
    for (number, &(seat, mv)) in (1..).zip(record.moves.iter().take(most)) {
        if seat != game.to_move() {
            return Err(format!("move {number} is {}'s, out of turn", seat.name()));
        }
        game.play(seat, mv).map_err(|_| format!("move {number} is illegal by the rules of this match"))?;
        if game.is_over() {
            break;
        }
        line.push(mv);
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_legal_repeatable_and_leave_a_game_to_play() {
        for info in games::GAMES {
            let setup = Setup::new(info);
            let config = MatchConfig::default();
            for round in 0..20 {
                let line = Openings::Random(6).line(&config, &setup, round);
                assert_eq!(line, Openings::Random(6).line(&config, &setup, round));
                let mut game = games::start(&setup);
                for mv in line {
                    game.play(game.to_move(), mv).unwrap();
                }
                assert!(!game.is_over(), "{}", info.id);
            }
            let first = Openings::Random(2).line(&config, &setup, 0);
            assert!((1..20).any(|round| Openings::Random(2).line(&config, &setup, round) != first));
        }
    }

    #[test]
    fn on_tiny_boards_openings_stop_before_the_end() {
        let setup = Setup::new(games::find("bracket").unwrap()).with_size(1).unwrap();
        assert!(Openings::Random(4).line(&MatchConfig::default(), &setup, 0).is_empty());
    }
}
