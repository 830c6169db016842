//! Alaric (Bill Taylor, 2009): capture lines of enemy stones on a circle of cells, or on a row with ends (Alak).

mod features;
mod lesson;
mod states;

use std::collections::BTreeMap;

use crate::board::cpu::{BitOps, Kernel, dispatch};
use crate::board::{Geometry, Point, Shape, Vertex, hash};
use crate::game::{Game, Planes, Repetition, Trace};
use crate::games::Visitor;
use crate::setup::{Diagram, DiagramError, GameInfo, KindInfo, Rule as _, Setup, TestBoards, rule};
use crate::states::States;
use crate::words::{Action, Ending, Margin, Move, Outcome, Rng, Seat, Stone, random_below};
use states::AlaricStates;

/// The constant facts of Alaric.
pub static INFO: GameInfo = GameInfo {
    id: "alaric",
    title: "Alaric",
    summary: "Put a stone on an empty cell of a circle. Every enemy run next to it that now has your stones at both \
        ends leaves the board, and its owner may not play into the vacated cells on the next turn. Who can't move ends \
        the game; more stones win.",
    gogui_id: "Alaric",
    katago_rules: None,
    sizes: 1..=52,
    default_size: 11,
    rectangular: false,
    rules: &[Outline::INFO, Edge::INFO],
    kinds: &[KindInfo { name: "own", stone: None }],
    own_stones: [Stone::Black, Stone::White],
    stones: &[Stone::Black, Stone::White],
    first: Seat::Black,
    passes: false,
    komi: false,
    blocking: false,
    rule_sets: &[],
    handicap: false,
    star_points: false,
    dead_stones: false,
    swap: None,
    prior: features::TABLES,
    playout: &[],
    weights: include_str!("../../../weights/alaric.toml"),
    geometry: |setup| {
        let shape = match setup.choice() {
            Outline::Ring => Shape::Ring,
            Outline::Line => Shape::Line,
        };
        Geometry::rectangle(shape, setup.width(), 1)
    },
    lesson: &lesson::LESSON,
    check: |_| true,
    test_boards: TestBoards {
        small: &["1", "2", "3", "4", "5", "6", "8", "9", "11", "14"],
        large: &["52", "33 board=line", "52 board=line edge=wall"],
    },
};

rule! {
    /// How the cells lie.
    Outline = "board" {
        /// In a circle.
        Ring = "ring",
        /// In a row with two ends.
        Line = "line",
    }
}

rule! {
    /// What the ends of a row are; without effect on a circle.
    Edge = "edge" {
        /// They bound nothing.
        Open = "open",
        /// They bound a run as a stone of the capturing seat does.
        Wall = "wall",
    }
}

/// Does a visitor's work with the type that plays this setup.
pub fn visit<V: Visitor>(setup: &Setup, visitor: V) -> V::Output {
    match setup.choice() {
        Outline::Ring if setup.width() <= 32 => visitor.visit::<Alaric<Ring>>(setup),
        Outline::Ring => visitor.visit::<Alaric<WideRing>>(setup),
        Outline::Line => visitor.visit::<Alaric<Line>>(setup),
    }
}

/// The words that name each seat's barred cells in a diagram.
const BARRED: [&str; 2] = ["barred-b", "barred-w"];

/// The cells of a game and how they lie. A cell is a bit, `A1` the lowest; there are at most 52.
pub trait Cells: Copy + PartialEq + Send + Sync + 'static {
    /// The cells of a setup.
    fn new(setup: &Setup) -> Self;

    /// How many cells there are.
    fn count(self) -> u32;

    /// The cell so many cells up from `A1` (or down, below 0), as a single bit; `None` beyond an end of a row.
    fn at(self, cell: i32) -> Option<u64> {
        Some(1 << cell.rem_euclid(self.count() as i32))
    }

    /// The stones of `theirs` that leave when a stone has come to the single bit `cell`, which is in `mine`
    /// already.
    fn captures(self, mine: u64, theirs: u64, cell: u64) -> u64;
}

/// A circle of at most 32 cells: two copies fit a word.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ring {
    n: u8,
}

/// A circle of any number of cells.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WideRing {
    n: u8,
}

