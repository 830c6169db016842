//! What holds for every game, every rule and every position: checked along random games.

use std::collections::HashMap;

use quintet::board::Point;
use quintet::game::{Game, Trace};
use quintet::games::{self, Visitor};
use quintet::history::AnyHistory;
use quintet::record::move_words;
use quintet::setup::Setup;
use quintet::words::{Action, Margin, Move, Rng, Seat, random_below};
use rand::SeedableRng;

use crate::setups::{large, setup, small};
use crate::slow::{Slow, cascade};

/// Plays random games, passing seldom, and shows every position, the first and the last too, to a check.
struct Along<'a, C> {
    check: &'a C,
    seed: u64,
    plies: usize,
    /// One in so many moves is made out of turn; 0: none.
    out_of_turn: u32,
}

/// A check of a single position.
trait Check {
    fn check<G: Game>(&self, setup: &Setup, position: &G, rng: &mut Rng);
}

impl<C: Check> Visitor for Along<'_, C> {
    type Output = ();

    fn visit<G: Game>(self, setup: &Setup) {
        let mut rng = Rng::seed_from_u64(self.seed);
        let mut position = G::new(setup);
        for _ in 0..=self.plies {
            self.check.check(setup, &position, &mut rng);
            if self.out_of_turn > 0 && !position.is_over() && random_below(&mut rng, self.out_of_turn) == 0 {
                position.set_to_move(position.to_move().other());
            }
            let Some(mv) = random_move(&position, &mut rng) else { break };
            position.play_unchecked(mv);
        }
    }
}

/// A random move, a pass in one of eight cases.
fn random_move<G: Game>(position: &G, rng: &mut Rng) -> Option<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if moves.len() > 1 && random_below(rng, 8) > 0 {
        moves.retain(|&mv| mv != Move::PASS);
    }
    (!moves.is_empty()).then(|| moves[random_below(rng, moves.len() as u32) as usize])
}

/// Shows the positions of `games` games on each small board and of one on each large board to a check.
fn everywhere(check: &impl Check, games: u64) {
    for (i, line) in (1..).zip(small()) {
        for game in 0..games {
            games::visit(
                &setup(&line),
                Along { check, seed: i * 100 + game, plies: 60, out_of_turn: if game % 2 == 1 { 6 } else { 0 } },
            );
        }
    }
    for (seed, line) in (1..).zip(large()) {
        games::visit(&setup(&line), Along { check, seed, plies: 30, out_of_turn: 6 });
    }
}

fn legal<G: Game>(position: &G) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// All move codes that say anything, and some that don't.
fn codes() -> impl Iterator<Item = Move> {
    (0..0xc80).chain([0xfff, 0x1000, 0x1c00, 0x7fff, 0xfc00, 0xfffd, 0xfffe, 0xffff]).map(Move::from_code)
}

#[test]
fn a_move_is_legal_exactly_if_it_is_generated() {
    struct Legality;
    impl Check for Legality {
        fn check<G: Game>(&self, setup: &Setup, position: &G, rng: &mut Rng) {
            let mut position = position.clone();
            if random_below(rng, 4) == 0 && !position.is_over() {
                position.set_to_move(position.to_move().other());
            }
            let moves = legal(&position);
            assert!(moves.is_sorted_by(|a, b| a < b), "{setup:?} {moves:?}");
            assert_eq!(position.count_legal(), moves.len(), "{setup:?}");
            assert!(!position.is_over() || moves.is_empty(), "{setup:?}");
            assert_eq!(position.is_over(), position.outcome().is_some());
            for mv in codes() {
                assert_eq!(position.is_legal(mv), moves.binary_search(&mv).is_ok(), "{mv:?} in {setup:?}");
            }
        }
    }
    everywhere(&Legality, 4);
}

#[test]
fn a_refused_move_changes_nothing() {
    struct Refusal;
    impl Check for Refusal {
        fn check<G: Game>(&self, setup: &Setup, position: &G, rng: &mut Rng) {
            let moves = legal(position);
            for _ in 0..20 {
                let mv = Move::from_code(random_below(rng, 0xc80) as u16);
                if !moves.contains(&mv) {
                    let mut after = position.clone();
                    assert!(after.play(mv).is_err(), "{mv:?} in {setup:?}");
                    assert!(after == *position && after.key() == position.key(), "{mv:?} in {setup:?}");
                }
            }
        }
    }
    everywhere(&Refusal, 10);
}

