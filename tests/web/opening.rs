//! `--open`: the browser gets the token in a private file, and the user learns if none opened.
#![cfg(target_os = "linux")]

use std::fs::{Permissions, create_dir_all, read_dir, read_to_string, remove_dir_all, set_permissions, write};
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::server::{PATIENCE, Server};

/// Folders for a browser: its program, temporary files, and what it saw.
struct Scratch(PathBuf);

impl Scratch {
    /// Creates the folders, with a script as the browser, if there is one.
    fn new(name: &str, browser: Option<&str>) -> Scratch {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = remove_dir_all(&folder);
        let scratch = Scratch(folder);
        ["bin", "tmp", "seen"].iter().for_each(|name| create_dir_all(scratch.0.join(name)).unwrap());
        if let Some(script) = browser {
            let path = scratch.0.join("bin/xdg-open");
            write(&path, format!("#!/bin/sh\nPATH=/usr/bin:/bin\ncd '{}'\n{script}", scratch.0.join("seen").display()))
                .unwrap();
            set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        }
        scratch
    }

    fn start(&self) -> (Server, BufReader<ChildStderr>) {
        let mut server = Server::start_by(&["--open"], |command| {
            command.env("PATH", self.0.join("bin")).env("TMPDIR", self.0.join("tmp")).stderr(Stdio::piped())
        });
        let messages = BufReader::new(server.child.stderr.take().unwrap());
        (server, messages)
    }

    fn seen(&self, name: &str) -> String {
        read_to_string(self.0.join("seen").join(name)).unwrap()
    }

    /// Returns whether no temporary file is left.
    fn is_clean(&self) -> bool {
        read_dir(self.0.join("tmp")).unwrap().next().is_none()
    }
}

fn wait_until(done: impl Fn() -> bool) {
    let from = Instant::now();
    while !done() {
        assert!(from.elapsed() < PATIENCE);
        sleep(Duration::from_millis(10));
    }
}

/// Notes what other users see, and what the file is.
const BROWSER: &str = "printf '%s\\n' \"$#\" \"$1\" >arguments\n\
                       tr '\\0' '\\n' </proc/$$/environ >environment\n\
                       stat -c '%a %F' \"$1\" \"$(dirname \"$1\")\" >modes\n\
                       cp \"$1\" page\n\
                       touch done\n";

#[test]
fn the_browser_gets_the_token_in_a_private_file_that_is_removed() {
    let scratch = Scratch::new("open", Some(BROWSER));
    let (server, _messages) = scratch.start();
    wait_until(|| scratch.0.join("seen/done").exists());
    let address = format!("http://127.0.0.1:{}/?token={}", server.port, server.token);
    assert!(scratch.seen("page").contains(&format!("http-equiv=\"refresh\" content=\"0; url={address}\"")));
    assert!(scratch.seen("arguments").starts_with("1\n/"), "{}", scratch.seen("arguments"));
    for open in ["arguments", "environment"] {
        assert!(!scratch.seen(open).contains(&server.token), "{open}: {}", scratch.seen(open));
    }
    assert_eq!(scratch.seen("modes"), "600 regular file\n700 directory\n");
    // Other requests are no visits.
    let host = format!("127.0.0.1:{}", server.port);
    server.ask("GET", "/?token=0", &[("Host", &host)]);
    server.get("/");
    assert!(!scratch.is_clean());
    server.ask("GET", &format!("/?token={}", server.token), &[("Host", &host)]);
    wait_until(|| scratch.is_clean());
}

#[test]
fn the_file_is_removed_with_the_program() {
    let scratch = Scratch::new("open-ended", Some(BROWSER));
    let (mut server, _messages) = scratch.start();
    wait_until(|| scratch.0.join("seen/done").exists());
    assert!(!scratch.is_clean());
    let id = rustix::process::Pid::from_child(&server.child);
    rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    assert!(scratch.is_clean());
}

#[test]
fn one_line_says_that_no_browser_opened_the_page() {
    for (name, browser, reason) in [
        ("open-none", None, "cannot run xdg-open: No such file or directory (os error 2)"),
        ("open-failed", Some("exit 3\n"), "xdg-open failed (exit status: 3)"),
    ] {
        let scratch = Scratch::new(name, browser);
        let (server, mut messages) = scratch.start();
        let mut line = String::new();
        messages.read_line(&mut line).unwrap();
        let address = format!("http://127.0.0.1:{}/?token={}", server.port, server.token);
        assert_eq!(line, format!("quintet: no browser opened the page ({reason}); open {address} by hand\n"));
        wait_until(|| scratch.is_clean());
        assert!(server.get("/").starts_with("HTTP/1.1 200 "));
    }
}

#[test]
fn a_visit_by_a_file_keeps_its_cookie() {
    let server = Server::start(&[]);
    let host = format!("127.0.0.1:{}", server.port);
    // To browsers a redirection belongs to the page with the link, and would have no strict cookie.
    for (site, status) in [("none", 303), ("same-origin", 303), ("cross-site", 200), ("same-site", 200)] {
        let headers = [("Host", &*host), ("Sec-Fetch-Site", site)];
        let answer = server.ask("GET", &format!("/?token={}", server.token), &headers);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{site}: {answer}");
        assert!(answer.contains(&server.cookie()), "{site}: {answer}");
        assert_eq!(answer.contains("http-equiv=\"refresh\" content=\"0; url=/\""), status == 200, "{site}: {answer}");
        let mut lines = answer.lines();
        assert_eq!(lines.any(|line| line.eq_ignore_ascii_case("location: /")), status == 303, "{site}: {answer}");
    }
}
