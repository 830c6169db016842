//! Results as text for a terminal, and as Markdown for a manual.

use std::fmt::Write as _;

use super::harness::Exchange;
use super::{CheckResult, Compliance};

/// The number of characters of a byte string in a table.
const SHORT: usize = 48;
/// The number of characters of a byte string in the details of a broken check.
const LONG: usize = 240;

/// Formats bytes as one line of printable text: `\n`, `\t`, `\r`, `\xHH`. Long texts are cut, and
/// end with the length.
pub fn bytes(bytes: &[u8], limit: usize) -> String {
    let mut text = String::new();
    let mut shown = 0;
    for &byte in bytes {
        if text.chars().count() >= limit {
            break;
        }
        shown += 1;
        match byte {
            b'\n' => text.push_str("\\n"),
            b'\r' => text.push_str("\\r"),
            b'\t' => text.push_str("\\t"),
            b'\\' => text.push_str("\\\\"),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => {
                let _ = write!(text, "\\x{byte:02x}");
            }
        }
    }
    if shown < bytes.len() {
        let _ = write!(text, "… ({} bytes)", bytes.len());
    }
    text
}

/// Returns the number of checks with a verdict.
pub fn count(outcomes: &[CheckResult], verdict: Compliance) -> usize {
    outcomes.iter().filter(|outcome| outcome.verdict == verdict).count()
}

/// Returns the counts of the verdicts: `61 held, 3 broken, 4 not offered`.
pub fn summary(outcomes: &[CheckResult]) -> String {
    let one = |verdict: Compliance| format!("{} {}", count(outcomes, verdict), verdict.name());
    [Compliance::Held, Compliance::Broken, Compliance::NotOffered].map(one).join(", ")
}

/// Formats a result as one line: the verdict, the name, and the decisive bytes.
pub fn line(outcome: &CheckResult) -> String {
    let decided = outcome.exchanges.last().filter(|_| outcome.verdict != Compliance::NotOffered);
    let end = match decided {
        Some(Exchange { sent, seen }) => format!("{} -> {}", bytes(sent, SHORT), bytes(seen, SHORT)),
        None => outcome.why.clone(),
    };
    format!("{:<12} {:<27} {end}", outcome.verdict.name(), outcome.check.name)
}

/// Describes a broken check: the requirement, the reason and the traffic.
pub fn details(outcome: &CheckResult) -> String {
    let check = outcome.check;
    let mut text = format!("{}: {} ({})\n  {}\n", check.name, check.says, check.source, outcome.why);
    for exchange in &outcome.exchanges {
        let _ = writeln!(text, "  sent {}", bytes(&exchange.sent, LONG));
        let _ = writeln!(text, "  seen {}", bytes(&exchange.seen, LONG));
    }
    text
}

/// Formats the results as a Markdown table.
pub fn markdown(outcomes: &[CheckResult]) -> String {
    let mut text =
        String::from("| verdict | check | what has to hold | from | sent | seen |\n|---|---|---|---|---|---|\n");
    for outcome in outcomes {
        let check = outcome.check;
        let code = |bytes_: &[u8]| match bytes_.is_empty() {
            true => String::new(),
            false => format!("`` {} ``", bytes(bytes_, SHORT).replace('|', "\\|")),
        };
        let (sent, seen) = match outcome.exchanges.last().filter(|_| outcome.verdict != Compliance::NotOffered) {
            Some(exchange) => (code(&exchange.sent), code(&exchange.seen)),
            None => (String::new(), outcome.why.clone()),
        };
        let (verdict, name, says, source) = (outcome.verdict.name(), check.name, check.says, check.source);
        let _ = writeln!(text, "| {verdict} | {name} | {says} | {source} | {sent} | {seen} |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn bytes_are_shown_as_one_line() {
        assert_eq!(bytes(b"= a\n\n", 40), "= a\\n\\n");
        assert_eq!(bytes(b"\x01\xff\\\t\r", 40), "\\x01\\xff\\\\\\t\\r");
        assert_eq!(bytes(b"aaaaaaaaaa", 4), "aaaa… (10 bytes)");
    }
}
