//! The server: a page and a WebSocket, for browsers on this machine.
//!
//! [`Guard`] checks each request before anything else is done. All files are embedded in the
//! program; no path is ever looked up on the disk.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs as _, UdpSocket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use super::guard::{Credentials, Guard, Rejection};
use super::options::WebOptions;
use super::page_files::{self, PAGE};
use super::sessions::Sessions;
use super::socket::{Wanted, converse};
use quintet_engine::Knowledge;

/// The largest message of a page, in bytes.
pub const LARGEST_MESSAGE: usize = 1 << 20;
/// The largest number of connections without a socket; beyond it the oldest is closed.
pub const CONNECTIONS: usize = 256;
/// The time limit for the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// The time limit for a connection without a socket.
const REQUEST_TIME: Duration = Duration::from_secs(60);

const PLAIN: &str = "text/plain; charset=utf-8";

/// The content security policy: nothing inline, nothing from other origins, no frames. The page may
/// make pictures.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
                      connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// The style of the page for refused requests, which may not load that of the board.
const REFUSED_STYLE: &str = "body{margin:0;background:#f6f2ea;color:#23201b;font:16px/1.45 system-ui,sans-serif}\
    h1{margin:0;padding:.6rem .9rem;background:#fff;border-bottom:1px solid #e4dccd;font-size:1.15rem}\
    main{max-width:36rem;margin:2rem auto;padding:1rem 1.2rem;background:#fff;border:1px solid #e4dccd;border-radius:.9rem}\
    a{display:inline-block;padding:.5rem 1rem;border-radius:.5rem;background:#0b5c8f;color:#fff;text-decoration:none}";

/// The policy of that page: its own style by its SHA-256.
const REFUSED_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' \
                              'sha256-Z8IxKf3h4x/yNMl4xJ3DZGFwx9RfseaONQPAtVNzMus='; img-src data:; base-uri 'none'; \
                              form-action 'none'; frame-ancestors 'none'";

/// A page that leads to the board.
const WELCOME: &str = "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>quintet</title>\
                       <link rel=\"icon\" href=\"data:,\"><meta http-equiv=\"refresh\" content=\"0; url=/\">\
                       <a href=\"/\">quintet</a></html>\n";

/// A response, which is sent as a whole.
type Response = hyper::Response<Full<Bytes>>;

/// The state that all requests share.
#[derive(Clone)]
struct ServerState {
    guard: Arc<Guard>,
    sessions: Arc<Sessions>,
    /// Whether the address with the token was opened.
    visited: Arc<AtomicBool>,
}

/// Serves until `stop` is set. `ready` is called as soon as requests are accepted, with the address to
/// open and a flag that its first visit sets.
///
/// # Errors
/// Returns an error if the address is not available.
pub fn serve(
    (host, port): (&str, u16),
    options: WebOptions,
    knowledge: Knowledge,
    stop: &AtomicBool,
    ready: &mut dyn FnMut(&str, Arc<AtomicBool>),
) -> io::Result<()> {
    let address = (host.trim_matches(['[', ']']), port).to_socket_addrs()?.next();
    let address = address.ok_or_else(|| io::Error::new(io::ErrorKind::AddrNotAvailable, "no such host"))?;
    let listener = TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    let guard = Guard::new(host, listener.local_addr()?.port());
    let mut origin = None;
    if !address.ip().is_loopback() {
        let elsewhere = if address.ip().is_unspecified() { outward_address(address) } else { Some(address.ip()) };
        origin = elsewhere.map(|ip| guard.origin_at(ip));
        let elsewhere = elsewhere.map(|ip| format!("; its address there: {}", guard.address_at(ip)));
        log::warn!(
            "other machines can open this board, without encryption, if they have the token{}",
            elsewhere.unwrap_or_default()
        );
    }
    let sessions = Sessions::new(options, knowledge, origin);
    let state = ServerState { guard: Arc::new(guard), sessions: Arc::new(sessions), visited: Arc::default() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        ready(&state.guard.address(), Arc::clone(&state.visited));
        let accepting = accept(listener, state.clone());
        tokio::pin!(accepting);
        while !stop.load(Ordering::Relaxed) {
            // Accepting never ends; the timeout serves to look at the flag.
            let _ = timeout(Duration::from_millis(50), &mut accepting).await;
        }
        state.sessions.end_all();
        Ok(())
    })
}

