//! Words: `D4`, `cancer@D4`, `red@D4`, `pass`, `swap-pieces`.

use quintet_core::notation::move_words::{self, ParsedMove};
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Move, Seat};
use quintet_record::setup_words::Size;

use super::{BareVertex, Context, Meaning, Notation};
use crate::answer::CommandError;

/// The default notation.
pub struct Words;

/// Parses the words of a move, without regard to the board.
pub(super) fn parse(
    context: Context<'_>,
    seat: Seat,
    word: &str,
    kind: Option<&str>,
) -> Result<ParsedMove, CommandError> {
    let info = context.game.info();
    let parsed = move_words::parse(info, seat, word)?;
    match (parsed, kind) {
        (ParsedMove::Place { kind: None, vertex }, Some(kind)) => {
            Ok(ParsedMove::Place { kind: Some(move_words::parse_kind(info, seat, kind)?), vertex })
        }
        (ParsedMove::Place { kind: Some(_), .. }, Some(_)) => Err(CommandError::syntax("the stone is named twice")),
        _ => Ok(parsed),
    }
}

/// Returns the error for a bare vertex without a meaning.
fn name_the_stone(context: Context<'_>) -> CommandError {
    let kinds: Vec<_> = context.game.info().kinds.iter().map(|kind| format!("{}@D4", kind.name)).collect();
    CommandError::new(format!("name the stone, as in {}, or choose one by quintet-stone", kinds.join(", ")))
}

impl Notation for Words {
    fn client_size(&self, setup: &Setup) -> (u32, u32) {
        (setup.width().into(), setup.height().into())
    }

    fn resized(&self, setup: &Setup, size: Size) -> Result<Setup, CommandError> {
        Ok(size.of(setup)?)
    }

    fn read(&self, context: Context<'_>, seat: Seat, word: &str, kind: Option<&str>) -> Result<Meaning, CommandError> {
        Ok(Meaning::Move(match parse(context, seat, word, kind)? {
            ParsedMove::Pass => Move::PASS,
            ParsedMove::Swap => Move::SWAP,
            ParsedMove::Place { kind, vertex } => {
                let Some(point) = context.game.geometry().point(vertex) else { return Ok(Meaning::Nowhere) };
                let kind = match kind {
                    Some(kind) => kind,
                    None => context.bare.kind(context.game, seat, point).ok_or_else(|| name_the_stone(context))?,
                };
                Move::place(kind, point)
            }
        }))
    }

    fn word(&self, context: Context<'_>, mv: Move) -> String {
        context.game.word(mv)
    }
}

/// Returns the names that `quintet-stone` accepts in a game, with their meanings.
pub fn bare_names(info: &GameInfo) -> Vec<(&'static str, BareVertex)> {
    let mut names: Vec<_> = info.kinds.iter().zip(0..).map(|(kind, i)| (kind.name, BareVertex::Kind(i))).collect();
    match BareVertex::default_of(info) {
        BareVertex::Nothing => names.push(("none", BareVertex::Nothing)),
        _ if info.kinds.len() > 1 => names.push(("auto", BareVertex::Auto)),
        _ => {}
    }
    names
}
