//! The proofs in `docs/proofs`, and what becomes of damaged and wrong ones.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proofs")
}

/// Returns the files in the folder of proofs.
fn proofs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).expect("there is a folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    paths
}

fn check(paths: &[PathBuf]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_check-proof")).args(paths).output().expect("it runs")
}

/// Returns the lines for the files, without their names.
fn verdicts(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|line| line.split_once(": ").expect("a verdict").1.to_owned()).collect()
}

/// A proof in parts.
#[derive(Clone)]
struct Proof {
    header: String,
    moves: Vec<u8>,
}

impl Proof {
    fn read(path: &Path) -> Proof {
        let bytes = std::fs::read(path).expect("a file");
        let end = bytes.windows(2).position(|two| two == b"\n\n").expect("a header") + 2;
        let header = String::from_utf8(bytes[..end].to_vec()).expect("text");
        Proof { header, moves: bytes[end..bytes.len() - 8].to_vec() }
    }

    /// Returns the file, with the right checksum.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = [self.header.as_bytes(), &self.moves].concat();
        let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325, step);
        bytes.extend(u64::to_le_bytes(sum));
        bytes
    }

    /// Returns the proof with each claim raised by one, which makes at least one of them false.
    fn with_more_claimed(&self) -> Proof {
        let raised = |line: &str| match line.split(' ').collect::<Vec<_>>()[..] {
            ["claim", seat, value, count] => format!("claim {seat} {} {count}\n", value.parse::<i32>().unwrap() + 1),
            _ => format!("{line}\n"),
        };
        Proof { header: self.header.lines().map(raised).collect(), moves: self.moves.clone() }
    }
}

/// Random numbers, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// Writes files into a folder of the test, and returns their paths.
fn write(test: &str, files: impl Iterator<Item = Vec<u8>>) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |(number, bytes): (usize, Vec<u8>)| {
        let path = folder.join(number.to_string());
        std::fs::write(&path, bytes).expect("a file");
        path
    };
    files.enumerate().map(write).collect()
}

#[test]
fn every_proof_is_accepted() {
    let proofs = proofs();
    std::thread::scope(|scope| {
        for half in 0..2 {
            let paths: Vec<PathBuf> = proofs.iter().skip(half).step_by(2).cloned().collect();
            scope.spawn(move || {
                let output = check(&paths);
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
                assert_eq!(verdicts(&output).len(), paths.len());
                for (path, verdict) in paths.iter().zip(verdicts(&output)) {
                    let line = Proof::read(path).header.lines().nth(1).expect("a position").to_owned();
                    assert!(verdict.starts_with(&line) && verdict.contains(" gets at least "), "{verdict}");
                }
            });
        }
    });
}

#[test]
fn a_changed_byte_is_noticed_wherever_it_is() {
    let mut random = Random(1);
    let small: Vec<PathBuf> = proofs().into_iter().filter(|path| path.metadata().unwrap().len() < 100_000).collect();
    let damaged = (0..500).map(|number| {
        let mut bytes = std::fs::read(&small[number % small.len()]).expect("a file");
        let at = random.below(bytes.len());
        bytes[at] ^= 1 << random.below(8);
        bytes
    });
    let paths = write("damaged", damaged);
    let output = check(&paths);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(verdicts(&output).len(), 500);
    for verdict in verdicts(&output) {
        assert_eq!(verdict, "it is no proof, or damaged: its checksum is wrong");
    }
}

/// The checksums are right, so that only the rules can refuse these.
#[test]
fn no_moves_prove_more_than_the_value() {
    let mut random = Random(2);
    let small: Vec<PathBuf> = proofs().into_iter().filter(|path| path.metadata().unwrap().len() < 5_000).collect();
    let wrong = (0..500).map(|number| {
        let mut proof = Proof::read(&small[number % small.len()]).with_more_claimed();
        for _ in 0..number % 4 {
            let at = random.below(proof.moves.len());
            proof.moves[at] = random.below(80) as u8;
        }
        proof.bytes()
    });
    let output = check(&write("wrong", wrong));
    assert_eq!(verdicts(&output).len(), 500);
    for verdict in verdicts(&output) {
        assert!(!verdict.contains(" gets at least "), "{verdict}");
    }
}

#[test]
fn files_that_are_no_proofs_are_refused_in_a_line() {
    let good = Proof::read(&folder().join("redstone-3.proof"));
    let with_header = |header: String| Proof { header, moves: good.moves.clone() }.bytes();
    let with_moves = |moves: Vec<u8>| Proof { header: good.header.clone(), moves }.bytes();
    let cases = [
        (Vec::new(), "it is no proof"),
        (b"text that is none".to_vec(), "it is no proof, or damaged: its checksum is wrong"),
        (with_header("quintet proof 1\n".to_owned()), "it has no header"),
        (with_header(good.header.replace("proof 1", "proof 2")), "its header is wrong"),
        (with_header(good.header.replace("redstone", "chess")), "its position is none that can be checked"),
        // Other rules, another size, a state: none of them is left out of account.
        (with_header(good.header.replace("redstone 3", "cancer 3")), "its position is none that can be checked"),
        (with_header(good.header.replace("pie=off", "eye=any pie=off")), "its position is none that can be checked"),
        (with_header(good.header.replace("redstone 3", "redstone 1x9")), "its position is none that can be checked"),
        (
            with_header(good.header.replace(" b\nclaim", " b passes=1\nclaim")),
            "its position is none that can be checked",
        ),
        (with_header(good.header.replace("claim", "perhaps")), "it has 'perhaps b 1"),
        (with_moves(good.moves[1..].to_vec()), "moves are missing"),
        (with_moves([&good.moves[..], &[0]].concat()), "it has moves without a claim"),
        (with_moves(vec![255; good.moves.len()]), "move 255 is not legal"),
    ];
    let output = check(&write("no-proofs", cases.iter().map(|(bytes, _)| bytes.clone())));
    let verdicts = verdicts(&output);
    assert_eq!(verdicts.len(), cases.len());
    for ((_, error), verdict) in cases.iter().zip(verdicts) {
        assert!(verdict.contains(error), "{verdict}, not {error}");
    }
    assert_eq!(check(&[]).status.code(), Some(1));
    let missing = check(&[PathBuf::from("none.proof")]);
    assert_eq!((missing.status.code(), self::verdicts(&missing).len()), (Some(1), 1));
}
