//! Reading decimal numbers. The standard library also accepts `inf` and `nan`, which no protocol or
//! file allows. Its lookup tables for long numbers take 10 KiB of a WebAssembly module, which
//! therefore has a reader without them.

/// The least and the largest decimal exponent with which a number is computed exactly by integers of
/// 128 bits: a product fits, and a quotient has more bits than the 53 of a double.
const LEAST_EXACT: i32 = -21;
const LARGEST_EXACT: i32 = 19;

/// Reads a finite decimal number, such as `6.5`, `-.5` or `1e3`, rounded to the nearest double.
///
/// In a WebAssembly module it is rounded so with up to 19 significant digits and 21 decimal places;
/// other numbers are accurate to 14 digits, and those below 1e-300 are 0.
pub fn decimal(text: &str) -> Option<f64> {
    if cfg!(target_family = "wasm") {
        return without_tables(text);
    }
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    text.parse().ok().filter(|value: &f64| plain && value.is_finite())
}

/// Reads a decimal number without the lookup tables of the standard library.
fn without_tables(text: &str) -> Option<f64> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => (-1.0, &text[1..]),
        b'+' => (1.0, &text[1..]),
        _ => (1.0, text),
    };
    let (digits, exponent) = match digits.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i16>().ok()?.into()),
        None => (digits, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let mut number = 0_u64;
    let mut exponent: i32 = exponent;
    let mut is_full = false;
    for (place, digit) in whole.bytes().chain(fraction.bytes()).map(|byte| u64::from(byte - b'0')).enumerate() {
        let longer = number.checked_mul(10).and_then(|tenfold| tenfold.checked_add(digit));
        is_full |= longer.is_none();
        match longer {
            Some(longer) if !is_full => {
                number = longer;
                exponent -= i32::from(place >= whole.len());
            }
            _ => exponent += i32::from(place < whole.len()),
        }
    }
    let value = sign * scaled(number, exponent);
    value.is_finite().then_some(value)
}

/// Returns `number · 10^exponent`.
fn scaled(number: u64, exponent: i32) -> f64 {
    let power = |exponent: i32| 10_u128.pow(exponent.unsigned_abs());
    match exponent {
        _ if number == 0 => 0.0,
        0..=LARGEST_EXACT => (u128::from(number) * power(exponent)) as f64,
        // The last bit is also set if there is a remainder (sticky bit), for correct rounding.
        LEAST_EXACT..0 => {
            let shift = u128::from(number).leading_zeros();
            let (shifted, power) = (u128::from(number) << shift, power(exponent));
            let quotient = (shifted / power) | u128::from(shifted % power != 0);
            quotient as f64 / 2_f64.powi(shift as i32)
        }
        _ => number as f64 * 10_f64.powi(exponent),
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng as _, RngExt as _};

    use super::*;
    use crate::random::seeded;

    #[test]
    fn numbers_are_read_as_the_standard_library_reads_them() {
        for text in [
            "0",
            "-0",
            "6.5",
            "+6.5",
            "-.5",
            "5.",
            "1e3",
            "1E-3",
            "0.30000000000000004",
            "1e-19",
            "18446744073709551615",
        ] {
            assert_eq!(without_tables(text).map(f64::to_bits), text.parse().ok().map(f64::to_bits), "{text}");
        }
        let mut rng = seeded(1);
        for _ in 0..100_000 {
            let number = rng.next_u64() >> rng.random_range(0..64);
            let text = format!("{number}e{}", rng.random_range(LEAST_EXACT..=LARGEST_EXACT));
            assert_eq!(without_tables(&text), text.parse().ok(), "{text}");
            let number = rng.random_range(0.001..1.0) * 2_f64.powi(rng.random_range(0..50));
            assert_eq!(without_tables(&number.to_string()), Some(number));
        }
    }

    #[test]
    fn long_numbers_are_accurate_to_14_digits() {
        for text in ["1e300", "1.7e308", "3e-290", "1234567890123456789012345678", "0.00000000000000000000000012345"] {
            let exact: f64 = text.parse().unwrap();
            assert!((without_tables(text).unwrap() / exact - 1.0).abs() < 1e-14, "{text}");
        }
        assert_eq!((without_tables("0e999"), without_tables("1e-999")), (Some(0.0), Some(0.0)));
        assert_eq!(without_tables(&format!("0.{}", "3".repeat(1000))), Some(1.0 / 3.0));
    }

    #[test]
    fn other_texts_are_no_numbers() {
        for text in [
            "",
            "-",
            ".",
            "e3",
            "1e",
            "1e3.5",
            "1.2.3",
            "inf",
            "nan",
            "-infinity",
            "0x10",
            "1_000",
            " 1",
            "--1",
            "1e400",
            "1e99999",
            "१",
        ] {
            assert_eq!((decimal(text), without_tables(text)), (None, None), "{text:?}");
        }
    }
}
