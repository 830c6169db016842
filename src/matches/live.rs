//! The games of a match while they are played: a file each, which goes when its game is over.
//!
//! They are for whoever watches. To the match they mean nothing: it goes on where they can't be written.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::results::SetupRecord;
use crate::words::Seat;

/// What is known of a game when it begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LiveHead {
    /// Its number in the match, from 1.
    pub number: u64,
    /// The engine that plays as black.
    pub black: String,
    /// The engine that plays as white.
    pub white: String,
    /// What is played.
    pub setup: SetupRecord,
    /// Who moves first; then the seats take turns.
    pub first: Seat,
}

/// A game that is being played.
#[derive(Clone, PartialEq, Debug)]
pub struct LiveGame {
    /// What was known when it began.
    pub head: LiveHead,
    /// The moves so far, in the program's own words.
    pub moves: Vec<String>,
}

fn folder(directory: &Path) -> PathBuf {
    directory.join("live")
}

/// Makes the folder of a match's games in progress, empty: what a match left that was killed goes.
pub fn prepare(directory: &Path) {
    let _ = fs::remove_dir_all(folder(directory));
    if let Err(error) = fs::create_dir_all(folder(directory)) {
        log::warn!("games in progress can't be watched: {}: {error}", folder(directory).display());
    }
}

/// Takes the folder away again.
pub fn clear(directory: &Path) {
    let _ = fs::remove_dir_all(folder(directory));
}

/// Writes a game down while it is played. Dropping it takes the file away.
pub struct LiveWriter {
    path: PathBuf,
    file: Option<File>,
}

impl LiveWriter {
    /// A game begins.
    pub fn begin(directory: &Path, head: &LiveHead) -> LiveWriter {
        let path = folder(directory).join(format!("{:05}.moves", head.number));
        let mut writer = LiveWriter { file: File::create(&path).ok(), path };
        writer.add(&serde_json::to_string(head).expect("a head is plain data"));
        writer
    }

    /// A move was played.
    pub fn add(&mut self, word: &str) {
        if let Some(file) = &mut self.file
            && file.write_all(format!("{word}\n").as_bytes()).is_err()
        {
            self.file = None;
        }
    }
}

impl Drop for LiveWriter {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The games that are being played in a directory of results, by number. A line that is not whole yet is left out.
pub fn games(directory: &Path) -> Vec<LiveGame> {
    let mut games: Vec<LiveGame> = files(directory).iter().filter_map(|path| read(path)).collect();
    games.sort_by_key(|game| game.head.number);
    games
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(directory)).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "moves")).collect();
    files.sort();
    files
}

fn read(path: &Path) -> Option<LiveGame> {
    let text = fs::read_to_string(path).ok()?;
    let whole = &text[..text.rfind('\n')?];
    let mut lines = whole.lines();
    let head = serde_json::from_str(lines.next()?).ok()?;
    Some(LiveGame { head, moves: lines.map(str::to_owned).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::setup::Setup;

    #[test]
    fn a_game_is_seen_while_it_is_played_and_no_longer() {
        let directory = std::env::temp_dir().join(format!("quintet-{}-live", std::process::id()));
        prepare(&directory);
        let setup = Setup::new(games::find("cascade").unwrap());
        let head = |number| LiveHead {
            number,
            black: "A".to_owned(),
            white: "B".to_owned(),
            setup: SetupRecord::from(&setup),
            first: Seat::White,
        };
        let mut second = LiveWriter::begin(&directory, &head(12));
        let mut first = LiveWriter::begin(&directory, &head(3));
        first.add("white@A1");
        second.add("red@B2");
        second.add("black@C3");
        let seen: Vec<_> = super::games(&directory).into_iter().map(|game| (game.head.number, game.moves)).collect();
        assert_eq!(seen, [(3, vec!["white@A1".to_owned()]), (12, vec!["red@B2".to_owned(), "black@C3".to_owned()])]);
        drop(first);
        assert_eq!(super::games(&directory).len(), 1);
        // What a killed match left is gone when it goes on.
        std::mem::forget(second);
        prepare(&directory);
        assert!(super::games(&directory).is_empty());
        clear(&directory);
        assert!(!folder(&directory).exists());
        fs::remove_dir_all(&directory).unwrap();
    }

    #[test]
    fn a_line_that_is_not_whole_is_left_out() {
        let directory = std::env::temp_dir().join(format!("quintet-{}-torn", std::process::id()));
        prepare(&directory);
        let path = folder(&directory).join("00001.moves");
        let setup = SetupRecord::from(&Setup::new(games::DEFAULT));
        let head = LiveHead { number: 1, black: "A".to_owned(), white: "B".to_owned(), setup, first: Seat::Black };
        let head = serde_json::to_string(&head).unwrap();
        for (text, moves) in [(head.clone(), None), (format!("{head}\nD4\nE"), Some(1)), (format!("{head}\n"), Some(0))]
        {
            fs::write(&path, text).unwrap();
            assert_eq!(super::games(&directory).first().map(|game| game.moves.len()), moves);
        }
        fs::remove_dir_all(&directory).unwrap();
    }
}
