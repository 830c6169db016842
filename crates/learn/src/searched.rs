//! Search results of the positions of a game, recorded in play or computed by reanalysis.

use std::collections::BTreeMap;

use quintet_arena::driver::search_result::SearchResult;
use quintet_arena::matches::results::GameRecord;
use quintet_core::board::Geometry;
use quintet_core::notation::move_words;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};

/// The search result of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Searched {
    /// The expected result for the side to move, from 0 to 1.
    pub win_rate: f32,
    /// The moves and their visits.
    pub visits: Vec<(Move, u32)>,
}

/// The searched positions of a game, by the number of plies before them.
pub type SearchedGame = BTreeMap<usize, Searched>;

impl Searched {
    /// Reads the moves of a result; `None` if one cannot be read.
    pub fn read(setup: &Setup, geometry: &Geometry, seat: Seat, result: &SearchResult) -> Option<Searched> {
        let read = |(word, visits): &(String, u32)| {
            move_words::read(setup.info(), geometry, seat, word).map(|mv| (mv, *visits))
        };
        let visits = result.visits.iter().map(read).collect::<Option<_>>()?;
        Some(Searched { win_rate: result.win_rate, visits })
    }

    /// Returns the result with moves in words.
    pub fn result(&self, setup: &Setup, geometry: &Geometry) -> SearchResult {
        let word = |&(mv, visits): &(Move, u32)| (move_words::format(setup.info(), geometry, mv), visits);
        SearchResult { win_rate: self.win_rate, visits: self.visits.iter().map(word).collect() }
    }
}

/// Returns the searches that were recorded with a game, without those that cannot be read.
pub fn recorded(record: &GameRecord) -> SearchedGame {
    let Ok(setup) = record.setup.setup() else { return SearchedGame::new() };
    let geometry = setup.geometry();
    let searched = |(ply, result): (usize, &Option<SearchResult>)| {
        Some((ply, Searched::read(&setup, &geometry, record.mover(ply), result.as_ref()?)?))
    };
    record.searches.iter().enumerate().filter_map(searched).collect()
}
