//! Positions made by hand, one or more for each sentence of the rules. Boards are drawn top row
//! first: `.` empty, `x` black, `o` white, `r` red, `#` cancer, `%` blocked.

mod alak;
mod alaric;
mod bracket;
mod cancer;
mod cascade;
mod redstone;
mod stoical;