/// A row with two ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    n: u8,
    /// Whether the ends bound a run as a stone of the capturing seat does.
    wall: bool,
}

/// The run of `theirs` that begins right above the single bit `at`, if a bit of `mine` ends it; else nothing.
#[inline]
fn bounded_above(mine: u64, theirs: u64, at: u64) -> u64 {
    // The carry runs through the run and stops at its end: the bits that change are the run and the cell after it.
    let changed = theirs ^ theirs.wrapping_add(at << 1);
    if changed & mine != 0 { changed & theirs } else { 0 }
}

/// The run of `theirs` that begins right below the single bit `at`, if a bit of `mine` ends it; else nothing.
/// Some bit below `at` must not be in `theirs`.
#[inline]
fn bounded_below(mine: u64, theirs: u64, at: u64) -> u64 {
    let end = 1 << (63 - (!theirs & (at - 1)).leading_zeros());
    if mine & end != 0 { at - (end << 1) } else { 0 }
}

impl Cells for Ring {
    fn new(setup: &Setup) -> Ring {
        Ring { n: setup.width() as u8 }
    }

    #[inline]
    fn count(self) -> u32 {
        self.n.into()
    }

    /// The circle is laid out twice in a row; what lies above the new stone is looked for from its first copy, what
    /// lies below from its second.
    #[inline]
    fn captures(self, mine: u64, theirs: u64, cell: u64) -> u64 {
        let n = self.count();
        let (mine, theirs) = (mine | mine << n, theirs | theirs << n);
        let gone = bounded_above(mine, theirs, cell) | bounded_below(mine, theirs, cell << n);
        (gone | gone >> n) & ((1 << n) - 1)
    }
}

impl Cells for WideRing {
    fn new(setup: &Setup) -> WideRing {
        WideRing { n: setup.width() as u8 }
    }

    #[inline]
    fn count(self) -> u32 {
        self.n.into()
    }

    /// The circle is turned until the new stone is bit 0, and cut there: both ends of the row are the new stone.
    #[inline]
    fn captures(self, mine: u64, theirs: u64, cell: u64) -> u64 {
        let (n, cell) = (self.count(), cell.trailing_zeros());
        let all = (1 << n) - 1;
        let turn = |cells: u64, by: u32| (cells >> by | cells << (n - by)) & all;
        let (mine, theirs) = (turn(mine, cell) | 1 << n, turn(theirs, cell));
        turn(bounded_above(mine, theirs, 1) | bounded_below(mine, theirs, 1 << n), n - cell)
    }
}

impl Cells for Line {
    fn new(setup: &Setup) -> Line {
        Line { n: setup.width() as u8, wall: setup.choice::<Edge>() == Edge::Wall }
    }

    #[inline]
    fn count(self) -> u32 {
        self.n.into()
    }

    fn at(self, cell: i32) -> Option<u64> {
        (0..self.count() as i32).contains(&cell).then(|| 1 << cell)
    }

    /// The row moves up by a bit, so that there is one beyond either end: a wall, or nothing.
    #[inline]
    fn captures(self, mine: u64, theirs: u64, cell: u64) -> u64 {
        let walls = if self.wall { 2 << self.n | 1 } else { 0 };
        let (mine, theirs, cell) = (mine << 1 | walls, theirs << 1, cell << 1);
        (bounded_above(mine, theirs, cell) | bounded_below(mine, theirs, cell)) >> 1
    }
}

/// What a seat has on the board.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Side {
    stones: u64,
    /// The empty cells barred to the seat until it has moved.
    bars: u64,
}

/// A position of Alaric.
#[derive(Clone, PartialEq, Debug)]
pub struct Alaric<C: Cells> {
    /// The side to move. (By turn, not by colour: to change two values over is faster than to look for one of two.)
    mover: Side,
    /// The other side.
    waiting: Side,
    cells: C,
    to_move: Seat,
}

impl<C: Cells> Alaric<C> {
    fn side(&self, seat: Seat) -> &Side {
        if seat == self.to_move { &self.mover } else { &self.waiting }
    }

    fn side_mut(&mut self, seat: Seat) -> &mut Side {
        if seat == self.to_move { &mut self.mover } else { &mut self.waiting }
    }

