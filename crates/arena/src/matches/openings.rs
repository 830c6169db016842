//! The openings of a match: random legal plies, or games from SGF files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use quintet_core::game::Game;
use quintet_core::random::{Rng, random_below};
use quintet_core::setup::Setup;
use quintet_core::types::{Action, Move, Seat};
use quintet_record::sgf::{self, Reading, SgfError};
use rand::SeedableRng as _;

use super::config::MatchConfig;
use super::schedule::derived_seed;

/// The openings of a match.
pub enum Openings {
    /// A number of random plies.
    Random(u32),
    /// These lines, in turn.
    Lines(Vec<Vec<Move>>),
}

/// The error for openings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// A file or directory cannot be read.
    #[error("cannot read the opening {}: {error}", path.display())]
    Read {
        /// The file or directory.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A game cannot be played in the match.
    #[error("cannot use the opening {}: {reason}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: UnusableOpening,
    },
    /// There are no files.
    #[error("there is no .sgf file among the openings")]
    NoFiles,
}

/// The reason why a game cannot be used as an opening.
#[derive(Debug, thiserror::Error)]
pub enum UnusableOpening {
    /// The SGF file cannot be read.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// It is another game, or on another board.
    #[error("its game is {0} {1}x{2}")]
    Game(&'static str, u16, u16),
    /// There are stones at the start.
    #[error("its board is not empty at the start")]
    NotEmpty,
    /// A move is out of turn.
    #[error("move {0} is {name}'s, out of turn", name = .1.name())]
    OutOfTurn(usize, Seat),
    /// A move is illegal.
    #[error("move {0} is illegal by the rules of this match")]
    Illegal(usize),
}

impl Openings {
    /// Returns the openings of a match.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, is of another setup, or is anything but a main
    /// line of alternate moves from the empty board.
    pub fn of(config: &MatchConfig, setup: &Setup) -> Result<Openings, OpeningError> {
        if config.openings.is_empty() {
            return Ok(Openings::Random(config.random_plies()));
        }
        let most = config.opening_plies.map_or(usize::MAX, |plies| plies as usize);
        let mut lines = Vec::new();
        for path in files(&config.openings)? {
            let line = read(setup, &path, most);
            lines.push(line.map_err(|reason| OpeningError::Unusable { path, reason })?);
        }
        if lines.is_empty() { Err(OpeningError::NoFiles) } else { Ok(Openings::Lines(lines)) }
    }

    /// Returns the seed of a round's opening, in the 53 bits that every JSON reader keeps.
    pub fn seed(config: &MatchConfig, round: u64) -> u64 {
        derived_seed(config.seed, 0, round) >> 11
    }

    /// Returns the opening of a round: legal moves after which the game is not over.
    pub fn line(&self, config: &MatchConfig, setup: &Setup, round: u64) -> Vec<Move> {
        match self {
            Openings::Random(plies) => random(setup, Openings::seed(config, round), *plies),
            Openings::Lines(lines) => lines[(round % lines.len() as u64) as usize].clone(),
        }
    }
}

/// Returns up to `plies` random placements; fewer if the game would be over.
fn random(setup: &Setup, seed: u64, plies: u32) -> Vec<Move> {
    let mut rng = Rng::seed_from_u64(seed);
    let mut game = Game::new(setup.clone());
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

/// Returns the files, and the `.sgf` files of the directories, in the order of their names.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, OpeningError> {
    let mut files = Vec::new();
    for path in paths {
        let error = |error: io::Error| OpeningError::Read { path: path.clone(), error };
        if path.is_dir() {
            let mut found = Vec::new();
            for entry in fs::read_dir(path).map_err(error)? {
                let file = entry.map_err(error)?.path();
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

/// Reads the moves of a file, at most `most`, and plays them by the rules of `setup`. A move that
/// ends the game is left out.
fn read(setup: &Setup, path: &Path, most: usize) -> Result<Vec<Move>, UnusableOpening> {
    let record = sgf::load(path, Reading { present: Some(setup), ..Reading::default() })?;
    let theirs = &record.setup;
    if theirs.info().id != setup.info().id || (theirs.width(), theirs.height()) != (setup.width(), setup.height()) {
        return Err(UnusableOpening::Game(theirs.info().id, theirs.width(), theirs.height()));
    }
    let mut game = Game::new(setup.clone());
    if record.start.stones != game.diagram().stones {
        return Err(UnusableOpening::NotEmpty);
    }
    let mut line = Vec::new();
    for (number, &(seat, mv)) in (1..).zip(record.moves.iter().take(most)) {
        if seat != game.to_move() {
            return Err(UnusableOpening::OutOfTurn(number, seat));
        }
        game.play(seat, mv).map_err(|_| UnusableOpening::Illegal(number))?;
        if game.is_over() {
            break;
        }
        line.push(mv);
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use quintet_games as games;

    use super::*;

    #[test]
    fn openings_are_legal_repeatable_and_leave_a_game_to_play() {
        for info in games::GAMES {
            let setup = Setup::new(info);
            let config = MatchConfig::default();
            for round in 0..20 {
                let line = Openings::Random(6).line(&config, &setup, round);
                assert_eq!(line, Openings::Random(6).line(&config, &setup, round));
                let mut game = Game::new(setup.clone());
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
