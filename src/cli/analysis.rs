//! `quintet analysis`: KataGo's JSON analysis protocol, started as KataGo is started.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use quintet::analysis::{self, AnalysisOptions, Override};
use quintet::setup::Setup;

use super::options::EngineArgs;

/// What KataGo's command takes besides.
#[derive(Args, Debug)]
pub struct AnalysisArgs {
    /// A configuration file of KataGo's form; of its keys reportAnalysisWinratesAs, maxVisits, maxTime, analysisPVLen,
    /// numAnalysisThreads, numSearchThreads (both up to the number of processors) and warnUnusedFields are used.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Settings that override the file's: KEY=VALUE,KEY=VALUE.
    #[arg(long, value_name = "LIST")]
    override_config: Vec<String>,
    /// Taken for the sake of clients that give one, and not read: there is no neural net.
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Taken and not read, like --model.
    #[arg(long, value_name = "FILE")]
    human_model: Option<PathBuf>,
    /// End at the end of input, without the answers that are still to come.
    #[arg(long)]
    quit_without_waiting: bool,
}

/// Options that KataGo's clients write with a single dash.
const SINGLE_DASH: &[&str] = &["-config", "-override-config", "-model", "-human-model", "-quit-without-waiting"];

/// A command line with KataGo's options spelt as ours are.
pub fn respelt(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut is_analysis = false;
    let respell = |arg: OsString| {
        is_analysis |= arg == "analysis";
        let known = arg.to_str().is_some_and(|text| SINGLE_DASH.contains(&text));
        if is_analysis && known { OsString::from(format!("-{}", arg.to_string_lossy())) } else { arg }
    };
    args.into_iter().map(respell).collect()
}

/// Answers queries until the end of the input.
///
/// # Errors
/// If the options can't be taken. The result tells whether all answers could be written.
pub fn run(args: &AnalysisArgs, engine: &EngineArgs, setup: Setup) -> anyhow::Result<std::io::Result<()>> {
    let mut settings = Override::default();
    let mut others = Vec::new();
    if let Some(path) = &args.config {
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        others.extend(settings.read_file(&text).with_context(|| format!("{name}"))?);
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    settings = settings.capped(cores);
    for list in &args.override_config {
        others.extend(settings.read_list(list).with_context(|| format!("--override-config {list}"))?);
    }
    if !others.is_empty() {
        log::info!("settings that mean nothing here: {}", others.join(", "));
    }
    let mut options = AnalysisOptions {
        settings: quintet::engine::Settings { threads: 1, ..engine.settings()? },
        random: engine.seed.is_none(),
        positions: cores,
        quits_at_end: args.quit_without_waiting,
        ..AnalysisOptions::new(setup)
    }
    .with(&settings);
    // The command line comes before the file.
    let time = engine.time()?;
    if engine.visits.is_some() || time.is_some() {
        (options.visits, options.time) = (engine.visits, time);
    }
    options.positions = engine.threads.map_or(options.positions, usize::from);
    // Programs wait for this line before they send anything.
    eprintln!("Started, ready to begin handling requests");
    Ok(analysis::serve(options, std::io::stdin(), std::io::stdout()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        let args = respelt(line.split(' ').map(OsString::from));
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
