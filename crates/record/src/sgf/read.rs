//! The reader: plays every move of a file on the board of the game that the file names.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use quintet_core::game::Game;
use quintet_core::notation::move_words;
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Margin, Move, Seat};
use quintet_games::GAMES;

use super::context::Context;
use super::error::{LARGEST, SgfError, SgfProblem};
use super::parse::{self, MainLine, Property};
use super::record::{Notes, Record};
use super::start::StartPosition;
use super::{charset, points, root};
use crate::suicide::suicide;

/// The largest number of moves that are read, including passes after the end: many times that of
/// the longest games.
const MOST_MOVES: usize = 200_000;

/// How to read a file.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    /// Stops before the move of this number (from 1; the swap and passes are moves). Later moves
    /// are not checked.
    pub stop_before: Option<usize>,
    /// The setup that the caller plays at the moment. A file of Go that names none of our rules is
    /// read with its rules if they fit.
    pub present: Option<&'a Setup>,
    /// The games that `RU` can name.
    pub games: &'a [&'static GameInfo],
}

impl Default for Reading<'_> {
    fn default() -> Self {
        Reading { stop_before: None, present: None, games: GAMES }
    }
}

/// Stops before a move, or reads the whole game.
impl From<Option<usize>> for Reading<'_> {
    fn from(stop_before: Option<usize>) -> Self {
        Reading { stop_before, ..Reading::default() }
    }
}

/// Reads a file, as [`read`] does.
///
/// # Errors
/// Returns [`SgfError`], also if the file cannot be opened or is larger than 16 MiB.
pub fn load<'a>(path: &Path, reading: impl Into<Reading<'a>>) -> Result<Record, SgfError> {
    read(&contents(path)?, reading)
}

/// Returns the bytes of a file of at most [`LARGEST`] bytes.
///
/// # Errors
/// Returns [`SgfProblem::File`] or [`SgfProblem::Large`].
pub fn contents(path: &Path) -> Result<Vec<u8>, SgfError> {
    let file = |error: std::io::Error| SgfError { line: 0, problem: SgfProblem::File(error.to_string()) };
    let mut bytes = Vec::new();
    std::fs::File::open(path).and_then(|f| f.take(LARGEST + 1).read_to_end(&mut bytes)).map_err(file)?;
    if bytes.len() as u64 > LARGEST {
        return Err(SgfError { line: 0, problem: SgfProblem::Large });
    }
    Ok(bytes)
}

/// Reads the main line of the first game of a file and plays it, to the end or up to the requested
/// move.
///
/// Defaults for what the file does not say:
/// - Without `RU`: Stoical Go with the present rules if Stoical Go is being played, otherwise its
///   default rules. With other rules in `RU` ([`crate::rule_names`]): ordinary Go, with the present
///   rules if their ko rule is one of ordinary Go, otherwise with those of the named set, or simple
///   ko. If a move is illegal by these rules, but not in ordinary Go with simple ko, the file is
///   read as such.
/// - Without `SZ`: 19 × 19, as the format has it; if `RU` names one of our games, its default size.
/// - Komi 0.
/// - The side to move in a set-up position is that of `PL`, or else of the first move, or else
///   White after a handicap (`HA`).
///
/// ```
/// use quintet_record::sgf;
///
/// let file = b"(;FF[4]GM[1]SZ[9]PB[Ada]KM[6.5];B[ee];W[cc];B[gc])";
/// let record = sgf::read(file, None)?;
/// assert_eq!((record.setup.komi(), record.notes.black.as_deref()), (6.5, Some("Ada")));
/// let game = record.replay();
/// assert_eq!(game.moves().len(), 3);
/// // The position before the second move.
/// assert_eq!(sgf::read(file, Some(2))?.moves.len(), 1);
/// # Ok::<(), sgf::SgfError>(())
/// ```
///
/// The board decides what is accepted: play may go on after two passes, and stones may be set up in
/// the middle of a game. The record then begins at the set-up, with a warning. Suicide in ordinary
/// Go is a set-up too.
///
/// # Errors
/// Returns an error if the text is not SGF, is another game's, or has an impossible set-up or an
/// illegal move. Nothing is dropped silently.
pub fn read<'a>(bytes: &[u8], reading: impl Into<Reading<'a>>) -> Result<Record, SgfError> {
    let bytes = &*charset::decode(bytes);
    let line = parse::main_line(bytes)?;
    let reading = reading.into();
    let mut context = Context::new(bytes);
    let setup = root::setup(&mut context, &line.nodes[0], reading.games, reading.present)?;
    let ordinary = root::ordinary(&setup).filter(|ordinary| *ordinary != setup);
    let named = root::names_game(&line.nodes[0], reading.games);
    let record = Reader::read(context, &line, setup, reading.stop_before);
    match (record, ordinary) {
        (Err(SgfError { problem: SgfProblem::Illegal(..), .. }), Some(setup)) if !named => {
            let mut context = Context::new(bytes);
            context.warn_of_file("a move is legal in ordinary Go only: read as such, with simple ko".to_owned());
            Reader::read(context, &line, setup, reading.stop_before)
        }
        (record, _) => record,
    }
}

