//! The buffer for the texts that functions take and return.

use std::cell::RefCell;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Returns the buffer, with room for at least `length` bytes.
pub fn reserve(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.resize(length.max(buffer.len()), 0);
        buffer.as_mut_ptr()
    })
}

/// Returns the first `length` bytes.
pub fn bytes(length: usize) -> Vec<u8> {
    BUFFER.with_borrow(|buffer| buffer[..length].to_vec())
}

/// Returns the first `length` bytes as text.
pub fn text(length: usize) -> String {
    BUFFER.with_borrow(|buffer| String::from_utf8_lossy(&buffer[..length]).into_owned())
}

/// Puts a text into the buffer and returns its length.
pub fn put(text: impl Into<Vec<u8>>) -> usize {
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = text.into();
        buffer.len()
    })
}
