//! A game that is shared with other browsers: invitations, offers, and who is there.

use quintet_core::types::Seat;
use serde::Serialize;

/// The players, spectators and offers of a shared game, for one page.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SharedView {
    /// `true` on the page that invites the others.
    pub host: bool,
    /// The side that this page plays; absent if it only watches, or plays both.
    pub seat: Option<Seat>,
    /// `true` for each of Black and White whose player has a page open.
    pub present: [bool; 2],
    /// The number of pages that watch.
    pub watching: usize,
    /// The offer that waits for an answer.
    pub offer: Option<OfferView>,
}

/// An offer of one player to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct OfferView {
    /// The side that makes it.
    pub seat: Seat,
    /// Its kind.
    pub what: Offer,
}

/// The kinds of offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// To take the latest move of the asking player back.
    TakeBack,
    /// Another game, with the sides exchanged.
    Rematch,
}

/// The invitations of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct InvitationsView {
    /// One link per seat that is free for a guest, and one for watching.
    pub links: Vec<InvitationLink>,
    /// `true` if other machines can open them.
    pub elsewhere: bool,
}

/// An invitation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct InvitationLink {
    /// The side to play; absent for watching.
    pub seat: Option<Seat>,
    /// The address to open.
    pub address: String,
    /// The address as a QR code.
    pub code: QrView,
}

/// A QR code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct QrView {
    /// The number of its squares in a row, without a margin.
    pub size: i32,
    /// Its dark squares, each of width 1, as the data of an SVG path.
    pub path: String,
}
