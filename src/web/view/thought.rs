//! What searches found of a position, as the page shows it.

use super::{Cells, round, seat_name};
use crate::history::AnyHistory;
use crate::record::move_words;
use crate::search::{Proof, Report};
use crate::setup::GameInfo;
use crate::web::messages::{CandidateView, ExactMove, ExactValues, Ply, ValueView};
use crate::web::values::{MoveValue, MoveValues};
use crate::words::{Action, Margin, Move, Outcome, Seat};

fn ply(game: &dyn AnyHistory, cells: &Cells, seat: Seat, mv: Move) -> Ply {
    let (info, geometry) = (game.info(), game.geometry());
    let (cell, stone) = match mv.action() {
        Action::Place { kind, point } => (cells.index(point), Some(info.placed_stone(seat, kind).name())),
        Action::Pass | Action::Swap => (None, None),
    };
    Ply { word: move_words::format(info, geometry, mv), cell, stone }
}

/// Whether a game's margins are points that can be more or fewer.
fn has_margin(info: &GameInfo) -> bool {
    info.id != "cancer"
}

/// So many moves of a search are told.
const TOLD: usize = 12;

/// The best moves that a search found.
pub fn candidates(game: &dyn AnyHistory, cells: &Cells, report: &Report) -> Vec<CandidateView> {
    let seats = |count| std::iter::successors(Some(report.seat), |seat: &Seat| Some(seat.other())).take(count);
    let looked_at = report.candidates.iter().filter(|candidate| candidate.visits > 0 || candidate.proof.is_some());
    let told = looked_at.take(TOLD).map(|candidate| {
        let Ply { word, cell, stone } = ply(game, cells, report.seat, candidate.mv);
        let pv = candidate.pv.iter().take(16);
        CandidateView {
            word,
            cell,
            stone,
            visits: candidate.visits,
            rate: candidate.win_rate,
            lead: has_margin(game.info()).then_some(round(candidate.lead)),
            proof: candidate.proof.map(proof_word),
            pv: seats(pv.len()).zip(pv).map(|(seat, &mv)| ply(game, cells, seat, mv)).collect(),
        }
    });
    told.collect()
}

const fn proof_word(proof: Proof) -> &'static str {
    match proof {
        Proof::Win => "win",
        Proof::Draw => "draw",
        Proof::Loss => "loss",
    }
}

/// The exact value that a search proved, in words.
pub fn exact(info: &GameInfo, report: &Report) -> Option<String> {
    let name = seat_name(info, report.seat);
    report.proof.map(|proof| match proof {
        Proof::Win => format!("{name} wins with best play (proven)"),
        Proof::Draw => "a draw with best play (proven)".to_owned(),
        Proof::Loss => format!("{name} loses against best play (proven)"),
    })
}

/// What a search thinks of a position, seen by Black.
pub fn value(info: &GameInfo, report: &Report) -> Option<ValueView> {
    let best = report.candidates.first()?;
    let black = |rate: f64| if report.seat == Seat::Black { rate } else { 1.0 - rate };
    let rate = match report.proof {
        Some(Proof::Win) => 1.0,
        Some(Proof::Draw) => 0.5,
        Some(Proof::Loss) => 0.0,
        None => report.win_rate,
    };
    Some(ValueView {
        rate: black(rate),
        lead: has_margin(info).then_some(round(best.lead * report.seat.sign())),
        exact: report.proof.is_some(),
        visits: report.visits,
    })
}

/// What an exact value says of a position, seen by Black.
pub fn exact_value(info: &GameInfo, value: f64, margins: bool) -> ValueView {
    let rate = match Margin::new(value).winner() {
        Some(Seat::Black) => 1.0,
        Some(Seat::White) => 0.0,
        None => 0.5,
    };
    ValueView { rate, lead: (margins && has_margin(info)).then_some(value), exact: true, visits: 0 }
}

/// The exact values of moves, the best first, of equal ones the sooner win or the later loss.
pub fn exact_values(game: &dyn AnyHistory, cells: &Cells, node: usize, values: &MoveValues, done: bool) -> ExactValues {
    let sign = values.seat.sign();
    let margins = values.margins && has_margin(game.info());
    let told = |value: f64| match (Margin::new(value).winner(), margins) {
        (None, true) => "0".to_owned(),
        (Some(_), true) if value > 0.0 => format!("+{value}"),
        (Some(_), true) => format!("−{}", -value),
        (None, false) => "draw".to_owned(),
        (Some(_), false) => (if value > 0.0 { "win" } else { "loss" }).to_owned(),
    };
    let mut moves = values.moves.clone();
    let later = |told: &MoveValue| told.plies.map_or(0, i64::from) * if told.value * sign > 0.0 { 1 } else { -1 };
    moves.sort_by(|a, b| (b.value * sign).total_cmp(&(a.value * sign)).then(later(a).cmp(&later(b))));
    let moves = moves.iter().map(|move_value| {
        let Ply { word, cell, stone } = ply(game, cells, values.seat, move_value.mv);
        let best = values.value == Some(move_value.value);
        ExactMove { word, cell, stone, text: told(move_value.value * sign), best, plies: move_value.plies }
    });
    let value = values.value.map(|value| match Margin::new(value).winner() {
        None => "a draw with best play".to_owned(),
        Some(seat) => {
            let points = if margins { format!(" by {}", value.abs()) } else { String::new() };
            format!("{} wins{points} with best play", seat_name(game.info(), seat))
        }
    });
    ExactValues { node, done, seconds: values.time.as_secs_f64(), total: values.total, value, moves: moves.collect() }
}

/// The worth of a finished game, seen by Black.
pub fn final_value(outcome: &Outcome, info: &GameInfo) -> ValueView {
    let rate = match outcome.winner() {
        Some(Seat::Black) => 1.0,
        Some(Seat::White) => 0.0,
        None => 0.5,
    };
    ValueView { rate, lead: has_margin(info).then_some(outcome.margin.points()), exact: true, visits: 0 }
}

/// To whom each cell is likely to belong: −1 to 1, two decimals.
pub fn ownership(game: &dyn AnyHistory, report: &Report) -> Vec<f32> {
    let points = game.geometry().points();
    points
        .filter_map(|point| report.ownership.get(point.index()))
        .map(|value| (value * 100.0).round() / 100.0)
        .collect()
}
