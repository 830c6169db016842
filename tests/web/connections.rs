//! Clients that are slow or gone, too many connections, and messages that are too large.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use quintet_web::{LARGEST_MESSAGE, SESSIONS};
use serde_json::json;

use crate::server::{PATIENCE, Server};

#[test]
fn a_message_of_more_than_a_mebibyte_closes_its_socket_only() {
    let server = Server::start(&[]);
    let (mut large, mut other) = (server.page(), server.page());
    let request = |length: usize| {
        let empty = json!({"do": "load", "sgf": ""}).to_string().len();
        json!({"do": "load", "sgf": "x".repeat(length - empty)}).to_string()
    };
    large.say(&request(LARGEST_MESSAGE));
    assert!(large.wait("refused")["text"].as_str().unwrap().contains("no game tree"));
    large.say(&request(LARGEST_MESSAGE + 1));
    assert_eq!(large.close_code(), Some(1009));
    other.send(&json!({"do": "hint"}));
    other.wait("note");
}

/// Returns a frame of a client with this first byte, masked with zeros.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).expect("a short frame");
    [&[first, 0x80 | length, 0, 0, 0, 0][..], payload].concat()
}

#[test]
fn a_broken_frame_closes_its_socket_with_the_code_for_it() {
    let server = Server::start(&[]);
    let too_long = [&[0x81, 0xff][..], &(LARGEST_MESSAGE as u64 + 1).to_be_bytes(), &[0; 4]].concat();
    // RFC 6455: 5.1 masking, 5.2 opcodes and reserved bits, 5.5 control frames, 5.4 fragments.
    for (bytes, code) in [
        (vec![0x81, 2, b'{', b'}'], 1002),
        (frame(0x83, b"{}"), 1002),
        (frame(0xc1, b"{}"), 1002),
        (frame(0x09, b"ping"), 1002),
        (frame(0x80, b"{}"), 1002),
        (frame(0x81, b"\"\xff\""), 1007),
        (too_long, 1009),
    ] {
        let mut page = server.page();
        page.socket.get_mut().write_all(&bytes).unwrap();
        assert_eq!(page.close_code(), Some(code), "{bytes:02x?}");
    }
}

#[test]
fn a_client_that_reads_after_it_has_sent_all_learns_that_it_was_too_much() {
    let server = Server::start(&[]);
    let mut page = server.page();
    // Far more than what the system keeps for a program that does not read.
    let length: u64 = 16 << 20;
    let stream = page.socket.get_mut();
    stream.write_all(&[&[0x82, 0xff][..], &length.to_be_bytes(), &[0; 4]].concat()).unwrap();
    let part = vec![0; 1 << 20];
    (0..length).step_by(part.len()).for_each(|_| stream.write_all(&part).unwrap());
    assert_eq!(page.close_code(), Some(1009));
    // The end of the connection, and no reset.
    let stream = page.socket.get_mut();
    let mut rest = Vec::new();
    assert_eq!(stream.read_to_end(&mut rest).unwrap(), 0, "{rest:?}");
}

#[test]
fn a_close_is_answered_with_its_own_code() {
    let server = Server::start(&[]);
    // RFC 6455: 5.5.1 the answer, 7.4 codes; without a code there is none in the answer. Codes that
    // no frame may have are an error.
    for (code, expected) in [
        (Some(1000_u16), Some(1000)),
        (Some(1001), Some(1001)),
        (Some(3000), Some(3000)),
        (Some(4999), Some(4999)),
        (None, None),
        (Some(1005), Some(1002)),
        (Some(999), Some(1002)),
    ] {
        let mut page = server.page();
        let payload = code.map_or(Vec::new(), |code| [&code.to_be_bytes()[..], b"bye"].concat());
        let stream = page.socket.get_mut();
        stream.write_all(&frame(0x88, &payload)).unwrap();
        let mut received = Vec::new();
        stream.read_to_end(&mut received).unwrap();
        // After messages that were on their way.
        let answer = match expected {
            Some(1002) => frame_of_server(0x88, &[&1002_u16.to_be_bytes()[..], b"Protocol violation"].concat()),
            _ => frame_of_server(0x88, &payload),
        };
        assert!(received.ends_with(&answer), "{code:?}: {:02x?}", &received[received.len().saturating_sub(40)..]);
    }
    // Half a code.
    let mut page = server.page();
    page.socket.get_mut().write_all(&frame(0x88, &[3])).unwrap();
    assert_eq!(page.close_code(), Some(1002));
}

/// Returns a frame of the server with this first byte.
fn frame_of_server(first: u8, payload: &[u8]) -> Vec<u8> {
    [&[first, u8::try_from(payload.len()).expect("a short frame")][..], payload].concat()
}

#[test]
fn a_message_that_cannot_be_read_is_refused_with_the_reason() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let deep = format!("{}1{}", "[".repeat(5000), "]".repeat(5000));
    for text in [
        "",
        "hello",
        "{}",
        "[]",
        "null",
        "{\"do\":\"run\",\"cmd\":\"id\"}",
        "{\"do\":\"play\"}",
        "{\"do\":\"goto\",\"node\":-1}",
        &deep,
    ] {
        page.say(text);
        let why = page.wait("refused");
        assert!(why["text"].as_str().unwrap().starts_with("the message cannot be read: "), "{why}");
    }
    for request in [
        json!({"do": "goto", "node": 4_000_000_000_u64}),
        json!({"do": "play", "word": "\u{0}\u{202e}", "node": 0}),
        json!({"do": "open", "position": "x".repeat(100_000)}),
        json!({"do": "lesson", "game": "../../etc"}),
        json!({"do": "match", "index": 7}),
        json!({"do": "replay", "index": 0, "number": 1}),
        json!({"do": "new", "game": "stoical", "size": "-1", "seatB": "person", "seatW": "person"}),
        json!({"do": "new", "game": "stoical", "size": "9", "seatB": "person", "seatW": "person", "visits": 0}),
        json!({"do": "new", "game": "stoical", "size": "9", "seatB": "person", "seatW": "person", "seconds": 1e300}),
        json!({"do": "new", "game": "stoical", "size": "5", "seatB": "person", "seatW": "person", "handicap": 9}),
        json!({"do": "new", "game": "cancer", "size": "5", "seatB": "person", "seatW": "person", "handicap": 2}),
    ] {
        page.send(&request);
        let why = page.wait("refused");
        assert!(!why["text"].as_str().unwrap().is_empty(), "{request}");
    }
}

