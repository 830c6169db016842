//! Conformance checks: whether a GTP engine meets the requirements of the standard.

pub mod check;
pub mod harness;
mod probes;
pub mod table;
pub mod wire;

pub use probes::all;
