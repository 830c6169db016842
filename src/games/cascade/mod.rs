//! Cascade (Torben Mogensen, 2009): stones of three colours on a square standing on a corner; below two filled
//! squares stones appear by themselves.

mod features;
mod greedy;
mod lesson;
mod playout;

use crate::board::cpu::dispatch;
use crate::board::{Bits, Geometry, Point, Shape, hash};
use crate::game::{Game, Planes, Trace};
use crate::games::Visitor;
use crate::setup::{Diagram, DiagramError, GameInfo, KindInfo, Rule as _, Setup, TestBoards, rule};
use crate::words::{Action, Ending, Margin, Move, Outcome, Rng, Seat, Stone};
use greedy::GreedyGame;
use playout::random_game;

/// The constant facts of Cascade.
pub static INFO: GameInfo = GameInfo {
    id: "cascade",
    title: "Cascade",
    summary: "Place a white, black or red stone on any empty square; each empty square below two filled ones then fills \
        by itself: with their colour if they are alike, with the third if they differ. On the full board more white \
        than black stones win for White.",
    gogui_id: "Cascade",
    katago_rules: None,
    sizes: 1..=25,
    default_size: 8,
    rectangular: false,
    rules: &[Fill::INFO],
    kinds: &[
        KindInfo { name: "white", stone: Some(Stone::White) },
        KindInfo { name: "black", stone: Some(Stone::Black) },
        KindInfo { name: "red", stone: Some(Stone::Red) },
    ],
    own_stones: [Stone::Black, Stone::White],
    stones: &[Stone::White, Stone::Black, Stone::Red],
    first: Seat::White,
    passes: false,
    komi: false,
    blocking: false,
    rule_sets: &[],
    handicap: false,
    star_points: false,
    dead_stones: false,
    swap: None,
    prior: features::TABLES,
    inputs: &[],
    playout: &[],
    weights: include_str!("../../../weights/cascade.toml"),
    geometry: |setup| Geometry::rectangle(Shape::Diamond, setup.width(), setup.width()),
    lesson: &lesson::LESSON,
    check: |_| true,
    test_boards: TestBoards {
        small: &["1", "2", "3", "4", "5", "7"],
        large: &["8", "25", "25 fill=both", "9 fill=both"],
    },
};

rule! {
    /// Which squares beside two filled ones are filled.
    Fill = "fill" {
        /// Those below.
        Down = "down",
        /// Those below and those above.
        Both = "both",
    }
}

/// Does a visitor's work with the type that plays this setup.
pub fn visit<V: Visitor>(setup: &Setup, visitor: V) -> V::Output {
    match setup.width() {
        0..=8 => visitor.visit::<Cascade<1>>(setup),
        9..=11 => visitor.visit::<Cascade<2>>(setup),
        12..=16 => visitor.visit::<Cascade<4>>(setup),
        _ => visitor.visit::<Cascade<10>>(setup),
    }
}

/// A position of Cascade; `W` words hold a set of its squares.
///
/// A square's colour is a number, one more than the kind of its stone: white 1, black 2, red 3; 0 is empty. The
/// third of two different colours is then their exclusive or.
#[derive(Clone, PartialEq, Debug)]
pub struct Cascade<const W: usize> {
    /// The squares whose colour has its lower bit set.
    low: Bits<W>,
    /// The squares whose colour has its higher bit set.
    high: Bits<W>,
    /// How many squares are empty.
    empty: u16,
    width: u8,
    /// Whether squares above two filled ones are filled too.
    both: bool,
    to_move: Seat,
}

/// The colours of stones at the two ends of a pair, and what comes between them.
#[inline]
fn between<const W: usize>(a: [Bits<W>; 2], b: [Bits<W>; 2]) -> [Bits<W>; 2] {
    let (low, high) = (a[0] ^ b[0], a[1] ^ b[1]);
    let alike = !(low | high);
    [low | a[0] & alike, high | a[1] & alike]
}

impl<const W: usize> Cascade<W> {
    /// The squares of the first column, by width of the board.
    const FIRST_COLUMN: &'static [[u64; W]; 26] = &Self::columns(0);
    /// The squares of the last column, by width of the board.
    const LAST_COLUMN: &'static [[u64; W]; 26] = &Self::columns(1);

