//! What GoGui can be asked to draw on its board: what a search found out, and what can be seen of a position.

use std::io::{self, Write as _};

use super::Command;
use super::drawing::{Canvas, is_dark, letter_of, position};
use crate::board::{Point, PointSet};
use crate::game::{Marks, Tint};
use crate::gtp::answer::{Answer, Failure};
use crate::gtp::session::{Call, Session, Thinking};
use crate::gtp::spelling::{Bare, Meaning, Picks, Spelling, View, current_kind};
use crate::history::AnyHistory;
use crate::record::quote;
use crate::search::{Candidate, Proof, Report};
use crate::setup::GameInfo;
use crate::words::{Action, Move, Seat, Stone};

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

/// Moves of a variation that are told in the status line, at most.
const LONGEST_LINE: usize = 10;

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
            canvas.text_line(scene.summary(&choice.report));
        }
    }
    Ok(canvas.text())
}

/// What it takes to draw a report while the search has the player: the game as it was when it began.
pub struct Scene {
    history: Box<dyn AnyHistory>,
    picks: Picks,
    spelling: &'static dyn Spelling,
    base: String,
}

impl Scene {
    /// The scene of a session's position.
    pub fn new(session: &Session) -> Scene {
        let mut canvas = Canvas::default();
        position(session, &mut canvas);
        let view = session.view();
        Scene {
            history: view.history.boxed_clone(),
            picks: view.picks.clone(),
            spelling: session.spelling(),
            base: canvas.text(),
        }
    }

    /// Sends a block of live graphics for a running search to standard error. GoGui wipes its board before each, so
    /// the board's own graphics come first.
    pub fn show_live(&self, report: &Report) {
        // Nobody may be reading; the search goes on all the same.
        _ = io::stderr().write_all(self.live(report).as_bytes());
    }

    fn live(&self, report: &Report) -> String {
        let mut canvas = Canvas::default();
        // A variation on the board would cover the win rates; it stands in the line of text.
        let best = report.candidates.first();
        canvas.line("COLOR green", best.and_then(|best| self.move_vertex(report.seat, best.mv)));
        win_rates(self, report, &mut canvas);
        canvas.text_line(self.summary(report));
        format!("gogui-gfx:\n{}{}\n", self.base, canvas.text())
    }

    fn vertex(&self, point: Point, stone: Option<Stone>) -> String {
        self.spelling.vertex(&*self.history, point, stone)
    }

    fn word(&self, mv: Move) -> String {
        let view = View { history: &*self.history, picks: &self.picks, bare: Bare::Nothing };
        self.spelling.word(view, mv)
    }

    /// The vertex that a seat's move fills.
    fn move_vertex(&self, seat: Seat, mv: Move) -> Option<String> {
        match mv.action() {
            Action::Place { kind, point } => {
                Some(self.vertex(point, Some(self.history.info().placed_stone(seat, kind))))
            }
            Action::Pass | Action::Swap => None,
        }
    }

    /// The letter of the stone that a move puts down, in games where a seat can choose.
    fn stone_letter(&self, seat: Seat, mv: Move) -> String {
        stone_letter(self.history.info(), seat, mv)
    }

    /// The best candidate on each vertex.
    fn best_by_vertex<'a>(&self, report: &'a Report) -> Vec<(String, &'a Candidate)> {
        let mut seen = PointSet::EMPTY;
        let first = report.candidates.iter().filter(|c| c.mv.point().is_some_and(|point| seen.insert(point)));
        first.filter_map(|c| Some((self.move_vertex(report.seat, c.mv)?, c))).collect()
    }

    fn summary(&self, report: &Report) -> String {
        let name = self.history.info().own_stone(report.seat).name();
        let percent = 100.0 * report.win_rate;
        let value = match report.proof {
            Some(Proof::Win) => format!("{name} wins, proven"),
            Some(Proof::Draw) => "a draw, proven".to_owned(),
            Some(Proof::Loss) => format!("{name} loses, proven"),
            None => format!("win rate {percent:.1} % for {name}"),
        };
        let pv = report.candidates.first().map_or(String::new(), |best| {
            let mut words: Vec<String> = best.pv.iter().take(LONGEST_LINE).map(|&mv| self.word(mv)).collect();
            words.extend((best.pv.len() > LONGEST_LINE).then(|| "...".to_owned()));
            words.join(" ")
        });
        format!("{value}, {} visits; {pv}", report.visits)
    }
}

fn stone_letter(info: &GameInfo, seat: Seat, mv: Move) -> String {
    match mv.action() {
        Action::Place { kind, .. } if info.kinds.len() > 1 => letter_of(info.placed_stone(seat, kind)).to_string(),
        _ => String::new(),
    }
}

/// Percent for the seat to move; behind a letter, two digits at most.
fn win_rates(scene: &Scene, report: &Report, canvas: &mut Canvas) {
    for (vertex, candidate) in scene.best_by_vertex(report) {
        let letter = scene.stone_letter(report.seat, candidate.mv);
        let most = if letter.is_empty() { 100.0 } else { 99.0 };
        canvas.label(vertex, format_args!("{letter}{:.0}", (100.0 * candidate.win_rate).min(most)));
    }
}

/// Simulations, in three characters: 999, 12k, 3M.
fn visits(scene: &Scene, report: &Report, canvas: &mut Canvas) {
    for (vertex, candidate) in scene.best_by_vertex(report) {
        let visits = candidate.visits;
        let text = match visits {
            0..1_000 => visits.to_string(),
            1_000..100_000 => format!("{}k", visits / 1_000),
            100_000..1_000_000 => format!(".{}M", visits / 100_000),
            _ => format!("{}M", (visits / 1_000_000).min(99)),
        };
        canvas.label(vertex, text);
    }
}

/// The best line of play, its stones dark or light as they stand on GoGui's board.
fn variation(scene: &Scene, report: &Report, canvas: &mut Canvas) {
    let Some(best) = report.candidates.first() else { return };
    let seats = std::iter::successors(Some(report.seat), |seat| Some(seat.other()));
    let moves = best.pv.iter().zip(seats).filter_map(|(&mv, seat)| match mv.action() {
        Action::Place { kind, point } => {
            let stone = scene.history.info().placed_stone(seat, kind);
            let shade = if is_dark(stone) { 'b' } else { 'w' };
            Some(format!("{shade} {}", scene.vertex(point, Some(stone))))
        }
        Action::Pass => Some(format!("{} PASS", seat.letter())),
        Action::Swap => None,
    });
    canvas.line("VAR", moves);
}

/// How surely each point will be Black's (positive) or White's.
fn ownership(scene: &Scene, report: &Report, canvas: &mut Canvas) {
    let owned =
        scene.history.geometry().points().filter_map(|point| Some((point, *report.ownership.get(point.index())?)));
    let pairs = owned.map(|(point, value)| {
        let vertex = scene.vertex(point, scene.history.stone(point));
        format!("{vertex} {:.2}", f64::from(value).clamp(-1.0, 1.0))
    });
    canvas.line("INFLUENCE", pairs);
}

/// W, D or L where a move's value is proven.
fn proven(scene: &Scene, report: &Report, canvas: &mut Canvas) {
    for (vertex, candidate) in scene.best_by_vertex(report) {
        let letter = match candidate.proof {
            Some(Proof::Win) => 'W',
            Some(Proof::Draw) => 'D',
            Some(Proof::Loss) => 'L',
            None => continue,
        };
        canvas.label(vertex, letter);
    }
}

fn vertex(session: &Session, point: Point) -> String {
    let history = session.history();
    session.spelling().vertex(history, point, history.stone(point))
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
