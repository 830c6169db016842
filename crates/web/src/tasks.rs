//! The work of engines: on threads of their own or, where there are none, in slices on the thread of
//! the session.

use std::cell::RefCell;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use quintet_system::exhaustion;

/// Where tasks run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tasks {
    /// Each on a thread of its own.
    Threads,
    /// On the thread that started them, whenever it calls [`run_ready`], and each for about this long
    /// at a time.
    Slices(Duration),
}

impl Tasks {
    /// Returns the time after which a task has to pause, if it has to.
    pub fn slice(self) -> Option<Duration> {
        match self {
            Tasks::Threads => None,
            Tasks::Slices(slice) => Some(slice),
        }
    }

    /// Starts a task.
    pub fn spawn<F: Future<Output = ()> + 'static>(self, task: impl FnOnce() -> F + Send + 'static) {
        match self {
            Tasks::Threads => _ = exhaustion::spawn(move || block_on(task())),
            Tasks::Slices(_) => TASKS.with_borrow_mut(|tasks| tasks.push(Task::new(Box::pin(task())))),
        }
    }
}

thread_local! {
    static TASKS: RefCell<Vec<Task>> = const { RefCell::new(Vec::new()) };
}

/// A task in slices.
struct Task {
    future: Pin<Box<dyn Future<Output = ()>>>,
    ready: Arc<Ready>,
}

/// `true` if a task can go on.
struct Ready(AtomicBool);

impl Wake for Ready {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Task {
    fn new(future: Pin<Box<dyn Future<Output = ()>>>) -> Task {
        Task { future, ready: Arc::new(Ready(AtomicBool::new(true))) }
    }

    /// Runs the task until it pauses or waits, if it can go on; returns whether it is not over.
    fn run(&mut self) -> bool {
        if !self.ready.0.swap(false, Ordering::Relaxed) {
            return true;
        }
        let waker = Waker::from(Arc::clone(&self.ready));
        self.future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending()
    }
}

/// Runs each task of this thread that can go on, for a slice; returns whether one still can.
pub fn run_ready() -> bool {
    let mut tasks = TASKS.take();
    tasks.retain_mut(Task::run);
    TASKS.with_borrow_mut(|all| {
        // Tasks may have started others.
        tasks.append(all);
        *all = tasks;
        all.iter().any(|task| task.ready.0.load(Ordering::Relaxed))
    })
}

/// Unparks a thread.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future to its end; the thread rests while it waits.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(result) => return result,
            Poll::Pending => thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use quintet_search::pause;
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;

    /// Sends double each number that comes in.
    fn start(tasks: Tasks) -> (tokio::sync::mpsc::UnboundedSender<u32>, mpsc::Receiver<u32>) {
        let (numbers, mut received) = unbounded_channel();
        let (results, doubled) = mpsc::channel();
        tasks.spawn(move || async move {
            while let Some(number) = received.recv().await {
                pause().await;
                results.send(2 * number).unwrap();
            }
        });
        (numbers, doubled)
    }

    #[test]
    fn a_thread_rests_until_there_is_work() {
        let (numbers, doubled) = start(Tasks::Threads);
        for number in 1..4 {
            numbers.send(number).unwrap();
            assert_eq!(doubled.recv().unwrap(), 2 * number);
        }
        drop(numbers);
        assert!(doubled.recv().is_err());
    }

    #[test]
    fn a_task_in_slices_goes_on_when_it_is_run() {
        let (numbers, doubled) = start(Tasks::Slices(Duration::ZERO));
        assert!(!run_ready(), "it waits for work");
        numbers.send(7).unwrap();
        assert!(run_ready(), "it pauses");
        assert!(doubled.try_recv().is_err());
        assert!(!run_ready());
        assert_eq!(doubled.try_recv(), Ok(14));
        drop(numbers);
        assert!(!run_ready());
        assert!(TASKS.with_borrow(Vec::is_empty));
    }
}
