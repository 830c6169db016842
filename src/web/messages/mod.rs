//! What the page and the server say to each other over the socket: JSON objects, one a message.
//!
//! A message of the page has a field `do` that says what is wanted, one of the server a field `say` that says what
//! it tells; [`PageRequest`] and [`Update`] list them all, and `page/messages.js` holds the same as types for the page's
//! scripts. Moves are the words of GTP (`D4`, `cancer@D4`, `pass`, `swap-pieces`), positions those of
//! `quintet-position`. Cells are told by their index in [`BoardView::cells`]. The page knows no rule of any game: it is told
//! what is legal, and why the rest is not.
//!
//! Every value says by whose eyes it is seen. Rates are expected results from 0 (loss) to 1 (win), a draw counting
//! one half; margins and leads are points.

mod game;
mod matches;
mod request;
mod thought;
mod update;

pub use game::{
    BoardView, CellLabel, CellView, Counted, Fault, GameView, Insight, KindView, MoveView, SeatView, StonesView,
    ValueView,
};
pub use matches::{Film, Frame, LessonView, Match, MatchLine, Played, Playing};
pub use request::{NewGame, PageRequest, Seats};
pub use thought::{CandidateView, ExactMove, ExactValues, Ply, ThoughtView};
pub use update::{Defaults, GameChoice, Hello, PlayerChoice, Preview, RuleChoice, Update};
