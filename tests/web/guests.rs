//! Invitations: what opens a game to a guest, and that it opens nothing else.

use serde_json::{Value, json};

use crate::server::{Page, Server, game};

/// The largest number of pages of guests of a session.
const GUESTS: usize = 32;

/// Begins a game against a guest; returns the host's page and the invitations to play and to watch.
fn invited(server: &Server) -> (Page, String, String) {
    let mut host = server.page();
    host.change(&game("stoical", "5", "person", "guest"));
    host.send(&json!({"do": "invite", "origin": format!("http://127.0.0.1:{}", server.port)}));
    let invitations = host.wait("invitations");
    let token = |seat: &Value| {
        let links = invitations["links"].as_array().unwrap();
        let address = links.iter().find(|link| link["seat"] == *seat).unwrap()["address"].as_str().unwrap();
        assert!(address.starts_with(&format!("http://127.0.0.1:{}/?invite=", server.port)), "{address}");
        address.split_once('=').unwrap().1.to_owned()
    };
    (host, token(&json!("w")), token(&Value::Null))
}

/// Opens the socket of a guest.
fn join(server: &Server, token: &str) -> Result<Page, String> {
    let origin = format!("http://127.0.0.1:{}", server.port);
    server.try_socket(&format!("/socket?invite={token}"), &[("origin", &origin)])
}

#[test]
fn an_invitation_opens_its_page_its_files_and_its_socket() {
    let server = Server::start(&[]);
    let (mut host, token, _) = invited(&server);
    let address = format!("127.0.0.1:{}", server.port);
    let page = server.ask("GET", &format!("/?invite={token}"), &[("Host", &address)]);
    assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
    let cookie = format!("quintet-guest-{}={token}", server.port);
    let set = page.lines().find(|line| line.to_lowercase().starts_with("set-cookie:")).unwrap();
    assert!(set.contains(&cookie) && set.contains("HttpOnly") && set.contains("SameSite=Strict"), "{set}");
    let file = server.path("main.js");
    let script = server.ask("GET", &file, &[("Host", &address), ("Cookie", &cookie)]);
    assert!(script.starts_with("HTTP/1.1 200 "), "{script}");
    let mut guest = join(&server, &token).unwrap();
    let hello = guest.wait("hello");
    assert_eq!((&hello["guest"], &hello["session"]), (&json!(true), &json!("")));
    host.until(|message| message["shared"]["present"] == json!([true, true]));
}

#[test]
fn an_invitation_opens_nothing_of_the_host() {
    let server = Server::start(&["--engine", "name=other,cmd=cat"]);
    let (_host, token, _) = invited(&server);
    let address = format!("127.0.0.1:{}", server.port);
    let cookie = format!("quintet-guest-{}={token}", server.port);
    // The page and the socket of the host need the token of this run.
    let root = server.ask("GET", "/", &[("Host", &address), ("Cookie", &cookie)]);
    assert!(root.starts_with("HTTP/1.1 403 "), "{root}");
    let origin = format!("http://{address}");
    let socket = server.try_socket("/socket", &[("origin", &origin), ("cookie", &cookie)]);
    assert!(socket.is_err_and(|error| error.contains("403")));
    let mut guest = join(&server, &token).unwrap();
    let hello = guest.wait("hello");
    let names: Vec<&str> = hello["players"].as_array().unwrap().iter().filter_map(|one| one["name"].as_str()).collect();
    assert!(!names.contains(&"other"), "{names:?}");
    for request in [
        json!({"do": "new", "game": "cancer", "size": "5", "seatB": "person", "seatW": "quintet"}),
        json!({"do": "seats", "seatB": "person", "seatW": "other"}),
        json!({"do": "load", "sgf": "(;GM[1])"}),
        json!({"do": "resume", "id": 1}),
    ] {
        guest.send(&request);
        let refused = guest.wait("refused");
        let text = refused["text"].as_str().unwrap();
        assert!(text.contains("only the host") || text.contains("neither can do that alone"), "{request}: {text}");
    }
    guest.socket.send(tungstenite::Message::binary(b"(;GM[1])".to_vec())).unwrap();
    assert!(guest.wait("refused")["text"].as_str().unwrap().contains("only the host"));
}

#[test]
fn a_wrong_invitation_and_a_foreign_page_are_refused() {
    let server = Server::start(&[]);
    let (_host, token, _) = invited(&server);
    let address = format!("127.0.0.1:{}", server.port);
    for wrong in ["", "0", &"0".repeat(32), &token[1..]] {
        let page = server.ask("GET", &format!("/?invite={wrong}"), &[("Host", &address)]);
        assert!(page.starts_with("HTTP/1.1 403 ") && page.contains("this invitation has ended"), "{wrong}: {page}");
        assert!(join(&server, wrong).is_err_and(|error| error.contains("403")), "{wrong}");
        let cookie = format!("quintet-guest-{}={wrong}", server.port);
        let file = server.ask("GET", &server.path("main.js"), &[("Host", &address), ("Cookie", &cookie)]);
        assert!(file.starts_with("HTTP/1.1 403 "), "{wrong}: {file}");
    }
    let path = format!("/?invite={token}");
    assert!(server.ask("GET", &path, &[("Host", "evil.example")]).starts_with("HTTP/1.1 403 "));
    for origin in ["http://evil.example", "null"] {
        let socket = server.try_socket(&format!("/socket?invite={token}"), &[("origin", origin)]);
        assert!(socket.is_err_and(|error| error.contains("403")), "{origin}");
    }
    let silent = server.try_socket(&format!("/socket?invite={token}"), &[]);
    assert!(silent.is_err_and(|error| error.contains("403")), "a socket that doesn't say where it comes from");
}

#[test]
fn the_number_of_guests_is_limited() {
    let server = Server::start(&[]);
    let (_host, _, watch) = invited(&server);
    let mut pages: Vec<_> = (0..GUESTS).map(|_| join(&server, &watch).unwrap()).collect();
    pages.iter_mut().for_each(|page| _ = page.wait("hello"));
    let mut refused = join(&server, &watch).unwrap();
    assert!(refused.wait("ended")["text"].as_str().unwrap().contains("32 pages of guests are open"));
    assert_eq!(refused.close_code(), Some(1013));
    // The host can still open the game again, and others begin games of their own.
    server.page();
}
