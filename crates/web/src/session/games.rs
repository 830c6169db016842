//! Whole games: new ones, previews, positions and files.

use std::time::SystemTime;

use super::Session;
use super::error::{NewGameError, RequestError};
use super::page_game::PageGame;
use super::phase::Phase;
use super::players::{Player, Players};
use crate::messages::{NewGame, Preview, Update};
use crate::view::{self, Cells};
use quintet_core::game::Game;
use quintet_core::time_control::TimeControl;
use quintet_core::types::{Seat, Stone};
use quintet_engine::life::judged;
use quintet_record::setup_words::SetupWords;
use quintet_record::sgf::{self, Notes};
use quintet_record::tree::{Forfeit, ForfeitReason};
use quintet_record::{position_line, svg};

/// The number of warnings about a file that are shown.
const WARNINGS: usize = 3;

/// Returns the game that a page asks for, before its first move.
fn new_game(new: &NewGame) -> Result<Game, NewGameError> {
    let words = SetupWords {
        game: Some(new.game.clone()),
        size: Some(new.size.trim().to_owned()),
        rules: new.rules.clone().into_iter().collect(),
        komi: Some(new.komi),
        blocked: new.blocked.clone(),
    };
    let setup = words.read()?;
    if new.handicap < 2 {
        return Ok(Game::new(setup));
    }
    let info = setup.info();
    let handicap = info.handicap.as_ref().ok_or(NewGameError::NoHandicap(info.title))?;
    let geometry = setup.geometry();
    let most = (handicap.most_fixed)(&geometry);
    if new.handicap > most {
        return Err(match most {
            0 => NewGameError::NoHandicapPlaces,
            _ => NewGameError::TooManyHandicapStones(most),
        });
    }
    let mut diagram = setup.empty_diagram();
    diagram.to_move = info.first.other();
    for point in (handicap.fixed_places)(&geometry, new.handicap) {
        if setup.blocked().contains(point) {
            return Err(NewGameError::BlockedHandicapPlace(geometry.vertex(point).to_string()));
        }
        diagram.stones[point.index()] = Some(Stone::Black);
    }
    Ok(Game::from_diagram(setup, &diagram)?)
}

impl Session {
    /// Begins a new game.
    pub(super) fn begin(&mut self, new: &NewGame) -> Result<(), RequestError> {
        let players = Players::read(&new.seats, &self.options.engines)?;
        let control = match &new.clock {
            Some(text) => text.parse()?,
            None => TimeControl::Unlimited,
        };
        let game = new_game(new)?;
        self.set_game(game, players.seats);
        self.set_players(players);
        self.set_clock(control);
        Ok(())
    }

    /// Shows the board of a new game without beginning it.
    pub(super) fn preview(&mut self, new: &NewGame) {
        let preview = match new_game(new) {
            Ok(game) => Preview {
                board: Some(view::board(&Game::new(game.setup().clone()))),
                scene: view::scene(&game, &Cells::new(game.geometry())),
                error: None,
            },
            Err(error) => Preview { board: None, scene: Default::default(), error: Some(error.to_string()) },
        };
        self.send(&Update::Preview(preview));
    }

    /// Opens a position line.
    pub(super) fn open_position(&mut self, line: &str) -> Result<(), RequestError> {
        let (setup, diagram) = position_line::read(line)?;
        let game = Game::from_diagram(setup, &diagram)?;
        self.set_game(game, [Player::Person, Player::Person]);
        Ok(())
    }

    /// Opens an SGF file.
    pub(super) fn load(&mut self, text: &str) -> Result<(), RequestError> {
        let record = sgf::read(text.as_bytes(), None)?;
        self.set_game(record.replay(), [Player::Person, Player::Person]);
        self.record = Some(record.clone());
        if !record.warnings.is_empty() {
            let more = record.warnings.len().saturating_sub(WARNINGS);
            let shown = record.warnings.iter().take(WARNINGS).cloned().collect::<Vec<_>>().join("; ");
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            self.send_note(format!("The file was opened; not understood: {shown}{more}."));
        }
        Ok(())
    }

    /// Sends the game as an SGF file.
    pub(super) fn save(&mut self) {
        let name = format!("quintet-{}.sgf", self.game().info().id);
        self.send(&Update::File { name, text: self.sgf() });
    }

    /// Sends a picture of the position.
    pub(super) fn picture(&mut self) {
        // The position does not show a resignation or a loss on time.
        let forfeit = self.tree.forfeit();
        let caption = forfeit.map(|forfeit| view::status(self.game(), Some(forfeit)));
        let options = svg::PictureOptions { caption, ..svg::PictureOptions::default() };
        let text = svg::picture(self.game(), &options);
        let name = format!("quintet-{}.svg", self.game().info().id);
        self.send(&Update::File { name, text });
    }

    fn sgf(&self) -> String {
        let last = self.tree.line().last().copied().unwrap_or(self.tree.node());
        let game = self.tree.game_at(last);
        let name = |seat| (!self.players.is_person(seat)).then(|| self.player_name(seat));
        let result = self.tree.tree().forfeit(last).map(|Forfeit { loser, reason }| {
            let reason = match reason {
                ForfeitReason::Resignation => "R",
                ForfeitReason::Time => "T",
            };
            format!("{}+{reason}", loser.other().letter().to_ascii_uppercase())
        });
        let loaded = self.record.as_ref().map_or_else(Notes::default, |record| record.notes_for(&game));
        let mut others = loaded.others.clone();
        if let Some(clock) = &self.clock {
            others.extend(view::sgf_time(clock.control()));
        }
        let notes = Notes {
            others,
            black: name(Seat::Black).or(loaded.black),
            white: name(Seat::White).or(loaded.white),
            date: loaded.date.or_else(|| Some(sgf::date(SystemTime::now()))),
            result: result.or(loaded.result),
            ..loaded
        };
        sgf::write(&game, &notes)
    }

    /// Replaces the game.
    pub(super) fn set_game(&mut self, game: Game, seats: [Player; 2]) {
        self.stop_engines();
        self.puzzle = None;
        self.clock = None;
        self.tree = PageGame::new(judged(game, &self.knowledge));
        self.record = None;
        self.players.seats = seats;
        self.external.end_all();
        self.faults.clear();
        self.thinking.review = None;
        self.thinking.analysis.reset();
        self.exact.restart();
        self.phase = Phase::Playing;
        self.send_board();
        self.changed = true;
    }
}
