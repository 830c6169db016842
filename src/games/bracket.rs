//! Bracket (Nick Bentley, 2009): fill a hex tiling; groups are scored by what they stand between.

use crate::board::{Geometry, Point, Shape};
use crate::game::{Action, Ending, Game, Move, Outcome, Seat, Stone};
use crate::games::Visitor;
use crate::setup::{Diagram, DiagramError, GameInfo, KindInfo, RuleInfo, Setup};

/// The constant facts of Bracket.
pub static INFO: GameInfo = GameInfo {
    id: "bracket",
    title: "Bracket",
    gogui_id: "Bracket",
    sizes: 1..=25,
    default_size: 9,
    rectangular: false,
    rules: &[
        RuleInfo { name: "shape", values: &["hexagon", "rhombus"] },
        RuleInfo { name: "scoring", values: &["largest", "smallest"] },
    ],
    kinds: &[KindInfo { name: "own", stone: None }],
    own_stones: [Stone::Black, Stone::White],
    stones: &[Stone::Black, Stone::White],
    first: Seat::Black,
    passes: false,
    komi: false,
    blocking: false,
    geometry: |setup| match setup.rule("shape") {
        "hexagon" => Geometry::hexagon(setup.width()),
        _ => Geometry::rectangle(Shape::Hex, setup.width(), setup.width()),
    },
    check: |setup| setup.rule("shape") != "hexagon" || setup.width() % 2 == 1,
};

/// Does a visitor's work with the type that plays this setup.
pub fn visit<V: Visitor>(setup: &Setup, visitor: V) -> V::Output {
    visitor.visit::<Bracket>(setup)
}

/// A position of Bracket.
#[derive(Clone, PartialEq, Debug)]
pub struct Bracket {
    stones: Vec<Option<Stone>>,
    geometry: Geometry,
    smallest: bool,
    to_move: Seat,
    key: u64,
}

fn zobrist(point: Point, seat: Seat) -> u64 {
    let mut z = (u64::from(point.0) * 2 + seat.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Bracket {
    fn margin(&self) -> f64 {
        let n = self.stones.len();
        let mut group = vec![usize::MAX; n];
        let mut sizes = Vec::new();
        for p in self.geometry.points() {
            if group[p.index()] != usize::MAX {
                continue;
            }
            let mut stack = vec![p];
            group[p.index()] = sizes.len();
            let mut size = 0;
            while let Some(q) = stack.pop() {
                size += 1;
                for r in self.geometry.neighbours(q) {
                    if group[r.index()] == usize::MAX && self.stones[r.index()] == self.stones[p.index()] {
                        group[r.index()] = sizes.len();
                        stack.push(r);
                    }
                }
            }
            sizes.push((self.stones[p.index()], size, false, false));
        }
        for p in self.geometry.points() {
            for q in self.geometry.neighbours(p) {
                let (g, h) = (group[p.index()], group[q.index()]);
                let other = sizes[h].1;
                sizes[g].2 |= g != h && other < sizes[g].1;
                sizes[g].3 |= g != h && other > sizes[g].1;
            }
        }
        let mut lists = [Vec::new(), Vec::new()];
        for (stone, size, above, below) in sizes {
            if above && below {
                lists[usize::from(stone == Some(Stone::Black))].push(size);
            }
        }
        for list in &mut lists {
            list.sort();
            if !self.smallest {
                list.reverse();
            }
        }
        let entry = |list: &Vec<i32>, i: usize| list.get(i).copied().unwrap_or(0);
        (0..lists[0].len().max(lists[1].len()))
            .map(|i| entry(&lists[0], i) - entry(&lists[1], i))
            .find(|d| *d != 0)
            .unwrap_or(0)
            .into()
    }
}

impl Game for Bracket {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn new(setup: &Setup) -> Self {
        let geometry = setup.geometry();
        let cells = usize::from(geometry.width()) * usize::from(geometry.height());
        let smallest = setup.rule("scoring") == "smallest";
        Bracket { stones: vec![None; cells], geometry, smallest, to_move: Seat::Black, key: 0 }
    }

    fn from_diagram(setup: &Setup, diagram: &Diagram) -> Result<Self, DiagramError> {
        let mut position = Bracket::new(setup);
        for (i, &stone) in diagram.stones.iter().enumerate() {
            let point = Point(i as u16);
            match stone {
                Some(Stone::Black | Stone::White) if position.geometry.contains(point) => {
                    position.stones[i] = stone;
                    let seat = if stone == Some(Stone::Black) { Seat::Black } else { Seat::White };
                    position.key ^= zobrist(point, seat);
                }
                None => {}
                Some(stone) => {
                    let vertex = position.geometry.vertex(point).to_string();
                    return Err(DiagramError::Stone(stone.name(), vertex));
                }
            }
        }
        position.set_to_move(diagram.to_move);
        Ok(position)
    }

    fn diagram(&self) -> Diagram {
        Diagram { stones: self.stones.clone(), to_move: self.to_move, state: Default::default() }
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        self.stones[point.index()]
    }

    fn to_move(&self) -> Seat {
        self.to_move
    }

    fn set_to_move(&mut self, seat: Seat) {
        if seat != self.to_move {
            self.to_move = seat;
            self.key ^= 1;
        }
    }

    fn is_over(&self) -> bool {
        self.geometry.points().all(|p| self.stones[p.index()].is_some())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome { margin: self.margin(), ending: Ending::FullBoard })
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        let empty = self.geometry.points().filter(|p| self.stones[p.index()].is_none());
        moves.extend(empty.map(|p| Move::place(0, p)));
    }

    fn is_legal(&self, mv: Move) -> bool {
        matches!(mv.action(), Action::Place { kind: 0, point }
            if self.geometry.contains(point) && self.stones[point.index()].is_none())
    }

    fn play_unchecked(&mut self, mv: Move) {
        if let Some(point) = mv.point() {
            self.stones[point.index()] = Some(INFO.own_stone(self.to_move));
            self.key ^= zobrist(point, self.to_move);
        }
        self.set_to_move(self.to_move.other());
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn recomputed_key(&self) -> u64 {
        self.geometry.points().fold(u64::from(self.to_move == Seat::White), |key, p| match self.stones[p.index()] {
            Some(Stone::Black) => key ^ zobrist(p, Seat::Black),
            Some(_) => key ^ zobrist(p, Seat::White),
            None => key,
        })
    }
}
