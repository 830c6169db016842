//! Interruption by Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns a flag that is set by Ctrl-C; a second Ctrl-C ends the program at once.
pub fn flag() -> Arc<AtomicBool> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&interrupt);
    let set = ctrlc::set_handler(move || {
        if handler.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    if let Err(error) = set {
        log::warn!("Ctrl-C will end the program at once: {error}");
    }
    interrupt
}
