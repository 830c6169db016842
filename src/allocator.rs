//! The allocator: where the system provides no more memory, the program ends with one line, not
//! with a panic, a backtrace or a signal.
//!
//! Without an allocator of its own a program cannot do that on stable Rust.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};

use quintet_core::exhaustion;

/// The system's allocator, which ends the program where memory that it needs is missing.
struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

// SAFETY: every call is passed on to the system's allocator, which keeps the contract.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        checked(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        checked(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        checked(unsafe { System.realloc(memory, layout, size) }, size)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}

#[inline]
fn checked(memory: *mut u8, size: usize) -> *mut u8 {
    if memory.is_null() && !exhaustion::is_optional() {
        exhaustion::end(format_args!("not enough memory ({size} bytes)"));
    }
    memory
}
