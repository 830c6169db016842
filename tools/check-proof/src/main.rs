//! Checks proofs of exact values, the files of `quintet solve --proof`. Its rules are written anew
//! from `docs/rules.md`, its reader from `docs/solving.md`: it shares nothing with the program.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read as _;
use std::process::ExitCode;

/// The contents of a point.
const EMPTY: u8 = 0;
const BLACK: u8 = 1;
const WHITE: u8 = 2;
/// Cascade's and Redstone's red stones, and cancer stones.
const THIRD: u8 = 3;

/// The codes of moves without a point.
const SWAP: u8 = 254;
const PASS: u8 = 255;

/// Bytes of a file after this many are not read.
const LONGEST: u64 = 1 << 32;

/// The most points of a board.
const MOST_POINTS: usize = 32;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Position {
    cells: [u8; MOST_POINTS],
    mover: u8,
    /// In Stoical Go: `true` if the latest move captured.
    captured: bool,
    /// In Stoical Go: the passes in a row.
    passes: u8,
}

impl Position {
    fn with(mut self, point: usize, content: u8) -> Position {
        self.cells[point] = content;
        self
    }

    fn without(self, stones: &[usize]) -> Position {
        stones.iter().fold(self, |position, &stone| position.with(stone, EMPTY))
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Game {
    Cascade,
    /// With Redstone, where no eye may be filled.
    Cancer,
    Stoical,
}

#[derive(Clone, Copy, PartialEq)]
enum Eye {
    Any,
    Strict,
    Group,
}

/// A board: points are numbered row by row from A1.
struct Board {
    game: Game,
    /// The eyes that may be filled.
    eye: Option<Eye>,
    /// The rules `pie=on` and `fill=both`.
    pie: bool,
    both: bool,
    width: usize,
    points: usize,
}

impl Board {
    /// Returns the point at some distance from another one, if there is one.
    fn at(&self, point: usize, dx: isize, dy: isize) -> Option<usize> {
        let x = (point % self.width).checked_add_signed(dx).filter(|&x| x < self.width)?;
        let y = (point / self.width).checked_add_signed(dy).filter(|&y| y < self.points / self.width)?;
        Some(y * self.width + x)
    }

    fn near(&self, point: usize) -> impl Iterator<Item = usize> + Clone {
        [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter().filter_map(move |(dx, dy)| self.at(point, dx, dy))
    }

    fn touches(&self, position: &Position, points: &[usize], content: u8) -> bool {
        points.iter().any(|&point| self.near(point).any(|near| position.cells[near] == content))
    }

    /// Returns the connected points with the same content as a point.
    fn group(&self, position: &Position, point: usize) -> Vec<usize> {
        let mut group = vec![point];
        let mut done = 0;
        while done < group.len() {
            for near in self.near(group[done]) {
                if position.cells[near] == position.cells[point] && !group.contains(&near) {
                    group.push(near);
                }
            }
            done += 1;
        }
        group
    }

    fn count(&self, position: &Position, content: u8) -> i32 {
        position.cells[..self.points].iter().filter(|&&other| other == content).count() as i32
    }

    /// Returns the stones of a colour on or beside a point whose groups have no liberty.
    fn dead(&self, position: &Position, point: usize, colour: u8) -> Vec<usize> {
        let stones = self.near(point).chain([point]).filter(|&stone| position.cells[stone] == colour);
        let groups = stones.map(|stone| self.group(position, stone));
        groups.filter(|group| !self.touches(position, group, EMPTY)).flatten().collect()
    }

    /// Returns the symmetries: for each the points whose contents come to the points of the image.
    fn symmetries(&self) -> Vec<[usize; MOST_POINTS]> {
        let (width, height) = (self.width, self.points / self.width);
        let source = |way: usize, point: usize| {
            let (x, y) = if way & 4 == 0 { (point % width, point / width) } else { (point / width, point % width) };
            let (x, y) = (x.abs_diff((width - 1) * (way & 1)), y.abs_diff((height - 1) * (way >> 1 & 1)));
            if point < self.points { y * width + x } else { point }
        };
        let is_symmetry = |&way: &usize| match self.game {
            Game::Cascade => way % 4 == 0 || self.both && way % 4 == 3,
            _ => way < 4 || width == height,
        };
        (0..8).filter(is_symmetry).map(|way| std::array::from_fn(|point| source(way, point))).collect()
    }

    /// Returns all legal moves, ascending by code, with the positions after them.
    fn moves(&self, position: &Position) -> Vec<(u8, Position)> {
        let mut moves = Vec::new();
        for code in 0..3 * self.points {
            let (point, stone) = (code % self.points, (code / self.points) as u8 + 1);
            let is_third = self.game == Game::Cancer && stone == THIRD;
            let has_stone = stone == position.mover || self.game == Game::Cascade || is_third;
            let is_empty = position.cells[point] == EMPTY;
            let next = if is_empty && has_stone { self.place(position, point, stone) } else { None };
            moves.extend(next.map(|next| (code as u8, next)));
        }
        let counts = [BLACK, WHITE, THIRD].map(|content| self.count(position, content));
        if self.pie && position.mover == WHITE && counts == [1, 0, 0] {
            moves.push((SWAP, Position { cells: position.cells.map(|content| content * WHITE), ..*position }));
        }
        if self.game == Game::Stoical {
            moves.push((PASS, Position { passes: position.passes + 1, captured: false, ..*position }));
        }
        let mover = BLACK + WHITE - position.mover;
        moves.into_iter().map(|(code, next)| (code, Position { mover, ..next })).collect()
    }

    /// Returns the position after a stone, with the same side to move; `None` if it is illegal.
    fn place(&self, position: &Position, point: usize, stone: u8) -> Option<Position> {
        let placed = position.with(point, stone);
        match self.game {
            Game::Cascade => Some(self.filled(placed)),
            Game::Stoical => {
                let dead = self.dead(&placed, point, BLACK + WHITE - position.mover);
                let after = placed.without(&dead);
                let stands = self.touches(&after, &self.group(&after, point), EMPTY);
                let is_legal = stands && (dead.is_empty() || !position.captured);
                is_legal.then_some(Position { captured: !dead.is_empty(), passes: 0, ..after })
            }
            Game::Cancer => {
                let dead = [self.dead(&placed, point, BLACK), self.dead(&placed, point, WHITE)].concat();
                let has_begun = self.count(position, position.mover) > 0;
                let fills = || !dead.is_empty() || self.is_eye(position, point);
                let is_legal = if stone == THIRD { has_begun && fills() } else { dead.is_empty() };
                is_legal.then(|| placed.without(&dead))
            }
        }
    }

    /// Fills squares below, and by `fill=both` above, two filled ones until nothing changes.
    fn filled(&self, mut position: Position) -> Position {
        let sides = if self.both { &[1, -1][..] } else { &[1] };
        let mut is_new = true;
        while std::mem::take(&mut is_new) {
            for (side, point) in sides.iter().flat_map(|&side| (0..self.points).map(move |point| (side, point))) {
                let content = |at: Option<usize>| at.map_or(EMPTY, |at| position.cells[at]);
                let (one, two) = (content(self.at(point, side, 0)), content(self.at(point, 0, side)));
                if position.cells[point] == EMPTY && one != EMPTY && two != EMPTY {
                    position.cells[point] = if one == two { one } else { BLACK + WHITE + THIRD - one - two };
                    is_new = true;
                }
            }
        }
        position
    }

    /// Returns whether an empty point is an eye that may be filled.
    fn is_eye(&self, position: &Position, point: usize) -> bool {
        let is_beside = |content| self.touches(position, &[point], content);
        let stones: Vec<usize> = self.near(point).filter(|&near| position.cells[near] != THIRD).collect();
        let is_allowed = |eye| match eye {
            Eye::Any => true,
            Eye::Strict => !is_beside(THIRD),
            Eye::Group => stones.iter().all(|stone| self.group(position, stones[0]).contains(stone)),
        };
        !is_beside(EMPTY) && is_beside(BLACK) != is_beside(WHITE) && self.eye.is_some_and(is_allowed)
    }

    /// Returns `true` if the game is over, and the margin that a side has at least: in Cascade, where
    /// stones stay, before the end, too, as if all empty squares got the other colour.
    fn guaranteed(&self, position: &Position, side: u8) -> (bool, i32) {
        let rival = BLACK + WHITE - side;
        let [empty, own, rivals, third] = [EMPTY, side, rival, THIRD].map(|content| self.count(position, content));
        match self.game {
            Game::Cascade => (empty == 0, own - rivals - empty),
            Game::Stoical if position.passes < 2 => (false, i32::MIN),
            Game::Stoical => (true, self.area(position, side) - self.area(position, rival)),
            // Without a neutral stone nothing was captured yet.
            Game::Cancer if third == 0 || own > 0 && rivals > 0 => (false, i32::MIN),
            Game::Cancer if own == rivals => (true, if position.mover == side { -1 } else { 1 }),
            Game::Cancer => (true, (own - rivals).signum()),
        }
    }

    /// Returns the number of points that hold a colour, or lie in an empty region that touches no other.
    fn area(&self, position: &Position, colour: u8) -> i32 {
        let is_owned = |&point: &usize| {
            let region = self.group(position, point);
            let is_beside = |colour| self.touches(position, &region, colour);
            let surrounds = is_beside(colour) && !is_beside(BLACK + WHITE - colour);
            position.cells[point] == colour || position.cells[point] == EMPTY && surrounds
        };
        (0..self.points).filter(is_owned).count() as i32
    }
}

/// The check of a claim: that a side gets at least a value, by the moves that are given.
struct Check<'a> {
    board: &'a Board,
    symmetries: Vec<[usize; MOST_POINTS]>,
    side: u8,
    value: i32,
    moves: std::slice::Iter<'a, u8>,
    /// The positions so far, and whether all that follows them is checked.
    done: HashMap<Position, bool>,
}

impl Check<'_> {
    /// Checks the claim from a position on: the side plays the next move of the file, against all
    /// moves of the other side.
    fn check(&mut self, position: &Position) -> Result<(), String> {
        match self.board.guaranteed(position, self.side) {
            (_, margin) if margin >= self.value => return Ok(()),
            (true, margin) => return Err(format!("a game ends with {margin}")),
            (false, _) => {}
        }
        let images = self.symmetries.iter().map(|from| from.map(|point| position.cells[point]));
        let key = Position { cells: images.min().unwrap_or(position.cells), ..*position };
        match self.done.get(&key) {
            Some(true) => return Ok(()),
            // Endless play counts 0.
            Some(false) => return if self.value <= 0 { Ok(()) } else { Err("a line need not end".to_owned()) },
            None => self.done.insert(key, false),
        };
        let mut moves = self.board.moves(position);
        if position.mover == self.side {
            let code = self.moves.next().ok_or("moves are missing")?;
            moves.retain(|(other, _)| other == code);
            moves.first().ok_or_else(|| format!("move {code} is not legal"))?;
        }
        moves.iter().try_for_each(|(_, next)| self.check(next))?;
        self.done.insert(key, true);
        Ok(())
    }
}

/// Reads a position line: game, size, rules, board from the top row, side to move.
fn parse(line: &str) -> Option<(Board, Position)> {
    let words: Vec<&str> = line.split(' ').collect();
    let &[name, size, ref rules @ .., rows, mover] = &words[..] else { return None };
    let (game, eye, letters) = match (name, rules) {
        ("cascade", ["fill=down" | "fill=both"]) => (Game::Cascade, None, ".xor"),
        ("cancer", ["eye=any", "pie=on" | "pie=off"]) => (Game::Cancer, Some(Eye::Any), ".roc"),
        ("cancer", ["eye=strict", "pie=on" | "pie=off"]) => (Game::Cancer, Some(Eye::Strict), ".roc"),
        ("cancer", ["eye=group", "pie=on" | "pie=off"]) => (Game::Cancer, Some(Eye::Group), ".roc"),
        ("redstone", ["pie=on" | "pie=off"]) => (Game::Cancer, None, ".xor"),
        ("stoical", ["ko=stoical", "repetition=none", "komi=0"]) => (Game::Stoical, None, ".xo"),
        _ => return None,
    };
    let (width, height) = size.split_once('x').unwrap_or((size, size));
    let (width, height) = (width.parse::<usize>().ok()?, height.parse::<usize>().ok()?);
    let rows: Vec<&str> = rows.split('/').rev().collect();
    let has_size = rows.len() == height && rows.iter().all(|row| row.len() == width);
    let mut cells = [EMPTY; MOST_POINTS];
    for (i, letter) in rows.concat().chars().enumerate() {
        *cells.get_mut(i)? = letters.find(letter)? as u8;
    }
    let mover = ["b", "w"].iter().position(|&seat| seat == mover)? as u8 + BLACK;
    let (pie, both) = (rules.contains(&"pie=on"), rules.contains(&"fill=both"));
    let board = Board { game, eye, pie, both, width, points: width.checked_mul(height)? };
    has_size.then_some((board, Position { cells, mover, captured: false, passes: 0 }))
}

/// The FNV-1a hash.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Checks a file, and returns what it proves.
fn check_file(path: &str) -> Result<String, String> {
    let mut file = Vec::new();
    let opened = File::open(path).and_then(|opened| opened.take(LONGEST).read_to_end(&mut file));
    opened.map_err(|error| error.to_string())?;
    let (content, sum) = file.split_last_chunk::<8>().ok_or("it is no proof")?;
    if checksum(content) != u64::from_le_bytes(*sum) {
        return Err("it is no proof, or damaged: its checksum is wrong".to_owned());
    }
    let end = content.windows(2).position(|two| two == b"\n\n").ok_or("it has no header")?;
    let header = String::from_utf8_lossy(&content[..end]);
    let ["quintet proof 1", line, claims @ ..] = &header.lines().collect::<Vec<&str>>()[..] else {
        return Err("its header is wrong".to_owned());
    };
    let (board, start) = parse(line).ok_or("its position is none that can be checked")?;
    let mut report = format!("{line}:");
    let mut moves = &content[end + 2..];
    for text in claims {
        let claim = match text.split(' ').collect::<Vec<_>>()[..] {
            ["claim", "b", value, count] => (BLACK, value.parse(), count.parse()),
            ["claim", "w", value, count] => (WHITE, value.parse(), count.parse()),
            _ => return Err(format!("it has '{text}'")),
        };
        let (side, Ok(value), Ok(count)) = claim else { return Err(format!("it has '{text}'")) };
        let (these, rest) = moves.split_at_checked(count).ok_or("moves are missing")?;
        let symmetries = board.symmetries();
        let mut check = Check { board: &board, symmetries, side, value, moves: these.iter(), done: HashMap::new() };
        check.check(&start).map_err(|error| format!("{text}: {error}"))?;
        if check.moves.next().is_some() {
            return Err(format!("{text}: it has moves that are not needed"));
        }
        report += &format!(
            " {} gets at least {value} ({} positions)",
            ["Black", "White"][usize::from(side - 1)],
            check.done.len()
        );
        moves = rest;
    }
    if moves.is_empty() { Ok(report) } else { Err("it has moves without a claim".to_owned()) }
}

fn main() -> ExitCode {
    let is_right = |path: String| {
        let result = check_file(&path);
        println!("{path}: {}", result.as_deref().unwrap_or_else(|error| error));
        result.is_ok()
    };
    // Games are long, and each ply takes a call.
    let thread = std::thread::Builder::new().stack_size(1 << 30);
    let thread = thread.spawn(move || std::env::args().skip(1).filter(|path| !is_right(path.clone())).count());
    let wrong = thread.map(|thread| thread.join().unwrap_or(1)).unwrap_or(1);
    ExitCode::from(u8::from(wrong > 0 || std::env::args().len() < 2))
}
