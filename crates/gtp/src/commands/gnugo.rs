//! Commands of GNU Go and Leela Zero that need no analysis running: leading moves, a map of priors,
//! playing strength.

use std::fmt::Write as _;

use quintet_core::types::{Move, Seat};

use super::Command;
use crate::answer::Answer;
use crate::args;
use crate::call::Call;
use crate::session::{Session, Thinking};
use crate::snapshot::Snapshot;

/// The commands of this family.
pub const COMMANDS: &[Command] = &[
    Command::thinking(
        "top_moves",
        "top_moves",
        "the leading moves of the latest search, or of a new one, with their win rates in per cent",
        |session, call| Box::pin(top_moves(session, call)),
    ),
    Command::thinking("top_moves_black", "top_moves_black", "Black's leading moves with their win rates", |s, c| {
        Box::pin(top_moves_of(s, c, Seat::Black))
    }),
    Command::thinking("top_moves_white", "top_moves_white", "White's leading moves with their win rates", |s, c| {
        Box::pin(top_moves_of(s, c, Seat::White))
    }),
    Command::new("heatmap", "heatmap", "the prior probability of each point, in thousandths", heatmap),
    Command::new("level", "level N", "sets the level of play: 1 (weakest) to 12, or 0 for full strength", level),
];

/// The number of moves that GNU Go lists.
const MOST_MOVES: usize = 10;

async fn top_moves(session: &mut Session, call: &mut Call<'_>) -> Answer {
    if session.latest_moves().is_empty() {
        let seat = session.game().to_move();
        return top_moves_of(session, call, seat).await;
    }
    Ok(moves_in_words(session))
}

/// Searches for the leading moves of a side without playing any.
async fn top_moves_of(session: &mut Session, call: &mut Call<'_>, seat: Seat) -> Answer {
    let thinking = Thinking { fresh: true, ..Thinking::new(call).within(session.limits(seat)) };
    let mut thinking = thinking.for_analysis(session);
    thinking.options.to_the_limit = true;
    session.think(call, seat, thinking, &mut |_, _| {}).await;
    Ok(moves_in_words(session))
}

/// Returns the leading moves of the latest search and their win rates, as GNU Go writes moves and
/// their values. It never lists a pass.
fn moves_in_words(session: &Session) -> String {
    let placements = session.latest_moves().iter().filter(|(mv, _)| mv.point().is_some()).take(MOST_MOVES);
    placements.map(|&(mv, rate)| format!("{} {:.2}", session.word(mv), 100.0 * rate)).collect::<Vec<_>>().join(" ")
}

/// Answers in the format that Leela Zero writes to standard error.
fn heatmap(session: &mut Session, _: &mut Call<'_>) -> Answer {
    let seat = session.game().to_move();
    let priors = if session.game().is_over() {
        Vec::new()
    } else {
        session.engine().priors(seat, &session.preferences().settings)
    };
    let thousandths = |wanted: &dyn Fn(Move) -> bool| {
        let sum: f64 = priors.iter().filter(|(mv, _)| wanted(*mv)).map(|&(_, prior)| f64::from(prior)).sum();
        (1000.0 * sum) as u32
    };
    let snapshot = Snapshot::new(session);
    let cells = snapshot.cells(|point| f64::from(thousandths(&|mv| mv.point() == Some(point))));
    let (width, _) = session.notation().client_size(session.setup());
    let mut text = String::new();
    for row in cells.chunks(width as usize) {
        let row: Vec<String> = row.iter().map(|value| format!("{value:3}")).collect();
        // Writing to a string cannot fail.
        _ = writeln!(text, "{}", row.join(" "));
    }
    let margins = session.random_margins();
    let result = |margin: &f64| match margin * seat.sign() {
        0.0 => 0.5,
        margin => f64::from(u8::from(margin > 0.0)),
    };
    let wins: f64 = margins.iter().map(result).sum();
    _ = writeln!(text, "pass: {}", thousandths(&|mv| mv == Move::PASS));
    _ = write!(text, "winrate: {:.6}", wins / margins.len() as f64);
    Ok(format!("\n{text}"))
}

fn level(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let number = call.parsed(0, args::count)?;
    session.preferences_mut().level = args::level(number)?;
    Ok(String::new())
}
