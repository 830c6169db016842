//! What the page is shown of a game: everything that it would have to know rules for is worked out here.

use std::collections::HashMap;

use super::messages::{Board, Candidate, Cell, Film, Frame, Insight, Kind, Ply, Scene, Value};
use crate::board::{Geometry, Point, Shape};
use crate::game::{Marks, Tint};
use crate::groups::{Group, groups};
use crate::history::{AnyHistory, Change};
use crate::record::svg::{Layout, UNIT, corners, empty_board, symbols};
use crate::record::{move_words, position};
use crate::search::{Proof, Report};
use crate::setup::{GameInfo, Setup};
use crate::words::{Action, Ending, Move, Outcome, Seat, Stone};

fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// The empty board of a game before its first move.
pub fn board(start: &dyn AnyHistory) -> Board {
    let geometry = start.geometry();
    let layout = Layout::new(geometry);
    let px = |value: f64| round(value * UNIT);
    let outline = match geometry.shape() {
        Shape::Ring => Vec::new(),
        shape => corners(shape, (0.0, 0.0)).into_iter().map(|(x, y)| [px(x), px(y)]).collect(),
    };
    let cells = geometry.points().map(|point| {
        let (x, y) = layout.centre(point);
        let row = if geometry.shape() == Shape::Line { 0 } else { geometry.xy(point).1 };
        Cell { name: geometry.vertex(point).to_string(), x: px(x), y: px(y), row }
    });
    Board {
        view: [layout.left, layout.top, layout.right - layout.left, layout.bottom - layout.top].map(px),
        svg: empty_board(start),
        symbols: symbols(start),
        stone: px(layout.stone),
        outline,
        reach: px(0.5),
        cells: cells.collect(),
    }
}

/// The name of a seat in a game: that of its stones.
pub fn seat_name(info: &GameInfo, seat: Seat) -> &'static str {
    match info.own_stone(seat) {
        Stone::Red => "Red",
        Stone::White => "White",
        _ => "Black",
    }
}

/// Where cells stand in [`Board::cells`].
pub struct Cells(HashMap<Point, usize>);

impl Cells {
    /// Of a board.
    pub fn new(geometry: &Geometry) -> Cells {
        Cells(geometry.points().zip(0..).collect())
    }

    fn index(&self, point: Point) -> Option<usize> {
        self.0.get(&point).copied()
    }

    fn all(&self, points: impl IntoIterator<Item = Point>) -> Vec<usize> {
        points.into_iter().filter_map(|point| self.index(point)).collect()
    }
}

/// The changes of a move, the nearest to the stone that was put down first: the order in which stones fall.
fn nearest_first(geometry: &Geometry, mv: Move, mut changes: Vec<Change>) -> Vec<Change> {
    let Some(from) = mv.point().filter(|point| geometry.contains(*point)) else { return changes };
    let mut distance = HashMap::from([(from, 0)]);
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&point) = reached.get(next) {
        next += 1;
        let far = distance[&point] + 1;
        for neighbour in geometry.neighbours(point) {
            distance.entry(neighbour).or_insert_with(|| {
                reached.push(neighbour);
                far
            });
        }
    }
    changes.sort_by_key(|change| distance.get(&change.point).copied());
    changes
}

/// What stands on the board and what the latest move did.
pub fn scene(game: &dyn AnyHistory, cells: &Cells) -> Scene {
    let geometry = game.geometry();
    let letter = |point| game.stone(point).map_or('.', |stone| stone.letter());
    let mut scene =
        Scene { stones: geometry.points().map(letter).collect(), barred: cells.all(game.barred()), ..Scene::default() };
    let Some(&(_, mv)) = game.moves().last() else { return scene };
    for change in nearest_first(geometry, mv, game.latest_changes()) {
        let Some(index) = cells.index(change.point) else { continue };
        match (change.before, change.after) {
            (Some(before), None) => scene.taken.push((index, before.letter())),
            _ if mv.point() == Some(change.point) || mv == Move::SWAP => scene.last.push(index),
            _ => scene.fell.push(index),
        }
    }
    scene
}

