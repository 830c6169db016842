//! Searches that report while they run: Leela Zero's, KataGo's and Sabaki's commands, each in its own words.
//!
//! All values are those of the seat that the analysis is for.

use std::time::Duration;

use super::Command;
use crate::board::Point;
use crate::gtp::answer::{Answer, Failure, Reply};
use crate::gtp::args;
use crate::gtp::call::Call;
use crate::gtp::scene::Scene;
use crate::gtp::session::{Session, Thinking};
use crate::gtp::spelling::Meaning;
use crate::record::quote;
use crate::search::{Candidate, Limits, Report, Restriction};
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
    Command::new(
        "kata-search_analyze",
        "kata-search_analyze [SEAT] [CENTISECONDS] [KEY VALUE]...",
        "chooses a move without playing it and reports on the search",
        |session, call| search_analyze(session, call, false),
    ),
    Command::new(
        "kata-search_analyze_cancellable",
        "kata-search_analyze_cancellable [SEAT] [CENTISECONDS] [KEY VALUE]...",
        "the same; any line cancels the search",
        |session, call| search_analyze(session, call, true),
    ),
    Command::new("kata-benchmark", "kata-benchmark VISITS", "measures a search of the position", benchmark),
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
    move_ownership: bool,
    pv_visits: bool,
    pv_edge_visits: bool,
    root: bool,
    restrictions: Vec<Restriction>,
}

/// KataGo's switches that ask for what this search can't tell: switching them on is refused.
const UNTOLD: &[&str] = &["ownershipstdev", "movesownershipstdev", "noresultvalue"];

/// Those that can be told in KataGo's words, and not in Leela Zero's.
const KATAGOS: &[&str] = &["ownership", "movesownership", "pvvisits", "pvedgevisits", "rootinfo"];

/// The usual time between two reports.
const INTERVAL: Duration = Duration::from_secs(1);

fn wanted(session: &Session, call: &Call<'_>, dialect: Words) -> Result<Wanted, Failure> {
    let info = session.setup().info();
    let mut words = call.args.words().peekable();
    let seat = words.next_if(|word| args::is_seat(info, word) && args::integer(word).is_none());
    let seat = seat.map_or(Ok(session.history().to_move()), |word| args::seat(info, word))?;
    let mut wanted = Wanted {
        seat,
        every: INTERVAL,
        most: usize::MAX,
        ownership: false,
        move_ownership: false,
        pv_visits: false,
        pv_edge_visits: false,
        root: false,
        restrictions: Vec::new(),
    };
    if let Some(word) = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
        wanted.every = interval(word).ok_or_else(|| call.usage())?;
    }
    while let Some(name) = words.next() {
        let key = name.to_ascii_lowercase();
        let mut value = || words.next().ok_or_else(|| call.usage());
        let refused = |value: &str| Failure::syntax(format_args!("'{}' is no value of {key}", quote(value)));
        let is_untold = UNTOLD.contains(&&*key) || dialect == Words::Leela && KATAGOS.contains(&&*key);
        let switch = |value: &str| args::truth(value).ok_or_else(|| refused(value));
        match key.as_str() {
            _ if is_untold => {
                if switch(value()?)? {
                    return Err(Failure::new(format!("'{}' can't be delivered", quote(name))));
                }
            }
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
            "movesownership" => wanted.move_ownership = switch(value()?)?,
            "pvvisits" => wanted.pv_visits = switch(value()?)?,
            "pvedgevisits" => wanted.pv_edge_visits = switch(value()?)?,
            "rootinfo" => wanted.root = switch(value()?)?,
            "avoid" | "allow" => {
                let (of, moves, until) = (value()?, value()?, value()?);
                let of = args::seat(info, of)?;
                let moves = moves.split(',').map(|word| match session.read_move(of, word, None)? {
                    Meaning::Move(mv) => Ok(Some(mv)),
                    Meaning::Pick(_) | Meaning::Nowhere => Ok(None),
                });
                let moves: Vec<Option<Move>> = moves.collect::<Result<_, Failure>>()?;
                let moves = moves.into_iter().flatten().collect();
                let plies = args::count(until).ok_or_else(|| refused(until))?;
                let plies = usize::try_from(plies).unwrap_or(usize::MAX);
                wanted.restrictions.push(Restriction { seat: of, moves, others: key == "allow", plies });
            }
            _ => return Err(call.usage()),
        }
    }
    wanted.check(session)?;
    Ok(wanted)
}

