//! The limit of file sizes: an error that names the file, and no part of a file stays.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;

#[test]
fn a_file_beyond_the_size_limit_is_an_error_that_names_it_and_leaves_nothing() {
    for (line, name) in [
        ("svg --game alaric --size 9 --out picture.svg", "picture.svg"),
        ("solve --game alaric --size 10 --table values", "values"),
        (
            "match --game alaric --size 4 --games 2 --visits 1 --engine name=a,cmd=true --engine name=b,cmd=true --out m",
            "m",
        ),
        ("man --out pages", "pages"),
    ] {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("file_size");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let script = format!("ulimit -f 0 && exec '{}' {line}", env!("CARGO_BIN_EXE_quintet"));
        let output = Command::new("sh").args(["-c", &script]).current_dir(&folder).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}: {stderr}");
        assert!(stderr.contains(name) && stderr.contains("File too large"), "{line}: {stderr}");
        let mut left = vec![folder.clone()];
        while let Some(path) = left.pop() {
            if path.is_dir() {
                left.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            } else {
                let name = path.file_name().unwrap().to_string_lossy();
                assert!(!name.ends_with(".tmp") && !name.ends_with("-lock"), "{line}: {} stays", path.display());
            }
        }
    }
}
