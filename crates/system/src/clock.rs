//! The clocks of the system.
//!
//! WebAssembly without a system interface has none. There a program gives one with `set_source`, and
//! until then no time passes.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use host::{Instant, set_source, system_time};

/// Returns the present time and date.
#[cfg(not(target_family = "wasm"))]
pub fn system_time() -> std::time::SystemTime {
    std::time::SystemTime::now()
}

#[cfg(target_family = "wasm")]
mod host {
    use std::sync::OnceLock;
    use std::time::{Duration, SystemTime};

    static SOURCE: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock: a function that returns the time since the beginning of 1970 (UTC) and never
    /// goes back. The first call counts.
    pub fn set_source(source: fn() -> Duration) {
        SOURCE.get_or_init(|| source);
    }

    fn now() -> Duration {
        SOURCE.get().map_or(Duration::ZERO, |source| source())
    }

    /// Returns the present time and date.
    pub fn system_time() -> SystemTime {
        SystemTime::UNIX_EPOCH + now()
    }

    /// A moment, with the part of the interface of [`std::time::Instant`] that is used.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// Returns the present moment.
        pub fn now() -> Instant {
            Instant(now())
        }

        /// Returns the time since this moment.
        pub fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }
}
