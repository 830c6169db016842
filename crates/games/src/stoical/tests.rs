use quintet_core::board::Vertex;
use quintet_core::game::{Game, SearchPosition};
use quintet_core::position::{Heuristics as _, PlayoutObserver, Presentation as _, Solvable as _, perft};
use quintet_core::random::{Rng, random_below};
use quintet_core::types::IllegalMove;
use rand::SeedableRng as _;

use super::*;

type Small = Stoical<10, 128, 2>;

fn setup(width: u16, height: u16, rules: &[(&str, &str)]) -> Setup {
    let setup = Setup::new(&INFO).with_rectangle(width, height).unwrap();
    rules.iter().fold(setup, |setup, (name, value)| setup.with_rule(name, value).unwrap())
}

/// Reads a position from rows of `x`, `o`, `%` and `.`, the top row first; Black is to move.
fn position(rows: &str, rules: &[(&str, &str)]) -> Small {
    let rows: Vec<&str> = rows.split_whitespace().rev().collect();
    let mut setup = setup(rows[0].len() as u16, rows.len() as u16, rules);
    let stones: Vec<_> = rows.iter().flat_map(|row| row.chars().map(Stone::from_letter)).collect();
    let diagram = Diagram { stones, to_move: Seat::Black, state: Default::default() };
    setup = setup.with_blocked(diagram.points_with(Stone::Blocked).collect()).unwrap();
    Small::from_diagram(&setup, &diagram).unwrap()
}

fn at(position: &Small, vertex: &str) -> Move {
    let vertex: Vertex = vertex.parse().unwrap();
    Move::place(0, position.board.point((10 * vertex.y + vertex.x + 11) as Cell))
}

/// Plays vertices or `pass`, whoever is to move. Returns whether all were legal.
fn play(position: &mut Small, moves: &str) -> bool {
    moves.split_whitespace().all(|word| {
        let mv = if word == "pass" { Move::PASS } else { at(position, word) };
        position.play(mv).is_ok()
    })
}

fn perft_without_passes(position: &SearchPosition<'_>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let placements = moves.into_iter().filter(|&mv| mv != Move::PASS);
    placements
        .map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            perft_without_passes(&next, depth - 1)
        })
        .sum()
}

#[test]
fn the_smallest_board_has_the_known_numbers_of_games() {
    let game = Game::new(setup(2, 2, &[]));
    let counts = (1..=7).map(|depth| perft_without_passes(&game.search_position(Seat::Black), depth));
    assert_eq!(counts.collect::<Vec<_>>(), [4, 12, 24, 16, 32, 32, 0]);
}

const KO: &str = "
    .xo..
    xo.o.
    .xo..
    ..... ";

#[test]
fn a_capture_may_not_be_answered_by_a_capture() {
    let mut game = position(KO, &[]);
    assert!(play(&mut game, "C3"));
    assert!(!game.is_legal(at(&game, "B3")));
    assert_eq!(game.barred(), [at(&game, "B3").point().unwrap()]);
    // After a move elsewhere the ban is over.
    assert!(play(&mut game.clone(), "E1 E2 B3"));
}

#[test]
fn the_ban_forbids_any_capture_and_not_only_of_the_capturing_stone() {
    // After Black's capture at C4 the stone at A1 is safe for one move.
    let mut game = position(".xo.. xo.o. .xo.. o.... x....", &[]);
    assert!(play(&mut game, "C4"));
    assert!(!game.is_legal(at(&game, "B1")));
    assert!(play(&mut game, "E1 D1 B1"));
    assert_eq!(game.stone(Point(0)), None);
}

#[test]
fn a_banned_capture_is_no_suicide_either() {
    let mut game = position(KO, &[]);
    assert!(play(&mut game, "C3"));
    assert_eq!(game.play(at(&game, "B3")), Err(IllegalMove));
}

#[test]
fn out_of_turn_the_ban_depends_on_the_opponent() {
    let mut game = position(KO, &[]);
    assert!(play(&mut game, "C3"));
    assert!(!game.is_legal(at(&game, "B3")));
    // Black moves again, quietly: the ban is over.
    game.set_to_move(Seat::Black);
    assert!(play(&mut game, "E1"));
    assert!(game.is_legal(at(&game, "B3")));
}

