//! Everything before the first move: the game, the board, blocked points, komi.

use quintet_core::board::{Point, PointSet};
use quintet_core::diagram::Diagram;
use quintet_core::setup::{Setup, SetupError};
use quintet_core::types::IllegalMove;
use quintet_games as games;
use quintet_record::setup_words::{self, Size};

use super::Command;
use crate::answer::{Answer, CommandError};
use crate::args;
use crate::call::Call;
use crate::notation::Style;
use crate::session::Session;
use crate::vertex_list::vertices;

/// The commands of this family.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "boardsize",
        "boardsize N [HEIGHT]",
        "a new game on a board of this size; of two numbers, on a rectangle",
        boardsize,
    ),
    Command::new(
        "rectangular_boardsize",
        "rectangular_boardsize WIDTH HEIGHT",
        "a new game on a board of this size (Stoical Go, Cancer)",
        rectangular_boardsize,
    ),
    Command::new("query_boardsize", "query_boardsize", "the size of the board, as boardsize takes it", query_boardsize),
    Command::new("clear_board", "clear_board", "a new game on the same board by the same rules", clear_board),
    Command::new("komi", "komi NUMBER", "sets the points that White is given", komi),
    Command::new("get_komi", "get_komi", "the points that White is given", get_komi),
    Command::new("quintet-list_games", "quintet-list_games", "the games, one a line", list_games),
    Command::new("set_game", "set_game GAME", "a new game of another kind, on its default board", set_game),
    Command::new("quintet-get_game", "quintet-get_game", "the game that is played", get_game),
    Command::new(
        "quintet-block",
        "quintet-block [VERTEX...]",
        "blocks points before the first move; without a vertex, lists the blocked ones",
        block,
    ),
    Command::new("quintet-unblock", "quintet-unblock VERTEX...", "frees blocked points before the first move", unblock),
];

fn boardsize(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let sides: Option<Vec<u16>> = call.args.words().map(args::side).collect();
    let size = match sides.as_deref() {
        Some(&[side]) => Size::Side(side),
        Some(&[width, height]) => Size::Rectangle(width, height),
        _ => return Err(call.usage()),
    };
    resize(session, size)
}

fn query_boardsize(session: &mut Session, _: &mut Call<'_>) -> Answer {
    let (width, height) = session.notation().client_size(session.setup());
    Ok(if width == height || height == 1 { width.to_string() } else { format!("{width} {height}") })
}

fn resize(session: &mut Session, size: Size) -> Answer {
    let setup = session.notation().resized(session.setup(), size)?;
    session.restart(&setup, None, &[])?;
    Ok(String::new())
}

fn rectangular_boardsize(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let (width, height) = (call.parsed(0, args::side)?, call.parsed(1, args::side)?);
    resize(session, Size::Rectangle(width, height))
}

fn clear_board(session: &mut Session, _: &mut Call<'_>) -> Answer {
    session.clear_board();
    Ok(String::new())
}

fn komi(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let komi = setup_words::komi(call.word(0)?)?;
    // GoGui sends komi to the players but not to the ruler that counts the score. On its boards
    // komi comes from the command line, which is the same for all.
    if session.style() != Style::Gogui {
        session.set_komi(komi);
    }
    Ok(String::new())
}

fn get_komi(session: &mut Session, _: &mut Call<'_>) -> Answer {
    let setup = session.setup();
    Ok(setup_words::komi_text(if setup.info().komi { setup.komi() } else { 0.0 }))
}

fn list_games(_: &mut Session, _: &mut Call<'_>) -> Answer {
    Ok(games::GAMES.iter().map(|info| info.id).collect::<Vec<_>>().join("\n"))
}

fn set_game(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let info = setup_words::game(call.word(0)?)?;
    let mut setup = session.notation().adapted(Setup::new(info));
    setup.set_komi(session.setup().komi());
    session.restart(&setup, None, &[])?;
    session.reset_bare_vertex();
    Ok(String::new())
}

fn get_game(session: &mut Session, _: &mut Call<'_>) -> Answer {
    Ok(session.setup().info().id.to_owned())
}

/// Reads the points of the arguments.
fn points(session: &Session, call: &Call<'_>) -> Result<PointSet, CommandError> {
    let mut points = PointSet::EMPTY;
    for word in call.args.words() {
        let point = session.notation().point(session.game(), word)?;
        points.insert(point.ok_or(IllegalMove)?);
    }
    Ok(points)
}

/// Blocks or frees points, and keeps the stones on the board.
fn change_blocked(session: &mut Session, points: PointSet, change: fn(&mut PointSet, Point) -> bool) -> Answer {
    let before = session.setup().blocked();
    let mut blocked = before;
    points.iter().for_each(|point| _ = change(&mut blocked, point));
    let setup = session.setup().with_blocked(blocked)?;
    session.require_no_moves("points are blocked and freed")?;
    let start = session.game().start_diagram();
    let is_taken = |point: Point| start.stones[point.index()].is_some() && !before.contains(point);
    if points.iter().any(is_taken) {
        return Err(IllegalMove.into());
    }
    if session.is_board_empty() {
        session.change_setup(&setup, None)?;
    } else {
        let empty = setup.empty_diagram().stones;
        let stones = (0..).map(Point).zip(empty).map(|(p, e)| if is_taken(p) { start.stones[p.index()] } else { e });
        session.change_setup(&setup, Some(&Diagram { stones: stones.collect(), ..start.clone() }))?;
    }
    Ok(String::new())
}

fn block(session: &mut Session, call: &mut Call<'_>) -> Answer {
    if call.args.is_empty() {
        let setup = session.setup();
        if !setup.info().blocking {
            return Err(SetupError::NoBlocking(setup.info().title).into());
        }
        return Ok(vertices(session, setup.blocked().iter(), None));
    }
    let points = points(session, call)?;
    change_blocked(session, points, PointSet::insert)
}

fn unblock(session: &mut Session, call: &mut Call<'_>) -> Answer {
    if call.args.is_empty() {
        return Err(call.usage());
    }
    let points = points(session, call)?;
    change_blocked(session, points, PointSet::remove)
}
