//! The syntax: trees, nodes, properties and values. Deep trees need no stack, variations no memory.

use std::collections::HashMap;

use quintet_core::notation::quote;

use super::error::{SgfError, SgfProblem};

/// A property with its values, unescaped.
#[derive(Debug)]
pub struct Property {
    /// The identifier, without lower-case letters (which earlier versions of the format allowed).
    pub name: String,
    /// The values, at least one.
    pub values: Vec<String>,
    /// The start of the property, an index into the file.
    pub at: usize,
}

impl Property {
    /// Returns the first value, trimmed.
    pub fn value(&self) -> &str {
        self.values[0].trim()
    }

    /// Returns the property with its first value, as messages quote it.
    pub fn quote(&self) -> String {
        quote(&format!("{}[{}]", self.name, self.values[0]))
    }
}

/// The main line of the first game in a file.
#[derive(Default, Debug)]
pub struct MainLine {
    /// The properties of each node.
    pub nodes: Vec<Vec<Property>>,
    /// The parts that were skipped: text before the game, variations, more games.
    pub skipped: Vec<&'static str>,
    /// Faults of the syntax that were repaired, in order; each kind once.
    pub repairs: Vec<Repair>,
}

/// A fault of the syntax that does not change the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repair {
    /// A property stands right after `(`.
    NoSemicolon,
    /// A line of hyphens stands between nodes.
    Hyphens,
    /// A property occurs twice in a node.
    Twice,
    /// A node follows a variation.
    NodeAfterVariation,
}

impl Repair {
    /// Returns the warning.
    pub fn text(self) -> &'static str {
        match self {
            Repair::NoSemicolon => "a node without ';': read as if it had one",
            Repair::Hyphens => "hyphens between nodes: not read",
            Repair::NodeAfterVariation => "nodes after a variation: not read",
            Repair::Twice => "a property stands in a node twice: read as one",
        }
    }
}

/// Returns an error at an index into the file.
pub fn error(bytes: &[u8], at: usize, problem: SgfProblem) -> SgfError {
    SgfError { line: line_of(bytes, at), problem }
}

/// Returns the number of the line at an index into the file, from 1.
pub fn line_of(bytes: &[u8], at: usize) -> usize {
    let before = &bytes[..at.min(bytes.len())];
    let breaks = |&(i, &byte): &(usize, &u8)| byte == b'\n' || byte == b'\r' && before.get(i + 1) != Some(&b'\n');
    1 + before.iter().enumerate().filter(breaks).count()
}

