//! Fights on 9×9 boards whose right moves are proved: the test positions of `tests/fights`.
//!
//! The program `quintet-fights` generates them; the tests prove their answers again.

pub mod boards;
pub mod proof;
pub mod themes;
