//! Differential test: random games played by each game and by its second implementation, with all
//! results compared.

use std::collections::BTreeMap;

use quintet_core::board::Point;
use quintet_core::diagram::{Diagram, DiagramError};
use quintet_core::game::{Change, Game};
use quintet_core::random::{Rng, random_below, seeded};
use quintet_core::setup::Setup;
use quintet_core::types::{Ending, Margin, Move, Seat, Stone};
use quintet_games as games;
use quintet_record::position_line;
use rand::Rng as _;

use crate::setups::{large, setup, small, small_by_rules};
use crate::slow::{Shows, Slow, Why};
use crate::solver::boards::random_setup;

/// Counts of the events in the games. A comparison proves nothing about events that never
/// occurred.
#[derive(Default)]
struct Seen {
    refused: BTreeMap<Why, u64>,
    endings: BTreeMap<&'static str, u64>,
    captures: u64,
    plies: u64,
    /// Illegal moves that both refused to play.
    illegal: u64,
    /// Positions whose numbers of move sequences were compared.
    counted: u64,
}

/// The kind of random games and the extent of the comparison.
struct Plan {
    plies: usize,
    /// Compares every N-th ply in all ways, the others only by stones, legal moves and result.
    thorough: u32,
    /// Plays one of N moves out of turn; 0: none.
    out_of_turn: u32,
    /// Takes back some moves at one of N plies; 0: never.
    undo: u32,
    /// Makes the board a new start at one of N plies; 0: never.
    afresh: u32,
    /// The maximum depth of the compared perft counts.
    perft: u32,
}

fn one_in(rng: &mut Rng, count: u32) -> bool {
    count > 0 && random_below(rng, count) == 0
}

fn pick<T: Copy>(rng: &mut Rng, list: &[T]) -> T {
    list[random_below(rng, list.len() as u32) as usize]
}

/// Returns a random legal move: rarely a pass, and often a capture if there is one (always with
/// `greed`).
fn choose(rng: &mut Rng, slow: &mut Slow, seat: Seat, legal: &[Move], greed: bool) -> Move {
    let plays: Vec<Move> = legal.iter().copied().filter(|&mv| mv != Move::PASS).collect();
    if plays.is_empty() || plays.len() < legal.len() && one_in(rng, 12) {
        return pick(rng, legal);
    }
    if greed || one_in(rng, 2) {
        let from = random_below(rng, plays.len() as u32) as usize;
        for i in 0..plays.len().min(if greed { 30 } else { 8 }) {
            let mv = plays[(from + i) % plays.len()];
            slow.play(seat, mv);
            let captured = slow.turns.last().unwrap().captured;
            slow.undo();
            if captured > 0 {
                return mv;
            }
        }
    }
    pick(rng, &plays)
}

fn compare(line: &str, fast: &Game, slow: &Slow) {
    let context = || format!("{line} from {:?} after {:?}", fast.start_diagram(), fast.moves());
    for point in (0..fast.setup().width() * fast.setup().height()).map(Point) {
        if fast.geometry().contains(point) {
            assert_eq!(fast.stone(point), slow.board().get(slow.cell(point)), "stone at {point:?}, {}", context());
        }
    }
    assert_eq!(fast.to_move(), slow.to_move(), "side to move, {}", context());
    assert_eq!(fast.outcome().map(|o| (o.margin.points(), o.ending)), slow.outcome(), "outcome, {}", context());
    assert_eq!(fast.is_over(), slow.is_over(), "end, {}", context());
    for seat in Seat::BOTH {
        assert_eq!(fast.legal_moves(seat), slow.legal_moves(seat), "moves of {seat:?}, {}", context());
    }
}

fn compare_thoroughly(line: &str, fast: &mut Game, slow: &mut Slow, rng: &mut Rng, perft: u32, seen: &mut Seen) {
    let context = format!("{line} after {:?}", fast.moves());
    assert_eq!(fast.score().map(Margin::points), slow.score(), "score, {context}");
    assert_eq!(fast.captured(), slow.captured(), "captured, {context}");
    let nonsense: Vec<Move> = (0..100).map(|_| Move::from_code(rng.next_u32() as u16)).collect();
    let edges = [0x3ff, 0x400 + 624, 0xbff, 0xc00, 0x1c00, 0xfc00, 0xfffd].map(Move::from_code);
    for mv in slow.conceivable().into_iter().chain(nonsense).chain(edges) {
        for seat in Seat::BOTH {
            let legal = slow.is_legal(seat, mv);
            assert_eq!(fast.is_legal(seat, mv), legal, "{mv:?} of {seat:?}, {context}");
            // After two passes a legal placement resumes the game.
            let passed = fast.outcome().is_some_and(|outcome| outcome.ending == Ending::TWO_PASSES);
            let accepted = legal || passed || slow.is_over() && mv == Move::PASS;
            if !accepted && one_in(rng, 8) {
                assert!(fast.play(seat, mv).is_err(), "{mv:?} of {seat:?} played, {context}");
                seen.illegal += 1;
            }
        }
    }
    if !slow.is_over() {
        seen.counted += 1;
        for depth in 1..=perft {
            assert_eq!(fast.perft(depth), slow.perft(depth as usize, true), "perft {depth}, {context}");
        }
    }
}

