//! A game as an animated picture: one self-contained file that plays the moves in a loop. It is
//! animated by CSS; where the system asks for less motion, it shows the last position.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use quintet_core::board::Point;
use quintet_core::game::Game;
use quintet_core::types::Stone;

use super::{BLUE, INK, Layout, UNIT, empty_board, number, symbols};
use crate::position_line;
use crate::xml::escape;

/// The seconds for which a move is shown, at most and at least.
const MOVE: (f64, f64) = (0.9, 0.2);
/// The seconds that a game takes, if its moves can be that quick.
const GAME: f64 = 60.0;
/// The seconds for which the last position is shown.
const END: f64 = 3.0;

/// A position of the game.
struct Shown {
    stones: Vec<Option<Stone>>,
    /// The point of the latest move.
    last: Option<Point>,
}

/// Returns the positions of a game from its start, as its moves were played.
pub fn positions(game: &Game) -> Vec<Game> {
    let mut all = vec![game.clone()];
    let mut earlier = game.clone();
    while earlier.undo(1).is_ok() {
        all.push(earlier.clone());
    }
    all.reverse();
    all
}

/// Returns a game as an animated picture.
///
/// ```
/// use quintet_core::game::Game;
/// use quintet_core::setup::Setup;
/// use quintet_record::svg::animation;
///
/// let mut game = Game::new(Setup::new(quintet_games::find("alaric").unwrap()));
/// let mv = game.legal_moves(game.to_move())[0];
/// game.play(game.to_move(), mv).unwrap();
/// assert!(animation(&game).contains("prefers-reduced-motion"));
/// ```
pub fn animation(game: &Game) -> String {
    let points: Vec<Point> = game.geometry().points().collect();
    let shown = positions(game).into_iter().map(|position| Shown {
        stones: points.iter().map(|&point| position.stone(point)).collect(),
        last: position.moves().last().and_then(|(_, mv)| mv.point()).filter(|&point| game.geometry().contains(point)),
    });
    let shown: Vec<Shown> = shown.collect();
    let layout = Layout::new(game.geometry());
    let moves = shown.len() - 1;
    let step = (GAME / moves.max(1) as f64).clamp(MOVE.1, MOVE.0);
    let seconds = step * moves as f64 + END;
    let percent = |ply: usize| (1e5 * step * ply as f64 / seconds).round() / 1e3;
    let place = |point: Point| {
        let (x, y) = layout.centre(point);
        (number(x * UNIT), number(y * UNIT))
    };
    let (mut body, mut intervals) = (String::new(), BTreeSet::new());
    for (index, &point) in points.iter().enumerate() {
        for (stone, from, to) in runs(shown.iter().map(|position| position.stones[index])) {
            let (x, y) = place(point);
            let class =
                if (from, to) == (0, shown.len()) { String::new() } else { format!(" class=\"s k{from}-{to}\"") };
            let _ = writeln!(body, "<use href=\"#stone-{}\" x=\"{x}\" y=\"{y}\"{class}/>", stone.name());
            intervals.insert((from, to));
        }
    }
    intervals.remove(&(0, shown.len()));
    let mut style = format!(
        ".s,.r{{animation:{0}s step-end infinite}}.b{{animation:{0}s linear infinite b;transform-box:fill-box}}\n",
        (seconds * 100.0).round() / 100.0
    );
    for (from, to) in intervals {
        let end = if to < shown.len() { format!("{}%{{visibility:hidden}}", percent(to)) } else { String::new() };
        let start = if from > 0 { "0%{visibility:hidden}" } else { "" };
        let rest = if to < shown.len() { ";visibility:hidden" } else { "" };
        let _ = writeln!(
            style,
            ".k{from}-{to}{{animation-name:k{from}-{to}{rest}}}\
             @keyframes k{from}-{to}{{{start}{}%{{visibility:visible}}{end}}}",
            percent(from)
        );
    }
    let ring = |point: Option<Point>| match point.map(place) {
        Some((x, y)) => format!("visibility:visible;transform:translate({x}px,{y}px)"),
        None => "visibility:hidden".to_owned(),
    };
    let _ = write!(style, ".r{{animation-name:r;{}}}@keyframes r{{", ring(shown[moves].last));
    for (ply, position) in shown.iter().enumerate() {
        let _ = write!(style, "{}%{{{}}}", percent(ply), ring(position.last));
    }
    style += "}\n@keyframes b{from{transform:scaleX(0)}}\n\
              @media (prefers-reduced-motion:reduce){.s,.r,.b{animation:none}.b{display:none}}\n";
    let [left, top, width, height] =
        [layout.left, layout.top, layout.right - layout.left, layout.bottom - layout.top].map(|v| v * UNIT);
    let [x, y, wide, high] = [left, top, width, height].map(number);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {wide} {high}\" width=\"{wide}\" height=\"{high}\" \
         role=\"img\" font-family=\"DejaVu Sans, Verdana, sans-serif\" fill=\"{INK}\">\n\
         <title>{}: a game of {moves} moves</title>\n<desc>{}</desc>\n<style>\n{style}</style>\n\
         <defs>\n{}</defs>\n<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"#ffffff\"/>\n{}{body}\
         <use class=\"r\" href=\"#ring-whole\"/>\n\
         <rect class=\"b\" x=\"{x}\" y=\"{}\" width=\"{wide}\" height=\"3\" fill=\"{BLUE}\"/>\n</svg>\n",
        escape(game.info().title),
        escape(&position_line::write(game)),
        symbols(game),
        empty_board(game),
        number(top + height - 3.0),
    )
}