#[test]
fn a_pass_lifts_the_ban() {
    let mut game = position(KO, &[]);
    assert!(play(&mut game, "C3"));
    game.set_to_move(Seat::Black);
    assert!(play(&mut game, "pass B3"));
}

#[test]
fn suicide_is_illegal_for_one_stone_and_for_many() {
    let one = position(".o... o.... ..... .....", &[]);
    assert!(!one.is_legal(at(&one, "A4")));
    let many = position("x.o.. xoo.. oo... .....", &[]);
    assert!(!many.is_legal(at(&many, "B4")));
}

#[test]
fn bigger_allows_a_capture_of_more_stones_only() {
    // Black's capture of one stone at C3 leaves two stones at E1 and E2 to White, and the one at
    // C3.
    let rows = ".xo.. xo.o. .xo.o ...ox ....x";
    let mut game = position(rows, &[("ko", "bigger")]);
    assert!(play(&mut game, "C4"));
    assert!(!game.is_legal(at(&game, "B4")));
    assert!(game.is_legal(at(&game, "D1")));
    // After a capture of two, none of two is legal, but one of three.
    let mut two = position("oo..... xx..... ....... ooo..oo xxx..xx", &[("ko", "bigger")]);
    assert!(play(&mut two, "C5"));
    assert_eq!(two.diagram().state["captured-b"], "2");
    assert!(!two.is_legal(at(&two, "E1")) && two.is_legal(at(&two, "D1")));
}

#[test]
fn snapback_allows_several_stones_after_a_single_one() {
    let rows = ".xo.. xo.o. .xo.o ...ox ....x";
    let mut game = position(rows, &[("ko", "snapback")]);
    assert!(play(&mut game, "C4"));
    assert!(!game.is_legal(at(&game, "B4")));
    assert!(game.is_legal(at(&game, "D1")));
    // After a capture of several, nothing.
    let mut several = position("oo..... xx..... ....... ooo..oo xxx..xx", &[("ko", "snapback")]);
    assert!(play(&mut several, "C5"));
    assert!(!several.is_legal(at(&several, "E1")) && !several.is_legal(at(&several, "D1")));
}

#[test]
fn simple_ko_forbids_taking_back_at_once_and_nothing_else() {
    let mut game = position(".xo.. xo.o. .xo.. o.... x....", &[("ko", "simple")]);
    assert!(play(&mut game, "C4"));
    assert!(!game.is_legal(at(&game, "B4")));
    assert_eq!(game.diagram().state["ko"], "B4");
    assert!(game.is_legal(at(&game, "B1")));
    // The capturing side may fill it.
    let mut filled = game;
    filled.set_to_move(Seat::Black);
    assert!(play(&mut filled, "B4"));
    assert!(play(&mut game, "E1 E2 B4"));
}

#[test]
fn positional_superko_forbids_an_earlier_board() {
    let start = position(KO, &[("ko", "positional")]);
    let mut game = Game::from_position(setup(5, 4, &[("ko", "positional")]), Box::new(start));
    game.play(Seat::Black, at(&start, "C3")).unwrap();
    assert!(!game.is_legal(Seat::White, at(&start, "B3")));
    game.play(Seat::White, at(&start, "E1")).unwrap();
    game.play(Seat::Black, at(&start, "E2")).unwrap();
    assert!(game.is_legal(Seat::White, at(&start, "B3")));
}

#[test]
fn two_passes_end_the_game_and_area_less_komi_counts() {
    let mut game = position(".x.o. .x.o. .xo.. .x.o. .x.o.", &[]);
    game.set_komi(0.5);
    // Ten points for Black, eleven for White, four that touch both.
    assert_eq!(game.score(), Some(Margin::new(-1.5)));
    assert!(play(&mut game, "pass pass"));
    assert_eq!(game.outcome(), Some(Outcome { margin: Margin::new(-1.5), ending: Ending::TWO_PASSES }));
    assert_eq!(game.count_legal(), 0);
}

