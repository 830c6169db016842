//! The TOML file of options, for bridges to servers and other programs that do not set a command
//! line.

use std::path::Path;

use anyhow::{Context as _, anyhow};

use quintet_core::setup::LEVELS;
use quintet_system::input_file;

use super::options::RawOptions;

/// Reads a file of options.
///
/// # Errors
/// Returns an error, in one line, if it cannot be read or has an unknown option.
pub fn read(path: &Path) -> anyhow::Result<RawOptions> {
    let name = path.display();
    let text = input_file::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    parse(&text).with_context(|| format!("{name}"))
}

fn parse(text: &str) -> anyhow::Result<RawOptions> {
    let options: RawOptions = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(0, |span| 1 + text[..span.start].matches('\n').count());
        anyhow!("line {line}: {}", error.message().replace('\n', " "))
    })?;
    let limits = [
        ("level", options.level.map(u64::from), LEVELS as u64),
        ("threads", options.threads.map(u64::from), 256),
        ("visits", options.visits, u64::MAX),
        ("hash", options.hash.map(u64::from), 1 << 20),
    ];
    match limits.into_iter().find(|&(_, value, most)| value.is_some_and(|value| !(1..=most).contains(&value))) {
        Some((name, _, most)) => Err(anyhow!("{name} takes 1 to {most}")),
        None => Ok(options),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn a_file_can_have_all_options() {
        let text = "game = 'cascade'\nsize = 6\nkomi = 0.5\nmoves = 'coded'\nseed = 1\nthreads = 2\nvisits = 100\n\
                    seconds = 1.5\nhash = 64\nresign = 0.05\nponder = false\nlog = 'info'\nsearch = 'plain'\n\
                    weights = 'w.toml'\ntable = ['t.table']\n[param]\nexploration = 0.3\n[rules]\nfill = 'both'\n";
        let options = parse(text).unwrap();
        assert_eq!(
            (options.game.as_deref(), options.size.as_deref(), options.hash),
            (Some("cascade"), Some("6"), Some(64))
        );
        assert_eq!(
            (&options.rules[..], options.table),
            (&["fill=both".to_owned()][..], vec![PathBuf::from("t.table")])
        );
        assert_eq!(options.param, ["exploration=0.3"]);
        assert_eq!(parse("size = '9x7'").unwrap().size.as_deref(), Some("9x7"));
        assert!(parse("size = true").unwrap_err().to_string().contains("'9x7'"));
    }

    #[test]
    fn an_unknown_option_is_named_with_its_line() {
        let error = parse("seed = 1\nvisit = 3\n").unwrap_err().to_string();
        assert!(error.starts_with("line 2: unknown field `visit`, expected one of"), "{error}");
        assert!(!error.contains('\n'));
    }

    #[test]
    fn a_number_out_of_range_is_refused() {
        let error = parse("threads = 0").unwrap_err().to_string();
        assert_eq!(error, "threads takes 1 to 256");
    }

    #[test]
    fn the_command_line_overrides_the_file() {
        let board = || parse("game = 'bracket'\nsize = 5\nseed = 1\n[rules]\nshape = 'rhombus'\n").unwrap();
        let given = RawOptions { seed: Some(2), ..RawOptions::default() };
        let merged = given.clone().or(board());
        assert_eq!((merged.seed, merged.size.as_deref(), merged.rules.len()), (Some(2), Some("5"), 1));
        // A level and other limits of strength take each other's place.
        let file = |text: &str| parse(text).unwrap();
        let merged = RawOptions { level: Some(3), ..RawOptions::default() }.or(file("visits = 9\nseconds = 2"));
        assert_eq!((merged.level, merged.visits, merged.seconds), (Some(3), None, None));
        let merged = RawOptions { visits: Some(9), ..RawOptions::default() }.or(file("level = 3"));
        assert_eq!((merged.level, merged.visits), (None, Some(9)));
        let merged = RawOptions { game: Some("cancer".to_owned()), ..given }.or(board());
        assert_eq!((merged.size, merged.rules.len()), (None, 0), "another game has none of the file's board");
    }
}
