//! Command lines of engines as text: split into words, and written so that they are split into the
//! same words again.

use std::ffi::{OsStr, OsString};

use quintet_system::os_bytes;
use shlex::QuoteError;

use super::process::ProcessError;

/// Splits a command line into words as a POSIX shell would, without expansions. `$'…'` quotes text
/// with the escapes `\xHH`, `\\` and `\'`, for names that are not UTF-8.
///
/// # Errors
/// Returns an error if a quote is left open or there is no word.
pub fn split(line: &str) -> Result<Vec<OsString>, ProcessError> {
    let words = words_of(line.as_bytes()).filter(|words| !words.is_empty());
    words.ok_or_else(|| ProcessError::CommandLine(line.to_owned()))
}

fn words_of(line: &[u8]) -> Option<Vec<OsString>> {
    let words = shlex::bytes::split(&unescaped(line)?)?;
    Some(words.into_iter().map(os_bytes::name).collect())
}

/// Writes words as a command line.
///
/// # Errors
/// Returns an error if a word has a zero byte.
pub fn join(words: &[OsString]) -> Result<String, QuoteError> {
    let quoted: Result<Vec<String>, QuoteError> = words.iter().map(|word| quote(word)).collect();
    Ok(quoted?.join(" "))
}

fn quote(word: &OsStr) -> Result<String, QuoteError> {
    if let Some(text) = word.to_str() {
        return Ok(shlex::try_quote(text)?.into_owned());
    }
    let bytes = os_bytes::of(word);
    let mut text = "$'".to_owned();
    for chunk in bytes.utf8_chunks() {
        text += &chunk.valid().replace('\\', r"\\").replace('\'', r"\'");
        chunk.invalid().iter().for_each(|byte| text += &format!(r"\x{byte:02x}"));
    }
    Ok(text + "'")
}

/// Returns a command line, or what has one behind `cmd=`, as text that is split into the same words.
pub fn text(line: &OsStr) -> String {
    if let Some(text) = line.to_str() {
        return text.to_owned();
    }
    let bytes = os_bytes::of(line);
    let command = bytes.windows(4).position(|word| word == b"cmd=").map_or(0, |at| at + 4);
    let words = words_of(&bytes[command..]).and_then(|words| join(&words).ok());
    let words = words.unwrap_or_else(|| String::from_utf8_lossy(&bytes[command..]).into_owned());
    String::from_utf8_lossy(&bytes[..command]).into_owned() + &words
}

/// Returns a command line with other quotes for `$'…'`; `None` if an escape cannot be read.
fn unescaped(line: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = line;
    let mut open = None;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match (open, byte) {
            (None, b'$') if rest.first() == Some(&b'\'') => {
                let (word, after) = escaped(&rest[1..])?;
                out.extend_from_slice(&shlex::bytes::try_quote(&word).ok()?);
                rest = after;
                continue;
            }
            (None | Some(b'"'), b'\\') => {
                out.push(byte);
                let Some((&next, after)) = rest.split_first() else { break };
                out.push(next);
                rest = after;
                continue;
            }
            (None, b'\'' | b'"') => open = Some(byte),
            (Some(quote), _) if quote == byte => open = None,
            _ => {}
        }
        out.push(byte);
    }
    Some(out)
}

/// Reads escaped text to its closing quote. Returns its bytes, and what follows.
fn escaped(mut rest: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut word = Vec::new();
    loop {
        match rest {
            [b'\'', after @ ..] => return Some((word, after)),
            [b'\\', b'x', high, low, after @ ..] => {
                let digits = [*high, *low];
                word.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
                rest = after;
            }
            [b'\\', byte @ (b'\\' | b'\''), after @ ..] | [byte, after @ ..] => {
                word.push(*byte);
                rest = after;
            }
            [] => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_by_a_shell() {
        assert_eq!(split("a 'b c' \"d\" e\\ f").unwrap(), ["a", "b c", "d", "e f"]);
        assert_eq!(split(r#"a "$'b'" '$'x \$'y z' $b"#).unwrap(), ["a", "$'b'", "$x", "$y z", "$b"]);
        for line in ["a 'b", "  ", "a $'b", r"a $'\xg0'"] {
            assert!(split(line).is_err(), "{line}");
        }
        assert_eq!(split(r"--a=$'b\'c\\ d'e").unwrap(), [r"--a=b'c\ de"]);
    }

    #[cfg(unix)]
    #[test]
    fn any_words_are_read_as_they_were_written() {
        let name = |bytes: &[u8]| os_bytes::name(bytes.to_vec());
        let words = [&b"caf\xe9 \\ '\"$x"[..], b"\xff", "名前 a".as_bytes(), b"--a=$'b'", b"\xc3\xa9\xe9", b"a", b""];
        let words: Vec<OsString> = words.into_iter().map(name).collect();
        let line = join(&words).unwrap();
        assert_eq!(split(&line).unwrap(), words, "{line}");
        assert_eq!(text(OsStr::new("name=A,cmd=a 'b")), "name=A,cmd=a 'b");
        assert_eq!(text(&name(b"name=A,cmd=a '\xe9' \\\xff")), r"name=A,cmd=a $'\xe9' $'\xff'");
        assert_eq!(text(&name(b"a --b=\"\xe9 \"")), r"a $'--b=\xe9 '");
        assert!(join(&[name(b"a\0")]).is_err());
    }
}
