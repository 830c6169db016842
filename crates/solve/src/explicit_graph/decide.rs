//! Deciding which ends each side can force in each position.

use super::{Graph, NONE};

/// The time is checked each time that this many decided positions are followed back.
const CHECK_EVERY: usize = 1 << 12;

/// The predecessors of all positions.
struct Predecessors {
    /// For each position the index of its first predecessor, and the total at the end.
    first: Vec<u32>,
    all: Vec<u32>,
}

impl Predecessors {
    fn new(graph: &Graph) -> Predecessors {
        let len = graph.len();
        let mut first = vec![0u32; len + 1];
        graph.edges.iter().for_each(|&to| first[to as usize + 1] += 1);
        (0..len).for_each(|i| first[i + 1] += first[i]);
        let mut next = first.clone();
        let mut all = vec![0u32; graph.edges.len()];
        for from in 0..len as u32 {
            for &to in graph.successors(from) {
                all[next[to as usize] as usize] = from;
                next[to as usize] += 1;
            }
        }
        Predecessors { first, all }
    }

    fn of(&self, number: u32) -> &[u32] {
        &self.all[self.first[number as usize] as usize..self.first[number as usize + 1] as usize]
    }
}

/// A decided position: 0 if its side to move forces the end, 1 if the other side does.
type Decided = (usize, u32);

impl Graph {
    /// Computes the best ends of all positions; returns whether `go_on`, which is called now and
    /// then, always returned `true`.
    pub(super) fn decide(&mut self, go_on: &dyn Fn() -> bool) -> bool {
        let predecessors = Predecessors::new(self);
        // For each position the number of moves after which the other side is not known to force
        // the end.
        let mut left: Vec<u16> = self.nodes.iter().map(|node| node.edges).collect();
        for margin in self.margins_descending() {
            let mut now = self.decide_ends(margin);
            let mut plies = 0;
            while !now.is_empty() {
                plies += 1;
                let mut next = Vec::new();
                for latest in now.chunks(CHECK_EVERY) {
                    if !go_on() {
                        return false;
                    }
                    self.step_back(latest, (margin, plies), &predecessors, &mut left, &mut next);
                }
                now = next;
            }
        }
        true
    }

    /// Returns all margins with which games end, for either side.
    fn margins_descending(&self) -> Vec<i16> {
        let ends = self.nodes.iter().filter(|node| node.is_over()).flat_map(|node| [node.over, -node.over]);
        let mut margins: Vec<i16> = ends.collect();
        margins.sort_unstable();
        margins.dedup();
        margins.reverse();
        margins
    }

    /// Decides the positions that are over with this margin for one of the sides.
    fn decide_ends(&mut self, margin: i16) -> Vec<Decided> {
        let mut decided = Vec::new();
        for (number, node) in (0..).zip(&mut self.nodes) {
            for (kind, sign) in [(0, 1), (1, -1)] {
                if node.is_over() && node.over * sign == margin {
                    node.best[kind] = (margin, 0);
                    decided.push((kind, number));
                }
            }
        }
        decided
    }

    /// Decides the positions one ply before those decided in the last step, and appends them.
    fn step_back(
        &mut self,
        latest: &[Decided],
        end: (i16, u16),
        predecessors: &Predecessors,
        left: &mut [u16],
        decided: &mut Vec<Decided>,
    ) {
        for &(kind, number) in latest {
            for &from in predecessors.of(number) {
                // The side that waits there moved before.
                let kind_before = 1 - kind;
                let best = &mut self.nodes[from as usize].best[kind_before];
                if best.0 != NONE {
                    continue;
                }
                if kind_before == 1 {
                    left[from as usize] -= 1;
                    if left[from as usize] > 0 {
                        continue;
                    }
                }
                *best = end;
                decided.push((kind_before, from));
            }
        }
    }
}
