//! What holds of a game's constant facts.

use std::collections::HashSet;

use crate::setup::{GameInfo, Setup};
use crate::words::Stone;

/// Holds the constant facts of a game together.
///
/// # Errors
/// What does not go together, in words.
pub fn check_info(info: &'static GameInfo) -> Result<(), String> {
    let hold = |ok: bool, what: &str| if ok { Ok(()) } else { Err(format!("{}: {what}", info.id)) };
    let is_word = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase());
    hold(is_word(info.id), "the id is a word in small letters")?;
    hold(!info.title.is_empty() && info.summary.ends_with('.'), "it has a title, and a summary of whole sentences")?;
    let gogui = info.gogui_id;
    let capital =
        gogui.starts_with(|c: char| c.is_ascii_uppercase()) && gogui[1..].bytes().all(|b| b.is_ascii_lowercase());
    hold(capital && gogui != "Go", "GoGui's name is one word, a capital first, and not Go")?;
    hold(info.sizes.contains(&info.default_size), "the default size is one of its sizes")?;
    hold((info.check)(&Setup::new(info)), "the default size goes with the default rules")?;

    hold((1..=7).contains(&info.kinds.len()), "it has 1 to 7 kinds of stone")?;
    let letters: HashSet<_> = info.kinds.iter().filter_map(|kind| kind.name.chars().next()).collect();
    hold(letters.len() == info.kinds.len(), "the names of its kinds begin with different letters")?;
    hold(info.kinds.iter().all(|kind| is_word(kind.name)), "the names of its kinds are words")?;
    hold(
        info.kinds.iter().filter(|kind| kind.stone.is_none()).count() <= 1,
        "one kind at most is the seat's own stone",
    )?;
    let placed = info.kinds.iter().filter_map(|kind| kind.stone).chain(info.own_stones);
    hold(
        placed.into_iter().all(|stone| info.stones.contains(&stone)),
        "every stone that is placed is one of its stones",
    )?;
    hold(info.blocking == info.stones.contains(&Stone::Blocked), "it has blocked stones if points can be blocked")?;

    let names: HashSet<_> = info.rules.iter().map(|rule| rule.name).collect();
    hold(names.len() == info.rules.len(), "its rules have different names")?;
    for rule in info.rules {
        let values: HashSet<_> = rule.values.iter().collect();
        hold(is_word(rule.name) && rule.values.iter().all(|value| is_word(value)), "rules and values are words")?;
        hold(values.len() == rule.values.len() && values.len() >= 2, "a rule has two different values at least")?;
    }
    if let Some(swap) = info.swap {
        let rule = info.rules.iter().find(|rule| rule.name == swap);
        hold(
            rule.is_some_and(|rule| ["on", "off"].iter().all(|value| rule.values.contains(value))),
            "the rule of the swap is on or off",
        )?;
    }
    hold(
        !info.test_boards.small.is_empty() && !info.test_boards.large.is_empty(),
        "it has small and large test boards",
    )?;
    for size in info.sizes.clone() {
        if let Ok(setup) = Setup::new(info).with_size(size) {
            let geometry = setup.geometry();
            hold(
                (geometry.width(), geometry.height()) == (setup.width(), setup.height()),
                "the board is as large as the setup says",
            )?;
        }
    }
    Ok(())
}