/// Returns the address under which other machines most likely reach this one. Nothing is sent.
fn outward_address(own: SocketAddr) -> Option<IpAddr> {
    // Addresses for documentation, which are not routed differently from the rest of the network.
    let other: SocketAddr =
        if own.is_ipv4() { ([192, 0, 2, 1], 9).into() } else { ("2001:db8::1".parse::<IpAddr>().ok()?, 9).into() };
    let socket = UdpSocket::bind((own.ip(), 0)).ok()?;
    socket.connect(other).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

/// The open connections, oldest first.
type Connections = Arc<Mutex<VecDeque<(Arc<AtomicBool>, AbortHandle)>>>;

/// Accepts connections for ever.
async fn accept(listener: tokio::net::TcpListener, state: ServerState) {
    let connections = Connections::default();
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                // For example, there are no more file descriptors: the other connections go on.
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // Messages are small and should be sent at once.
        let _ = stream.set_nodelay(true);
        let state = state.clone();
        let service = service_fn(move |request| {
            let response = respond(&state, request);
            async { Ok::<_, Infallible>(response) }
        });
        let connection = async move {
            let mut server = hyper::server::conn::http1::Builder::new();
            server.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(1 << 16);
            let connection = server.serve_connection(TokioIo::new(stream), service).with_upgrades();
            // A connection that has become a socket ends here.
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

/// The `Cache-Control` of files that never change.
const IMMUTABLE: &str = "private, max-age=31536000, immutable";

/// Returns whether a list of content codings has `deflate`, and does not refuse it.
fn accepts_deflate(codings: &str) -> bool {
    codings.split(',').any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim().eq_ignore_ascii_case("deflate") && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

fn header_text(request: &Request<Incoming>, name: HeaderName) -> Option<&str> {
    request.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok())
}

/// The headers that decide about a request and must not occur twice.
static CHECKED_HEADERS: [HeaderName; 3] = [header::HOST, header::ORIGIN, HeaderName::from_static("sec-fetch-site")];

/// Returns the headers that are checked.
fn credentials(request: &Request<Incoming>) -> Credentials<'_> {
    let text = |name| header_text(request, name);
    Credentials {
        host: text(header::HOST),
        origin: text(header::ORIGIN),
        site: text(HeaderName::from_static("sec-fetch-site")),
        cookie: text(header::COOKIE),
    }
}

/// Returns a parameter of an address, without decoding; tokens and session ids need none.
fn parameter<'a>(query: Option<&'a str>, name: &str) -> Option<&'a str> {
    let mut pairs = query?.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// Answers a request. Foreign ones are rejected, and all responses have the security headers.
fn respond(state: &ServerState, request: Request<Incoming>) -> Response {
    // RFC 9112, section 3.2: a request names its host, once; programs could disagree about which of
    // several headers counts.
    let headers = request.headers();
    let is_repeated = |name: &HeaderName| headers.get_all(name).iter().nth(1).is_some();
    if !headers.contains_key(header::HOST) || CHECKED_HEADERS.iter().any(is_repeated) {
        return secured(response(StatusCode::BAD_REQUEST, PLAIN, ""));
    }
    let guard = &state.guard;
    let seen = credentials(&request);
    let token = parameter(request.uri().query(), "token");
    let invitation = parameter(request.uri().query(), "invite");
    let is_open = |invitation: &str| state.sessions.is_invitation(invitation);
    let verdict = match (request.uri().path(), invitation) {
        ("/" | "/socket", Some(invitation)) if !is_open(invitation) => {
            guard.check_origin(seen).and(Err(Rejection::Invitation))
        }
        ("/socket", Some(_)) => guard.check_socket_origin(seen),
        // The page of a guest; the cookie opens its files.
        ("/", Some(invitation)) => match guard.check_origin(seen) {
            Ok(()) => {
                let cookie = guard.guest_cookie(invitation);
                return secured(with_cookie(route(state, request), &cookie));
            }
            rejected => rejected,
        },
        ("/socket", None) => guard.check_socket(seen),
        // The first visit exchanges its token for a cookie, and the address no longer shows it.
        ("/", None) if token.is_some_and(|token| guard.is_token(token)) => match guard.check_origin(seen) {
            Ok(()) => {
                state.visited.store(true, Ordering::Relaxed);
                return secured(welcome(guard, seen.site));
            }
            rejected => rejected,
        },
        ("/", None) => guard.check(seen),
        _ if guard.invitations(seen).any(is_open) => guard.check_origin(seen),
        _ => guard.check(seen),
    };
    secured(match verdict {
        Ok(()) => route(state, request),
        Err(rejection) => rejected(rejection),
    })
}

/// Returns the response to a request that passed the checks.
fn route(state: &ServerState, request: Request<Incoming>) -> Response {
    let path = request.uri().path();
    let file = page_files::find(path);
    if file.is_none() && path != "/socket" {
        return response(StatusCode::NOT_FOUND, PLAIN, "");
    }
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        let mut response = response(StatusCode::METHOD_NOT_ALLOWED, PLAIN, "");
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
        return response;
    }
    match file {
        Some(file) => {
            let takes_compressed = header_text(&request, header::ACCEPT_ENCODING).is_some_and(accepts_deflate);
            let content = if takes_compressed { &file.compressed } else { &file.content };
            let mut response = response(StatusCode::OK, file.kind, content.clone());
            let headers = response.headers_mut();
            if takes_compressed {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("deflate"));
            }
            if file.is_immutable {
                headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(IMMUTABLE));
            }
            headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
            response
        }
        None => open_socket(state, request),
    }
}

