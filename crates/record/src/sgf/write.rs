//! The writer. The same tree gives the same bytes.

use std::fmt::Write as _;

use quintet_core::board::{Point, PointSet, Shape};
use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::{Action, Move, Seat, Stone};

use super::context::Context;
use super::parse::Property;
use super::{points, root};
use crate::rule_names;
use crate::setup_words::komi_text;
use crate::tree::{Forfeit, ForfeitReason, GameTree, NodeId, Step};

/// The number of nodes on a line of the file.
const NODES_A_LINE: usize = 10;

/// Returns a game as an SGF file, with facts such as `("PB", "quintet")`, of which empty ones are
/// left out. The result of a finished game (`RE`) is added if it is not among them.
///
/// ```
/// use quintet_core::board::Point;
/// use quintet_core::game::Game;
/// use quintet_core::setup::Setup;
/// use quintet_core::types::{Move, Seat};
/// use quintet_record::sgf;
///
/// let mut game = Game::new(Setup::new(quintet_games::find("cancer").unwrap()));
/// game.play(Seat::Black, Move::place(0, Point(0)))?;
/// let file = sgf::write_game(&game, &[("PW", "quintet")]);
/// assert!(file.contains("RU[cancer eye=any pie=on]PW[quintet]") && file.contains(";B[ai]"));
/// # Ok::<(), quintet_core::types::IllegalMove>(())
/// ```
pub fn write_game(game: &Game, facts: &[(&str, &str)]) -> String {
    let mut tree = GameTree::new(game.clone());
    facts.iter().for_each(|(name, value)| tree.add_fact(name, value));
    // The game that was given has the judge of dead stones.
    write_file(&tree, None, game)
}

/// Returns a game with all its variations as an SGF file. Everything that was read from a file is
/// written again, except that `FF`, `CA` and `AP` are those of the new file, and that `RE` is the
/// result of the main line if that has changed.
pub fn write(tree: &GameTree) -> String {
    write_file(tree, None, &tree.game_at(tree.end()))
}

/// Returns a game whose main line ends at a node, without what follows it; `game` is the game there.
pub fn write_up_to(tree: &GameTree, node: NodeId, game: &Game) -> String {
    write_file(tree, Some(node), game)
}

