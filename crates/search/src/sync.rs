//! Atomics and zeroed memory of the tree. The package `loom/` compiles the tree with those of loom,
//! a model checker, instead.

pub(crate) use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

pub(crate) use bytemuck::Zeroable;
use quintet_system::exhaustion;

/// Returns zeroed memory, if the system provides that much.
pub(crate) fn try_zeroed_slice_box<T: Zeroable>(count: usize) -> Result<Box<[T]>, ()> {
    exhaustion::optional(|| bytemuck::allocation::try_zeroed_slice_box(count))
}
