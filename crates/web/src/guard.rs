//! Which requests are accepted: a program that starts engines must not be driven by a foreign page.
//!
//! A foreign page can make a browser send requests to this machine, even under a name of its own
//! that suddenly resolves to it (DNS rebinding). So each request must name this server as its host,
//! must come from the server's own page if it has an origin, and must have the token that was
//! printed at the start.

use std::net::IpAddr;

/// Checks requests.
#[derive(Clone, Debug)]
pub struct Guard {
    host: String,
    port: u16,
    token: String,
}

/// The reason why a request is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Rejection {
    /// It names another host.
    #[error("unexpected Host header")]
    Host,
    /// It comes from another page.
    #[error("another page may not use this server")]
    Origin,
    /// Its invitation has ended.
    #[error("this invitation has ended, or quintet has been started again since")]
    Invitation,
    /// It has no token, or a wrong one.
    #[error("access refused: open the address that quintet web printed when it started, with its token")]
    Token,
}

/// The parts of a request that are checked.
#[derive(Clone, Copy, Default, Debug)]
pub struct Credentials<'a> {
    /// `Host`.
    pub host: Option<&'a str>,
    /// `Origin`.
    pub origin: Option<&'a str>,
    /// `Sec-Fetch-Site`.
    pub site: Option<&'a str>,
    /// `Cookie`.
    pub cookie: Option<&'a str>,
}

/// Returns the values of the cookies of a name.
fn cookies<'a>(request: Credentials<'a>, name: String) -> impl Iterator<Item = &'a str> {
    let cookies = request.cookie.into_iter().flat_map(|all| all.split(';'));
    let pairs = cookies.filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(key, _)| *key == name).map(|(_, value)| value)
}

impl Guard {
    /// Creates the guard of a server on `host` and `port`, with a random token.
    pub fn new(host: &str, port: u16) -> Guard {
        let token = format!("{:032x}", rand::random::<u128>());
        Guard { host: host.trim_matches(['[', ']']).to_ascii_lowercase(), port, token }
    }

    #[cfg(test)]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Returns the address to open on another machine that reaches this one at `ip`.
    pub fn address_at(&self, ip: IpAddr) -> String {
        format!("{}/?token={}", self.origin_at(ip), self.token)
    }

