//! Memory in large pages, for what holds something of every position.

use bytemuck::{Zeroable, zeroed_vec};

/// So many zeros, which the system gives in large pages where it can: two threads that touch new memory wait for each other
/// at every page.
pub fn zeroed<T: Zeroable>(len: usize) -> Vec<T> {
    let zeros = zeroed_vec(len);
    #[cfg(target_os = "linux")]
    in_large_pages(&zeros);
    zeros
}

#[cfg(target_os = "linux")]
fn in_large_pages<T>(memory: &[T]) {
    use rustix::mm::{Advice, madvise};
    // Whole pages alone can be spoken of.
    let page = rustix::param::page_size();
    let range = memory.as_ptr_range();
    let (start, end) = (range.start.addr().next_multiple_of(page), range.end.addr() / page * page);
    if start < end {
        // SAFETY: the pages are the slice's own, and the advice changes nothing that is read or written there.
        #[allow(unsafe_code)]
        let advised =
            unsafe { madvise(range.start.with_addr(start).cast_mut().cast(), end - start, Advice::LinuxHugepage) };
        if let Err(error) = advised {
            log::debug!("no large pages: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_any_size_is_all_zeros() {
        for len in [0, 1, 1000, 1 << 20] {
            let zeros: Vec<u32> = zeroed(len);
            assert_eq!(zeros.len(), len);
            assert!(zeros.iter().all(|&number| number == 0));
        }
    }
}
