//! A server for a test, and a page that is connected to it.

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

/// A time limit that is long enough on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running `quintet web`, which ends with the test.
pub struct Server {
    pub child: Child,
    pub port: u16,
    pub token: String,
}

impl Server {
    pub fn start(args: &[&str]) -> Server {
        Server::start_by(args, |command| command.stderr(Stdio::null()))
    }

    /// Starts the program with other settings of its process.
    pub fn start_by(args: &[&str], set: impl FnOnce(&mut Command) -> &mut Command) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
        command.args(["web", "--port", "0"]).args(args).stdout(Stdio::piped());
        let mut child = set(&mut command).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let rest = line.trim().strip_prefix("http://127.0.0.1:").unwrap_or_else(|| panic!("{line:?}"));
        let (port, token) = rest.split_once("/?token=").unwrap();
        Server { child, port: port.parse().unwrap(), token: token.to_owned() }
    }

    pub fn cookie(&self) -> String {
        format!("quintet-{}={}", self.port, self.token)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Returns the whole response to a request, as text.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> String {
        String::from_utf8_lossy(&self.bytes(method, path, headers)).into_owned()
    }

    /// Returns the bytes of a response.
    pub fn bytes(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Vec<u8> {
        let mut stream = self.connect();
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        headers.iter().for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
        stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// Returns the path of a file of the page.
    pub fn path(&self, name: &str) -> String {
        let page = self.get("/");
        let build = page.split_once("name=\"build\" content=\"").and_then(|(_, rest)| rest.split_once('"'));
        format!("/{}/{name}", build.expect("a build").0)
    }

    /// Returns the response to a request of the page.
    pub fn get(&self, path: &str) -> String {
        let host = format!("127.0.0.1:{}", self.port);
        self.ask("GET", path, &[("Host", &host), ("Cookie", &self.cookie())])
    }

    /// Opens a socket with these headers instead of the usual ones.
    pub fn try_socket(&self, path: &str, headers: &[(&'static str, &str)]) -> Result<Page, String> {
        let host = format!("127.0.0.1:{}", self.port);
        let mut request = format!("ws://{host}{path}").into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, HeaderValue::from_str(value).unwrap());
        }
        let stream = self.connect();
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Page { socket, hello: Value::Null, state: State::default() }),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Opens a page with a session.
    pub fn page(&self) -> Page {
        self.page_of("/socket")
    }

    /// Opens a page with the session of an address.
    pub fn page_of(&self, path: &str) -> Page {
        let origin = format!("http://127.0.0.1:{}", self.port);
        let mut page = self.try_socket(path, &[("origin", &origin), ("cookie", &self.cookie())]).unwrap();
        page.hello = page.wait("hello");
        page
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A page with its socket.
pub struct Page {
    pub socket: WebSocket<TcpStream>,
    pub hello: Value,
    state: State,
}

/// The latest state of a page.
#[derive(Default)]
struct State(Value);

impl State {
    /// Returns a message, changes as the state that they lead to.
    fn applied(&mut self, message: Value) -> Value {
        if message["say"] == "state" {
            self.0 = message;
        } else if message["say"] == "changes" {
            for (name, value) in message["set"].as_object().unwrap() {
                self.0[name] = value.clone();
            }
            let line = self.0["line"].as_array_mut().unwrap();
            line.truncate(usize::try_from(message["keep"].as_u64().unwrap()).unwrap());
            line.extend_from_slice(message["add"].as_array().unwrap());
        } else {
            return message;
        }
        self.0.clone()
    }
}

impl Page {
    pub fn send(&mut self, message: &Value) {
        self.say(&message.to_string());
    }

    pub fn say(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// Waits for the next message; `None` if the socket is closed.
    pub fn next(&mut self) -> Option<Value> {
        let from = Instant::now();
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(self.state.applied(serde_json::from_str(&text).unwrap())),
                Ok(Message::Close(_)) => return None,
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {}
                Err(_) => return None,
            }
            assert!(from.elapsed() < PATIENCE, "no message");
        }
    }

    /// Waits until the server closes the socket and returns the status code; `None` if it gave
    /// none.
    pub fn close_code(&mut self) -> Option<u16> {
        let from = Instant::now();
        loop {
            match self.socket.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {}
                Err(_) => return None,
            }
            assert!(from.elapsed() < PATIENCE, "still open");
        }
    }

    /// Waits for the next message of a kind.
    pub fn wait(&mut self, say: &str) -> Value {
        self.until(|message| message["say"] == say)
    }

    /// Waits for the next message for which `wanted` returns `true`.
    pub fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let from = Instant::now();
        loop {
            let message = self.next().expect("the socket is open");
            if wanted(&message) {
                return message;
            }
            assert!(from.elapsed() < PATIENCE, "the message didn't come");
        }
    }

    /// Sends a request and waits for the next state.
    pub fn change(&mut self, request: &Value) -> Value {
        self.send(request);
        self.wait("state")
    }

    /// Plays a move in a state.
    pub fn play(&mut self, state: &Value, word: &str) -> Value {
        self.change(&serde_json::json!({"do": "play", "word": word, "node": state["node"]}))
    }
}

/// Returns a request for a new game between two players.
pub fn game(game: &str, size: &str, black: &str, white: &str) -> Value {
    serde_json::json!({"do": "new", "game": game, "size": size, "seatB": black, "seatW": white, "visits": 10})
}
