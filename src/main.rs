//! The program; all that it does is in the library.

fn main() {}