#[test]
fn a_thousand_connections_do_not_keep_a_page_away() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let mut idle: Vec<TcpStream> = Vec::new();
    for _ in 0..1000 {
        idle.extend(TcpStream::connect(("127.0.0.1", server.port)).ok());
    }
    assert!(idle.len() > 900, "{}", idle.len());
    let began = Instant::now();
    assert!(server.get("/").starts_with("HTTP/1.1 200 "));
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    page.send(&json!({"do": "lesson", "game": "cancer"}));
    page.wait("lesson");
    drop(idle);
    assert!(server.get(&server.path("main.js")).starts_with("HTTP/1.1 200 "));
}

#[test]
fn a_client_that_sends_slowly_is_disconnected() {
    let server = Server::start(&[]);
    let mut slow = server.connect();
    let began = Instant::now();
    let head = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
    let mut sent = 0;
    let closed = loop {
        let byte = head.get(sent).copied().unwrap_or(b'x');
        sent += 1;
        slow.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
        let mut answer = [0; 512];
        match (slow.write_all(&[byte]), slow.read(&mut answer)) {
            (Err(_), _) | (_, Ok(0)) => break true,
            (Ok(()), _) if began.elapsed() > PATIENCE => break false,
            _ => {}
        }
    };
    assert!(closed, "still open after {PATIENCE:?}");
}

#[test]
fn a_page_that_never_reads_does_not_block_others() {
    let server = Server::start(&[]);
    let (mut deaf, mut other) = (server.page(), server.page());
    for index in 0..2000 {
        let game = ["stoical", "cancer"][index % 2];
        let request = json!({"do": "preview", "game": game, "size": "25", "seatB": "person", "seatW": "person"});
        if deaf.socket.send(tungstenite::Message::text(request.to_string())).is_err() {
            break;
        }
    }
    let began = Instant::now();
    other.send(&json!({"do": "lesson", "game": "alaric"}));
    other.wait("lesson");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[test]
fn the_number_of_sessions_is_limited() {
    let server = Server::start(&[]);
    let mut pages: Vec<_> = (0..SESSIONS).map(|_| server.page()).collect();
    let origin = format!("http://127.0.0.1:{}", server.port);
    let headers = [("origin", &*origin), ("cookie", &server.cookie())];
    let mut refused = server.try_socket("/socket", &headers).unwrap();
    let message = refused.next().unwrap();
    assert_eq!(message["say"], "ended");
    assert!(message["text"].as_str().unwrap().contains("32 boards are open"), "{message}");
    assert_eq!(refused.close_code(), Some(1013));
    pages.pop();
    // A closed page makes room at once.
    std::thread::sleep(Duration::from_millis(500));
    server.page();
}

#[test]
fn a_page_that_lost_its_connection_returns_to_its_game() {
    let server = Server::start(&[]);
    let mut page = server.page();
    page.wait("state");
    let state = page.change(&crate::server::game("stoical", "9", "person", "person"));
    page.play(&state, "C3");
    let path = format!("/socket?session={}", page.hello["session"].as_str().unwrap());
    let mut second = server.page_of(&path);
    assert_eq!(second.hello["session"], page.hello["session"], "a copy of the tab shows the same game");
    assert_eq!(second.wait("state")["line"][0]["word"], "C3");
    drop((page, second));
    std::thread::sleep(Duration::from_millis(500));
    let mut again = server.page_of(&path);
    assert_eq!(again.hello["resumed"], true);
    let state = again.wait("state");
    assert_eq!(state["line"][0]["word"], "C3");
    // A session that there never was is a new one.
    let other = server.page_of("/socket?session=0123456789abcdef");
    assert_eq!((&other.hello["resumed"], &other.hello["run"]), (&json!(false), &again.hello["run"]));
}

#[test]
fn a_session_has_a_limited_number_of_pages() {
    let server = Server::start(&[]);
    let first = server.page();
    let path = format!("/socket?session={}", first.hello["session"].as_str().unwrap());
    let pages: Vec<_> = (0..20).map(|_| server.page_of(&path)).collect();
    let same = pages.iter().filter(|page| page.hello["session"] == first.hello["session"]).count();
    assert_eq!(same, 7, "eight in all, and the others have games of their own");
}

#[test]
fn a_session_without_a_page_makes_room_the_one_that_waited_longest_first() {
    let server = Server::start(&[]);
    let mut left = Vec::new();
    for _ in 0..2 {
        let (mut page, state) = (server.page(), json!({"node": 0}));
        page.change(&crate::server::game("stoical", "5", "person", "person"));
        page.play(&state, "C3");
        left.push(format!("/socket?session={}", page.hello["session"].as_str().unwrap()));
        drop(page);
        std::thread::sleep(Duration::from_millis(200));
    }
    let _pages: Vec<_> = (0..SESSIONS - 1).map(|_| server.page()).collect();
    assert_eq!(server.page_of(&left[1]).hello["resumed"], true);
    assert_eq!(server.page_of(&left[0]).hello["resumed"], false);
}
