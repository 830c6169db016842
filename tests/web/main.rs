//! `quintet web` as a process: its safety, and what a page can do.

mod connections;
mod engines;
mod guests;
mod messages;
mod opening;
mod play;
mod requests;
mod server;
