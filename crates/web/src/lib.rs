//! The board in a browser: a web server for this machine, and the page that it serves.
//!
//! The page is in `page/`: plain HTML, CSS and scripts, embedded in the program. It knows no rules
//! of any game; the server sends the legal moves and the drawings. The modules, each of which uses
//! only those before it:
//!
//! - `messages`: the messages between page and server; `send_queue`: those that wait to be sent;
//! - `exact_values`: the exact values of all moves;
//! - `review`: classes of moves; `view`: what the page shows of a game; `lessons` and `matches`:
//!   games to replay;
//! - `server_run`: what all sessions share, invitations above all;
//! - `engine_worker` and `external_engine`: engines in threads of their own;
//! - `session`: the game of one page; `sessions`: all of them;
//! - `bundle` and `page_files`: the page as it is sent;
//! - `guard`: which requests are accepted; `socket` and `server`: WebSockets and HTTP.

mod bundle;
mod cards;
mod engine_worker;
mod exact_values;
mod external_engine;
mod guard;
mod lessons;
mod matches;
mod messages;
mod options;
mod page_files;
mod review;
mod send_queue;
mod server;
mod server_run;
mod session;
mod sessions;
mod socket;
mod view;

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quintet_engine::Knowledge;

pub use options::{IDLE, KEPT, WebOptions};
pub use server::{CONNECTIONS, LARGEST_MESSAGE};
pub use session::is_own_name;
pub use sessions::{JoinError, Joined, MOST as SESSIONS, Sent, Sessions};

/// Serves the page on a host and port (0: any free port) until `stop` is set; then all sessions and
/// engines are ended. `ready` is called as soon as requests are accepted, with the address to open and
/// a flag that its first visit sets.
///
/// # Errors
/// Returns an error if the address is not available.
pub fn serve(
    address: (&str, u16),
    options: WebOptions,
    knowledge: Knowledge,
    stop: &AtomicBool,
    ready: &mut dyn FnMut(&str, Arc<AtomicBool>),
) -> io::Result<()> {
    server::serve(address, options, knowledge, stop, ready)
}
