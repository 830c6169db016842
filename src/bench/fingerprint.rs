//! A fingerprint of behaviour: hashes of rules, playouts and choices of the search.

use std::fmt;

use quintet_core::board::hash;
use quintet_core::game::Game;
use quintet_core::position::PlayoutObserver;
use quintet_core::random::{Rng, random_below, seeded};
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Move, Seat, Stone};
use quintet_engine::{Engine, Knowledge, Request, Settings};
use quintet_games::GAMES;
use quintet_search::{Interrupt, Limits};

/// Hashes of the behaviour of each game. They are the same on every machine, and change if
/// behaviour changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fingerprint {
    games: Vec<(&'static str, Marks)>,
}

/// The hashes of a game or a setup.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Marks {
    /// Legal moves, boards and results in games of random moves.
    rules: u64,
    /// Moves and margins of playouts.
    playouts: u64,
    /// The search's choices.
    search: u64,
}

/// The number of simulations for each choice.
const VISITS: u64 = 100;

/// The number of choices in a row.
const CHOICES: usize = 3;

impl Fingerprint {
    /// Plays some games with fixed seeds and takes their hashes.
    pub fn take(knowledge: &Knowledge) -> Fingerprint {
        let of_game = |info: &'static GameInfo| {
            let add = |sum: Marks, setup: Setup| {
                let marks = take(&setup, knowledge);
                Marks {
                    rules: hash([sum.rules, marks.rules]),
                    playouts: hash([sum.playouts, marks.playouts]),
                    search: hash([sum.search, marks.search]),
                }
            };
            (info.id, setups(info).into_iter().fold(Marks::default(), add))
        };
        Fingerprint { games: GAMES.iter().copied().map(of_game).collect() }
    }

    /// Returns all hashes as one.
    pub fn total(&self) -> u64 {
        hash(self.games.iter().flat_map(|(_, marks)| [marks.rules, marks.playouts, marks.search]))
    }
}

impl fmt::Display for Fingerprint {
    /// Formats a line for each game and one for the total, each with its newline.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, marks) in &self.games {
            let Marks { rules, playouts, search } = marks;
            writeln!(f, "{id} rules {rules:016x} playouts {playouts:016x} search {search:016x}")?;
        }
        writeln!(f, "fingerprint {:016x}", self.total())
    }
}

/// Returns every combination of rules, on small boards and the default one.
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
    // One of the largest boards.
    setups.extend((0..4).find_map(|less| Setup::new(info).with_size(info.sizes.end() - less).ok()));
    setups
}

/// Takes the hashes of a setup.
fn take(setup: &Setup, knowledge: &Knowledge) -> Marks {
    let mut rng = seeded(1);
    let rules = random_game(Game::new(setup.clone()), &mut rng);
    let search = choices(Engine::new(Game::new(setup.clone()), knowledge));
    Marks { rules, playouts: playouts(setup, rng), search }
}

/// Hashes the moves and margins of some playouts.
fn playouts(setup: &Setup, mut rng: Rng) -> u64 {
    let mut mark = 0;
    for _ in 0..4 {
        let mut hash_move = |seat: Seat, mv: Move| mark = hash([mark, u64::from(mv.code()), seat.index() as u64]);
        let margin = setup.start().playout(&mut rng, PlayoutObserver::Each(&mut hash_move));
        let unobserved = setup.start().playout(&mut rng, PlayoutObserver::None);
        mark = hash([mark, margin.to_bits(), unobserved.to_bits()]);
    }
    mark
}

/// Hashes the legal moves, boards and result of a game of random moves.
fn random_game(mut game: Game, rng: &mut Rng) -> u64 {
    let mut mark = 0;
    for _ in 0..3 * game.setup().geometry().len() {
        let moves = game.legal_moves(game.to_move());
        mark = hash([mark].into_iter().chain(moves.iter().map(|mv| mv.code().into())));
        if moves.is_empty() {
            break;
        }
        let mv = moves[random_below(rng, moves.len() as u32) as usize];
        game.play(game.to_move(), mv).expect("a listed move is legal");
        for stone in Stone::ALL {
            let points = game.diagram().points_with(stone).map(|point| point.0.into()).collect::<Vec<u64>>();
            mark = hash([mark, points.len() as u64].into_iter().chain(points));
        }
    }
    hash([mark, game.outcome().map_or(1, |outcome| outcome.margin.points().to_bits())])
}

/// Hashes the first moves of a game that the engine plays against itself.
fn choices(mut engine: Engine) -> u64 {
    let mut mark = 0;
    for _ in 0..CHOICES {
        let seat = engine.game().to_move();
        let (limits, interrupt) = (Limits { visits: Some(VISITS), time: None }, Interrupt::default());
        let settings = Settings { hash_mib: 1, ..Settings::default() };
        let request = Request { fresh: true, ..Request::new(seat, limits, &settings, &interrupt) };
        let Some(mv) = engine.choose(&request, &mut |_| {}).mv else { break };
        mark = hash([mark, mv.code().into()]);
        if engine.game_mut().play(seat, mv).is_err() {
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
        let now = Fingerprint::take(&Knowledge::default()).to_string();
        assert!(
            now == recorded,
            "behaviour has changed; if that is wanted, record it by\n\
             cargo run --release -- bench fingerprint > tests/data/fingerprint.txt\n\
             recorded:\n{recorded}now:\n{now}"
        );
    }
}
