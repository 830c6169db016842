//! Panics that a protocol catches and reports.

use std::any::Any;

/// Returns the message of a caught panic.
///
/// ```
/// use quintet_system::panics::panic_message;
///
/// let panic = std::panic::catch_unwind(|| panic!("no such point")).unwrap_err();
/// assert_eq!(panic_message(&*panic), "no such point");
/// ```
pub fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
