//! Games as SGF files (Smart Game Format, FF\[4\], <https://www.red-bean.com/sgf/>).
//!
//! Files have `GM[1]`, Go, if a Go program plays them right, otherwise `GM[0]`; `RU` names the game
//! and its rules (`RU[cancer eye=any pie=on]`), or for ordinary Go its usual name (`RU[Chinese]`).
//! A file that names no game is Stoical Go. Everything that Go has no property for is in private
//! properties, which all begin with Q:
//!
//! | property | meaning |
//! |---|---|
//! | `QK[red]` | beside `B` or `W`: the kind of stone that the player places, if it is not their own |
//! | `QS[]` | a move: the swap; it names no player, as only one can ever swap |
//! | `QA[red:cd]` | set-up: a stone that is neither player's own (red, cancer, blocked) |
//! | `QT[passes=1]` | set-up: other state that legality depends on, as in a position line |
//!
//! `AB` and `AW` set up the players' own stones (`AB` is red in Cancer), `AE` clears points, and
//! `PL` gives the side to move. Columns are letters from the left, rows from the top: `a`..`z`,
//! `A`..`Z`.

#[cfg(feature = "encodings")]
mod charset;
#[cfg(not(feature = "encodings"))]
#[path = "utf8.rs"]
mod charset;
mod context;
mod date;
mod error;
mod file;
mod markup;
mod parse;
mod points;
mod raw;
mod read;
mod record;
mod root;
mod start;
mod write;

pub use date::date;
pub use error::{LARGEST, SgfError, SgfProblem};
pub use file::{Reading, contents, load};
pub use markup::{Mark, Markup};
pub use parse::Property;
pub use raw::{RawGame, read_raw};
pub use read::read;
pub use record::Record;
pub use root::unnamed_game;
pub use write::{write, write_game, write_up_to};
