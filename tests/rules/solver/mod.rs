//! The solver, and the bounds that games give it, against [brute force](brute) over the second
//! implementation of the rules, on [random small boards](boards) of all games.

pub mod boards;
pub mod brute;

use quintet_core::position::Repetition;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat, Stone};
use quintet_record::position_line;
use quintet_solve::{Limits, Solution, ValueStore, search_alone, solve};

use boards::{Case, Choices};
use brute::{Lines, PositionGraph};

/// The extent of brute force, beyond which a case is left out.
#[derive(Clone, Copy)]
pub struct Extent {
    /// The largest number of positions of a case.
    pub positions: usize,
    /// The largest number of positions on its lines, where earlier boards matter.
    pub on_lines: usize,
}

/// More than nothing, and less than the difference of two margins.
const A_LITTLE: f64 = 0.25;

/// The memory of the thread of a comparison: brute force recurses once for each position.
pub const STACK: usize = 64 << 20;

/// Counts of what the comparisons met. A comparison proves nothing about what never occurred.
#[derive(Default, Debug)]
pub struct Seen {
    /// The cases that were compared without a difference.
    pub compared: u64,
    /// The cases in which the solver or a bound was wrong.
    pub wrong: u64,
    /// The cases that take too long by brute force.
    pub too_large: u64,
    /// Positions whose bounds were compared.
    pub bounds: u64,
    /// Cases with a point whose neighbours are all blocked.
    pub walled_in: u64,
    /// Cases in which earlier boards matter.
    pub by_lines: u64,
    /// Results without a value.
    pub unknown: u64,
    /// Values that the solver proved.
    pub proved: u64,
    /// Lists of best moves that leave moves undecided.
    pub undecided: u64,
    /// Lists of best moves, and those of more than one move.
    pub best: [u64; 2],
}

/// Best play by one of the two ways of brute force.
enum Truth<'a> {
    Graph(&'a PositionGraph, Vec<f64>),
    Lines(Lines<'a>),
}

impl Truth<'_> {
    /// Returns whether Black gets a margin or more; `None` if that takes too long.
    fn reaches(&mut self, margin: f64) -> Option<bool> {
        match self {
            Truth::Graph(_, values) => Some(values[0] >= margin),
            Truth::Lines(lines) => lines.reaches(margin),
        }
    }

    /// Returns the same after a move.
    fn reaches_after(&mut self, mv: Move, margin: f64) -> Option<bool> {
        match self {
            Truth::Graph(graph, values) => {
                let (_, to) = graph.moves().iter().find(|&&(known, _)| known == mv).expect("it is legal");
                Some(values[*to] >= margin)
            }
            Truth::Lines(lines) => lines.reaches_after(mv, margin),
        }
    }
}

/// Returns a margin from which a solver's value, which may say only who wins, is reached.
fn margin_of(setup: &Setup, value: f64) -> f64 {
    match setup.info().solving.values_are_margins {
        true => value,
        false if value <= -1.0 => f64::NEG_INFINITY,
        false if value <= 0.0 => -A_LITTLE,
        false if value <= 1.0 => A_LITTLE,
        false => f64::INFINITY,
    }
}

