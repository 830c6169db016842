//! Searches in slices, for a thread that has other things to do meanwhile, such as the only one of
//! a web page.
//!
//! A search is a future: it is pending whenever [`SearchOptions::slice`](crate::SearchOptions) has
//! passed, and whoever owns the thread polls it again when there is time. Without a slice it is
//! never pending, and [`complete`] runs it like a function.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Runs a future to its end on this thread, without leaving it between slices.
///
/// ```
/// use quintet_search::{complete, pause};
///
/// assert_eq!(complete(async { pause().await; 7 }), 7);
/// ```
pub fn complete<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(result) = poll_now(future.as_mut()) {
            return result;
        }
    }
}

/// Polls a future that needs no waker, because it is polled again whenever there is time.
pub fn poll_now<T>(future: std::pin::Pin<&mut (impl Future<Output = T> + ?Sized)>) -> Poll<T> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

/// Is pending once, and ready to go on.
pub async fn pause() {
    let mut is_over = false;
    poll_fn(|context| {
        if std::mem::replace(&mut is_over, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
