//! A few numbers that stand for all that the program decides: rules, playouts, choices of the search.

use std::fmt;

use rand::SeedableRng as _;

use crate::board::hash;
use crate::engine::{AnyPlayer, Request, Settings};
use crate::game::{Game, Trace};
use crate::games::{self, GAMES, Visitor};
use crate::history::AnyHistory;
use crate::players::player;
use crate::search::{Interrupt, Limits};
use crate::setup::{GameInfo, Setup};
use crate::words::{Move, Rng, Seat, Stone, random_below};

/// Numbers for each game. They are the same on every machine, and differ where behaviour does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fingerprint {
    games: Vec<(&'static str, Marks)>,
}

/// What one game's, or one setup's, behaviour hashes to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Marks {
    /// Legal moves, boards and results in games of random moves.
    rules: u64,
    /// Moves and margins of playouts.
    playouts: u64,
    /// Moves that the search chooses.
    search: u64,
}

/// Simulations for each choice.
const VISITS: u64 = 100;

/// Moves that the search chooses in a row.
const CHOICES: usize = 3;

impl Fingerprint {
    /// Plays some games with fixed seeds and takes their marks.
    pub fn take() -> Fingerprint {
        Fingerprint::of(GAMES.iter().copied())
    }

    fn of(games: impl Iterator<Item = &'static GameInfo>) -> Fingerprint {
        let of_game = |info: &'static GameInfo| {
            let add = |sum: Marks, setup: Setup| {
                let marks = take(&setup);
                Marks {
                    rules: hash([sum.rules, marks.rules]),
                    playouts: hash([sum.playouts, marks.playouts]),
                    search: hash([sum.search, marks.search]),
                }
            };
            (info.id, setups(info).into_iter().fold(Marks::default(), add))
        };
        Fingerprint { games: games.map(of_game).collect() }
    }

    /// All numbers as one.
    pub fn total(&self) -> u64 {
        hash(self.games.iter().flat_map(|(_, marks)| [marks.rules, marks.playouts, marks.search]))
    }
}

impl fmt::Display for Fingerprint {
    /// A line a game and one for the total, each with its newline.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, marks) in &self.games {
            let Marks { rules, playouts, search } = marks;
            writeln!(f, "{id} rules {rules:016x} playouts {playouts:016x} search {search:016x}")?;
        }
        writeln!(f, "fingerprint {:016x}", self.total())
    }
}

/// Every combination of rules, on small boards and the default one.
fn setups(info: &'static GameInfo) -> Vec<Setup> {
    let mut setups = vec![Setup::new(info)];
    for rule in info.rules {
        let with = |setup: &Setup| -> Vec<Setup> {
            rule.values.iter().filter_map(|value| setup.with_rule(rule.name, value).ok()).collect()
        };
        setups = setups.iter().flat_map(with).collect();
    }
    let sizes = [3, 4, 5, info.default_size];
    let sized = |setup: &Setup| -> Vec<Setup> { sizes.iter().filter_map(|size| setup.with_size(*size).ok()).collect() };
    setups = setups.iter().flat_map(sized).collect();
    // One board as large as can be.
    setups.extend((0..4).find_map(|less| Setup::new(info).with_size(info.sizes.end() - less).ok()));
    setups
}

/// Hashes moves as they are played.
struct HashMoves(u64);

impl Trace for HashMoves {
    fn played(&mut self, seat: Seat, mv: Move) {
        self.0 = hash([self.0, u64::from(mv.code()), seat.index() as u64]);
    }
}

/// The marks of one setup.
fn take(setup: &Setup) -> Marks {
    let new_player = || player(setup, None).expect("a game begins with a position");
    let mut rng = Rng::seed_from_u64(1);
    let rules = random_game(new_player().history_mut(), &mut rng);
    Marks { rules, playouts: games::visit(setup, Playouts(rng)), search: choices(&mut *new_player()) }
}

/// Hashes what some playouts do.
struct Playouts(Rng);

impl Visitor for Playouts {
    type Output = u64;

    fn visit<G: Game>(self, setup: &Setup) -> u64 {
        let Playouts(mut rng) = self;
        let mut trace = HashMoves(0);
        for _ in 0..4 {
            let margin = G::new(setup).playout(&mut rng, &mut trace);
            let untraced = G::new(setup).playout(&mut rng, &mut ());
            trace.0 = hash([trace.0, margin.to_bits(), untraced.to_bits()]);
        }
        trace.0
    }
}

/// A game of random moves, with all that rules decide on its way.
fn random_game(history: &mut dyn AnyHistory, rng: &mut Rng) -> u64 {
    let mut mark = 0;
    for _ in 0..3 * history.setup().geometry().len() {
        let moves = history.legal_moves(history.to_move());
        mark = hash([mark].into_iter().chain(moves.iter().map(|mv| mv.code().into())));
        if moves.is_empty() {
            break;
        }
        let mv = moves[random_below(rng, moves.len() as u32) as usize];
        history.play(history.to_move(), mv).expect("a listed move is legal");
        for stone in Stone::ALL {
            let points = history.diagram().points_with(stone).map(|point| point.0.into()).collect::<Vec<u64>>();
            mark = hash([mark, points.len() as u64].into_iter().chain(points));
        }
    }
    hash([mark, history.outcome().map_or(1, |outcome| outcome.margin.points().to_bits())])
}

/// The first moves of a game that the search plays against itself.
fn choices(player: &mut dyn AnyPlayer) -> u64 {
    let mut mark = 0;
    for _ in 0..CHOICES {
        let seat = player.history().to_move();
        let (limits, interrupt) = (Limits { visits: Some(VISITS), time: None }, Interrupt::default());
        let settings = Settings { hash_mib: 1, ..Settings::default() };
        let request = Request { fresh: true, ..Request::new(seat, limits, &settings, &interrupt) };
        let Some(mv) = player.choose(&request, &mut |_| {}).mv else { break };
        mark = hash([mark, mv.code().into()]);
        if player.history_mut().play(seat, mv).is_err() {
            break;
        }
    }
    mark
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behaviour_is_as_recorded() {
        let recorded = include_str!("../../tests/data/fingerprint.txt");
        // The worked example of a game is for tests alone, and not recorded.
        let now = Fingerprint::of(GAMES.iter().copied().filter(|info| info.id != "hedge")).to_string();
        assert!(
            now == recorded,
            "behaviour has changed; if that is wanted, record it by\n\
             cargo run --release -- bench fingerprint > tests/data/fingerprint.txt\n\
             recorded:\n{recorded}now:\n{now}"
        );
    }
}
