//! The guests of a session: who was invited to a seat or to watch, and what the players offer each
//! other.

use std::sync::Arc;

use qrcodegen::{QrCode, QrCodeEcc};
use quintet_core::types::Seat;
use quintet_engine::Knowledge;
use quintet_record::tree::NodeId;

use super::connection::Connection;
use super::error::RequestError;
use super::live_game::LiveGame;
use super::players::{Player, Players};
use crate::messages::{InvitationLink, InvitationsView, Offer, OfferView, QrView, SharedView};
use crate::program_run::ProgramRun;

/// The role of a page in its session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It began the session, and plays for every person who is not a guest.
    Host,
    /// It was invited to play a side.
    Guest(Seat),
    /// It was invited to watch.
    Watcher,
}

/// An invitation.
struct Invitation {
    token: String,
    /// `true` if a page has used it.
    used: bool,
}

/// Returns an invitation to a session of a run; makes it if there is none.
fn invitation<'a>(
    known: &'a mut Option<Invitation>,
    run: &ProgramRun,
    session: &str,
) -> Result<&'a Invitation, RequestError> {
    match known {
        Some(known) => Ok(known),
        None => {
            let token = run.invite(session).ok_or(RequestError::NobodyToInvite)?;
            Ok(known.insert(Invitation { token, used: false }))
        }
    }
}

/// The invitations and offers of a session.
pub struct Guests {
    run: Arc<ProgramRun>,
    session: String,
    /// The invitations to play Black and White.
    seats: [Option<Invitation>; 2],
    /// The invitation to watch.
    watch: Option<Invitation>,
    /// The offer that waits for an answer.
    offer: Option<StandingOffer>,
}

/// An offer and the position of the game at which it was made, and stands.
#[derive(Clone, Copy, PartialEq, Eq)]
struct StandingOffer {
    offer: OfferView,
    node: NodeId,
    /// `true` if the game was over.
    is_over: bool,
}

impl StandingOffer {
    fn new(live: &LiveGame, seat: Seat, what: Offer) -> StandingOffer {
        let node = live.latest();
        StandingOffer { offer: OfferView { seat, what }, node, is_over: live.game().is_over_at(node) }
    }
}

impl Guests {
    /// Creates a session's list of guests, which is empty.
    pub fn new(run: Arc<ProgramRun>, session: &str) -> Guests {
        Guests { run, session: session.to_owned(), seats: [None, None], watch: None, offer: None }
    }

    /// Returns the role of a page by its invitation; a page without one is the host. An invitation
    /// that has ended gives no role.
    pub fn role(&self, token: Option<&str>) -> Option<Role> {
        let Some(token) = token else { return Some(Role::Host) };
        let is_this = |invitation: &Option<Invitation>| invitation.as_ref().is_some_and(|known| known.token == token);
        if is_this(&self.watch) {
            return Some(Role::Watcher);
        }
        Seat::BOTH.into_iter().find(|seat| is_this(&self.seats[seat.index()])).map(Role::Guest)
    }

    /// Notes that a page has used an invitation.
    pub fn note_use(&mut self, token: Option<&str>) {
        let invitations = self.seats.iter_mut().chain([&mut self.watch]).flatten();
        invitations.filter(|known| Some(known.token.as_str()) == token).for_each(|known| known.used = true);
    }

    /// Returns whether every guest who plays has come at least once.
    pub fn have_come(&self, players: &Players) -> bool {
        let mut guests = Seat::BOTH.into_iter().filter(|&seat| players.of(seat) == Player::Guest);
        guests.all(|seat| self.seats[seat.index()].as_ref().is_some_and(|known| known.used))
    }

    /// Returns the invitations to a game, which are made as far as there are none; `origin` is that
    /// of the host's page.
    ///
    /// # Errors
    /// Returns an error if nobody can be invited.
    pub fn invite(&mut self, players: &Players, origin: &str) -> Result<InvitationsView, RequestError> {
        let is_local =
            ["http://127.0.0.1", "http://localhost", "http://[::1]"].iter().any(|own| origin.starts_with(own));
        let origin = if is_local { self.run.origin.as_deref().unwrap_or(origin) } else { origin };
        let elsewhere = !is_local || self.run.origin.is_some();
        let link = |invitation: &Invitation, seat| {
            let address = format!("{origin}/?invite={}", invitation.token);
            InvitationLink { seat, code: code(&address), address }
        };
        let mut links = Vec::new();
        for seat in Seat::BOTH {
            if players.of(seat) == Player::Guest {
                links.push(link(invitation(&mut self.seats[seat.index()], &self.run, &self.session)?, Some(seat)));
            }
        }
        links.push(link(invitation(&mut self.watch, &self.run, &self.session)?, None));
        Ok(InvitationsView { links, elsewhere })
    }

