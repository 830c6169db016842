//! Puzzles from fights: positions in which a part of the board is decided and the rest is settled.
//! Rows and columns that do not matter are left out, and a komi is given with which the best move
//! wins and all others lose.

use quintet_core::board::Shape;
use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::Move;

use crate::puzzle::Value;

/// The least number of rows and of columns.
const LEAST_SIDE: u16 = 5;

/// The number of points in which two puzzles of the same size differ at least.
const LEAST_DIFFERENCE: usize = 8;

/// A row or a column of a board.
#[derive(Clone, Copy)]
enum Line {
    Row(u16),
    Column(u16),
}

/// Returns the position without a row or column whose points all have the same stone.
fn without(setup: &Setup, diagram: &Diagram, line: Line) -> Option<(Setup, Diagram)> {
    let geometry = setup.geometry();
    let (width, height) = (setup.width(), setup.height());
    let is_on_line = |(x, y): (u16, u16)| match line {
        Line::Row(row) => y == row,
        Line::Column(column) => x == column,
    };
    let mut on_line = geometry.points().filter(|&point| is_on_line(geometry.xy(point)));
    let stone = diagram.stones[on_line.next()?.index()]?;
    if !on_line.all(|point| diagram.stones[point.index()] == Some(stone)) {
        return None;
    }
    let (width, height) = match line {
        Line::Row(_) => (width, height - 1),
        Line::Column(_) => (width - 1, height),
    };
    if width < LEAST_SIDE || height < LEAST_SIDE {
        return None;
    }
    let smaller = setup.with_rectangle(width, height).ok()?;
    let mut stones = smaller.empty_diagram();
    stones.to_move = diagram.to_move;
    let kept = geometry.points().filter(|&point| !is_on_line(geometry.xy(point)));
    let (to, from) = (smaller.geometry(), kept.map(|point| diagram.stones[point.index()]));
    for (point, stone) in to.points().zip(from) {
        stones.stones[point.index()] = stone;
    }
    Some((smaller, stones))
}

/// Returns whether two positions look alike.
pub fn are_alike(a: &Diagram, b: &Diagram) -> bool {
    let differences = a.stones.iter().zip(&b.stones).filter(|(a, b)| a != b).count();
    a.stones.len() == b.stones.len() && differences < LEAST_DIFFERENCE
}

/// Returns a fight on the smallest board on which `is_sound` holds, and with its komi.
pub fn prepare(
    setup: &Setup,
    diagram: &Diagram,
    is_sound: &dyn Fn(&Game) -> bool,
    value: &dyn Fn(&Game) -> Option<Value>,
) -> Option<Game> {
    let mut setup = setup.clone();
    setup.set_komi(0.0);
    let mut diagram = diagram.clone();
    let is_fit =
        |setup: &Setup, diagram: &Diagram| Game::from_diagram(setup.clone(), diagram).is_ok_and(|game| is_sound(&game));
    if setup.geometry().shape() != Shape::Square || !is_fit(&setup, &diagram) {
        return None;
    }
    'smaller: loop {
        let rows = (0..setup.height()).map(Line::Row);
        for line in rows.chain((0..setup.width()).map(Line::Column)) {
            if let Some(next) = without(&setup, &diagram, line).filter(|(setup, diagram)| is_fit(setup, diagram)) {
                (setup, diagram) = next;
                continue 'smaller;
            }
        }
        break;
    }
    let komi = komi(&Game::from_diagram(setup.clone(), &diagram).ok()?, value)?;
    setup.set_komi(komi);
    Game::from_diagram(setup, &diagram).ok()
}

/// Returns the komi nearest to 0 with which the best move wins and every other one loses.
fn komi(game: &Game, value: &dyn Fn(&Game) -> Option<Value>) -> Option<f64> {
    let seat = game.to_move();
    let after = |mv: Move| {
        let mut next = game.clone();
        next.play(seat, mv).ok()?;
        match next.outcome() {
            Some(outcome) => Some(outcome.margin.points()),
            None => match value(&next)? {
                Value::Margin(margin) => Some(margin),
                Value::Winner(_) => None,
            },
        }
    };
    let mut values =
        game.legal_moves(seat).into_iter().map(|mv| Some(after(mv)? * seat.sign())).collect::<Option<Vec<f64>>>()?;
    values.sort_by(|a, b| b.total_cmp(a));
    let [best, second, ..] = values[..] else { return None };
    // Margins for the mover: a komi of 0, or the nearest one that lies between the two.
    let between = 0.0_f64.clamp(second + 1.0, (best - 1.0).max(second + 1.0));
    (between < best).then_some(between * seat.sign())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_record::position_line;

    /// White decides the fight at the lower left; the rows and columns above and on the right only
    /// fill the board.
    const FIGHT: &str = "stoical 9x7 ko=stoical repetition=none komi=0 \
                         .xxxxxxxx/xxxxxx.xx/xxxx.xxxx/xoxxxxxxx/x.o.xxxxx/o..oooooo/o..ooo.o. b";

    #[test]
    fn only_rows_and_columns_of_one_colour_are_left_out() {
        let (setup, diagram) = position_line::read(FIGHT).unwrap();
        assert!((0..7).all(|row| without(&setup, &diagram, Line::Row(row)).is_none()));
        let mixed = "stoical 5x6 ko=stoical repetition=none komi=0 x.x.x/xxxxx/.o.../...../...../..... w";
        let (setup, diagram) = position_line::read(mixed).unwrap();
        let kept: Vec<u16> = (0..6).filter(|&row| without(&setup, &diagram, Line::Row(row)).is_none()).collect();
        assert_eq!(kept, [0, 1, 2, 3, 5]);
        let (smaller, rest) = without(&setup, &diagram, Line::Row(4)).unwrap();
        let line = position_line::format(&smaller, &rest);
        assert_eq!(line, "stoical 5 ko=stoical repetition=none komi=0 x.x.x/.o.../...../...../..... w");
    }

    #[test]
    fn with_its_komi_the_best_move_wins_and_every_other_one_loses() {
        let (setup, diagram) = position_line::read(FIGHT).unwrap();
        let solve = |game: &Game| {
            let limits = quintet_solve::Limits { memory: 64 << 20, nodes: Some(100_000), ..Default::default() };
            quintet_solve::solve(game.setup(), game.position(), limits, &Default::default(), &|_| true)
        };
        let value = |game: &Game| solve(game).value().map(Value::Margin);
        let game = prepare(&setup, &diagram, &|game| solve(game).best.len() == 1, &value).unwrap();
        assert_eq!(game.setup().komi(), 28.0);
        let seat = game.to_move();
        let wins = game.legal_moves(seat).into_iter().filter(|&mv| {
            let mut next = game.clone();
            next.play(seat, mv).unwrap();
            value(&next).unwrap().winner() == Some(seat)
        });
        assert_eq!(wins.count(), 1);
    }
}
