//! Positions of games that were played to the end, as a network learns from them.

use quintet_arena::matches::results::GameRecord;
use quintet_core::network::{Grid, NetworkInput};
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::Seat;
use quintet_core::weights::{OCTAVE, Weights};

use super::replay::{End, Learner, Turn, replay};
use super::searched::{OWNED, Searched, SearchedGame};

/// A position, seen by the side to move, the move that was played, and the end of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    grid: Grid,
    /// The inputs of each point.
    pub(super) inputs: Vec<u16>,
    /// The legal moves: the point of each, if it has one, and the logarithm of its strength by the
    /// present weights.
    pub(super) moves: Vec<(Option<u16>, f32)>,
    /// The index of the played move.
    pub(super) played: usize,
    /// The owner of each point at the end, or as expected: from [`OWNED`] for the side to move to
    /// its negative for the opponent; 0 for nobody.
    pub(super) owners: Vec<i8>,
    /// The lead at the end without komi, and the komi.
    pub(super) lead: f32,
    pub(super) komi: f32,
    /// In a game without komi the result never depends on additional komi.
    pub(super) has_komi: bool,
    /// The result of a search of the position.
    pub(super) target: Option<Target>,
}

/// The result of a search, which a network learns in place of the played move.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Target {
    /// The share of the visits of each legal move.
    pub(super) policy: Vec<f32>,
    /// The expected result for the side to move, from 0 to 1.
    pub(super) win_rate: f32,
    /// The weight of the expected result; the rest is the result of the game.
    pub(super) weight: f32,
}

impl Target {
    /// Returns the target of a searched position; `None` if it does not belong to the position.
    fn new(searched: &Searched, turn: &Turn<'_>) -> Option<Target> {
        let mut policy = vec![0.0; turn.moves.len()];
        let total: u32 = searched.visits.iter().map(|(_, visits)| visits).sum();
        for (mv, visits) in &searched.visits {
            let index = turn.moves.iter().position(|legal| legal == mv)?;
            policy[index] = *visits as f32 / total as f32;
        }
        // A teacher's network has averaged over many games.
        let weight = if searched.is_from_teacher() { 1.0 } else { SEARCH_SHARE };
        Some(Target { policy, win_rate: searched.win_rate, weight })
    }
}

/// The [`Target::weight`] of a search.
const SEARCH_SHARE: f32 = 0.5;

/// The number of symmetries of a square board.
pub const SYMMETRIES: u32 = 8;

/// An example under a symmetry of the board and with another komi.
#[derive(Default, Debug)]
pub struct Variant {
    pub inputs: Vec<u16>,
    pub moves: Vec<(Option<u16>, f32)>,
    pub played: usize,
    /// The probability of each move that the network should learn; without it, it learns the
    /// played move.
    pub policy: Option<Vec<f32>>,
    pub owners: Vec<i8>,
    pub komi: f32,
    /// The result for the side to move: 1 for a win, 0 for a loss, ½ for a draw; or a mean of that
    /// and the result that a search expected.
    pub result: f32,
}

impl Example {
    /// Returns the size of the board.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns whether a teacher evaluated the position.
    pub fn is_from_teacher(&self) -> bool {
        self.target.as_ref().is_some_and(|target| target.weight == 1.0)
    }

    /// Returns the example under one of eight symmetries (four if the board is not square), and
    /// with additional komi, if the game has komi: the lead decides whether the side to move would
    /// still have won.
    pub fn variant(&self, way: usize, more_komi: f32) -> Variant {
        let more_komi = if self.has_komi { more_komi } else { 0.0 };
        let Grid { width, height } = self.grid;
        let way = if width == height { way } else { way & 3 };
        let mapped = |point: usize| {
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
        let result = if margin == 0.0 { 0.5 } else { 0.5 + 0.5 * margin.signum() };
        // The search did not know of another komi.
        let target = self.target.as_ref().filter(|_| more_komi == 0.0);
        let result = target.map_or(result, |target| result + target.weight * (target.win_rate - result));
        let mut variant = Variant {
            inputs: vec![0; self.inputs.len()],
            owners: vec![0; self.owners.len()],
            moves: self.moves.iter().map(|&(at, x)| (at.map(|at| mapped(at.into()) as u16), x)).collect(),
            played: self.played,
            policy: self.target.as_ref().map(|target| target.policy.clone()),
            komi: self.komi + more_komi,
            result,
        };
        for point in 0..self.inputs.len() {
            variant.inputs[mapped(point)] = self.inputs[point];
            variant.owners[mapped(point)] = self.owners[point];
        }
        variant
    }
}

impl Variant {
    /// Returns the input of a network.
    pub fn view(&self, grid: Grid) -> NetworkInput<'_> {
        NetworkInput { grid, inputs: &self.inputs, komi: self.komi }
    }
}

