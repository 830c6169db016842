//! Best play by brute force over the second implementation of the rules, and nothing else.
//!
//! Where repetition has no effect, or where a whole position that repeats is a draw, a value is
//! what a side can force on the [graph](PositionGraph) of all positions, endless play being a draw.
//! Where the earlier boards decide more than that, [`Lines`] plays all lines, each with its boards.

use std::collections::{BTreeSet, HashMap};

use quintet_core::position::AnyPosition;
use quintet_core::types::{Move, Seat};

use crate::slow::{Board, Slow};

/// A position, and what follows from it.
struct Node {
    seat: Seat,
    moves: Vec<(Move, usize)>,
    /// Black's margin if the game is over.
    margin: Option<f64>,
    /// The bounds that the game gives for Black's margin.
    bounds: [f64; 2],
    line: String,
}

/// All positions that play can reach, without regard to earlier boards. The first is the start.
pub struct PositionGraph {
    nodes: Vec<Node>,
    numbers: HashMap<String, usize>,
    most: usize,
}

impl PositionGraph {
    /// Finds the positions that follow; `None` if there are more than `most`. Both implementations
    /// play the moves.
    pub fn new(slow: &mut Slow, fast: &dyn AnyPosition, most: usize) -> Option<PositionGraph> {
        let mut graph = PositionGraph { nodes: Vec::new(), numbers: HashMap::new(), most };
        graph.add(slow, fast)?;
        Some(graph)
    }

    fn add(&mut self, slow: &mut Slow, fast: &dyn AnyPosition) -> Option<usize> {
        // A repetition that ends the game is no part of it.
        let key = slow.state_in_turn();
        if let Some(&number) = self.numbers.get(&key) {
            return Some(number);
        }
        let number = self.nodes.len();
        if number >= self.most {
            return None;
        }
        let (seat, margin) = (slow.to_move(), slow.outcome().map(|(margin, _)| margin));
        assert_eq!(fast.outcome().map(|outcome| outcome.margin.points()), margin, "{key}");
        let moves = slow.legal_moves(seat);
        let mut legal = Vec::new();
        fast.legal_moves(&mut legal);
        assert_eq!(legal, moves, "{key}");
        self.nodes.push(Node { seat, moves: Vec::new(), margin, bounds: fast.known_bounds(), line: key.clone() });
        self.numbers.insert(key, number);
        for mv in moves {
            let mut next = fast.boxed_clone();
            next.advance(mv);
            assert!(slow.play(seat, mv));
            let to = self.add(slow, &*next);
            slow.undo();
            self.nodes[number].moves.push((mv, to?));
        }
        Some(number)
    }

    /// Returns Black's margin with best play in each position.
    pub fn values(&self) -> Vec<f64> {
        let mut before = vec![Vec::new(); self.nodes.len()];
        for (from, node) in self.nodes.iter().enumerate() {
            node.moves.iter().for_each(|&(_, to)| before[to].push(from));
        }
        let mut values = vec![0.0; self.nodes.len()];
        for seat in Seat::BOTH {
            let mut margins: Vec<f64> = self.nodes.iter().filter_map(|node| node.margin).collect();
            margins.retain(|margin| margin * seat.sign() > 0.0);
            margins.sort_by(|a, b| (b * seat.sign()).total_cmp(&(a * seat.sign())));
            margins.dedup();
            let (mut forced, mut left) = (vec![false; self.nodes.len()], self.counts());
            for margin in margins {
                let ends = self.nodes.iter().enumerate().filter(|(_, node)| node.margin == Some(margin));
                let mut waiting: Vec<usize> = ends.map(|(number, _)| number).collect();
                while let Some(at) = waiting.pop() {
                    if std::mem::replace(&mut forced[at], true) {
                        continue;
                    }
                    values[at] = margin;
                    for &from in &before[at] {
                        left[from] -= 1;
                        if self.nodes[from].seat == seat || left[from] == 0 {
                            waiting.push(from);
                        }
                    }
                }
            }
        }
        values
    }

    fn counts(&self) -> Vec<usize> {
        self.nodes.iter().map(|node| node.moves.len()).collect()
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the bounds of each position, as the game gives them, and its name.
    pub fn bounds(&self) -> impl Iterator<Item = ([f64; 2], &str)> {
        self.nodes.iter().map(|node| (node.bounds, node.line.as_str()))
    }

    /// Returns the moves of the start, each with the number of the position after it.
    pub fn moves(&self) -> &[(Move, usize)] {
        &self.nodes[0].moves
    }

    /// Returns the number of moves of a position that do not keep its value.
    pub fn traps(&self, number: usize, values: &[f64]) -> u32 {
        self.nodes[number].moves.iter().filter(|&&(_, to)| values[to] != values[number]).count() as u32
    }
}

/// The boards that a move may not, or need not, lead back to, by number: with the side that left
/// them behind if that matters.
type History = BTreeSet<(Option<Seat>, usize)>;

/// All lines of play, where the earlier boards decide what is legal or ends the game.
pub struct Lines<'a> {
    slow: &'a mut Slow,
    /// Answers by the position, the boards before it and the margin.
    known: HashMap<(String, History, u64), bool>,
    boards: HashMap<String, usize>,
    superko: bool,
    left: usize,
}

impl Lines<'_> {
    /// Plays at most `most` positions.
    pub fn new(slow: &mut Slow, superko: bool, most: usize) -> Lines<'_> {
        Lines { slow, known: HashMap::new(), boards: HashMap::new(), superko, left: most }
    }

    /// Returns whether Black can get a margin, or more; `None` if that takes too long.
    pub fn reaches(&mut self, margin: f64) -> Option<bool> {
        if let Some((result, _)) = self.slow.outcome() {
            return Some(result >= margin);
        }
        let key = (self.slow.state_in_turn(), self.history(), margin.to_bits());
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        self.left = self.left.checked_sub(1)?;
        let seat = self.slow.to_move();
        let mut moves = self.slow.legal_moves(seat);
        // Passes end lines soon.
        moves.reverse();
        // The side to move looks for one move that gives it its answer.
        let wanted = seat == Seat::Black;
        let mut answer = !wanted;
        for mv in moves {
            assert!(self.slow.play(seat, mv));
            let found = self.reaches(margin);
            self.slow.undo();
            if found? == wanted {
                answer = wanted;
                break;
            }
        }
        self.known.insert(key, answer);
        Some(answer)
    }

    /// Returns the same after a move.
    pub fn reaches_after(&mut self, mv: Move, margin: f64) -> Option<bool> {
        assert!(self.slow.play(self.slow.to_move(), mv));
        let found = self.reaches(margin);
        self.slow.undo();
        found
    }

    /// Returns the boards of the line so far.
    fn history(&mut self) -> History {
        let turns = &self.slow.turns[self.slow.fresh..];
        let mut number = |board: &Board| {
            let (new, picture) = (self.boards.len(), format!("{:?}", board.stones));
            *self.boards.entry(picture).or_insert(new)
        };
        if self.superko {
            turns.iter().map(|turn| (None, number(&turn.before))).collect()
        } else {
            turns.iter().map(|turn| (Some(turn.seat), number(&turn.after))).collect()
        }
    }
}
