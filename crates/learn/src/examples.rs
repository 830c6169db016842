//! Positions of games that were played to the end, as a network learns from them.

use quintet_arena::matches::results::GameRecord;
use quintet_core::board::{Geometry, Shape};
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::Seat;
use quintet_core::weights::{OCTAVE, Weights};
use quintet_network::{Grid, NetworkInput};

use super::replay::{End, Learner, Turn, replay};
use super::searched::{OWNED, Searched, SearchedGame};

/// A position, seen by the side to move, the move that was played, and the end of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    grid: Grid,
    pub(super) tiling: Tiling,
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
    /// The lead at the end without komi, or the one that a teacher expects, and the komi.
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
    fn new(searched: &Searched, turn: &Turn<'_>, win_rate_share: f32) -> Option<Target> {
        let mut policy = vec![0.0; turn.moves.len()];
        let total: u32 = searched.visits.iter().map(|(_, visits)| visits).sum();
        for (mv, visits) in &searched.visits {
            let index = turn.moves.iter().position(|legal| legal == mv)?;
            policy[index] = *visits as f32 / total as f32;
        }
        // A teacher's network has averaged over many games.
        let weight = if searched.is_from_teacher() { 1.0 } else { win_rate_share };
        Some(Target { policy, win_rate: searched.win_rate, weight })
    }
}

/// The scale of the logistic distribution of the final lead, in points, where a teacher's expected
/// lead and result do not tell it; and its bounds.
const SCALE: f32 = 6.0;
const SCALES: [f32; 2] = [1.0, 20.0];

/// Returns the expected result with additional komi, if a teacher expects `result` and `lead`, komi
/// included, and the final lead has a logistic distribution.
fn with_more_komi(result: f32, lead: f32, more_komi: f32) -> f32 {
    let result = result.clamp(1e-4, 1.0 - 1e-4);
    let logit = (result / (1.0 - result)).ln();
    let scale = if lead * logit > 0.0 { (lead / logit).clamp(SCALES[0], SCALES[1]) } else { SCALE };
    1.0 / (1.0 + (-logit - more_komi / scale).exp())
}

/// The usual share of a search's win rate in the result that a network learns.
pub const WIN_RATE_SHARE: f32 = 0.5;

/// The number of symmetries of a square board.
pub const SYMMETRIES: u32 = 8;

/// The cells of a board, which decide which symmetries of a square keep neighbours together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tiling {
    /// Squares: all symmetries.
    Squares,
    /// Hexes, whose neighbours are also those along one of the diagonals: four symmetries.
    Hexes,
    /// Squares of a board that stands on its corner: the one that exchanges left and right.
    Diamond,
}

