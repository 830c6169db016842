//! Exhausted memory and threads: the program ends with one line, and nothing that it has written is
//! damaged.
//!
//! The program's allocator calls [`end`] where an allocation fails, unless it is
//! [`optional`], and [`spawn`] does so where a thread cannot be started. A reserve is left to the
//! standard library and the C library, which abort the program where they miss memory themselves.

use std::cell::Cell;
use std::fmt;
use std::hint::black_box;
use std::io::{self, Write as _};
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

/// The bytes of an allocation that has to leave a [`RESERVE`].
pub const LARGE: usize = 1 << 20;

/// The bytes that large allocations and new threads leave available. It is more than 32 MiB, up to
/// which glibc raises its threshold for mapped memory (`M_MMAP_THRESHOLD`) when a block is freed.
pub const RESERVE: usize = 40 << 20;

thread_local! {
    static IS_OPTIONAL: Cell<bool> = const { Cell::new(false) };
}

/// Calls `allocate`, whose allocations may fail.
///
/// ```
/// use quintet_system::exhaustion;
///
/// let huge = exhaustion::optional(|| Vec::<u8>::new().try_reserve(isize::MAX as usize));
/// assert!(huge.is_err());
/// ```
pub fn optional<T>(allocate: impl FnOnce() -> T) -> T {
    let before = IS_OPTIONAL.replace(true);
    let result = allocate();
    IS_OPTIONAL.set(before);
    result
}

/// Returns whether allocations of this thread may fail at present.
pub fn is_optional() -> bool {
    IS_OPTIONAL.get()
}

/// Prints what is missing in one line on stderr, without allocating, and ends the program with
/// status 1.
pub fn end(missing: fmt::Arguments<'_>) -> ! {
    let _ = writeln!(io::stderr(), "quintet: {missing}");
    std::process::exit(1)
}

/// Ends the program with one line if the reserve is missing from the beginning.
pub fn require_reserve() {
    if !has_reserve() {
        end(format_args!("not enough memory: {} MiB more are needed to begin with", RESERVE >> 20));
    }
}

/// Returns whether a large allocation would succeed, which leaves the reserve.
fn has_reserve() -> bool {
    let mut memory = Vec::<u8>::new();
    let is_available = optional(|| memory.try_reserve_exact(LARGE).is_ok());
    // Without the black box the compiler removes an allocation that is not used.
    black_box(memory);
    is_available
}

/// Starts a thread, or ends the program if the system starts no more.
pub fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    if !has_reserve() {
        no_thread();
    }
    Builder::new().spawn(work).unwrap_or_else(|_| no_thread())
}

/// Does the same in a scope.
pub fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> ScopedJoinHandle<'scope, T> {
    try_spawn_scoped(scope, work).unwrap_or_else(|_| no_thread())
}

/// Does the same where fewer threads do the same work.
///
/// # Errors
///
/// If the system starts no more threads or the thread would take the reserve.
pub fn try_spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    if !has_reserve() {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    Builder::new().spawn_scoped(scope, work)
}

fn no_thread() -> ! {
    end(format_args!("cannot start a thread; give the program more memory or processes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_optional_on_one_thread_and_for_one_call() {
        assert!(!is_optional());
        optional(|| {
            assert!(is_optional());
            assert!(!std::thread::scope(|scope| spawn_scoped(scope, is_optional).join().unwrap()));
            optional(|| assert!(is_optional()));
            assert!(is_optional());
        });
        assert!(!is_optional());
    }
}
