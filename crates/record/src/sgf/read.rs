//! The reader: plays every move of a file on the board of the game that the file names.

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
use super::record::Record;
use super::start::StartPosition;
use super::{points, root};

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
///   default rules. With a rule set of Go in `RU` ([`GameInfo::rule_set`]): ordinary Go, with the
///   present rules if they follow any such set, otherwise with the rules of the named set.
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
/// # Errors
/// Returns an error if the text is not SGF, is another game's, or has an impossible set-up, an
/// illegal move, or set-up stones after a move. Nothing is dropped silently.
pub fn read<'a>(bytes: &[u8], reading: impl Into<Reading<'a>>) -> Result<Record, SgfError> {
    let line = parse::main_line(bytes)?;
    let mut context = Context::new(bytes);
    for skipped in &line.skipped {
        context.warn_of_file(format!("{skipped}: not read"));
    }
    read_game(context, &line, reading.into())
}

fn read_game(mut context: Context<'_>, line: &MainLine, reading: Reading<'_>) -> Result<Record, SgfError> {
    let root = &line.nodes[0];
    let setup = root::setup(&mut context, root, reading.games, reading.present)?;
    let first_move = line.nodes.iter().position(|node| node.iter().any(is_move)).unwrap_or(line.nodes.len());
    let mut game = read_start(&mut context, line, setup, first_move)?;
    let start = game.start_diagram();

    for (i, node) in line.nodes.iter().enumerate().skip(first_move) {
        if reading.stop_before.is_some_and(|stop| game.moves().len() + 1 >= stop) {
            break;
        }
        read_node(&mut context, &mut game, node, i == first_move)?;
    }
    for property in root.iter().filter(|property| property.name == "RE") {
        check_result(&mut context, &game, property);
    }
    let notes = root::notes(root);
    let (setup, moves) = (game.setup().clone(), game.moves().to_vec());
    Ok(Record { setup, start, moves, notes, warnings: context.into_warnings() })
}

/// Reads the nodes up to that of the first move and returns the game before it.
fn read_start(context: &mut Context<'_>, line: &MainLine, setup: Setup, first_move: usize) -> Result<Game, SgfError> {
    let mut start = StartPosition::new(setup);
    for (i, node) in line.nodes.iter().enumerate().take(first_move + 1) {
        // Beside a move, `PL` may give the side to move after it.
        let mover = node.iter().find_map(|property| side_of(&property.name));
        for property in node {
            if mover.is_some() && property.name == "PL" && mover != Some(context.side(property)?) {
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

/// Reads a node from the first move on. `first`: its set-up was read before.
fn read_node(context: &mut Context<'_>, game: &mut Game, node: &[Property], first: bool) -> Result<(), SgfError> {
    let late = |game: &Game, property: &Property| SgfProblem::LateSetup(property.quote(), game.moves().len());
    for property in node.iter().filter(|_| !first) {
        match &*property.name {
            "AB" | "AW" | "AE" | "QA" | "QT" => return Err(context.error(property, late(game, property))),
            "PL" | "B" | "W" | "QS" => {}
            _ => context.check_remark(property, false),
        }
    }
    let turn = game.to_move();
    play_node(context, game, node)?;
    // In GoGui's files, `PL` beside a move is the side to move after it; in others, before it.
    for property in node.iter().filter(|property| property.name == "PL") {
        let side = context.side(property)?;
        if side != turn && side != game.to_move() && !game.is_over() {
            return Err(context.error(property, late(game, property)));
        }
    }
    Ok(())
}

/// Plays the move of a node, if it has one.
fn play_node(context: &Context<'_>, game: &mut Game, node: &[Property]) -> Result<(), SgfError> {
    let mut moves = node.iter().filter(|property| is_move(property));
    let Some(property) = moves.next() else { return Ok(()) };
    if moves.next().is_some() {
        return Err(context.error(property, SgfProblem::TwoMoves));
    }
    let kind = node.iter().find(|property| property.name == "QK");
    if game.moves().len() == MOST_MOVES {
        return Err(context.error(property, SgfProblem::Long(MOST_MOVES)));
    }
    play(context, game, property, kind)
}

fn play(context: &Context<'_>, game: &mut Game, property: &Property, kind: Option<&Property>) -> Result<(), SgfError> {
    let number = game.moves().len() + 1;
    let illegal = |word: &str| context.error(property, SgfProblem::Illegal(number, word.to_owned()));
    let Some(seat) = side_of(&property.name) else {
        // No game lets both players swap, so the property need not name one.
        let able = [game.to_move(), game.to_move().other()].into_iter().find(|&seat| game.is_legal(seat, Move::SWAP));
        let seat = able.ok_or_else(|| illegal(move_words::SWAP))?;
        return game.play(seat, Move::SWAP).map_err(|_| illegal(move_words::SWAP));
    };
    let (info, geometry) = (game.info(), game.geometry());
    let value = property.value();
    let is_small = geometry.width() <= 19 && geometry.height() <= 19;
    if value.is_empty() || value == "tt" && is_small {
        return game.play(seat, Move::PASS).map_err(|_| illegal(&format!("{} pass", seat.name())));
    }
    let Some(vertex) = points::parse_vertex(geometry, value) else {
        return Err(context.value_error(property, value, "two letters for a point, or nothing for a pass"));
    };
    let kind = kind_of(context, info, seat, number, property, kind)?;
    let point = geometry.point(vertex).ok_or_else(|| illegal(&format!("{} {}", seat.name(), property.quote())))?;
    let mv = Move::place(kind, point);
    let word = format!("{} {}", seat.name(), move_words::format(info, geometry, mv));
    game.play(seat, mv).map_err(|_| illegal(&word))
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

/// Warns if the file claims another result than that of the finished game.
fn check_result(context: &mut Context<'_>, game: &Game, property: &Property) {
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
