//! The scripts on machines that lack what they need.

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::scratch;

/// Returns a folder for `PATH`, with these programs and a compiler without standard libraries.
fn folder_with(name: &str, programs: &[&str]) -> PathBuf {
    let folder = scratch(name);
    for program in programs {
        let found =
            ["/usr/bin", "/bin"].map(|root| Path::new(root).join(program)).into_iter().find(|path| path.exists());
        symlink(found.unwrap_or_else(|| panic!("there is no {program}")), folder.join(program)).unwrap();
    }
    let compiler = folder.join("rustc");
    std::fs::write(&compiler, "#!/bin/sh\necho /nowhere\n").unwrap();
    std::fs::set_permissions(&compiler, std::fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

fn run(script: &str, path: &Path) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(script);
    Command::new("/bin/bash").arg(script).env("PATH", path).output().unwrap()
}

#[test]
fn a_script_says_what_it_lacks() {
    let path = folder_with("scripts", &["dirname", "sort", "tail"]);
    for (script, status, says) in [
        ("build-wasm", 3, "build-wasm: there is no toolchain for wasm32-unknown-unknown; run rustup target add"),
        ("package-wheel", 1, "package-wheel: needs Python 3"),
    ] {
        let output = run(script, &path);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.starts_with(says) && text.lines().count() == 1, "{script}: {text}");
        assert_eq!(output.status.code(), Some(status), "{script}");
    }
}
