//! Games that were played in GoGui, saved in its format and loaded again.

use quintet_core::board::Vertex;

use crate::{answers, transcript};

/// Returns the letter of a column or row in SGF.
fn letter(index: u32) -> char {
    (b'a' + index as u8).into()
}

/// Returns the moves in a player's transcript.
pub fn clicks(name: &str) -> (Vec<String>, Vec<(char, String)>) {
    let (arguments, exchanges) = transcript(name);
    let mut clicks = Vec::new();
    for exchange in exchanges {
        let words: Vec<&str> = exchange.command.split(' ').collect();
        match (words[0], exchange.answer.strip_prefix("= ")) {
            ("clear_board", _) => clicks.clear(),
            ("undo", Some(_)) => _ = clicks.pop(),
            ("gg-undo", Some(_)) => clicks.truncate(clicks.len() - words[1].parse::<usize>().expect("a number")),
            ("play", Some(_)) => clicks.push((words[1].chars().next().expect("a seat"), words[2].to_owned())),
            ("genmove", Some(chosen)) => {
                clicks.push((words[1].chars().next().expect("a seat"), chosen.to_owned()));
            }
            _ => {}
        }
    }
    (arguments, clicks)
}

#[test]
fn a_game_that_gogui_saved_is_loaded_in_a_session_of_the_same_game() {
    for name in ["alaric7", "alaric8", "bracket5", "cancer4", "cascade4", "stoical5"] {
        let (arguments, clicks) = clicks(&format!("{name}-player.txt"));
        assert!(clicks.len() >= 5, "{name}: {clicks:?}");
        let size = answers(&arguments, "gogui-rules_board_size\n")[0].clone();
        let side: u32 = size.split(' ').nth(1).and_then(|side| side.parse().ok()).expect("a side");
        let mut file = format!("(;FF[4]CA[UTF-8]AP[GoGui:1.6.0]SZ[{side}]\nKM[6.5]DT[2026-11-20]PL[B]\n");
        let mut commands = String::new();
        for (seat, word) in &clicks {
            let point = word
                .parse()
                .map_or(String::new(), |Vertex { x, y }| [letter(x), letter(side - 1 - y)].iter().collect::<String>());
            file += &format!(";{}[{point}]", seat.to_ascii_uppercase());
            commands += &format!("play {seat} {word}\n");
        }
        file += ")\n";
        let path = std::env::temp_dir().join(format!("quintet-gogui-{name}-{}.sgf", std::process::id()));
        std::fs::write(&path, &file).expect("a file");
        let played = answers(&arguments, &format!("{commands}quintet-position\n"));
        let path_text = path.display();
        let loaded = answers(
            &arguments,
            &format!("loadsgf {path_text}\nquintet-position\nloadsgf {path_text} 3\ngg-undo 2\nundo\n"),
        );
        std::fs::remove_file(&path).expect("it is there");
        assert_eq!(loaded[0], "= ", "{name}: {file}");
        assert_eq!(loaded[1].split(" komi=").next(), played.last().unwrap().split(" komi=").next(), "{name}: {file}");
        assert_eq!(loaded[2..], ["= ", "= ", "? cannot undo"], "{name}");
    }
}

#[test]
fn clicks_that_do_not_fit_the_session_are_refused() {
    let path = std::env::temp_dir().join(format!("quintet-gogui-wrong-{}.sgf", std::process::id()));
    let arguments = ["--game", "cascade", "--size", "3", "--moves", "gogui"].map(str::to_owned);
    for file in [
        "(;AP[GoGui:1.6.0]SZ[5];W[aa];W[ac])",
        "(;AP[GoGui:1.6.0];W[aa];W[ac])",
        "(;AP[GoGui:1.6.0]SZ[4]AB[ab];W[aa])",
        "(;AP[GoGui:1.6.0]SZ[4];W[ad])",
        "(;AP[GoGui:1.6.0]SZ[4];W[aa];W[ac];B[zz])",
    ] {
        std::fs::write(&path, file).expect("a file");
        let said = answers(&arguments, &format!("play w C4\nplay w A1\nloadsgf {}\nlist_stones red\n", path.display()));
        assert_eq!(said[2..], ["? cannot load file", "= A1"], "{file}");
    }
    std::fs::remove_file(&path).expect("it is there");
}