#[test]
fn blocked_points_take_no_stone_give_no_liberty_and_score_nothing() {
    let mut game = position("%o.. x... .... %...", &[]);
    assert_eq!(game.score(), Some(Margin::new(0.0)));
    assert!(!game.is_legal(at(&game, "A4")));
    assert!(play(&mut game, "C4"));
    assert!(play(&mut game, "pass B3"));
    assert_eq!(game.stone(at(&game, "B4").point().unwrap()), None);
    // 16 points, two of them blocked.
    assert_eq!(game.score(), Some(Margin::new(14.0)));
}

#[test]
fn diagrams_lead_back_to_the_position_and_its_key() {
    let mut rng = Rng::seed_from_u64(1);
    for rule in INFO.rules[0].values {
        for (width, height) in [(2, 3), (5, 5), (9, 4)] {
            let setup = setup(width, height, &[("ko", rule)]);
            let mut game = Small::new(&setup);
            for _ in 0..300 {
                let mut moves = Vec::new();
                game.legal_moves(&mut moves);
                assert!(moves.is_sorted());
                if moves.is_empty() {
                    game = Small::new(&setup);
                    continue;
                }
                game.play(moves[random_below(&mut rng, moves.len() as u32) as usize]).unwrap();
                assert_eq!(game.key(), game.recomputed_key());
                let mut again = Small::from_diagram(&setup, &game.diagram()).unwrap();
                assert!(again == game && again.key() == game.key() && again.diagram() == game.diagram());
                let mut other = game;
                other.normalize();
                let playout = |game: &mut Small| {
                    let mut rng = Rng::seed_from_u64(7);
                    (game.playout(&mut rng, PlayoutObserver::None), game.diagram())
                };
                assert_eq!(playout(&mut other), playout(&mut again));
            }
        }
    }
}

#[test]
fn meaningless_state_words_are_refused() {
    let read = |rule: &str, word: &str, value: &str| {
        let setup = setup(5, 5, &[("ko", rule)]);
        let mut diagram = setup.empty_diagram();
        diagram.state.insert(word.to_owned(), value.to_owned());
        Small::from_diagram(&setup, &diagram).is_ok()
    };
    assert!(read("bigger", "captured-b", "3") && read("stoical", "passes", "2"));
    for (rule, word, value) in [
        ("bigger", "captured-b", "26"),
        ("bigger", "captured-w", "-1"),
        ("bigger", "captured-w", "0"),
        ("simple", "captured-b", "1"),
        ("simple", "ko", "A1"),
        ("simple", "ko", "Z9"),
        ("stoical", "ko", "A1"),
        ("stoical", "passes", "3"),
        ("stoical", "barred-b", "A1"),
    ] {
        assert!(!read(rule, word, value), "{rule} {word}={value}");
    }
}

#[test]
fn chains_without_liberties_and_stones_on_blocked_points_are_refused() {
    let setup = setup(3, 3, &[]);
    let mut diagram = setup.empty_diagram();
    diagram.stones[0] = Some(Stone::Black);
    diagram.stones[1] = Some(Stone::White);
    diagram.stones[3] = Some(Stone::White);
    let error = Small::from_diagram(&setup, &diagram).err();
    assert_eq!(error, Some(DiagramError::NoLiberty("A1".to_owned())));
    let blocked = setup.with_blocked([Point(0)].into_iter().collect()).unwrap();
    let error = Small::from_diagram(&blocked, &diagram).err();
    assert_eq!(error, Some(DiagramError::Stone("black", "A1".to_owned())));
    diagram.stones[0] = Some(Stone::Red);
    let error = Small::from_diagram(&setup, &diagram).err();
    assert_eq!(error, Some(DiagramError::Stone("red", "A1".to_owned())));
}

#[test]
fn playouts_end_by_passes() {
    let setup = setup(9, 9, &[]);
    let mut rng = Rng::seed_from_u64(3);
    for _ in 0..100 {
        let mut game = Small::new(&setup);
        let margin = game.playout(&mut rng, PlayoutObserver::None);
        assert_eq!(game.outcome().map(|outcome| outcome.margin), Some(Margin::new(margin)));
        assert_eq!(margin, f64::from(game.board.area_by_regions()));
    }
}

