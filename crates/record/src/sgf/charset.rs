//! The character set of a file: text is decoded before it is parsed, because the second byte of a
//! character can be a backslash or a bracket in Shift_JIS, Big5, GBK and ISO-2022-JP.

use std::borrow::Cow;

use encoding_rs::{EUC_KR, Encoding, GBK, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

/// The number of bytes in which `CA` is searched.
const HEAD: usize = 4096;

/// The characters of the bytes from 128 of two character sets of DOS.
const IBM437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
     └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";
const IBM850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
     └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";

/// How the bytes of a file become text.
#[derive(Clone, Copy)]
enum Charset {
    Known(&'static Encoding),
    /// One byte a character, these from byte 128.
    Bytes(&'static str),
    /// Two bytes without their highest bit a character, between these marks.
    Shifted(&'static Encoding, [&'static [u8]; 2]),
}

/// Returns the file in UTF-8, without a byte order mark, or as it is if it has no known character
/// set; in that case also the name of the set, if it is not UTF-8.
///
/// A byte order mark counts before all. A file that is valid UTF-8 is read as such whatever `CA`
/// says, unless it is pure ASCII and `CA` names a set that is written in ASCII. Otherwise `CA` names
/// the set.
pub fn decode(bytes: &[u8]) -> (Cow<'_, [u8]>, Option<String>) {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return (decode_as(encoding, &bytes[length..]), None);
    }
    match bytes {
        [b'(', 0, ..] => return (decode_as(UTF_16LE, bytes), None),
        [0, b'(', ..] => return (decode_as(UTF_16BE, bytes), None),
        _ => {}
    }
    let name = name(bytes);
    let charset = name.and_then(charset);
    let is_written_in_ascii = |charset: &Charset| match charset {
        Charset::Known(encoding) => *encoding == ISO_2022_JP,
        Charset::Bytes(_) => false,
        Charset::Shifted(..) => true,
    };
    let is_plain = !bytes.is_ascii() || !charset.as_ref().is_some_and(is_written_in_ascii);
    if is_plain && std::str::from_utf8(bytes).is_ok() {
        return (Cow::Borrowed(bytes), None);
    }
    match charset {
        Some(Charset::Known(encoding)) => (decode_as(encoding, bytes), None),
        Some(Charset::Bytes(upper)) => {
            let upper: Vec<char> = upper.chars().collect();
            let char = |&byte: &u8| if byte < 128 { byte.into() } else { upper[usize::from(byte) - 128] };
            (Cow::Owned(bytes.iter().map(char).collect::<String>().into_bytes()), None)
        }
        Some(Charset::Shifted(encoding, marks)) => {
            (decode_as(encoding, &raised(bytes, marks)).into_owned().into(), None)
        }
        None => (Cow::Borrowed(bytes), name.map(|name| String::from_utf8_lossy(name).into_owned())),
    }
}

/// Decodes text; a mixture of UTF-8 and something else is left to the reader of each value.
fn decode_as<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Cow<'a, [u8]> {
    if encoding == UTF_8 {
        return Cow::Borrowed(bytes);
    }
    Cow::Owned(encoding.decode_without_bom_handling(bytes).0.into_owned().into_bytes())
}

/// Sets the highest bit of all bytes between two marks, which are left out, as are the escape
/// sequence that announces Korean and a doubled `~`.
fn raised(bytes: &[u8], [begin, end]: [&[u8]; 2]) -> Vec<u8> {
    let (mut text, mut rest, mut inside) = (Vec::with_capacity(bytes.len()), bytes, false);
    while let Some(&byte) = rest.first() {
        if let Some(after) = rest.strip_prefix(if inside { end } else { begin }) {
            (rest, inside) = (after, !inside);
        } else if let Some(after) = rest.strip_prefix(b"\x1b$)C") {
            rest = after;
        } else if !inside && begin[0] == b'~' && rest.starts_with(b"~~") {
            text.push(b'~');
            rest = &rest[2..];
        } else {
            text.push(if inside && byte > b' ' { byte | 0x80 } else { byte });
            rest = &rest[1..];
        }
    }
    text
}

/// Returns the name of the character set.
fn name(bytes: &[u8]) -> Option<&[u8]> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let at = head.windows(3).position(|window| window == b"CA[")?;
    let value = &head[at + 3..];
    let end = value.iter().position(|&byte| byte == b']')?;
    Some(value[..end].trim_ascii())
}

/// Returns the character set of a name: one of the web's, or another one of the same set. UTF-16
/// cannot be one, because the name was found as bytes.
fn charset(name: &[u8]) -> Option<Charset> {
    Some(match name.to_ascii_uppercase().as_slice() {
        b"CP936" | b"MS936" | b"EUC-CN" => Charset::Known(GBK),
        b"CP932" | b"MS932" | b"WINDOWS-932" => Charset::Known(SHIFT_JIS),
        b"CP949" | b"UHC" | b"MS949" => Charset::Known(EUC_KR),
        b"CP437" | b"IBM437" | b"437" => Charset::Bytes(IBM437),
        b"CP850" | b"IBM850" | b"850" => Charset::Bytes(IBM850),
        b"HZ-GB-2312" | b"HZ" => Charset::Shifted(GBK, [b"~{", b"~}"]),
        b"ISO-2022-KR" => Charset::Shifted(EUC_KR, [b"\x0e", b"\x0f"]),
        label => {
            let accepted = |encoding: &&'static Encoding| {
                **encoding == *ISO_2022_JP || (encoding.is_ascii_compatible() && **encoding != *REPLACEMENT)
            };
            Charset::Known(Encoding::for_label(label).filter(accepted)?)
        }
    })
}
