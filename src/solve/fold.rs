//! Positions that a symmetry of the board carries into each other, looked up as one.

use crate::board::{Geometry, Vertex};
use crate::game::Game;
use crate::setup::{Diagram, Setup};

/// The symmetries of a setup.
pub struct Folds {
    setup: Setup,
    geometry: Geometry,
    /// For each symmetry but the identity, where each point of the bounding rectangle goes.
    turns: Vec<Vec<u16>>,
    /// Whether positions that differ by an exchange of the colours count as one too.
    exchange: bool,
    identity: Vec<u16>,
}

impl Folds {
    /// The symmetries of a setup of the game `G` that keep its blocked points in place.
    pub fn new<G: Game>(setup: &Setup) -> Folds {
        let blocked = setup.blocked();
        let keeps = |turn: &Vec<u16>| {
            let moved = |at: usize| crate::board::Point(turn[at]);
            blocked.iter().all(|point| blocked.contains(moved(point.index())))
        };
        let turns = G::symmetries(setup).into_iter().filter(keeps).collect();
        let geometry = setup.geometry();
        let identity = (0..geometry.width() * geometry.height()).collect();
        Folds { setup: setup.clone(), geometry, turns, exchange: false, identity }
    }

    /// The same; where the game can tell the keys of images itself and nobody is given komi, an exchange of the colours counts
    /// as a symmetry.
    pub fn with_exchange<G: Game>(setup: &Setup) -> Folds {
        let folds = Folds::new::<G>(setup);
        let told = G::new(setup).image_key(&folds.identity, true).is_some();
        Folds { exchange: told && (!G::info().komi || setup.komi() == 0.0), ..folds }
    }

    /// A key that is the same for all images of a position.
    pub fn key<G: Game>(&self, position: &G) -> u64 {
        if self.turns.is_empty() && !self.exchange {
            return position.key();
        }
        if position.image_key(&self.identity, false).is_some() {
            let turns = self.turns.iter().chain([&self.identity]);
            let keys = turns.flat_map(|turn| {
                let exchanged = if self.exchange { position.image_key(turn, true) } else { None };
                [position.image_key(turn, false), exchanged]
            });
            return keys.flatten().min().unwrap_or(position.key());
        }
        let diagram = position.diagram();
        let image = |turn: &Vec<u16>| G::from_diagram(&self.setup, &self.turned(&diagram, turn)).ok();
        let keys = self.turns.iter().filter_map(|turn| Some(image(turn)?.key()));
        keys.fold(position.key(), u64::min)
    }

    fn turned(&self, diagram: &Diagram, turn: &[u16]) -> Diagram {
        let mut stones = vec![None; diagram.stones.len()];
        for (from, &stone) in diagram.stones.iter().enumerate() {
            stones[usize::from(turn[from])] = stone;
        }
        let vertex = |word: &str| -> Option<Vertex> {
            let point = self.geometry.point(word.parse().ok()?)?;
            Some(self.geometry.vertex(crate::board::Point(turn[point.index()])))
        };
        let word = |value: &String| {
            let vertices: Option<Vec<_>> = value.split(',').map(vertex).collect();
            let Some(mut vertices) = vertices else { return value.clone() };
            vertices.sort_by_key(|vertex| (vertex.y, vertex.x));
            vertices.iter().map(Vertex::to_string).collect::<Vec<_>>().join(",")
        };
        let state = diagram.state.iter().map(|(name, value)| (name.clone(), word(value))).collect();
        Diagram { stones, to_move: diagram.to_move, state }
    }
}
