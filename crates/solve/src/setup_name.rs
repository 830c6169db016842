//! The line that names a setup in tables and checkpoints: `alaric 7 board=ring edge=open`.

use quintet_core::setup::{GameInfo, Setup};

/// Finds a game by its name. The list of games is above this crate.
pub type FindGame = fn(&str) -> Option<&'static GameInfo>;

/// Returns the name of a setup. Komi and blocked points are not part of it.
pub fn format(setup: &Setup) -> String {
    let size = match (setup.width(), setup.height()) {
        (width, height) if setup.info().rectangular && width != height => format!("{width}x{height}"),
        (width, _) => width.to_string(),
    };
    let rules = setup.rules().map(|(name, value)| format!(" {name}={value}"));
    format!("{} {size}{}", setup.info().id, rules.collect::<String>())
}

/// Returns the setup of a name; `None` if [`format()`] does not give this name for any setup.
pub fn parse(name: &str, find: FindGame) -> Option<Setup> {
    let mut words = name.split(' ');
    let mut setup = Setup::new(find(words.next()?)?);
    let size = words.next()?;
    for word in words {
        let (rule, value) = word.split_once('=')?;
        setup = setup.with_rule(rule, value).ok()?;
    }
    let setup = match size.split_once('x') {
        Some((width, height)) => setup.with_rectangle(width.parse().ok()?, height.parse().ok()?),
        None => setup.with_size(size.parse().ok()?),
    };
    setup.ok().filter(|setup| format(setup) == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gives_its_setup_back() {
        let names = ["alaric 7 board=ring edge=open", "stoical 3x4 ko=simple repetition=none", "bracket 5"];
        for name in names {
            let game = quintet_games::find(name.split(' ').next().unwrap()).unwrap();
            match parse(name, quintet_games::find) {
                Some(setup) => assert_eq!((setup.info().id, format(&setup)), (game.id, name.to_owned())),
                None => assert_eq!(name, "bracket 5", "rules are part of a name"),
            }
        }
        for wrong in ["", "chess 8", "alaric", "alaric x", "alaric 7 board=ring", "alaric 7 board=ring edge=open "] {
            assert!(parse(wrong, quintet_games::find).is_none(), "{wrong}");
        }
    }
}
