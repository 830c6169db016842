//! The end of a developer's tool.

use std::fmt::Display;
use std::process::ExitCode;

/// Returns the exit status for the result of a tool: 0, or 1 after one line on standard error with
/// the tool's name and the error. An error should show its causes by its alternate form (`{:#}`), as
/// those of anyhow do.
pub fn exit_status(tool: &str, result: Result<(), impl Display>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{tool}: {}", one_line(&format!("{error:#}")));
            ExitCode::FAILURE
        }
    }
}

/// Returns a text as one line: words separated by single spaces.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_several_lines_becomes_one() {
        assert_eq!(one_line("x.toml: TOML error\n  |\n1 | a = [\n"), "x.toml: TOML error | 1 | a = [");
    }
}
