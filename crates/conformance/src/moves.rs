//! Tests of moves: legality, playing and refusing.

use rand::Rng as _;

use quintet_core::position::AnyPosition;
use quintet_core::random::random_below;
use quintet_core::types::{Action, Move};

use super::{CheckResult, Kit, Promise, ensure};

impl Kit<'_> {
    pub(super) fn legality(&mut self, position: &dyn AnyPosition, moves: &[Move], thorough: bool) -> CheckResult {
        ensure(moves.is_sorted_by(|a, b| a < b), Promise::Order, || format!("{moves:?} do not ascend"))?;
        let count = position.count_legal();
        ensure(count == moves.len(), Promise::Count, || format!("{count} counted, {} generated", moves.len()))?;
        for &mv in moves {
            let possible = match mv.action() {
                Action::Place { kind, point } => {
                    let exists = usize::from(kind) < self.info.kinds.len() && self.geometry.contains(point);
                    exists && position.stone(point).is_none()
                }
                Action::Pass => self.info.passes,
                Action::Swap => self.setup.has_swap(),
            };
            ensure(possible, Promise::Legality, || format!("{mv:?} is generated, which is impossible"))?;
            ensure(position.is_legal(mv), Promise::Legality, || format!("{mv:?} is generated and illegal"))?;
        }
        let check = |code: u16| {
            let mv = Move::from_code(code);
            let agree = position.is_legal(mv) == moves.binary_search(&mv).is_ok();
            ensure(agree, Promise::Legality, || format!("{mv:?} is legal and not generated"))
        };
        if thorough && self.one_in(8) || self.moves.is_empty() {
            return (0..=u16::MAX).try_for_each(check);
        }
        // Points of the board and a little beyond, of every kind and one more; edge cases of codes;
        // random codes.
        let points = self.geometry.width() * self.geometry.height() + 3;
        let kinds = self.info.kinds.len() as u16;
        (0..=kinds).try_for_each(|kind| (0..points).try_for_each(|point| check(kind << 10 | point)))?;
        let edges = [0x3ff, 0x7ff, 0xbff, 0xc00, 0xfff, 0x1000, 0x1c00, 0x7fff, 0xfbff, 0xfc00, 0xfffd, 0xfffe, 0xffff];
        edges.into_iter().try_for_each(check)?;
        (0..40).map(|_| self.rng.next_u32() as u16).try_for_each(check)
    }

    /// Plays a legal move and tests its effect.
    pub(super) fn make(&mut self, position: &mut dyn AnyPosition, mv: Move) -> CheckResult {
        let (mut checked, mut stepped) = (position.boxed_clone(), position.boxed_clone());
        let seat = position.to_move();
        ensure(checked.play(mv).is_ok(), Promise::Play, || format!("{mv:?} is generated and refused"))?;
        position.play_unchecked(mv);
        ensure(*checked == *position && checked.key() == position.key(), Promise::Play, || {
            format!("{mv:?} has different effects checked and unchecked")
        })?;
        let step = stepped.step(mv);
        let follows = (step.to_move, step.is_over) == (position.to_move(), position.is_over());
        ensure(*stepped == *position && follows, Promise::Play, || {
            format!("{mv:?} has another effect as a step, {step:?}")
        })?;
        if let Action::Place { kind, point } = mv.action() {
            let (wanted, found) = (self.info.placed_stone(seat, kind), position.stone(point));
            ensure(found == Some(wanted), Promise::Play, || {
                format!("{mv:?} puts {found:?} instead of a {wanted:?} stone")
            })?;
        }
        Ok(())
    }

    /// Tests that illegal moves are refused and change nothing.
    pub(super) fn refusals(&mut self, position: &dyn AnyPosition, moves: &[Move]) -> CheckResult {
        let kinds = self.info.kinds.len() as u32;
        for _ in 0..20 {
            let near = random_below(&mut self.rng, kinds << 10 | 0x3ff) as u16;
            let code = if self.one_in(4) { self.rng.next_u32() as u16 } else { near };
            let mv = Move::from_code(code);
            if !moves.contains(&mv) {
                let mut after = position.boxed_clone();
                ensure(after.play(mv).is_err(), Promise::Play, || format!("{mv:?} is illegal and played"))?;
                ensure(*after == *position && after.key() == position.key(), Promise::Play, || {
                    format!("the refused move {mv:?} changes the position")
                })?;
            }
        }
        Ok(())
    }
}
