//! Checks that every game is entered in all lists of games, and that documents agree with the
//! program. A new game fails here until each numbered step of CONTRIBUTING.md is made.

use std::fs;
use std::path::PathBuf;

use quintet_core::setup::{GameInfo, PresentationInfo, Setup};
use quintet_games::GAMES;

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

/// A part of a step for a new game, as in CONTRIBUTING.md, and the test whether it was made.
type Step = (&'static str, fn(&'static GameInfo) -> bool);

const PERFT: &str = "Figures in `tests/data/perft.txt`: numbers of move sequences that two programs agree on.";

fn has_perft(info: &GameInfo) -> bool {
    read("tests/data/perft.txt").lines().any(|line| line.split_whitespace().next() == Some(info.id))
}

const FINGERPRINT: &str = "Its fingerprint: `quintet bench fingerprint > tests/data/fingerprint.txt`.";

fn has_fingerprint(info: &GameInfo) -> bool {
    read("tests/data/fingerprint.txt").lines().any(|line| line.starts_with(&format!("{} ", info.id)))
}

const RULES: &str = "A section in `docs/rules.md`: the exact rules, and what their inventor left open.";

fn has_rules(info: &GameInfo) -> bool {
    read("docs/rules.md").contains(&format!("\n## {}\n", info.title))
}

const PROTOCOL: &str = "Its row in the table of games of `protocol.md`, its name in GoGui under `gogui-rules_game_id`, \
                        and its identifier in the answers there that list the games.";

fn is_in_the_protocol(info: &'static GameInfo) -> bool {
    // Remarks on the board to which a rule or a size belongs are not compared.
    let plain = |line: &str| line.replace(" (without effect on a ring)", "").replace(", odd for a hexagon", "");
    let manual = read("protocol.md");
    let names = manual.split("\n- ").find(|entry| entry.starts_with("`gogui-rules_game_id`")).unwrap_or_default();
    let is_listed = manual.lines().any(|line| line == info.id || line == format!("= {}", info.id));
    names.contains(&format!("`{}`", info.presentation.gogui_id))
        && is_listed
        && manual.lines().any(|line| plain(line) == row(info))
}

const TUTORIAL: &str = "A short game to step through in `docs/tutorial.md`, the same as in the game's tutorial.";

fn has_tutorial(info: &GameInfo) -> bool {
    read("docs/tutorial.md").contains(&format!("\n### {}:", info.title))
}

/// The parts of the steps for a relative of a game, but for its folder and its second
/// implementation.
const RELATIVE_STEPS: &[Step] = &[
    (PERFT, has_perft),
    (FINGERPRINT, has_fingerprint),
    ("Its title and a link to its rules in `README.md`.", |info| {
        read("README.md").contains(&format!("[{}](docs/rules.md#{})", info.title, info.id))
    }),
    (RULES, has_rules),
    (PROTOCOL, is_in_the_protocol),
    (TUTORIAL, has_tutorial),
];

