//! What a search found, in KataGo's fields.

use serde_json::{Map, Value, json};

use super::fields::Refusal;
use super::query::Query;
use crate::board::Geometry;
use crate::engine::AnyPlayer;
use crate::history::AnyHistory;
use crate::record::move_words;
use crate::search::{Candidate, Proof, Report};
use crate::words::{Action, Move, Seat};

/// An answer that says what is wrong.
pub fn error(id: Option<&str>, refusal: &Refusal) -> Value {
    complaint("error", id, refusal)
}

/// An answer that says what was taken otherwise than it was meant.
pub fn warning(id: &str, refusal: &Refusal) -> Value {
    complaint("warning", Some(id), refusal)
}

fn complaint(kind: &str, id: Option<&str>, refusal: &Refusal) -> Value {
    let mut object = Map::new();
    object.insert(kind.to_owned(), refusal.message.as_str().into());
    object.extend(refusal.field.as_deref().map(|field| ("field".to_owned(), field.into())));
    object.extend(id.map(|id| ("id".to_owned(), id.into())));
    Value::Object(object)
}

/// The answer for a turn that was given up before anything was found.
pub fn no_results(query: &Query, turn: usize) -> Value {
    json!({"id": query.id, "turnNumber": turn, "isDuringSearch": false, "noResults": true})
}

/// A position of a query, for writing down what is found out about it.
pub struct Writer<'a> {
    query: &'a Query,
    turn: usize,
    history: Box<dyn AnyHistory>,
    policy: Option<Vec<Value>>,
}

