//! Panics that a protocol catches and reports.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;
use std::thread;

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

/// Returns the result of a future, or of its panic.
pub async fn caught<T>(future: impl Future<Output = T>) -> thread::Result<T> {
    let mut future = pin!(future);
    poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(poll) => poll.map(Ok),
        Err(panic) => Poll::Ready(Err(panic)),
    })
    .await
}
