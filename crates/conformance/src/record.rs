//! Tests of games in progress: undo, replay, SGF.

use quintet_core::board::Point;
use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::random::random_below;
use quintet_core::types::{Margin, Move, Outcome, Seat};
use quintet_record::sgf::{self, Reading};

use super::{CheckResult, Kit, Promise, ensure};

impl Kit<'_> {
    /// Tests the moves so far as a game: undone, replayed and written as SGF.
    pub(super) fn game(&mut self) -> CheckResult {
        let mut game = Game::new(self.setup.clone());
        let mut views = vec![View::of(&game)];
        for &(seat, mv) in &self.moves {
            if game.play(seat, mv).is_err() {
                // Superko, which positions do not know, or a draw by repetition.
                break;
            }
            views.push(View::of(&game));
        }
        let count = game.moves().len();
        let mut left = count;
        for _ in 0..4 {
            left = random_below(&mut self.rng, left as u32 + 1) as usize;
            let undone = game.moves().len() - left;
            ensure(game.undo(undone).is_ok(), Promise::Undo, || format!("{undone} moves cannot be undone"))?;
            ensure(View::of(&game) == views[left], Promise::Undo, || {
                format!("the undo of {undone} moves does not restore the game")
            })?;
        }
        ensure(game.undo(left + 1).is_err() && View::of(&game) == views[left], Promise::Undo, || {
            "more moves can be undone than were played".into()
        })?;
        for (seat, mv) in self.moves[left..count].iter().copied() {
            ensure(game.play(seat, mv).is_ok(), Promise::Undo, || format!("{mv:?} is refused when replayed"))?;
        }
        ensure(View::of(&game) == views[count], Promise::Undo, || "the replayed moves lead elsewhere".into())?;
        self.record(&game)?;
        if game.is_over() {
            let pass = game.play(Seat::Black, Move::PASS);
            ensure(pass.is_ok() && game.outcome() == views[count].outcome, Promise::End, || {
                "a pass after the end changes the outcome".into()
            })?;
        }
        Ok(())
    }

    fn record(&mut self, game: &Game) -> CheckResult {
        let file = sgf::write_game(game, &[]);
        let reading = Reading { games: &[self.info], ..Reading::default() };
        let read = sgf::read(file.as_bytes(), reading)
            .map_err(|error| (Promise::Record, format!("{file} is refused: {error}")))?;
        ensure(*read.tree.setup() == *self.setup && read.warnings.is_empty(), Promise::Record, || {
            format!("{file} parses with {:?}", read.warnings)
        })?;
        ensure(read.moves() == game.moves(), Promise::Record, || format!("{file} parses to other moves"))?;
        let replayed = read.replay();
        let same = replayed.diagram() == game.diagram() && replayed.outcome() == game.outcome();
        ensure(same, Promise::Record, || format!("{file} leads to another position"))
    }
}

/// The observable state of a game.
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

impl View {
    fn of(game: &Game) -> View {
        View {
            diagram: game.diagram(),
            key: game.key(),
            to_move: game.to_move(),
            legal: Seat::BOTH.map(|seat| game.legal_moves(seat)),
            outcome: game.outcome(),
            score: game.score(),
            captured: game.captured(),
            barred: game.barred(),
            moves: game.moves().len(),
        }
    }
}
