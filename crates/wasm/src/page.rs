//! The other side of the board's page, as a server is: messages in, messages out.
//!
//! [`quintet_page_open`] begins a session, [`quintet_page_send`] and [`quintet_page_file`] take
//! messages, [`quintet_page_step`] works for a slice, and [`quintet_page_take`] returns the messages to
//! the page.

use std::cell::RefCell;
use std::time::Duration;

use quintet_core::setup::Setup;
use quintet_engine::Settings;
use quintet_web::{LocalPage, WebOptions};

use crate::buffer::{self, put, text};

thread_local! {
    static PAGE: RefCell<Option<LocalPage>> = const { RefCell::new(None) };
}

fn with_page<T: Default>(run: impl FnOnce(&mut LocalPage) -> T) -> T {
    PAGE.with_borrow_mut(|page| page.as_mut().map_or_else(T::default, run))
}

/// Begins a session. The text is the id of this run and the build id of the page, separated by a
/// space; trees have at most `hash` MiB, and engines pause after `slice` milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_page_open(length: usize, seed: u64, hash: usize, slice: u32) {
    crate::begin();
    let text = text(length);
    let (id, build) = text.split_once(' ').unwrap_or((&text, ""));
    let settings = Settings { seed, hash_mib: hash, threads: 1, ..Settings::default() };
    let options = WebOptions { settings, ..WebOptions::new(Setup::new(quintet_games::DEFAULT)) };
    let slice = Duration::from_millis(slice.into());
    PAGE.set(Some(LocalPage::new(id.to_owned(), build.to_owned(), slice, options)));
}

/// Takes a message of the page.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_page_send(length: usize) {
    let message = text(length);
    with_page(|page| page.send(&message));
}

/// Takes an SGF file of the page.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_page_file(length: usize) {
    let bytes = buffer::bytes(length);
    with_page(|page| page.send_file(bytes));
}

/// Works for about a slice; returns the milliseconds until the next step is due, if no message comes
/// before.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_page_step() -> f64 {
    with_page(|page| page.step().as_secs_f64() * 1000.0)
}

/// Puts the next message to the page into the buffer and returns its length; 0 if none waits.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_page_take() -> usize {
    with_page(|page| page.take()).map_or(0, put)
}

/// Puts the names of the weights files that the game needs and that are missing into the buffer,
/// separated by spaces, and returns the length. Engines wait for them.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_page_missing() -> usize {
    put(with_page(|page| page.missing_weights()).join(" "))
}

/// Lets engines play without a weights file that cannot be had. The text is its name, of `name` bytes,
/// and the reason.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_page_without_weights(name: usize, length: usize) {
    let both = text(length);
    let (name, why) = both.split_at_checked(name).unwrap_or_default();
    with_page(|page| page.play_without_weights(name, why));
}
