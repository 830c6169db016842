//! Foreign requests are rejected.

use crate::server::Server;

fn is_refused(answer: &str) -> bool {
    answer.starts_with("HTTP/1.1 403 ")
}

/// Returns the paths of a server, and one that does not exist.
fn paths(server: &Server) -> Vec<String> {
    let files = ["main.js", "style.css", "icon.svg"].map(|name| server.path(name));
    ["/", "/socket", "/nothing"].map(str::to_owned).into_iter().chain(files).collect()
}

#[test]
fn headers_that_decide_must_not_occur_twice() {
    let server = Server::start(&[]);
    let host = format!("127.0.0.1:{}", server.port);
    let origin = format!("http://{host}");
    let cookie = server.cookie();
    let good = [("Host", &*host), ("Origin", &*origin), ("Cookie", &*cookie)];
    assert!(server.ask("GET", "/", &good).starts_with("HTTP/1.1 200 "));
    for twice in [("Host", &*host), ("Host", "evil.example"), ("Origin", &*origin), ("Origin", "http://evil.example")] {
        let headers = [&good[..], &[twice]].concat();
        assert!(server.ask("GET", "/", &headers).starts_with("HTTP/1.1 400 "), "{twice:?}");
    }
}

#[test]
fn a_request_for_a_foreign_host_is_rejected() {
    let server = Server::start(&[]);
    let port = server.port;
    for host in [
        "evil.example",
        &format!("evil.example:{port}"),
        "127.0.0.1",
        "127.0.0.1:1",
        &format!("127.0.0.1.evil.example:{port}"),
    ] {
        for path in &paths(&server) {
            let answer = server.ask("GET", path, &[("Host", host), ("Cookie", &server.cookie())]);
            assert!(is_refused(&answer), "{host} {path}: {answer}");
        }
        let first = server.ask("GET", &format!("/?token={}", server.token), &[("Host", host)]);
        assert!(is_refused(&first) && !first.to_lowercase().contains("set-cookie"), "{host}: {first}");
    }
    for path in &paths(&server) {
        let nameless = server.ask("GET", path, &[("Cookie", &server.cookie())]);
        assert!(nameless.starts_with("HTTP/1.1 400 "), "{path}: {nameless}");
    }
}

#[test]
fn a_request_from_a_foreign_page_is_rejected() {
    let server = Server::start(&[]);
    let host = format!("127.0.0.1:{}", server.port);
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", &format!("https://{host}")] {
        for path in &paths(&server) {
            let headers = [("Host", &*host), ("Origin", origin), ("Cookie", &server.cookie())];
            assert!(is_refused(&server.ask("GET", path, &headers)), "{origin} {path}");
        }
        let socket = server.try_socket("/socket", &[("origin", origin), ("cookie", &server.cookie())]);
        assert!(socket.is_err_and(|error| error.contains("403")), "{origin}");
    }
    let silent = server.try_socket("/socket", &[("cookie", &server.cookie())]);
    assert!(silent.is_err_and(|error| error.contains("403")), "a socket that doesn't say where it comes from");
}

#[test]
fn requests_without_the_token_are_rejected() {
    let server = Server::start(&[]);
    let host = format!("127.0.0.1:{}", server.port);
    let wrong = format!("quintet-{}={}", server.port, "0".repeat(32));
    for cookie in ["", "quintet", &wrong] {
        for path in &paths(&server) {
            let answer = server.ask("GET", path, &[("Host", &host), ("Cookie", cookie)]);
            assert!(is_refused(&answer), "{cookie:?} {path}: {answer}");
        }
    }
    assert!(is_refused(&server.ask("GET", "/?token=0", &[("Host", &host)])));
    let origin = format!("http://{host}");
    let socket = server.try_socket("/socket", &[("origin", &origin)]);
    assert!(socket.is_err_and(|error| error.contains("403")));
    let other = Server::start(&[]);
    assert_ne!(server.token, other.token, "each run has a token of its own");
    assert_eq!(server.token.len(), 32);
}

#[test]
fn the_first_visit_exchanges_its_token_for_a_cookie() {
    let server = Server::start(&[]);
    let host = format!("127.0.0.1:{}", server.port);
    let answer = server.ask("GET", &format!("/?token={}", server.token), &[("Host", &host)]);
    assert!(answer.starts_with("HTTP/1.1 303 "), "{answer}");
    let cookie = answer.lines().find(|line| line.to_lowercase().starts_with("set-cookie:")).unwrap();
    assert!(cookie.contains(&server.cookie()), "{cookie}");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert!(answer.lines().any(|line| line.eq_ignore_ascii_case("location: /")), "the address is clean of the token");
    assert!(server.get("/").starts_with("HTTP/1.1 200 "));
    let localhost = format!("localhost:{}", server.port);
    assert!(server.ask("GET", "/", &[("Host", &localhost), ("Cookie", &server.cookie())]).starts_with("HTTP/1.1 200 "));
}

#[test]
fn every_response_has_a_strict_policy() {
    let server = Server::start(&[]);
    for path in &paths(&server) {
        let answer = server.get(path).to_lowercase();
        let policy = answer.lines().find_map(|line| line.strip_prefix("content-security-policy: ")).unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"), "{policy}");
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
        assert!(answer.contains("x-content-type-options: nosniff"), "{path}");
    }
}

