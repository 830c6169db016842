//! Work that may take long, or that may panic.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The time between two looks at Python's signals.
const SIGNALS_EVERY: Duration = Duration::from_millis(50);

/// Returns the exception for a panic.
fn panicked(payload: &(dyn Any + Send)) -> PyErr {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    PyRuntimeError::new_err(format!("internal error: {}", text.unwrap_or("a panic")))
}

/// Runs something short that reads input.
///
/// # Errors
/// Returns the error of `work`, or `RuntimeError` if it panics.
pub fn guarded<T, E: Into<PyErr>>(work: impl FnOnce() -> Result<T, E>) -> PyResult<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(Into::into),
        Err(payload) => Err(panicked(&*payload)),
    }
}

/// Runs `work` on a thread of its own, without the interpreter lock. If a signal handler of Python
/// raises meanwhile, calls `interrupt`, which must end `work` soon.
///
/// # Errors
/// Returns the exception of the signal handler, or `RuntimeError` if `work` panics.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    interrupt: impl Fn() + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (running, ended) = channel::<()>();
            let worker = scope.spawn(move || {
                // Dropped at the end, also by a panic.
                let _running = running;
                work()
            });
            let mut raised = None;
            while ended.recv_timeout(SIGNALS_EVERY) == Err(RecvTimeoutError::Timeout) {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    interrupt();
                    raised = Some(error);
                }
            }
            let result = worker.join().map_err(|payload| panicked(&*payload));
            raised.map_or(result, Err)
        })
    })
}
