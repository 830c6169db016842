//! Finding all positions.

use quintet_core::position::AnyPosition;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_system::clock::Instant;
use rustc_hash::FxHashMap;

use super::{Graph, NONE, Node, SMALL};
use crate::limits::{Progress, Watch};
use crate::play::{PositionPool, normalized};
use crate::symmetry::Symmetries;
use crate::value_scale::ValueScale;

/// The limits are checked each time that this many positions are done.
const CHECK_EVERY: u64 = 1 << 6;

/// Finds the positions of a graph.
struct Builder {
    graph: Graph,
    /// Whether the keys of boards are kept.
    keeps_boards: bool,
    /// Positions whose successors are not found yet. Depth first, far fewer of them wait at a time.
    waiting: Vec<(u32, Box<dyn AnyPosition>)>,
    pool: PositionPool,
    /// Whether the start has planes, and whether all positions are like it.
    start_has_planes: bool,
    is_uniform: bool,
}

impl Graph {
    /// Finds all positions and what can be forced in them; `None` if there are more than `most`,
    /// the work was stopped, or only some of the positions have planes, so that symmetric
    /// ones cannot be identified.
    pub fn new(setup: &Setup, start: &dyn AnyPosition, most: u64, watch: Watch<'_>) -> Option<Graph> {
        Builder::new(setup, false).build(start, most, watch)
    }

    /// Does the same for a small board and keeps what [`Graph::may_repeat`] needs.
    pub fn of_small_board(setup: &Setup, start: &dyn AnyPosition, watch: Watch<'_>) -> Option<Graph> {
        Builder::new(setup, true).build(start, SMALL, watch)
    }
}

impl Builder {
    fn new(setup: &Setup, keeps_boards: bool) -> Builder {
        let graph = Graph {
            scale: ValueScale::new(setup),
            symmetries: Symmetries::new(setup),
            numbers: FxHashMap::default(),
            nodes: Vec::new(),
            edges: Vec::new(),
        };
        let (waiting, pool) = (Vec::new(), PositionPool::default());
        Builder { graph, keeps_boards, waiting, pool, start_has_planes: true, is_uniform: true }
    }

    fn build(mut self, start: &dyn AnyPosition, most: u64, watch: Watch<'_>) -> Option<Graph> {
        let begun = Instant::now();
        let mut start = normalized(start);
        start.normalize();
        self.start_has_planes = start.planes().is_some();
        let first = self.number_of(&*start);
        self.waiting.push((first, start));
        let mut moves = Vec::new();
        let go_on = |nodes| {
            let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
            watch(Progress { low, high, nodes, of: None, time: begun.elapsed() })
        };
        let mut done = 0;
        while let Some((number, position)) = self.waiting.pop() {
            moves.clear();
            self.expand(number, &*position, &mut moves);
            self.pool.give_back(position);
            if !self.is_uniform {
                return None;
            }
            done += 1;
            if done % CHECK_EVERY == 0 && (self.is_full(most) || !go_on(done)) {
                return None;
            }
        }
        let mut graph = self.graph;
        graph.decide(&|| go_on(done)).then_some(graph)
    }

    fn is_full(&self, most: u64) -> bool {
        self.graph.nodes.len() as u64 > most || self.graph.edges.len() > u32::MAX as usize / 2
    }

    /// Adds the successors of a position.
    fn expand(&mut self, number: u32, position: &dyn AnyPosition, moves: &mut Vec<Move>) {
        match position.outcome() {
            Some(outcome) => {
                let margin = self.graph.scale.value_of(outcome.margin.points());
                let sign = if position.to_move() == Seat::Black { 1 } else { -1 };
                self.graph.nodes[number as usize].over = (sign * margin) as i16;
            }
            None => position.legal_moves(moves),
        }
        let node = &mut self.graph.nodes[number as usize];
        (node.first_edge, node.edges) = (self.graph.edges.len() as u32, moves.len() as u16);
        for &mv in &*moves {
            let next = self.pool.successor(position, mv);
            let new = self.graph.nodes.len() as u32;
            let found = self.number_of(&*next);
            self.graph.edges.push(found);
            if found == new {
                self.waiting.push((found, next));
            } else {
                self.pool.give_back(next);
            }
        }
    }

    /// Returns the number of a position; adds it if it is new.
    fn number_of(&mut self, position: &dyn AnyPosition) -> u32 {
        let Graph { symmetries, numbers, nodes, .. } = &mut self.graph;
        let new = nodes.len() as u32;
        let number = *numbers.entry(symmetries.key(position)).or_insert(new);
        if number == new {
            self.is_uniform &= position.planes().is_some() == self.start_has_planes;
            let board = if self.keeps_boards { symmetries.board_key(position) } else { 0 };
            nodes.push(Node { over: NONE, board, ..Node::NEW });
        }
        number
    }
}
