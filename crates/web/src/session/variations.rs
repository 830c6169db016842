//! The variations of a game as a list.

use super::page_game::PageGame;
use crate::messages::VariationView;
use quintet_record::tree::{NodeId, Step};

/// The largest number of variations that the page lists.
const MOST: usize = 300;
/// The number of moves of a variation that are shown.
const WORDS: usize = 6;

/// A place where variations begin.
struct Branch {
    node: NodeId,
    /// The number of the move at `node` in its line.
    at: usize,
    /// The number of variations that it is part of.
    depth: usize,
}

/// Returns the variations in the order of the main line, those of a variation after it.
pub fn variations(page: &PageGame) -> Vec<VariationView> {
    let tree = page.tree();
    let shown = tree.path(page.node());
    let mut found = Vec::new();
    // The branches that are left, next one last.
    let mut left = vec![Branch { node: NodeId::ROOT, at: 0, depth: 0 }];
    while let (Some(branch), true) = (left.pop(), found.len() < MOST) {
        let mut line = vec![branch.node];
        let mut others = Vec::new();
        while let Some((&next, rest)) = tree.next(line[line.len() - 1]).split_first() {
            let at = branch.at + line.len();
            others.extend(rest.iter().map(|&node| Branch { node, at, depth: branch.depth + 1 }));
            line.push(next);
        }
        left.extend(others.into_iter().rev());
        if branch.depth > 0 {
            found.push(VariationView {
                node: branch.node,
                at: branch.at,
                depth: branch.depth - 1,
                words: line.iter().take(WORDS).map(|&node| word(page, node)).collect(),
                length: line.len(),
                shown: line.iter().any(|node| shown.last() == Some(node)),
            });
        }
    }
    found
}

fn word(page: &PageGame, node: NodeId) -> String {
    match page.tree().step(node) {
        Step::Move(_, mv) => page.game().word(*mv),
        Step::SetUp(_) => "set-up".to_owned(),
        Step::Nothing | Step::Unread => String::new(),
    }
}
