//! A sixth game, in no list of games, is played by everything that plays games.

mod hedge;
mod rows;

use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use quintet_conformance::{Extent, check, check_info};
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::Move;
use quintet_engine::{Engine, Knowledge, Request, Settings};
use quintet_gtp::{Options, Session, Style};
use quintet_record::{position_line, sgf, svg, text};
use quintet_search::{Interrupt, Limits};
use quintet_web::WebOptions;
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

use hedge::INFO;

fn setup(size: u16, adjacency: &str) -> Setup {
    Setup::new(&INFO).with_size(size).unwrap().with_rule("adjacency", adjacency).unwrap()
}

#[test]
fn it_is_in_no_list_and_keeps_the_promises_of_the_traits() {
    assert!(quintet_games::find(INFO.id).is_none());
    check_info(&INFO).unwrap();
    for size in [1, 2, 3, 5, 9] {
        for adjacency in INFO.rules[0].values {
            let extent = Extent { games: 6, plies: 90, seed: 1 };
            check(&setup(size, adjacency), extent).unwrap_or_else(|violation| panic!("{violation}"));
        }
    }
}

#[test]
fn a_game_with_passes_goes_on_after_two_passes() {
    check_info(&rows::INFO).unwrap();
    for size in [1, 2, 3, 5] {
        let setup = Setup::new(&rows::INFO).with_size(size).unwrap();
        let extent = Extent { games: 12, plies: 60, seed: 1 };
        check(&setup, extent).unwrap_or_else(|violation| panic!("{violation}"));
    }
    let mut session = Session::new(Options::new(Setup::new(&rows::INFO))).unwrap();
    let mut ask = |line: &str| session.execute(line).trim_end().to_owned();
    for line in ["play b A1", "play w pass", "play b pass"] {
        assert_eq!(ask(line), "=", "{line}");
    }
    assert_eq!(ask("final_score"), "= 0");
    assert_eq!(ask("quintet-position"), "= rows 4 ..../..../..../x... w idle=2");
    assert_eq!(ask("play w B1"), "=", "play goes on");
    assert_eq!(ask("final_score"), "? cannot score");
    assert_eq!(ask("quintet-position"), "= rows 4 ..../..../..../xo.. b");
    for _ in 0..2 {
        assert_eq!(ask("undo"), "=");
    }
    assert_eq!(ask("quintet-position"), "= rows 4 ..../..../..../x... b idle=1");
}

#[test]
fn pairs_count_along_sides_or_across_corners_too() {
    // Black: A1, B2, C3, A3, B3; White: A2, B1, C1, C2.
    let moves = ["A1", "A2", "B2", "B1", "C3", "C1", "A3", "C2", "B3"];
    // Along sides Black has B2–B3, A3–B3 and B3–C3, White B1–C1 and C1–C2. Across corners Black has
    // A1–B2, B2–C3 and A3–B2 as well, White A2–B1 and B1–C2.
    for (adjacency, result) in [("sides", "B+1"), ("corners", "B+2")] {
        let mut game = Game::new(setup(3, adjacency));
        for vertex in moves {
            let point = game.geometry().point(vertex.parse().unwrap()).unwrap();
            game.play(game.to_move(), Move::place(0, point)).unwrap();
        }
        assert_eq!(game.outcome().unwrap().margin.to_string(), result, "{adjacency}");
    }
}

