//! The results of a search as graphics for GoGui.

use std::io::{self, Write as _};

use quintet_core::board::PointSet;
use quintet_core::setup::GameInfo;
use quintet_core::types::{Action, Move, Seat, Stone};
use quintet_search::{Candidate, Proof, Report};

use crate::drawing::{Canvas, is_dark, letter_of, position};
use crate::session::Session;
use crate::snapshot::Snapshot;

/// The number of moves of a variation in the status line.
const LONGEST_LINE: usize = 10;

/// Live graphics of a search, on standard error.
pub struct Live {
    snapshot: Snapshot,
    /// The graphics of the position itself.
    base: String,
}

impl Live {
    /// Prepares graphics for a search of a session's position.
    pub fn new(session: &Session) -> Live {
        let mut canvas = Canvas::default();
        position(session, &mut canvas);
        Live { snapshot: Snapshot::new(session), base: canvas.text() }
    }

    /// Sends a block for a running search. GoGui clears its board before each block, so the
    /// position's own graphics come first.
    pub fn show(&self, report: &Report) {
        // The search goes on if nobody reads them.
        _ = io::stderr().write_all(self.block(report).as_bytes());
    }

    fn block(&self, report: &Report) -> String {
        let mut canvas = Canvas::default();
        // A variation on the board would cover the win rates, so it is in the line of text.
        let best = report.candidates.first().and_then(|best| self.snapshot.placed(report.seat, best.mv));
        canvas.line("COLOR green", best.map(|(vertex, _)| vertex));
        win_rates(&self.snapshot, report, &mut canvas);
        canvas.text_line(summary(&self.snapshot, report));
        format!("gogui-gfx:\n{}{}\n", self.base, canvas.text())
    }
}

/// Returns the letter of the stone that a move places, in games with several kinds of stone;
/// otherwise an empty text.
pub fn stone_letter(info: &GameInfo, seat: Seat, mv: Move) -> String {
    match mv.action() {
        Action::Place { kind, .. } if info.kinds.len() > 1 => letter_of(info.placed_stone(seat, kind)).to_string(),
        _ => String::new(),
    }
}

/// Returns the best candidate on each vertex.
fn best_by_vertex<'a>(snapshot: &Snapshot, report: &'a Report) -> Vec<(String, &'a Candidate)> {
    let mut seen = PointSet::EMPTY;
    let first = report.candidates.iter().filter(|c| c.mv.point().is_some_and(|point| seen.insert(point)));
    first.filter_map(|c| Some((snapshot.placed(report.seat, c.mv)?.0, c))).collect()
}

/// Returns value, visits and variation in words.
pub fn summary(snapshot: &Snapshot, report: &Report) -> String {
    let name = snapshot.info().own_stone(report.seat).name();
    let percent = 100.0 * report.win_rate;
    let value = match report.proof {
        Some(Proof::Win) => format!("{name} wins, proven"),
        Some(Proof::Draw) => "a draw, proven".to_owned(),
        Some(Proof::Loss) => format!("{name} loses, proven"),
        None => format!("win rate {percent:.1} % for {name}"),
    };
    let pv = report.candidates.first().map_or(String::new(), |best| {
        let dots = if best.pv.len() > LONGEST_LINE { " ..." } else { "" };
        snapshot.words(&best.pv, LONGEST_LINE) + dots
    });
    format!("{value}, {} visits; {pv}", report.visits)
}

/// Draws win rates in per cent for the side to move; after a letter, with at most two digits.
pub fn win_rates(snapshot: &Snapshot, report: &Report, canvas: &mut Canvas) {
    for (vertex, candidate) in best_by_vertex(snapshot, report) {
        let letter = stone_letter(snapshot.info(), report.seat, candidate.mv);
        let most = if letter.is_empty() { 100.0 } else { 99.0 };
        canvas.label(vertex, format_args!("{letter}{:.0}", (100.0 * candidate.win_rate).min(most)));
    }
}

/// Draws numbers of simulations in three characters: 999, 12k, 3M.
pub fn visits(snapshot: &Snapshot, report: &Report, canvas: &mut Canvas) {
    for (vertex, candidate) in best_by_vertex(snapshot, report) {
        let visits = candidate.visits;
        let text = match visits {
            0..1_000 => visits.to_string(),
            1_000..100_000 => format!("{}k", visits / 1_000),
            100_000..1_000_000 => format!(".{}M", visits / 100_000),
            _ => format!("{}M", (visits / 1_000_000).min(99)),
        };
        canvas.label(vertex, text);
    }
}

