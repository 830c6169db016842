//! The only place that starts threads.

use quintet_system::exhaustion;

/// Calls `work` for each item on a thread of its own, for the last one on this thread, and waits
/// for all of them.
///
/// If a thread cannot be started, its item is left out: the items of a call share their work, so
/// that the others do it.
pub fn for_each<T: Send>(items: &mut [T], work: impl Fn(&mut T) + Sync) {
    let Some((last, others)) = items.split_last_mut() else { return };
    std::thread::scope(|scope| {
        for item in others {
            let work = &work;
            if let Err(error) = exhaustion::try_spawn_scoped(scope, move || work(item)) {
                log::warn!("cannot start a thread: {error}");
            }
        }
        work(last);
    });
}

/// Calls `work` on each of `threads` threads, this one included, and waits for all of them. The
/// calls share their work.
pub fn run(threads: usize, work: impl Fn() + Sync) {
    for_each(&mut vec![(); threads.max(1)], |()| work());
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn every_item_is_worked_on_once() {
        for count in [0, 1, 2, 5] {
            let mut items = vec![0; count];
            for_each(&mut items, |item| *item += 1);
            assert_eq!(items, vec![1; count]);
        }
    }

    #[test]
    fn work_runs_on_every_thread_and_on_one_at_least() {
        for (threads, calls) in [(0, 1), (1, 1), (3, 3)] {
            let count = AtomicUsize::new(0);
            run(threads, || _ = count.fetch_add(1, Ordering::Relaxed));
            assert_eq!(count.into_inner(), calls);
        }
    }
}