    /// The empty cells.
    #[inline]
    fn empty(&self) -> u64 {
        !(self.mover.stones | self.waiting.stones) & ((1 << self.cells.count()) - 1)
    }

    /// The cells where the seat to move may play.
    #[inline]
    fn open(&self) -> u64 {
        self.empty() & !self.mover.bars
    }

    /// By how many stones Black leads.
    #[inline]
    fn lead(&self) -> f64 {
        let [black, white] = Seat::BOTH.map(|seat| self.side(seat).stones.count_ones());
        f64::from(black) - f64::from(white)
    }

    /// The seat to move plays on a cell, given as a single bit.
    #[inline]
    fn put(&mut self, cell: u64) {
        let mine = self.mover.stones | cell;
        let gone = self.cells.captures(mine, self.waiting.stones, cell);
        let moved = Side { stones: mine, bars: 0 };
        // A seat that moves twice can bar, and fill, more cells before the other's bar lifts.
        let bars = (self.waiting.bars | gone) & !mine;
        self.mover = Side { stones: self.waiting.stones & !gone, bars };
        self.waiting = moved;
        self.to_move = self.to_move.other();
    }
}

/// A game of random moves, cut short after three moves a cell.
struct RandomGame<'a, C: Cells, T: Trace> {
    position: &'a mut Alaric<C>,
    rng: &'a mut Rng,
    trace: &'a mut T,
}

impl<C: Cells, T: Trace> Kernel for RandomGame<'_, C, T> {
    type Output = f64;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> f64 {
        let mut position = self.position.clone();
        let mut left = 3 * position.cells.count();
        let margin = loop {
            let open = position.open();
            if open == 0 {
                break position.lead();
            }
            if left == 0 {
                break 0.0;
            }
            left -= 1;
            let cell = bits.nth_bit(open, random_below(self.rng, open.count_ones()));
            self.trace.played(position.to_move, Move::place(0, Point(cell.trailing_zeros() as u16)));
            position.put(cell);
        };
        *self.position = position;
        margin
    }
}

/// Calls `visit` for each cell, the lowest first.
#[inline]
fn for_each(mut cells: u64, mut visit: impl FnMut(Point)) {
    while cells != 0 {
        visit(Point(cells.trailing_zeros() as u16));
        cells &= cells - 1;
    }
}

impl<C: Cells> Game for Alaric<C> {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn new(setup: &Setup) -> Self {
        Alaric { mover: Side::default(), waiting: Side::default(), cells: C::new(setup), to_move: INFO.first }
    }

    fn from_diagram(setup: &Setup, diagram: &Diagram) -> Result<Self, DiagramError> {
        let mut position = Alaric::<C>::new(setup);
        position.to_move = diagram.to_move;
        let geometry = setup.geometry();
        if diagram.stones.len() != geometry.len() {
            return Err(DiagramError::Size(geometry.len(), diagram.stones.len()));
        }
        for (i, &stone) in diagram.stones.iter().enumerate() {
            match stone {
                None => {}
                Some(Stone::Black) => position.side_mut(Seat::Black).stones |= 1 << i,
                Some(Stone::White) => position.side_mut(Seat::White).stones |= 1 << i,
                Some(stone) => {
                    let vertex = geometry.vertex(Point(i as u16)).to_string();
                    return Err(DiagramError::Stone(stone.name(), vertex));
                }
            }
        }
        for (name, value) in &diagram.state {
            let error = || DiagramError::State(name.clone(), value.clone());
            let seat = Seat::BOTH.into_iter().find(|seat| BARRED[seat.index()] == name).ok_or_else(error)?;
            for word in value.split(',') {
                let vertex: Vertex = word.parse().map_err(|_| error())?;
                let point = geometry.point(vertex).ok_or_else(error)?;
                position.side_mut(seat).bars |= 1 << point.0;
            }
            if position.side(seat).bars & !position.empty() != 0 {
                return Err(error());
            }
        }
        Ok(position)
    }

    /// There are fewer positions than three times those of the stones alone, symmetric ones taken together.
    fn may_number(setup: &Setup, most: u64) -> bool {
        let n = u32::from(setup.width());
        let turns = if setup.choice::<Outline>() == Outline::Ring { 2 * u64::from(n) } else { 2 };
        n <= 30 && 3u64.pow(n) / turns * 12 / 5 <= most
    }

