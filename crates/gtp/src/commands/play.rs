//! Moves: playing, choosing, taking back, and legal moves.

use std::time::Duration;

use quintet_core::game::CannotUndo;
use quintet_core::notation::quote;
use quintet_core::types::{Seat, Stone};

use super::Command;
use crate::answer::{Answer, CommandError};
use crate::args;
use crate::call::Call;
use crate::gogui_graphics::Live;
use crate::notation::{Meaning, bare_names};
use crate::session::{Session, Thinking};
use crate::vertex_list::vertices;

/// The commands of this family.
pub const COMMANDS: &[Command] = &[
    Command::new("play", "play SEAT MOVE [STONE]", "plays a move, in or out of turn", play),
    Command::new("black", "black MOVE [STONE]", "plays a move of Black", |s, c| play_for(s, c, Seat::Black)),
    Command::new("white", "white MOVE [STONE]", "plays a move of White", |s, c| play_for(s, c, Seat::White)),
    Command::thinking("genmove", "genmove SEAT", "chooses a move for a seat and plays it", |session, call| {
        Box::pin(genmove(session, call))
    }),
    Command::thinking("genmove_black", "genmove_black", "the same for Black", |session, call| {
        Box::pin(generate(session, call, Seat::Black))
    }),
    Command::thinking("genmove_white", "genmove_white", "the same for White", |session, call| {
        Box::pin(generate(session, call, Seat::White))
    }),
    Command::thinking(
        "kgs-genmove_cleanup",
        "kgs-genmove_cleanup SEAT",
        "the same after a dispute about dead stones: captures those that stand, and then passes",
        |session, call| Box::pin(genmove_cleanup(session, call)),
    ),
    Command::thinking("reg_genmove", "reg_genmove SEAT", "chooses a move without playing it", |session, call| {
        Box::pin(reg_genmove(session, call))
    }),
    Command::new("undo", "undo", "takes the latest move back", undo),
    Command::new("gg-undo", "gg-undo [N]", "takes the latest N moves back", gg_undo),
    Command::new("last_move", "last_move", "the latest move: seat and move", last_move),
    Command::new("all_legal", "all_legal SEAT", "all moves that a seat may play now", all_legal),
    Command::new("is_legal", "is_legal SEAT MOVE [STONE]", "whether a seat may play this move now: 1 or 0", is_legal),
    Command::new("quintet-why", "quintet-why SEAT MOVE [STONE]", "why a seat may not play this move, or: legal", why),
    Command::new("list_stones", "list_stones STONE", "where stones of a kind stand", list_stones),
    Command::new("quintet-side_to_move", "quintet-side_to_move", "whose turn it is: black or white", side_to_move),
    Command::new("quintet-stone", "quintet-stone [STONE]", "the stone that a vertex without a kind means", stone),
];

/// The time between two blocks of live graphics.
const LIVE_EVERY: Duration = Duration::from_millis(300);

/// Reads the side and the move at the beginning of the arguments.
fn seat_and_move(session: &Session, call: &Call<'_>) -> Result<(Seat, Meaning), CommandError> {
    let mut words = call.args.words();
    let (Some(seat), Some(word)) = (words.next(), words.next()) else { return Err(call.usage()) };
    let seat = args::seat(session.setup().info(), seat)?;
    Ok((seat, session.read_move(seat, word, words.next())?))
}

fn play(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let (seat, meaning) = seat_and_move(session, call)?;
    play_move(session, call, seat, meaning)
}

fn play_for(session: &mut Session, call: &mut Call<'_>, seat: Seat) -> Answer {
    let mut words = call.args.words();
    let word = words.next().ok_or_else(|| call.usage())?;
    let meaning = session.read_move(seat, word, words.next())?;
    play_move(session, call, seat, meaning)
}

fn play_move(session: &mut Session, call: &Call<'_>, seat: Seat, meaning: Meaning) -> Answer {
    session.play(seat, meaning).inspect_err(|_| {
        let reason = session.why_illegal(seat, meaning).unwrap_or("the client has just sent this move");
        log::warn!("illegal move {}: {reason}", quote(call.args.line()));
    })?;
    Ok(String::new())
}

