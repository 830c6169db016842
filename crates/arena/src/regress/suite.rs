//! Reading `.tst` files: the regression format of GNU Go (manual, chapter Regression testing) and
//! of gogui-regress.
//!
//! A suite is a GTP script. Commands run in order; numbered ones, and those with an expected
//! response, are tests. The line below a test describes the expected response: `#? [REGEX]` must
//! match the whole response; `!` after the bracket negates the match; after the closing bracket `*`
//! marks a test that is known to fail, and `&` one whose result is shown but does not count. Where
//! the two tools differ, docs/regression.md says which one is followed.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};

use quintet_system::{input_file, os_bytes};
use regex_lite::{Regex, RegexBuilder};

/// The largest id that GTP allows.
const MAX_ID: u32 = i32::MAX as u32;

/// A suite, ready to run.
#[derive(Debug)]
pub struct Suite {
    /// The name on the command line.
    pub name: String,
    /// The directory for relative file names in the suite.
    pub directory: PathBuf,
    /// The commands, in order.
    pub steps: Vec<SuiteCommand>,
}

/// One command of a suite.
#[derive(Debug)]
pub struct SuiteCommand {
    /// The number of the line, from 1.
    pub line: usize,
    /// The command without number, comment and surrounding space; empty for a line that is not in
    /// the format, which is a test that fails.
    pub command: String,
    /// The test; `None` for a set-up command.
    pub test: Option<Test>,
}

/// The test of a command.
#[derive(Debug)]
pub struct Test {
    /// The number before the command, if it has one.
    pub number: Option<u32>,
    /// The expected response; `None` if the command only has to succeed. A line that is not in the
    /// format makes its test fail.
    pub expected: Option<Result<Expectation, BadExpectation>>,
}

/// A `#?` line, or the line of a test, that is not in the format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line} cannot be read: {error}")]
pub struct BadExpectation {
    /// The number of the line, from 1.
    pub line: usize,
    /// The reason.
    pub error: SyntaxError,
}

/// The script whose reading of `#?` lines is followed where the scripts differ.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Dialect {
    /// gogui-regress: one of the alternatives must match the whole response.
    #[default]
    Gogui,
    /// GNU Go's `regress.awk`: an expression `A|B|C` is `^A|B|C$`, so `A` matches at the start of
    /// the response, `C` at the end and `B` anywhere. Only the first line of the response counts, a
    /// missing `]` is accepted, and `!` also matches an error.
    GnuGo,
}

/// The expected response of a `#?` line.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The text between the brackets.
    text: String,
    regex: Regex,
    negated: bool,
    dialect: Dialect,
    /// `true` if it is marked `*`: known to fail.
    pub known_failure: bool,
    /// `true` if it is marked `&`: shown, but not counted.
    pub ignored: bool,
}

impl Expectation {
    /// Returns whether the text of a response matches.
    pub fn matches(&self, answer: &str) -> bool {
        let answer = match self.dialect {
            Dialect::Gogui => answer,
            Dialect::GnuGo => answer.lines().next().unwrap_or_default(),
        };
        self.regex.is_match(answer) != self.negated
    }

    /// Returns whether the message of an error matches. In gogui-regress no error matches a negated
    /// expression.
    pub fn matches_error(&self, message: &str) -> bool {
        (!self.negated || self.dialect == Dialect::GnuGo) && self.matches(message)
    }
}

/// Formats the text between the brackets.
impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The error for a suite that cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
    /// Lists of suites refer to each other.
    #[error("cannot read {}: lists of suites are nested more than {MAX_NESTING} deep", .0.display())]
    Nesting(PathBuf),
}

/// The error for a line that is not in the format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SyntaxError {
    /// There is an expectation without a command.
    #[error("`#?` stands below no command")]
    NoTest,
    /// A test has two expectations.
    #[error("a second `#?` for one command")]
    SecondExpectation,
    /// The number of a test is too large.
    #[error("the number of a test is at most {MAX_ID}")]
    Number,
    /// A number has no command.
    #[error("test {0} has no command")]
    NoCommand(u32),
    /// An expectation has no expression.
    #[error("`#?` is to be followed by `[`, a regular expression and `]`")]
    NoExpression,
    /// An expression has no end.
    #[error("the expression has no closing `]` (only `*` or `&` may follow it)")]
    NotClosed,
    /// An expression is not a regular expression.
    #[error("the expression [{0}] is not understood: {1}")]
    Regex(String, String),
}

