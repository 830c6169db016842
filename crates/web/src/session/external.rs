//! The moves of external engines.

use std::time::Instant;

use super::Session;
use super::game_clock::GameClock;
use super::tasks::PendingMove;
use crate::external_engine::{CustomStart, EngineFailure, ExternalEngine, GameAssignment, MoveAnswer, MoveRequest};
use crate::messages::{ThoughtView, Update};
use quintet_core::notation::{move_words, quote};
use quintet_core::time_control::TimeControl;
use quintet_core::types::{Move, Seat};
use quintet_record::tree::{Forfeit, ForfeitReason};

impl Session {
    /// Asks an external engine for its move, unless it was asked already.
    pub(super) fn request_external_move(&mut self, index: usize, seat: Seat) {
        if self.external.pending.is_some() {
            return;
        }
        let job = self.next_job();
        let node = self.tree.node();
        let game = self.game();
        let word = |&(seat, mv): &(Seat, Move)| (seat, move_words::format(game.info(), game.geometry(), mv));
        let request = MoveRequest {
            job,
            seat,
            moves: game.moves().iter().map(word).collect(),
            assignment: GameAssignment {
                setup: game.setup().clone(),
                start: CustomStart::of(game),
                visits: self.players.visits,
                clock: self.clock.as_ref().map(GameClock::control).or(self.players.time.map(TimeControl::PerMove)),
            },
            time_left: self.clock.as_ref().map(|clock| clock.time_left(seat)),
        };
        let config = self.options.engines[index].clone();
        let (patience, events) = (self.options.patience, self.events.clone());
        let engine = &mut self.external.engines[seat.index()];
        engine.get_or_insert_with(|| ExternalEngine::new(config, patience, events)).request(request);
        self.external.pending = Some(PendingMove { job, node, seat, since: Instant::now() });
        self.send_external_thinking();
        self.changed = true;
    }

    /// Shows that an external engine is thinking, if one is.
    pub(super) fn send_external_thinking(&self) {
        let Some(pending) = &self.external.pending else { return };
        self.send(&Update::Thinking(ThoughtView {
            node: pending.node,
            purpose: "move",
            player: self.player_name(pending.seat),
            done: false,
            progress: None,
            seconds: pending.since.elapsed().as_secs_f64(),
            visits: 0,
            rate: None,
            exact: None,
            moves: Vec::new(),
            ownership: Vec::new(),
        }));
    }

    /// Plays the move that an external engine answers.
    pub(super) fn handle_answer(&mut self, answer: MoveAnswer) {
        let Some(pending) = self.external.take_pending(answer.job) else { return };
        self.changed = true;
        let seat = pending.seat;
        let word = match answer.result {
            Ok(word) => word,
            Err(failure) => return self.fail_player(seat, failure),
        };
        if pending.node != self.tree.node() {
            return;
        }
        if word.eq_ignore_ascii_case("resign") {
            self.tree.set_forfeit(Some(Forfeit { loser: seat, reason: ForfeitReason::Resignation }));
            return;
        }
        let mv = move_words::read(self.game().info(), self.game().geometry(), seat, &word);
        let reason = mv.map_or(Some("that is no move on this board"), |mv| self.game().why_illegal(seat, mv));
        match (mv, reason) {
            (Some(mv), None) => self.advance(mv, true),
            (_, reason) => {
                let text = format!("it plays {}, which is illegal: {}", quote(&word), reason.unwrap_or_default());
                self.fail_player(seat, EngineFailure { text, traffic: Vec::new() });
            }
        }
    }

    /// Shows that the engine of a side cannot go on. The game waits for another player, or until a
    /// person lets it try again.
    pub(super) fn fail_player(&mut self, seat: Seat, failure: EngineFailure) {
        self.external.end(seat);
        self.phase.set_paused(true);
        self.add_fault(seat, self.player_name(seat), failure.text, failure.traffic);
    }
}
