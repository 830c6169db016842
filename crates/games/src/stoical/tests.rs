use quintet_core::board::Vertex;
use quintet_core::position::{Heuristics as _, PlayoutObserver, Solvable as _};
use quintet_core::random::{random_below, seeded};

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

const KO: &str = "
    .xo..
    xo.o.
    .xo..
    ..... ";

#[test]
fn diagrams_lead_back_to_the_position_and_its_key() {
    let mut rng = seeded(1);
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
                    let mut rng = seeded(7);
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
    let mut rng = seeded(3);
    for _ in 0..100 {
        let mut game = Small::new(&setup);
        let margin = game.playout(&mut rng, PlayoutObserver::None);
        assert_eq!(game.outcome().map(|outcome| outcome.margin), Some(Margin::new(margin)));
        assert_eq!(margin, f64::from(game.board.area_by_regions()));
    }
}

#[test]
fn informed_playouts_obey_every_ko_rule_and_score_the_area() {
    let weights = INFO.shipped_weights();
    for ko in ["stoical", "bigger", "snapback", "simple", "positional"] {
        for seed in 0..20 {
            let size = [5, 7, 9][seed % 3];
            let mut position = Small::new(&setup(size, size, &[("ko", ko)]));
            let mut replayed = position;
            let mut rng = seeded(seed as u64);
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