/// A game that is being read.
struct Reader<'a> {
    context: Context<'a>,
    /// The game since the latest set-up.
    game: Game,
    /// The number of moves of the file so far.
    played: usize,
    /// The side that `PL` gave the move after the latest one.
    side: Option<Seat>,
    /// Comments since the latest set-up, by the number of moves before them.
    comments: BTreeMap<usize, String>,
}

impl Reader<'_> {
    /// Reads a game of `setup`.
    fn read(
        mut context: Context<'_>,
        line: &MainLine,
        setup: Setup,
        stop_before: Option<usize>,
    ) -> Result<Record, SgfError> {
        line.skipped.iter().for_each(|skipped| context.warn_of_file(format!("{skipped}: not read")));
        line.repairs.iter().for_each(|repair| context.warn_of_file(repair.text().to_owned()));
        let first_move = line.nodes.iter().position(|node| node.iter().any(is_move)).unwrap_or(line.nodes.len());
        let game = read_start(&mut context, line, setup, first_move)?;
        let mut notes = root::notes(&line.nodes[0]);
        // Beside a move, a comment is one on the position after it.
        notes.comment = notes.comment.filter(|_| first_move > 0);
        for node in line.nodes.iter().take(first_move).skip(1) {
            let text = comment(node).map(str::to_owned);
            notes.comment = match (notes.comment, text) {
                (Some(first), Some(text)) => Some(format!("{first}\n{text}")),
                (first, text) => first.or(text),
            };
        }
        let mut reader = Reader { context, game, played: 0, side: None, comments: BTreeMap::new() };
        for (i, node) in line.nodes.iter().enumerate().skip(first_move) {
            if stop_before.is_some_and(|stop| reader.played + 1 >= stop) {
                return reader.finish(line, Notes { result: None, ..notes });
            }
            reader.read_node(node, i == first_move)?;
        }
        reader.finish(line, notes)
    }

    fn finish(mut self, line: &MainLine, notes: Notes) -> Result<Record, SgfError> {
        let root = &line.nodes[0];
        if self.side.is_some_and(|side| side != self.game.to_move() && !self.game.is_over()) {
            self.set_up(line.nodes.last().map_or(&[], Vec::as_slice))?;
        }
        for property in root.iter().filter(|property| property.name == "RE") {
            check_result(&mut self.context, &self.game, property);
        }
        Ok(Record {
            setup: self.game.setup().clone(),
            start: self.game.start_diagram(),
            moves: self.game.moves().to_vec(),
            notes: Notes { comments: self.comments, ..notes },
            warnings: self.context.into_warnings(),
        })
    }

    /// Reads a node from the first move on. `first`: its set-up was read before.
    fn read_node(&mut self, node: &[Property], first: bool) -> Result<(), SgfError> {
        if !first {
            if let Some(property) = node.iter().find(|property| is_set_up(property)) {
                let text = format!("set up after move {}: the game begins here", self.played);
                self.context.warn(property, &text);
                self.set_up(node)?;
            }
            for property in node.iter().filter(|property| property.name != "PL" && !is_move(property)) {
                if !is_set_up(property) {
                    self.context.check_remark(property, false);
                }
            }
        }
        let moves: Vec<&Property> = node.iter().filter(|property| is_move(property)).collect();
        if moves.is_empty() {
            self.keep_comment(node);
            if let Some(property) = node.iter().find(|property| property.name == "PL") {
                self.side = self.context.side(property).or(self.side);
            }
            return Ok(());
        }
        let kind = node.iter().find(|property| property.name == "QK");
        if let [_, second, ..] = moves[..] {
            if kind.is_some() {
                return Err(self.context.error(second, SgfProblem::TwoMoves));
            }
            self.context.warn(second, "a second move in a node: read as the next move");
        }
        for property in moves {
            if property.values.len() > 1 {
                return Err(self.context.error(property, SgfProblem::TwoMoves));
            }
            if self.played == MOST_MOVES {
                return Err(self.context.error(property, SgfProblem::Long(MOST_MOVES)));
            }
            self.play(property, kind)?;
            self.played += 1;
        }
        self.keep_comment(node);
        // Beside a move `PL` says what the moves themselves say: before it, or in GoGui's files
        // after it.
        self.side = None;
        Ok(())
    }

    /// Keeps the comment of a node whose moves were played.
    fn keep_comment(&mut self, node: &[Property]) {
        let Some(text) = comment(node) else { return };
        let kept = self.comments.entry(self.game.moves().len()).or_default();
        if !kept.is_empty() {
            kept.push('\n');
        }
        kept.push_str(text);
    }

    /// Sets up the stones and the side of a node, and begins the game there.
    fn set_up(&mut self, node: &[Property]) -> Result<(), SgfError> {
        let mut start = StartPosition::from_game(&self.game);
        for property in node {
            start.set_up(&mut self.context, property)?;
        }
        self.game = start.into_game(&mut self.context, node, None)?;
        self.comments.clear();
        Ok(())
    }

    fn play(&mut self, property: &Property, kind: Option<&Property>) -> Result<(), SgfError> {
        let Reader { context, game, played, .. } = self;
        let number = *played + 1;
        let illegal = |word: &str| context.error(property, SgfProblem::Illegal(number, word.to_owned()));
        let Some(seat) = side_of(&property.name) else {
            // No game lets both players swap, so the property need not name one.
            let mut seats = [game.to_move(), game.to_move().other()].into_iter();
            let able = seats.find(|&seat| game.is_legal(seat, Move::SWAP));
            let seat = able.ok_or_else(|| illegal(move_words::SWAP))?;
            return game.play(seat, Move::SWAP).map_err(|_| illegal(move_words::SWAP));
        };
        let (info, geometry) = (game.info(), game.geometry());
        let value = property.value();
        if points::is_pass(geometry, value) {
            return game.play(seat, Move::PASS).map_err(|_| illegal(&format!("{} pass", info.own_stone(seat).name())));
        }
        let Some(vertex) = points::parse_vertex(geometry, value) else {
            return Err(context.value_error(property, value, "two letters for a point, or nothing for a pass"));
        };
        let kind = kind_of(context, info, seat, number, property, kind)?;
        let point = geometry
            .point(vertex)
            .ok_or_else(|| illegal(&format!("{} {}", info.own_stone(seat).name(), property.quote())))?;
        let mv = Move::place(kind, point);
        let word = format!("{} {}", info.own_stone(seat).name(), move_words::format(info, geometry, mv));
        if game.play(seat, mv).is_ok() {
            return Ok(());
        }
        let after = suicide(game, seat, mv).filter(|_| root::is_ordinary(game.setup()));
        let setup = game.setup().clone();
        let after = after.and_then(|diagram| Game::from_diagram(setup, &diagram).ok());
        *game = after.ok_or_else(|| illegal(&word))?;
        self.comments.clear();
        context.warn(property, &format!("move {number} is suicide: the game begins after it"));
        Ok(())
    }
}