async fn genmove(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let seat = session.seat(call, 0)?;
    generate(session, call, seat).await
}

async fn generate(session: &mut Session, call: &mut Call<'_>, seat: Seat) -> Answer {
    let mut thinking = session.search_for_move(call, seat);
    if session.preferences().stderr.live_graphics {
        let live = Live::new(session);
        thinking.options.report_every = Some(LIVE_EVERY);
        return Ok(session.generate(call, seat, thinking, &mut |report, _| live.show(report)).await.word);
    }
    Ok(session.generate(call, seat, thinking, &mut |_, _| {}).await.word)
}

async fn genmove_cleanup(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let seat = session.seat(call, 0)?;
    match session.clean_up(call, seat).await {
        Some(word) => Ok(word),
        None => genmove(session, call).await,
    }
}

async fn reg_genmove(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let seat = session.seat(call, 0)?;
    let level = session.level();
    let limits = if level.is_some() { session.given_limits(seat) } else { session.limits(seat) };
    let thinking = Thinking { fresh: true, level, ..Thinking::new(call).within(limits) };
    let choice = session.think(call, seat, thinking, &mut |_, _| {}).await;
    Ok(session.suggestion(seat, &choice))
}

fn undo(session: &mut Session, _: &mut Call<'_>) -> Answer {
    session.undo(1)?;
    Ok(String::new())
}

fn gg_undo(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let count = if call.args.is_empty() { 1 } else { call.parsed(0, args::integer)? };
    session.undo(usize::try_from(count).map_err(|_| CannotUndo)?)?;
    Ok(String::new())
}

fn last_move(session: &mut Session, _: &mut Call<'_>) -> Answer {
    // GNU Go's words.
    let &(seat, mv) = session.game().moves().last().ok_or_else(|| CommandError::new("no previous move known"))?;
    Ok(format!("{} {}", seat.name(), session.word(mv)))
}

fn all_legal(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let seat = session.seat(call, 0)?;
    Ok(session.notation().legal(session.context(), seat).join(" "))
}

fn is_legal(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let (seat, meaning) = seat_and_move(session, call)?;
    let legal = session.notation().is_legal(session.context(), seat, meaning);
    Ok(u8::from(legal).to_string())
}

fn why(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let (seat, meaning) = seat_and_move(session, call)?;
    Ok(session.why_illegal(seat, meaning).unwrap_or("legal").to_owned())
}

fn list_stones(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let text = call.word(0)?;
    let game = session.game();
    let stones = session.setup().info().stones;
    let named = |stone: &&Stone| text.eq_ignore_ascii_case(stone.name());
    let Some(&stone) = stones.iter().find(named) else {
        return Err(no_such_stone(text, stones.iter().map(|stone| stone.name())));
    };
    let points = game.geometry().points().filter(|&point| game.stone(point) == Some(stone));
    Ok(vertices(session, points, Some(stone)))
}

fn no_such_stone(text: &str, names: impl Iterator<Item = &'static str>) -> CommandError {
    let names = names.collect::<Vec<_>>().join(", ");
    CommandError::syntax(format_args!("'{}' is not a stone of this game; stones are {names}", quote(text)))
}

fn side_to_move(session: &mut Session, _: &mut Call<'_>) -> Answer {
    Ok(session.game().to_move().name().to_owned())
}

fn stone(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let names = bare_names(session.setup().info());
    let Some(text) = call.args.word(0) else {
        let name = names.iter().find(|(_, bare)| *bare == session.bare_vertex()).map_or("none", |(name, _)| name);
        return Ok(name.to_owned());
    };
    let means = |name: &str| text.eq_ignore_ascii_case(name) || text.eq_ignore_ascii_case(&name[..1]);
    let found = names.iter().find(|(name, _)| means(name));
    let (_, bare) = found.ok_or_else(|| no_such_stone(text, names.iter().map(|(name, _)| *name)))?;
    session.set_bare_vertex(*bare);
    Ok(String::new())
}