/// Reads an interval in hundredths of a second; reports come at most a hundred times a second.
fn interval(text: &str) -> Option<Duration> {
    let centiseconds = args::finite(text).filter(|value| *value >= 0.0)?;
    crate::engine::seconds(centiseconds.max(1.0) / 100.0)
}

impl Wanted {
    /// How to search for it, where `thinking` says within what bounds.
    fn thinking(&self, thinking: Thinking<'static>) -> Thinking<'_> {
        Thinking {
            report_every: Some(self.every),
            ownership: self.ownership,
            move_ownership: self.move_ownership,
            restrictions: &self.restrictions,
            ..thinking
        }
    }

    /// Checks that the restrictions leave a move to a seat that has any.
    fn check(&self, session: &Session) -> Result<(), Failure> {
        let moves = session.history().legal_moves(self.seat);
        let admits = |mv: &Move| self.restrictions.iter().all(|restriction| restriction.admits(self.seat, *mv, 0));
        if moves.is_empty() || moves.iter().any(admits) { Ok(()) } else { Err(Failure::new("no legal move is left")) }
    }
}

/// Writes reports while the search has the player.
struct Writer {
    scene: Scene,
    words: Words,
}

impl Writer {
    fn new(session: &Session, words: Words) -> Writer {
        Writer { scene: Scene::new(session), words }
    }

    /// A report in one line; empty where no move was looked at.
    fn line(&self, wanted: &Wanted, report: &Report) -> String {
        let candidates = report.candidates.iter().take(wanted.most).zip(0..);
        let infos = candidates.map(|(candidate, order)| self.info(wanted, report.seat, candidate, order));
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
            parts.push(format!("ownership {}", self.ownership(report.seat, &report.ownership)));
        }
        parts.join(" ")
    }

    fn info(&self, wanted: &Wanted, seat: Seat, candidate: &Candidate, order: usize) -> String {
        let Candidate { mv, visits, win_rate, lead, prior, .. } = *candidate;
        let pv = self.scene.words(&candidate.pv, usize::MAX);
        let (mv, lcb) = (self.scene.word(mv), candidate.lower_bound());
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
                let mut text = format!(
                    "info move {mv} visits {visits} utility {utility:.6} winrate {win_rate:.6} scoreMean {lead:.6} \
                     scoreLead {lead:.6} prior {prior:.6} lcb {lcb:.6} utilityLcb {low:.6} order {order} pv {pv}"
                );
                let visits = || candidate.pv_visits.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
                if wanted.pv_visits {
                    text += &format!(" pvVisits {}", visits());
                }
                // Each move of the tree has a node of its own.
                if wanted.pv_edge_visits {
                    text += &format!(" pvEdgeVisits {}", visits());
                }
                if wanted.move_ownership && !candidate.ownership.is_empty() {
                    text += &format!(" movesOwnership {}", self.ownership(seat, &candidate.ownership));
                }
                text
            }
        }
    }

    /// Whose each cell of the client's board will be, row by row from the top: +1 for the seat of the report.
    fn ownership(&self, seat: Seat, ownership: &[f32]) -> String {
        let of = |point: Point| f64::from(ownership.get(point.index()).copied().unwrap_or(0.0)) * seat.sign();
        self.scene.cells(of).into_iter().map(|value| format!("{value:.6}")).collect::<Vec<_>>().join(" ")
    }
}

