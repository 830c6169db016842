//! The moves of a file without regard to any rules, for programs that know better than the file
//! which game it is.

use quintet_core::types::Seat;

use super::error::SgfError;
use super::{charset, parse, points};

/// The main line of a file. Nothing in it was checked.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RawGame {
    /// The program that wrote the file (`AP`), with its version; empty if unknown.
    pub application: String,
    /// The rules (`RU`); empty if unknown.
    pub rules: String,
    /// The size (`SZ`); empty if unknown.
    pub size: String,
    /// `true` if stones are set up.
    pub has_setup: bool,
    /// The moves: column and row from the top left, from 0; `None` for a pass or a value that is
    /// not a point.
    pub moves: Vec<(Seat, Option<(u32, u32)>)>,
}

/// Reads the main line of the first game of a file.
///
/// # Errors
/// Returns an error if the text is not SGF.
pub fn read_raw(bytes: &[u8]) -> Result<RawGame, SgfError> {
    let tree = parse::tree(&charset::decode(bytes).0)?;
    let mut game = RawGame::default();
    for property in tree.main_line().iter().flat_map(|node| &node.properties) {
        let value = property.value();
        match &*property.name {
            "B" => game.moves.push((Seat::Black, points::parse(value))),
            "W" => game.moves.push((Seat::White, points::parse(value))),
            "AP" => game.application = value.to_owned(),
            "RU" => game.rules = value.to_owned(),
            "SZ" => game.size = value.to_owned(),
            name => game.has_setup |= ["AB", "AW", "AE"].contains(&name),
        }
    }
    Ok(game)
}