#[test]
fn keys_are_kept_up_as_if_worked_out_afresh() {
    struct Keys;
    impl Check for Keys {
        fn check<G: Game>(&self, setup: &Setup, position: &G, _rng: &mut Rng) {
            assert_eq!(position.key(), position.recomputed_key(), "{setup:?}");
            let mut other = position.clone();
            other.set_to_move(position.to_move().other());
            assert_eq!(other.key(), other.recomputed_key(), "{setup:?}");
            if !position.is_over() {
                assert!(other != *position && other.key() != position.key(), "{setup:?}");
                other.set_to_move(position.to_move());
                assert!(other == *position && other.key() == position.key(), "{setup:?}");
            }
        }
    }
    everywhere(&Keys, 20);
}

#[test]
fn a_diagram_makes_an_equal_position() {
    struct Diagrams;
    impl Check for Diagrams {
        fn check<G: Game>(&self, setup: &Setup, position: &G, _rng: &mut Rng) {
            let diagram = position.diagram();
            let again =
                G::from_diagram(setup, &diagram).unwrap_or_else(|error| panic!("{error}: {setup:?} {diagram:?}"));
            assert!(again == *position, "{setup:?} {diagram:?}");
            assert_eq!(again.key(), position.key(), "{setup:?} {diagram:?}");
            assert_eq!(again.recomputed_key(), position.key(), "{setup:?} {diagram:?}");
            assert_eq!(again.diagram(), diagram, "{setup:?}");
            assert_eq!(legal(&again), legal(position), "{setup:?} {diagram:?}");
            assert_eq!(again.outcome(), position.outcome(), "{setup:?} {diagram:?}");
            assert_eq!(again.plies_to_end(), position.plies_to_end(), "{setup:?} {diagram:?}");
            for point in setup.geometry().points() {
                assert_eq!(diagram.stones[point.index()], position.stone(point));
                assert_eq!(again.owner(point), position.owner(point));
            }
        }
    }
    everywhere(&Diagrams, 8);
}

#[test]
fn a_copy_leads_a_life_of_its_own() {
    struct Copies;
    impl Check for Copies {
        fn check<G: Game>(&self, setup: &Setup, position: &G, rng: &mut Rng) {
            let (diagram, key) = (position.diagram(), position.key());
            let mut copy = position.clone();
            for _ in 0..5 {
                if let Some(mv) = random_move(&copy, rng) {
                    copy.play_unchecked(mv);
                }
            }
            assert_eq!((position.diagram(), position.key()), (diagram, key), "{setup:?}");
        }
    }
    everywhere(&Copies, 8);
}

#[test]
fn every_move_has_a_word_of_its_own_that_reads_back() {
    struct Words;
    impl Check for Words {
        fn check<G: Game>(&self, setup: &Setup, position: &G, _rng: &mut Rng) {
            let geometry = setup.geometry();
            let mut seen = HashMap::new();
            for mv in legal(position) {
                let word = move_words::format(G::info(), &geometry, mv);
                assert_eq!(
                    move_words::read(G::info(), &geometry, position.to_move(), &word),
                    Some(mv),
                    "{word} {setup:?}"
                );
                assert_eq!(move_words::read(G::info(), &geometry, position.to_move(), &word.to_lowercase()), Some(mv));
                assert_eq!(seen.insert(word.clone(), mv), None, "{word} {setup:?}");
            }
        }
    }
    everywhere(&Words, 4);
}

/// Keeps what is played.
#[derive(Default, PartialEq, Debug)]
struct Kept(Vec<(Seat, Move)>);

impl Trace for Kept {
    fn played(&mut self, seat: Seat, mv: Move) {
        self.0.push((seat, mv));
    }
}

