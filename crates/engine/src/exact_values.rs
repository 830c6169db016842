//! Exact values of moves, if they are known or quickly found: all positions of small boards, and
//! positions from which a small search sees the end.

use std::time::Duration;

use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::{Margin, Move, Seat};
use quintet_search::{Proof, Report};
use quintet_solve::{Limits, ValueStore};

/// Boards with more numbered positions than this are not solved for a move: the largest ring has 16
/// cells.
const MAX_STATES: u64 = 4_000_000;

/// The node limit of the search for a move.
const NODES: u64 = 50_000;

/// The same if positions can repeat, and a node takes longer.
const NODES_WITH_REPETITION: u64 = 8_000;

/// Positions with more legal moves than this are left to the tree search.
const MAX_MOVES: usize = 27;

/// The memory of its transposition table, in bytes.
const MEMORY: u64 = 8 << 20;

/// With less time for a move no exact values are looked for.
pub(crate) const MIN_TIME: Duration = Duration::from_millis(200);

/// The exact value of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExactMove {
    /// The move.
    pub mv: Move,
    /// The margin for Black that it leads to; 1, 0 or −1 if only the winner counts.
    pub value: f64,
    /// The number of plies in which the better side can force it, if known.
    pub plies: Option<u32>,
    /// The number of the opponent's answers that give something away.
    pub traps: u32,
}

/// The exact values of the moves in a position.
#[derive(Clone, PartialEq, Debug)]
pub struct ExactValues {
    /// The side to move.
    pub seat: Seat,
    /// The value for Black.
    pub value: f64,
    /// `true` if it is proved; otherwise a rule about repetition might change it, and it only serves
    /// to choose a move.
    pub proved: bool,
    /// `true` if values are margins; otherwise only the winner counts.
    pub margins: bool,
    /// The moves whose values are known, ascending: all of them, or those that keep the value.
    pub moves: Vec<ExactMove>,
}

/// Returns whether all positions of a board are solved for a single move.
pub(crate) fn has_table_for_move(setup: &Setup) -> bool {
    (setup.info().solving.can_index_states)(setup, MAX_STATES)
}

/// Returns the exact values that are known, or found within `time` and before `go_on` returns
/// `false`, about the current position with `seat` to move. Takes earlier positions of the game
/// into account if a move repeats one. Without `tables` it looks only at what follows from the
/// position, or what is known.
pub(crate) fn find(
    game: &Game,
    store: &ValueStore,
    seat: Seat,
    time: Option<Duration>,
    tables: bool,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Option<ExactValues> {
    let root = game.search_position(seat);
    let (setup, position) = (game.setup(), root.position());
    if root.is_over() || position.count_legal() == 0 {
        return None;
    }
    let solving = &setup.info().solving;
    if let Some(known) = store.move_values(setup, position, if tables { MAX_STATES } else { 0 }, &|_| go_on()) {
        let mut next = root.clone();
        let moves = known.moves.into_iter().map(|known| {
            next.clone_from(&root);
            next.play_unchecked(known.mv);
            // A repetition ends the game as a draw.
            match next.outcome().filter(|_| !next.position().is_over()) {
                Some(outcome) => ExactMove { mv: known.mv, value: outcome.margin.points(), plies: None, traps: 0 },
                None => ExactMove { mv: known.mv, value: known.value, plies: Some(known.plies), traps: known.traps },
            }
        });
        let moves: Vec<ExactMove> = moves.collect();
        let values = moves.iter().map(|known| known.value * seat.sign());
        let value = seat.sign() * values.fold(f64::NEG_INFINITY, f64::max) + 0.0;
        let margins = solving.values_are_margins;
        return Some(ExactValues { seat, value, proved: known.proved, margins, moves });
    }
    if position.count_legal() > MAX_MOVES || !go_on() {
        return None;
    }
    let nodes = Some(if solving.can_repeat { NODES_WITH_REPETITION } else { NODES });
    let limits = Limits { memory: MEMORY, nodes, time, ..Limits::default() };
    let solution = quintet_solve::search_alone(setup, position, limits, &|_| go_on());
    let value = solution.value().filter(|_| !solution.best.is_empty())?;
    let traps = solution.traps.iter().copied().chain(std::iter::repeat(0));
    let moves =
        solution.best.iter().zip(traps).map(|(&mv, traps)| ExactMove { mv, value, plies: None, traps }).collect();
    Some(ExactValues { seat, value, proved: true, margins: solution.margins, moves })
}

impl ExactValues {
    /// Returns the moves that keep the value.
    pub fn best(&self) -> impl Iterator<Item = &ExactMove> {
        self.moves.iter().filter(|known| known.value == self.value)
    }

    fn proof(&self, value: f64) -> Proof {
        match Margin::new(value).winner() {
            None => Proof::Draw,
            Some(seat) if seat == self.seat => Proof::Win,
            Some(_) => Proof::Loss,
        }
    }

    /// Corrects a report, and puts the best move first: of those that keep the value the one that
    /// wins soonest or loses latest, then the one with the most wrong answers, then the one that
    /// the search prefers.
    ///
    /// `prior` returns the prior probability of a move.
    pub(crate) fn correct(&self, report: &mut Report, prior: &dyn Fn(Move) -> f64) -> Option<Move> {
        let place = |mv: Move| report.candidates.iter().position(|candidate| candidate.mv == mv);
        let won = self.proof(self.value) == Proof::Win;
        let rating = |known: &&ExactMove| {
            let plies = known.plies.map_or(0, i64::from);
            let preference = place(known.mv).unwrap_or(usize::MAX);
            (if won { -plies } else { plies }, known.traps, std::cmp::Reverse(preference))
        };
        let best = self.best().max_by_key(rating)?.mv;
        report.put_first(best, prior);
        if !self.proved {
            return Some(best);
        }
        for candidate in &mut report.candidates {
            let Some(known) = self.moves.iter().find(|known| known.mv == candidate.mv) else { continue };
            let proof = self.proof(known.value);
            candidate.proof = Some(proof);
            candidate.win_rate = rate(proof);
            if self.margins {
                candidate.lead = known.value * self.seat.sign() + 0.0;
            }
        }
        let proof = self.proof(self.value);
        report.proof = Some(proof);
        report.win_rate = rate(proof);
        Some(best)
    }
}

/// Returns the expected result of a proven value.
fn rate(proof: Proof) -> f64 {
    match proof {
        Proof::Loss => 0.0,
        Proof::Draw => 0.5,
        Proof::Win => 1.0,
    }
}