/// The parts of all steps but the first two: the folder of the game and its two lines in
/// `crates/games/src/lib.rs`, which the compiler requires, and the second implementation, which
/// `tests/rules` requires.
const STEPS: &[Step] = &[
    (PERFT, has_perft),
    (
        "What a client sees of the rules in `tests/suites/ID-rules.tst`, and moves that a search has to find in \
         `tests/suites/ID-tactics.tst`.",
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
    ("A line in `scripts/bench_peers.py`.", |info| {
        read("scripts/bench_peers.py").contains(&format!("\"{}\"", info.id))
    }),
    (FINGERPRINT, has_fingerprint),
    ("A board in the `BOARDS` of `tests/levels/main.rs`, which measures the levels of play.", |info| {
        read("tests/levels/main.rs").contains(&format!("\"{} ", info.id))
    }),
    ("A game of it for its picture, `docs/pictures/ID.sgf`; `scripts/pictures` draws it.", |info| {
        ["sgf", "svg"].iter().all(|kind| path(&format!("docs/pictures/{}.{kind}", info.id)).exists())
    }),
    ("A row in README.md, with the picture and the game's summary word for word.", |info| {
        let readme = read("README.md");
        let row = readme.lines().find(|line| line.contains(&format!("docs/pictures/{}.svg", info.id)));
        row.is_some_and(|row| row.contains(info.title) && row.contains(info.presentation.summary))
    }),
    (
        "Its title in the sentences that list the games: `README.md`, `Cargo.toml`, `crates/games/Cargo.toml`, \
         `crates/games/src/lib.rs`, `crates/web/src/site.rs`, `packages/npm/README.md`, `packages/npm/package.json`, \
         `packages/python/README.md`.",
        |info| {
            let files = "README.md Cargo.toml crates/games/Cargo.toml crates/games/src/lib.rs crates/web/src/site.rs \
                         packages/npm/README.md packages/npm/package.json packages/python/README.md";
            files.split(' ').all(|file| {
                let text = read(file).replace(['/', '!', '\\'], " ");
                text.split_whitespace().collect::<Vec<_>>().join(" ").contains(info.title)
            })
        },
    ),
    (RULES, has_rules),
    (PROTOCOL, is_in_the_protocol),
    (TUTORIAL, has_tutorial),
    (
        "A game played in GoGui: its line in `docs/gui.md`, both transcripts in `tests/gogui/transcripts`, and a line \
         in `tests/gogui/main.rs` that replays them.",
        |info| {
            let transcripts = names_in("tests/gogui/transcripts");
            let has = |side: &str| {
                transcripts.iter().any(|name| name.starts_with(info.id) && name.ends_with(&format!("-{side}.txt")))
            };
            let is_replayed = read("tests/gogui/main.rs").contains(&format!(": \"{}", info.id));
            let is_told = read("docs/gui.md").contains(&format!("quintet --game {} ", info.id));
            is_told && has("ruler") && has("player") && is_replayed
        },
    ),
    (
        "Its boards in `tests/clients/sabaki/run.js`, `tests/wasm/run.mjs` and `tests/analysis/games.rs`: clients are \
         tried with every game.",
        |info| {
            let sabaki = read("tests/clients/sabaki/run.js").contains(&format!("'{}'", info.id));
            let module = read("tests/wasm/run.mjs").contains(&format!("\n  {}: {{rules", info.id));
            sabaki && module && read("tests/analysis/games.rs").contains(&format!("(\"{}\",", info.id))
        },
    ),
];

/// Returns the row of the manual's table of games for a game.
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
fn every_game_is_in_all_lists() {
    let missing = GAMES.iter().flat_map(|info| {
        let steps = if info.relative_of.is_some() { RELATIVE_STEPS } else { STEPS };
        let steps = steps.iter().filter(|(_, made)| !made(info));
        steps.map(|(step, _)| format!("{} lacks (ID is {}): {step}", info.title, info.id))
    });
    let missing: Vec<String> = missing.collect();
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}

/// A game that is in no list.
static SIXTH: GameInfo = GameInfo {
    id: "sixth",
    title: "Sixth",
    presentation: PresentationInfo { summary: "Fill the board.", gogui_id: "Sixth", ..PresentationInfo::BASE },
    ..GameInfo::BASE
};

#[test]
fn a_game_in_no_list_lacks_every_step() {
    for (step, made) in STEPS.iter().chain(RELATIVE_STEPS) {
        assert!(!made(&SIXTH), "a game in no list passes: {step}");
    }
}

#[test]
fn contributing_has_the_steps_in_order() {
    let text = read("CONTRIBUTING.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let mut from = 0;
    for (step, _) in STEPS.iter().chain(RELATIVE_STEPS) {
        let part = format!("- {step}");
        let at = text[from..].find(&part).unwrap_or_else(|| panic!("CONTRIBUTING.md lacks the step: {step}"));
        from += at;
    }
}

#[test]
fn every_folder_of_games_is_a_game_in_the_list() {
    /// Code that games share.
    const OTHERS: [&str; 1] = ["chains"];
    let mut folders = names_in("crates/games/src");
    folders.retain(|name| !name.ends_with(".rs") && !OTHERS.contains(&name.as_str()));
    folders.sort();
    let mut ids: Vec<&str> = GAMES.iter().map(|info| info.id).collect();
    ids.sort_unstable();
    assert_eq!(folders, ids, "a game is the folder crates/games/src/ID and is in the list of crates/games/src/lib.rs");
}

#[test]
fn only_scripts_with_figures_list_the_games() {
    /// Scripts with figures for each game.
    const TABLES: [&str; 2] = ["bench_peers.py", "count-instructions"];
    for name in names_in("scripts").iter().filter(|name| !TABLES.contains(&name.as_str())) {
        let text = read(&format!("scripts/{name}"));
        let is_named = |line: &str, id: &str| line.split(|c: char| !c.is_alphanumeric()).any(|word| word == id);
        for line in text.lines() {
            let named = GAMES.iter().filter(|info| is_named(line, info.id)).count();
            assert!(named < 3, "scripts/{name} lists games by hand; it can use quintet-list_games: {line}");
        }
    }
}

#[test]
fn the_architecture_describes_every_crate() {
    let text = read("ARCHITECTURE.md");
    for name in names_in("crates") {
        assert!(text.contains(&format!("`{name}`")) || text.contains(&format!("crates/{name}")), "no crate {name}");
    }
}

/// Returns the Markdown files of the project, without those of dependencies.
fn documents() -> Vec<String> {
    let mut files: Vec<String> = names_in(".").into_iter().filter(|name| name.ends_with(".md")).collect();
    for folder in ["docs", "docs/research"] {
        files.extend(
            names_in(folder).iter().filter(|name| name.ends_with(".md")).map(|name| format!("{folder}/{name}")),
        );
    }
    files.sort();
    files
}

/// Returns the words of a document that are paths below the folders of the project, in code blocks
/// and in backquotes. Patterns and placeholders are left out.
fn paths_in(document: &str) -> Vec<String> {
    const ROOTS: [&str; 7] = ["crates/", "docs/", "examples/", "scripts/", "src/", "tests/", "tools/"];
    let words = document.split(|c: char| c.is_whitespace() || "`()\"'|$=,;".contains(c));
    let words = words.map(|word| word.split('#').next().unwrap_or_default().trim_end_matches(['/', '.', ':']));
    let paths = words.filter(|word| ROOTS.iter().any(|root| word.len() > root.len() && word.starts_with(root)));
    let is_pattern =
        |path: &&str| path.contains(['*', '<', '{']) || ["ID", "GAME"].iter().any(|word| path.contains(word));
    paths.filter(|path| !is_pattern(path)).map(str::to_owned).collect()
}

#[test]
fn documents_name_paths_that_exist() {
    let mut found = 0;
    // The changelog names files of earlier versions.
    for file in documents().into_iter().filter(|file| file != "CHANGELOG.md") {
        for name in paths_in(&read(&file)) {
            assert!(path(&name).exists(), "{file} names {name}, which does not exist");
            found += 1;
        }
    }
    assert!(found > 50, "only {found} paths are found in the documents");
}

/// Returns the paths of items in code spans, such as `core::time::TimeSource`, whose first segment
/// is a crate.
fn items_in(document: &str) -> Vec<Vec<String>> {
    let spans = document.split('`').skip(1).step_by(2);
    let words = spans.flat_map(|span| span.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')));
    let paths = words.map(|word| word.split("::").map(str::to_owned).collect::<Vec<_>>());
    paths.filter(|path| path.len() > 1 && self::path(&format!("crates/{}", path[0])).exists()).collect()
}

#[test]
fn the_architecture_names_items_that_exist() {
    let items = items_in(&read("ARCHITECTURE.md"));
    assert!(items.len() > 10, "only {} items are found", items.len());
    for item in items {
        let [name, modules @ .., last] = &item[..] else { unreachable!("an item has two segments") };
        let mut folder = path(&format!("crates/{name}/src"));
        let mut file = folder.join("lib.rs");
        for module in modules {
            file = folder.join(format!("{module}.rs"));
            folder = folder.join(module);
            file = if file.exists() { file } else { folder.join("mod.rs") };
            assert!(file.exists(), "ARCHITECTURE.md names {}, but there is no {}", item.join("::"), file.display());
        }
        let text = fs::read_to_string(&file).unwrap();
        let is_module = folder.join(format!("{last}.rs")).exists() || folder.join(last).exists();
        let is_used = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == last);
        assert!(is_module || is_used, "ARCHITECTURE.md names {}, which is not in {}", item.join("::"), file.display());
    }
}

#[test]
fn prose_in_documents_has_at_most_100_columns() {
    for file in documents() {
        let mut is_code = false;
        for (number, line) in read(&file).lines().enumerate() {
            let text = line.trim_start();
            if text.starts_with("```") {
                is_code = !is_code;
            }
            let is_prose = !is_code && !text.starts_with('|');
            // A link or a word of code may be longer than a line.
            let has_spaces = text.split_whitespace().count() > 3;
            let columns = line.chars().count();
            assert!(!is_prose || !has_spaces || columns <= 100, "{file}:{}: {columns} columns: {line}", number + 1);
        }
    }
}

#[test]
fn shipped_weights_name_no_path_of_the_machine_that_made_them() {
    const FOLDER: &str = "crates/games/weights";
    for name in names_in(FOLDER) {
        let file: toml::Table = read(&format!("{FOLDER}/{name}")).parse().unwrap();
        let command = file["made"]["command"].as_str().unwrap();
        let is_absolute = |word: &str| word.trim_matches(['\'', '"']).starts_with(['/', '~']);
        assert!(!command.split([' ', '=']).any(is_absolute), "{name}: {command}");
    }
}

#[test]
fn packages_have_the_version_of_the_program() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    for (name, dependency) in manifest["workspace"]["dependencies"].as_table().unwrap() {
        if let (true, Some(version)) = (name.starts_with("quintet-"), dependency.get("version")) {
            assert_eq!(version.as_str(), Some(env!("CARGO_PKG_VERSION")), "{name}");
        }
    }
    let python: toml::Table = read("crates/python/Cargo.toml").parse().unwrap();
    assert_eq!(python["package"]["version"].as_str(), Some(env!("CARGO_PKG_VERSION")), "crates/python");
    let package: serde_json::Value = serde_json::from_str(&read("packages/npm/package.json")).unwrap();
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn the_changelog_describes_this_version() {
    let text = read("CHANGELOG.md");
    let newest = text.lines().find(|line| line.starts_with("## [")).expect("a version");
    assert!(newest.starts_with(&format!("## [{}] - ", env!("CARGO_PKG_VERSION"))), "CHANGELOG.md begins with {newest}");
}
