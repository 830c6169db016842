//! The engine as a WebAssembly module without a runtime of its own: functions that take and return
//! numbers, and texts in the module's memory.
//!
//! The caller writes a text into the buffer that [`quintet_buffer`] returns, and calls a function
//! with its length; texts that a function returns are in the same buffer. The module imports two
//! functions: `now`, the milliseconds since a fixed moment, and `panicked`, which gets the message
//! of a panic; after a panic the module cannot be used any more.
//!
//! 1. [`quintet_missing`] names the weights files of a game, and [`quintet_supply`] takes them.
//! 2. [`quintet_start`] begins a session.
//! 3. [`quintet_feed`] takes a line of GTP, [`quintet_step`] works for a slice, and
//!    [`quintet_take`] returns what was answered.

mod module;

use std::cell::RefCell;
use std::time::Duration;

use quintet_system::clock;

use module::Module;

#[link(wasm_import_module = "quintet")]
#[allow(unsafe_code)]
unsafe extern "C" {
    safe fn now() -> f64;
    safe fn panicked(text: *const u8, length: usize);
}

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static MODULE: RefCell<Option<Module>> = const { RefCell::new(None) };
}

/// Returns the first `length` bytes of the buffer as text.
fn text(length: usize) -> String {
    BUFFER.with_borrow(|buffer| String::from_utf8_lossy(&buffer[..length]).into_owned())
}

/// Puts a text into the buffer and returns its length.
fn put(text: impl Into<Vec<u8>>) -> usize {
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = text.into();
        buffer.len()
    })
}

fn with_module<T: Default>(run: impl FnOnce(&mut Module) -> T) -> T {
    MODULE.with_borrow_mut(|module| module.as_mut().map_or_else(T::default, run))
}

/// Returns the buffer, with room for at least `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_buffer(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.resize(length.max(buffer.len()), 0);
        buffer.as_mut_ptr()
    })
}

/// Puts the names of the weights files that a game needs and that are missing into the buffer,
/// separated by spaces, and returns the length. The text is the game's identifier; an empty one
/// stands for the game of the session.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_missing(length: usize) -> usize {
    let game = text(length);
    let played = with_module(|module| module.game());
    put(module::missing_files(if game.is_empty() { &played } else { &game }))
}

/// Takes a weights file: its name, of `name` bytes, and then its text. Puts an error message into
/// the buffer and returns its length; 0 if the file is used from now on.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_supply(name: usize, length: usize) -> usize {
    let both = text(length);
    let (name, content) = both.split_at_checked(name).unwrap_or_default();
    let error = module::supply(name, content).err().map(|error| error.to_string()).unwrap_or_default();
    with_module(Module::weights_changed);
    put(error)
}

/// Begins a session of a game, whose identifier is the text: with a random seed, a tree of
/// at most `hash` MiB, and searches that pause after `slice` milliseconds. Puts an error message into
/// the buffer and returns its length; 0 if the session has begun.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_start(length: usize, seed: u64, hash: usize, slice: u32) -> usize {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        panicked(text.as_ptr(), text.len());
    }));
    clock::set_source(|| Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default());
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
    let line = BUFFER.with_borrow(|buffer| buffer[..length].to_vec());
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
