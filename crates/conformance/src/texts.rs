//! Tests of diagrams, texts, priors and marks.

use std::collections::HashSet;

use quintet_core::board::Point;
use quintet_core::notation::move_words;
use quintet_core::position::{AnyPosition, Marks};
use quintet_core::types::Move;
use quintet_record::position_line as line;

use super::{CheckResult, Kit, Promise, ensure, legal};

impl Kit<'_> {
    pub(super) fn diagrams(&mut self, position: &dyn AnyPosition, moves: &[Move]) -> CheckResult {
        let diagram = position.diagram();
        let again = self.read_diagram(&diagram)?;
        ensure(*again == *position && again.diagram() == diagram, Promise::Diagram, || {
            format!("{diagram:?} makes another position")
        })?;
        let keys = (again.key(), again.recomputed_key());
        ensure(keys == (position.key(), position.key()), Promise::Key, || {
            "another key for the position of the same diagram".into()
        })?;
        ensure(legal(&*again) == moves, Promise::Diagram, || {
            format!("{diagram:?} makes a position with other legal moves")
        })?;
        let ends = |position: &dyn AnyPosition| (position.outcome(), position.score(), position.plies_to_end());
        ensure(ends(&*again) == ends(position), Promise::Diagram, || {
            format!("{diagram:?} makes a position with another end")
        })?;
        let owners =
            |position: &dyn AnyPosition| self.geometry.points().map(|point| position.owner(point)).collect::<Vec<_>>();
        ensure(owners(&*again) == owners(position), Promise::Diagram, || {
            format!("{diagram:?} makes a position with other owners of points")
        })?;

        let text = line::format(self.setup, &diagram);
        let (setup, read) = line::read_among(&[self.info], &text)
            .map_err(|error| (Promise::PositionLine, format!("{text} is refused: {error}")))?;
        ensure(setup == *self.setup && read == diagram, Promise::PositionLine, || {
            format!("{text} parses to {}", line::format(&setup, &read))
        })
    }

    pub(super) fn words(&mut self, position: &dyn AnyPosition, moves: &[Move]) -> CheckResult {
        let mut seen = HashSet::new();
        for &mv in moves {
            let word = move_words::format(self.info, &self.geometry, mv);
            for text in [word.clone(), word.to_lowercase()] {
                let read = move_words::read(self.info, &self.geometry, position.to_move(), &text);
                ensure(read == Some(mv), Promise::Words, || format!("{mv:?} is {text}, which parses to {read:?}"))?;
            }
            ensure(seen.insert(word.clone()), Promise::Words, || format!("two moves are called {word}"))?;
        }
        Ok(())
    }

    pub(super) fn priors(&mut self, position: &dyn AnyPosition, moves: &[Move]) -> CheckResult {
        for &mv in moves {
            let prior = position.prior(mv);
            ensure(prior.is_finite() && prior > 0.0, Promise::Prior, || format!("the prior of {mv:?} is {prior}"))?;
        }
        let mut priors = Vec::new();
        let expected = position.priors(self.weights, moves, &mut priors);
        let is_share = |value: f32| (0.0..=1.0).contains(&value);
        let fits = expected.is_none_or(|expected| is_share(expected.result) && expected.lead.is_finite());
        ensure(fits, Promise::Prior, || format!("the network expects {expected:?}"))?;
        ensure(priors.len() == moves.len(), Promise::Prior, || {
            format!("{} priors of {} moves", priors.len(), moves.len())
        })?;
        for (prior, mv) in priors.iter().zip(moves) {
            let fits = prior.weight.is_finite() && prior.weight > 0.0 && is_share(prior.value);
            ensure(fits, Promise::Prior, || format!("the prior of {mv:?} is {prior:?}"))?;
        }
        let tables = self.info.heuristics.prior;
        if !tables.is_empty() {
            let mut features = Vec::new();
            position.features(moves, &mut features);
            let fits = features.len() == tables.len() * moves.len();
            ensure(fits, Promise::Prior, || format!("{} features of {} moves", features.len(), moves.len()))?;
            for (&entry, table) in features.iter().zip(tables.iter().cycle()) {
                ensure(usize::from(entry) < table.len, Promise::Prior, || {
                    format!("entry {entry} of the table {}", table.name)
                })?;
            }
        }
        Ok(())
    }

    pub(super) fn marks(&mut self, position: &dyn AnyPosition, moves: &[Move]) -> CheckResult {
        let barred = position.barred();
        ensure(barred.is_sorted_by(|a, b| a < b), Promise::Marks, || {
            format!("the barred points {barred:?} do not ascend")
        })?;
        for point in barred {
            let playable = moves.contains(&Move::place(0, point)) || position.stone(point).is_some();
            ensure(self.geometry.contains(point) && !playable, Promise::Marks, || {
                format!("{point:?} is barred and playable, or taken")
            })?;
        }
        for &(name, _) in self.info.presentation.drawings {
            for marks in position.draw(name, &self.geometry) {
                let points: Vec<Point> = match &marks {
                    Marks::Labels(labels) => {
                        let long = labels.iter().find(|(_, text)| text.is_empty() || text.chars().count() > 3);
                        ensure(long.is_none(), Promise::Marks, || format!("{name} has the label {long:?}"))?;
                        labels.iter().map(|(point, _)| *point).collect()
                    }
                    Marks::Tint(_, points) => points.clone(),
                };
                let off = points.into_iter().find(|&point| !self.geometry.contains(point));
                ensure(off.is_none(), Promise::Marks, || format!("{name} marks {off:?}, which is off the board"))?;
            }
        }
        if let Some(outcome) = position.outcome() {
            let text = position.explain_outcome(&self.geometry, &outcome);
            ensure(text.ends_with('.'), Promise::Marks, || format!("the outcome is explained by {text:?}"))?;
        }
        Ok(())
    }
}
