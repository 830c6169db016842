//! Random changes of an input, the same for the same seed.

use quintet_core::random::{Rng, random_below};

/// The largest input; longer ones say little more.
const MOST_BYTES: usize = 4096;

/// Returns a changed copy of an input: one to four changes, some of which take bytes from `other`.
pub fn mutated(input: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=random_below(rng, 4) {
        change(&mut bytes, other, rng);
    }
    bytes.truncate(MOST_BYTES);
    bytes
}

fn change(bytes: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    let mut below = |count: usize| random_below(rng, count as u32) as usize;
    let kind = below(8);
    let at = below(bytes.len() + 1);
    let end = at + below(bytes.len() - at + 1).min(64);
    match kind {
        // A bit, a byte, a number.
        0 if at < bytes.len() => bytes[at] ^= 1 << below(8),
        1 if at < bytes.len() => bytes[at] = below(256) as u8,
        2 => {
            let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let number = [0, 1, 2, 19, 25, 26, 255, 256, 65_535, -1][below(10)];
            bytes.splice(at..at + digits, number.to_string().into_bytes());
        }
        // A part is removed, repeated, or moved to another place.
        3 => _ = bytes.drain(at..end),
        4 => {
            let part = bytes[at..end].to_vec();
            bytes.splice(at..at, part);
        }
        5 => {
            let part: Vec<u8> = bytes.drain(at..end).collect();
            let to = below(bytes.len() + 1);
            bytes.splice(to..to, part);
        }
        // A part of the other input, a word of it.
        6 => {
            let from = below(other.len() + 1);
            let to = from + below(other.len() - from + 1).min(64);
            bytes.splice(at..end, other[from..to].iter().copied());
        }
        7 => {
            let words: Vec<&[u8]> = other.split(|byte| byte.is_ascii_whitespace()).collect();
            let word = words[below(words.len())];
            bytes.splice(at..at, [b" ", word, b" "].concat());
        }
        _ => bytes.push(below(256) as u8),
    }
}
