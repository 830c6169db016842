//! The syntax of a line: preprocessing, then id, command and arguments.
//!
//! Follows the GTP standard, version 2 (G. Farnebäck, draft 2, 2002), section 2, and GNU Go where
//! that is unclear.

use std::borrow::Cow;

use nom::branch::alt;
use nom::bytes::complete::take_till1;
use nom::character::complete::{digit1, space0};
use nom::combinator::{cut, map, map_res, opt, peek, rest, success};
use nom::sequence::preceded;
use nom::{IResult, Parser};

/// The length of the longest line that is read, in bytes, without its newline.
pub const MAX_LINE: usize = 1 << 20;

/// The largest id.
pub const MAX_ID: u32 = i32::MAX as u32;

/// A command as it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawCommand<'a> {
    /// The id, which is sent back with the answer.
    pub id: Option<u32>,
    /// The command's name; empty on a line with nothing but an id.
    pub name: &'a str,
    /// The rest of the line, trimmed.
    pub arguments: &'a str,
}

/// The number at the start of a line is too large for an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("syntax error: an id is an integer up to 2147483647")]
pub struct IdTooLarge;

/// Appends a preprocessed line of input to `text`: without control characters, with spaces for
/// tabs, and without a byte order mark and the comment after `#`. Bytes that are not UTF-8 become
/// replacement characters; then the bytes are returned, which may have the name of a file.
pub fn preprocess(raw: &[u8], text: &mut String) -> Option<Vec<u8>> {
    let raw = raw.strip_prefix(b"\xef\xbb\xbf").unwrap_or(raw);
    let raw = match raw.iter().position(|&byte| byte == b'#') {
        Some(comment) => &raw[..comment],
        None => raw,
    };
    let is_plain = |byte: &u8| *byte >= 0x20 && *byte != 0x7f;
    let kept: Cow<'_, [u8]> = if raw.iter().all(is_plain) {
        raw.into()
    } else {
        raw.iter().map(|&byte| if byte == b'\t' { b' ' } else { byte }).filter(is_plain).collect()
    };
    let decoded = String::from_utf8_lossy(&kept);
    text.push_str(&decoded);
    matches!(decoded, Cow::Owned(_)).then(|| kept.into_owned())
}

/// Returns the arguments of a command in the bytes of its line.
pub fn argument_bytes<'a>(bytes: &'a [u8], line: &str, request: &RawCommand<'_>) -> &'a [u8] {
    // Before them is ASCII: an id, and the name of a command that there is. Only spaces follow.
    let start = line.trim_end_matches(' ').len() - request.arguments.len();
    let arguments = bytes.get(start..).unwrap_or_default();
    let end = arguments.iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1);
    &arguments[..end]
}

/// Returns whether a line of input is the comment `# interrupt`, with which GoGui stops a search.
pub fn is_interrupt(raw: &[u8]) -> bool {
    raw.trim_ascii().strip_prefix(b"#").is_some_and(|word| word.trim_ascii() == b"interrupt")
}

fn id(input: &str) -> IResult<&str, Option<u32>> {
    let number = map_res(digit1, |digits: &str| digits.parse().ok().filter(|id| *id <= MAX_ID).ok_or(IdTooLarge));
    // Without `cut` a number that is too large would be read as a command.
    opt(preceded(peek(digit1), cut(number))).parse(input)
}

fn command(input: &str) -> IResult<&str, RawCommand<'_>> {
    let word = alt((take_till1(|c| c == ' '), success("")));
    let line = (preceded(space0, id), preceded(space0, word), preceded(space0, rest));
    map(line, |(id, name, arguments)| RawCommand { id, name, arguments: arguments.trim_end_matches(' ') }).parse(input)
}

/// Parses a preprocessed line.
///
/// # Errors
/// Returns an error if it starts with a number that is too large for an id.
pub fn parse(line: &str) -> Result<RawCommand<'_>, IdTooLarge> {
    command(line).map(|(_, request)| request).map_err(|_| IdTooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(raw: &[u8]) -> String {
        let mut text = String::new();
        preprocess(raw, &mut text);
        text
    }

    #[test]
    fn control_characters_and_comments_are_dropped_and_tabs_become_spaces() {
        assert_eq!(read(b"pl\x01ay\tb\x7f D4\r"), "play b D4");
        assert_eq!(read(b"name # what are you"), "name ");
        assert_eq!(read(b"# all of it"), "");
        assert_eq!(read(b"\xef\xbb\xbf1 name"), "1 name");
        assert_eq!(read(b"caf\xe9"), "caf\u{fffd}");
    }

    #[test]
    fn arguments_that_are_not_utf8_keep_their_bytes() {
        for (raw, arguments) in [
            (&b"\xef\xbb\xbf 7\tloadsgf  caf\xe9 \xff.sgf\x01  # \xfe"[..], &b"caf\xe9 \xff.sgf"[..]),
            (b"printsgf \xe9", b"\xe9"),
            (b"name", b""),
        ] {
            let mut text = String::new();
            let bytes = preprocess(raw, &mut text).unwrap_or_else(|| text.clone().into_bytes());
            assert_eq!(argument_bytes(&bytes, &text, &parse(&text).unwrap()), arguments);
        }
        assert_eq!(preprocess("loadsgf é".as_bytes(), &mut String::new()), None);
    }

    #[test]
    fn a_line_has_id_name_and_arguments() {
        let cases = [
            ("name", (None, "name", "")),
            ("  12  play  b   D4  ", (Some(12), "play", "b   D4")),
            ("007 name", (Some(7), "name", "")),
            ("2147483647 name", (Some(MAX_ID), "name", "")),
            ("5", (Some(5), "", "")),
            ("", (None, "", "")),
            ("   ", (None, "", "")),
            ("-1 name", (None, "-1", "name")),
        ];
        for (line, (id, name, arguments)) in cases {
            assert_eq!(parse(line), Ok(RawCommand { id, name, arguments }), "{line:?}");
        }
    }

    #[test]
    fn a_number_too_large_for_an_id_is_an_error() {
        for line in ["2147483648 name", "99999999999999999999999 name", "4294967297"] {
            assert_eq!(parse(line), Err(IdTooLarge), "{line:?}");
        }
    }

    #[test]
    fn an_interrupt_is_a_comment_with_that_word_alone() {
        assert!(is_interrupt(b"# interrupt") && is_interrupt(b"#interrupt\r"));
        assert!(!is_interrupt(b"# interrupted") && !is_interrupt(b"name # interrupt") && !is_interrupt(b"interrupt"));
    }
}