/// The kinds of stone with where they may be put, and the reasons why not.
pub fn kinds(game: &dyn AnyHistory, over: bool) -> (Vec<Kind>, Vec<String>) {
    let (info, seat) = (game.info(), game.to_move());
    let mut reasons: Vec<String> = Vec::new();
    let mut index = |reason: &str| {
        let found = reasons.iter().position(|known| known == reason);
        found.unwrap_or_else(|| {
            reasons.push(reason.to_owned());
            reasons.len() - 1
        }) as i32
    };
    let mut legal = game.legal_moves(seat);
    legal.sort();
    let kinds = (0..info.kinds.len() as u8).map(|kind| {
        let why = game.geometry().points().map(|point| {
            let mv = Move::place(kind, point);
            if over {
                return index("the game is over");
            }
            match legal.binary_search(&mv) {
                Ok(_) => -1,
                Err(_) => index(game.why_illegal(seat, mv).unwrap_or("not now")),
            }
        });
        Kind {
            name: info.kinds[usize::from(kind)].name,
            stone: info.placed_stone(seat, kind).name(),
            why: why.collect(),
        }
    });
    let kinds = kinds.collect();
    (kinds, reasons)
}

/// What a game has to show of a position beside its stones.
pub fn insight(game: &dyn AnyHistory, cells: &Cells) -> Insight {
    let mut seen = Insight::default();
    // Liberties are for whoever asks for them: here they would only hide the stones.
    for (name, _) in game.drawings().into_iter().filter(|(name, _)| *name != "groups") {
        for marks in game.draw(name) {
            match marks {
                // A group's size: told once.
                Marks::Labels(labels) if labels.len() > 1 && labels[0].1.parse::<usize>().is_ok() => {
                    let points: Vec<Point> = labels.iter().map(|(point, _)| *point).collect();
                    let index = cells.index(middle(game.geometry(), &points));
                    seen.labels.extend(index.map(|index| (index, labels[0].1.clone())));
                }
                Marks::Labels(labels) => {
                    seen.labels
                        .extend(labels.into_iter().filter_map(|(point, text)| Some((cells.index(point)?, text))));
                }
                Marks::Tint(tint, points) => {
                    let seat = match tint {
                        Tint::Yellow => Seat::White,
                        Tint::Green => Seat::Black,
                    };
                    seen.counted.push((seat.letter(), cells.all(points)));
                }
            }
        }
    }
    seen
}

/// The point of a group that lies nearest to its middle.
fn middle(geometry: &Geometry, group: &[Point]) -> Point {
    let layout = Layout::new(geometry);
    let places: Vec<(f64, f64)> = group.iter().map(|&point| layout.centre(point)).collect();
    let count = places.len() as f64;
    let (x, y) = places.iter().fold((0.0, 0.0), |(x, y), place| (x + place.0 / count, y + place.1 / count));
    let far = |place: (f64, f64)| (place.0 - x).hypot(place.1 - y);
    let nearest = group.iter().zip(places).min_by(|a, b| far(a.1).total_cmp(&far(b.1)));
    *nearest.expect("a group has points").0
}

/// Game, size and rules in words: those rules that are not at their defaults.
pub fn title(setup: &Setup) -> String {
    let (info, width, height) = (setup.info(), setup.width(), setup.height());
    let size = match setup.geometry().shape() {
        Shape::Square | Shape::Diamond => format!("{width} × {height}"),
        Shape::Hex | Shape::Ring | Shape::Line => width.to_string(),
    };
    let mut parts = vec![format!("{} {size}", info.title)];
    for ((name, value), rule) in setup.rules().zip(info.rules) {
        if value != rule.values[0] {
            parts.push(format!("{name} {value}"));
        }
    }
    if setup.komi() != 0.0 {
        parts.push(format!("komi {}", setup.komi()));
    }
    parts.join(", ")
}

