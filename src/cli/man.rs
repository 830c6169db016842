//! `quintet man`: manual pages, one for each subcommand.
//!
//! Synopsis, description and options come from the definition of the command line; exit statuses
//! and examples are in [`PAGES`].

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use quintet_system::atomic_file;

use super::output::write_result;
use super::{Exit, Outcome, exit};

/// The options of `quintet man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// Subcommand whose page to print [default: the page of the program].
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Vec<String>,
    /// Write the pages of the program and of all subcommands to a directory.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The parts of a manual page that the definition of the command line does not have.
struct Page {
    /// The subcommand; empty for the program itself. Subcommands of it share its page's parts.
    command: &'static str,
    /// The meanings of the exit statuses 0, 1 and 2.
    exit_status: [&'static str; 3],
    /// Examples: what each does, and its command line.
    examples: &'static [(&'static str, &'static str)],
}

/// Meaning of exit status 1 where nothing else can fail.
const UNWRITTEN: &str = "The output could not be written.";

/// Meaning of exit status 2 of most commands.
const USAGE: &str = "Usage error or missing file.";

const PAGES: &[Page] = &[
    Page {
        command: "",
        exit_status: [
            "The session ended by quit or by the end of the input.",
            "The answers could not be written.",
            USAGE,
        ],
        examples: &[
            ("Speak GTP for Cancer, with 1,000 simulations per move:", "quintet --game cancer --visits 1000"),
            (
                "Ask for a first move; the same one each time:",
                "echo genmove b | quintet --size 9 --visits 500 --seed 1",
            ),
            ("Play in a browser:", "quintet web --open"),
            ("Read the page of a subcommand:", "man quintet-match"),
        ],
    },
    Page {
        command: "analysis",
        exit_status: ["All queries of the input were answered.", "The answers could not be written.", USAGE],
        examples: &[(
            "Analyse one position of Stoical Go:",
            "echo '{\"id\":\"a\",\"boardXSize\":9,\"boardYSize\":9,\"rules\":\"chinese\",\"moves\":[[\"B\",\"E5\"]]}' |\n    \
             quintet analysis --visits 500",
        )],
    },
    Page {
        command: "ugi",
        exit_status: ["The session has ended.", "The answers could not be written.", USAGE],
        examples: &[("Ask for a move of Cascade:", "echo 'go nodes 100' | quintet ugi --game cascade --size 4")],
    },
    Page {
        command: "perft",
        exit_status: ["The count was printed.", UNWRITTEN, USAGE],
        examples: &[("Count the sequences of four moves:", "quintet perft 4 --game alaric --size 7")],
    },
    Page {
        command: "bench",
        exit_status: ["The figures were printed.", UNWRITTEN, USAGE],
        examples: &[
            ("Measure uniform playouts:", "quintet bench playouts --game cascade"),
            ("Measure the search with two threads:", "quintet bench search --game cancer --threads 2"),
            ("Measure move generation:", "quintet bench perft 3 --game bracket"),
            ("Measure a network:", "quintet bench network --game cancer"),
            ("Print the fingerprint of the behaviour:", "quintet bench fingerprint"),
        ],
    },
    Page {
        command: "regress",
        exit_status: [
            "All tests came out as expected.",
            "A test did not come out as expected, or a file could not be written.",
            "Usage error, or a suite or the engine could not be run.",
        ],
        examples: &[
            ("Run two suites, two at a time:", "quintet regress --jobs 2 rules.tst endgames.tst"),
            (
                "Test another engine, and write a report for a CI server:",
                "quintet regress --engine 'gnugo --mode gtp' --junit report.xml ko.tst",
            ),
        ],
    },
    Page {
        command: "check",
        exit_status: [
            "The engine passed all checks.",
            "The engine failed a check.",
            "Usage error, or the engine could not be run.",
        ],
        examples: &[
            ("Check this engine:", "quintet check -- quintet --visits 20"),
            ("List the checks:", "quintet check --list"),
            ("Check another engine, and print a Markdown table:", "quintet check --markdown -- gnugo --mode gtp"),
        ],
    },
    Page {
        command: "match",
        exit_status: [
            "All games were played, or the sequential test was decided.",
            "The match stopped before its end, or the report could not be written.",
            "Usage error, or the match cannot be played as described.",
        ],
        examples: &[
            (
                "Play 200 games between two strengths:",
                "quintet match --game bracket --games 200 --seed 1 --out results \\\n    \
                 --engine \"name=V100,cmd=quintet --visits 100\" \\\n    \
                 --engine \"name=V50,cmd=quintet --visits 50\"",
            ),
            ("Continue after an interruption:", "quintet match --resume --out results"),
            ("Write the report again:", "quintet match --report results --html page.html"),
        ],
    },
    Page {
        command: "learn",
        exit_status: [
            "The new weights are stronger, or no check was asked for.",
            "The new weights were not shown to be stronger, or the run stopped before its end.",
            "Usage error, or there is nothing to learn from.",
        ],
        examples: &[(
            "Train move weights by 400 games of self-play:",
            "quintet learn --game cascade --size 8 --games 400 --visits 500 --seed 1 --out learnt",
        )],
    },
    Page {
        command: "tune",
        exit_status: [
            "The new parameters are stronger, or no check was asked for.",
            "The new parameters were not shown to be stronger, or the run stopped before its end.",
            USAGE,
        ],
        examples: &[(
            "Tune the exploration constant:",
            "quintet tune --game cascade --visits 200 --range exploration=0.2..1.5 --steps 50",
        )],
    },
    Page {
        command: "play",
        exit_status: [
            "The session ended by quit or by the end of the input.",
            "An interrupt or another signal ended the session, after the game was saved; or the input could not be \
             read, or the output could not be written.",
            USAGE,
        ],
        examples: &[
            (
                "Play White in Cancer, with 5 seconds per move for the engine:",
                "quintet play --game cancer --seat white --seconds 5",
            ),
            ("Two people at one terminal:", "quintet play --game alaric --seat both"),
            ("Continue a game that was saved:", "quintet play --resume quintet-alaric-1.sgf"),
        ],
    },
    Page {
        command: "svg",
        exit_status: ["The picture was written.", "The picture could not be drawn or written.", USAGE],
        examples: &[
            ("Draw a game after 20 moves:", "quintet svg --sgf game.sgf --move 20 --out game.svg"),
            ("Draw the game move by move:", "quintet svg --sgf game.sgf --animated --out game.svg"),
            ("Draw win rates for the first move:", "quintet svg --game cascade --size 4 --values --out first.svg"),
        ],
    },
    Page {
        command: "web",
        exit_status: ["The server was ended by a signal.", "The address and port could not be used.", USAGE],
        examples: &[
            ("Open a board in the browser:", "quintet web --open --game bracket"),
            ("Watch a match while it is played:", "quintet web --port 9000 --matches results"),
        ],
    },
    Page {
        command: "solve",
        exit_status: [
            "The position was solved, or the table is correct.",
            "Unknown within the limits, interrupted, or the table is wrong.",
            USAGE,
        ],
        examples: &[
            ("Solve the start of a game:", "quintet solve --game alaric --size 7"),
            ("Write a table of all positions:", "quintet solve --game alaric --size 9 --table alaric-9"),
            ("Verify it:", "quintet solve --verify alaric-9"),
        ],
    },
    Page {
        command: "study",
        exit_status: ["The study is finished.", "It was interrupted or not written; --resume continues it.", USAGE],
        examples: &[("Study Cancer on two boards:", "quintet study --game cancer --sizes 4,5 --games 20 --visits 30")],
    },
    Page {
        command: "puzzles",
        exit_status: ["All puzzles were made.", "Fewer puzzles were found, or the run was interrupted.", USAGE],
        examples: &[(
            "Make 20 puzzles on a ring of 11 cells:",
            "quintet puzzles --game alaric --size 11 --count 20 --seed 1 >puzzles.txt",
        )],
    },
    Page {
        command: "completions",
        exit_status: ["The script was written.", UNWRITTEN, USAGE],
        examples: &[(
            "Install the completions for bash:",
            "quintet completions bash >~/.local/share/bash-completion/completions/quintet",
        )],
    },
    Page {
        command: "man",
        exit_status: ["The pages were written.", UNWRITTEN, "Usage error."],
        examples: &[
            ("Install all pages for one user:", "quintet man --out ~/.local/share/man/man1"),
            ("Write one page:", "quintet man match >quintet-match.1"),
        ],
    },
    Page {
        command: "version",
        exit_status: ["The version was printed.", UNWRITTEN, "Usage error."],
        examples: &[("Print the version:", "quintet version")],
    },
];

/// Writes one page to standard output, or all pages to a directory.
///
/// # Errors
/// Returns an error, in one line, if there is no such subcommand.
pub fn run(args: &ManArgs, program: Command) -> Outcome {
    let pages = pages(&program);
    if let Some(directory) = &args.out {
        let write = || {
            std::fs::create_dir_all(directory)
                .with_context(|| format!("cannot create the directory {}", directory.display()))?;
            pages.iter().try_for_each(|(name, text)| {
                let path = directory.join(format!("{name}.1"));
                atomic_file::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
            })
        };
        return Ok(exit(write()));
    }
    let name = std::iter::once("quintet").chain(args.command.iter().map(String::as_str)).collect::<Vec<_>>().join("-");
    let Some((_, text)) = pages.iter().find(|(page, _)| *page == name) else {
        let names: Vec<&str> = pages.iter().filter_map(|(page, _)| page.strip_prefix("quintet-")).collect();
        bail!("no manual page for '{}'; there are pages for {}", args.command.join(" "), names.join(", "));
    };
    write_result(text);
    Ok(Exit::Success)
}

/// Adds the exit statuses to the help of a program and its subcommands.
pub fn with_exit_statuses(program: Command) -> Command {
    fn add(command: Command, page: &Page, below: bool) -> Command {
        let notes = command.get_after_long_help().or_else(|| command.get_after_help());
        let notes = notes.map(|notes| format!("{notes}\n\n")).unwrap_or_default();
        let statuses = page.exit_status.iter().enumerate();
        let statuses: String = statuses.map(|(status, meaning)| format!("\n  {status}  {meaning}")).collect();
        let command = command.after_long_help(format!("{notes}Exit status:{statuses}"));
        if below { command.mut_subcommands(|command| add(command, page, true)) } else { command }
    }
    PAGES.iter().fold(program, |program, page| match page.command {
        "" => add(program, page, false),
        // Some commands can be left out of the program.
        name if program.find_subcommand(name).is_none() => program,
        name => program.mut_subcommand(name, |command| add(command, page, true)),
    })
}

/// Returns all manual pages, with their names, such as `quintet-match`.
fn pages(program: &Command) -> Vec<(String, Vec<u8>)> {
    // Only built commands have the names of their pages and their whole usage.
    let mut program = program.clone();
    program.build();
    let program = &program;
    let version = program.get_version().unwrap_or_default().to_owned();
    let mut pages = Vec::new();
    add_pages(program, &version, &mut Vec::new(), &mut pages);
    pages
}

/// Adds the page of a command, and those of its subcommands. `path` has the words of the command
/// after the name of the program.
fn add_pages(command: &Command, version: &str, path: &mut Vec<String>, pages: &mut Vec<(String, Vec<u8>)>) {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    pages.push((name, page(command, version, path)));
    for subcommand in subcommands(command) {
        path.push(subcommand.get_name().to_owned());
        add_pages(subcommand, version, path, pages);
        path.pop();
    }
}

/// Returns the subcommands that have pages: all but `help`.
fn subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set() && subcommand.get_name() != "help")
}

