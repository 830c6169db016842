//! The games of result files: a few numbers of each in memory, the records on disk.
//!
//! Reports and pages need all games in several orders. An index takes some dozens of bytes a game,
//! whereas a record takes kilobytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};

use quintet_core::types::Seat;

use super::config::MatchConfig;
use super::record::{GameRecord, SetupRecord};
use super::report::standings::Standings;
use super::result_file::{Place, for_each_record, read_record};
use super::results::Store;
use super::results_error::ResultsError;

/// A game in an index.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct IndexedGame {
    /// The number in its match.
    pub number: u64,
    /// The time of its end, in seconds since 1970.
    pub ended: f64,
    pair: u64,
    place: Place,
    /// The indices of match and file.
    fingerprint: u32,
    file: u32,
    /// The indices of Black's and White's engine.
    engines: [u32; 2],
    /// Black's half points; `None` if the game is void.
    points: Option<u8>,
}

/// An index of result files.
#[derive(Debug, Default)]
pub struct GameIndex {
    files: Vec<PathBuf>,
    fingerprints: Vec<String>,
    games: Vec<IndexedGame>,
    seen: BTreeSet<(u32, u64)>,
    setups: Vec<SetupRecord>,
    standings: Standings,
    /// How often games have each number of moves, without void games.
    lengths: BTreeMap<u64, u64>,
    /// How often moves take each time in ten-thousandths of a second, by engine; times have three
    /// significant digits.
    times: Vec<BTreeMap<u64, u64>>,
}

/// A file that was indexed, and what was skipped in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Skipped {
    /// True if the last line is incomplete.
    pub torn: bool,
    /// The number of games that are in an earlier file too.
    pub duplicates: usize,
}

