//! The reader: plays every move of a file on the board of the game that the file names.

use quintet_core::game::Game;
use quintet_core::notation::{move_words, quote};
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Margin, Move, Seat};

use super::context::Context;
use super::error::{SgfError, SgfProblem};
use super::file::Reading;
use super::parse::{self, ParsedNode, ParsedTree, Property};
use super::record::Record;
use super::root::is_set_up;
use super::start::StartPosition;
use super::{charset, points, root};
use crate::suicide::suicide;
use crate::tree::{GameTree, NodeId, Step};

/// The largest number of moves that are read, including passes after the end: many times that of
/// the longest games.
const MOST_MOVES: usize = 200_000;

/// Reads the first game of a file with all its variations and plays every move, to the end or up to
/// the requested move of the main line, where the tree then ends.
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
/// assert_eq!((record.tree.setup().komi(), record.tree.fact("PB")), (6.5, Some("Ada")));
/// let game = record.replay();
/// assert_eq!(game.moves().len(), 3);
/// // The position before the second move.
/// assert_eq!(sgf::read(file, Some(2))?.moves().len(), 1);
/// # Ok::<(), sgf::SgfError>(())
/// ```
///
/// The board decides what is accepted: play may go on after two passes, stones may be set up in the
/// middle of a game, and in ordinary Go a move may take stones of its own. A variation with an
/// illegal move is kept as text from there on, with a warning.
///
/// # Errors
/// Returns an error if the text is not SGF, is another game's, or has an impossible set-up or an
/// illegal move in the main line. Nothing is dropped silently.
pub fn read<'a>(bytes: &[u8], reading: impl Into<Reading<'a>>) -> Result<Record, SgfError> {
    let (bytes, unknown) = charset::decode(bytes);
    let (bytes, unknown) = (&*bytes, unknown.map(|name| quote(&name)));
    let parsed = parse::tree(bytes)?;
    let reading = reading.into();
    let new_context = || {
        let mut context = Context::new(bytes);
        if let Some(name) = &unknown {
            context.warn_of_file(format!("unknown character set '{name}': read as Latin-1"));
        }
        context
    };
    let mut context = new_context();
    let root = &parsed.nodes[0].properties;
    let setup = root::setup(&mut context, root, reading.games, reading.present)?;
    let ordinary = root::ordinary(&setup).filter(|ordinary| *ordinary != setup);
    let named = root::names_game(root, reading.games);
    let record = Reader::read(context, parsed, setup, reading.stop_before);
    match (record, ordinary) {
        (Err(SgfError { problem: SgfProblem::Illegal(..), .. }), Some(setup)) if !named => {
            let mut context = new_context();
            context.warn_of_file("a move is legal in ordinary Go only: read as such, with simple ko".to_owned());
            Reader::read(context, parse::tree(bytes)?, setup, reading.stop_before)
        }
        (record, _) => record,
    }
}

/// A game that is being read.
struct Reader<'a> {
    context: Context<'a>,
    tree: GameTree,
    /// The game up to `node`.
    game: Game,
    node: NodeId,
    /// The side that moves first after a handicap.
    after_handicap: Option<Seat>,
}

