//! A viewer's place in a tree.

use std::collections::HashMap;

use quintet_core::game::Game;
use quintet_core::types::{IllegalMove, Move};

use super::{GameTree, NodeId};

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
        let mut cursor = Cursor { node: NodeId::ROOT, game: tree.start().clone(), onward: HashMap::new() };
        cursor.go_to(tree, tree.end());
        cursor
    }

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
        tree.travel(&mut self.game, self.node, node);
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
        assert_eq!(tree.game_at(end).moves(), main_line);
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
