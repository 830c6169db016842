//! How a game begins: what the page asks for, and what engines have to be told of it.

use crate::board::Point;
use crate::games;
use crate::history::AnyHistory;
use crate::record::position;
use crate::record::setup_words::SetupWords;
use crate::setup::{Diagram, Setup};
use crate::web::guest::Start;
use crate::web::messages::NewGame;
use crate::words::{Seat, Stone};

/// The setup that a page asks for.
fn setup_of(new: &NewGame) -> Result<Setup, String> {
    let words = SetupWords {
        game: Some(new.game.clone()),
        size: Some(new.size.trim().to_owned()),
        rules: new.rules.clone().into_iter().collect(),
        komi: Some(new.komi),
        blocked: new.blocked.clone(),
    };
    words.read().map_err(|error| error.to_string())
}

/// The game that a page asks for, before its first move.
pub fn start_of(new: &NewGame) -> Result<Box<dyn AnyHistory>, String> {
    let setup = setup_of(new)?;
    if new.handicap < 2 {
        return Ok(games::start(&setup));
    }
    if !setup.info().handicap {
        return Err(format!("{} has no handicap stones", setup.info().title));
    }
    let geometry = setup.geometry();
    let most = games::stoical::most_fixed(&geometry);
    if new.handicap > most {
        return Err(match most {
            0 => "this board has no places for handicap stones".to_owned(),
            _ => format!("this board has places for 2 to {most} handicap stones"),
        });
    }
    let mut diagram = Diagram::empty(&setup);
    diagram.to_move = setup.info().first.other();
    for point in games::stoical::fixed_handicap(&geometry, new.handicap) {
        if setup.blocked().contains(point) {
            return Err(format!("{} is blocked, and a handicap stone belongs there", geometry.vertex(point)));
        }
        diagram.stones[point.index()] = Some(Stone::Black);
    }
    games::start_from(&setup, &diagram).map_err(|error| error.to_string())
}

/// What an engine has to be told of a start that isn't the usual one.
pub fn start_to_tell(setup: &Setup, start: &Diagram) -> Option<Start> {
    if *start == games::start(setup).diagram() {
        return None;
    }
    let geometry = setup.geometry();
    let vertex = |point: Point| geometry.vertex(point).to_string();
    let handicap: Vec<String> = start.points_with(Stone::Black).map(vertex).collect();
    let others = start.stones.iter().flatten().any(|stone| !matches!(stone, Stone::Black | Stone::Blocked));
    let plain = !others && start.state.is_empty() && start.to_move == Seat::White && setup.info().handicap;
    Some(Start { line: position::format(setup, start), handicap: if plain { handicap } else { Vec::new() } })
}
