//! Searches that report while they run: Leela Zero's, KataGo's and Sabaki's commands, each in its own words.
//!
//! All values are those of the seat that the analysis is for.

use std::cell::Cell;
use std::time::Duration;

use super::Command;
use super::play::{seat, suggestion};
use crate::board::Point;
use crate::gtp::answer::{Answer, Failure, Reply};
use crate::gtp::args;
use crate::gtp::session::{Call, Session, Thinking};
use crate::gtp::spelling::{Meaning, Picks, Spelling, View};
use crate::history::AnyHistory;
use crate::record::quote;
use crate::search::{Candidate, Limits, Report};
use crate::words::{Move, Seat};

/// The family's commands.
pub const COMMANDS: &[Command] = &[
    Command::new("analyze", ANALYZE, "reports on a search until any line comes", |s, c| analyze(s, c, Words::Kata)),
    Command::new("lz-analyze", LZ_ANALYZE, "the same in Leela Zero's words", |s, c| analyze(s, c, Words::Leela)),
    Command::new("kata-analyze", KATA_ANALYZE, "the same in KataGo's words", |s, c| analyze(s, c, Words::Kata)),
    Command::new("genmove_analyze", GENMOVE_ANALYZE, "plays a move and reports on the search", |s, c| {
        genmove_analyze(s, c, Words::Kata)
    }),
    Command::new("lz-genmove_analyze", LZ_GENMOVE_ANALYZE, "the same in Leela Zero's words", |s, c| {
        genmove_analyze(s, c, Words::Leela)
    }),
    Command::new("kata-genmove_analyze", KATA_GENMOVE_ANALYZE, "the same in KataGo's words", |s, c| {
        genmove_analyze(s, c, Words::Kata)
    }),
    Command::new(
        "kata-search_cancellable",
        "kata-search_cancellable [SEAT]",
        "chooses a move without playing it; any line cancels the search",
        search_cancellable,
    ),
    Command::new("stop", "stop", "ends the searches of earlier commands", |_, _| Ok(String::new())),
];

const ANALYZE: &str = "analyze [SEAT] [CENTISECONDS] [KEY VALUE]...";
const LZ_ANALYZE: &str = "lz-analyze [SEAT] [CENTISECONDS] [KEY VALUE]...";
const KATA_ANALYZE: &str = "kata-analyze [SEAT] [CENTISECONDS] [KEY VALUE]...";
const GENMOVE_ANALYZE: &str = "genmove_analyze [SEAT] [CENTISECONDS] [KEY VALUE]...";
const LZ_GENMOVE_ANALYZE: &str = "lz-genmove_analyze [SEAT] [CENTISECONDS] [KEY VALUE]...";
const KATA_GENMOVE_ANALYZE: &str = "kata-genmove_analyze [SEAT] [CENTISECONDS] [KEY VALUE]...";

/// Whose words a report is written in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    /// Integers from 0 to 10000.
    Leela,
    /// Numbers with a point, from 0 to 1.
    Kata,
}

/// What a report is to have.
struct Wanted {
    seat: Seat,
    every: Duration,
    most: usize,
    ownership: bool,
    root: bool,
    avoided: Vec<Move>,
    allowed: Option<Vec<Move>>,
}

/// KataGo's switches that ask for what our search doesn't tell; they are taken and change nothing.
const SWITCHES: &[&str] =
    &["ownershipstdev", "movesownership", "movesownershipstdev", "pvvisits", "pvedgevisits", "noresultvalue"];

/// The usual time between two reports.
const INTERVAL: Duration = Duration::from_secs(1);

