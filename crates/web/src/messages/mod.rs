//! The messages between page and server, one per WebSocket message.
//!
//! A message of the page is a JSON object, or the bytes of an SGF file to open; one of the server
//! is an object. Objects of the page have a field `do` with the kind of request, those of the
//! server a field `say` with the kind of update; [`PageRequest`] and [`Update`] list them.
//! `page/messages.js` has the same types for the scripts of the page; a test makes it from these.
//! After a request, the state that it leads to comes before what is said about it, such as a
//! refusal or a warning. Moves are written as in GTP (`D4`, `cancer@D4`, `pass`, `swap-pieces`),
//! positions as in `quintet-position`. Cells are given by their index in [`BoardView::cells`].
//!
//! Rates are expected results from 0 (loss) to 1 (win), with a draw as one half; margins and leads
//! are in points. The documentation of each value says from whose point of view it is.

mod changes;
mod game;
mod matches;
mod puzzles;
mod request;
mod sharing;
mod thought;
mod update;

pub use changes::StateChanges;
pub use game::{
    BoardView, CellLabel, CellView, ClockView, Counted, EarlierView, Fault, GameView, Grade, Insight, KindView,
    LineView, MarkView, MoveView, RemarksView, SeatView, StonesView, TimeLeftView, ValueView, VariationView,
};
pub use matches::{Frame, LessonStep, LessonView, Replay};
#[cfg(feature = "server")]
pub use matches::{Match, MatchLine, Played, Playing};
pub use puzzles::{PuzzleLine, PuzzlePhase, PuzzleView, TaskLine};
pub use request::{NewGame, PageRequest, Seats};
pub use sharing::{InvitationLink, InvitationsView, Offer, OfferView, QrView, SharedView};
pub use thought::{CandidateView, ExactMove, ExactValues, Ply, ProvedResult, Purpose, ThoughtView};
pub use update::{Backup, ClockChoice, Defaults, GameChoice, Hello, PlayerChoice, Preview, RuleChoice, Update};

/// The fields of a state.
pub type StateFields = std::collections::BTreeMap<String, serde_json::Value>;

/// Reads a message of a page.
///
/// # Errors
/// Returns an error if it is not a request.
pub fn read_request(text: &str) -> Result<PageRequest, UnreadableMessage> {
    Ok(serde_json::from_str(text)?)
}

/// The error of a message that is not a request.
#[derive(Debug, thiserror::Error)]
#[error("the message cannot be read: {0}")]
pub struct UnreadableMessage(#[from] serde_json::Error);
