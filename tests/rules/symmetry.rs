//! Symmetry: games on rotated and mirrored boards, and with exchanged colours, are the same.

use quintet_core::board::{Geometry, Point, PointSet, Shape};
use quintet_core::game::Game;
use quintet_core::random::{random_below, seeded};
use quintet_core::setup::Setup;
use quintet_core::types::{Action, Move, Outcome, Seat, Stone};

use crate::setups::{large, setup, small};
use crate::slow::Slow;

/// A symmetry of a setup: the image of each point, and whether the colours are exchanged.
struct View {
    name: &'static str,
    setup: Setup,
    /// The image of each cell of the bounding rectangle.
    points: Vec<Point>,
    exchanged: bool,
}

impl View {
    fn point(&self, point: Point) -> Point {
        self.points[point.index()]
    }

    fn seat(&self, seat: Seat) -> Seat {
        if self.exchanged { seat.other() } else { seat }
    }

    fn stone(&self, stone: Stone) -> Stone {
        let [black, white] = self.setup.info().own_stones;
        match stone {
            own if self.exchanged && own == black => white,
            own if self.exchanged && own == white => black,
            other => other,
        }
    }

    fn action(&self, mv: Move) -> Move {
        let Action::Place { kind, point } = mv.action() else { return mv };
        // The kind of stone with the exchanged colour; a side's own stone stays its own.
        let kinds = self.setup.info().kinds;
        let stone = kinds[usize::from(kind)].stone.map(|stone| self.stone(stone));
        let kind = kinds.iter().position(|k| k.stone == stone).unwrap();
        Move::place(kind as u8, self.point(point))
    }

    fn outcome(&self, outcome: Option<Outcome>) -> Option<Outcome> {
        outcome.map(|o| Outcome { margin: if self.exchanged { -o.margin } else { o.margin }, ..o })
    }
}

type Turn = fn(i32, i32, i32, i32) -> (i32, i32);

