//! Boards as plain text, in their real shape, readable up to 25 columns and 52 cells of a ring.

use std::collections::BTreeMap;

use quintet_core::board::{Geometry, Point, Shape, column_name};
use quintet_core::game::Game;
use quintet_core::notation::move_words;
use quintet_core::types::{Ending, Move, Seat, Stone};

use crate::setup_words::komi_text;

/// Legal moves are listed if there are at most this many.
const FEW: usize = 12;

/// The number of cells of a line in one row of the picture.
const CELLS_A_ROW: i32 = 26;

/// Returns a picture of a game as plain text: board, game with its rules, last move (in brackets),
/// captures, barred cells, legal moves if there are few, and the side to move or the result.
///
/// Lines are separated by `\n`; none is empty.
///
/// ```
/// use quintet_core::game::Game;
/// use quintet_core::setup::Setup;
/// use quintet_record::text;
///
/// let setup = Setup::new(quintet_games::find("stoical").unwrap()).with_size(2).unwrap();
/// assert!(text::board(&Game::new(setup)).contains("\nStoical Go 2x2 "));
/// ```
pub fn board(game: &Game) -> String {
    // The board comes first: clients that draw it find its rows there.
    let mut lines = picture(game, false);
    lines.push(heading(game));
    lines.extend(remarks(game));
    lines.join("\n")
}

/// Returns a picture of the board alone, with the stones that both sides captured, as GNU Go's
/// `showboard` has it for clients that read it.
pub fn plain_board(game: &Game) -> String {
    let mut lines = picture(game, true);
    let [black, white] = game.captured();
    let rows = [(3, "WHITE (O)", white), (2, "BLACK (X)", black)];
    let count = lines.len();
    for (from_end, player, captured) in rows {
        if let Some(line) = count.checked_sub(from_end).and_then(|index| lines.get_mut(index)) {
            *line += &format!("     {player} has captured {captured} stones");
        }
    }
    lines.join("\n")
}

/// Returns the character of a stone in the picture.
pub const fn sign(stone: Stone) -> char {
    match stone {
        Stone::Black => 'X',
        Stone::White => 'O',
        Stone::Red => 'R',
        Stone::Cancer => '*',
        Stone::Blocked => '%',
    }
}

fn heading(game: &Game) -> String {
    let setup = game.setup();
    let info = setup.info();
    let size = match setup.height() {
        1 => setup.width().to_string(),
        height => format!("{}x{height}", setup.width()),
    };
    let rules = setup.rules().map(|(name, value)| format!(" {name}={value}")).collect::<String>();
    let komi = if info.komi { format!(" komi={}", komi_text(setup.komi())) } else { String::new() };
    format!("{} {size}{rules}{komi}", info.title)
}

/// Characters by row and column. Rows grow downwards; rows and columns may be negative.
#[derive(Default)]
struct Grid(BTreeMap<(i32, i32), char>);

impl Grid {
    fn put(&mut self, row: i32, column: i32, text: &str) {
        for (i, sign) in (column..).zip(text.chars()) {
            self.0.insert((row, i), sign);
        }
    }

    /// Writes a text that ends at a column.
    fn put_before(&mut self, row: i32, column: i32, text: &str) {
        self.put(row, column + 1 - text.chars().count() as i32, text);
    }

    /// Returns the leftmost column.
    fn left(&self) -> i32 {
        self.0.keys().map(|&(_, column)| column).min().unwrap_or(0)
    }

    /// Returns the rows that are not empty, from the column `left` on.
    fn lines(&self, left: i32) -> Vec<String> {
        let mut lines: BTreeMap<i32, String> = BTreeMap::new();
        for (&(row, column), &sign) in &self.0 {
            let line = lines.entry(row).or_default();
            let missing = (column - left) as usize - line.chars().count();
            line.extend(std::iter::repeat_n(' ', missing));
            line.push(sign);
        }
        lines.into_values().map(|line| line.trim_end().to_owned()).collect()
    }
}

