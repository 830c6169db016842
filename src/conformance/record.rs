//! What holds of a game as it is remembered: taken back, played again, written down.

use super::{CheckResult, Kit, Promise, hold};
use crate::board::Point;
use crate::game::Game;
use crate::history::{AnyHistory, History};
use crate::record::sgf;
use crate::setup::Diagram;
use crate::words::{Margin, Move, Outcome, Seat, random_below};

impl<G: Game> Kit<'_, G> {
    /// The game as a history: taken back, played again, written down.
    pub(super) fn history(&mut self) -> CheckResult {
        let mut history = History::new(self.setup.clone(), G::new(self.setup));
        let mut views = vec![view(&history)];
        for &(seat, mv) in &self.moves {
            if history.play(seat, mv).is_err() {
                // Superko, which positions know nothing of, or a draw by repetition.
                break;
            }
            views.push(view(&history));
        }
        let count = history.moves().len();
        let mut left = count;
        for _ in 0..4 {
            left = random_below(&mut self.rng, left as u32 + 1) as usize;
            let back = history.moves().len() - left;
            hold(history.undo(back).is_ok(), Promise::Undo, || format!("{back} moves can't be taken back"))?;
            hold(view(&history) == views[left], Promise::Undo, || {
                format!("{back} moves taken back leave something else")
            })?;
        }
        hold(history.undo(left + 1).is_err() && view(&history) == views[left], Promise::Undo, || {
            "more moves can be taken back than were played".into()
        })?;
        for (seat, mv) in self.moves[left..count].iter().copied() {
            hold(history.play(seat, mv).is_ok(), Promise::Undo, || format!("{mv:?} is refused when played again"))?;
        }
        hold(view(&history) == views[count], Promise::Undo, || "the same moves played again lead elsewhere".into())?;
        self.record(&history)?;
        if history.is_over() {
            let pass = history.play(Seat::Black, Move::PASS);
            hold(pass.is_ok() && history.outcome() == views[count].outcome, Promise::End, || {
                "a pass after the end changes it".into()
            })?;
        }
        Ok(())
    }

    fn record(&mut self, history: &History<G>) -> CheckResult {
        let file = sgf::write(history, &sgf::Notes::default());
        let read = sgf::read(file.as_bytes(), None)
            .map_err(|error| (Promise::Record, format!("{file} is refused: {error}")))?;
        hold(read.setup == *self.setup && read.warnings.is_empty(), Promise::Record, || {
            format!("{file} reads back with {:?}", read.warnings)
        })?;
        hold(read.moves == history.moves(), Promise::Record, || format!("{file} reads back as other moves"))?;
        let replayed = read.replay();
        let same = replayed.diagram() == history.diagram() && replayed.outcome() == history.outcome();
        hold(same, Promise::Record, || format!("{file} leads to another position"))
    }
}

/// What a history shows of itself.
#[derive(PartialEq)]
struct View {
    diagram: Diagram,
    key: u64,
    to_move: Seat,
    legal: [Vec<Move>; 2],
    outcome: Option<Outcome>,
    score: Option<Margin>,
    captured: [u32; 2],
    barred: Vec<Point>,
    moves: usize,
}

fn view(history: &dyn AnyHistory) -> View {
    View {
        diagram: history.diagram(),
        key: history.key(),
        to_move: history.to_move(),
        legal: Seat::BOTH.map(|seat| history.legal_moves(seat)),
        outcome: history.outcome(),
        score: history.score(),
        captured: history.captured(),
        barred: history.barred(),
        moves: history.moves().len(),
    }
}
