//! The game as files: SGF and pictures.

use super::game_clock::GameClock;
use super::live_game::LiveGame;
use crate::messages::Update;
use crate::view;
use quintet_arena::matches::report::replay::{self, ReplayWords};
use quintet_core::game::Game;
use quintet_core::types::Seat;
use quintet_record::sgf::{self, Record};
use quintet_record::svg;
use quintet_system::clock::system_time;

/// The number of warnings about a file that are shown.
const WARNINGS: usize = 3;

/// Returns the note about parts of a file that were not understood, if there are any.
pub fn warning(record: &Record) -> Option<Update> {
    let warnings = &record.warnings;
    let more = warnings.len().saturating_sub(WARNINGS);
    let shown = warnings.iter().take(WARNINGS).cloned().collect::<Vec<_>>().join("; ");
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let text = format!("The file was opened; not understood: {shown}{more}.");
    (!warnings.is_empty()).then_some(Update::Warning { text })
}

/// Returns a picture of the position.
pub fn picture(live: &LiveGame) -> Update {
    let game = live.game().game();
    // The position does not show a resignation or a loss on time.
    let caption = live.game().forfeit().map(|forfeit| view::status(game, Some(forfeit)));
    let text = svg::picture(game, &svg::PictureOptions { caption, ..svg::PictureOptions::default() });
    Update::File { name: format!("quintet-{}.svg", game.info().id), text }
}

/// Returns the line that is shown, to its end, as an animated picture.
pub fn animation(live: &LiveGame) -> Update {
    let game = whole_line(live);
    Update::File { name: format!("quintet-{}.svg", game.info().id), text: svg::animation(&game) }
}

/// Returns a page that replays the line that is shown.
pub fn replay_page(live: &LiveGame) -> Update {
    let game = whole_line(live);
    let forfeit = live.game().forfeit();
    let title = view::title(game.setup());
    let names = Seat::BOTH.map(|seat| view::seat_name(game.info(), seat));
    let reason = forfeit.map_or_else(|| view::reason(&game), |forfeit| view::forfeit_reason(forfeit.reason).to_owned());
    let words = ReplayWords {
        heading: &format!("{}: {}", game.info().title, view::status(&game, forfeit)),
        result: &reason,
        title: &title,
        players: names,
    };
    Update::File { name: format!("quintet-{}.html", game.info().id), text: replay::page(&game, &words) }
}

/// Returns the game at the end of the line that is shown.
fn whole_line(live: &LiveGame) -> Game {
    let page = live.game();
    page.line().last().map_or_else(|| page.game().clone(), |&node| page.game_at(node))
}

/// Returns the game with all its variations as an SGF file.
pub fn sgf(live: &LiveGame) -> Update {
    Update::File { name: format!("quintet-{}.sgf", live.game().game().info().id), text: sgf_text(live) }
}

/// Returns the game with all its variations as SGF. What a file says from which the game was loaded
/// stays.
pub fn sgf_text(live: &LiveGame) -> String {
    let mut tree = live.game().tree().clone();
    for (name, seat) in [("PB", Seat::Black), ("PW", Seat::White)] {
        if !live.players().is_person(seat) {
            tree.add_fact(name, live.players().name(seat));
        }
    }
    if !tree.is_read() {
        tree.add_fact("DT", &sgf::date(system_time()));
    }
    let time = live.clock().map(GameClock::control).map_or_else(Vec::new, view::sgf_time);
    time.iter().for_each(|(name, value)| tree.add_fact(name, value));
    sgf::write(&tree)
}
