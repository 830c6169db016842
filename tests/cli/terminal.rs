//! Colours, progress bars and lines that are drawn again, on terminals of several kinds.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Stdio};

/// The start of a code that sets a colour or another style.
const STYLE: &str = "\x1b[";

/// Runs the program at a pseudo-terminal, and returns what appeared there.
fn at_terminal(line: &str, variables: &[(&str, &str)]) -> String {
    let script = "import os, pty, sys\n\
                  child, master = pty.fork()\n\
                  if child == 0:\n    os.execv(sys.argv[1], sys.argv[1:])\n\
                  shown = b''\n\
                  try:\n    while more := os.read(master, 4096):\n        shown += more\nexcept OSError:\n    pass\n\
                  os.waitpid(child, 0)\n\
                  print(shown.decode())\n";
    let mut python = Command::new("timeout");
    python.args(["60", "python3", "-c", script, env!("CARGO_BIN_EXE_quintet")]).args(shlex::split(line).unwrap());
    clean(&mut python).env("TERM", "xterm").envs(variables.iter().copied());
    String::from_utf8(python.output().unwrap().stdout).unwrap()
}

/// Runs the program without a terminal, and returns all of its output.
fn without_terminal(line: &str, variables: &[(&str, &str)]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_quintet"));
    clean(program.args(shlex::split(line).unwrap()).stdin(Stdio::null())).envs(variables.iter().copied());
    let output = program.output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

/// Removes the variables that decide about colours.
fn clean(program: &mut Command) -> &mut Command {
    ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI", "RUST_LOG", "TERM"]
        .iter()
        .fold(program, |program, name| program.env_remove(name))
}

/// A command line of each kind that has colours: help, a usage error, an error, a log message.
fn coloured() -> Vec<String> {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unknown-rule.sgf");
    std::fs::write(&file, "(;GM[1]SZ[5]RU[nosuch];B[cc];W[cc])").unwrap();
    let file = file.display();
    ["--help", "match --help", "help perft", "man --help", "mtach", "match --report nosuch"]
        .map(str::to_owned)
        .into_iter()
        .chain([format!("svg --sgf '{file}'")])
        .collect()
}

#[test]
fn colours_are_where_the_stream_and_the_variables_allow_them() {
    for line in coloured() {
        for (variables, option, has_color) in [
            (&[][..], "", true),
            (&[("NO_COLOR", "1")], "", false),
            (&[("NO_COLOR", "")], "", true),
            (&[("TERM", "dumb")], "", false),
            (&[], "--color never ", false),
            (&[], "--color=auto ", true),
            (&[("NO_COLOR", "1")], "--color always ", true),
            (&[("TERM", "dumb")], "--color=always ", true),
        ] {
            let shown = at_terminal(&format!("{option}{line}"), variables);
            assert!(!shown.trim().is_empty(), "{line}");
            assert_eq!(shown.contains(STYLE), has_color, "{option}{line} {variables:?}: {shown:?}");
        }
        for (variables, option, has_color) in [
            (&[][..], "", false),
            (&[("TERM", "xterm")], "--color auto ", false),
            (&[], "--color always ", true),
            (&[("CLICOLOR_FORCE", "1")], "", true),
            (&[("CLICOLOR_FORCE", "1")], "--color never ", false),
        ] {
            let shown = without_terminal(&format!("{option}{line}"), variables);
            assert_eq!(shown.contains(STYLE), has_color, "{option}{line} {variables:?}: {shown:?}");
        }
    }
}

#[test]
fn the_option_stands_anywhere_and_in_a_file() {
    for line in ["match --help --color always", "--color always match --help", "match --color=always --help"] {
        assert!(without_terminal(line, &[]).contains(STYLE), "{line}");
    }
    // The words after -- are another program's.
    assert!(!without_terminal("check --only nosuch -- engine --color always", &[]).contains(STYLE));
    let shown = without_terminal("--color sometimes", &[]);
    let expected = "quintet: invalid value 'sometimes' for '--color <WHEN>' [possible values: auto, always, never]\n";
    assert_eq!(shown, expected);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("colour.toml");
    std::fs::write(&file, "color = 'always'\n").unwrap();
    let svg = coloured().pop().unwrap();
    assert!(without_terminal(&format!("{svg} --engine-config '{}'", file.display()), &[]).contains(STYLE));
}

#[test]
fn a_quiet_match_prints_its_results_alone() {
    let loud = without_terminal(&game_lines("match-loud"), &[]);
    assert_eq!(loud.lines().filter(|line| line.starts_with('[')).count(), 2, "{loud}");
    for shown in [
        without_terminal(&format!("{} --quiet", game_lines("match-quiet")), &[]),
        at_terminal(&format!("{} -q", game_lines("match-quiet-too")), &[]),
    ] {
        assert!(shown.contains("engine  games  won") && shown.contains("2 games ended by: 2 score"), "{shown}");
        assert!(!shown.lines().any(|line| line.starts_with('[')) && !shown.contains('\x1b'), "{shown:?}");
    }
}

/// A match of two games.
fn game_lines(name: &str) -> String {
    let quintet = env!("CARGO_BIN_EXE_quintet");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&out);
    let engines = format!("--engine 'name=A,cmd={quintet} --visits 5' --engine 'name=B,cmd={quintet} --visits 5'");
    format!("match --game alaric --size 5 --games 2 --seed 1 --out '{}' {engines}", out.display())
}

#[test]
fn a_terminal_that_cannot_redraw_gets_a_line_for_each_game() {
    let bar = at_terminal(&game_lines("match-terminal"), &[]);
    assert!(bar.contains("\x1b[2K") && !bar.contains("[2/2] game"), "{bar:?}");
    let lines = at_terminal(&game_lines("match-dumb"), &[("TERM", "dumb")]);
    assert!(!lines.contains('\x1b') && lines.contains("[2/2] game "), "{lines:?}");
    // The bar has no colours.
    let plain = at_terminal(&game_lines("match-plain"), &[("NO_COLOR", "1")]);
    assert!(plain.contains("\x1b[2K"), "{plain:?}");
}
