//! The board in a browser: a server for this machine, and the page that it serves.
//!
//! `server` takes requests and turns foreign ones away (`guard`); `sessions` holds a session a page; a `session` is a
//! game with all that was tried in it (`tree`), shown by `view`, played by persons, by our own engine (`mind`, which also works out exact
//! `values`) and by given ones (`guest`). `matches` looks at what `quintet match` writes. What page and server say to each other is in
//! `messages`. The page itself is in `page/`: plain HTML, CSS and scripts, embedded in the program.

mod guard;
mod guest;
mod lessons;
mod matches;
mod messages;
mod mind;
mod outbox;
mod server;
mod session;
mod sessions;
mod tree;
mod values;
mod view;

use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::driver::entrant::Entrant;
use crate::engine::Settings;
use crate::record::sgf::Record;
use crate::search::Limits;
use crate::setup::Setup;

pub use server::{CONNECTIONS, LARGEST_MESSAGE};
pub use sessions::MOST as SESSIONS;

/// What is served.
#[derive(Clone, Debug)]
pub struct WebOptions {
    /// What a new game is, unless something else is chosen.
    pub setup: Setup,
    /// A game to look at first.
    pub record: Option<Record>,
    /// How our own engine thinks.
    pub settings: Settings,
    /// What bounds its searches where the page says nothing; without any bound, a second each.
    pub limits: Limits,
    /// Engines besides our own.
    pub engines: Vec<Entrant>,
    /// Directories of matches.
    pub matches: Vec<PathBuf>,
    /// So long a given engine may be silent beyond the time that it was given.
    pub patience: Duration,
    /// A session that nobody used for so long ends.
    pub idle: Duration,
}

/// An hour: how long a session is kept that nobody uses.
pub const IDLE: Duration = Duration::from_secs(3600);

/// Names that no given engine may have.
pub const OWN_NAMES: [&str; 5] = ["person", "quintet", "quintet-easy", "quintet-medium", "quintet-strong"];

/// Serves the page at a host's port (0: any free one) until `stop` is raised; then every session and every engine is ended.
/// `ready` is called with the address to open once requests are taken.
///
/// # Errors
/// If the address can't be listened on.
pub fn serve(
    address: (&str, u16),
    options: WebOptions,
    stop: &AtomicBool,
    ready: &mut dyn FnMut(&str),
) -> io::Result<()> {
    server::serve(address, sessions::Sessions::new(options), stop, ready)
}
