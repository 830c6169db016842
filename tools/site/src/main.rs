//! Writes the board as static files: the page, and the engine for its worker. `scripts/package-site`
//! builds that engine first.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Parser;
use quintet_system::{atomic_file, exit_status, input_file};

#[derive(Parser)]
#[command(version, about = "Writes the board as static files that need no server of ours")]
struct Arguments {
    /// The folder with the engine: quintet.wasm, quintet-fallback.wasm and weights/*.json.
    engine: PathBuf,
    /// The folder to write; there must be none.
    out: PathBuf,
}

/// Returns the files of the engine: names and contents.
fn engine_files(folder: &Path) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let read = |name: &str| -> anyhow::Result<_> {
        let path = folder.join(name);
        Ok((name.to_owned(), input_file::read(&path).with_context(|| path.display().to_string())?))
    };
    let mut files = vec![read("quintet.wasm")?, read("quintet-fallback.wasm")?];
    let weights = folder.join("weights");
    let mut names = Vec::new();
    for entry in fs::read_dir(&weights).with_context(|| weights.display().to_string())? {
        names.extend(entry?.file_name().into_string());
    }
    names.sort();
    for name in names {
        files.push(read(&format!("weights/{name}"))?);
    }
    Ok(files)
}

fn main() -> ExitCode {
    exit_status(env!("CARGO_PKG_NAME"), run())
}

fn run() -> anyhow::Result<()> {
    let Arguments { engine, out } = Arguments::parse();
    if out.exists() {
        bail!("{}: there is such a file or folder already", out.display());
    }
    let files = quintet_web::site_files(engine_files(&engine)?);
    for file in &files {
        let path = out.join(&file.path);
        let folder = path.parent().unwrap_or(&out);
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        atomic_file::write(&path, &file.content).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
