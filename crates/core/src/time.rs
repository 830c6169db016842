//! Time sources: the system clock, and a manual clock for tests.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quintet_system::clock::Instant;

/// A source of monotonic time.
pub trait TimeSource: Send + Sync {
    /// Returns the time since a fixed moment in the past.
    fn now(&self) -> Duration;

    /// Returns the time since `start`, an earlier result of [`TimeSource::now`].
    fn since(&self, start: Duration) -> Duration {
        self.now().saturating_sub(start)
    }
}

/// The monotonic clock of the system.
#[derive(Clone, Copy, Default, Debug)]
pub struct SystemTime;

impl TimeSource for SystemTime {
    fn now(&self) -> Duration {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed()
    }
}

/// A clock for tests that advances only when told to, or by a fixed step each time it is read.
///
/// ```
/// use quintet_core::time::{ManualTime, TimeSource};
/// use std::time::Duration;
///
/// let clock = ManualTime::default();
/// clock.advance(Duration::from_millis(20));
/// assert_eq!([clock.now(), clock.now()], [Duration::from_millis(20); 2]);
/// let ticking = ManualTime::ticking(Duration::from_millis(1));
/// assert_eq!([ticking.now(), ticking.now()], [1, 2].map(Duration::from_millis));
/// ```
#[derive(Default, Debug)]
pub struct ManualTime {
    nanos: AtomicU64,
    step: u64,
}

impl ManualTime {
    /// Creates a clock that advances by `step` each time it is read.
    pub fn ticking(step: Duration) -> ManualTime {
        ManualTime { nanos: AtomicU64::new(0), step: step.as_nanos() as u64 }
    }

    /// Advances the clock.
    pub fn advance(&self, time: Duration) {
        self.nanos.fetch_add(time.as_nanos() as u64, Ordering::Relaxed);
    }
}

impl TimeSource for ManualTime {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.nanos.fetch_add(self.step, Ordering::Relaxed) + self.step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manual_time_changes_only_by_advance() {
        let clock = ManualTime::default();
        assert_eq!(clock.now(), Duration::ZERO);
        clock.advance(Duration::from_secs(2));
        clock.advance(Duration::from_nanos(1));
        assert_eq!([clock.now(); 2], [Duration::new(2, 1); 2]);
    }

    #[test]
    fn ticking_time_advances_by_its_step_at_each_reading() {
        let clock = ManualTime::ticking(Duration::from_millis(5));
        let start = clock.now();
        clock.advance(Duration::from_millis(100));
        assert_eq!(clock.since(start), Duration::from_millis(105));
        assert_eq!(clock.since(start), Duration::from_millis(110));
    }

    #[test]
    fn the_time_since_a_later_moment_is_zero() {
        let clock = ManualTime::default();
        assert_eq!(clock.since(Duration::from_secs(1)), Duration::ZERO);
    }

    #[test]
    fn system_time_does_not_go_backwards() {
        let clock: &dyn TimeSource = &SystemTime;
        let first = clock.now();
        assert!(SystemTime.now() >= first);
    }
}