    fn states(setup: &Setup) -> Option<Box<dyn States>> {
        Some(Box::new(AlaricStates::<C>::new(setup)?))
    }

    fn diagram(&self) -> Diagram {
        let stones = (0..self.cells.count()).map(|i| self.stone(Point(i as u16))).collect();
        let mut state = BTreeMap::new();
        for seat in Seat::BOTH {
            let mut vertices = Vec::new();
            for_each(self.side(seat).bars, |point| vertices.push(Vertex { x: point.0.into(), y: 0 }.to_string()));
            if !vertices.is_empty() {
                state.insert(BARRED[seat.index()].to_owned(), vertices.join(","));
            }
        }
        Diagram { stones, to_move: self.to_move, state }
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        let has = |seat: Seat| self.side(seat).stones >> point.0 & 1 == 1;
        Seat::BOTH.into_iter().find(|seat| has(*seat)).map(|seat| INFO.own_stone(seat))
    }

    #[inline]
    fn to_move(&self) -> Seat {
        self.to_move
    }

    #[inline]
    fn set_to_move(&mut self, seat: Seat) {
        if seat != self.to_move {
            std::mem::swap(&mut self.mover, &mut self.waiting);
            self.to_move = seat;
        }
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.open() == 0
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome { margin: Margin::new(self.lead()), ending: Ending::NoMove })
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        for_each(self.open(), |point| moves.push(Move::place(0, point)));
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        matches!(mv.action(), Action::Place { kind: 0, point } if point.0 < 64 && self.open() >> point.0 & 1 == 1)
    }

    fn why_illegal(&self, _mv: Move) -> &'static str {
        "this cell is barred until your next turn: stones of yours were taken from it just now"
    }

    #[inline]
    fn count_legal(&self) -> usize {
        self.open().count_ones() as usize
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        self.put(1 << (mv.code() & 63));
    }

    #[inline]
    fn key(&self) -> u64 {
        let seat = u64::from(self.to_move == Seat::White);
        hash([self.mover.stones, self.waiting.stones, self.mover.bars << 1 | seat, self.waiting.bars])
    }

    fn recomputed_key(&self) -> u64 {
        let mut copy = Alaric { mover: Side::default(), waiting: Side::default(), ..self.clone() };
        for i in 0..self.cells.count() {
            for seat in Seat::BOTH {
                if self.stone(Point(i as u16)) == Some(INFO.own_stone(seat)) {
                    copy.side_mut(seat).stones |= 1 << i;
                }
                copy.side_mut(seat).bars |= self.side(seat).bars & 1 << i;
            }
        }
        copy.key()
    }

    fn repetition(&self) -> Repetition {
        Repetition::Draws
    }

    #[inline]
    fn occurrence(&self, _: Option<Seat>) -> Option<u64> {
        Some(self.key())
    }

    /// At the end every empty cell was vacated by the latest move, or was barred before and the seat hasn't moved
    /// since: each cell that is empty now must have been filled.
    fn plies_to_end(&self) -> u32 {
        if self.is_over() {
            return 0;
        }
        (self.empty() & !self.waiting.bars).count_ones().max(1)
    }

    fn features(&self, moves: &[Move], features: &mut Vec<u16>) {
        self.tell_features(moves, features);
    }

    #[inline]
    fn planes(&self) -> Option<Planes> {
        if self.waiting.bars != 0 || self.cells.count() > 32 {
            return None;
        }
        let bars = self.mover.bars as u32;
        let sets = [Seat::Black, Seat::White].map(|seat| self.side(seat).stones as u32 | bars);
        Some(Planes { sets, rest: 0 })
    }

    /// Nobody can have more stones than there are cells.
    fn margins_left(&self) -> [f64; 2] {
        let cells = f64::from(self.cells.count());
        [-cells, cells]
    }

    fn playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        dispatch(RandomGame { position: self, rng, trace })
    }

    fn barred(&self) -> Vec<Point> {
        let mut points = Vec::new();
        for_each(self.mover.bars, |point| points.push(point));
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::perft;

    fn setup(n: u16, rules: &[(&str, &str)]) -> Setup {
        let start = Setup::new(&INFO).with_size(n).unwrap();
        rules.iter().fold(start, |setup, (name, value)| setup.with_rule(name, value).unwrap())
    }

    /// The board after a seat has played on a cell of a board in letters, with the cells that are then barred to
    /// the other seat as `-`.
    fn after(rules: &[(&str, &str)], board: &str, seat: Seat, cell: u16) -> String {
        struct Play<'a>(&'a Diagram, u16);
        impl Visitor for Play<'_> {
            type Output = String;
            fn visit<G: Game>(self, setup: &Setup) -> String {
                let mut position = G::from_diagram(setup, self.0).unwrap();
                position.play(Move::place(0, Point(self.1))).unwrap();
                let barred = position.barred();
                let letter = |(i, stone): (usize, &Option<Stone>)| match stone {
                    Some(stone) => stone.letter(),
                    None if barred.contains(&Point(i as u16)) => '-',
                    None => '.',
                };
                position.diagram().stones.iter().enumerate().map(letter).collect()
            }
        }
        let setup = setup(board.len() as u16, rules);
        let stones = board.chars().map(Stone::from_letter).collect();
        visit(&setup, Play(&Diagram { stones, to_move: seat, state: BTreeMap::new() }, cell))
    }

    const LINE: (&str, &str) = ("board", "line");
    const WALL: (&str, &str) = ("edge", "wall");

    #[test]
    fn runs_between_the_new_stone_and_another_leave_on_both_sides_and_their_cells_are_barred() {
        assert_eq!(after(&[], "xoo.ox.", Seat::Black, 3), "x--x-x.");
        assert_eq!(after(&[], ".ox.xxo", Seat::White, 3), ".o-o--o");
    }

    #[test]
    fn a_run_is_captured_across_the_place_where_the_circle_closes() {
        assert_eq!(after(&[], "oox..xo", Seat::Black, 4), "oox.xxo", "a run that the new stone does not touch stays");
        assert_eq!(after(&[], "oox...o", Seat::Black, 5), "--x..x-");
        assert_eq!(after(&[], "oox..oo", Seat::Black, 4), "--x.x--");
    }

    #[test]
    fn a_run_with_an_open_end_stays() {
        assert_eq!(after(&[], "x.oo..x", Seat::Black, 4), "x.oox.x");
    }

    #[test]
    fn the_new_stone_alone_bounds_a_run_of_all_other_cells() {
        assert_eq!(after(&[], "o.", Seat::Black, 1), "-x");
        assert_eq!(after(&[], "o.oo", Seat::Black, 1), "-x--");
        assert_eq!(after(&[], &("o".repeat(51) + "."), Seat::Black, 51), "-".repeat(51) + "x");
    }

    #[test]
    fn a_stone_stands_safely_between_two_enemies() {
        assert_eq!(after(&[], ".x.x.", Seat::White, 2), ".xox.");
        assert_eq!(after(&[], ".xox.", Seat::Black, 0), "xxox.", "only runs next to the new stone are looked at");
        assert_eq!(after(&[], ".xoox", Seat::White, 0), "o-oo-", "the run from both sides of the circle's seam");
    }

    #[test]
    fn the_ends_of_a_line_bound_nothing_unless_they_are_walls() {
        assert_eq!(after(&[LINE], "oo.ox", Seat::Black, 2), "oox-x");
        assert_eq!(after(&[LINE, WALL], "oo.ox", Seat::Black, 2), "--x-x");
        assert_eq!(after(&[LINE, WALL], "x.oo", Seat::Black, 1), "xx--");
        assert_eq!(after(&[LINE], "x.oo", Seat::Black, 1), "xxoo");
        assert_eq!(after(&[WALL], "x..oo", Seat::Black, 2), "x.x--", "a circle has no walls");
        let row = "o".repeat(51);
        assert_eq!(after(&[LINE, WALL], &format!("{row}."), Seat::Black, 51), "-".repeat(51) + "x");
        assert_eq!(after(&[LINE, WALL], &format!(".{row}"), Seat::Black, 0), "x".to_owned() + &"-".repeat(51));
    }

    #[test]
    fn a_bar_lifts_when_the_barred_seat_itself_has_moved() {
        let mut position = Alaric::<Ring>::new(&setup(7, &[]));
        let play = |position: &mut Alaric<Ring>, seat, cell| {
            position.set_to_move(seat);
            position.play(Move::place(0, Point(cell)))
        };
        for (seat, cell) in [(Seat::Black, 0), (Seat::White, 1), (Seat::Black, 2)] {
            play(&mut position, seat, cell).unwrap();
        }
        assert_eq!(position.barred(), [Point(1)]);
        assert_eq!(position.diagram().state["barred-w"], "B1");
        play(&mut position, Seat::Black, 4).unwrap();
        assert!(play(&mut position, Seat::White, 1).is_err(), "Black moved twice; White's bar stands");
        play(&mut position, Seat::White, 6).unwrap();
        assert!(position.diagram().state.is_empty());
        play(&mut position, Seat::Black, 5).unwrap();
        play(&mut position, Seat::White, 1).unwrap();
    }

    #[test]
    fn the_game_is_over_when_the_side_to_move_has_only_barred_cells() {
        let setup = setup(2, &[]);
        let mut position = Alaric::<Ring>::new(&setup);
        position.play(Move::place(0, Point(0))).unwrap();
        assert_eq!((position.is_over(), position.plies_to_end()), (false, 1));
        position.play(Move::place(0, Point(1))).unwrap();
        assert_eq!(position.outcome(), Some(Outcome { margin: Margin::new(-1.0), ending: Ending::NoMove }));
        assert_eq!(position.plies_to_end(), 0);
    }

    #[test]
    fn diagrams_that_are_no_positions_are_refused() {
        let setup = setup(5, &[]);
        let refused = |stones: &str, state: &[(&str, &str)]| {
            let stones = stones.chars().map(Stone::from_letter).collect();
            let state = state.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
            Alaric::<Ring>::from_diagram(&setup, &Diagram { stones, to_move: Seat::Black, state }).unwrap_err()
        };
        assert_eq!(refused("x...", &[]), DiagramError::Size(5, 4));
        assert_eq!(refused("x..r.", &[]), DiagramError::Stone("red", "D1".into()));
        for (name, value) in [("barred", "A1"), ("barred-b", ""), ("barred-b", "A2"), ("barred-w", "C1"), ("ban", "1")]
        {
            assert_eq!(refused("..x..", &[(name, value)]), DiagramError::State(name.into(), value.into()));
        }
    }

    #[test]
    fn perft_gives_the_known_figures() {
        let figures: [(u16, &[u64]); 3] = [
            (5, &[5, 20, 60, 120, 140, 100, 60]),
            (7, &[7, 42, 210, 840, 2576, 5796, 9548]),
            (8, &[8, 56, 336, 1680, 6800, 21568, 52608]),
        ];
        for (n, counts) in figures {
            let start = crate::games::start(&setup(n, &[]));
            for (depth, &count) in (1..).zip(counts) {
                assert_eq!(start.perft(depth), count, "n={n} depth {depth}");
                let plain = perft(&Alaric::<Ring>::new(&setup(n, &[])), depth, depth % 2 == 0);
                assert_eq!(plain, count, "n={n} depth {depth}, earlier boards forgotten");
            }
        }
    }

    /// Plain minimax with draws by repetition on the path: exponential, and right by definition.
    fn best(position: &Alaric<Ring>, path: &mut Vec<u64>) -> f64 {
        if let Some(outcome) = position.outcome() {
            return outcome.margin.points();
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let sign = position.to_move().sign();
        let values = moves.into_iter().map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            if path.contains(&next.key()) {
                return 0.0;
            }
            path.push(next.key());
            let value = best(&next, path);
            path.pop();
            value * sign
        });
        values.fold(f64::MIN, f64::max) * sign
    }

    #[test]
    fn best_play_gives_the_margins_that_the_inventor_knew() {
        for (n, margin) in (1..).zip([1.0, -1.0, 2.0, -2.0, 3.0, -2.0, -1.0]) {
            let start = Alaric::<Ring>::new(&setup(n, &[]));
            assert_eq!(best(&start, &mut vec![start.key()]), margin, "n={n}");
        }
    }
}
