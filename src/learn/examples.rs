//! Positions of games that were played to the end, as a network learns from them.

use crate::board::Point;
use crate::game::Game;
use crate::games::{self, Visitor};
use crate::history::{AnyHistory as _, History};
use crate::matches::results::GameRecord;
use crate::network::{Grid, View};
use crate::record::move_words;
use crate::setup::{GameInfo, Setup};
use crate::weights::{OCTAVE, Weights};
use crate::words::{Margin, Move, Seat};

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

/// What an example says, turned or mirrored.
#[derive(Default, Debug)]
pub struct Lesson {
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
    pub fn lesson(&self, way: usize, more_komi: f32) -> Lesson {
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
        let mut lesson = Lesson {
            inputs: vec![0; self.inputs.len()],
            owners: vec![0; self.owners.len()],
            moves: self.moves.iter().map(|&(at, x)| (at.map(|at| turned(at.into()) as u16), x)).collect(),
            played: self.played,
            komi: self.komi + more_komi,
            result: 0.5
                + 0.5
                    * if self.lead + self.komi + more_komi == 0.0 {
                        0.0
                    } else {
                        (self.lead + self.komi + more_komi).signum()
                    },
        };
        for point in 0..self.inputs.len() {
            lesson.inputs[turned(point)] = self.inputs[point];
            lesson.owners[turned(point)] = self.owners[point];
        }
        lesson
    }
}

impl Lesson {
    /// The board as a network sees it.
    pub fn view(&self, grid: Grid) -> View<'_> {
        View { grid, inputs: &self.inputs, komi: self.komi }
    }
}

/// Adds the positions of a game in which engines chose, if it was played to its end; false where it adds nothing.
pub fn add_game(examples: &mut Vec<Example>, info: &GameInfo, record: &GameRecord) -> bool {
    match record.setup.setup() {
        Ok(setup) if !record.is_void() && setup.info().id == info.id => {
            games::visit(&setup, Replay { record, examples })
        }
        _ => false,
    }
}

struct Replay<'a> {
    record: &'a GameRecord,
    examples: &'a mut Vec<Example>,
}

impl Visitor for Replay<'_> {
    type Output = bool;

    fn visit<G: Game>(self, setup: &Setup) -> bool {
        let info = setup.info();
        let mut history = History::new(setup.clone(), G::new(setup));
        let grid = Grid { width: setup.width().into(), height: setup.height().into() };
        let weights = Weights::of(info);
        let begin = self.examples.len();
        let mut seats = Vec::new();
        let mut features = Vec::new();
        for (ply, text) in self.record.moves.iter().enumerate() {
            let seat = self.record.mover(ply);
            let read = move_words::read(info, history.geometry(), seat, text);
            let Some(mv) = read else { break };
            if ply >= self.record.opening {
                let walk = history.walk(seat);
                let mut moves: Vec<Move> = Vec::new();
                walk.legal_moves(&mut moves);
                features.clear();
                walk.position().features(&moves, &mut features);
                let strengths =
                    weights.sums(&features).map(|sum| sum as f32 * (std::f32::consts::LN_2 / OCTAVE as f32));
                if let Some(played) = moves.iter().position(|&legal| legal == mv) {
                    let mut inputs = Vec::new();
                    walk.position().inputs(&mut inputs);
                    let points = moves.iter().map(|mv| mv.point().map(|point| point.0));
                    let moves = points.zip(strengths).collect();
                    self.examples.push(Example {
                        grid,
                        inputs,
                        moves,
                        played,
                        owners: Vec::new(),
                        lead: 0.0,
                        komi: 0.0,
                    });
                    seats.push(seat);
                }
            }
            if history.play(seat, mv).is_err() {
                break;
            }
        }
        let end = history.walk(Seat::Black);
        let outcome = end.outcome().filter(|_| end.position().is_over());
        let Some(margin) = outcome.map(|outcome| outcome.margin) else {
            // Who would have had what isn't known.
            self.examples.truncate(begin);
            return false;
        };
        let owner_of = |point: Point| end.position().owner(point).map_or(0, |owner| owner.sign() as i8);
        let owners: Vec<i8> = (0..grid.width * grid.height).map(|i| owner_of(Point(i as u16))).collect();
        let komi = Margin::new(setup.komi()).points();
        for (example, seat) in self.examples[begin..].iter_mut().zip(seats) {
            let sign = seat.sign();
            example.owners = owners.iter().map(|&owner| owner * sign as i8).collect();
            example.lead = (sign * (margin.points() + komi)) as f32;
            example.komi = (-sign * komi) as f32;
        }
        true
    }
}
