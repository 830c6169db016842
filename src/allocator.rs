//! The allocator: where the system provides no more memory, the program ends with one line, not
//! with a panic, a backtrace or a signal.
//!
//! Without an allocator of its own a program cannot do that on stable Rust. The standard library and
//! the C library abort where they cannot set up a thread or its destructors, therefore large
//! allocations leave them a reserve.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::ptr::null_mut;

use quintet_system::exhaustion;

/// The system's allocator, which ends the program where memory that it needs is missing.
struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

// SAFETY: every call is passed on to the system's allocator, which keeps the contract.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let memory = if leaves_reserve(layout.size()) { unsafe { System.alloc(layout) } } else { null_mut() };
        checked(memory, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let memory = if leaves_reserve(layout.size()) { unsafe { System.alloc_zeroed(layout) } } else { null_mut() };
        checked(memory, layout.size())
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let leaves_reserve = size <= layout.size() || leaves_reserve(size);
        checked(if leaves_reserve { unsafe { System.realloc(memory, layout, size) } } else { null_mut() }, size)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Returns whether the reserve can still be had beside an allocation of `size` bytes. The reserve is
/// asked for and given back untouched, which costs two system calls and no memory.
#[inline]
fn leaves_reserve(size: usize) -> bool {
    size < exhaustion::LARGE || reserve_is_available(size)
}

#[cold]
fn reserve_is_available(size: usize) -> bool {
    let Ok(layout) = Layout::from_size_align(size.saturating_add(exhaustion::RESERVE), 1) else { return false };
    // SAFETY: the layout has a size, and what was allocated with it is freed with it.
    unsafe {
        // Without the black box the compiler removes an allocation that is not used.
        let memory = black_box(System.alloc(layout));
        if memory.is_null() {
            return false;
        }
        System.dealloc(memory, layout);
    }
    true
}

#[inline]
fn checked(memory: *mut u8, size: usize) -> *mut u8 {
    if memory.is_null() && !exhaustion::is_optional() {
        exhaustion::end(format_args!("not enough memory ({size} bytes)"));
    }
    memory
}
