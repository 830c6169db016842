//! The status of stones and points, for GUIs and servers that ask it: dead stones, territory,
//! captures, liberties, an estimate of the score.

use quintet_core::board::Point;
use quintet_core::groups::{Group, groups};
use quintet_core::notation::quote;
use quintet_core::types::{IllegalMove, Margin, Stone};

use super::Command;
use crate::answer::{Answer, CommandError};
use crate::call::Call;
use crate::session::Session;
use crate::vertex_list::{in_reading_order, vertices};
use quintet_engine::life::{Life, Status};

/// The commands of this family.
pub const COMMANDS: &[Command] = &[
    Command::new("final_score", "final_score", "the result: B+n, W+n or 0", final_score),
    Command::new(
        "final_status_list",
        "final_status_list alive|seki|dead|white_territory|black_territory|dame",
        "the stones or points with this status, one chain per line, other points on one line",
        final_status_list,
    ),
    Command::new("final_status", "final_status VERTEX", "the status of a stone or point", final_status),
    Command::new("estimate_score", "estimate_score", "the score that random games from here expect", estimate_score),
    Command::new("captures", "captures SEAT", "the number of stones that a seat has captured", captures),
    Command::new("countlib", "countlib VERTEX", "the number of liberties of a chain", countlib),
    Command::new("findlib", "findlib VERTEX", "the liberties of a chain", findlib),
];

fn final_score(session: &mut Session, _: &mut Call<'_>) -> Answer {
    session.game().score().map(|score| score.to_string()).ok_or_else(CommandError::cannot_score)
}

fn final_status_list(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let word = call.word(0)?;
    let Some(status) = Status::ALL.into_iter().find(|status| status.name().eq_ignore_ascii_case(word)) else {
        let [names @ .., last] = Status::ALL.map(Status::name);
        let names = names.join(", ");
        return Err(CommandError::syntax(format_args!("a status is {names} or {last}, not '{}'", quote(word))));
    };
    let game = session.game();
    let life = Life::of(game, session.knowledge());
    let vertex = |point: Point| session.notation().vertex(game, point, game.stone(point));
    let line = |points: &[Point]| points.iter().map(|&point| vertex(point)).collect::<Vec<_>>().join(" ");
    if matches!(status, Status::Alive | Status::Seki | Status::Dead) {
        return Ok(life.groups(status).map(|group| line(&group.points)).collect::<Vec<_>>().join("\n"));
    }
    let points = game.geometry().points().filter(|&point| life.status(game, point) == status);
    // Kigo misreads more than one line.
    Ok(line(&in_reading_order(game.geometry(), points)))
}

/// Returns the point that the first argument names.
fn point(session: &Session, call: &Call<'_>) -> Result<Point, CommandError> {
    let point = session.notation().point(session.game(), call.word(0)?)?.ok_or(IllegalMove)?;
    if session.game().stone(point) == Some(Stone::Blocked) { Err(IllegalMove.into()) } else { Ok(point) }
}

fn final_status(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let point = point(session, call)?;
    Ok(Life::of(session.game(), session.knowledge()).status(session.game(), point).name().to_owned())
}

/// Answers in GNU Go's words, whose bounds are seen by White. The bounds leave out the highest and
/// the lowest tenth of the random games.
fn estimate_score(session: &mut Session, _: &mut Call<'_>) -> Answer {
    let mut margins = session.random_margins();
    margins.sort_by(f64::total_cmp);
    let mean = margins.iter().sum::<f64>() / margins.len() as f64;
    let tenth = margins.len() / 10;
    let (upper, lower) = (-margins[tenth] + 0.0, -margins[margins.len() - 1 - tenth] + 0.0);
    let tenths = Margin::new((mean * 10.0).round() / 10.0);
    let score = match tenths.winner() {
        Some(seat) => format!("{}+{:.1}", seat.letter().to_ascii_uppercase(), tenths.points().abs()),
        None => "0".to_owned(),
    };
    Ok(format!("{score} (upper bound: {upper:.1}, lower: {lower:.1})"))
}

fn captures(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let seat = session.seat(call, 0)?;
    Ok(session.game().captured()[seat.index()].to_string())
}

/// Returns the chain on the vertex of the first argument.
fn chain(session: &Session, call: &Call<'_>) -> Result<Group, CommandError> {
    let point = point(session, call)?;
    let game = session.game();
    let chains = groups(game.geometry(), &|point| game.stone(point));
    let found = chains.into_iter().find(|chain| chain.points.contains(&point));
    found.ok_or_else(|| CommandError::new("vertex must not be empty"))
}

fn countlib(session: &mut Session, call: &mut Call<'_>) -> Answer {
    Ok(chain(session, call)?.liberties.len().to_string())
}

fn findlib(session: &mut Session, call: &mut Call<'_>) -> Answer {
    Ok(vertices(session, chain(session, call)?.liberties, None))
}
