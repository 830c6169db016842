//! Clocks.

use quintet_core::notation::decimal;
use quintet_core::time_control::{TimeControl, seconds};

use super::Command;
use crate::answer::{Answer, CommandError};
use crate::call::Call;
use crate::session::Session;

/// The commands of this family.
pub const COMMANDS: &[Command] = &[
    Command::new(
        "time_settings",
        "time_settings MAIN PERIOD STONES",
        "sets main time and Canadian overtime, in seconds",
        time_settings,
    ),
    Command::new("time_left", "time_left SEAT SECONDS STONES", "sets the time left on a seat's clock", time_left),
    Command::new(
        "kgs-time_settings",
        "kgs-time_settings none|absolute|byoyomi|canadian [SECONDS...]",
        "sets the time as servers name it",
        |session, call| named_settings(session, call, false),
    ),
    Command::new(
        "kata-time_settings",
        "kata-time_settings none|absolute|byoyomi|canadian|fischer [SECONDS...]",
        "sets the time as servers name it",
        |session, call| named_settings(session, call, true),
    ),
    Command::new(
        "kata-list_time_settings",
        "kata-list_time_settings",
        "the kinds of time that kata-time_settings knows",
        |_, _| Ok("none absolute byoyomi canadian fischer".to_owned()),
    ),
];

/// Parses a number of stones or periods. Clients also write it with decimals.
fn stones(text: &str) -> Option<u32> {
    let number = decimal(text)?;
    // The conversion saturates.
    (number >= 0.0).then_some(number as u32)
}

fn time_settings(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let (main, period) = (call.parsed(0, decimal)?, call.parsed(1, decimal)?);
    let stones = call.parsed(2, stones)?;
    let settings = TimeControl::gtp(main, period, stones);
    session.set_clock(settings.ok_or_else(|| CommandError::syntax("times are not negative"))?);
    Ok(String::new())
}

fn time_left(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let seat = session.seat(call, 0)?;
    let time = call.parsed(1, decimal)?;
    let stones = call.parsed(2, stones)?;
    // Servers send slightly negative times after moves at the last moment.
    session.set_time_left(seat, seconds(time.max(0.0)).unwrap_or_default(), stones);
    Ok(String::new())
}

fn named_settings(session: &mut Session, call: &mut Call<'_>, fischer: bool) -> Answer {
    let kind = call.word(0)?.to_ascii_lowercase();
    let time = |index| call.parsed(index, |text| seconds(decimal(text)?));
    let count = || call.parsed(3, stones);
    let settings = match kind.as_str() {
        "none" => TimeControl::Unlimited,
        "absolute" => TimeControl::Absolute { main: time(1)? },
        "byoyomi" => TimeControl::Byoyomi { main: time(1)?, period: time(2)?, periods: count()? },
        "canadian" => TimeControl::Canadian { main: time(1)?, period: time(2)?, stones: count()? },
        "fischer" if fischer => TimeControl::Fischer { main: time(1)?, increment: time(2)? },
        _ => return Err(call.usage()),
    };
    session.set_clock(settings);
    Ok(String::new())
}