#[test]
fn the_same_seed_gives_the_same_playout_whatever_way_led_to_the_position() {
    struct Repeatable;
    impl Check for Repeatable {
        fn check<G: Game>(&self, setup: &Setup, position: &G, rng: &mut Rng) {
            if random_below(rng, 6) > 0 {
                return;
            }
            let set_up = G::from_diagram(setup, &position.diagram()).unwrap();
            let mut playouts = [position, &set_up].map(|start| {
                let mut start = start.clone();
                start.normalize();
                assert!(start == *position, "{setup:?}");
                let mut kept = Kept::default();
                let margin = start.playout(&mut Rng::seed_from_u64(7), &mut kept);
                (margin, kept)
            });
            // Whether anybody watches makes no difference.
            let mut unseen = position.clone();
            unseen.normalize();
            assert_eq!(unseen.playout(&mut Rng::seed_from_u64(7), &mut ()), playouts[0].0, "{setup:?}");
            let second = std::mem::take(&mut playouts[1].1);
            assert_eq!((playouts[1].0, second), (playouts[0].0, std::mem::take(&mut playouts[0].1)), "{setup:?}");
        }
    }
    everywhere(&Repeatable, 8);
}

#[test]
fn playouts_are_legal_games_that_end_as_they_say() {
    struct Legal;
    impl Check for Legal {
        fn check<G: Game>(&self, setup: &Setup, position: &G, rng: &mut Rng) {
            if random_below(rng, 8) > 0 {
                return;
            }
            let mut kept = Kept::default();
            let margin = position.clone().playout(rng, &mut kept);
            let mut replay = position.clone();
            for &(seat, mv) in &kept.0 {
                assert_eq!(seat, replay.to_move(), "{setup:?}");
                replay.play(mv).unwrap_or_else(|_| panic!("{mv:?} in {setup:?}, {:?}", replay.diagram()));
            }
            assert_eq!(margin, replay.score().map_or(0.0, Margin::points), "{setup:?} {kept:?}");
            let limit = 3 * setup.geometry().len();
            assert!(replay.is_over() || kept.0.len() >= limit, "{setup:?}: cut after {} moves", kept.0.len());
        }
    }
    everywhere(&Legal, 12);
}

#[test]
fn a_game_is_never_over_earlier_than_foretold() {
    struct Bound;
    impl Visitor for Bound {
        type Output = ();
        fn visit<G: Game>(self, setup: &Setup) {
            for seed in 0..20 {
                let mut rng = Rng::seed_from_u64(seed);
                let mut position = G::new(setup);
                let mut bounds = vec![position.plies_to_end()];
                while let Some(mv) = random_move(&position, &mut rng).filter(|_| bounds.len() < 400) {
                    position.play_unchecked(mv);
                    bounds.push(position.plies_to_end());
                }
                if position.is_over() {
                    for (left, bound) in (0..).zip(bounds.iter().rev()) {
                        assert!(*bound <= left, "{bound} foretold, {left} left, {setup:?}");
                    }
                    assert_eq!(bounds.last(), Some(&0));
                }
            }
        }
    }
    small().iter().chain(&large()).for_each(|line| games::visit(&setup(line), Bound));
}

#[test]
fn the_shortest_ends_on_the_smallest_boards_are_not_shorter_than_foretold() {
    /// The least number of moves to an end, where it is at most `depth`.
    fn shortest<G: Game>(position: &G, depth: u32) -> Option<u32> {
        if position.is_over() || depth == 0 {
            return position.is_over().then_some(0);
        }
        let next = legal(position).into_iter().filter_map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            shortest(&next, depth - 1)
        });
        next.min().map(|plies| plies + 1)
    }
    struct Shortest;
    impl Check for Shortest {
        fn check<G: Game>(&self, _setup: &Setup, position: &G, _rng: &mut Rng) {
            let mut position = position.clone();
            for seat in Seat::BOTH {
                if !position.is_over() {
                    position.set_to_move(seat);
                }
                let bound = position.plies_to_end();
                assert!(shortest(&position, 4).is_none_or(|plies| bound <= plies), "{bound}, {:?}", position.diagram());
            }
        }
    }
    let tiny =
        ["alaric 3", "alaric 4", "alaric 5 board=line edge=wall", "bracket 1", "bracket 3", "cancer 2", "cancer 2x3"];
    let more = ["cascade 1", "cascade 2", "cascade 2 fill=both", "stoical 2", "stoical 2x3 ko=positional"];
    for line in tiny.into_iter().chain(more) {
        (0..12)
            .for_each(|seed| games::visit(&setup(line), Along { check: &Shortest, seed, plies: 20, out_of_turn: 2 }));
    }
}

