//! Files that the program writes, next to files of the user's.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::{TempDir, tempdir};

/// Runs a shell script in a folder; `$Q` is the program. Returns its status and output.
fn run(folder: &TempDir, script: &str) -> (Option<i32>, String) {
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).env("Q", env!("CARGO_BIN_EXE_quintet")).current_dir(folder.path());
    let output = shell.stderr(Stdio::inherit()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// Returns the names in a folder, in order.
fn names(folder: &TempDir) -> Vec<String> {
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Writers of files: a command, and the files that it writes.
const WRITERS: &[(&str, &[&str])] = &[
    ("$Q svg --game cascade --size 4 --out out", &["out"]),
    ("printf 'printsgf out\\nquintet-svg picture\\n' | $Q", &["out", "picture"]),
    ("printf '1 name\\n#? [quintet]\\n' > a.tst && $Q regress --timeout 600 --junit out a.tst", &["a.tst", "out"]),
    ("$Q solve --game alaric --size 8 --table out", &["out", "out.json"]),
    ("$Q solve --game bracket --size 3 --checkpoint out", &["out"]),
    ("$Q solve --game cascade --size 2 --proof out", &["out"]),
    ("printf 'A1\\nsave out\\nquit\\n' | $Q play --game bracket --size 3 --seat both", &["out"]),
    (
        "$Q match --game bracket --size 3 --games 2 --out out --engine \"name=A,visits=2,cmd=$Q\" \
         --engine \"name=B,visits=2,cmd=$Q\" > /dev/null",
        &["out"],
    ),
    ("$Q learn --game bracket --size 3 --games 2 --visits 2 --check-games 0 --out out", &["out"]),
    (
        "$Q tune --game bracket --size 3 --range exploration=0.1..1 --steps 1 --games 2 --visits 2 --check-games 0 \
         --out out",
        &["out"],
    ),
    ("$Q man --out out", &["out"]),
];

#[test]
fn neighbours_of_an_output_stay() {
    for (script, outputs) in WRITERS {
        let folder = tempdir().unwrap();
        let mut neighbours = Vec::new();
        for name in *outputs {
            for suffix in [".new", ".part", ".lock", ".tmp", "~", ".bak"] {
                neighbours.push(format!("{name}{suffix}"));
                neighbours.push(format!(".{name}{suffix}"));
            }
        }
        neighbours.iter().for_each(|name| fs::write(folder.path().join(name), name).unwrap());
        assert_eq!(run(&folder, script).0, Some(0), "{script}");
        for name in &neighbours {
            assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), *name, "{script}");
        }
        let mut rest = names(&folder);
        rest.retain(|name| !neighbours.contains(name));
        rest.retain(|name| !outputs.contains(&name.as_str()));
        assert_eq!(rest, [""; 0], "{script}");
    }
}

#[test]
fn two_programs_write_one_file_at_the_same_time() {
    let folder = tempdir().unwrap();
    let script = "for i in $(seq 100); do echo printsgf s.sgf; done > commands
        $Q < commands > 1 & $Q < commands > 2 & $Q < commands > 3; wait
        cat 1 2 3 | grep -c '^= *$'; cat 1 2 3 | grep -c '^?'; rm commands 1 2 3";
    assert_eq!(run(&folder, script).1, "300\n0\n");
    assert_eq!(names(&folder), ["s.sgf"]);
    let record = fs::read_to_string(folder.path().join("s.sgf")).unwrap();
    assert!(record.starts_with("(;") && record.trim_end().ends_with(')'), "{record}");
}

#[test]
fn a_program_that_is_killed_leaves_the_old_file_or_the_new_one() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "(old)").unwrap();
    for answers in 0..30 {
        let mut program = Command::new(env!("CARGO_BIN_EXE_quintet"));
        program.args(["--game", "stoical", "--size", "19"]).current_dir(folder.path());
        let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let commands = format!("play b D{}\n", 1 + answers % 19) + &"printsgf file\n".repeat(100);
        child.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        // Killed while it writes the file once more.
        output.lines().nth(2 * answers).unwrap().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with('(') && text.trim_end().ends_with(')'), "{text}");
        let others = names(&folder).into_iter().filter(|name| name != "file");
        others.for_each(|name| assert!(name.starts_with(".quintet-") && name.ends_with(".tmp"), "{name}"));
    }
}

#[test]
fn a_dangling_link_stays_and_its_target_is_created() {
    let folder = tempdir().unwrap();
    symlink("later.svg", folder.path().join("link.svg")).unwrap();
    assert_eq!(run(&folder, "$Q svg --game cascade --size 4 --out link.svg").0, Some(0));
    assert_eq!(fs::read_link(folder.path().join("link.svg")).unwrap(), Path::new("later.svg"));
    assert!(fs::read_to_string(folder.path().join("later.svg")).unwrap().contains("</svg>"));
    assert_eq!(names(&folder), ["later.svg", "link.svg"]);
}