/// Returns the lines of the board; a plain one has stones and star points alone.
fn picture(game: &Game, plain: bool) -> Vec<String> {
    let geometry = game.geometry();
    let mut grid = Grid::default();
    label(geometry, &mut grid);
    let barred = game.barred();
    let stars = if game.info().presentation.star_points { star_points(geometry) } else { Vec::new() };
    let last = game.moves().last().and_then(|(_, mv)| mv.point()).filter(|_| !plain);
    for point in geometry.points() {
        let (row, column) = place(geometry, point);
        let sign = match game.stone(point) {
            Some(stone) => sign(stone),
            None if barred.contains(&point) && !plain => '!',
            None if stars.contains(&point) => '+',
            None => '.',
        };
        grid.put(row, column, &sign.to_string());
        if last == Some(point) {
            grid.put(row, column - 1, "(");
            grid.put(row, column + 1, ")");
        }
    }
    // Rows of square boards begin with two characters for their number and a space, as in GNU Go, where
    // clients look for the points.
    let left = if geometry.shape() == Shape::Square { -3 } else { grid.left() - 2 };
    grid.lines(left)
}

/// Returns the row and column of a point in the picture.
fn place(geometry: &Geometry, point: Point) -> (i32, i32) {
    let (x, y) = geometry.xy(point);
    let (x, y) = (i32::from(x), i32::from(y));
    match geometry.shape() {
        Shape::Square => (-y, 2 * x),
        // Each row is half a cell to the left of the one below it.
        Shape::Hex => (-y, 2 * x - y),
        Shape::Diamond => (-x - y, x - y),
        Shape::Line => (2 * (x / CELLS_A_ROW), 3 * (x % CELLS_A_ROW)),
        // The first half is the upper row, the second half comes back on the lower.
        Shape::Ring => {
            let upper = (i32::from(geometry.width()) + 1) / 2;
            if x < upper { (0, 3 * x) } else { (2, 3 * (i32::from(geometry.width()) - 1 - x)) }
        }
    }
}

/// Writes the names of columns and rows around the board.
fn label(geometry: &Geometry, grid: &mut Grid) {
    let (width, height) = (i32::from(geometry.width()), i32::from(geometry.height()));
    let name = |x: i32| column_name(x as u32);
    match geometry.shape() {
        Shape::Square => {
            for x in 0..width {
                grid.put(1, 2 * x, &name(x));
                grid.put(-height, 2 * x, &name(x));
            }
            for y in 0..height {
                grid.put_before(-y, -2, &(y + 1).to_string());
                grid.put(-y, 2 * width, &(y + 1).to_string());
            }
        }
        Shape::Hex => {
            for x in 0..width {
                let lowest = (0..height).find(|&y| geometry.at(x, y).is_some()).unwrap_or(0);
                grid.put(1 - lowest, 2 * x - lowest + 1, &name(x));
            }
            for y in 0..height {
                let first = (0..width).find(|&x| geometry.at(x, y).is_some()).unwrap_or(0);
                grid.put_before(-y, 2 * first - y - 2, &(y + 1).to_string());
            }
        }
        Shape::Diamond => {
            for i in 0..width {
                grid.put(1 - i, i + 1, &name(i));
                grid.put_before(1 - i, -i - 1, &(i + 1).to_string());
            }
        }
        Shape::Line => {
            for point in geometry.points() {
                let (row, column) = place(geometry, point);
                grid.put(row - 1, column, &name(point.0.into()));
            }
        }
        Shape::Ring => {
            for point in geometry.points() {
                let (row, column) = place(geometry, point);
                grid.put(if row == 0 { -1 } else { 3 }, column, &name(point.0.into()));
            }
            let right = 3 * ((width + 1) / 2) - 1;
            let lower = 3 * (width / 2) - 1;
            grid.put(0, -3, "+-");
            grid.put(0, right, "-+");
            grid.put(1, -3, "|");
            grid.put(1, right + 1, "|");
            grid.put(2, -3, "+-");
            // If the number of cells is odd, the lower row is one cell shorter.
            grid.put(2, lower, &format!("{}+", "-".repeat((right + 1 - lower) as usize)));
        }
    }
}