fn response(status: StatusCode, kind: &'static str, text: impl Into<Bytes>) -> Response {
    let mut response = Response::new(Full::new(text.into()));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Returns the response to the first visit. A browser that was led here by a file or another page
/// counts a redirection as theirs and sends no strict cookie; so a page of our own leads on.
fn welcome(guard: &Guard, site: Option<&str>) -> Response {
    let response = match site {
        None | Some("none" | "same-origin") => {
            let mut response = response(StatusCode::SEE_OTHER, PLAIN, "");
            response.headers_mut().insert(header::LOCATION, HeaderValue::from_static("/"));
            response
        }
        Some(_) => response(StatusCode::OK, PAGE, WELCOME),
    };
    with_cookie(response, &guard.cookie())
}

/// Adds a cookie to a response.
fn with_cookie(mut response: Response, cookie: &str) -> Response {
    let cookie = HeaderValue::try_from(cookie).expect("a cookie is plain text");
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    response
}

/// Returns the response to a rejected request.
fn rejected(rejection: Rejection) -> Response {
    let advice = match rejection {
        Rejection::Token => "It may have been for another browser, or quintet has been started again since.",
        Rejection::Invitation => "Ask for a new invitation.",
        Rejection::Host | Rejection::Origin => "Open the address that quintet web printed when it started.",
    };
    let page = format!(
        "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>quintet</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><link rel=\"icon\" href=\"data:,\"><style>{REFUSED_STYLE}</style>\
         <h1>Quintet</h1><main><h2>This address is not open to this browser</h2><p>Reason: {rejection}.</p><p>{advice}</p>\
         <p><a href=\"/\">Try again</a></p></main><script src=\"{}\"></script></html>\n",
        page_files::path("retry.js")
    );
    response(StatusCode::FORBIDDEN, PAGE, page)
}

/// Adds the security headers.
fn secured(mut response: Response) -> Response {
    let policy = if response.status() == StatusCode::FORBIDDEN { REFUSED_POLICY } else { POLICY };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Opens a socket, whose conversation goes on after the response.
fn open_socket(state: &ServerState, mut request: Request<Incoming>) -> Response {
    let accepted = match create_response_with_body(&request, Full::default) {
        Ok(accepted) => accepted,
        Err(error) => return response(StatusCode::BAD_REQUEST, PLAIN, error.to_string()),
    };
    let wanted = |name| parameter(request.uri().query(), name).map(str::to_owned);
    let wanted = match wanted("invite") {
        Some(invitation) => Wanted::Invited(invitation),
        None => Wanted::Own(wanted("session")),
    };
    let sessions = Arc::clone(&state.sessions);
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        // An error means that the page is gone.
        let Ok(connection) = upgrade.await else { return };
        let config =
            WebSocketConfig::default().max_message_size(Some(LARGEST_MESSAGE)).max_frame_size(Some(LARGEST_MESSAGE));
        let socket = WebSocketStream::from_raw_socket(TokioIo::new(connection), Role::Server, Some(config)).await;
        converse(socket, sessions, wanted).await;
    });
    accepted
}

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::*;

    #[test]
    fn the_policy_of_the_page_for_refused_requests_has_the_hash_of_its_style() {
        let hash = data_encoding::BASE64.encode(&Sha256::digest(REFUSED_STYLE));
        assert!(REFUSED_POLICY.contains(&format!("'sha256-{hash}'")), "{hash}");
    }
}
