//! The answers: search results in KataGo's fields, errors and warnings.

use serde_json::{Map, Value, json};

use super::fields::QueryError;
use super::query::Query;
use quintet_core::board::Geometry;
use quintet_core::game::Game;
use quintet_core::types::{Action, Move, Seat};
use quintet_engine::{Engine, Settings};
use quintet_search::{Candidate, Proof, Report};

/// Returns the answer for an error.
pub fn error(id: Option<&str>, error: &QueryError) -> Value {
    message("error", id, error)
}

/// Returns the answer for a warning.
pub fn warning(id: &str, warning: &QueryError) -> Value {
    message("warning", Some(id), warning)
}

fn message(kind: &str, id: Option<&str>, error: &QueryError) -> Value {
    let mut object = Map::new();
    object.insert(kind.to_owned(), error.message.as_str().into());
    object.extend(error.field.as_deref().map(|field| ("field".to_owned(), field.into())));
    object.extend(id.map(|id| ("id".to_owned(), id.into())));
    Value::Object(object)
}

/// Returns the answer for a turn that was terminated before its search had results.
pub fn no_results(query: &Query, turn: usize) -> Value {
    json!({"id": query.id, "turnNumber": turn, "isDuringSearch": false, "noResults": true})
}

/// Writes search results for a position of a query.
pub struct Writer<'a> {
    query: &'a Query,
    turn: usize,
    game: Game,
    policy: Option<Vec<Value>>,
}

impl<'a> Writer<'a> {
    /// Creates a writer for a turn of a query; `engine` is at its position and searches it with
    /// `settings`.
    pub fn new(query: &'a Query, turn: usize, engine: &Engine, settings: &Settings) -> Writer<'a> {
        let policy = query.policy.then(|| policy(engine, settings));
        Writer { query, turn, game: engine.game().clone(), policy }
    }

    /// Returns the answer for a search report.
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
        if !self.query.unplayed.is_empty() {
            fields.insert("rulesNotPlayed".to_owned(), self.query.unplayed.clone().into());
        }
        if let Some(policy) = &self.policy {
            fields.insert("policy".to_owned(), policy.clone().into());
        }
        answer
    }

    fn word(&self, mv: Move) -> String {
        self.game.word(mv)
    }

    /// Returns an entry of `moveInfos`.
    fn info(&self, candidate: &Candidate, order: usize, report: &Report, view: Seat) -> Value {
        let seat = report.seat;
        let visits = candidate.visits;
        let length = self.query.pv_length + 1;
        let pv: Vec<String> = candidate.pv.iter().take(length).map(|&mv| self.word(mv)).collect();
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
            let visits: Vec<u64> = candidate.pv_visits.iter().take(length).copied().collect();
            fields.insert("pvVisits".to_owned(), visits.clone().into());
            fields.insert("pvEdgeVisits".to_owned(), visits.into());
        }
        if self.query.move_ownership {
            fields.insert("ownership".to_owned(), self.ownership(&candidate.ownership, view).into());
        }
        fields.extend(candidate.proof.map(|proof| proved(proof, seat)));
        info
    }

    /// Returns `rootInfo`.
    fn root(&self, report: &Report, view: Seat) -> Value {
        let seat = report.seat;
        let mut win_rate = report.win_rate;
        let visits: u64 = report.candidates.iter().map(|candidate| candidate.visits).sum();
        let leads = report.candidates.iter().map(|candidate| candidate.lead * candidate.visits as f64);
        let mut lead = match report.candidates.first() {
            // Averages count moves that are worse than the proven value.
            Some(best) if report.proof.is_some() => best.lead,
            _ => leads.sum::<f64>() / visits.max(1) as f64,
        };
        let outcome = self.game.outcome();
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
        });
        let fields = root.as_object_mut().expect("an object was made");
        fields.extend(report.proof.map(|proof| proved(proof, seat)));
        if let Some(outcome) = outcome {
            fields.insert("ending".to_owned(), outcome.ending.name().into());
        }
        root
    }

    /// Returns the ownership of each cell, row by row from the top: +1 for the player from whose
    /// point of view values are reported. Without playouts it is the current owner. A cell that is
    /// owned now is never exactly 0, which KaTrain treats as a missing number.
    fn ownership(&self, ownership: &[f32], view: Seat) -> Vec<Value> {
        let geometry = self.game.geometry();
        let values = cells(geometry).map(|(x, y)| {
            let Some(point) = geometry.at(x.into(), y.into()) else { return 0.0 };
            let stands = || self.game.owner(point).map_or(0.0, Seat::sign);
            let value = ownership.get(point.index()).map_or_else(stands, |&value| f64::from(value));
            let value = rounded(value * view.sign());
            if value == 0.0 { LEAST_OWNERSHIP * stands() * view.sign() } else { value }
        });
        values.map(Value::from).collect()
    }
}

/// The smallest positive number in an answer.
const LEAST_OWNERSHIP: f64 = 1e-6;

/// Returns the priors of all moves: for each kind of stone all cells, row by row from the top; last
/// the prior of passing or swapping. Illegal moves have −1.
fn policy(engine: &Engine, settings: &Settings) -> Vec<Value> {
    let game = engine.game();
    let geometry = game.geometry();
    let area = usize::from(geometry.width()) * usize::from(geometry.height());
    let mut policy = vec![-1.0; area * game.info().kinds.len() + 1];
    for (mv, prior) in engine.priors(game.to_move(), settings) {
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

/// Returns the cells of the bounding rectangle, row by row from the top.
fn cells(geometry: &Geometry) -> impl Iterator<Item = (u16, u16)> + use<> {
    let width = geometry.width();
    (0..geometry.height()).rev().flat_map(move |y| (0..width).map(move |x| (x, y)))
}

/// Returns `provedWinner`, an extension: the winner according to a proof.
fn proved(proof: Proof, seat: Seat) -> (String, Value) {
    let winner = match proof {
        Proof::Win => Some(seat),
        Proof::Draw => None,
        Proof::Loss => Some(seat.other()),
    };
    let text = winner.map_or("draw".to_owned(), |seat| seat.letter().to_ascii_uppercase().to_string());
    ("provedWinner".to_owned(), text.into())
}

/// Converts an expected result of `seat` to the point of view of `view`.
fn share(share: f64, seat: Seat, view: Seat) -> f64 {
    rounded(if seat == view { share } else { 1.0 - share })
}

/// Converts a lead of `seat` to the point of view of `view`.
fn points(points: f64, seat: Seat, view: Seat) -> f64 {
    rounded(if seat == view { points } else { -points })
}

/// Converts an expected result from 0…1 to −1…+1.
fn utility(win_rate: f64) -> f64 {
    rounded(2.0 * win_rate - 1.0)
}

/// Rounds to six decimals; −0 becomes 0.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}