impl GameIndex {
    /// Creates an empty index of a file, with the engines in this order.
    pub fn new<'a>(file: &Path, names: impl IntoIterator<Item = &'a str>) -> GameIndex {
        GameIndex { files: vec![file.to_owned()], standings: Standings::new(names), ..GameIndex::default() }
    }

    /// Reads result files. A game in several files counts once. The engines are in the order of
    /// the numbers of their games.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or a complete line is not a record.
    pub fn of(files: &[PathBuf]) -> Result<(GameIndex, Vec<Skipped>), ResultsError> {
        GameIndex::read(files, None)
    }

    /// Reads the games of a match in its directory.
    ///
    /// # Errors
    /// Returns an error if they cannot be read.
    pub fn of_match(directory: &Path, config: &MatchConfig) -> Result<GameIndex, ResultsError> {
        // Records of version 0.25 have another fingerprint, and pairs need equal ones.
        let (index, _) = GameIndex::read(&[Store::games_file(directory)], Some(&config.fingerprint()))?;
        Ok(index)
    }

    /// Reads result files, all as of the match with a fingerprint if there is one.
    fn read(files: &[PathBuf], fingerprint: Option<&str>) -> Result<(GameIndex, Vec<Skipped>), ResultsError> {
        let of_match = |record: GameRecord| match fingerprint {
            Some(fingerprint) => GameRecord { fingerprint: fingerprint.to_owned(), ..record },
            None => record,
        };
        // The standings need the engines in order before the first game is added.
        let mut first_games: BTreeMap<String, (String, u64, Seat)> = BTreeMap::new();
        for file in files {
            for_each_record(file, &mut |_, record| {
                let record = of_match(record);
                for seat in Seat::BOTH {
                    let game = (record.fingerprint.clone(), record.number, seat);
                    let first = first_games.entry(record.engine(seat).to_owned()).or_insert_with(|| game.clone());
                    if game < *first {
                        *first = game;
                    }
                }
                Ok(())
            })?;
        }
        let mut names: Vec<_> = first_games.into_iter().collect();
        names.sort_by(|a, b| a.1.cmp(&b.1));
        let standings = Standings::new(names.iter().map(|(name, _)| name.as_str()));
        let mut index = GameIndex { files: files.to_vec(), standings, ..GameIndex::default() };
        let mut all_skipped = Vec::new();
        for (number, file) in (0..).zip(files) {
            let mut skipped = Skipped::default();
            let lines = for_each_record(file, &mut |place, record| {
                skipped.duplicates += usize::from(!index.add_from(number, place, &of_match(record)));
                Ok(())
            })?;
            skipped.torn = lines.torn;
            all_skipped.push(skipped);
        }
        index.sort();
        Ok((index, all_skipped))
    }

    /// Adds a game of the only file.
    pub fn add(&mut self, place: Place, record: &GameRecord) {
        self.add_from(0, place, record);
    }

    /// Adds a game, and returns whether it is new.
    fn add_from(&mut self, file: u32, place: Place, record: &GameRecord) -> bool {
        let fingerprint = position_or_push(&mut self.fingerprints, &record.fingerprint) as u32;
        if !self.seen.insert((fingerprint, record.number)) {
            return false;
        }
        position_or_push(&mut self.setups, &record.setup);
        self.standings.add(record);
        let players = self.standings.players(record);
        self.games.push(IndexedGame {
            number: record.number,
            ended: record.ended,
            pair: record.pair,
            place,
            fingerprint,
            file,
            engines: players.map(|engine| engine as u32),
            points: record.half_points(Seat::Black),
        });
        if !record.is_void() {
            *self.lengths.entry(record.moves.len() as u64).or_default() += 1;
        }
        let engines = self.standings.engines().len();
        self.times.resize(engines.max(self.times.len()), BTreeMap::new());
        for (ply, time) in record.times.iter().enumerate().skip(record.opening) {
            let engine = players[record.mover(ply).index()];
            *self.times[engine].entry(three_digits((time * 1e4).round() as u64)).or_default() += 1;
        }
        true
    }

    /// Orders the games by match and number.
    fn sort(&mut self) {
        let GameIndex { games, fingerprints, .. } = self;
        games.sort_by(|a, b| {
            let key = |game: &IndexedGame| (&fingerprints[game.fingerprint as usize], game.number);
            key(a).cmp(&key(b))
        });
    }

    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns the games; [`GameIndex::of`] orders them by match and number.
    pub fn games(&self) -> &[IndexedGame] {
        &self.games
    }

    /// Returns the games in the order in which they ended.
    pub fn by_end(&self) -> Vec<IndexedGame> {
        let mut games = self.games.clone();
        games.sort_by(|a, b| a.ended.total_cmp(&b.ended).then(a.number.cmp(&b.number)));
        games
    }

    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Returns the setups of the games, in the order in which they appeared.
    pub fn setups(&self) -> &[SetupRecord] {
        &self.setups
    }

    /// Returns how often games have each number of moves, without void games.
    pub fn lengths(&self) -> Vec<(f64, u64)> {
        self.lengths.iter().map(|(&moves, &count)| (moves as f64, count)).collect()
    }

    /// Returns how often an engine's moves take each time in seconds, to three significant digits.
    pub fn times(&self, engine: usize) -> Vec<(f64, u64)> {
        let times = self.times.get(engine).into_iter().flatten();
        times.map(|(&time, &count)| (time as f64 / 1e4, count)).collect()
    }

    /// Adds the result of a game to standings that have the same engines in the same order.
    pub fn add_result(&self, game: &IndexedGame, standings: &mut Standings) {
        let players = game.engines.map(|engine| engine as usize);
        standings.add_points(players, &self.fingerprints[game.fingerprint as usize], game.pair, game.points);
    }

    /// Reads the record of a game.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or has changed.
    pub fn record(&self, game: &IndexedGame) -> Result<GameRecord, ResultsError> {
        let path = &self.files[game.file as usize];
        let mut file = File::open(path).map_err(|error| ResultsError::Io(path.clone(), error))?;
        read_record(&mut file, path, game.place)
    }

    /// Reads the records of all games, one by one.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or has changed, or that of `on_record`.
    pub fn for_each<E: From<ResultsError>>(
        &self,
        on_record: &mut dyn FnMut(GameRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        let open = |path: &PathBuf| File::open(path).map_err(|error| ResultsError::Io(path.clone(), error));
        let mut files = self.files.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        for game in &self.games {
            let file = game.file as usize;
            on_record(read_record(&mut files[file], &self.files[file], game.place)?)?;
        }
        Ok(())
    }
}

/// Returns the index of a value in a short list, to which it is added if it is new.
fn position_or_push<T: PartialEq + Clone>(list: &mut Vec<T>, value: &T) -> usize {
    list.iter().rposition(|known| known == value).unwrap_or_else(|| {
        list.push(value.clone());
        list.len() - 1
    })
}