/// The maximum nesting of lists of suites.
const MAX_NESTING: usize = 16;

/// Reads the suites of a command line. An argument `@FILE` names a list: one suite (or `@FILE`) per
/// line, relative to the list, with `#` comments.
///
/// # Errors
/// Returns an error at the first suite or list that cannot be read.
pub fn read_all(arguments: &[OsString], dialect: Dialect) -> Result<Vec<Suite>, SuiteError> {
    let mut suites = Vec::new();
    for argument in arguments {
        read_argument(argument, Path::new(""), 0, dialect, &mut suites)?;
    }
    Ok(suites)
}

fn read_argument(
    argument: &OsStr,
    base: &Path,
    depth: usize,
    dialect: Dialect,
    suites: &mut Vec<Suite>,
) -> Result<(), SuiteError> {
    let Some(list) = os_bytes::of(argument).strip_prefix(b"@").map(|list| os_bytes::name(list.to_vec())) else {
        let path = base.join(argument);
        let text = String::from_utf8_lossy(&read(&path)?).into_owned();
        let directory = path.parent().map(Path::to_owned).unwrap_or_default();
        suites.push(parse(&path.display().to_string(), directory, &text, dialect));
        return Ok(());
    };
    let path = base.join(list);
    if depth == MAX_NESTING {
        return Err(SuiteError::Nesting(path));
    }
    let bytes = read(&path)?;
    let base = path.parent().unwrap_or(Path::new(""));
    let lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with(b"#")) {
        read_argument(&os_bytes::name(line.to_vec()), base, depth + 1, dialect, suites)?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, SuiteError> {
    let bytes = input_file::read(path).map_err(|error| SuiteError::Read { path: path.to_owned(), error })?;
    Ok(bytes.strip_prefix(b"\xef\xbb\xbf").map_or_else(|| bytes.clone(), <[u8]>::to_vec))
}

/// Parses the text of a suite. A line that is not in the format is a test that fails.
pub fn parse(name: &str, directory: PathBuf, text: &str, dialect: Dialect) -> Suite {
    let mut steps: Vec<SuiteCommand> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let bad = |error| Some(Err(BadExpectation { line: line_number, error }));
        let faulty = |number, error| {
            let test = Some(Test { number, expected: bad(error) });
            SuiteCommand { line: line_number, command: String::new(), test }
        };
        let line: String = line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        if let Some(expectation) = line.trim_start().strip_prefix("#?") {
            let Some(step) = steps.last_mut() else {
                steps.push(faulty(None, SyntaxError::NoTest));
                continue;
            };
            let test = step.test.get_or_insert(Test { number: None, expected: None });
            test.expected = match (test.expected.take(), parse_expectation(expectation.trim(), dialect)) {
                (Some(Err(first)), _) => Some(Err(first)),
                (Some(Ok(_)), _) => bad(SyntaxError::SecondExpectation),
                (None, Ok(expected)) => expected.map(Ok),
                (None, Err(error)) => bad(error),
            };
            continue;
        }
        let command = line.split('#').next().unwrap_or_default().trim();
        if command.is_empty() {
            continue;
        }
        steps.push(match split_number(command) {
            Ok((number, command)) => {
                let test = number.map(|number| Test { number: Some(number), expected: None });
                SuiteCommand { line: line_number, command: command.to_owned(), test }
            }
            Err(error @ SyntaxError::NoCommand(number)) => faulty(Some(number), error),
            Err(error) => faulty(None, error),
        });
    }
    Suite { name: name.to_owned(), directory, steps }
}

/// Splits a command into its number and the rest. A first word that is not all digits is the
/// command's name.
fn split_number(command: &str) -> Result<(Option<u32>, &str), SyntaxError> {
    let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok((None, command));
    }
    let number = word.parse().ok().filter(|&number| number <= MAX_ID);
    let number = number.ok_or(SyntaxError::Number)?;
    match rest.trim_start() {
        "" => Err(SyntaxError::NoCommand(number)),
        rest => Ok((Some(number), rest)),
    }
}

