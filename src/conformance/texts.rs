//! What holds of the ways in which a position is shown: diagrams, words, weights, marks.

use std::collections::HashSet;

use super::{CheckResult, Kit, Promise, hold, legal};
use crate::board::Point;
use crate::game::{Game, Marks};
use crate::record::{move_words, position as line};
use crate::words::Move;

impl<G: Game> Kit<'_, G> {
    pub(super) fn diagrams(&mut self, position: &G, moves: &[Move]) -> CheckResult {
        let diagram = position.diagram();
        let again = G::from_diagram(self.setup, &diagram)
            .map_err(|error| (Promise::Diagram, format!("its own diagram is refused: {error}")))?;
        hold(again == *position && again.diagram() == diagram, Promise::Diagram, || {
            format!("{diagram:?} makes another position")
        })?;
        let keys = (again.key(), again.recomputed_key());
        hold(keys == (position.key(), position.key()), Promise::Key, || {
            "another key for the position of the same diagram".into()
        })?;
        hold(legal(&again) == moves, Promise::Diagram, || {
            format!("{diagram:?} makes a position with other legal moves")
        })?;
        let ends = |position: &G| (position.outcome(), position.score(), position.plies_to_end());
        hold(ends(&again) == ends(position), Promise::Diagram, || {
            format!("{diagram:?} makes a position that ends otherwise")
        })?;
        let owners = |position: &G| self.geometry.points().map(|point| position.owner(point)).collect::<Vec<_>>();
        hold(owners(&again) == owners(position), Promise::Diagram, || {
            "points change their owners with the diagram".into()
        })?;

        let text = line::format(self.setup, &diagram);
        let (setup, read) =
            line::read(&text).map_err(|error| (Promise::PositionLine, format!("{text} is refused: {error}")))?;
        hold(setup == *self.setup && read == diagram, Promise::PositionLine, || {
            format!("{text} reads back as {}", line::format(&setup, &read))
        })
    }

    pub(super) fn words(&mut self, position: &G, moves: &[Move]) -> CheckResult {
        let mut seen = HashSet::new();
        for &mv in moves {
            let word = move_words::format(G::info(), &self.geometry, mv);
            for text in [word.clone(), word.to_lowercase()] {
                let read = move_words::read(G::info(), &self.geometry, position.to_move(), &text);
                hold(read == Some(mv), Promise::Words, || format!("{mv:?} is {text}, which reads as {read:?}"))?;
            }
            hold(seen.insert(word.clone()), Promise::Words, || format!("two moves are called {word}"))?;
        }
        Ok(())
    }

    pub(super) fn marks(&mut self, position: &G, moves: &[Move]) -> CheckResult {
        for &mv in moves {
            let prior = position.prior(mv);
            hold(prior.is_finite() && prior > 0.0, Promise::Prior, || format!("{prior} is the weight of {mv:?}"))?;
        }
        let mut priors = Vec::new();
        position.priors(moves, &mut priors);
        hold(priors.len() == moves.len(), Promise::Prior, || {
            format!("{} priors of {} moves", priors.len(), moves.len())
        })?;
        for (prior, mv) in priors.iter().zip(moves) {
            let fits = prior.weight.is_finite() && prior.weight > 0.0 && (0.0..=1.0).contains(&prior.value);
            hold(fits, Promise::Prior, || format!("{prior:?} is known of {mv:?}"))?;
        }
        let tables = G::info().prior;
        if !tables.is_empty() {
            let mut features = Vec::new();
            position.features(moves, &mut features);
            let fits = features.len() == tables.len() * moves.len();
            hold(fits, Promise::Prior, || format!("{} features of {} moves", features.len(), moves.len()))?;
            for (&entry, table) in features.iter().zip(tables.iter().cycle()) {
                hold(usize::from(entry) < table.len, Promise::Prior, || {
                    format!("entry {entry} of the table {}", table.name)
                })?;
            }
        }
        let barred = position.barred();
        hold(barred.is_sorted_by(|a, b| a < b), Promise::Marks, || format!("barred points {barred:?} don't ascend"))?;
        for point in barred {
            let playable = moves.contains(&Move::place(0, point)) || position.stone(point).is_some();
            hold(self.geometry.contains(point) && !playable, Promise::Marks, || {
                format!("{point:?} is barred and playable, or taken")
            })?;
        }
        for drawing in G::drawings() {
            for marks in (drawing.draw)(position, &self.geometry) {
                let points: Vec<Point> = match &marks {
                    Marks::Labels(labels) => {
                        let long = labels.iter().find(|(_, text)| text.is_empty() || text.chars().count() > 3);
                        hold(long.is_none(), Promise::Marks, || format!("{} has the label {long:?}", drawing.name))?;
                        labels.iter().map(|(point, _)| *point).collect()
                    }
                    Marks::Tint(_, points) => points.clone(),
                };
                let off = points.into_iter().find(|&point| !self.geometry.contains(point));
                hold(off.is_none(), Promise::Marks, || {
                    format!("{} marks {off:?}, which is off the board", drawing.name)
                })?;
            }
        }
        Ok(())
    }
}