/// Returns the times at which a stone stands on a point: the stone, from and to which position.
fn runs(stones: impl Iterator<Item = Option<Stone>>) -> Vec<(Stone, usize, usize)> {
    let mut runs: Vec<(Stone, usize, usize)> = Vec::new();
    for (ply, stone) in stones.enumerate() {
        match (stone, runs.last_mut()) {
            (Some(stone), Some((same, _, to))) if *same == stone && *to == ply => *to += 1,
            (Some(stone), _) => runs.push((stone, ply, ply + 1)),
            (None, _) => {}
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use quintet_core::setup::Setup;
    use quintet_games::GAMES;

    use super::*;

    fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
        element.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split('"').next())
    }

    #[test]
    fn at_every_moment_the_stones_are_those_of_the_game() {
        for info in GAMES {
            let mut game = Game::new(Setup::new(info));
            let mut expected = Vec::new();
            for step in 0..40 {
                let stones = game.geometry().points().filter_map(|point| Some((point, game.stone(point)?)));
                expected.push(stones.collect::<Vec<_>>());
                let legal = game.legal_moves(game.to_move());
                let Some(&mv) = legal.get(step * 7 % legal.len().max(1)) else { break };
                game.play(game.to_move(), mv).unwrap();
            }
            let plies = game.moves().len();
            let picture = animation(&game);
            let layout = Layout::new(game.geometry());
            for (ply, stones) in expected.iter().enumerate().take(plies + 1) {
                let is_shown = |element: &&str| {
                    let Some(class) = attribute(element, "class") else { return true };
                    let (from, to) = class.trim_start_matches("s k").split_once('-').unwrap();
                    (from.parse().unwrap()..to.parse().unwrap()).contains(&ply)
                };
                let uses = picture.lines().filter(|line| line.starts_with("<use href=\"#stone")).filter(is_shown);
                let mut found: Vec<_> = uses
                    .map(|element| {
                        let [href, x, y] =
                            ["href", "x", "y"].map(|name| attribute(element, name).unwrap_or("").to_owned());
                        (element.split('"').nth(1).unwrap_or(&href).to_owned(), x, y)
                    })
                    .collect();
                let mut wanted: Vec<_> = stones
                    .iter()
                    .map(|&(point, stone)| {
                        let (x, y) = layout.centre(point);
                        (format!("#stone-{}", stone.name()), number(x * UNIT), number(y * UNIT))
                    })
                    .collect();
                found.sort();
                wanted.sort();
                assert_eq!(found, wanted, "{} after {ply} moves", info.id);
            }
        }
    }

    #[test]
    fn the_picture_is_self_contained_and_times_are_in_order() {
        let mut game = Game::new(Setup::new(GAMES[0]));
        for _ in 0..5 {
            let mv = game.legal_moves(game.to_move())[0];
            game.play(game.to_move(), mv).unwrap();
        }
        let picture = animation(&game);
        assert_eq!(picture.matches("http").count(), 1, "the name space");
        let ring = picture.split("@keyframes r{").nth(1).unwrap().split("}}").next().unwrap();
        let times: Vec<f64> = ring.split('}').map(|frame| frame.split('%').next().unwrap().parse().unwrap()).collect();
        assert_eq!(times.len(), 6);
        assert!(times.is_sorted() && times[0] == 0.0 && times[5] < 100.0, "{times:?}");
    }

    #[test]
    fn a_game_without_moves_is_a_still_picture() {
        let picture = animation(&Game::new(Setup::new(GAMES[0])));
        assert!(!picture.contains("NaN") && !picture.contains("#stone-black\" x"));
    }
}
