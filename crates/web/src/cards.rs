//! The pictures of the cards from which a game is chosen.

use quintet_core::game::Game;
use quintet_core::setup::GameInfo;
use quintet_record::{position_line, svg};

use crate::lessons;

/// Positions of real games as position lines.
const POSITIONS: &[&str] = &[
    "alaric 12 board=ring edge=open ..o...oooxx. b barred-b=D1,E1,F1",
    "bracket 9 shape=hexagon scoring=largest ..xoo/...oo./..ooxxo/xooxx.../oxxoox.../.ox.oxx./xoxxx.o/....../...xo b",
    "cancer 7 eye=any pie=on .occooc/oooor.o/c..orrr/....orr/.ooooor/.oooo.r/.o.rorc b",
    "cascade 8 fill=down xo....../roo...x./xoooo.../xxrxrx../rorroxx./xooxooro/rorxxr../oxrrorr. w",
    "stoical 9 ko=stoical repetition=draw komi=0 ......x../...oox.x./..%ox..x./.o.o.xxo./..o.%xxo./.oxxxxxx./.oxoox%../.xooxx.o./...o..... b",
    "redstone 7 pie=off o.rxx../o...x../o...x../o.oxxxx/o.ooxox/oooooox/...r.xx b",
    "alak 13 edge=wall xxxo.o..oo..x w",
];

/// Returns the picture of a game: a position of [`POSITIONS`], or the end of the tutorial's
/// example.
pub fn picture(info: &'static GameInfo) -> String {
    let known = POSITIONS
        .iter()
        .filter_map(|line| position_line::read(line).ok())
        .find(|(setup, _)| setup.info().id == info.id);
    let game = known.and_then(|(setup, diagram)| Game::from_diagram(setup, &diagram).ok());
    svg::card(&format!("card-{}-", info.id), &game.unwrap_or_else(|| lessons::short_game(info)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_games::GAMES;

    #[test]
    fn every_position_is_read_and_every_game_has_a_picture() {
        for line in POSITIONS {
            let (setup, diagram) = position_line::read(line).unwrap();
            assert!(!Game::from_diagram(setup, &diagram).unwrap().is_over(), "{line}");
        }
        for info in GAMES {
            let stones = picture(info).matches("stroke-width=\"1.5\"").count();
            assert!(stones > 4, "{}: {stones} stones", info.id);
        }
    }
}
