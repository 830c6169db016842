//! Players of known strength, and games between them, for the tables of levels.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use quintet_core::game::Game;
use quintet_core::groups::{Group, groups};
use quintet_core::position::{Marks, Tint};
use quintet_core::random::{Rng, random_below, seeded, split_mix};
use quintet_core::setup::{LevelInfo, Setup};
use quintet_core::types::{Move, Seat};
use quintet_engine::{Engine, Knowledge, Level, Request, Settings};
use quintet_search::{Interrupt, Limits};

/// The value of a won game for [`Player::Greedy`], more than any score.
const WON: f64 = 1e6;

/// A player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Player {
    /// Plays any legal move.
    Random,
    /// Plays the move after which the board looks best by the rules alone: a won game, then the
    /// score as it stands, then stones.
    Greedy,
    /// The same, but looks at the opponent's replies as well.
    Careful,
    /// The engine at a level of the game's table.
    Level(Level),
    /// The engine as at a level with this entry of the table.
    Entry(LevelInfo),
    /// The engine at full strength with this number of visits.
    Visits(u64),
}

/// The error for a text that is no player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerError(String);

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no player: random, greedy, careful, level-N, visits-N, or VISITS/OVERSIGHT/MAX_LOSS of a level",
            self.0
        )
    }
}

impl std::error::Error for PlayerError {}

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Player, PlayerError> {
        let entry = || {
            let mut parts = text.split('/');
            let mut next = || parts.next();
            let info = LevelInfo {
                visits: next()?.parse().ok()?,
                oversight: next()?.parse().ok()?,
                max_loss: next()?.parse().ok()?,
            };
            next().is_none().then_some(Player::Entry(info))
        };
        let player = match text {
            "random" => Some(Player::Random),
            "greedy" => Some(Player::Greedy),
            "careful" => Some(Player::Careful),
            _ => match (text.strip_prefix("level-"), text.strip_prefix("visits-")) {
                (Some(level), _) => level.parse().ok().map(Player::Level),
                (_, Some(visits)) => visits.parse().ok().map(Player::Visits),
                _ => entry(),
            },
        };
        player.ok_or_else(|| PlayerError(text.to_owned()))
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Random => f.write_str("random"),
            Player::Greedy => f.write_str("greedy"),
            Player::Careful => f.write_str("careful"),
            Player::Level(level) => write!(f, "level-{level}"),
            Player::Visits(visits) => write!(f, "visits-{visits}"),
            Player::Entry(LevelInfo { visits, oversight, max_loss }) => write!(f, "{visits}/{oversight}/{max_loss}"),
        }
    }
}

/// The value of a board for a side by the rules alone, most important part first: the score as it
/// stands, stones on the board, and the size of the largest group, each less the opponent's.
type Value = (f64, i64, i64);

/// Returns the value of the board as it stands for a side.
fn value(game: &mut Game, seat: Seat) -> Value {
    let info = game.info();
    let groups = groups(game.geometry(), &|point| game.stone(point));
    let sizes = |seat: Seat| {
        let own = info.own_stone(seat);
        groups.iter().filter(move |group| group.stone == own).map(|group| group.points.len() as i64)
    };
    let stones = sizes(seat).sum::<i64>() - sizes(seat.other()).sum::<i64>();
    let largest = sizes(seat).max().unwrap_or(0) - sizes(seat.other()).max().unwrap_or(0);
    if let Some(outcome) = game.outcome() {
        let margin = outcome.margin.for_seat(seat);
        return (margin + WON * margin.signum(), stones, largest);
    }
    let score = game.score().map_or_else(|| counted(game, &groups, seat), |score| score.for_seat(seat));
    (score, stones, largest)
}

/// Returns the value for a side of the groups that a game draws as counting: the largest group of
/// either side counts most, the next one a hundredth of that, and so on.
fn counted(game: &Game, groups: &[Group], seat: Seat) -> f64 {
    let mut sizes = [Vec::new(), Vec::new()];
    for &(name, _) in game.info().presentation.drawings {
        for marks in game.draw(name) {
            if let Marks::Tint(tint, points) = marks {
                let owner = if tint == Tint::Green { Seat::Black } else { Seat::White };
                let counting = groups.iter().filter(|group| points.contains(&group.points[0]));
                sizes[owner.index()].extend(counting.map(|group| group.points.len()));
            }
        }
    }
    let [black, white] = sizes.map(|mut sizes| {
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes.iter().rev().fold(0.0, |sum, &size| size as f64 + sum / 100.0)
    });
    (black - white) * seat.sign()
}

