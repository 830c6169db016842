//! The results of searches and exact values.

use super::board::Cells;
use super::round;
use super::words::{seat_name, winner_words};
use crate::exact_values::{ProvedMove, ProvedValues};
use crate::messages::{CandidateView, ExactMove, ExactValues, Ply, ProvedResult, ValueView};
use quintet_core::game::Game;
use quintet_core::notation::move_words;
use quintet_core::setup::GameInfo;
use quintet_core::types::{Action, Margin, Move, Outcome, Seat};
use quintet_record::tree::NodeId;
use quintet_search::{Proof, Report};

/// Returns a move of a variation.
pub fn ply(game: &Game, cells: &Cells, seat: Seat, mv: Move) -> Ply {
    let (info, geometry) = (game.info(), game.geometry());
    let (cell, stone) = match mv.action() {
        Action::Place { kind, point } => (cells.index(point), Some(info.placed_stone(seat, kind).name())),
        Action::Pass | Action::Swap => (None, None),
    };
    Ply { word: move_words::format(info, geometry, mv), cell, stone }
}

/// The largest number of candidate moves.
const MOST_CANDIDATES: usize = 12;

/// The largest number of moves of a variation.
const MOST_PLIES: usize = 16;

/// Returns the best moves of a search.
pub fn candidates(game: &Game, cells: &Cells, report: &Report) -> Vec<CandidateView> {
    let seats = |count| std::iter::successors(Some(report.seat), |seat: &Seat| Some(seat.other())).take(count);
    let searched = report.candidates.iter().filter(|candidate| candidate.visits > 0 || candidate.proof.is_some());
    let shown = searched.take(MOST_CANDIDATES).map(|candidate| {
        let pv = candidate.pv.iter().take(MOST_PLIES);
        CandidateView {
            ply: ply(game, cells, report.seat, candidate.mv),
            visits: candidate.visits,
            rate: candidate.win_rate,
            lead: game.info().has_margin.then_some(round(candidate.lead)),
            proof: candidate.proof.map(proved_result),
            pv: seats(pv.len()).zip(pv).map(|(seat, &mv)| ply(game, cells, seat, mv)).collect(),
        }
    });
    shown.collect()
}

const fn proved_result(proof: Proof) -> ProvedResult {
    match proof {
        Proof::Win => ProvedResult::Win,
        Proof::Draw => ProvedResult::Draw,
        Proof::Loss => ProvedResult::Loss,
    }
}

/// Returns a proved result in words.
pub fn exact(info: &GameInfo, report: &Report) -> Option<String> {
    let name = seat_name(info, report.seat);
    report.proof.map(|proof| match proof {
        Proof::Win => format!("{name} wins with best play (proven)"),
        Proof::Draw => "a draw with best play (proven)".to_owned(),
        Proof::Loss => format!("{name} loses against best play (proven)"),
    })
}

/// Returns the value of a position for Black, according to a search.
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
        lead: info.has_margin.then_some(round(best.lead * report.seat.sign())),
        exact: report.proof.is_some(),
        visits: report.visits,
    })
}

/// Returns the expected result for Black of a game that is decided.
fn black_rate(winner: Option<Seat>) -> f64 {
    winner.map_or(0.5, |winner| f64::from(u8::from(winner == Seat::Black)))
}

/// Returns the value of a position for Black, given its exact value.
pub fn exact_value(info: &GameInfo, value: f64, margins: bool) -> ValueView {
    ValueView {
        rate: black_rate(Margin::new(value).winner()),
        lead: (margins && info.has_margin).then_some(value),
        exact: true,
        visits: 0,
    }
}

/// Returns the exact values of moves, best first; among equal ones the earlier win or the later
/// loss comes first.
pub fn exact_values(game: &Game, cells: &Cells, node: NodeId, values: &ProvedValues, done: bool) -> ExactValues {
    let sign = values.seat.sign();
    let margins = values.margins && game.info().has_margin;
    let text = |value: f64| match (Margin::new(value).winner(), margins) {
        (None, true) => "0".to_owned(),
        (Some(_), true) if value > 0.0 => format!("+{value}"),
        (Some(_), true) => format!("−{}", -value),
        (None, false) => "draw".to_owned(),
        (Some(_), false) => (if value > 0.0 { "win" } else { "loss" }).to_owned(),
    };
    let mut moves = values.moves.clone();
    let later = |proved: &ProvedMove| {
        let plies = proved.plies.map_or(0, i64::from);
        if proved.value * sign > 0.0 { plies } else { -plies }
    };
    moves.sort_by(|a, b| (b.value * sign).total_cmp(&(a.value * sign)).then(later(a).cmp(&later(b))));
    let moves = moves.iter().map(|proved| ExactMove {
        ply: ply(game, cells, values.seat, proved.mv),
        text: text(proved.value * sign),
        best: values.value == Some(proved.value),
        plies: proved.plies,
    });
    let value = values.value.map(|value| {
        let wins = winner_words(game.info(), Margin::new(value), margins);
        format!("{} with best play", wins.unwrap_or_else(|| "a draw".to_owned()))
    });
    ExactValues { node, done, seconds: values.time.as_secs_f64(), total: values.total, value, moves: moves.collect() }
}

/// Returns the value of a finished game for Black.
pub fn final_value(outcome: &Outcome, info: &GameInfo) -> ValueView {
    ValueView {
        rate: black_rate(outcome.winner()),
        lead: info.has_margin.then_some(outcome.margin.points()),
        exact: true,
        visits: 0,
    }
}

/// Returns the ownership of each cell, from −1 to 1, with two decimals.
pub fn ownership(game: &Game, report: &Report) -> Vec<f32> {
    let points = game.geometry().points();
    points
        .filter_map(|point| report.ownership.get(point.index()))
        .map(|value| (value * 100.0).round() / 100.0)
        .collect()
}
