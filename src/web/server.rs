//! The server: one page and one socket, for this machine's own browser.
//!
//! Requests are checked by [`Guard`] before anything else is done. All that it serves is part of the program; no path
//! is ever looked up on the disk.

use std::collections::VecDeque;
use std::io;
use std::net::{TcpListener, ToSocketAddrs as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{RawQuery, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::get;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::task::AbortHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use super::guard::{Credentials, Guard, Refusal};
use super::messages::Update;
use super::sessions::{Sent, Sessions};

/// The largest message of a page, in bytes.
pub const LARGEST_MESSAGE: usize = 1 << 20;
/// So many connections are kept at a time; then the oldest that has no socket makes room.
pub const CONNECTIONS: usize = 256;
/// So long a client may take to send a request's head.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// So long a connection without a socket lasts, whatever it does.
const REQUEST_TIME: Duration = Duration::from_secs(60);
/// So long a page may take to read one message.
const SEND_TIME: Duration = Duration::from_secs(15);
/// So long a page waits for another to leave the session that it wants.
const RELOAD: Duration = Duration::from_secs(1);
/// How often a silent page is asked whether it is there.
const PING: Duration = Duration::from_secs(10);
/// A page that was silent for so long, pings unanswered, is gone.
const GONE: Duration = Duration::from_secs(25);

/// The files of the page: path, kind, text.
const FILES: &[(&str, &str, &str)] = &[
    ("/style.css", "text/css; charset=utf-8", include_str!("page/style.css")),
    ("/main.js", SCRIPT, include_str!("page/main.js")),
    ("/board.js", SCRIPT, include_str!("page/board.js")),
    ("/dom.js", SCRIPT, include_str!("page/dom.js")),
    ("/play.js", SCRIPT, include_str!("page/play.js")),
    ("/setup.js", SCRIPT, include_str!("page/setup.js")),
    ("/thinking.js", SCRIPT, include_str!("page/thinking.js")),
    ("/film.js", SCRIPT, include_str!("page/film.js")),
    ("/matches.js", SCRIPT, include_str!("page/matches.js")),
    ("/messages.js", SCRIPT, include_str!("page/messages.js")),
    ("/again.js", SCRIPT, include_str!("page/again.js")),
    ("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
];
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PAGE: &str = include_str!("page/index.html");

/// Nothing inline, nothing from elsewhere, in nobody's frame. Pictures may also be made by the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
                      connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// What all requests need.
#[derive(Clone)]
struct Shared {
    guard: Arc<Guard>,
    sessions: Arc<Sessions>,
}

/// Serves until `stop` is raised. `ready` is called with the address to open once requests are taken.
///
/// # Errors
/// If the address can't be listened on.
pub fn serve(
    (host, port): (&str, u16),
    sessions: Sessions,
    stop: &AtomicBool,
    ready: &mut dyn FnMut(&str),
) -> io::Result<()> {
    let address = (host.trim_matches(['[', ']']), port).to_socket_addrs()?.next();
    let address = address.ok_or_else(|| io::Error::new(io::ErrorKind::AddrNotAvailable, "no such host"))?;
    let listener = TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    let guard = Guard::new(host, listener.local_addr()?.port());
    let shared = Shared { guard: Arc::new(guard), sessions: Arc::new(sessions) };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        ready(&shared.guard.address());
        let accepting = accept(listener, router(shared.clone()));
        tokio::pin!(accepting);
        while !stop.load(Ordering::Relaxed) {
            // Either it is time to look at the flag again, or never: accepting doesn't end.
            let _ = timeout(Duration::from_millis(50), &mut accepting).await;
        }
        shared.sessions.end_all();
        Ok(())
    })
}

/// The connections that there are, the oldest first.
type Connections = Arc<Mutex<VecDeque<(Arc<AtomicBool>, AbortHandle)>>>;

async fn accept(listener: tokio::net::TcpListener, router: Router) {
    let connections = Connections::default();
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                // No more file descriptors, say: what there is goes on.
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // A stone is a small message, and is wanted at once.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let connection = async move {
            let mut server = hyper::server::conn::http1::Builder::new();
            server.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(1 << 16);
            let connection = server.serve_connection(TokioIo::new(stream), service).with_upgrades();
            // Once it has become a socket this part of it is over.
            let _ = timeout(REQUEST_TIME, connection).await;
        };
        let done = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&done);
        let task = tokio::spawn(async move {
            connection.await;
            flag.store(true, Ordering::Relaxed);
        });
        let mut open = connections.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|(done, _)| !done.load(Ordering::Relaxed));
        open.push_back((done, task.abort_handle()));
        if open.len() > CONNECTIONS
            && let Some((_, oldest)) = open.pop_front()
        {
            oldest.abort();
        }
    }
}

