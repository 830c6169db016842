//! The program `quintet`: the command line, the game at the terminal and the benchmarks. Everything
//! else is in the libraries below `crates/`.

mod allocator;
mod bench;
mod cli;
#[cfg(feature = "play")]
mod play;
mod signals;

use std::process::ExitCode;

use quintet_system::exhaustion;

fn main() -> ExitCode {
    signals::ignore_file_size_signal();
    exhaustion::require_reserve();
    cli::run(std::env::args_os()).into()
}
