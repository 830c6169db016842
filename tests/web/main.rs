//! `quintet web` from outside: what makes it safe, and what a page can do with it.

mod connections;
mod engines;
mod messages;
mod play;
mod requests;
mod server;
