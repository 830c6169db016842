//! The fuzz targets of quintet. `fuzz_targets` gives them to libFuzzer; `tests/fuzz` gives them the
//! kept corpora on every toolchain.

#[path = "../../tests/rules/setups.rs"]
mod setups;
#[path = "../../tests/rules/slow/mod.rs"]
#[allow(dead_code)]
mod slow;
pub mod targets;