impl Reader<'_> {
    /// Reads a game of `setup`.
    fn read(
        mut context: Context<'_>,
        parsed: ParsedTree,
        setup: Setup,
        stop_before: Option<usize>,
    ) -> Result<Record, SgfError> {
        parsed.skipped.iter().for_each(|skipped| context.warn_of_file(format!("{skipped}: not read")));
        parsed.repairs.iter().for_each(|repair| context.warn_of_file(repair.text().to_owned()));
        let main = parsed.main_line();
        let first_move = main.iter().position(has_move).unwrap_or(main.len());
        let after_handicap = root::side_after_handicap(&setup, &main[0].properties);
        check_handicap(&mut context, &main[..main.len().min(first_move + 1)], after_handicap.is_some());
        let (main, movers) = (main.len(), movers(&parsed.nodes));

        let mut nodes = parsed.nodes.into_iter();
        let first = nodes.next().map(|node| node.properties).unwrap_or_default();
        let is_apart = |property: &Property| first_move == 0 && !root::is_fact(property) && !is_set_up(property);
        let (first, root): (Vec<_>, Vec<_>) = first.into_iter().partition(is_apart);
        let side = movers[0].or(after_handicap).unwrap_or(setup.info().first);
        let game = read_start(&mut context, &root, setup, side)?;
        let mut reader =
            Reader { context, tree: GameTree::new(game.clone()), game, node: NodeId::ROOT, after_handicap };
        *reader.tree.properties_mut(NodeId::ROOT) = root;
        // The node of the tree for each node of the file that is read.
        let mut ids = vec![Some(NodeId::ROOT)];
        let stops = |reader: &Reader<'_>, i: usize| {
            i >= first_move && stop_before.is_some_and(|stop| reader.tree.number(reader.node) + 1 >= stop)
        };
        let mut stopped_after = None;
        if stops(&reader, 0) {
            stopped_after = Some(0);
        } else if !first.is_empty() {
            ids[0] = Some(reader.read_node(NodeId::ROOT, first, movers[0], true)?);
        }
        for (i, ParsedNode { parent: above, properties }) in (1..).zip(nodes) {
            if i < main && stopped_after.is_none() && stops(&reader, i) {
                stopped_after = Some(above);
            }
            let Some(parent) = ids[above].filter(|_| stopped_after != Some(above)) else {
                ids.push(None);
                continue;
            };
            ids.push(Some(reader.read_node(parent, properties, movers[i], i < main)?));
        }
        reader.finish(stopped_after.is_some())
    }

    fn finish(mut self, stopped: bool) -> Result<Record, SgfError> {
        self.tree.set_read();
        self.go_to(self.tree.end());
        let Reader { mut context, mut tree, game, .. } = self;
        if stopped {
            tree.properties_mut(NodeId::ROOT).retain(|property| property.name != "RE");
        }
        for property in tree.properties(NodeId::ROOT).iter().filter(|property| property.name == "RE") {
            check_result(&mut context, &game, property);
        }
        Ok(Record { tree, warnings: context.into_warnings() })
    }

    fn go_to(&mut self, node: NodeId) {
        self.tree.travel(&mut self.game, self.node, node);
        self.node = node;
    }

    /// Reads a node. One of a variation that cannot be played is kept as it is.
    ///
    /// # Errors
    /// Returns an error if a node of the main line cannot be played.
    fn read_node(
        &mut self,
        parent: NodeId,
        mut properties: Vec<Property>,
        mover: Option<Seat>,
        main: bool,
    ) -> Result<NodeId, SgfError> {
        if *self.tree.step(parent) == Step::Unread {
            return Ok(self.tree.push(parent, Step::Unread, properties, false));
        }
        self.go_to(parent);
        let mut steps = Vec::new();
        if let Err(error) = self.read_steps(&properties, mover, &mut steps) {
            if main {
                return Err(error);
            }
            self.context.warn_of_file(format!("{error}; the variation is kept, but not shown"));
            if steps.iter().all(|step| matches!(step, Step::Move(..))) {
                self.game.undo(steps.len()).expect("these moves were just played");
            } else {
                self.game = self.tree.game_at(parent);
            }
            return Ok(self.tree.push(parent, Step::Unread, properties, false));
        }
        if properties.iter().any(is_move) {
            properties.retain(|property| !is_move(property) && property.name != "QK");
        }
        // Each step is a node of its own, the last one with what the file says of the position.
        let last = steps.pop().unwrap_or(Step::Nothing);
        for step in steps {
            let of_step = |property: &Property| matches!(step, Step::SetUp(_)) && sets_up(property);
            let (own, rest) = properties.into_iter().partition(of_step);
            properties = rest;
            self.node = self.tree.push(self.node, step, own, main);
        }
        self.node = self.tree.push(self.node, last, properties, main);
        Ok(self.node)
    }

    /// Plays the steps of a node.
    fn read_steps(&mut self, node: &[Property], mover: Option<Seat>, steps: &mut Vec<Step>) -> Result<(), SgfError> {
        node.iter().for_each(|property| self.context.check_place(property));
        let moves: Vec<&Property> = node.iter().filter(|property| is_move(property)).collect();
        let is_set_up = node.iter().any(is_set_up);
        // Beside a move, `PL` says what the moves themselves say: before it, or in GoGui's files
        // after it.
        let side = node.iter().find(|property| property.name == "PL" && moves.is_empty() && !is_set_up);
        let side = side.and_then(|property| self.context.side(property));
        let is_other_side = side.is_some_and(|side| side != self.game.to_move() && !self.game.is_over());
        if is_set_up || is_other_side {
            let mut start = StartPosition::from_game(&self.game);
            if is_set_up {
                for property in node {
                    start.set_up(&mut self.context, property)?;
                }
            }
            let after_handicap = self.after_handicap.filter(|_| self.tree.number(self.node) == 0);
            let side = side.or(mover).or(after_handicap);
            self.game = start.into_game(&self.context, node[0].at, side)?;
            steps.push(Step::SetUp(Box::new(self.game.diagram())));
        }
        let kind = node.iter().find(|property| property.name == "QK");
        if let [_, second, ..] = moves[..] {
            if kind.is_some() {
                return Err(self.context.error(second, SgfProblem::TwoMoves));
            }
            self.context.warn(second, "a second move in a node: read as the next move");
        }
        for (number, property) in (self.tree.number(self.node) + 1..).zip(moves) {
            if property.values.len() > 1 {
                return Err(self.context.error(property, SgfProblem::TwoMoves));
            }
            if number > MOST_MOVES {
                return Err(self.context.error(property, SgfProblem::Long(MOST_MOVES)));
            }
            let (seat, mv) = self.play(number, property, kind)?;
            steps.push(Step::Move(seat, mv));
        }
        Ok(())
    }

    /// Plays a move.
    fn play(&mut self, number: usize, property: &Property, kind: Option<&Property>) -> Result<(Seat, Move), SgfError> {
        let Reader { context, game, .. } = self;
        let illegal = |word: &str| context.error(property, SgfProblem::Illegal(number, word.to_owned()));
        let Some(seat) = side_of(&property.name) else {
            // No game lets both players swap, so the property need not name one.
            let mut seats = [game.to_move(), game.to_move().other()].into_iter();
            let able = seats.find(|&seat| game.is_legal(seat, Move::SWAP));
            let seat = able.ok_or_else(|| illegal(move_words::SWAP))?;
            game.play(seat, Move::SWAP).map_err(|_| illegal(move_words::SWAP))?;
            return Ok((seat, Move::SWAP));
        };
        let (info, geometry) = (game.info(), game.geometry());
        let value = property.value();
        if points::is_pass(geometry, value) {
            game.play(seat, Move::PASS).map_err(|_| illegal(&format!("{} pass", info.own_stone(seat).name())))?;
            return Ok((seat, Move::PASS));
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
        if game.play(seat, mv).is_err() {
            let after = suicide(game, seat, mv).filter(|_| root::is_ordinary(game.setup()));
            let played = after.and_then(|diagram| game.play_to(seat, mv, &diagram).ok());
            played.ok_or_else(|| illegal(&word))?;
            context.warn(property, &format!("move {number} is suicide, which our rules forbid: read as played"));
        }
        Ok((seat, mv))
    }
}

