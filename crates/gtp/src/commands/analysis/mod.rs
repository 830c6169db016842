//! Searches that report while they run: the commands of Leela Zero, KataGo and Sabaki, each in its
//! own format.
//!
//! All values are those of the side that the analysis is for.

mod options;
mod report;

use quintet_core::types::Seat;
use quintet_search::{Limits, Report};

use super::Command;
use crate::answer::Answer;
use crate::args;
use crate::call::Call;
use crate::session::{Session, Thinking};

use options::{Format, ReportOptions};
use report::Reporter;

/// The commands of this family.
pub const COMMANDS: &[Command] = &[
    Command::thinking("analyze", ANALYZE, "reports on a search until any line comes", |s, c| {
        Box::pin(analyze(s, c, Format::Kata))
    }),
    Command::thinking("lz-analyze", LZ_ANALYZE, "the same in Leela Zero's words", |s, c| {
        Box::pin(analyze(s, c, Format::Leela))
    }),
    Command::thinking("kata-analyze", KATA_ANALYZE, "the same in KataGo's words", |s, c| {
        Box::pin(analyze(s, c, Format::Kata))
    }),
    Command::thinking("genmove_analyze", GENMOVE_ANALYZE, "plays a move and reports on the search", |s, c| {
        Box::pin(genmove_analyze(s, c, Format::Kata))
    }),
    Command::thinking("lz-genmove_analyze", LZ_GENMOVE_ANALYZE, "the same in Leela Zero's words", |s, c| {
        Box::pin(genmove_analyze(s, c, Format::Leela))
    }),
    Command::thinking("kata-genmove_analyze", KATA_GENMOVE_ANALYZE, "the same in KataGo's words", |s, c| {
        Box::pin(genmove_analyze(s, c, Format::Kata))
    }),
    Command::thinking(
        "kata-search",
        "kata-search [SEAT]",
        "chooses a move without playing it, with what earlier searches found",
        |session, call| Box::pin(search(session, call, false)),
    ),
    Command::thinking(
        "kata-search_cancellable",
        "kata-search_cancellable [SEAT]",
        "chooses a move without playing it; any line cancels the search",
        |session, call| Box::pin(search(session, call, true)),
    ),
    Command::thinking(
        "kata-search_analyze",
        "kata-search_analyze [SEAT] [CENTISECONDS] [KEY VALUE]...",
        "chooses a move without playing it and reports on the search",
        |session, call| Box::pin(search_analyze(session, call, false)),
    ),
    Command::thinking(
        "kata-search_analyze_cancellable",
        "kata-search_analyze_cancellable [SEAT] [CENTISECONDS] [KEY VALUE]...",
        "the same; any line cancels the search",
        |session, call| Box::pin(search_analyze(session, call, true)),
    ),
    Command::thinking("kata-benchmark", "kata-benchmark VISITS", "measures a search of the position", |s, c| {
        Box::pin(benchmark(s, c))
    }),
    Command::new("stop", "stop", "ends the searches of earlier commands", |_, _| Ok(String::new())),
];

const ANALYZE: &str = "analyze [SEAT] [CENTISECONDS] [KEY VALUE]...";
const LZ_ANALYZE: &str = "lz-analyze [SEAT] [CENTISECONDS] [KEY VALUE]...";
const KATA_ANALYZE: &str = "kata-analyze [SEAT] [CENTISECONDS] [KEY VALUE]...";
const GENMOVE_ANALYZE: &str = "genmove_analyze [SEAT] [CENTISECONDS] [KEY VALUE]...";
const LZ_GENMOVE_ANALYZE: &str = "lz-genmove_analyze [SEAT] [CENTISECONDS] [KEY VALUE]...";
const KATA_GENMOVE_ANALYZE: &str = "kata-genmove_analyze [SEAT] [CENTISECONDS] [KEY VALUE]...";

async fn analyze(session: &mut Session, call: &mut Call<'_>, format: Format) -> Answer {
    let options = ReportOptions::parse(session, call, format)?;
    let mut reporter = Reporter::new(session, &options);
    let thinking = Thinking::new(call).for_analysis(session);
    let thinking = Thinking { until_any_line: true, ..options.search(thinking) };
    call.reply.begin();
    let choice = session.think(call, options.seat, thinking, &mut |report, reply| reporter.report(report, reply)).await;
    reporter.end(Some(&choice.report), &mut call.reply);
    // A search may have nothing more to find out, but an analysis ends when the client says so.
    call.wait_for_line().await;
    Ok(String::new())
}

async fn genmove_analyze(session: &mut Session, call: &mut Call<'_>, format: Format) -> Answer {
    let options = ReportOptions::parse(session, call, format)?;
    let mut reporter = Reporter::new(session, &options);
    let thinking = options.search(session.search_for_move(call, options.seat));
    call.reply.begin();
    let generated =
        session.generate(call, options.seat, thinking, &mut |report, reply| reporter.report(report, reply)).await;
    reporter.end(generated.report.as_ref(), &mut call.reply);
    Ok(format!("play {}", generated.word))
}

/// Returns whether a move of a seat that the client asks for, and would play itself, is out of turn.
fn is_tentative(session: &Session, seat: Seat) -> bool {
    seat != session.game().to_move()
}

/// Chooses a move without playing it.
async fn search_analyze(session: &mut Session, call: &mut Call<'_>, cancellable: bool) -> Answer {
    let options = ReportOptions::parse(session, call, Format::Kata)?;
    let mut reporter = Reporter::new(session, &options);
    let thinking = options.search(session.search_for_move(call, options.seat));
    let thinking = Thinking { until_any_line: cancellable, tentative: is_tentative(session, options.seat), ..thinking };
    call.reply.begin();
    let choice = session.think(call, options.seat, thinking, &mut |report, reply| reporter.report(report, reply)).await;
    if cancellable && call.was_cancelled() {
        return Ok("play cancelled".to_owned());
    }
    reporter.end(Some(&choice.report), &mut call.reply);
    Ok(format!("play {}", session.suggestion(options.seat, &choice)))
}

/// Searches the position with a limit in visits alone, and returns its speed in KataGo's format.
async fn benchmark(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let visits = call.parsed(0, args::count)?.max(1);
    let limits = Limits { visits: Some(visits), time: None };
    let mut thinking = Thinking { fresh: true, ..Thinking::new(call).within(limits) };
    thinking.options.to_the_limit = true;
    let seat = session.game().to_move();
    let Report { simulations, time, .. } = session.think(call, seat, thinking, &mut |_, _| {}).await.report;
    let seconds = time.as_secs_f64();
    let speed = if seconds > 0.0 { simulations as f64 / seconds } else { 0.0 };
    let threads = session.preferences().settings.threads;
    Ok(format!(
        "\nnumSearchThreads = {threads}: 1 / 1 positions, visits/s = {speed:.2} ({simulations} visits, {seconds:.2} secs)"
    ))
}

async fn search(session: &mut Session, call: &mut Call<'_>, cancellable: bool) -> Answer {
    let seat = if call.args.is_empty() { session.game().to_move() } else { session.seat(call, 0)? };
    let thinking = session.search_for_move(call, seat);
    let thinking = Thinking { until_any_line: cancellable, tentative: is_tentative(session, seat), ..thinking };
    let choice = session.think(call, seat, thinking, &mut |_, _| {}).await;
    if cancellable && call.was_cancelled() {
        return Ok("cancelled".to_owned());
    }
    Ok(session.suggestion(seat, &choice))
}
