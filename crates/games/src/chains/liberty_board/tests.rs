use quintet_core::board::PointSet;
use quintet_core::random::{random_below, seeded};

use super::*;

type Board = LibertyBoard<10, 128, 2>;

/// Compares all that the board keeps up to date with a fresh board of the same stones.
fn check(board: &Board) {
    let mut plain = ChainBoard::<10, 128>::new(9, 9, PointSet::EMPTY);
    let cells: Vec<Cell> = plain.cells().collect();
    for &cell in &cells {
        if board.content(cell) != EMPTY {
            plain.set(cell, board.content(cell));
        }
    }
    let fresh = Board::new(&plain);
    for &cell in &cells {
        assert_eq!(board.pattern(cell), fresh.pattern(cell));
        if board.content(cell) == EMPTY {
            let neighbours = plain.neighbours(cell);
            for colour in 0..2 {
                assert_eq!(board.pattern_facts(cell).is_eye(colour), plain.is_eye(&neighbours, colour));
                assert_eq!(board.pattern_facts(cell).touches(colour), neighbours.touches(colour));
            }
        }
        let at = usize::from(cell);
        for content in [0, 1, EMPTY, WALL] {
            let holds = |&neighbour: &usize| board.content[neighbour] == content;
            let property = |neighbour: usize| board.content[neighbour] == content;
            assert!(board.orthogonal_with(at, content).eq(Board::orthogonal(at).filter(holds)));
            assert!(board.surrounding_where(at, property).eq(Board::surrounding(at).filter(holds)));
            assert!(board.orthogonal_where(at, property).eq(Board::orthogonal(at).filter(holds)));
        }
        if board.content(cell) < EMPTY {
            let (chain, other) = (board.chain(cell), fresh.chain(cell));
            assert_eq!((chain.liberties, chain.count, chain.stones), (other.liberties, other.count, other.stones));
            assert_eq!(chain.count, chain.liberties.len());
        }
    }
    let mut empty_points = board.empty_points().to_vec();
    empty_points.sort_unstable();
    assert_eq!(empty_points, fresh.empty_points());
    assert_eq!(board.sets, fresh.sets);
    assert_eq!(board.stones, fresh.stones);
    assert_eq!(board.area(), plain.area());
}

#[test]
fn an_updated_board_equals_a_fresh_one() {
    for seed in 0..20 {
        let mut rng = seeded(seed);
        let mut board = Board::new(&ChainBoard::new(9, 9, PointSet::EMPTY));
        let (mut placed, mut captured) = (0, 0);
        for turn in 0..200 {
            let choice = random_below(&mut rng, board.empty_points().len() as u32);
            let (cell, colour) = (board.empty_points()[choice as usize], turn % 2);
            let effect = board.preview(cell, colour);
            if effect.liberties > 0 {
                assert_eq!(board.place_stone(cell, colour), effect.captured);
                assert_eq!(board.chain(cell).stones, effect.stones);
                placed += 1;
                captured += effect.captured;
            }
            if board.empty_points().len() < 4 {
                break;
            }
            check(&board);
        }
        assert!(placed > 40 && captured > 0, "seed {seed}: {placed} stones placed, {captured} captured");
    }
}

#[test]
fn lines_are_counted_from_the_edge_on_boards_two_points_wide_from_the_ends() {
    let lines = |width, height| {
        let plain = ChainBoard::<10, 128>::new(width, height, PointSet::EMPTY);
        let board = Board::new(&plain);
        plain.cells().map(|cell| board.line(cell)).collect::<Vec<_>>()
    };
    assert_eq!(lines(4, 3), [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]);
    assert_eq!(lines(5, 2), [0, 1, 2, 1, 0, 0, 1, 2, 1, 0]);
    assert_eq!(lines(1, 5), [0, 1, 2, 1, 0]);
}
