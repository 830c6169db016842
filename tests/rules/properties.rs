//! Properties of every game, rule and position beyond those that the conformance kit checks: tested
//! in random games, some against the second implementation.

use std::collections::{HashMap, HashSet};

use quintet_core::board::Point;
use quintet_core::game::Game;
use quintet_core::position::AnyPosition;
use quintet_core::random::{Rng, random_below, seeded};
use quintet_core::setup::Setup;
use quintet_core::types::{Action, Ending, Margin, Move, Seat};
use quintet_games as games;

use crate::setups::{large, setup, small};
use crate::slow::{Slow, cascade};

/// Plays random games with few passes, and calls a check with every position, including the first
/// and the last.
struct Along<'a> {
    check: &'a dyn Fn(&Setup, &dyn AnyPosition, &mut Rng),
    seed: u64,
    plies: usize,
    /// Makes one of N moves out of turn; 0: none.
    out_of_turn: u32,
}

impl Along<'_> {
    fn play(self, setup: &Setup) {
        let mut rng = seeded(self.seed);
        let mut position = setup.start();
        for _ in 0..=self.plies {
            (self.check)(setup, &*position, &mut rng);
            if self.out_of_turn > 0 && !position.is_over() && random_below(&mut rng, self.out_of_turn) == 0 {
                position.set_to_move(position.to_move().other());
            }
            let Some(mv) = random_move(&*position, &mut rng) else { break };
            position.play_unchecked(mv);
        }
    }
}

/// Returns a random move, a pass in one of eight cases.
fn random_move(position: &dyn AnyPosition, rng: &mut Rng) -> Option<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if moves.len() > 1 && random_below(rng, 8) > 0 {
        moves.retain(|&mv| mv != Move::PASS);
    }
    (!moves.is_empty()).then(|| moves[random_below(rng, moves.len() as u32) as usize])
}

fn legal(position: &dyn AnyPosition) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Returns all valid move codes, and some invalid ones.
fn codes() -> impl Iterator<Item = Move> {
    (0..0xc80).chain([0xfff, 0x1000, 0x1c00, 0x7fff, 0xfc00, 0xfffd, 0xfffe, 0xffff]).map(Move::from_code)
}

#[test]
fn the_shortest_ends_on_the_smallest_boards_are_not_shorter_than_predicted() {
    /// Returns the least number of moves to an end of the game, if it is at most `depth`.
    fn shortest(position: &dyn AnyPosition, depth: u32) -> Option<u32> {
        if position.is_over() || depth == 0 {
            return position.is_over().then_some(0);
        }
        let next = legal(position).into_iter().filter_map(|mv| {
            let mut next = position.boxed_clone();
            next.play_unchecked(mv);
            shortest(&*next, depth - 1)
        });
        next.min().map(|plies| plies + 1)
    }
    let ends_found = std::cell::Cell::new(0);
    let check = |_: &Setup, position: &dyn AnyPosition, _: &mut Rng| {
        let mut position = position.boxed_clone();
        for seat in Seat::BOTH {
            if !position.is_over() {
                position.set_to_move(seat);
            }
            let bound = position.plies_to_end();
            let shortest = shortest(&*position, 4);
            ends_found.set(ends_found.get() + u32::from(shortest.is_some_and(|plies| plies > 0)));
            assert!(shortest.is_none_or(|plies| bound <= plies), "{bound}, {:?}", position.diagram());
        }
    };
    let mut tried = HashSet::new();
    for line in small() {
        let setup = setup(&line);
        if setup.geometry().len() <= 6 {
            tried.insert(setup.info().id);
            ends_found.set(0);
            (0..3).for_each(|seed| Along { check: &check, seed, plies: 20, out_of_turn: 2 }.play(&setup));
            assert!(ends_found.get() > 0, "{line}: no end within four plies");
        }
    }
    for info in games::GAMES {
        let smallest = Setup::new(info).with_size(*info.sizes.start()).unwrap();
        let is_small = smallest.geometry().len() <= 6;
        assert!(!is_small || tried.contains(info.id), "{} has no test board of 6 points or fewer", info.title);
    }
}

