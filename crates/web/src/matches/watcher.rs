//! The matches that a page watches.

use std::path::PathBuf;

use super::directory::MatchDirectory;
use super::error::MatchError;
use super::replay::{replay_of_game_in_progress, replay_of_record};
use crate::messages::{Playing, Update};
use quintet_arena::matches::in_progress::GameInProgress;

/// The part of the matches that a page shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shown {
    /// The list of all matches.
    List,
    /// A single match.
    Match(usize),
}

/// A game in progress that a page shows.
struct FollowedGame {
    number: u64,
    /// The number of its moves that the page has.
    moves: usize,
}

/// The matches of the server, and what a page has seen of them.
pub struct MatchWatcher {
    matches: Vec<MatchDirectory>,
    shown: Option<Shown>,
    /// Whether a refresh outside [`MatchWatcher::changes`] found changes that the page has not
    /// seen.
    unseen: bool,
    followed: Option<FollowedGame>,
    playing: Vec<Playing>,
}

impl MatchWatcher {
    /// Creates a watcher of directories; nothing is shown yet.
    pub fn new(directories: Vec<PathBuf>) -> MatchWatcher {
        let matches = directories.into_iter().map(MatchDirectory::new).collect();
        MatchWatcher { matches, shown: None, unseen: false, followed: None, playing: Vec::new() }
    }

    /// Returns the changes of what is shown.
    pub fn changes(&mut self) -> Vec<Update> {
        let unseen = std::mem::take(&mut self.unseen);
        match self.shown {
            None => Vec::new(),
            Some(Shown::List) => {
                let changed = self.matches.iter_mut().map(MatchDirectory::refresh).fold(unseen, |any, one| any | one);
                if changed { vec![self.list_update()] } else { Vec::new() }
            }
            Some(Shown::Match(index)) => {
                let mut updates = Vec::new();
                if self.matches[index].refresh() || unseen {
                    updates.push(self.match_update(index));
                }
                let games = self.matches[index].games_in_progress();
                let playing = lines_of(&games);
                if playing != self.playing {
                    self.playing = playing;
                    updates.push(self.playing_update(index));
                }
                updates.extend(self.follow(index, &games));
                updates
            }
        }
    }

    /// Returns the followed game if it has new moves or has ended.
    fn follow(&mut self, index: usize, games: &[GameInProgress]) -> Option<Update> {
        let followed = self.followed.as_mut()?;
        let replay = match games.iter().find(|game| game.header.number == followed.number) {
            Some(game) if game.moves.len() == followed.moves => return None,
            Some(game) => {
                followed.moves = game.moves.len();
                replay_of_game_in_progress(game, true)
            }
            None => {
                let (found, number) = (&self.matches[index], followed.number);
                let replay = match found.record(number) {
                    Some(record) => replay_of_record(&record),
                    // Its record is about to be written.
                    None if found.is_running() => return None,
                    None => {
                        let games = found.unfinished_games();
                        let game = games.iter().find(|game| game.header.number == number)?;
                        replay_of_game_in_progress(game, false)
                    }
                };
                self.followed = None;
                replay
            }
        };
        replay.ok().map(Update::Replay)
    }

    /// Shows the list of matches.
    pub fn show_list(&mut self) -> Vec<Update> {
        for found in &mut self.matches {
            found.refresh();
        }
        self.shown = Some(Shown::List);
        self.followed = None;
        vec![self.list_update()]
    }

    /// Shows a match.
    ///
    /// # Errors
    /// Returns an error if there is no such match.
    pub fn show_match(&mut self, index: usize) -> Result<Vec<Update>, MatchError> {
        let found = self.matches.get_mut(index).ok_or(MatchError::NoMatch)?;
        found.refresh();
        self.playing = lines_of(&found.games_in_progress());
        self.shown = Some(Shown::Match(index));
        self.followed = None;
        Ok(vec![self.match_update(index), self.playing_update(index)])
    }

    /// Shows a game of a match; a game in progress is followed from now on. Empty if the game has
    /// just ended and its record is not written yet: then it is among the later
    /// [changes](MatchWatcher::changes).
    ///
    /// # Errors
    /// Returns an error if there is no such game, or if it cannot be replayed by this version.
    pub fn show_game(&mut self, index: usize, number: u64) -> Result<Vec<Update>, MatchError> {
        let found = self.matches.get_mut(index).ok_or(MatchError::NoMatch)?;
        self.unseen |= found.refresh();
        self.followed = None;
        if let Some(record) = found.record(number) {
            return Ok(vec![Update::Replay(replay_of_record(&record)?)]);
        }
        let games = found.games_in_progress();
        let game = games.iter().find(|game| game.header.number == number);
        if game.is_none() && !(found.is_running() && (1..=found.total()).contains(&number)) {
            return Err(MatchError::NoGame);
        }
        let replay = game.map(|game| replay_of_game_in_progress(game, true)).transpose()?;
        self.followed = Some(FollowedGame { number, moves: game.map_or(0, |game| game.moves.len()) });
        Ok(replay.map(Update::Replay).into_iter().collect())
    }

    /// Shows nothing from now on.
    pub fn hide(&mut self) {
        self.shown = None;
        self.followed = None;
    }

    fn list_update(&self) -> Update {
        Update::Matches { matches: self.matches.iter().map(MatchDirectory::line).collect() }
    }

    fn match_update(&self, index: usize) -> Update {
        Update::Match(Box::new(self.matches[index].view(index)))
    }

    fn playing_update(&self, index: usize) -> Update {
        Update::Playing { index, playing: self.playing.clone() }
    }
}

/// Returns the lines of the games in progress.
fn lines_of(games: &[GameInProgress]) -> Vec<Playing> {
    let line = |game: &GameInProgress| Playing {
        number: game.header.number,
        black: game.header.black.clone(),
        white: game.header.white.clone(),
        moves: game.moves.len(),
    };
    games.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use quintet_arena::matches::results::Store;

    #[test]
    fn changes_read_for_a_game_are_reported_for_its_match_too() {
        let directory = std::env::temp_dir().join(format!("quintet-{}-watch", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let mut watcher = MatchWatcher::new(vec![directory.clone()]);
        watcher.show_match(0).unwrap();
        assert!(watcher.changes().is_empty(), "nothing has changed");
        fs::write(Store::games_file(&directory), "").unwrap();
        watcher.show_game(0, 1).unwrap_err();
        let updates = watcher.changes();
        assert!(matches!(updates[..], [Update::Match(_)]), "{updates:?}");
        assert!(watcher.changes().is_empty(), "it is reported once");
        fs::remove_dir_all(directory).unwrap();
    }
}