/// Returns the symmetries of a shape; those marked exchange width and height.
fn turns(geometry: &Geometry, setup: &Setup) -> Vec<(&'static str, Turn, bool)> {
    let same: Vec<(&'static str, Turn, bool)> = vec![("the same", |x, y, _, _| (x, y), false)];
    let others: Vec<(&'static str, Turn, bool)> = match geometry.shape() {
        Shape::Square => vec![
            ("left and right", |x, y, w, _| (w - 1 - x, y), false),
            ("up and down", |x, y, _, h| (x, h - 1 - y), false),
            ("half a turn", |x, y, w, h| (w - 1 - x, h - 1 - y), false),
            ("across the diagonal", |x, y, _, _| (y, x), true),
            ("a quarter turn", |x, y, _, h| (h - 1 - y, x), true),
            ("a quarter turn back", |x, y, w, _| (y, w - 1 - x), true),
            ("across the other diagonal", |x, y, w, h| (h - 1 - y, w - 1 - x), true),
        ],
        Shape::Diamond if Slow::new(setup).has_down() => vec![("mirrored", |x, y, _, _| (y, x), false)],
        Shape::Diamond => vec![
            ("mirrored", |x, y, _, _| (y, x), false),
            ("upside down", |x, y, w, h| (w - 1 - x, h - 1 - y), false),
            ("both", |x, y, w, h| (h - 1 - y, w - 1 - x), false),
        ],
        Shape::Hex if geometry.len() == usize::from(setup.width() * setup.height()) => vec![
            ("across the long diagonal", |x, y, _, _| (y, x), false),
            ("half a turn", |x, y, w, h| (w - 1 - x, h - 1 - y), false),
            ("across the short diagonal", |x, y, w, h| (h - 1 - y, w - 1 - x), false),
        ],
        // A rotation by 60° about the centre maps (u, v) to (u − v, u).
        Shape::Hex => vec![
            ("a sixth", |x, y, w, _| (x - y + w / 2, x), false),
            ("two sixths", |x, y, w, _| (w / 2 - (y - w / 2), x - y + w / 2), false),
            ("half a turn", |x, y, w, _| (w - 1 - x, w - 1 - y), false),
            ("four sixths", |x, y, w, _| (y - x + w / 2, w - 1 - x), false),
            ("five sixths", |x, y, w, _| (y, y - x + w / 2), false),
            ("mirrored", |x, y, _, _| (y, x), false),
            ("a sixth, mirrored", |x, y, w, _| (x, x - y + w / 2), false),
            ("two sixths, mirrored", |x, y, w, _| (x - y + w / 2, w - 1 - y), false),
            ("half a turn, mirrored", |x, y, w, _| (w - 1 - y, w - 1 - x), false),
            ("four sixths, mirrored", |x, y, w, _| (w - 1 - x, y - x + w / 2), false),
            ("five sixths, mirrored", |x, y, w, _| (y - x + w / 2, y), false),
        ],
        Shape::Ring => vec![
            ("one on", |x, y, w, _| ((x + 1) % w, y), false),
            ("half round", |x, y, w, _| ((x + w / 2) % w, y), false),
            ("mirrored", |x, y, w, _| (w - 1 - x, y), false),
            ("one on, mirrored", |x, y, w, _| ((2 * w - 2 - x) % w, y), false),
        ],
        Shape::Line => vec![("mirrored", |x, y, w, _| (w - 1 - x, y), false)],
    };
    same.into_iter().chain(others).collect()
}

fn views(setup: &Setup) -> Vec<View> {
    let geometry = setup.geometry();
    let (width, height) = (setup.width(), setup.height());
    let mut views = Vec::new();
    for (name, turn, swapped) in turns(&geometry, setup) {
        let (new_width, new_height) = if swapped { (height, width) } else { (width, height) };
        let image = |i: u16| {
            let (x, y) = turn((i % width).into(), (i / width).into(), width.into(), height.into());
            // The images of cells outside the hexagon do not matter.
            Point((y.rem_euclid(new_height.into()) * i32::from(new_width) + x.rem_euclid(new_width.into())) as u16)
        };
        let points: Vec<Point> = (0..width * height).map(image).collect();
        for exchanged in [false, true] {
            // Only the second side may swap.
            if exchanged && setup.has_swap() {
                continue;
            }
            let mut turned = if swapped && width != height {
                setup.with_rectangle(new_width, new_height).unwrap()
            } else {
                setup.clone()
            };
            let blocked: PointSet = setup.blocked().iter().map(|point| points[point.index()]).collect();
            turned = turned.with_blocked(blocked).unwrap();
            turned.set_komi(if exchanged { 0.0 - setup.komi() } else { setup.komi() });
            views.push(View { name, setup: turned, points: points.clone(), exchanged });
        }
    }
    views.remove(0);
    views
}

fn compare(line: &str, view: &View, one: &Game, other: &Game) {
    let context = || format!("{line}, {}, exchanged {}, after {:?}", view.name, view.exchanged, one.moves());
    for point in one.geometry().points() {
        let stone = one.stone(point).map(|stone| view.stone(stone));
        assert_eq!(other.stone(view.point(point)), stone, "{point:?} {}", context());
        let owner = one.owner(point).map(|seat| view.seat(seat));
        assert_eq!(other.owner(view.point(point)), owner, "{point:?} {}", context());
    }
    for seat in Seat::BOTH {
        let mut moves: Vec<Move> = one.legal_moves(seat).into_iter().map(|mv| view.action(mv)).collect();
        moves.sort();
        assert_eq!(other.legal_moves(view.seat(seat)), moves, "{}", context());
    }
    assert_eq!(other.outcome(), view.outcome(one.outcome()), "{}", context());
    let captured = one.captured();
    assert_eq!(other.captured(), Seat::BOTH.map(|seat| captured[view.seat(seat).index()]), "{}", context());
}

fn play_along(line: &str, view: &View, setup: &Setup, seed: u64, plies: usize) {
    let mut rng = seeded(seed);
    let (mut one, mut other) = (Game::new(setup.clone()), Game::new(view.setup.clone()));
    for ply in 0..plies {
        let seat = if random_below(&mut rng, 10) == 0 { one.to_move().other() } else { one.to_move() };
        let mut moves = one.legal_moves(seat);
        if moves.len() > 1 && random_below(&mut rng, 8) > 0 {
            moves.retain(|&mv| mv != Move::PASS);
        }
        if moves.is_empty() {
            break;
        }
        let mv = moves[random_below(&mut rng, moves.len() as u32) as usize];
        one.play(seat, mv).unwrap();
        other.play(view.seat(seat), view.action(mv)).unwrap_or_else(|_| panic!("{line}, {}: {mv:?}", view.name));
        if ply % 8 == 0 || one.is_over() {
            compare(line, view, &one, &other);
        }
    }
}

#[test]
fn turning_the_board_and_exchanging_the_colours_commute_with_play() {
    for (i, line) in (1..).zip(small()) {
        let setup = setup(&line);
        views(&setup).iter().for_each(|view| play_along(&line, view, &setup, i, 60));
    }
    for (i, line) in (1..).zip(large()) {
        let setup = setup(&line);
        views(&setup).iter().for_each(|view| play_along(&line, view, &setup, i, 25));
    }
}

#[test]
fn every_view_keeps_neighbours_together() {
    for line in small().iter().chain(&large()) {
        let setup = setup(line);
        for view in views(&setup) {
            let (one, other) = (setup.geometry(), view.setup.geometry());
            let images: PointSet = one.points().map(|point| view.point(point)).collect();
            assert!(images.iter().eq(other.points()), "{line}, {}", view.name);
            for point in one.points() {
                let mut neighbours: Vec<Point> = one.neighbours(point).into_iter().map(|p| view.point(p)).collect();
                let mut expected = other.neighbours(view.point(point));
                neighbours.sort();
                expected.sort();
                assert_eq!(neighbours, expected, "{line}, {}", view.name);
            }
        }
    }
}

#[test]
fn each_shape_has_all_its_symmetries() {
    let boards = [
        ("stoical 5", 8),
        ("cancer 5x4 pie=off", 8),
        ("cascade 4", 2),
        ("cascade 4 fill=both", 4),
        ("bracket 5", 12),
        ("bracket 5 shape=rhombus", 4),
        ("alaric 9 board=line", 2),
    ];
    for (line, count) in boards {
        let mut images: Vec<Vec<Point>> = views(&setup(line)).into_iter().map(|view| view.points).collect();
        images.sort();
        images.dedup();
        assert_eq!(images.len(), count, "{line}");
    }
}

#[test]
fn solvers_know_all_symmetries_that_keep_the_rules() {
    for (line, expected) in [
        ("alaric 7", 13),
        ("alaric 7 board=line", 1),
        ("bracket 5", 11),
        ("bracket 4 shape=rhombus", 3),
        ("cancer 4", 7),
        // Stones fall: only left and right can be exchanged.
        ("cascade 4 fill=down", 1),
        ("cascade 4 fill=both", 3),
        ("stoical 5", 7),
        ("stoical 3x4", 3),
    ] {
        let setup = setup(line);
        assert_eq!((setup.info().solving.symmetries)(&setup).len(), expected, "{line}");
    }
}

#[test]
fn a_drawing_of_an_unknown_name_has_no_marks() {
    for line in ["alaric 7", "bracket 5", "cancer 4", "cascade 4", "stoical 5"] {
        let mut game = Game::new(setup(line));
        let moves = game.legal_moves(game.to_move());
        game.play(game.to_move(), moves[0]).unwrap();
        assert!(game.draw("no such drawing").is_empty(), "{line}");
    }
}