/// Compares the solver with brute force on one case; `None` if brute force takes too long.
pub fn compare(case: &mut Case, choices: &mut impl Choices, extent: Extent, seen: &mut Seen) -> Option<()> {
    let Case { setup, fast, slow } = case;
    let (line, position) = (position_line::write(fast), fast.position());
    let legal = slow.legal_moves(slow.to_move());
    let walled_in = {
        let board = slow.board();
        let is_blocked = |&cell: &(i32, i32)| board.get(cell) == Some(Stone::Blocked);
        let walled_in = |&cell: &(i32, i32)| board.is_empty(cell) && board.neighbours(cell).iter().all(is_blocked);
        setup.info().blocking && board.cells().iter().any(walled_in)
    };
    let by_lines = setup.info().passes && position.repetition() != Repetition::Ignored;
    let graph;
    let mut truth = if by_lines {
        Truth::Lines(Lines::new(slow, position.repetition() == Repetition::Illegal, extent.on_lines))
    } else {
        graph = PositionGraph::new(slow, position, extent.positions)?;
        let values = graph.values();
        for (([low, high], name), &value) in graph.bounds().zip(&values) {
            assert!(low <= value && value <= high, "{value} is not within {low} and {high}: {name} of {line}");
        }
        seen.bounds += graph.len() as u64;
        Truth::Graph(&graph, values)
    };
    let [low, high] = position.value_bounds();
    assert!(truth.reaches(low)? && !truth.reaches(high + A_LITTLE)?, "{low} to {high} are no bounds of {line}");
    let mib = 1 << 20;
    let plain = Limits { memory: 64 * mib, ..Limits::default() };
    let odd = match choices.below(4) {
        0 => Limits { memory: 0, ..plain },
        1 => Limits { threads: 2, ..plain },
        2 => Limits { patience: 1 + u64::from(choices.below(50)), ..plain },
        _ => Limits { nodes: Some(1 + u64::from(choices.below(250))), ..plain },
    };
    let store = ValueStore::default();
    let alone = search_alone(setup, position, Limits { memory: mib, ..plain }, &|_| true);
    check_traps(&truth, setup, &alone, &line);
    for (solution, is_limited) in [
        (solve(setup, position, plain, &store, &|_| true), false),
        (solve(setup, position, odd, &ValueStore::default(), &|_| true), odd.nodes.is_some()),
        (search_alone(setup, position, odd, &|_| true), odd.nodes.is_some()),
        (alone, false),
    ] {
        check(&mut truth, setup, position.to_move(), &legal, &solution, seen, &format!("{line} {solution:?}"))?;
        assert!(by_lines || is_limited || solution.undecided.is_empty(), "undecided moves: {line} {solution:?}");
        let has_best = solution.value().is_none() || is_limited || !solution.best.is_empty();
        assert!(has_best, "no best moves: {line} {solution:?}");
    }
    seen.compared += 1;
    seen.walled_in += u64::from(walled_in);
    seen.by_lines += u64::from(by_lines);
    Some(())
}

/// Compares a solution with brute force.
fn check(
    truth: &mut Truth<'_>,
    setup: &Setup,
    seat: Seat,
    legal: &[Move],
    solution: &Solution,
    seen: &mut Seen,
    context: &str,
) -> Option<()> {
    let at_least = |value: f64| margin_of(setup, value);
    assert!(truth.reaches(at_least(solution.low))?, "less than {}: {context}", solution.low);
    assert!(!truth.reaches(at_least(solution.high + A_LITTLE))?, "more than {}: {context}", solution.high);
    let Some(value) = solution.value() else {
        seen.unknown += 1;
        assert!(solution.obstacle.is_some(), "no reason: {context}");
        return Some(());
    };
    seen.proved += 1;
    if solution.best.is_empty() {
        return Some(());
    }
    let mut best = Vec::new();
    for &mv in legal {
        let keeps = match seat {
            Seat::Black => truth.reaches_after(mv, at_least(value))?,
            Seat::White => !truth.reaches_after(mv, at_least(value + A_LITTLE))?,
        };
        if keeps {
            best.push(mv);
        }
    }
    let mut left = best.clone();
    left.retain(|mv| !solution.undecided.contains(mv));
    assert_eq!(solution.best, left, "best moves, of {best:?}: {context}");
    assert!(solution.undecided.is_empty() || solution.obstacle.is_some(), "no reason: {context}");
    seen.best[0] += 1;
    seen.best[1] += u64::from(best.len() > 1);
    seen.undecided += u64::from(!solution.undecided.is_empty());
    Some(())
}

/// Compares the numbers of replies that give something away.
fn check_traps(truth: &Truth<'_>, setup: &Setup, solution: &Solution, line: &str) {
    let Truth::Graph(graph, values) = truth else { return };
    let worth = |value: f64| if setup.info().solving.values_are_margins { value } else { value.signum() };
    let values: Vec<f64> = values.iter().map(|&value| if value == 0.0 { 0.0 } else { worth(value) }).collect();
    for (&best, &traps) in solution.best.iter().zip(&solution.traps) {
        let (_, to) = graph.moves().iter().find(|&&(mv, _)| mv == best).expect("it is legal");
        assert_eq!(traps, graph.traps(*to, &values), "traps after {best:?}: {line}");
    }
}
