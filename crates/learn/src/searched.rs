//! Search results of the positions of a game: recorded in play, or computed afterwards by
//! reanalysis or by a [teacher](super::teacher).

use std::collections::BTreeMap;

use quintet_arena::driver::recorded_search::RecordedSearch;
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
    /// The moves and their visits, or numbers in proportion to their probabilities.
    pub visits: Vec<(Move, u32)>,
    /// The expected owner of each cell, row by row: from [`OWNED`] for the side to move to its
    /// negative for the opponent. `None`: the owners at the end of the game are used.
    pub owners: Option<Vec<i8>>,
}

/// A point that is certain to be owned by the side to move at the end.
pub const OWNED: i8 = 12;

/// The letter for a point that is as likely to be owned by either side, and the mark of a word of
/// such letters.
const NOBODY: u8 = b'm';
const OWNERS_MARK: &str = "owners=";

/// The searched positions of a game, by the number of plies before them.
pub type SearchedGame = BTreeMap<usize, Searched>;

impl Searched {
    /// Returns whether a teacher evaluated the position.
    pub fn is_from_teacher(&self) -> bool {
        self.owners.is_some()
    }

    /// Reads the moves of a result; `None` if one cannot be read.
    pub fn read(setup: &Setup, geometry: &Geometry, seat: Seat, result: &RecordedSearch) -> Option<Searched> {
        let read = |(word, visits): &(String, u32)| {
            move_words::read(setup.info(), geometry, seat, word).map(|mv| (mv, *visits))
        };
        let visits = result.visits.iter().map(read).collect::<Option<_>>()?;
        Some(Searched { win_rate: result.win_rate, visits, owners: None })
    }

    /// Returns the result with moves in words.
    fn result(&self, setup: &Setup, geometry: &Geometry) -> RecordedSearch {
        let word = |&(mv, visits): &(Move, u32)| (move_words::format(setup.info(), geometry, mv), visits);
        RecordedSearch { win_rate: self.win_rate, visits: self.visits.iter().map(word).collect() }
    }

    /// Returns the result as a text: that of a [`RecordedSearch`], and then `owners=` and a letter
    /// for each cell, from `a` for the opponent to `y` for the side to move.
    pub fn to_text(&self, setup: &Setup, geometry: &Geometry) -> String {
        let result = self.result(setup, geometry).to_string();
        let Some(owners) = &self.owners else { return result };
        let letters: String = owners.iter().map(|&owner| char::from(NOBODY.saturating_add_signed(owner))).collect();
        format!("{result} {OWNERS_MARK}{letters}")
    }

    /// Reads such a text; `None` if a part of it cannot be read.
    pub fn from_text(setup: &Setup, geometry: &Geometry, seat: Seat, text: &str) -> Option<Searched> {
        let (result, letters) = match text.rsplit_once(' ') {
            Some((result, last)) if last.starts_with(OWNERS_MARK) => (result, last.strip_prefix(OWNERS_MARK)),
            _ => (text, None),
        };
        let owner = |letter: u8| {
            let owner = letter as i8 - NOBODY as i8;
            (letter.is_ascii_lowercase() && owner <= OWNED).then_some(owner)
        };
        let owners = letters.map(|letters| letters.bytes().map(owner).collect::<Option<Vec<i8>>>());
        let owners = match owners {
            Some(owners) => {
                let cells = usize::from(geometry.width()) * usize::from(geometry.height());
                Some(owners.filter(|owners| owners.len() == cells)?)
            }
            None => None,
        };
        Some(Searched { owners, ..Searched::read(setup, geometry, seat, &result.parse().ok()?)? })
    }
}

/// Returns the searches that were recorded with a game, without those that cannot be read.
pub fn recorded(record: &GameRecord) -> SearchedGame {
    let Ok(setup) = record.setup.setup() else { return SearchedGame::new() };
    let geometry = setup.geometry();
    let searched = |(ply, result): (usize, &Option<RecordedSearch>)| {
        Some((ply, Searched::read(&setup, &geometry, record.mover(ply), result.as_ref()?)?))
    };
    record.searches.iter().enumerate().filter_map(searched).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back() {
        let setup = Setup::new(quintet_games::find("stoical").unwrap()).with_size(2).unwrap();
        let geometry = setup.geometry();
        let read = |text: &str| Searched::from_text(&setup, &geometry, Seat::Black, text);
        for text in ["0.53 A2:120 B1:31", "1 pass:2", "0.25 A1:9 owners=amty"] {
            assert_eq!(read(text).unwrap().to_text(&setup, &geometry), text);
        }
        let owners = read("0.25 A1:9 owners=amty").unwrap().owners;
        assert_eq!(owners, Some(vec![-OWNED, 0, 7, OWNED]));
        for text in ["0.25 A1:9 owners=amt", "0.25 A1:9 owners=amtz", "0.25 A1:9 owners=amtA", "0.25 owners=amty", "x"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
