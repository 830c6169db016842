//! The game as files: SGF and pictures.

use std::time::SystemTime;

use super::game_clock::GameClock;
use super::live_game::LiveGame;
use crate::messages::Update;
use crate::view;
use quintet_core::types::Seat;
use quintet_record::sgf::{self, Notes, Record};
use quintet_record::svg;
use quintet_record::tree::{Forfeit, ForfeitReason};

/// The number of warnings about a file that are shown.
const WARNINGS: usize = 3;

/// Returns the note about parts of a file that were not understood, if there are any.
pub fn warning(record: &Record) -> Option<Update> {
    let warnings = &record.warnings;
    let more = warnings.len().saturating_sub(WARNINGS);
    let shown = warnings.iter().take(WARNINGS).cloned().collect::<Vec<_>>().join("; ");
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let text = format!("The file was opened; not understood: {shown}{more}.");
    (!warnings.is_empty()).then_some(Update::Note { text })
}

/// Returns a picture of the position.
pub fn picture(live: &LiveGame) -> Update {
    let game = live.game().game();
    // The position does not show a resignation or a loss on time.
    let caption = live.game().forfeit().map(|forfeit| view::status(game, Some(forfeit)));
    let text = svg::picture(game, &svg::PictureOptions { caption, ..svg::PictureOptions::default() });
    Update::File { name: format!("quintet-{}.svg", game.info().id), text }
}

/// Returns the current line as an SGF file; `loaded` is the file from which the game was loaded.
pub fn sgf(live: &LiveGame, loaded: Option<&Record>) -> Update {
    let last = live.game().line().last().copied().unwrap_or(live.game().node());
    let game = live.game().game_at(last);
    let name = |seat| (!live.players().is_person(seat)).then(|| live.players().name(seat).to_owned());
    let result = live.game().tree().forfeit(last).map(|Forfeit { loser, reason }| {
        let reason = match reason {
            ForfeitReason::Resignation => "R",
            ForfeitReason::Time => "T",
        };
        format!("{}+{reason}", loser.other().letter().to_ascii_uppercase())
    });
    let loaded = loaded.map_or_else(Notes::default, |record| record.notes_for(&game));
    let time = live.clock().map(GameClock::control).map_or_else(Vec::new, view::sgf_time);
    let notes = Notes {
        others: loaded.others.iter().cloned().chain(time).collect(),
        black: name(Seat::Black).or(loaded.black),
        white: name(Seat::White).or(loaded.white),
        date: loaded.date.or_else(|| Some(sgf::date(SystemTime::now()))),
        result: result.or(loaded.result),
        ..loaded
    };
    Update::File { name: format!("quintet-{}.sgf", game.info().id), text: sgf::write(&game, &notes) }
}
