//! Games and positions as text and pictures.

mod cli;
mod play;
mod position;
mod real_files;
mod sample;
mod setups;
mod sgf;
mod svg;
mod text;