fn wanted(session: &Session, call: &Call<'_>) -> Result<Wanted, Failure> {
    let info = session.setup().info();
    let mut words = call.args.words().peekable();
    let seat = words.next_if(|word| args::is_seat(info, word) && args::integer(word).is_none());
    let seat = seat.map_or(Ok(session.history().to_move()), |word| args::seat(info, word))?;
    let mut wanted = Wanted {
        seat,
        every: INTERVAL,
        most: usize::MAX,
        ownership: false,
        root: false,
        avoided: Vec::new(),
        allowed: None,
    };
    if let Some(word) = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
        wanted.every = interval(word).ok_or_else(|| call.usage())?;
    }
    while let Some(key) = words.next() {
        let key = key.to_ascii_lowercase();
        let mut value = || words.next().ok_or_else(|| call.usage());
        let refused = |value: &str| Failure::syntax(format_args!("'{}' is no value of {key}", quote(value)));
        let switch = |value: &str| args::truth(value).ok_or_else(|| refused(value));
        match key.as_str() {
            "interval" => {
                let value = value()?;
                wanted.every = interval(value).ok_or_else(|| refused(value))?;
            }
            "minmoves" | "maxmoves" => {
                let value = value()?;
                let count = args::count(value).ok_or_else(|| refused(value))?;
                if key == "maxmoves" {
                    wanted.most = usize::try_from(count).unwrap_or(usize::MAX).max(1);
                }
            }
            "ownership" => wanted.ownership = switch(value()?)?,
            "rootinfo" => wanted.root = switch(value()?)?,
            "avoid" | "allow" => {
                let (of, moves, until) = (value()?, value()?, value()?);
                let of = args::seat(info, of)?;
                let moves = moves.split(',').map(|word| match session.read_move(of, word, None)? {
                    Meaning::Move(mv) => Ok(Some(mv)),
                    Meaning::Pick(_) | Meaning::Nowhere => Ok(None),
                });
                let moves: Vec<Option<Move>> = moves.collect::<Result<_, Failure>>()?;
                args::count(until).ok_or_else(|| refused(until))?;
                if of == seat {
                    let moves = moves.into_iter().flatten();
                    if key == "avoid" { wanted.avoided.extend(moves) } else { wanted.allowed = Some(moves.collect()) }
                }
            }
            key if SWITCHES.contains(&key) => _ = switch(value()?)?,
            _ => return Err(call.usage()),
        }
    }
    Ok(wanted)
}

/// Reads an interval in hundredths of a second; reports come at most a hundred times a second.
fn interval(text: &str) -> Option<Duration> {
    let centiseconds = args::finite(text).filter(|value| *value >= 0.0)?;
    crate::engine::seconds(centiseconds.max(1.0) / 100.0)
}

impl Wanted {
    fn admits(&self, mv: Move) -> bool {
        !self.avoided.contains(&mv) && self.allowed.as_ref().is_none_or(|allowed| allowed.contains(&mv))
    }
}

/// What it takes to write a report while the search has the player: the game as it was when it began.
struct Writer {
    history: Box<dyn AnyHistory>,
    picks: Picks,
    spelling: &'static dyn Spelling,
    words: Words,
}

impl Writer {
    fn new(session: &Session, words: Words) -> Writer {
        let view = session.view();
        Writer { history: view.history.boxed_clone(), picks: view.picks.clone(), spelling: session.spelling(), words }
    }

    fn word(&self, mv: Move) -> String {
        let view = View { history: &*self.history, picks: &self.picks, bare: crate::gtp::spelling::Bare::Nothing };
        self.spelling.word(view, mv)
    }

    /// A report in one line; empty where no move was looked at.
    fn line(&self, wanted: &Wanted, report: &Report) -> String {
        let candidates = report.candidates.iter().filter(|candidate| wanted.admits(candidate.mv));
        let infos = candidates.take(wanted.most).zip(0..).map(|(candidate, order)| self.info(candidate, order));
        let mut parts: Vec<String> = infos.collect();
        if parts.is_empty() {
            return String::new();
        }
        if self.words == Words::Kata && wanted.root {
            parts.push(format!(
                "rootInfo visits {} utility {:.6} winrate {:.6} scoreLead {:.6}",
                report.visits,
                2.0 * report.win_rate - 1.0,
                report.win_rate,
                report.candidates.first().map_or(0.0, |best| best.lead),
            ));
        }
        if self.words == Words::Kata && wanted.ownership && !report.ownership.is_empty() {
            parts.push(format!("ownership {}", self.ownership(report)));
        }
        parts.join(" ")
    }

