//! `quintet play`: a person against the engine in a terminal.

use std::io::Write as _;
use std::process::{Command, Stdio};

use quintet_core::setup::Setup;
use quintet_core::types::Seat;
use quintet_games::{GAMES, find};
use quintet_record::sgf;

fn setup(id: &str, size: u16) -> Setup {
    Setup::new(find(id).unwrap()).with_size(size).unwrap()
}

/// Returns the output of `quintet play` for these input lines; without a `person`, two people play.
fn session(setup: &Setup, person: Option<Seat>, typed: &str) -> String {
    let size = setup.width().to_string();
    let mut program = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(["play", "--game", setup.info().id, "--size", &size, "--seed", "7", "--visits", "60", "--seat"])
        .arg(person.map_or("both", Seat::name))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = program.stdin.take().expect("a pipe");
    let typed = typed.to_owned();
    let writer = std::thread::spawn(move || input.write_all(typed.as_bytes()));
    let output = program.wait_with_output().expect("the program ends");
    // The program may end before it has read everything.
    _ = writer.join().expect("no panic");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn two_people_play_a_game_to_its_end() {
    let shown = session(&setup("bracket", 3), None, "a1\nb1\na2\nb2\nc2\nb3\nc3\na1\n");
    assert!(shown.starts_with("Bracket for two. Type help for help.\n\n"), "{shown}");
    assert!(shown.contains("\nBracket 3x3 shape=hexagon"), "{shown}");
    assert!(shown.contains("\n   1(X)."), "{shown}");
    assert!(shown.contains("result: 0 (draw, full board)"), "{shown}");
    assert!(shown.ends_with("the game is over; type new for another game, or undo to take back\n"), "{shown}");
}

#[test]
fn an_illegal_move_gets_the_rule_that_forbids_it() {
    let shown = session(&setup("stoical", 5), None, "c3\nd3\nc5\nd5\nb4\ne4\nb2\nc4\nd4\nc4\n");
    assert!(shown.contains("C4 is illegal: "), "{shown}");
    assert!(shown.contains("captured"), "{shown}");
    assert!(!shown.contains("is barred this turn"), "{shown}");
}

#[test]
fn the_level_is_named_and_can_be_changed() {
    let shown =
        session(&setup("stoical", 3), Some(Seat::Black), "level\nlevel 3\nlevel\nlevel full\nlevel 13\nlevel x\n");
    assert!(shown.contains("quintet white (O) at full strength. Type help"), "{shown}");
    let said: Vec<&str> =
        shown.lines().filter(|line| line.contains("plays at") || line.contains("level takes")).collect();
    let expected = [
        "quintet plays at full strength",
        "quintet plays at level 3",
        "quintet plays at level 3",
        "quintet plays at full strength",
        "level takes 1 to 12 or full, not '13'",
        "level takes 1 to 12 or full, not 'x'",
    ];
    assert_eq!(said, expected);
}

#[test]
fn the_engine_answers_each_move_and_begins_if_it_has_the_first_move() {
    let shown = session(&setup("stoical", 3), Some(Seat::Black), "b2\n");
    assert_eq!(shown.matches("quintet plays ").count(), 1, "{shown}");
    assert!(shown.contains("you play black (X), quintet white (O)"), "{shown}");
    let shown = session(&setup("stoical", 3), Some(Seat::White), "");
    let (before, _) = shown.split_once("Stoical Go 3x3").unwrap();
    assert!(before.contains("quintet plays "), "{shown}");
}

#[test]
fn whole_games_against_the_engine_end_in_every_game() {
    for info in GAMES {
        let size = if info.sizes.contains(&3) { 3 } else { info.default_size };
        let setup = setup(info.id, size);
        // Every word that can be a move, many times; illegal moves are refused.
        let points = setup.geometry().points().map(|p| setup.geometry().vertex(p).to_string());
        let words = points.flat_map(|vertex| info.kinds.iter().map(move |kind| format!("{}@{vertex}\n", kind.name)));
        let all: String = words.chain(["pass\n".to_owned()]).collect::<String>().repeat(40);
        let shown = session(&setup, Some(info.first), &all);
        assert!(shown.contains("\nresult: "), "{}: {shown}", info.id);
    }
}

#[test]
fn undo_takes_back_the_own_move_and_the_reply() {
    let shown = session(&setup("stoical", 3), Some(Seat::Black), "undo\nb2\nundo\nb2\n");
    assert!(shown.contains("there is nothing to take back"), "{shown}");
    assert_eq!(shown.matches("\nlast move: 2: white ").count(), 2, "{shown}");
    let for_two = session(&setup("stoical", 3), None, "b2\na1\nundo\nresign\nundo\n");
    assert!(for_two.contains("white resigned: black wins"), "{for_two}");
    assert!(for_two.trim_end().ends_with("white (O) to move"), "{for_two}");
}

#[test]
fn hints_and_values_name_moves_and_their_side() {
    let shown = session(&setup("stoical", 5), None, "c3\nhint\nvalue\nmoves\n");
    let after = shown.split("white (O) to move\n\n").nth(1).unwrap();
    let lines: Vec<&str> = after.lines().collect();
    assert!(lines[0].starts_with("quintet would play "), "{after}");
    assert!(lines[1].starts_with("white "), "{after}");
    assert_eq!(lines[2].split(' ').count(), 25, "{after}");
    // The side to move wins at once.
    let won = session(&setup("alaric", 3), None, "a1\nvalue\n");
    assert!(won.contains(", with best play") || won.contains(" % ("), "{won}");
}

#[test]
fn a_typing_error_gets_a_line_and_changes_nothing() {
    let cases = [
        ("e5 e6", "no such stone; stones are own"),
        ("flip", "'flip' is neither a move nor a command; type help for a list"),
        ("z9", "Z9 is not on this board"),
        ("b2", "B2 is occupied"),
        ("hint me", "'hint' takes no argument; type help for a list of commands"),
        ("save", "save to which file? save NAME.sgf"),
        ("save /no/such/dir/x.sgf", "cannot write /no/such/dir/x.sgf: No such file or directory (os error 2)"),
        ("\u{7}\u{fffd}", "'\\u{7}\u{fffd}' is neither a move nor a command; type help for a list"),
    ];
    let start = session(&setup("stoical", 3), None, "b2\n");
    for (typed, message) in cases {
        let shown = session(&setup("stoical", 3), None, &format!("b2\n{typed}\n"));
        assert_eq!(shown.strip_prefix(&start).unwrap().trim_end(), message, "{typed}");
    }
    let cascade = session(&setup("cascade", 3), None, "b2\n");
    assert!(cascade.ends_with("\nwhich stone? white@B2, black@B2, red@B2\n"), "{cascade}");
    let ring = session(&setup("alaric", 5), None, "a1\nb1\nc1\nb1\n");
    let why = "B1 is illegal: this cell is barred until your next turn: stones of yours were taken from it just now";
    assert!(ring.ends_with(&format!("\n{why}; type moves for a list of legal moves\n")), "{ring}");
}

#[test]
fn the_kind_of_stone_comes_before_or_after_the_vertex() {
    for typed in ["red@b2", "b2 red", "red b2", "R b2"] {
        let shown = session(&setup("cascade", 3), None, &format!("{typed}\n"));
        assert!(shown.contains("last move: 1: white red@B2"), "{typed}: {shown}");
    }
    let swapped = session(&setup("cancer", 3), None, "b2\nswap\n");
    assert!(swapped.contains("last move: 2: white swap-pieces"), "{swapped}");
}

#[test]
fn a_game_is_saved_once_and_reads_back() {
    let file = std::env::temp_dir().join(format!("quintet-play-{}.sgf", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let save = format!("save {}\n", file.display());
    let shown = session(&setup("stoical", 3), Some(Seat::Black), &format!("b2\nresign\n{save}{save}"));
    assert!(shown.contains(&format!("saved to {}", file.display())), "{shown}");
    assert!(shown.contains("exists already; choose another name"), "{shown}");
    let record = sgf::load(&file, None).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!((record.moves().len(), record.tree.fact("RE")), (2, Some("W+R")));
    assert_eq!((record.tree.fact("PB"), record.tree.fact("PW")), (None, Some("quintet")));
}

#[test]
fn help_names_moves_of_the_game_at_hand() {
    let shown = session(&setup("cancer", 3), None, "help\n");
    assert!(shown.contains("\na move    B2, cancer@B2, swap-pieces\n"), "{shown}");
    let shown = session(&setup("stoical", 3), None, "?\n");
    assert!(shown.contains("\na move    B2, pass\n"), "{shown}");
}
