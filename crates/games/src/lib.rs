//! The games Alaric, Bracket, Cancer, Cascade and Stoical Go, and relatives of theirs. Each has a
//! folder of its own; Cancer and Stoical Go share the rules of capture.

/// Returns a file of the folder `weights` as a [`ShippedFile`](quintet_core::weights::ShippedFile):
/// built in, except in WebAssembly modules, which get it as JSON when it is needed.
macro_rules! weights_file {
    ($name:literal) => {
        if cfg!(target_family = "wasm") {
            quintet_core::weights::ShippedFile::new(concat!($name, ".json"), None)
        } else {
            let text = include_str!(concat!("../../weights/", $name, ".toml"));
            quintet_core::weights::ShippedFile::new(concat!($name, ".toml"), Some(text))
        }
    };
}

pub mod alak;
pub mod alaric;
pub mod bracket;
pub mod cancer;
pub mod cascade;
pub mod redstone;
pub mod stoical;

mod chains;
mod networks;

#[cfg(test)]
mod tests;

use quintet_core::setup::GameInfo;

/// All games, in the order of their names, and then their relatives.
pub static GAMES: &[&GameInfo] =
    &[&alaric::INFO, &bracket::INFO, &cancer::INFO, &cascade::INFO, &stoical::INFO, &redstone::INFO, &alak::INFO];

/// The default game.
pub static DEFAULT: &GameInfo = &stoical::INFO;

/// Returns the game with an identifier, ignoring case.
///
/// ```
/// use quintet_games as games;
///
/// assert_eq!(games::find("Stoical").unwrap().title, "Stoical Go");
/// assert!(games::find("chess").is_none());
/// let ids: Vec<&str> = games::GAMES.iter().map(|info| info.id).collect();
/// assert_eq!(ids, ["alaric", "bracket", "cancer", "cascade", "stoical", "redstone", "alak"]);
/// ```
pub fn find(id: &str) -> Option<&'static GameInfo> {
    GAMES.iter().copied().find(|info| info.id.eq_ignore_ascii_case(id))
}