#[test]
fn it_is_played_over_gtp_in_every_notation() {
    for style in [Style::Words, Style::Coded, Style::Gogui] {
        let options = Options { style, visits: Some(50), ..Options::new(setup(2, "sides")) };
        let mut session = Session::new(options).unwrap();
        let mut ask = |line: &str| session.execute(line).trim_end().to_owned();
        assert_eq!(ask("quintet-get_rules"), r#"= {"adjacency":"sides"}"#);
        assert_eq!(ask("kata-get-rules"), r#"= {"adjacency":"sides"}"#);
        assert_eq!(ask("all_legal b"), "= A1 B1 A2 B2");
        for (seat, vertex) in [("b", "A1"), ("w", "B2"), ("b", "B1")] {
            assert_eq!(ask(&format!("play {seat} {vertex}")), "=");
        }
        assert_eq!(ask("genmove w"), "= A2");
        assert_eq!(ask("final_score"), "= 0");
        assert_eq!(ask("quintet-position"), "= hedge 2 adjacency=sides oo/xx b");
        assert_eq!(ask("undo"), "=");
        assert_eq!(ask("fixed_handicap 2"), "? Hedge has no handicap stones");
    }
}

#[test]
fn it_is_searched_written_and_drawn() {
    assert!(Setup::new(&INFO).with_rectangle(3, 1).is_err(), "rectangles are at least 2 wide");
    let setup = Setup::new(&INFO).with_rectangle(2, 3).unwrap();
    let mut engine = Engine::new(Game::new(setup.clone()), &Knowledge::default());
    let (settings, interrupt) = (Settings::default(), Interrupt::default());
    while !engine.game().is_over() {
        let seat = engine.game().to_move();
        let limits = Limits { visits: Some(200), time: None };
        let choice = engine.choose(&Request::new(seat, limits, &settings, &interrupt), &mut |_| {});
        engine.game_mut().play(seat, choice.mv.unwrap()).unwrap();
    }
    let game = engine.game();
    let file = sgf::write_game(game, &[]);
    let record = sgf::read(file.as_bytes(), sgf::Reading { games: &[&INFO], ..Default::default() }).unwrap();
    assert_eq!((record.tree.setup(), &record.moves()[..]), (&setup, game.moves()));
    assert_eq!(position_line::read_among(&[&INFO], &position_line::write(game)).unwrap().0, setup);
    assert!(text::board(game).contains("\nHedge 2x3 adjacency=sides\n"));
    assert!(svg::picture(game, &svg::PictureOptions::default()).contains("Hedge"));
}

/// Returns the next message of the web server that says `say`.
fn wait(socket: &mut WebSocket<TcpStream>, say: &str) -> Value {
    loop {
        if let Message::Text(text) = socket.read().unwrap() {
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["say"] == say {
                return message;
            }
        }
    }
}

/// Connects to a web server as its page does.
fn connect(address: &str) -> WebSocket<TcpStream> {
    let (host, token) = address.trim().strip_prefix("http://").unwrap().split_once("/?token=").unwrap();
    let port = host.split_once(':').unwrap().1;
    let mut request = format!("ws://{host}/socket").into_client_request().unwrap();
    let headers = [("origin", format!("http://{host}")), ("cookie", format!("quintet-{port}={token}"))];
    for (name, value) in headers {
        request.headers_mut().insert(name, HeaderValue::from_str(&value).unwrap());
    }
    let stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    tungstenite::client(request, stream).unwrap().0
}

/// Sets a flag when it is dropped.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn it_is_played_in_the_browser() {
    let options = WebOptions {
        setup: setup(2, "sides"),
        record: None,
        settings: Settings::default(),
        level: None,
        limits: Limits { visits: Some(50), time: None },
        engines: Vec::new(),
        matches: Vec::new(),
        patience: Duration::from_secs(60),
        idle: quintet_web::IDLE,
        kept: quintet_web::KEPT,
    };
    let stop = AtomicBool::new(false);
    let (ready, address) = mpsc::channel();
    std::thread::scope(|scope| {
        let server = scope.spawn(|| {
            let mut ready = |address: &str, _| ready.send(address.to_owned()).unwrap();
            quintet_web::serve(("127.0.0.1", 0), options, Knowledge::default(), &stop, &mut ready)
        });
        // The server ends even if this thread panics.
        let _stop = StopOnDrop(&stop);
        let mut socket = connect(&address.recv().unwrap());
        let state = wait(&mut socket, "state");
        assert_eq!((&state["game"], &state["title"]), (&json!("hedge"), &json!("Hedge 2 × 2")));
        // An engine could answer before the state after the first move is sent, which would then be skipped.
        let players = json!({ "do": "seats", "seatB": "person", "seatW": "person" });
        socket.send(Message::text(players.to_string())).unwrap();
        // After the first state come its changes.
        wait(&mut socket, "changes");
        let play = json!({ "do": "play", "word": "B1", "node": state["node"] });
        socket.send(Message::text(play.to_string())).unwrap();
        let state = &wait(&mut socket, "changes")["set"];
        assert_eq!(state["position"], "hedge 2 adjacency=sides ../.x w");
        assert_eq!((&state["status"], &state["news"]), (&json!("White to move"), &json!("Black plays B1")));
        let players = json!({ "do": "seats", "seatB": "person", "seatW": "quintet" });
        socket.send(Message::text(players.to_string())).unwrap();
        while wait(&mut socket, "changes")["set"]["at"] != 2 {}
        drop(socket);
        stop.store(true, Ordering::Relaxed);
        server.join().unwrap().unwrap();
    });
}