/// By how much who wins, in words: `Black wins by 3`.
pub fn result(info: &GameInfo, outcome: &Outcome) -> String {
    let margin = outcome.margin.abs();
    match outcome.winner() {
        None => "A draw".to_owned(),
        Some(seat) if outcome.ending == Ending::Annihilation => format!("{} wins", seat_name(info, seat)),
        Some(seat) => format!("{} wins by {margin}", seat_name(info, seat)),
    }
}

fn count(game: &dyn AnyHistory, stone: Stone) -> usize {
    game.geometry().points().filter(|&point| game.stone(point) == Some(stone)).count()
}

/// Why a finished game ended, and how its result comes about, in words for somebody new to the game.
pub fn reason(game: &dyn AnyHistory, outcome: &Outcome) -> String {
    let info = game.info();
    let name = |seat: Seat| seat_name(info, seat);
    let own = Seat::BOTH.map(|seat| info.own_stone(seat));
    let stones = own.map(|stone| count(game, stone));
    let counts = format!("{} {} and {} {} stones", stones[0], own[0].name(), stones[1], own[1].name());
    match outcome.ending {
        Ending::Repetition => "The same position came a second time, which is a draw.".to_owned(),
        Ending::NoMove => {
            format!("{} has no cell left to play on, which ends the game. There are {counts}.", name(game.to_move()))
        }
        Ending::Passes => {
            let points =
                Seat::BOTH.map(|seat| game.geometry().points().filter(|&p| game.owner(p) == Some(seat)).count());
            let komi = match game.setup().komi() {
                0.0 => String::new(),
                komi => format!(", and {komi} of komi for White"),
            };
            let [black, white] = points;
            format!(
                "Both passed, which ends the game. Stones and the empty points that touch one colour only: Black has {black}, \
                 White {white}{komi}."
            )
        }
        Ending::Annihilation => match stones {
            [0, 0] => format!(
                "The last move took all red and white stones, the mover's own among them: then the mover, {}, wins.",
                outcome.winner().map_or("", name)
            ),
            _ => {
                let loser = outcome.winner().map_or("", |seat| name(seat.other()));
                format!("{loser} has no stone left on the board, and has lost.")
            }
        },
        Ending::FullBoard if has_groups(game) => {
            let counted = insight_of(game);
            let groups = groups(game.geometry(), |point| game.stone(point));
            let list = |seat: Seat| {
                let scored = |group: &&Group| counted[seat.index()].contains(&group.points[0]);
                let mut sizes: Vec<usize> = groups.iter().filter(scored).map(|group| group.points.len()).collect();
                sizes.sort_by(|a, b| b.cmp(a));
                match sizes.is_empty() {
                    true => "none".to_owned(),
                    false => sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
                }
            };
            let first =
                if outcome.winner().is_some() { "The first difference decides." } else { "The lists are equal." };
            format!(
                "The board is full. White groups between a smaller and a larger black one: {}. Black groups between a smaller \
                 and a larger white one: {}. {first}",
                list(Seat::Black),
                list(Seat::White)
            )
        }
        Ending::FullBoard => format!("The board is full. There are {counts}."),
    }
}

/// Whether a game's groups count by their sizes, and can be shown.
fn has_groups(game: &dyn AnyHistory) -> bool {
    game.drawings().iter().any(|(name, _)| *name == "brackets")
}

/// The points that count for Black and for White.
fn insight_of(game: &dyn AnyHistory) -> [Vec<Point>; 2] {
    let mut counted = [Vec::new(), Vec::new()];
    for marks in game.drawings().into_iter().flat_map(|(name, _)| game.draw(name)) {
        match marks {
            Marks::Tint(Tint::Green, points) => counted[0].extend(points),
            Marks::Tint(Tint::Yellow, points) => counted[1].extend(points),
            Marks::Labels(_) => {}
        }
    }
    counted
}

