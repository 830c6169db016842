//! Errors of the command line in one line: what was given, and what is accepted.

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::options::SEARCH;

/// The subcommands that a build can leave out, each by the feature of its name.
const OPTIONAL: [(&str, bool); 2] = [("play", cfg!(feature = "play")), ("web", cfg!(feature = "web"))];

/// Returns the message of an error in the words of a subcommand.
pub fn message_of(error: &clap::Error, program: &Command, subcommand: &[&str]) -> String {
    let option = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(word))) => word.strip_prefix("--"),
        _ => None,
    };
    let is_known = |long: &str| program.get_arguments().any(|arg| arg.get_long() == Some(long));
    let words = subcommand.join(" ");
    match option.filter(|long| is_known(long)) {
        Some(long) if words == "match" && (SEARCH.contains(&long) || ["level", "table"].contains(&long)) => {
            format!("--{long} belongs to an engine: write it into the engine's cmd=")
        }
        Some(long) => format!("--{long} has no effect on quintet {words}; quintet {words} --help lists its options"),
        None => message(error),
    }
}

/// Returns the message of an error of the parser.
pub fn message(error: &clap::Error) -> String {
    let text = error.render().to_string();
    if error.kind() == ErrorKind::UnknownArgument
        && text.contains("Usage: quintet check ")
        && let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg)
        && !word.starts_with('-')
    {
        return format!("the engine's command line comes after --: quintet check -- {word}");
    }
    if let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) =
        (error.kind(), error.get(ContextKind::InvalidSubcommand))
        && OPTIONAL.contains(&(word, false))
    {
        return format!("quintet {word} was left out of this build; it needs the feature {word} (--features {word})");
    }
    let words: Vec<_> = text.split("\n\n").next().unwrap_or_default().split_whitespace().collect();
    let message = words.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    match suggestion(error) {
        Some(suggestion) => format!("{message}; did you mean '{suggestion}'?"),
        None => message.to_owned(),
    }
}

/// Returns the most similar word that is accepted.
fn suggestion(error: &clap::Error) -> Option<String> {
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    match kinds.into_iter().find_map(|kind| error.get(kind))? {
        ContextValue::String(word) => Some(word.clone()),
        // The most similar word is the last one.
        ContextValue::Strings(words) => words.last().cloned(),
        _ => None,
    }
}
