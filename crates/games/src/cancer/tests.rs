use quintet_core::board::Vertex;
use quintet_core::position::{Heuristics as _, PlayoutObserver};
use quintet_core::random::{random_below, seeded};

use super::*;

pub type Small = Cancer<10, 128, 2>;

pub fn setup(width: u16, height: u16, rules: &[(&str, &str)]) -> Setup {
    let setup = Setup::new(&INFO).with_rectangle(width, height).unwrap();
    rules.iter().fold(setup, |setup, (name, value)| setup.with_rule(name, value).unwrap())
}

fn start(setup: &Setup) -> Small {
    Small::new(setup, &variant::CANCER)
}

fn read(setup: &Setup, diagram: &Diagram) -> Result<Small, DiagramError> {
    Small::from_diagram(setup, diagram, &variant::CANCER)
}

fn load(rows: &str, rules: &[(&str, &str)]) -> Result<Small, DiagramError> {
    let rows: Vec<&str> = rows.split_whitespace().rev().collect();
    let setup = setup(rows[0].len() as u16, rows.len() as u16, rules);
    let stones = rows.iter().flat_map(|row| row.chars().map(Stone::from_letter)).collect();
    read(&setup, &Diagram { stones, to_move: Seat::Black, state: Default::default() })
}

/// Reads a position from rows of `r`, `o`, `c` and `.`, the top row first; Red is to move.
pub fn position(rows: &str, rules: &[(&str, &str)]) -> Small {
    load(rows, rules).unwrap()
}

pub fn at(position: &Small, kind: u8, vertex: &str) -> Move {
    let vertex: Vertex = vertex.parse().unwrap();
    Move::place(kind, position.board.point((10 * vertex.y + vertex.x + 11) as Cell))
}

#[test]
fn diagrams_lead_back_to_the_position_and_its_key() {
    let mut rng = seeded(1);
    for eye in INFO.rules[0].values {
        for (width, height) in [(2, 2), (2, 3), (5, 5), (9, 4)] {
            let setup = setup(width, height, &[("eye", eye)]);
            let mut game = start(&setup);
            for _ in 0..300 {
                let mut moves = Vec::new();
                game.legal_moves(&mut moves);
                assert!(moves.is_sorted());
                assert_eq!(moves.is_empty(), game.is_over(), "{:?}", game.diagram());
                if moves.is_empty() {
                    game = start(&setup);
                    continue;
                }
                game.play(moves[random_below(&mut rng, moves.len() as u32) as usize]).unwrap();
                assert_eq!(game.key(), game.recomputed_key());
                let mut again = read(&setup, &game.diagram()).unwrap();
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
fn diagrams_that_are_no_positions_are_refused() {
    assert_eq!(load("ro o.", &[]).err(), Some(DiagramError::NoLiberty("A2".to_owned())));
    assert_eq!(load("x. ..", &[]).err(), Some(DiagramError::Stone("black", "A2".to_owned())));
    let setup = setup(2, 2, &[]);
    for (word, value) in [("winner", "b"), ("winner", "x"), ("passes", "1")] {
        let mut diagram = setup.empty_diagram();
        diagram.state.insert(word.to_owned(), value.to_owned());
        assert!(read(&setup, &diagram).is_err(), "{word}={value}");
    }
}

#[test]
fn every_playout_has_a_winner() {
    let start = start(&setup(9, 9, &[]));
    let mut rng = seeded(3);
    assert!((0..200).all(|_| start.clone().playout(&mut rng, PlayoutObserver::None) != 0.0));
}

#[test]
fn informed_playouts_waste_neither_stones_nor_eyes() {
    let start = start(&setup(7, 7, &[("pie", "off")]));
    let weights = INFO.shipped_weights();
    let (mut captures, mut own) = (0, 0);
    for seed in 0..100 {
        let (mut moves, mut position) = (Vec::new(), start);
        let mut observe = |_, mv| moves.push(mv);
        { start }.informed_playout(&weights, &mut seeded(seed), PlayoutObserver::Each(&mut observe));
        for mv in moves {
            let seat = position.to_move();
            assert!(position.is_legal(mv), "a playout keeps the rules");
            let cell = position.board.cell(mv.point().unwrap());
            let encloser = position.board.neighbours(cell).encloser();
            // If an own stone can be placed next to an empty point, there is something else to do.
            let is_free = |cell: Cell| {
                position.legal_kinds_at(cell)[usize::from(OWN)] && position.board.neighbours(cell).has_liberty()
            };
            let busy = position.board.cells().any(is_free);
            let before = position.board.stones(seat.other());
            position.play_unchecked(mv);
            let took = position.board.stones(seat.other()) < before;
            let is_cancer = matches!(mv.action(), Action::Place { kind: CANCER, .. });
            if busy && is_cancer {
                captures += u32::from(took);
                assert!(took || encloser == Some(seat.other()), "a cancer stone for nothing, seed {seed}");
            } else if busy {
                own += 1;
                assert!(encloser != Some(seat), "an own eye filled, seed {seed}");
            }
        }
    }
    assert!(captures > 500 && own > 500, "{captures} captures and {own} own stones");
}

#[test]
fn the_swap_has_as_much_prior_weight_as_all_placements_if_they_are_evaluated_or_else_as_the_best() {
    for (width, has_network) in [(3, false), (5, false), (9, true)] {
        let setup = setup(width, width, &[("pie", "on")]);
        let mut position = start(&setup);
        position.play_unchecked(at(&position, 0, "A1"));
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        assert_eq!(moves.last(), Some(&Move::SWAP));
        let mut priors = Vec::new();
        let evaluation = position.priors(&INFO.weights_for(&setup), &moves, &mut priors);
        assert_eq!(evaluation.is_some(), has_network, "{width}");
        let (swap, placements) = priors.split_last().unwrap();
        let weights = placements.iter().map(|prior| prior.weight);
        let wanted = if has_network { weights.sum() } else { weights.fold(1.0, f32::max) };
        assert!((swap.weight / wanted - 1.0).abs() < 1e-3, "{width}: {} and {wanted}", swap.weight);
    }
}
