//! A game with its variations. [`GameTree`] has the moves; a [`Cursor`] is the place of one viewer,
//! so that several viewers can share a tree.
//!
//! As in SGF, the first child of a node is the one of the main line.

use std::collections::HashMap;

use quintet_core::game::Game;
use quintet_core::types::{IllegalMove, Move, Seat};
use serde::{Deserialize, Serialize};

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
    /// The reason.
    pub reason: ForfeitReason,
}

/// A node of a tree: the start, or a move with the position that it leads to. Nodes are numbered in
/// the order in which they were added and are never removed.
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

#[derive(Debug)]
struct Node {
    parent: NodeId,
    mover: Seat,
    mv: Move,
    children: Vec<NodeId>,
    /// `true` if the move was played in the game, `false` if it was only tried.
    played: bool,
    forfeit: Option<Forfeit>,
}

impl Node {
    fn new(parent: NodeId, mover: Seat, mv: Move, played: bool) -> Node {
        Node { parent, mover, mv, children: Vec::new(), played, forfeit: None }
    }
}

/// The moves of a game with all variations. All of them are legal.
pub struct GameTree {
    start: Game,
    nodes: Vec<Node>,
}

impl GameTree {
    /// Creates a tree whose main line has the moves of `game`.
    pub fn new(game: Game) -> GameTree {
        let mut start = game;
        let moves = start.moves().to_vec();
        start.undo(moves.len()).expect("the game has these moves");
        let root = Node::new(NodeId::ROOT, start.to_move(), Move::PASS, true);
        let mut tree = GameTree { start, nodes: vec![root] };
        moves.into_iter().fold(NodeId::ROOT, |node, (mover, mv)| tree.add(node, mover, mv, true));
        tree
    }

    /// Returns whether a node exists.
    pub fn contains(&self, node: NodeId) -> bool {
        node.0 < self.nodes.len()
    }

    /// Returns the number of nodes, which is never 0.
    #[expect(clippy::len_without_is_empty, reason = "a tree has a root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
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

    /// Returns the move that leads to a node, with its player; a pass at the root.
    pub fn step(&self, node: NodeId) -> (Seat, Move) {
        (self.node(node).mover, self.node(node).mv)
    }

    /// Returns the nodes from the first move to `node`.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(node), |&node| self.parent(node)).filter(|&node| node != NodeId::ROOT).collect();
        path.reverse();
        path
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
    fn add(&mut self, parent: NodeId, mover: Seat, mv: Move, played: bool) -> NodeId {
        let siblings = &self.node(parent).children;
        let index = siblings.iter().position(|&child| self.node(child).mv == mv).unwrap_or_else(|| {
            let child = NodeId(self.nodes.len());
            self.nodes.push(Node::new(parent, mover, mv, false));
            let siblings = &mut self.nodes[parent.0].children;
            siblings.push(child);
            siblings.len() - 1
        });
        let child = self.children(parent)[index];
        let is_replaced = parent != NodeId::ROOT && self.children(self.node(parent).parent)[0] != parent;
        if played && self.node(parent).played && !is_replaced {
            self.nodes[child.0].played = true;
            self.nodes[parent.0].children[..=index].rotate_right(1);
        }
        child
    }
}

/// A place in a [`GameTree`], with the game up to there.
pub struct Cursor {
    node: NodeId,
    game: Game,
    /// The child that was visited last, by node.
    onward: HashMap<NodeId, NodeId>,
}

impl Cursor {
    /// Creates a cursor at the end of the main line.
    pub fn new(tree: &GameTree) -> Cursor {
        let mut cursor = Cursor { node: NodeId::ROOT, game: tree.start.clone(), onward: HashMap::new() };
        cursor.go_to(tree, tree.end());
        cursor
    }

    /// Returns the node.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// Returns the game at the node.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Plays a move of the side to move and goes to its node. With `played` the move extends the
    /// main line, if the node belongs to it; otherwise it is only tried.
    ///
    /// # Errors
    /// Returns [`IllegalMove`], and changes nothing, if the move is illegal.
    pub fn play(&mut self, tree: &mut GameTree, mv: Move, played: bool) -> Result<(), IllegalMove> {
        let mover = self.game.to_move();
        self.game.play(mover, mv)?;
        let child = tree.add(self.node, mover, mv, played);
        self.onward.insert(self.node, child);
        self.node = child;
        Ok(())
    }

