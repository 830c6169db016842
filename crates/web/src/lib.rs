//! The board in a browser: a web server for this machine, and the page that it serves.
//!
//! Without the feature `server` there is no server, but [`LocalPage`], a session for a page in the same
//! program.
//!
//! The page is in `page/`: plain HTML, CSS and scripts, embedded in the program. It knows no rules
//! of any game; the server sends the legal moves and the drawings. The modules, each of which uses
//! only those before it:
//!
//! - `messages`: the messages between page and server; `send_queue`: those that wait to be sent;
//! - `exact_values`: the exact values of all moves;
//! - `review`: classes of moves; `view`: what the page shows of a game; `lessons` and `matches`:
//!   games to replay;
//! - `tasks`: where engines work; `program_run`: what all sessions share, invitations above all;
//! - `engine_worker` and `engine_process`: engines beside the session;
//! - `session`: the game of one page; `local_page`: a page with its session, without a server;
//!   `sessions`: all those of a server;
//! - `bundle` and `page_files`: the page as it is sent; `site`: as static files;
//! - `guard`: which requests are accepted; `socket` and `server`: WebSockets and HTTP.

// Sessions that nobody ends, and threads that are not there.
#![cfg_attr(not(feature = "server"), expect(dead_code))]

#[cfg(feature = "server")]
mod bundle;
#[cfg(feature = "server")]
mod cards;
mod engine_process;
mod engine_worker;
mod exact_values;
#[cfg(feature = "server")]
mod guard;
mod lessons;
mod local_page;
mod matches;
mod messages;
mod options;
#[cfg(feature = "server")]
mod page_files;
mod program_run;
mod review;
mod send_queue;
#[cfg(feature = "server")]
mod server;
mod session;
#[cfg(feature = "server")]
mod sessions;
#[cfg(feature = "server")]
mod site;
#[cfg(feature = "server")]
mod socket;
mod tasks;
mod view;

#[cfg(feature = "server")]
use std::{
    io,
    sync::{Arc, atomic::AtomicBool},
};

#[cfg(feature = "server")]
use quintet_engine::Knowledge;

pub use local_page::LocalPage;
pub use options::{IDLE, KEPT, WebOptions};
#[cfg(feature = "server")]
pub use server::{CONNECTIONS, LARGEST_MESSAGE};
pub use session::is_own_name;
#[cfg(feature = "server")]
pub use sessions::{JoinError, Joined, MOST as SESSIONS, Sent, Sessions};
#[cfg(feature = "server")]
pub use site::{SiteFile, site_files};

/// Serves the page on a host and port (0: any free port) until `stop` is set; then all sessions and
/// engines are ended. `ready` is called as soon as requests are accepted, with the address to open and
/// a flag that its first visit sets.
///
/// # Errors
/// Returns an error if the address is not available.
#[cfg(feature = "server")]
pub fn serve(
    address: (&str, u16),
    options: WebOptions,
    knowledge: Knowledge,
    stop: &AtomicBool,
    ready: &mut dyn FnMut(&str, Arc<AtomicBool>),
) -> io::Result<()> {
    server::serve(address, options, knowledge, stop, ready)
}
