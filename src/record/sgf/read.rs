//! From a file to a game: every set-up and every move is tried on the board of the game that the file names.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::Path;

use super::parse::{self, MainLine, Property};
use super::{Notes, Record, SgfError, SgfProblem, unspell};
use crate::board::{Geometry, Point};
use crate::games::{self, GAMES};
use crate::history::AnyHistory;
use crate::record::setup_words::{self, Size};
use crate::record::{move_words, quote};
use crate::setup::{Diagram, DiagramError, GameInfo, Setup};
use crate::words::{Margin, Move, Seat, Stone};

/// The size of the largest file that is read, in bytes.
pub const LARGEST: u64 = 16 << 20;

/// The most moves that are read, passes after the end among them: many times as many as the longest games have.
const MOST_MOVES: usize = 200_000;

/// After so many warnings the rest is left out.
const MOST_WARNINGS: usize = 100;

/// Properties of the format that change nothing for us: remarks, marks, times, facts about the file.
const REMARKS: &[&str] = &[
    "AN", "AP", "AR", "BL", "BM", "BR", "BT", "C", "CA", "CP", "CR", "DD", "DM", "DO", "DT", "EV", "FF", "FG", "GB",
    "GC", "GM", "GN", "GW", "HA", "HO", "IT", "KM", "KO", "L", "LB", "LN", "MA", "MN", "N", "OB", "ON", "OT", "OW",
    "PB", "PC", "PM", "PW", "QK", "RE", "RO", "RU", "SL", "SO", "SQ", "ST", "SZ", "TB", "TE", "TM", "TR", "TW", "UC",
    "US", "V", "VW", "WL", "WR", "WT",
];

/// Properties that settle the game; they count in the first node alone.
const SETTLING: &[&str] = &["GM", "SZ", "RU", "KM", "HA"];

/// How a file is to be read.
#[derive(Clone, Copy, Default, Debug)]
pub struct Reading<'a> {
    /// Stop before the move of this number (from 1; the swap and passes are moves). Moves past that are not judged.
    pub stop_before: Option<usize>,
    /// By which setup the reader plays just now: a file of Go that names no rules of ours is taken to be played by its
    /// rules, where they can be meant.
    pub present: Option<&'a Setup>,
}

/// A reading that stops before a move, or at the end, with nothing else known.
impl From<Option<usize>> for Reading<'_> {
    fn from(stop_before: Option<usize>) -> Self {
        Reading { stop_before, present: None }
    }
}

/// Reads a file, as [`read`] does.
///
/// # Errors
/// [`SgfError`], also where the file can't be opened or is larger than 16 MiB.
pub fn load<'a>(path: &Path, reading: impl Into<Reading<'a>>) -> Result<Record, SgfError> {
    read(&contents(path)?, reading)
}

/// The bytes of a file that is no larger than any game.
///
/// # Errors
/// [`SgfProblem::File`] or [`SgfProblem::Large`].
pub fn contents(path: &Path) -> Result<Vec<u8>, SgfError> {
    let file = |error: std::io::Error| SgfError { line: 0, problem: SgfProblem::File(error.to_string()) };
    let mut bytes = Vec::new();
    std::fs::File::open(path).and_then(|f| f.take(LARGEST + 1).read_to_end(&mut bytes)).map_err(file)?;
    if bytes.len() as u64 > LARGEST {
        return Err(SgfError { line: 0, problem: SgfProblem::Large });
    }
    Ok(bytes)
}

/// Reads the main line of the first game of a file and plays it, up to the move where the reading stops or to the end.
///
/// Where the file doesn't say it: Stoical Go, 19 × 19 as the format has it, and with `RU` naming a game of ours that
/// game's default size; default rules; komi 0. Without `RU`, the present rules where they are some of Stoical Go's. With a
/// rule set of Go in `RU` ([`GameInfo::rule_set`]), ordinary Go: the present rules where they follow any such set, else the
/// named set's. Whose turn a set-up position is tell `PL`, else the first move, else a handicap (`HA`: White's).
///
/// ```
/// use quintet::record::sgf;
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
/// Where it is no SGF, is another game's, or has a set-up that can't be, an illegal move, or set-up stones after a
/// move: the format has no such thing as dropping them silently.
pub fn read<'a>(bytes: &[u8], reading: impl Into<Reading<'a>>) -> Result<Record, SgfError> {
    let line = parse::main_line(bytes)?;
    let mut reader = Reader { bytes, reading: reading.into(), warnings: Vec::new(), unknown: BTreeSet::new() };
    for skipped in &line.skipped {
        reader.warnings.push(format!("{skipped}: not read"));
    }
    reader.game(&line)
}