/// Parses the main line, which takes the first variation at each fork. Only the syntax of the other
/// variations is checked.
///
/// # Errors
/// Returns an error if the text is not SGF, or ends too early.
pub fn main_line(bytes: &[u8]) -> Result<MainLine, SgfError> {
    let mut line = MainLine::default();
    let start = find_tree(bytes).ok_or_else(|| error(bytes, 0, SgfProblem::NoTree))?;
    if !bytes[..start].trim_ascii().is_empty() {
        line.skipped.push("text before the game");
    }
    let mut scanner = Scanner { bytes, at: start };
    let mut depth = 0usize;
    let mut previous = b')';
    let mut main = true;
    // The indices of the latest node's properties by name: a node may have very many.
    let mut names = HashMap::default();
    loop {
        scanner.skip_space();
        let at = scanner.at;
        let Some(&byte) = bytes.get(at) else { return Err(error(bytes, at, SgfProblem::Truncated("a game"))) };
        // `previous` is the latest of ( ; ) and decides what may follow.
        match (byte, previous) {
            (b'(', b';' | b')') => {
                depth += 1;
                if !main && !line.skipped.contains(&"variations") {
                    line.skipped.push("variations");
                }
            }
            (b';', b')') if depth > 0 => line.repair(Repair::NodeAfterVariation),
            (b';', b'(' | b';') => {
                if main {
                    line.nodes.push(Vec::new());
                    names = HashMap::default();
                }
            }
            (b')', b';' | b')') => {
                main = false;
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
            (b'A'..=b'Z' | b'a'..=b'z', b'(') => {
                // A node without its semicolon.
                line.repair(Repair::NoSemicolon);
                if main {
                    line.nodes.push(Vec::new());
                    names = HashMap::default();
                }
                previous = b';';
                continue;
            }
            (b'A'..=b'Z' | b'a'..=b'z', b';') => {
                let property = scanner.property(main)?;
                if let (Some(property), true, Some(node)) = (property, main, line.nodes.last_mut()) {
                    let repeated = merge(node, &mut names, property).map_err(|problem| error(bytes, at, problem))?;
                    if repeated {
                        line.repair(Repair::Twice);
                    }
                }
                continue;
            }
            (b'-', b';' | b')') => {
                line.repair(Repair::Hyphens);
                scanner.at += 1;
                continue;
            }
            _ => return Err(scanner.unexpected()),
        }
        previous = byte;
        scanner.at += 1;
    }
    if bytes[scanner.at + 1..].iter().any(|byte| byte.is_ascii_graphic()) {
        line.skipped.push("what follows the first game");
    }
    Ok(line)
}

impl MainLine {
    fn repair(&mut self, repair: Repair) {
        if !self.repairs.contains(&repair) {
            self.repairs.push(repair);
        }
    }
}

/// Returns the start of the first game: a parenthesis that is followed by a semicolon, or by a
/// property whose semicolon is missing.
fn find_tree(bytes: &[u8]) -> Option<usize> {
    let opens = |&(_, &byte): &(usize, &u8)| byte == b'(';
    let begins = |&i: &usize| {
        let rest = bytes[i + 1..].trim_ascii_start();
        rest.first() == Some(&b';') || is_property(rest)
    };
    bytes.iter().enumerate().filter(opens).map(|(i, _)| i).find(begins)
}

/// Returns whether a text begins with two capital letters and a value, as the properties of a first
/// node do.
fn is_property(text: &[u8]) -> bool {
    matches!(text, [b'A'..=b'Z', b'A'..=b'Z', b'[', ..])
}

/// Properties that decide the game: two different ones in a node cannot be merged.
const DECISIVE: &[&str] = &["SZ", "PL", "QK"];

/// Adds a property to its node. If it stands there already, lists of points and comments are
/// joined and of other properties the first one with a value counts. Returns whether that lost
/// something.
fn merge(node: &mut Vec<Property>, names: &mut HashMap<String, usize>, property: Property) -> Result<bool, SgfProblem> {
    let Some(&index) = names.get(&property.name) else {
        names.insert(property.name.clone(), node.len());
        node.push(property);
        return Ok(false);
    };
    let first = &mut node[index];
    match &*property.name {
        "AB" | "AW" | "AE" | "QA" | "QT" => {
            first.values.extend(property.values);
            return Ok(false);
        }
        "B" | "W" => return Err(SgfProblem::TwoMoves),
        _ if first.value() == property.value() => {}
        name if DECISIVE.contains(&name) => return Err(SgfProblem::Twice(quote(name))),
        "C" | "GC" => {
            let text = std::mem::take(&mut first.values[0]);
            first.values[0] = format!("{text}\n{}", property.values[0]);
        }
        _ if first.value().is_empty() => first.values = property.values,
        _ => {}
    }
    Ok(true)
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn skip_space(&mut self) {
        while self.bytes.get(self.at).is_some_and(|byte| byte.is_ascii_whitespace() || matches!(byte, 0 | 0x0b)) {
            self.at += 1;
        }
    }

    fn unexpected(&self) -> SgfError {
        let rest = &self.bytes[self.at..self.bytes.len().min(self.at + 8)];
        let first = String::from_utf8_lossy(rest).chars().next().unwrap_or_default();
        error(self.bytes, self.at, SgfProblem::Unexpected(quote(&first.to_string())))
    }

    /// Parses a property; returns it only if it is `wanted`.
    fn property(&mut self, wanted: bool) -> Result<Option<Property>, SgfError> {
        let at = self.at;
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_alphanumeric) {
            self.at += 1;
        }
        let name = self.bytes[at..self.at].iter().filter(|byte| !byte.is_ascii_lowercase());
        let name: String = name.map(|&byte| char::from(byte)).collect();
        let mut values = Vec::new();
        let mut count = 0;
        loop {
            self.skip_space();
            match self.bytes.get(self.at) {
                Some(b'[') => {
                    let value = self.value(wanted)?;
                    values.extend(value);
                    count += 1;
                }
                None => return Err(error(self.bytes, self.at, SgfProblem::Truncated("a game"))),
                Some(_) if count == 0 || name.is_empty() => return Err(self.unexpected()),
                Some(_) => break,
            }
        }
        Ok(wanted.then_some(Property { name, values, at }))
    }

    /// Parses a value from `[` to `]` and removes the escapes.
    fn value(&mut self, wanted: bool) -> Result<Option<String>, SgfError> {
        let start = self.at;
        let mut raw = Vec::new();
        self.at += 1;
        loop {
            let Some(&byte) = self.bytes.get(self.at) else {
                return Err(error(self.bytes, start, SgfProblem::Truncated("the value that begins here")));
            };
            self.at += 1;
            match byte {
                b']' => break,
                b'\\' => self.escaped(&mut raw),
                byte if wanted => raw.push(byte),
                _ => {}
            }
        }
        Ok(wanted.then(|| decode(raw)))
    }

    /// Parses the character after a backslash: itself, or a line break that does not count.
    fn escaped(&mut self, raw: &mut Vec<u8>) {
        let two = (self.bytes.get(self.at), self.bytes.get(self.at + 1));
        match two {
            (Some(b'\r'), Some(b'\n')) | (Some(b'\n'), Some(b'\r')) => self.at += 1,
            (Some(b'\r' | b'\n') | None, _) => {}
            (Some(&byte), _) => raw.push(byte),
        }
        self.at += 1;
    }
}

/// Decodes text as UTF-8 if it is valid, otherwise as Latin-1, the format's default.
fn decode(raw: Vec<u8>) -> String {
    String::from_utf8(raw).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}
