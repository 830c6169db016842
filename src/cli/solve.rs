//! `quintet solve`: exact values, tables of them, and their proof.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use clap::Args;
use quintet_core::diagram::Diagram;
use quintet_core::notation::move_words;
use quintet_core::position::state_index::MAX_STATES;
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::time_control::seconds;
use quintet_core::types::Move;
use quintet_engine::Knowledge;
use quintet_games::{self as games, GAMES};
use quintet_record::position_line;
use quintet_solve::tablebase::Sidecar;
use quintet_solve::{Ends, Limits, Obstacle, Progress, Solution, SolveOptions, SolverError, ValueStore, setup_name};
use quintet_system::atomic_file::{self, AtomicFile};
use serde_json::json;

use super::option_values::whole;
use super::options::{CommonArgs, SecondsArg, SetupArgs, ThreadsArg, with_tables};
use super::output::{can_redraw, print_message, print_result, write_message};
use super::{Exit, Outcome, exit, interrupt};

/// The options of `quintet solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// Position line, as the GTP command quintet-position prints it [default: the start of a game].
    #[arg(long, value_name = "LINE")]
    position: Option<String>,
    /// Maximum memory for tables, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = whole::<u64>(1, 1 << 20))]
    memory: u64,
    /// Node limit for the alpha-beta search; on reaching it, prints the current bounds.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX))]
    nodes: Option<u64>,
    /// Compute the values of all positions and write them to FILE, with a description in FILE.json
    /// (Alaric up to n = 24).
    #[arg(id = "written", long = "table", value_name = "FILE", conflicts_with_all = ["position", "checkpoint", "ends", "nodes"])]
    table: Option<PathBuf>,
    /// Table of exact values to use, as --table writes it. Can be given several times.
    #[arg(id = "table", long = "use-table", value_name = "FILE")]
    known: Vec<PathBuf>,
    /// Save the progress to FILE every five minutes and at the end, and resume from it if it exists
    /// (alpha-beta search).
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Also compute the best end of the game that each side can force (Alaric).
    #[arg(long)]
    ends: bool,
    /// Verify a table: its checksums, and the value of each position from those of its successors.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "written", "checkpoint", "ends", "nodes"])]
    verify: Option<PathBuf>,
    /// Write a proof of the value to FILE, which tools/check-proof checks (Cancer, Cascade, Redstone,
    /// Stoical Go with repetition=none).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["written", "verify", "checkpoint", "ends"])]
    proof: Option<PathBuf>,
    /// Print the result as a JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    seconds: SecondsArg,
    #[command(flatten)]
    _common: CommonArgs,
}

impl SolveArgs {
    /// Returns the setup and the position to solve.
    fn position(&self, setup: &Setup) -> anyhow::Result<(Setup, Option<Diagram>)> {
        Ok(match &self.position {
            Some(line) => {
                let (setup, diagram) = position_line::read(line)?;
                (setup, Some(diagram))
            }
            None => (setup.clone(), None),
        })
    }
}

/// Solves a position, or writes or verifies a table. The exit status is a failure if the result is
/// unknown or wrong.
///
/// # Errors
/// Returns an error, in one line, if the position cannot be read or the table to verify is missing.
pub fn run(args: &SolveArgs) -> Outcome {
    let knowledge = with_tables(Knowledge::default(), &args.known)?;
    let threads = args.threads.threads.map_or(1, usize::from);
    let time = args.seconds.seconds.and_then(seconds);
    let (setup, diagram) = args.position(&args.setup.setup()?)?;
    if let Some(path) = &args.verify {
        std::fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    }
    let stop = interrupt::flag();
    let meter = Meter::new(&stop, time);
    let limits = Limits { threads, memory: args.memory << 20, nodes: args.nodes, time, ..Limits::default() };
    let task = Task { args, limits, store: knowledge.values(), meter: &meter };
    let result = match (&args.verify, &args.table) {
        (Some(path), _) => task.verify(path),
        (None, Some(path)) => task.write_table(path, &setup),
        (None, None) => task.solve(&setup, diagram.as_ref()),
    };
    Ok(match result {
        Ok(true) => Exit::Success,
        // The bounds so far were printed.
        Ok(false) => Exit::Failure,
        Err(error) => exit(Err(error.downcast().map_or_else(|error| error, describe))),
    })
}

