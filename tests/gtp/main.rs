//! The Go Text Protocol to the byte: sessions in this process, and the program itself.

mod calls;
mod end;
mod games;
mod manual;
mod moves;
mod params;
mod records;
mod robust;
mod servers;
mod standard;
mod wire;

use std::io::Write as _;
use std::process::{Child, Command, Stdio};

use quintet_core::setup::Setup;
use quintet_gtp::{Options, Session, Style};

/// Starts a session of a game at its default size, with a fixed seed and short searches.
pub fn session(game: &str, style: Style) -> Session {
    let info = quintet_games::find(game).expect("a known game");
    session_of(style.notation().adapted(Setup::new(info)), style)
}

/// Starts such a session of any setup.
pub fn session_of(setup: Setup, style: Style) -> Session {
    let mut options = Options { style, visits: Some(30), ..Options::new(setup) };
    options.settings.seed = 1;
    options.settings.hash_mib = 8;
    Session::new(options).expect("the notation fits the game")
}

/// Returns a session's answer to a line, without the framing, which is checked.
pub fn ask(session: &mut Session, line: &str) -> String {
    let answer = session.execute(line);
    let body = answer.strip_suffix("\n\n").unwrap_or_else(|| panic!("{line:?} is answered {answer:?}"));
    assert!(!body.contains("\n\n") && (body.starts_with("= ") || body.starts_with("? ")), "{line:?}: {answer:?}");
    body.to_owned()
}

/// Checks a session's answers in a dialogue of commands and answers, including `= ` and `? `.
pub fn hold(session: &mut Session, dialogue: &[(&str, &str)]) {
    for (command, answer) in dialogue {
        assert_eq!(ask(session, command), *answer, "{command}");
    }
}

/// Starts the program.
pub fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// Returns the program's answers to an input, and its exit code.
pub fn run(args: &[&str], input: &[u8]) -> (Vec<u8>, i32) {
    let mut child = start(args);
    let mut stdin = child.stdin.take().expect("it has a standard input");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    (output.stdout, output.status.code().expect("the program isn't killed"))
}

/// Returns the program's answers to a text.
pub fn talk(args: &[&str], input: &str) -> String {
    let (answers, code) = run(args, input.as_bytes());
    assert_eq!(code, 0, "{input:?}");
    String::from_utf8(answers).expect("answers are text")
}

/// Returns the ids of all games.
pub fn games() -> impl Iterator<Item = &'static str> {
    quintet_games::GAMES.iter().map(|info| info.id)
}