/// Reads the nodes up to that of the first move and returns the game before it.
fn read_start(context: &mut Context<'_>, line: &MainLine, setup: Setup, first_move: usize) -> Result<Game, SgfError> {
    let mut start = StartPosition::new(setup);
    for (i, node) in line.nodes.iter().enumerate().take(first_move + 1) {
        // Beside a move, `PL` may give the side to move after it.
        let mover = node.iter().find_map(|property| side_of(&property.name));
        for property in node {
            if mover.is_some() && property.name == "PL" {
                continue;
            }
            if !start.set_up(context, property)? && !is_move(property) {
                context.check_remark(property, i == 0);
            }
        }
    }
    let first_node = line.nodes.get(first_move);
    let first = first_node.and_then(|node| node.iter().find_map(|property| side_of(&property.name)));
    start.into_game(context, &line.nodes[0], first)
}

/// Returns the kind of stone that a move places.
fn kind_of(
    context: &Context<'_>,
    info: &'static GameInfo,
    seat: Seat,
    number: usize,
    property: &Property,
    kind: Option<&Property>,
) -> Result<u8, SgfError> {
    let names = || info.kinds.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
    match kind {
        None => info.own_kind().ok_or_else(|| context.error(property, SgfProblem::NoKind(number, names()))),
        Some(kind) => move_words::parse_kind(info, seat, kind.value())
            .map_err(|_| context.error(kind, SgfProblem::Foreign(kind.quote(), info.title))),
    }
}

/// Warns if the file claims another result than that of the finished game. Which stones the players
/// took off the board, if their rules say so, is not in the file.
fn check_result(context: &mut Context<'_>, game: &Game, property: &Property) {
    if game.setup().removes_dead_stones() {
        return;
    }
    let Some(outcome) = game.outcome() else { return };
    let claim = property.value();
    let is_wrong = match claim.parse::<Margin>() {
        Ok(margin) => margin != outcome.margin,
        // `B+R` and the like give only the winner.
        Err(_) => {
            let winner = claim.split_once('+').and_then(|(winner, _)| side_of(winner));
            winner.is_some() && winner != outcome.winner()
        }
    };
    if is_wrong {
        context.warn(property, &format!("the game as it was played ended {}", outcome.margin));
    }
}

/// Returns the comment of a node.
fn comment(node: &[Property]) -> Option<&str> {
    node.iter().find(|property| property.name == "C").map(Property::value).filter(|text| !text.is_empty())
}

fn is_set_up(property: &Property) -> bool {
    matches!(&*property.name, "AB" | "AW" | "AE" | "QA" | "QT")
}

fn is_move(property: &Property) -> bool {
    matches!(&*property.name, "B" | "W" | "QS")
}

fn side_of(name: &str) -> Option<Seat> {
    match name {
        "B" => Some(Seat::Black),
        "W" => Some(Seat::White),
        _ => None,
    }
}
