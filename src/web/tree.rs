//! A game with all that was tried in it: moves are taken back and played again, and no line is lost.

use crate::history::AnyHistory;
use crate::web::messages::ValueView;
use crate::words::{IllegalMove, Move, Seat};

/// A position that was reached, by the move that led there.
#[derive(Debug)]
struct Node {
    parent: usize,
    mover: Seat,
    mv: Move,
    /// The positions after it, in the order in which they were first reached.
    children: Vec<usize>,
    /// The child that was looked at last.
    onward: Option<usize>,
    /// Whether this was played in the game, not merely tried.
    own: bool,
    resigned: Option<Seat>,
    value: Option<ValueView>,
}

/// The tree of a game and the position in it that is looked at.
pub struct Tree {
    nodes: Vec<Node>,
    current: usize,
    history: Box<dyn AnyHistory>,
}

/// The start of every game.
pub const ROOT: usize = 0;

impl Tree {
    /// A tree with the moves that `history` has; the position looked at is the last.
    pub fn new(history: Box<dyn AnyHistory>) -> Tree {
        let root = Node {
            parent: ROOT,
            mover: history.to_move(),
            mv: Move::PASS,
            children: Vec::new(),
            onward: None,
            own: true,
            resigned: None,
            value: None,
        };
        let mut tree = Tree { nodes: vec![root], current: ROOT, history };
        for (mover, mv) in tree.history.moves().to_vec() {
            tree.current = tree.grow(tree.current, mover, mv, true);
        }
        tree
    }

    /// The position looked at, with what led there.
    pub fn history(&self) -> &dyn AnyHistory {
        &*self.history
    }

    /// The node that is looked at.
    pub fn current(&self) -> usize {
        self.current
    }

