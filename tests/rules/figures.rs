//! The figures in `tests/data` are those of the games and of their second implementation.

use std::fs;
use std::path::Path;

use quintet_core::board::Point;
use quintet_core::game::Game;
use quintet_core::types::{Move, Seat, Stone};

use crate::setups::setup;
use crate::slow::Slow;
use crate::slow::bracket::Bracket;
use crate::table::Table;

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the lines of a data file: the text before the colon, and the words after it.
pub fn data(file: &str) -> Vec<(String, Vec<String>)> {
    let text = read(file);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines = lines.map(|line| {
        let (left, right) = line.split_once(':').unwrap_or_else(|| panic!("{file}: no colon in {line}"));
        (left.trim().to_owned(), right.split_whitespace().map(str::to_owned).collect())
    });
    lines.collect()
}

/// Returns the setup line without a word of the test's own, and the value of that word.
fn without(line: &str, name: &str) -> (String, Option<String>) {
    let (own, rest): (Vec<&str>, Vec<&str>) = line.split_whitespace().partition(|word| word.starts_with(name));
    (rest.join(" "), own.first().map(|word| word[name.len()..].to_owned()))
}

fn perft_without_passes(history: &mut Game, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let seat = history.to_move();
    let mut count = 0;
    for mv in history.legal_moves(seat) {
        if mv != Move::PASS {
            history.play(seat, mv).unwrap();
            count += perft_without_passes(history, depth - 1);
            history.undo(1).unwrap();
        }
    }
    count
}

#[test]
fn move_sequences_number_as_published() {
    for (line, counts) in data("perft.txt") {
        let (board, passes) = without(&line, "passes=");
        let setup = setup(&board);
        let mut history = Game::new(setup.clone());
        for (depth, count) in (1..).zip(counts) {
            if count == "-" {
                continue;
            }
            let found = match passes.as_deref() {
                None => history.perft(depth as u32),
                Some("skip") => perft_without_passes(&mut history, depth),
                Some(other) => panic!("passes can't be {other}"),
            };
            assert_eq!(found.to_string(), count, "{line}, depth {depth}");
        }
    }
}

#[test]
fn the_second_implementation_meets_the_same_figures() {
    for (line, counts) in data("perft.txt") {
        let (board, passes) = without(&line, "passes=");
        let mut slow = Slow::new(&setup(&board));
        for (depth, count) in (1..).zip(counts) {
            if count != "-" && count.len() <= 6 {
                assert_eq!(slow.perft(depth, passes.is_none()).to_string(), count, "{line}, depth {depth}");
            }
        }
    }
}

/// Evaluates every filling of a Bracket board with half of the points black, and counts Black's and
/// White's wins and draws.
fn fillings(line: &str, mut margin: impl FnMut(&[Point], u32) -> f64) -> [u32; 3] {
    let points: Vec<Point> = setup(line).geometry().points().collect();
    let mut counts = [0; 3];
    for black in 0..1 << points.len() as u32 {
        let black: u32 = black;
        if black.count_ones() as usize == points.len().div_ceil(2) {
            let margin = margin(&points, black);
            counts[if margin > 0.0 {
                0
            } else if margin < 0.0 {
                1
            } else {
                2
            }] += 1;
        }
    }
    counts
}

#[test]
fn full_bracket_boards_are_won_as_often_as_published() {
    for (line, counts) in data("bracket.txt") {
        let setup = setup(&line);
        let found = fillings(&line, |points, black| {
            let mut history = Game::new(setup.clone());
            let (mut ours, theirs): (Vec<_>, Vec<_>) = (0..points.len()).partition(|i| black >> i & 1 == 1);
            let mut theirs = theirs.into_iter();
            for i in ours.drain(..) {
                history.play(Seat::Black, Move::place(0, points[i])).unwrap();
                if let Some(i) = theirs.next() {
                    history.play(Seat::White, Move::place(0, points[i])).unwrap();
                }
            }
            history.outcome().expect("the board is full").margin.points()
        });
        assert_eq!(found.map(|count| count.to_string()), counts[..], "{line}");
    }
}

#[test]
fn the_second_implementation_of_bracket_counts_the_same() {
    for (line, counts) in data("bracket.txt").into_iter().take(3) {
        let setup = setup(&line);
        let rules = Bracket::new(&setup);
        let mut board = Slow::new(&setup).start;
        let cells = board.cells();
        let found = fillings(&line, |points, black| {
            for (i, cell) in cells.iter().enumerate().take(points.len()) {
                board.set(*cell, Some(if black >> i & 1 == 1 { Stone::Black } else { Stone::White }));
            }
            rules.margin(&board) as f64
        });
        assert_eq!(found.map(|count| count.to_string()), counts[..], "{line}");
    }
}

#[test]
fn a_published_game_of_cascade_comes_to_its_published_board() {
    let text = read("cascade-game.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    let mut table = Table::new("cascade 8");
    for (i, word) in lines[0].split_whitespace().skip(1).enumerate() {
        table.play(&format!("{} {word}", ["w", "b"][i % 2]));
    }
    table.goes_on();
    // The publication draws White x, Black o, Red =.
    let ours = |letter| match letter {
        'x' => 'o',
        'o' => 'x',
        '=' => 'r',
        other => other,
    };
    let board: Vec<String> = lines[2..].iter().map(|line| line.chars().map(ours).collect()).collect();
    table.shows(&board.join("\n"));
    let drawing = table.drawing();
    for (word, letter) in lines[1].split_whitespace().skip(1).zip(['o', 'x', 'r', '.']) {
        let (_, count) = word.split_once('=').unwrap();
        assert_eq!(drawing.chars().filter(|&c| c == letter).count().to_string(), count, "{word}");
    }
}
