//! Tests of positions: the end, keys, equality, stones, copies.

use quintet_core::board::Point;
use quintet_core::game::Game;
use quintet_core::position::AnyPosition;
use quintet_core::types::{Ending, Move, Outcome};

use super::{CheckResult, Kit, Promise, ensure, legal};

impl Kit<'_> {
    pub(super) fn end(&mut self, position: &dyn AnyPosition, moves: &[Move]) -> CheckResult {
        let (over, outcome, bound) = (position.is_over(), position.outcome(), position.plies_to_end());
        ensure(over == outcome.is_some(), Promise::End, || format!("over: {over}, with the outcome {outcome:?}"))?;
        // A side that moves out of turn can be without a legal move.
        let fits = if self.in_turn { over == moves.is_empty() } else { !over || moves.is_empty() };
        ensure(fits, Promise::End, || format!("over: {over}, with {} legal moves", moves.len()))?;
        if let Some(Outcome { margin, .. }) = outcome {
            let score = position.score();
            ensure(margin.points().is_finite() && score == Some(margin), Promise::End, || {
                format!("the outcome is {margin}, the score {score:?}")
            })?;
        }
        ensure(over == (bound == 0), Promise::Bound, || format!("over: {over}, with a bound of {bound} moves"))
    }

    /// Tests that play goes on after two passes, and only then.
    pub(super) fn resumes(&mut self, position: &dyn AnyPosition) -> CheckResult {
        let passed = position.outcome().is_some_and(|outcome| outcome.ending == Ending::TWO_PASSES);
        let mut resumed = position.boxed_clone();
        let resumes = resumed.resume();
        ensure(resumes == passed, Promise::Resume, || format!("resumed: {resumes}, after two passes: {passed}"))?;
        if !passed {
            return ensure(*resumed == *position && resumed.key() == position.key(), Promise::Resume, || {
                "a refusal to resume changes the position".into()
            });
        }
        ensure(self.info.passes, Promise::Resume, || "two passes end a game without passes".into())?;
        let (before, after) = (position.diagram(), resumed.diagram());
        let stands = before.stones == after.stones && before.to_move == after.to_move;
        ensure(stands && !resumed.is_over(), Promise::Resume, || format!("resumed as {after:?}"))?;
        ensure(*self.read_diagram(&after)? == *resumed, Promise::Resume, || "resumed with a hidden state".into())?;
        ensure(resumed.key() == resumed.recomputed_key(), Promise::Key, || "to resume breaks the key".into())?;
        let placement = legal(&*resumed).into_iter().find(|mv| mv.point().is_some());
        let mut game = Game::from_position(self.setup.clone(), position.boxed_clone());
        let goes_on = placement.is_none_or(|mv| game.play(position.to_move(), mv).is_ok());
        ensure(goes_on, Promise::Resume, || format!("{placement:?} is refused after two passes"))
    }

    pub(super) fn keys(&mut self, position: &dyn AnyPosition) -> CheckResult {
        let key = position.key();
        ensure(key == position.recomputed_key(), Promise::Key, || {
            "the incremental key is not the recomputed one".into()
        })?;
        if position.is_over() {
            return Ok(());
        }
        let seat = position.to_move();
        let mut other = position.boxed_clone();
        other.set_to_move(seat.other());
        ensure(other.to_move() == seat.other(), Promise::OutOfTurn, || "the turn cannot be given away".into())?;
        ensure(other.key() == other.recomputed_key(), Promise::Key, || "a change of turn breaks the key".into())?;
        ensure(*other != *position, Promise::Equality, || "equal with the other side to move".into())?;
        ensure(other.key() != key, Promise::Key, || "the same key with the other side to move".into())?;
        let stands = self.geometry.points().all(|point| other.stone(point) == position.stone(point));
        ensure(stands, Promise::OutOfTurn, || "a change of turn moves stones".into())?;
        other.set_to_move(seat);
        ensure(*other == *position && other.key() == key, Promise::OutOfTurn, || {
            "giving the turn away and back changes the position".into()
        })
    }

    /// Tests the diagram against the stones, and equality and keys against the diagrams so far.
    pub(super) fn stones(&mut self, position: &dyn AnyPosition) -> CheckResult {
        let diagram = position.diagram();
        let cells = usize::from(self.geometry.width()) * usize::from(self.geometry.height());
        ensure(diagram.stones.len() == cells, Promise::Diagram, || {
            format!("{} cells in the diagram", diagram.stones.len())
        })?;
        ensure(diagram.to_move == position.to_move(), Promise::Diagram, || {
            "the diagram has the other side to move".into()
        })?;
        for (point, &stone) in (0..).map(Point).zip(&diagram.stones) {
            let found = if self.geometry.contains(point) { position.stone(point) } else { None };
            let known = stone.is_none_or(|stone| self.info.stones.contains(&stone));
            ensure(stone == found && known, Promise::Diagram, || {
                format!("{stone:?} in the diagram, {found:?} at {point:?}")
            })?;
        }
        let text = format!("{diagram:?}");
        let key = position.key();
        let by_key = self.by_key.entry(key).or_insert_with(|| text.clone());
        ensure(*by_key == text, Promise::Key, || format!("one key for {by_key} and {text}"))?;
        let (known, known_key) = self.by_diagram.entry(text).or_insert_with(|| (position.boxed_clone(), key));
        ensure(**known == *position, Promise::Equality, || "not equal, with equal diagrams".into())?;
        ensure(*known_key == key, Promise::Key, || "two keys for equal positions".into())
    }

    pub(super) fn copies(&mut self, position: &dyn AnyPosition) -> CheckResult {
        let (diagram, key) = (position.diagram(), position.key());
        let mut copy = position.boxed_clone();
        ensure(*copy == *position && copy.key() == key, Promise::Copies, || "a copy is not equal".into())?;
        for _ in 0..5 {
            let moves = legal(&*copy);
            let Some(mv) = self.choose(moves) else { break };
            copy.play_unchecked(mv);
        }
        ensure(position.diagram() == diagram && position.key() == key, Promise::Copies, || {
            "moves on a copy change the original".into()
        })?;
        copy.copy_from(position);
        ensure(*copy == *position && copy.key() == key, Promise::Copies, || {
            "copy_from makes a position that is not equal".into()
        })
    }
}
