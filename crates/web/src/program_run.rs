//! A run of the program: what all its sessions share, invitations above all.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::tasks::Tasks;

/// A run of the program.
pub struct ProgramRun {
    /// Its id: sessions of other runs are gone.
    pub id: String,
    /// The build id of the page.
    pub build: String,
    /// Where engines work.
    pub tasks: Tasks,
    /// The origin under which other machines reach it, such as `http://192.168.0.7:8080`.
    pub origin: Option<String>,
    /// Returns a token that nobody can guess; `None` if there is no way to others who could be
    /// invited.
    tokens: Option<fn() -> String>,
    /// The invitations: the session that each token opens.
    invitations: Mutex<HashMap<String, String>>,
}

/// Returns a random token or id: 128 bits in hexadecimal digits.
#[cfg(feature = "server")]
pub fn random_token() -> String {
    format!("{:032x}", rand::random::<u128>())
}

impl ProgramRun {
    /// Creates a run of a server that other machines reach under `origin`.
    #[cfg(feature = "server")]
    pub fn server(origin: Option<String>) -> ProgramRun {
        let build = super::page_files::BUILD.clone();
        let tokens: fn() -> String = random_token;
        ProgramRun { origin, tokens: Some(tokens), ..ProgramRun::new(tokens(), build, Tasks::Threads) }
    }

    /// Creates a run for one page, whose engines work in slices. Nobody can be invited.
    pub fn local(id: String, build: String, slice: Duration) -> ProgramRun {
        ProgramRun::new(id, build, Tasks::Slices(slice))
    }

    fn new(id: String, build: String, tasks: Tasks) -> ProgramRun {
        ProgramRun { id, build, tasks, origin: None, tokens: None, invitations: Mutex::default() }
    }

    fn invitations(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.invitations.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether others can be invited.
    pub fn can_invite(&self) -> bool {
        self.tokens.is_some()
    }

    /// Returns the session that an invitation opens.
    #[cfg(feature = "server")]
    pub fn session_of(&self, token: &str) -> Option<String> {
        self.invitations().get(token).cloned()
    }

    /// Returns a new invitation to a session, if others can be invited.
    pub fn invite(&self, session: &str) -> Option<String> {
        let token = self.tokens?();
        self.invitations().insert(token.clone(), session.to_owned());
        Some(token)
    }

    pub fn end_invitation(&self, token: &str) {
        self.invitations().remove(token);
    }
}