#[test]
fn priors_are_positive_and_marked_points_are_empty_and_illegal() {
    struct Marks;
    impl Check for Marks {
        fn check<G: Game>(&self, setup: &Setup, position: &G, _rng: &mut Rng) {
            let moves = legal(position);
            for &mv in &moves {
                let prior = position.prior(mv);
                assert!(prior.is_finite() && prior > 0.0, "{prior} for {mv:?}, {setup:?}");
            }
            let barred = position.barred();
            assert!(barred.is_sorted_by(|a, b| a < b), "{barred:?}, {setup:?}");
            for point in barred {
                assert_eq!(position.stone(point), None, "{setup:?}");
                assert!(!moves.contains(&Move::place(0, point)), "{point:?} {setup:?}");
            }
        }
    }
    everywhere(&Marks, 10);
}

/// Positions met on any way, by the state that the second implementation names, and by key.
#[test]
fn positions_are_equal_exactly_if_the_same_can_happen_in_them() {
    struct Ways<'a>(&'a str);
    impl Visitor for Ways<'_> {
        type Output = usize;
        fn visit<G: Game>(self, setup: &Setup) -> usize {
            let mut rng = Rng::seed_from_u64(3);
            let mut by_state: HashMap<String, G> = HashMap::new();
            let mut by_key: HashMap<u64, String> = HashMap::new();
            let mut met_again = 0;
            for game in 0..60 {
                let (mut position, mut slow) = (G::new(setup), Slow::new(setup));
                for _ in 0..24 {
                    if let Some(known) = by_state.get(&slow.state()) {
                        assert!(*known == position, "{} {:?} {:?}", self.0, known.diagram(), position.diagram());
                        assert_eq!(known.key(), position.key(), "{} {:?}", self.0, position.diagram());
                        met_again += 1;
                    } else {
                        by_state.insert(slow.state(), position.clone());
                    }
                    let state = by_key.entry(position.key()).or_insert_with(|| slow.state_in_turn());
                    assert_eq!(*state, slow.state_in_turn(), "{} {:?}", self.0, position.diagram());
                    if position.is_over() || slow.is_over() {
                        break;
                    }
                    if game % 2 == 0 && random_below(&mut rng, 6) == 0 {
                        position.set_to_move(position.to_move().other());
                    }
                    let Some(mv) = random_move(&position, &mut rng) else { break };
                    if !slow.play(position.to_move(), mv) {
                        // Forbidden by superko, which positions know nothing of.
                        break;
                    }
                    position.play_unchecked(mv);
                }
            }
            met_again
        }
    }
    for line in small() {
        let met_again = games::visit(&setup(&line), Ways(&line));
        assert!(met_again >= 60, "{line}: {met_again}");
    }
}

/// What a history shows of itself.
#[derive(PartialEq, Debug)]
struct View {
    diagram: quintet::setup::Diagram,
    key: u64,
    legal: [Vec<Move>; 2],
    outcome: Option<quintet::words::Outcome>,
    score: Option<f64>,
    moves: Vec<(Seat, Move)>,
    captured: [u32; 2],
    changes: Vec<quintet::history::Change>,
    barred: Vec<Point>,
    to_move: Seat,
}