/// Returns the changes by the latest placement, from the boards before and after it.
fn changes(slow: &Slow) -> Vec<Change> {
    if slow.plies() != slow.turns.len() - slow.fresh || slow.plies() == 0 {
        return Vec::new();
    }
    let turn = slow.turns.last().unwrap();
    let all = slow.board().cells().into_iter();
    let all = all.map(|c| Change { point: slow.point(c), before: turn.before.get(c), after: turn.after.get(c) });
    all.filter(|change| change.before != change.after).collect()
}

fn play_game(line: &str, seed: u64, plan: &Plan, seen: &mut Seen) {
    play_game_of(&setup(line), line, seed, plan, seen);
}

fn play_game_of(setup: &Setup, line: &str, seed: u64, plan: &Plan, seen: &mut Seen) {
    let mut rng = seeded(seed);
    let (mut fast, mut slow) = (Game::new(setup.clone()), Slow::new(setup));
    let mut late = 0;
    for ply in 0..plan.plies {
        compare(line, &fast, &slow);
        assert_eq!(fast.latest_changes(), changes(&slow), "changes, {line} after {:?}", fast.moves());
        if one_in(&mut rng, plan.thorough) {
            compare_thoroughly(line, &mut fast, &mut slow, &mut rng, plan.perft, seen);
        }
        if one_in(&mut rng, 40) {
            let komi = f64::from(random_below(&mut rng, 31)) / 2.0 - 7.5;
            if setup.info().komi {
                fast.set_komi(komi);
                slow.komi = komi;
            }
        }
        if one_in(&mut rng, plan.afresh) && !slow.is_over() {
            fast = Game::from_diagram(fast.setup().clone(), &fast.diagram()).expect("a position that was reached");
            slow.set_up_afresh();
            continue;
        }
        if one_in(&mut rng, plan.undo) {
            let count = (random_below(&mut rng, 6) as usize).min(slow.plies());
            fast.undo(count).unwrap();
            (0..count).for_each(|_| slow.undo());
            continue;
        }
        let mut seat = if one_in(&mut rng, plan.out_of_turn) { slow.to_move().other() } else { slow.to_move() };
        if slow.is_over() {
            if late == 3 {
                break;
            }
            late += 1;
            if late == 1 {
                *seen.endings.entry(slow.outcome().unwrap().1.name()).or_default() += 1;
            }
            assert!(slow.play(seat, Move::PASS), "a pass after the end");
            fast.play(seat, Move::PASS).expect("a pass after the end");
            continue;
        }
        seen.plies += 1;
        let mut legal = slow.legal_moves(seat);
        if legal.is_empty() {
            seat = seat.other();
            legal = slow.legal_moves(seat);
        }
        if legal.is_empty() {
            break;
        }
        if ply % 4 == 0 {
            for mv in slow.conceivable() {
                if let Err(why) = slow.verdict(seat, mv) {
                    *seen.refused.entry(why).or_default() += 1;
                }
            }
        }
        let mv = choose(&mut rng, &mut slow, seat, &legal, seed.is_multiple_of(2));
        assert!(slow.play(seat, mv));
        seen.captures += u64::from(slow.turns.last().unwrap().captured);
        fast.play(seat, mv).unwrap_or_else(|_| panic!("{mv:?} of {seat:?} refused, {line} after {:?}", fast.moves()));
    }
    // Replaying the moves and taking all of them back leads to the same positions.
    let mut again = Game::from_diagram(fast.setup().clone(), &fast.start_diagram()).unwrap();
    fast.moves().iter().for_each(|&(seat, mv)| again.play(seat, mv).unwrap());
    assert_eq!((again.diagram(), again.key()), (fast.diagram(), fast.key()), "{line} after {:?}", fast.moves());
    let count = fast.moves().len();
    assert!(fast.undo(count + 1).is_err());
    fast.undo(count).unwrap();
    assert_eq!(fast.diagram(), fast.start_diagram());
    if slow.fresh == 0 {
        compare(line, &fast, &Slow::new(setup));
    }
}

/// Plays `games` games of each setup line and returns the counts of events.
fn play(lines: &[String], games: u64, plan: &Plan) -> Seen {
    let mut seen = Seen::default();
    for (i, line) in (1..).zip(lines) {
        for game in 0..games {
            play_game(line, i * 1000 + game, plan, &mut seen);
        }
    }
    seen
}

