//! Opens the page in the system's browser.
//!
//! The command line of a program is seen by all users of the machine, and the address has the token.
//! So the browser is given a file that only this user can read, which leads to the address.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use tempfile::{TempDir, TempPath};

/// The time for a browser to start and to open the address.
const PATIENCE: Duration = Duration::from_secs(30);

/// Opens an address, whose characters need no escapes in HTML, and waits until `visited` is set by
/// its visit, or `stop`.
///
/// # Errors
/// Returns the reason, in a few words, if no browser opened it.
pub fn open(address: &str, visited: &AtomicBool, stop: &AtomicBool) -> anyhow::Result<()> {
    let (file, _folder) = redirection(address).context("cannot write a file for it")?;
    let (program, mut child) = start(&file)?;
    let begun = Instant::now();
    while !visited.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
        // Windows' explorer succeeds with any exit status.
        if let Ok(Some(status)) = child.try_wait()
            && !status.success()
            && !cfg!(windows)
        {
            bail!("{program} failed ({status})");
        }
        if begun.elapsed() > PATIENCE {
            bail!("no visit within {} seconds", PATIENCE.as_secs());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// Writes a page that leads to an address, which only this user can read. The file and its folder are
/// removed with the values.
fn redirection(address: &str) -> io::Result<(TempPath, TempDir)> {
    let mut folder = tempfile::Builder::new();
    #[cfg(unix)]
    folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let folder = folder.prefix("quintet-").tempdir()?;
    // On Unix it has the mode 0600.
    let mut file = tempfile::Builder::new().prefix("open-").suffix(".html").tempfile_in(&folder)?;
    writeln!(
        file,
        "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>quintet</title>\
         <meta name=\"referrer\" content=\"no-referrer\">\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\"><a href=\"{address}\">quintet</a></html>"
    )?;
    Ok((file.into_temp_path(), folder))
}

/// Starts the system's browser.
fn start(file: &Path) -> anyhow::Result<(&'static str, Child)> {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().with_context(|| format!("cannot run {program}"))?;
    Ok((program, child))
}