/// The reached positions, by the state of the second implementation, and by key.
#[test]
fn positions_are_equal_exactly_if_the_same_can_happen_in_them() {
    fn met_again(setup: &Setup, line: &str) -> usize {
        let mut rng = seeded(3);
        let mut by_state: HashMap<String, Box<dyn AnyPosition>> = HashMap::new();
        let mut by_key: HashMap<u64, String> = HashMap::new();
        let mut met_again = 0;
        for game in 0..60 {
            let (mut position, mut slow) = (setup.start(), Slow::new(setup));
            for _ in 0..24 {
                if let Some(known) = by_state.get(&slow.state()) {
                    assert!(known.equals(&*position), "{line} {:?} {:?}", known.diagram(), position.diagram());
                    assert_eq!(known.key(), position.key(), "{line} {:?}", position.diagram());
                    met_again += 1;
                } else {
                    by_state.insert(slow.state(), position.clone());
                }
                let state = by_key.entry(position.key()).or_insert_with(|| slow.state_in_turn());
                assert_eq!(*state, slow.state_in_turn(), "{line} {:?}", position.diagram());
                if position.is_over() || slow.is_over() {
                    break;
                }
                if game % 2 == 0 && random_below(&mut rng, 6) == 0 {
                    position.set_to_move(position.to_move().other());
                }
                let Some(mv) = random_move(&*position, &mut rng) else { break };
                if !slow.play(position.to_move(), mv) {
                    // Illegal by superko, which is not part of positions.
                    break;
                }
                position.play_unchecked(mv);
            }
        }
        met_again
    }
    for line in small() {
        let met_again = met_again(&setup(&line), &line);
        assert!(met_again >= 60, "{line}: {met_again}");
    }
}

/// Returns everything that a game in progress shows.
#[derive(PartialEq, Debug)]
struct View {
    diagram: quintet_core::diagram::Diagram,
    key: u64,
    legal: [Vec<Move>; 2],
    outcome: Option<quintet_core::types::Outcome>,
    score: Option<f64>,
    moves: Vec<(Seat, Move)>,
    captured: [u32; 2],
    changes: Vec<quintet_core::game::Change>,
    barred: Vec<Point>,
    to_move: Seat,
}

fn view(history: &Game) -> View {
    View {
        diagram: history.diagram(),
        key: history.key(),
        legal: Seat::BOTH.map(|seat| history.legal_moves(seat)),
        outcome: history.outcome(),
        score: history.score().map(Margin::points),
        moves: history.moves().to_vec(),
        captured: history.captured(),
        changes: history.latest_changes(),
        barred: history.barred(),
        to_move: history.to_move(),
    }
}

/// Returns a random legal move of a side, rarely a pass; after the end, a pass.
fn random_word(history: &Game, seat: Seat, rng: &mut Rng) -> Option<Move> {
    let mut moves = history.legal_moves(seat);
    if history.is_over() {
        return Some(Move::PASS);
    }
    if moves.len() > 1 && random_below(rng, 8) > 0 {
        moves.retain(|&mv| mv != Move::PASS);
    }
    (!moves.is_empty()).then(|| moves[random_below(rng, moves.len() as u32) as usize])
}

#[test]
fn taking_back_restores_everything() {
    for (i, line) in (1..).zip(small().into_iter().chain(large())) {
        let mut rng = seeded(i);
        let mut history = Game::new(setup(&line));
        let mut views = vec![view(&history)];
        let mut undone = 0;
        for _ in 0..100 {
            let seat = if random_below(&mut rng, 10) == 0 { history.to_move().other() } else { history.to_move() };
            let Some(mv) = random_word(&history, seat, &mut rng) else { continue };
            history.play(seat, mv).unwrap();
            views.push(view(&history));
            let after_end = history.moves().iter().rev().take_while(|(_, mv)| *mv == Move::PASS).count();
            if random_below(&mut rng, 6) == 0 || after_end > 4 {
                let count = random_below(&mut rng, views.len().min(50) as u32) as usize;
                history.undo(count).unwrap();
                views.truncate(views.len() - count);
                assert_eq!(Some(&view(&history)), views.last(), "{line}");
                undone += count;
            }
            if history.setup().width() * history.setup().height() > 200 && views.len() > 40 {
                break;
            }
        }
        assert!(undone > 0, "{line}: nothing was taken back");
        let before = view(&history);
        assert!(history.undo(views.len()).is_err());
        assert_eq!(view(&history), before, "{line}");
        let mut copy = history.clone();
        copy.undo(views.len() - 1).unwrap();
        assert_eq!(view(&copy), views[0], "{line}");
        assert_eq!(view(&history), before, "{line}");
    }
}