    /// Ends all invitations.
    pub fn end(&mut self) {
        let Guests { run, seats, watch, .. } = self;
        for invitation in seats.iter_mut().chain([watch]).filter_map(Option::take) {
            run.end_invitation(&invitation.token);
        }
        self.offer = None;
    }

    /// Ends the invitations to seats that are not a guest's in another game; offers lapse.
    pub fn follow(&mut self, players: &Players) {
        self.offer = None;
        for seat in Seat::BOTH {
            if players.of(seat) != Player::Guest
                && let Some(invitation) = self.seats[seat.index()].take()
            {
                self.run.end_invitation(&invitation.token);
            }
        }
    }

    /// Returns the offer that stands; it lapses when the game goes on or ends.
    fn standing_offer(&self, live: &LiveGame) -> Option<OfferView> {
        let StandingOffer { offer, .. } = self.offer?;
        (self.offer == Some(StandingOffer::new(live, offer.seat, offer.what))).then_some(offer)
    }

    /// Takes the latest move of a side back, if nobody has to be asked, or offers it to the other.
    pub fn take_back(&mut self, live: &mut LiveGame, role: Role) -> Result<(), RequestError> {
        let seat = live.seat_of(role).ok_or(RequestError::Watching)?;
        if !live.can_undo_and_redo()[0] {
            return Err(RequestError::NothingToUndo);
        }
        if self.is_agreed(live, seat, Offer::TakeBack) {
            return live.take_back(seat);
        }
        Ok(())
    }

    /// Returns another game with the sides exchanged, if nobody has to be asked; otherwise it is
    /// offered.
    pub fn rematch(
        &mut self,
        live: &LiveGame,
        role: Role,
        knowledge: &Knowledge,
    ) -> Result<Option<LiveGame>, RequestError> {
        let seat = live.seat_of(role).ok_or(RequestError::Watching)?;
        if self.is_agreed(live, seat, Offer::Rematch) {
            self.seats.swap(0, 1);
            return Ok(Some(live.rematch(knowledge)));
        }
        Ok(None)
    }

    /// Returns whether both sides want something: the other one has offered it, or is no person.
    /// Otherwise it is offered.
    fn is_agreed(&mut self, live: &LiveGame, seat: Seat, what: Offer) -> bool {
        let asked = OfferView { seat: seat.other(), what };
        if self.standing_offer(live) == Some(asked) || !live.players().is_person(seat.other()) {
            self.offer = None;
            return true;
        }
        self.offer = Some(StandingOffer::new(live, seat, what));
        false
    }

    /// Answers the offer of the other side; returns another game if one follows.
    pub fn answer(
        &mut self,
        live: &mut LiveGame,
        role: Role,
        accept: bool,
        knowledge: &Knowledge,
    ) -> Result<Option<LiveGame>, RequestError> {
        let seat = live.seat_of(role).ok_or(RequestError::Watching)?;
        let offer = self.standing_offer(live).filter(|offer| offer.seat != seat).ok_or(RequestError::NoOffer)?;
        if !accept {
            self.offer = None;
            return Ok(None);
        }
        match offer.what {
            Offer::TakeBack => {
                self.offer = None;
                live.take_back(offer.seat)?;
                Ok(None)
            }
            Offer::Rematch => self.rematch(live, role, knowledge),
        }
    }

    /// Returns the players, spectators and offers for a page; `None` if nobody is invited.
    pub fn view(&self, role: Role, live: &LiveGame, connection: &Connection) -> Option<SharedView> {
        let players = live.players();
        if !players.has_guest() && self.watch.is_none() {
            return None;
        }
        let is_here = |role| connection.tokens().any(|token| self.role(token) == Some(role));
        let present = Seat::BOTH.map(|seat| match players.of(seat) {
            Player::Guest => is_here(Role::Guest(seat)),
            Player::Person => is_here(Role::Host),
            Player::BuiltIn(_) | Player::External(_) => true,
        });
        Some(SharedView {
            host: role == Role::Host,
            seat: live.seat_of(role),
            present,
            watching: connection.tokens().filter(|token| self.role(*token) == Some(Role::Watcher)).count(),
            offer: self.standing_offer(live),
        })
    }
}

impl Drop for Guests {
    fn drop(&mut self) {
        self.end();
    }
}

/// Returns the QR code of an address (ISO/IEC 18004), with the usual error correction.
fn code(address: &str) -> QrView {
    let Ok(code) = QrCode::encode_text(address, QrCodeEcc::Medium) else {
        // More than 2,331 bytes: no address is as long.
        return QrView { size: 1, path: String::new() };
    };
    let size = code.size();
    let cells = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
    let path = cells.filter(|&(x, y)| code.get_module(x, y)).map(|(x, y)| format!("M{x} {y}h1v1h-1z")).collect();
    QrView { size, path }
}
