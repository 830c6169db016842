//! Writes the weights files of a folder as JSON, which is what a WebAssembly module reads.
//! `scripts/build-wasm` runs it.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Parser;
use quintet_system::{atomic_file, input_file};

#[derive(Parser)]
#[command(version, about = "Writes the weights files of a folder as JSON")]
struct Arguments {
    /// The folder with the weights files, NAME.toml.
    weights: PathBuf,
    /// The folder for the files NAME.json.
    out: PathBuf,
}

fn main() -> anyhow::Result<()> {
    let Arguments { weights, out } = Arguments::parse();
    fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
    for entry in fs::read_dir(&weights).with_context(|| weights.display().to_string())? {
        let path = entry?.path();
        let (Some(stem), Some("toml")) = (path.file_stem(), path.extension().and_then(|end| end.to_str())) else {
            continue;
        };
        let text = input_file::read(&path).with_context(|| path.display().to_string())?;
        let fields: toml::Table = toml::from_str(str::from_utf8(&text)?).with_context(|| path.display().to_string())?;
        let file = out.join(stem).with_extension("json");
        let json = serde_json::to_string(&fields)?;
        atomic_file::write(&file, json.as_bytes()).with_context(|| file.display().to_string())?;
    }
    Ok(())
}
