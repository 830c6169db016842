//! Whole studies on tiny boards.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use quintet_arena::driver::referee::Cancelled;
use quintet_arena::matches::balance::{Care, Judge};
use quintet_core::game::Game;
use quintet_engine::Knowledge;
use quintet_study::{
    GameTrace, GridCell, Strength, StudyConfig, StudyError, StudyObserver, StudyOpenings, StudyOptions, StudyOutcome,
    page, run,
};

/// Finds every position balanced.
struct Even;

impl Judge for Even {
    fn expected_result(&self, _: &Game, _: Care, _: &AtomicBool) -> Result<f64, Cancelled> {
        Ok(0.5)
    }
}

/// Raises a flag after a number of games.
struct StopAfter<'a>(usize, &'a AtomicBool);

impl StudyObserver for StopAfter<'_> {
    fn started(&mut self, _: u64, _: u64) {}

    fn game_over(&mut self, _: &GameTrace, _: &GridCell) {
        self.0 = self.0.saturating_sub(1);
        self.1.fetch_or(self.0 == 0, Ordering::Relaxed);
    }

    fn ended(&mut self) {}
}

fn config() -> StudyConfig {
    StudyConfig {
        game: Some("redstone".to_owned()),
        sizes: vec!["3".to_owned(), "4".to_owned()],
        rules: BTreeMap::from([("pie".to_owned(), vec!["on".to_owned(), "off".to_owned()])]),
        games: 3,
        strength: Strength::Visits(10),
        doublings: 1,
        openings: StudyOpenings::Balanced,
        opening_plies: None,
        seed: 5,
        shard: None,
    }
}

/// Runs a study and stops it after a number of games.
fn study(
    out: &Path,
    config: &StudyConfig,
    resume: bool,
    concurrency: usize,
    games: usize,
) -> Result<StudyOutcome, StudyError> {
    let options = StudyOptions { out, resume, concurrency, judge: &Even, knowledge: &Knowledge::default() };
    let interrupt = AtomicBool::new(false);
    run(config, &options, &interrupt, &mut StopAfter(games, &interrupt))
}

fn games(out: &Path) -> String {
    fs::read_to_string(out.join("games.jsonl")).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_files_with_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let made = [("a", 1), ("b", 1), ("c", 3)].map(|(name, concurrency)| {
        let out = folder.path().join(name);
        let outcome = study(&out, &config(), false, concurrency, 1000).unwrap();
        assert_eq!((outcome.played, outcome.total), (24, 24));
        (games(&out), outcome.report.json(), page(&outcome.report).unwrap())
    });
    assert!(made[0] == made[1] && made[0] == made[2]);
    let other = folder.path().join("other");
    study(&other, &StudyConfig { seed: 6, ..config() }, false, 1, 1000).unwrap();
    assert_ne!(games(&other), made[0].0);
}

#[test]
fn a_study_that_was_stopped_or_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, part] = ["whole", "part"].map(|name| folder.path().join(name));
    study(&whole, &config(), false, 1, 1000).unwrap();
    let stopped = study(&part, &config(), false, 2, 5).unwrap();
    assert!((5..24).contains(&stopped.played), "{}", stopped.played);
    // As a kill in the middle of writing leaves it.
    let text = games(&part);
    fs::write(part.join("games.jsonl"), &text[..text.len() - 20]).unwrap();
    study(&part, &config(), true, 2, 1000).unwrap();
    assert_eq!(games(&part), games(&whole));
}

#[test]
fn results_are_not_mixed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("study");
    assert!(matches!(study(&out, &config(), true, 1, 1), Err(StudyError::Nothing(_))));
    study(&out, &config(), false, 1, 1).unwrap();
    assert!(matches!(study(&out, &config(), false, 1, 1), Err(StudyError::Exists(_))));
    let error = study(&out, &StudyConfig { games: 4, seed: 6, ..config() }, true, 1, 1).err().unwrap().to_string();
    assert!(error.ends_with("another study: games, seed differ"), "{error}");
    let text = games(&out);
    fs::write(out.join("games.jsonl"), format!("{text}{}", text.lines().next().unwrap().to_owned() + "\n")).unwrap();
    assert!(matches!(study(&out, &config(), true, 1, 1), Err(StudyError::Line(..))));
    let refused = folder.path().join("refused");
    assert!(study(&refused, &StudyConfig { games: 0, ..config() }, false, 1, 1).is_err() && !refused.exists());
}

#[test]
fn the_page_is_self_contained_and_has_every_board() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = study(&folder.path().join("study"), &config(), false, 1, 1000).unwrap();
    let page = page(&outcome.report).unwrap();
    for outside in ["http", "src=", "@import", "url(", "<script", "NaN", "inf"] {
        assert!(!page.replace("info", "").contains(outside), "{outside}");
    }
    assert!(outcome.report.cells.iter().all(|cell| page.contains(&format!("<h3>{}</h3>", cell.title))));
    let names: Vec<&str> = outcome.report.cells[0].measures.iter().map(|measure| &*measure.name).collect();
    assert!(names.contains(&"first-stone") && names.contains(&"depth-1") && !names.contains(&"margin"), "{names:?}");
    // Without the pie rule nobody swaps.
    assert!(outcome.report.cells[2].measure("swaps").is_none(), "{}", outcome.report.cells[2].title);
    assert_eq!(outcome.report.text().lines().filter(|line| line.ends_with(", 3 games")).count(), 4);
}
