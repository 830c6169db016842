//! Coded moves, for programs that know only one vertex per move.
//!
//! The board of a game with K kinds of stone becomes K times as wide and high. A stone of kind k at
//! column x and row y of the game's own board is the vertex (x, y + k·height).

use quintet_core::board::{Geometry, Point, Vertex};
use quintet_core::setup::GameInfo;
use quintet_core::types::{Action, Move};

/// Returns the factor by which a coded board is wider and higher than the game's own.
pub fn factor(info: &GameInfo) -> u16 {
    info.kinds.len() as u16
}

/// Returns the vertex of a stone of the given kind on a point.
pub fn vertex(geometry: &Geometry, kind: u8, point: Point) -> Vertex {
    let Vertex { x, y } = geometry.vertex(point);
    Vertex { x, y: y + u32::from(kind) * u32::from(geometry.height()) }
}

/// Returns the kind and the point of a vertex; `None` if it is not a coded stone.
pub fn stone(info: &GameInfo, geometry: &Geometry, vertex: Vertex) -> Option<(u8, Point)> {
    let height = u32::from(geometry.height());
    let kind = vertex.y / height;
    let point = geometry.point(Vertex { x: vertex.x, y: vertex.y % height })?;
    (kind < u32::from(factor(info))).then_some((kind as u8, point))
}

/// Returns the word for a move; `None` for the swap, which has none.
pub fn format(geometry: &Geometry, mv: Move) -> Option<String> {
    match mv.action() {
        Action::Place { kind, point } => Some(vertex(geometry, kind, point).to_string()),
        Action::Pass => Some("pass".to_owned()),
        Action::Swap => None,
    }
}

/// Parses a word in any case; `None` if it is not a coded move of this board.
pub fn read(info: &GameInfo, geometry: &Geometry, word: &str) -> Option<Move> {
    if word.eq_ignore_ascii_case("pass") {
        return Some(Move::PASS);
    }
    let (kind, point) = stone(info, geometry, word.parse().ok()?)?;
    Some(Move::place(kind, point))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quintet_core::game::Game;
    use quintet_core::setup::Setup;

    use super::*;

    #[test]
    fn legal_first_moves_have_distinct_words_that_read_back() {
        for info in quintet_games::GAMES {
            let game = Game::new(Setup::new(info));
            let geometry = game.geometry();
            let mut seen = BTreeSet::new();
            for mv in game.legal_moves(game.to_move()).into_iter().filter(|mv| *mv != Move::SWAP) {
                let word = format(geometry, mv).expect("it is not the swap");
                assert_eq!(read(info, geometry, &word.to_lowercase()), Some(mv), "{}: {word}", info.id);
                assert!(seen.insert(word));
            }
            assert_eq!(read(info, geometry, "red@A1"), None);
            assert_eq!(format(geometry, Move::SWAP), None);
        }
    }

    #[test]
    fn kinds_lie_above_each_other() {
        let info = quintet_games::find("cascade").expect("a known game");
        let setup = Setup::new(info).with_size(4).expect("a valid size");
        let geometry = setup.geometry();
        let point = geometry.at(1, 2).expect("a point");
        let words: Vec<_> = (0..3).map(|kind| vertex(&geometry, kind, point).to_string()).collect();
        assert_eq!(words, ["B3", "B7", "B11"]);
        assert_eq!(read(info, &geometry, "B13"), None);
        assert_eq!(read(info, &geometry, "E1"), None);
    }
}
