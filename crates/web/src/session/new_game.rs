//! New games, as a page asks for them.

use super::error::NewGameError;
use crate::messages::{NewGame, Preview};
use crate::view::{self, Cells};
use quintet_core::game::Game;
use quintet_core::types::Stone;
use quintet_record::setup_words::SetupWords;

/// Returns the game that a page asks for, before its first move.
pub fn new_game(new: &NewGame) -> Result<Game, NewGameError> {
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

/// Returns the board of a new game without beginning it, or the reason why there is none.
pub fn preview(new: &NewGame) -> Preview {
    match new_game(new) {
        Ok(game) => Preview {
            board: Some(view::board(&Game::new(game.setup().clone()))),
            scene: view::scene(&game, &Cells::new(game.geometry())),
            error: None,
        },
        Err(error) => Preview { board: None, scene: Default::default(), error: Some(error.to_string()) },
    }
}
