//! Setups written as one line, and the setups of the tests: the test boards of the games.

use quintet_core::setup::{GameInfo, Setup};
use quintet_games as games;
use quintet_record::setup_words::{ReadSetupError, SetupWords, komi, rule};

/// Reads `GAME SIZE RULE=VALUE ... [block=V,V] [komi=K]`; the size is `N` or `WxH`.
pub fn setup(line: &str) -> Setup {
    try_setup(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Like [`setup`], but returns an error if size and rules do not fit together.
pub fn try_setup(line: &str) -> Result<Setup, ReadSetupError> {
    let mut words = line.split_whitespace().map(str::to_owned);
    let mut wanted = SetupWords { game: words.next(), size: words.next(), ..SetupWords::default() };
    for word in words {
        match rule(&word)? {
            ("block", vertices) => wanted.blocked.push(vertices.to_owned()),
            ("komi", points) => wanted.komi = Some(komi(points)?),
            (name, value) => wanted.rules.push((name.to_owned(), value.to_owned())),
        }
    }
    wanted.read()
}

/// Returns every combination of a game's rules, as the words of a line.
fn rules(info: &GameInfo) -> Vec<String> {
    info.rules.iter().fold(vec![String::new()], |lines, rule| {
        let more = |line: &String| rule.values.iter().map(|value| format!("{line} {}={value}", rule.name)).collect();
        lines.iter().flat_map(|line| -> Vec<String> { more(line) }).collect()
    })
}

/// Returns the small boards of a game, one group for each combination of its rules.
pub fn small_by_rules(info: &GameInfo) -> Vec<Vec<String>> {
    let with = |rules: String| {
        let lines = info.test_boards.small.iter().map(|board| format!("{} {board}{rules}", info.id));
        lines.filter(|line| try_setup(line).is_ok()).collect()
    };
    rules(info).into_iter().map(with).collect()
}

/// Returns boards on which every rule of every game occurs: the smallest, odd ones, rectangles,
/// blocked points, all options. All are small enough for slow tests with many games.
pub fn small() -> Vec<String> {
    games::GAMES.iter().flat_map(|info| small_by_rules(info)).flatten().collect()
}

/// Returns boards of usual sizes, and the largest.
pub fn large() -> Vec<String> {
    let boards = |info: &&'static GameInfo| {
        info.test_boards.large.iter().map(move |board| format!("{} {board}", info.id)).collect()
    };
    games::GAMES.iter().flat_map(|info| -> Vec<String> { boards(info) }).collect()
}

#[test]
fn every_test_board_goes_with_some_rules() {
    for info in games::GAMES {
        let small = small_by_rules(info).into_iter().flatten().collect::<Vec<_>>();
        for board in info.test_boards.small {
            let line = format!("{} {board}", info.id);
            assert!(small.iter().any(|known| known.starts_with(&line)), "{line} goes with no rules");
        }
        // Some games have few boards at all.
        let sizes = info.sizes.clone().filter(|&size| Setup::new(info).with_size(size).is_ok()).count();
        let fewest = sizes.clamp(1, 4);
        assert!(
            small_by_rules(info).iter().all(|group| group.len() >= fewest),
            "{}: {fewest} small boards at least for every combination of rules",
            info.id
        );
    }
    large().iter().for_each(|line| _ = setup(line));
}