/// Rounds down to three significant digits.
fn three_digits(value: u64) -> u64 {
    let unit = 10u64.pow(value.checked_ilog10().unwrap_or(0).saturating_sub(2));
    value / unit * unit
}

#[cfg(test)]
pub mod tests {
    use std::fs;

    use super::*;
    use crate::driver::referee::Reason;
    use crate::matches::report::standings::tests::game;

    /// A file of results in the temporary folder, removed at the end.
    pub struct TemporaryResults(PathBuf);

    impl TemporaryResults {
        pub fn new(name: &str, games: &[GameRecord]) -> TemporaryResults {
            let path = std::env::temp_dir().join(format!("quintet-index-{}-{name}.jsonl", std::process::id()));
            let lines = games.iter().map(|game| serde_json::to_string(game).unwrap() + "\n");
            fs::write(&path, lines.collect::<String>()).unwrap();
            TemporaryResults(path)
        }

        pub fn index(&self) -> GameIndex {
            GameIndex::of(std::slice::from_ref(&self.0)).unwrap().0
        }
    }

    impl Drop for TemporaryResults {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    #[test]
    fn an_index_reads_the_records_by_match_and_number() {
        let mut games = vec![
            game(2, "B", "A", Some(Seat::Black), Reason::Score),
            game(1, "A", "B", None, Reason::Score),
            game(3, "A", "B", Some(Seat::White), Reason::Score),
        ];
        let results = TemporaryResults::new("order", &games);
        let index = results.index();
        let mut read = Vec::new();
        let all = index.for_each::<ResultsError>(&mut |record| {
            read.push(record);
            Ok(())
        });
        all.unwrap();
        games.sort_by_key(|game| game.number);
        assert_eq!(read, games);
        let names: Vec<&str> = index.standings().engines().iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, ["A", "B"], "the first game is A's");
        assert_eq!(index.record(&index.games()[2]).unwrap(), games[2]);
        let sums = (index.lengths(), index.times(0), index.times(1));
        assert_eq!(sums, (vec![(3.0, 3)], vec![(0.25, 2), (0.5, 1)], vec![(0.25, 1), (0.5, 2)]));
    }

    #[test]
    fn a_game_in_two_files_counts_once() {
        let game = |number| game(number, "A", "B", Some(Seat::Black), Reason::Score);
        let files =
            [TemporaryResults::new("one", &[game(1), game(2)]), TemporaryResults::new("two", &[game(2), game(3)])];
        let (index, skipped) = GameIndex::of(&files.each_ref().map(|file| file.0.clone())).unwrap();
        let numbers: Vec<u64> = index.games().iter().map(|game| game.number).collect();
        assert_eq!((numbers, index.standings().count()), (vec![1, 2, 3], 3));
        assert_eq!(skipped, [0, 1].map(|duplicates| Skipped { torn: false, duplicates }));
    }

    #[test]
    fn results_of_an_index_give_its_standings() {
        let winners = [Some(Seat::Black), Some(Seat::White), None];
        let games: Vec<GameRecord> = (1..=20)
            .map(|number| {
                let names = if number % 2 == 1 { ["A", "B"] } else { ["B", "A"] };
                game(number, names[0], names[1], winners[number as usize % 3], Reason::Score)
            })
            .collect();
        let results = TemporaryResults::new("standings", &games);
        let index = results.index();
        let mut standings = Standings::new(["A", "B"]);
        index.by_end().iter().for_each(|game| index.add_result(game, &mut standings));
        assert_eq!(standings.tally("A", "B"), index.standings().tally("A", "B"));
    }

    #[test]
    fn a_record_that_was_changed_on_disk_is_an_error() {
        let results = TemporaryResults::new("changed", &[game(1, "A", "B", None, Reason::Score)]);
        let index = results.index();
        let length = fs::metadata(&results.0).unwrap().len() as usize;
        fs::write(&results.0, " ".repeat(length)).unwrap();
        assert!(matches!(index.record(&index.games()[0]), Err(ResultsError::Changed(_))));
        fs::write(&results.0, "").unwrap();
        assert!(matches!(index.record(&index.games()[0]), Err(ResultsError::Io(..))));
    }

    #[test]
    fn times_have_three_digits() {
        let rounded = [0, 7, 999, 1000, 12345, 99999].map(three_digits);
        assert_eq!(rounded, [0, 7, 999, 1000, 12300, 99900]);
    }
}