fn router(shared: Shared) -> Router {
    let mut router = Router::new().route("/", get(page)).route("/socket", get(socket));
    for &(path, kind, text) in FILES {
        let file = move || async move { ([(header::CONTENT_TYPE, kind)], text) };
        router = router.route(path, get(file));
    }
    router
        .fallback(|| async { StatusCode::NOT_FOUND })
        .layer(middleware::from_fn_with_state(shared.clone(), check))
        .with_state(shared)
}

fn credentials(request: &Request) -> Credentials<'_> {
    let text = |name| request.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    Credentials {
        host: text(header::HOST),
        origin: text(header::ORIGIN),
        site: text(header::HeaderName::from_static("sec-fetch-site")),
        cookie: text(header::COOKIE),
    }
}

/// The value of a parameter of an address; tokens and ids of sessions need no decoding.
fn parameter<'a>(query: Option<&'a str>, name: &str) -> Option<&'a str> {
    let mut pairs = query?.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// Turns foreign requests away, and gives every answer the headers that keep it from being misused.
async fn check(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let guard = &shared.guard;
    let seen = credentials(&request);
    let token = parameter(request.uri().query(), "token");
    let verdict = match request.uri().path() {
        "/socket" => guard.check_socket(seen),
        // The first visit: it trades its token for a cookie, and the address keeps clean of it.
        "/" if token.is_some_and(|token| guard.is_token(token)) => match guard.check_place(seen) {
            Ok(()) => {
                let headers = [(header::SET_COOKIE, guard.cookie()), (header::LOCATION, "/".to_owned())];
                return secured((StatusCode::SEE_OTHER, headers).into_response());
            }
            refused => refused,
        },
        _ => guard.check(seen),
    };
    secured(match verdict {
        Ok(()) => next.run(request).await,
        Err(refusal) => refused(refusal),
    })
}

fn refused(refusal: Refusal) -> Response {
    let page = format!(
        "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>quintet</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><link rel=\"icon\" href=\"data:,\"><h1>Not this way</h1><p>Refused: {}.</p>\
         <p><a href=\"/\">Try again</a></p><script src=\"/again.js\"></script></html>\n",
        refusal.text()
    );
    (StatusCode::FORBIDDEN, Html(page)).into_response()
}

fn secured(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn page() -> Html<&'static str> {
    Html(PAGE)
}

async fn socket(State(shared): State<Shared>, RawQuery(query): RawQuery, upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade.max_message_size(LARGEST_MESSAGE).max_frame_size(LARGEST_MESSAGE);
    upgrade.on_upgrade(move |socket| {
        let wanted = parameter(query.as_deref(), "session").map(str::to_owned);
        converse(socket, shared.sessions, wanted)
    })
}

/// Sends a message unless the page takes too long to read it; whether it did.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SEND_TIME, socket.send(message)).await, Ok(Ok(())))
}

/// Carries messages between a page and its session until either goes.
async fn converse(mut socket: WebSocket, sessions: Arc<Sessions>, wanted: Option<String>) {
    // A page that is loaded again may be here before its leaving is.
    let patience = Instant::now() + RELOAD;
    while wanted.as_deref().is_some_and(|id| sessions.is_taken(id)) && Instant::now() < patience {
        sleep(Duration::from_millis(20)).await;
    }
    let session = match sessions.join(wanted.as_deref()) {
        Ok(session) => session,
        Err(why) => {
            let reply = serde_json::to_string(&Update::Ended { text: why.to_string() }).expect("plain data");
            let _ = send(&mut socket, Message::Text(reply.into())).await;
            return;
        }
    };
    let mut ping = interval(PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    let mut farewell = (close_code::NORMAL, "");
    loop {
        tokio::select! {
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => match session.send(&text) {
                        Sent::Taken => {}
                        Sent::Gone => break,
                        Sent::TooMany => {
                            farewell = (close_code::POLICY, "too many messages at once");
                            break;
                        }
                    },
                    Some(Ok(Message::Binary(_))) => {
                        farewell = (close_code::UNSUPPORTED, "messages are JSON text");
                        break;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_))) | None => break,
                    Some(Err(_)) => {
                        farewell = (close_code::SIZE, "a message has at most 1 MiB");
                        break;
                    }
                }
            }
            text = session.next() => match text {
                Some(text) => {
                    if !send(&mut socket, Message::Text(text.into())).await {
                        break;
                    }
                }
                None => break,
            },
            _ = ping.tick() => {
                if heard.elapsed() > GONE || !send(&mut socket, Message::Ping(Default::default())).await {
                    break;
                }
            }
        }
    }
    let (code, reason) = farewell;
    let close = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
    let _ = send(&mut socket, close).await;
}