impl<'a> Writer<'a> {
    /// For a turn of a query, which a player stands at.
    pub fn new(query: &'a Query, turn: usize, player: &dyn AnyPlayer) -> Writer<'a> {
        let policy = query.policy.then(|| policy(player));
        Writer { query, turn, history: player.history().boxed_clone(), policy }
    }

    /// The answer.
    pub fn answer(&self, report: &Report, is_during_search: bool) -> Value {
        let view = self.query.perspective.seat(report.seat);
        let infos = report.candidates.iter().filter(|candidate| candidate.visits > 0 || candidate.proof.is_some());
        let infos: Vec<Value> =
            infos.zip(0..).map(|(candidate, order)| self.info(candidate, order, report, view)).collect();
        let mut answer = json!({
            "id": self.query.id,
            "turnNumber": self.turn,
            "isDuringSearch": is_during_search,
            "moveInfos": infos,
            "rootInfo": self.root(report, view),
        });
        let fields = answer.as_object_mut().expect("an object was made");
        if self.query.ownership {
            fields.insert("ownership".to_owned(), self.ownership(&report.ownership, view).into());
        }
        if let Some(policy) = &self.policy {
            fields.insert("policy".to_owned(), policy.clone().into());
        }
        answer
    }

    fn word(&self, mv: Move) -> String {
        move_words::format(self.history.info(), self.history.geometry(), mv)
    }

    fn info(&self, candidate: &Candidate, order: usize, report: &Report, view: Seat) -> Value {
        let seat = report.seat;
        let visits = candidate.visits;
        let told = self.query.pv_length + 1;
        let pv: Vec<String> = candidate.pv.iter().take(told).map(|&mv| self.word(mv)).collect();
        let low = candidate.lower_bound();
        let (win_rate, low) = (share(candidate.win_rate, seat, view), share(low, seat, view));
        let lead = points(candidate.lead, seat, view);
        let mut info = json!({
            "move": self.word(candidate.mv),
            "order": order,
            "visits": visits,
            "edgeVisits": visits,
            "weight": visits as f64,
            "edgeWeight": visits as f64,
            "playSelectionValue": visits as f64,
            "winrate": win_rate,
            "utility": utility(win_rate),
            "lcb": low,
            "utilityLcb": utility(low),
            "scoreLead": lead,
            "scoreMean": lead,
            "scoreSelfplay": lead,
            "prior": rounded(candidate.prior),
            "pv": pv,
        });
        let fields = info.as_object_mut().expect("an object was made");
        if self.query.pv_visits {
            let visits: Vec<u64> = candidate.pv_visits.iter().take(told).copied().collect();
            fields.insert("pvVisits".to_owned(), visits.clone().into());
            fields.insert("pvEdgeVisits".to_owned(), visits.into());
        }
        if self.query.move_ownership {
            fields.insert("ownership".to_owned(), self.ownership(&candidate.ownership, view).into());
        }
        fields.extend(candidate.proof.map(|proof| proved(proof, seat)));
        info
    }

    fn root(&self, report: &Report, view: Seat) -> Value {
        let seat = report.seat;
        let mut win_rate = report.win_rate;
        let visits: u64 = report.candidates.iter().map(|candidate| candidate.visits).sum();
        let leads = report.candidates.iter().map(|candidate| candidate.lead * candidate.visits as f64);
        let mut lead = leads.sum::<f64>() / visits.max(1) as f64;
        let outcome = self.history.outcome();
        if let Some(outcome) = &outcome {
            win_rate = outcome.winner().map_or(0.5, |winner| if winner == seat { 1.0 } else { 0.0 });
            lead = outcome.margin.for_seat(seat);
        }
        let win_rate = share(win_rate, seat, view);
        let lead = points(lead, seat, view);
        let mut root = json!({
            "currentPlayer": seat.letter().to_ascii_uppercase().to_string(),
            "visits": report.visits,
            "weight": report.visits as f64,
            "winrate": win_rate,
            "utility": utility(win_rate),
            "scoreLead": lead,
            "scoreSelfplay": lead,
            "thisHash": format!("{:016X}", self.history.key()),
        });
        let fields = root.as_object_mut().expect("an object was made");
        fields.extend(report.proof.map(|proof| proved(proof, seat)));
        if let Some(outcome) = outcome {
            fields.insert("ending".to_owned(), outcome.ending.name().into());
        }
        root
    }

    /// Whose each cell will be, row by row from the top: +1 for the seat by whose eyes values are told. Where no game was
    /// played out, as the board stands. A cell that somebody owns now has never 0: KaTrain takes that for a missing number.
    fn ownership(&self, ownership: &[f32], view: Seat) -> Vec<Value> {
        let geometry = self.history.geometry();
        let values = cells(geometry).map(|(x, y)| {
            let Some(point) = geometry.at(x.into(), y.into()) else { return 0.0 };
            let stands = || self.history.owner(point).map_or(0.0, Seat::sign);
            let value = ownership.get(point.index()).map_or_else(stands, |&value| f64::from(value));
            let value = rounded(value * view.sign());
            if value == 0.0 { LEAST_OWNERSHIP * stands() * view.sign() } else { value }
        });
        values.map(Value::from).collect()
    }
}

/// The smallest number that an answer has beside 0.
const LEAST_OWNERSHIP: f64 = 1e-6;

/// The priors of all moves: cell by cell, row by row from the top, for the first kind of stone, then for the next; at the end that
/// of passing, or of swapping. −1 where the move is not legal.
fn policy(player: &dyn AnyPlayer) -> Vec<Value> {
    let history = player.history();
    let geometry = history.geometry();
    let area = usize::from(geometry.width()) * usize::from(geometry.height());
    let mut policy = vec![-1.0; area * history.info().kinds.len() + 1];
    for (mv, prior) in player.priors(history.to_move()) {
        let at = match mv.action() {
            Action::Place { kind, point } => {
                let at = cells(geometry).position(|(x, y)| geometry.at(x.into(), y.into()) == Some(point));
                usize::from(kind) * area + at.expect("every point has its cell")
            }
            Action::Pass | Action::Swap => policy.len() - 1,
        };
        policy[at] = rounded(f64::from(prior));
    }
    policy.into_iter().map(Value::from).collect()
}

/// The cells of the bounding rectangle, row by row from the top.
fn cells(geometry: &Geometry) -> impl Iterator<Item = (u16, u16)> + use<> {
    let width = geometry.width();
    (0..geometry.height()).rev().flat_map(move |y| (0..width).map(move |x| (x, y)))
}

/// A field of our own: who wins by what is proved.
fn proved(proof: Proof, seat: Seat) -> (String, Value) {
    let winner = match proof {
        Proof::Win => Some(seat),
        Proof::Draw => None,
        Proof::Loss => Some(seat.other()),
    };
    let text = winner.map_or("draw".to_owned(), |seat| seat.letter().to_ascii_uppercase().to_string());
    ("provedWinner".to_owned(), text.into())
}

/// A share of `seat`'s as `view` sees it.
fn share(share: f64, seat: Seat, view: Seat) -> f64 {
    rounded(if seat == view { share } else { 1.0 - share })
}

/// Points of `seat`'s as `view` sees them.
fn points(points: f64, seat: Seat, view: Seat) -> f64 {
    rounded(if seat == view { points } else { -points })
}

/// An expected result from 0 to 1 as one from −1 to +1.
fn utility(win_rate: f64) -> f64 {
    rounded(2.0 * win_rate - 1.0)
}

/// Six digits after the point; plain 0 for −0.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}
