//! The position: as text and in one line, its result, move counts and exact values.

use quintet_core::types::{Move, Seat};
use quintet_record::{position_line, text};
use serde::Serialize;

use super::Command;
use crate::answer::{Answer, CommandError};
use crate::args;
use crate::call::Call;
use crate::session::Session;

/// The greatest depth of `quintet-perft`.
const MAX_DEPTH: u32 = 100;

/// The commands of this family.
pub const COMMANDS: &[Command] = &[
    Command::new("showboard", "showboard", "a picture of the position in plain text", showboard),
    Command::new("quintet-outcome", "quintet-outcome", "whether the game is over, and how, as a JSON object", outcome),
    Command::new("quintet-position", "quintet-position", "the position in one line", |session, _| {
        Ok(position_line::write(session.game()))
    }),
    Command::new("quintet-set_position", "quintet-set_position LINE", "starts from such a position", set_position),
    Command::new("quintet-perft", "quintet-perft DEPTH", "the number of sequences of DEPTH legal moves", perft),
    Command::new(
        "quintet-solve",
        "quintet-solve [SEAT]",
        "the value under best play, all best moves, a best line",
        solve,
    ),
];

fn showboard(session: &mut Session, _: &mut Call<'_>) -> Answer {
    let board = if session.preferences().plain_board { text::plain_board } else { text::board };
    Ok(format!("\n{}", board(session.game())))
}

#[derive(Serialize)]
struct OutcomeJson {
    over: bool,
    winner: Option<Seat>,
    margin: Option<f64>,
    reason: Option<&'static str>,
}

fn outcome(session: &mut Session, _: &mut Call<'_>) -> Answer {
    let json = match session.game().outcome() {
        Some(outcome) => OutcomeJson {
            over: true,
            winner: outcome.winner(),
            margin: Some(outcome.margin.abs()),
            reason: Some(outcome.ending.name()),
        },
        None => OutcomeJson { over: false, winner: None, margin: None, reason: None },
    };
    serde_json::to_string(&json).map_err(|error| CommandError::new(error.to_string()))
}

fn set_position(session: &mut Session, call: &mut Call<'_>) -> Answer {
    if call.args.is_empty() {
        return Err(call.usage());
    }
    let (setup, diagram) =
        position_line::read(call.args.line()).map_err(|error| CommandError::new(error.to_string()))?;
    session.restart(&session.with_own_komi(setup), Some(&diagram), &[])?;
    Ok(String::new())
}

fn perft(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let depth = call.parsed(0, args::count)?;
    let depth = u32::try_from(depth).ok().filter(|&depth| depth <= MAX_DEPTH);
    let depth = depth.ok_or_else(|| CommandError::syntax(format_args!("DEPTH is 0 to {MAX_DEPTH}")))?;
    let game = session.game();
    let count = call.interruptible(|go_on| game.perft_while(depth, go_on));
    count.map(|count| count.to_string()).ok_or_else(|| CommandError::new("interrupted"))
}

fn solve(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let info = session.setup().info();
    let seat = call.args.word(0).map_or(Ok(session.game().to_move()), |word| args::seat(info, word))?;
    let solution = session.solve(call, seat);
    let mut lines = vec![solution.text()];
    let context = session.context();
    let word = |mv: Move| session.notation().word(context, mv);
    let list = |name: &str, moves: &[Move]| moves.iter().fold(name.to_owned(), |line, &mv| line + " " + &word(mv));
    lines.push(list("best", &solution.best));
    lines.push(list("pv", &solution.line));
    lines.push(format!("nodes {} seconds {:.3}", solution.nodes, solution.time.as_secs_f64()));
    if !solution.undecided.is_empty() {
        lines.push(list("undecided", &solution.undecided));
    }
    lines.extend(solution.obstacle.iter().map(|obstacle| format!("reason: {obstacle}")));
    Ok(lines.join("\n"))
}
