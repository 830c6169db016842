//! Writes the weights files of a folder as JSON, which is what a WebAssembly module reads.
//! `scripts/build-wasm` runs it.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Parser;
use quintet_system::{atomic_file, exit_status, input_file};

#[derive(Parser)]
#[command(version, about = "Writes the weights files of a folder as JSON")]
struct Arguments {
    /// The folder with the weights files, NAME.toml.
    weights: PathBuf,
    /// The folder for the files NAME.json.
    out: PathBuf,
}

fn main() -> ExitCode {
    exit_status(env!("CARGO_PKG_NAME"), run())
}

fn run() -> anyhow::Result<()> {
    let Arguments { weights, out } = Arguments::parse();
    fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
    for entry in fs::read_dir(&weights).with_context(|| weights.display().to_string())? {
        let path = entry?.path();
        let (Some(stem), Some("toml")) = (path.file_stem(), path.extension().and_then(|end| end.to_str())) else {
            continue;
        };
        let name = || path.display().to_string();
        let bytes = input_file::read(&path).with_context(name)?;
        let text = str::from_utf8(&bytes).with_context(name)?;
        let fields: toml::Table = toml::from_str(text).with_context(name)?;
        let file = out.join(stem).with_extension("json");
        let json = serde_json::to_string(&fields)?;
        atomic_file::write(&file, json.as_bytes()).with_context(|| file.display().to_string())?;
    }
    Ok(())
}
