//! The command line: which options each subcommand takes, its messages and its exit statuses.

mod completions;
mod file_size;
mod files;
mod full_disk;
mod log;
mod memory;
mod names;
mod streams;
mod terminal;
mod unsaved;

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// Runs the program on a command line, split at spaces, with an empty input.
fn quintet(line: &str) -> Output {
    quintet_with(line, "")
}

fn quintet_with(line: &str, input: &str) -> Output {
    let words = shlex::split(line).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input closes it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Returns stdout of a command line that succeeds.
fn printed(line: &str, input: &str) -> String {
    let output = quintet_with(line, input);
    assert_eq!(output.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Checks that a command line is refused with one line and exit status 2.
fn refused(line: &str, message: &str) {
    let output = quintet(line);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}: {error}");
    assert!(output.stdout.is_empty(), "{line}");
    assert_eq!(error.trim_end(), message, "{line}");
}

#[test]
fn a_subcommand_refuses_options_without_effect() {
    for (line, option, command) in [
        ("perft 2 --weights nosuch", "weights", "perft"),
        ("--visits 5 perft 2", "visits", "perft"),
        ("perft 2 --komi 1", "komi", "perft"),
        ("--table nosuch perft 2", "table", "perft"),
        ("--moves coded play", "moves", "play"),
        ("man --visits 2", "visits", "man"),
        ("completions bash --game alaric", "game", "completions"),
        ("check --game alaric -- quintet", "game", "check"),
        ("bench perft 2 --threads 2", "threads", "bench perft"),
        ("bench fingerprint --game alaric", "game", "bench fingerprint"),
        ("solve --seed 1", "seed", "solve"),
        ("learn --threads 2", "threads", "learn"),
        ("analysis --size 9", "size", "analysis"),
        ("analysis --rule ko=simple", "rule", "analysis"),
    ] {
        let message = format!(
            "quintet: --{option} has no effect on quintet {command}; quintet {command} --help lists its options"
        );
        refused(line, &message);
    }
    for option in ["--threads 2", "--weights w", "--hash 1", "--param a=1", "--search plain"] {
        let name = option.split(' ').next().unwrap();
        let message = format!("quintet: {name} belongs to an engine: write it into the engine's cmd=");
        refused(&format!("match {option}"), &message);
    }
    refused("svg --visits 5", "quintet: --visits has no effect without --values");
    refused("svg --position x --move 1", "quintet: the argument '--position <LINE>' cannot be used with '--move <N>'");
    refused("match --report x --seed 1", "quintet: --seed has no effect with --report");
    refused("bench playouts --count 5 --seconds 1", "quintet: --seconds has no effect with --count");
    refused("bench network --count 5 --seconds 1", "quintet: --seconds has no effect with --count");
    refused("bench playouts --count 5 --weights w", "quintet: --weights has no effect without --informed");
    refused(
        "regress x.tst --engine e --visits 1",
        "quintet: --visits has no effect with --engine: write it into the engine's command",
    );
}

#[test]
fn options_without_effect_next_to_another_are_refused() {
    for (line, option, other) in [
        ("match --report x --games 3", "--report <FILE>...", "--games <N>"),
        ("match --report x --shard 1/2", "--report <FILE>...", "--shard <I/N>"),
        ("learn --from x --games 3", "--from <FILE>...", "--games <N>"),
        ("check --list -- cat", "--list", "[COMMAND]..."),
        ("solve --table x --nodes 5", "--table <FILE>", "--nodes <N>"),
        ("solve --verify x --ends", "--verify <FILE>", "--ends"),
        ("solve --proof x --checkpoint y", "--proof <FILE>", "--checkpoint <FILE>"),
    ] {
        let output = quintet(line);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {error}");
        assert!(error.contains("cannot be used with") && error.lines().count() == 1, "{line}: {error}");
        assert!(error.contains(option) && error.contains(other), "{line}: {error}");
    }
    let output = quintet("web --timeout 5");
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn help_lists_the_options_that_have_an_effect() {
    let match_help = printed("match --help", "");
    for option in ["--threads", "--weights", "--hash", "--param", "--search"] {
        assert!(!match_help.contains(option), "{option}: {match_help}");
    }
    assert!(match_help.contains("--visits") && match_help.contains("--seed"), "{match_help}");
    assert!(!printed("man --help", "").contains("--visits"));
    assert!(!printed("help perft", "").contains("--weights"));
    assert!(printed("bench search --help", "").contains("--threads"));
    assert!(printed("--help", "").contains("--threads"));
}

#[test]
fn the_speed_of_a_network_is_measured_where_there_is_one() {
    let figures = printed("bench network --game cancer --size 9 --count 3", "");
    let names: Vec<&str> = figures.lines().map(|line| line.split_once(' ').unwrap().0).collect();
    let expected = ["parameters", "simd", "evaluations", "microseconds_per_evaluation"];
    assert!(expected.iter().all(|name| names.contains(name)), "{figures}");
    assert!(figures.contains("\nevaluations 3\n"), "{figures}");
    for (words, game) in [("--game cascade --size 5", "Cascade"), ("--game cancer --size 2", "Cancer")] {
        let message = format!(
            "quintet: {game} has no network for this board and these rules; docs/speed.md lists boards that have one"
        );
        refused(&format!("bench network {words}"), &message);
    }
}

#[test]
fn an_option_given_twice_is_refused() {
    refused("--size 3 --size 4", "quintet: the argument '--size <SIZE>' cannot be used multiple times");
    refused("--size 3 perft 1 --size=4", "quintet: the argument '--size <SIZE>' cannot be used multiple times");
    refused("--rule ko=simple --rule ko=stoical", "quintet: --rule ko is given twice");
    refused("--rule ko=simple perft 1 --rule ko=stoical", "quintet: --rule ko is given twice");
    refused("--param exploration=1 --param exploration=1", "quintet: --param exploration is given twice");
}

#[test]
fn options_are_taken_before_and_after_the_subcommand() {
    let expected = printed("perft 2 --game cascade --size 3 --rule fill=both", "");
    for line in [
        "--game cascade --size=3 --rule fill=both perft 2",
        "--game=cascade perft --size 3 2 --rule fill=both",
        "bench --game cascade perft --size 3 --rule fill=both 2",
    ] {
        let shown = printed(line, "");
        let count = shown.lines().find_map(|line| line.strip_prefix("sequences ")).unwrap_or(shown.trim());
        assert_eq!(count, expected.trim(), "{line}");
    }
    // A table before the subcommand is one to read, whatever --table is after it.
    for line in
        ["--table nosuch solve", "--table=nosuch solve", "solve --use-table nosuch", "--table nosuch svg --values"]
    {
        let error = String::from_utf8(quintet(line).stderr).unwrap();
        assert!(error.contains("nosuch") && error.lines().count() == 1, "{line}: {error}");
        assert!(!std::path::Path::new("nosuch").exists());
    }
    refused("--position x solve", "quintet: unexpected argument '--position' found");
}

#[test]
fn options_of_another_game_are_refused() {
    refused("--game bracket --komi 5", "quintet: komi 5 has no effect in Bracket; games with komi: Stoical Go");
    refused("--rule eye=any", "quintet: no such rule; stoical has ko, repetition");
    let engines = "--engine name=A,cmd=a --engine name=B,cmd=b";
    let message = "quintet: komi 0.5 has no effect in Alaric; games with komi: Stoical Go";
    refused(&format!("match --game alaric --komi 0.5 {engines}"), message);
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/games/weights/bracket.toml");
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("cancer.sgf");
    std::fs::write(&file, "(;RU[cancer]SZ[5];B[cc])").unwrap();
    let game = file.display();
    for (line, id) in [
        ("bench search --count 1".to_owned(), "stoical"),
        ("bench playouts --informed --count 1".to_owned(), "stoical"),
        ("svg --values".to_owned(), "stoical"),
        (format!("svg --values --sgf '{game}'"), "cancer"),
        ("play --game cascade".to_owned(), "cascade"),
        (format!("play '{game}'"), "cancer"),
        ("learn --game alaric".to_owned(), "alaric"),
        ("tune --range exploration=0.1..1".to_owned(), "stoical"),
    ] {
        let message = format!("quintet: --weights: the file is for the game bracket, and has no effect on {id}");
        refused(&format!("{line} --weights '{weights}'"), &message);
    }
}

#[test]
fn messages_say_what_was_given_and_what_is_accepted() {
    for (line, message) in [
        ("--size -3", "unacceptable size -3: stoical takes 2 to 25, or WxH with these sides"),
        ("--game bracket --size 8", "unacceptable size 8: bracket takes odd sizes from 1 to 25; 8 needs shape=rhombus"),
        ("--seed abc", "invalid value 'abc' for '--seed <NUMBER>': expected a whole number of at least 0"),
        ("--visits -1", "invalid value '-1' for '--visits <N>': expected a whole number of at least 1"),
        ("--threads 0", "invalid value '0' for '--threads <N>': expected a whole number from 1 to 256"),
        ("--seconds x", "invalid value 'x' for '--seconds <S>': expected a number of seconds above 0"),
        ("check quintet", "the engine's command line comes after --: quintet check -- quintet"),
        ("match --resume --out nosuch", "--resume: there is no match in nosuch (--out names its directory)"),
        (
            "bench",
            "'quintet bench' requires a subcommand but one was not provided [subcommands: playouts, search, perft, \
             network, fingerprint, help]",
        ),
        ("mtach", "unrecognized subcommand 'mtach'; did you mean 'match'?"),
        ("--gmae cancer", "unexpected argument '--gmae' found; did you mean '--game'?"),
        ("play --seat blue", "--seat takes black, white, first, second or both, not 'blue'"),
        ("--mode ascii", "invalid value 'ascii' for '--mode <MODE>' [possible values: gtp]"),
    ] {
        refused(line, &format!("quintet: {message}"));
    }
}

#[test]
fn a_missing_or_unusable_input_is_a_usage_error_everywhere() {
    for line in [
        "svg --sgf nosuch",
        "svg --position chess",
        "solve --verify nosuch",
        "solve --position chess",
        "play nosuch.sgf",
        "play --position chess",
        "web nosuch.sgf",
        "analysis --config nosuch",
        "match --report nosuch",
        "match --config nosuch",
        "learn --from nosuch",
        "regress nosuch.tst",
        "check -- /no/such/engine",
        "--table nosuch",
        "--weights nosuch",
        "--engine-config nosuch",
    ] {
        let output = quintet(line);
        assert_eq!(output.status.code(), Some(2), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn an_empty_suite_is_not_a_success() {
    let suite = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("empty.tst");
    std::fs::write(&suite, "# no tests\nboardsize 5\n").unwrap();
    let suite = suite.display();
    let output = quintet(&format!("regress '{suite}'"));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), error), (Some(2), format!("quintet regress: {suite} has no tests\n")));
}

#[test]
fn the_version_is_a_command_and_the_mode_of_gnu_go_is_accepted() {
    assert_eq!(printed("version", ""), printed("--version", ""));
    assert_eq!(printed("--mode gtp --lag 0.2", "name\n"), "= quintet\n\n");
    refused("--lag x", "quintet: invalid value 'x' for '--lag <SECONDS>': expected a number of seconds, 0 or more");
}

#[test]
fn each_subcommand_has_a_manual_page() {
    for (command, name) in [("", "quintet"), (" match", "quintet-match"), (" bench search", "quintet-bench-search")] {
        let page = printed(&format!("man{command}"), "");
        assert!(page.contains(&format!(".TH {name} 1")) && page.contains(".SH EXAMPLES"), "{command}: {page}");
    }
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    printed(&format!("man --out '{}'", folder.display()), "");
    assert!(["quintet.1", "quintet-web.1", "quintet-bench-search.1"].iter().all(|file| folder.join(file).exists()));
}

#[test]
fn play_explains_the_rules_and_continues_games() {
    let rules = printed("play --game cancer --seat both", "rules\n");
    assert!(rules.contains("Red begins") && rules.contains("\neye=any. What counts as an eye: "), "{rules}");
    assert!(rules.lines().all(|line| line.chars().count() <= 80), "{rules}");

    let position = "bracket 3 shape=hexagon scoring=largest x./.../.. w";
    let shown = printed(&format!("play --seat both --position '{position}'"), "b3\n");
    assert!(shown.contains("B3 is occupied"), "{shown}");
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("game.sgf");
    std::fs::write(&file, "(;RU[cancer]SZ[5];B[cc];W[dd])").unwrap();
    let shown = printed(&format!("play --seat both '{}'", file.display()), "undo\nresign\n");
    assert!(shown.contains("white resigned: red wins"), "{shown}");
}

#[test]
fn red_is_called_red() {
    let shown = printed("play --game cancer --size 3 --seat red --visits 10 --seed 1", "value\nresign\n");
    assert!(shown.contains("you play red (R), quintet white (O)"), "{shown}");
    assert!(shown.contains("\nred "), "{shown}");
    assert!(shown.contains("red resigned: white wins") && !shown.contains("black ("), "{shown}");
}

#[test]
fn the_program_greets_a_person_at_a_terminal() {
    // The master side of a pseudo-terminal types quit.
    let script = "import os, pty, subprocess, sys\n\
                  master, slave = pty.openpty()\n\
                  os.write(master, b'quit\\n')\n\
                  done = subprocess.run(sys.argv[1:], stdin=slave, capture_output=True, timeout=60)\n\
                  sys.stdout.buffer.write(done.stderr)\n";
    let greeting = |options: &[&str]| {
        let mut python = Command::new("python3");
        let output = python.args(["-c", script, env!("CARGO_BIN_EXE_quintet")]).args(options).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let text = greeting(&[]);
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains("quintet web") && text.contains("quintet play"), "{text}");
    assert_eq!(greeting(&["--quiet"]), "");
    assert!(quintet_with("", "quit\n").stderr.is_empty());
}

#[test]
fn lines_are_edited_in_a_terminal() {
    // At a pseudo-terminal, waits for each text and a prompt after it, types the keys that belong to
    // them, and prints all that appeared. A prompt alone would not do: it is drawn again at each
    // key, and keys typed before the next line is read can be lost.
    let script = "import os, pty, sys\n\
                  child, master = pty.fork()\n\
                  if child == 0:\n    os.execv(sys.argv[2], sys.argv[2:])\n\
                  shown, typed_at = b'', 0\n\
                  for text, keys in eval(sys.argv[1]):\n\
                  \x20   while b'black (X)> ' not in shown[typed_at:].partition(text)[2]:\n        shown += os.read(master, 4096)\n\
                  \x20   typed_at = len(shown)\n\
                  \x20   os.write(master, keys)\n\
                  try:\n    while more := os.read(master, 4096):\n        shown += more\nexcept OSError:\n    pass\n\
                  print(shown.decode(), os.waitpid(child, 0)[1])\n";
    let shown = |keys: &str| {
        let mut python = Command::new("timeout");
        python.args(["60", "python3", "-c", script, keys, env!("CARGO_BIN_EXE_quintet")]);
        python.args(["play", "--game", "alaric", "--size", "5", "--visits", "20"]);
        String::from_utf8(python.output().unwrap().stdout).unwrap()
    };
    let board = "X black, O white";
    let (left, up, end) = (r"\x1b[D", r"\x1b[A", r"\x04");
    let edited = shown(&format!(r"[(b'{board}', b'hlp{left}{left}e\r'), (b'all legal moves', b'{end}')]"));
    assert!(edited.contains("all legal moves") && edited.ends_with(" 0\n"), "{edited}");
    let again = shown(&format!(r"[(b'{board}', b'board\r'), (b'{board}', b'{up}\r'), (b'{board}', b'{end}')]"));
    assert_eq!(again.matches("X black, O white").count(), 3, "{again}");
    let pasted = shown(&format!(r"[(b'{board}', b'\x1b[200~rules\nquit\x1b[201~\r')]"));
    assert!(pasted.contains("How it ends") || pasted.contains("Alaric"), "{pasted}");
    assert!(pasted.ends_with(" 0\n"), "{pasted}");
}

#[test]
fn the_session_of_the_readme_is_answered_as_printed_there() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let (_, session) = readme.split_once("$ quintet --game cascade").expect("a session");
    let (options, rest) = session.split_once(" <<END\n").unwrap();
    let (input, answers) = rest.split_once("END\n").unwrap();
    let (answers, _) = answers.split_once("```").unwrap();
    assert_eq!(printed(&format!("--game cascade{options}"), input), answers);
}