impl Tiling {
    /// The tiling of a board.
    fn of(geometry: &Geometry) -> Tiling {
        match geometry.shape() {
            Shape::Hex => Tiling::Hexes,
            Shape::Diamond => Tiling::Diamond,
            _ => Tiling::Squares,
        }
    }
}

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

    /// Returns whether the network learns only the result that a teacher or a search expected, and
    /// nothing of the result of the game.
    pub fn ignores_result(&self) -> bool {
        self.target.as_ref().is_some_and(|target| target.weight == 1.0)
    }

    /// Returns the example under one of eight symmetries (four if the board is not square or has
    /// hexes), and with additional komi, if the game has komi: the lead decides whether the side to
    /// move would still have won; a teacher's expected result changes gradually.
    pub fn variant(&self, way: usize, more_komi: f32) -> Variant {
        let more_komi = if self.has_komi { more_komi } else { 0.0 };
        let Grid { width, height } = self.grid;
        let way = match self.tiling {
            Tiling::Squares if width == height => way,
            Tiling::Squares => way & 3,
            Tiling::Hexes => [0, 3, 4, 7][way & 3],
            Tiling::Diamond => way & 4,
        };
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
        let lead = self.lead + self.komi;
        let margin = lead + more_komi;
        let result = if margin == 0.0 { 0.5 } else { 0.5 + 0.5 * margin.signum() };
        let result = match &self.target {
            Some(target) if more_komi == 0.0 => result + target.weight * (target.win_rate - result),
            Some(target) if self.ignores_result() => with_more_komi(target.win_rate, lead, more_komi),
            // The search did not know of another komi.
            _ => result,
        };
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

/// Returns whether a network can learn from a game: the board is wide enough for a network, and the
/// game was played to the end or a teacher evaluates its positions.
pub fn can_teach(info: &GameInfo, record: &GameRecord, has_teacher: bool) -> bool {
    struct Check {
        has_teacher: bool,
    }

    impl Learner for Check {
        fn add_position(&mut self, _: &Turn<'_>) {}

        fn end_game(&mut self, setup: &Setup, end: Option<End>) -> bool {
            usize::from(setup.width()) >= Grid::MIN_WIDTH && (self.has_teacher || end.is_some())
        }
    }

    replay(info, record, &mut Check { has_teacher })
}

/// Adds the positions of a game in which engines chose a move, on a board wide enough for a network.
/// Of a game that was not played to the end, only those that a teacher has evaluated. Returns `false`
/// if it adds nothing. Of the positions in `searched` the network learns what the search found, its
/// win rate with the given share; the rest is the result of the game.
pub fn add_game(
    examples: &mut Vec<Example>,
    info: &GameInfo,
    weights: &Weights,
    record: &GameRecord,
    searched: &SearchedGame,
    win_rate_share: f32,
) -> bool {
    let (seen, features) = (Vec::new(), Vec::new());
    replay(info, record, &mut Observer { weights, searched, win_rate_share, examples, seen, features })
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
    win_rate_share: f32,
    examples: &'a mut Vec<Example>,
    seen: Vec<Seen>,
    features: Vec<u16>,
}

impl Learner for Observer<'_> {
    fn add_position(&mut self, turn: &Turn<'_>) {
        let &Turn { position, seat, moves, played, .. } = turn;
        let searched = self.searched.get(&turn.ply);
        let target = searched.and_then(|searched| Target::new(searched, turn, self.win_rate_share));
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
        let tiling = Tiling::of(&setup.geometry());
        let komi = setup.komi();
        // Without an end of the game only a teacher knows the owners and the result.
        self.seen.retain(|seen| end.is_some() || seen.owners.is_some() && seen.target.is_some());
        if grid.width < Grid::MIN_WIDTH || end.is_none() && self.seen.is_empty() {
            return false;
        }
        self.examples.extend(self.seen.drain(..).map(|Seen { seat, inputs, moves, played, target, owners }| {
            let owner = |owner: &Option<Seat>| owner.map_or(0, |owner| if owner == seat { OWNED } else { -OWNED });
            let (owners, lead) = match (owners, &end) {
                (None, Some(end)) => {
                    let lead = seat.sign() * (end.margin.points() + komi);
                    (end.owners.iter().map(owner).collect(), lead as f32)
                }
                (owners, _) => {
                    let owners = owners.unwrap_or_default();
                    let lead: f32 = owners.iter().copied().map(f32::from).sum();
                    (owners, lead / f32::from(OWNED))
                }
            };
            Example {
                grid,
                tiling,
                inputs,
                moves,
                played,
                owners,
                lead,
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
    use quintet_core::types::Margin;

    use super::*;

    /// A position with one move, in which the side to move is one point ahead.
    pub fn example(has_komi: bool) -> Example {
        Example {
            grid: Grid { width: 7, height: 7 },
            tiling: Tiling::Squares,
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

    #[test]
    fn more_komi_changes_the_result_that_a_teacher_expects_gradually() {
        let expected = |win_rate, lead, more_komi| {
            let target = Target { policy: vec![1.0], win_rate, weight: 1.0 };
            Example { lead, target: Some(target), ..example(true) }.variant(0, more_komi).result
        };
        assert!((expected(0.9, 10.0, 0.0) - 0.9).abs() < 1e-6);
        for (result, lead) in [(0.9, 10.0), (0.1, -10.0), (0.7, 3.0), (0.5, 0.0), (0.4, 1.0), (0.99, 30.0)] {
            let results: Vec<f32> = (-12..=12).map(|komi| expected(result, lead, komi as f32)).collect();
            assert!(results.is_sorted() && results[0] < results[24], "{result}, {lead}: {results:?}");
            let other: Vec<f32> =
                (-12..=12).rev().map(|komi| 1.0 - expected(1.0 - result, -lead, komi as f32)).collect();
            assert!(results.iter().zip(&other).all(|(a, b)| (a - b).abs() < 1e-5), "seen by the opponent: {other:?}");
        }
        assert!(expected(1.0, 30.0, -5.0).is_finite());
        assert!((expected(0.9, 10.0, -10.0) - 0.5).abs() < 1e-5, "the lead is gone");
        assert!((expected(0.2, -4.0, 8.0) - 0.8).abs() < 1e-5, "the other side leads");
    }

    #[test]
    fn the_owners_that_a_teacher_expects_give_the_lead() {
        let info = quintet_games::GAMES.iter().find(|info| info.komi).unwrap();
        let mut setup = Setup::new(info).with_size(7).unwrap();
        setup.set_komi(9.0);
        let (weights, searched) = (info.shipped_weights(), SearchedGame::new());
        let leads = |owners: Option<Vec<i8>>, end: Option<End>| {
            let target = owners.as_ref().map(|_| Target { policy: vec![], win_rate: 0.9, weight: 1.0 });
            let seen = Seen { seat: Seat::White, inputs: vec![1; 49], moves: vec![], played: 0, target, owners };
            let mut examples = Vec::new();
            let mut observer = Observer {
                weights: &weights,
                searched: &searched,
                win_rate_share: 1.0,
                examples: &mut examples,
                seen: vec![seen],
                features: Vec::new(),
            };
            assert_eq!(observer.end_game(&setup, end), !examples.is_empty());
            examples.iter().map(|example| (example.lead, example.komi)).collect::<Vec<_>>()
        };
        let end = || Some(End { margin: Margin::new(-3.0), owners: vec![None; 49] });
        assert_eq!(leads(None, end()), [(-6.0, 9.0)], "Black has six points more than White without komi");
        assert_eq!(leads(None, None), [], "nobody knows the lead");
        let expected = [vec![OWNED; 20], vec![-OWNED; 15], vec![OWNED / 2; 4], vec![0; 10]].concat();
        for end in [end(), None] {
            assert_eq!(leads(Some(expected.clone()), end), [(7.0, 9.0)]);
        }
    }

    #[test]
    fn symmetries_of_hexes_keep_neighbours_together() {
        let at = |x: usize, y: usize| y * 7 + x;
        let mut example = Example { tiling: Tiling::Hexes, ..example(false) };
        // A cell and its neighbour on the diagonal.
        (example.inputs[at(1, 2)], example.inputs[at(2, 3)]) = (2, 3);
        let mut places = Vec::new();
        for way in 0..SYMMETRIES as usize {
            let inputs = example.variant(way, 0.0).inputs;
            let place = |of: u16| inputs.iter().position(|&input| input == of).unwrap();
            let (a, b) = (place(2), place(3));
            assert_eq!(a.abs_diff(b), at(1, 1), "a step along the diagonal of neighbours");
            places.push((a, b));
        }
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 4);
    }

    #[test]
    fn a_board_that_stands_on_its_corner_is_mirrored_alone() {
        let at = |x: usize, y: usize| y * 7 + x;
        let mut example = Example { tiling: Tiling::Diamond, ..example(false) };
        example.inputs[at(1, 3)] = 2;
        let mut places: Vec<usize> = (0..SYMMETRIES as usize)
            .map(|way| example.variant(way, 0.0).inputs.iter().position(|&input| input == 2).unwrap())
            .collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places, [at(3, 1), at(1, 3)]);
    }

    #[test]
    fn the_win_rate_of_a_search_has_its_share_in_the_result() {
        let of_share = |weight| {
            let target = Target { policy: vec![1.0], win_rate: 0.25, weight };
            Example { target: Some(target), ..example(false) }.variant(0, 0.0).result
        };
        assert_eq!([of_share(0.0), of_share(0.5), of_share(1.0)], [1.0, 0.625, 0.25]);
    }
}
