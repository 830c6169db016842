//! Tests of a game's constant facts.

use std::collections::HashSet;

use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::Stone;

/// A contradiction in the constant facts of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{game}: not true: {rule}")]
pub struct InfoError {
    /// The identifier of the game.
    pub game: &'static str,
    /// The rule that does not hold.
    pub rule: &'static str,
}

/// Tests the constant facts of a game.
///
/// # Errors
/// Returns the first contradiction.
pub fn check_info(info: &'static GameInfo) -> Result<(), InfoError> {
    let ensure = |ok: bool, rule: &'static str| if ok { Ok(()) } else { Err(InfoError { game: info.id, rule }) };
    let is_word = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase());
    ensure(is_word(info.id), "the identifier is a word in lower case")?;
    ensure(!info.title.is_empty(), "the game has a title")?;
    ensure(info.presentation.summary.ends_with('.'), "the summary consists of sentences")?;
    let gogui = info.presentation.gogui_id;
    let capital =
        gogui.starts_with(|c: char| c.is_ascii_uppercase()) && gogui[1..].bytes().all(|b| b.is_ascii_lowercase());
    ensure(capital && gogui != "Go", "the name in GoGui is one word, capitalized, and not Go")?;
    ensure(info.sizes.contains(&info.default_size), "the default size is one of the sizes")?;
    ensure((info.check)(&Setup::new(info)), "the default size goes with the default rules")?;

    ensure((1..=7).contains(&info.kinds.len()), "there are 1 to 7 kinds of stone")?;
    let letters: HashSet<_> = info.kinds.iter().filter_map(|kind| kind.name.chars().next()).collect();
    ensure(letters.len() == info.kinds.len(), "the names of kinds begin with different letters")?;
    ensure(info.kinds.iter().all(|kind| is_word(kind.name)), "the names of kinds are words")?;
    ensure(
        info.kinds.iter().filter(|kind| kind.stone.is_none()).count() <= 1,
        "at most one kind is the own stone of the side to move",
    )?;
    let placed = info.kinds.iter().filter_map(|kind| kind.stone).chain(info.own_stones);
    ensure(
        placed.into_iter().all(|stone| info.stones.contains(&stone)),
        "every stone that can be placed is one of the stones",
    )?;
    ensure(
        info.blocking == info.stones.contains(&Stone::Blocked),
        "blocked stones exist exactly if points can be blocked",
    )?;

    let names: HashSet<_> = info.rules.iter().map(|rule| rule.name).collect();
    ensure(names.len() == info.rules.len(), "the rules have different names")?;
    for rule in info.rules {
        let values: HashSet<_> = rule.values.iter().collect();
        ensure(is_word(rule.name) && rule.values.iter().all(|value| is_word(value)), "rules and values are words")?;
        ensure(values.len() == rule.values.len() && values.len() >= 2, "a rule has at least two different values")?;
    }
    if let Some(swap) = info.swap {
        let rule = info.rules.iter().find(|rule| rule.name == swap);
        ensure(
            rule.is_some_and(|rule| ["on", "off"].iter().all(|value| rule.values.contains(value))),
            "the rule of the swap is on or off",
        )?;
    }
    ensure(
        !info.test_boards.small.is_empty() && !info.test_boards.large.is_empty(),
        "there are small and large test boards",
    )?;
    for size in info.sizes.clone() {
        if let Ok(setup) = Setup::new(info).with_size(size) {
            let geometry = setup.geometry();
            ensure(
                (geometry.width(), geometry.height()) == (setup.width(), setup.height()),
                "the board has the size of the setup",
            )?;
        }
    }
    Ok(())
}
