//! Holds the house together: what has to know of every game does, and the manual's tables are what the program says. A new
//! game fails here, and is told each place where it is still to be entered: the numbered steps of CONTRIBUTING.md.

use std::fs;
use std::path::PathBuf;

use quintet::board::{Geometry, Shape};
use quintet::games::GAMES;
use quintet::lesson::{Lesson, ShortGame};
use quintet::setup::{GameInfo, KindInfo, Setup, TestBoards};
use quintet::words::{Seat, Stone};

fn path(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(file: &str) -> String {
    fs::read_to_string(path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn names_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(path(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// A step to a new game, as CONTRIBUTING.md tells it, and whether it was made.
type Step = (&'static str, fn(&'static GameInfo) -> bool);

/// The steps behind the first two (the folder of the game, its two lines in `src/games/mod.rs`), which the compiler asks
/// for, and the second implementation, for which `tests/rules` ask.
const STEPS: &[Step] = &[
    ("Figures in `tests/data/perft.txt`: numbers of move sequences that two programs agree on.", |info| {
        read("tests/data/perft.txt").lines().any(|line| line.split_whitespace().next() == Some(info.id))
    }),
    (
        "Positions by hand in `tests/suites/ID-rules.tst`, and moves that a search has to find in `ID-tactics.tst`.",
        |info| ["rules", "tactics"].iter().all(|kind| path(&format!("tests/suites/{}-{kind}.tst", info.id)).exists()),
    ),
    (
        "A line in `scripts/count-instructions` for its playouts and one for its search; `--update` records them.",
        |info| {
            let (script, counts) = (read("scripts/count-instructions"), read("tests/data/instructions.txt"));
            ["playouts", "search"].iter().all(|what| {
                let counted = |line: &str| {
                    let mut words = line.split(' ');
                    words.next() == Some(what) && words.nth(1) == Some(info.id)
                };
                script.lines().any(counted) && counts.lines().any(counted)
            })
        },
    ),
    ("A line in `benches/playouts.rs`, and one in `scripts/bench_peers.py`.", |info| {
        let benches = read("benches/playouts.rs").contains(&format!("(\"{}\",", info.id));
        benches && read("scripts/bench_peers.py").contains(&format!("\"{}\"", info.id))
    }),
    ("Its fingerprint: `quintet bench fingerprint > tests/data/fingerprint.txt`.", |info| {
        read("tests/data/fingerprint.txt").lines().any(|line| line.starts_with(&format!("{} ", info.id)))
    }),
    ("A game of it for its picture, `docs/pictures/ID.sgf`; `scripts/pictures` draws it.", |info| {
        ["sgf", "svg"].iter().all(|kind| path(&format!("docs/pictures/{}.{kind}", info.id)).exists())
    }),
    ("A row in README.md, with the picture and the game's summary word for word.", |info| {
        let readme = read("README.md");
        let row = readme.lines().find(|line| line.contains(&format!("docs/pictures/{}.svg", info.id)));
        row.is_some_and(|row| row.contains(info.title) && row.contains(info.summary))
    }),
    ("A section in `docs/rules.md`: the rules to the letter, and what their inventor left open.", |info| {
        read("docs/rules.md").contains(&format!("\n## {}\n", info.title))
    }),
    ("Its row in the table of games of `protocol.md`, and its GoGui name with `gogui-rules_game_id`.", |info| {
        // Remarks in a cell are not compared: to which board a rule or a size belongs.
        let plain = |line: &str| line.replace(" (without effect on a ring)", "").replace(", odd for a hexagon", "");
        let manual = read("protocol.md");
        let names = manual.lines().find(|line| line.starts_with("- `gogui-rules_game_id`")).unwrap_or_default();
        names.contains(&format!("`{}`", info.gogui_id)) && manual.lines().any(|line| plain(line) == row(info))
    }),
    ("A short game to step through, at the end of `protocol.md`.", |info| {
        read("protocol.md").contains(&format!("\n### {}:", info.title))
    }),
    ("A game played in GoGui: its line in `docs/gui.md`, and both transcripts in `tests/gogui/transcripts`.", |info| {
        let transcripts = names_in("tests/gogui/transcripts");
        let has = |side: &str| {
            transcripts.iter().any(|name| name.starts_with(info.id) && name.ends_with(&format!("-{side}.txt")))
        };
        read("docs/gui.md").contains(&format!("quintet --game {} ", info.id)) && has("ruler") && has("player")
    }),
    (
        "Its boards in `tests/clients/sabaki/run.js` and `tests/analysis/games.rs`: clients are tried with every game.",
        |info| {
            let sabaki = read("tests/clients/sabaki/run.js").contains(&format!("'{}'", info.id));
            sabaki && read("tests/analysis/games.rs").contains(&format!("(\"{}\",", info.id))
        },
    ),
];

/// The row of the manual's table of games that the facts of a game make.
fn row(info: &'static GameInfo) -> String {
    let (least, most) = (info.sizes.start(), info.sizes.end());
    let mut sizes = format!("{least}..{most} ({})", info.default_size);
    if Setup::new(info).height() == 1 {
        sizes += " cells";
    }
    if info.rectangular {
        sizes += ", rectangles";
    }
    let rules: Vec<String> =
        info.rules.iter().map(|rule| format!("`{}={}`", rule.name, rule.values.join("\\|"))).collect();
    format!("| {} | `{}` | {sizes} | {} |", info.title, info.id, rules.join(", "))
}

#[test]
fn every_game_is_entered_wherever_a_game_has_to_be() {
    for info in GAMES {
        for (step, made) in STEPS {
            assert!(made(info), "{} lacks a step to a new game (ID is {}): {step}", info.title, info.id);
        }
    }
}

static LESSON: Lesson = Lesson {
    headline: "",
    signs: "",
    labels: &[],
    size: "",
    rules: &[],
    advice: &[],
    choices: &[],
    game: ShortGame { size: 9, rules: &[], start: "", moves: &[] },
};

/// A game that nobody has entered anywhere.
static SIXTH: GameInfo = GameInfo {
    id: "sixth",
    title: "Sixth",
    summary: "Fill the board.",
    gogui_id: "Sixth",
    katago_rules: None,
    sizes: 1..=25,
    default_size: 9,
    rectangular: false,
    rules: &[],
    kinds: &[KindInfo { name: "own", stone: None }],
    own_stones: [Stone::Black, Stone::White],
    stones: &[Stone::Black, Stone::White],
    first: Seat::Black,
    passes: false,
    komi: false,
    blocking: false,
    rule_sets: &[],
    handicap: false,
    star_points: false,
    dead_stones: false,
    swap: None,
    prior: &[],
    inputs: &[],
    playout: &[],
    weights: "",
    lesson: &LESSON,
    geometry: |setup| Geometry::rectangle(Shape::Square, setup.width(), setup.width()),
    check: |_| true,
    test_boards: TestBoards { small: &["2"], large: &["9"] },
};

#[test]
fn a_sixth_game_is_told_every_step() {
    for (step, made) in STEPS {
        assert!(!made(&SIXTH), "a game that nobody entered passes: {step}");
    }
}

#[test]
fn contributing_tells_the_steps_that_are_asked_for_in_their_order() {
    let text = read("CONTRIBUTING.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let mut from = 0;
    for (i, (step, _)) in STEPS.iter().enumerate() {
        // The folder, the list and the second implementation come first.
        let numbered = format!("{}. {step}", i + 4);
        let at = text[from..].find(&numbered).unwrap_or_else(|| panic!("CONTRIBUTING.md lacks the step: {numbered}"));
        from += at;
    }
}

#[test]
fn every_folder_of_games_is_a_game_in_the_list() {
    /// What games share, and the worked example, which only tests play.
    const OTHERS: [&str; 2] = ["chains", "hedge"];
    let mut folders = names_in("src/games");
    folders.retain(|name| !name.ends_with(".rs") && !OTHERS.contains(&name.as_str()));
    folders.sort();
    let mut ids: Vec<&str> = GAMES.iter().map(|info| info.id).collect();
    ids.sort_unstable();
    assert_eq!(folders, ids, "a game is the folder src/games/ID, and is named in `games!` in src/games/mod.rs");
}

#[test]
fn no_script_lists_the_games_by_hand_but_where_each_has_a_figure() {
    /// Each line of these has something to tell of the game.
    const TABLES: [&str; 2] = ["bench_peers.py", "count-instructions"];
    for name in names_in("scripts").iter().filter(|name| !TABLES.contains(&name.as_str())) {
        let text = read(&format!("scripts/{name}"));
        let is_named = |line: &str, id: &str| line.split(|c: char| !c.is_alphanumeric()).any(|word| word == id);
        for line in text.lines() {
            let named = GAMES.iter().filter(|info| is_named(line, info.id)).count();
            assert!(named < 3, "scripts/{name} lists games by hand, and can ask quintet-list_games: {line}");
        }
    }
}

#[test]
fn the_readmes_table_of_the_source_has_every_room() {
    let readme = read("README.md");
    let table = readme.lines().skip_while(|line| !line.starts_with("| module |")).skip(2);
    let cells: String =
        table.take_while(|line| line.starts_with('|')).filter_map(|line| line.split('|').nth(1)).collect();
    let told: Vec<&str> = cells.split('`').skip(1).step_by(2).collect();
    for name in &told {
        assert!(path("src").join(name).exists(), "README.md tells of src/{name}, which isn't there");
    }
    for mut name in names_in("src") {
        if path("src").join(&name).is_dir() {
            name.push('/');
        }
        assert!(name == "lib.rs" || told.contains(&name.as_str()), "README.md's table of the source lacks {name}");
    }
}

#[test]
fn the_changelog_tells_of_this_version() {
    let text = read("CHANGELOG.md");
    let newest = text.lines().find(|line| line.starts_with("## [")).expect("a version");
    assert!(newest.starts_with(&format!("## [{}] - ", env!("CARGO_PKG_VERSION"))), "CHANGELOG.md begins with {newest}");
}
