//! Time controls in words and in SGF files.

use std::time::Duration;

use quintet_core::time_control::{TimeControl, decimal};

const fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// The clocks to choose from, fastest first.
const STANDARD: [TimeControl; 7] = [
    TimeControl::Fischer { main: secs(180), increment: secs(2) },
    TimeControl::Fischer { main: secs(300), increment: secs(3) },
    TimeControl::PerMove(secs(30)),
    TimeControl::Absolute { main: secs(600) },
    TimeControl::Byoyomi { main: secs(300), period: secs(20), periods: 5 },
    TimeControl::Fischer { main: secs(900), increment: secs(10) },
    TimeControl::Byoyomi { main: secs(1200), period: secs(30), periods: 5 },
];

/// Returns the clocks to choose from.
pub fn standard_clocks() -> impl Iterator<Item = TimeControl> {
    STANDARD.into_iter()
}

/// Returns a time in words: `5 min`, `30 s`, `1 min 30 s`.
fn time_words(time: Duration) -> String {
    let (minutes, rest) = (time.as_secs() / 60, time - secs(time.as_secs() / 60 * 60));
    match (minutes, rest.is_zero()) {
        (0, _) => format!("{} s", decimal(rest)),
        (_, true) => format!("{minutes} min"),
        _ => format!("{minutes} min {} s", decimal(rest)),
    }
}

/// Returns a time control in words.
pub fn clock_words(control: TimeControl) -> String {
    let main_words =
        |main: Duration| if main.is_zero() { String::new() } else { format!("{}, then ", time_words(main)) };
    match control {
        TimeControl::Unlimited => "No clock".to_owned(),
        TimeControl::PerMove(time) => format!("{} a move", time_words(time)),
        TimeControl::Absolute { main } => time_words(main),
        TimeControl::Fischer { main, increment } if increment.is_zero() => time_words(main),
        TimeControl::Fischer { main, increment } => format!("{} + {} a move", time_words(main), time_words(increment)),
        TimeControl::Byoyomi { main, period, periods } => {
            format!("{}{periods} × {} byo-yomi", main_words(main), time_words(period))
        }
        TimeControl::Canadian { main, period, stones } => {
            format!("{}{} for every {stones} moves", main_words(main), time_words(period))
        }
    }
}

/// Returns the properties of an SGF file for a time control: the main time (`TM`) and the overtime
/// (`OT`), for which FF\[4\] has no fixed words; these are those of Go servers.
pub fn sgf_time(control: TimeControl) -> Vec<(&'static str, String)> {
    let (main, overtime) = match control {
        TimeControl::Unlimited => return Vec::new(),
        TimeControl::PerMove(time) => (Duration::ZERO, Some(format!("1x{} byo-yomi", decimal(time)))),
        TimeControl::Absolute { main } => (main, None),
        TimeControl::Fischer { main, increment } => (main, Some(format!("{} fischer", decimal(increment)))),
        TimeControl::Byoyomi { main, period, periods } => {
            (main, Some(format!("{periods}x{} byo-yomi", decimal(period))))
        }
        TimeControl::Canadian { main, period, stones } => {
            (main, Some(format!("{stones}/{} Canadian", decimal(period))))
        }
    };
    let main = ("TM", decimal(main));
    std::iter::once(main).chain(overtime.map(|overtime| ("OT", overtime))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_have_words_and_properties() {
        for (control, words, properties) in [
            ("absolute:600", "10 min", "TM[600]"),
            ("fischer:300+3", "5 min + 3 s a move", "TM[300]OT[3 fischer]"),
            ("fischer:90+0.5", "1 min 30 s + 0.5 s a move", "TM[90]OT[0.5 fischer]"),
            ("byoyomi:1200+5x30", "20 min, then 5 × 30 s byo-yomi", "TM[1200]OT[5x30 byo-yomi]"),
            ("byoyomi:0+1x10", "1 × 10 s byo-yomi", "TM[0]OT[1x10 byo-yomi]"),
            ("canadian:60+300/10", "1 min, then 5 min for every 10 moves", "TM[60]OT[10/300 Canadian]"),
            ("move:30", "30 s a move", "TM[0]OT[1x30 byo-yomi]"),
        ] {
            let control = control.parse().unwrap();
            assert_eq!(clock_words(control), words);
            let written: String = sgf_time(control).iter().map(|(name, value)| format!("{name}[{value}]")).collect();
            assert_eq!(written, properties);
        }
    }
}
