//! A game with all variations that were tried: moves are taken back and played again, and no line
//! is lost.

use crate::messages::ValueView;
use quintet_core::game::Game;
use quintet_core::types::{IllegalMove, Move, Seat};

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

/// A node: a move and the position that it leads to.
#[derive(Debug)]
struct Node {
    parent: usize,
    mover: Seat,
    mv: Move,
    /// The child nodes in the order in which they were added.
    children: Vec<usize>,
    /// The child that was visited last.
    onward: Option<usize>,
    /// Whether the node belongs to the main line.
    main: bool,
    forfeit: Option<Forfeit>,
    value: Option<ValueView>,
}

/// The tree of variations of a game, with its current node.
pub struct VariationTree {
    nodes: Vec<Node>,
    current: usize,
    /// The game at the current node.
    game: Game,
}

/// The root node: the start of the game.
pub const ROOT: usize = 0;

impl VariationTree {
    /// Creates a tree whose main line has the moves of `game`; the current node is the last one.
    pub fn new(game: Game) -> VariationTree {
        let root = Node {
            parent: ROOT,
            mover: game.to_move(),
            mv: Move::PASS,
            children: Vec::new(),
            onward: None,
            main: true,
            forfeit: None,
            value: None,
        };
        let mut tree = VariationTree { nodes: vec![root], current: ROOT, game };
        for (mover, mv) in tree.game.moves().to_vec() {
            tree.current = tree.child(tree.current, mover, mv, true);
        }
        tree
    }

    /// Returns the game at the current node.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the current node.
    pub fn current(&self) -> usize {
        self.current
    }