/// Adds to some errors what the solver does not know.
fn describe(error: SolverError) -> anyhow::Error {
    match error {
        SolverError::NotIndexed(_) => {
            let sizes: Vec<String> = GAMES.iter().filter_map(|info| largest_indexed(info)).collect();
            anyhow!("{error}: {}", sizes.join(", "))
        }
        error => error.into(),
    }
}

/// Returns the largest board of a game whose positions are numbered, in words; `None` if there is
/// none.
fn largest_indexed(info: &'static GameInfo) -> Option<String> {
    let is_indexed = |&size: &u16| {
        let setup = Setup::new(info).with_size(size);
        setup.is_ok_and(|setup| (info.solving.can_index_states)(&setup, MAX_STATES))
    };
    let largest = info.sizes.clone().rev().find(is_indexed)?;
    Some(format!("{} up to n = {largest}", info.title))
}

/// One run of the command.
struct Task<'a> {
    args: &'a SolveArgs,
    limits: Limits,
    store: &'a ValueStore,
    meter: &'a Meter<'a>,
}

impl Task<'_> {
    fn watch(&self, progress: Progress) -> bool {
        self.meter.update(progress)
    }

    /// Ends the progress line and prints the result.
    fn print(&self, text: &str) {
        self.meter.end();
        print_result(text);
    }

    fn verify(&self, path: &Path) -> anyhow::Result<bool> {
        let go_on = |nodes, of| {
            let time = self.meter.begun.elapsed();
            self.watch(Progress { low: 0.0, high: 0.0, nodes, of: Some(of), time })
        };
        let (setup, states) = quintet_solve::prove_table(path, games::find, self.limits.threads, &go_on)?;
        let name = setup_name::format(&setup);
        self.print(&proof_text(&name, states, self.meter.begun.elapsed(), self.args.json));
        Ok(true)
    }

    fn write_table(&self, path: &Path, setup: &Setup) -> anyhow::Result<bool> {
        let sidecar = quintet_solve::write_table(path, setup, self.limits, self.store, &|at| self.watch(at))?;
        self.print(&table_text(path, &sidecar, self.args.json)?);
        Ok(true)
    }

    fn solve(&self, setup: &Setup, diagram: Option<&Diagram>) -> anyhow::Result<bool> {
        let line = position_line(setup, diagram)?;
        if self.args.proof.is_some()
            && let Some(error) = quintet_solve::lacks_proofs(setup, diagram)
        {
            return Err(error.into());
        }
        if let Some(path) = &self.args.proof {
            // Not after hours of search.
            AtomicFile::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        }
        if let Some(error) = quintet_solve::lacks_memory(setup, diagram, self.limits, self.store) {
            print_message(format!(
                "quintet: {error} to be solved all at once; with less, alpha-beta search is used, which may take far longer"
            ));
        }
        let options =
            SolveOptions { limits: self.limits, checkpoint: self.args.checkpoint.as_deref(), ends: self.args.ends };
        let mut solution = quintet_solve::solve_diagram(setup, diagram, &options, self.store, &|at| self.watch(at))?;
        if solution.obstacle == Some(Obstacle::Interrupted) && !self.meter.stop.load(Ordering::Relaxed) {
            // The time limit counts from the start of the command.
            solution.obstacle = Some(Obstacle::Time);
        }
        let text = if self.args.json { as_json(setup, &line, &solution) } else { as_text(setup, &solution) };
        self.print(&text);
        if let (Some(path), Some(value)) = (&self.args.proof, solution.value()) {
            let proof = quintet_solve::prove(setup, diagram, &line, value, self.limits, &|at| self.watch(at))?;
            self.meter.end();
            atomic_file::write(path, &proof).with_context(|| format!("cannot write {}", path.display()))?;
            print_message(format!("quintet: proof in {}", path.display()));
        }
        Ok(solution.value().is_some())
    }
}

