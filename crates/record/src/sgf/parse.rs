//! The syntax: trees, nodes, properties and values. Deep trees need no stack.

use std::collections::HashMap;

use quintet_core::notation::quote;

use super::error::{SgfError, SgfProblem};

/// The largest number of nodes of a game.
const MOST_NODES: usize = 1_000_000;

/// A property of a node with its values.
#[derive(Clone, Debug)]
pub struct Property {
    /// The identifier, without lower-case letters (which earlier versions of the format allowed).
    pub name: String,
    /// The values, at least one, without escapes.
    pub values: Vec<String>,
    /// The start of the property, an index into the file.
    pub(crate) at: usize,
}

impl Property {
    /// Creates a property with one value.
    pub fn new(name: &str, value: &str) -> Property {
        Property { name: name.to_owned(), values: vec![value.to_owned()], at: 0 }
    }

    /// Returns the first value, trimmed.
    pub fn value(&self) -> &str {
        self.values[0].trim()
    }

    /// Returns the property with its first value, as messages quote it.
    pub fn quote(&self) -> String {
        quote(&format!("{}[{}]", self.name, self.values[0]))
    }
}

/// A node, with the index of its parent; the first node is its own.
#[derive(Debug)]
pub struct ParsedNode {
    pub parent: usize,
    pub properties: Vec<Property>,
}

/// The first game in a file.
#[derive(Default, Debug)]
pub struct ParsedTree {
    /// The nodes in the file's order: each variation stands before the next one.
    pub nodes: Vec<ParsedNode>,
    /// The parts that were skipped: text before the game, more games.
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
            Repair::NodeAfterVariation => "nodes after a variation: read as one more variation",
            Repair::Twice => "a property stands in a node twice: read as one",
        }
    }
}

/// Returns an error at an index into the file.
fn error(bytes: &[u8], at: usize, problem: SgfProblem) -> SgfError {
    SgfError { line: 1 + line_breaks(&bytes[..at.min(bytes.len())]), problem }
}

/// Returns the number of line breaks in a text.
pub fn line_breaks(text: &[u8]) -> usize {
    let breaks = |&(i, &byte): &(usize, &u8)| byte == b'\n' || byte == b'\r' && text.get(i + 1) != Some(&b'\n');
    text.iter().enumerate().filter(breaks).count()
}

/// Parses the first game with all its variations.
///
/// # Errors
/// Returns an error if the text is not SGF, ends too early, or has too many nodes.
pub fn tree(bytes: &[u8]) -> Result<ParsedTree, SgfError> {
    let mut tree = ParsedTree::default();
    let start = find_tree(bytes).ok_or_else(|| error(bytes, 0, SgfProblem::NoTree))?;
    if !bytes[..start].trim_ascii().is_empty() {
        tree.skipped.push("text before the game");
    }
    let mut scanner = Scanner { bytes, at: start };
    let mut previous = b')';
    // The nodes that the variations begin at which are open, and the node that the next one follows.
    let (mut open, mut parent) = (Vec::new(), 0);
    // The indices of the latest node's properties by name: a node may have very many.
    let mut names = HashMap::default();
    loop {
        scanner.skip_space();
        let at = scanner.at;
        let Some(&byte) = bytes.get(at) else { return Err(error(bytes, at, SgfProblem::Truncated("a game"))) };
        // `previous` is the latest of ( ; ) and decides what may follow.
        match (byte, previous) {
            (b'(', b';' | b')') => open.push(parent),
            (b';', _) | (b'A'..=b'Z' | b'a'..=b'z', b'(') => {
                match (byte, previous) {
                    (b';', b')') => tree.repair(Repair::NodeAfterVariation),
                    (b';', _) => {}
                    _ => tree.repair(Repair::NoSemicolon),
                }
                if tree.nodes.len() == MOST_NODES {
                    return Err(error(bytes, at, SgfProblem::Nodes(MOST_NODES)));
                }
                tree.nodes.push(ParsedNode { parent, properties: Vec::new() });
                parent = tree.nodes.len() - 1;
                names = HashMap::default();
                previous = b';';
                scanner.at += usize::from(byte == b';');
                continue;
            }
            (b')', b';' | b')') => {
                parent = open.pop().unwrap_or_default();
                if open.is_empty() {
                    break;
                }
            }
            (b'A'..=b'Z' | b'a'..=b'z', b';') => {
                let property = scanner.property()?;
                let node = &mut tree.nodes[parent].properties;
                if merge(node, &mut names, property).map_err(|problem| error(bytes, at, problem))? {
                    tree.repair(Repair::Twice);
                }
                continue;
            }
            (b'-', b';' | b')') => {
                tree.repair(Repair::Hyphens);
                scanner.at += 1;
                continue;
            }
            _ => return Err(scanner.unexpected()),
        }
        previous = byte;
        scanner.at += 1;
    }
    if bytes[scanner.at + 1..].iter().any(|byte| byte.is_ascii_graphic()) {
        tree.skipped.push("what follows the first game");
    }
    Ok(tree)
}

impl ParsedTree {
    fn repair(&mut self, repair: Repair) {
        if !self.repairs.contains(&repair) {
            self.repairs.push(repair);
        }
    }

    /// Returns the main line, which takes the first variation at each fork. Its nodes are the first
    /// ones of the file.
    pub fn main_line(&self) -> &[ParsedNode] {
        let line = self.nodes.iter().enumerate().skip(1).take_while(|(i, node)| node.parent + 1 == *i).count();
        &self.nodes[..=line]
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

/// Properties with any number of values.
const LISTS: &[&str] =
    &["AB", "AW", "AE", "QA", "QT", "TR", "SQ", "CR", "MA", "SL", "LB", "AR", "LN", "DD", "VW", "TB", "TW"];

/// Adds a property to its node. If it stands there already, comments are joined, and of other
/// properties all values are kept, of which the first counts. Returns whether that is to be told.
fn merge(node: &mut Vec<Property>, names: &mut HashMap<String, usize>, property: Property) -> Result<bool, SgfProblem> {
    let Some(&index) = names.get(&property.name) else {
        names.insert(property.name.clone(), node.len());
        node.push(property);
        return Ok(false);
    };
    let first = &mut node[index];
    match &*property.name {
        name if LISTS.contains(&name) => {
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
        _ => first.values.extend(property.values),
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

    fn property(&mut self) -> Result<Property, SgfError> {
        let at = self.at;
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_alphanumeric) {
            self.at += 1;
        }
        let name = self.bytes[at..self.at].iter().filter(|byte| !byte.is_ascii_lowercase());
        let name: String = name.map(|&byte| char::from(byte)).collect();
        let mut values = Vec::new();
        loop {
            self.skip_space();
            match self.bytes.get(self.at) {
                Some(b'[') => values.push(self.value()?),
                None => return Err(error(self.bytes, self.at, SgfProblem::Truncated("a game"))),
                Some(_) if values.is_empty() || name.is_empty() => return Err(self.unexpected()),
                Some(_) => break,
            }
        }
        Ok(Property { name, values, at })
    }

    /// Parses a value from `[` to `]` and removes the escapes.
    fn value(&mut self) -> Result<String, SgfError> {
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
                byte => raw.push(byte),
            }
        }
        Ok(decode(raw))
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
