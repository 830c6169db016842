//! Informed playouts: random games in which nobody throws stones or eyes away while there is something else to do, and in
//! which captures are seen more often than by chance.

use super::{CANCER, Cancer, OWN};
use crate::games::chains::{Cell, Empties};
use crate::words::Seat;

/// So many points more are looked at for a capture once there is a place for a stone of one's own. With one or four, play is
/// weaker (docs/strength.md).
const LOOKS_FOR_CAPTURES: u32 = 2;

impl<const S: usize, const N: usize> Cancer<S, N> {
    /// Makes a random placement for `me`, the seat to move: from a random empty point on, the first where a stone of its
    /// own is sensible, unless a sensible cancer stone is found up to there or soon after; where nothing is
    /// sensible, whatever is legal.
    #[inline(always)]
    pub(super) fn sensible_turn(&mut self, me: Seat, empties: &mut Empties<N>, random: u32) -> Option<(Cell, u8)> {
        let count = empties.len();
        if count == 0 {
            return None;
        }
        let (mine, theirs) = (me as u8, me.other() as u8);
        let start = ((u64::from(random) * count as u64) >> 32) as usize;
        let mut index = start;
        let mut own_at = None;
        let mut left = LOOKS_FOR_CAPTURES;
        loop {
            let look = self.board.look(empties.get(index));
            let chances = self.board.foresee(&look);
            let [own, cancer] = self.legal_kinds(&look, me, chances);
            // A cancer stone is to take stones of the opponent, whatever else it takes, or one of its eyes.
            let takes_eye = look.is_enclosed_by(theirs) & !chances.dead(mine);
            if cancer & (chances.dead(theirs) | takes_eye) {
                return Some(self.take(index, CANCER, empties));
            }
            // An own eye is left alone.
            if own & (look.has_liberty() | look.touches(theirs)) && own_at.is_none() {
                own_at = Some(index);
            }
            if own_at.is_some() {
                if left == 0 {
                    break;
                }
                left -= 1;
            }
            index = if index + 1 == count { 0 } else { index + 1 };
            if index == start {
                break;
            }
        }
        match own_at {
            Some(index) => Some(self.take(index, OWN, empties)),
            None => self.turn(me, empties, random),
        }
    }

    /// Places a stone of a kind on one of the empty points. A second look at it costs less than to keep the first one.
    #[inline(always)]
    fn take(&mut self, index: usize, kind: u8, empties: &mut Empties<N>) -> (Cell, u8) {
        let look = self.board.look(empties.get(index));
        empties.remove(index);
        self.put::<false>(&look, self.to_move, kind, empties);
        (look.cell(), kind)
    }
}
