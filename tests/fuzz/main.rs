//! Feeds the kept corpora of `fuzz/` to the functions of its targets, on every toolchain.

#[path = "../rules/setups.rs"]
mod setups;
#[path = "../rules/slow/mod.rs"]
#[allow(dead_code)]
mod slow;
#[path = "../../fuzz/src/targets.rs"]
mod targets;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of panics in this process, also those in threads whose panics are caught.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// The name of a corpus and the function that is fuzzed with it.
type Target = (&'static str, fn(&[u8]));

/// The targets by name.
const TARGETS: &[Target] = &[
    ("analysis", targets::analysis),
    ("checkpoint", targets::checkpoint),
    ("games", targets::games),
    ("gtp", targets::gtp),
    ("page", targets::page),
    ("position_line", targets::position_line),
    ("results", targets::results),
    ("setup", targets::setup),
    ("sgf", targets::sgf),
    ("table", targets::table),
    ("weights", targets::weights),
];

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn no_input_of_the_corpora_finds_a_fault() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        usual(info);
    }));
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    for (name, target) in TARGETS {
        let corpus = files(&fuzz.join("corpus").join(name));
        assert!(corpus.len() > 2, "{name} has a corpus");
        for file in corpus {
            target(&fs::read(&file).unwrap());
            assert_eq!(PANICS.load(Ordering::Relaxed), 0, "{}", file.display());
        }
    }
}

#[test]
fn every_target_has_a_program_and_a_corpus() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let names = |folder: &str| -> Vec<String> {
        files(&fuzz.join(folder)).iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect()
    };
    let targets: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(names("fuzz_targets"), targets);
    assert_eq!(names("corpus"), targets);
}
