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
}