/// Parses the text after `#?`. An empty text means that the command only has to succeed.
fn parse_expectation(text: &str, dialect: Dialect) -> Result<Option<Expectation>, SyntaxError> {
    if text.is_empty() {
        return Ok(None);
    }
    let body = text.trim_end_matches(['*', '&', ' ']);
    let marks = text[body.len()..].trim_end();
    let body = body.strip_prefix('[').ok_or(SyntaxError::NoExpression)?;
    let body = match (body.strip_suffix(']'), dialect) {
        (Some(closed), _) => closed,
        (None, Dialect::GnuGo) => body,
        (None, Dialect::Gogui) => return Err(SyntaxError::NotClosed),
    };
    let body = body.trim();
    let (negated, pattern) = match body.strip_prefix('!') {
        Some(pattern) => (true, pattern),
        None => (false, body),
    };
    // As in gogui-regress: `.` matches line ends too, `^` and `$` match at each line. GNU Go's
    // script has only one line.
    let build = |pattern: &str| {
        let regex = RegexBuilder::new(pattern).multi_line(true).dot_matches_new_line(true).build();
        regex.map_err(|error| SyntaxError::Regex(body.to_owned(), last_line(&error)))
    };
    // Tested alone first: `a)|(b` would be balanced inside the group.
    build(pattern)?;
    let regex = match dialect {
        Dialect::Gogui => build(&format!(r"\A(?:{pattern})\z"))?,
        Dialect::GnuGo => build(&format!("^{pattern}$"))?,
    };
    // As in GNU Go: of both marks, the last one counts.
    Ok(Some(Expectation {
        text: body.to_owned(),
        regex,
        negated,
        dialect,
        known_failure: marks.ends_with('*'),
        ignored: marks.ends_with('&'),
    }))
}

