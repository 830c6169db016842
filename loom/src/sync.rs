//! The items of `crates/search/src/sync.rs`, with loom's atomics.

pub(crate) use loom::sync::atomic::{
    AtomicBool, AtomicI64, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering,
};
/// Loom's atomics are objects of its model, which zeroed memory cannot be.
pub(crate) use std::default::Default as Zeroable;

/// Creates nodes whose numbers are all 0.
pub(crate) fn try_zeroed_slice_box<T: Default>(count: usize) -> Result<Box<[T]>, ()> {
    Ok((0..count).map(|_| T::default()).collect())
}
