//! The fuzz targets of quintet. `fuzz_targets` gives them to libFuzzer; `tests/fuzz` gives them the
//! kept corpora on every toolchain.

#[path = "../../tests/rules/setups.rs"]
#[allow(dead_code, reason = "only a part is used here")]
mod setups;
#[path = "../../tests/rules/slow/mod.rs"]
#[allow(dead_code, reason = "only a part is used here")]
mod slow;
#[path = "../../tests/rules/solver/mod.rs"]
#[allow(dead_code, reason = "only a part is used here")]
mod solver;
pub mod targets;
