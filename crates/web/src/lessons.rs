//! The lessons of the page: the rules of a game and a short game to replay.

use super::messages::{LessonStep, LessonView};
use super::session::exercise;
use super::view;
use quintet_core::game::Game;
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::tutorial::Step;
use quintet_record::sgf;

/// Plays the short game of a tutorial.
pub(crate) fn short_game(info: &'static GameInfo) -> Game {
    let short = &info.presentation.tutorial.game;
    let setup = short.rules.iter().fold(Setup::new(info), |setup, (name, value)| {
        setup.with_rule(name, value).expect("a tutorial uses rules of its game")
    });
    let mut game = Game::new(setup.with_size(short.size).expect("a tutorial uses a size of its game"));
    for (word, _) in short.moves {
        let seat = game.to_move();
        let mv = game.read_word(seat, word).expect("the moves of a tutorial are on its board");
        game.play(seat, mv).expect("the moves of a tutorial are legal");
    }
    game
}

/// Returns a picture of "how to play"; `game` is the whole short game.
fn step(game: &Game, step: &'static Step) -> LessonStep {
    let mut shown = game.clone();
    shown.undo(game.moves().len() - step.moves).expect("a step shows a position of the short game");
    let insight = view::insight(&shown, &view::Cells::new(game.geometry()));
    LessonStep { frame: step.moves, insight, text: step.text }
}

/// Returns the lesson of a game.
pub fn lesson(info: &'static GameInfo) -> LessonView {
    let game = short_game(info);
    let tutorial = info.presentation.tutorial;
    let text = |index: usize| match index.checked_sub(1) {
        None => tutorial.game.start.to_owned(),
        Some(index) => tutorial.game.moves[index].1.to_owned(),
    };
    let sgf = sgf::write_game(&game, &[]);
    LessonView {
        game: info.id,
        rules: tutorial.rules,
        steps: tutorial.steps.iter().map(|shown| step(&game, shown)).collect(),
        tasks: exercise::tasks(info),
        advice: tutorial.advice,
        replay: view::replay(&game, view::title(game.setup()), sgf, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_games::GAMES;

    #[test]
    fn every_game_has_a_lesson_that_ends_with_a_result() {
        for info in GAMES {
            let lesson = lesson(info);
            let status = &lesson.replay.frames.last().unwrap().status;
            assert!(["wins", "draw"].iter().any(|word| status.contains(word)), "{}: {status}", info.id);
        }
    }

    #[test]
    fn every_game_is_explained_in_three_positions_of_its_short_game() {
        for info in GAMES {
            let lesson = lesson(info);
            assert_eq!(lesson.steps.len(), 3, "{}", info.id);
            for pair in lesson.steps.windows(2) {
                assert!(pair[0].frame < pair[1].frame && pair[1].frame < lesson.replay.frames.len(), "{}", info.id);
            }
            for step in &lesson.steps {
                assert!(step.text.ends_with('.') && step.text.len() < 160, "{}", step.text);
            }
        }
    }

    #[test]
    fn labels_on_empty_points_have_the_meaning_that_the_tutorial_gives() {
        let mut signs = 0;
        for info in GAMES {
            let mut game = short_game(info);
            loop {
                let cells = view::Cells::new(game.geometry());
                let stones = view::scene(&game, &cells).stones;
                for label in view::insight(&game, &cells).labels {
                    let empty = stones.as_bytes()[label.cell] == b'.';
                    assert_eq!(label.sign.is_some(), empty, "{}: {label:?}", info.id);
                    signs += usize::from(empty);
                }
                if game.undo(1).is_err() {
                    break;
                }
            }
        }
        assert!(signs > 0, "no short game shows a sign");
    }
}