#[test]
fn paths_never_leave_the_embedded_files() {
    let server = Server::start(&[]);
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/./main.js/../../Cargo.toml",
        "/page/index.html",
        "/main.js/",
        "/main.js%00.css",
        "/C:%5cwindows%5cwin.ini",
        "/file:///etc/passwd",
    ] {
        let answer = server.get(path);
        assert!(answer.starts_with("HTTP/1.1 404 ") || answer.starts_with("HTTP/1.1 400 "), "{path}: {answer}");
    }
}

#[test]
fn only_reading_methods_are_allowed() {
    let server = Server::start(&[]);
    let host = format!("127.0.0.1:{}", server.port);
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
        let headers = [("Host", &*host), ("Cookie", &server.cookie()), ("Content-Length", "0")];
        assert!(!server.ask(method, "/", &headers).starts_with("HTTP/1.1 2"), "{method}");
    }
}

/// Returns the files of the page as they are served.
fn files(server: &Server) -> Vec<(String, String)> {
    let body = |path: &str| server.get(path).split_once("\r\n\r\n").unwrap().1.to_owned();
    let mut files = vec![("/".to_owned(), body("/"))];
    let mut next = 0;
    while let Some((_, text)) = files.get(next).cloned() {
        next += 1;
        for name in text
            .split(['"', '\''])
            .filter(|word| word.ends_with(".js") || word.ends_with(".css") || word.ends_with(".svg"))
        {
            // Scripts name others beside them.
            let folder = files[next - 1].0.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
            let path = match name.strip_prefix("./") {
                Some(name) => format!("{folder}/{name}"),
                None => format!("/{}", name.trim_start_matches('/')),
            };
            if !name.contains(['<', ' ', '$', '{']) && path.len() > 4 && !files.iter().any(|(known, _)| *known == path)
            {
                files.push((path.clone(), body(&path)));
            }
        }
    }
    files
}

#[test]
fn the_page_is_small_and_uses_no_other_servers() {
    let server = Server::start(&[]);
    let files = files(&server);
    assert!(files.len() > 8, "{:?}", files.iter().map(|(path, _)| path).collect::<Vec<_>>());
    let (host, cookie) = (format!("127.0.0.1:{}", server.port), server.cookie());
    let headers = [("Host", &*host), ("Cookie", &*cookie), ("Accept-Encoding", "gzip, deflate, br")];
    let sent = |path: &str| server.bytes("GET", path, &headers).len();
    let size: usize = files.iter().map(|(path, _)| sent(path)).sum();
    assert!(size < 90_000, "{size} bytes, heads included");
    for (path, text) in &files {
        let text = text.replace("http://www.w3.org/2000/svg", "").replace("ws://${location.host}", "");
        // Gradients of the same picture.
        let text = text.replace("url(#", "");
        for outside in ["http:", "https:", "ws://", "wss://", "//cdn", "@import", "url("] {
            assert!(!text.contains(outside), "{path} has {outside}");
        }
        assert!(!text.contains("innerHTML") && !text.contains("eval("), "{path}");
    }
    let page = &files[0].1;
    for inline in ["style=", "onclick", "onload", "<style", "javascript:"] {
        assert!(!page.contains(inline), "{inline}");
    }
    assert_eq!(page.matches("<script").count(), page.matches("<script type=\"module\" src=").count());
}

#[test]
fn files_of_the_page_stay_in_the_browser_and_the_page_itself_does_not() {
    let server = Server::start(&[]);
    let (host, cookie) = (format!("127.0.0.1:{}", server.port), server.cookie());
    let head = |path: &str, codings: &str| {
        let headers = [("Host", &*host), ("Cookie", &*cookie), ("Accept-Encoding", codings)];
        server.ask("GET", path, &headers).split("\r\n\r\n").next().unwrap().to_lowercase()
    };
    let script = server.path("main.js");
    for (path, cached) in
        [("/", "no-store"), (&*script, "private, max-age=31536000, immutable"), ("/main.js", "no-store")]
    {
        assert!(head(path, "").contains(&format!("cache-control: {cached}")), "{path}");
    }
    for (codings, compressed) in [("gzip, deflate, br", true), ("deflate;q=0, gzip", false), ("", false), ("br", false)]
    {
        assert_eq!(head(&script, codings).contains("content-encoding: deflate"), compressed, "{codings}");
    }
}

#[test]
fn errors_of_the_command_line_are_one_line() {
    for (args, said) in [
        (&["--engine", "name=A"][..], "it has no cmd="),
        (&["--engine", "name=person,cmd=true"], "the name person is taken"),
        (&["--engine", "name=A,cmd=true", "--engine", "name=A,cmd=false"], "the name A is taken"),
        (&["--matches", "/nowhere/at/all"], "no such directory"),
        (&["/nowhere.sgf"], "cannot read the file"),
        (&["--seconds", "-1"], "expected a number of seconds above 0"),
        (&["--game", "chess"], "chess"),
    ] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_quintet")).arg("web").args(args).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
        assert!(text.contains(said) && text.lines().count() == 1 && output.stdout.is_empty(), "{args:?}: {text}");
    }
}