/// The score as it stands, where the game can tell it before its end.
pub fn score(game: &dyn AnyHistory) -> Option<String> {
    let info = game.info();
    if game.is_over() {
        return None;
    }
    let own = Seat::BOTH.map(|seat| (seat_name(info, seat), count(game, info.own_stone(seat))));
    if let Some(margin) = game.score() {
        return Some(match margin.winner() {
            None => "even, as the board stands".to_owned(),
            Some(seat) => format!("{} +{} as the board stands", seat_name(info, seat), margin.abs()),
        });
    }
    let [(black, b), (white, w)] = own;
    if has_groups(game) {
        return None;
    }
    Some(format!("stones: {black} {b}, {white} {w}"))
}

/// Whose turn it is, or the result, in words.
pub fn status(game: &dyn AnyHistory, resigned: Option<Seat>) -> String {
    let info = game.info();
    if let Some(seat) = resigned {
        return format!("{} wins: {} gave up", seat_name(info, seat.other()), seat_name(info, seat));
    }
    match game.outcome() {
        Some(outcome) => format!("{}: {}", result(info, &outcome), outcome.ending.name()),
        None => format!("{} to move", seat_name(info, game.to_move())),
    }
}

/// The latest move and what it did, in words.
pub fn news(game: &dyn AnyHistory) -> String {
    let Some(&(seat, mv)) = game.moves().last() else { return String::new() };
    let (info, geometry) = (game.info(), game.geometry());
    let name = seat_name(info, seat);
    let (mut fell, mut taken) = (Vec::new(), Vec::new());
    for change in nearest_first(geometry, mv, game.latest_changes()) {
        let vertex = geometry.vertex(change.point);
        match (change.before, change.after) {
            (Some(before), None) => taken.push((before, vertex)),
            (_, Some(after)) if mv.point() != Some(change.point) && mv != Move::SWAP => {
                fell.push(format!("{} at {vertex}", after.name()));
            }
            _ => {}
        }
    }
    let mut text = match mv.action() {
        Action::Pass => format!("{name} passes"),
        Action::Swap => format!("{name} swaps: the stone on the board is White's now"),
        Action::Place { kind, point } => {
            format!("{name} plays {} at {}", info.placed_stone(seat, kind).name(), geometry.vertex(point))
        }
    };
    if !taken.is_empty() {
        let mut parts = Vec::new();
        for stone in Stone::ALL {
            let places: Vec<String> =
                taken.iter().filter(|(s, _)| *s == stone).map(|(_, vertex)| vertex.to_string()).collect();
            if !places.is_empty() {
                parts.push(format!("{} at {}", stone.name(), places.join(", ")));
            }
        }
        text += &format!("; taken: {}", parts.join("; "));
    }
    if !fell.is_empty() {
        text += &format!("; fell into place: {}", fell.join(", "));
    }
    text
}

fn ply(game: &dyn AnyHistory, cells: &Cells, seat: Seat, mv: Move) -> Ply {
    let (info, geometry) = (game.info(), game.geometry());
    let (cell, stone) = match mv.action() {
        Action::Place { kind, point } => (cells.index(point), Some(info.placed_stone(seat, kind).name())),
        Action::Pass | Action::Swap => (None, None),
    };
    Ply { word: move_words::format(info, geometry, mv), cell, stone }
}

/// Whether a game's margins are points that can be more or fewer.
fn has_margin(info: &GameInfo) -> bool {
    info.id != "cancer"
}

/// So many moves of a search are told.
const TOLD: usize = 12;