/// Returns the star points of Go boards: near the corners and in the middle, on boards of at least
/// 7 lines.
pub fn star_points(geometry: &Geometry) -> Vec<Point> {
    let lines = |size: u16| match i32::from(size) {
        0..7 => Vec::new(),
        size @ 7..13 if size % 2 == 1 => vec![2, size / 2, size - 3],
        size @ 7..13 => vec![2, size - 3],
        size if size % 2 == 1 => vec![3, size / 2, size - 4],
        size => vec![3, size - 4],
    };
    let rows = lines(geometry.height());
    let columns = lines(geometry.width());
    let small = geometry.width() < 13 || geometry.height() < 13;
    let mut points = Vec::new();
    for (i, &y) in rows.iter().enumerate() {
        for (j, &x) in columns.iter().enumerate() {
            // Small boards have no star points on the sides.
            let side = (i == 1 && rows.len() == 3) != (j == 1 && columns.len() == 3);
            if !(small && side) {
                points.extend(geometry.at(x, y));
            }
        }
    }
    points
}

/// Returns the lines below the board.
fn remarks(game: &Game) -> Vec<String> {
    let info = game.info();
    let geometry = game.geometry();
    // A side is named after its stones, as people do.
    let own = |seat: Seat| info.own_stone(seat).name();
    let names = |points: Vec<Point>| {
        points.into_iter().map(|point| geometry.vertex(point).to_string()).collect::<Vec<_>>().join(" ")
    };
    let mut lines = Vec::new();
    let mut stones: Vec<String> =
        info.stones.iter().map(|&stone| format!("{} {}", sign(stone), stone.name())).collect();
    let blocked = !game.setup().blocked().is_empty();
    if blocked && !info.stones.contains(&Stone::Blocked) {
        stones.push(format!("{} {}", sign(Stone::Blocked), Stone::Blocked.name()));
    }
    stones.retain(|stone| blocked || !stone.starts_with(sign(Stone::Blocked)));
    lines.push(stones.join(", "));
    if let Some(&(seat, mv)) = game.moves().last() {
        let word = move_words::format(info, geometry, mv);
        lines.push(format!("last move: {}: {} {word}", game.moves().len(), own(seat)));
        let changes = || game.latest_changes().into_iter();
        let filled: Vec<Point> = changes()
            .filter(|change| change.before.is_none() && Some(change.point) != mv.point())
            .map(|c| c.point)
            .collect();
        let gone: Vec<Point> = changes().filter(|change| change.after.is_none()).map(|change| change.point).collect();
        for (what, points) in [("filled by itself", filled), ("left the board", gone)] {
            if !points.is_empty() && mv != Move::SWAP {
                lines.push(format!("{what}: {}", names(points)));
            }
        }
    }
    let [black, white] = game.captured();
    if black + white > 0 {
        let [first, second] = Seat::BOTH.map(own);
        lines.push(format!("captured: {black} by {first}, {white} by {second}"));
    }
    match game.outcome() {
        Some(outcome) => {
            let draw = if outcome.winner().is_none() && outcome.ending != Ending::REPETITION { "draw, " } else { "" };
            lines.push(format!("result: {} ({draw}{})", outcome.margin, outcome.ending.name()));
        }
        None => {
            let seat = game.to_move();
            if !game.barred().is_empty() {
                lines.push(format!("! barred to {}: {}", own(seat), names(game.barred())));
            }
            let moves = game.legal_moves(seat);
            if moves.len() <= FEW {
                let words: Vec<String> = moves.into_iter().map(|mv| move_words::format(info, geometry, mv)).collect();
                lines.push(format!("legal moves: {}", words.join(" ")));
            }
            lines.push(format!("{} ({}) to move", own(seat), sign(info.own_stone(seat))));
        }
    }
    lines
}
