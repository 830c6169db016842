//! `quintet solve`: exact values, tables of them, and their proof.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args;
use quintet::record::{move_words, position};
use quintet::setup::Setup;
use quintet::solve::known::Ends;
use quintet::solve::table::{self, Sidecar};
use quintet::solve::{Limits, Progress, Solution};
use quintet::solvers::{self, Cycles};
use quintet::words::Move;
use serde_json::json;

/// What is solved, and how.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// Solve this position, as the command quintet-position tells it [default: the start of a game].
    #[arg(long, value_name = "LINE")]
    position: Option<String>,
    /// Memory for tables, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
    /// Stop after so many nodes of a forward search, with the bounds so far.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Work out the values of all positions and write them to a file, and a description to FILE.json (Alaric to n = 22).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "checkpoint"])]
    table: Option<PathBuf>,
    /// Keep what a forward search knows in a file, or with --cycles what sweeps know, every five minutes and at the end, and go on
    /// from it if it is there.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Work out as well the best end of the game that each side can force (Alaric).
    #[arg(long)]
    ends: bool,
    /// Look at all positions that can be reached, and count those whose value depends on what endless play is worth: forced
    /// cycles (Stoical Go to 21 points).
    #[arg(long, conflicts_with_all = ["table", "ends", "nodes"])]
    cycles: bool,
    /// Prove a table: its sums, and every position's value by those of its successors.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "table", "checkpoint", "ends", "nodes"])]
    verify: Option<PathBuf>,
    /// Tell the result as a JSON object.
    #[arg(long)]
    json: bool,
}

impl SolveArgs {
    /// Whether what is solved says by itself of which game it is.
    pub fn names_game(&self) -> bool {
        self.position.is_some() || self.verify.is_some()
    }
}

/// Solves what is asked for; whether all of it was done.
///
/// # Errors
/// In one line, what was wrong, or could not be read or written.
pub fn run(args: &SolveArgs, setup: &Setup, threads: usize, time: Option<Duration>) -> anyhow::Result<bool> {
    let stop = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&stop);
    let handled = ctrlc::set_handler(move || {
        if handler.swap(true, Ordering::Relaxed) {
            // Asked twice: what a checkpoint would keep is not worth more patience.
            std::process::exit(130);
        }
    });
    if let Err(error) = handled {
        log::warn!("an interruption will end the work roughly: {error}");
    }
    let limits = Limits { threads, memory: args.memory << 20, nodes: args.nodes, time, ..Limits::default() };
    let meter = Meter::new(&stop, time);
    let watch = |progress: Progress| meter.tell(progress);
    let ended = |text: String| {
        meter.end();
        print(&text)
    };
    if let Some(path) = &args.verify {
        let tell =
            |nodes, of| meter.tell(Progress { low: 0.0, high: 0.0, nodes, of: Some(of), time: meter.begun.elapsed() });
        let (setup, states) = solvers::prove_table(path, threads, &tell)?;
        ended(proof_text(&table::name(&setup), states, meter.begun.elapsed(), args.json))?;
        return Ok(true);
    }
    let (setup, diagram) = match &args.position {
        Some(line) => {
            let (setup, diagram) = position::read(line)?;
            (setup, Some(diagram))
        }
        None => (setup.clone(), None),
    };
    let diagram = diagram.as_ref();
    if let Some(path) = &args.table {
        let sidecar = solvers::write_table(path, &setup, limits, &watch)?;
        ended(table_text(path, &sidecar, args.json)?)?;
        return Ok(true);
    }
    let line = solvers::position_line(&setup, diagram)?;
    if args.cycles {
        let cycles = solvers::cycles(&setup, diagram, limits, args.checkpoint.as_deref(), EXAMPLES, &watch)?;
        ended(cycles_text(&setup, &line, &cycles, args.json))?;
        return Ok(true);
    }
    if let Some(error) = solvers::lacks_memory(&setup, diagram, limits) {
        eprintln!(
            "quintet: {error} to be worked out all at once; with less they are searched forward, which may take far longer"
        );
    }
    let solution = solvers::solve(&setup, diagram, limits, args.checkpoint.as_deref(), args.ends, &watch)?;
    ended(if args.json { as_json(&setup, &line, &solution) } else { as_text(&setup, &solution) })?;
    Ok(solution.value().is_some())
}

/// How many examples of forced cycles are told.
const EXAMPLES: usize = 10;

fn cycles_text(setup: &Setup, line: &str, cycles: &Cycles, json: bool) -> String {
    let Cycles { solution, positions, comes_round, forced, at_start, ways } = cycles;
    let ways: Vec<String> = ways.iter().map(|way| moves_text(setup, way)).collect();
    if json {
        return json!({
            "position": line,
            "value": solution.text(),
            "best": words(setup, &solution.best),
            "pv": words(setup, &solution.line),
            "positions": positions,
            "comes_round": comes_round,
            "forced_cycles": forced,
            "start_depends": at_start,
            "examples": ways,
            "ends": ends_json(solution.ends),
            "seconds": solution.time.as_secs_f64(),
        })
        .to_string();
    }
    let ways: String = ways.iter().map(|way| format!("\nafter {way}")).collect();
    let round = match comes_round {
        Some(true) => "can",
        Some(false) => "can't",
        None => "wasn't seen to",
    };
    format!(
        "{}\n{positions} positions; play {round} come round; in {forced} the value depends on what endless play is worth{ways}",
        as_text(setup, solution)
    )
}

