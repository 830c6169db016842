//! A game with its variations, as SGF has it: [`GameTree`] has the moves, the stones that are set up
//! after moves, and everything else that a file says of a position. A [`Cursor`] is the place of one
//! viewer, so that several viewers can share a tree.
//!
//! The first child of a node is the one of the main line.

mod cursor;

use std::fmt;

use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::{IllegalMove, Move, Seat};
use serde::{Deserialize, Serialize};

use crate::sgf;
pub use crate::sgf::Property;
use crate::suicide::suicide;
pub use cursor::Cursor;

/// The reason why a player lost independently of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForfeitReason {
    /// The player resigned.
    Resignation,
    /// The player's time ran out.
    Time,
}

/// The end of a game by resignation or on time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forfeit {
    /// The player who lost.
    pub loser: Seat,
    pub reason: ForfeitReason,
}

/// A node of a tree: a position. Nodes are numbered in the order in which they were added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(usize);

impl NodeId {
    /// The start of the game.
    pub const ROOT: NodeId = NodeId(0);

    /// Returns the node of a number, which a tree need not have.
    pub const fn new(number: usize) -> NodeId {
        NodeId(number)
    }
}

/// The change from the position of a node's parent to that of the node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Nothing: the start, or only remarks.
    Nothing,
    Move(Seat, Move),
    /// Stones that are set up, or another side to move: the position afterwards, from which
    /// repetition is counted anew.
    SetUp(Box<Diagram>),
    /// Something that cannot be played here, and is kept as text. The nodes below are the same.
    Unread,
}

#[derive(Clone)]
struct Node {
    parent: NodeId,
    /// The number of nodes above.
    depth: usize,
    /// The number of moves up to here.
    moves: usize,
    step: Step,
    children: Vec<NodeId>,
    /// The children that cannot be played.
    unread: Vec<NodeId>,
    /// `true` if the move was played in the game, `false` if it was only tried.
    played: bool,
    forfeit: Option<Forfeit>,
    properties: Vec<Property>,
}

/// The moves of a game with all variations. All of them are legal.
#[derive(Clone)]
pub struct GameTree {
    start: Game,
    nodes: Vec<Node>,
    /// The number of nodes that were read from a file, and the end of the main line there; `None` if
    /// the tree was not read.
    read: Option<(usize, NodeId)>,
}

impl GameTree {
    /// Creates a tree whose main line has the moves of `game`.
    pub fn new(game: Game) -> GameTree {
        let mut start = game;
        let moves = start.moves().to_vec();
        start.undo(moves.len()).expect("the game has these moves");
        let mut tree = GameTree { start, nodes: Vec::new(), read: None };
        tree.push(NodeId::ROOT, Step::Nothing, Vec::new(), true);
        moves.into_iter().fold(NodeId::ROOT, |node, (mover, mv)| tree.add(node, mover, mv, true));
        tree
    }

    /// Adds a node of a file after the other children of its parent.
    pub(crate) fn push(&mut self, parent: NodeId, step: Step, properties: Vec<Property>, played: bool) -> NodeId {
        let id = NodeId(self.nodes.len());
        if id != NodeId::ROOT {
            let above = &mut self.nodes[parent.0];
            let is_apart = step == Step::Unread && above.step != Step::Unread;
            if is_apart { &mut above.unread } else { &mut above.children }.push(id);
        }
        let (depth, moves) = self.nodes.get(parent.0).map_or((0, 0), |above| (above.depth + 1, above.moves));
        let moves = moves + usize::from(matches!(step, Step::Move(..)));
        let (children, unread) = (Vec::new(), Vec::new());
        self.nodes.push(Node { parent, depth, moves, step, children, unread, played, forfeit: None, properties });
        id
    }

    /// Notes that all nodes so far were read from a file.
    pub(crate) fn set_read(&mut self) {
        self.read = Some((self.nodes.len(), self.end()));
    }

    /// Returns whether a game that ends at `end` has the result that was given to it: it was not read
    /// from a file, or its main line ends where it did there.
    pub(crate) fn keeps_result(&self, end: NodeId) -> bool {
        self.forfeit(end).is_none() && self.read.is_none_or(|(_, read)| read == end)
    }

    /// Returns the game before the first move.
    pub fn start(&self) -> &Game {
        &self.start
    }

    /// Returns the game before the first move, to change komi or who judges dead stones.
    pub fn start_mut(&mut self) -> &mut Game {
        &mut self.start
    }

    /// Returns game, size, rules, blocked points and komi.
    pub fn setup(&self) -> &Setup {
        self.start.setup()
    }

