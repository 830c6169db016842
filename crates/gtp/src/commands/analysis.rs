//! Searches that report while they run: the commands of Leela Zero, KataGo and Sabaki, each in its
//! own format.
//!
//! All values are those of the side that the analysis is for.

use std::time::Duration;

use quintet_core::board::Point;
use quintet_core::notation::quote;
use quintet_core::time_control::seconds;
use quintet_core::types::{Move, Seat};
use quintet_search::{Candidate, Limits, Report, Restriction, SearchOptions};

use super::Command;
use crate::answer::{Answer, CommandError, Reply};
use crate::args;
use crate::call::Call;
use crate::notation::Meaning;
use crate::session::{Session, Thinking};
use crate::snapshot::Snapshot;

/// The commands of this family.
pub const COMMANDS: &[Command] = &[
    Command::new("analyze", ANALYZE, "reports on a search until any line comes", |s, c| analyze(s, c, Format::Kata)),
    Command::new("lz-analyze", LZ_ANALYZE, "the same in Leela Zero's words", |s, c| analyze(s, c, Format::Leela)),
    Command::new("kata-analyze", KATA_ANALYZE, "the same in KataGo's words", |s, c| analyze(s, c, Format::Kata)),
    Command::new("genmove_analyze", GENMOVE_ANALYZE, "plays a move and reports on the search", |s, c| {
        genmove_analyze(s, c, Format::Kata)
    }),
    Command::new("lz-genmove_analyze", LZ_GENMOVE_ANALYZE, "the same in Leela Zero's words", |s, c| {
        genmove_analyze(s, c, Format::Leela)
    }),
    Command::new("kata-genmove_analyze", KATA_GENMOVE_ANALYZE, "the same in KataGo's words", |s, c| {
        genmove_analyze(s, c, Format::Kata)
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

/// The format of reports.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    /// Leela Zero's: integers from 0 to 10000.
    Leela,
    /// KataGo's: decimal numbers from 0 to 1.
    Kata,
}

/// The contents of a report.
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

/// KataGo's switches for values that this search does not have. Switching them on is an error.
const UNAVAILABLE: &[&str] = &["ownershipstdev", "movesownershipstdev", "noresultvalue"];

/// The switches that exist in KataGo's format but not in Leela Zero's.
const KATAGO_ONLY: &[&str] = &["ownership", "movesownership", "pvvisits", "pvedgevisits", "rootinfo"];

/// The default time between two reports.
const INTERVAL: Duration = Duration::from_secs(1);

fn wanted(session: &Session, call: &Call<'_>, format: Format) -> Result<Wanted, CommandError> {
    let info = session.setup().info();
    let mut words = call.args.words().peekable();
    let seat = words.next_if(|word| args::is_seat(info, word) && args::integer(word).is_none());
    let seat = seat.map_or(Ok(session.game().to_move()), |word| args::seat(info, word))?;
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
        let refused = |value: &str| CommandError::syntax(format_args!("'{}' is no value of {key}", quote(value)));
        let is_unavailable = UNAVAILABLE.contains(&&*key) || format == Format::Leela && KATAGO_ONLY.contains(&&*key);
        let switch = |value: &str| args::truth(value).ok_or_else(|| refused(value));
        match key.as_str() {
            _ if is_unavailable => {
                if switch(value()?)? {
                    return Err(CommandError::new(format!("'{}' can't be delivered", quote(name))));
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
                let moves: Vec<Option<Move>> = moves.collect::<Result<_, CommandError>>()?;
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

/// Parses an interval in hundredths of a second. Reports come at most a hundred times a second.
fn interval(text: &str) -> Option<Duration> {
    let centiseconds = args::finite(text).filter(|value| *value >= 0.0)?;
    seconds(centiseconds.max(1.0) / 100.0)
}

impl Wanted {
    /// Returns a search for these contents within the limits of `thinking`.
    fn search<'a>(&'a self, thinking: Thinking<'a>) -> Thinking<'a> {
        let options = SearchOptions {
            report_every: Some(self.every),
            ownership: self.ownership,
            move_ownership: self.move_ownership,
            restrictions: &self.restrictions,
            ..thinking.options
        };
        Thinking { options, ..thinking }
    }

    /// Checks that the restrictions leave a move to a side that has any.
    fn check(&self, session: &Session) -> Result<(), CommandError> {
        let moves = session.game().legal_moves(self.seat);
        let admits = |mv: &Move| self.restrictions.iter().all(|restriction| restriction.admits(self.seat, *mv, 0));
        if moves.is_empty() || moves.iter().any(admits) {
            Ok(())
        } else {
            Err(CommandError::new("no legal move is left"))
        }
    }
}

/// Writes reports while a search borrows the session.
struct Writer {
    snapshot: Snapshot,
    format: Format,
}

impl Writer {
    fn new(session: &Session, format: Format) -> Writer {
        Writer { snapshot: Snapshot::new(session), format }
    }

    /// Returns a report in one line; empty if no move was searched.
    fn line(&self, wanted: &Wanted, report: &Report) -> String {
        let candidates = report.candidates.iter().take(wanted.most).zip(0..);
        let infos = candidates.map(|(candidate, order)| self.info(wanted, report.seat, candidate, order));
        let mut parts: Vec<String> = infos.collect();
        if parts.is_empty() {
            return String::new();
        }
        if self.format == Format::Kata && wanted.root {
            parts.push(format!(
                "rootInfo visits {} utility {:.6} winrate {:.6} scoreLead {:.6}",
                report.visits,
                2.0 * report.win_rate - 1.0,
                report.win_rate,
                report.candidates.first().map_or(0.0, |best| best.lead),
            ));
        }
        if self.format == Format::Kata && wanted.ownership && !report.ownership.is_empty() {
            parts.push(format!("ownership {}", self.ownership(report.seat, &report.ownership)));
        }
        parts.join(" ")
    }

    fn info(&self, wanted: &Wanted, seat: Seat, candidate: &Candidate, order: usize) -> String {
        let Candidate { mv, visits, win_rate, lead, prior, .. } = *candidate;
        let pv = self.snapshot.words(&candidate.pv, usize::MAX);
        let (mv, lcb) = (self.snapshot.word(mv), candidate.lower_bound());
        match self.format {
            Format::Leela => {
                let parts = |share: f64| (share.clamp(0.0, 1.0) * 10_000.0).round() as u32;
                let (win_rate, prior, lcb) = (parts(win_rate), parts(prior), parts(lcb));
                format!(
                    "info move {mv} visits {visits} winrate {win_rate} prior {prior} lcb {lcb} order {order} pv {pv}"
                )
            }
            Format::Kata => {
                let (utility, low) = (2.0 * win_rate - 1.0, 2.0 * lcb - 1.0);
                let mut text = format!(
                    "info move {mv} visits {visits} utility {utility:.6} winrate {win_rate:.6} scoreMean {lead:.6} \
                     scoreLead {lead:.6} prior {prior:.6} lcb {lcb:.6} utilityLcb {low:.6} order {order} pv {pv}"
                );
                let visits = || candidate.pv_visits.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
                if wanted.pv_visits {
                    text += &format!(" pvVisits {}", visits());
                }
                // The search has a tree, so each move has a node of its own.
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

    /// Returns the ownership of each cell of the client's board, row by row from the top: +1 for
    /// the side of the report.
    fn ownership(&self, seat: Seat, ownership: &[f32]) -> String {
        let of = |point: Point| f64::from(ownership.get(point.index()).copied().unwrap_or(0.0)) * seat.sign();
        self.snapshot.cells(of).into_iter().map(|value| format!("{value:.6}")).collect::<Vec<_>>().join(" ")
    }
}

/// Sends reports during a search, and one at its end if none was due before.
struct Reporter<'a> {
    writer: Writer,
    wanted: &'a Wanted,
    reported: bool,
}

impl<'a> Reporter<'a> {
    fn new(session: &Session, format: Format, wanted: &'a Wanted) -> Reporter<'a> {
        Reporter { writer: Writer::new(session, format), wanted, reported: false }
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

fn analyze(session: &mut Session, call: &mut Call<'_>, format: Format) -> Answer {
    let wanted = wanted(session, call, format)?;
    let mut reporter = Reporter::new(session, format, &wanted);
    let thinking = Thinking { until_any_line: true, ..wanted.search(Thinking::new(call)) };
    call.reply.begin();
    let choice = session.think(call, wanted.seat, thinking, &mut |report, reply| reporter.report(report, reply));
    reporter.end(Some(&choice.report), &mut call.reply);
    // A search may have nothing more to find out, but an analysis ends when the client says so.
    call.wait_for_line();
    Ok(String::new())
}

fn genmove_analyze(session: &mut Session, call: &mut Call<'_>, format: Format) -> Answer {
    let wanted = wanted(session, call, format)?;
    let mut reporter = Reporter::new(session, format, &wanted);
    let thinking = wanted.search(session.search_for_move(call, wanted.seat));
    call.reply.begin();
    let told = session.generate(call, wanted.seat, thinking, &mut |report, reply| reporter.report(report, reply));
    reporter.end(told.report.as_ref(), &mut call.reply);
    Ok(format!("play {}", told.word))
}

/// Chooses a move without playing it.
fn search_analyze(session: &mut Session, call: &mut Call<'_>, cancellable: bool) -> Answer {
    let wanted = wanted(session, call, Format::Kata)?;
    let mut reporter = Reporter::new(session, Format::Kata, &wanted);
    let thinking =
        Thinking { until_any_line: cancellable, ..wanted.search(session.search_for_move(call, wanted.seat)) };
    call.reply.begin();
    let choice = session.think(call, wanted.seat, thinking, &mut |report, reply| reporter.report(report, reply));
    if cancellable && call.was_cancelled() {
        return Ok("play cancelled".to_owned());
    }
    reporter.end(Some(&choice.report), &mut call.reply);
    Ok(format!("play {}", session.suggestion(wanted.seat, &choice)))
}

/// Searches the position with a limit in visits alone, and returns its speed in KataGo's format.
fn benchmark(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let visits = call.parsed(0, args::count)?.max(1);
    let limits = Limits { visits: Some(visits), time: None };
    let mut thinking = Thinking { fresh: true, ..Thinking::new(call).within(limits) };
    thinking.options.to_the_limit = true;
    let seat = session.game().to_move();
    let Report { simulations, time, .. } = session.think(call, seat, thinking, &mut |_, _| {}).report;
    let seconds = time.as_secs_f64();
    let speed = if seconds > 0.0 { simulations as f64 / seconds } else { 0.0 };
    let threads = session.preferences().settings.threads;
    Ok(format!(
        "\nnumSearchThreads = {threads}: 1 / 1 positions, visits/s = {speed:.2} ({simulations} visits, {seconds:.2} secs)"
    ))
}

fn search_cancellable(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let seat = if call.args.is_empty() { session.game().to_move() } else { session.seat(call, 0)? };
    let thinking = Thinking { until_any_line: true, ..session.search_for_move(call, seat) };
    let choice = session.think(call, seat, thinking, &mut |_, _| {});
    if call.was_cancelled() {
        return Ok("cancelled".to_owned());
    }
    Ok(session.suggestion(seat, &choice))
}
