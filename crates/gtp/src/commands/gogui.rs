//! GoGui as a board: the commands that it uses to learn a game's rules and to draw positions.
//!
//! GoGui knows black and white stones on squares or hexagons; everything else is drawn with
//! graphics commands. Every vertex here is one of the client's board, in the session's notation.

use quintet_core::board::{Shape, Vertex};
use quintet_core::diagram::Diagram;
use quintet_core::notation::quote;
use quintet_core::setup::GameInfo;
use quintet_core::types::{IllegalMove, Stone};

use super::Command;
use crate::answer::{Answer, CommandError};
use crate::args;
use crate::call::Call;
use crate::drawing::{Canvas, is_dark, letters, position, result, status};
use crate::notation::{Style, kind_cell};
use crate::session::Session;

/// The commands of this family.
pub const COMMANDS: &[Command] = &[
    ruling("gogui-rules_game_id", "the game's name for GoGui, one word", |session, _| {
        Ok(session.setup().info().presentation.gogui_id.to_owned())
    }),
    ruling("gogui-rules_board_size", "the size of the client's board, `hex` behind it on hexagons", board_size),
    ruling("gogui-rules_board", "the client's board, top row first: X, O, `.` for empty, `?` for no point", board),
    ruling("gogui-rules_board_gfx", "what else is to be drawn on it, as lines of graphics", board_gfx),
    ruling("gogui-rules_legal_moves", "all that the side to move may do; nothing after the end", legal_moves),
    ruling("gogui-rules_side_to_move", "black or white", |session, _| Ok(session.game().to_move().name().to_owned())),
    ruling("gogui-rules_final_result", "the result in words", final_result),
    ruling("gogui-rules_captured_count", "stones captured by Black and by White", captured_count),
    Command::new(
        "gogui-play_sequence",
        "gogui-play_sequence [SEAT MOVE...]",
        "plays moves, all or none",
        play_sequence,
    ),
    Command::new("gogui-setup", "gogui-setup [STONE VERTEX...]", "starts from a board with these stones", setup),
    Command::new(
        "gogui-setup_player",
        "gogui-setup_player SEAT",
        "starts from this board with SEAT to move",
        setup_player,
    ),
    Command::new("gogui-interrupt", "gogui-interrupt", "says that `# interrupt` ends a search", nothing),
    Command::new("gogui-title", "gogui-title", "a title for the window", title),
    Command::new("gogui-version", "gogui-version [VERSION]", "takes note of GoGui's version", version),
];

