//! Games in progress: undo, checkpoints, repetition and positions for searching.

use quintet_conformance::small_setup;
use quintet_core::board::Point;
use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::random::{Rng, random_below, seeded};
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Ending, IllegalMove, Margin, Move, Outcome, Seat};

fn setup(id: &str, size: u16, rules: &[(&str, &str)]) -> Setup {
    let setup = Setup::new(quintet_games::find(id).unwrap()).with_size(size).unwrap();
    rules.iter().fold(setup, |setup, (name, value)| setup.with_rule(name, value).unwrap())
}

/// A game on its default board, on which it lasts for more than two checkpoints, and a small board.
fn setups(info: &'static GameInfo) -> [Setup; 2] {
    [Setup::new(info), small_setup(info)]
}

/// Everything that undo has to restore.
#[derive(PartialEq, Debug)]
struct Snapshot {
    diagram: Diagram,
    key: u64,
    moves: Vec<(Seat, Move)>,
    legal: [Vec<Move>; 2],
    outcome: Option<Outcome>,
    score: Option<Margin>,
    captured: [u32; 2],
}

impl Snapshot {
    fn of(game: &Game) -> Snapshot {
        Snapshot {
            diagram: game.diagram(),
            key: game.key(),
            moves: game.moves().to_vec(),
            legal: Seat::BOTH.map(|seat| game.legal_moves(seat)),
            outcome: game.outcome(),
            score: game.score(),
            captured: game.captured(),
        }
    }
}

/// Plays a random move, sometimes out of turn; a pass after the end.
fn play_random(game: &mut Game, rng: &mut Rng) {
    let seat = if random_below(rng, 10) == 0 { game.to_move().other() } else { game.to_move() };
    let moves = game.legal_moves(seat);
    let mv = match moves.len() {
        0 => Move::PASS,
        count => moves[random_below(rng, count as u32) as usize],
    };
    // A side without a legal move cannot play out of turn.
    if game.is_over() || !moves.is_empty() {
        game.play(seat, mv).unwrap();
    }
}

fn play(game: &mut Game, vertices: &str) {
    for vertex in vertices.split_whitespace() {
        let point = game.geometry().point(vertex.parse().unwrap()).unwrap();
        game.play(game.to_move(), Move::place(0, point)).unwrap();
    }
}

#[test]
fn undo_restores_every_earlier_state() {
    for setup in quintet_games::GAMES.iter().flat_map(|info| setups(info)) {
        for seed in 0..4 {
            let mut rng = seeded(seed);
            let mut game = Game::new(setup.clone());
            let mut snapshots = vec![Snapshot::of(&game)];
            let mut undone = 0;
            while snapshots.len() < 110 {
                play_random(&mut game, &mut rng);
                snapshots.truncate(game.moves().len());
                snapshots.push(Snapshot::of(&game));
                if random_below(&mut rng, 8) == 0 {
                    let count = random_below(&mut rng, 5.min(snapshots.len() as u32)) as usize;
                    game.undo(count).unwrap();
                    snapshots.truncate(game.moves().len() + 1);
                    assert_eq!(Some(&Snapshot::of(&game)), snapshots.last(), "{}", setup.info().id);
                    undone += count;
                }
            }
            assert!(undone > 0, "{}, seed {seed}: nothing was taken back", setup.info().id);
            // Back over the checkpoints, by one move and by many.
            for count in [1, 30, 5, 40] {
                game.undo(count).unwrap();
                assert_eq!(Snapshot::of(&game), snapshots[game.moves().len()], "{}", setup.info().id);
            }
            game.undo(game.moves().len()).unwrap();
            assert_eq!(Snapshot::of(&game), snapshots[0]);
        }
    }
}

#[test]
fn a_game_replayed_from_its_start_reaches_the_same_state() {
    for setup in quintet_games::GAMES.iter().flat_map(|info| setups(info)) {
        let mut rng = seeded(7);
        let mut game = Game::new(setup.clone());
        (0..80).for_each(|_| play_random(&mut game, &mut rng));
        let mut replayed = Game::from_diagram(setup, &game.start_diagram()).unwrap();
        for &(seat, mv) in game.moves() {
            replayed.play(seat, mv).unwrap();
        }
        assert_eq!(Snapshot::of(&replayed), Snapshot::of(&game));
        assert!(replayed.position().equals(game.position()));
    }
}