    /// Whether there is such a node.
    pub fn has(&self, node: usize) -> bool {
        node < self.nodes.len()
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    fn grow(&mut self, parent: usize, mover: Seat, mv: Move, own: bool) -> usize {
        let known = self.nodes[parent].children.iter().copied().find(|&child| self.nodes[child].mv == mv);
        let node = known.unwrap_or_else(|| {
            self.nodes.push(Node {
                parent,
                mover,
                mv,
                children: Vec::new(),
                onward: None,
                own: false,
                resigned: None,
                value: None,
            });
            let node = self.nodes.len() - 1;
            self.nodes[parent].children.push(node);
            node
        });
        if own {
            // A move played anew in the game takes the place of the one that was taken back.
            for sibling in self.nodes[parent].children.clone() {
                self.nodes[sibling].own = sibling == node;
            }
        }
        self.nodes[parent].onward = Some(node);
        node
    }

    /// Plays a move of the seat to move; `own` says that it is played in the game, not merely tried.
    ///
    /// # Errors
    /// [`IllegalMove`], with all as it was.
    pub fn play(&mut self, mv: Move, own: bool) -> Result<(), IllegalMove> {
        let mover = self.history.to_move();
        self.history.play(mover, mv)?;
        let own = own && self.nodes[self.current].own;
        self.current = self.grow(self.current, mover, mv, own);
        Ok(())
    }

    /// The nodes from the first move to the one that is given.
    fn path(&self, mut node: usize) -> Vec<usize> {
        let mut path = Vec::new();
        while node != ROOT {
            path.push(node);
            node = self.nodes[node].parent;
        }
        path.reverse();
        path
    }

    /// The line that is looked at: what led here, and how it went on the last time.
    pub fn line(&self) -> Vec<usize> {
        let mut line = self.path(self.current);
        let mut node = self.current;
        while let Some(next) = self.nodes[node].onward {
            line.push(next);
            node = next;
        }
        line
    }

    /// Looks at another node.
    pub fn go_to(&mut self, node: usize) {
        let (from, to) = (self.path(self.current), self.path(node));
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        self.history.undo(from.len() - shared).expect("so many moves were played");
        for &step in &to[shared..] {
            let Node { mover, mv, .. } = self.nodes[step];
            self.history.play(mover, mv).expect("the move was legal when it was played");
        }
        let mut parent = ROOT;
        for step in to {
            self.nodes[parent].onward = Some(step);
            parent = step;
        }
        self.current = node;
    }

    /// The node before the one that is looked at.
    pub fn parent(&self) -> Option<usize> {
        (self.current != ROOT).then(|| self.nodes[self.current].parent)
    }

    /// The node that came after the one that is looked at, the last time.
    pub fn onward(&self) -> Option<usize> {
        self.nodes[self.current].onward
    }

    /// The last position of the game itself.
    pub fn end(&self) -> usize {
        let mut node = ROOT;
        while let Some(&next) = self.nodes[node].children.iter().find(|&&child| self.nodes[child].own) {
            node = next;
        }
        node
    }

    /// Who made the move that led to a node, and which.
    pub fn step(&self, node: usize) -> (Seat, Move) {
        (self.nodes[node].mover, self.nodes[node].mv)
    }

    /// The node before a node.
    pub fn before(&self, node: usize) -> usize {
        self.nodes[node].parent
    }

    /// The nodes that were reached from a node.
    pub fn children(&self, node: usize) -> &[usize] {
        &self.nodes[node].children
    }

    /// Who gave up on a node.
    pub fn resigned(&self, node: usize) -> Option<Seat> {
        self.nodes[node].resigned
    }

    /// A seat gives up on the node that is looked at, or takes it back.
    pub fn set_resigned(&mut self, seat: Option<Seat>) {
        self.nodes[self.current].resigned = seat;
    }

    /// Whether the game is over on the node that is looked at.
    pub fn is_over(&self) -> bool {
        self.history.is_over() || self.resigned(self.current).is_some()
    }

    /// What is known of a node's worth.
    pub fn value(&self, node: usize) -> Option<ValueView> {
        self.nodes[node].value
    }

    /// Keeps what a search found of a node, if it looked deeper than those before it.
    pub fn set_value(&mut self, node: usize, value: ValueView) {
        let deeper = |known: ValueView| value.exact || (!known.exact && value.visits >= known.visits);
        if self.nodes[node].value.is_none_or(deeper) {
            self.nodes[node].value = Some(value);
        }
    }

    /// The game as it stood on a node, independent of the tree.
    pub fn history_at(&self, node: usize) -> Box<dyn AnyHistory> {
        let mut history = self.history.boxed_clone();
        let (from, to) = (self.path(self.current), self.path(node));
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        history.undo(from.len() - shared).expect("so many moves were played");
        for &step in &to[shared..] {
            let Node { mover, mv, .. } = self.nodes[step];
            history.play(mover, mv).expect("the move was legal when it was played");
        }
        history
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::record::move_words as words;
    use crate::setup::Setup;

    fn tree(game: &str, size: u16) -> Tree {
        let setup = Setup::new(games::find(game).unwrap()).with_size(size).unwrap();
        Tree::new(games::start(&setup))
    }

    fn play(tree: &mut Tree, words: &str) {
        for word in words.split(' ') {
            let history = tree.history();
            let mv = words::read(history.info(), history.geometry(), history.to_move(), word).unwrap();
            tree.play(mv, true).unwrap();
        }
    }

    #[test]
    fn what_was_taken_back_is_played_again_unless_another_move_is_made() {
        let mut tree = tree("stoical", 5);
        play(&mut tree, "A1 B1 C1");
        let end = tree.current();
        tree.go_to(tree.parent().unwrap());
        tree.go_to(tree.onward().unwrap());
        assert_eq!(tree.current(), end);
        tree.go_to(tree.parent().unwrap());
        play(&mut tree, "D1");
        assert_eq!(tree.line().len(), 3);
        assert_eq!(tree.end(), tree.current(), "the game goes on with the new move");
        tree.go_to(end);
        assert_eq!(tree.history().moves().len(), 3);
    }

    #[test]
    fn a_tried_line_leaves_the_game_as_it_is() {
        let mut tree = tree("alaric", 7);
        play(&mut tree, "D1 A1 G1");
        let end = tree.current();
        tree.go_to(tree.parent().unwrap());
        let mv = *tree.history().legal_moves(tree.history().to_move()).last().unwrap();
        tree.play(mv, false).unwrap();
        let tried = tree.current();
        if tried != end {
            assert_eq!(tree.end(), end);
        }
        assert_eq!(tree.history_at(end).moves().len(), 3);
    }
}
