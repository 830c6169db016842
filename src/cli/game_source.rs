//! Games that a command starts from: an SGF file or a position in one line.

use std::path::Path;

use anyhow::Context as _;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_record::position_line;
use quintet_record::sgf::{self, Reading, Record};
use quintet_system::input_file;

/// Reads an SGF file, or standard input for `-`, up to the move before `stop_before`. Files that do
/// not name their rules have those of `setup`.
///
/// # Errors
/// Returns an error, in one line, that names the file.
pub fn read_sgf(path: &Path, stop_before: Option<usize>, setup: &Setup) -> anyhow::Result<Record> {
    let reading = Reading { stop_before, present: Some(setup), ..Reading::default() };
    let record = if path.as_os_str() == "-" {
        sgf::read(&input_file::read_stream(std::io::stdin(), sgf::LARGEST).context("-")?, reading)
    } else {
        sgf::load(path, reading)
    };
    let record = record.with_context(|| path.display().to_string())?;
    log_warnings(path, &record);
    Ok(record)
}

/// Logs what was not understood in an SGF file.
pub fn log_warnings(path: &Path, record: &Record) {
    record.warnings.iter().for_each(|warning| log::warn!("{}: {warning}", path.display()));
}

/// Reads a position line.
///
/// # Errors
/// Returns an error, in one line, if it is not a position.
pub fn read_position(line: &str) -> anyhow::Result<Game> {
    let (setup, diagram) = position_line::read(line)?;
    Ok(Game::from_diagram(setup, &diagram)?)
}
