//! Feeds the kept corpora of `fuzz/`, and mutated inputs, to the functions of its targets, on every
//! toolchain. `scripts/fuzz-corpus` unpacks the corpora for libFuzzer and packs them.

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

use quintet_core::random::{random_below, seeded};

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

/// The folder of the package with the programs for libFuzzer.
fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// Returns the inputs of a target: the lines of a file, in the escapes of a byte string.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let file = fuzz().join("corpus").join(name).with_extension("txt");
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let bytes = |line| unescaped(line).unwrap_or_else(|| panic!("{}: {line}", file.display()));
    text.lines().map(bytes).collect()
}

/// Returns the bytes that `escape_ascii` wrote like this.
fn unescaped(line: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = line.as_bytes().iter();
    while let Some(&byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next()? {
                b't' => b'\t',
                b'n' => b'\n',
                b'r' => b'\r',
                b'x' => {
                    let mut digit = || char::from(*rest.next()?).to_digit(16);
                    (digit()? << 4 | digit()?) as u8
                }
                &quoted => quoted,
            },
            byte => byte,
        });
    }
    Some(bytes)
}

/// Feeds mutated inputs to the targets, `times` as many as usual.
fn run_mutated(times: u32) {
    count_panics();
    for &Target { name, run, inputs } in TARGETS {
        let files = corpus(name);
        let begun = std::time::Instant::now();
        for seed in 0..u64::from(inputs * times) {
            let mut rng = seeded(seed);
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

/// Returns the names of the files in a folder that have an extension, without it.
fn names(folder: &str, extension: &str) -> Vec<String> {
    let paths = fs::read_dir(fuzz().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
    let mut names: Vec<String> = files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn no_input_of_the_corpora_finds_a_fault() {
    count_panics();
    for &Target { name, run, .. } in TARGETS {
        let corpus = corpus(name);
        assert!(corpus.len() > 2, "{name} has a corpus");
        for input in corpus {
            run(&input);
            assert_eq!(PANICS.load(Ordering::Relaxed), 0, "{name} with \"{}\"", input.escape_ascii());
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
    let targets: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(names("fuzz_targets", "rs"), targets);
    assert_eq!(names("corpus", "txt"), targets);
}

/// The script and the tests read and write the same format: files that it packed are unpacked by it
/// to the inputs that the tests have, and are written by the standard library in the same way.
#[test]
fn corpora_are_packed_as_they_are_read() {
    assert_eq!(unescaped(r#"a\x00\xfF\\\"\'\t\n\r"#).unwrap(), b"a\x00\xff\\\"'\t\n\r");
    for damaged in ["\\", "\\x", "\\x0", "\\xg0"] {
        assert_eq!(unescaped(damaged), None);
    }
    for name in names("corpus", "txt") {
        let mut lines: Vec<String> = corpus(&name).iter().map(|input| input.escape_ascii().to_string()).collect();
        lines.sort();
        lines.dedup();
        let text = fs::read_to_string(fuzz().join("corpus").join(&name).with_extension("txt")).unwrap();
        assert_eq!(lines, text.lines().collect::<Vec<_>>(), "{name}: no line stands twice or out of order");
    }
}

/// The script does not lose or change an input.
#[test]
fn the_script_unpacks_and_packs_any_bytes() {
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    fs::create_dir_all(at("scripts")).unwrap();
    fs::create_dir_all(at("fuzz/corpus/any")).unwrap();
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/fuzz-corpus"), at("scripts/fuzz-corpus")).unwrap();
    let mut inputs: Vec<Vec<u8>> = (0..=255).map(|byte| vec![byte, b'0', byte]).collect();
    inputs.extend([vec![], (0..=255).collect(), b"\\n\\x00".to_vec(), b" # ".to_vec(), b"\r\n".to_vec()]);
    for (number, input) in inputs.iter().enumerate() {
        fs::write(at("fuzz/corpus/any").join(number.to_string()), input).unwrap();
    }
    let script = |argument: &str| {
        let run = std::process::Command::new("python3").arg(at("scripts/fuzz-corpus")).arg(argument).output();
        run.is_ok_and(|output| output.status.success())
    };
    if !script("pack") {
        assert!(std::env::var_os("CI").is_none(), "python3 is needed");
        println!("skipped: there is no python3");
        return;
    }
    inputs.sort();
    let text = fs::read_to_string(at("fuzz/corpus/any.txt")).unwrap();
    let mut packed: Vec<Vec<u8>> = text.lines().map(|line| unescaped(line).unwrap()).collect();
    packed.sort();
    assert_eq!(packed, inputs);
    fs::remove_dir_all(at("fuzz/corpus/any")).unwrap();
    assert!(script("unpack"));
    let files = fs::read_dir(at("fuzz/corpus/any")).unwrap();
    let mut unpacked: Vec<Vec<u8>> = files.map(|file| fs::read(file.unwrap().path()).unwrap()).collect();
    unpacked.sort();
    assert_eq!(unpacked, inputs);
}
