//! Files with variations: what `loadsgf` reads, `undo` takes back and `printsgf` writes.

use quintet_gtp::{Session, Style};

use crate::{ask, hold, session};

/// Loads a text as a file.
fn load(session: &mut Session, name: &str, text: &str) {
    let file = std::env::temp_dir().join(format!("quintet-gtp-{name}-{}.sgf", std::process::id()));
    std::fs::write(&file, text).expect("the file can be written");
    assert_eq!(ask(session, &format!("loadsgf {}", file.display())), "= ");
    std::fs::remove_file(&file).expect("the file is there");
}

/// Returns what `printsgf` writes after the properties that every file begins with.
fn printed(session: &mut Session) -> String {
    let text = ask(session, "printsgf");
    let (_, rest) = text.split_once("]\n").expect("two lines");
    rest.replace('\n', "")
}

#[test]
fn everything_in_a_file_is_printed_again() {
    let mut session = session("stoical", Style::Words);
    let file = "SZ[9]RU[Chinese]KM[6.5]PB[b]N[root];B[ee]LB[ee:A]TR[dd]BL[299.5](;W[cc]BM[1]C[x];B[gc])(;W[gg]XY[z]))";
    load(&mut session, "all", &format!("(;GM[1]{file}"));
    assert_eq!(printed(&mut session), file);
    hold(&mut session, &[("play w C3", "= "), ("undo", "= ")]);
    assert_eq!(printed(&mut session), file);
}

#[test]
fn moves_that_are_taken_back_are_not_printed_until_play_goes_on_otherwise() {
    let mut session = session("stoical", Style::Words);
    load(&mut session, "undo", "(;GM[1]SZ[9]RU[Chinese]KM[0]RE[B+R];B[ee];W[cc]C[x](;B[gc])(;B[gg]))");
    hold(&mut session, &[("undo", "= ")]);
    assert_eq!(printed(&mut session), "SZ[9]RU[Chinese]KM[0];B[ee];W[cc]C[x])");
    hold(&mut session, &[("play b A1", "= "), ("play w A2", "= ")]);
    assert_eq!(printed(&mut session), "SZ[9]RU[Chinese]KM[0];B[ee];W[cc]C[x](;B[ai];W[ah])(;B[gc])(;B[gg]))");
    // A move of the file is that node of the file.
    hold(&mut session, &[("gg-undo 2", "= "), ("play b G7", "= ")]);
    assert_eq!(printed(&mut session), "SZ[9]RU[Chinese]KM[0]RE[B+R];B[ee];W[cc]C[x](;B[gc])(;B[gg]))");
    hold(&mut session, &[("undo", "= "), ("play b G3", "= ")]);
    assert_eq!(printed(&mut session), "SZ[9]RU[Chinese]KM[0];B[ee];W[cc]C[x](;B[gg])(;B[gc]))");
    hold(&mut session, &[("gg-undo 3", "= "), ("undo", "? cannot undo"), ("clear_board", "= ")]);
    assert_eq!(printed(&mut session), "SZ[9]RU[Chinese]KM[0])");
}

#[test]
fn undo_goes_back_over_stones_that_were_set_up() {
    let mut session = session("stoical", Style::Words);
    load(&mut session, "set-up", "(;GM[1]SZ[9]RU[Chinese]KM[7];B[ee];W[cc];C[rest];B[];W[];AE[ee]C[dead])");
    hold(
        &mut session,
        &[
            ("list_stones black", "= "),
            ("undo", "= "),
            ("list_stones black", "= E5"),
            ("final_score", "= W+7"),
            ("gg-undo 3", "= "),
            ("list_stones white", "= "),
            ("undo", "= "),
            ("undo", "? cannot undo"),
            ("komi 5", "= "),
        ],
    );
    load(&mut session, "handicap", "(;GM[1]SZ[9]RU[Chinese]HA[2];AB[cc][gg];W[ee])");
    hold(
        &mut session,
        &[
            ("undo", "= "),
            ("quintet-side_to_move", "= white"),
            ("undo", "= "),
            ("list_stones black", "= "),
            ("undo", "? cannot undo"),
        ],
    );
}

#[test]
fn a_move_on_a_stone_is_refused_in_the_main_line_only() {
    let mut session = session("stoical", Style::Words);
    load(&mut session, "occupied", "(;GM[1]SZ[9]RU[Chinese]KM[0];B[ee](;W[cc])(;W[ee];B[aa]))");
    assert_eq!(printed(&mut session), "SZ[9]RU[Chinese]KM[0];B[ee](;W[cc])(;W[ee];B[aa]))");
    let file = std::env::temp_dir().join(format!("quintet-gtp-refused-{}.sgf", std::process::id()));
    std::fs::write(&file, "(;GM[1]SZ[9];B[ee];W[ee])").expect("the file can be written");
    assert_eq!(ask(&mut session, &format!("loadsgf {}", file.display())), "? cannot load file");
    std::fs::remove_file(&file).expect("the file is there");
}

#[test]
fn a_game_is_taken_up_to_a_vertex_from_a_file_with_quotes_or_without() {
    let folder = std::env::temp_dir().join(format!("quintet gtp {}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["a game.sgf", "game A1"] {
        std::fs::write(folder.join(name), "(;GM[1]SZ[9]RU[Chinese]KM[7];B[ee];W[cc];B[gg])").unwrap();
    }
    let mut session = session("stoical", Style::Words);
    for (arguments, last) in [
        ("\"FOLDER/a game.sgf\"", "black G3"),
        ("FOLDER/a game.sgf", "black G3"),
        ("\"FOLDER/a game.sgf\" 2", "black E5"),
        ("FOLDER/a game.sgf G3", "white C7"),
        ("\"FOLDER/a game.sgf\" c7", "black E5"),
        ("FOLDER/a game.sgf A1", "black G3"),
        ("FOLDER/a game.sgf T19", "black G3"),
        // There is a file of this name.
        ("FOLDER/game A1", "black G3"),
    ] {
        let arguments = arguments.replace("FOLDER", folder.to_str().unwrap());
        assert_eq!(ask(&mut session, &format!("loadsgf {arguments}")), "= ", "{arguments}");
        assert_eq!(ask(&mut session, "last_move"), format!("= {last}"), "{arguments}");
    }
    let printed = ask(&mut session, "printsgf");
    assert_eq!(ask(&mut session, "printsgf -"), printed);
    let quoted = folder.join("written here.sgf");
    assert_eq!(ask(&mut session, &format!("printsgf \"{}\"", quoted.display())), "= ");
    assert!(printed.ends_with(std::fs::read_to_string(&quoted).unwrap().trim_end()));
    std::fs::remove_dir_all(folder).unwrap();
}
