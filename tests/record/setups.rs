//! Game, size, rules, komi and blocked points are read in the same way everywhere.

use std::process::Command;

use quintet_arena::matches::config::MatchConfig;
use quintet_arena::matches::results::SetupRecord;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_gtp::{Options, Session};
use quintet_record::setup_words::SetupWords;
use quintet_record::{position_line, sgf};

/// Returns the position of the program with these arguments, or the error with which it does not
/// start.
fn program(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(["svg", "--caption", ""])
        .args(arguments)
        .output()
        .expect("the program starts");
    let stderr = String::from_utf8(output.stderr).unwrap();
    if !output.status.success() {
        return Err(stderr.trim_end().strip_prefix("quintet: ").unwrap().to_owned());
    }
    let picture = String::from_utf8(output.stdout).unwrap();
    let (_, rest) = picture.split_once("<desc>").unwrap();
    Ok(rest.split_once("</desc>").unwrap().0.to_owned())
}

fn line(setup: &Setup) -> String {
    position_line::write(&Game::new(setup.clone()))
}

const BOARD: &str = "stoical 4x3 ko=simple repetition=draw komi=0.5 ..../..%./%... b";

#[test]
fn every_reader_gives_the_same_setup() {
    let options = ["--size=4x3", "--rule=ko=simple", "--komi=0.5", "--block=a1,C2"];
    assert_eq!(program(&options).as_deref(), Ok(BOARD), "the command line");

    let file = std::env::temp_dir().join(format!("quintet-setup-{}.toml", std::process::id()));
    std::fs::write(&file, "size = '4x3'\nkomi = 0.5\nblock = ['A1', 'C2']\n[rules]\nko = 'simple'\n").unwrap();
    let path = file.to_str().unwrap();
    assert_eq!(program(&["--engine-config", path]).as_deref(), Ok(BOARD), "a TOML file");
    std::fs::write(&file, "game = 'cancer'\nsize = 4\n").unwrap();
    let cancer = program(&["--engine-config", path]).unwrap();
    assert!(cancer.starts_with("cancer 4 "), "a size may be a number: {cancer}");
    std::fs::remove_file(file).unwrap();

    let toml = "size = '4x3'\nkomi = 0.5\nblock = ['A1,C2']\nrules = { ko = 'simple' }\n";
    let config: MatchConfig = toml::from_str(toml).unwrap();
    assert_eq!(line(&config.setup().unwrap()), BOARD, "a match file");
    let config: MatchConfig = toml::from_str("game = 'bracket'\nsize = 5\n").unwrap();
    assert_eq!(config.setup().unwrap().width(), 5);

    let (setup, _) = position_line::read(BOARD).unwrap();
    assert_eq!(line(&setup), BOARD, "a position line");
    assert_eq!(SetupRecord::from(&setup).setup().unwrap(), setup, "a results file");

    let file = "(;SZ[4:3]RU[stoical ko=simple]KM[0.5]QA[blocked:ac][blocked:cb])";
    assert_eq!(line(sgf::read(file.as_bytes(), None).unwrap().tree.setup()), BOARD, "an SGF file");

    let mut session = Session::new(Options::new(SetupWords::default().read().unwrap())).unwrap();
    for command in ["boardsize 4 3", "quintet-set_rule ko simple", "komi 0.5", "quintet-block A1 C2"] {
        assert_eq!(session.execute(command), "= \n\n", "{command}");
    }
    assert_eq!(line(session.setup()), BOARD, "GTP");
}

#[test]
fn every_reader_lists_what_is_accepted() {
    let ids: Vec<&str> = quintet_games::GAMES.iter().map(|info| info.id).collect();
    let unknown = format!("unknown game 'chess'; games are {}", ids.join(", "));
    assert_eq!(program(&["--game", "chess"]), Err(unknown.clone()));
    let config = MatchConfig { game: "chess".to_owned(), ..MatchConfig::default() };
    assert_eq!(config.setup().unwrap_err().to_string(), unknown);
    assert_eq!(position_line::read("chess 8").unwrap_err().to_string(), unknown);
    let known = SetupRecord::from(&SetupWords::default().read().unwrap());
    let record = SetupRecord { game: "chess".to_owned(), ..known };
    assert_eq!(record.setup().unwrap_err().to_string(), unknown);

    let size = "unacceptable size 30: stoical takes 2 to 25, or WxH with these sides";
    assert_eq!(program(&["--size", "30"]), Err(size.to_owned()));
    let config = MatchConfig { size: Some("30".to_owned()), ..MatchConfig::default() };
    assert_eq!(config.setup().unwrap_err().to_string(), size);

    let point = "'Z9' is not a point of this board";
    assert_eq!(program(&["--block", "Z9"]), Err(point.to_owned()));
    let config = MatchConfig { block: vec!["Z9".to_owned()], ..MatchConfig::default() };
    assert_eq!(config.setup().unwrap_err().to_string(), point);
    assert!(program(&["--komi", "nan"]).unwrap_err().contains("komi is a finite number, not 'nan'"));
}

#[test]
fn blocked_points_of_a_match_are_separated_by_commas_or_spaces() {
    for arguments in [
        &["--block", "A1,B2", "match"][..],
        &["match", "--block", "A1,B2"],
        &["match", "--block", "A1", "B2"],
        &["match", "--size", "9x7", "--block", "A1,B2"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_quintet")).args(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        // Setups are checked first, so that only the engines are missing.
        assert!(said.starts_with("quintet: a match needs two engines or more"), "{arguments:?}: {said}");
    }
}