    const fn columns(last: usize) -> [[u64; W]; 26] {
        let mut columns = [[0; W]; 26];
        let mut width = 1;
        while width < columns.len() && width * width <= 64 * W {
            let mut row = 0;
            while row < width {
                let square = row * width + last * (width - 1);
                columns[width][square / 64] |= 1 << (square % 64);
                row += 1;
            }
            width += 1;
        }
        columns
    }

    fn first_column(&self) -> Bits<W> {
        Bits(Self::FIRST_COLUMN[usize::from(self.width)])
    }

    fn last_column(&self) -> Bits<W> {
        Bits(Self::LAST_COLUMN[usize::from(self.width)])
    }

    fn squares(&self) -> usize {
        usize::from(self.width) * usize::from(self.width)
    }

    /// All squares of the board.
    fn board(&self) -> Bits<W> {
        Bits::first(self.squares())
    }

    #[inline]
    fn filled(&self) -> Bits<W> {
        self.low | self.high
    }

    /// Kind of the stone on a square.
    fn kind(&self, square: usize) -> Option<u8> {
        let colour = u8::from(self.low.contains(square)) | u8::from(self.high.contains(square)) << 1;
        colour.checked_sub(1)
    }

    #[inline]
    fn put(&mut self, square: usize, kind: u8) {
        let colour = kind + 1;
        if colour & 1 != 0 {
            self.low.insert(square);
        }
        if colour & 2 != 0 {
            self.high.insert(square);
        }
        self.empty -= 1;
    }

    /// Puts stones on the empty squares `wanted`, each between the two colours of its pair.
    #[inline]
    fn put_between(&mut self, wanted: Bits<W>, a: [Bits<W>; 2], b: [Bits<W>; 2]) {
        let colour = between(a, b);
        self.low = self.low | colour[0] & wanted;
        self.high = self.high | colour[1] & wanted;
        self.empty -= wanted.count() as u16;
    }

    /// Fills the squares that are directly below two filled ones now; tells whether there were any.
    #[inline]
    fn fill_down(&mut self) -> bool {
        let (filled, width, last) = (self.filled(), self.width.into(), self.last_column());
        let wanted = filled.down(1) & filled.down(width) & !(filled | last);
        if wanted.is_empty() {
            return false;
        }
        let planes = [self.low, self.high];
        self.put_between(wanted, planes.map(|plane| plane.down(1)), planes.map(|plane| plane.down(width)));
        true
    }

    /// Fills the squares that are directly above two filled ones now; tells whether there were any.
    #[inline]
    fn fill_up(&mut self) -> bool {
        let (filled, width) = (self.filled(), self.width.into());
        let wanted = filled.up(1) & filled.up(width) & !(filled | self.first_column()) & self.board();
        if wanted.is_empty() {
            return false;
        }
        let planes = [self.low, self.high];
        self.put_between(wanted, planes.map(|plane| plane.up(1)), planes.map(|plane| plane.up(width)));
        true
    }

    /// Fills all that has to be filled: downwards to a standstill, then upwards, and so on.
    #[inline]
    fn fill(&mut self) {
        loop {
            while self.fill_down() {}
            if !self.both || !self.fill_up() {
                return;
            }
            while self.fill_up() {}
        }
    }

    /// How many black stones there are more than white ones.
    #[inline]
    fn lead(&self) -> f64 {
        let count = |ones: Bits<W>, others: Bits<W>| f64::from((ones & !others).count());
        count(self.high, self.low) - count(self.low, self.high)
    }
}

impl<const W: usize> Game for Cascade<W> {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn new(setup: &Setup) -> Self {
        let width = setup.width();
        Cascade {
            low: Bits::EMPTY,
            high: Bits::EMPTY,
            empty: width * width,
            width: width as u8,
            both: setup.choice::<Fill>() == Fill::Both,
            to_move: INFO.first,
        }
    }

    fn from_diagram(setup: &Setup, diagram: &Diagram) -> Result<Self, DiagramError> {
        let mut position = Cascade::new(setup);
        let geometry = setup.geometry();
        if diagram.stones.len() != geometry.len() {
            return Err(DiagramError::Size(geometry.len(), diagram.stones.len()));
        }
        if let Some((name, value)) = diagram.state.iter().next() {
            return Err(DiagramError::State(name.clone(), value.clone()));
        }
        for (square, stone) in diagram.stones.iter().enumerate().filter_map(|(i, stone)| Some((i, (*stone)?))) {
            let Some(kind) = INFO.kinds.iter().position(|kind| kind.stone == Some(stone)) else {
                let vertex = geometry.vertex(Point(square as u16)).to_string();
                return Err(DiagramError::Stone(stone.name(), vertex));
            };
            position.put(square, kind as u8);
        }
        position.fill();
        position.to_move = diagram.to_move;
        Ok(position)
    }

