//! Text in XML and HTML.

use std::fmt::Write as _;

/// Escapes a text for XML and HTML, in elements and in attributes between double quotes.
///
/// Line breaks and tabs become character references, which XML parsers keep also in attributes.
/// Other characters that XML does not allow become U+FFFD.
///
/// ```
/// use quintet_record::xml::escape;
///
/// assert_eq!(escape("<\"a\" & b>\n\x07"), "&lt;&quot;a&quot; &amp; b&gt;&#10;\u{fffd}");
/// ```
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // Writing to a string cannot fail.
            '\n' | '\t' | '\r' => _ = write!(escaped, "&#{};", u32::from(c)),
            '\0'..'\x20' | '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            c => escaped.push(c),
        }
    }
    escaped
}