    /// Goes to a node.
    pub fn go_to(&mut self, tree: &GameTree, node: NodeId) {
        self.game = self.game_at(tree, node);
        let path = tree.path(node);
        let parents = std::iter::once(NodeId::ROOT).chain(path.iter().copied());
        self.onward.extend(parents.zip(path.iter().copied()));
        self.node = node;
    }

    /// Returns the child of the node that was visited last.
    pub fn onward(&self) -> Option<NodeId> {
        self.onward.get(&self.node).copied()
    }

    /// Returns the current line: the path to the node, followed by the moves visited last.
    pub fn line(&self, tree: &GameTree) -> Vec<NodeId> {
        let mut line = tree.path(self.node);
        line.extend(std::iter::successors(self.onward(), |node| self.onward.get(node).copied()));
        line
    }

    /// Returns a copy of the game at a node.
    pub fn game_at(&self, tree: &GameTree, node: NodeId) -> Game {
        let mut game = self.game.clone();
        let (from, to) = (tree.path(self.node), tree.path(node));
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        game.undo(from.len() - shared).expect("the game has these moves");
        for &step in &to[shared..] {
            let (mover, mv) = tree.step(step);
            game.play(mover, mv).expect("the move was legal when it was played");
        }
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_core::setup::Setup;
    use quintet_games as games;

    fn tree(game: &str, size: u16) -> (GameTree, Cursor) {
        let setup = Setup::new(games::find(game).unwrap()).with_size(size).unwrap();
        let tree = GameTree::new(Game::new(setup));
        let cursor = Cursor::new(&tree);
        (tree, cursor)
    }

    fn play(tree: &mut GameTree, cursor: &mut Cursor, words: &str, played: bool) {
        for word in words.split(' ') {
            let game = cursor.game();
            let mv = game.read_word(game.to_move(), word).unwrap();
            cursor.play(tree, mv, played).unwrap();
        }
    }

    fn back(tree: &GameTree, cursor: &mut Cursor) {
        cursor.go_to(tree, tree.parent(cursor.node()).unwrap());
    }

    #[test]
    fn redo_follows_the_last_line_and_a_new_move_replaces_the_main_line() {
        let (mut tree, mut cursor) = tree("stoical", 5);
        play(&mut tree, &mut cursor, "A1 B1 C1", true);
        let end = cursor.node();
        back(&tree, &mut cursor);
        cursor.go_to(&tree, cursor.onward().unwrap());
        assert_eq!(cursor.node(), end);
        back(&tree, &mut cursor);
        play(&mut tree, &mut cursor, "D1", true);
        assert_eq!(cursor.line(&tree).len(), 3);
        assert_eq!(tree.end(), cursor.node(), "the main line ends with the new move");
        cursor.go_to(&tree, end);
        assert_eq!(cursor.game().moves().len(), 3);
        play(&mut tree, &mut cursor, "E1", true);
        assert_ne!(tree.end(), cursor.node(), "what was replaced is no main line");
    }

    #[test]
    fn a_variation_leaves_the_main_line_unchanged() {
        let (mut tree, mut cursor) = tree("stoical", 5);
        play(&mut tree, &mut cursor, "A1 B1 C1", true);
        let end = cursor.node();
        let main_line = cursor.game().moves().to_vec();
        play(&mut tree, &mut cursor, "D1", false);
        assert_eq!(tree.end(), end, "a move that is tried does not extend it");
        cursor.go_to(&tree, tree.path(end)[1]);
        play(&mut tree, &mut cursor, "E1 D1", false);
        play(&mut tree, &mut cursor, "A2", true);
        assert_eq!(tree.end(), end);
        assert_eq!(cursor.game_at(&tree, end).moves(), main_line);
        assert_eq!(cursor.line(&tree).len(), 5);
    }

    #[test]
    fn cursors_do_not_disturb_each_other_and_games_keep_their_moves() {
        let (mut tree, mut cursor) = tree("stoical", 5);
        play(&mut tree, &mut cursor, "A1 B1 C1", true);
        let mut other = Cursor::new(&GameTree::new(cursor.game().clone()));
        assert_eq!(other.game().moves(), cursor.game().moves());
        other.go_to(&tree, NodeId::ROOT);
        play(&mut tree, &mut other, "B2", false);
        assert_eq!((cursor.node(), cursor.line(&tree).len()), (tree.end(), 3));
        assert_eq!(tree.children(NodeId::ROOT).len(), 2);
        assert_eq!(tree.children(NodeId::ROOT)[0], cursor.line(&tree)[0]);
    }
}