fn view(history: &dyn AnyHistory) -> View {
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

/// A random legal move of a seat, seldom a pass; after the end a pass.
fn random_word(history: &dyn AnyHistory, seat: Seat, rng: &mut Rng) -> Option<Move> {
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
        let mut rng = Rng::seed_from_u64(i);
        let mut history = games::start(&setup(&line));
        let mut views = vec![view(&*history)];
        for _ in 0..100 {
            let seat = if random_below(&mut rng, 10) == 0 { history.to_move().other() } else { history.to_move() };
            let Some(mv) = random_word(&*history, seat, &mut rng) else { continue };
            history.play(seat, mv).unwrap();
            views.push(view(&*history));
            let after_end = history.moves().iter().rev().take_while(|(_, mv)| *mv == Move::PASS).count();
            if random_below(&mut rng, 6) == 0 || after_end > 4 {
                let count = random_below(&mut rng, views.len().min(50) as u32) as usize;
                history.undo(count).unwrap();
                views.truncate(views.len() - count);
                assert_eq!(Some(&view(&*history)), views.last(), "{line}");
            }
            if history.setup().width() * history.setup().height() > 200 && views.len() > 40 {
                break;
            }
        }
        let before = view(&*history);
        assert!(history.undo(views.len()).is_err());
        assert_eq!(view(&*history), before, "{line}");
        let mut copy = history.boxed_clone();
        copy.undo(views.len() - 1).unwrap();
        assert_eq!(view(&*copy), views[0], "{line}");
        assert_eq!(view(&*history), before, "{line}");
    }
}

#[test]
fn after_the_end_there_is_nothing_to_play_but_passes_that_undo_takes_back() {
    for (i, line) in (1..).zip(small()) {
        let mut rng = Rng::seed_from_u64(i);
        let mut history = games::start(&setup(&line));
        for _ in 0..2000 {
            if history.is_over() {
                break;
            }
            let seat = history.to_move();
            let mv = random_word(&*history, seat, &mut rng).expect("a game that goes on has moves");
            history.play(seat, mv).unwrap();
        }
        if !history.is_over() {
            continue;
        }
        let end = view(&*history);
        for seat in Seat::BOTH {
            assert_eq!(history.legal_moves(seat), [], "{line}");
            for mv in codes() {
                assert!(!history.is_legal(seat, mv), "{line} {mv:?}");
                assert_eq!(history.play(seat, mv).is_ok(), mv == Move::PASS, "{line} {mv:?}");
            }
        }
        assert_eq!(history.moves().len(), end.moves.len() + 2, "{line}");
        assert_eq!((history.outcome(), history.diagram()), (end.outcome, end.diagram.clone()), "{line}");
        history.undo(2).unwrap();
        assert_eq!(view(&*history), end, "{line}");
        history.undo(1).unwrap();
        assert!(!history.is_over(), "{line}");
        let &(seat, mv) = end.moves.last().unwrap();
        history.play(seat, mv).unwrap();
        assert_eq!(view(&*history), end, "{line}");
    }
}

#[test]
fn in_cancer_there_is_always_a_placement_and_never_a_draw() {
    let boards = ["2", "3", "4", "2x5", "6x3", "7", "9", "2x25", "13"];
    for eye in ["any", "strict", "group"] {
        for board in boards {
            let setup = setup(&format!("cancer {board} eye={eye}"));
            let points = setup.geometry().len() as u64;
            for seed in 0..(2000 / points).clamp(10, 100) {
                let mut rng = Rng::seed_from_u64(seed);
                let mut history = games::start(&setup);
                while !history.is_over() {
                    let seat = history.to_move();
                    let moves = history.legal_moves(seat);
                    let placement = moves.iter().any(|mv| matches!(mv.action(), Action::Place { .. }));
                    assert!(placement, "{board} {eye}: {:?}", history.diagram());
                    history.play(seat, moves[random_below(&mut rng, moves.len() as u32) as usize]).unwrap();
                    // A cancer stone is never taken away, so that the board cannot but fill up.
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
            let mut rng = Rng::seed_from_u64(seed);
            let mut history = games::start(&setup);
            let mut board = Slow::new(&setup).start;
            while !history.is_over() {
                let seat = history.to_move();
                let moves = history.legal_moves(seat);
                let mv = moves[random_below(&mut rng, moves.len() as u32) as usize];
                let Action::Place { kind, point } = mv.action() else { panic!("{mv:?}") };
                history.play(seat, mv).unwrap();
                let (x, y) = setup.geometry().xy(point);
                board.set((x.into(), y.into()), Some(setup.info().placed_stone(seat, kind)));
                // One square after the other, each time any of those that can be filled.
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
