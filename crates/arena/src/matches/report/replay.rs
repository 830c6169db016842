//! One game as a self-contained page, by the same script as the games of a report.

use quintet_core::game::Game;
use quintet_record::svg::positions;
use quintet_record::xml::escape;
use serde::Serialize;

use super::boards::{drawing, moves_of};
use super::html::{STYLE, json};

/// The script that shows one game.
const SCRIPT: &str = include_str!("viewer.js");

/// A game as the script reads it; see [`super::html`].
#[derive(Serialize)]
struct ReplayedGame<'a> {
    /// The heading, and what is said below it.
    h: &'a str,
    d: &'a str,
    /// The index of the board.
    g: usize,
    /// The indices of the players.
    b: usize,
    w: usize,
    /// The side with the first move: 0 is Black.
    f: usize,
    /// The number of opening plies and the times, which a record without a match lacks.
    o: usize,
    t: &'static str,
    /// Moves and changes.
    m: String,
    c: String,
}

/// The texts of a page about its game.
#[derive(Clone, Copy, Debug)]
pub struct ReplayWords<'a> {
    pub heading: &'a str,
    /// The result and its reason.
    pub result: &'a str,
    /// Game, size and rules.
    pub title: &'a str,
    /// The names of Black and White.
    pub players: [&'a str; 2],
}

/// Returns a page that replays a game: the board, buttons and keys for first, back, on and last,
/// and the list of moves. It needs no other file and no network.
pub fn page(game: &Game, words: &ReplayWords<'_>) -> String {
    let positions = positions(game);
    let (m, c) = moves_of(&positions);
    let first = game.moves().first().map_or(game.to_move(), |&(seat, _)| seat);
    let replayed =
        ReplayedGame { h: words.heading, d: words.result, g: 0, b: 0, w: 1, f: first.index(), o: 0, t: "", m, c };
    let board = drawing(0, &positions[0], words.title.to_owned());
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{}</title><style>{STYLE}</style></head><body>\
         <main id=\"viewer\"></main><noscript>The board needs JavaScript.</noscript>\
         <script type=\"application/json\" id=\"data\">{{\"engines\":{},\"boards\":[{}],\"games\":[{}]}}</script>\
         <script>{SCRIPT}</script></body></html>\n",
        escape(words.heading),
        json(&words.players),
        json(&board),
        json(&replayed),
    )
}

#[cfg(test)]
mod tests {
    use quintet_core::setup::Setup;
    use quintet_games::GAMES;

    use super::*;

    #[test]
    fn the_page_is_self_contained_and_escapes_names() {
        let evil = "</script><b>&";
        let words = ReplayWords { heading: evil, result: evil, title: evil, players: [evil, evil] };
        for info in GAMES {
            let mut game = Game::new(Setup::new(info));
            for _ in 0..6 {
                let mv = game.legal_moves(game.to_move())[0];
                game.play(game.to_move(), mv).unwrap();
            }
            let page = page(&game, &words);
            assert!(!page.contains(evil));
            assert_eq!(page.matches("</script>").count(), 2);
            for outside in ["http:", "https:", "src=", "@import", "url("] {
                let kept = page.replace("http://www.w3.org/2000/svg", "").replace("url(#", "");
                assert!(!kept.contains(outside), "{outside}");
            }
        }
    }
}