#[test]
fn illegal_moves_and_too_many_undos_change_nothing() {
    for info in quintet_games::GAMES {
        let mut game = Game::new(small_setup(info));
        let mut rng = seeded(3);
        (0..3).for_each(|_| play_random(&mut game, &mut rng));
        let before = Snapshot::of(&game);
        let seat = game.to_move();
        let legal = game.legal_moves(seat);
        let illegal = (0..=u16::MAX)
            .map(Move::from_code)
            .filter(|mv| legal.binary_search_by_key(&mv.code(), |mv| mv.code()).is_err());
        for mv in illegal {
            assert_eq!(game.play(seat, mv), Err(IllegalMove), "{} {mv:?}", info.id);
        }
        assert!(game.undo(game.moves().len() + 1).is_err());
        assert_eq!(Snapshot::of(&game), before);
    }
}

/// Plays random games of Go on a small board until one is drawn by repetition.
fn drawn_by_repetition() -> Game {
    for seed in 0..1000 {
        let mut rng = seeded(seed);
        let mut game = Game::new(setup("stoical", 3, &[("ko", "simple")]));
        while !game.is_over() && game.moves().len() < 1000 {
            let mut moves = game.legal_moves(game.to_move());
            // Passes come last.
            moves.truncate(moves.len().saturating_sub(1).max(1));
            let mv = moves[random_below(&mut rng, moves.len() as u32) as usize];
            game.play(game.to_move(), mv).unwrap();
        }
        if game.outcome() == Some(Outcome::REPETITION) {
            return game;
        }
    }
    panic!("no random game was drawn by repetition");
}

#[test]
fn a_repetition_ends_the_game_as_a_draw_until_it_is_undone() {
    let mut game = drawn_by_repetition();
    let drawn = Snapshot::of(&game);
    assert_eq!(game.score(), Some(Margin::DRAW));
    assert!(drawn.legal.iter().all(Vec::is_empty) && game.is_over() && !game.position().is_over());
    assert!(game.explain_outcome().unwrap().contains("second time"));
    // Passes after the end change only the list of moves.
    for passes in 1..=3 {
        assert_eq!(game.play(game.to_move(), Move::place(0, Point(0))), Err(IllegalMove));
        game.play(game.to_move(), Move::PASS).unwrap();
        assert_eq!(game.moves().len(), drawn.moves.len() + passes);
        assert_eq!(game.diagram(), drawn.diagram);
    }
    game.undo(2).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::REPETITION));
    game.undo(1).unwrap();
    assert_eq!(Snapshot::of(&game), drawn);
    game.undo(1).unwrap();
    assert!(!game.is_over());
    let &(seat, mv) = drawn.moves.last().unwrap();
    game.play(seat, mv).unwrap();
    assert_eq!(Snapshot::of(&game), drawn);
}

#[test]
fn searches_see_the_repetitions_of_the_game_and_their_own() {
    let mut game = drawn_by_repetition();
    let moves = game.moves().to_vec();
    for count in 1..=moves.len() {
        game.undo(1).unwrap();
        // The position is repeated on the path from here, whether it first occurred before or
        // after.
        let mut search = game.search_position(game.to_move());
        for &(seat, mv) in &moves[moves.len() - count..] {
            assert!(!search.is_over() && search.to_move() == seat && search.is_legal(mv));
            let step = search.step(mv);
            assert_eq!((step.to_move, step.is_over), (search.to_move(), search.is_over()));
        }
        assert_eq!(search.outcome().map(|outcome| outcome.ending), Some(Ending::REPETITION));
        let mut legal = Vec::new();
        search.legal_moves(&mut legal);
        assert!(legal.is_empty());
    }
}

/// A game of Go in which White has just lost a stone on C3 to a ko.
fn ko() -> Game {
    let mut game = Game::new(setup("stoical", 5, &[("ko", "positional")]));
    play(&mut game, "B3 D2 C2 E3 C4 D4 A1 C3 D3");
    game
}

