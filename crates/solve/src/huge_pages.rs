//! Zeroed memory in huge pages, for tables with an entry for each position.

use bytemuck::{Zeroable, zeroed_vec};

/// Returns `len` zeros, in huge pages if the system has them: threads that touch new memory wait
/// for each other at every page.
pub fn zeroed<T: Zeroable>(len: usize) -> Vec<T> {
    let zeros = zeroed_vec(len);
    #[cfg(target_os = "linux")]
    request_huge_pages(&zeros);
    zeros
}

#[cfg(target_os = "linux")]
fn request_huge_pages<T>(memory: &[T]) {
    use rustix::mm::{Advice, madvise};
    // Only whole pages can be advised.
    let page = rustix::param::page_size();
    let range = memory.as_ptr_range();
    let (start, end) = (range.start.addr().next_multiple_of(page), range.end.addr() / page * page);
    if start < end {
        // SAFETY: the pages belong to the slice, and the advice does not change their contents.
        #[allow(unsafe_code)]
        let advised =
            unsafe { madvise(range.start.with_addr(start).cast_mut().cast(), end - start, Advice::LinuxHugepage) };
        if let Err(error) = advised {
            log::debug!("no huge pages: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_any_size_is_zeroed() {
        for len in [0, 1, 1000, 1 << 20] {
            let zeros: Vec<u32> = zeroed(len);
            assert_eq!(zeros.len(), len);
            assert!(zeros.iter().all(|&number| number == 0));
        }
    }
}
