//! The games in progress of a match: one file for each, which is removed when the game is over.
//!
//! The files are for spectators only. The match goes on if they cannot be written.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use quintet_core::types::Seat;
use quintet_system::input_file;
use serde::{Deserialize, Serialize};

use super::record::SetupRecord;

/// The facts of a game that are known at its start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameHeader {
    /// The number in the match, from 1.
    pub number: u64,
    /// The engine that plays Black.
    pub black: String,
    /// The engine that plays White.
    pub white: String,
    pub setup: SetupRecord,
    /// The side with the first move; then the sides take turns.
    pub first: Seat,
}

/// A game in progress.
#[derive(Clone, PartialEq, Debug)]
pub struct GameInProgress {
    /// The facts that are known at its start.
    pub header: GameHeader,
    /// The moves so far, in the program's own words.
    pub moves: Vec<String>,
}

fn folder(directory: &Path) -> PathBuf {
    directory.join("live")
}

/// Creates the empty folder for a match's games in progress. Removes the files of a match that was
/// killed.
pub fn prepare(directory: &Path) {
    clear(directory);
    if let Err(error) = fs::create_dir_all(folder(directory)) {
        log::warn!("games in progress cannot be watched: {}: {error}", folder(directory).display());
    }
}

/// Removes the files of games, and the folder unless it has others.
pub fn clear(directory: &Path) {
    files(directory).iter().for_each(|file| _ = fs::remove_file(file));
    let _ = fs::remove_dir(folder(directory));
}

/// The file of a game in progress. Dropping it removes the file.
pub struct GameFile {
    path: PathBuf,
    file: Option<File>,
}

impl GameFile {
    /// Creates the file at the start of a game.
    pub fn create(directory: &Path, header: &GameHeader) -> GameFile {
        let path = folder(directory).join(format!("{:05}.moves", header.number));
        let mut created = GameFile { file: File::create(&path).ok(), path };
        created.add(&serde_json::to_string(header).expect("a header is plain data"));
        created
    }

    /// Adds a move.
    pub fn add(&mut self, word: &str) {
        if let Some(file) = &mut self.file
            && file.write_all(format!("{word}\n").as_bytes()).is_err()
        {
            self.file = None;
        }
    }
}

impl Drop for GameFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns the games in progress in a directory of results, by number. An incomplete last line is
/// left out.
pub fn games(directory: &Path) -> Vec<GameInProgress> {
    let mut games: Vec<GameInProgress> = files(directory).iter().filter_map(|path| read(path)).collect();
    games.sort_by_key(|game| game.header.number);
    games
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(directory)).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| is_game_file(path)).collect();
    files.sort();
    files
}

/// Returns whether a path has the name of a [`GameFile`].
fn is_game_file(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".moves"));
    name.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn read(path: &Path) -> Option<GameInProgress> {
    let text = input_file::read_to_string(path).ok()?;
    let whole = &text[..text.rfind('\n')?];
    let mut lines = whole.lines();
    let header = serde_json::from_str(lines.next()?).ok()?;
    Some(GameInProgress { header, moves: lines.map(str::to_owned).collect() })
}

#[cfg(test)]
mod tests {
    use quintet_core::setup::Setup;
    use quintet_games as games;

    use super::*;

    #[test]
    fn a_game_is_seen_while_it_is_played_and_no_longer() {
        let directory = std::env::temp_dir().join(format!("quintet-{}-live", std::process::id()));
        prepare(&directory);
        let setup = Setup::new(games::find("cascade").unwrap());
        let head = |number| GameHeader {
            number,
            black: "A".to_owned(),
            white: "B".to_owned(),
            setup: SetupRecord::from(&setup),
            first: Seat::White,
        };
        let mut second = GameFile::create(&directory, &head(12));
        let mut first = GameFile::create(&directory, &head(3));
        first.add("white@A1");
        second.add("red@B2");
        second.add("black@C3");
        let seen: Vec<_> = super::games(&directory).into_iter().map(|game| (game.header.number, game.moves)).collect();
        assert_eq!(seen, [(3, vec!["white@A1".to_owned()]), (12, vec!["red@B2".to_owned(), "black@C3".to_owned()])]);
        drop(first);
        assert_eq!(super::games(&directory).len(), 1);
        // The files of a killed match are removed when it is resumed.
        std::mem::forget(second);
        prepare(&directory);
        assert!(super::games(&directory).is_empty());
        clear(&directory);
        assert!(!folder(&directory).exists());
        fs::remove_dir_all(&directory).unwrap();
    }

    #[test]
    fn other_files_of_the_folder_stay() {
        let directory = tempfile::tempdir().unwrap();
        let directory = directory.path();
        fs::create_dir_all(folder(directory).join("00002.moves")).unwrap();
        let others = ["notes", "x.moves", ".moves", "00001.moves.sgf"];
        others.iter().for_each(|name| fs::write(folder(directory).join(name), "mine").unwrap());
        fs::write(folder(directory).join("00001.moves"), "of a killed match").unwrap();
        prepare(directory);
        clear(directory);
        let names = fs::read_dir(folder(directory)).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, [".moves", "00001.moves.sgf", "00002.moves", "notes", "x.moves"]);
    }

    #[test]
    fn an_incomplete_line_is_left_out() {
        let directory = std::env::temp_dir().join(format!("quintet-{}-torn", std::process::id()));
        prepare(&directory);
        let path = folder(&directory).join("00001.moves");
        let setup = SetupRecord::from(&Setup::new(games::DEFAULT));
        let head = GameHeader { number: 1, black: "A".to_owned(), white: "B".to_owned(), setup, first: Seat::Black };
        let head = serde_json::to_string(&head).unwrap();
        for (text, moves) in [(head.clone(), None), (format!("{head}\nD4\nE"), Some(1)), (format!("{head}\n"), Some(0))]
        {
            fs::write(&path, text).unwrap();
            assert_eq!(super::games(&directory).first().map(|game| game.moves.len()), moves);
        }
        fs::remove_dir_all(&directory).unwrap();
    }
}
