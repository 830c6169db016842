//! Errors of the command line in one line: what was given, and what is accepted.

use clap::error::{ContextKind, ContextValue, ErrorKind};

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