const SMALL: Plan = Plan { plies: 90, thorough: 12, out_of_turn: 9, undo: 12, afresh: 60, perft: 2 };
const IN_TURN: Plan = Plan { out_of_turn: 0, afresh: 0, ..SMALL };
const LARGE: Plan = Plan { plies: 60, thorough: 60, out_of_turn: 9, undo: 20, afresh: 40, perft: 1 };

impl Seen {
    /// Asserts that all of these events occurred and that the games had enough plies in total.
    fn assert(&self, what: &str, shows: &Shows) {
        assert!(self.plies >= 2000, "{what}: {} plies", self.plies);
        assert!(self.illegal > 100, "{what}: {} illegal moves", self.illegal);
        assert!(self.counted > 20, "{what}: {} positions with counted sequences", self.counted);
        assert!(!shows.captures || self.captures > 200, "{what}: {} captures", self.captures);
        let endings: Vec<&str> = self.endings.keys().copied().collect();
        assert!(endings.iter().all(|ending| shows.endings.contains(ending)), "{what}: {endings:?}");
        for why in [Why::Nonsense, Why::Taken].iter().chain(&shows.refused) {
            assert!(self.refused.get(why).is_some_and(|&n| n >= 20), "{what}, {why:?}: {:?}", self.refused);
        }
    }
}

/// The number of games played with each combination of a game's rules, sometimes out of turn; and
/// the same number in turn.
const GAMES: usize = 200;

#[test]
fn every_game_agrees_with_its_second_implementation_under_every_combination_of_rules() {
    std::thread::scope(|scope| {
        for info in games::GAMES {
            scope.spawn(|| {
                let mut endings: BTreeMap<&str, u64> = BTreeMap::new();
                for group in small_by_rules(info) {
                    let shows = Slow::new(&setup(&group[0])).shows();
                    shows.endings.iter().for_each(|ending| _ = endings.entry(ending).or_default());
                    let mut seen = Seen::default();
                    let games = (shows.games.unwrap_or(GAMES)).div_ceil(group.len()) as u64;
                    for (i, line) in (1..).zip(&group) {
                        for game in 0..games {
                            play_game(line, i * 1000 + game, &SMALL, &mut seen);
                            play_game(line, i * 1000 + 500 + game, &IN_TURN, &mut seen);
                        }
                    }
                    seen.assert(&group[0], &shows);
                    seen.endings.iter().for_each(|(ending, count)| *endings.entry(ending).or_default() += count);
                }
                assert!(endings.values().all(|&count| count >= 10), "{}: {endings:?}", info.id);
            });
        }
    });
}

#[test]
fn random_boards_with_walled_in_points_and_single_files_agree_with_the_second_implementation() {
    let mut rng = seeded(5);
    let (mut seen, mut played) = (Seen::default(), BTreeMap::<&str, u64>::new());
    for (seed, info) in (1..=300).zip(games::GAMES.iter().cycle()) {
        let Some(setup) = random_setup(info, &mut rng) else { continue };
        let line = position_line::format(&setup, &setup.start().diagram());
        play_game_of(&setup, &line, seed, &SMALL, &mut seen);
        *played.entry(info.id).or_default() += 1;
    }
    assert!(played.len() == games::GAMES.len() && played.values().all(|&games| games >= 20), "{played:?}");
    assert!(seen.plies >= 2000 && seen.captures > 200, "{} plies, {} captures", seen.plies, seen.captures);
}

#[test]
fn large_boards_agree_with_the_second_implementation() {
    play(&large(), 1, &LARGE);
}

/// Returns a random board with about `percent` of its points filled.
fn random_diagram(setup: &Setup, share: u32, rng: &mut Rng) -> Diagram {
    let mut diagram = setup.empty_diagram();
    let stones: Vec<Stone> = setup.info().stones.iter().copied().filter(|s| *s != Stone::Blocked).collect();
    for point in setup.geometry().points() {
        if random_below(rng, 100) < share && diagram.stones[point.index()].is_none() {
            diagram.stones[point.index()] = Some(pick(rng, &stones));
        }
    }
    diagram
}

#[test]
fn boards_set_up_by_hand_are_completed_or_refused_alike() {
    let mut rng = seeded(11);
    let mut refused = 0;
    for line in small().into_iter().chain(large()) {
        let setup = setup(&line);
        for share in [10, 30, 50, 60, 80, 95, 100] {
            let diagram = random_diagram(&setup, share, &mut rng);
            let mut board = Slow::new(&setup).start;
            board.stones.clone_from(&diagram.stones);
            let fails = !Slow::new(&setup).complete(&mut board);
            match Game::from_diagram(setup.clone(), &diagram) {
                Ok(history) => {
                    assert!(!fails, "{line} {diagram:?}");
                    assert_eq!(history.diagram().stones, board.stones, "{line} {diagram:?}");
                    assert_eq!(history.to_move(), diagram.to_move);
                }
                Err(error) => {
                    assert!(fails && matches!(error, DiagramError::NoLiberty(_)), "{error}: {line} {diagram:?}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 100, "{refused}");
}
