//! Lessons as the page shows them.

use super::messages::LessonView;
use super::view;
use crate::games;
use crate::history::AnyHistory;
use crate::record::move_words;
use crate::record::sgf::{self, Notes};
use crate::setup::{GameInfo, Setup};

/// The short game of a lesson, played.
fn played(info: &'static GameInfo) -> Box<dyn AnyHistory> {
    let short = &info.lesson.game;
    let chosen = short.rules.iter().fold(Setup::new(info), |setup, (name, value)| {
        setup.with_rule(name, value).expect("a lesson keeps to its game's rules")
    });
    let mut game = games::start(&chosen.with_size(short.size).expect("a lesson keeps to its game's sizes"));
    for (word, _) in short.moves {
        let seat = game.to_move();
        let mv = move_words::read(info, game.geometry(), seat, word).expect("a lesson's moves are on its board");
        game.play(seat, mv).expect("a lesson's moves are legal");
    }
    game
}

/// The lesson of a game.
pub fn lesson(info: &'static GameInfo) -> LessonView {
    let game = played(info);
    let short = &info.lesson.game;
    let text = |index: usize| match index.checked_sub(1) {
        None => short.start.to_owned(),
        Some(index) => short.moves[index].1.to_owned(),
    };
    let sgf = sgf::write(&*game, &Notes::default());
    LessonView {
        game: info.id,
        rules: info.lesson.rules,
        advice: info.lesson.advice,
        film: view::film(&*game, view::title(game.setup()), sgf, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn every_game_has_a_lesson_that_ends_with_a_result() {
        for info in GAMES {
            let lesson = lesson(info);
            let status = &lesson.film.frames.last().unwrap().status;
            assert!(["wins", "draw"].iter().any(|word| status.contains(word)), "{}: {status}", info.id);
        }
    }

    #[test]
    fn what_is_drawn_on_an_empty_point_means_what_its_game_says() {
        let mut signs = 0;
        for info in GAMES {
            let mut game = played(info);
            loop {
                let cells = view::Cells::new(game.geometry());
                let stones = view::scene(&*game, &cells).stones;
                for label in view::insight(&*game, &cells).labels {
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