#[test]
fn perft_counts_passes_and_ends_after_two() {
    let start = Small::new(&setup(2, 2, &[]));
    // 4 placements and a pass; each placement then 3 and a pass, the pass 4 and a second one.
    assert_eq!([1, 2].map(|depth| perft(&start, depth, false)), [5, 4 * 4 + 5]);
    assert_eq!(perft(&start, 2, true), 21);
}

#[test]
fn informed_playouts_obey_every_ko_rule_and_score_the_area() {
    let weights = INFO.shipped_weights();
    for ko in ["stoical", "bigger", "snapback", "simple", "positional"] {
        for seed in 0..20 {
            let size = [5, 7, 9][seed % 3];
            let mut position = Small::new(&setup(size, size, &[("ko", ko)]));
            let mut replayed = position;
            let mut rng = Rng::seed_from_u64(seed as u64);
            let mut replay = |seat: Seat, mv: Move| {
                assert_eq!(seat, replayed.to_move());
                replayed.play(mv).expect("a playout's moves are legal");
            };
            let margin = position.informed_playout(&weights, &mut rng, PlayoutObserver::Each(&mut replay));
            assert_eq!(replayed.score().unwrap().points(), margin, "{ko}, seed {seed}");
            for point in (0..size * size).map(Point) {
                assert_eq!(position.owner(point), replayed.owner(point));
            }
        }
    }
}

/// Returns the numbers of legal moves with lower and with higher prior values than a move, and
/// whether its weight is greater than that of a pass.
fn prior(position: &Small, vertex: &str) -> (usize, usize, bool) {
    let (mut moves, mut priors) = (Vec::new(), Vec::new());
    position.legal_moves(&mut moves);
    position.priors(&INFO.shipped_weights(), &moves, &mut priors);
    let prior = |mv: Move| &priors[moves.iter().position(|&legal| legal == mv).unwrap()];
    let (mv, pass) = (prior(at(position, vertex)), prior(Move::PASS));
    let count = |is: fn(f32, f32) -> bool| priors.iter().filter(|other| is(other.value, mv.value)).count();
    (count(|other, own| other < own), count(|other, own| other > own), mv.weight > pass.weight)
}

#[test]
fn captures_have_good_priors_and_filling_eyes_bad_ones() {
    let fight = position("..... .o.o. .xox. ..x.. .....", &[]);
    let (_, better, heavy) = prior(&fight, "C4");
    assert!(better == 0 && heavy, "nothing is better than to capture the white stone: {better}");
    let eyes = position(".x..o xx..o ..... ..... ooo.x", &[]);
    let (worse, _, heavy) = prior(&eyes, "A5");
    assert!(worse == 0 && !heavy, "nothing is worse than to fill an eye: {worse}");
}

/// Returns the result for Black that the network expects.
fn expected(position: &Small) -> Option<f32> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    Some(position.priors(&INFO.shipped_weights(), &moves, &mut Vec::new())?.result)
}

#[test]
fn the_network_expects_the_larger_area_to_win_and_counts_komi() {
    // Black has six columns of nine, all of them safe.
    let mut board = position(&["x.xx.xo.o"; 9].join(" "), &[]);
    for seat in Seat::BOTH {
        board.set_to_move(seat);
        board.set_komi(0.0);
        let even = expected(&board).unwrap();
        assert!(even > 0.9, "{seat:?}: {even}");
        board.set_komi(60.0);
        let late = expected(&board).unwrap();
        assert!(late < 0.1, "{seat:?}: {late}");
    }
}

#[test]
fn captures_are_reversible_under_every_ko_rule() {
    for ko in ["stoical", "bigger", "snapback", "simple", "positional"] {
        let mut game = position(KO, &[("ko", ko)]);
        assert!(play(&mut game, "E1") && game.is_irreversible(), "{ko}");
        assert!(play(&mut game, "E2 C3"), "{ko}");
        assert!(!game.is_irreversible(), "{ko}");
    }
}
