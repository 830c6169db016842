//! Positions of games that were played to the end, as a network learns from them.

use super::replay::{End, Pupil, Sight, replay};
use crate::matches::results::GameRecord;
use crate::network::{Grid, View};
use crate::setup::{GameInfo, Setup};
use crate::weights::{OCTAVE, Weights};
use crate::words::{Move, Seat};

/// A position, seen by the seat to move, what was played there, and how the game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    grid: Grid,
    /// The inputs of each point.
    inputs: Vec<u16>,
    /// The legal moves: the point of each, if it has one, and the logarithm of its strength by what was learnt before.
    moves: Vec<(Option<u16>, f32)>,
    /// Which of them was played.
    played: usize,
    /// Whose each point was in the end: 1 the seat to move's, −1 the opponent's, 0 nobody's.
    owners: Vec<i8>,
    /// The lead in the end, komi not counted in, and the komi.
    lead: f32,
    komi: f32,
}

/// Ways in which a square board can be turned and mirrored.
pub const WAYS: u32 = 8;

/// What an example says, turned or mirrored.
#[derive(Default, Debug)]
pub struct Variant {
    pub inputs: Vec<u16>,
    pub moves: Vec<(Option<u16>, f32)>,
    pub played: usize,
    pub owners: Vec<i8>,
    pub komi: f32,
    /// 1 where the seat to move won, 0 where it lost, ½ for a draw.
    pub result: f32,
}

impl Example {
    /// The size of its board.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Turned and mirrored by one of eight ways (four, where the board is no square), and with other points of komi: who leads
    /// by so much would have won with them too.
    pub fn variant(&self, way: usize, more_komi: f32) -> Variant {
        let Grid { width, height } = self.grid;
        let way = if width == height { way } else { way & 3 };
        let turned = |point: usize| {
            let (mut x, mut y) = (point % width, point / width);
            if way & 1 != 0 {
                x = width - 1 - x;
            }
            if way & 2 != 0 {
                y = height - 1 - y;
            }
            if way & 4 != 0 { x * width + y } else { y * width + x }
        };
        let margin = self.lead + self.komi + more_komi;
        let mut variant = Variant {
            inputs: vec![0; self.inputs.len()],
            owners: vec![0; self.owners.len()],
            moves: self.moves.iter().map(|&(at, x)| (at.map(|at| turned(at.into()) as u16), x)).collect(),
            played: self.played,
            komi: self.komi + more_komi,
            result: if margin == 0.0 { 0.5 } else { 0.5 + 0.5 * margin.signum() },
        };
        for point in 0..self.inputs.len() {
            variant.inputs[turned(point)] = self.inputs[point];
            variant.owners[turned(point)] = self.owners[point];
        }
        variant
    }
}

impl Variant {
    /// The board as a network sees it.
    pub fn view(&self, grid: Grid) -> View<'_> {
        View { grid, inputs: &self.inputs, komi: self.komi }
    }
}

/// Adds the positions of a game in which engines chose, if it was played to its end, on a board wide enough for a network; false
/// where it adds nothing.
pub fn add_game(examples: &mut Vec<Example>, info: &'static GameInfo, record: &GameRecord) -> bool {
    let weights = Weights::of(info);
    replay(info, record, &mut Onlooker { weights, examples, seen: Vec::new(), features: Vec::new() })
}

/// A position of a game whose end isn't known yet.
struct Seen {
    seat: Seat,
    inputs: Vec<u16>,
    moves: Vec<(Option<u16>, f32)>,
    played: usize,
}

/// Learns what positions looked like, what was played, and how it ended.
struct Onlooker<'a> {
    weights: &'static Weights,
    examples: &'a mut Vec<Example>,
    seen: Vec<Seen>,
    features: Vec<u16>,
}

impl Pupil for Onlooker<'_> {
    fn see(&mut self, position: &dyn Sight, seat: Seat, moves: &[Move], played: usize) {
        self.features.clear();
        position.features(moves, &mut self.features);
        let logarithm = |sum: i32| sum as f32 * (std::f32::consts::LN_2 / OCTAVE as f32);
        let strengths = self.weights.sums(&self.features).map(logarithm);
        let moves = moves.iter().map(|mv| mv.point().map(|point| point.0)).zip(strengths).collect();
        let mut inputs = Vec::new();
        position.inputs(&mut inputs);
        self.seen.push(Seen { seat, inputs, moves, played });
    }

    fn conclude(&mut self, setup: &Setup, end: Option<End>) -> bool {
        let grid = Grid { width: setup.width().into(), height: setup.height().into() };
        // Where it wasn't played to its end, who would have had what isn't known.
        let Some(end) = end.filter(|_| grid.width >= Grid::LEAST_WIDTH) else { return false };
        let komi = setup.komi();
        self.examples.extend(self.seen.drain(..).map(|Seen { seat, inputs, moves, played }| {
            let owner = |owner: &Option<Seat>| owner.map_or(0, |owner| if owner == seat { 1 } else { -1 });
            Example {
                grid,
                inputs,
                moves,
                played,
                owners: end.owners.iter().map(owner).collect(),
                lead: (seat.sign() * (end.margin.points() + komi)) as f32,
                komi: (-seat.sign() * komi) as f32,
            }
        }));
        true
    }
}
