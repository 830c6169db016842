//! One game of the matrix, judged while it is played.

use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};

use quintet_core::board::Point;
use quintet_core::game::Game;
use quintet_core::random::split_mix;
use quintet_core::setup::Setup;
use quintet_core::types::{Margin, Move, Seat};
use quintet_engine::{Choice, Engine, Knowledge, Request, Settings};
use quintet_record::position_line;
use quintet_search::{Interrupt, Limits, Proof, Report};

use crate::matrix::{Cell, Extent, Player};
use crate::passes::{self, EarlyPass};
use crate::setups::setup;
use crate::slow::{Slow, Turn};

/// A game that was played, and what was wrong with it.
#[derive(Default)]
pub struct Played {
    pub plies: usize,
    /// Black's margin and the reason of the end.
    pub outcome: Option<(f64, &'static str)>,
    /// The number of passes that are no faults although they were early.
    pub early_passes: usize,
    pub faults: Vec<String>,
}

/// Plays a game of the matrix. A panic is a fault.
pub fn play(cell: &Cell, knowledge: &Knowledge) -> Played {
    let mut played = Played::default();
    let result = catch_unwind(AssertUnwindSafe(|| play_to_end(cell, knowledge, &mut played)));
    if let Err(panic) = result {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        let text = text.unwrap_or_default();
        played.faults.push(format!("panic at ply {}: {}", played.plies, text.lines().next().unwrap_or_default()));
    }
    played
}

/// Returns the numbers of plies that a game can have, of which those above the last are possible by
/// some rules but not plausible.
fn lengths(setup: &Setup, points: usize, player: Player) -> RangeInclusive<usize> {
    let width = usize::from(setup.width());
    match setup.info().id {
        // A game ends when a position repeats; the longest that was seen had 84 plies a point.
        "alaric" | "alak" => 1..=400 * points + 40,
        "bracket" => points..=points,
        // Each cancer or red stone stays, and before the next one there are at most as many other stones
        // as empty points. Games of more than four moves a point are not plausible.
        "cancer" | "redstone" => 2..=(points * (points + 3) / 2 + 2).min(4 * points + 20),
        // Downwards, the squares with a single square above are never filled by themselves. In both
        // directions, a placed stone adds at most 4 to the perimeter of the filled part, and a square
        // that fills by itself adds none; the perimeter of the full board is 4 · width.
        "cascade" if setup.rule("fill") == "down" => 2 * width - 1..=points,
        "cascade" => width..=points,
        // Games end by two passes; captures let them go on, but not for ever between players. The
        // weakest level fills its own eyes and begins again, most often where no group can have two:
        // on two lines of nine points a game had 86 plies a point.
        "stoical" if player == Player::Full => 2..=4 * points + 40,
        "stoical" => 2..=100 * points + 40,
        other => panic!("{other}: give the numbers of plies that its games can have"),
    }
}

/// Returns the largest margin of a finished game, without komi.
fn largest_margin(setup: &Setup, points: usize) -> f64 {
    if setup.info().has_margin { points as f64 } else { 1.0 }
}

/// The number of simulations of a move at full strength.
fn visits(cell: &Cell) -> u64 {
    match (cell.extent, cell.points) {
        _ if cell.longest.is_some() => 50,
        (Extent::Short, _) => 20,
        (Extent::Long, ..=100) => 100,
        (Extent::Long, ..=200) => 50,
        (Extent::Long, _) => 24,
    }
}

/// The second implementation lists all legal moves at each N-th ply.
fn stride(cell: &Cell) -> usize {
    match (cell.extent, cell.points) {
        (_, ..=50) => 1,
        (Extent::Long, ..=200) => 2,
        _ => 8,
    }
}

/// Plays a game to its end, and collects its faults.
fn play_to_end(cell: &Cell, knowledge: &Knowledge, played: &mut Played) {
    let setup = setup(&cell.line);
    let mut slow = Slow::new(&setup);
    let mut engine = Engine::new(Game::new(setup.clone()), knowledge);
    let settings = Settings {
        seed: split_mix(1, cell.number as u64),
        hash_mib: 16,
        exact: cell.extent == Extent::Long || cell.points <= 12 || !setup.blocked().is_empty(),
        ..Settings::default()
    };
    let lengths = lengths(&setup, cell.points, cell.player);
    let last = cell.longest.unwrap_or(*lengths.end());
    let mut won: Option<Seat> = None;
    while !slow.is_over() && played.plies < last && played.faults.is_empty() {
        let seat = slow.to_move();
        if played.plies.is_multiple_of(stride(cell)) {
            let legal = engine.game().legal_moves(seat) == slow.legal_moves(seat);
            fault(played, legal, "the second implementation has other legal moves");
        }
        let Choice { mv, report, .. } = choose(&mut engine, cell, &settings, seat);
        let Some(mv) = mv else {
            played.faults.push(format!("no move at ply {}", played.plies));
            break;
        };
        judge_report(cell, &setup, &report, played);
        if report.proof == Some(Proof::Win) && cell.player == Player::Full {
            won = won.or(Some(seat));
        }
        match (mv == Move::PASS).then(|| passes::judge(&slow, seat, cell.points, &report)).flatten() {
            None => {}
            Some(EarlyPass::Fault) => {
                let found = report.candidates.iter().take(3);
                let found = found.map(|one| format!("{:?} {:.2} {:+.1}", one.mv, one.win_rate, one.lead));
                let found = found.collect::<Vec<_>>().join(", ");
                let position = position_line::write(engine.game());
                played.faults.push(format!("early pass at ply {}: {found} in {position}", played.plies));
            }
            Some(_) => played.early_passes += 1,
        }
        let is_legal = engine.game_mut().play(seat, mv).is_ok();
        let agreed = slow.play(seat, mv) == is_legal;
        fault(played, is_legal, "the engine's move is illegal");
        fault(played, agreed, "the second implementation disagrees about the engine's move");
        played.plies += 1;
    }
    judge_end(&setup, cell.points, engine.game(), &slow, played);
    let endless = is_endless(&slow).then_some((0.0, "endless play"));
    played.outcome = slow.outcome().map(|(margin, ending)| (margin, ending.name())).or(endless);
    if cell.longest.is_none() && played.faults.is_empty() {
        fault(played, played.outcome.is_some(), "the game does not end");
        fault(played, lengths.contains(&played.plies), "the game is shorter than the rules allow");
        let kept = won.is_none_or(|seat| played.outcome.is_some_and(|(margin, _)| margin * seat.sign() > 0.0));
        fault(played, kept, "a game is not won although that was proved");
    }
}

/// Returns whether the last board has occurred twice before, with the same side to move: without a
/// rule of repetition two sides that lose by anything else may go on for ever.
fn is_endless(game: &Slow) -> bool {
    let same =
        |last: &Turn| game.turns.iter().filter(|turn| turn.seat == last.seat && turn.after == last.after).count();
    game.turns.last().is_some_and(|last| same(last) > 2)
}

fn fault(played: &mut Played, is_right: bool, text: &str) {
    if !is_right {
        played.faults.push(format!("{text} (ply {})", played.plies));
    }
}

fn choose(engine: &mut Engine, cell: &Cell, settings: &Settings, seat: Seat) -> Choice {
    let interrupt = Interrupt::default();
    let (limits, level) = match cell.player {
        Player::Full => (Limits { visits: Some(visits(cell)), time: None }, None),
        Player::Level(level) => (Limits::default(), Some(level.of(cell.info))),
    };
    engine.choose(&Request::new(seat, limits, settings, &interrupt).at_level(level), &mut |_| {})
}

/// Adds what is wrong with the report of a search.
fn judge_report(cell: &Cell, setup: &Setup, report: &Report, played: &mut Played) {
    let largest = largest_margin(setup, cell.points) + setup.komi().abs();
    let is_sound = |win_rate: f64, lead: f64| (0.0..=1.0).contains(&win_rate) && lead.abs() <= largest + 0.5;
    let sound = report.candidates.iter().all(|candidate| is_sound(candidate.win_rate, candidate.lead));
    fault(played, sound && is_sound(report.win_rate, 0.0), "a win rate or a lead that cannot be");
}

/// Adds what is wrong with the position after the last move.
fn judge_end(setup: &Setup, points: usize, game: &Game, slow: &Slow, played: &mut Played) {
    let known = game.outcome().map(|outcome| (outcome.margin.points(), outcome.ending));
    fault(played, known == slow.outcome(), "the second implementation has another result");
    fault(played, game.score().map(Margin::points) == slow.score(), "the second implementation has another score");
    let cells = (0..setup.width() * setup.height()).map(Point).filter(|&point| setup.geometry().contains(point));
    let equal = cells.into_iter().all(|point| game.stone(point) == slow.board().get(slow.cell(point)));
    fault(played, equal, "the second implementation has other stones");
    if let Some((margin, ending)) = slow.outcome() {
        let komi = if ending.name() == "two passes" { setup.komi() } else { 0.0 };
        let plausible = (margin + komi).abs() <= largest_margin(setup, points);
        let may_be_drawn = setup.info().has_margin || ["full board", "two passes"].contains(&ending.name());
        fault(played, plausible && (may_be_drawn || margin != 0.0), "a result that cannot be");
    }
}
