//! The character set of a file: text is decoded before it is parsed, because the second byte of a
//! character can be a backslash or a bracket in Shift_JIS, Big5 and GBK.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// The number of bytes in which `CA` is searched.
const HEAD: usize = 4096;

/// Returns the file in UTF-8, without a byte order mark, or as it is if it has no known encoding.
///
/// A byte order mark counts before all. A file that is valid UTF-8 is read as such whatever `CA`
/// says. Otherwise `CA` names the encoding.
pub fn decode(bytes: &[u8]) -> Cow<'_, [u8]> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return decode_as(encoding, &bytes[length..]);
    }
    match bytes {
        [b'(', 0, ..] => return decode_as(UTF_16LE, bytes),
        [0, b'(', ..] => return decode_as(UTF_16BE, bytes),
        _ => {}
    }
    if std::str::from_utf8(bytes).is_ok() {
        return Cow::Borrowed(bytes);
    }
    match named_encoding(bytes) {
        Some(encoding) => decode_as(encoding, bytes),
        None => Cow::Borrowed(bytes),
    }
}

/// Decodes text; a mixture of UTF-8 and something else is left to the reader of each value.
fn decode_as<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Cow<'a, [u8]> {
    if encoding == UTF_8 {
        return Cow::Borrowed(bytes);
    }
    Cow::Owned(encoding.decode_without_bom_handling(bytes).0.into_owned().into_bytes())
}

/// Returns the encoding that `CA` names. UTF-16 cannot be one, because `CA` was found as bytes.
fn named_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let at = head.windows(3).position(|window| window == b"CA[")?;
    let value = &head[at + 3..];
    let end = value.iter().position(|&byte| byte == b']')?;
    Encoding::for_label(value[..end].trim_ascii()).filter(|encoding| encoding.is_ascii_compatible())
}
