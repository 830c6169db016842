//! A run of the server: its id, its address and its invitations, which all sessions share.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A run of the server.
pub struct ServerRun {
    /// Its id: sessions of other runs are gone.
    pub id: String,
    /// The origin under which other machines reach it, such as `http://192.168.0.7:8080`.
    pub origin: Option<String>,
    /// The invitations: the session that each token opens.
    invitations: Mutex<HashMap<String, String>>,
}

/// Returns a random token or id: 128 bits in hexadecimal digits.
pub fn random_token() -> String {
    format!("{:032x}", rand::random::<u128>())
}

impl ServerRun {
    /// Creates a run of a server that other machines reach under `origin`.
    pub fn new(origin: Option<String>) -> ServerRun {
        ServerRun { id: random_token(), origin, invitations: Mutex::default() }
    }

    fn invitations(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.invitations.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the session that an invitation opens.
    pub fn session_of(&self, token: &str) -> Option<String> {
        self.invitations().get(token).cloned()
    }

    /// Returns a new invitation to a session.
    pub fn invite(&self, session: &str) -> String {
        let token = random_token();
        self.invitations().insert(token.clone(), session.to_owned());
        token
    }

    /// Ends an invitation.
    pub fn end_invitation(&self, token: &str) {
        self.invitations().remove(token);
    }
}
