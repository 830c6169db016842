//! `quintet analysis`: KataGo's JSON analysis protocol, started as KataGo is started.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use quintet_analysis::{AnalysisOptions, Override};
use quintet_engine::Settings;
use quintet_system::input_file;

use super::Outcome;
use super::options::{BlockArg, BoardArgs, CommonArgs, GameArg, KomiArg, LevelArg, SearchArgs, TableArg, with_tables};
use super::output::{exit_of_output, print_message};

/// The options of `quintet analysis`.
#[derive(Args, Debug)]
pub struct AnalysisArgs {
    /// Configuration file in KataGo's format; used keys: reportAnalysisWinratesAs, maxVisits,
    /// maxTime, analysisPVLen, numAnalysisThreads, numSearchThreads (both at most the number of
    /// processors), warnUnusedFields.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Settings that override those of the file: KEY=VALUE,KEY=VALUE.
    #[arg(long, value_name = "LIST")]
    override_config: Vec<String>,
    /// Accepted for clients of KataGo and ignored: no model file is needed.
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Accepted and ignored, like --model.
    #[arg(long, value_name = "FILE")]
    human_model: Option<PathBuf>,
    /// Exit at the end of the input without finishing the remaining queries.
    #[arg(long)]
    quit_without_waiting: bool,
    // Size, rules and blocked points are in the queries.
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    komi: KomiArg,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    tables: TableArg,
    #[command(flatten)]
    _common: CommonArgs,
}

/// Options that KataGo's clients write with a single dash.
const SINGLE_DASH: &[&str] = &["-config", "-override-config", "-model", "-human-model", "-quit-without-waiting"];

/// Replaces the single dash of KataGo's options by two.
pub fn with_double_dashes(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut is_analysis = false;
    let convert = |arg: OsString| {
        is_analysis |= arg == "analysis";
        let known = arg.to_str().is_some_and(|text| SINGLE_DASH.contains(&text));
        if is_analysis && known { OsString::from(format!("-{}", arg.to_string_lossy())) } else { arg }
    };
    args.into_iter().map(convert).collect()
}

/// Answers queries until the end of the input.
pub fn run(args: &AnalysisArgs) -> Outcome {
    let knowledge = with_tables(args.search.weights.knowledge()?, &args.tables.table)?;
    let options = options(args)?;
    // Clients wait for this line before they send anything.
    print_message("Started, ready to begin handling requests");
    let served = quintet_analysis::serve(options, knowledge, std::io::stdin(), std::io::stdout());
    Ok(exit_of_output(served, "answers"))
}

fn options(args: &AnalysisArgs) -> anyhow::Result<AnalysisOptions> {
    let board = BoardArgs { name: args.game.clone(), ..BoardArgs::default() };
    let setup = board.setup(&args.komi, &BlockArg::default())?;
    let engine = args.search.options(&LevelArg::default())?;
    let mut file = Override::default();
    let mut unused = Vec::new();
    if let Some(path) = &args.config {
        let name = path.display();
        let text = input_file::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        unused.extend(file.read_file(&text).with_context(|| format!("{name}"))?);
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    file = file.capped(cores);
    for list in &args.override_config {
        unused.extend(file.read_list(list).with_context(|| format!("--override-config {list}"))?);
    }
    if !unused.is_empty() {
        log::info!("settings without effect: {}", unused.join(", "));
    }
    let mut options = AnalysisOptions {
        random: engine.draws_seed,
        positions: cores,
        quits_at_end: args.quit_without_waiting,
        settings: Settings { threads: 1, ..engine.settings },
        ..AnalysisOptions::new(setup)
    }
    .with(&file);
    // The command line overrides the file.
    if engine.visits.is_some() || engine.time.is_some() {
        (options.visits, options.time) = (engine.visits, engine.time);
    }
    options.positions = engine.threads.map_or(options.positions, usize::from);
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        let args = with_double_dashes(line.split(' ').map(OsString::from));
        args.into_iter().map(|arg| arg.into_string().unwrap()).collect()
    }

    #[test]
    fn options_of_katago_are_taken_with_a_single_dash() {
        let line = "quintet analysis -config a.cfg -model m -override-config x=y -quit-without-waiting";
        let ours = "quintet analysis --config a.cfg --model m --override-config x=y --quit-without-waiting";
        assert_eq!(words(line).join(" "), ours);
    }

    #[test]
    fn other_commands_keep_their_words() {
        assert_eq!(words("quintet regress -config").join(" "), "quintet regress -config");
    }
}
