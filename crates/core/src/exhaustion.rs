//! Exhausted memory and threads: the program ends with one line, and nothing that it has written is
//! damaged.
//!
//! The program's allocator calls [`end`] where an allocation fails, unless it is
//! [`optional`], and [`spawn`] does so where a thread cannot be started.

use std::cell::Cell;
use std::fmt;
use std::io::{self, Write as _};
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

thread_local! {
    static IS_OPTIONAL: Cell<bool> = const { Cell::new(false) };
}

/// Calls `allocate`, whose allocations may fail.
///
/// ```
/// use quintet_core::exhaustion;
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

/// Starts a thread, or ends the program if the system starts no more.
pub fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    Builder::new().spawn(work).unwrap_or_else(|_| no_thread())
}

/// Does the same in a scope.
pub fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> ScopedJoinHandle<'scope, T> {
    Builder::new().spawn_scoped(scope, work).unwrap_or_else(|_| no_thread())
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
