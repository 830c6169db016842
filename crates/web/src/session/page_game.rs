//! The game of a page: its variations, the position that is shown, and the values of positions.

use std::collections::HashMap;

use super::error::RequestError;
use crate::messages::ValueView;
use crate::view::{self, Cells};
use quintet_core::game::Game;
use quintet_core::notation::quote;
use quintet_core::types::{Move, Seat};
use quintet_engine::Knowledge;
use quintet_engine::life::judged;
use quintet_record::tree::{Cursor, Forfeit, GameTree, NodeId, Step};

/// The largest number of nodes that are added to a tree.
const LARGEST_TREE: usize = 20_000;

/// The game of a page.
pub struct PageGame {
    tree: GameTree,
    cursor: Cursor,
    values: HashMap<NodeId, ValueView>,
    cells: Cells,
}

impl PageGame {
    /// Creates a page's game; its last position is shown.
    pub fn new(mut tree: GameTree, knowledge: &Knowledge) -> PageGame {
        let start = judged(tree.start().clone(), knowledge);
        *tree.start_mut() = start;
        let cells = Cells::new(tree.start().geometry());
        let mut page = PageGame { cursor: Cursor::new(&tree), tree, values: HashMap::new(), cells };
        page.go_to(page.end());
        page.set_final_value();
        page
    }

    /// Returns the variations.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// Returns the game up to the position that is shown.
    pub fn game(&self) -> &Game {
        self.cursor.game()
    }

    /// Returns a copy of the game up to a node.
    pub fn game_at(&self, node: NodeId) -> Game {
        self.tree.game_at(node)
    }

    /// Returns the node of the position that is shown.
    pub fn node(&self) -> NodeId {
        self.cursor.node()
    }

    /// Returns the side to move in the position that is shown.
    pub fn to_move(&self) -> Seat {
        self.game().to_move()
    }

    /// Returns the cells of the board.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// Returns the last position of the game.
    pub fn end(&self) -> NodeId {
        self.tree.position(self.tree.end())
    }

    /// Returns the nodes of the current line that another position is at.
    pub fn line(&self) -> Vec<NodeId> {
        let mut line = self.cursor.line(&self.tree);
        line.retain(|&node| *self.tree.step(node) != Step::Nothing);
        line
    }

    /// Returns the node before the position that is shown.
    pub fn previous(&self) -> Option<NodeId> {
        self.tree.before(self.node(), 1).map(|node| self.tree.position(node))
    }

    /// Returns the node that follows in the current line.
    pub fn onward(&self) -> Option<NodeId> {
        self.line().get(self.tree.steps(self.node())).copied()
    }

    /// Returns the node that follows in the main line, if the position that is shown belongs to it.
    pub fn onward_in_game(&self) -> Option<NodeId> {
        let next = self.tree.next(self.node()).first().copied()?;
        self.tree.path(self.end()).contains(&next).then_some(next)
    }

    /// Makes the line up to the position that is shown the main line.
    pub fn set_main_line(&mut self) {
        self.tree.set_main_line(self.node());
    }

    /// Shows another node.
    pub fn go_to(&mut self, node: NodeId) {
        self.cursor.go_to(&self.tree, node);
    }

    /// Reads a move of the side to move, which is legal in the position that is shown.
    pub fn read_move(&self, word: &str) -> Result<Move, RequestError> {
        if self.tree.added() >= LARGEST_TREE {
            return Err(RequestError::TooManyMoves);
        }
        let (game, seat) = (self.game(), self.to_move());
        let mv = game.read_word(seat, word).ok_or_else(|| RequestError::NoMove(quote(word)))?;
        match game.why_illegal(seat, mv) {
            Some(reason) => Err(RequestError::IllegalMove(view::move_words(game, seat, mv), reason)),
            None => Ok(mv),
        }
    }

    /// Plays a legal move in the game, or as a variation.
    pub fn play(&mut self, mv: Move, played: bool) {
        self.cursor.go_to(&self.tree, self.place_of(mv));
        if self.cursor.play(&mut self.tree, mv, played).is_err() {
            log::error!("a legal move was refused");
        }
        self.set_final_value();
    }

    /// Returns the node that a move from the position that is shown follows: the one that it follows
    /// already, or else the last one of this position.
    fn place_of(&self, mv: Move) -> NodeId {
        let (mut node, step) = (self.node(), Step::Move(self.to_move(), mv));
        if let Some(known) = self.tree.next(node).into_iter().find(|&next| *self.tree.step(next) == step) {
            return self.tree.parent(known).unwrap_or(node);
        }
        while let Some(&first) =
            self.tree.children(node).first().filter(|&&first| *self.tree.step(first) == Step::Nothing)
        {
            node = first;
        }
        node
    }

    /// Adds a line of moves after a node, which is shown afterwards.
    pub fn add_line(&mut self, node: NodeId, line: &[Move], played: bool) {
        self.go_to(node);
        line.iter().for_each(|&mv| self.play(mv, played));
        self.go_to(node);
    }

    /// Returns how the game ended by resignation or on time in the position that is shown.
    pub fn forfeit(&self) -> Option<Forfeit> {
        self.tree.forfeit(self.node())
    }

    /// Ends the game by resignation or on time in the position that is shown, or takes that back.
    pub fn set_forfeit(&mut self, forfeit: Option<Forfeit>) {
        self.tree.set_forfeit(self.node(), forfeit);
    }

    /// Returns whether the game is over in the position that is shown.
    pub fn is_over(&self) -> bool {
        self.game().is_over() || self.forfeit().is_some()
    }

    /// Returns whether the game is over at a node.
    pub fn is_over_at(&self, node: NodeId) -> bool {
        if node == self.node() {
            self.is_over()
        } else {
            self.tree.forfeit(node).is_some() || self.game_at(node).is_over()
        }
    }

    /// Returns the value of a node, if it is known.
    pub fn value(&self, node: NodeId) -> Option<ValueView> {
        self.values.get(&node).copied()
    }

    /// Sets the value of a node, unless a better one is known: an exact value, or one with more
    /// visits.
    pub fn set_value(&mut self, node: NodeId, value: ValueView) {
        let is_better = |known: ValueView| value.exact || (!known.exact && value.visits >= known.visits);
        if self.value(node).is_none_or(is_better) {
            self.values.insert(node, value);
        }
    }

    fn set_final_value(&mut self) {
        if let Some(outcome) = self.game().outcome() {
            self.set_value(self.node(), view::final_value(&outcome, self.game().info()));
        }
    }
}
