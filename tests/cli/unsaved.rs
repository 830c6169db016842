//! `quintet play` loses no game: signals, a closed terminal, `quit`, `new` and `load` save it to a
//! file of its own, from which it goes on.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use quintet_core::types::Seat;
use quintet_record::sgf;
use quintet_record::tree::NodeId;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::{TempDir, tempdir};

fn play(folder: &Path, options: &str) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_quintet"));
    program.arg("play").args(shlex::split(options).unwrap()).current_dir(folder);
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    program
}

/// Types lines into a program until its output has a text, and sends it a signal. Returns its exit
/// status and its messages.
fn signalled(program: &mut Command, typed: &str, until: &str, signal: Signal) -> (Option<i32>, String) {
    let mut child = program.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(typed.as_bytes()).unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut shown = String::new();
    while !shown.contains(until) {
        assert_ne!(output.read_line(&mut shown).unwrap(), 0, "{shown}");
    }
    kill_process(Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap(), signal).unwrap();
    let output = child.wait_with_output().unwrap();
    drop(input);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Returns what a game shows for these lines.
fn shown(folder: &Path, options: &str, typed: &str) -> String {
    let mut child = play(folder, options).spawn().unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{options}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn names(folder: &TempDir) -> Vec<String> {
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn a_signal_saves_the_game_to_a_new_file_and_resume_goes_on_from_there() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("quintet-stoical-2.sgf"), "mine").unwrap();
    let options = "--game stoical --size 5 --seat white --level 2 --seed 1";
    // The third position: the engine, the person, the engine.
    for (signal, name) in [(Signal::INT, 1), (Signal::TERM, 3), (Signal::HUP, 4)] {
        let mut program = play(folder.path(), options);
        let (status, message) = signalled(&mut program, "c3\nb2\nd4\n", "last move: 3: ", signal);
        let file = format!("quintet-stoical-{name}.sgf");
        assert_eq!(status, Some(1), "{message}");
        let expected = format!("\nthe game is saved in {file}; quintet play --resume {file} continues it\n");
        assert_eq!(message, expected);
        let record = sgf::load(&folder.path().join(&file), None).unwrap();
        assert!(record.moves().len() >= 3 && record.moves()[1].0 == Seat::White, "{:?}", record.tree);
        assert_eq!(record.tree.fact("PB"), Some("quintet-level-2"));
        let again = shown(folder.path(), &format!("--resume {file}"), "");
        assert!(again.contains("you play white (O), quintet black (X)"), "{again}");
        assert!(again.contains("\nlast move: "), "{again}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("quintet-stoical-2.sgf")).unwrap(), "mine");
    let expected = [1, 2, 3, 4].map(|number| format!("quintet-stoical-{number}.sgf"));
    assert_eq!(names(&folder), expected, "only the games are there");
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_while_the_engine_thinks_saves_the_move_before() {
    let folder = tempdir().unwrap();
    let mut program = play(folder.path(), "--game cascade --size 6 --threads 4 --seconds 600");
    let mut child = program.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"red@b2\n").unwrap();
    // The threads of the search: besides them there are two.
    while fs::read_dir(format!("/proc/{}/task", child.id())).unwrap().count() < 4 {
        std::thread::yield_now();
    }
    kill_process(Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap(), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let record = sgf::load(&folder.path().join("quintet-cascade-1.sgf"), None).unwrap();
    assert_eq!((record.moves().len(), record.tree.fact("PB")), (1, Some("quintet")));
}

#[test]
fn without_a_game_to_lose_nothing_is_saved() {
    let folder = tempdir().unwrap();
    let mut start = play(folder.path(), "--game stoical --size 5 --seat second --visits 5");
    let (status, message) = signalled(&mut start, "", "last move: 1: ", Signal::INT);
    assert_eq!((status, &*message), (Some(1), ""));
    let mut saved = play(folder.path(), "--game stoical --size 5 --seat both");
    let (_, message) = signalled(&mut saved, "c3\nsave mine.sgf\n", "saved to mine.sgf", Signal::INT);
    assert_eq!(message, "");
    let mut resumed = play(folder.path(), "--resume mine.sgf --seat both");
    let (_, message) = signalled(&mut resumed, "undo\nnonsense\n", "neither a move", Signal::INT);
    assert_eq!(message, "");
    // A script has its own end.
    shown(folder.path(), "--game stoical --size 5 --seat both", "c3\nb2\nnew\nc3\nload mine.sgf\nquit\n");
    assert_eq!(names(&folder), ["mine.sgf"]);
}

#[test]
fn where_the_working_directory_takes_no_file_the_home_directory_does() {
    let folder = tempdir().unwrap();
    let home = folder.path().join("a home");
    let gone = folder.path().join("gone");
    fs::create_dir(&home).unwrap();
    fs::create_dir(&gone).unwrap();
    let mut program = Command::new("sh");
    program.args(["-c", "rmdir ../gone && exec \"$Q\" play --game bracket --size 3 --seat both"]).current_dir(&gone);
    program.env("Q", env!("CARGO_BIN_EXE_quintet")).env("HOME", &home);
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (_, message) = signalled(&mut program, "b2\n", "last move: 1: ", Signal::HUP);
    let file = home.join("quintet-bracket-1.sgf");
    assert!(message.contains(&format!("--resume '{}'", file.display())), "{message}");
    assert_eq!(sgf::load(&file, None).unwrap().moves().len(), 1);
}

#[test]
fn lines_that_were_taken_back_and_what_a_file_says_are_kept() {
    let folder = tempdir().unwrap();
    let text = "(;GM[1]SZ[5]KM[0]PB[Ada]PW[quintet-level-3]DT[2001-02-03]C[first]\n;B[cc]BL[59.5]C[good]TR[cc]\
                (;W[bb]WL[10]N[main];B[dd])(;W[ee]GB[1];B[aa]))";
    fs::write(folder.path().join("old.sgf"), text).unwrap();
    let typed = "board\nundo\ne1\nundo\nd1\nsave new.sgf\nresign\nsave resigned.sgf\n";
    let first = shown(folder.path(), "--resume old.sgf --seat both", typed);
    assert!(first.contains("last move: 3: black D2"), "{first}");
    let record = sgf::load(&folder.path().join("new.sgf"), None).unwrap();
    let tree = &record.tree;
    let main: Vec<NodeId> = tree.path(tree.end());
    let lines = |node: NodeId| tree.children(node).len();
    // A move, then two variations, and three third moves, the latest of which is the game's.
    assert_eq!((lines(NodeId::ROOT), lines(main[0]), lines(main[1])), (1, 2, 3), "{tree:?}");
    assert_eq!(tree.start().word(record.moves()[2].1), "D1");
    let kept = fs::read_to_string(folder.path().join("new.sgf")).unwrap();
    for property in ["DT[2001-02-03]", "BL[59.5]", "WL[10]", "N[main]", "C[good]", "TR[cc]", "GB[1]", "PB[Ada]"] {
        assert!(kept.contains(property), "{property}: {kept}");
    }
    // The sides are those of the file, and so is the resignation, which can be taken back.
    let again = shown(folder.path(), "--game cascade", "load nothing.sgf\nload resigned.sgf\nundo\nundo\n");
    assert!(again.contains("cannot load nothing.sgf: "), "{again}");
    assert!(again.contains("Stoical Go: you play black (X), quintet white (O)"), "{again}");
    assert!(again.contains("resigned: "), "{again}");
    assert!(again.trim_end().ends_with("black (X) to move"), "{again}");
}

/// Keys typed at a terminal, after each text that appears. `HUP` closes the terminal.
#[cfg(target_os = "linux")]
fn at_a_terminal(folder: &TempDir, options: &str, keys: &str) -> String {
    let script = "import os, pty, sys\n\
                  child, master = pty.fork()\n\
                  if child == 0:\n    os.execv(sys.argv[2], sys.argv[2:])\n\
                  shown, typed_at = b'', 0\n\
                  for text, keys in eval(sys.argv[1]):\n\
                  \x20   while b')> ' not in shown[typed_at:].partition(text)[2]:\n        shown += os.read(master, 4096)\n\
                  \x20   typed_at = len(shown)\n\
                  \x20   if keys == b'HUP':\n        os.close(master)\n\
                  \x20   else:\n        os.write(master, keys)\n\
                  try:\n    while more := os.read(master, 4096):\n        shown += more\nexcept OSError:\n    pass\n\
                  print(shown.decode(), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n";
    let mut python = Command::new("timeout");
    python.args(["60", "python3", "-c", script, keys, env!("CARGO_BIN_EXE_quintet"), "play"]);
    python.args(shlex::split(options).unwrap()).current_dir(folder.path());
    let output = python.output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr)
}

#[cfg(target_os = "linux")]
#[test]
fn a_person_at_a_terminal_loses_no_game() {
    let options = "--game stoical --size 5 --seat both";
    let start = "X black, O white";
    for (keys, status) in [(r"b'\x03'", "1"), (r"b'\x04'", "0"), (r"b'quit\r'", "0"), ("b'HUP'", "1")] {
        let folder = tempdir().unwrap();
        let keys = format!(r"[(b'{start}', b'c3\r'), (b'black C3', {keys})]");
        let shown = at_a_terminal(&folder, options, &keys);
        if !keys.contains("HUP") {
            assert!(shown.contains("the game is saved in quintet-stoical-1.sgf; quintet play --resume"), "{shown}");
        }
        assert!(shown.trim_end().ends_with(status), "{keys}: {shown}");
        assert_eq!(names(&folder), ["quintet-stoical-1.sgf"], "{keys}: {shown}");
        assert_eq!(sgf::load(&folder.path().join("quintet-stoical-1.sgf"), None).unwrap().moves().len(), 1);
    }
    // A game that another one replaces.
    let folder = tempdir().unwrap();
    let keys = format!(
        r"[(b'{start}', b'c3\r'), (b'black C3', b'new\r'), (b'saved in', b'd4\r'),
           (b'black D4', b'load quintet-stoical-1.sgf\r'), (b'black C3', b'quit\r')]"
    );
    let shown = at_a_terminal(&folder, options, &keys);
    assert_eq!(names(&folder), ["quintet-stoical-1.sgf", "quintet-stoical-2.sgf"], "{shown}");
    let first = sgf::load(&folder.path().join("quintet-stoical-1.sgf"), None).unwrap();
    let second = sgf::load(&folder.path().join("quintet-stoical-2.sgf"), None).unwrap();
    assert_eq!([first, second].map(|record| record.tree.start().word(record.moves()[0].1)), ["C3", "D4"]);
}