struct Reader<'a> {
    bytes: &'a [u8],
    reading: Reading<'a>,
    warnings: Vec<String>,
    /// Properties that were named in a warning.
    unknown: BTreeSet<String>,
}

/// The set-up as it was told so far.
struct StartPosition {
    diagram: Diagram,
    /// Whether `PL` named the seat to move.
    turn_told: bool,
}

impl Reader<'_> {
    fn game(mut self, line: &MainLine) -> Result<Record, SgfError> {
        let root = &line.nodes[0];
        let setup = self.setup(root)?;
        let geometry = setup.geometry();

        let begun = line.nodes.iter().position(|node| node.iter().any(is_move)).unwrap_or(line.nodes.len());
        let mut board = StartPosition { diagram: Diagram::empty(&setup), turn_told: false };
        for (i, node) in line.nodes.iter().enumerate().take(begun + 1) {
            // Beside a move, `PL` may tell whose turn it is behind it.
            let mover = node.iter().find_map(|property| seat_of(&property.name));
            for property in node {
                if mover.is_some() && property.name == "PL" && mover != Some(self.turn(property)?) {
                    continue;
                }
                if !self.set_up(&setup, &geometry, &mut board, property)? {
                    self.remark(property, i == 0);
                }
            }
        }
        let first = line.nodes.get(begun).and_then(|node| node.iter().find_map(|property| seat_of(&property.name)));
        let mut game = self.start(setup, board, root, first)?;
        let start = game.start_diagram();

        for (i, node) in line.nodes.iter().enumerate().skip(begun) {
            if self.reading.stop_before.is_some_and(|stop| game.moves().len() + 1 >= stop) {
                break;
            }
            self.node(&mut *game, node, i == begun)?;
        }
        for property in root.iter().filter(|property| property.name == "RE") {
            self.check_result(&*game, property);
        }
        let notes = notes(root);
        let (setup, moves) = (game.setup().clone(), game.moves().to_vec());
        Ok(Record { setup, start, moves, notes, warnings: self.warnings })
    }

    fn error(&self, property: &Property, problem: impl Into<SgfProblem>) -> SgfError {
        parse::error(self.bytes, property.at, problem.into())
    }

    fn value_error(&self, property: &Property, value: &str, accepted: &'static str) -> SgfError {
        let (name, value) = (property.name.clone(), quote(value));
        self.error(property, SgfProblem::Value { property: name, value, accepted })
    }

    fn warn(&mut self, property: &Property, text: &str) {
        if self.warnings.len() >= MOST_WARNINGS {
            if self.warnings.len() == MOST_WARNINGS {
                self.warnings.push("more of the like".to_owned());
            }
            return;
        }
        let line = parse::line_of(self.bytes, property.at);
        self.warnings.push(format!("line {line}: {}: {text}", property.quote()));
    }

    /// Warns of a property that this program does not know, once however often it stands there.
    fn pass_over(&mut self, property: &Property, text: &str) {
        if self.unknown.insert(property.name.clone()) {
            self.warn(property, text);
        }
    }

    /// Game, rules, size and komi, from the first node.
    fn setup(&mut self, root: &[Property]) -> Result<Setup, SgfError> {
        let find = |name: &str| root.iter().find(|property| property.name == name && !property.value().is_empty());
        if let Some(kind) = find("GM").filter(|kind| kind.value() != "1") {
            return Err(self.error(kind, SgfProblem::OtherGame(quote(kind.value()))));
        }
        let rules = find("RU");
        let named = rules.and_then(|rules| Some((rules, named_game(rules.value())?)));
        let mut setup = match named {
            None => self.setup_of_go(rules),
            Some((property, (info, choices))) => {
                let mut setup = Setup::new(info);
                for choice in choices.split([' ', '\t', '\r', '\n', ',', ';']).filter(|choice| !choice.is_empty()) {
                    let Some((name, value)) = choice.split_once('=') else {
                        return Err(self.value_error(property, choice, "a game and rules like ko=simple"));
                    };
                    setup = setup.with_rule(name, value).map_err(|error| self.error(property, error))?;
                }
                setup
            }
        };
        match find("SZ") {
            Some(property) => setup = self.size(&setup, property)?,
            None if named.is_none() => {
                self.warnings.push("no SZ: read as 19 × 19".to_owned());
                setup = setup.with_size(19).unwrap_or(setup);
            }
            None => {}
        }
        if let Some(property) = find("KM") {
            let komi = setup_words::komi(property.value());
            let komi = komi.map_err(|_| self.value_error(property, property.value(), "a number"))?;
            if setup.info().komi {
                setup.set_komi(komi);
            } else {
                self.warn(property, "komi does not count in this game");
            }
        }
        Ok(setup)
    }

    /// The rules of a file that names no game of ours: the present ones where they are of the same game, or, where the
    /// file names a rule set of Go, follow any such set; else the set's own, or the defaults.
    fn setup_of_go(&mut self, rules: Option<&Property>) -> Setup {
        let default = Setup::new(games::DEFAULT);
        let present = self.reading.present.filter(|present| std::ptr::eq(present.info(), default.info()));
        let present = present.map(|present| {
            let mut setup = present.clone();
            setup.set_komi(0.0);
            setup
        });
        let set = rules.and_then(|rules| default.info().rule_set(rules.value()));
        match set {
            Some(set) => {
                let sets = default.info().rule_sets;
                let ordinary = present.filter(|present| sets.iter().any(|set| present.follows(set)));
                let named = || set.rules.iter().try_fold(default, |setup, (name, value)| setup.with_rule(name, value));
                ordinary.unwrap_or_else(|| named().expect("a rule set has rules of its game"))
            }
            None => {
                if let Some(rules) = rules {
                    self.warn(rules, "no rules that are known; read as if it told none");
                }
                present.unwrap_or(default)
            }
        }
    }

    fn size(&self, setup: &Setup, property: &Property) -> Result<Setup, SgfError> {
        // The format's own spelling alone.
        let size = property.value().parse::<Size>().ok().filter(|_| !property.value().contains(['x', 'X', '+']));
        let size = size.ok_or_else(|| self.value_error(property, property.value(), "a size like 9, or 9:7"))?;
        size.of(setup).map_err(|error| self.error(property, error))
    }

    /// Takes a property that stands before the first move, or beside it; tells whether it is set-up or a move.
    fn set_up(
        &self,
        setup: &Setup,
        geometry: &Geometry,
        board: &mut StartPosition,
        property: &Property,
    ) -> Result<bool, SgfError> {
        let info = setup.info();
        match &*property.name {
            "AB" => self.put(geometry, board, property, Some(info.own_stone(Seat::Black)))?,
            "AW" => self.put(geometry, board, property, Some(info.own_stone(Seat::White)))?,
            "AE" => self.put(geometry, board, property, None)?,
            "QA" => self.put_other(setup, geometry, board, property)?,
            "QT" => {
                for value in &property.values {
                    let told = value.trim().split_once('=');
                    let (name, told) = told.ok_or_else(|| self.value_error(property, value, "a word like passes=1"))?;
                    board.diagram.state.insert(name.to_owned(), told.to_owned());
                }
            }
            "PL" => {
                board.diagram.to_move = self.turn(property)?;
                board.turn_told = true;
            }
            _ => return Ok(is_move(property)),
        }
        Ok(true)
    }

    /// Warns of what is unknown, or stands where it doesn't count.
    fn remark(&mut self, property: &Property, root: bool) {
        match &*property.name {
            name if !root && SETTLING.contains(&name) => self.pass_over(property, "counts in the first node only"),
            name if REMARKS.contains(&name) => {}
            _ => self.pass_over(property, "unknown, not read"),
        }
    }

    fn turn(&self, property: &Property) -> Result<Seat, SgfError> {
        match property.value() {
            "B" | "b" | "black" | "Black" => Ok(Seat::Black),
            "W" | "w" | "white" | "White" => Ok(Seat::White),
            value => Err(self.value_error(property, value, "B or W")),
        }
    }

    fn put(
        &self,
        geometry: &Geometry,
        board: &mut StartPosition,
        property: &Property,
        stone: Option<Stone>,
    ) -> Result<(), SgfError> {
        for value in &property.values {
            for point in self.points(geometry, property, value.trim())? {
                board.diagram.stones[point.index()] = stone;
            }
        }
        Ok(())
    }

    /// Stones that no seat owns: `red:cd`.
    fn put_other(
        &self,
        setup: &Setup,
        geometry: &Geometry,
        board: &mut StartPosition,
        property: &Property,
    ) -> Result<(), SgfError> {
        let info = setup.info();
        for value in &property.values {
            let bad = || self.value_error(property, value, "a stone and a point of the board, like red:cd");
            let (name, place) = value.trim().split_once(':').ok_or_else(bad)?;
            let known = Stone::ALL.into_iter().find(|stone| stone.name().eq_ignore_ascii_case(name)).ok_or_else(bad)?;
            if !info.stones.contains(&known) {
                return Err(self.error(property, SgfProblem::Foreign(quote(&format!("QA[{value}]")), info.title)));
            }
            for point in self.points(geometry, property, place)? {
                board.diagram.stones[point.index()] = Some(known);
            }
        }
        Ok(())
    }

    /// The points of a value: one, or the rectangle between two corners.
    fn points(&self, geometry: &Geometry, property: &Property, value: &str) -> Result<Vec<Point>, SgfError> {
        let bad = || self.value_error(property, value, "points of this board, like cd or aa:cc");
        let point = |text| unspell(geometry, text).and_then(|vertex| geometry.point(vertex));
        let Some((from, to)) = value.split_once(':') else {
            return Ok(vec![point(value).ok_or_else(bad)?]);
        };
        let corner =
            |text| unspell(geometry, text).filter(|v| v.x < geometry.width().into() && v.y < geometry.height().into());
        let (from, to) = (corner(from).ok_or_else(bad)?, corner(to).ok_or_else(bad)?);
        let columns = from.x.min(to.x)..=from.x.max(to.x);
        let rows = from.y.min(to.y)..=from.y.max(to.y);
        let cells = rows.flat_map(|y| columns.clone().filter_map(move |x| geometry.at(x as i32, y as i32)));
        Ok(cells.collect())
    }

    /// The game before its first move.
    fn start(
        &mut self,
        setup: Setup,
        board: StartPosition,
        root: &[Property],
        first: Option<Seat>,
    ) -> Result<Box<dyn AnyHistory>, SgfError> {
        let StartPosition { mut diagram, turn_told } = board;
        let handicap = root.iter().find(|property| property.name == "HA" && !property.value().is_empty());
        let stones = handicap.map(|property| match property.value().parse::<u16>() {
            Ok(count) => Ok((property, count)),
            Err(_) => Err(self.value_error(property, property.value(), "a number")),
        });
        let handicap = stones.transpose()?.filter(|(_, count)| *count >= 2);
        let blocked = diagram.points_with(Stone::Blocked).collect();
        let at = || root.first().map_or(0, |property| property.at);
        let setup = setup.with_blocked(blocked).map_err(|error| parse::error(self.bytes, at(), error.into()))?;
        let bare = diagram.stones == Diagram::empty(&setup).stones;
        if let Some((property, _)) = handicap.filter(|_| bare) {
            self.warn(property, "the handicap stones are not on the board (AB)");
        }
        if bare && !turn_told && diagram.state.is_empty() {
            return Ok(games::start(&setup));
        }
        if !turn_told {
            let after_handicap = handicap.map(|_| setup.info().first.other());
            diagram.to_move = first.or(after_handicap).unwrap_or(setup.info().first);
        }
        games::start_from(&setup, &diagram).map_err(|error| {
            let error = match error {
                DiagramError::State(name, value) => DiagramError::State(quote(&name), quote(&value)),
                error => error,
            };
            parse::error(self.bytes, at(), SgfProblem::Diagram(error))
        })
    }

    /// Plays the move of a node. Set-up stands before the first move or beside it, and was taken before.
    fn node(&mut self, game: &mut dyn AnyHistory, node: &[Property], first: bool) -> Result<(), SgfError> {
        let late = |property: &Property| SgfProblem::LateSetup(property.quote(), game.moves().len());
        for property in node.iter().filter(|_| !first) {
            match &*property.name {
                "AB" | "AW" | "AE" | "QA" | "QT" => return Err(self.error(property, late(property))),
                "PL" | "B" | "W" | "QS" => {}
                _ => self.remark(property, false),
            }
        }
        let turn = game.to_move();
        self.play_node(game, node)?;
        // GoGui tells with each move whose turn it is then; others, whose it was.
        for property in node.iter().filter(|property| property.name == "PL") {
            let told = self.turn(property)?;
            if told != turn && told != game.to_move() && !game.is_over() {
                let late = SgfProblem::LateSetup(property.quote(), game.moves().len());
                return Err(self.error(property, late));
            }
        }
        Ok(())
    }

    /// Plays the move of a node, where there is one.
    fn play_node(&self, game: &mut dyn AnyHistory, node: &[Property]) -> Result<(), SgfError> {
        let mut moves = node.iter().filter(|property| is_move(property));
        let Some(property) = moves.next() else { return Ok(()) };
        if moves.next().is_some() {
            return Err(self.error(property, SgfProblem::TwoMoves));
        }
        let kind = node.iter().find(|property| property.name == "QK");
        if game.moves().len() == MOST_MOVES {
            return Err(self.error(property, SgfProblem::Long(MOST_MOVES)));
        }
        self.play(game, property, kind)
    }

    fn play(&self, game: &mut dyn AnyHistory, property: &Property, kind: Option<&Property>) -> Result<(), SgfError> {
        let number = game.moves().len() + 1;
        let illegal = |word: &str| self.error(property, SgfProblem::Illegal(number, word.to_owned()));
        let Some(seat) = seat_of(&property.name) else {
            // No game lets both seats swap, so it needs no name.
            let able =
                [game.to_move(), game.to_move().other()].into_iter().find(|&seat| game.is_legal(seat, Move::SWAP));
            let seat = able.ok_or_else(|| illegal(move_words::SWAP))?;
            return game.play(seat, Move::SWAP).map_err(|_| illegal(move_words::SWAP));
        };
        let (info, geometry) = (game.info(), game.geometry());
        let value = property.value();
        let small = geometry.width() <= 19 && geometry.height() <= 19;
        if value.is_empty() || value == "tt" && small {
            return game.play(seat, Move::PASS).map_err(|_| illegal(&format!("{} pass", seat.name())));
        }
        let Some(vertex) = unspell(geometry, value) else {
            return Err(self.value_error(property, value, "two letters for a point, or nothing for a pass"));
        };
        let kind = self.kind(info, seat, number, property, kind)?;
        let point = geometry.point(vertex).ok_or_else(|| illegal(&format!("{} {}", seat.name(), property.quote())))?;
        let mv = Move::place(kind, point);
        let word = format!("{} {}", seat.name(), move_words::format(info, geometry, mv));
        game.play(seat, mv).map_err(|_| illegal(&word))
    }

    /// Which kind of stone a move puts down.
    fn kind(
        &self,
        info: &'static GameInfo,
        seat: Seat,
        number: usize,
        property: &Property,
        kind: Option<&Property>,
    ) -> Result<u8, SgfError> {
        let own = info.own_kind();
        let names = || info.kinds.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
        match kind {
            None => own.ok_or_else(|| self.error(property, SgfProblem::NoKind(number, names()))),
            Some(kind) => move_words::parse_kind(info, seat, kind.value())
                .map_err(|_| self.error(kind, SgfProblem::Foreign(kind.quote(), info.title))),
        }
    }

    /// Warns where the file claims another result than the finished game has.
    fn check_result(&mut self, game: &dyn AnyHistory, property: &Property) {
        let Some(outcome) = game.outcome() else { return };
        let claim = property.value();
        let is_wrong = match claim.parse::<Margin>() {
            Ok(margin) => margin != outcome.margin,
            // `B+R` and the like tell only who won.
            Err(_) => {
                let winner = claim.split_once('+').and_then(|(winner, _)| seat_of(winner));
                winner.is_some() && winner != outcome.winner()
            }
        };
        if is_wrong {
            self.warn(property, &format!("the game as it was played ended {}", outcome.margin));
        }
    }
}

fn is_move(property: &Property) -> bool {
    matches!(&*property.name, "B" | "W" | "QS")
}

fn seat_of(name: &str) -> Option<Seat> {
    match name {
        "B" => Some(Seat::Black),
        "W" => Some(Seat::White),
        _ => None,
    }
}

/// The game that `RU` begins with, by its word or its title, and what follows.
fn named_game(text: &str) -> Option<(&'static GameInfo, &str)> {
    let after = |name: &str| {
        let rest = text.get(name.len()..)?;
        let whole = text[..name.len()].eq_ignore_ascii_case(name) && !rest.starts_with(char::is_alphanumeric);
        whole.then(|| rest.trim_start_matches(':'))
    };
    GAMES.iter().find_map(|info| Some((*info, after(info.title).or_else(|| after(info.id))?)))
}

fn notes(root: &[Property]) -> Notes {
    let text = |name: &str| {
        let found = root.iter().find(|property| property.name == name)?;
        Some(found.value().to_owned()).filter(|text| !text.is_empty())
    };
    Notes {
        black: text("PB"),
        white: text("PW"),
        result: text("RE"),
        date: text("DT"),
        event: text("EV"),
        round: text("RO"),
        comment: text("C"),
    }
}