/// Draws the principal variation, its stones dark or light as on GoGui's board.
pub fn variation(snapshot: &Snapshot, report: &Report, canvas: &mut Canvas) {
    let Some(best) = report.candidates.first() else { return };
    let seats = std::iter::successors(Some(report.seat), |seat| Some(seat.other()));
    let mut reds = Vec::new();
    let moves = best.pv.iter().zip(seats).filter_map(|(&mv, seat)| match mv.action() {
        Action::Pass => Some(format!("{} PASS", seat.letter())),
        _ => {
            let (vertex, stone) = snapshot.placed(seat, mv)?;
            if stone == Stone::Red {
                reds.push(vertex.clone());
            }
            Some(format!("{} {vertex}", if is_dark(stone) { 'b' } else { 'w' }))
        }
    });
    let moves: Vec<String> = moves.collect();
    canvas.line("VAR", moves);
    // Red stones would look like white ones.
    canvas.line("COLOR red", reds);
}

/// Draws how certainly each point will be Black's (positive) or White's.
pub fn ownership(snapshot: &Snapshot, report: &Report, canvas: &mut Canvas) {
    let game = snapshot.game();
    let owned = game.geometry().points().filter_map(|point| Some((point, *report.ownership.get(point.index())?)));
    let pairs = owned.map(|(point, value)| {
        let vertex = snapshot.vertex(point, game.stone(point));
        format!("{vertex} {:.2}", f64::from(value).clamp(-1.0, 1.0))
    });
    canvas.line("INFLUENCE", pairs);
}

/// Draws W, D or L for moves with a proven value.
pub fn proven(snapshot: &Snapshot, report: &Report, canvas: &mut Canvas) {
    for (vertex, candidate) in best_by_vertex(snapshot, report) {
        let letter = match candidate.proof {
            Some(Proof::Win) => 'W',
            Some(Proof::Draw) => 'D',
            Some(Proof::Loss) => 'L',
            None => continue,
        };
        canvas.label(vertex, letter);
    }
}

#[cfg(test)]
mod tests {
    use quintet_core::board::Point;
    use quintet_core::setup::Setup;

    use super::*;
    use crate::session::Options;

    fn report(seat: Seat, pv: &[Move]) -> Report {
        let candidate = Candidate {
            mv: pv[0],
            visits: 300,
            win_rate: 0.28,
            lead: 0.0,
            prior: 0.5,
            proof: None,
            pv: pv.to_vec(),
            pv_visits: vec![1; pv.len()],
            ownership: Vec::new(),
        };
        Report { candidates: vec![candidate], visits: 300, ..Report::empty(seat) }
    }

    fn session(game: &str) -> Session {
        let info = quintet_games::find(game).expect("a known game");
        Session::new(Options::new(Setup::new(info))).expect("words are a notation of every game")
    }

    #[test]
    fn stones_of_a_variation_have_the_shade_of_their_kind() {
        let session = session("cancer");
        // A cancer stone of White's is dark, Red's own stone is light.
        let pv = [Move::place(1, Point(0)), Move::place(0, Point(1)), Move::place(1, Point(2))];
        let mut canvas = Canvas::default();
        variation(&Snapshot::new(&session), &report(Seat::White, &pv), &mut canvas);
        assert_eq!(canvas.text(), "VAR b A1 w B1 b C1\nCOLOR red B1\n");
    }

    #[test]
    fn numbers_of_simulations_have_three_characters() {
        let session = session("stoical");
        let labels = [
            (999, "999"),
            (1_000, "1k"),
            (12_345, "12k"),
            (99_999, "99k"),
            (100_000, ".1M"),
            (999_999, ".9M"),
            (1_000_000, "1M"),
            (3_900_000, "3M"),
            (250_000_000, "99M"),
        ];
        for (count, label) in labels {
            let mut report = report(Seat::Black, &[Move::place(0, Point(0))]);
            report.candidates[0].visits = count;
            let mut canvas = Canvas::default();
            visits(&Snapshot::new(&session), &report, &mut canvas);
            assert_eq!(canvas.text(), format!("LABEL A1 {label}\n"));
        }
    }

    #[test]
    fn live_graphics_show_win_rates_on_the_board_and_the_variation_below() {
        let session = session("cancer");
        let pv: Vec<Move> = (0..30).map(|point| Move::place(0, Point(point))).collect();
        let block = Live::new(&session).block(&report(Seat::White, &pv));
        assert!(!block.contains("VAR") && block.contains("LABEL A1 W28\n"), "{block}");
        assert!(block.contains("COLOR green A1\n") && block.contains("J1 A2 ...\n"), "{block}");
        assert!(block.starts_with("gogui-gfx:\n") && block.ends_with("\n\n"), "{block}");
    }
}