/// Writes a tree; `game` is the one at the end of the main line, which is `last` if that is given.
fn write_file(tree: &GameTree, last: Option<NodeId>, game: &Game) -> String {
    enum Part {
        Node(NodeId),
        Text(&'static str),
    }
    let mut file = String::new();
    let movers = movers(tree, last);
    let mut parts = vec![Part::Text(")\n"), Part::Node(NodeId::ROOT), Part::Text("(")];
    while let Some(part) = parts.pop() {
        let node = match part {
            Part::Text(text) => {
                file.push_str(text);
                continue;
            }
            Part::Node(node) => node,
        };
        if node == NodeId::ROOT {
            root_node(&mut file, tree, last.unwrap_or_else(|| tree.end()), game, movers[0]);
        } else {
            if tree.depth(node) % NODES_A_LINE == 1 && !file.ends_with('(') {
                file.push('\n');
            }
            inner_node(&mut file, tree, node, movers[tree.index(node)]);
        }
        let children: Vec<NodeId> = match last {
            Some(last) if last == node => Vec::new(),
            _ => [tree.children(node), tree.unread(node)].concat(),
        };
        match children[..] {
            [only] => parts.push(Part::Node(only)),
            _ => parts.extend(
                children.iter().rev().flat_map(|&child| [Part::Text(")"), Part::Node(child), Part::Text("\n(")]),
            ),
        }
    }
    file
}

/// Returns the side of the next move for each node, as the reader finds it.
fn movers(tree: &GameTree, last: Option<NodeId>) -> Vec<Option<Seat>> {
    let mut movers = vec![None; tree.len()];
    for index in (0..tree.len()).rev() {
        let node = NodeId::new(index);
        movers[index] = match *tree.step(node) {
            Step::Move(_, Move::SWAP) => None,
            Step::Move(seat, _) => Some(seat),
            _ if last == Some(node) => None,
            _ => tree.children(node).first().and_then(|&child| movers[tree.index(child)]),
        };
    }
    movers
}

fn inner_node(file: &mut String, tree: &GameTree, node: NodeId, mover: Option<Seat>) {
    file.push(';');
    let own = tree.properties(node);
    if let Step::Move(seat, mv) = *tree.step(node) {
        step(file, tree.start(), seat, mv);
    }
    own.iter().for_each(|property| list(file, &property.name, &property.values));
    if let Step::SetUp(diagram) = tree.step(node)
        && !own.iter().any(|property| property.name == "PL")
    {
        let parent = tree.parent(node).unwrap_or(NodeId::ROOT);
        let handicap = || root::side_after_handicap(tree.setup(), tree.properties(NodeId::ROOT));
        let handicap = if tree.number(node) == 0 { handicap() } else { None };
        let side = mover.or(handicap).unwrap_or_else(|| tree.game_at(parent).to_move());
        if side != diagram.to_move {
            list(file, "PL", &[side_letter(diagram.to_move)]);
        }
    }
}

fn side_letter(seat: Seat) -> String {
    seat.letter().to_ascii_uppercase().to_string()
}

/// Writes a move.
fn step(file: &mut String, game: &Game, seat: Seat, mv: Move) {
    let letter = seat.letter().to_ascii_uppercase();
    let _ = match mv.action() {
        Action::Pass => write!(file, "{letter}[]"),
        Action::Swap => write!(file, "QS[]"),
        Action::Place { kind, point } => {
            let place = points::format(game.geometry(), point);
            match game.info().kinds.get(usize::from(kind)) {
                Some(kind) if kind.stone.is_some() => write!(file, "{letter}[{place}]QK[{}]", kind.name),
                _ => write!(file, "{letter}[{place}]"),
            }
        }
    };
}

/// The properties that every file begins with, in this order.
const HEAD: [&str; 7] = ["FF", "GM", "CA", "AP", "SZ", "RU", "KM"];

/// Those of them that are about the new file.
const NEW: [&str; 3] = ["FF", "CA", "AP"];

/// Writes the first node. `mover` has the first move, if there is one.
fn root_node(file: &mut String, tree: &GameTree, end: NodeId, game: &Game, mover: Option<Seat>) {
    let own = tree.properties(NodeId::ROOT);
    let setup = tree.setup();
    let head = head(own, setup);
    file.push(';');
    for name in HEAD {
        head.iter().filter(|fact| fact.name == name).for_each(|fact| list(file, name, &fact.values));
        if name == "AP" {
            file.push('\n');
        }
    }
    let keeps_result = tree.keeps_result(end);
    for property in own.iter().filter(|property| !HEAD.contains(&&*property.name)) {
        if property.name != "RE" || keeps_result {
            list(file, &property.name, &property.values);
        }
    }
    let result = match tree.forfeit(end) {
        Some(Forfeit { loser, reason }) => {
            let reason = if reason == ForfeitReason::Time { "T" } else { "R" };
            Some(format!("{}+{reason}", side_letter(loser.other())))
        }
        None => game.outcome().map(|outcome| outcome.margin.to_string()),
    };
    let is_given = keeps_result && (tree.is_read() || tree.fact("RE").is_some());
    if let Some(result) = result.filter(|_| !is_given) {
        list(file, "RE", &[result]);
    }
    let has_side = own.iter().any(|property| property.name == "PL");
    if !own.iter().any(root::is_set_up) && !has_side {
        start(file, tree.start(), own);
    } else if !has_side {
        let side = mover.or_else(|| root::side_after_handicap(setup, own)).unwrap_or(setup.info().first);
        if side != tree.start().to_move() {
            list(file, "PL", &[side_letter(tree.start().to_move())]);
        }
    }
}

/// Returns the properties that the file begins with. Those that give the setup are the tree's own, or
/// as many of them as give it.
fn head(own: &[Property], setup: &Setup) -> Vec<Property> {
    let plain = |setup: &Setup| {
        let mut plain = setup.with_blocked(PointSet::EMPTY).unwrap_or_else(|_| setup.clone());
        if !plain.info().komi {
            plain.set_komi(0.0);
        }
        plain
    };
    // In a session by other rules of Go, a file that names rules is read with those of the session.
    let present = own.iter().any(|property| property.name == "RU").then_some(setup);
    let is_said = |facts: &[Property]| {
        let others = facts.iter().chain(own.iter().filter(|property| !HEAD.contains(&&*property.name)));
        let facts: Vec<Property> = others.cloned().collect();
        let read = root::setup(&mut Context::new(b""), &facts, quintet_games::GAMES, present);
        read.is_ok_and(|read| plain(&read) == plain(setup))
    };
    let with = |replaced: &[&str]| -> Vec<Property> {
        let kept = own.iter().filter(|property| HEAD.contains(&&*property.name));
        let kept = kept.filter(|property| !NEW.contains(&&*property.name) && !replaced.contains(&&*property.name));
        let new = NEW.iter().chain(replaced).filter_map(|name| Some(Property::new(name, &new_value(name, setup)?)));
        kept.cloned().chain(new).collect()
    };
    let is_bare = !own.iter().any(|property| HEAD.contains(&&*property.name));
    let kept = [&[][..], &["RU"]].into_iter().map(with).find(|facts| !is_bare && is_said(facts));
    kept.unwrap_or_else(|| with(&["GM", "SZ", "RU", "KM"]))
}

/// Returns the value of a property that the file begins with.
fn new_value(name: &str, setup: &Setup) -> Option<String> {
    let info = setup.info();
    Some(match name {
        "FF" => "4".to_owned(),
        "CA" => "UTF-8".to_owned(),
        "AP" => format!("quintet:{}", env!("CARGO_PKG_VERSION")),
        "GM" => root::game_number(setup).to_owned(),
        "SZ" => match (setup.geometry().shape(), setup.width(), setup.height()) {
            (Shape::Ring | Shape::Line, width, _) => format!("{width}:1"),
            (_, width, height) if width != height => format!("{width}:{height}"),
            (_, width, _) => width.to_string(),
        },
        "RU" => rule_names::usual_name(setup).unwrap_or_else(|| {
            let rules = setup.rules().map(|(name, value)| format!(" {name}={value}")).collect::<String>();
            format!("{}{rules}", info.id)
        }),
        _ => return info.komi.then(|| komi_text(setup.komi())),
    })
}

/// Writes the set-up properties; none if the game began with its ordinary starting position.
fn start(file: &mut String, game: &Game, own: &[Property]) {
    let setup = game.setup();
    let info = setup.info();
    let start = game.start_diagram();
    let [black, white] = info.own_stones;
    let place = |point: Point| points::format(game.geometry(), point);
    let others = Stone::ALL.into_iter().filter(|stone| ![black, white].contains(stone));
    let others = others.flat_map(|stone| start.points_with(stone).map(move |point| (stone, point)));
    let others: Vec<String> = others.map(|(stone, point)| format!("{}:{}", stone.name(), place(point))).collect();
    list(file, "QA", &others);
    if start != setup.start().diagram() {
        if is_handicap(game, &start) && root::handicap(own).is_none() {
            list(file, "HA", &[start.points_with(info.own_stone(info.first)).count().to_string()]);
        }
        list(file, "AB", &start.points_with(black).map(place).collect::<Vec<_>>());
        list(file, "AW", &start.points_with(white).map(place).collect::<Vec<_>>());
        list(file, "PL", &[side_letter(start.to_move)]);
        list(file, "QT", &start.state.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>());
    }
}

/// Returns whether the start is that of a handicap game: stones of the side that begins, and the
/// other to move.
fn is_handicap(game: &Game, start: &Diagram) -> bool {
    let info = game.info();
    let first = start.points_with(info.own_stone(info.first)).count();
    let second = start.points_with(info.own_stone(info.first.other())).count();
    info.handicap.is_some() && first >= 2 && second == 0 && start.to_move != info.first
}

fn list(file: &mut String, name: &str, values: &[String]) {
    if !values.is_empty() {
        file.push_str(name);
    }
    for value in values {
        // Backslashes and brackets would end the value.
        let _ = write!(file, "[{}]", value.replace('\\', "\\\\").replace(']', "\\]"));
    }
}
