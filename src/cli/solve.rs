//! `quintet solve`: exact values, tables of them, and their proof.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use clap::Args;
use quintet::game::Game;
use quintet::games::{self, Visitor};
use quintet::record::{move_words, position};
use quintet::setup::{Diagram, Setup};
use quintet::solve::graph::{self, Graph};
use quintet::solve::known::{self, Ends};
use quintet::solve::{self, Limits, Progress, Solution, retrograde, table, verify};
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
    /// Keep what a forward search knows in a file, every five minutes and at the end, and go on from it if it is there.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Work out as well the best end of the game that each side can force (Alaric).
    #[arg(long)]
    ends: bool,
    /// Look at all positions that can be reached, and count those whose value depends on what endless play is worth: forced
    /// cycles (Stoical Go to some 16 points).
    #[arg(long, conflicts_with_all = ["table", "checkpoint", "ends", "nodes"])]
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
    let limits = Limits { threads, memory: args.memory << 20, nodes: args.nodes, time };
    if let Some(path) = &args.verify {
        return verify_table(path, args, threads, &stop);
    }
    let (setup, diagram) = match &args.position {
        Some(line) => {
            let (setup, diagram) = position::read(line)?;
            (setup, Some(diagram))
        }
        None => (setup.clone(), None),
    };
    games::visit(&setup, Solve { args, diagram, limits, stop: &stop })
}

/// Solves a position, or all of them.
struct Solve<'a> {
    args: &'a SolveArgs,
    diagram: Option<Diagram>,
    limits: Limits,
    stop: &'a AtomicBool,
}

impl Visitor for Solve<'_> {
    type Output = anyhow::Result<bool>;

    fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
        let Solve { args, diagram, limits, stop } = self;
        let start = match &diagram {
            Some(diagram) => G::from_diagram(setup, diagram)?,
            None => G::new(setup),
        };
        let meter = Meter::new(stop);
        let watch = |progress: Progress| meter.tell(progress);
        if let Some(path) = &args.table {
            return write_table::<G>(path, setup, args, limits, &watch);
        }
        if args.cycles {
            return tell_cycles(setup, &start, args, limits, &watch);
        }
        let mut solution = solve::solve_from(setup, &start, limits, args.checkpoint.as_deref(), &watch)
            .with_context(|| args.checkpoint.as_ref().map(|path| path.display().to_string()).unwrap_or_default())?;
        if args.ends && solution.ends.is_none() {
            solution.ends = known_ends(setup, &start, limits, &watch)?;
        }
        meter.end();
        let text = if args.json { as_json(setup, &start, &solution) } else { as_text(setup, &solution) };
        print(&text)?;
        Ok(solution.value().is_some())
    }
}

fn known_ends<G: Game>(
    setup: &Setup,
    start: &G,
    limits: Limits,
    watch: &(dyn Fn(Progress) -> bool + Sync),
) -> anyhow::Result<Option<Ends>> {
    let Some(states) = G::states(setup) else {
        bail!("--ends is for games whose positions can be numbered: Alaric to n = 22")
    };
    let needs = retrograde::memory(states.len(), retrograde::Question::Finishes, limits.threads);
    if needs > limits.memory {
        bail!("--ends needs --memory {} (MiB) here", needs.div_ceil(1 << 20));
    }
    Ok(known::ends(setup, start, limits, watch))
}

/// How many examples of forced cycles are told.
const EXAMPLES: usize = 10;

fn tell_cycles<G: Game>(
    setup: &Setup,
    start: &G,
    args: &SolveArgs,
    limits: Limits,
    watch: &(dyn Fn(Progress) -> bool + Sync),
) -> anyhow::Result<bool> {
    let most = limits.memory / graph::BYTES_A_POSITION;
    let begun = Instant::now();
    let Some(graph) = Graph::new(setup, start, most.min(u32::MAX.into()), watch) else {
        bail!("stopped, or more than {most} positions: more --memory holds more")
    };
    let solution = graph.solution(start, begun).context("the start is not among its own positions")?;
    let cycles: Vec<u32> = graph.cycles().collect();
    let ways: Vec<String> = cycles.iter().take(EXAMPLES).map(|&number| moves_text(setup, &graph.way(number))).collect();
    let comes_round = graph.has_cycle();
    print(&if args.json {
        json!({
            "position": position::format(setup, &start.diagram()),
            "value": solution.text(),
            "positions": graph.len(),
            "comes_round": comes_round,
            "forced_cycles": cycles.len(),
            "start_depends": cycles.first() == Some(&0),
            "examples": ways,
            "ends": ends_json(solution.ends),
            "seconds": begun.elapsed().as_secs_f64(),
        })
        .to_string()
    } else {
        let ways: String = ways.iter().map(|way| format!("\nafter {way}")).collect();
        let (len, count, round) = (graph.len(), cycles.len(), if comes_round { "can" } else { "can't" });
        format!(
            "{}\n{len} positions; play {round} come round; in {count} the value depends on what endless play is worth{ways}",
            as_text(setup, &solution)
        )
    })?;
    Ok(true)
}

fn ends_json(ends: Option<Ends>) -> serde_json::Value {
    let end = |end: Option<(i32, u32)>| end.map(|(margin, plies)| json!({ "margin": margin, "plies": plies }));
    json!(ends.map(|[black, white]| json!({ "black": end(black), "white": end(white) })))
}

