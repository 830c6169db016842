//! Names of files that are not UTF-8, have spaces and other scripts: every option and command that
//! takes a file, in a folder of such a name.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;
use std::process::Command;

use tempfile::tempdir;

/// Shell scripts that succeed. `$Q` is the program, `$D` a folder, `$F` the name of a file in it
/// without an extension, which is a game in the file `$F.sgf`.
const SCRIPTS: &[&str] = &[
    "$Q svg --game cascade --size 4 --out \"$F.svg\" && grep -q '</svg>' \"$F.svg\"",
    "$Q svg --sgf \"$F.sgf\" | grep -q '</svg>'",
    "printf 'hint\\nsave %s\\n' \"$F.saved\" | $Q play --visits 5 \"$F.sgf\" | grep -q 'would play'",
    "$Q solve --game alaric --size 4 --table \"$F.table\" && $Q solve --verify \"$F.table\"",
    "$Q --table \"$F.table\" solve --game alaric --size 4",
    "$Q solve --game bracket --size 3 --checkpoint \"$F.checkpoint\"",
    "$Q man --out \"$D/man\" && test -f \"$D/man/quintet.1\"",
    // Weights, before and after a subcommand and of an engine, and options from a file.
    "cp \"$WEIGHTS\" \"$F.toml\"",
    "echo name | $Q --weights \"$F.toml\" --game bracket | grep -q quintet",
    "echo name | $Q --weights=\"$F.toml\" --game bracket | grep -q quintet",
    "$Q --weights=\"$F.toml\" bench playouts --informed --count 1 --game bracket --size 3",
    "echo \"visits = 3\" > \"$F.options\" && echo name | $Q --engine-config=\"$F.options\" | grep -q quintet",
    "echo \"maxVisits = 3\" > \"$F.cfg\" && $Q analysis -config \"$F.cfg\" < /dev/null",
    // Suites, a list of them, and the program by another name.
    "printf '1 name\\n#? [quintet]\\n' > \"$F.tst\" && $Q regress --junit \"$F.xml\" \"$F.tst\" && grep -q testsuite \"$F.xml\"",
    "printf '%s\\n' \"${F##*/}.tst\" > \"$F.list\" && $Q regress \"@$F.list\"",
    "echo 'boardsize 5' > \"$F.gtp\" && $Q regress --gtpfile \"$F.gtp\" \"$F.tst\"",
    "$Q regress --game bracket --weights \"$F.toml\" \"$F.tst\"",
    "ln -s $Q \"$F.program\" && \"$F.program\" regress \"$F.tst\" && $Q regress --engine \"'$F.program' --size 5\" \"$F.tst\"",
    "$Q check --only version -- \"$F.program\"",
    // Commands of the protocol.
    "printf 'loadsgf %s\\nprintsgf\\n' \"$F.sgf\" | $Q | grep -q 'B\\[cc\\];W\\[dd\\]'",
    "printf '7 loadsgf %s 2\\nprintsgf %s \\n' \"$F.sgf\" \"$F.one\" | $Q && grep -q 'B.cc' \"$F.one\" && ! grep -q 'W.dd' \"$F.one\"",
    "printf 'quintet-svg %s\\n' \"$F.two\" | $Q && grep -q '</svg>' \"$F.two\"",
    // A match from openings, resumed, and a report.
    "$Q match --size 5 --games 2 --seed 1 --out \"$D/match\" --openings \"$F.sgf\" \
     --engine \"name=A,cmd='$F.program' --visits 2\" --engine \"name=B,visits=2,cmd=$Q\"",
    "$Q match --resume --games 4 --out \"$D/match\" && test $(wc -l < \"$D/match/games.jsonl\") = 4",
    "$Q match --report \"$D/match\" --html \"$F.html\" && grep -q '</html>' \"$F.html\"",
    // The engines of tests after learning read the new weights.
    "$Q learn --size 5 --from \"$D/match\" --out \"$D/learn\" --check-games 2 --visits 2; test $? != 2 && \
     test $(wc -l < \"$D/learn/check/games.jsonl\") = 2 && grep -q learn \"$D/learn/weights.toml\"",
    "$Q tune --game bracket --size 3 --range exploration=0.1..1 --steps 1 --games 2 --visits 2 --check-games 2 \
     --weights \"$F.toml\" --out \"$D/tune\"; test $? != 2 && test $(wc -l < \"$D/tune/check/games.jsonl\") = 2",
    "$Q puzzles --game cancer --fights \"$F.sgf\" 2>&1 | grep -q 'no position of Cancer'",
];

#[test]
fn names_of_files_are_any_bytes() {
    let folder = tempdir().unwrap();
    let below = folder.path().join(OsStr::from_bytes(b"caf\xe9 \xd0\x96 and space"));
    fs::create_dir(&below).unwrap();
    let file = below.join(OsStr::from_bytes(b"\xff game"));
    let sgf = below.join(OsStr::from_bytes(b"\xff game.sgf"));
    fs::write(&sgf, "(;GM[1]SZ[5];B[cc];W[dd])").unwrap();
    symlink(env!("CARGO_BIN_EXE_quintet"), folder.path().join("quintet")).unwrap();
    for script in SCRIPTS {
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).current_dir(folder.path()).env("Q", folder.path().join("quintet"));
        shell.env("D", &below).env("F", &file);
        shell.env("WEIGHTS", concat!(env!("CARGO_MANIFEST_DIR"), "/crates/games/weights/bracket.toml"));
        let output = shell.output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{script}: {} {message}", output.status);
        assert!(!message.contains("panicked"), "{script}: {message}");
    }
    let saved = below.join(OsStr::from_bytes(b"\xff game.saved"));
    assert!(saved.exists(), "play saves to a name as it was typed");
}
