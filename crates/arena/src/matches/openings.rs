//! The openings of a match: random legal plies, balanced ones, or games from SGF files.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_record::sgf::{self, Reading, SgfError, SgfProblem};
use quintet_record::tree::{NodeId, Step};

use super::balance::{self, BalancedOpenings, Judge};
use super::random_line::random_line;
use crate::driver::referee::Cancelled;

/// The path that asks for balanced openings; a file of this name is `./balanced`.
const BALANCED: &str = "balanced";

/// The number of random plies at the start of a game without opening files, unless another one is
/// given.
const RANDOM_PLIES: u32 = 2;

/// The openings of a match.
pub enum Openings<'a> {
    /// A number of random plies.
    Random(u32),
    /// Random plies after which both sides have about the same chances.
    Balanced(BalancedOpenings<'a>),
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
    #[error("cannot use the opening {}, game {game}: {reason}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// The number of the game in the file, from 1.
        game: usize,
        reason: UnusableOpening,
    },
    /// There are no files.
    #[error("there is no .sgf file among the openings")]
    NoFiles,
    /// Balanced openings are asked for together with files, or where nothing can judge positions.
    #[error("balanced openings cannot be used here: give SGF files, or none for random plies")]
    Balanced,
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
    /// The game is over, so that there is nothing to play.
    #[error("the game is over after move {0} (--opening-plies with a smaller number cuts it short)")]
    Over(usize),
}

impl<'a> Openings<'a> {
    /// Returns the openings of a match: the games of `paths`, cut to `plies`, or that many random
    /// plies if there are no paths, balanced by `judge` if the path is `balanced`.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, is of another setup, is anything but a main line
    /// of alternate moves from the empty board, or leaves nothing to play; or if balanced openings
    /// are not possible. A game with an illegal move is left out, with a warning, if there are others.
    pub fn of(
        setup: &Setup,
        paths: &[PathBuf],
        plies: Option<u32>,
        judge: Option<&'a dyn Judge>,
    ) -> Result<Openings<'a>, OpeningError> {
        if paths.is_empty() {
            return Ok(Openings::Random(plies.unwrap_or(RANDOM_PLIES)));
        }
        if paths.iter().any(|path| path.as_os_str() == BALANCED) {
            return match (judge, paths) {
                (Some(judge), [_]) => {
                    Ok(Openings::Balanced(BalancedOpenings::new(judge, plies.unwrap_or(balance::PLIES))))
                }
                _ => Err(OpeningError::Balanced),
            };
        }
        let most = plies.map_or(usize::MAX, |plies| plies as usize);
        let (mut lines, mut skipped) = (Vec::new(), None);
        for path in files(paths)? {
            let unusable = |game, reason| OpeningError::Unusable { path: path.clone(), game, reason };
            let bytes = sgf::contents(&path).map_err(|error| unusable(1, error.into()))?;
            for (number, game) in (1..).zip(games_of(&bytes)) {
                match read(setup, game, most) {
                    Ok(line) => lines.push(line),
                    Err(UnusableOpening::Sgf(error)) if matches!(error.problem, SgfProblem::Illegal(..)) => {
                        let error = unusable(number, error.into());
                        log::warn!("{error}; the other games are used");
                        skipped.get_or_insert(error);
                    }
                    Err(reason) => return Err(unusable(number, reason)),
                }
            }
        }
        if lines.is_empty() { Err(skipped.unwrap_or(OpeningError::NoFiles)) } else { Ok(Openings::Lines(lines)) }
    }

    /// Returns the opening of a round: legal moves after which the game is not over. `seed` is that
    /// of [`opening_seed`](super::seeds::opening_seed).
    ///
    /// # Errors
    /// Returns [`Cancelled`] if the flag was raised.
    pub fn line(&self, setup: &Setup, seed: u64, round: u64, cancel: &AtomicBool) -> Result<Vec<Move>, Cancelled> {
        match self {
            Openings::Random(plies) => Ok(random_line(setup, seed, *plies)),
            Openings::Balanced(openings) => openings.line(setup, seed, cancel),
            Openings::Lines(lines) => Ok(lines[(round % lines.len() as u64) as usize].clone()),
        }
    }
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

/// Splits a file into its games. A file without a game is one part, which the reader of games
/// refuses.
fn games_of(bytes: &[u8]) -> Vec<&[u8]> {
    let mut games = Vec::new();
    // The start of the part that is not finished, and the depth of parentheses in it.
    let (mut start, mut depth) = (0, 0usize);
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    games.push(&bytes[start..=at]);
                    start = at + 1;
                }
            }
            // Parentheses in a value are text.
            b'[' if depth > 0 => {
                while at < bytes.len() && bytes[at] != b']' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            _ => {}
        }
        at += 1;
    }
    if depth > 0 || games.is_empty() {
        games.push(&bytes[start..]);
    }
    games
}

