//! Enumerates all reachable positions.

use std::collections::HashSet;

use quintet_core::position::AnyPosition;

/// Visits every position that can be reached from `start`, including itself, once.
pub fn each_reached(start: Box<dyn AnyPosition>, mut look: impl FnMut(&dyn AnyPosition)) {
    let (mut seen, mut waiting, mut moves) = (HashSet::from([start.key()]), vec![start], Vec::new());
    while let Some(position) = waiting.pop() {
        look(&*position);
        if position.is_over() {
            continue;
        }
        moves.clear();
        position.legal_moves(&mut moves);
        for &mv in &moves {
            let mut next = position.clone();
            next.play_unchecked(mv);
            if seen.insert(next.key()) {
                waiting.push(next);
            }
        }
    }
}
