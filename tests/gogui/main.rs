//! Recorded traffic of GoGui, replayed byte for byte.
//!
//! Each game was played in GoGui by mouse clicks against the engine. GoGui asks the player for
//! moves and the ruler for everything else, so there are two transcripts. The first line of a
//! transcript is the command line, `> ` is before each command, and its answer follows. The
//! engine's moves are replayed as moves that it is sent, so that the transcripts stay valid when
//! the engine changes.

mod analyze;
mod kept;
mod saved;
mod traffic;

use std::collections::HashSet;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// A command and its answer, without the empty line after it.
struct Exchange {
    command: String,
    answer: String,
}

fn transcript(name: &str) -> (Vec<String>, Vec<Exchange>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gogui/transcripts").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = text.lines();
    let arguments = lines.next().expect("a command line").split(' ').map(str::to_owned).collect();
    let mut exchanges: Vec<Exchange> = Vec::new();
    for line in lines {
        match (line.strip_prefix("> "), exchanges.last_mut()) {
            (Some(command), _) => exchanges.push(Exchange { command: command.to_owned(), answer: String::new() }),
            (None, Some(exchange)) if exchange.answer.is_empty() => exchange.answer = line.to_owned(),
            (None, Some(exchange)) => exchange.answer += &format!("\n{line}"),
            (None, None) => panic!("{name} has an answer before the first command"),
        }
    }
    (arguments, exchanges)
}

/// Returns the command to send for a recorded one, and the expected answer.
fn expected(exchange: &Exchange) -> (String, String) {
    match (exchange.command.strip_prefix("genmove "), exchange.answer.strip_prefix("= ")) {
        (Some(seat), Some(chosen)) => (format!("play {seat} {chosen}"), "= ".to_owned()),
        _ if exchange.command == "version" => {
            ("version".to_owned(), concat!("= ", env!("CARGO_PKG_VERSION")).to_owned())
        }
        _ => (exchange.command.clone(), exchange.answer.clone()),
    }
}

fn answers(arguments: &[String], commands: &str) -> Vec<String> {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut input = engine.stdin.take().expect("a pipe");
    let commands = commands.to_owned();
    let writer = std::thread::spawn(move || input.write_all(commands.as_bytes()));
    let output = engine.wait_with_output().expect("the engine ends");
    writer.join().expect("no panic").expect("the engine reads to the end");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    text.strip_suffix("\n\n").expect("an empty line at the end").split("\n\n").map(str::to_owned).collect()
}

fn replay(name: &str) {
    let (arguments, exchanges) = transcript(name);
    let (commands, wanted): (Vec<_>, Vec<_>) = exchanges.iter().map(expected).unzip();
    let got = answers(&arguments, &(commands.join("\n") + "\n"));
    assert_eq!(got.len(), wanted.len(), "{name}: one answer for each command");
    for (i, (got, wanted)) in got.iter().zip(&wanted).enumerate() {
        if commands[i] == "list_commands" || commands[i] == "gogui-analyze_commands" {
            let now: HashSet<&str> = got.trim_start_matches("= ").lines().collect();
            let gone: Vec<&str> = wanted.trim_start_matches("= ").lines().filter(|line| !now.contains(line)).collect();
            assert!(gone.is_empty(), "{name}: {gone:?} are missing");
        } else {
            assert_eq!(got, wanted, "{name}, exchange {i}: {}", commands[i]);
        }
    }
}

macro_rules! replays {
    ($($test:ident: $file:literal),+ $(,)?) => {
        $(#[test]
        fn $test() {
            replay(concat!($file, "-player.txt"));
            replay(concat!($file, "-ruler.txt"));
        })+
    };
}

replays! {
    a_game_of_alaric_on_a_ring_of_hexagons: "alaric8",
    a_game_of_alaric_on_the_sides_of_a_square: "alaric7",
    a_game_of_bracket: "bracket5",
    a_game_of_cancer_with_its_palette: "cancer4",
    a_game_of_cascade_with_its_palette: "cascade4",
    a_game_of_stoical_go: "stoical5",
}