    fn info(&self, candidate: &Candidate, order: usize) -> String {
        let Candidate { mv, visits, win_rate, lead, prior, .. } = *candidate;
        let pv = candidate.pv.iter().map(|&mv| self.word(mv)).collect::<Vec<_>>().join(" ");
        let (mv, lcb) = (self.word(mv), lower_bound(win_rate, visits));
        match self.words {
            Words::Leela => {
                let parts = |share: f64| (share.clamp(0.0, 1.0) * 10_000.0).round() as u32;
                let (win_rate, prior, lcb) = (parts(win_rate), parts(prior), parts(lcb));
                format!(
                    "info move {mv} visits {visits} winrate {win_rate} prior {prior} lcb {lcb} order {order} pv {pv}"
                )
            }
            Words::Kata => {
                let (utility, low) = (2.0 * win_rate - 1.0, 2.0 * lcb - 1.0);
                format!(
                    "info move {mv} visits {visits} utility {utility:.6} winrate {win_rate:.6} scoreMean {lead:.6} \
                     scoreLead {lead:.6} prior {prior:.6} lcb {lcb:.6} utilityLcb {low:.6} order {order} pv {pv}"
                )
            }
        }
    }

    /// Whose each cell will be, row by row from the top: +1 for the seat of the report.
    fn ownership(&self, report: &Report) -> String {
        let geometry = self.history.geometry();
        let sign = report.seat.sign();
        let rows = (0..geometry.height()).rev().flat_map(|y| (0..geometry.width()).map(move |x| (x, y)));
        let of = |point: Point| report.ownership.get(point.index()).copied().unwrap_or(0.0);
        let values = rows.map(|(x, y)| geometry.at(x.into(), y.into()).map_or(0.0, of));
        values.map(|value| format!("{:.6}", f64::from(value) * sign)).collect::<Vec<_>>().join(" ")
    }
}

/// A cautious estimate of a share: two standard deviations below what was seen.
fn lower_bound(share: f64, visits: u64) -> f64 {
    let visits = visits.max(1) as f64;
    (share - 2.0 * (share * (1.0 - share) / visits).max(0.0).sqrt()).clamp(0.0, 1.0)
}

fn analyze(session: &mut Session, call: &mut Call<'_>, words: Words) -> Answer {
    let wanted = wanted(session, call)?;
    let writer = Writer::new(session, words);
    let thinking = Thinking {
        limits: Limits::default(),
        report_every: Some(wanted.every),
        ownership: wanted.ownership,
        until_any_line: true,
        ..Thinking::default()
    };
    call.reply.begin();
    let reported = Cell::new(false);
    let mut watch = |report: &Report, reply: &mut Reply<'_>| {
        let line = writer.line(&wanted, report);
        reported.set(reported.get() || !line.is_empty());
        reply.line(&line);
    };
    let choice = session.think(call, wanted.seat, thinking, &mut watch);
    if !reported.get() {
        watch(&choice.report, &mut call.reply);
    }
    // A search may have nothing more to find out, but an analysis ends when the client says so.
    call.wait_for_line();
    Ok(String::new())
}

fn genmove_analyze(session: &mut Session, call: &mut Call<'_>, words: Words) -> Answer {
    let wanted = wanted(session, call)?;
    let writer = Writer::new(session, words);
    let limits = session.limits(wanted.seat);
    let (report_every, ownership) = (Some(wanted.every), wanted.ownership);
    let thinking = Thinking { limits, report_every, ownership, ..Thinking::default() };
    call.reply.begin();
    let reported = Cell::new(false);
    let mut watch = |report: &Report, reply: &mut Reply<'_>| {
        let line = writer.line(&wanted, report);
        reported.set(reported.get() || !line.is_empty());
        reply.line(&line);
    };
    let told = session.generate(call, wanted.seat, thinking, &mut watch, &|mv| wanted.admits(mv));
    if let (false, Some(report)) = (reported.get(), &told.report) {
        watch(report, &mut call.reply);
    }
    Ok(format!("play {}", told.word))
}

fn search_cancellable(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let seat = if call.args.is_empty() { session.history().to_move() } else { seat(session, call, 0)? };
    let thinking = Thinking { limits: session.limits(seat), until_any_line: true, ..Thinking::default() };
    let choice = session.think(call, seat, thinking, &mut |_, _| {});
    if call.was_cancelled() {
        return Ok("cancelled".to_owned());
    }
    Ok(suggestion(session, seat, &choice))
}
