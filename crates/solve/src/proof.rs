//! Proofs: files with a strategy for each side that shows a value to be right. Another program,
//! which knows the rules and nothing else, can check them. The format: `docs/solving.md`.

use quintet_core::diagram::Diagram;
use quintet_core::position::{AnyPosition, Repetition};
use quintet_core::setup::Setup;
use quintet_core::types::{Action, Move, Seat};
use quintet_system::clock::Instant;

use crate::alpha_beta::{self, Claim};
use crate::error::SolverError;
use crate::limits::{Limits, Watch};
use crate::play::start_position;
use crate::value_scale::ValueScale;

/// The stack of the thread that looks for a strategy: 10 KB for each move of the longest line.
const STACK: usize = 1 << 30;

/// The codes of moves without a point.
const SWAP: u8 = 254;
const PASS: u8 = 255;

/// The most points of a board: codes of stones have to stay below those.
const MOST_POINTS: usize = 32;

/// Returns the error that says why there are no proofs of a position, if there are none.
pub fn lacks_proofs(setup: &Setup, diagram: Option<&Diagram>) -> Option<SolverError> {
    let (start, info) = (start_position(setup, diagram).ok()?, setup.info());
    let reason = if info.solving.is_filling_game || (info.solving.can_index_states)(setup, u64::MAX) {
        "proofs are written for games that are solved by search, not for this one"
    } else if setup.geometry().len() > MOST_POINTS || !setup.blocked().is_empty() {
        "proofs are written for boards of at most 32 points, none of them blocked"
    } else if info.komi && setup.komi() != 0.0 {
        "proofs are written without komi"
    } else if diagram.is_some_and(|diagram| !diagram.state.is_empty()) {
        "proofs are written of positions in which captures and passes do not matter"
    } else if start.repetition() != Repetition::Ignored {
        "proofs are written where earlier boards do not matter: --rule repetition=none"
    } else {
        return None;
    };
    Some(SolverError::NoProof(reason))
}

/// Calls `search` in a thread of its own, which has a large stack.
fn with_large_stack<T: Send>(search: impl FnOnce() -> T + Send) -> Result<T, SolverError> {
    let thread = std::thread::Builder::new().stack_size(STACK);
    std::thread::scope(|scope| {
        let search = thread.spawn_scoped(scope, search);
        let search = search.map_err(|_| SolverError::Stopped("there is no memory to search for a proof"))?;
        search.join().map_err(|panic| std::panic::resume_unwind(panic))
    })
}

/// Proves the value of a position by strategies, and returns them as a proof file. `line` describes
/// the position; `value` is for Black, and its sign alone counts in games without margins.
///
/// # Errors
/// Returns an error if the diagram is no position, there are no proofs of it, or a claim is not
/// proved within the limits.
pub fn prove(
    setup: &Setup,
    diagram: Option<&Diagram>,
    line: &str,
    value: f64,
    limits: Limits,
    watch: Watch<'_>,
) -> Result<Vec<u8>, SolverError> {
    if let Some(error) = lacks_proofs(setup, diagram) {
        return Err(error);
    }
    let start = start_position(setup, diagram)?;
    let worst = if ValueScale::new(setup).has_margins() { -(setup.geometry().len() as f64) } else { -1.0 };
    let mut header = format!("quintet proof 1\n{line}\n");
    let mut moves = Vec::new();
    for claim in [Seat::Black, Seat::White].map(|seat| Claim { seat, margin: value * seat.sign() + 0.0 }) {
        // What nobody can miss needs no proof.
        if claim.margin <= worst {
            continue;
        }
        let task = alpha_beta::Task {
            setup,
            position: &*start,
            limits,
            checkpoint: None,
            traps: false,
            begun: Instant::now(),
        };
        let order = |position: &dyn AnyPosition, moves: &mut Vec<Move>| {
            moves.sort_by_key(|&mv| code(setup, position.to_move(), mv));
        };
        let strategy = with_large_stack(|| alpha_beta::prove(&task, claim, &order, watch))?
            .map_err(|_| SolverError::Stopped("a claim was not proved within the limits"))?;
        log::debug!("the claim of {} takes {} positions", claim.seat.letter(), strategy.positions);
        header += &format!("claim {} {} {}\n", claim.seat.letter(), claim.margin, strategy.moves.len());
        moves.extend(strategy.moves.iter().map(|&mv| code(setup, claim.seat, mv)));
    }
    let mut file = header.into_bytes();
    file.push(b'\n');
    file.extend(moves);
    file.extend(checksum(&file).to_le_bytes());
    Ok(file)
}

/// Returns the code of a move: first by stone (Black's, White's, others), then by point.
fn code(setup: &Setup, seat: Seat, mv: Move) -> u8 {
    let Action::Place { kind, point } = mv.action() else { return if mv == Move::SWAP { SWAP } else { PASS } };
    let stone = setup.info().placed_stone(seat, kind);
    let group = setup.info().own_stones.iter().position(|&own| own == stone).unwrap_or(2);
    let points = setup.geometry().points();
    let at = setup.geometry().points().position(|other| other == point).expect("a point of the board");
    (group * points.count() + at) as u8
}

/// The FNV-1a hash, 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
