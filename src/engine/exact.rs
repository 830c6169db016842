//! Exact values where they are known: all positions of small boards of Alaric and Stoical Go, and positions from which a
//! small search sees the end.

use std::time::Duration;

use crate::game::Game;
use crate::history::History;
use crate::search::{Candidate, Proof, Report};
use crate::solve::{self, Limits, graph, known};
use crate::words::{Margin, Move, Seat};

/// Boards with more numbered positions than this are not worked out for a move: the largest ring has 16 cells.
const MOST_STATES: u64 = 4_000_000;

/// Nodes of the search that is made for a move.
const NODES: u64 = 50_000;

/// The same where play can come round, and a node takes longer.
const NODES_ROUND: u64 = 8_000;

/// Positions with more legal moves than this are left to the tree search.
const MOST_MOVES: usize = 27;

/// Bytes of its table.
const MEMORY: u64 = 8 << 20;

/// With less time for a move no exact values are looked for.
pub(super) const LEAST_TIME: Duration = Duration::from_millis(200);

/// The exact value of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExactMove {
    /// The move.
    pub mv: Move,
    /// The margin for Black that it leads to; 1, 0 or -1 where the game knows winners alone.
    pub value: f64,
    /// In how many plies the better side can force it, where that is known.
    pub plies: Option<u32>,
    /// How many of the opponent's answers give something away.
    pub traps: u32,
}

/// What is known of a position for sure.
#[derive(Clone, PartialEq, Debug)]
pub struct Exact {
    /// The seat to move.
    pub seat: Seat,
    /// The value for Black.
    pub value: f64,
    /// Whether that is proved: else a rule against repetition might yet change it, and it serves to choose a move alone.
    pub proved: bool,
    /// Whether values are margins, or tell winners alone.
    pub margins: bool,
    /// The moves whose values are known, ascending: all of them, or those that keep the value.
    pub moves: Vec<ExactMove>,
}

/// What is known, or found within `time`, of the position now with `seat` to move. Earlier positions of the game are looked at
/// where a move brings one back.
pub(super) fn find<G: Game>(history: &History<G>, seat: Seat, time: Option<Duration>) -> Option<Exact> {
    let walk = history.walk(seat);
    let (setup, position) = (history.setup(), walk.position());
    if walk.is_over() || position.count_legal() == 0 {
        return None;
    }
    let nodes = Some(if G::comes_round() { NODES_ROUND } else { NODES });
    let limits = Limits { memory: MEMORY, nodes, time, ..Limits::default() };
    let mut proved = true;
    let told = match known::within::<G>(setup, MOST_STATES) {
        Some(known) => known.moves(position).map(|told| {
            let black = |value: i32| seat.sign() * f64::from(value) + 0.0;
            told.iter().map(|told| (told.mv, black(told.value), told.plies, told.traps)).collect()
        }),
        None => graph::small::<G>(setup).and_then(|whole| {
            proved = whole.proved;
            whole.graph.moves(position)
        }),
    };
    if let Some(told) = told {
        let told = told.into_iter().map(|(mv, value, plies, traps)| {
            let mut next = walk.clone();
            next.play_unchecked(mv);
            // What was there before ends the game as a draw.
            match next.outcome().filter(|_| !next.position().is_over()) {
                Some(outcome) => ExactMove { mv, value: outcome.margin.points(), plies: None, traps: 0 },
                None => ExactMove { mv, value, plies: Some(plies), traps },
            }
        });
        let moves: Vec<ExactMove> = told.collect();
        let values = moves.iter().map(|told| told.value * seat.sign());
        let value = seat.sign() * values.fold(f64::NEG_INFINITY, f64::max) + 0.0;
        return Some(Exact { seat, value, proved, margins: G::knows_margin(), moves });
    }
    if position.count_legal() > MOST_MOVES {
        return None;
    }
    let solution = solve::search_alone(setup, position, limits);
    let value = solution.value().filter(|_| !solution.best.is_empty())?;
    let traps = solution.traps.iter().copied().chain(std::iter::repeat(0));
    let moves =
        solution.best.iter().zip(traps).map(|(&mv, traps)| ExactMove { mv, value, plies: None, traps }).collect();
    Some(Exact { seat, value, proved: true, margins: solution.margins, moves })
}

impl Exact {
    /// The moves that keep the value.
    pub fn best(&self) -> impl Iterator<Item = &ExactMove> {
        self.moves.iter().filter(|told| told.value == self.value)
    }

    fn proof(&self, value: f64) -> Proof {
        match Margin::new(value).winner() {
            None => Proof::Draw,
            Some(seat) if seat == self.seat => Proof::Win,
            Some(_) => Proof::Loss,
        }
    }

    /// Notes in a report what is known, and puts the best move first: of those that keep the value the one that wins
    /// soonest or loses latest, that has the most wrong answers, or that the search likes best.
    pub(super) fn correct(&self, report: &mut Report) -> Option<Move> {
        let place = |mv: Move| report.candidates.iter().position(|candidate| candidate.mv == mv);
        let won = self.proof(self.value) == Proof::Win;
        let rating = |told: &&ExactMove| {
            let plies = told.plies.map_or(0, i64::from);
            let liked = place(told.mv).unwrap_or(usize::MAX);
            (if won { -plies } else { plies }, told.traps, std::cmp::Reverse(liked))
        };
        let best = self.best().max_by_key(rating)?.mv;
        let at = place(best).unwrap_or_else(|| {
            // A short search may not have looked at it.
            let unseen = Candidate {
                mv: best,
                visits: 0,
                win_rate: report.win_rate,
                lead: 0.0,
                prior: 0.0,
                proof: None,
                pv: vec![best],
                pv_visits: vec![0],
                ownership: Vec::new(),
            };
            report.candidates.push(unseen);
            report.candidates.len() - 1
        });
        report.candidates[..=at].rotate_right(1);
        if !self.proved {
            return Some(best);
        }
        for candidate in &mut report.candidates {
            let Some(told) = self.moves.iter().find(|told| told.mv == candidate.mv) else { continue };
            let proof = self.proof(told.value);
            candidate.proof = Some(proof);
            candidate.win_rate = rate(proof);
            if self.margins {
                candidate.lead = told.value * self.seat.sign() + 0.0;
            }
        }
        let proof = self.proof(self.value);
        report.proof = Some(proof);
        report.win_rate = rate(proof);
        Some(best)
    }
}

/// The expected result that a proof tells.
fn rate(proof: Proof) -> f64 {
    match proof {
        Proof::Loss => 0.0,
        Proof::Draw => 0.5,
        Proof::Win => 1.0,
    }
}
