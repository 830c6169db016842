//! Random small boards of all games, the odd ones before all: blocked points, points walled in by
//! them, single files, lines, rectangles, edges, stones set up by hand, any komi.

use quintet_core::board::{Point, PointSet};
use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::random::{Rng, random_below};
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::Stone;

use crate::slow::{Board, Cell, Slow};

/// A source of choices: random numbers, or the bytes of a fuzzer.
pub trait Choices {
    /// Returns a number below `count`.
    fn below(&mut self, count: u32) -> u32;

    fn one_in(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u32) as usize]
    }
}

impl Choices for Rng {
    fn below(&mut self, count: u32) -> u32 {
        random_below(self, count)
    }
}

impl Choices for &[u8] {
    fn below(&mut self, count: u32) -> u32 {
        let Some((&byte, rest)) = self.split_first() else { return 0 };
        *self = rest;
        u32::from(byte) % count
    }
}

/// A position that is not over, as both implementations see it, without earlier boards.
pub struct Case {
    pub setup: Setup,
    pub fast: Game,
    pub slow: Slow,
}

/// Returns the number of points where stones can still come to stand at first.
fn most_open(info: &GameInfo) -> u32 {
    match info.id {
        "alak" | "alaric" | "cancer" | "redstone" => 25,
        "bracket" | "stoical" => 7,
        _ => 4,
    }
}

/// Returns the widths of boards whose positions are few enough, or few after some stones.
fn widths(info: &GameInfo) -> Vec<u16> {
    let most = match info.id {
        "alaric" => 8,
        "bracket" | "stoical" => 7,
        "cascade" => 5,
        _ => 4,
    };
    let least = *info.sizes.start();
    let mut widths: Vec<u16> = (least..=most.max(least)).collect();
    if info.blocking {
        // Boards of more than 32 points, and of more than 128, most of them blocked.
        widths.extend([9, 12]);
    }
    widths
}

/// Returns a random board of a game; `None` if the choices led to none.
pub fn random_case(info: &'static GameInfo, choices: &mut impl Choices) -> Option<Case> {
    let setup = random_setup(info, choices)?;
    let diagram = random_diagram(&setup, choices);
    let (mut fast, mut slow) =
        (Game::from_diagram(setup.clone(), &diagram).ok()?, Slow::set_up(&setup, &diagram.stones)?);
    // Stones of the board may have filled other points.
    let plies = if choices.one_in(3) { choices.below(12) } else { choices.below(3) };
    for _ in 0..plies {
        let legal = slow.legal_moves(slow.to_move());
        if slow.is_over() || legal.is_empty() {
            break;
        }
        let (seat, mv) = (slow.to_move(), choices.pick(&legal));
        assert!(slow.play(seat, mv));
        fast.play(seat, mv).expect("the second implementation plays it");
    }
    let open = count_open(slow.board());
    if slow.is_over() || fast.is_over() || slow.to_move() != fast.to_move() || open > most_open(info) as usize {
        return None;
    }
    slow.set_up_afresh();
    let fast = Game::from_diagram(setup.clone(), &fast.diagram()).expect("a position that was reached");
    Some(Case { setup, fast, slow })
}

/// Returns the number of empty points that are not walled in.
fn count_open(board: &Board) -> usize {
    let is_blocked = |&cell: &Cell| board.get(cell) == Some(Stone::Blocked);
    let is_open = |&cell: &Cell| board.steps.is_empty() || !board.neighbours(cell).iter().all(is_blocked);
    board.cells().into_iter().filter(|&cell| board.is_empty(cell)).filter(is_open).count()
}

/// Returns a setup with random size, rules, blocked points and komi.
pub fn random_setup(info: &'static GameInfo, choices: &mut impl Choices) -> Option<Setup> {
    let mut setup = Setup::new(info);
    let (width, height) = (choices.pick(&widths(info)), choices.pick(&widths(info)));
    // Some rules are for some sizes only.
    setup = setup.with_size(width).or_else(|_| setup.with_size(width + 1)).ok()?;
    if info.rectangular && !choices.one_in(3) {
        setup = setup.with_rectangle(width, height).ok()?;
    }
    for rule in info.rules {
        setup = setup.with_rule(rule.name, choices.pick(rule.values)).unwrap_or(setup);
    }
    if info.blocking {
        let open = open_points(&setup, choices);
        let blocked: PointSet = setup.geometry().points().filter(|&point| !open.contains(point)).collect();
        setup = setup.with_blocked(blocked).ok()?;
    }
    if info.komi && choices.one_in(2) {
        let komi = if choices.one_in(4) { choices.below(100) } else { choices.below(17) };
        setup.set_komi(f64::from(komi) / 2.0 - if choices.one_in(2) { 4.0 } else { 0.0 });
    }
    Some(setup)
}

/// Returns the points of a board that are not blocked: a connected region or a single file, points
/// anywhere, or all of a small board.
fn open_points(setup: &Setup, choices: &mut impl Choices) -> PointSet {
    let geometry = setup.geometry();
    let points: Vec<Point> = geometry.points().collect();
    let wanted = 2 + choices.below(11);
    let kind = choices.below(5);
    if kind == 0 && points.len() <= 12 {
        return points.into_iter().collect();
    }
    let mut open = PointSet::default();
    let mut at = choices.pick(&points);
    for _ in 0..wanted {
        open.insert(at);
        let beside: Vec<Point> = match kind {
            // A walk: single files and small rooms.
            1 => geometry.neighbours(at),
            // A region that grows anywhere.
            2 | 3 => open.iter().flat_map(|point| geometry.neighbours(point)).collect(),
            // Points anywhere, most of them walled in.
            _ => points.clone(),
        };
        at = choices.pick(&beside);
    }
    // A point or two apart.
    for _ in 0..choices.below(3) {
        open.insert(choices.pick(&points));
    }
    open
}

/// Returns the start, or a board set up by hand.
pub fn random_diagram(setup: &Setup, choices: &mut impl Choices) -> Diagram {
    let mut diagram = setup.empty_diagram();
    // In Cancer it matters who has placed a stone before, which a board does not tell.
    if setup.info().swap.is_some() || choices.one_in(4) {
        return diagram;
    }
    let stones: Vec<Stone> = setup.info().stones.iter().copied().filter(|s| *s != Stone::Blocked).collect();
    // More stones of one colour make living groups.
    let (share, favoured) = (choices.pick(&[20, 50, 70, 85, 95]), choices.pick(&stones));
    let favours = choices.one_in(2);
    for point in setup.geometry().points() {
        if choices.below(100) < share && diagram.stones[point.index()].is_none() {
            let stone = if favours && !choices.one_in(4) { favoured } else { choices.pick(&stones) };
            diagram.stones[point.index()] = Some(stone);
        }
    }
    diagram
}
