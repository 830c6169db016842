//! Games and positions as text and pictures.

mod cli;
mod play;
mod position_line;
mod real_files;
mod sample;
mod setups;
mod sgf;
mod state_words;
mod svg;
mod text;
mod tree;