/// Returns a command with which a client learns the rules. It is listed if the client's board is
/// GoGui's, or would be the same anyway: one kind of stone on a board of Go or Hex.
const fn ruling(name: &'static str, help: &'static str, run: fn(&mut Session, &mut Call<'_>) -> Answer) -> Command {
    Command { listed: is_ruler, ..Command::new(name, name, help, run) }
}

fn is_ruler(session: &Session) -> bool {
    let setup = session.setup();
    let is_plain = setup.info().kinds.len() == 1 && matches!(setup.geometry().shape(), Shape::Square | Shape::Hex);
    session.style() == Style::Gogui || is_plain
}

fn nothing(_: &mut Session, _: &mut Call<'_>) -> Answer {
    Ok(String::new())
}

fn board_size(session: &mut Session, _: &mut Call<'_>) -> Answer {
    let setup = session.setup();
    let (width, height) = session.notation().client_size(setup);
    Ok(match (session.client_has_hexagons(), width == height) {
        (true, _) => format!("{width} hex"),
        (false, true) => width.to_string(),
        (false, false) => format!("{width} {height}"),
    })
}

fn board(session: &mut Session, _: &mut Call<'_>) -> Answer {
    Ok(letters(session))
}

fn board_gfx(session: &mut Session, _: &mut Call<'_>) -> Answer {
    let mut canvas = Canvas::default();
    position(session, &mut canvas);
    canvas.text_line(status(session));
    Ok(canvas.text())
}

fn legal_moves(session: &mut Session, _: &mut Call<'_>) -> Answer {
    let words = session.notation().legal(session.context(), session.game().to_move());
    Ok(words.join(" "))
}

fn final_result(session: &mut Session, _: &mut Call<'_>) -> Answer {
    result(session).ok_or_else(CommandError::cannot_score)
}

fn captured_count(session: &mut Session, _: &mut Call<'_>) -> Answer {
    let [black, white] = session.game().captured();
    Ok(format!("{black} {white}"))
}

fn play_sequence(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let words: Vec<&str> = call.args.words().collect();
    if !words.len().is_multiple_of(2) {
        return Err(call.usage());
    }
    let mut played = 0;
    let mut play = |session: &mut Session, seat: &str, word: &str| -> Result<(), CommandError> {
        let seat = args::seat(session.setup().info(), seat)?;
        let meaning = session.read_move(seat, word, None)?;
        session.play(seat, meaning)?;
        played += 1;
        Ok(())
    };
    let result = words.chunks(2).try_for_each(|pair| play(session, pair[0], pair[1]));
    if result.is_err() {
        session.undo(played)?;
    }
    result.map(|()| String::new())
}

fn title(session: &mut Session, _: &mut Call<'_>) -> Answer {
    let setup = session.setup();
    let (width, height) = (setup.width(), setup.height());
    let size = if height == 1 { width.to_string() } else { format!("{width}×{height}") };
    let hint = if lacks_style(session) { format!(" ({START_HINT})") } else { String::new() };
    Ok(format!("{} {size}{hint}", setup.info().title))
}

/// The hint for a session whose notation GoGui cannot use.
const START_HINT: &str = "start me with --moves gogui";

/// Returns whether GoGui would show this game wrongly in the session's notation, or count its score
/// wrongly.
fn lacks_style(session: &Session) -> bool {
    let setup = session.setup();
    let drawn = matches!(setup.geometry().shape(), Shape::Square | Shape::Hex);
    session.style() != Style::Gogui && (!drawn || setup.info().kinds.len() > 1 || setup.info().komi)
}

fn version(session: &mut Session, _: &mut Call<'_>) -> Answer {
    if lacks_style(session) {
        log::error!("{} in GoGui: {START_HINT}", session.setup().info().title);
    }
    Ok(String::new())
}

fn setup(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let words: Vec<&str> = call.args.words().collect();
    if !words.len().is_multiple_of(2) {
        return Err(call.usage());
    }
    let setup = session.setup().clone();
    let has_palette = session.notation().has_palette(setup.info());
    let palette: Vec<Vertex> = match has_palette {
        true => (0..setup.info().kinds.len() as u8).map(|kind| kind_cell(&setup, kind)).collect(),
        false => Vec::new(),
    };
    let drawn = session.drawn().filter(|drawn| drawn.stones.len() == setup.empty_diagram().stones.len());
    let mut diagram = setup.empty_diagram();
    for pair in words.chunks(2) {
        if pair[1].parse().is_ok_and(|vertex: Vertex| palette.contains(&vertex)) {
            args::stone(setup.info(), pair[0])?;
            continue;
        }
        let point = session.notation().point(session.game(), pair[1])?.ok_or(IllegalMove)?;
        let stone = match color(pair[0]).filter(|_| has_palette) {
            Some(is_black) => {
                drawn_stone(setup.info(), is_black, drawn.as_ref().and_then(|drawn| drawn.stones[point.index()]))
                    .map_err(|alike| ambiguous(pair, &alike))?
            }
            None => args::stone(setup.info(), pair[0])?,
        };
        let cell = &mut diagram.stones[point.index()];
        if *cell == Some(Stone::Blocked) {
            return Err(IllegalMove.into());
        }
        *cell = Some(stone);
    }
    // A drawing of the whole position is that position.
    let diagram = drawn.filter(|drawn| has_palette && drawn.stones == diagram.stones).unwrap_or(diagram);
    session.restart(&setup, Some(&diagram), &[])?;
    Ok(String::new())
}

/// Returns whether GoGui's letter for a colour is that of black; `None` for other words.
fn color(word: &str) -> Option<bool> {
    let is = |letter: &str| word.eq_ignore_ascii_case(letter);
    is("b").then_some(true).or_else(|| is("w").then_some(false))
}

/// Returns the stone that GoGui shows as black or as white: the one that was drawn there, or the
/// only one that looks so.
///
/// # Errors
/// Returns the stones that look alike if it can be any of them.
fn drawn_stone(info: &GameInfo, is_black: bool, drawn: Option<Stone>) -> Result<Stone, Vec<Stone>> {
    let looks_so = |stone: &Stone| *stone != Stone::Blocked && is_dark(*stone) == is_black;
    if let Some(stone) = drawn.filter(looks_so) {
        return Ok(stone);
    }
    let alike: Vec<Stone> = info.stones.iter().copied().filter(looks_so).collect();
    if let [stone] = alike[..] { Ok(stone) } else { Err(alike) }
}

fn ambiguous(pair: &[&str], alike: &[Stone]) -> CommandError {
    let names: Vec<&str> = alike.iter().map(|stone| stone.name()).collect();
    let vertex = quote(pair[1]);
    CommandError::new(format!("'{}' on '{vertex}' can be {}: name the stone", quote(pair[0]), names.join(" or ")))
}

fn setup_player(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let to_move = args::seat(session.setup().info(), call.word(0)?)?;
    let setup = session.setup().clone();
    let diagram = Diagram { to_move, ..session.game().diagram() };
    session.restart(&setup, Some(&diagram), &[])?;
    Ok(String::new())
}
