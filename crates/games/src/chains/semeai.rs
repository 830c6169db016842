//! Capturing races (semeai): the feature of the liberties of both sides around a placement.

use super::cell::{Cell, EMPTY};
use super::liberty_board::PlacementEffect;
use super::move_features::MoveFeatures;

/// The length of the table of [`MoveFeatures::liberties`].
pub const LIBERTIES_LEN: usize = 5 * 6 * 5;

impl<const S: usize, const N: usize, const W: usize> MoveFeatures<'_, S, N, W> {
    /// Returns the feature of the fewest liberties of an own chain next to a stone, the stone's own
    /// liberties, and the fewest of an opponent's chain next to it.
    pub fn liberties(&self, cell: Cell, effect: PlacementEffect) -> usize {
        let mut fewest = [u16::MAX; 2];
        for neighbour in Self::orthogonal(cell) {
            let content = self.board.content(neighbour);
            if content < EMPTY {
                let fewest = &mut fewest[usize::from(content)];
                *fewest = (*fewest).min(self.board.chain(neighbour).count);
            }
        }
        let class = |count: u16| if count == u16::MAX { 0 } else { usize::from(count.clamp(1, 4)) };
        let (own, theirs) = (class(fewest[usize::from(self.me)]), class(fewest[usize::from(1 - self.me)]));
        (own * 6 + usize::from(effect.liberties.min(5))) * 5 + theirs
    }
}