/// Returns the last line of an error of the regex crate, without the drawing of the place above it.
fn last_line(error: &regex_lite::Error) -> String {
    let text = error.to_string();
    let line = text.lines().last().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suite(text: &str) -> Suite {
        parse("a.tst", PathBuf::new(), text, Dialect::Gogui)
    }

    fn only(text: &str) -> Expectation {
        only_in(text, Dialect::Gogui)
    }

    fn only_in(text: &str, dialect: Dialect) -> Expectation {
        let suite = parse("a.tst", PathBuf::new(), &format!("1 x\n#? {text}\n"), dialect);
        suite.steps[0].test.as_ref().unwrap().expected.clone().unwrap().unwrap()
    }

    /// Returns the fault of the only expectation, which fails one test.
    fn fault(text: &str) -> String {
        let tests = suite(text).steps.into_iter().filter_map(|step| step.test?.expected);
        tests.filter_map(Result::err).map(|error| error.to_string()).next().unwrap()
    }

    #[test]
    fn numbered_commands_are_tests() {
        let suite = suite("# a\nloadsgf b.sgf 3 # c\n\n7\treg_genmove  black\n#? [C3]\n19x19\n8 name\n");
        let read: Vec<_> = suite
            .steps
            .iter()
            .map(|step| (step.line, step.command.as_str(), step.test.as_ref().and_then(|test| test.number)))
            .collect();
        let expected = [
            (2, "loadsgf b.sgf 3", None),
            (4, "reg_genmove  black", Some(7)),
            (6, "19x19", None),
            (7, "name", Some(8)),
        ];
        assert_eq!(read, expected);
        assert_eq!(suite.steps.iter().filter(|step| step.test.is_some()).count(), 2);
    }

    #[test]
    fn an_expression_has_to_match_the_whole_response() {
        assert!(only("[B14|D17]").matches("D17"));
        assert!(!only("[B14|D17]").matches("D177"));
        assert!(!only("[B1]").matches("B14"));
        assert!(only("[B1.*]").matches("B1\nB2"));
        assert!(only("[(?s)a$.^b]").matches("a\nb"));
        assert!(only(r"[W\+40.5 .*]").matches("W+40.5 (upper bound)"));
        assert!(only("[ D4 ]").matches("D4"));
        assert!(only("[]").matches(""));
        assert!(!only("[]").matches("x"));
    }

    #[test]
    fn gnu_gos_script_binds_start_and_end_to_the_first_and_last_alternative() {
        let matches = |text, answer| only_in(text, Dialect::GnuGo).matches(answer);
        assert!(matches("[B1|C3|D4]", "B14") && matches("[B1|C3|D4]", "xD4") && matches("[B1|C3|D4]", "xC3x"));
        assert!(!matches("[B1|C3|D4]", "xB1") && !matches("[B1|C3|D4]", "D4x"));
        assert!(!matches("[B1]", "B14") && matches("[(B1|B2)]", "B2") && !matches("[(B1|B2)]", "B14"));
        assert!(!matches("[!B1|C3]", "xC3") && matches("[!B1|C3]", "D4"));
        // Only the first line counts, and the closing bracket may be missing.
        assert!(matches("[B1]", "B1\nB2") && matches("[B1", "B1"));
        assert!(only_in("[!B1]", Dialect::GnuGo).matches_error("cannot score"));
        assert!(!only("[!B1]").matches_error("cannot score") && only("[cannot.*]").matches_error("cannot score"));
    }

    #[test]
    fn an_exclamation_mark_negates_the_match() {
        assert!(!only("[!P13]").matches("P13"));
        assert!(only("[!P13]").matches("P1"));
        assert!(!only("[!(A3|A5)]").matches("A5"));
        assert!(!only("[!A3|A5]").matches("A5"), "the mark is outside all alternatives");
    }

    #[test]
    fn marks_follow_the_bracket() {
        let marks = |text| (only(text).known_failure, only(text).ignored);
        assert_eq!(marks("[a]"), (false, false));
        assert_eq!(marks("[a]*"), (true, false));
        assert_eq!(marks("[a]&"), (false, true));
        assert_eq!(marks("[a] * "), (true, false));
        assert_eq!(marks("[a]&*"), (true, false));
        assert_eq!(marks("[a]*&"), (false, true));
        assert_eq!(only("[a*]").to_string(), "a*");
        assert_eq!(only("[[ab]]*").to_string(), "[ab]");
    }

    #[test]
    fn an_empty_expectation_requires_success_only() {
        assert!(suite("1 x\n#?\n").steps[0].test.as_ref().unwrap().expected.is_none());
    }

    #[test]
    fn a_line_that_cannot_be_read_fails_one_test() {
        assert_eq!(fault("#? [a]\n1 x\n"), "line 1 cannot be read: `#?` stands below no command");
        assert_eq!(fault("1 x\n#? [a]\n#? [b]"), "line 3 cannot be read: a second `#?` for one command");
        assert_eq!(fault("1 x\n#? [a]\n40\n#? [b]\n"), "line 3 cannot be read: test 40 has no command");
        assert!(fault("99999999999 x").contains("at most 2147483647"));
        let suite = suite("40\n#? [b]\n1 x\n#? [a]\n");
        assert_eq!(suite.steps.iter().map(|step| &*step.command).collect::<Vec<_>>(), ["", "x"]);
    }

    #[test]
    fn an_expectation_that_cannot_be_read_fails_one_test() {
        assert!(fault("1 x\n#? a").contains("is to be followed by `[`"));
        assert!(fault("1 x\n#? [a").contains("no closing `]`"));
        assert!(fault("1 x\n#? [a] b").contains("no closing `]`"));
        let unclosed = fault("1 x\n#? [(]");
        let reason = unclosed.strip_prefix("line 2 cannot be read: the expression [(] is not understood: ").unwrap();
        assert!(reason.contains("group") && reason.lines().count() == 1, "{reason}");
    }

    #[test]
    fn a_command_without_a_number_is_a_test_if_a_response_is_expected() {
        let suite = suite("name\n#? [a]\nversion\n");
        let test = suite.steps[0].test.as_ref().unwrap();
        assert!(test.number.is_none() && test.expected.as_ref().unwrap().as_ref().unwrap().matches("a"));
        assert!(suite.steps[1].test.is_none());
    }

    #[test]
    fn a_pattern_cannot_leave_its_group() {
        assert!(
            fault("1 x\n#? [a)|(b]\n").contains("not understood"),
            "unbalanced parentheses don't match by accident"
        );
    }
}