    fn diagram(&self) -> Diagram {
        let stones = (0..self.squares()).map(|square| self.stone(Point(square as u16))).collect();
        Diagram { stones, to_move: self.to_move, state: Default::default() }
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        INFO.kinds[usize::from(self.kind(point.index())?)].stone
    }

    #[inline]
    fn to_move(&self) -> Seat {
        self.to_move
    }

    #[inline]
    fn set_to_move(&mut self, seat: Seat) {
        self.to_move = seat;
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.empty == 0
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome { margin: Margin::new(self.lead()), ending: Ending::FullBoard })
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        let empty = !self.filled() & self.board();
        for kind in 0..3 {
            empty.for_each(|point| moves.push(Move::place(kind, point)));
        }
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        matches!(mv.action(), Action::Place { kind: 0..3, point }
            if point.index() < self.squares() && !self.filled().contains(point.index()))
    }

    #[inline]
    fn count_legal(&self) -> usize {
        3 * usize::from(self.empty)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        if let Action::Place { kind, point } = mv.action() {
            self.put(point.index(), kind);
            self.fill();
        }
        self.to_move = self.to_move.other();
    }

    #[inline]
    fn key(&self) -> u64 {
        let seat = [u64::from(self.to_move == Seat::White)];
        hash(self.low.0.into_iter().chain(self.high.0).chain(seat))
    }

    fn recomputed_key(&self) -> u64 {
        let mut copy = Cascade { low: Bits::EMPTY, high: Bits::EMPTY, empty: u16::MAX, ..self.clone() };
        for square in 0..self.squares() {
            if let Some(kind) = self.kind(square) {
                copy.put(square, kind);
            }
        }
        copy.key()
    }

    /// Filling downwards never reaches the squares of the two upper edges. Filling both ways never lengthens the
    /// outline of the filled squares, which a stone put down lengthens by 4 at most.
    fn plies_to_end(&self) -> u32 {
        if self.is_over() {
            return 0;
        }
        let (filled, width) = (self.filled(), u32::from(self.width));
        let top_row = !self.board().down(width);
        let plies = if self.both {
            let beside = (filled & filled.down(1) & !self.last_column()).count();
            let above = (filled & filled.down(width)).count();
            width.saturating_sub((2 * filled.count() - beside - above) / 2)
        } else {
            (!filled & (self.last_column() | top_row) & self.board()).count()
        };
        plies.max(1)
    }

    fn features(&self, moves: &[Move], features: &mut Vec<u16>) {
        self.tell_features(moves, features);
    }

    /// Red is the exclusive or of White and Black.
    #[inline]
    fn planes(&self) -> Option<Planes> {
        let fits = W == 1 && self.squares() <= 32;
        fits.then(|| Planes { sets: [self.high.0[0] as u32, self.low.0[0] as u32], rest: 0 })
    }

    /// Of the plies that are left, whoever makes them can put its own colour down in each: stones put down stay.
    fn value_bounds(&self) -> [f64; 2] {
        let (lead, empty, plies) = (self.lead(), f64::from(self.empty), self.plies_to_end());
        let own = [plies.div_ceil(2), plies / 2].map(|plies| 2.0 * f64::from(plies));
        let [black, white] = if self.to_move == Seat::Black { own } else { [own[1], own[0]] };
        [lead - empty + black, lead + empty - white]
    }

    fn comes_round() -> bool {
        false
    }

    /// Every empty square will hold a stone.
    #[inline]
    fn margins_left(&self) -> [f64; 2] {
        let (lead, empty) = (self.lead(), f64::from(self.empty));
        [lead - empty, lead + empty]
    }

    /// Left and right can be exchanged; with filling both ways, up and down too.
    fn symmetries(setup: &Setup) -> Vec<Vec<u16>> {
        let last = setup.width() * setup.width() - 1;
        let mut symmetries = setup.geometry().symmetries();
        symmetries.retain(|turn| turn[0] == 0 || setup.choice::<Fill>() == Fill::Both && turn[0] == last);
        symmetries
    }

    fn playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        random_game(self, rng, trace)
    }

    fn informed_playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        dispatch(GreedyGame { position: self, rng, trace })
    }
}

#[cfg(test)]
mod tests;
