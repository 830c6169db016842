//! Words: `D4`, `cancer@D4`, `red@D4`, `pass`, `swap-pieces`.

use super::{BareVertex, Meaning, Spelling, View};
use crate::gtp::answer::Failure;
use crate::record::move_words::{self, Spoken};
use crate::record::setup_words::Size;
use crate::setup::Setup;
use crate::words::{Move, Seat};

/// The default spelling.
pub struct Words;

/// Reads a move's words, without regard to the board.
pub(super) fn spoken(view: View<'_>, seat: Seat, word: &str, kind: Option<&str>) -> Result<Spoken, Failure> {
    let info = view.history.info();
    let spoken = move_words::parse(info, seat, word)?;
    match (spoken, kind) {
        (Spoken::Place { kind: None, vertex }, Some(kind)) => {
            Ok(Spoken::Place { kind: Some(move_words::parse_kind(info, seat, kind)?), vertex })
        }
        (Spoken::Place { kind: Some(_), .. }, Some(_)) => Err(Failure::syntax("the stone is named twice")),
        _ => Ok(spoken),
    }
}

/// The message for a bare vertex that means nothing.
pub(super) fn name_the_stone(view: View<'_>) -> Failure {
    let kinds: Vec<_> = view.history.info().kinds.iter().map(|kind| format!("{}@D4", kind.name)).collect();
    Failure::new(format!("name the stone, as in {}, or choose one by quintet-stone", kinds.join(", ")))
}

impl Spelling for Words {
    fn client_size(&self, setup: &Setup) -> (u32, u32) {
        (setup.width().into(), setup.height().into())
    }

    fn resized(&self, setup: &Setup, size: Size) -> Result<Setup, Failure> {
        Ok(size.of(setup)?)
    }

    fn read(&self, view: View<'_>, seat: Seat, word: &str, kind: Option<&str>) -> Result<Meaning, Failure> {
        Ok(Meaning::Move(match spoken(view, seat, word, kind)? {
            Spoken::Pass => Move::PASS,
            Spoken::Swap => Move::SWAP,
            Spoken::Place { kind, vertex } => {
                let Some(point) = view.history.geometry().point(vertex) else { return Ok(Meaning::Nowhere) };
                let kind = match kind {
                    Some(kind) => kind,
                    None => view.bare.kind(view.history, seat, point).ok_or_else(|| name_the_stone(view))?,
                };
                Move::place(kind, point)
            }
        }))
    }

    fn word(&self, view: View<'_>, mv: Move) -> String {
        move_words::format(view.history.info(), view.history.geometry(), mv)
    }
}

/// The names that `quintet-stone` knows for a game, with what they mean.
pub fn bare_names(info: &crate::setup::GameInfo) -> Vec<(&'static str, BareVertex)> {
    let mut names: Vec<_> = info.kinds.iter().zip(0..).map(|(kind, i)| (kind.name, BareVertex::Kind(i))).collect();
    match BareVertex::default_of(info) {
        BareVertex::Nothing => names.push(("none", BareVertex::Nothing)),
        _ if info.kinds.len() > 1 => names.push(("auto", BareVertex::Auto)),
        _ => {}
    }
    names
}