    /// Returns the origin under which another machine reaches this one at `ip`.
    pub fn origin_at(&self, ip: IpAddr) -> String {
        let host = if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() };
        format!("http://{host}:{}", self.port)
    }

    /// Returns the address to open on this machine.
    pub fn address(&self) -> String {
        let host = match self.host.parse() {
            Ok(IpAddr::V6(v6)) if v6.is_unspecified() => "[::1]".to_owned(),
            Ok(IpAddr::V6(v6)) => format!("[{v6}]"),
            Ok(IpAddr::V4(v4)) if v4.is_unspecified() => "127.0.0.1".to_owned(),
            _ => self.host.clone(),
        };
        format!("http://{host}:{}/?token={}", self.port, self.token)
    }

    /// Returns the cookie for the first visit. Ports of a host share cookies, so the name has the
    /// port.
    pub fn cookie(&self) -> String {
        format!("quintet-{}={}; HttpOnly; SameSite=Strict; Path=/", self.port, self.token)
    }

    /// Returns the cookie of a guest, which opens the files of the page.
    pub fn guest_cookie(&self, invitation: &str) -> String {
        format!("quintet-guest-{}={invitation}; HttpOnly; SameSite=Strict; Path=/", self.port)
    }

    /// Returns the invitations of a guest's cookies.
    pub fn invitations<'a>(&self, request: Credentials<'a>) -> impl Iterator<Item = &'a str> {
        cookies(request, format!("quintet-guest-{}", self.port))
    }

    /// Returns whether this is the token.
    pub fn is_token(&self, token: &str) -> bool {
        // All bytes are compared, so that the time does not depend on where they differ.
        token.len() == self.token.len() && token.bytes().zip(self.token.bytes()).fold(0, |d, (a, b)| d | (a ^ b)) == 0
    }

    /// Returns whether `Host` names this server. If it listens on all addresses, any address is
    /// accepted, but no name except `localhost`: DNS rebinding needs a name.
    fn is_host(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.port) {
            return false;
        }
        let name = name.to_ascii_lowercase();
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(&name);
        let named: Option<IpAddr> = bare.parse().ok();
        match self.host.parse::<IpAddr>() {
            Ok(own) if own.is_unspecified() => named.is_some() || bare == "localhost",
            Ok(own) if own.is_loopback() => named == Some(own) || bare == "localhost",
            Ok(own) => named == Some(own),
            Err(_) => bare == self.host || named.is_some_and(|named| self.host == "localhost" && named.is_loopback()),
        }
    }

    /// Checks host and origin.
    ///
    /// # Errors
    /// Returns an error if the request is foreign.
    pub fn check_origin(&self, request: Credentials<'_>) -> Result<(), Rejection> {
        let host = request.host.filter(|host| self.is_host(host)).ok_or(Rejection::Host)?;
        let same = |origin: &str| origin.strip_prefix("http://").is_some_and(|place| place.eq_ignore_ascii_case(host));
        if request.origin.is_some_and(|origin| !same(origin)) {
            return Err(Rejection::Origin);
        }
        Ok(())
    }

    /// Checks host, origin and token.
    ///
    /// # Errors
    /// Returns an error if the request is foreign.
    pub fn check(&self, request: Credentials<'_>) -> Result<(), Rejection> {
        self.check_origin(request)?;
        let is_known = cookies(request, format!("quintet-{}", self.port)).any(|token| self.is_token(token));
        if is_known { Ok(()) } else { Err(Rejection::Token) }
    }

    /// Checks the request of a socket: host, token and origin, which it must have.
    ///
    /// # Errors
    /// Returns an error if the request is foreign.
    pub fn check_socket(&self, request: Credentials<'_>) -> Result<(), Rejection> {
        self.check(request)?;
        self.check_socket_origin(request)
    }

    /// Checks host and origin of the request of a socket, which must have an origin.
    ///
    /// # Errors
    /// Returns an error if the request is foreign.
    pub fn check_socket_origin(&self, request: Credentials<'_>) -> Result<(), Rejection> {
        self.check_origin(request)?;
        let foreign = request.site.is_some_and(|site| site != "same-origin");
        if request.origin.is_none() || foreign { Err(Rejection::Origin) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request<'a>(host: &'a str, origin: Option<&'a str>, cookie: &'a str) -> Credentials<'a> {
        Credentials { host: Some(host), origin, site: None, cookie: Some(cookie) }
    }

    #[test]
    fn only_the_names_of_the_server_are_accepted_as_host() {
        let guard = |host| Guard::new(host, 8080);
        for (own, host, expected) in [
            ("127.0.0.1", "127.0.0.1:8080", true),
            ("127.0.0.1", "localhost:8080", true),
            ("127.0.0.1", "LOCALHOST:8080", true),
            ("127.0.0.1", "127.0.0.1:8081", false),
            ("127.0.0.1", "127.0.0.1", false),
            ("127.0.0.1", "evil.example:8080", false),
            ("127.0.0.1", "127.0.0.1.evil.example:8080", false),
            ("127.0.0.1", "192.168.0.7:8080", false),
            ("::1", "[::1]:8080", true),
            ("::1", "[::2]:8080", false),
            ("0.0.0.0", "192.168.0.7:8080", true),
            ("0.0.0.0", "evil.example:8080", false),
            ("localhost", "127.0.0.1:8080", true),
            ("board.lan", "board.lan:8080", true),
            ("board.lan", "evil.example:8080", false),
        ] {
            assert_eq!(guard(own).is_host(host), expected, "{own} asked as {host}");
        }
        assert_eq!(guard("127.0.0.1").check(Credentials::default()), Err(Rejection::Host));
    }

    #[test]
    fn addresses_are_those_that_the_guard_accepts() {
        for own in ["0.0.0.0", "::", "127.0.0.1", "::1", "localhost"] {
            let guard = Guard::new(own, 8080);
            let host = |address: &str| address["http://".len()..].split('/').next().unwrap().to_owned();
            assert!(guard.is_host(&host(&guard.address())), "{own}: {}", guard.address());
        }
        for (own, ip, expected) in [("0.0.0.0", "192.168.0.7", "192.168.0.7:8080"), ("::", "fd00::1", "[fd00::1]:8080")]
        {
            let guard = Guard::new(own, 8080);
            let address = guard.address_at(ip.parse().unwrap());
            assert!(address.starts_with(&format!("http://{expected}/?token=")) && guard.is_host(expected), "{address}");
        }
    }

    #[test]
    fn an_origin_must_be_the_host() {
        let guard = Guard::new("127.0.0.1", 8080);
        let cookie = format!("a=b; quintet-8080={}", guard.token());
        let check = |origin| guard.check(request("127.0.0.1:8080", origin, &cookie));
        assert_eq!(check(None), Ok(()));
        assert_eq!(check(Some("http://127.0.0.1:8080")), Ok(()));
        for foreign in ["http://127.0.0.1:8081", "https://127.0.0.1:8080", "http://evil.example", "null", ""] {
            assert_eq!(check(Some(foreign)), Err(Rejection::Origin), "{foreign}");
        }
    }

    #[test]
    fn requests_without_the_token_are_rejected() {
        let guard = Guard::new("127.0.0.1", 8080);
        let short = format!("quintet-8080={}", &guard.token()[1..]);
        let other = format!("quintet-8081={}", guard.token());
        for cookie in ["", "quintet-8080", "quintet-8080=", &short, &other] {
            assert_eq!(guard.check(request("localhost:8080", None, cookie)), Err(Rejection::Token), "{cookie}");
        }
        assert_ne!(guard.token(), Guard::new("127.0.0.1", 8080).token());
    }

    #[test]
    fn a_socket_must_have_an_origin() {
        let guard = Guard::new("127.0.0.1", 8080);
        let cookie = format!("quintet-8080={}", guard.token());
        let own = request("127.0.0.1:8080", Some("http://127.0.0.1:8080"), &cookie);
        assert_eq!(guard.check_socket(own), Ok(()));
        assert_eq!(guard.check_socket(Credentials { origin: None, ..own }), Err(Rejection::Origin));
        assert_eq!(guard.check_socket(Credentials { site: Some("cross-site"), ..own }), Err(Rejection::Origin));
    }
}
