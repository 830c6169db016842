//! The strategies for small rings in `docs/solved.md` answer every move and win.

use std::collections::HashMap;
use std::fs;

use quintet_core::board::Point;
use quintet_core::diagram::Diagram;
use quintet_core::position::AnyPosition;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat, Stone};

use crate::{legal_moves, setup};

/// A row of a strategy: the position, and for each of Black's moves White's answer, if there is
/// one.
type Row = (String, Vec<(char, Option<char>)>);

/// Returns the rows of the strategy for a ring of n cells.
fn strategy(n: usize) -> Vec<Row> {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/solved.md")).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let cells = lines.map(|line| line.split(" | ").collect::<Vec<_>>());
    let rows = cells.filter_map(|cells| match cells[..] {
        [row, position, answers] if row.parse::<usize>().is_ok() => {
            let position = position.trim_matches('`').to_owned();
            let answer = |text: &str| {
                let mut letters = text.chars();
                let first = letters.next().unwrap();
                let answer = letters.next().filter(|c| *c == '–').and_then(|_| letters.next());
                (first, answer)
            };
            (position.len() == n).then(|| (position, answers.split("; ").map(answer).collect()))
        }
        _ => None,
    });
    rows.collect()
}

fn cell(letter: char) -> Move {
    Move::place(0, Point(letter as u16 - 'A' as u16))
}

/// Returns the position that a row draws, with Black to move: `-` is a cell from which Black is
/// barred.
fn diagram(setup: &Setup, drawing: &str) -> Diagram {
    let mut diagram = setup.empty_diagram();
    diagram.stones = drawing.chars().map(Stone::from_letter).collect();
    let barred = drawing.char_indices().filter(|(_, c)| *c == '-');
    let barred: Vec<String> = barred.map(|(i, _)| format!("{}1", char::from(b'A' + i as u8))).collect();
    if !barred.is_empty() {
        diagram.state.insert("barred-b".into(), barred.join(","));
    }
    diagram
}

/// Returns all rotations and reflections of a position on a ring.
fn images(n: u16, diagram: &Diagram) -> Vec<Diagram> {
    let turns = (0..2 * n).map(|turn| {
        let to = |i: u16| if turn < n { (i + turn) % n } else { (2 * n + turn - i) % n };
        let mut image = diagram.clone();
        for i in 0..n {
            image.stones[usize::from(to(i))] = diagram.stones[usize::from(i)];
        }
        for value in image.state.values_mut() {
            let cells = value.split(',').map(|word| u16::from(word.as_bytes()[0] - b'A'));
            let mut cells: Vec<u16> = cells.map(to).collect();
            cells.sort_unstable();
            let words = cells.iter().map(|&cell| format!("{}1", char::from(b'A' + cell as u8)));
            *value = words.collect::<Vec<_>>().join(",");
        }
        image
    });
    turns.collect()
}

/// Plays all moves of a row and their answers; returns the rows that follow.
fn follow(position: &dyn AnyPosition, answers: &[(char, Option<char>)], rows: &HashMap<u64, usize>) -> Vec<usize> {
    let mut next = Vec::new();
    for &(mv, answer) in answers {
        let mut after = position.boxed_clone();
        after.play(cell(mv)).unwrap();
        assert_eq!(answer.is_none(), after.is_over());
        if let Some(answer) = answer {
            after.play(cell(answer)).unwrap();
        }
        match after.outcome() {
            Some(outcome) => assert_eq!(outcome.winner(), Some(Seat::White)),
            None => next.push(*rows.get(&after.key()).expect("a row follows")),
        }
    }
    next
}

#[test]
fn the_strategies_for_rings_of_seven_and_eight_answer_every_move_and_win() {
    for n in [7, 8] {
        let setup = setup(&format!("alaric {n}"));
        // A position after a row is an image of a row, or it is won.
        let (mut rows, mut positions) = (HashMap::new(), Vec::new());
        for (drawing, answers) in strategy(n) {
            let diagram = diagram(&setup, &drawing);
            let position = setup.position(&diagram).unwrap();
            let mut answered: Vec<Move> = answers.iter().map(|(mv, _)| cell(*mv)).collect();
            answered.sort();
            assert_eq!(answered, legal_moves(&*position), "{drawing}: every move of Black is answered");
            for image in images(n as u16, &diagram) {
                rows.insert(setup.position(&image).unwrap().key(), positions.len());
            }
            positions.push((position, answers));
        }
        let next: Vec<Vec<usize>> =
            positions.iter().map(|(position, answers)| follow(&**position, answers, &rows)).collect();
        assert!(*positions[0].0 == *setup.start(), "the first row is the empty board");
        // No row leads back to itself, so the game ends.
        let mut left: Vec<usize> = (0..next.len()).collect();
        while let Some(at) = left.iter().position(|&row| next[row].iter().all(|to| !left.contains(to))) {
            left.swap_remove(at);
        }
        assert!(left.is_empty(), "rows {left:?} lead round in a circle");
    }
}
