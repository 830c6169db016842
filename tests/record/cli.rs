//! `quintet svg` on the command line.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn quintet(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input closes it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn drawn(arguments: &[&str], input: &str) -> String {
    let output = quintet(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let output = quintet(arguments, input);
    assert!(output.stdout.is_empty(), "{arguments:?}");
    (output.status.code(), String::from_utf8(output.stderr).unwrap().trim_end().to_owned())
}

const GAME: &str = "(;RU[cancer]SZ[5];B[cc];QS[];B[ab];W[ee];B[ba];W[aa]QK[cancer])";

#[test]
fn a_position_is_drawn_from_a_line_a_file_or_a_setup() {
    let line = "bracket 3 shape=hexagon scoring=largest x./.../.. w";
    assert!(drawn(&["svg", "--position", line], "").contains(&format!("<desc>{line}</desc>")));
    let last = drawn(&["svg", "--sgf", "-"], GAME);
    assert!(last.contains("<desc>cancer 5 eye=any pie=on cr.../r..../..o../...../....o b"), "{last}");
    let swapped = drawn(&["svg", "--sgf", "-", "--move", "2"], GAME);
    assert!(swapped.contains("cancer 5 eye=any pie=on ...../...../..o../...../..... b"), "{swapped}");
    let tree = "(;SZ[5]RU[Chinese];B[cc](;W[bb];AE[bb]C[x];B[dd])(;W[ee]))";
    assert!(drawn(&["svg", "--sgf", "-"], tree).contains(" ...../...../..x../...x./..... w"));
    let before = drawn(&["svg", "--sgf", "-", "--move", "2"], tree);
    assert!(before.contains(" ...../.o.../..x../...../..... b"), "{before}");
    let (_, many) = refused(&["svg", "--sgf", "-", "--move", "4"], tree);
    assert_eq!(many, "quintet: --move 4: the game has 3 moves");
    let start = drawn(&["svg", "--game", "alaric", "--size", "3", "--rule", "board=line"], "");
    assert!(start.contains("<desc>alaric 3 board=line edge=open ... b</desc>"), "{start}");
}

#[test]
fn values_come_from_a_search_that_a_seed_repeats() {
    let arguments = ["svg", "--sgf", "-", "--values", "--visits", "60", "--seed", "1", "--caption", "who wins"];
    let first = drawn(&arguments, GAME);
    assert!(first.matches("fill-opacity").count() > 3 && first.contains(">who wins</text>"), "{first}");
    assert_eq!(first, drawn(&arguments, GAME));
}

#[test]
fn invalid_input_is_refused_in_one_line() {
    let (code, message) = refused(&["svg", "--sgf", "-"], "(;RU[cancer]SZ[5];B[cc];W[cc])");
    assert_eq!((code, &*message), (Some(2), "quintet: -: line 1: move 2, white C3, is illegal"));
    let (code, message) = refused(&["svg", "--sgf", "-", "--move", "9"], GAME);
    assert_eq!((code, &*message), (Some(2), "quintet: --move 9: the game has 6 moves"));
    let (code, message) = refused(&["svg", "--sgf", "no/such/file"], "");
    assert_eq!(code, Some(2));
    assert!(message.starts_with("quintet: no/such/file: cannot read the file: "), "{message}");
    let (code, _) = refused(&["svg", "--position", "chess"], "");
    assert_eq!(code, Some(2));
    let (code, _) = refused(&["svg", "--position", "x", "--game", "alaric"], "");
    assert_eq!(code, Some(2));
}

#[test]
fn the_protocol_gives_pictures_as_answers_and_as_files() {
    let file = std::env::temp_dir().join(format!("quintet-svg-{}.svg", std::process::id()));
    let input =
        format!("boardsize 5\nplay b c3\nquintet-svg\nquintet-svg {}\nquintet-svg /no/such/dir/x\n", file.display());
    let answers = drawn(&["--game", "stoical"], &input);
    let answers: Vec<&str> = answers.split("\n\n").collect();
    let picture = answers[2].strip_prefix("= ").unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>"), "{picture}");
    assert_eq!(std::fs::read_to_string(&file).unwrap().trim_end(), picture);
    std::fs::remove_file(file).unwrap();
    assert!(answers[4].starts_with("? cannot write the file '/no/such/dir/x': "), "{}", answers[4]);
}

#[test]
fn a_game_is_drawn_move_by_move_and_only_a_game() {
    let animated = drawn(&["svg", "--sgf", "-", "--animated"], GAME);
    assert!(animated.starts_with("<svg ") && animated.contains("prefers-reduced-motion"), "{animated}");
    let page = drawn(&["svg", "--sgf", "-", "--html"], GAME);
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    assert!(page.starts_with("<!DOCTYPE html>") && !outside.contains("http"), "a page without other files");
    for option in ["--animated", "--html"] {
        let (code, message) = refused(&["svg", "--game", "alaric", option], "");
        assert_eq!(code, Some(2));
        assert!(message.contains("--sgf <FILE>") && message.lines().count() == 1, "{message}");
        let (code, message) = refused(&["svg", "--sgf", "-", option, "--values"], GAME);
        assert_eq!(code, Some(2), "{message}");
    }
}
