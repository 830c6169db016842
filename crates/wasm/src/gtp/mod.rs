//! A session of the Go Text Protocol.
//!
//! 1. [`quintet_missing`] names the weights files of a game, which
//!    [`quintet_supply`](crate::quintet_supply) takes.
//! 2. [`quintet_start`] begins a session.
//! 3. [`quintet_feed`] takes a line of GTP, [`quintet_step`] works for a slice, and
//!    [`quintet_take`] returns what was answered.

mod module;

use std::cell::RefCell;
use std::time::Duration;

use module::Module;

use crate::buffer::{self, put, text};

thread_local! {
    static MODULE: RefCell<Option<Module>> = const { RefCell::new(None) };
}

fn with_module<T: Default>(run: impl FnOnce(&mut Module) -> T) -> T {
    MODULE.with_borrow_mut(|module| module.as_mut().map_or_else(T::default, run))
}

/// Makes the session use weights that were supplied after it had begun.
pub(crate) fn weights_changed() {
    with_module(Module::weights_changed);
}

/// Puts the names of the weights files that a game needs and that are missing into the buffer,
/// separated by spaces, and returns the length. The text is the game's identifier; an empty one
/// stands for the game of the session.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_missing(length: usize) -> usize {
    let game = text(length);
    let played = with_module(|module| module.game());
    put(crate::weights::missing(if game.is_empty() { &played } else { &game }))
}

/// Begins a session of a game, whose identifier is the text: with a random seed, a tree of
/// at most `hash` MiB, and searches that pause after `slice` milliseconds. Puts an error message into
/// the buffer and returns its length; 0 if the session has begun.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_start(length: usize, seed: u64, hash: usize, slice: u32) -> usize {
    crate::begin();
    match Module::new(&text(length), seed, hash, Duration::from_millis(slice.into())) {
        Ok(module) => {
            MODULE.set(Some(module));
            0
        }
        Err(error) => put(error.to_string()),
    }
}

/// Takes a line of GTP.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_feed(length: usize) {
    let line = buffer::bytes(length);
    with_module(|module| module.feed(&line));
}

/// Makes the session play without weights that are missing: worse, but it plays.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_play_without_weights() {
    with_module(Module::play_without_weights);
}

/// Works for about a slice. Returns 0 if nothing is left to do before the next line, 1 if there is,
/// 2 if it waits for the weights of its game, 3 if the session has ended.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_step() -> u32 {
    with_module(Module::step) as u32
}

/// Runs playouts from the session's position with random numbers from a seed, to measure their speed,
/// and returns the sum of their margins for Black. Has no effect while a line is worked on.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_playouts(count: u32, seed: u64) -> f64 {
    with_module(|module| module.playouts(count, seed))
}

/// Puts what was answered since the last call into the buffer and returns its length.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_take() -> usize {
    put(with_module(Module::take_output))
}