fn write_table<G: Game>(
    path: &Path,
    setup: &Setup,
    args: &SolveArgs,
    limits: Limits,
    watch: &(dyn Fn(Progress) -> bool + Sync),
) -> anyhow::Result<bool> {
    let Some(states) = G::states(setup) else {
        bail!("{} has no numbered positions at this size: tables are made of Alaric to n = 22", setup.info().title)
    };
    let needs = retrograde::memory(states.len(), retrograde::Question::Values, limits.threads);
    if needs > limits.memory {
        bail!("{} positions need --memory {} (MiB)", states.len(), needs.div_ceil(1 << 20));
    }
    let Some(known) = known::find::<G>(setup, limits, watch) else { bail!("stopped; no table was written") };
    let sidecar = known.write::<G>(path)?;
    let text = if args.json {
        serde_json::to_string(&sidecar)?
    } else {
        let [value, rank] = sidecar.start;
        format!(
            "{}: {} positions, the start is worth {value} to the side to move{}\n{}  {}",
            sidecar.setup,
            sidecar.states,
            if value == 0 { String::new() } else { format!(" in {rank} plies") },
            sidecar.sha256,
            path.display()
        )
    };
    print(&text)?;
    Ok(true)
}

/// Proves a table, which says itself of what it is.
fn verify_table(path: &Path, args: &SolveArgs, threads: usize, stop: &AtomicBool) -> anyhow::Result<bool> {
    struct Prove<'a>(&'a Path, usize, &'a AtomicBool);
    impl Visitor for Prove<'_> {
        type Output = anyhow::Result<Option<u64>>;
        fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
            let Prove(path, threads, stop) = self;
            let states = G::states(setup).with_context(|| format!("{}: no such table is known", path.display()))?;
            let values = table::Values::open(path, setup, states.len())?;
            table::check_sums(path, states.len())?;
            let meter = Meter::new(stop);
            let of = Some(states.len());
            let tell = |nodes| meter.tell(Progress { low: 0.0, high: 0.0, nodes, of, time: meter.begun.elapsed() });
            let proved = verify::prove(&*states, &values, threads, &tell);
            meter.end();
            match proved {
                None => Ok(None),
                Some(proved) => proved.map(|()| Some(states.len())).with_context(|| path.display().to_string()),
            }
        }
    }
    let begun = Instant::now();
    let (name, _) = table::header(path)?;
    let setup = setup_of(&name).with_context(|| format!("{}: '{name}' is no setup", path.display()))?;
    let Some(states) = games::visit(&setup, Prove(path, threads, stop))? else { bail!("stopped; nothing is proved") };
    let seconds = begun.elapsed().as_secs_f64();
    print(&if args.json {
        json!({ "setup": name, "states": states, "proved": true, "seconds": seconds }).to_string()
    } else {
        format!("{name}: all {states} positions proved in {seconds:.1} s")
    })?;
    Ok(true)
}

/// The setup that a table's name tells.
fn setup_of(name: &str) -> Option<Setup> {
    let mut words = name.split(' ');
    let mut setup = Setup::new(games::find(words.next()?)?);
    let size = words.next()?;
    for word in words {
        let (rule, value) = word.split_once('=')?;
        setup = setup.with_rule(rule, value).ok()?;
    }
    let setup = match size.split_once('x') {
        Some((width, height)) => setup.with_rectangle(width.parse().ok()?, height.parse().ok()?),
        None => setup.with_size(size.parse().ok()?),
    };
    setup.ok().filter(|setup| table::name(setup) == name)
}

fn moves_text(setup: &Setup, moves: &[Move]) -> String {
    let geometry = setup.geometry();
    moves.iter().map(|&mv| move_words::format(setup.info(), &geometry, mv)).collect::<Vec<_>>().join(" ")
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
        let told =
            ends.map(|end| end.map_or("none".to_owned(), |(margin, plies)| format!("{margin:+} in {plies} plies")));
        lines.push(format!("best forced end: black {}, white {}", told[0], told[1]));
    }
    lines.push(format!("nodes {} seconds {:.3}", solution.nodes, solution.time.as_secs_f64()));
    lines.join("\n")
}

fn as_json<G: Game>(setup: &Setup, start: &G, solution: &Solution) -> String {
    let geometry = setup.geometry();
    let word = |mv: &Move| move_words::format(setup.info(), &geometry, *mv);
    json!({
        "position": position::format(setup, &start.diagram()),
        "value": solution.text(),
        "low": solution.low,
        "high": solution.high,
        "margins": solution.margins,
        "best": solution.best.iter().map(word).collect::<Vec<_>>(),
        "pv": solution.line.iter().map(word).collect::<Vec<_>>(),
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
    begun: Instant,
    told: Mutex<Option<Instant>>,
    terminal: bool,
}

impl<'a> Meter<'a> {
    fn new(stop: &'a AtomicBool) -> Meter<'a> {
        Meter { stop, begun: Instant::now(), told: Mutex::new(None), terminal: std::io::stderr().is_terminal() }
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
        !self.stop.load(Ordering::Relaxed)
    }

    fn end(&self) {
        if self.terminal && self.told.lock().is_ok_and(|told| told.is_some()) {
            eprintln!();
        }
    }
}
