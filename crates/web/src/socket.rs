//! Sockets: the conversation between a page and its session.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use super::messages::Update;
use super::sessions::{Joined, Sent, Sessions};

/// The time limit for a page to read a message.
const SEND_TIME: Duration = Duration::from_secs(15);
/// The time between pings.
const PING: Duration = Duration::from_secs(10);
/// The time for a page to read the end of its socket.
const END_TIME: Duration = Duration::from_secs(5);
/// The time after which a silent page that does not answer pings counts as gone.
const GONE: Duration = Duration::from_secs(25);

/// An open socket.
pub type WebSocket = WebSocketStream<TokioIo<hyper::upgrade::Upgraded>>;

/// Sends a message; returns `false` if the page is gone or takes too long to read it.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SEND_TIME, socket.send(message)).await, Ok(Ok(())))
}

/// Returns the status code and reason with which a socket is closed after an error (RFC 6455,
/// section 7.4.1).
fn farewell_after(error: &Error) -> Farewell {
    match error {
        Error::Capacity(_) => (CloseCode::Size, "a message has at most 1 MiB"),
        Error::Utf8(_) => (CloseCode::Invalid, "a text is UTF-8"),
        Error::Protocol(_) => (CloseCode::Protocol, "a frame is broken"),
        _ => (CloseCode::Normal, ""),
    }
}

/// The status code and reason with which the server closes a socket.
type Farewell = (CloseCode, &'static str);

/// The session that a page wants.
pub enum Wanted {
    /// Its own, by its id, or a new one.
    Own(Option<String>),
    /// The one to which it is invited.
    Invited(String),
}

/// Carries messages between a page and its session until either ends, and closes the socket.
pub async fn converse(mut socket: WebSocket, sessions: Arc<Sessions>, wanted: Wanted) {
    let joined = match &wanted {
        Wanted::Own(session) => sessions.join(session.as_deref()),
        Wanted::Invited(invitation) => sessions.join_invited(invitation),
    };
    let farewell = match joined {
        Ok(session) => exchange(&mut socket, session).await,
        Err(why) => {
            let reply = serde_json::to_string(&Update::Ended { text: why.to_string() }).expect("plain data");
            let _ = send(&mut socket, Message::Text(reply.into())).await;
            Some((CloseCode::Again, "too many pages are open"))
        }
    };
    close(socket, farewell).await;
}

/// Closes a socket (RFC 6455, section 7.1). Without a farewell the page closed it first; the answer,
/// with the page's own status code, then waits to be sent (section 5.5.1).
async fn close(mut socket: WebSocket, farewell: Option<Farewell>) {
    let closed = async {
        match farewell {
            Some((code, reason)) => {
                let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
                let _ = send(&mut socket, Message::Close(Some(frame))).await;
            }
            None => _ = socket.flush().await,
        }
        // A connection with data that nobody has read is reset, and the page loses what it has not
        // read yet.
        let connection = socket.get_mut();
        let _ = connection.shutdown().await;
        let mut rest = vec![0; 1 << 14];
        while connection.read(&mut rest).await.is_ok_and(|length| length > 0) {}
    };
    let _ = timeout(END_TIME, closed).await;
}

/// Carries messages between a page and its session until either ends. Returns with what the server
/// closes the socket, unless the page has closed it.
async fn exchange(socket: &mut WebSocket, session: Joined) -> Option<Farewell> {
    let mut ping = interval(PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    let normal = Some((CloseCode::Normal, ""));
    loop {
        tokio::select! {
            message = socket.next() => {
                heard = Instant::now();
                match message {
                    Some(Ok(message @ (Message::Text(_) | Message::Binary(_)))) => {
                        let sent = match message {
                            Message::Binary(bytes) => session.send_file(bytes.into()),
                            text => session.send(text.to_text().unwrap_or_default()),
                        };
                        match sent {
                            Sent::Accepted => {}
                            Sent::Gone => return normal,
                            Sent::TooMany => return Some((CloseCode::Policy, "too many messages at once")),
                        }
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                    Some(Ok(Message::Close(_))) | None => return None,
                    Some(Err(error)) => return Some(farewell_after(&error)),
                }
            }
            text = session.next() => {
                let Some(text) = text else { return normal };
                if !send(socket, Message::Text(text.into())).await {
                    return normal;
                }
            }
            _ = ping.tick() => {
                if heard.elapsed() > GONE || !send(socket, Message::Ping(Default::default())).await {
                    return normal;
                }
            }
        }
    }
}