/// The best moves that a search found.
pub fn candidates(game: &dyn AnyHistory, cells: &Cells, report: &Report) -> Vec<Candidate> {
    let seats = |count| std::iter::successors(Some(report.seat), |seat: &Seat| Some(seat.other())).take(count);
    let looked_at = report.candidates.iter().filter(|candidate| candidate.visits > 0 || candidate.proof.is_some());
    let told = looked_at.take(TOLD).map(|candidate| {
        let Ply { word, cell, stone } = ply(game, cells, report.seat, candidate.mv);
        let pv = candidate.pv.iter().take(16);
        Candidate {
            word,
            cell,
            stone,
            visits: candidate.visits,
            rate: candidate.win_rate,
            lead: has_margin(game.info()).then_some(round(candidate.lead)),
            proof: candidate.proof.map(proof_word),
            pv: seats(pv.len()).zip(pv).map(|(seat, &mv)| ply(game, cells, seat, mv)).collect(),
        }
    });
    told.collect()
}

const fn proof_word(proof: Proof) -> &'static str {
    match proof {
        Proof::Win => "win",
        Proof::Draw => "draw",
        Proof::Loss => "loss",
    }
}

/// The exact value that a search proved, in words.
pub fn exact(info: &GameInfo, report: &Report) -> Option<String> {
    let name = seat_name(info, report.seat);
    report.proof.map(|proof| match proof {
        Proof::Win => format!("{name} wins with best play (proven)"),
        Proof::Draw => "a draw with best play (proven)".to_owned(),
        Proof::Loss => format!("{name} loses against best play (proven)"),
    })
}

/// What a search thinks of a position, seen by Black.
pub fn value(info: &GameInfo, report: &Report) -> Option<Value> {
    let best = report.candidates.first()?;
    let black = |rate: f64| if report.seat == Seat::Black { rate } else { 1.0 - rate };
    let rate = match report.proof {
        Some(Proof::Win) => 1.0,
        Some(Proof::Draw) => 0.5,
        Some(Proof::Loss) => 0.0,
        None => report.win_rate,
    };
    Some(Value {
        rate: black(rate),
        lead: has_margin(info).then_some(round(best.lead * report.seat.sign())),
        exact: report.proof.is_some(),
        visits: report.visits,
    })
}

/// The worth of a finished game, seen by Black.
pub fn final_value(outcome: &Outcome, info: &GameInfo) -> Value {
    let rate = match outcome.winner() {
        Some(Seat::Black) => 1.0,
        Some(Seat::White) => 0.0,
        None => 0.5,
    };
    Value { rate, lead: has_margin(info).then_some(outcome.margin.points()), exact: true, visits: 0 }
}

/// To whom each cell is likely to belong: −1 to 1, two decimals.
pub fn ownership(game: &dyn AnyHistory, report: &Report) -> Vec<f32> {
    let points = game.geometry().points();
    points
        .filter_map(|point| report.ownership.get(point.index()))
        .map(|value| (value * 100.0).round() / 100.0)
        .collect()
}

/// A game move by move; `text` says what there is to say of the start and of each move, by its index.
pub fn film(game: &dyn AnyHistory, title: String, sgf: String, text: impl Fn(usize) -> String) -> Film {
    let moves = game.moves().to_vec();
    let mut shown = game.boxed_clone();
    shown.undo(moves.len()).expect("so many moves were played");
    let cells = Cells::new(game.geometry());
    let board = board(&*shown);
    let frame = |shown: &dyn AnyHistory, word: String, seat: Seat, index: usize| Frame {
        word,
        seat: seat.letter(),
        scene: scene(shown, &cells),
        text: text(index),
        status: status(shown, None),
    };
    let mut frames = vec![frame(&*shown, String::new(), shown.to_move(), 0)];
    for (index, &(seat, mv)) in moves.iter().enumerate() {
        shown.play(seat, mv).expect("the move was legal before");
        let word = move_words::format(game.info(), game.geometry(), mv);
        frames.push(frame(&*shown, word, seat, index + 1));
    }
    Film { title, board, frames, sgf }
}

/// The position line of a game.
pub fn position_line(game: &dyn AnyHistory) -> String {
    position::write(game)
}
