//! The TOML file of options, for bridges to servers and other programs that do not set a command
//! line. Its options are words of the command line, so that both accept the same.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use clap::{Arg, ArgMatches, Command};
use quintet_system::input_file;
use toml::{Spanned, Value};

use super::options::SETUP;
use super::parse::is_given;
use super::usage_error;

/// Options of which those of the file and those of the command line are used.
const LISTS: &[&str] = &["rule", "param", "table"];

/// Options that a level of play replaces.
const LIMITS: &[&str] = &["visits", "seconds", "threads"];

/// Reads a file of options. Returns those that `subcommand` takes and that `given`, its command
/// line, does not override, as words to put before the others.
///
/// # Errors
/// Returns an error, in one line, if the file cannot be read, or if the program has no such option
/// or does not accept its value.
pub fn words(path: &Path, program: &Command, subcommand: &Command, given: &ArgMatches) -> anyhow::Result<Vec<String>> {
    let name = path.display();
    let text = input_file::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let mut options = read(&text, program.clone()).with_context(|| format!("{name}"))?;
    // A file for another game has no board for this one.
    let game = given.try_get_one::<String>("game").ok().flatten();
    let is_other = |value: &Value| game.is_some_and(|game| !plain(value).eq_ignore_ascii_case(game));
    if options.get("game").is_some_and(is_other) {
        options.retain(|id, _| !SETUP.contains(&&**id));
    }
    let is_limited = LIMITS.iter().any(|id| is_given(given, id));
    options.retain(|id, _| match &**id {
        "level" if is_limited => false,
        id if LIMITS.contains(&id) && is_given(given, "level") => false,
        id => LISTS.contains(&id) || !is_given(given, id),
    });
    let taken = subcommand.get_arguments().filter_map(|arg| Some((arg, options.get(arg.get_id().as_str())?)));
    Ok(taken.flat_map(|(arg, value)| option_words(arg, value)).collect())
}

/// Reads a file as options of the program, by the identifiers of the parser.
fn read(text: &str, mut program: Command) -> anyhow::Result<BTreeMap<String, Value>> {
    let line = |at: usize| 1 + text[..at].matches('\n').count();
    let table: BTreeMap<Spanned<String>, Value> = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(0, |span| line(span.start));
        anyhow!("line {line}: {}", error.message().replace('\n', " "))
    })?;
    let mut options = BTreeMap::new();
    for (key, value) in table {
        let long = if key.as_ref() == "rules" { "rule".to_owned() } else { key.as_ref().replace('_', "-") };
        let arg = program.get_arguments().find(|arg| arg.get_long() == Some(&long));
        let words = arg.map_or_else(|| vec![format!("--{long}")], |arg| option_words(arg, &value));
        let id = arg.map_or(String::new(), |arg| arg.get_id().to_string());
        let accepted = program.try_get_matches_from_mut(std::iter::once("quintet".to_owned()).chain(words));
        accepted.map_err(|error| anyhow!("line {}: {}", line(key.span().start), usage_error::message(&error)))?;
        options.insert(id, value);
    }
    Ok(options)
}

/// Returns an option as words of a command line.
fn option_words(arg: &Arg, value: &Value) -> Vec<String> {
    let long = arg.get_long().unwrap_or_default();
    match value {
        Value::Boolean(is_set) if !arg.get_action().takes_values() => {
            is_set.then(|| format!("--{long}")).into_iter().collect()
        }
        Value::Array(values) => values.iter().flat_map(|value| option_words(arg, value)).collect(),
        Value::Table(pairs) => pairs.iter().map(|(name, value)| format!("--{long}={name}={}", plain(value))).collect(),
        value => vec![format!("--{long}={}", plain(value))],
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use clap::CommandFactory as _;

    use super::super::{Cli, parse};
    use super::*;

    fn check(text: &str) -> Result<(), String> {
        read(text, Cli::command()).map(|_| ()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_can_have_all_options() {
        let text = "game = 'cascade'\nsize = 6\nkomi = 0.5\nmoves = 'coded'\nseed = 1\nthreads = 2\nvisits = 100\n\
                    seconds = 1.5\nhash = 64\nresign = 0.05\nponder = false\nlog = 'info'\nsearch = 'plain'\n\
                    weights = 'w.toml'\ntable = ['t.table']\nblock = ['A1', 'B2']\nlag = 1\nbridge_lines = true\n\
                    level = 3\n[param]\nexploration = 0.3\n[rules]\nfill = 'both'\n";
        assert_eq!(check(text), Ok(()));
    }

    #[test]
    fn what_is_not_accepted_is_named_with_its_line() {
        for (text, message) in [
            ("seed = 1\nvisit = 3\n", "line 2: unexpected argument '--visit' found; did you mean '--visits'?"),
            ("threads = 0\n", "line 1: invalid value '0' for '--threads <N>': expected a whole number from 1 to 256"),
            (
                "\nseed = 'x'\n",
                "line 2: invalid value 'x' for '--seed <NUMBER>': expected a whole number of at least 0",
            ),
            ("bridge_lines = 3\n", "line 1: unexpected value '3' for '--bridge-lines' found; no more were expected"),
        ] {
            assert_eq!(check(text), Err(message.to_owned()));
        }
        let error = check("seed = 1\nseed = 2\n").unwrap_err();
        assert!(error.starts_with("line 2: ") && !error.contains('\n'), "{error}");
    }

    #[test]
    fn the_command_line_overrides_the_file() {
        let board = "game = 'bracket'\nsize = 5\nkomi = 1\nseed = 1\n[rules]\nshape = 'rhombus'\n";
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file.toml");
        for (line, text, expected) in [
            ("", board, "--game=bracket --size=5 --rule=shape=rhombus --komi=1 --seed=1"),
            ("--seed 2", board, "--game=bracket --size=5 --rule=shape=rhombus --komi=1 --seed=2"),
            ("play --game BRACKET", board, "--game=BRACKET --size=5 --rule=shape=rhombus --komi=1 --seed=1"),
            ("play --game cancer", board, "--game=cancer --seed=1"),
            ("--rule shape=hexagon", "[rules]\na = 'b'", "--rule=a=b --rule=shape=hexagon"),
            ("--block A1,B1", "block = ['C3']", "--block=A1 --block=B1"),
            // A level and other limits of strength take each other's place.
            ("--level 3", "visits = 9\nseconds = 2\nthreads = 2\nhash = 5", "--level=3 --hash=5"),
            ("play --visits 9", "level = 3\nseconds = 2", "--visits=9 --seconds=2"),
            // What a subcommand does not take.
            ("bench playouts", "visits = 9\nsize = 3\nhash = 1\nlag = 2", "--size=3"),
            ("--table a", "table = ['b', 'c']", "--table=b --table=c --table=a"),
            ("solve", "table = ['b', 'c']", "--table=b --table=c"),
        ] {
            std::fs::write(&file, text).unwrap();
            let words = format!("quintet {line} --engine-config {}", file.display());
            let words = words.split_whitespace().map(Into::into).collect();
            let matches = parse::parse(&mut Cli::command(), words).unwrap();
            let given = parse::last(&matches);
            let ids = ["level", "game", "size", "rule", "komi", "block", "seed", "visits", "seconds", "hash", "table"];
            let ids: Vec<&str> = ids.into_iter().filter(|id| given.try_contains_id(id).is_ok()).collect();
            let words = parse::words(given, &ids).join(OsStr::new(" "));
            assert_eq!(words, expected, "{line}: {text}");
        }
    }
}