/// Returns a manual page.
fn page(command: &Command, version: &str, path: &[String]) -> Vec<u8> {
    // Not an empty date, which would be left out of the arguments of .TH.
    let man = Man::new(command.clone()).date(" ").source(format!("quintet {version}")).manual("Quintet manual");
    let mut text = Vec::new();
    let render = |text: &mut Vec<u8>| -> std::io::Result<()> {
        man.render_title(text)?;
        name_and_synopsis(command).to_writer(text)?;
        man.render_description_section(text)?;
        if command.get_arguments().any(|argument| !argument.is_hide_set()) {
            man.render_options_section(text)?;
        }
        subcommand_section(command).to_writer(text)?;
        last_sections(command, path).to_writer(text)
    };
    // Writing to memory cannot fail.
    _ = render(&mut text);
    text
}

/// Returns the sections NAME and SYNOPSIS.
fn name_and_synopsis(command: &Command) -> Roff {
    let mut roff = Roff::new();
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    roff.control("SH", ["NAME"]);
    roff.text([roman(format!("{name} - {}", summary(command)))]);
    roff.control("SH", ["SYNOPSIS"]);
    let usage = command.clone().render_usage().to_string();
    let invocation = command.get_bin_name().unwrap_or(name);
    for (index, line) in usage.trim_start_matches("Usage:").lines().map(str::trim).enumerate() {
        if index > 0 {
            roff.control("br", []);
        }
        match line.strip_prefix(invocation) {
            Some(rest) => roff.text([bold(invocation), roman(rest)]),
            None => roff.text([roman(line)]),
        };
    }
    roff
}

