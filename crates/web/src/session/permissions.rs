//! Which requests a page may send: fewer if it was invited, or while two people play.

use super::error::RequestError;
use super::guests::Role;
use super::live_game::LiveGame;
use crate::messages::PageRequest;

/// Returns an error if a page may not send a request now.
pub fn check(request: &PageRequest, role: Role, live: &LiveGame) -> Result<(), RequestError> {
    match request {
        // Nothing changes for the others.
        PageRequest::Save
        | PageRequest::Picture
        | PageRequest::Animation
        | PageRequest::ReplayPage
        | PageRequest::Lesson { .. }
        | PageRequest::Goto { .. }
        | PageRequest::Return => Ok(()),
        _ if role == Role::Watcher => Err(RequestError::Watching),
        PageRequest::Play { .. }
        | PageRequest::Undo
        | PageRequest::Resign
        | PageRequest::Rematch
        | PageRequest::Answer { .. } => Ok(()),
        // Moves that were taken back are not played again by one of two people.
        PageRequest::Redo if live.players().has_guest() && !live.steps() => Err(RequestError::OnlyTogether),
        // After the game both look at it together.
        PageRequest::Redo
        | PageRequest::Try { .. }
        | PageRequest::Hint
        | PageRequest::Analyse { .. }
        | PageRequest::Exact { .. }
        | PageRequest::Review => match live.is_shared() {
            true => Err(RequestError::SharedGame),
            false => Ok(()),
        },
        // The game is that of two people: neither alone changes its course or its players.
        PageRequest::PlayOn | PageRequest::Seats(_) | PageRequest::Flip | PageRequest::Stop
            if live.players().has_guest() =>
        {
            Err(RequestError::OnlyTogether)
        }
        _ if role == Role::Host => Ok(()),
        _ => Err(RequestError::OnlyHost),
    }
}
