//! The engine as a WebAssembly module without a runtime of its own: functions that take and return
//! numbers, and texts in the module's memory.
//!
//! The caller writes a text into the buffer that [`quintet_buffer`] returns, and calls a function
//! with its length; texts that a function returns are in the same buffer. The module imports two
//! functions: `now`, the milliseconds since the beginning of 1970, and `panicked`, which gets the
//! message of a panic; after a panic the module cannot be used any more. [`quintet_supply`] takes the
//! weights of a game.
//!
//! With the feature `gtp` it is a session of the Go Text Protocol ([`gtp`]), with the feature `page`
//! the other side of the board's page ([`page`]).

mod buffer;
#[cfg(feature = "gtp")]
pub mod gtp;
#[cfg(feature = "page")]
pub mod page;
mod weights;

use std::time::Duration;

use quintet_system::clock;

#[link(wasm_import_module = "quintet")]
#[allow(unsafe_code)]
unsafe extern "C" {
    safe fn now() -> f64;
    safe fn panicked(text: *const u8, length: usize);
}

/// Connects the clock and the messages of panics with the imported functions.
fn begin() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        panicked(text.as_ptr(), text.len());
    }));
    clock::set_source(|| Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default());
}

/// Returns the buffer, with room for at least `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_buffer(length: usize) -> *mut u8 {
    buffer::reserve(length)
}

/// Takes a weights file: its name, of `name` bytes, and then its text. Puts an error message into
/// the buffer and returns its length; 0 if the file is used from now on.
#[unsafe(no_mangle)]
pub extern "C" fn quintet_supply(name: usize, length: usize) -> usize {
    let both = buffer::text(length);
    let (name, content) = both.split_at_checked(name).unwrap_or_default();
    let error = weights::supply(name, content).err().map(|error| error.to_string()).unwrap_or_default();
    #[cfg(feature = "gtp")]
    gtp::weights_changed();
    buffer::put(error)
}
