//! The options of the game and of the engine that each subcommand takes: those that have an effect
//! on it. All others are left out of its help and refused.

use anyhow::bail;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};

type Names = &'static [&'static str];

const BOARD: Names = &["game", "size", "rule", "block"];
const SEARCH: Names = &["seed", "threads", "visits", "seconds", "hash", "weights", "param", "search"];
/// Where moves are played against somebody.
const LEVEL: Names = &["level"];
const ENGINE_CONFIG: Names = &["engine-config"];

/// The long names of the shared options that have an effect on a subcommand.
fn accepted(path: &[&str]) -> Vec<Names> {
    match path {
        ["play" | "web"] => vec![BOARD, &["komi", "table", "log"], SEARCH, LEVEL, ENGINE_CONFIG],
        // Size, rules and blocked points are in the queries.
        ["analysis"] => vec![&["game", "komi", "table", "log"], SEARCH, ENGINE_CONFIG],
        ["svg"] => vec![BOARD, &["komi", "table", "log"], SEARCH, ENGINE_CONFIG],
        ["perft"] | ["bench", "perft"] => vec![BOARD, &["log"], ENGINE_CONFIG],
        ["bench", "playouts"] => {
            vec![BOARD, &["komi", "seed", "threads", "seconds", "weights", "log"], ENGINE_CONFIG]
        }
        ["bench", "search"] => vec![
            BOARD,
            &["komi", "seed", "threads", "seconds", "hash", "weights", "param", "search", "log"],
            ENGINE_CONFIG,
        ],
        ["bench", "fingerprint"] => vec![&["weights", "log"], ENGINE_CONFIG],
        ["bench"] => vec![BOARD, &["komi", "log"], SEARCH, ENGINE_CONFIG],
        ["regress"] => vec![BOARD, &["komi", "log"], SEARCH, LEVEL, ENGINE_CONFIG],
        ["check"] => vec![&["log"]],
        ["match"] => vec![BOARD, &["komi", "seed", "visits", "seconds", "log"]],
        ["learn" | "tune"] => {
            vec![&["game", "size", "rule", "komi", "seed", "visits", "seconds", "weights", "log"], ENGINE_CONFIG]
        }
        ["puzzles"] => vec![BOARD, &["komi", "seed", "weights", "table", "log"], ENGINE_CONFIG],
        ["solve"] => vec![BOARD, &["komi", "threads", "seconds", "table", "log"], ENGINE_CONFIG],
        _ => Vec::new(),
    }
}

/// Returns the options that have no effect because of another one or for want of it, with the
/// reasons.
fn overridden(path: &[&str], matches: &ArgMatches) -> Vec<(Vec<Names>, &'static str)> {
    let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let mut found: Vec<(Vec<Names>, &'static str)> = Vec::new();
    match path {
        ["svg"] if !is_given("values") => found.push((vec![SEARCH, &["table"]], "without --values")),
        ["regress"] if is_given("engine") => found.push((
            vec![BOARD, &["komi"], SEARCH, LEVEL, ENGINE_CONFIG],
            "with --engine: write it into the engine's command",
        )),
        ["match"] if is_given("report") => {
            found.push((vec![BOARD, &["komi", "seed", "visits", "seconds"]], "with --report"));
        }
        ["bench", benchmark @ ("playouts" | "search")] => {
            if is_given("count") {
                found.push((vec![&["seconds"]], "with --count"));
            }
            if *benchmark == "playouts" && !is_given("informed") {
                found.push((vec![&["weights"]], "without --informed"));
            }
        }
        _ => {}
    }
    found
}

/// Hides the options that have no effect on a subcommand from its help.
pub fn hide_others(command: Command) -> Command {
    let shared: Vec<Arg> = command.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect();
    hide_below(command, &[], &shared)
}

/// Gives each subcommand its own copies of the shared options, which the parser then does not
/// replace.
fn hide_below(mut command: Command, path: &[&str], shared: &[Arg]) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for name in &names {
        let path = [path, &[name.as_str()]].concat();
        command = command.mut_subcommand(name, |mut subcommand| {
            let accepted = accepted(&path).concat();
            for arg in shared {
                let is_own = subcommand.get_arguments().any(|own| own.get_id() == arg.get_id());
                if !is_own {
                    let is_accepted = arg.get_long().is_some_and(|long| accepted.contains(&long));
                    subcommand = subcommand.arg(arg.clone().hide(!is_accepted));
                }
            }
            hide_below(subcommand, &path, shared)
        });
    }
    command
}

/// Refuses options that have no effect on the subcommand, or that are given twice.
///
/// # Errors
/// Returns an error that names the option.
pub fn check(program: &Command, matches: &ArgMatches, args: &[std::ffi::OsString]) -> anyhow::Result<()> {
    let (mut path, mut last) = (Vec::new(), matches);
    while let Some((name, below)) = last.subcommand() {
        path.push(name);
        last = below;
    }
    let shared = || program.get_arguments().filter_map(|arg| Some((arg, arg.get_long()?)));
    for (_, long) in shared().filter(|(arg, _)| !matches!(arg.get_action(), ArgAction::Append)) {
        if count(args, long) > 1 {
            bail!("--{long} is given twice");
        }
    }
    if path.is_empty() {
        return Ok(());
    }
    // Of a list that is given before and after the subcommand, the parser keeps one part.
    for (arg, long) in shared().filter(|(arg, _)| arg.is_global_set() && matches!(arg.get_action(), ArgAction::Append))
    {
        let kept = last.get_occurrences::<String>(arg.get_id().as_str()).map_or(0, Iterator::count);
        if count(args, long) > kept {
            bail!("--{long} is given before and after the subcommand; give all of them in one place");
        }
    }
    let words = path.join(" ");
    let accepted = accepted(&path).concat();
    let overridden = overridden(&path, last);
    for (arg, long) in shared() {
        let of = if arg.is_global_set() { last } else { matches };
        if of.value_source(arg.get_id().as_str()) != Some(ValueSource::CommandLine) {
            continue;
        }
        if !accepted.contains(&long) {
            if path == ["match"] && (SEARCH.contains(&long) || ["level", "table"].contains(&long)) {
                bail!("--{long} belongs to an engine: write it into the engine's cmd=");
            }
            bail!("--{long} has no effect on quintet {words}; quintet {words} --help lists its options");
        }
        if let Some((_, reason)) = overridden.iter().find(|(names, _)| names.iter().any(|names| names.contains(&long)))
        {
            bail!("--{long} has no effect {reason}");
        }
    }
    Ok(())
}

/// Returns how often an option occurs before `--`.
fn count(args: &[std::ffi::OsString], long: &str) -> usize {
    let args = args.iter().filter_map(|arg| arg.to_str()).take_while(|arg| *arg != "--");
    let names = args.filter_map(|arg| arg.strip_prefix("--"));
    names.filter(|rest| rest.split('=').next() == Some(long)).count()
}
