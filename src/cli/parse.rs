//! Parses the command line: options in any place, options from a file, and checks for options that
//! have no effect next to others.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::parser::ValueSource;
use clap::{ArgMatches, ColorChoice, Command};
use quintet_core::notation::quote;
use quintet_system::os_bytes;

use super::options::{SEARCH, SETUP};
use super::{config_file, usage_error};

/// Parses a command line.
///
/// # Errors
/// Returns an error, in one line, if it is not accepted. A request for help or the version is a
/// [`clap::Error`].
pub fn parse(program: &mut Command, args: Vec<OsString>) -> anyhow::Result<ArgMatches> {
    let (mut args, path) = options_last(program, args);
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let error = |program: &Command, error: clap::Error| match error.use_stderr() {
        true => anyhow!("{}", usage_error::message_of(&error, program, &path)),
        false => error.into(),
    };
    let matches = program.try_get_matches_from_mut(&args).map_err(|refused| error(program, refused))?;
    let given = last(&matches);
    check_repeats(given)?;
    check_effects(&path, given)?;
    let Ok(Some(file)) = given.try_get_one::<PathBuf>("engine-config") else { return Ok(matches) };
    let command = path.iter().fold(&*program, |command, name| command.find_subcommand(name).unwrap_or(command));
    let words = config_file::words(file, program, command, given)?;
    let at = 1 + path.len();
    args.splice(at..at, words.into_iter().map(OsString::from));
    program.try_get_matches_from_mut(args).map_err(|refused| error(program, refused))
}

/// Puts the options that are given before a subcommand after it. Returns the words, and those of the
/// subcommand.
fn options_last(program: &Command, args: Vec<OsString>) -> (Vec<OsString>, Vec<String>) {
    let mut words = args.into_iter();
    let name = words.next();
    let (mut command, mut path, mut options) = (program, Vec::new(), Vec::new());
    while command.has_subcommands() {
        let Some(word) = words.next() else { break };
        // Only a value can be other than UTF-8.
        let text = &*word.to_string_lossy();
        if let Some(subcommand) = command.find_subcommand(text) {
            command = subcommand;
            path.push(text.to_owned());
            continue;
        }
        let long = text.strip_prefix("--").and_then(|text| text.split('=').next());
        let arg = program.get_arguments().find(|arg| long.is_some() && arg.get_long() == long);
        let value = arg.filter(|arg| arg.get_action().takes_values() && !text.contains('='));
        options.push((arg, word));
        if value.is_some() {
            options.extend(words.next().map(|word| (None, word)));
        } else if arg.is_none() {
            break;
        }
    }
    // An option can have another name in the subcommand.
    let renamed = |(arg, word): (Option<&clap::Arg>, OsString)| {
        let same = arg.and_then(|arg| command.get_arguments().find(|own| own.get_id() == arg.get_id()));
        match (arg.and_then(|arg| arg.get_long()), same.and_then(|own| own.get_long())) {
            (Some(long), Some(own)) if long != own => with_long(&word, long, own),
            _ => word,
        }
    };
    let options: Vec<OsString> = options.into_iter().map(renamed).collect();
    (name.into_iter().chain(path.iter().map(OsString::from)).chain(options).chain(words).collect(), path)
}

/// Returns an option `--LONG` or `--LONG=VALUE` with another name.
fn with_long(word: &OsStr, long: &str, other: &str) -> OsString {
    let bytes = os_bytes::of(word);
    let name = format!("--{other}").into_bytes();
    os_bytes::name([&name, bytes.get(2 + long.len()..).unwrap_or_default()].concat())
}

/// Returns the last `--color` of a command line, as far as it is valid.
pub fn color(args: &[OsString]) -> Option<ColorChoice> {
    let words: Vec<&str> =
        args.iter().map(|word| word.to_str().unwrap_or_default()).take_while(|word| *word != "--").collect();
    let pairs = words.iter().zip(words.iter().skip(1).chain([&""]));
    let values = pairs.filter_map(|(word, next)| match *word {
        "--color" => Some(*next),
        word => word.strip_prefix("--color="),
    });
    values.last()?.parse().ok()
}

/// Returns what was given to the subcommand.
pub fn last(matches: &ArgMatches) -> &ArgMatches {
    matches.subcommand().map_or(matches, |(_, below)| last(below))
}

/// Returns whether an option is on the command line.
pub fn is_given(matches: &ArgMatches, id: &str) -> bool {
    matches.try_contains_id(id).unwrap_or(false) && matches.value_source(id) == Some(ValueSource::CommandLine)
}

/// Returns options of a command line as words.
pub fn words(given: &ArgMatches, ids: &[&str]) -> Vec<OsString> {
    let values = |id: &&str| given.get_raw(id).into_iter().flatten();
    let word = |id: &&str, value: &OsStr| {
        let mut word = OsString::from(format!("--{id}="));
        word.push(value);
        word
    };
    ids.iter().flat_map(|id| values(id).map(|value| word(id, value))).collect()
}

/// Refuses rules and parameters that are given twice.
fn check_repeats(given: &ArgMatches) -> anyhow::Result<()> {
    for option in ["rule", "param"] {
        let texts = given.try_get_many::<String>(option).ok().flatten().unwrap_or_default();
        let mut seen = BTreeSet::new();
        let mut names = texts.map(|text| text.split('=').next().unwrap_or_default().trim());
        if let Some(name) = names.find(|name| !seen.insert(name.to_ascii_lowercase())) {
            bail!("--{option} {} is given twice", quote(name));
        }
    }
    Ok(())
}

/// Refuses options that have no effect because of another one or for want of it.
fn check_effects(path: &[&str], given: &ArgMatches) -> anyhow::Result<()> {
    const NAMED: &str = "on a game that a file or a position names itself";
    let has = |ids: &[&str]| ids.iter().any(|id| is_given(given, id));
    let effects: Vec<(bool, &[&[&str]], &str)> = match path {
        ["svg"] => vec![
            (!has(&["values"]), &[SEARCH, &["table"]], "without --values"),
            (has(&["sgf", "position"]), &[SETUP], NAMED),
        ],
        ["play"] => vec![(has(&["file", "position", "resume"]), &[SETUP], NAMED)],
        ["solve"] => vec![(has(&["verify", "position"]), &[SETUP], NAMED)],
        ["regress"] => {
            let reason = "with --engine: write it into the engine's command";
            vec![(has(&["engine"]), &[SETUP, SEARCH, &["level", "engine-config"]], reason)]
        }
        ["match"] => {
            vec![(has(&["report"]), &[&["game", "size", "rule", "komi", "seed", "visits", "seconds"]], "with --report")]
        }
        ["bench", benchmark] => vec![
            (has(&["count"]), &[&["seconds"]], "with --count"),
            (*benchmark == "playouts" && !has(&["informed"]), &[&["weights"]], "without --informed"),
        ],
        _ => Vec::new(),
    };
    for (_, names, reason) in effects.iter().filter(|(applies, ..)| *applies) {
        if let Some(name) = names.concat().iter().find(|name| is_given(given, name)) {
            bail!("--{name} has no effect {reason}");
        }
    }
    Ok(())
}