/// Adds the positions of a game in which engines chose a move. Returns `false` if it adds nothing:
/// only games that were played to the end, on a board wide enough for a network, are used. Of the
/// positions in `searched` the network learns what the search found.
pub fn add_game(
    examples: &mut Vec<Example>,
    info: &GameInfo,
    weights: &Weights,
    record: &GameRecord,
    searched: &SearchedGame,
) -> bool {
    replay(info, record, &mut Observer { weights, searched, examples, seen: Vec::new(), features: Vec::new() })
}

/// A position of a game whose end is not known yet.
struct Seen {
    seat: Seat,
    inputs: Vec<u16>,
    moves: Vec<(Option<u16>, f32)>,
    played: usize,
    target: Option<Target>,
    owners: Option<Vec<i8>>,
}

/// Gathers the positions of a game until its end is known.
struct Observer<'a> {
    weights: &'a Weights,
    searched: &'a SearchedGame,
    examples: &'a mut Vec<Example>,
    seen: Vec<Seen>,
    features: Vec<u16>,
}

impl Learner for Observer<'_> {
    fn add_position(&mut self, turn: &Turn<'_>) {
        let &Turn { position, seat, moves, played, .. } = turn;
        let searched = self.searched.get(&turn.ply);
        let target = searched.and_then(|searched| Target::new(searched, turn));
        let owners = searched.and_then(|searched| searched.owners.clone());
        self.features.clear();
        position.features(moves, &mut self.features);
        let logarithm = |sum: i32| sum as f32 * (std::f32::consts::LN_2 / OCTAVE as f32);
        let strengths = self.weights.sums(&self.features).map(logarithm);
        let moves = moves.iter().map(|mv| mv.point().map(|point| point.0)).zip(strengths).collect();
        let mut inputs = Vec::new();
        position.inputs(&mut inputs);
        self.seen.push(Seen { seat, inputs, moves, played, target, owners });
    }

    fn end_game(&mut self, setup: &Setup, end: Option<End>) -> bool {
        let grid = Grid { width: setup.width().into(), height: setup.height().into() };
        // The owners of the points are not known if the game was not played to its end.
        let Some(end) = end.filter(|_| grid.width >= Grid::MIN_WIDTH) else { return false };
        let komi = setup.komi();
        self.examples.extend(self.seen.drain(..).map(|Seen { seat, inputs, moves, played, target, owners }| {
            let owner = |owner: &Option<Seat>| owner.map_or(0, |owner| if owner == seat { OWNED } else { -OWNED });
            Example {
                grid,
                inputs,
                moves,
                played,
                owners: owners.unwrap_or_else(|| end.owners.iter().map(owner).collect()),
                lead: (seat.sign() * (end.margin.points() + komi)) as f32,
                komi: (-seat.sign() * komi) as f32,
                has_komi: setup.info().komi,
                target,
            }
        }));
        true
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A position with one move, in which the side to move is one point ahead.
    pub fn example(has_komi: bool) -> Example {
        Example {
            grid: Grid { width: 7, height: 7 },
            inputs: vec![1; 49],
            moves: vec![(Some(3), 0.0)],
            played: 0,
            owners: vec![0; 49],
            lead: 1.0,
            komi: 0.0,
            has_komi,
            target: None,
        }
    }

    #[test]
    fn another_komi_changes_the_winner_only_in_games_with_komi() {
        let seen = |has_komi, more_komi| {
            let variant = example(has_komi).variant(0, more_komi);
            (variant.komi, variant.result)
        };
        assert_eq!([seen(true, 0.0), seen(true, -5.0), seen(true, -1.0)], [(0.0, 1.0), (-5.0, 0.0), (-1.0, 0.5)]);
        assert_eq!([seen(false, 0.0), seen(false, -5.0)], [(0.0, 1.0); 2]);
    }
}
