//! Games and positions as text and pictures: the words for moves.

pub mod words;
