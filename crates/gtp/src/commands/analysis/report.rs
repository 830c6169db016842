//! Reports of a running search.

use quintet_core::board::Point;
use quintet_core::types::Seat;
use quintet_search::{Candidate, Report};

use super::options::{Format, ReportOptions};
use crate::answer::Reply;
use crate::session::Session;
use crate::snapshot::Snapshot;

/// Sends reports during a search, and one at its end if none was due before.
pub struct Reporter<'a> {
    snapshot: Snapshot,
    options: &'a ReportOptions,
    reported: bool,
}

impl<'a> Reporter<'a> {
    /// Prepares reports on a search of the session's position.
    pub fn new(session: &Session, options: &'a ReportOptions) -> Reporter<'a> {
        Reporter { snapshot: Snapshot::new(session), options, reported: false }
    }

    /// Sends a report.
    pub fn report(&mut self, report: &Report, reply: &mut Reply<'_>) {
        let line = self.line(report);
        self.reported |= !line.is_empty();
        reply.line(&line);
    }

    /// Sends the report of a finished search if there was none before.
    pub fn end(&mut self, report: Option<&Report>, reply: &mut Reply<'_>) {
        if let (false, Some(report)) = (self.reported, report) {
            self.report(report, reply);
        }
    }

    /// Returns a report in one line; empty if no move was searched.
    fn line(&self, report: &Report) -> String {
        let candidates = report.candidates.iter().take(self.options.most).zip(0..);
        let infos = candidates.map(|(candidate, order)| self.info(report.seat, candidate, order));
        let mut parts: Vec<String> = infos.collect();
        if parts.is_empty() {
            return String::new();
        }
        if self.options.format == Format::Kata && self.options.root {
            parts.push(format!(
                "rootInfo visits {} utility {:.6} winrate {:.6} scoreLead {:.6}",
                report.visits,
                2.0 * report.win_rate - 1.0,
                report.win_rate,
                report.candidates.first().map_or(0.0, |best| best.lead),
            ));
        }
        if self.options.format == Format::Kata && self.options.ownership && !report.ownership.is_empty() {
            parts.push(format!("ownership {}", self.ownership(report.seat, &report.ownership)));
        }
        parts.join(" ")
    }

    fn info(&self, seat: Seat, candidate: &Candidate, order: usize) -> String {
        let Candidate { mv, visits, win_rate, lead, prior, .. } = *candidate;
        let pv = self.snapshot.words(&candidate.pv, usize::MAX);
        let (mv, lcb) = (self.snapshot.word(mv), candidate.lower_bound());
        match self.options.format {
            Format::Leela => {
                let parts = |share: f64| (share.clamp(0.0, 1.0) * 10_000.0).round() as u32;
                let (win_rate, prior, lcb) = (parts(win_rate), parts(prior), parts(lcb));
                format!(
                    "info move {mv} visits {visits} winrate {win_rate} prior {prior} lcb {lcb} order {order} pv {pv}"
                )
            }
            Format::Kata => {
                let (utility, low) = (2.0 * win_rate - 1.0, 2.0 * lcb - 1.0);
                let mut text = format!(
                    "info move {mv} visits {visits} utility {utility:.6} winrate {win_rate:.6} scoreMean {lead:.6} \
                     scoreLead {lead:.6} prior {prior:.6} lcb {lcb:.6} utilityLcb {low:.6} order {order} pv {pv}"
                );
                let visits = || candidate.pv_visits.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
                if self.options.pv_visits {
                    text += &format!(" pvVisits {}", visits());
                }
                // The search has a tree, so each move has a node of its own.
                if self.options.pv_edge_visits {
                    text += &format!(" pvEdgeVisits {}", visits());
                }
                if self.options.move_ownership && !candidate.ownership.is_empty() {
                    text += &format!(" movesOwnership {}", self.ownership(seat, &candidate.ownership));
                }
                text
            }
        }
    }

    /// Returns the ownership of each cell of the client's board, row by row from the top: +1 for
    /// the side of the report.
    fn ownership(&self, seat: Seat, ownership: &[f32]) -> String {
        let of = |point: Point| f64::from(ownership.get(point.index()).copied().unwrap_or(0.0)) * seat.sign();
        self.snapshot.cells(of).into_iter().map(|value| format!("{value:.6}")).collect::<Vec<_>>().join(" ")
    }
}