/// Returns the least value for a side after any reply of its opponent, or any value below `wanted` if
/// the least one is below it. Replies that showed this for moves before are tried first: `refutations`
/// has the latest such reply at its end.
fn value_after_replies(game: &mut Game, seat: Seat, wanted: Option<Value>, refutations: &mut Vec<Move>) -> Value {
    let mut replies = game.legal_moves(seat.other());
    if game.is_over() || replies.is_empty() {
        return value(game, seat);
    }
    replies.sort_by_key(|reply| Reverse(refutations.iter().position(|refutation| refutation == reply)));
    let mut least: Option<Value> = None;
    for mv in replies {
        game.play(seat.other(), mv).expect("the reply is legal");
        let value = value(game, seat);
        game.undo(1).expect("the reply was just played");
        if least.is_none_or(|least| value < least) {
            least = Some(value);
        }
        if wanted.is_some_and(|wanted| value < wanted) {
            refutations.retain(|&refutation| refutation != mv);
            refutations.push(mv);
            break;
        }
    }
    least.expect("there is a reply")
}

/// Returns the move after which the board has the highest value; one of equal ones at random. The last
/// argument of `value` is the highest value of the moves before: a lower one need not be exact.
fn best_by(
    game: &mut Game,
    rng: &mut Rng,
    mut value: impl FnMut(&mut Game, Seat, Option<Value>) -> Value,
) -> Option<Move> {
    let seat = game.to_move();
    let mut best: Option<Value> = None;
    let mut choice = Vec::new();
    for mv in game.legal_moves(seat) {
        game.play(seat, mv).expect("the move is legal");
        let value = value(game, seat, best);
        game.undo(1).expect("the move was just played");
        if best.is_none_or(|best| value > best) {
            best = Some(value);
            choice.clear();
        }
        if best == Some(value) {
            choice.push(mv);
        }
    }
    pick(&choice, rng)
}

fn pick(moves: &[Move], rng: &mut Rng) -> Option<Move> {
    let bound = u32::try_from(moves.len()).ok().filter(|&count| count > 0)?;
    Some(moves[random_below(rng, bound) as usize])
}

/// Plays a game between two players, Black's first, from an opening of random moves. Returns the
/// points of Black in halves: 2, 1 or 0. A game of more than four moves per point is a draw.
pub fn play(setup: &Setup, players: [Player; 2], opening: u32, seed: u64) -> u8 {
    let mut engine = Engine::new(Game::new(setup.clone()), &Knowledge::default());
    let longest = (4 * setup.geometry().len()).max(400);
    let mut rng = seeded(split_mix(seed, 0));
    for _ in 0..opening {
        let game = engine.game_mut();
        let seat = game.to_move();
        if let Some(mv) = pick(&game.legal_moves(seat), &mut rng) {
            game.play(seat, mv).expect("the move is legal");
        }
    }
    let settings = Seat::BOTH.map(|seat| Settings {
        seed: split_mix(seed, 1 + seat.index() as u64),
        hash_mib: 64,
        ..Settings::default()
    });
    let interrupt = Interrupt::default();
    while !engine.game().is_over() && engine.game().moves().len() < longest {
        let seat = engine.game().to_move();
        let mut think = |limits, level| {
            let request = Request::new(seat, limits, &settings[seat.index()], &interrupt).at_level(level);
            engine.choose(&Request { fresh: true, ..request }, &mut |_| {}).mv
        };
        let mv = match players[seat.index()] {
            Player::Level(level) => think(Limits::default(), Some(level.of(setup.info()))),
            Player::Entry(info) => think(Limits::default(), Some(info)),
            Player::Visits(visits) => think(Limits { visits: Some(visits), time: None }, None),
            Player::Random => pick(&engine.game().legal_moves(seat), &mut rng),
            Player::Greedy => best_by(engine.game_mut(), &mut rng, |game, seat, _| value(game, seat)),
            Player::Careful => {
                let mut refutations = Vec::new();
                best_by(engine.game_mut(), &mut rng, |game, seat, wanted| {
                    value_after_replies(game, seat, wanted, &mut refutations)
                })
            }
        };
        let Some(mv) = mv else { break };
        engine.game_mut().play(seat, mv).expect("players make legal moves");
    }
    match engine.game().outcome().and_then(|outcome| outcome.winner()) {
        Some(Seat::Black) if engine.game().is_over() => 2,
        Some(Seat::White) if engine.game().is_over() => 0,
        _ => 1,
    }
}
