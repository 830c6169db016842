//! Feeds the kept corpora of `fuzz/`, and mutated inputs, to the functions of its targets, on every
//! toolchain.

#[path = "../rules/setups.rs"]
mod setups;
#[path = "../rules/slow/mod.rs"]
#[allow(dead_code, reason = "only a part is used here")]
mod slow;
#[path = "../rules/solver/mod.rs"]
#[allow(dead_code, reason = "only a part is used here")]
mod solver;
#[path = "../../fuzz/src/targets.rs"]
mod targets;

mod mutate;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

use quintet_core::random::{Rng, random_below};
use rand::SeedableRng as _;

/// The number of panics in this process, also those in threads whose panics are caught.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// A function that is fuzzed.
struct Target {
    /// Its name, and that of its corpus.
    name: &'static str,
    run: fn(&[u8]),
    /// The number of mutated inputs that take it about three seconds.
    inputs: u32,
}

const fn target(name: &'static str, run: fn(&[u8]), inputs: u32) -> Target {
    Target { name, run, inputs }
}

/// The targets by name.
const TARGETS: &[Target] = &[
    target("analysis", targets::analysis, 300),
    target("checkpoint", targets::checkpoint, 300),
    target("games", targets::games, 300),
    target("gtp", targets::gtp, 300),
    target("page", targets::page, 300),
    target("position_line", targets::position_line, 300),
    target("results", targets::results, 300),
    target("setup", targets::setup, 300),
    target("sgf", targets::sgf, 300),
    target("solver", targets::solver, 300),
    target("table", targets::table, 300),
    target("weights", targets::weights, 300),
];

/// Counts panics from now on.
fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANICS.fetch_add(1, Ordering::Relaxed);
            usual(info);
        }));
    });
}

fn corpus(name: &str) -> Vec<PathBuf> {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name))
}

/// Feeds mutated inputs to the targets, `times` as many as usual.
fn run_mutated(times: u32) {
    count_panics();
    for &Target { name, run, inputs } in TARGETS {
        let files: Vec<Vec<u8>> = corpus(name).iter().map(|path| fs::read(path).unwrap()).collect();
        let begun = std::time::Instant::now();
        for seed in 0..u64::from(inputs * times) {
            let mut rng = Rng::seed_from_u64(seed);
            let [input, other] = [(); 2].map(|()| &files[random_below(&mut rng, files.len() as u32) as usize]);
            let input = mutate::mutated(input, other, &mut rng);
            let found = std::panic::catch_unwind(|| run(&input));
            assert!(
                found.is_ok() && PANICS.load(Ordering::Relaxed) == 0,
                "{name} finds a fault in the input of seed {seed}: \"{}\"",
                input.escape_ascii()
            );
        }
        println!("{name}: {} inputs in {:.1} s", inputs * times, begun.elapsed().as_secs_f64());
    }
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn no_input_of_the_corpora_finds_a_fault() {
    count_panics();
    for &Target { name, run, .. } in TARGETS {
        let corpus = corpus(name);
        assert!(corpus.len() > 2, "{name} has a corpus");
        for file in corpus {
            run(&fs::read(&file).unwrap());
            assert_eq!(PANICS.load(Ordering::Relaxed), 0, "{}", file.display());
        }
    }
}

#[test]
fn no_mutated_input_finds_a_fault() {
    run_mutated(1);
}

/// `cargo test --release --test fuzz -- --ignored --nocapture`
#[test]
#[ignore = "takes half an hour"]
fn no_input_of_many_mutated_ones_finds_a_fault() {
    run_mutated(50);
}

#[test]
fn every_target_has_a_program_and_a_corpus() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let names = |folder: &str| -> Vec<String> {
        files(&fuzz.join(folder)).iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect()
    };
    let targets: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(names("fuzz_targets"), targets);
    assert_eq!(names("corpus"), targets);
}