    /// Returns whether a node exists.
    pub fn has(&self, node: usize) -> bool {
        node < self.nodes.len()
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the child of a node for a move, which is added if it is new. With `main` the child
    /// becomes part of the main line.
    fn child(&mut self, parent: usize, mover: Seat, mv: Move, main: bool) -> usize {
        let known = self.nodes[parent].children.iter().copied().find(|&child| self.nodes[child].mv == mv);
        let node = known.unwrap_or_else(|| {
            self.nodes.push(Node {
                parent,
                mover,
                mv,
                children: Vec::new(),
                onward: None,
                main: false,
                forfeit: None,
                value: None,
            });
            let node = self.nodes.len() - 1;
            self.nodes[parent].children.push(node);
            node
        });
        if main {
            // A new move in the main line replaces the one that was taken back.
            for sibling in self.nodes[parent].children.clone() {
                self.nodes[sibling].main = sibling == node;
            }
        }
        self.nodes[parent].onward = Some(node);
        node
    }

    /// Plays a move of the side to move. With `main` it extends the main line, if the current node
    /// belongs to it.
    ///
    /// # Errors
    /// Returns [`IllegalMove`], and changes nothing, if the move is illegal.
    pub fn play(&mut self, mv: Move, main: bool) -> Result<(), IllegalMove> {
        let mover = self.game.to_move();
        self.game.play(mover, mv)?;
        let main = main && self.nodes[self.current].main;
        self.current = self.child(self.current, mover, mv, main);
        Ok(())
    }

    /// Returns the nodes from the first move to `node`.
    fn path(&self, mut node: usize) -> Vec<usize> {
        let mut path = Vec::new();
        while node != ROOT {
            path.push(node);
            node = self.nodes[node].parent;
        }
        path.reverse();
        path
    }

    /// Returns the current line: the path to the current node, followed by the moves visited last.
    pub fn line(&self) -> Vec<usize> {
        let mut line = self.path(self.current);
        let mut node = self.current;
        while let Some(next) = self.nodes[node].onward {
            line.push(next);
            node = next;
        }
        line
    }

    /// Makes another node the current one.
    pub fn go_to(&mut self, node: usize) {
        self.game = self.game_at(node);
        let mut parent = ROOT;
        for step in self.path(node) {
            self.nodes[parent].onward = Some(step);
            parent = step;
        }
        self.current = node;
    }

    /// Returns the parent of the current node; `None` at the root.
    pub fn parent(&self) -> Option<usize> {
        (self.current != ROOT).then(|| self.nodes[self.current].parent)
    }

    /// Returns the child of the current node that was visited last.
    pub fn onward(&self) -> Option<usize> {
        self.nodes[self.current].onward
    }

    /// Returns the last node of the main line.
    pub fn end(&self) -> usize {
        let mut node = ROOT;
        while let Some(&next) = self.nodes[node].children.iter().find(|&&child| self.nodes[child].main) {
            node = next;
        }
        node
    }

    /// Returns the move that leads to a node, with its player.
    pub fn step(&self, node: usize) -> (Seat, Move) {
        (self.nodes[node].mover, self.nodes[node].mv)
    }

    /// Returns the parent of a node; the root is its own parent.
    pub fn before(&self, node: usize) -> usize {
        self.nodes[node].parent
    }

    /// Returns the children of a node.
    pub fn children(&self, node: usize) -> &[usize] {
        &self.nodes[node].children
    }

    /// Returns how the game ended at a node by resignation or on time.
    pub fn forfeit(&self, node: usize) -> Option<Forfeit> {
        self.nodes[node].forfeit
    }

    /// Ends the game at the current node by resignation or on time, or takes that back.
    pub fn set_forfeit(&mut self, forfeit: Option<Forfeit>) {
        self.nodes[self.current].forfeit = forfeit;
    }

    /// Returns whether the game is over at the current node.
    pub fn is_over(&self) -> bool {
        self.game.is_over() || self.forfeit(self.current).is_some()
    }

    /// Returns whether the game is over at a node.
    pub fn is_over_at(&self, node: usize) -> bool {
        if node == self.current { self.is_over() } else { self.forfeit(node).is_some() || self.game_at(node).is_over() }
    }

    /// Returns the value of a node, if it is known.
    pub fn value(&self, node: usize) -> Option<ValueView> {
        self.nodes[node].value
    }

    /// Sets the value of a node, unless a better one is known: an exact value, or one with more
    /// visits.
    pub fn set_value(&mut self, node: usize, value: ValueView) {
        let is_better = |known: ValueView| value.exact || (!known.exact && value.visits >= known.visits);
        if self.nodes[node].value.is_none_or(is_better) {
            self.nodes[node].value = Some(value);
        }
    }

    /// Returns a copy of the game at a node.
    pub fn game_at(&self, node: usize) -> Game {
        let mut game = self.game.clone();
        let (from, to) = (self.path(self.current), self.path(node));
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        game.undo(from.len() - shared).expect("the game has these moves");
        for &step in &to[shared..] {
            let Node { mover, mv, .. } = self.nodes[step];
            game.play(mover, mv).expect("the move was legal when it was played");
        }
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_core::notation::move_words;
    use quintet_core::setup::Setup;
    use quintet_games as games;

    fn tree(game: &str, size: u16) -> VariationTree {
        let setup = Setup::new(games::find(game).unwrap()).with_size(size).unwrap();
        VariationTree::new(Game::new(setup))
    }

    fn play(tree: &mut VariationTree, words: &str) {
        for word in words.split(' ') {
            let game = tree.game();
            let mv = move_words::read(game.info(), game.geometry(), game.to_move(), word).unwrap();
            tree.play(mv, true).unwrap();
        }
    }

    #[test]
    fn redo_follows_the_last_line_and_a_new_move_replaces_the_main_line() {
        let mut tree = tree("stoical", 5);
        play(&mut tree, "A1 B1 C1");
        let end = tree.current();
        tree.go_to(tree.parent().unwrap());
        tree.go_to(tree.onward().unwrap());
        assert_eq!(tree.current(), end);
        tree.go_to(tree.parent().unwrap());
        play(&mut tree, "D1");
        assert_eq!(tree.line().len(), 3);
        assert_eq!(tree.end(), tree.current(), "the main line ends with the new move");
        tree.go_to(end);
        assert_eq!(tree.game().moves().len(), 3);
    }

    #[test]
    fn a_variation_leaves_the_main_line_unchanged() {
        let mut tree = tree("alaric", 7);
        play(&mut tree, "D1 A1 G1");
        let end = tree.current();
        tree.go_to(tree.parent().unwrap());
        let main_line = tree.game_at(end).moves().to_vec();
        let legal = tree.game().legal_moves(tree.game().to_move());
        let other = legal.into_iter().find(|&mv| mv != main_line[2].1).expect("there are other moves");
        tree.play(other, false).unwrap();
        assert_ne!(tree.current(), end);
        assert_eq!(tree.game().moves()[2].1, other);
        assert_eq!(tree.end(), end);
        assert_eq!(tree.game_at(end).moves(), main_line);
    }
}