#[test]
fn standard_output_is_an_output_like_any_other() {
    let folder = tempdir().unwrap();
    let (_, picture) = run(&folder, "$Q svg --game cascade --size 4");
    assert!(picture.contains("</svg>"));
    for path in ["/dev/stdout", "/dev/fd/1"] {
        assert_eq!(run(&folder, &format!("$Q svg --game cascade --size 4 --out {path}")), (Some(0), picture.clone()));
        // What was in the file before and what comes after it stay.
        let script =
            format!("{{ echo before; $Q svg --game cascade --size 4 --out {path}; echo after; }} > out; cat out");
        assert_eq!(run(&folder, &script).1, format!("before\n{picture}after\n"));
    }
    assert_eq!(run(&folder, "$Q svg --game cascade --size 4 --out /dev/null"), (Some(0), String::new()));
    assert_eq!(run(&folder, "mkfifo pipe; cat pipe & $Q svg --game cascade --size 4 --out pipe; wait").1, picture);
    assert_eq!(names(&folder), ["out", "pipe"]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_one_line() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    for path in ["/dev/full", "/proc/no", "folder", "no/file", "a\u{fe}.svg/"] {
        let script = format!("$Q svg --game cascade --size 4 --out '{path}' 2>&1");
        let (status, message) = run(&folder, &script);
        assert_eq!((status, message.lines().count()), (Some(1), 1), "{message}");
        assert!(message.starts_with(&format!("quintet: cannot write {path}: ")), "{message}");
        assert!(!message.contains(".tmp"), "{message}");
    }
    assert_eq!(names(&folder), ["folder"]);
}

#[test]
fn names_are_any_bytes() {
    let folder = tempdir().unwrap();
    for name in [&b"caf\xe9 and space.svg"[..], b"\xff\xfe", "名前.svg".as_bytes(), b"-"] {
        let path = folder.path().join(OsStr::from_bytes(name));
        let mut program = Command::new(env!("CARGO_BIN_EXE_quintet"));
        program.args(["svg", "--game", "cascade", "--size", "4", "--out"]).arg(&path);
        assert!(program.status().unwrap().success());
        assert!(fs::read_to_string(&path).unwrap().contains("</svg>"));
        fs::remove_file(&path).unwrap();
    }
    assert_eq!(names(&folder), [""; 0]);
}

/// Readers of files, and what they say of a file without an end and of one that is too large.
const READERS: &[(&str, &str)] = &[
    ("$Q --engine-config FILE", "larger than"),
    ("$Q --weights FILE", "larger than"),
    ("$Q regress FILE", "larger than"),
    ("$Q regress @FILE", "larger than"),
    ("$Q regress --gtpfile FILE small.tst", "larger than"),
    ("$Q analysis -config FILE", "larger than"),
    ("$Q puzzles --game cancer --fights FILE", "larger than"),
    ("$Q match --config FILE", "larger than"),
    ("$Q match --engine name=a,cmd=true --engine name=b,cmd=true --openings FILE", "larger than"),
    ("$Q match --report FILE", "larger than"),
    ("mkdir old && ln -s ../FILE old/match.json && $Q match --resume --out old", "larger than"),
    ("$Q learn --from FILE", "larger than"),
    ("$Q svg --sgf FILE", "larger than"),
    ("$Q svg --sgf - < FILE", "larger than"),
    ("$Q play FILE", "larger than"),
    ("$Q web FILE", "larger than"),
    ("$Q --table FILE", "no table of values"),
    ("$Q solve --verify FILE", "no table of values"),
    ("$Q solve --game bracket --size 5 --checkpoint FILE", "no checkpoint"),
];

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_is_too_large_is_one_line() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("small.tst"), "1 name\n#? [quintet]\n").unwrap();
    fs::File::create(folder.path().join("large")).unwrap().set_len(4 << 30).unwrap();
    let before = names(&folder);
    for (reader, expected) in READERS {
        for file in ["large", "/dev/zero"] {
            // Little memory: nothing of the size of the file is read.
            let command = reader.replace("../FILE", &file.replace("large", "../large")).replace("FILE", file);
            let script = format!("exec 2>&1 < /dev/null; ulimit -v 2000000; {command}");
            let (status, message) = run(&folder, &script);
            assert!(status.is_some_and(|status| (1..=2).contains(&status)), "{script}: {status:?} {message}");
            assert_eq!(message.lines().count(), 1, "{script}: {message}");
            assert!(message.contains(expected), "{script}: {message}");
            let _ = fs::remove_dir_all(folder.path().join("old"));
            assert_eq!(names(&folder), before, "{script}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_description_of_a_table_is_read_within_a_bound() {
    let folder = tempdir().unwrap();
    assert_eq!(run(&folder, "$Q solve --game alaric --size 5 --table values").0, Some(0));
    for attack in ["truncate -s 4G values.json", "ln -sf /dev/zero values.json"] {
        let script = format!("{attack}; ulimit -v 2000000; $Q solve --verify values 2>&1");
        let (status, message) = run(&folder, &script);
        assert!(status == Some(1) && message.lines().count() == 1, "{script}: {status:?} {message}");
        assert!(message.contains("values.json: the file is larger than 64 MiB"), "{message}");
    }
}

#[test]
fn puzzles_from_files_without_a_position_of_the_game_are_refused() {
    let folder = tempdir().unwrap();
    let script = "echo > empty; echo nonsense > other; $Q puzzles --game cancer --fights empty other 2>&1";
    let (status, message) = run(&folder, script);
    assert_eq!((status, &*message), (Some(2), "quintet: --fights: no position of Cancer in the files\n"));
}

/// A search may take hours: what cannot be written is refused before it.
#[test]
fn a_proof_that_cannot_be_written_is_refused_before_the_search() {
    let output = crate::quintet("solve --game stoical --size 5 --rule repetition=none --proof /no/such/folder/proof");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "quintet: cannot write /no/such/folder/proof: No such file or directory (os error 2)\n");
}
