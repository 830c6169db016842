//! Published values, in `tests/data/values.txt`.

use std::path::Path;

use quintet_core::types::Move;
use quintet_solve::Limits;

use crate::reference::Reference;
use crate::{setup, solve};

/// A line of the file.
struct Published {
    /// Whether the board is too large for the second implementation.
    is_large: bool,
    line: String,
    /// The point of the first move.
    first: Option<String>,
    value: f64,
}

fn published() -> Vec<Published> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/values.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &str| {
        let (words, value) = line.split_once(':').unwrap();
        let is_large = words.starts_with("large ");
        let words = words.strip_prefix("large ").unwrap_or(words);
        let (first, rest): (Vec<_>, Vec<_>) = words.split_whitespace().partition(|word| word.starts_with("after="));
        let first = first.first().map(|word| word["after=".len()..].to_owned());
        Published { is_large, line: rest.join(" "), first, value: value.trim().parse().unwrap() }
    };
    lines.map(read).collect()
}

/// Returns the published first moves as moves of the first kind.
fn moves(published: &Published) -> Vec<Move> {
    let geometry = setup(&published.line).geometry();
    let point = |vertex: &String| geometry.point(vertex.parse().unwrap()).unwrap();
    published.first.iter().map(|vertex| Move::place(0, point(vertex))).collect()
}

fn solved(published: &Published) -> f64 {
    let setup = setup(&published.line);
    // Endless play has the value 0 in all of these values; rules that say so would have to be
    // proved not to matter.
    let setup = if setup.info().rules.iter().any(|rule| rule.name == "repetition") {
        setup.with_rule("repetition", "none").unwrap()
    } else {
        setup
    };
    let mut position = setup.start();
    moves(published).into_iter().for_each(|mv| position.play(mv).unwrap());
    solve(&setup, &*position, Limits::default()).value().unwrap()
}

#[test]
fn best_play_has_the_published_values() {
    for published in published().iter().filter(|published| !published.is_large) {
        let line = &published.line;
        let reference = Reference::new(&setup(line), &moves(published)).value();
        assert_eq!(f64::from(reference), published.value, "{line}: second implementation");
        assert_eq!(solved(published), published.value, "{line}: solver");
    }
}

#[test]
fn best_play_on_larger_boards_has_the_published_values() {
    for published in published().iter().filter(|published| published.is_large) {
        assert_eq!(solved(published), published.value, "{}", published.line);
    }
}