/// Returns the game before the first move. `side` is to move if the first node does not say it.
fn read_start(context: &mut Context<'_>, root: &[Property], setup: Setup, side: Seat) -> Result<Game, SgfError> {
    let mut start = StartPosition::new(setup);
    for property in root {
        start.set_up(context, property)?;
    }
    start.into_game(context, root.first().map_or(0, |property| property.at), Some(side))
}

/// Warns about a handicap that is not a number, or whose stones are not set up before the first
/// move.
fn check_handicap(context: &mut Context<'_>, opening: &[ParsedNode], is_given: bool) {
    let Some(property) = root::handicap(&opening[0].properties) else { return };
    if property.value().parse::<u16>().is_err() {
        context.warn(property, "not a number, not read");
    } else if is_given && !opening.iter().flat_map(|node| &node.properties).any(is_set_up) {
        context.warn(property, "the handicap stones are not on the board (AB)");
    }
}

/// Returns the side of the next move for each node: its own, or that of the node that follows in
/// the first variation.
fn movers(nodes: &[ParsedNode]) -> Vec<Option<Seat>> {
    let mut movers = vec![None; nodes.len()];
    for (i, node) in nodes.iter().enumerate().rev() {
        movers[i] = if has_move(node) {
            node.properties.iter().find_map(|property| side_of(&property.name))
        } else {
            nodes.get(i + 1).filter(|next| next.parent == i).and(movers.get(i + 1).copied().flatten())
        };
    }
    movers
}

fn has_move(node: &ParsedNode) -> bool {
    node.properties.iter().any(is_move)
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

/// Returns whether a property belongs to a set-up.
fn sets_up(property: &Property) -> bool {
    is_set_up(property) || property.name == "PL"
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
