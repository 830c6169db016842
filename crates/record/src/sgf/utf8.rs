//! The character set of a file in a program without `encodings`: UTF-8.

use std::borrow::Cow;

/// Returns the file without a byte order mark, and no name of an unknown character set.
pub fn decode(bytes: &[u8]) -> (Cow<'_, [u8]>, Option<String>) {
    (Cow::Borrowed(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)), None)
}
