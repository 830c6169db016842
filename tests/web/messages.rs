//! The types of messages in the server and in the scripts of the page have the same fields.

use std::collections::{BTreeMap, BTreeSet};

use quintet_games::GAMES;

/// The messages of the server.
const SERVER: [&str; 6] = [
    include_str!("../../crates/web/src/messages/game.rs"),
    include_str!("../../crates/web/src/messages/matches.rs"),
    include_str!("../../crates/web/src/messages/puzzles.rs"),
    include_str!("../../crates/web/src/messages/request.rs"),
    include_str!("../../crates/web/src/messages/thought.rs"),
    include_str!("../../crates/web/src/messages/update.rs"),
];

fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| text + &word[..1].to_uppercase() + &word[1..])
}

/// Returns the structs of the server with their fields as in JSON, except flattened ones.
fn server() -> BTreeMap<String, BTreeSet<String>> {
    let mut structs = BTreeMap::new();
    for piece in SERVER.concat().split("\npub struct ").skip(1) {
        let (name, body) = piece.split_once(" {").unwrap();
        let body = body.split("\n}").next().unwrap();
        let mut fields = BTreeSet::new();
        let mut flat = false;
        for line in body.lines().map(str::trim) {
            if let Some((field, _)) = line.strip_prefix("pub ").and_then(|field| field.split_once(':')) {
                if !flat {
                    fields.insert(camel(field));
                }
                flat = false;
            } else if line.starts_with("#[serde(flatten)]") {
                flat = true;
            }
        }
        structs.insert(name.to_owned(), fields);
    }
    structs
}

/// Returns the types of the page with their fields.
fn page() -> BTreeMap<String, BTreeSet<String>> {
    let text = include_str!("../../crates/web/src/page/messages.js");
    let mut types = BTreeMap::new();
    for piece in text.split("/** @typedef {").skip(1) {
        let piece = piece.split("*/").next().unwrap();
        let (body, name) = piece.trim().rsplit_once('}').unwrap();
        let name = name.trim().trim_end_matches('*').trim();
        if !body.starts_with('{') {
            continue;
        }
        let body = &body[..body.rfind('}').unwrap()];
        let mut fields = BTreeSet::new();
        let (mut depth, mut word) = (0, String::new());
        for c in body.chars() {
            match c {
                '{' | '[' | '<' => depth += 1,
                '}' | ']' | '>' => depth -= 1,
                ':' if depth == 1 => {
                    fields.insert(word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned());
                    word.clear();
                }
                ',' if depth == 1 => word.clear(),
                c if depth == 1 => word.push(c),
                _ => {}
            }
        }
        types.insert(name.to_owned(), fields);
    }
    types
}

#[test]
fn page_and_server_name_the_same_fields() {
    let page = page();
    for (name, fields) in server() {
        let known = page.get(&name).unwrap_or_else(|| panic!("messages.js has no {name}"));
        assert_eq!(known, &fields, "{name}");
    }
}

#[test]
fn the_page_knows_every_request_and_update() {
    let server = SERVER.concat();
    let page = include_str!("../../crates/web/src/page/messages.js");
    for (name, tag) in [("PageRequest", "do"), ("Update", "say")] {
        let body = server.split(&format!("pub enum {name} {{")).nth(1).unwrap().split("\n}").next().unwrap();
        let variants = body.lines().filter(|line| line.starts_with("    ") && !line.starts_with("     "));
        let variants = variants.filter(|line| line.trim_start().starts_with(|c: char| c.is_uppercase()));
        let mut count = 0;
        for line in variants {
            let word = line.trim().split(|c: char| !c.is_alphanumeric()).next().unwrap().to_lowercase();
            let typed =
                page.lines().any(|line| line.contains(&format!("{tag}: ")) && line.contains(&format!("\"{word}\"")));
            assert!(typed, "{name} {word}");
            count += 1;
        }
        assert!(count > 10, "{name}: {count}");
    }
}

#[test]
fn the_scripts_of_the_page_name_no_game() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/web/src/page");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "js") {
            continue;
        }
        read += 1;
        let text = std::fs::read_to_string(&path).unwrap();
        // A kind of stone has the same name as a game.
        for line in text.lines().filter(|line| !line.starts_with("export const STONES")) {
            let named = GAMES.iter().find(|info| line.contains(&format!("\"{}\"", info.id)));
            assert!(named.is_none(), "{}: {line}", path.display());
        }
    }
    assert!(read > 5, "{read}");
}
