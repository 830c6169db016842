//! Other engines: their processes, their responses, their clocks, and the referee of a game between
//! them.

pub mod command_line;
pub mod engine;
pub mod engine_config;
pub mod framing;
mod log_tail;
pub mod loss_on_time;
pub mod network_evaluation;
pub mod process;
pub mod recorded_search;
pub mod referee;