    /// Returns whether a node exists and can be shown.
    pub fn contains(&self, node: NodeId) -> bool {
        self.nodes.get(node.0).is_some_and(|node| node.step != Step::Unread)
    }

    /// Returns the number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of nodes after the root that were not read from a file.
    pub fn added(&self) -> usize {
        self.nodes.len() - self.read.map_or(1, |(nodes, _)| nodes)
    }

    /// Returns whether the tree was read from a file.
    pub fn is_read(&self) -> bool {
        self.read.is_some()
    }

    /// Returns the number of a node.
    pub(crate) fn index(&self, node: NodeId) -> usize {
        node.0
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0]
    }

    /// Returns the parent of a node; `None` at the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != NodeId::ROOT).then(|| self.node(node).parent)
    }

    /// Returns the children of a node, that of the main line first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.node(node).children
    }

    /// Returns the children of a node that cannot be played.
    pub(crate) fn unread(&self, node: NodeId) -> &[NodeId] {
        &self.node(node).unread
    }

    /// Returns the number of nodes above a node.
    pub(crate) fn depth(&self, node: NodeId) -> usize {
        self.node(node).depth
    }

    /// Returns the number of moves that lead to a node.
    pub fn number(&self, node: NodeId) -> usize {
        self.node(node).moves
    }

    /// Returns the number of moves and set-ups that lead to a node.
    pub fn steps(&self, node: NodeId) -> usize {
        self.path(node).into_iter().filter(|&node| *self.step(node) != Step::Nothing).count()
    }

    /// Returns the first node of the same position: above nodes that have only remarks.
    pub fn position(&self, mut node: NodeId) -> NodeId {
        while let (Step::Nothing, Some(parent)) = (self.step(node), self.parent(node)) {
            node = parent;
        }
        node
    }

    /// Returns the nodes that moves and set-ups lead to from a node, those after nodes with only
    /// remarks too.
    pub fn next(&self, node: NodeId) -> Vec<NodeId> {
        let mut left: Vec<NodeId> = self.children(node).iter().copied().rev().collect();
        let mut next = Vec::new();
        while let Some(node) = left.pop() {
            match self.step(node) {
                Step::Nothing => left.extend(self.children(node).iter().rev()),
                _ => next.push(node),
            }
        }
        next
    }

    /// Returns the node before the last `count` moves and set-ups that lead to a node, if there are
    /// as many.
    pub fn before(&self, mut node: NodeId, mut count: usize) -> Option<NodeId> {
        while count > 0 {
            count -= usize::from(*self.step(node) != Step::Nothing);
            node = self.parent(node)?;
        }
        Some(node)
    }

    /// Returns the change from the position of a node's parent to that of the node.
    pub fn step(&self, node: NodeId) -> &Step {
        &self.node(node).step
    }

    /// Returns what else a file says at a node, in the file's order: everything but moves.
    pub fn properties(&self, node: NodeId) -> &[Property] {
        &self.node(node).properties
    }

    pub(crate) fn properties_mut(&mut self, node: NodeId) -> &mut Vec<Property> {
        &mut self.nodes[node.0].properties
    }

    /// Returns the first value of a property of the root, unless it is empty: a fact about the whole
    /// game, such as a player's name (`PB`) or the date (`DT`).
    pub fn fact(&self, name: &str) -> Option<&str> {
        let found = self.properties(NodeId::ROOT).iter().find(|property| property.name == name)?;
        Some(found.value()).filter(|value| !value.is_empty())
    }

    /// Adds a fact about the whole game, unless it is empty or the tree has it already.
    pub fn add_fact(&mut self, name: &str, value: &str) {
        if self.fact(name).is_none() && !value.is_empty() {
            // Only comments have lines.
            let value = if name == "C" { value.to_owned() } else { value.replace(['\r', '\n'], " ") };
            let facts = self.properties_mut(NodeId::ROOT);
            facts.retain(|fact| fact.name != name);
            facts.push(Property::new(name, &value));
        }
    }

    /// Returns the nodes from the one after the root to `node`.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(node), |&node| self.parent(node)).filter(|&node| node != NodeId::ROOT).collect();
        path.reverse();
        path
    }

    /// Returns the moves that lead to a node, also those before stones were set up.
    pub fn moves(&self, node: NodeId) -> Vec<(Seat, Move)> {
        let step = |node: NodeId| match *self.step(node) {
            Step::Move(seat, mv) => Some((seat, mv)),
            _ => None,
        };
        self.path(node).into_iter().filter_map(step).collect()
    }

    /// Returns the last position of the game: the end of the main line without moves that were only
    /// tried after it.
    pub fn end(&self) -> NodeId {
        let next = |&node: &NodeId| self.children(node).first().copied().filter(|&child| self.node(child).played);
        std::iter::successors(Some(NodeId::ROOT), next).last().unwrap_or(NodeId::ROOT)
    }

    /// Returns how the game ended at a node by resignation or on time.
    pub fn forfeit(&self, node: NodeId) -> Option<Forfeit> {
        self.node(node).forfeit
    }

    /// Ends the game at a node by resignation or on time, or takes that back.
    pub fn set_forfeit(&mut self, node: NodeId, forfeit: Option<Forfeit>) {
        self.nodes[node.0].forfeit = forfeit;
    }

    /// Returns the child of a node for a legal move, which is added if it is new. With `played` it
    /// becomes part of the main line, if the node belongs to it, and replaces a move that was
    /// taken back.
    pub fn add(&mut self, parent: NodeId, mover: Seat, mv: Move, played: bool) -> NodeId {
        let step = Step::Move(mover, mv);
        let known = self.children(parent).iter().copied().find(|&child| *self.step(child) == step);
        let child = known.unwrap_or_else(|| self.push(parent, step, Vec::new(), false));
        let above = self.node(parent);
        let is_replaced = parent != NodeId::ROOT && self.children(above.parent)[0] != parent;
        if played && above.played && !is_replaced {
            self.nodes[child.0].played = true;
            let siblings = &mut self.nodes[parent.0].children;
            let index = siblings.iter().position(|&sibling| sibling == child).expect("the child was added");
            siblings[..=index].rotate_right(1);
        }
        child
    }

    /// Makes the path to a node the main line, as far as the node.
    pub fn set_main_line(&mut self, node: NodeId) {
        for id in self.path(node) {
            let node = &mut self.nodes[id.0];
            node.played = true;
            let parent = node.parent;
            let siblings = &mut self.nodes[parent.0].children;
            let index = siblings.iter().position(|&sibling| sibling == id).expect("a node is its parent's child");
            siblings[..=index].rotate_right(1);
        }
    }

    /// Removes the nodes that were added last, up to `node` or to the last one that was read from a
    /// file.
    pub fn take_back(&mut self, node: NodeId) {
        let left = self.read.map_or(1, |(nodes, _)| nodes).max(node.0 + 1);
        while self.nodes.len() > left {
            let id = NodeId(self.nodes.len() - 1);
            let parent = self.node(id).parent;
            self.nodes[parent.0].children.retain(|&child| child != id);
            self.nodes.pop();
        }
    }

    /// Returns the game up to a node, since the stones that were set up last.
    pub fn game_at(&self, node: NodeId) -> Game {
        let mut game = self.start.clone();
        self.travel(&mut game, NodeId::ROOT, node);
        game
    }

    /// Takes a game that is up to the node `from` to the node `to`.
    pub fn travel(&self, game: &mut Game, from: NodeId, to: NodeId) {
        let (mut up, mut down) = (from, to);
        let (mut undone, mut ahead, mut is_other) = (0, Vec::new(), false);
        while up != down {
            if self.depth(up) >= self.depth(down) {
                match self.step(up) {
                    Step::Move(..) => undone += 1,
                    Step::SetUp(_) => is_other = true,
                    Step::Nothing | Step::Unread => {}
                }
                up = self.node(up).parent;
            } else {
                ahead.push(down);
                down = self.node(down).parent;
            }
        }
        if is_other {
            // Begins again at the latest set-up.
            *game = self.start.clone();
            ahead.push(up);
            while let (Some(parent), false) = (self.parent(up), matches!(self.step(up), Step::SetUp(_))) {
                up = parent;
                ahead.push(up);
            }
        } else {
            game.undo(undone).expect("the game has these moves");
        }
        for &node in ahead.iter().rev() {
            match self.step(node) {
                Step::Move(seat, mv) => play(game, *seat, *mv).expect("the move was legal when it was played"),
                Step::SetUp(diagram) => *game = game.restarted(diagram).expect("the position was possible"),
                Step::Nothing | Step::Unread => {}
            }
        }
    }
}

/// Plays a move, also one that takes stones of its own in ordinary Go.
fn play(game: &mut Game, seat: Seat, mv: Move) -> Result<(), IllegalMove> {
    game.play(seat, mv).or_else(|error| game.play_to(seat, mv, &suicide(game, seat, mv).ok_or(error)?))
}

impl fmt::Debug for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sgf::write(self))
    }
}