#[test]
fn after_the_end_only_passes_are_possible_and_undo_takes_them_back() {
    let mut ended: HashMap<&str, u32> = HashMap::new();
    for (i, line) in (1..).zip(small()) {
        let mut rng = seeded(i);
        let mut history = Game::new(setup(&line));
        for _ in 0..2000 {
            if history.is_over() {
                break;
            }
            let seat = history.to_move();
            let mv = random_word(&history, seat, &mut rng).expect("a game that goes on has moves");
            history.play(seat, mv).unwrap();
        }
        if !history.is_over() {
            continue;
        }
        *ended.entry(history.info().id).or_default() += 1;
        let end = view(&history);
        let resumes = end.outcome.is_some_and(|outcome| outcome.ending == Ending::TWO_PASSES);
        for seat in Seat::BOTH {
            assert_eq!(history.legal_moves(seat), [], "{line}");
            for mv in codes() {
                assert!(!history.is_legal(seat, mv), "{line} {mv:?}");
                // A legal placement resumes a game that two passes ended.
                if resumes && mv != Move::PASS {
                    continue;
                }
                assert_eq!(history.play(seat, mv).is_ok(), mv == Move::PASS, "{line} {mv:?}");
            }
        }
        assert_eq!(history.moves().len(), end.moves.len() + 2, "{line}");
        assert_eq!((history.outcome(), history.diagram()), (end.outcome, end.diagram.clone()), "{line}");
        history.undo(2).unwrap();
        assert_eq!(view(&history), end, "{line}");
        history.undo(1).unwrap();
        assert!(!history.is_over(), "{line}");
        let &(seat, mv) = end.moves.last().unwrap();
        history.play(seat, mv).unwrap();
        assert_eq!(view(&history), end, "{line}");
    }
    assert_eq!(ended.len(), games::GAMES.len(), "games that came to an end: {ended:?}");
}

#[test]
fn in_cancer_there_is_always_a_placement_and_never_a_draw() {
    let boards = ["2", "3", "4", "2x5", "6x3", "7", "9", "2x25", "13"];
    for eye in ["any", "strict", "group"] {
        for board in boards {
            let setup = setup(&format!("cancer {board} eye={eye}"));
            let points = setup.geometry().len() as u64;
            for seed in 0..(2000 / points).clamp(10, 100) {
                let mut rng = seeded(seed);
                let mut history = Game::new(setup.clone());
                while !history.is_over() {
                    let seat = history.to_move();
                    let moves = history.legal_moves(seat);
                    let placement = moves.iter().any(|mv| matches!(mv.action(), Action::Place { .. }));
                    assert!(placement, "{board} {eye}: {:?}", history.diagram());
                    history.play(seat, moves[random_below(&mut rng, moves.len() as u32) as usize]).unwrap();
                    // Cancer stones are never captured, so that the board fills up.
                    assert!(history.moves().len() < 3000, "{board} {eye}");
                }
                assert_ne!(history.outcome().unwrap().winner(), None);
            }
        }
    }
}

#[test]
fn in_cascade_the_order_of_filling_cannot_matter() {
    for line in ["cascade 3", "cascade 5", "cascade 3 fill=both", "cascade 4 fill=both", "cascade 7 fill=both"] {
        let setup = setup(line);
        let ways: &[i32] = if setup.rule("fill") == "both" { &[1, -1] } else { &[1] };
        for seed in 0..20 {
            let mut rng = seeded(seed);
            let mut history = Game::new(setup.clone());
            let mut board = Slow::new(&setup).start;
            while !history.is_over() {
                let seat = history.to_move();
                let moves = history.legal_moves(seat);
                let mv = moves[random_below(&mut rng, moves.len() as u32) as usize];
                let Action::Place { kind, point } = mv.action() else { panic!("{mv:?}") };
                history.play(seat, mv).unwrap();
                let (x, y) = setup.geometry().xy(point);
                board.set((x.into(), y.into()), Some(setup.info().placed_stone(seat, kind)));
                // Fills one square at a time, each time a random one of those that can be filled.
                loop {
                    let cells = board.cells();
                    let steps = cells.iter().flat_map(|&cell| ways.iter().map(move |&up| (cell, up)));
                    let steps: Vec<_> =
                        steps.filter_map(|(cell, up)| Some((cell, cascade::gets(&board, cell, up)?))).collect();
                    if steps.is_empty() {
                        break;
                    }
                    let (cell, stone) = steps[random_below(&mut rng, steps.len() as u32) as usize];
                    board.set(cell, Some(stone));
                }
                assert_eq!(history.diagram().stones, board.stones, "{line} after {:?}", history.moves());
            }
        }
    }
}
