//! Checks of the source that the compiler does not make: layers of crates, names of games, sizes of
//! files, typed errors.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use quintet_core::types::Stone;
use quintet_games::GAMES;
use regex_lite::Regex;
use toml::Table;

/// The crates in layers, lowest first. A crate may depend only on crates of lower layers.
const LAYERS: &[&[&str]] = &[
    &["system"],
    &["network"],
    &["core"],
    &["games", "search", "solve"],
    &["record", "engine"],
    &["arena", "conformance", "puzzles"],
    &["analysis", "gtp", "learn", "study", "web"],
    &["python", "wasm"],
];

/// Crates that a program with only games and search must not compile, so that it stays small.
const HEAVY: [&str; 5] = ["hyper", "tokio", "clap", "indicatif", "serde_json"];

/// The largest number of lines of a file.
const MOST_LINES: usize = 500;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the Rust files below a folder.
fn sources(folder: &str) -> Vec<PathBuf> {
    files(folder, &["rs"])
}

/// Returns the files below a folder with one of these extensions; "" for none.
fn files(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if extensions.iter().any(|known| path.extension().unwrap_or_default() == *known) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Returns the names of the crates.
fn crates() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn manifest(name: &str) -> Table {
    read(&root().join("crates").join(name).join("Cargo.toml")).parse().unwrap()
}

/// Returns the dependencies of a crate, without those of tests.
fn dependencies(name: &str) -> BTreeSet<String> {
    let manifest = manifest(name);
    let mut tables = vec![&manifest];
    if let Some(targets) = manifest.get("target").and_then(|targets| targets.as_table()) {
        // The program is never compiled for WebAssembly.
        let of_program = targets.iter().filter(|(target, _)| *target != "cfg(target_family = \"wasm\")");
        tables.extend(of_program.filter_map(|(_, target)| target.as_table()));
    }
    let dependencies = tables.into_iter().filter_map(|table| table.get("dependencies")?.as_table());
    dependencies.flat_map(|table| table.keys().cloned()).collect()
}

/// Returns the names of the dependencies of a manifest for all targets, except optional ones.
fn needed(manifest: &Table) -> BTreeSet<String> {
    let targets = manifest.get("target").and_then(|targets| targets.as_table()).into_iter().flatten();
    let tables = targets.filter_map(|(_, target)| target.as_table()).chain([manifest]);
    let dependencies = tables.filter_map(|table| table.get("dependencies")?.as_table()).flatten();
    let is_optional = |value: &toml::Value| value.get("optional").and_then(|optional| optional.as_bool()) == Some(true);
    dependencies.filter(|(_, value)| !is_optional(value)).map(|(name, _)| name.clone()).collect()
}

/// Returns the code of a file without comments and unit tests.
fn code(path: &Path) -> String {
    let text = read(path);
    let end = text.find("#[cfg(test)]\nmod tests {").or_else(|| text.find("#[cfg(test)]\npub mod tests {"));
    let lines = text[..end.unwrap_or(text.len())].lines();
    lines.map(|line| if line.trim_start().starts_with("//") { "" } else { line }).collect::<Vec<_>>().join("\n")
}

fn is_test(path: &Path) -> bool {
    path.iter().any(|part| part == "tests" || part == "tests.rs")
}

#[test]
fn a_crate_depends_only_on_lower_layers() {
    let layer = |name: &str| {
        let found = LAYERS.iter().position(|layer| layer.contains(&name));
        found.unwrap_or_else(|| panic!("the crate {name} is in no layer of this test"))
    };
    for name in crates() {
        for dependency in dependencies(&name).iter().filter_map(|dependency| dependency.strip_prefix("quintet-")) {
            assert!(layer(dependency) < layer(&name), "{name} must not depend on {dependency}");
        }
    }
}

#[test]
fn games_and_search_compile_no_heavy_crates() {
    let lock: Table = read(&root().join("Cargo.lock")).parse().unwrap();
    let mut locked: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in lock["package"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        let dependencies = package.get("dependencies").and_then(|list| list.as_array()).into_iter().flatten();
        // A dependency is a name, with its version if there are several.
        let names = dependencies.map(|text| text.as_str().unwrap().split(' ').next().unwrap().to_owned());
        locked.entry(name.to_owned()).or_default().extend(names);
    }
    let mut compiled = BTreeSet::new();
    let mut queue: Vec<String> = ["core", "games", "search"].map(|name| format!("quintet-{name}")).to_vec();
    while let Some(name) = queue.pop() {
        if compiled.insert(name.clone()) {
            match name.strip_prefix("quintet-") {
                Some(ours) => queue.extend(dependencies(ours)),
                None => queue.extend(locked.get(&name).cloned().unwrap_or_default()),
            }
        }
    }
    assert!(compiled.contains("rand"), "third-party crates are not found");
    for heavy in HEAVY {
        assert!(!compiled.contains(heavy), "{heavy} is compiled for games and search");
    }
}

#[test]
fn the_lock_files_beside_the_workspace_are_up_to_date() {
    for folder in ["crates/python", "crates/wasm", "fuzz", "loom"] {
        let lock: Table = read(&root().join(folder).join("Cargo.lock")).parse().unwrap();
        let packages = lock["package"].as_array().unwrap().iter();
        let ours = packages.filter_map(|package| {
            let name = package["name"].as_str()?.strip_prefix("quintet-")?;
            let is_other = folder != format!("crates/{name}") && root().join("crates").join(name).is_dir();
            let locked = package.get("dependencies").and_then(|list| list.as_array()).into_iter().flatten();
            let locked: Vec<&str> = locked.map(|text| text.as_str().unwrap().split(' ').next().unwrap()).collect();
            is_other.then(|| (name, package["version"].as_str().unwrap(), locked))
        });
        let ours: Vec<(&str, &str, Vec<&str>)> = ours.collect();
        assert!(!ours.is_empty(), "{folder}/Cargo.lock names no crate of the workspace");
        for (name, version, locked) in ours {
            let fix = "run `cargo update --workspace` there";
            assert_eq!(version, env!("CARGO_PKG_VERSION"), "{folder}/Cargo.lock, quintet-{name}: {fix}");
            for dependency in needed(&manifest(name)) {
                let is_locked = locked.contains(&dependency.as_str());
                assert!(is_locked, "{folder}/Cargo.lock, quintet-{name} has no {dependency}: {fix}");
            }
        }
    }
}

#[test]
fn only_the_games_name_a_game() {
    // The cancer stone has the same name as its game.
    let is_stone = |id: &&str| Stone::ALL.iter().any(|stone| stone.name() == *id);
    let names = GAMES.iter().flat_map(|info| {
        let id = Some(info.id).filter(|id| !is_stone(id)).map(|id| format!("\"{id}\""));
        id.into_iter().chain([format!("\"{}\"", info.title), format!("games::{}", info.id)])
    });
    let mut forbidden: Vec<String> = names.collect();
    // Behaviour must depend on the facts of a game, not on its name.
    forbidden.extend([".id == \"", ".id != \"", ".title == \"", "match info.id", "info().id {"].map(str::to_owned));
    for path in ["crates", "src"].into_iter().flat_map(sources) {
        if path.starts_with(root().join("crates/games")) || is_test(&path) {
            continue;
        }
        let code = code(&path);
        for name in &forbidden {
            assert!(!code.contains(name), "{} names a game: {name}", path.display());
        }
    }
}

#[test]
fn no_file_is_too_long() {
    let folders = [
        ".ci",
        "crates",
        "examples",
        "fuzz/fuzz_targets",
        "fuzz/src",
        "loom",
        "packages",
        "scripts",
        "src",
        "tests",
        "tools",
    ];
    let code = ["rs", "js", "mjs", "css", "html", "py", "sh", "c", ""];
    let all: Vec<PathBuf> = folders.into_iter().flat_map(|folder| files(folder, &code)).collect();
    let is_ours = |path: &&PathBuf| {
        !path.components().any(|part| part.as_os_str() == "target" || part.as_os_str() == "node_modules")
    };
    for path in all.iter().filter(is_ours) {
        let lines = read(path).lines().count();
        assert!(lines <= MOST_LINES, "{} has {lines} lines", path.display());
    }
}

#[test]
fn lines_of_the_page_have_at_most_120_columns() {
    for path in files("crates/web/src/page", &["js", "css", "html"]) {
        for (index, line) in read(&path).lines().enumerate() {
            assert!(line.chars().count() <= 120, "{}:{}: {line}", path.display(), index + 1);
        }
    }
}

#[test]
fn colours_of_the_page_have_names() {
    let styles = files("crates/web/src/page", &["css"]);
    let used = Regex::new(r"var\((--[a-z0-9-]+)\)").expect("a pattern");
    let literal = Regex::new(r"#[0-9a-fA-F]{3,8}\b|\b(rgb|hsl)a?\(").expect("a pattern");
    let id_before_rule = Regex::new(r"#[a-z-]+[^;:{}]*\{").expect("a pattern");
    let all: String = styles.iter().map(|path| read(path)).collect();
    for path in styles.iter().filter(|path| !path.ends_with("colours.css")) {
        for (index, line) in read(path).lines().enumerate() {
            let values = id_before_rule.replace_all(line, "{");
            assert!(!literal.is_match(&values), "{}:{}: {line}", path.display(), index + 1);
        }
        for name in used.captures_iter(&read(path)) {
            let is_set = all.contains(&format!("{}:", &name[1]));
            assert!(is_set || is_set_by_scripts(&name[1]), "{}: {} has no value", path.display(), &name[1]);
        }
    }
}

/// Returns whether a script of the page sets a variable of the stylesheets.
fn is_set_by_scripts(name: &str) -> bool {
    files("crates/web/src/page", &["js"]).iter().any(|path| read(path).contains(&format!("\"{name}\"")))
}

/// Returns the error type of every `Result<_, _>` in a text.
fn error_types(code: &str) -> Vec<String> {
    let mut types = Vec::new();
    for (at, found) in code.match_indices("Result<") {
        let mut depth = 1;
        let mut error: Option<String> = None;
        for c in code[at + found.len()..].chars() {
            match c {
                '<' | '(' | '[' => depth += 1,
                '>' | ')' | ']' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            if c == ',' && depth == 1 {
                error = Some(String::new());
            } else if let Some(error) = &mut error {
                error.push(c);
            }
        }
        types.extend(error.map(|error| error.trim().to_owned()));
    }
    types
}

#[test]
fn libraries_have_typed_errors() {
    assert_eq!(error_types("fn f() -> Result<Vec<(u8, u8)>, String> { io::Result<String>"), ["String"]);
    for path in sources("crates").into_iter().filter(|path| !is_test(path)) {
        for error in error_types(&code(&path)) {
            assert_ne!(error, "String", "{} has an error that is a text", path.display());
        }
    }
}

/// The files that write others in place: the writer of whole files itself, locks, and files that
/// only grow while games are played.
const WRITES_IN_PLACE: [&str; 5] = [
    "crates/system/src/atomic_file/mod.rs",
    "crates/system/src/file_lock.rs",
    "crates/arena/src/matches/in_progress.rs",
    "crates/arena/src/matches/results.rs",
    "crates/study/src/store.rs",
];

#[test]
fn files_are_replaced_as_a_whole() {
    for path in ["crates", "src", "tools"].into_iter().flat_map(sources) {
        if is_test(&path) || WRITES_IN_PLACE.iter().any(|file| path == root().join(file)) {
            continue;
        }
        let code = code(&path);
        for way in ["fs::write(", " File::create(", "OpenOptions", "create_new("] {
            assert!(!code.contains(way), "{} writes a file in place: {way}", path.display());
        }
    }
}

/// The ways of reading that have no bound of their own, and the files that use them within one.
/// Everything else reads by `input_file`.
const UNBOUNDED: &[(&str, &[&str])] = &[
    ("fs::read(", &[]),
    ("fs::read_to_string(", &[]),
    ("io::read_to_string(", &[]),
    (".read_to_string(", &[]),
    (".read_line(", &[]),
    ("fs::copy(", &[]),
    (
        "File::open",
        &[
            // The reader with a bound.
            "crates/system/src/input_file.rs",
            // Nothing is read.
            "crates/system/src/atomic_file/mod.rs",
            "crates/system/src/file_lock.rs",
            "src/cli/solve.rs",
            // Line by line, each within the bound.
            "crates/arena/src/matches/result_file.rs",
            "crates/arena/src/matches/game_index.rs",
            "crates/study/src/store.rs",
            // As long as the header states, or mapped.
            "crates/solve/src/checkpoint.rs",
            "crates/solve/src/tablebase/checksum.rs",
            "crates/solve/src/tablebase/mod.rs",
            "crates/solve/src/tablebase/values.rs",
            // Its first line.
            "crates/learn/src/resume_file.rs",
            // It uses no crate of ours, and takes a bound.
            "tools/check-proof/src/main.rs",
        ],
    ),
    // A bound is taken before.
    (
        ".read_to_end(",
        &["crates/system/src/input_file.rs", "crates/solve/src/tablebase/mod.rs", "tools/check-proof/src/main.rs"],
    ),
    (
        ".read_until(",
        &[
            "crates/system/src/input_file.rs",
            "crates/solve/src/checkpoint.rs",
            "crates/analysis/src/server.rs",
            "crates/learn/src/resume_file.rs",
            "src/play/input.rs",
        ],
    ),
];

#[test]
fn files_are_read_within_a_bound() {
    for path in ["crates", "src", "tools"].into_iter().flat_map(sources).filter(|path| !is_test(path)) {
        let code = code(&path);
        for (way, known) in UNBOUNDED {
            let is_known = known.iter().any(|file| path == root().join(file));
            assert!(is_known || !code.contains(way), "{} reads without a bound: {way}", path.display());
            assert!(!is_known || code.contains(way), "{} needs no exception for {way}", path.display());
        }
    }
}
