//! `page/messages.js`, the types of messages for the scripts of the page, is made from the types of
//! the server.

use std::fmt::Write as _;
use std::path::PathBuf;

use quintet_games::GAMES;

/// The messages of the server.
const SERVER: [&str; 8] = [
    include_str!("../../crates/web/src/messages/changes.rs"),
    include_str!("../../crates/web/src/messages/sharing.rs"),
    include_str!("../../crates/web/src/messages/game.rs"),
    include_str!("../../crates/web/src/messages/matches.rs"),
    include_str!("../../crates/web/src/messages/puzzles.rs"),
    include_str!("../../crates/web/src/messages/thought.rs"),
    include_str!("../../crates/web/src/messages/update.rs"),
    include_str!("../../crates/web/src/messages/request.rs"),
];

/// If this variable is set, the test writes `messages.js` instead of comparing it.
const UPDATE: &str = "QUINTET_UPDATE";

/// The longest line.
const WIDTH: usize = 120;

const HEAD: &str = "\
// The messages between page and server, as types for these scripts. Made from the types in `messages/` of the server,
// which documents each field, by `QUINTET_UPDATE=1 cargo test --test web the_types_of_the_page`.
";

/// Returns a name in kebab case, or in camel case, as serde writes it.
fn renamed(name: &str, rule: Option<&str>) -> String {
    let mut words = name.split('_');
    match rule {
        Some("camelCase") => {
            let first = words.next().unwrap_or_default().to_owned();
            words.fold(first, |text, word| text + &word[..1].to_uppercase() + &word[1..])
        }
        Some("kebab-case") => {
            let text: String =
                name.chars().map(|c| if c.is_uppercase() { format!("-{c}") } else { c.into() }).collect();
            text.trim_start_matches('-').to_lowercase()
        }
        _ => name.to_owned(),
    }
}

/// Returns the two arguments of a generic type or the members of a pair.
fn pair(text: &str) -> (String, String) {
    let (a, b) = text.split_once(", ").unwrap();
    (typed(a), typed(b))
}

/// Returns the JSDoc type of a Rust type.
fn typed(rust: &str) -> String {
    let rust = rust.trim_start_matches("&'static ").trim_start_matches("super::");
    let inside = |prefix: &str, end: char| rust.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(end));
    let list = |item: &str| match typed(item) {
        item if item.contains('|') => format!("({item})[]"),
        item => format!("{item}[]"),
    };
    if let Some(item) = inside("Vec<", '>') {
        list(item)
    } else if let Some(item) = inside("[", ']') {
        list(item.split("; ").next().unwrap())
    } else if let Some(item) = inside("Option<", '>') {
        format!("{} | null", typed(item))
    } else if let Some(item) = inside("Box<", '>') {
        typed(item)
    } else if let Some((a, b)) = inside("BTreeMap<", '>').map(pair) {
        format!("Object<{a}, {b}>")
    } else if let Some((a, b)) = inside("(", ')').map(pair) {
        format!("[{a}, {b}]")
    } else {
        match rust {
            "String" | "str" | "char" => "string".to_owned(),
            "Value" => "any".to_owned(),
            "bool" => "boolean".to_owned(),
            "u8" | "u16" | "u32" | "u64" | "usize" | "i32" | "f32" | "f64" | "NodeId" => "number".to_owned(),
            "Seat" => "\"b\" | \"w\"".to_owned(),
            name => name.to_owned(),
        }
    }
}

/// Returns the value of a serde attribute such as `tag = "do"`.
fn attribute<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.split_once(&format!("{name} = \"")).and_then(|(_, rest)| rest.split('"').next())
}

/// Returns the fields of an object and the types that are flattened into it.
fn fields<'a>(lines: impl Iterator<Item = &'a str>, rule: Option<&str>) -> (Vec<String>, Vec<String>) {
    let (mut fields, mut flattened, mut flat) = (Vec::new(), Vec::new(), false);
    for line in lines {
        if line.starts_with("#[") {
            flat = line == "#[serde(flatten)]";
            assert!(flat || line == "#[serde(default)]", "{line}");
        } else if let Some((name, rust)) = line.trim_end_matches(',').trim_start_matches("pub ").split_once(": ") {
            match std::mem::take(&mut flat) {
                true => flattened.push(typed(rust)),
                false => fields.push(format!("{}: {}", renamed(name, rule), typed(rust))),
            }
        }
    }
    (fields, flattened)
}

fn object(fields: &[String], flattened: &[String]) -> String {
    let object = if fields.is_empty() { Vec::new() } else { vec![format!("{{{}}}", fields.join(", "))] };
    [object, flattened.to_vec()].concat().join(" & ")
}

/// Returns the members of the type of an enum: words, or objects with the field `tag`.
fn variants(body: &[&str], head: &str) -> Vec<String> {
    let (rule, tag) = (attribute(head, "rename_all"), attribute(head, "tag"));
    let mut members = Vec::new();
    let mut lines = body.iter();
    while let Some(line) = lines.next() {
        if *line == "#[default]" {
            continue;
        }
        let end = line.find(|c: char| !c.is_alphanumeric()).unwrap();
        let word = format!("\"{}\"", renamed(&line[..end], rule));
        let tagged = tag.map(|tag| format!("{tag}: {word}"));
        members.push(match (tagged, &line[end..]) {
            (None, _) => word,
            (Some(tagged), ",") => object(&[tagged], &[]),
            (Some(tagged), " {") => {
                let inner = lines.by_ref().take_while(|line| **line != "},").copied();
                let (fields, flattened) = fields(inner, attribute(head, "rename_all_fields"));
                object(&[vec![tagged], fields].concat(), &flattened)
            }
            (Some(tagged), inner) => object(&[tagged], &[typed(inner.trim_start_matches('(').trim_end_matches("),"))]),
        });
    }
    members
}

/// Returns the types of the server for the page.
fn types() -> String {
    let mut text = HEAD.to_owned();
    for item in SERVER.iter().flat_map(|file| file.split("\n}\n")) {
        let Some((head, body)) =
            item.split_once("\npub ").and_then(|(head, rest)| Some((head, rest.split_once('\n')?)))
        else {
            continue;
        };
        let (kind, name) = body.0.trim_end_matches(" {").split_once(' ').unwrap();
        let lines: Vec<&str> = body.1.lines().map(str::trim).filter(|line| !line.starts_with("///")).collect();
        let typed = if kind == "enum" {
            variants(&lines, head).join(" | ")
        } else {
            let (fields, flattened) = fields(lines.into_iter(), attribute(head, "rename_all"));
            object(&fields, &flattened)
        };
        let mut column = 0;
        // A name stays with its type.
        let typed = format!("/** @typedef {{{typed}}} {name} */").replace(": ", ":_").replace(" */", "_*/");
        for word in typed.split(' ') {
            column += word.chars().count() + 1;
            if column > WIDTH {
                text.push_str("\n *  ");
                column = 5 + word.chars().count();
            }
            write!(text, "{}{}", if text.ends_with('\n') { "" } else { " " }, word.replace('_', " ")).unwrap();
        }
        text.push('\n');
    }
    text + "\nexport {};\n"
}

#[test]
fn the_types_of_the_page_are_those_of_the_server() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("crates/web/src/page/messages.js");
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&path, types()).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap();
    for (known, made) in known.lines().zip(types().lines()) {
        assert_eq!(known, made);
    }
    assert_eq!(known, types());
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