#[test]
fn superko_forbids_moves_that_restore_an_earlier_board() {
    let mut game = ko();
    let retake = Move::place(0, game.geometry().point("C3".parse().unwrap()).unwrap());
    assert!(game.position().is_legal(retake), "the position alone does not know earlier boards");
    assert!(!game.is_legal(Seat::White, retake) && !game.legal_moves(Seat::White).contains(&retake));
    assert_eq!(game.why_illegal(Seat::White, retake), Some("ko: a board that was there before would come back"));
    assert_eq!(game.play(Seat::White, retake), Err(IllegalMove));
    assert_eq!(game.effect(retake), None);
    // An exchange elsewhere changes the board.
    play(&mut game, "A5 E5");
    assert!(game.is_legal(Seat::White, retake));
    game.undo(2).unwrap();
    assert!(!game.is_legal(Seat::White, retake));
    // Undoing the capture also forgets that the board occurred.
    game.undo(2).unwrap();
    assert!(game.is_legal(Seat::White, retake));
}

#[test]
fn searches_apply_superko_to_the_moves_that_they_play() {
    let mut game = ko();
    let capture = game.moves()[8].1;
    let retake = game.moves()[7].1;
    game.undo(2).unwrap();
    let mut search = game.search_position(Seat::White);
    search.play_unchecked(retake);
    search.play_unchecked(capture);
    let mut legal = Vec::new();
    search.legal_moves(&mut legal);
    assert!(!search.is_legal(retake) && !legal.contains(&retake) && !legal.is_empty());
}

#[test]
fn captures_are_counted_for_the_capturing_side() {
    let game = ko();
    assert_eq!(game.captured(), [1, 0]);
    let changes = game.latest_changes();
    let changed: Vec<String> = changes.iter().map(|change| game.geometry().vertex(change.point).to_string()).collect();
    assert_eq!(changed, ["C3", "D3"]);
    assert!(changes[0].after.is_none() && changes[1].before.is_none());
}

#[test]
fn komi_applies_to_the_whole_game() {
    let mut game = ko();
    game.set_komi(100.0);
    for mv in [Move::PASS; 2] {
        game.play(game.to_move(), mv).unwrap();
    }
    assert_eq!(game.outcome().unwrap().winner(), Some(Seat::White));
    game.set_komi(-100.0);
    assert_eq!(game.outcome().unwrap().winner(), Some(Seat::Black));
    game.undo(11).unwrap();
    assert_eq!(game.setup().komi(), -100.0);
    for mv in [Move::PASS; 2] {
        game.play(game.to_move(), mv).unwrap();
    }
    assert_eq!(game.outcome().unwrap().margin, 100.0);
}

#[test]
fn perft_stops_on_request() {
    let game = Game::new(setup("cascade", 3, &[]));
    let calls = std::cell::Cell::new(0);
    let go_on = || {
        calls.set(calls.get() + 1);
        calls.get() < 3
    };
    assert_eq!(game.perft_while(4, &go_on), None);
    assert_eq!(calls.get(), 3);
    assert_eq!(game.perft_while(2, &|| true), Some(game.perft(2)));
}

#[test]
fn a_stone_resumes_a_game_that_two_passes_ended_and_undo_takes_it_back() {
    let mut game = Game::new(Setup::new(quintet_games::DEFAULT).with_size(3).unwrap());
    game.play(Seat::Black, Move::place(0, Point(4))).unwrap();
    for seat in [Seat::White, Seat::Black, Seat::Black] {
        game.play(seat, Move::PASS).unwrap();
    }
    assert!(game.is_over() && game.play(Seat::White, Move::place(0, Point(4))).is_err() && game.is_over());
    game.play(Seat::White, Move::place(0, Point(0))).unwrap();
    assert!(!game.is_over() && game.legal_moves(Seat::Black).contains(&Move::PASS));
    // More moves than the game saves positions for.
    for _ in 0..40 {
        game.play(Seat::Black, Move::PASS).unwrap();
    }
    game.undo(39).unwrap();
    assert!(!game.is_over() && game.stone(Point(0)).is_some());
    game.undo(2).unwrap();
    assert!(game.is_over() && game.stone(Point(0)).is_none());
    game.undo(2).unwrap();
    assert!(!game.is_over());
}
