//! Holds the code to its layers: which module may import which.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each module of the crate, and the others that it may import. Tests inside a module may import what they like.
const LAYERS: &[(&str, &[&str])] = &[
    ("board", &[]),
    ("words", &["board"]),
    ("lesson", &[]),
    ("setup", &["board", "lesson", "words"]),
    ("states", &["setup", "words"]),
    ("network", &["board"]),
    ("weights", &["network", "setup"]),
    ("game", &["board", "setup", "states", "weights", "words"]),
    ("groups", &["board", "words"]),
    ("history", &["board", "game", "setup", "words"]),
    ("games", &["board", "game", "groups", "history", "lesson", "network", "setup", "states", "weights", "words"]),
    ("search", &["board", "game", "history", "weights", "words"]),
    ("solve", &["board", "game", "setup", "states", "words"]),
    ("engine", &["game", "history", "search", "setup", "solve", "weights", "words"]),
    ("players", &["engine", "game", "games", "history", "setup"]),
    ("record", &["board", "games", "history", "setup", "words"]),
    ("solvers", &["game", "games", "record", "setup", "solve", "words"]),
    ("conformance", &["board", "game", "history", "record", "setup", "words"]),
    (
        "gtp",
        &[
            "board", "engine", "game", "games", "groups", "history", "players", "record", "search", "setup", "solve",
            "weights", "words",
        ],
    ),
    ("analysis", &["board", "engine", "history", "players", "record", "search", "setup", "words"]),
    ("play", &["board", "engine", "history", "players", "record", "search", "setup", "words"]),
    ("driver", &["board", "games", "history", "record", "setup", "words"]),
    ("matches", &["board", "driver", "games", "history", "record", "setup", "words"]),
    (
        "learn",
        &[
            "board", "driver", "game", "games", "history", "matches", "network", "record", "search", "setup",
            "weights", "words",
        ],
    ),
    ("regress", &["driver"]),
    ("check", &["driver"]),
    (
        "web",
        &[
            "board", "driver", "engine", "game", "games", "groups", "history", "matches", "players", "record",
            "search", "setup", "solve", "words",
        ],
    ),
    ("bench", &["board", "engine", "game", "games", "history", "players", "search", "setup", "words"]),
    // The program itself may use all of the library.
    ("cli", &["*"]),
    ("main", &["cli", "*"]),
    ("lib", &[]),
];

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The module path of a source file: `games::cancer` for `src/games/cancer.rs`.
fn module(path: &Path) -> Vec<String> {
    let relative = path.strip_prefix(root()).unwrap().with_extension("");
    let mut parts: Vec<String> = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    parts
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The code of a file without comments and without its tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    text.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n")
}

/// The first names of the paths that begin with `prefix`, those in braces too: `crate::{a, b::c}` has `a` and `b`.
fn names_after(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        let Some(list) = rest.strip_prefix('{') else {
            names.insert(word(rest));
            continue;
        };
        let mut depth = 0;
        let mut item = String::new();
        for c in list.chars() {
            match c {
                '}' if depth == 0 => break,
                ',' if depth == 0 => names.extend([word(std::mem::take(&mut item).trim())]),
                _ => {
                    depth += i32::from(c == '{') - i32::from(c == '}');
                    item.push(c);
                }
            }
        }
        names.extend([word(item.trim())]);
    }
    names.remove("");
    names
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// Which modules of the crate each module imports, with a file that does.
fn imports() -> BTreeMap<String, BTreeMap<String, PathBuf>> {
    let mut files = Vec::new();
    sources(&root(), &mut files);
    let mut imports: BTreeMap<String, BTreeMap<String, PathBuf>> = BTreeMap::new();
    for file in files {
        let path = module(&file);
        let known = imports.entry(path[0].clone()).or_default();
        if path.last().is_some_and(|name| name == "tests") {
            continue;
        }
        let code = code(&fs::read_to_string(&file).unwrap());
        let up = "super::".repeat(path.len());
        for prefix in ["crate::", "quintet::", &up] {
            for name in names_after(&code, prefix) {
                if name != path[0] {
                    known.entry(name).or_insert(file.clone());
                }
            }
        }
    }
    imports
}

#[test]
fn every_module_imports_only_what_its_layer_may() {
    let layers: BTreeMap<&str, &[&str]> = LAYERS.iter().copied().collect();
    let mut wrong = Vec::new();
    for (module, imported) in imports() {
        let allowed =
            layers.get(module.as_str()).unwrap_or_else(|| panic!("{module} has no layer in this test's table"));
        let may = |name: &str| allowed.contains(&name) || allowed.contains(&"*");
        wrong.extend(
            imported.into_iter().filter(|(name, _)| !may(name)).map(|(name, file)| (module.clone(), name, file)),
        );
    }
    assert!(wrong.is_empty(), "imports that no layer allows: {wrong:#?}");
}

#[test]
fn no_permission_is_unused() {
    let imports = imports();
    let rows = LAYERS.iter().filter(|(module, _)| *module != "main");
    let permissions = rows.flat_map(|(module, allowed)| allowed.iter().map(move |name| (*module, *name)));
    let unused: Vec<_> =
        permissions.filter(|(module, name)| *name != "*" && !imports[*module].contains_key(*name)).collect();
    assert!(unused.is_empty(), "nobody uses the permissions {unused:?}");
}

#[test]
fn no_layer_may_import_one_that_imports_it() {
    let layers: BTreeMap<&str, &[&str]> = LAYERS.iter().copied().collect();
    for (module, allowed) in LAYERS {
        for name in allowed.iter().filter(|name| **name != "*") {
            assert!(!layers[name].contains(module), "{module} and {name} import each other");
        }
    }
}

#[test]
fn the_imports_are_really_found() {
    assert!(imports()["games"].contains_key("board"));
    assert!(imports()["cli"].contains_key("gtp"));
    let code =
        code("use crate::{board::{Point, Vertex}, words::Move};\n// use crate::gtp::X;\nlet a = crate::setup::b();");
    assert_eq!(names_after(&code, "crate::").into_iter().collect::<Vec<_>>(), ["board", "setup", "words"]);
}