/// Returns what may lead to a proof.
fn advice(obstacle: &Obstacle) -> Option<String> {
    match obstacle {
        Obstacle::Nodes => Some("more --nodes".to_owned()),
        Obstacle::Time => Some("more --seconds; --checkpoint FILE continues where a run has stopped".to_owned()),
        Obstacle::Interrupted => Some("--checkpoint FILE, which continues where a run has stopped".to_owned()),
        Obstacle::EarlierBoards { without: Some(rules), .. } => {
            let rules = rules.split([',', ' ']).filter(|rule| rule.contains('='));
            Some(rules.map(|rule| format!("--rule {rule}")).collect::<Vec<_>>().join(" "))
        }
        Obstacle::EarlierBoards { without: None, .. } | Obstacle::Depth => None,
    }
}

/// Returns the line of a position, as `quintet-position` prints it.
fn position_line(setup: &Setup, diagram: Option<&Diagram>) -> anyhow::Result<String> {
    let start = match diagram {
        Some(diagram) => setup.position(diagram)?,
        None => setup.start(),
    };
    Ok(position_line::format(setup, &start.diagram()))
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
        if !solution.undecided.is_empty() {
            lines.push(format!("undecided {}", moves_text(setup, &solution.undecided)));
        }
        if !solution.line.is_empty() {
            lines.push(format!("pv {}", moves_text(setup, &solution.line)));
        }
    }
    if let Some(obstacle) = &solution.obstacle {
        lines.push(format!("reason: {obstacle}"));
        lines.extend(advice(obstacle).map(|advice| format!("try: {advice}")));
    }
    if let Some(plies) = solution.plies {
        lines.push(format!("plies {plies}"));
    }
    if let Some(ends) = solution.ends {
        let texts = ends.map(|end| match end {
            Some((margin, Some(plies))) => format!("{margin:+} in {plies} plies"),
            Some((margin, None)) => format!("{margin:+}"),
            None => "none".to_owned(),
        });
        lines.push(format!("best forced end: black {}, white {}", texts[0], texts[1]));
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
        "undecided": words(setup, &solution.undecided),
        "reason": solution.obstacle.as_ref().map(Obstacle::to_string),
        "pv": words(setup, &solution.line),
        "plies": solution.plies,
        "ends": ends_json(solution.ends),
        "nodes": solution.nodes,
        "seconds": solution.time.as_secs_f64(),
    })
    .to_string()
}

/// Prints the progress to stderr: in one line that is updated, where a terminal can do that, otherwise
/// one line per minute.
struct Meter<'a> {
    stop: &'a AtomicBool,
    time: Option<Duration>,
    begun: Instant,
    /// When the latest line was printed.
    printed: Mutex<Option<Instant>>,
    redraws: bool,
}

impl<'a> Meter<'a> {
    fn new(stop: &'a AtomicBool, time: Option<Duration>) -> Meter<'a> {
        let redraws = can_redraw();
        Meter { stop, time, begun: Instant::now(), printed: Mutex::new(None), redraws }
    }

    /// Prints the progress if it is time to, and returns whether to go on.
    fn update(&self, progress: Progress) -> bool {
        let every = if self.redraws { Duration::from_millis(500) } else { Duration::from_secs(60) };
        if let Ok(mut printed) = self.printed.try_lock()
            && printed.unwrap_or(self.begun).elapsed() >= every
        {
            *printed = Some(Instant::now());
            let line = progress_text(progress);
            if self.redraws { write_message(format!("\r\x1b[K{line}")) } else { print_message(line) }
        }
        !self.stop.load(Ordering::Relaxed) && self.time.is_none_or(|time| self.begun.elapsed() < time)
    }

    fn end(&self) {
        if self.redraws && self.printed.lock().is_ok_and(|printed| printed.is_some()) {
            print_message("");
        }
    }
}

fn progress_text(progress: Progress) -> String {
    let seconds = progress.time.as_secs_f64().max(0.001);
    let rate = progress.nodes as f64 / seconds;
    let rest = match progress.of {
        Some(of) => {
            let left = of.saturating_sub(progress.nodes) as f64 / rate.max(1.0);
            format!("of {of}, at most {left:.0} s left")
        }
        None => format!("nodes, value between {} and {}", progress.low, progress.high),
    };
    format!("{seconds:.0} s: {} {rest}, {:.1} million a second", progress.nodes, rate / 1e6)
}