fn ends_json(ends: Option<Ends>) -> serde_json::Value {
    let end = |end: Option<(i32, Option<u32>)>| end.map(|(margin, plies)| json!({ "margin": margin, "plies": plies }));
    json!(ends.map(|[black, white]| json!({ "black": end(black), "white": end(white) })))
}

fn table_text(path: &Path, sidecar: &Sidecar, json: bool) -> anyhow::Result<String> {
    if json {
        return Ok(serde_json::to_string(sidecar)?);
    }
    let [value, rank] = sidecar.start;
    let plies = if value == 0 { String::new() } else { format!(" in {rank} plies") };
    Ok(format!(
        "{}: {} positions, the start is worth {value} to the side to move{plies}\n{}  {}",
        sidecar.setup,
        sidecar.states,
        sidecar.sha256,
        path.display()
    ))
}

fn proof_text(name: &str, states: u64, time: Duration, json: bool) -> String {
    let seconds = time.as_secs_f64();
    if json {
        json!({ "setup": name, "states": states, "proved": true, "seconds": seconds }).to_string()
    } else {
        format!("{name}: all {states} positions proved in {seconds:.1} s")
    }
}

fn moves_text(setup: &Setup, moves: &[Move]) -> String {
    words(setup, moves).join(" ")
}

fn words(setup: &Setup, moves: &[Move]) -> Vec<String> {
    let geometry = setup.geometry();
    moves.iter().map(|&mv| move_words::format(setup.info(), &geometry, mv)).collect()
}

fn as_text(setup: &Setup, solution: &Solution) -> String {
    let mut lines = vec![solution.text()];
    if !solution.best.is_empty() {
        lines.push(format!("best {}", moves_text(setup, &solution.best)));
        lines.push(format!("pv {}", moves_text(setup, &solution.line)));
    }
    if let Some(plies) = solution.plies {
        lines.push(format!("plies {plies}"));
    }
    if let Some(ends) = solution.ends {
        let told = ends.map(|end| match end {
            Some((margin, Some(plies))) => format!("{margin:+} in {plies} plies"),
            Some((margin, None)) => format!("{margin:+}"),
            None => "none".to_owned(),
        });
        lines.push(format!("best forced end: black {}, white {}", told[0], told[1]));
    }
    lines.push(format!("nodes {} seconds {:.3}", solution.nodes, solution.time.as_secs_f64()));
    lines.join("\n")
}

fn as_json(setup: &Setup, line: &str, solution: &Solution) -> String {
    json!({
        "position": line,
        "value": solution.text(),
        "low": solution.low,
        "high": solution.high,
        "margins": solution.margins,
        "best": words(setup, &solution.best),
        "pv": words(setup, &solution.line),
        "plies": solution.plies,
        "ends": ends_json(solution.ends),
        "nodes": solution.nodes,
        "seconds": solution.time.as_secs_f64(),
    })
    .to_string()
}

fn print(text: &str) -> anyhow::Result<()> {
    match writeln!(std::io::stdout(), "{text}") {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error).context("cannot write the result"),
        _ => Ok(()),
    }
}

/// Tells on standard error how far the work has come: on a terminal in one line that changes, else a line a minute.
struct Meter<'a> {
    stop: &'a AtomicBool,
    time: Option<Duration>,
    begun: Instant,
    told: Mutex<Option<Instant>>,
    terminal: bool,
}

impl<'a> Meter<'a> {
    fn new(stop: &'a AtomicBool, time: Option<Duration>) -> Meter<'a> {
        Meter { stop, time, begun: Instant::now(), told: Mutex::new(None), terminal: std::io::stderr().is_terminal() }
    }

    /// Tells it, if it is time; whether to go on.
    fn tell(&self, progress: Progress) -> bool {
        let every = if self.terminal { Duration::from_millis(500) } else { Duration::from_secs(60) };
        if let Ok(mut told) = self.told.try_lock()
            && told.unwrap_or(self.begun).elapsed() >= every
        {
            *told = Some(Instant::now());
            let seconds = progress.time.as_secs_f64().max(0.001);
            let rate = progress.nodes as f64 / seconds;
            let rest = match progress.of {
                Some(of) => {
                    let left = of.saturating_sub(progress.nodes) as f64 / rate.max(1.0);
                    format!("of {of}, at most {left:.0} s left")
                }
                None => format!("nodes, value between {} and {}", progress.low, progress.high),
            };
            let line = format!("{seconds:.0} s: {} {rest}, {:.1} million a second", progress.nodes, rate / 1e6);
            if self.terminal { eprint!("\r\x1b[K{line}") } else { eprintln!("{line}") }
        }
        !self.stop.load(Ordering::Relaxed) && self.time.is_none_or(|time| self.begun.elapsed() < time)
    }

    fn end(&self) {
        if self.terminal && self.told.lock().is_ok_and(|told| told.is_some()) {
            eprintln!();
        }
    }
}
