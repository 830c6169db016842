//! The earlier games of a session: what another game has replaced, to return to it.

use std::collections::VecDeque;

use super::live_game::LiveGame;
use super::players::{Player, Players, Strength};
use crate::messages::EarlierView;
use quintet_core::types::Seat;
use quintet_record::tree::GameTree;

/// The largest number of games that are kept.
const MOST: usize = 10;

/// The earlier games, the latest one last.
#[derive(Default)]
pub struct EarlierGames {
    games: VecDeque<(u64, LiveGame)>,
    /// The number of the latest game.
    latest: u64,
}

impl EarlierGames {
    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Keeps a game if [there is something to keep](is_worth_keeping). The oldest one makes room: a
    /// record that was only looked at before one to which moves were added.
    pub fn keep(&mut self, game: LiveGame) {
        if !is_worth_keeping(&game) {
            return;
        }
        if self.games.len() >= MOST {
            let seen = self.games.iter().position(|(_, game)| game.game().tree().added() == 0);
            self.games.remove(seen.unwrap_or(0));
        }
        self.latest += 1;
        self.games.push_back((self.latest, game));
    }

    /// Takes a game out.
    pub fn take(&mut self, id: u64) -> Option<LiveGame> {
        let index = self.games.iter().position(|(known, _)| *known == id)?;
        self.games.remove(index).map(|(_, game)| game)
    }

    /// Returns the games as the page shows them, the latest one first.
    pub fn views(&self) -> Vec<EarlierView> {
        let view = |(id, game): &(u64, LiveGame)| EarlierView {
            id: *id,
            text: describe(game),
            running: game.players().has_person() && game.game().tree().added() > 0 && !is_over(game),
        };
        self.games.iter().rev().map(view).collect()
    }
}

/// Returns whether a game has something that would be lost with it: moves, or stones at its start.
pub fn is_worth_keeping(live: &LiveGame) -> bool {
    let tree = live.game().tree();
    tree.number(tree.end()) > 0 || tree.added() > 0 || tree.start().diagram() != tree.setup().empty_diagram()
}

fn is_over(live: &LiveGame) -> bool {
    live.game().is_over_at(live.latest())
}

/// Returns a game in a few words, such as `your game of Cancer against level 7, move 23`.
pub fn describe(live: &LiveGame) -> String {
    let tree = live.game().tree();
    let (info, players) = (tree.setup().info(), live.players());
    let title = info.title;
    let who = match Seat::BOTH.map(|seat| players.is_person(seat)) {
        [true, true] if tree.is_read() => record_of(tree),
        [true, true] => format!("the game of {title} for two"),
        [true, false] => format!("your game of {title} against {}", name(players, Seat::White)),
        [false, true] => format!("your game of {title} against {}", name(players, Seat::Black)),
        [false, false] => {
            format!("the game of {title}, {} against {}", name(players, Seat::Black), name(players, Seat::White))
        }
    };
    let moves = tree.number(live.latest());
    let end = if is_over(live) { ", finished" } else { "" };
    format!("{who}, move {moves}{end}")
}

fn record_of(tree: &GameTree) -> String {
    let title = tree.setup().info().title;
    match (tree.fact("PB"), tree.fact("PW")) {
        (None, None) => format!("the record of a game of {title}"),
        (black, white) => {
            let [black, white] = [black, white].map(|name| name.map_or_else(|| "?".to_owned(), Strength::in_words));
            format!("the record of {black} against {white}")
        }
    }
}

fn name(players: &Players, seat: Seat) -> String {
    match players.of(seat) {
        Player::BuiltIn(strength) => strength.in_a_game(),
        Player::Person | Player::Guest | Player::External(_) => players.name(seat).to_owned(),
    }
}