/// Returns the section SUBCOMMANDS, if there are any.
fn subcommand_section(command: &Command) -> Roff {
    let mut roff = Roff::new();
    for (index, subcommand) in subcommands(command).enumerate() {
        if index == 0 {
            roff.control("SH", ["SUBCOMMANDS"]);
        }
        roff.control("TP", []);
        roff.text([bold(subcommand.get_display_name().unwrap_or_default()), roman("(1)")]);
        roff.text([roman(summary(subcommand))]);
    }
    roff
}

/// Returns the description of a command in one line, without a full stop.
fn summary(command: &Command) -> String {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let words: Vec<&str> = about.split_whitespace().collect();
    words.join(" ").trim_end_matches('.').to_owned()
}

/// Returns the sections after the options: the notes of `--help`, EXIT STATUS, EXAMPLES and SEE
/// ALSO.
fn last_sections(command: &Command, path: &[String]) -> Roff {
    let mut roff = Roff::new();
    let notes = command.get_after_long_help().or_else(|| command.get_after_help()).map(ToString::to_string);
    let notes = notes.unwrap_or_default();
    let notes: Vec<&str> = notes.lines().collect();
    match notes.split_first() {
        Some((&"Games:", games)) => {
            roff.control("SH", ["GAMES"]);
            for line in games {
                match line.trim().split_once(": ") {
                    Some((game, summary)) if !line.starts_with("    ") => {
                        roff.control("TP", []);
                        roff.text([bold(game)]);
                        roff.text([roman(summary)]);
                    }
                    _ => {
                        roff.control("br", []);
                        roff.text([roman(line.trim())]);
                    }
                }
            }
        }
        Some(_) => {
            roff.control("SH", ["NOTES"]);
            roff.text([roman(notes.join("\n"))]);
        }
        None => {}
    }
    let name = path.first().map_or("", String::as_str);
    if let Some(page) = PAGES.iter().find(|page| page.command == name) {
        roff.control("SH", ["EXIT STATUS"]);
        for (status, meaning) in page.exit_status.iter().enumerate() {
            roff.control("TP", []);
            roff.text([bold(status.to_string())]);
            roff.text([roman(*meaning)]);
        }
        roff.control("SH", ["EXAMPLES"]);
        let prefix = format!("quintet {}", path.join(" "));
        for (purpose, line) in page.examples.iter().filter(|(_, line)| path.len() < 2 || line.starts_with(&prefix)) {
            roff.control("PP", []);
            roff.text([roman(*purpose)]);
            roff.control("PP", []);
            roff.control("RS", ["4"]);
            roff.control("nf", []);
            for line in line.lines() {
                roff.text([bold(line)]);
            }
            roff.control("fi", []);
            roff.control("RE", []);
        }
    }
    if let Some((_, parents)) = path.split_last() {
        let parents = (0..=parents.len()).map(|length| {
            let words = std::iter::once("quintet").chain(parents[..length].iter().map(String::as_str));
            format!("{}(1)", words.collect::<Vec<_>>().join("-"))
        });
        roff.control("SH", ["SEE ALSO"]);
        roff.text([roman(parents.collect::<Vec<_>>().join(", "))]);
    }
    roff
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::super::{Cli, parse};
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn every_page_has_exit_statuses_and_examples() {
        for (name, text) in pages(&Cli::command()) {
            let text = String::from_utf8(text).unwrap();
            for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "\"EXIT STATUS\"", "EXAMPLES"] {
                assert!(text.lines().any(|line| line == format!(".SH {section}")), "{name}: no section {section}");
            }
            let examples = text.split(".SH EXAMPLES").nth(1).unwrap();
            assert!(examples.contains(".nf"), "{name}: no example");
        }
    }

    #[test]
    fn a_page_has_the_name_of_its_command() {
        let pages = pages(&Cli::command());
        let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names[0], "quintet");
        assert!(names[1..].iter().all(|name| name.starts_with("quintet-")), "{names:?}");
        assert!(names.contains(&"quintet-match") && names.contains(&"quintet-bench-playouts"), "{names:?}");
        for (name, text) in &pages {
            let text = String::from_utf8_lossy(text);
            assert!(text.contains(&format!(".TH {name} 1")), "{name}: {}", text.lines().nth(2).unwrap_or_default());
        }
    }

    #[test]
    fn every_page_belongs_to_a_command() {
        let program = Cli::command();
        for page in PAGES.iter().filter(|page| !page.command.is_empty()) {
            assert!(program.find_subcommand(page.command).is_some(), "no command {}", page.command);
        }
    }

    #[test]
    fn the_examples_are_valid_command_lines() {
        for (_, example) in PAGES.iter().flat_map(|page| page.examples) {
            let words = shlex::split(&example.replace("\\\n", " ")).unwrap();
            let words: Vec<String> = words.into_iter().take_while(|word| !word.starts_with('>')).collect();
            // The last command of a pipe.
            let command = words.rsplit(|word| word == "|").next().unwrap();
            if command[0] == "quintet" {
                let words = command.iter().map(OsString::from).collect();
                parse::parse(&mut Cli::command(), words).unwrap_or_else(|error| panic!("{example}: {error}"));
            }
        }
    }
}
