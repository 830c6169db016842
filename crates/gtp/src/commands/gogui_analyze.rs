//! GoGui's analyze commands: graphics of a search or of a position on GoGui's board.

use quintet_core::board::Point;
use quintet_core::game::Change;
use quintet_core::notation::quote;
use quintet_core::position::{Marks, Tint};
use quintet_core::types::{IllegalMove, Move};
use quintet_search::Report;

use super::Command;
use crate::answer::{Answer, CommandError};
use crate::call::Call;
use crate::drawing::{Canvas, letter_of, position, status};
use crate::gogui_graphics::{ownership, proven, stone_letter, summary, variation, visits, win_rates};
use crate::notation::{Meaning, Style, current_kind};
use crate::session::{Session, Thinking};
use crate::snapshot::Snapshot;

/// The commands of this family.
pub const COMMANDS: &[Command] = &[
    Command::new("gogui-analyze_commands", "gogui-analyze_commands", "what GoGui can ask for, a line each", list),
    Command::thinking(
        "quintet-show",
        "quintet-show TOPIC [VERTEX [STONE]]",
        "graphics that show a topic on the board",
        |session, call| Box::pin(show(session, call)),
    ),
];

/// The source of a topic's graphics.
#[derive(Clone, Copy)]
enum Source {
    /// A search of the position.
    Search(fn(&Snapshot, &Report, &mut Canvas)),
    Position(fn(&Session, &mut Canvas)),
    /// The game itself.
    Game,
    /// A move on a vertex that the client names.
    Vertex,
}

/// A topic that can be drawn.
#[derive(Clone, Copy)]
struct Topic {
    name: &'static str,
    /// The name in GoGui's list.
    label: &'static str,
    source: Source,
}

const fn topic(name: &'static str, label: &'static str, source: Source) -> Topic {
    Topic { name, label, source }
}

/// The topics of every game.
static TOPICS: &[Topic] = &[
    topic("win_rates", "Win Rates", Source::Search(win_rates)),
    topic("visits", "Visits", Source::Search(visits)),
    topic("variation", "Principal Variation", Source::Search(variation)),
    topic("ownership", "Ownership", Source::Search(ownership)),
    topic("proven", "Proven Values", Source::Search(proven)),
    topic("exact", "Exact Values", Source::Position(exact)),
    topic("legal", "Legal Moves by Kind of Stone", Source::Position(legal)),
    topic("status", "Status", Source::Position(|session, canvas| canvas.text_line(status(session)))),
    topic("effect", "Effect of a Stone", Source::Vertex),
];

/// Returns the topics of the session's game. Its own drawings come before the topics that ask for a
/// vertex.
fn topics(session: &Session) -> Vec<Topic> {
    let own = session.game().info().presentation.drawings;
    let own = own.iter().map(|&(name, label)| topic(name, label, Source::Game));
    let (first, last): (Vec<_>, Vec<_>) =
        TOPICS.iter().copied().partition(|topic| !matches!(topic.source, Source::Vertex));
    first.into_iter().chain(own).chain(last).collect()
}

fn list(session: &mut Session, _: &mut Call<'_>) -> Answer {
    let graphics = topics(session).into_iter().map(|topic| {
        let argument = if matches!(topic.source, Source::Vertex) { " %p" } else { "" };
        format!("gfx/{}/quintet-show {}{argument}", topic.label, topic.name)
    });
    let others = [
        "param/Parameters/param",
        "string/Final Score/final_score",
        "string/Position in One Line/quintet-position",
        "hstring/Outcome/quintet-outcome",
        "hstring/Rules/quintet-get_rules",
        "string/Count Move Sequences (depth)/quintet-perft %s",
        "string/Suggest a Move/reg_genmove %m",
    ];
    Ok(graphics.chain(others.map(str::to_owned)).collect::<Vec<_>>().join("\n"))
}

async fn show(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let name = call.word(0)?;
    let topics = topics(session);
    let Some(topic) = topics.iter().find(|topic| topic.name.eq_ignore_ascii_case(name)) else {
        let names = topics.iter().map(|topic| topic.name).collect::<Vec<_>>().join(", ");
        return Err(CommandError::new(format!("'{}' cannot be shown; topics are {names}", quote(name))));
    };
    let mut canvas = Canvas::default();
    position(session, &mut canvas);
    match topic.source {
        Source::Position(draw) => draw(session, &mut canvas),
        Source::Game => marks(session, &session.game().draw(topic.name), &mut canvas),
        Source::Vertex => effect(session, call, &mut canvas)?,
        // Nothing is left to search.
        Source::Search(_) if session.game().is_over() => canvas.text_line(status(session)),
        Source::Search(draw) => {
            let snapshot = Snapshot::new(session);
            let seat = session.game().to_move();
            let mut thinking = Thinking { fresh: true, ..Thinking::new(call).within(session.limits(seat)) };
            thinking = thinking.for_analysis(session);
            thinking.options.ownership = true;
            thinking.options.to_the_limit = true;
            let choice = session.think(call, seat, thinking, &mut |_, _| {}).await;
            draw(&snapshot, &choice.report, &mut canvas);
            canvas.text_line(summary(&snapshot, &choice.report));
        }
    }
    Ok(canvas.text())
}

fn vertex(session: &Session, point: Point) -> String {
    let game = session.game();
    session.notation().vertex(game, point, game.stone(point))
}