/// Reports on a search as it is asked for, and once at its end where nothing was due before.
struct Reporter<'a> {
    writer: Writer,
    wanted: &'a Wanted,
    reported: bool,
}

impl<'a> Reporter<'a> {
    fn new(session: &Session, words: Words, wanted: &'a Wanted) -> Reporter<'a> {
        Reporter { writer: Writer::new(session, words), wanted, reported: false }
    }

    fn report(&mut self, report: &Report, reply: &mut Reply<'_>) {
        let line = self.writer.line(self.wanted, report);
        self.reported |= !line.is_empty();
        reply.line(&line);
    }

    fn end(&mut self, report: Option<&Report>, reply: &mut Reply<'_>) {
        if let (false, Some(report)) = (self.reported, report) {
            self.report(report, reply);
        }
    }
}

fn analyze(session: &mut Session, call: &mut Call<'_>, words: Words) -> Answer {
    let wanted = wanted(session, call, words)?;
    let mut reporter = Reporter::new(session, words, &wanted);
    let thinking = Thinking { until_any_line: true, ..wanted.thinking(Thinking::default()) };
    call.reply.begin();
    let choice = session.think(call, wanted.seat, thinking, &mut |report, reply| reporter.report(report, reply));
    reporter.end(Some(&choice.report), &mut call.reply);
    // A search may have nothing more to find out, but an analysis ends when the client says so.
    call.wait_for_line();
    Ok(String::new())
}

fn genmove_analyze(session: &mut Session, call: &mut Call<'_>, words: Words) -> Answer {
    let wanted = wanted(session, call, words)?;
    let mut reporter = Reporter::new(session, words, &wanted);
    let thinking = wanted.thinking(session.on_move(wanted.seat));
    call.reply.begin();
    let told = session.generate(call, wanted.seat, thinking, &mut |report, reply| reporter.report(report, reply));
    reporter.end(told.report.as_ref(), &mut call.reply);
    Ok(format!("play {}", told.word))
}

/// Chooses a move that is told and not played.
fn search_analyze(session: &mut Session, call: &mut Call<'_>, cancellable: bool) -> Answer {
    let wanted = wanted(session, call, Words::Kata)?;
    let mut reporter = Reporter::new(session, Words::Kata, &wanted);
    let thinking = Thinking { until_any_line: cancellable, ..wanted.thinking(session.on_move(wanted.seat)) };
    call.reply.begin();
    let choice = session.think(call, wanted.seat, thinking, &mut |report, reply| reporter.report(report, reply));
    if cancellable && call.was_cancelled() {
        return Ok("play cancelled".to_owned());
    }
    reporter.end(Some(&choice.report), &mut call.reply);
    Ok(format!("play {}", session.suggestion(wanted.seat, &choice)))
}

/// A search of the present position that is bounded by visits alone, and how fast it was, in KataGo's words.
fn benchmark(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let visits = call.parsed(0, args::count)?.max(1);
    let limits = Limits { visits: Some(visits), time: None };
    let thinking = Thinking { limits, fresh: true, to_the_limit: true, ..Thinking::default() };
    let seat = session.history().to_move();
    let Report { simulations, time, .. } = session.think(call, seat, thinking, &mut |_, _| {}).report;
    let seconds = time.as_secs_f64();
    let speed = if seconds > 0.0 { simulations as f64 / seconds } else { 0.0 };
    let threads = session.settings().threads;
    Ok(format!(
        "\nnumSearchThreads = {threads}: 1 / 1 positions, visits/s = {speed:.2} ({simulations} visits, {seconds:.2} secs)"
    ))
}

fn search_cancellable(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let seat = if call.args.is_empty() { session.history().to_move() } else { session.seat(call, 0)? };
    let thinking = Thinking { until_any_line: true, ..session.on_move(seat) };
    let choice = session.think(call, seat, thinking, &mut |_, _| {});
    if call.was_cancelled() {
        return Ok("cancelled".to_owned());
    }
    Ok(session.suggestion(seat, &choice))
}
