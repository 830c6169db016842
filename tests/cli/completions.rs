//! The scripts of `quintet completions`.

use std::process::{Command, Stdio};

use quintet_games::GAMES;

use super::{printed, refused};

/// Returns the rules of all games as options.
fn rules() -> Vec<String> {
    let rules = GAMES.iter().flat_map(|info| info.rules);
    let mut words: Vec<String> =
        rules.flat_map(|rule| rule.values.iter().map(|value| format!("{}={value}", rule.name))).collect();
    words.sort();
    words.dedup();
    words
}

#[test]
fn each_shell_completes_games_and_rules() {
    let all = GAMES.iter().map(|info| info.id).collect::<Vec<_>>().join(" ");
    for (shell, game) in [
        ("bash", format!("compgen -W \"{all}\" -- ")),
        ("zsh", "stoical\\:\"Stoical Go\"".to_owned()),
        ("fish", "stoical\\t'Stoical Go'".to_owned()),
    ] {
        let script = printed(&format!("completions {shell}"), "");
        assert!(script.contains(&game), "{shell}");
        for words in GAMES.iter().map(|info| info.id.to_owned()).chain(rules()) {
            assert!(script.contains(&words), "{shell}: {words}");
        }
    }
}

#[test]
fn bash_completes_the_values_of_game_and_rule() {
    let complete = "source /dev/stdin; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); \
                    _quintet quintet \"${@: -1}\" \"${@: -2:1}\"; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let script = printed("completions bash", "");
    let completed = |words: &[&str]| {
        let mut bash = Command::new("bash");
        bash.args(["-c", complete, "bash", "quintet"]).args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut bash = bash.spawn().unwrap();
        std::io::Write::write_all(&mut bash.stdin.take().unwrap(), script.as_bytes()).unwrap();
        let shown = String::from_utf8(bash.wait_with_output().unwrap().stdout).unwrap();
        shown.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let games: Vec<&str> = GAMES.iter().map(|info| info.id).collect();
    let with_c: Vec<&str> = games.iter().copied().filter(|id| id.starts_with('c')).collect();
    for command in [&[][..], &["play"], &["match"], &["perft"], &["bench", "search"], &["analysis"]] {
        assert_eq!(completed(&[command, &["--game", ""]].concat()), games, "{command:?}");
        assert_eq!(completed(&[command, &["--game", "c"]].concat()), with_c, "{command:?}");
    }
    assert_eq!(completed(&["play", "--rule", ""]), rules());
    assert_eq!(completed(&["--color", "n"]), ["never"]);
}

#[test]
fn help_and_errors_are_as_short_as_before() {
    let help = printed("perft --help", "");
    assert!(!help.contains("[possible values: alaric") && !help.contains("ko=positional"), "{help}");
    refused(
        "--game chess",
        "quintet: unknown game 'chess'; games are alaric, bracket, cancer, cascade, stoical, redstone, alak",
    );
    // Capitals, spaces and names of games are accepted as before.
    assert_eq!(printed("perft 1 --game CASCADE --size 3", ""), printed("perft 1 --game cascade --size 3", ""));
}