/// Reads the moves of a game, at most `most`, and plays them by the rules of `setup`.
fn read(setup: &Setup, bytes: &[u8], most: usize) -> Result<Vec<Move>, UnusableOpening> {
    let record = sgf::read(bytes, Reading { present: Some(setup), ..Reading::default() })?;
    let theirs = record.tree.setup();
    if theirs.info().id != setup.info().id || (theirs.width(), theirs.height()) != (setup.width(), setup.height()) {
        return Err(UnusableOpening::Game(theirs.info().id, theirs.width(), theirs.height()));
    }
    let mut game = Game::new(setup.clone());
    let is_set_up = |node: &NodeId| matches!(record.tree.step(*node), Step::SetUp(_));
    let line = record.tree.path(record.tree.end());
    if record.tree.start().diagram().stones != game.diagram().stones || line.iter().any(is_set_up) {
        return Err(UnusableOpening::NotEmpty);
    }
    let mut line = Vec::new();
    for (number, &(seat, mv)) in (1..).zip(record.moves().iter().take(most)) {
        if seat != game.to_move() {
            return Err(UnusableOpening::OutOfTurn(number, seat));
        }
        game.play(seat, mv).map_err(|_| UnusableOpening::Illegal(number))?;
        if game.is_over() {
            return Err(UnusableOpening::Over(number));
        }
        line.push(mv);
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use quintet_games as games;

    use super::super::seeds::opening_seed;
    use super::*;

    #[test]
    fn openings_are_legal_repeatable_and_leave_a_game_to_play() {
        for info in games::GAMES {
            let setup = Setup::new(info);
            let line = |plies, round| {
                let cancel = AtomicBool::new(false);
                Openings::Random(plies).line(&setup, opening_seed(0, round), round, &cancel).unwrap()
            };
            for round in 0..20 {
                assert_eq!(line(6, round), line(6, round));
                let mut game = Game::new(setup.clone());
                for mv in line(6, round) {
                    game.play(game.to_move(), mv).unwrap();
                }
                assert!(!game.is_over(), "{}", info.id);
            }
            assert!((1..20).any(|round| line(2, round) != line(2, 0)));
        }
    }

    #[test]
    fn on_tiny_boards_openings_stop_before_the_end() {
        let setup = Setup::new(games::find("bracket").unwrap()).with_size(1).unwrap();
        assert!(Openings::Random(4).line(&setup, 1, 0, &AtomicBool::new(false)).unwrap().is_empty());
    }

    #[test]
    fn balanced_openings_need_a_judge_and_no_files() {
        let setup = Setup::new(games::DEFAULT);
        let refused = |paths: &[&str]| {
            let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
            matches!(Openings::of(&setup, &paths, None, None), Err(OpeningError::Balanced))
        };
        assert!(refused(&["balanced"]) && refused(&["balanced", "a.sgf"]));
        assert!(!refused(&["./balanced"]), "a file of this name");
    }

    /// Returns the openings of a file with this text, for Stoical Go on 4×4.
    fn openings(name: &str, text: &str, plies: Option<u32>) -> Result<Vec<Vec<Move>>, OpeningError> {
        let setup = Setup::new(games::find("stoical").unwrap()).with_size(4).unwrap();
        let path = std::env::temp_dir().join(format!("quintet-{}-{name}.sgf", std::process::id()));
        fs::write(&path, text).unwrap();
        let openings = Openings::of(&setup, std::slice::from_ref(&path), plies, None);
        fs::remove_file(path).unwrap();
        match openings? {
            Openings::Lines(lines) => Ok(lines),
            _ => panic!("openings come from the file"),
        }
    }

    #[test]
    fn all_games_of_a_file_are_openings() {
        let text = "\u{feff}(;SZ[4]C[a \\] ) (;];B[aa];W[bb](;B[cc])(;B[dd]))\n(;SZ[4];B[cc])\n";
        let lines = openings("several", text, None).unwrap();
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [3, 1]);
        let lines = openings("several-cut", text, Some(2)).unwrap();
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
        let error = openings("second", "(;SZ[4];B[aa])(;SZ[5];B[cc])", None).unwrap_err().to_string();
        assert!(error.ends_with("game 2: its game is stoical 5x5"), "{error}");
        let occupied = "(;SZ[4];B[aa];W[aa])";
        let lines = openings("occupied", &format!("{occupied}(;SZ[4];B[cc])"), None).unwrap();
        assert_eq!(lines.len(), 1, "the rest of the collection is used");
        let error = openings("only", occupied, None).unwrap_err().to_string();
        assert!(error.ends_with("game 1: line 1: move 2, white A4, is illegal"), "{error}");
        assert!(openings("none", "no game", None).is_err());
        assert!(openings("open", "(;SZ[4];B[aa])(;SZ[4];B[cc]", None).is_err());
    }

    #[test]
    fn an_opening_that_ends_the_game_is_refused() {
        let text = "(;SZ[4];B[aa];W[];B[])";
        let error = openings("over", text, None).unwrap_err().to_string();
        assert!(error.contains("game 1: the game is over after move 3"), "{error}");
        assert_eq!(openings("over-cut", text, Some(2)).unwrap()[0].len(), 2);
    }
}
