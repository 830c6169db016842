//! What GoGui can be asked to draw on its board: what a search found out, and what can be seen of a position.

use super::Command;
use crate::board::Point;
use crate::game::{Marks, Tint};
use crate::gtp::answer::{Answer, Failure};
use crate::gtp::call::Call;
use crate::gtp::drawing::{Canvas, position};
use crate::gtp::reports::{ownership, proven, stone_letter, summary, variation, visits, win_rates};
use crate::gtp::scene::Scene;
use crate::gtp::session::{Session, Thinking};
use crate::gtp::spelling::{Meaning, current_kind};
use crate::record::quote;
use crate::search::Report;
use crate::words::Move;

/// The family's commands.
pub const COMMANDS: &[Command] = &[
    Command::new("gogui-analyze_commands", "gogui-analyze_commands", "what GoGui can ask for, a line each", list),
    Command::new(
        "quintet-show",
        "quintet-show TOPIC [VERTEX [STONE]]",
        "graphics that show a topic on the board",
        show,
    ),
];

/// What a topic is drawn from.
#[derive(Clone, Copy)]
enum Source {
    /// A search of the position.
    Search(fn(&Scene, &Report, &mut Canvas)),
    /// The position alone.
    Position(fn(&Session, &mut Canvas)),
    /// The position, by the game itself.
    Game,
    /// A move on a vertex that the client names.
    Vertex,
}

/// Something that can be drawn.
#[derive(Clone, Copy)]
struct Topic {
    name: &'static str,
    /// Its name in GoGui's list.
    label: &'static str,
    source: Source,
}

const fn topic(name: &'static str, label: &'static str, source: Source) -> Topic {
    Topic { name, label, source }
}

/// What can be drawn of every game.
static TOPICS: &[Topic] = &[
    topic("win_rates", "Win Rates", Source::Search(win_rates)),
    topic("visits", "Visits", Source::Search(visits)),
    topic("variation", "Principal Variation", Source::Search(variation)),
    topic("ownership", "Ownership", Source::Search(ownership)),
    topic("proven", "Proven Values", Source::Search(proven)),
    topic("exact", "Exact Values", Source::Position(exact)),
    topic("legal", "Legal Moves by Kind of Stone", Source::Position(legal)),
    topic("effect", "Effect of a Stone", Source::Vertex),
];

/// What can be drawn of this game: its own drawings stand among those of the position, before a vertex is asked for.
fn topics(session: &Session) -> Vec<Topic> {
    let own = session.history().drawings();
    let own = own.into_iter().map(|(name, label)| topic(name, label, Source::Game));
    let (before, behind): (Vec<_>, Vec<_>) =
        TOPICS.iter().copied().partition(|topic| !matches!(topic.source, Source::Vertex));
    before.into_iter().chain(own).chain(behind).collect()
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

fn show(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let name = call.word(0)?;
    let topics = topics(session);
    let Some(topic) = topics.iter().find(|topic| topic.name.eq_ignore_ascii_case(name)) else {
        let names = topics.iter().map(|topic| topic.name).collect::<Vec<_>>().join(", ");
        return Err(Failure::new(format!("'{}' can't be shown; topics are {names}", quote(name))));
    };
    let mut canvas = Canvas::default();
    position(session, &mut canvas);
    match topic.source {
        Source::Position(draw) => draw(session, &mut canvas),
        Source::Game => marks(session, &session.history().draw(topic.name), &mut canvas),
        Source::Vertex => effect(session, call, &mut canvas)?,
        Source::Search(draw) => {
            let scene = Scene::new(session);
            let seat = session.history().to_move();
            let limits = session.limits(seat);
            let thinking = Thinking { limits, fresh: true, ownership: true, to_the_limit: true, ..Thinking::default() };
            let choice = session.think(call, seat, thinking, &mut |_, _| {});
            draw(&scene, &choice.report, &mut canvas);
            canvas.text_line(summary(&scene, &choice.report));
        }
    }
    Ok(canvas.text())
}

fn vertex(session: &Session, point: Point) -> String {
    let history = session.history();
    session.spelling().vertex(history, point, history.stone(point))
}

/// By how much the side to move wins or loses after each move whose exact value is known, the best kind of stone for each
/// point; with the plies that it takes where these are known. Green moves keep the value.
fn exact(session: &Session, canvas: &mut Canvas) {
    let seat = session.history().to_move();
    let info = session.history().info();
    let Some(exact) = session.exact(seat) else {
        canvas.text_line("no exact values are known here");
        return;
    };
    let sign = seat.sign();
    let mut moves: Vec<_> = exact.moves.iter().filter_map(|told| Some((told.mv.point()?, told))).collect();
    moves.sort_by(|(p, a), (q, b)| p.cmp(q).then((b.value * sign).total_cmp(&(a.value * sign))));
    moves.dedup_by_key(|(point, _)| *point);
    let told = |value: f64| match (exact.margins, value * sign) {
        (true, value) => format!("{}", value + 0.0),
        (false, 0.0) => "D".to_owned(),
        (false, value) => (if value > 0.0 { "W" } else { "L" }).to_owned(),
    };
    let best = moves.iter().filter(|(_, told)| told.value == exact.value);
    canvas.line("COLOR green", best.map(|(point, _)| vertex(session, *point)));
    for (point, mv) in &moves {
        let plies = mv.plies.filter(|&plies| plies > 0).map_or(String::new(), |plies| format!("/{plies}"));
        canvas.label(vertex(session, *point), told(mv.value) + &plies + &stone_letter(info, seat, mv.mv));
    }
    canvas.text_line(format!("exact value for {}: {}", info.own_stone(seat).name(), told(exact.value)));
}

/// Which kinds of stone the side to move may put where.
fn legal(session: &Session, canvas: &mut Canvas) {
    let history = session.history();
    let info = history.info();
    let seat = history.to_move();
    let mut letters: Vec<(Point, String)> = Vec::new();
    let mut moves = history.legal_moves(history.to_move());
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

/// What a game itself drew.
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

/// What a stone on a vertex would change: `+` and the letter of what appears, `-` where something leaves.
fn effect(session: &Session, call: &Call<'_>, canvas: &mut Canvas) -> Result<(), Failure> {
    let history = session.history();
    let seat = history.to_move();
    let mv = match session.read_move(seat, call.word(1)?, call.args.word(2)) {
        Ok(Meaning::Move(mv)) => Some(mv),
        // Without a kind, the one that is picked, or the first that there is.
        Err(_) | Ok(Meaning::Nowhere) => {
            let point = session.spelling().point(history, call.word(1)?)?;
            point.map(|point| Move::place(current_kind(session.view(), seat).unwrap_or(0), point))
        }
        Ok(Meaning::Pick(_)) => None,
    };
    let changes = mv.and_then(|mv| history.effect(mv)).ok_or(crate::words::IllegalMove)?;
    for change in &changes {
        let text = match change.after {
            Some(stone) => format!("+{}", stone.name()[..1].to_uppercase()),
            None => "-".to_owned(),
        };
        canvas.label(session.spelling().vertex(history, change.point, change.before), text);
    }
    let points = if changes.len() == 1 { "point changes" } else { "points change" };
    canvas.text_line(format_args!("{} {points}", changes.len()));
    Ok(())
}
