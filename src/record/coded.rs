//! Coded moves, for programs that know nothing but one vertex a turn: a board K times as wide and high for K kinds of stone,
//! where a stone of the kind k at column x and row y of the game's own board is the vertex (x, y + k·height).

use crate::board::{Geometry, Point, Vertex};
use crate::setup::GameInfo;
use crate::words::{Action, Move};

/// By how much a coded board is wider and higher than the game's own.
pub fn factor(info: &GameInfo) -> u16 {
    info.kinds.len() as u16
}

/// The vertex of a stone of the `kind`-th kind on a point.
pub fn vertex(geometry: &Geometry, kind: u8, point: Point) -> Vertex {
    let Vertex { x, y } = geometry.vertex(point);
    Vertex { x, y: y + u32::from(kind) * u32::from(geometry.height()) }
}

/// Kind and point of a vertex; `None` for one that stands for nothing.
pub fn stone(info: &GameInfo, geometry: &Geometry, vertex: Vertex) -> Option<(u8, Point)> {
    let height = u32::from(geometry.height());
    let kind = vertex.y / height;
    let point = geometry.point(Vertex { x: vertex.x, y: vertex.y % height })?;
    (kind < u32::from(factor(info))).then_some((kind as u8, point))
}

/// The word for a move; `None` for the swap, which has none.
pub fn format(geometry: &Geometry, mv: Move) -> Option<String> {
    match mv.action() {
        Action::Place { kind, point } => Some(vertex(geometry, kind, point).to_string()),
        Action::Pass => Some("pass".to_owned()),
        Action::Swap => None,
    }
}

/// Reads a word in any case; `None` if it is no coded move of this board.
pub fn read(info: &GameInfo, geometry: &Geometry, word: &str) -> Option<Move> {
    if word.eq_ignore_ascii_case("pass") {
        return Some(Move::PASS);
    }
    let (kind, point) = stone(info, geometry, word.parse().ok()?)?;
    Some(Move::place(kind, point))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::setup::Setup;

    #[test]
    fn every_legal_first_move_is_read_as_it_is_written_on_a_board_of_a_vertex_each() {
        for info in games::GAMES {
            let history = games::start(&Setup::new(info));
            let geometry = history.geometry();
            let mut seen = std::collections::BTreeSet::new();
            for mv in history.legal_moves(history.to_move()).into_iter().filter(|mv| *mv != Move::SWAP) {
                let word = format(geometry, mv).expect("it is no swap");
                assert_eq!(read(info, geometry, &word.to_lowercase()), Some(mv), "{}: {word}", info.id);
                assert!(seen.insert(word));
            }
            assert_eq!(read(info, geometry, "red@A1"), None);
            assert_eq!(format(geometry, Move::SWAP), None);
        }
    }

    #[test]
    fn kinds_lie_above_each_other() {
        let info = games::find("cascade").expect("a game of ours");
        let setup = Setup::new(info).with_size(4).expect("a size that it has");
        let geometry = setup.geometry();
        let words: Vec<_> =
            (0..3).map(|kind| vertex(&geometry, kind, geometry.at(1, 2).expect("a point")).to_string()).collect();
        assert_eq!(words, ["B3", "B7", "B11"]);
        assert_eq!(read(info, &geometry, "B13"), None);
        assert_eq!(read(info, &geometry, "E1"), None);
    }
}
