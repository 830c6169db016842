//! Access to the operating system and the processor, independent of games: files, memory, threads,
//! processor features.
//!
//! - [`atomic_file`] replaces files as a whole, [`file_lock`] locks them, [`input_file`] reads them
//!   within a bound, [`new_folder`] creates folders for them, [`os_bytes`] are those of their names;
//! - [`exhaustion`] ends the program where memory or threads are missing; [`panics`] reads the
//!   messages of panics; [`exit_status`] reports the error of a tool; [`clock`] is the monotonic clock;
//! - [`cpu`] runs inner loops with the instructions that the processor has.

pub mod atomic_file;
pub mod clock;
pub mod cpu;
pub mod exhaustion;
mod exit_status;
pub mod file_lock;
pub mod input_file;
pub mod new_folder;
pub mod os_bytes;
pub mod panics;

pub use exit_status::exit_status;