/// Draws the exact value for the side to move of each move where it is known, of the best kind of
/// stone on each point, and the number of plies if it is known. Green moves keep the value.
fn exact(session: &Session, canvas: &mut Canvas) {
    let seat = session.game().to_move();
    let info = session.game().info();
    let Some(exact) = session.engine().exact_values(seat, &|| true) else {
        canvas.text_line("no exact values are known here");
        return;
    };
    let sign = seat.sign();
    let mut moves: Vec<_> = exact.moves.iter().filter_map(|exact| Some((exact.mv.point()?, exact))).collect();
    moves.sort_by(|(p, a), (q, b)| p.cmp(q).then((b.value * sign).total_cmp(&(a.value * sign))));
    moves.dedup_by_key(|(point, _)| *point);
    let text = |value: f64| match (exact.margins, value * sign) {
        (true, value) => format!("{}", value + 0.0),
        (false, 0.0) => "D".to_owned(),
        (false, value) => (if value > 0.0 { "W" } else { "L" }).to_owned(),
    };
    let best = moves.iter().filter(|(_, mv)| mv.value == exact.value);
    canvas.line("COLOR green", best.map(|(point, _)| vertex(session, *point)));
    for (point, mv) in &moves {
        let plies = mv.plies.filter(|&plies| plies > 0).map_or(String::new(), |plies| format!("/{plies}"));
        canvas.label(vertex(session, *point), text(mv.value) + &plies + &stone_letter(info, seat, mv.mv));
    }
    canvas.text_line(format!("exact value for {}: {}", info.own_stone(seat).name(), text(exact.value)));
}

/// Draws the kinds of stone that the side to move may place on each point.
fn legal(session: &Session, canvas: &mut Canvas) {
    let game = session.game();
    let info = game.info();
    let seat = game.to_move();
    let mut letters: Vec<(Point, String)> = Vec::new();
    let mut moves = game.legal_moves(game.to_move());
    moves.sort_by_key(|mv| mv.point());
    for mv in moves {
        let Some(point) = mv.point() else { continue };
        match letters.last_mut() {
            Some((last, text)) if *last == point => text.push_str(&stone_letter(info, seat, mv)),
            _ => letters.push((point, stone_letter(info, seat, mv))),
        }
    }
    let (plain, labelled): (Vec<_>, Vec<_>) = letters.into_iter().partition(|(_, text)| text.is_empty());
    canvas.line("TRIANGLE", plain.iter().map(|(point, _)| vertex(session, *point)));
    canvas.line("LABEL", labelled.iter().map(|(point, text)| format!("{} {text}", vertex(session, *point))));
}

/// Draws the marks of a game's own drawing.
fn marks(session: &Session, marks: &[Marks], canvas: &mut Canvas) {
    for marks in marks {
        match marks {
            Marks::Labels(labels) => {
                canvas.line("LABEL", labels.iter().map(|(point, text)| format!("{} {text}", vertex(session, *point))));
            }
            Marks::Tint(tint, points) => {
                let command = match tint {
                    Tint::Green => "COLOR green",
                    Tint::Yellow => "COLOR yellow",
                };
                canvas.line(command, points.iter().map(|&point| vertex(session, point)));
            }
        }
    }
}

/// Draws what a stone on a vertex would change: new stones on green, with their letters if there
/// are several kinds, and crosses on the stones that leave. Where none may stand, the reason is a
/// line of text, because GoGui would show an error in a dialog.
fn effect(session: &Session, call: &Call<'_>, canvas: &mut Canvas) -> Result<(), CommandError> {
    let game = session.game();
    let seat = game.to_move();
    let meaning = match session.read_move(seat, call.word(1)?, call.args.word(2)) {
        Ok(meaning @ (Meaning::Move(_) | Meaning::Pick(_))) => meaning,
        // Without a kind of stone, the picked or the first one.
        Err(_) | Ok(Meaning::Nowhere) => {
            let point = session.notation().point(game, call.word(1)?)?;
            let kind = current_kind(session.context(), seat).unwrap_or(0);
            point.map_or(Meaning::Nowhere, |point| Meaning::Move(Move::place(kind, point)))
        }
    };
    let mv = match meaning {
        Meaning::Move(mv) => mv,
        Meaning::Pick(_) => {
            canvas.text_line("a click here picks a kind of stone");
            return Ok(());
        }
        // A cell of the client's board that is no point.
        Meaning::Nowhere if session.style() == Style::Gogui => {
            canvas.text_line("no stone can stand here");
            return Ok(());
        }
        Meaning::Nowhere => return Err(IllegalMove.into()),
    };
    let Some(changes) = game.effect(mv) else {
        canvas.text_line(format_args!("illegal: {}", game.why_illegal(seat, mv).unwrap_or("not now")));
        return Ok(());
    };
    let vertex = |change: &Change, stone| session.notation().vertex(game, change.point, stone);
    let (new, gone): (Vec<&Change>, Vec<&Change>) = changes.iter().partition(|change| change.after.is_some());
    canvas.line("COLOR green", new.iter().map(|change| vertex(change, change.after)));
    canvas.line("COLOR yellow", gone.iter().map(|change| vertex(change, change.before)));
    canvas.line("MARK", gone.iter().map(|change| vertex(change, change.before)));
    if game.info().kinds.len() > 1 {
        for change in &new {
            canvas.label(vertex(change, change.after), change.after.map_or(' ', letter_of));
        }
    }
    let points = if changes.len() == 1 { "point changes" } else { "points change" };
    canvas.text_line(format_args!("{} {points}", changes.len()));
    Ok(())
}
